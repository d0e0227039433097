"""Bombs away: the works in the bombsight, and where the bombs fall. A miss lies beside them."""

from __future__ import annotations

from markupsafe import Markup

from flakhouse.core.events import Noted
from flakhouse.games.b29.words import Visibility
from flakhouse.web.boards.base import Act, el, svg, text
from flakhouse.web.boards.bomber.moment import STAR

__all__ = ["bombs"]

_STICK = tuple((-118 + 34 * i, 96 - 28 * i) for i in range(8))  # from the near end to the far one
_BESIDE = 150  # how far off a stick falls that misses
#: From the edge of the sight to the works; all of them hide these.
_CLOUDS = (
    (-120, 90, 62, 34),
    (118, -104, 58, 30),
    (62, 26, 64, 44),
    (-46, 34, 66, 44),
    (-38, -26, 74, 40),
    (42, -36, 72, 44),
)
_COVER = {Visibility.CLEAR: 0, Visibility.SLIGHTLY: 2, Visibility.MOSTLY: 4, Visibility.OBSCURED: len(_CLOUDS)}
_WORKS = ((-70, -46, 62, 40), (4, -58, 70, 34), (-48, 8, 54, 46), (20, -8, 48, 58))


def bombs(act: Act | None, visibility: Visibility | None = None) -> Markup | None:
    """The sight after the release, with the cloud that lies below; None if this scene has none."""
    if act is None:
        return None
    note = next((note for note in reversed(act.notes) if note.kind == "bombs-away"), None)
    if act.kind != "bombs-away" or note is None:
        return None
    result, percent = str(note.facts.get("result", "")), _percent(note)
    on = result == "On Target"
    hits = max(1, round(percent * len(_STICK) / 100)) if on and percent else 0
    told = f"{result}, {percent} per cent on the target." if on else f"{result}: the bombs fall beside the works."
    clouds = _CLOUDS[: _COVER[visibility]] if visibility is not None else ()
    if clouds:
        told += f" {visibility} by cloud."
    stars = [_fall(i, i < hits) for i in range(len(_STICK))]
    drawn = svg(
        "bm-sight",
        "-260 -220 520 440",
        "The bombsight",
        told,
        el("circle", cx=0, cy=0, r=200, class_="ground"),
        *(el("rect", x=x, y=y, width=w, height=h, class_="works") for x, y, w, h in _WORKS),
        *(el("ellipse", cx=x, cy=y, rx=rx, ry=ry, class_="cloud") for x, y, rx, ry in clouds),
        el("path", d="M-200 0H200M0-200V200", class_="hair"),
        el("circle", cx=0, cy=0, r=90, class_="hair thin"),
        el("circle", cx=0, cy=0, r=200, class_="hair"),
        *stars,
        text(0, 214, f"{percent} % on the target" if on else result, "lab", "middle"),
        class_="plan",
    )
    return el("section", drawn, class_="sheet stage sightw", aria_label="Bombs away")


def _percent(note: Noted) -> int:
    value = note.facts.get("percent", 0)
    return value if isinstance(value, int) else 0


def _fall(i: int, hit: bool) -> Markup:
    """A bomb of the stick: on the works, or beside them."""
    x, y = _STICK[i] if hit else (_STICK[i][0] * 0.7 + _BESIDE * 0.55, _STICK[i][1] * 0.7 + _BESIDE * 0.55)
    if hit:
        x, y = x * 0.55, y * 0.55
    star = el("g", el("path", d=STAR), class_=f"impact i{i}")
    return el("g", star, transform=f"translate({x:.0f} {y:.0f})")
