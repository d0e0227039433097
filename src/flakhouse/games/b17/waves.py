"""2A.3-2A.5: fighter cover of a zone (G-5), how many waves come (B-1, B-2), and the waves one after another."""

from __future__ import annotations

from flakhouse.core.charts import Chart
from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import combat, formation, orders
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import Cover, Squadron

__all__ = ["B1", "B2", "COVERED", "combat_step", "cover_step", "mods_for", "roll_cover", "wave_mods"]

COVER = CHARTS.words("G-5", Cover)
B1 = CHARTS.numbers("B-1")
B2 = CHARTS.numbers("B-2")
COVERED = range(2, 5)  # zones the escort reaches
_NEAREST, _FARTHEST = COVERED[0], COVERED[-1]
_SURE = 5  # missions whose cover is Good without a roll
_WORDS = ("none", "1 wave", "2 waves", "3 waves")


# ------------------------------------------------------------------ cover (2A.3)


def cover_step(ref: Referee, m: Mission) -> None:
    """2A.3, G-5 Cover of a zone, rolled on entry and kept for a second turn there (ruling 2.3)."""
    if m.new_zone:
        roll_cover(ref, m)


def roll_cover(ref: Referee, m: Mission) -> None:
    """2A.3, 2B.1, G-5 Cover in Zones 2 to 4, Good on missions 1 to 5; none beyond."""
    if not _NEAREST <= m.zone <= _FARTHEST:
        m.cover = Cover.NONE
        return
    m.cover = Cover.GOOD if m.number <= _SURE else ref.roll(COVER)
    ref.note("cover", level=m.cover, zone=m.zone)


# ------------------------------------------------------------------ waves (2A.4)


def mods_for(
    chart: Chart[int], figure: int, squadron: Squadron | None, event: int, weather: bool
) -> tuple[Mod, ...]:
    """1.4, B-1, B-2 The modifiers of one situation."""
    known = chart.mods
    mods: list[Mod] = []
    if weather:
        mods.append(known["weather"])
    if figure:
        mods.append(known["zone"].of(figure))
    if squadron is Squadron.MIDDLE:
        mods.append(known["middle"])
    elif squadron is Squadron.LOW:
        mods.append(known["low"])
    if event > 0:
        mods.append(known["loose"])
    elif event < 0:
        mods.append(known["tight"])
    return tuple(mods)


_FIGURES = range(-4, 3)  # those of G-11 and some to spare for house rules
_SQUADRONS = (None, *Squadron)
_EVENTS = (-1, 0, 1)


#: By the figure of the zone, the squadron and the event.
Situations = dict[int, dict[Squadron | None, dict[int, tuple[Mod, ...]]]]


def _table(chart: Chart[int], weather: bool) -> Situations:
    """1.4, B-1, B-2 Every situation."""
    return {
        figure: {
            squadron: {event: mods_for(chart, figure, squadron, event, weather) for event in _EVENTS}
            for squadron in _SQUADRONS
        }
        for figure in _FIGURES
    }


_ORDINARY = _table(B1, False)
_TARGET = (_table(B2, False), _table(B2, True))  # without and with poor or bad weather


def wave_mods(m: Mission, chart: Chart[int]) -> tuple[Mod, ...]:
    """G-11 note 1, O-1 effects, 1.4, 9.2, B-1, B-2 Modifiers to the waves here; the squadron counts in formation
    only, the events always.
    """
    figure = m.target.modifiers.get(m.zone, 0)
    squadron = m.squadron if m.in_formation else None
    weather = chart is B2 and m.bad_weather_here()
    table = _TARGET[weather] if chart is B2 else _ORDINARY
    found = table.get(figure)
    if found is None:
        return mods_for(chart, figure, squadron, m.wave_mod, weather)
    return found[squadron][m.wave_mod]


def combat_step(ref: Referee, m: Mission) -> None:
    """G-11 note 2, 2A.4, 2A.5 Roll for waves and fight them one after another; each is settled before the next
    (3.11).
    """
    if m.zone <= 1:
        return
    # 2A.4: B-2 over the target; the manual's text has B-1 there, its list of tables B-2: a switch.
    chart = B2 if m.zone == m.target.zone and not m.options.target_b1 else B1
    m.waves = count = ref.roll(chart, wave_mods(m, chart))
    ref.note("resistance", level=_WORDS[count] if count < len(_WORDS) else f"{count} waves", zone=m.zone)
    for left in range(count - 1, -1, -1):
        if combat.wave(ref, m):
            m.safe_turn = False
        formation.settle(ref, m)
        if left:
            orders.between_waves(ref, m)
