"""What may be expected of a mission of the B-17."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import flak, target, waves
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import Surface
from flakhouse.sim.briefs import Leg, Odds, Outlook, shares
from flakhouse.sim.exact import exact

__all__ = ["outlook"]

_LANDS = {
    Surface.ENGLAND: "England",
    Surface.WATER: "Sea",
    Surface.FRANCE: "France",
    Surface.BELGIUM: "Belgium",
    Surface.NETHERLANDS: "Netherlands",
    Surface.GERMANY: "Germany",
}
_WEATHER = {"Good": ("good", "good"), "Poor": ("poor", "fair"), "Bad": ("bad", "bad")}
_FLAK = {
    "No flak": ("none", "good"),
    "Light": ("light", ""),
    "Medium": ("medium", "fair"),
    "Heavy": ("heavy", "bad"),
}
_AIM = {"On target": ("on target", "good"), "Off target": ("off target", "bad")}


def outlook(ref: Referee, m: Mission) -> Outlook:
    """G-11, B-1, B-2, O-1, O-2, O-6 The way, and what the dice over the target will say as things stand."""
    zones = range(2, m.target.zone + 1)
    odds = (
        Odds("Weather", shares(ref, target.WEATHER, (), _WEATHER), "Poor or bad: harder to hit, fewer fighters."),
        Odds(
            "Flak", shares(ref, flak.LEVEL, flak.level_mods(m.target.flak_plus), _FLAK), "Three bursts are aimed."
        ),
        Odds("Bombs", shares(ref, target.AIM, target.aim_mods(m), _AIM), "In good weather, and unhurt."),
    )
    return Outlook((), (Leg(1, "England", "base", 0.0, "no enemy here"), *(_leg(ref, m, z) for z in zones)), odds)


def _leg(ref: Referee, m: Mission, zone: int) -> Leg:
    """B-1, B-2, G-11 A zone: what lies below, how likely a wave comes, whether the escort reaches it."""
    last = zone == m.target.zone
    chart = waves.B2 if last and not m.options.target_b1 else waves.B1
    squadron = m.squadron if m.in_formation else None
    mods = waves.mods_for(chart, m.target.modifiers.get(zone, 0), squadron, m.wave_mod, False)
    found = exact(ref.chart(chart), ref.plus(chart, mods))
    counts = [int(one.result) for one in found.outcomes]
    least, most = min(counts), max(counts)
    words = f"{least} or {most} waves" if most == least + 1 else f"{least} to {most} waves"
    words = f"{most} {'wave' if most == 1 else 'waves'}" if most == least else words
    lands = [_LANDS[one] for one in m.target.letters.get(zone, ())]
    kind = "target" if last else "water" if lands == ["Sea"] else "land"
    name = m.target.city if last else " or ".join(lands)
    return Leg(
        zone, name, kind, 1 - found.chance("0"), f"{words}, twice" if last else words, zone in waves.COVERED
    )
