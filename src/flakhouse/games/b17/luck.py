"""B-7 row 7: the rabbit's foot. Any later roll may be made again, this mission or another."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17.advice import flight as advice
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.questions import flight as questions
from flakhouse.games.b17.state import Mission

__all__ = ["again", "gain", "start", "stop"]

#: 15.3 Tables on which two sixes save the crew, whatever the row says.
_SAVED_BY_SIXES = ("G-9", "G-10")
#: 3B.1, M-3 Tables on which a natural 6 hits, whatever the row says.
_SURE_HITS = ("M-1-fire", "M-3")
_ANSWERS = ("keep", "again", "table", "zone", "mission")


def start(ref: Referee, m: Mission) -> None:
    """B-7 row 7 Feet saved up on earlier missions may be used from now on."""
    if m.rabbits_feet and m.options.rabbits_feet:
        ref.offer_again(again, "rabbits-foot", advice.DISASTERS)


def gain(ref: Referee, m: Mission) -> None:
    """B-7 row 7 One more foot."""
    m.rabbits_feet += 1
    ref.note("rabbits-foot", feet=m.rabbits_feet)
    ref.offer_again(again, "rabbits-foot", advice.DISASTERS)


def stop(ref: Referee) -> None:
    """B-7 row 7 The mission is over and debriefed: nothing is rolled again."""
    ref.offer_again(None)


def again(ref: Referee, chart: str, word: str) -> bool:
    """B-7 row 7 Whether this roll is made again; the player's choice after every roll while he has a foot."""
    m = ref.state
    if not isinstance(m, Mission) or not m.rabbits_feet:
        return False
    zone = f"zone {m.zone} {m.leg.value}"
    if "mission" in m.luck_quiet or zone in m.luck_quiet or chart in m.luck_quiet:
        return False
    result = _result(ref, chart, word)
    advised = advice.rabbits_foot(chart, result)
    # D30
    key = ref.ask(
        "rabbits-foot",
        advised,
        lambda: questions.rabbits_foot(ref, chart, result, advised, m.rabbits_feet),
        keys=_ANSWERS,
    )
    if key in ("table", "zone", "mission"):
        m.luck_quiet.append({"table": chart, "zone": zone}.get(key, key))
    if key != "again":
        return False
    m.rabbits_feet -= 1
    ref.note("roll-again", causes=(CHARTS.charts[chart],), table=chart, result=result, feet=m.rabbits_feet)
    if not m.rabbits_feet:
        ref.offer_again(None)
    return True


def _result(ref: Referee, chart: str, word: str) -> str:
    """15.3, 3B.1, M-3 What a roll has really come to: some faces count more than their row says."""
    if ref.face == 12 and chart in _SAVED_BY_SIXES:
        return "two sixes, the crew is safe"
    return "Hit" if ref.face == 6 and chart in _SURE_HITS else word
