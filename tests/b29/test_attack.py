"""5.2B-F: tables 5-2 to 5-5 and the notes of 5-3."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Rolled
from flakhouse.games.b29.combat import attack
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.state import Fighter, Mission
from flakhouse.games.b29.words import (
    Altitude,
    Angle,
    Clock,
    EngineState,
    FighterType,
    Formation,
    FormationPlace,
    Position,
    Root,
    Skill,
    Squadron,
)
from tests.b29.helpers import done, mission, noted, referee, rolled

PLAIN = Options(jack=False)


def where(m: Mission) -> list[str]:
    return [f"{f.kind.value} {f.where()}" for f in m.fighters]


def come(m: Mission, *faces: int, kind: FighterType = FighterType.FRANK) -> Mission:
    """One fighter's approach with exactly these dice."""
    ref = referee(*faces)
    attack.approach(ref, m, attack.Raid(), kind)
    done(ref)
    return m


@pytest.mark.parametrize(
    ("faces", "kind"),
    [
        ((1, 1), FighterType.NICK),
        ((1, 2), FighterType.NICK),
        ((2, 2), FighterType.TONY),
        ((2, 3), FighterType.ZEKE),
        ((3, 3), FighterType.ZEKE),
        ((3, 4), FighterType.FRANK),
        ((4, 4), FighterType.TOJO),
        ((4, 5), FighterType.OSCAR),
        ((5, 5), FighterType.GEORGE),
        ((6, 6), FighterType.GEORGE),
    ],
)
def test_5_2_types(faces: tuple[int, int], kind: FighterType) -> None:
    """5-2."""
    assert attack.fighter_type(referee(*faces), mission(options=PLAIN)) is kind


def test_5_2_hi_plus_one_can_be_slow_taking_off() -> None:
    """5-2, 5-2 modifiers."""
    m = mission(options=PLAIN)
    m.plane.altitude = Altitude.HI
    ref = referee(6, 6)
    attack.attackers(ref, m)
    done(ref)
    assert m.fighters == []
    assert noted(ref) == ["fighters-late"]


def test_5_2_lo_minus_one_can_roll_again() -> None:
    """5-2 modifiers."""
    m = mission(options=PLAIN)
    m.plane.altitude = Altitude.LO
    ref = referee(1, 1, 1, 1, 4, 4)
    assert attack.fighter_type(ref, m) is FighterType.FRANK
    done(ref)


@pytest.mark.parametrize(("die", "kind"), [(4, FighterType.TONY), (5, FighterType.JACK), (6, FighterType.JACK)])
def test_R_41_a_tony_may_be_a_jack(die: int, kind: FighterType) -> None:
    assert attack.fighter_type(referee(2, 2, die), mission()) is kind


def test_R_41_a_nick_may_be_a_jack_but_no_zeke() -> None:
    assert attack.fighter_type(referee(1, 1, 5), mission()) is FighterType.JACK
    ref = referee(2, 3)
    assert attack.fighter_type(ref, mission()) is FighterType.ZEKE
    done(ref)


@pytest.mark.parametrize(
    ("faces", "clock"),
    [
        ((2, 2), Clock.C3),
        ((3, 3), Clock.C12),
        ((3, 4), Clock.C130),
        ((4, 4), Clock.C1030),
        ((4, 5), Clock.C6),
        ((5, 5), Clock.C9),
        ((5, 6), Clock.C6),
    ],
)
def test_table_5_3_clock_rows(faces: tuple[int, int], clock: Clock) -> None:
    """5.2C."""
    m = come(mission(), *faces, 3)
    assert m.fighters[0].clock is clock
    assert m.fighters[0].name == "Frank A"


@pytest.mark.parametrize(
    ("area", "angles"),
    [
        ((2, 2), "LLEEHH"),  # 3 o'clock: plain
        ((3, 3), "LEEHHH"),  # 12: +1
        ((3, 4), "LEEHHH"),  # 1:30: +1
        ((4, 4), "LEEHHH"),  # 10:30: +1
        ((4, 5), "LLLEEH"),  # 6: -1
    ],
)
def test_table_5_4_angle_and_modifiers(area: tuple[int, int], angles: str) -> None:
    """5.2D."""
    letters = {Angle.LOW: "L", Angle.LEVEL: "E", Angle.HIGH: "H"}
    got = "".join(letters[come(mission(), *area, die).fighters[0].angle] for die in range(1, 7))
    assert got == angles


def test_5_4_note_an_angle_taken_is_rolled_again() -> None:
    """5.2D."""
    m = mission()
    m.fighters.append(Fighter(FighterType.ZEKE, Clock.C3, Angle.LOW))
    come(m, 2, 2, 1, 2, 3)
    assert where(m) == ["Zeke 3 Low", "Frank 3 Level"]


def test_5_4_note_a_full_area_is_rolled_again_on_5_3() -> None:
    m = mission()
    for angle in (Angle.LOW, Angle.LEVEL, Angle.HIGH):
        m.fighters.append(Fighter(FighterType.ZEKE, Clock.C3, angle))
    come(m, 2, 2, 5, 5, 1)
    assert where(m)[-1] == "Frank 9 Low"


# ------------------------------------------------------------------ notes of 5-3


@pytest.mark.parametrize(
    ("squadron", "formation", "altitude", "extra"),
    [
        (Squadron.LOW, Formation.IN, Altitude.HI, ["Frank Vertical Climb"]),
        (Squadron.LOW, Formation.IN, Altitude.LO, ["Frank Vertical Climb"]),
        (Squadron.HIGH, Formation.IN, Altitude.MED, ["Frank Vertical Dive"]),
        (Squadron.HIGH, Formation.IN, Altitude.HI, []),
        (Squadron.MIDDLE, Formation.IN, Altitude.MED, []),
        (Squadron.MIDDLE, Formation.OUT, Altitude.LO, ["Frank Vertical Dive"]),
        (Squadron.LOW, Formation.OUT, Altitude.MED, ["Frank Vertical Dive"]),
        (Squadron.LOW, Formation.OUT, Altitude.HI, []),
    ],
)
def test_5_3_note_a_R_43(squadron: Squadron, formation: Formation, altitude: Altitude, extra: list[str]) -> None:
    """5-3a, R-22."""
    m = mission(squadron=squadron, formation=formation)
    m.plane.altitude = altitude
    come(m, 1, 1, 2, 2, 3, kind=FighterType.TOJO)
    assert where(m) == [*extra, "Tojo 3 Level"]


def test_5_3_note_a_once_an_attack() -> None:
    """5-3a, R-22."""
    m = come(mission(squadron=Squadron.LOW), 1, 1, 1, 1, 2, 2, 3, kind=FighterType.TOJO)
    assert where(m) == ["Frank Vertical Climb", "Tojo 3 Level"]


def test_5_3_note_b_before_mission_15_the_fighter_feints() -> None:
    """5-3b."""
    m = come(mission(14), 1, 2, 1)
    assert m.fighters == []


def test_5_3_note_b_baka_from_mission_15_at_6_level_without_5_5() -> None:
    """5.2F, 5-3b."""
    m = come(mission(15), 1, 2, 1)
    assert where(m) == ["Baka 6 Level"]
    ref = referee()
    attack.status(ref, m)
    assert m.fighters[0].skill is None
    done(ref)


def test_5_3_note_c_rammer_rolls_its_area_again_and_is_marked_once() -> None:
    """5-3c."""
    m = come(mission(), 1, 2, 2, 1, 2, 3, 3, 3, 6)
    assert where(m) == ["Frank 12 High"]
    assert m.fighters[0].ram


@pytest.mark.parametrize("die", [4, 5, 6])
def test_5_3_notes_d_e_nothing_out_of_formation(die: int) -> None:
    m = mission(formation=Formation.OUT)
    come(m, 1, 2, die)
    assert m.fighters == []


@pytest.mark.parametrize(
    ("tactic", "die", "column"),
    [
        (4, 1, "Medium Flak"),
        (4, 2, "Light Flak"),
        (4, 6, "Light Flak"),
        (5, 1, "Medium Flak"),
        (6, 2, "Medium Flak"),
        (5, 3, "Light Flak"),
    ],
)
def test_5_3_notes_d_e_R_42_two_rolls_of_flak(tactic: int, die: int, column: str) -> None:
    m = mission()
    ref = referee(1, 2, tactic, die, 2, 2, 2, 2)  # 4 misses in both columns
    attack.approach(ref, m, attack.Raid(), FighterType.TONY)
    done(ref)
    assert rolled(ref).count("6-3") == 2
    notes = [e for e in ref.events if isinstance(e, Rolled) and e.chart.startswith("5-3") and "-" in e.chart[3:]]
    assert notes[-1].result == column
    assert m.cause is Root.AIRBURST
    assert m.fighters == []


@pytest.mark.parametrize(("faces", "count"), [((1, 1), 1), ((1, 2), 1), ((2, 2), 2), ((3, 4), 3), ((6, 6), 6)])
def test_5_3_row_5_number_of_planes_is_half_rounded_down(faces: tuple[int, int], count: int) -> None:
    """5.2C."""
    assert attack.PLANES.at(sum(faces)) == count


def test_5_3_row_5_coordinated_attack_same_type_each_with_its_area() -> None:
    m = come(mission(), 1, 4, 2, 2, 2, 2, 1, 5, 5, 6, kind=FighterType.OSCAR)
    assert where(m) == ["Oscar 3 Low", "Oscar 9 High"]
    assert [f.name for f in m.fighters] == ["Oscar A", "Oscar B"]


def test_5_3_note_f_second_5_drives_that_fighter_off() -> None:
    """5-3f."""
    m = mission()
    ref = referee(1, 4, 2, 2, 1, 4, 5, 2, 2, 3)
    attack.approach(ref, m, attack.Raid(), FighterType.OSCAR)
    done(ref)
    assert where(m) == ["Oscar 3 Level"]
    assert "fighter-driven-off" in noted(ref)


def test_5_3_note_f_hits_by_other_bombers_R_51_without_multiplier() -> None:
    """5-3f, R-51."""
    m = mission()
    # 6 hits, two shells: nose and superficial; the nose roll is superficial too
    ref = referee(6, 2, 1, 1, 3, 4, 3, 4)
    attack.friendly_fire(ref, m, attack.FRIENDLY)
    done(ref)
    assert rolled(ref) == ["5-3f-hit", "5-3f-shells", "5-3f-place", "5-3f-place", "7-1"]
    assert m.cause is Root.FRIENDLY


def test_5_3_note_f_places() -> None:
    places: dict[str, list[int]] = {}
    for n in range(2, 13):
        places.setdefault(attack.FRIENDLY_PLACE.word(n), []).append(n)
    assert places.pop("Nose") == [2, 12]
    assert places.pop("Superficial") == [7]
    assert {word: n for word, (n,) in places.items()} == {
        "Tail": 10,
        "Utility": 11,
        "Waist": 4,
        "Port Wing": 8,
        "Nav/Radio": 3,
        "Aft Bomb Bay": 9,
        "Fwd Bomb Bay": 5,
        "Starboard Wing": 6,
    }


def test_5_3_note_f_out_of_formation_rolls_again() -> None:
    m = come(mission(formation=Formation.OUT), 1, 4, 1, 1, 1, 4, 2, 2, 3, kind=FighterType.OSCAR)
    assert where(m) == ["Oscar 3 Level"]


def fast(m: Mission) -> Mission:
    m.formation = Formation.OUT
    for bay in m.plane.bays():
        bay.bombs = False
    return m


@pytest.mark.parametrize("kind", [FighterType.OSCAR, FighterType.ZEKE, FighterType.TONY, FighterType.NICK])
def test_5_3_note_g_slow_types_cannot_catch_a_fast_bomber(kind: FighterType) -> None:
    """5-3g."""
    assert come(fast(mission()), 4, 5, kind=kind).fighters == []
    assert come(fast(mission()), 5, 6, kind=kind).fighters == []


@pytest.mark.parametrize("kind", [FighterType.FRANK, FighterType.TOJO, FighterType.GEORGE, FighterType.JACK])
def test_5_3_note_g_not_the_fast_types(kind: FighterType) -> None:
    """5-3g."""
    assert where(come(fast(mission()), 4, 5, 4, kind=kind)) == [f"{kind.value} 6 Level"]


def test_5_3_note_g_all_five_conditions() -> None:
    broken = []
    m = fast(mission())
    m.formation = Formation.IN
    broken.append(m)
    m = fast(mission())
    m.plane.engines[0].state = EngineState.REDUCED
    broken.append(m)
    m = fast(mission())
    m.plane.aft.bombs = True
    broken.append(m)
    m = fast(mission())
    m.men[Position.TAIL_GUNNER].serious = m.men[Position.CFC].dead = True
    broken.append(m)
    m = fast(mission())
    m.plane.intercom_out = True
    broken.append(m)
    for m in broken:
        assert where(come(m, 4, 5, 4, kind=FighterType.ZEKE)) == ["Zeke 6 Level"]
    m = fast(mission())
    m.men[Position.TAIL_GUNNER].serious = True  # the CFC is enough
    assert come(m, 4, 5, kind=FighterType.ZEKE).fighters == []


@pytest.mark.parametrize(
    ("place", "formation", "dice", "extra"),
    [
        (FormationPlace.LEAD, Formation.IN, (1,), ["Tony 12 Low"]),
        (FormationPlace.TAIL, Formation.IN, (1,), ["Frank 6 Low"]),
        (FormationPlace.MIDDLE, Formation.OUT, (1, 6), ["Tony 12 Low", "Frank 6 High"]),
        (FormationPlace.LEAD, Formation.OUT, (1, 6), ["Tony 12 Low", "Frank 6 High"]),
    ],
)
def test_5_3_note_h_extra_fighters(
    place: FormationPlace, formation: Formation, dice: tuple[int, ...], extra: list[str]
) -> None:
    m = come(mission(place=place, formation=formation), 6, 6, *dice, 2, 2, 3, kind=FighterType.TOJO)
    assert where(m) == [*extra, "Tojo 3 Level"]


@pytest.mark.parametrize(
    ("die", "place"),
    [(2, FormationPlace.LEAD), (3, FormationPlace.TAIL), (5, FormationPlace.MIDDLE)],
)
def test_5_3_note_h_formation_casualties(die: int, place: FormationPlace) -> None:
    m = come(mission(place=FormationPlace.MIDDLE), 6, 6, die, 2, 2, 3)
    assert m.place is place
    assert where(m) == ["Frank 3 Level"]


def test_5_3_note_h_once_an_attack() -> None:
    m = come(mission(place=FormationPlace.LEAD), 6, 6, 1, 6, 6, 2, 2, 3)
    assert where(m) == ["Tony 12 Low", "Frank 3 Level"]


def test_R_44_the_extra_fighter_attacks_though_the_first_feints() -> None:
    m = come(mission(14, squadron=Squadron.LOW), 1, 1, 1, 2, 1)
    assert where(m) == ["Frank Vertical Climb"]


@pytest.mark.parametrize(
    ("faces", "kind", "skill"),
    [
        ((3, 4), FighterType.TONY, Skill.GREEN),
        ((4, 4), FighterType.TONY, Skill.AVERAGE),
        ((5, 6), FighterType.TONY, Skill.AVERAGE),
        ((6, 6), FighterType.TONY, Skill.ACE),
        ((3, 4), FighterType.GEORGE, Skill.AVERAGE),
        ((5, 6), FighterType.GEORGE, Skill.ACE),
        ((6, 6), FighterType.GEORGE, Skill.ACE),
        ((3, 4), FighterType.JACK, Skill.GREEN),
    ],
)
def test_table_5_5_pilot_status_R_45(faces: tuple[int, int], kind: FighterType, skill: Skill) -> None:
    """5.2F, R-45."""
    m = mission()
    m.fighters.append(Fighter(kind, Clock.C3, Angle.LOW))
    attack.status(referee(*faces), m)
    assert m.fighters[0].skill is skill
