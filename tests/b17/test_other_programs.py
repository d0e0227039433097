"""Faults known from other programs of this game, in flights with every die given."""

from __future__ import annotations

from flakhouse.core.events import Noted
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import debrief, mission
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import End, Fate, Leg, Position, Repair, Result, Section, Surface
from tests.b17 import helpers
from tests.b17.helpers import done, noted, referee, rolled

_WAVES = (6,)  # B-1: two waves
_FROM_BEHIND = (1, 1)  # B-3: an Me109 at 6 High
_HITS = (6, 3, 4)  # M-3, and two shells on B-4
_BAY, _WING, _TAIL = (2, 3), (3, 3), (3, 4)  # B-5
_ROOT = (1, 1)  # BL-1: the wing root


def _flight(**changes: object) -> Mission:
    """In Zone 5 of 7, beyond the escort, in formation, with nothing left to fire: only the Germans roll."""
    m = helpers.mission(zone=5, **changes)
    m.target.zone = 7
    m.target.modifiers = dict.fromkeys(range(2, 8), 0)
    m.target.letters = {zone: (Surface.GERMANY,) for zone in range(2, 8)}
    m.options.spray_fire = m.options.pilot_quality = m.options.random_events = False
    for gun in m.plane.guns.values():
        gun.bursts = 0
    return m


def _lost(ref: Referee, m: Mission, end: End) -> None:
    """The flight ended here and now: no landing, no further wave, no fighter, and a defeat."""
    assert (m.end, m.repair, m.zone) == (end, Repair.LOST, 5)
    assert rolled(ref).count("B-3") == 1
    assert not {"G-9", "G-10"} & set(rolled(ref))
    assert "landing" not in noted(ref)
    assert m.fighters == []
    assert debrief.result(m) is Result.DEFEAT


def test_8_3_P_3_a_bomber_whose_bombs_detonated_never_lands() -> None:
    m = _flight()
    ref = referee(*_WAVES, *_FROM_BEHIND, *_HITS, *_BAY, *_TAIL, 1, 2, 6, defaults=True)
    mission.fly(ref, m, "combat")
    assert "bombs-detonate" in noted(ref)
    _lost(ref, m, End.DESTROYED)
    assert {man.fate for man in m.men.values()} == {Fate.KIA}
    done(ref)


def test_6_8_BL_1a_a_bomber_whose_wing_is_off_never_lands() -> None:
    m = _flight()
    m.plane.wings[Section.PORT_WING].root_hits = 4
    ref = referee(*_WAVES, *_FROM_BEHIND, *_HITS, *_WING, *_TAIL, *_ROOT, *[1] * 10, defaults=True)
    mission.fly(ref, m, "combat")
    _lost(ref, m, End.OUT_OF_CONTROL)
    assert rolled(ref).count("G-7") == 10
    done(ref)


def test_14_1_a_crew_that_bailed_out_stops_fighting_in_the_middle_of_a_wave() -> None:
    m = _flight(feathering_out=True)
    for gun in m.plane.guns.values():
        gun.bursts = 5  # they could fire on, if anybody were there
    runaway = (4, 5, 1, 5)  # BL-1: engine 1 runs away
    jumps = (6,) * 10
    misses = (1,) * 3  # top turret, radio room and tail
    ref = referee(*_WAVES, *_FROM_BEHIND, *misses, *_HITS, *_WING, *_TAIL, *runaway, *jumps, defaults=True)
    mission.fly(ref, m, "combat")
    _lost(ref, m, End.ABANDONED)
    after = rolled(ref)[rolled(ref).index("G-6") :]
    assert after == ["G-6"] * 10  # no shot at the fighter, no repeat attack, no second shell
    assert all(m.seats[where] is None for where in Position)
    done(ref)


def test_13_1_an_abort_turns_the_plane_round_zone_after_zone() -> None:
    m, ref = _flight(), referee(1, 1, 1, 1, 4, 3, 3, 4, answers=["abort", "drop"], defaults=True)
    m.number = 3  # cover is Good without a roll
    mission.fly(ref, m, "combat")
    zones = [event.facts["zone"] for event in ref.events if isinstance(event, Noted) and event.kind == "zone"]
    assert zones == [4, 3, 2, 1]
    assert rolled(ref) == ["B-1"] * 4 + ["O-1", "G-9"]
    assert (m.leg, m.abort_zone, m.end, m.on_target) == (Leg.BACK, 5, End.LANDED, None)
    assert debrief.result(m) is Result.DRAW
    done(ref)
