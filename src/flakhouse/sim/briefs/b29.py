"""What may be expected of a mission of the B-29."""

from __future__ import annotations

from flakhouse.core.copies import copier
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import flak, target
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Surface, Visibility
from flakhouse.sim.briefs import Leg, Odds, Outlook, shares
from flakhouse.sim.exact import exact
from flakhouse.slate_form import Bar

__all__ = ["outlook"]

_LANDS = {
    Surface.WATER: "Sea",
    Surface.JAPAN: "Japan",
    Surface.IWO: "Iwo Jima",
    Surface.OKINAWA: "Okinawa",
    Surface.BASE: "Base",
}
_FLAK = {
    "No Flak": ("none", "good"),
    "Light Flak": ("light", ""),
    "Medium Flak": ("medium", "fair"),
    "Heavy Flak": ("heavy", "bad"),
}
_SEEN = {
    "Clear": ("clear", "good"),
    "Slightly obscured": ("hazy", ""),
    "Mostly obscured": ("mostly hidden", "fair"),
    "Completely obscured": ("hidden", "bad"),
}
_AIM = {"On Target": ("on target", "good"), "Off Target": ("off target", "bad")}


def outlook(ref: Referee, m: Mission) -> Outlook:
    """2-9, 6-1, 6-2, 6-6 The way, and what the dice over the target will say as things stand."""
    m = _over_the_target(m)
    seen = shares(ref, target.VISIBILITY, target.sight_mods(m), _SEEN)
    guns = _flak(ref, m)
    aim = shares(ref, target.AIM, target.aim_mods(m), _AIM)
    odds = (
        Odds("The target is seen", seen, "The weather there counts too; it is not known yet."),
        Odds("Flak", guns, "Less of it over a hidden target, more over a clear one."),
        Odds("Bombs", aim, "As things stand: the sight, the crew and the weather may change it."),
    )
    base = Leg(0, "Marianas", "base", 0.0, "no enemy here")
    return Outlook((), (base, *(_leg(m, zone) for zone in range(1, m.target.zone + 1))), odds)


def _flak(ref: Referee, m: Mission) -> tuple[Bar, ...]:
    """6-1, 6-2 How heavy it is, over all that may be seen of the target."""
    chance = dict.fromkeys(_FLAK, 0.0)
    seen = exact(ref.chart(target.VISIBILITY), ref.plus(target.VISIBILITY, target.sight_mods(m)))
    before = m.visibility
    for visibility in Visibility:
        m.visibility = visibility
        found = exact(ref.chart(flak.LEVEL), ref.plus(flak.LEVEL, flak.level_mods(m, False, False)))
        for level in _FLAK:
            chance[level] += float(seen.chance(visibility) * found.chance(level))
    m.visibility = before
    return tuple(Bar(word, chance[level], tone) for level, (word, tone) in _FLAK.items() if chance[level])


def _over_the_target(m: Mission) -> Mission:
    """The bomber at the altitude of its mission, wherever it is now."""
    (there,) = copier(m)()
    assert isinstance(there, Mission)
    there.plane.altitude = there.altitude
    return there


def _leg(m: Mission, zone: int) -> Leg:
    """2-9 A zone: what lies below, by day or by night."""
    lands = [_LANDS[one] for one in m.target.letters.get(zone, ())] or ["Sea"]
    last = zone == m.target.zone
    kind = "target" if last else "water" if lands == ["Sea"] else "land"
    name = m.target.city if last else " or ".join(lands)
    return Leg(zone, name, kind, words="by night" if m.times.out[zone] else "by day")
