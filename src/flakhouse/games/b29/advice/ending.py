"""Advice on section 8: whether to land or to jump."""

from __future__ import annotations

from flakhouse.games.b29.advice import losses
from flakhouse.games.b29.ending import landing
from flakhouse.games.b29.questions import ending as questions
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Surface

__all__ = ["forced_down", "land_or_jump", "safer_empty", "where_down", "why_forced_down", "why_land_or_jump"]

# By the tables (advice/losses.py), with little fuel left, so many of eleven sound men die on average with this on
# 8-1, if all land, if ten jump first, if all jump: -4 0.26, 0.30, 0.31; -5 0.75, 0.35, 0.31; -6 1.5, 0.42, 0.31;
# -7 2.6, 0.52, 0.31; -8 4.1, 0.65, 0.31. The bomber flies again in 83, 72, 58, 42 and 28 % of the landings.
# Found by scripts/advice thresholds b29, over 60 to 120 whole tours: what another value costs, in men a tour.
# With this on 8-1 a careful player sends men out by parachute first; -6: 0.68 ±0.44, -4: no clear difference
RISKY = -5
_WORST_DITCHING = -2  # and with this on 8-3; -3: 0.03 ±0.03, -5: 0.38 ±0.22 more, never: 1.4 ±0.5 more
_FOR_THE_STUCK = 0  # and this much worse still where some cannot jump; 3: 0.12 ±0.11
# With this at home nobody should be aboard. -5 would save 0.15 ±0.15 men a tour: too few to give up bombers for.
_HOPELESS = -8
# Without autopilot whoever flies gets out on a 6 only (7-9d): down to these a landing is better for him.
_HOLDS = -11  # on 8-1, where 9 or more lets him live
_HOLDS_AT_SEA = -6  # on 8-3


def where_down(m: Mission) -> str:
    """8.5, D55: the first letter of the zone."""
    return m.letters()[0].value


def forced_down(m: Mission, water: bool, plus: int) -> str:
    """8.6, D56, D57: land, unless the roll is too bad; for those who cannot jump somebody must land it (8-4b)."""
    worst = _WORST_DITCHING if water else RISKY
    if not (_stuck(m) or _holds(m, plus, _HOLDS_AT_SEA if water else _HOLDS)):
        return questions.BAIL_OUT if plus <= worst else questions.LAND
    return questions.SOME if plus <= worst - _FOR_THE_STUCK else questions.LAND


def why_forced_down(m: Mission, water: bool, plus: int) -> str:
    """8.6."""
    key = forced_down(m, water, plus)
    if water and key == questions.BAIL_OUT:
        return "Such a ditching costs more men than a jump, although who jumps must be found without a raft."
    return _why(m, key)


def land_or_jump(m: Mission, where: Surface, plus: int) -> str:
    """8.3, 8.4, D57, D61: land, unless the roll is too bad."""
    if plus > RISKY:
        return questions.LAND
    if plus <= _HOPELESS and landing.may_give_up(m, where) and safer_empty(m, plus):
        return questions.BAIL_OUT
    return questions.SOME


def safer_empty(m: Mission, plus: int) -> bool:
    """8.3: where only men count, nobody should be aboard at this landing."""
    return plus <= RISKY and not (_stuck(m) or _holds(m, plus, _HOLDS))


def why_land_or_jump(m: Mission, where: Surface, plus: int) -> str:
    """8.3 The reason, with the men each way costs on average (advice/losses.py)."""
    key = land_or_jump(m, where, plus)
    told = _why(m, key)
    if key != questions.SOME:
        return told
    some, empty = losses.some_jump(m, plus), losses.everybody_jumps(m)
    saved = f"{told} On average {some:.1f} men die so, {losses.landing(m, plus):.1f} if all stay aboard."
    if empty >= some or not landing.may_give_up(m, where):
        return saved
    return f"{saved} If nobody stays, {some - empty:.2f} fewer; but without the bomber the mission is a defeat."


def _stuck(m: Mission) -> bool:
    """8-4b: a man aboard cannot jump, and needs one at the controls."""
    return any(man.serious for man in m.living())


def _holds(m: Mission, plus: int, least: int) -> bool:
    """7-9d: without autopilot whoever flies had better land the bomber, once the others are out."""
    return plus >= least and not m.plane.autopilot_works()


def _why(m: Mission, key: str) -> str:
    """8.3, 8.6."""
    if key == questions.LAND:
        return "Most such landings leave the men unhurt, and jumping has its dangers too."
    if key == questions.BAIL_OUT:
        return "Such a landing can kill everybody aboard; parachutes cost a man now and then."
    if _stuck(m):
        return "Somebody must land it for those who cannot jump; the others need not share the danger."
    if not m.plane.autopilot_works():
        return "Without autopilot whoever flies can hardly jump; he lands her once the others are out."
    return "The landing is dangerous: those who need not be aboard jump, and the rest may save the bomber."
