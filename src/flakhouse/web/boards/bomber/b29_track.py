"""The strategic track of the B-29: base, zones, Iwo Jima, the target, day and night, weather met."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from flakhouse.core.events import Event, Noted
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import End, Leg, Surface
from flakhouse.render.b29.digest import Turn
from flakhouse.render.bomber.digest import read
from flakhouse.web.boards.base import join
from flakhouse.web.boards.bomber import track
from flakhouse.web.boards.bomber.b29_layout import OUTLINE
from flakhouse.web.boards.bomber.parts import icon, ordinal
from flakhouse.web.boards.bomber.views import Station

__all__ = ["EMPTY", "strip"]

_ZONES = 14
_RULE = "4.1"


def strip(m: Mission, events: Sequence[Event]) -> Markup:
    """The strategic track."""
    weather, formed, known = _met(events)
    inbound = m.leg is Leg.BACK
    stations = [_station(m, zone, weather, formed) for zone in range(max(_ZONES, m.target.zone) + 1)]
    zone = "Base" if m.zone == 0 or m.turn == 0 else f"Zone {m.zone}"
    if m.turn == 0:
        leg = ("Briefing", "At base", f"target in Zone {m.target.zone}")
    else:
        turn = f"turn {m.turn}" + (f", {ordinal(m.zone_turn)} here" if m.zone_turn > 1 else "")
        leg = ("Aborted, " + m.leg.value if m.aborted else m.leg.value, zone, turn)
    if m.end is not End.FLYING:
        leg = ("Flight over", zone, m.end.value)
    night = m.night_here() if m.turn else m.times.take_off
    light = join((icon("weather-night" if night else "weather-day"), " night" if night else " day"))
    seen = m.turn > 0 and known
    sky = join((icon(track.weather_icon(m.weather.value)), f" {m.weather.value}")) if seen else Markup("–")
    if m.off_course:
        light = join((light, ", off course"))
    return track.track(leg, stations, ("Weather", sky, light), OUTLINE, inbound, _RULE)


def _met(events: Sequence[Event]) -> tuple[dict[int, str], int, bool]:
    """The weather met in each zone, the last time there; the zone where the formation assembled (0: none); and
    whether the weather of the present zone has been rolled."""
    weather: dict[int, str] = {}
    known = True  # a flight begun from a position has some
    for turn in read(events, Turn).turns:
        if turn.number:
            known = bool(turn.weather)
        if turn.number and turn.weather:
            weather[turn.zone] = turn.weather
    formed = 0
    for event in events:
        if isinstance(event, Noted) and event.kind == "assembled":
            zone = event.facts.get("zone", 0)
            formed = zone if isinstance(zone, int) else 0
    return weather, formed, known


def _station(m: Mission, zone: int, weather: Mapping[int, str], formed: int) -> Station:
    """A zone of the track."""
    target = m.target.zone
    far = m.abort_zone if m.aborted and not m.reached_target else target
    inbound = m.leg is Leg.BACK
    here = m.zone if m.turn else 0
    if zone == here:
        kind = "now"
    elif zone > max(far, here):
        kind = "off"
    elif inbound:
        kind = "done" if zone > here else "ahead"
    else:
        kind = "done" if zone < here else "ahead"
    fighters = zone == 5 if m.training else zone >= 10 or (zone == 6 and not m.iwo_friendly())
    night = _night(m, zone)
    captions = [
        "20th AF base" if zone == 0 else "",
        f"Target: {m.target.city}" if zone == target else "",
        "Aborted" if m.aborted and zone == m.abort_zone else "",
        "Formed up" if zone and zone == formed else "",
        ("Iwo Jima, ours" if m.iwo_friendly() else "Iwo Jima, enemy") if zone == 6 and not m.training else "",
    ]
    shown = [caption for caption in captions if caption]
    below = _below(m, zone)
    note = [{"done": "flown", "now": "here now", "ahead": "ahead", "off": "not on this route"}[kind], *shown]
    note += [f"{weather[zone]} weather"] if zone in weather else []
    note += ["fighter zone"] if fighters else []
    note += ["night" if night else "day", f"below: {below}" if below else ""]
    return Station(
        zone,
        kind,
        weather.get(zone, ""),
        shown[0] if shown else "",
        fighters,
        night,
        m.target.city if zone == target else "",
        "; ".join(part for part in note if part),
    )


def _night(m: Mission, zone: int) -> bool:
    """Whether the bomber flies here by night: on the way it is on, for zones still to come on that way."""
    if m.aborted and not m.reached_target:
        return m.times.abort[m.abort_zone]
    if m.leg is Leg.BACK:
        return m.times.landing if zone == 0 else m.times.back[zone]
    return m.times.take_off if zone == 0 else m.times.out[zone]


_BELOW = {
    Surface.WATER: "water",
    Surface.JAPAN: "Japan",
    Surface.IWO: "Iwo Jima",
    Surface.OKINAWA: "Okinawa",
    Surface.BASE: "the base",
}


def _below(m: Mission, zone: int) -> str:
    """What lies below, where the target's line of the table says it."""
    return " and ".join(_BELOW[letter] for letter in m.target.letters.get(zone, ()))


EMPTY = track.track(
    ("Briefing", "At base", "no target yet"),
    [
        Station(zone, "now" if zone == 0 else "off", caption="20th AF base" if zone == 0 else "")
        for zone in range(_ZONES + 1)
    ],
    ("Weather", Markup("–"), Markup("")),
    OUTLINE,
    False,
    _RULE,
)
