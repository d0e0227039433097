"""14.5 The U.S.S.R.: internment and passage."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import checks, data, elites
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.state import Crew, Raid
from flakhouse.games.doolittle.words import Diplomat, Fate, Leader, Site

__all__ = ["SOVIET", "internment", "passage", "passage_mods", "situation", "ussr"]

SOVIET = CHARTS.numbers("soviet-dice")
WAY = CHARTS.text("soviet-way")
_STALIN = (SOVIET.mods["stalin"],)
_THERE = Site.VLADIVOSTOK.value
_BLAST = (6, 13, 20)
_PLANES = (7, 12)


def situation(r: Raid) -> str:
    """14.5.1 The row of the table: agreed, denied, or never asked. Scenarios 7-9 use the denied row."""
    if not r.campaign():
        return "Landing denied"
    if Diplomat.THOMPSON not in r.blotter.attempted:
        return "No attempt"
    return "Landing agreed" if r.blotter.agreed.get(Diplomat.THOMPSON) else "Landing denied"


def ussr(ref: Referee, r: Raid) -> None:
    """14.5, 14.5.1 Internment of everybody at Vladivostok; those imprisoned make a Passage Check (14.5.2)."""
    crews = [c for c in r.crews if c.place == _THERE and not c.fate]
    if not crews:
        return
    ref.scene("ashore", site=_THERE)
    number = internment(ref, r)
    lucky = elites.with_crews(r, crews)  # RULING 43: the roll is for his B-25 too
    wish = checks.Need("are free to go", "They are interned.")
    free = checks.roll(ref, r, SOVIET, lucky, bad=lambda f: sum(f) < number, need=wish, least=number) >= number
    ref.note("internment", free=free, number=number)
    if free:
        _fly_on(ref, r, crews)
    else:
        _passage(ref, r, crews)


def internment(ref: Referee, r: Raid) -> int:
    """14.5.1 What two dice must reach for crews that are free to go, by the Blast so far."""
    blast = sum(city.blast() for city in r.cities.values())
    return int(_number(ref, "internment", situation(r), sum(blast > limit for limit in _BLAST)))


def passage(ref: Referee, r: Raid, undamaged: int) -> tuple[int, bool]:
    """14.5.2 What two dice must reach for a release, with so many sound bombers there, and whether a bad check
    on the alliances overturns it.
    """
    word = _number(ref, "passage", situation(r), sum(undamaged > limit for limit in _PLANES))
    return int(word.rstrip("*")), word.endswith("*")


def passage_mods(r: Raid) -> Sequence[Mod]:
    """14.5.2 Stalin's briefing."""
    return _STALIN if r.campaign() and Leader.STALIN.value in r.blotter.briefed else NO_MODS


def _number(ref: Referee, id: str, row: str, column: int) -> str:
    chart = data.table(ref, id)
    return chart.words[column][chart.labels.index(row)]


def _fly_on(ref: Referee, r: Raid, crews: list[Crew]) -> None:
    """14.5.1 Not imprisoned: to Chungking if China was ever asked, else to the Mediterranean or Archangel."""
    where = "Chungking"
    if not (r.campaign() and Diplomat.STILWELL in r.blotter.attempted):
        where = checks.roll(ref, r, WAY, elites.with_crews(r, crews))
    for crew in crews:
        crew.place, crew.fate = where, "safe"
        if crew.b25.fate is Fate.LANDED:
            crew.b25.fate = Fate.CHUNGKING if where == "Chungking" else Fate.LEFT
    ref.note("crews-fly-on", crews=len(crews), where=where)


def _passage(ref: Referee, r: Raid, crews: list[Crew]) -> None:
    """14.5.2 Released within eighteen months, or only when the war ends; the bombers stay with the Soviets."""
    undamaged = sum(c.b25.fate is Fate.LANDED and not c.b25.damage for c in crews)
    need, doubtful = passage(ref, r, undamaged)
    mods = passage_mods(r)
    short = need - ref.plus(SOVIET, mods)
    wish = checks.Need("are released", "They are kept until the war ends.")
    lucky = elites.with_crews(r, crews)
    checks.roll(ref, r, SOVIET, lucky, mods, bad=lambda f: sum(f) < short, need=wish, least=need)
    released = ref.total >= need
    for crew in crews:
        crew.fate = "released" if released else "interned"
        if released and doubtful:
            crew.fate = "released*"  # the check on the alliances may overturn it
        if crew.b25.fate is Fate.LANDED:
            crew.b25.fate = Fate.INTERNED
    ref.note("passage", released=released, crews=len(crews))
