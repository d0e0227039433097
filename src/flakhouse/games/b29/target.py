"""Section 6 of the rules: over the target. Visibility, flak, bomb run, thermals, more flak (tables 6-1 to 6-9)."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.mods import Mod
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import damage_wings, doors, ending, engines, flak, stores, wounds
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.combat import evasion
from flakhouse.games.b29.questions import target as questions
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import (
    WINGS,
    Altitude,
    FormationPlace,
    Position,
    Root,
    Squadron,
    Visibility,
    Weather,
)

__all__ = ["AIM", "VISIBILITY", "accuracy", "aim_mods", "bomb_run", "sight_mods", "target_step", "turbulence"]


class Aim(StrEnum):
    """The results of 6-6."""

    OFF = "Off Target"
    ON = "On Target"


class Thermal(StrEnum):
    """The results of 6-8."""

    SEVERE = "Severe"
    MODERATE = "Moderate"


class Impact(StrEnum):
    """The results of 6-9."""

    SAFE = "Safe passage"
    WINGS = "Wing damage"
    ROOTS = "Wing roots"
    CREW = "Wing roots and crew"
    COLLISION = "Possible collision"
    BOMBS = "Bombs tossed"
    FLIPPED = "Flipped over"


class Thrown(StrEnum):
    """A man in the thermals (6-9 rows 9 and 12)."""

    NOTHING = "no effect"
    WOUND = "Wound"


class Meeting(StrEnum):
    """Another B-29 in the thermals (6-9 row 10)."""

    NONE = "no collision"
    COLLISION = "Collision"


class Tossed(StrEnum):
    """Bombs in the thermals (6-9 row 11)."""

    NOTHING = "no effect"
    EXPLOSION = "Explosion"


class Flip(StrEnum):
    """On its back (6-9 row 12)."""

    CRASH = "Crash"
    RIGHTED = "Righted"


def _percent(word: str) -> str:
    """6-7 A cell: a percentage or the dice that give it, with "b" where an Urban Area doubles it."""
    kind, _, doubled = word.partition(" ")
    if doubled not in ("", "b") or not (kind in ("a", "c", "88+2D", "1D", "2D") or 0 <= int(kind) <= 100):
        raise ValueError(word)
    return word


VISIBILITY = CHARTS.words("6-1", Visibility)
AIM = CHARTS.words("6-6", Aim)
ACCURACY = CHARTS.bind("6-7", _percent)
SUM = CHARTS.numbers("6-7a-sum")
TIMES = CHARTS.numbers("6-7a-times")
OVER_88 = CHARTS.numbers("6-7-88")
STRAY = CHARTS.numbers("6-7c-stray")
ONE_DIE = CHARTS.numbers("6-7-1D")
TWO_DICE = CHARTS.numbers("6-7-2D")
_ACCURACY = (ACCURACY, SUM, TIMES, STRAY, OVER_88, ONE_DIE, TWO_DICE)
THERMAL = CHARTS.words("6-8", Thermal)
IMPACT = CHARTS.words("6-9", Impact)
THROWN = CHARTS.words("6-9-crew", Thrown)
MEETING = CHARTS.words("6-9-collision", Meeting)
TOSSED = CHARTS.words("6-9-bombs", Tossed)
FLIP = CHARTS.words("6-9-flip", Flip)
_CITY = "the city"
_VM = VISIBILITY.mods
_AM = AIM.mods
_TM = THERMAL.mods
_CM = MEETING.mods


def target_step(ref: Referee, m: Mission) -> None:
    """6.0 Over the target: everything from 6-1 to the second flak; the next turn turns for home (6.5)."""
    if m.forced_down:
        engines.down_step(ref, m)  # 8.5: combat is over, and it cannot stay up
    m.reached_target = True
    if m.visibility is None:
        _visibility(ref, m)  # once a mission, also if the first run is broken off
    _evade(ref, m)
    # 6-6: what flak did on a run that was broken off is damage like any other on the next one.
    m.bombardier_hit_on_run = m.bombsight_hit_on_run = False
    m.on_run = True
    flak.over_target(ref, m)
    m.on_run = False
    if m.forced_down:
        engines.down_step(ref, m)
    if m.plane.altitude is not m.altitude:
        # RULING R-102: bombs fall from mission altitude; driven down by flak, it tries again or aborts.
        ref.note("run-spoiled")
        return
    bomb_run(ref, m)
    if m.options.turbulence:
        turbulence(ref, m)
    if m.options.second_flak:
        _evade_on_the_way_out(ref, m)
        flak.over_target(ref, m, additional=True)
    m.cause = Root.CHOICE
    m.turn_round = True


# ------------------------------------------------------------------ 6.1


def sight_mods(m: Mission) -> list[Mod]:
    """6-1 What counts for how much can be seen of the target."""
    mods: list[Mod] = []
    if m.weather is Weather.GOOD:
        mods.append(_VM["good"])
    elif m.weather is Weather.BAD:
        mods.append(_VM["bad"])
    if m.plane.altitude is Altitude.LO:
        mods.append(_VM["lo"])
    elif m.plane.altitude is Altitude.HI:
        mods.append(_VM["hi"])
    if m.urban():
        if m.place is FormationPlace.LEAD:
            mods.append(_VM["lead"])
        elif m.place is FormationPlace.TAIL:
            mods.append(_VM["tail"])
    return mods


def _visibility(ref: Referee, m: Mission) -> None:
    """6.1, 6-1 What can be seen of the target."""
    m.visibility = ref.roll(VISIBILITY, sight_mods(m))
    ref.note("over-target", city=m.target.city, target=m.target.kind.value, visibility=m.visibility.value)


def _evade(ref: Referee, m: Mission) -> None:
    """6-2, 6-6, 5.7 D45: weave through the flak, at night or out of formation."""
    if evasion.why_not_evade(m):
        return
    m.evaded_flak = ref.agreed(
        "evade-flak", True, lambda: questions.evade_flak(m, aim_mods(m), _AM["evaded"], _always_off(m))
    )


def _evade_on_the_way_out(ref: Referee, m: Mission) -> None:
    """6.4, 6-2 D45: after bombs away weaving costs nothing more; asked again unless he weaves already."""
    if not m.evaded_flak and not evasion.why_not_evade(m):
        m.evaded_flak = ref.agreed("evade-flak-out", True, lambda: _out(m))


def _out(m: Mission) -> Question:
    """6.4, 6-2 The question, with the flak to be expected."""
    weaving, straight = (flak.level_mods(m, True, evaded) for evaded in (True, False))
    return questions.evade_flak_out(m, weaving, straight)


# ------------------------------------------------------------------ 6.3A


def bomb_run(ref: Referee, m: Mission) -> None:
    """6.3, 6.3A, 6-6, 6-7 The bomb run: releases, aim, doors, accuracy. R-117: the door dice come after 6-6."""
    ref.scene("bomb-run", zone=m.zone, city=m.target.city)
    plane = m.plane
    loaded = [bay for bay in plane.bays() if bay.bombs]
    if not loaded:
        m.bomb_run = True  # the bombs are gone already: there is nothing to aim
        ref.note("no-bombs")
        return
    why = _always_off(m)
    mods = aim_mods(m)  # before a bay that hangs sends the bomber out of formation
    released = [bay for bay in loaded if stores.run_release(ref, m, bay)]
    on_target = bool(released) and _aim(ref, why, mods)
    ref.done()  # told with the bombs: no cause of what the doors do
    for bay in loaded:
        doors.run_doors(ref, m, bay)
    dropped = [bay for bay in released if doors.passable(m, bay)]
    m.bomb_run = True
    if not dropped:
        # 6-7d: no bay lets its bombs go.
        m.on_target = False
        m.percent = 0
        ref.note("bombs-hung", causes=(stores.RELEASE,))
        return
    percent = accuracy(ref, m, on_target)
    if len(dropped) < 2 or any(bay.release_damaged for bay in dropped):
        percent = (percent + 1) // 2  # 6-7d; R-60: rounded up
    for bay in dropped:
        bay.bombs = False
    m.bombed = True
    m.on_target = on_target
    m.percent = percent
    ref.note(
        "bombs-away", causes=(AIM, *_ACCURACY), result=(Aim.ON if on_target else Aim.OFF).value, percent=percent
    )
    for bay in loaded:
        if bay.bombs:
            ref.note("bay-hung", bay=bay.section.value)


def _aim(ref: Referee, why: str, mods: list[Mod]) -> bool:
    """6-6 On or off target."""
    if why:
        ref.note("always-off", why=why)
        return False
    return ref.roll(AIM, mods) is Aim.ON


def _always_off(m: Mission) -> str:
    """6-6 and its note, 4-9h: what makes the bombs miss without a roll."""
    plane = m.plane
    if m.bombardier_hit_on_run:
        return "the bombardier was hit on the run"  # RULING R-122
    if plane.bombsight_out:
        if m.out_of_formation():
            return "no bombsight and no formation to follow"  # RULING R-123: damaged at any time
        if m.place is FormationPlace.LEAD and m.bombsight_hit_on_run:
            return "the bombsight of the lead bomber was hit on the run"
    if plane.release_failed and not m.urban():
        return "the release failed and the bombs were released by hand"
    return ""


def aim_mods(m: Mission) -> list[Mod]:
    """7-1e, GTS 17-8, 6-6 Its modifiers."""
    plane = m.plane
    mods: list[Mod] = []
    urban = m.urban()
    if plane.altitude is Altitude.HI:
        mods.append(_AM["hi_off_course" if m.off_over_target else "hi"])
    elif plane.altitude is Altitude.LO:
        mods.append(_AM["lo"])
    if plane.release_failed and urban:
        mods.append(_AM["release"])
    if not urban and not plane.autopilot_works():
        mods.append(_AM["autopilot"])
    if m.disrupted and m.in_formation():
        mods.append(_AM["disrupted"])
    if m.night:
        mods.append(_AM["night"])  # of the mission
    if m.lit:
        mods.append(_AM["lit"])
    sets = plane.radar_works() and plane.intercom_works()
    if not sets or m.lost(Position.RADAR_OPERATOR):
        mods.append(_AM["radar"])
    by_radar = urban and sets and m.own(Position.RADAR_OPERATOR)
    if m.visibility is Visibility.OBSCURED and not by_radar:
        mods.append(_AM["obscured"])
    if plane.bombsight_out and not by_radar:
        mods.append(_AM["bombsight"])
    if m.lost(Position.BOMBARDIER):
        mods.append(_AM["bombardier"])
    elif m.pickle_barrel:
        mods.append(_AM["pickle_barrel"])
    if m.lost(Position.NAVIGATOR) and not m.navigator_hit_over_target and (m.night or m.out_of_formation()):
        mods.append(_AM["navigator"])
    if m.evaded_lights or m.evaded_flak:
        mods.append(_AM["evaded"])
    if m.visibility is Visibility.CLEAR:
        mods.append(_AM["clear"])
    if urban:
        mods.append(_AM["urban"])
    return mods


def accuracy(ref: Referee, m: Mission, on_target: bool) -> int:
    """6-7 and notes (a) to (c): the percentage before any halving."""
    if m.urban():
        ref.concerns(_CITY, ACCURACY)  # 6-7b: its rows count double
    word = ref.roll(ACCURACY, (), 0 if on_target else 1)
    kind, _, doubled = word.partition(" ")
    if kind == "a":
        percent = (ref.roll(SUM) + ref.roll(SUM) + ref.roll(SUM)) * ref.roll(TIMES)
    elif kind == "c":
        percent = 3 * max(0, ref.roll(STRAY) - 6)
    elif kind == "88+2D":
        percent = 88 + ref.roll(OVER_88)
    elif kind == "1D":
        percent = ref.roll(ONE_DIE)
    elif kind == "2D":
        percent = ref.roll(TWO_DICE)
    else:
        percent = int(kind)
    if doubled and m.urban():
        percent *= 2
    return min(100, percent)  # RULING R-61


# ------------------------------------------------------------------ 6.3B


def turbulence(ref: Referee, m: Mission) -> None:
    """6.3B, 6-8 Heat over a burning city: Urban Area targets of 2-2C at LO only."""
    if not m.urban() or m.target.from_2_3 or m.plane.altitude is not Altitude.LO:
        return
    m.cause = Root.THERMAL
    ref.scene("weather", zone=m.zone)
    mods: list[Mod] = []
    if m.place is FormationPlace.LEAD:
        mods.append(_TM["lead"])
    elif m.place is FormationPlace.TAIL:
        mods.append(_TM["tail"])
    if m.squadron is Squadron.HIGH:
        mods.append(_TM["high"])
    elif m.squadron is Squadron.LOW:
        mods.append(_TM["low"])
    if m.on_target is False:
        mods.append(_TM["off_target"])
    if ref.roll(THERMAL, mods) is Thermal.SEVERE:
        impact = ref.roll(IMPACT)
        ref.note("thermals", result=impact.value)
        _strike(ref, m, impact)
    ref.otherwise("thermals-spare")


def _strike(ref: Referee, m: Mission, impact: Impact) -> None:
    """6-9 Row by row."""
    if impact is Impact.WINGS:
        for wing in WINGS:
            damage_wings.hit(ref, m, wing)
    elif impact is Impact.ROOTS:
        _roots(ref, m, 1)
    elif impact is Impact.CREW:
        _roots(ref, m, 1)
        _thrown(ref, m)
    elif impact is Impact.COLLISION:
        mods: list[Mod] = []
        if m.squadron is Squadron.LOW:
            mods.append(_CM["low"])
        elif m.squadron is Squadron.HIGH:
            mods.append(_CM["high"])
        if ref.roll(MEETING, mods) is Meeting.COLLISION:
            ending.uncontrolled(ref, m)
    elif impact is Impact.BOMBS:
        # Without bombs falling or hanging there is nothing to be tossed about.
        if (m.bombed or m.plane.bombs_aboard()) and ref.roll(TOSSED) is Tossed.EXPLOSION:
            ending.destroyed(ref, m)
    elif impact is Impact.FLIPPED:
        if m.plane.power_out() or ref.roll(FLIP) is Flip.CRASH:
            ending.destroyed(ref, m)
        _roots(ref, m, 2)
        _thrown(ref, m)


def _roots(ref: Referee, m: Mission, count: int) -> None:
    """6-9 So many root hits on each wing (7-5a)."""
    for wing in WINGS:
        damage_wings.root_hit(ref, m, wing, count)


def _thrown(ref: Referee, m: Mission) -> None:
    """6-9 rows 9, 12: a die for each man; 6 is a wound at -1."""
    for man in m.living():
        if ref.roll(THROWN) is Thrown.WOUND:
            wounds.wound(ref, m, man, (wounds.THERMAL,))
    wounds.settle(ref, m)
