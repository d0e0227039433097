"""Section 13: turning back, when it is a must, and when it counts as a mission."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import cold, formation, movement
from flakhouse.games.b17.advice import flight as advice
from flakhouse.games.b17.questions import flight as questions
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import ENEMY, Leg, Position

__all__ = ["abort", "abort_step", "credited", "fuel_short", "mandatory", "no_bombs", "reasons"]

_ALONE = "out of formation"
_LEAK = "fuel leak"
#: 13.1 Reasons that count only for a bomber that is alone now.
_IF_ALONE = ("Navigator lost", "pilots lost", _ALONE)
_CHOICE = "by choice"
_ON_OR_BACK = ("go-on", "abort")
NO_BOMBS = "no bombs left"


# ------------------------------------------------------------------ leave to abort


def fuel_short(m: Mission) -> bool:
    """13.1, BL-1g (errata 16) A leak leaves too few turns to reach the target and England."""
    turns = m.plane.fuel_turns
    return 0 <= turns < movement.turns_home(m)


def reasons(m: Mission) -> dict[str, bool]:
    """13.1 Which of the listed causes hold now, and whether the enemy brought them about."""
    found: dict[str, bool] = {}
    for reason, enemy in m.leave.items():
        if reason == _LEAK or (m.in_formation and reason in _IF_ALONE):
            continue
        found[reason] = enemy
    if m.plane.fuel_turns >= 0 and fuel_short(m):
        found[_LEAK] = m.plane.fuel_root in ENEMY
    return found


def mandatory(m: Mission) -> str:
    """13.1, manual 5C Why the mission must be aborted, or nothing; no longer once homeward or bombed (13.2)."""
    if m.leg is Leg.BACK or m.bomb_run or m.aborted:
        return ""
    if m.must_abort:
        return m.must_abort  # B-7 row 12, result 11
    if m.plane.engines_out() >= 2:
        return "two or more engines out"
    if not m.in_formation and m.lost(Position.NAVIGATOR):
        return "Navigator lost, out of formation"
    return _short_list(m) if m.options.short_abort_list else _long_list(m)


def _short_list(m: Mission) -> str:
    """13.1 What else the rulebook makes a must."""
    if not m.in_formation and m.pilots_out():
        return "both pilots lost, out of formation"
    return ""


def _long_list(m: Mission) -> str:
    """manual 5C.2f, 13.1, manual 5C What else the manual makes a must."""
    plane = m.plane
    if plane.bomb_doors_out:
        return "bomb bay doors out"
    if plane.intercom_out:
        return "intercom out"
    if plane.norden_out:
        return "Norden sight out"
    if m.lost(Position.BOMBARDIER):
        return "Bombardier lost"
    if plane.heat_out and cold.without_heat(m):
        return "heat out"
    if not cold.oxygen_fails(plane):
        return ""
    # RULING 13.1: a free place with oxygen keeps the bomber up (9.3), and then nothing forces it home.
    if (plane.low and cold.without_oxygen(m)) or cold.must_descend(m):
        return "oxygen out"
    return ""


def credited(m: Mission) -> bool:
    """13.1 Whether the flight counts as a mission: an aborted one only for a listed cause that was the enemy's."""
    return not m.aborted or m.abort_counts


# ------------------------------------------------------------------ the decision


def abort_step(ref: Referee, m: Mission) -> None:
    """13.1 After all combat of a zone outbound the player may turn back, and for some reasons must."""
    if m.leg is not Leg.OUT or m.zone <= 1 or m.bomb_run or m.aborted:
        return
    if why := mandatory(m):
        abort(ref, m, why, forced=True)
        return
    causes = reasons(m)
    # D13
    if not _nothing_to_bring(m) and _flies_on(ref, m, causes):
        return
    by_enemy = [cause for cause, enemy in causes.items() if enemy]
    abort(ref, m, next(iter(by_enemy or causes), _CHOICE if m.plane.bombs else NO_BOMBS))


def _flies_on(ref: Referee, m: Mission, causes: dict[str, bool]) -> bool:
    """13.1 What the player decides; it is kept, so that he is asked again only if something changes."""
    advised = advice.abort(m, causes)
    if ref.ask("abort", advised, lambda: questions.abort(m, causes, advised), keys=_ON_OR_BACK) != "go-on":
        return False
    m.leave_declined = ", ".join(causes) if causes else ""
    if advised != "go-on":
        m.abort_overruled = advice.overruling(advice.why_abort(m, causes), causes)
    return True


def _nothing_to_bring(m: Mission) -> bool:
    """2B.2 Alone and without bombs nobody flies on to the target; there he turns round anyway."""
    # RULING 2B.2: in formation, or about to be in it again, he may go on with the others.
    return not (m.plane.bombs or m.in_formation or m.out_zones) and m.zone != m.target.zone


# ------------------------------------------------------------------ the abort itself


def abort(ref: Referee, m: Mission, cause: str, forced: bool = False) -> None:
    """13.1, 13.3 Abort: whether it counts is settled now, and the bomber turns round."""
    m.aborted = True
    m.abort_zone = m.zone
    m.abort_cause = cause
    m.abort_counts = any(reasons(m).values())
    m.must_abort = ""
    ref.scene("abort", zone=m.zone)
    ref.note("abort", causes=(), zone=m.zone, why=cause, forced=forced, over=m.zone == m.target.zone)
    # RULING 13.3: turning back is no cause of 9.1, so it counts as in formation; the switch sends it home alone.
    if m.options.abort_alone:
        formation.leave(ref, m, "aborting the mission")
    if m.plane.bombs:
        _bombs(ref, m)
    if m.zone == m.target.zone:
        return  # 2B.0: it turns round in the target step, where fighters come once more
    # RULING 13.1: elsewhere turning costs no turn and brings no fighters; turns spent in the zone still count.
    m.leg = Leg.BACK


def _bombs(ref: Referee, m: Mission) -> None:
    """13.2, 9.2 What becomes of the bombs."""
    if formation.why_not_jettison(m):
        return
    # D14
    if ref.ask("abort-bombs", "drop", lambda: questions.abort_bombs(m)) == "keep":
        m.bombs_kept = True
    else:
        formation.jettison(ref, m, "abort")


def no_bombs(ref: Referee, m: Mission) -> None:
    """2B.2 Over the target with nothing to drop: neither flak nor run, the bomber turns with its formation."""
    # RULING 2B.2: in formation it may fly on without bombs, but to neither flak nor run; it is written down as an
    # abort over the target, which counts if the enemy gave cause for one.
    m.aborted = True
    m.abort_zone = m.zone
    m.abort_cause = NO_BOMBS
    m.abort_counts = any(reasons(m).values())
    ref.scene("abort", zone=m.zone)
    ref.note("abort", causes=(), zone=m.zone, why=NO_BOMBS, forced=False, over=True)
