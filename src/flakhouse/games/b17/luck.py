"""B-7 row 7: the rabbit's foot. Any later roll may be made again, this mission or another."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.state import Mission

__all__ = ["again", "gain", "start", "stop"]

#: Results nobody would keep who has a choice, by table.
_DISASTER: dict[str, tuple[str, ...]] = {
    "BL-1-tank-hit": ("Fire",),
    "BL-1d-runaway": ("Bail out",),
    "BL-1f-fire": ("Explosion",),
    "BL-4": ("KIA",),
    "G-6-accident": ("Killed",),
    "G-8": ("Dies",),
    "G-9": ("All killed", "Wounds +1", "Wounds"),
    "G-9-bombs": ("Explosion",),
    "G-10": ("Lost",),
    "O-4": ("Burst Inside Plane",),
    "P-3-bombs": ("Explosion",),
    "B-7-accident": ("Collision",),
    "B-7-wing": ("Comes off",),
}
#: 15.3 Tables on which two sixes save the crew, whatever the row says.
_SAVED_BY_SIXES = ("G-9", "G-10")
#: 3B.1, M-3 Tables on which a natural 6 hits, whatever the row says.
_SURE_HITS = ("M-1-fire", "M-3")
_OPTIONS = {
    "keep": "Keep the roll",
    "again": "Use a rabbit's foot and roll again",
    "table": "Keep it, and do not ask about this table again",
    "zone": "Keep it, and do not ask again in this zone",
    "mission": "Keep it, and do not ask again on this mission",
}


def start(ref: Referee, m: Mission) -> None:
    """B-7 row 7 Feet saved up on earlier missions may be used from now on."""
    if m.rabbits_feet and m.options.rabbits_feet:
        ref.offer_again(again, _DISASTER)


def gain(ref: Referee, m: Mission) -> None:
    """B-7 row 7 One more foot."""
    m.rabbits_feet += 1
    ref.note("rabbits-foot", feet=m.rabbits_feet)
    ref.offer_again(again, _DISASTER)


def stop(ref: Referee) -> None:
    """B-7 row 7 The mission is over and debriefed: nothing is rolled again."""
    ref.offer_again(None)


def again(ref: Referee, chart: str, word: str) -> bool:
    """B-7 row 7 Whether this roll is made again; the player's choice after every roll while he has a foot."""
    m = ref.state
    if not isinstance(m, Mission) or not m.rabbits_feet:
        return False
    disaster = word in _DISASTER.get(chart, ())
    if ref.face == 12 and chart in _SAVED_BY_SIXES:
        disaster = False
        word = "two sixes, the crew is safe"
    elif ref.face == 6 and chart in _SURE_HITS:
        word = "Hit"
    if not ref.hurried:
        quiet = m.luck_quiet
        zone = f"zone {m.zone} {m.leg.value}"
        if "mission" in quiet or zone in quiet or chart in quiet:
            return False
        prompt = f"{CHARTS.charts[chart].data.title} ({chart}): {word}. Use a rabbit's foot?"
        default = "again" if disaster else "keep"
        # D30
        key = ref.choose("rabbits-foot", "B-7", prompt, _OPTIONS, default, routine=not disaster)
        if key in ("table", "zone", "mission"):
            quiet.append({"table": chart, "zone": zone}.get(key, key))
        disaster = key == "again"
    if disaster:
        m.rabbits_feet -= 1
        if ref.trace:
            ref.note("roll-again", table=chart, result=word, feet=m.rabbits_feet)
        if not m.rabbits_feet:
            ref.offer_again(None)
    return disaster
