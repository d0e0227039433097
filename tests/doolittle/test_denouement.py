"""14.0: the Denouement, with the worked examples of the rule book."""

from __future__ import annotations

import pytest

from flakhouse.errors import AnswerError
from flakhouse.games.doolittle import denouement, fuel
from flakhouse.games.doolittle.denouement import capture, china, ditching, korea, landing, ussr
from flakhouse.games.doolittle.state import B25, Crew, Elite, Flight, Marker, Raid, Submarine
from flakhouse.games.doolittle.words import (
    Back,
    Benefit,
    City,
    Diplomat,
    Fate,
    Front,
    Leader,
    Site,
    Weather,
)
from flakhouse.render.doolittle import parts
from tests.doolittle.flights import elite, plain
from tests.doolittle.helpers import b25, done, noted, raid, referee, rolled

CHUNGKING = "Chungking"


def landed(site: Site, flight_fuel: int, *pilots: str) -> tuple[Raid, Flight]:
    """A Flight that has found a landing site."""
    r, flight = plain(12, flight_fuel, *pilots)
    flight.site = site
    for plane in flight.aircraft:
        plane.fate, plane.where = Fate.LANDED, site.value
    return r, flight


def grounded(site: Site, *pilots: str, campaign: bool = False) -> tuple[Raid, list[Crew]]:
    """Bombers standing at a site with their fit crews, in calm weather at Alert 0."""
    r = raid(10 if campaign else 7)
    r.flights.clear()
    r.security.alert = 0
    r.weather["china"] = Weather.CALM
    crews = []
    for pilot in pilots:
        plane = b25(r, pilot)
        plane.fate, plane.where, plane.elite = Fate.LANDED, site.value, None
        crews.append(Crew(plane, place=site.value))
    r.crews += crews
    return r, crews


def men(r: Raid, place: str, *pilots: str, fit: bool = True) -> list[Crew]:
    """Crews without a bomber."""
    found = []
    for pilot in pilots:
        plane = b25(r, pilot)
        plane.fate, plane.elite = Fate.DITCHED, None
        found.append(Crew(plane, fit, place))
    r.crews += found
    return found


def test_14_0_the_steps_skip_themselves_where_there_is_nothing_to_do() -> None:
    r = raid(7)
    r.flights.clear()
    ref = referee()
    denouement.segment(ref, r)
    done(ref)
    assert noted(ref) == ["denouement-begins"]
    assert (r.segment, r.step) == ("denouement", "Korea")


# ------------------------------------------------------------------ 14.1


def test_14_1_1_example_landing_check() -> None:
    """14.0.1, 14.1."""
    r, flight = landed(Site.KWEILIN, 1, "Hoover", "Watson")
    hoover, watson = flight.aircraft
    elite(hoover, Benefit.PILOT_NAVIGATION)
    watson.damage = 1
    watson.attached.append(Marker("flight-I", Front.PLAIN, Back.MECHANICAL, landing=-3))
    ref = referee(3, 1, 2, 4, 3)
    landing.landings(ref, r)
    done(ref)
    assert (hoover.fate, hoover.fuel) == (Fate.LANDED, 1)
    assert (watson.fate, watson.fuel) == (Fate.SCUTTLED, 0)
    assert [(c.b25, c.fit, c.place) for c in r.crews] == [(hoover, True, "Kweilin"), (watson, False, "Kweilin")]


def landing_sum(r: Raid, flight: Flight, site: Site, plane: B25) -> int:
    """All modifiers of a landing together."""
    return sum(mod.value for mod in landing.landing_mods(r, flight, site, plane))


def test_14_1_1_modifiers() -> None:
    """13.3.3 G."""
    r, flight = landed(Site.LISHUI, 0, "Watson")
    (watson,) = flight.aircraft
    assert landing_sum(r, flight, Site.LISHUI, watson) == 0
    watson.attached += [Marker("flight-I", Front.PLAIN, Back.MECHANICAL, landing=n) for n in (-1, -3)]
    assert landing_sum(r, flight, Site.LISHUI, watson) == -4
    flight.landed_night = True
    assert landing_sum(r, flight, Site.LISHUI, watson) == -6
    flight.landed_weather = Weather.GALE
    assert landing_sum(r, flight, Site.LISHUI, watson) == -7
    flight.landed_weather = Weather.STORM
    assert landing_sum(r, flight, Site.LISHUI, watson) == -9
    elite(watson, Benefit.PILOT_IGNORE).used = True
    assert landing_sum(r, flight, Site.LISHUI, watson) == -8


@pytest.mark.parametrize(
    ("number", "deicers", "site", "plus"),
    [
        (10, False, Site.VLADIVOSTOK, -5),
        (10, True, Site.VLADIVOSTOK, 0),
        (10, False, Site.LISHUI, 0),
        (7, False, Site.VLADIVOSTOK, 0),
    ],
)
def test_14_1_1_modifiers_no_deicers_at_vladivostok_in_the_campaign(
    number: int, deicers: bool, site: Site, plus: int
) -> None:
    r, flight = landed(site, 0, "Watson")
    r.options.scenario = number
    r.ratings.deicers = deicers
    assert landing_sum(r, flight, site, flight.aircraft[0]) == plus


def test_14_1_2_a_crash_may_kill_everybody() -> None:
    """14.1."""
    r, flight = landed(Site.YUSHAN, 2, "Watson")
    (watson,) = flight.aircraft
    man = elite(watson, Benefit.GUNNER)
    landing.landings(referee(1, 1, 1), r)
    assert (watson.fate, man.fate, r.crews) == (Fate.DESTROYED, "killed", [])


def test_14_1_2_damaged_keeps_crew_and_fuel() -> None:
    r, flight = landed(Site.YUSHAN, 2, "Watson")
    (watson,) = flight.aircraft
    landing.landings(referee(1, 1, 4), r)
    assert (watson.fate, watson.damage, watson.fuel) == (Fate.LANDED, 1, 2)
    assert [c.fit for c in r.crews] == [True]


def test_14_1_2_damage_that_destroys_the_bomber_wounds_the_crew_and_loses_the_fuel() -> None:
    r, flight = landed(Site.YUSHAN, 2, "Watson")
    (watson,) = flight.aircraft
    watson.damage = 1
    ref = referee(1, 1, 5)
    landing.landings(ref, r)
    assert (watson.fate, watson.fuel) == (Fate.SCUTTLED, 0)
    assert [c.fit for c in r.crews] == [False]
    assert watson.end() == "wrecked on landing", "its crew burned nothing"
    assert noted(ref) == ["lands", "wrecked"], "the log says what the landing did"


def test_14_1_2_a_wreck_is_told_apart_from_a_bomber_that_its_crew_burned() -> None:
    r, flight = landed(Site.YUSHAN, 2, "Watson", "Joyce")
    watson, joyce = flight.aircraft
    landing.landings(referee(1, 1, 2, 6, 6), r)
    joyce.fate = Fate.SCUTTLED
    assert (watson.end(), joyce.end()) == ("wrecked on landing", "burnt by its crew")
    assert (parts.gone(watson), parts.gone(joyce)) == ("wrecked", "burnt")


# ------------------------------------------------------------------ 14.2


@pytest.mark.parametrize(
    ("zone", "die", "place", "fit", "fate"),
    [
        (3, 1, "", True, "missing"),
        (3, 6, "Captured", True, "captured"),
        (6, 1, "", True, "missing"),
        (6, 3, "Captured", True, "captured"),
        (7, 3, "", True, "missing"),
        (10, 2, "Captured", True, "captured"),
        (10, 3, "Trekking", False, ""),
        (12, 2, "Trekking", False, ""),
        (12, 4, "Trekking", True, ""),
    ],
)
def test_14_2_1_ditched_crews(zone: int, die: int, place: str, fit: bool, fate: str) -> None:
    """14.2."""
    r = raid(7)
    (crew,) = men(r, f"zone {zone}", "Watson")
    man = Elite("Somebody", Benefit.GUNNER, "2303")
    crew.elites.append(man)
    ref = referee(die)
    ditching.ditched(ref, r)
    done(ref)
    assert (crew.place, crew.fit, crew.fate) == (place, fit, fate)
    assert man.fate == fate


def test_14_2_1_a_submarine_in_contact_off_japan_rescues_one_crew() -> None:
    """14.2."""
    r = raid(9)
    r.task_force.submarines = [Submarine("Thresher", "Japan", contact=True)]
    first, second = men(r, "zone 4", "Watson", "Joyce")
    ditching.ditched(referee(4, 4, defaults=True), r)
    assert (first.fate, second.fate) == ("rescued", "missing")


@pytest.mark.parametrize(("area", "contact"), [("Japan", False), ("Defense West", True)])
def test_14_2_1_no_submarine_in_contact_there_no_rescue(area: str, contact: bool) -> None:
    r = raid(9)
    r.task_force.submarines = [Submarine("Thresher", area, contact=contact)]
    (crew,) = men(r, "zone 4", "Watson")
    ditching.ditched(referee(5), r)
    assert crew.fate == "missing"


# ------------------------------------------------------------------ 14.4.1


def test_14_4_1_example_flight_capable() -> None:
    """7.2.2."""
    r, (first, second) = grounded(Site.LISHUI, "Watson", "Joyce")
    watson, joyce = first.b25, second.b25
    watson.fuel, joyce.damage = 1, 1
    gray, york = men(r, "Lishui", "Gray", "York", fit=False)
    r.groundcrew[Site.LISHUI] = 1
    r.china_fuel[Site.LISHUI] = 4
    china._repairs(referee(answers=["groundcrew=Joyce"]), r, "Lishui", {"Lishui": 3})
    assert joyce.damage == 0
    ref = referee(answers=["fly-to=Kweilin", "passengers=Gray", "fuel-from=stockpile", "carry-fuel=none"])
    china._fly(ref, r, watson, china._routes(ref))
    done(ref)
    answers = ["fly-to=Kweilin", "passengers=York", *["fuel-from=stockpile"] * 2, "carry-fuel=none"]
    ref = referee(answers=answers)
    china._fly(ref, r, joyce, china._routes(ref))
    done(ref)
    assert {c.place for c in (first, second, gray, york)} == {"Kweilin"}
    assert r.china_fuel[Site.LISHUI] == 1


def test_14_4_1_damaged_b25s_that_are_not_mended_are_burnt_and_their_fuel_is_left() -> None:
    r, (first, second) = grounded(Site.LISHUI, "Watson", "Joyce")
    first.b25.damage, first.b25.fuel = 1, 3
    second.b25.fuel = 1
    answers = ["china-next=fly Joyce", "fly-to=Chungking", "passengers=Watson", *["fuel-from=Watson"] * 3]
    ref = referee(answers=answers)
    china.china(ref, r)
    done(ref)
    assert (first.b25.fate, second.b25.fate) == (Fate.SCUTTLED, Fate.CHUNGKING)
    assert (first.fate, second.fate) == ("safe", "safe")


def test_14_4_1_groundcrew_mends_three_but_no_severe_damage() -> None:
    r, crews = grounded(Site.KIAN, "Watson", "Joyce", "Gray", "York", "Smith")
    for crew in crews:
        crew.b25.damage = 1
        crew.b25.attached.append(Marker("flight-I", Front.PLAIN, Back.MECHANICAL, landing=-1))
    crews[0].b25.damage = 2
    r.groundcrew[Site.KIAN] = 1
    china._repairs(referee(defaults=True), r, "Kian", {"Kian": 3})
    assert [c.b25.damage for c in crews] == [2, 0, 0, 0, 1]
    assert [len(c.b25.attached) for c in crews] == [1, 0, 0, 0, 1]


def test_14_4_1_an_elite_copilot_mends_his_own_bomber_even_severe_damage() -> None:
    r, (crew,) = grounded(Site.KIAN, "Watson")
    crew.b25.damage = 2
    man = elite(crew.b25, Benefit.COPILOT_REPAIR)
    crew.elites.append(man)
    china._repairs(referee(answers=["copilot-repair=Watson"]), r, "Kian", {"Kian": 0})
    assert (crew.b25.damage, man.used) == (0, True)


def test_14_4_1_two_crews_fly_and_three_if_all_are_wounded() -> None:
    r, (crew,) = grounded(Site.KIAN, "Watson")
    men(r, "Kian", "Joyce", "Gray", fit=False)
    assert len(china._board(referee(defaults=True), r, crew.b25)) == 2
    crew.fit = False
    assert len(china._board(referee(defaults=True), r, crew.b25)) == 3


def test_14_4_1_no_fuel_from_a_crashed_bomber() -> None:
    r, flight = landed(Site.YUSHAN, 2, "Watson", "Joyce")
    watson, joyce = flight.aircraft
    landing.landings(referee(1, 1, 2, 6, 6), r)
    assert watson.fate is Fate.SCUTTLED
    assert china._fuel_sources(r, joyce) == {}


def test_7_2_4_fof_markers_go_when_fuel_is_taken_on() -> None:
    r, (crew,) = grounded(Site.KIAN, "Watson")
    crew.b25.fumes = 2
    r.china_fuel[Site.KIAN] = 1
    assert fuel.penalties(crew.b25) == 2
    china._refuel(referee(defaults=True), r, crew.b25, 1)
    assert fuel.penalties(crew.b25) == 0


# ------------------------------------------------------------------ 14.4.3


def test_14_4_3_example_fly_to_chungking() -> None:
    """ruling 38."""
    r, (first, second) = grounded(Site.LISHUI, "Watson", "Joyce")
    watson, joyce = first.b25, second.b25
    watson.fuel, joyce.fuel = 2, 3
    ref = referee(answers=["fly-to=Kweilin", "carry-fuel=none"])
    china._fly(ref, r, watson, china._routes(ref))
    done(ref)
    assert (watson.where, watson.fuel, first.place) == ("Kweilin", 0, "Kweilin")
    ref = referee(5, 5, answers=["fly-to=Chungking"])
    china._fly(ref, r, joyce, china._routes(ref))
    done(ref)
    assert rolled(ref) == ["fumes"]
    assert (joyce.fate, joyce.fuel, second.fate) == (Fate.CHUNGKING, 0, "safe")


def test_14_4_3_example_fly_to_chungking_and_ditch() -> None:
    r, (crew,) = grounded(Site.LISHUI, "Joyce")
    crew.b25.fuel = 3
    ref = referee(1, 1, 4, answers=["fly-to=Chungking"])
    china._fly(ref, r, crew.b25, china._routes(ref))
    done(ref)
    assert rolled(ref) == ["fumes", "ditched"]
    assert crew.b25.fate is Fate.DITCHED
    assert [(c.place, c.fit) for c in r.crews] == [("Trekking", True)]


def test_14_4_3_a_site_attacked_by_the_japanese_is_no_destination() -> None:
    r, (crew,) = grounded(Site.LISHUI, "Joyce")
    crew.b25.fuel = 4
    r.attacked_sites.append(Site.KIAN)
    ref = referee(answers=["fly-to=Chungking"])
    china._fly(ref, r, crew.b25, china._routes(ref))
    done(ref)
    assert crew.fate == "safe"


def test_14_4_3_example_trek_to_chungking() -> None:
    r = raid(7)
    r.security.alert = 3
    routes = china._routes(referee())
    fit, hurt = men(r, "Kweilin", "Watson", "Joyce")
    hurt.fit = False
    china._trek(referee(3, 2, answers=["party=all", "trek-to=Chungking"]), r, "Kweilin", routes)
    assert (fit.fate, hurt.fate) == ("safe", "safe")
    others = men(r, "Trekking", "Gray", "York", fit=False)
    others[0].elites.append(Elite("Somebody", Benefit.GUNNER, "2270"))
    china._trek(referee(5, 4, answers=["party=all", "trek-to=Kian"]), r, "Trekking", routes)
    assert [c.place for c in others] == ["Kian", "Kian"]
    ref = referee(2, 2, 3, answers=["party=all", "trek-to=Kweilin"], defaults=True)
    china._trek(ref, r, "Kian", routes)
    done(ref)
    assert rolled(ref) == ["trek", "capture-wounded"]


def test_14_4_3_modifiers_of_a_trek() -> None:
    r, _ = grounded(Site.KIAN, "Watson", campaign=True)
    r.security.alert = 2
    assert sum(mod.value for mod in china.trek_mods(r)) == -2
    r.attacked_sites.append(Site.KIAN)
    assert sum(mod.value for mod in china.trek_mods(r)) == -3
    r.blotter.briefed.append(Leader.CHIANG.value)
    assert sum(mod.value for mod in china.trek_mods(r)) == -2
    r.options.scenario = 7  # those two belong to scenario 10
    assert sum(mod.value for mod in china.trek_mods(r)) == -2


def test_14_4_2_a_party_may_split() -> None:
    r = raid(7)
    r.security.alert = 0
    first, second, third = men(r, "Trekking", "Watson", "Joyce", "Gray")
    ref = referee(
        6, 6, answers=["party=pick", "party-next=Watson", "party-next=Gray", "party-next=done", "trek-to=Kian"]
    )
    china._trek(ref, r, "Trekking", china._routes(ref))
    done(ref)
    assert [c.place for c in (first, second, third)] == ["Kian", "Trekking", "Kian"]


# ------------------------------------------------------------------ 14.4.4


def test_14_4_4_example_japanese_capture() -> None:
    r = raid(7)
    first, second = men(r, "Kian", "Gray", "York", fit=False)
    man = Elite("Somebody", Benefit.GUNNER, "2270")
    second.elites.append(man)
    ref = referee(3, answers=["captured-crew=Gray"])
    capture.capture_check(ref, r, [first, second])
    done(ref)
    assert (first.fate, second.fate, man.fate) == ("captured", "", "captured")
    assert first.elites == [man]


def test_14_4_4_fit_and_wounded_are_hunted_apart() -> None:
    r = raid(7)
    fit = men(r, "Kian", "Gray")
    hurt = men(r, "Kian", "York", fit=False)
    ref = referee(5, 1)
    capture.capture_check(ref, r, fit + hurt)
    done(ref)
    assert rolled(ref) == ["capture-fit", "capture-wounded"]
    assert (fit[0].fate, hurt[0].fate) == ("", "captured")


def test_14_4_4_a_whole_group_may_be_captured() -> None:
    r = raid(7)
    party = men(r, "Kian", "Gray", "York", "Watson", fit=False)
    man = Elite("Somebody", Benefit.GUNNER, "2270")
    party[2].elites.append(man)
    capture.capture_check(referee(1), r, party)
    assert [(c.place, c.fate) for c in party] == [("Captured", "captured")] * 3
    assert man.fate == "captured"


@pytest.mark.parametrize(("answer", "table"), [("yes", "capture-fit"), ("no", "capture-wounded")])
def test_14_4_4_a_doctor_lets_the_wounded_count_as_fit(answer: str, table: str) -> None:
    """2.3.3."""
    r = raid(7)
    party = men(r, "Kian", "Gray", "York", fit=False)
    party[1].elites.append(Elite("Doc White", Benefit.DOCTOR, "2267"))
    ref = referee(6, answers=[f"medic={answer}"])
    capture.capture_check(ref, r, party)
    done(ref)
    assert rolled(ref) == [table]


@pytest.mark.parametrize(
    ("die", "fit", "fate"), [(1, True, "killed"), (2, True, "captured"), (3, False, ""), (4, True, "")]
)
def test_14_4_4_a_close_call_of_one_crew(die: int, fit: bool, fate: str) -> None:
    r = raid(7)
    (crew,) = men(r, "Kian", "Gray")
    ref = referee(2, die)
    capture.capture_check(ref, r, [crew])
    done(ref)
    assert rolled(ref) == ["capture-fit", "close-call"]
    assert (crew.fit, crew.fate) == (fit, fate)


def test_14_4_4_as_many_elites_as_crews_and_the_player_says_which() -> None:
    r = raid(7)
    party = men(r, "Kian", "Gray", "York")
    first, second = (Elite(name, Benefit.GUNNER, "2270") for name in ("First", "Second"))
    party[0].elites.append(first)
    party[1].elites.append(second)
    ref = referee(1, answers=["captured-crew=Gray", "captured-elite=Second"])
    capture.capture_check(ref, r, party)
    done(ref)
    assert (first.fate, second.fate) == ("", "captured")
    assert party[1].elites == [first]


# ------------------------------------------------------------------ 14.5, 14.6


def at_vladivostok(count: int, damaged: int, blast: int, scenario: int = 10) -> tuple[Raid, list[Crew]]:
    """So many bombers at Vladivostok, some damaged, and so much Blast in Japan."""
    pilots = [plane.pilot for plane in raid(7).squadron[:count]]
    r, crews = grounded(Site.VLADIVOSTOK, *pilots, campaign=scenario == 10)
    for crew in crews[:damaged]:
        crew.b25.damage = 1
    r.cities[City.TOKYO].areas["Kisarazu"].blast = blast
    return r, crews


def test_14_5_1_example_crew_internment_and_14_5_2_example_passage_check() -> None:
    """14.5."""
    r, crews = at_vladivostok(10, 3, 21)
    assert ussr.situation(r) == "No attempt"
    ref = referee(5, 2, 3, 5)
    ussr.ussr(ref, r)
    done(ref)
    assert {c.fate for c in crews} == {"interned"}
    assert {c.b25.fate for c in crews} == {Fate.INTERNED}


def test_14_5_2_example_passage_check_one_more_releases_and_the_bombers_stay() -> None:
    r, crews = at_vladivostok(10, 3, 21)
    ussr.ussr(referee(5, 2, 4, 5), r)
    assert {c.fate for c in crews} == {"released"}
    assert {c.b25.fate for c in crews} == {Fate.INTERNED}


def test_14_5_2_stalin_briefed_adds_five() -> None:
    r, crews = at_vladivostok(10, 3, 21)
    r.blotter.briefed.append(Leader.STALIN.value)
    ussr.ussr(referee(5, 2, 2, 2), r)
    assert {c.fate for c in crews} == {"released"}


def test_14_5_2_an_asterisk_marks_a_release_that_may_be_overturned() -> None:
    r, crews = at_vladivostok(3, 0, 0, scenario=7)
    ussr.ussr(referee(1, 1, 6, 6), r)
    assert {c.fate for c in crews} == {"released*"}


def test_14_5_1_scenarios_7_to_9_use_the_denied_row() -> None:
    """14.5."""
    assert ussr.situation(raid(8)) == "Landing denied"
    r, _ = at_vladivostok(1, 0, 0)
    r.blotter.attempted.append(Diplomat.THOMPSON)
    assert ussr.situation(r) == "Landing denied"
    r.blotter.agreed[Diplomat.THOMPSON] = True
    assert ussr.situation(r) == "Landing agreed"


@pytest.mark.parametrize(
    ("asked", "dice", "place"),
    [
        (True, (6, 6), "Chungking"),
        (False, (6, 6, 2), "Mediterranean"),
        (False, (6, 6, 3), "Archangel"),
    ],
)
def test_14_5_1_free_crews_fly_on(asked: bool, dice: tuple[int, ...], place: str) -> None:
    r, crews = at_vladivostok(2, 0, 21)
    if asked:
        r.blotter.attempted.append(Diplomat.STILWELL)
    ref = referee(*dice)
    ussr.ussr(ref, r)
    done(ref)
    assert {(c.place, c.fate) for c in crews} == {(place, "safe")}


@pytest.mark.parametrize(("asked", "fate"), [(True, Fate.CHUNGKING), (False, Fate.LEFT)])
def test_14_5_1_free_crews_take_their_bombers_to_chungking_only(asked: bool, fate: Fate) -> None:
    r, crews = at_vladivostok(2, 0, 21)
    crews[1].b25.fate = Fate.DITCHED
    if asked:
        r.blotter.attempted.append(Diplomat.STILWELL)
    ussr.ussr(referee(6, 6, *(() if asked else (2,))), r)
    assert [c.b25.fate for c in crews] == [fate, Fate.DITCHED]


def test_14_6_korea_captured_with_the_crew_or_burnt_and_hunted() -> None:
    r, (first, second, third) = grounded(Site.KOREA, "Watson", "Joyce", "Gray")
    ref = referee(3, 2, 4, 1, answers=["captured-crew=Joyce"])  # 1: one of the two is taken
    korea.korea(ref, r)
    done(ref)
    assert [c.b25.fate for c in (first, second, third)] == [Fate.CAPTURED, Fate.SCUTTLED, Fate.SCUTTLED]
    assert [c.fate for c in (first, second, third)] == ["captured", "captured", "missing"]


def test_13_2_4_nobody_flies_on_to_a_site_the_japanese_attacked() -> None:
    r, crews = grounded(Site.KIAN, "Joyce", campaign=True)
    crews[0].b25.fuel = 4
    r.attacked_sites = [Site.KWEILIN]
    with pytest.raises(AnswerError, match="Kweilin"):
        china._fly(referee(answers=["fly-to=Kweilin"]), r, crews[0].b25, china._routes(referee()))
    assert crews[0].b25.where == "Kian"
