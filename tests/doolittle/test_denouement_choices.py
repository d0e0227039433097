"""14.0: what the player may choose in the Denouement, and what a careful one does."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Agent
from flakhouse.core.events import Noted
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.errors import AnswerError
from flakhouse.games.doolittle import denouement, elites
from flakhouse.games.doolittle.advice import capture as capture_advice
from flakhouse.games.doolittle.advice import china as advice
from flakhouse.games.doolittle.denouement import capture, china, ditching, korea, landing, ussr
from flakhouse.games.doolittle.questions import china as questions
from flakhouse.games.doolittle.state import Crew, Elite, Marker, Submarine
from flakhouse.games.doolittle.words import Back, Benefit, Fate, Front, Site
from tests.doolittle.flights import elite
from tests.doolittle.helpers import b25, done, raid, referee, rolled
from tests.doolittle.test_denouement import grounded, landed, men
from tests.render.doolittle_raids import view


def lucky(name: str = "Doolittle") -> Elite:
    """A pilot with the re-roll."""
    return Elite(name, Benefit.PILOT_REROLL, "2344")


def test_2_3_7_damage_on_landing_may_be_ignored() -> None:
    r, flight = landed(Site.YUSHAN, 2, "Watson")
    (watson,) = flight.aircraft
    man = elite(watson, Benefit.PILOT_IGNORE)
    ref = referee(1, 1, 3, answers=["ignore-damage=yes"])
    landing.landings(ref, r)
    done(ref)
    assert (watson.damage, watson.fate, man.used) == (0, Fate.LANDED, True)


def test_2_3_7_the_re_roll_serves_the_party_on_foot() -> None:
    r, _ = grounded(Site.LISHUI)
    first, second = men(r, "Kweilin", "Watson", "Joyce")
    r.security.alert = 3
    first.b25.elite = man = lucky()
    first.elites.append(man)
    ref = referee(1, 1, 6, 6, answers=["party=all", "re-roll=all"])
    china._trek(ref, r, "Kweilin", china._routes(ref))
    done(ref)
    assert (first.fate, second.fate, man.used) == ("safe", "safe", True)


def test_2_3_7_the_re_roll_follows_its_man_to_another_crew() -> None:
    r, _ = grounded(Site.LISHUI)
    first, second = men(r, "Kian", "Watson", "Joyce")
    first.b25.elite = man = lucky()
    second.elites.append(man)
    assert elites.with_crews(r, [first]) == []
    assert elites.with_crews(r, [second]) == [first.b25]


def test_2_3_7_the_re_roll_serves_a_ditched_crew_the_hunted_and_those_in_korea() -> None:
    r, _ = grounded(Site.LISHUI)
    (crew,) = men(r, "zone 11", "Watson")
    crew.b25.elite = man = lucky()
    crew.elites.append(man)
    ditching.ditched(ref := referee(1, 6, answers=["re-roll=all"]), r)
    done(ref)
    assert (crew.place, man.used) == ("Trekking", True)
    man.used = False
    capture.capture_check(ref := referee(1, 6, answers=["re-roll=all"]), r, [crew])
    done(ref)
    assert (crew.fate, man.used) == ("", True)
    man.used, crew.place, crew.b25.fate = False, Site.KOREA.value, Fate.LANDED
    korea.korea(ref := referee(1, 2, 6, answers=["re-roll=all"]), r)
    done(ref)
    assert (crew.b25.fate, crew.fate) == (Fate.SCUTTLED, "missing")


def test_2_3_7_the_re_roll_serves_those_at_vladivostok() -> None:
    r, (crew,) = grounded(Site.VLADIVOSTOK, "Watson")
    crew.b25.elite = man = lucky()
    crew.elites.append(man)
    ref = referee(1, 1, 6, 6, 2, answers=["re-roll=all"])
    ussr.ussr(ref, r)
    done(ref)
    assert (crew.place, crew.fate) == ("Mediterranean", "safe")


def test_14_4_1_more_fuel_than_the_next_hop_asks_may_be_taken_along() -> None:
    """7.2.2, 14.4."""
    r, (crew,) = grounded(Site.LISHUI, "Watson")
    r.china_fuel[Site.LISHUI] = 3
    crew.b25.fuel = 1
    answers = ["fly-to=Kian", *["carry-fuel=stockpile"] * 2, "carry-fuel=none"]
    china._fly(ref := referee(answers=answers), r, crew.b25, china._routes(referee()))
    done(ref)
    assert (crew.b25.where, crew.b25.fuel, r.china_fuel[Site.LISHUI]) == ("Kian", 2, 1)


def test_14_4_1_one_elite_aboard_may_use_his_benefit_a_passenger_too() -> None:
    """14.4."""
    r, (crew,) = grounded(Site.LISHUI, "Joyce")
    (guest,) = men(r, "Lishui", "Gray")
    guest.b25.elite = man = Elite("Somebody", Benefit.ENGINEER_FUEL, "2270")
    guest.elites.append(man)
    crew.b25.fuel = 3
    answers = ["fly-to=Chungking", "passengers=Gray", "fuel-conservation=all"]
    china._fly(ref := referee(1, 1, 5, 5, answers=answers), r, crew.b25, china._routes(referee()))
    done(ref)
    assert (crew.fate, guest.fate, man.used, crew.b25.elite) == ("safe", "safe", True, None)


def test_14_4_1_a_passenger_who_helps_is_in_one_aircraft_only_while_he_does() -> None:
    r, (crew,) = grounded(Site.LISHUI, "Joyce")
    (guest,) = men(r, "Lishui", "Gray")
    guest.b25.elite = man = Elite("Somebody", Benefit.ENGINEER_FUEL, "2270")
    guest.elites.append(man)
    crew.b25.fuel = 3
    seen: list[list[str]] = []
    ref = referee(1, 1, 5, 5, answers=["fly-to=Chungking", "passengers=Gray", "fuel-conservation=all"])
    player = ref.agent

    class Looking(Agent):
        name = "looking"

        def choose(self, ask: Question, ref: Referee) -> str:
            if ask.id == "fuel-conservation":
                seen.append([b.pilot for b in r.squadron if b.elite is man])
            return player.choose(ask, ref)

    ref.agent = Looking()
    china._fly(ref, r, crew.b25, china._routes(referee()))
    assert seen == [["Joyce"]]
    assert [b.pilot for b in r.squadron if b.elite is man] == ["Gray"]


def test_14_4_3_by_default_the_fuel_brings_as_many_bombers_home_as_it_can() -> None:
    r, (first, second) = grounded(Site.LISHUI, "Watson", "Joyce")
    first.b25.fuel = second.b25.fuel = 2
    china.china(ref := referee(defaults=True), r)
    assert [c.b25.fate for c in (first, second)] == [Fate.CHUNGKING, Fate.SCUTTLED]
    assert [c.fate for c in (first, second)] == ["safe", "safe"]
    assert rolled(ref) == []


def test_14_4_3_by_default_a_bomber_hops_to_where_fuel_is_stocked() -> None:
    r, (crew,) = grounded(Site.LISHUI, "Watson")
    crew.b25.fuel = 2
    r.china_fuel[Site.KIAN] = 1
    china.china(referee(defaults=True), r)
    assert crew.b25.fate is Fate.CHUNGKING


def test_14_4_2_by_default_parties_meet_on_the_way() -> None:
    r, _ = grounded(Site.LISHUI)
    men(r, "Trekking", "Watson")
    men(r, "Lishui", "Joyce")
    china.china(ref := referee(*[6] * 8, defaults=True), r)
    treks = [e.facts for e in ref.events if isinstance(e, Noted) and e.kind == "trek"]
    assert (treks[-1]["to"], treks[-1]["crews"]) == ("Chungking", 2)


def test_14_2_1_crews_in_the_trekking_box_set_out_from_open_country() -> None:
    r, _ = grounded(Site.LISHUI)
    crews = men(r, "Trekking", "Watson", "Joyce")
    asked = (
        questions.party("Trekking", crews),
        questions.trek_to("Trekking", {"Kian": 3}, (), 0),
        questions.china_next({"walk": ("Trekking", None, 2)}),
    )
    said = [words for one in asked for words in (one.prompt, *(option.label for option in one.options.values()))]
    assert "2 crews on foot from open country" in said
    assert not any("Trekking" in words for words in said)
    walk = Noted("trek", {"crews": 2, "start": "Trekking", "to": "Kian", "through": True})
    assert view().note_text(walk, "brief") == "2 crews on foot from open country to Kian: through unseen."
    ashore = Noted("ditched-check", {"b25": "Smith (2267)", "result": "in China, wounded"})
    assert "got through to China, wounded and on foot" in view().note_text(ashore, "brief")


@pytest.mark.parametrize(("fit", "count"), [(True, 2), (True, 4), (True, 8), (False, 2), (False, 4), (False, 8)])
def test_14_4_4_one_big_party_loses_no_more_crews_than_many_small_ones(fit: bool, count: int) -> None:
    def lost(size: int) -> float:
        chart = capture.FIT if fit else capture.WOUNDED
        column = 0 if size == 1 else 1 if size == 2 else 2 if size <= 4 else 3
        worth = {"Captured": float(size), "Close call": 1 / 3}  # 1 and 2 of 6 are the end of a crew
        words = [chart.at(die, column) for die in range(1, 7)]
        return sum(worth[word] if word in worth else int(word) for word in words) / 6

    assert lost(count) <= count * lost(1)
    assert lost(count) <= 2 * lost(count // 2) + 0.001


def test_14_4_4_of_a_captured_group_every_elite_is_captured() -> None:
    r, _ = grounded(Site.LISHUI)
    (crew,) = men(r, "Kian", "Gray", fit=False)
    crew.elites += [Elite("First", Benefit.GUNNER, "2270"), Elite("Second", Benefit.GUNNER, "2270")]
    capture.capture_check(ref := referee(1), r, [crew])
    done(ref)
    assert [e.fate for e in crew.elites] == ["captured", "captured"]


def test_14_4_4_elites_of_crews_not_captured_stay_with_them_and_the_doctor_is_kept() -> None:
    """2.3.3."""
    r, _ = grounded(Site.LISHUI)
    party = men(r, "Kian", "Gray", "York", "Joyce")
    for crew, benefit in zip(party, (Benefit.DOCTOR, Benefit.GUNNER, Benefit.NAVIGATOR), strict=True):
        crew.elites.append(Elite(benefit.value, benefit, "2270"))
    capture.capture_check(referee(1, answers=["captured-crew=Gray"], defaults=True), r, party)
    assert [e.benefit for e in party[1].elites] == [Benefit.DOCTOR]
    assert [e.benefit for e in party[2].elites] == [Benefit.NAVIGATOR]
    assert capture_advice.captured_elite(party[1].elites + party[2].elites) == "Navigator"


def test_14_4_4_the_player_says_who_has_the_close_call() -> None:
    r = raid(7)
    party = men(r, "Kian", "Gray", "York")
    capture.capture_check(ref := referee(3, 3, answers=["close-call-crew=York"]), r, party)
    done(ref)
    assert [c.fit for c in party] == [True, False]


def test_14_4_4_ruling_39_which_elite_is_captured_may_be_left_to_chance() -> None:
    r = raid(7)
    party = men(r, "Kian", "Gray", "York")
    first, second = (Elite(name, Benefit.GUNNER, "2270") for name in ("First", "Second"))
    party[0].elites.append(first)
    party[1].elites.append(second)
    answers = ["captured-crew=Gray", "captured-elite=random"]
    capture.capture_check(ref := referee(1, answers=answers, draws=[1]), r, party)
    done(ref)
    assert (first.fate, second.fate) == ("", "captured")
    assert (party[0].elites, party[1].elites) == ([second], [first])


def test_14_4_4_elites_left_by_a_captured_crew_go_one_to_a_crew() -> None:
    r = raid(7)
    party = men(r, "Kian", "Gray", "York", "Joyce", "Watson")
    for crew, name in zip(party, ("First", "Second", "Third"), strict=False):
        crew.elites.append(Elite(name, Benefit.GUNNER, "2270"))
    answers = ["captured-crew=Gray", "captured-elite=Second"]
    capture.capture_check(ref := referee(1, answers=answers), r, party)
    done(ref)
    assert [[e.name for e in c.elites] for c in party] == [["Second"], ["First"], ["Third"], []]


@pytest.mark.parametrize(("answer", "table"), [("wounded", "capture-fit"), ("fit", "capture-wounded")])
def test_14_4_4_a_doctor_of_a_fit_crew_may_go_with_the_wounded(answer: str, table: str) -> None:
    r = raid(7)
    (fit,) = men(r, "Kian", "Gray")
    hurt = men(r, "Kian", "York", "Joyce", fit=False)
    doctor = Elite("Doc White", Benefit.DOCTOR, "2267")
    fit.elites.append(doctor)
    ref = referee(6, 6, answers=[f"elite-group={answer}"], defaults=True)
    capture.capture_check(ref, r, [fit, *hurt])
    done(ref)
    assert rolled(ref) == ["capture-fit", table]
    assert doctor in (fit if answer == "fit" else hurt[0]).elites


def test_14_4_4_an_elite_joins_no_crew_that_has_one() -> None:
    r = raid(7)
    (fit,) = men(r, "Kian", "Gray")
    (hurt,) = men(r, "Kian", "York", fit=False)
    fit.elites.append(Elite("Doc White", Benefit.DOCTOR, "2267"))
    hurt.elites.append(Elite("Somebody", Benefit.GUNNER, "2270"))
    capture.capture_check(ref := referee(6, 6), r, [fit, hurt])
    done(ref)
    assert [e.name for e in hurt.elites] == ["Somebody"]


@pytest.mark.parametrize(("die", "said"), [(6, "nobody is found"), (2, "1 captured"), (1, "all are captured")])
def test_14_4_4_the_log_says_what_the_hunt_came_to(die: int, said: str) -> None:
    r = raid(7)
    party = men(r, "Kian", "Gray", "York", fit=False)
    capture.capture_check(ref := referee(die, defaults=True), r, party)
    assert [e.facts["result"] for e in ref.events if isinstance(e, Noted) and e.kind == "hunted"] == [said]


def test_14_4_1_groundcrew_also_rids_an_undamaged_bomber_of_its_hazards() -> None:
    r, crews = grounded(Site.KIAN, "Watson", "Joyce", "Gray")
    leak = Marker("flight-I", Front.PLAIN, Back.FUEL_LEAK, revealed=True)
    crews[0].b25.attached.append(leak)
    crews[1].b25.damage, crews[2].b25.damage = 1, 2
    hands = {"Kian": 3}
    china._repairs(ref := referee(answers=["groundcrew=Watson", "groundcrew=nobody"]), r, "Kian", hands)
    done(ref)
    assert (crews[0].b25.attached, crews[1].b25.damage, hands) == ([], 1, {"Kian": 2})
    with pytest.raises(AnswerError, match="Gray"):
        china._repairs(referee(answers=["groundcrew=Gray"]), r, "Kian", {"Kian": 1})


def test_14_4_1_the_groundcrew_of_the_next_stop_mends_what_arrives_there() -> None:
    r, (crew,) = grounded(Site.LISHUI, "Watson")
    crew.b25.fuel = 1
    crew.b25.attached.append(Marker("flight-I", Front.PLAIN, Back.FUEL_LEAK, revealed=True))
    r.groundcrew[Site.KIAN] = 1
    answers = ["fly-to=Kian", "groundcrew=Watson", "fly-to=burn", "trek-to=Chungking"]
    china.china(ref := referee(6, 6, answers=answers), r)
    done(ref)
    assert (crew.b25.attached, crew.fate) == ([], "safe")


def test_2_3_2_a_copilot_repairs_any_bomber_in_the_box_he_shares() -> None:
    r, (wreck, guest) = grounded(Site.KIAN, "Watson", "Joyce")
    man = elite(wreck.b25, Benefit.COPILOT_REPAIR)
    wreck.elites.append(man)
    wreck.b25.fate = Fate.SCUTTLED
    guest.b25.damage = 2
    china._repairs(ref := referee(answers=["copilot-repair=Joyce"]), r, "Kian", {"Kian": 0})
    done(ref)
    assert (guest.b25.damage, man.used) == (0, True)
    guest.b25.damage = 1
    china._repairs(referee(), r, "Kian", {"Kian": 0})
    assert guest.b25.damage == 1


def test_14_4_1_of_three_crews_aboard_the_third_must_be_wounded_too() -> None:
    r, (crew,) = grounded(Site.KIAN, "Watson")
    crew.fit = False
    men(r, "Kian", "Joyce", "York", fit=False)
    men(r, "Kian", "Gray")
    with pytest.raises(AnswerError, match="Gray"):
        china._board(referee(answers=["passengers=Joyce", "passengers=Gray"]), r, crew.b25)
    assert len(china._board(referee(answers=["passengers=Joyce", "passengers=York"]), r, crew.b25)) == 3


def test_14_2_1_the_player_says_whom_a_submarine_may_find_first() -> None:
    r = raid(9)
    r.task_force.submarines = [Submarine("Thresher", "Japan", contact=True)]
    first, second = men(r, "zone 4", "Watson", "Joyce")
    (far,) = men(r, "zone 12", "Gray")
    ditching.ditched(ref := referee(4, 4, 6, answers=["ditched-next=Joyce"]), r)
    done(ref)
    assert (first.fate, second.fate, far.place) == ("missing", "rescued", "Trekking")
    said = [e.facts["result"] for e in ref.events if isinstance(e, Noted) and e.kind == "ditched-check"]
    assert said == ["in the water, a submarine near", "missing", "in China, fit"]


def test_14_2_1_by_default_a_crew_with_an_elite_is_looked_for_first() -> None:
    r = raid(9)
    r.task_force.submarines = [Submarine("Thresher", "Japan", contact=True)]
    first, second = men(r, "zone 4", "Watson", "Joyce")
    second.elites.append(Elite("Somebody", Benefit.GUNNER, "2270"))
    ditching.ditched(referee(4, 4, defaults=True), r)
    assert (first.fate, second.fate) == ("missing", "rescued")


def test_14_2_1_a_wounded_crew_that_ditches_again_stays_wounded() -> None:
    r, (crew,) = grounded(Site.LISHUI, "Joyce")
    crew.fit = False
    crew.b25.fuel = 3
    china._fly(ref := referee(1, 1, 6, answers=["fly-to=Chungking"]), r, crew.b25, china._routes(referee()))
    done(ref)
    assert (crew.place, crew.fit) == ("Trekking", False)


def test_2_3_7_the_re_roll_serves_the_die_for_the_way_out_of_the_ussr() -> None:
    r, (crew,) = grounded(Site.VLADIVOSTOK, "Watson")
    crew.b25.elite = man = lucky()
    crew.elites.append(man)
    ref = referee(6, 6, 2, 3, answers=["re-roll=all"])
    ussr.ussr(ref, r)
    done(ref)
    assert (crew.place, man.used) == ("Archangel", True)


@pytest.mark.parametrize(
    ("site", "tank", "stock", "way"),
    [
        (Site.CHUCHOW, 0, {}, "burn"),  # three checks on fumes to Chungking
        (Site.KIAN, 1, {}, "Chungking"),  # one
        (Site.CHUCHOW, 1, {}, "Kian"),  # two, but a hop west is safe
        (Site.LISHUI, 0, {Site.KIAN: 2}, "Kian"),  # one, and Fuel is there
    ],
)
def test_14_4_3_by_default_nobody_risks_two_checks_on_fumes(
    site: Site, tank: int, stock: dict[Site, int], way: str
) -> None:
    r, (crew,) = grounded(site, "Watson")
    r.china_fuel = stock
    ways = {end: need for end, (need, _) in china._routes(referee())[site.value].items()}
    assert advice.nearest(r, china._routes(referee()), ways, tank) == way
    assert crew.b25.where == site.value


def test_14_4_1_fuel_of_a_burnt_bomber_is_not_kept_for_one_that_comes_later() -> None:
    r, (first,) = grounded(Site.KIAN, "Watson")
    second = Crew(b25(r, "Joyce"), place="Lishui")
    second.b25.fate, second.b25.where, second.b25.elite, second.b25.fuel = Fate.LANDED, "Lishui", None, 1
    r.crews.append(second)
    first.b25.damage, first.b25.fuel = 1, 3
    answers = ["china-next=fly Joyce", "fly-to=Kian", "china-next=fly Joyce", "fly-to=burn", "party=all"]
    china.china(ref := referee(6, 6, answers=[*answers, "trek-to=Chungking"]), r)
    done(ref)
    assert (first.fate, second.fate, first.b25.fuel) == ("safe", "safe", 0)


@pytest.mark.parametrize(("stock", "home"), [(4, 1), (5, 1), (6, 2), (8, 2)])
def test_14_4_3_by_default_two_hops_where_they_bring_one_more_bomber_home(stock: int, home: int) -> None:
    r, crews = grounded(Site.LISHUI, "Watson", "Joyce")
    r.china_fuel[Site.LISHUI] = stock
    china.china(ref := referee(defaults=True), r)
    assert sum(c.b25.fate is Fate.CHUNGKING for c in crews) == home
    assert ([c.fate for c in crews], rolled(ref)) == (["safe", "safe"], [])


def test_12_6_6_medals_are_of_no_use_any_more_in_the_denouement() -> None:
    r, flight = landed(Site.YUSHAN, 0, "Watson")
    (watson,) = flight.aircraft
    r.cups["sea-east"] = []
    watson.medals.append(Marker("sea-east", Front.PLAIN, Back.MEDALS, revealed=True))
    denouement.segment(ref := referee(1, 1, 1), r)
    done(ref)
    assert (watson.fate, watson.medals) == (Fate.DESTROYED, [])


def test_14_2_1_nobody_throws_again_what_a_submarine_saves() -> None:
    r = raid(9)
    r.task_force.submarines = [Submarine("Thresher", "Japan", contact=True)]
    (crew,) = men(r, "zone 4", "Watson")
    crew.b25.elite = man = lucky()
    crew.elites.append(man)
    ditching.ditched(ref := referee(4, defaults=True), r)
    done(ref)
    assert (crew.fate, man.used) == ("rescued", False)
