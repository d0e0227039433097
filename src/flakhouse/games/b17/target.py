"""Sections 2B and 12: weather over the target (O-1) and the bomb run (O-6, O-7)."""

from __future__ import annotations

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import engines
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import Position, Section, Weather
from flakhouse.games.bomber.cells import either

__all__ = ["AIM", "WEATHER", "aim_mods", "bomb_run", "weather_step"]

_BEST = -1  # the cell of O-7 that rolls two dice more


def _percent(word: str) -> int:
    """O-7 A cell: a percentage, or 88 and two dice."""
    if word == "88 + 2 dice":
        return _BEST
    if not 0 <= int(word) <= 100:
        raise ValueError(word)
    return int(word)


WEATHER = CHARTS.words("O-1", Weather)
AIM = CHARTS.bind("O-6", either("On target", "Off target"))
ACCURACY = CHARTS.bind("O-7", _percent)
OVER_88 = CHARTS.numbers("O-7-best")
_AM = AIM.mods
_VETERAN, _FLAK, _WOUNDED = _AM["veteran"], _AM["flak"], _AM["wounded"]
_POOR, _BAD, _MANUAL, _AUTOPILOT = _AM["poor"], _AM["bad"], _AM["manual"], _AM["autopilot"]


def weather_step(ref: Referee, m: Mission) -> None:
    """2A.2, O-1 (errata 32) The weather over the target, first of all there, and once."""
    if m.zone != m.target.zone or m.weather_rolled:
        return
    m.weather = ref.roll(WEATHER)
    m.weather_rolled = True
    ref.note("weather", zone=m.zone, weather=m.weather)


def bomb_run(ref: Referee, m: Mission) -> None:
    """12.1-12.4, 2B.3 The bomb run: doors, aim, accuracy. Afterwards the bombs are gone, unless the doors jam."""
    plane = m.plane
    m.bomb_run = True
    ref.scene("bomb-run", zone=m.zone, city=m.target.city)
    if not plane.bombs:
        ref.note("no-bombs", causes=())
        return
    if plane.bomb_doors_out:
        ref.note("bombs-hung", causes=())
        engines.settle(ref, m)  # 11.1: bombs kept for the target with an engine out are now a burden
        return
    why = _always_off(m)
    if why:
        ref.note("always-off", causes=(), why=why)
        on_target = False
    else:
        on_target = ref.roll(AIM, aim_mods(m))
    percent = ref.roll(ACCURACY, (), 0 if on_target else 1)
    if percent == _BEST:
        percent = 88 + ref.roll(OVER_88)
    plane.bombs = False
    m.on_target = on_target
    m.percent = percent
    ref.note(
        "bombs-away",
        causes=(AIM, ACCURACY, OVER_88),
        result="On Target" if on_target else "Off Target",
        percent=percent,
    )


def _always_off(m: Mission) -> str:
    """P-1 note 2, 12.2, O-6 What makes the bombs miss without a roll."""
    plane = m.plane
    if m.lost(Position.BOMBARDIER):
        return "the Bombardier cannot aim, and nobody may take his place"
    # RULING 12.4: a Bombardier who is not in the nose aims no better than a replacement.
    if m.men[Position.BOMBARDIER].compartment is not Section.NOSE:
        return "the Bombardier is not in the nose"
    if plane.norden_out:
        return "the Norden sight is out"
    if plane.cables_out():
        return "the control cables are out"
    if plane.autopilot_out and plane.intercom_out:
        return "autopilot and intercom are out"
    return ""


def aim_mods(m: Mission) -> list[Mod]:
    """O-1 effects, 12.3, O-6 Its modifiers, each counted once."""
    plane = m.plane
    mods: list[Mod] = []
    man = m.men[Position.BOMBARDIER]
    if man.light >= 2:
        mods.append(_WOUNDED)
    elif man.veteran():
        mods.append(_VETERAN)
    if m.flak_hit_on_run:
        mods.append(_FLAK)
    weather = m.weather
    if weather is Weather.POOR:
        mods.append(_POOR)
    elif weather is Weather.BAD:
        mods.append(_BAD)
    if plane.bomb_controls_out or plane.bomb_release_out:
        mods.append(_MANUAL)
    if plane.autopilot_out:
        mods.append(_AUTOPILOT)
    return mods
