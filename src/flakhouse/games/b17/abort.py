"""Section 13: turning back, when it is a must, and when it counts to the tour."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import cold, formation, movement
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import ENEMY, INBOUND, OUTBOUND, Position

__all__ = ["abort", "abort_step", "credited", "fuel_short", "mandatory", "no_bombs", "reasons"]

_BOMBARDIER, _NAVIGATOR = Position.BOMBARDIER, Position.NAVIGATOR
_ALONE = "out of formation"
_LEAK = "fuel leak"
#: 13.1 Reasons that count only for a bomber that is alone now.
_IF_ALONE = ("Navigator lost", "pilots lost", _ALONE)
_CHOICE = "by choice"
NO_BOMBS = "no bombs left"
_LONG_WAY = 2  # zones still to go to the target


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
    if m.leg is INBOUND or m.bomb_run or m.aborted:
        return ""
    if m.must_abort:
        return m.must_abort  # B-7 row 12, result 11
    if m.plane.untouched and m.crew_well:
        return ""
    if m.plane.engines_out() >= 2:
        return "two or more engines out"
    if not m.in_formation and m.lost(_NAVIGATOR):
        return "Navigator lost, out of formation"
    return _short_list(m) if m.options.short_abort_list else _long_list(m)


def _short_list(m: Mission) -> str:
    """13.1 What else the rulebook makes a must."""
    if not m.in_formation and m.pilots_out():
        return "both pilots lost, out of formation"
    return ""


def _long_list(m: Mission) -> str:
    """13.1, manual 5C What else the manual makes a must."""
    plane = m.plane
    if plane.bomb_doors_out:
        return "bomb bay doors out"
    if plane.intercom_out:
        return "intercom out"
    if plane.norden_out:
        return "Norden sight out"
    if m.lost(_BOMBARDIER):
        return "Bombardier lost"
    if cold.without_heat(m):
        return "heat out"
    # RULING 13.1: a free place with oxygen keeps the bomber up (9.3), and then nothing forces it home.
    if (plane.low and cold.without_oxygen(m)) or cold.must_descend(m):
        return "oxygen out"
    return ""


def credited(m: Mission) -> bool:
    """13.1 Whether the flight counts to the tour: an aborted one only for a listed cause that was the enemy's."""
    return not m.aborted or m.abort_counts


# ------------------------------------------------------------------ the decision (13.1)

_GO_ON = {"go-on": "Go on to the target", "abort": "Abort the mission and turn back"}


def abort_step(ref: Referee, m: Mission) -> None:
    """13.1 After all combat of a zone outbound the player may turn back, and for some reasons must."""
    if m.leg is not OUTBOUND or m.zone <= 1 or m.bomb_run or m.aborted:
        return
    if m.plane.untouched and m.crew_well and m.in_formation and not m.must_abort:
        if ref.hurried:
            ref.asked += 1
        elif ref.choose("abort", "13.1", "Nothing is wrong. Go on?", _GO_ON, "go-on", routine=True) == "abort":
            abort(ref, m, _CHOICE)
        return
    why = mandatory(m)
    if why:
        abort(ref, m, why)
        return
    _decide(ref, m)


def _decide(ref: Referee, m: Mission) -> None:
    """13.1 Go on or turn back; a careful player turns back when the target is out of reach or not worth it."""
    default = "abort" if _hopeless(m) else "go-on"
    found = reasons(m)
    words = ", ".join(found)
    if _nothing_to_bring(m):
        key = "abort"
    elif ref.hurried:
        ref.asked += 1
        key = default
    else:
        counts = any(found.values())
        prompt = f"Cause to abort: {words}. " if found else "No cause on the list to abort. "
        prompt += "It would count to the tour. Go on?" if counts else "It would not count to the tour. Go on?"
        # Nothing new since he decided to fly on.
        routine = default == "go-on" and words == m.leave_declined
        # D13
        key = ref.choose("abort", "13.1", prompt, _GO_ON, default, routine=routine)
    if key == "go-on":
        m.leave_declined = words
        return
    cause = next((reason for reason, enemy in found.items() if enemy), next(iter(found), ""))
    abort(ref, m, cause or (_CHOICE if m.plane.bombs else NO_BOMBS))


def _nothing_to_bring(m: Mission) -> bool:
    """2B.2 Alone and without bombs nobody flies on to the target; there he turns round anyway."""
    # RULING 2B.2: in formation, or about to be in it again, he may go on with the others.
    return not (m.plane.bombs or m.in_formation or m.out_zones) and m.zone != m.target.zone


def _hopeless(m: Mission) -> bool:
    """13.1 What makes a careful pilot turn back: no fuel, no bombs or no aim, or a long way alone."""
    plane = m.plane
    if plane.fuel_turns >= 0 and fuel_short(m):
        return True
    if m.zone == m.target.zone:
        return False  # the formation turns for home here anyway
    if not plane.bombs or not (m.in_formation or m.out_zones):
        return True
    if m.target.zone - m.zone >= _LONG_WAY:
        return True  # hit so early it is lost far more often than on the mission flown instead, and bombs worse
    # With the rulebook's list these are no must, but the bombs cannot hit, and the abort counts.
    useless = plane.norden_out or plane.bomb_doors_out or m.lost(_BOMBARDIER)
    return useless and any(reasons(m).values())


# ------------------------------------------------------------------ the abort itself

_DROP = {"drop": "Jettison the bombs", "keep": "Keep them aboard"}


def abort(ref: Referee, m: Mission, cause: str) -> None:
    """13.1, 13.3 Abort: whether it counts is settled now, and the bomber turns round."""
    m.aborted = True
    m.abort_zone = m.zone
    m.abort_cause = cause
    m.abort_counts = any(reasons(m).values())
    m.must_abort = ""
    ref.note("abort", zone=m.zone, why=cause)
    # RULING 13.3: turning back is no cause of 9.1, so it counts as in formation; the switch sends it home alone.
    if m.options.abort_alone:
        formation.leave(ref, m, "aborting the mission")
    if m.plane.bombs:
        _bombs(ref, m)
    if m.zone == m.target.zone:
        return  # 2B.0: it turns round in the target step, where fighters come once more
    # RULING 13.1: elsewhere turning costs no turn and brings no fighters; turns spent in the zone still count.
    m.leg = INBOUND


def _bombs(ref: Referee, m: Mission) -> None:
    """13.2, 9.2 What becomes of the bombs."""
    why = formation.why_not_jettison(m)
    if why:
        return
    if ref.hurried:
        ref.asked += 1
    elif ref.choose("abort-bombs", "13.2", "Jettison the bombs for the way home?", _DROP, "drop") == "keep":  # D14
        m.bombs_kept = True
        return
    formation.jettison(ref, m, "abort")


def no_bombs(ref: Referee, m: Mission) -> None:
    """2B.2 Over the target with nothing to drop: neither flak nor run, the bomber turns with its formation."""
    # RULING 2B.2: in formation it may fly on without bombs, but to neither flak nor run; it is written down as an
    # abort over the target, which counts if the enemy gave cause for one.
    m.aborted = True
    m.abort_zone = m.zone
    m.abort_cause = NO_BOMBS
    m.abort_counts = any(reasons(m).values())
    ref.note("abort", zone=m.zone, why=NO_BOMBS)
