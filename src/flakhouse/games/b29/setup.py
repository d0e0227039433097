"""Section 2 of the rules: the target, the bomber's place, guns, tanks and escort."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import campaign as tour
from flakhouse.games.b29 import start
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.questions import setup as questions
from flakhouse.games.b29.state import Campaign, Mission, Target, new_men, new_plane
from flakhouse.games.b29.words import (
    GUNNERS,
    TANK_BOXES,
    Altitude,
    FormationPlace,
    GunName,
    Position,
    Resistance,
    Squadron,
    Surface,
    TargetType,
)

__all__ = ["arm_by_day", "fit_tanks", "known_city", "make_target", "period", "prepare"]


class DayNight(StrEnum):
    """2-2A, head line."""

    DAY = "Day"
    NIGHT = "Night"


class AltitudeWord(StrEnum):
    """Altitude as table 2-2B writes it."""

    HI = "HI"
    MED = "MED"
    LO = "LO"


class Chart23(StrEnum):
    """The two charts of 2-3."""

    ONE = "Chart 1"
    TWO = "Chart 2"


class Gunners(StrEnum):
    """Rows of 2-7."""

    NOBODY = "no gunners, no guns"
    OBSERVER = "tail gunner as observer, no guns"
    TAIL_ONLY = "tail gunner with tail guns"
    ALL_TAIL = "all gunners, tail guns"
    ALL_LOW = "all gunners, tail guns (lower turrets if Low)"
    ALL = "all gunners, all guns"


class EscortWord(StrEnum):
    """Rows of 2-8."""

    NO = "not available"
    YES = "available"


def _city_and_type(word: str) -> tuple[str, TargetType]:
    """2-1 A cell: city and type of target."""
    kind, city = word.split(", ")
    return _city(city), TargetType(kind)


def _city(word: str) -> str:
    """2-1 to 2-3 A city that the gazetteer knows (2-9); house rules may name no other."""
    if word not in CHARTS.charts["2-9"].labels:
        raise ValueError(word)
    return word


EARLY = CHARTS.bind("2-1", _city_and_type)
DAY_NIGHT = CHARTS.words("2-2A-day-night", DayNight)
TYPES = CHARTS.words("2-2A", TargetType)
ALTITUDE_URBAN = CHARTS.words("2-2B-urban", AltitudeWord)
ALTITUDE_OTHER = CHARTS.words("2-2B-other", AltitudeWord)
URBAN = CHARTS.bind("2-2C", _city)
#: RULING R-16, R-17: 2-2D, 2-2E and 2-3 read the dice as tens and ones, 36 results.
AIRFIELDS = CHARTS.bind("2-2D", _city)
FACTORIES = CHARTS.bind("2-2E", _city)
WHICH_CHART = CHARTS.words("2-3-chart", Chart23)
ALTERNATES = CHARTS.bind("2-3", _city)
SPARED = tuple(CHARTS.charts["2-3-spared"].labels)
PLACE = CHARTS.words("2-4", FormationPlace)
SQUADRON = CHARTS.words("2-5", Squadron)
EXPECTED = CHARTS.words("2-6", Resistance)
GUNNER_TABLE = CHARTS.words("2-7", Gunners)
ESCORT = CHARTS.words("2-8", EscortWord)
#: What a target comes from, whichever tables were used.
_TARGET_ROLLS = (
    *(EARLY, DAY_NIGHT, TYPES, ALTITUDE_URBAN, ALTITUDE_OTHER, URBAN),
    *(AIRFIELDS, FACTORIES, WHICH_CHART, ALTERNATES),
)
GAZETTEER = CHARTS.text("2-9")
TRUK = CHARTS.text("2-9-truk")

_EXPECTED = EXPECTED.mods
_GUNNER = GUNNER_TABLE.mods
_ESCORT = ESCORT.mods
_ALTITUDES = {AltitudeWord.HI: Altitude.HI, AltitudeWord.MED: Altitude.MED, AltitudeWord.LO: Altitude.LO}
_LEAD_CREW = (Position.BOMBARDIER, Position.NAVIGATOR, Position.RADAR_OPERATOR)
_LEAD_MISSIONS = 8
_LOWER = (GunName.FWD_LOWER, GunName.AFT_LOWER)
_ZONE_6 = -2  # RULING R-23
ALTERNATE_CITIES = frozenset(ALTERNATES.rows[0] + ALTERNATES.rows[1])


# ------------------------------------------------------------------ the gazetteer (2-9)


class _Place:
    """A row of the gazetteer."""

    __slots__ = ("asterisk", "letters", "modifiers", "zone")

    def __init__(self, asterisk: bool, cells: dict[int, str]) -> None:
        self.asterisk = asterisk
        self.modifiers: dict[int, int] = {}
        self.letters: dict[int, tuple[Surface, ...]] = {}
        for zone, cell in cells.items():
            number, letters = cell.split(" / ")
            self.modifiers[zone] = 0 if number == "-" else int(number)
            self.letters[zone] = tuple(Surface(letter) for letter in letters.split("-"))
        self.zone = max(cells)  # 2-9a


def _places() -> dict[str, _Place]:
    """2-9 The gazetteer by city, Truk included."""
    places: dict[str, _Place] = {}
    for chart in (GAZETTEER, TRUK):
        zones = [int(name.split(" ")[1]) for name in chart.data.columns[1:]]
        for i, city in enumerate(chart.labels):
            row = [column[i] for column in chart.rows]
            cells = {zone: cell for zone, cell in zip(zones, row[1:], strict=True) if cell}
            places[city] = _Place(row[0] == "*", cells)
    return places


_PLACES = _places()


def known_city(city: str) -> bool:
    """2-9 Whether the gazetteer has this target (or it is Truk). R-30: cities are spelt as there."""
    return city in _PLACES


def make_target(city: str, kind: TargetType, number: int, from_2_3: bool = False) -> Target:
    """2-9b, 2.3F A target with its zone, modifiers and letters from 2-9, for a mission of this number."""
    place = _PLACES[city]
    modifiers = dict(place.modifiers)
    # RULING R-23: the fighters of Iwo Jima meet every mission 1-10 at -2.
    # RULING R-116: the letters of Zone 6 stand for the Iwo mission alone; all others have water there.
    if number <= 10 and place.zone >= 6:
        modifiers[6] = _ZONE_6
    # No city stands on both 2-2C and 2-3, so a position need not say which table an Urban Area came from.
    from_2_3 = from_2_3 or (kind is TargetType.URBAN_AREA and city in ALTERNATE_CITIES)
    return Target(city, kind, place.zone, place.asterisk, modifiers, dict(place.letters), from_2_3)


# ------------------------------------------------------------------ the target (2.2)


def period(campaign: Campaign, options: Options) -> int:
    """2.2A The mission number that decides tables and period modifiers.

    On table 2-1 alone the war stands still: the number stays within 1-10 (rulings 2.1).
    """
    number = campaign.mission_number()
    if number > 10 and (not options.later_targets or options.stay_early):
        return 10
    return number


def _early_target(ref: Referee, campaign: Campaign, options: Options, number: int) -> Target:
    """2.2A Table 2-1."""
    while True:
        city, kind = ref.roll(EARLY)
        # 9.2: no more Urban Area missions against a bombed-out city; 2-3 serves 2-2C only, so roll again.
        if not options.urban_damage or kind is not TargetType.URBAN_AREA or not tour.bombed_out(campaign, city):
            return make_target(city, kind, number)
        ref.note("target-rerolled", city=city, why="it is bombed out")


def _alternate_city(ref: Referee, campaign: Campaign, options: Options) -> str:
    """2.2D Table 2-3, with the spared cities (D3) and those struck off."""
    chart = ref.chart(ALTERNATES)
    open_cities = {*chart.rows[0], *chart.rows[1]} - set(campaign.struck)
    if options.strict_history:
        open_cities -= set(SPARED)
    closed = not open_cities
    while True:
        column = 0 if ref.roll(WHICH_CHART) is Chart23.ONE else 1
        city = ref.roll(ALTERNATES, column=column)
        if city in campaign.struck and not closed:
            # RULING R-29: a city struck off is rolled again.
            ref.note("target-rerolled", city=city, why="it was struck off")
            continue
        if city not in SPARED or closed:
            return city
        if not options.strict_history and _flies_there(ref, city):
            return city
        ref.note("target-rerolled", city=city, why="it was never bombed in the war")


def _flies_there(ref: Referee, city: str) -> bool:
    """2.2D, D3: without strict history the player may fly to a city that was spared."""
    return ref.ask("spared-city", questions.ACCEPT, lambda: questions.spared_city(city)) == questions.ACCEPT


def _later_target(
    ref: Referee, campaign: Campaign, options: Options, number: int
) -> tuple[Target, bool, Altitude]:
    """2.2B-D Day or night, type, altitude and city of a mission from number 11 on."""
    # Without night combat every mission is flown by day (rulings 2.1).
    night = options.night_combat and ref.roll(DAY_NIGHT) is DayNight.NIGHT
    kind = ref.roll(TYPES, column=1 if night else 0)
    urban = kind is TargetType.URBAN_AREA
    if night:
        altitude = Altitude.LO
    else:
        altitude = _ALTITUDES[ref.roll(ALTITUDE_URBAN if urban else ALTITUDE_OTHER)]
    alternate = False
    if urban:
        city = ref.roll(URBAN)
        if options.urban_damage and tour.bombed_out(campaign, city):
            ref.note("target-bombed-out", city=city)
            city = _alternate_city(ref, campaign, options)
            alternate = True
    else:
        city = ref.roll(AIRFIELDS if kind is TargetType.AIRFIELD else FACTORIES)
    return make_target(city, kind, number, alternate), night, altitude


# ------------------------------------------------------------------ other parameters (2.3)


def _leave_behind(m: Mission, position: Position) -> None:
    """2.3D A gunner who stays at base."""
    man = m.men[position]
    man.aboard = False
    man.grounded = True
    man.station = None
    m.seats[position] = None


def _disarm(m: Mission, keep: tuple[GunName, ...]) -> None:
    """2.3D, 2-7 Guns without ammunition."""
    for gun in m.plane.guns.values():
        if gun.name not in keep:
            gun.armed = False
            gun.bursts = 0


def arm_by_day(m: Mission) -> None:
    """5-6 note, 2.3D Every gun is armed, but the 20 mm cannon was taken out after mission 10."""
    if m.number > 10:
        cannon = m.plane.guns[GunName.TAIL_CANNON]
        cannon.armed = False
        cannon.bursts = 0


def _guns(ref: Referee, m: Mission) -> None:
    """2.3D Gunners and guns; at night by table 2-7."""
    arm_by_day(m)
    if not m.night or not m.options.night_gunners:
        return
    mods: list[Mod] = []
    if m.expected is Resistance.NONE:
        mods.append(_GUNNER["none"])
    elif m.expected is Resistance.HEAVY:
        mods.append(_GUNNER["heavy"])
    result = ref.roll(GUNNER_TABLE, mods)
    if result is Gunners.ALL:
        return
    m.all_armed = False
    if result is Gunners.NOBODY or result is Gunners.OBSERVER:
        m.none_armed = True
        _disarm(m, ())
    elif result is Gunners.ALL_LOW and m.squadron is Squadron.LOW:
        _disarm(m, (GunName.TAIL, *_LOWER))
    else:
        _disarm(m, (GunName.TAIL,))
    if result is Gunners.NOBODY:
        for position in GUNNERS:
            _leave_behind(m, position)
    elif result is Gunners.OBSERVER or result is Gunners.TAIL_ONLY:
        for position in GUNNERS:
            if position is not Position.TAIL_GUNNER:
                _leave_behind(m, position)
    ref.note("gunners", result=result.value, aboard=m.gunners_aboard(), guns=m.guns_armed())


def _tanks(m: Mission) -> tuple[bool, bool]:
    """2.3G Auxiliary tanks in the forward and the aft bay."""
    if not m.options.auxiliary_tanks or m.target.city == "Iwo Jima":
        return False, False
    if m.altitude is not Altitude.LO:
        return True, True
    # RULING R-20: each condition alone puts the tank aft; by day all gunners and guns are always aboard.
    far = m.target.zone >= 13
    return m.all_armed and far, m.all_armed or far


def fit_tanks(m: Mission) -> None:
    """2.3G Fit the tanks, full, and cross off the boxes of those left behind."""
    plane = m.plane
    forward, aft = _tanks(m)
    plane.fwd.tank_fitted = forward
    plane.fwd.tank_boxes = TANK_BOXES if forward else 0
    plane.aft.tank_fitted = aft
    plane.aft.tank_boxes = TANK_BOXES if aft else 0


def _expected(ref: Referee, m: Mission) -> None:
    """2.3C Table 2-6."""
    mods: list[Mod] = []
    if m.night or m.target.city == "Iwo Jima":
        mods.append(_EXPECTED["night_or_iwo"])  # of the mission
    if m.target.city in ("Tokyo", "Yokohama"):
        mods.append(_EXPECTED["tokyo_yokohama"])
    m.expected = ref.roll(EXPECTED, mods)


def _escort(ref: Referee, m: Mission) -> None:
    """2.3H Table 2-8, day missions only."""
    if m.night:
        return
    mods: list[Mod] = []
    # 2.2: Truk counts as Iwo Jima here.
    if m.number <= 15 and m.target.city != "Iwo Jima" and not m.training:
        mods.append(_ESCORT["early"])
    if m.expected is Resistance.HEAVY:
        mods.append(_ESCORT["heavy"])
    elif m.expected is not Resistance.MODERATE:
        mods.append(_ESCORT["none_light"])
    m.escort_available = ref.roll(ESCORT, mods) is EscortWord.YES


# ------------------------------------------------------------------ all together


def prepare(ref: Referee, campaign: Campaign, options: Options, training: bool = False) -> Mission:
    """2.0, 2.2, 2.3, 3.1 Everything up to the start of the engines; the bomber stands in the base square."""
    ref.scene("briefing", mission=campaign.mission_number(), bomber=campaign.bomber.name)
    number = period(campaign, options)
    night, altitude = False, Altitude.HI
    if training:
        number = min(number, 10)  # Truk assembles in Zone 3, as missions 1-10 do
        target = make_target("Truk", TargetType.AIRFIELD, number)
    elif number <= 10:
        target = _early_target(ref, campaign, options, number)
    else:
        target, night, altitude = _later_target(ref, campaign, options, number)
    men, seats = new_men(campaign.crew)
    m = Mission(options, number, target, night, altitude, new_plane(), men, seats, training)
    m.zone = 0  # 2.3I
    ref.state = m
    ref.note(
        "target",
        causes=_TARGET_ROLLS,
        city=target.city,
        type=target.kind.value,
        zone=target.zone,
        time="Night" if night else "Day",
        altitude=altitude.name,
        mission=campaign.mission_number(),
        number=campaign.flight_number(),
        bomber=campaign.bomber.name,
        training=training,
    )
    lead_crew = min([men[p].airman.missions for p in _LEAD_CREW]) >= _LEAD_MISSIONS
    m.place = ref.roll(PLACE, column=1 if lead_crew else 0)
    m.squadron = ref.roll(SQUADRON)
    _expected(ref, m)
    _guns(ref, m)
    fit_tanks(m)
    _escort(ref, m)
    start.roll_times(ref, m)
    _brief(ref, m)
    return m


def _brief(ref: Referee, m: Mission) -> None:
    """2.3 What the mission log sheet holds before take-off."""
    forward, aft = m.plane.fwd.tank_fitted, m.plane.aft.tank_fitted
    tanks = "both bays" if forward and aft else "the aft bay" if aft else "none"
    ref.note(
        "briefing",
        causes=(PLACE, SQUADRON, EXPECTED, GUNNER_TABLE, ESCORT, start.TIMES),
        place=m.place.value,
        squadron=m.squadron.value,
        expected=m.expected.value,
        escort="available" if m.escort_available else "not available",
        tanks=tanks,
        take_off="Night" if m.times.take_off else "Day",
        landing="Night" if m.times.landing else "Day",
    )
    # Rulings 2.1: fuel without auxiliary tanks is legal, but a flight at HI to Zone 11 eats up the wing tanks.
    if m.options.fuel and not m.options.auxiliary_tanks and m.altitude is Altitude.HI and m.target.zone >= 11:
        ref.note("fuel-scarce", boxes=m.plane.wing_boxes, zone=m.target.zone)
