"""The status screen, the headline and what stands before a decision of the Doolittle game."""

from __future__ import annotations

import copy

import pytest

from flakhouse.cli import draw
from flakhouse.core.events import Noted
from flakhouse.core.questions import Question
from flakhouse.games.doolittle.state import B25, Raid
from flakhouse.games.doolittle.words import Back, City, Fate, Launch, Month, Weather
from flakhouse.render.doolittle import parts, status
from tests.checks.asking import asked
from tests.checks.files import rule_files
from tests.render import doolittle_raids as raids


def _ask(id: str) -> Question:
    return asked(id, "4.1", "?", {"a": "b"}, "a")


def test_the_status_has_map_security_skills_and_squadron() -> None:
    r = raids.airborne()
    r.squadron[3].fate, r.squadron[3].where = Fate.DITCHED, "zone 10"
    text = raids.view().status(r)
    assert "Flight turn 3" in text
    assert "Alert 2; 6 failed tests (Alert at least 2); Security Risk 21; Secrecy" in text
    assert "gunnery 4 dice" in text
    assert "Doolittle (2344)  Flight 1, zone 2  loaded; Doolittle: Pilot, re-roll" in text
    assert "Hoover (2292)     Flight 1, zone 2  loaded; damaged" in text
    assert "Ditched: Lawson (zone 10)." in text


def test_in_scenarios_1_to_6_security_is_the_alert_alone() -> None:
    assert status.security(raids.bare(5)) == "Alert 0."


def test_13_5_6_before_the_ships_sail_the_risk_is_that_of_events_and_no_test_is_spoken_of() -> None:
    r = raids.bare(10, "planning")
    r.security.risk = 1
    text = status.security(r)
    assert "Security Risk from events 1; the plan adds the rest at sailing, and the Secrecy dice." in text
    assert "Secrecy Test" not in text


def test_a_used_benefit_medals_fumes_and_markers_are_shown_with_the_bomber() -> None:
    r = raids.bare()
    doolittle = r.squadron[0]
    doolittle.area, doolittle.fumes = "Tokyo East", 2
    doolittle.attached = [raids.marker(Back.INTERCEPTOR, low=3, high=4)]
    doolittle.medals = [raids.marker(Back.MEDALS)]
    assert doolittle.elite is not None
    doolittle.elite.used = True
    text = " ".join(" ".join(status.squadron(r)).split())
    assert "loaded; on fumes x2; Interceptor 3-4; Medals; Doolittle: Pilot, re-roll, used" in text


@pytest.mark.parametrize(
    ("raid", "head"),
    [
        (raids.bare(), "Tokyo by day · Attack turn 2 of 9 · 0 B-25s there · Alert 0"),
        (
            raids.airborne(),
            "Flight turn 3 · 16:00, day · 4 B-25s in the air · Alert 2 · Security Risk 21, "
            "a Secrecy Test fails 78 %",
        ),
        (
            raids.sailing(),
            "Naval turn April 10-11 · Task Force in Hawaii · Gale · low on fuel · Alert 0 · "
            "Security Risk 15, a Secrecy Test fails 22 %",
        ),
        (raids.planning(), "Planning, March 1942"),
        (raids.bare(10, "denouement"), "Denouement · Alert 0"),
    ],
)
def test_the_headline_says_segment_turn_and_security(raid: Raid, head: str) -> None:
    assert raids.view().headline(raid, []) == head


def test_the_headline_of_a_naval_turn_says_where_it_began_once_the_task_force_has_moved() -> None:
    turn = Noted("naval-turn", {"turn": "April 10-11", "area": "140W"})
    before = Noted("naval-turn", {"turn": "April 8-9", "area": "Pacific"})
    stayed = Noted("naval-turn", {"turn": "April 10-11", "area": "Hawaii"})
    head = "Naval turn April 10-11 · Task Force {} · Gale"
    assert raids.view().headline(raids.sailing(), [before, turn]).startswith(head.format("from 140W to Hawaii"))
    assert raids.view().headline(raids.sailing(), [turn, stayed]).startswith(head.format("in Hawaii"))


def test_losses_stand_in_the_headline() -> None:
    r = raids.bare()
    r.squadron[0].fate = Fate.DESTROYED
    assert raids.view().headline(r, []).endswith("Alert 0 · 1 destroyed")
    for b25, fate in zip(r.squadron[1:], (Fate.DITCHED, Fate.CAPTURED, Fate.LANDED, Fate.ESCAPED), strict=False):
        b25.fate = fate
    assert raids.view().headline(r, []).endswith("Alert 0 · 1 destroyed · 1 down · 1 captured"), "may live"


def test_14_bombers_that_stand_wrecked_or_interned_are_counted_apart_from_those_that_came_down() -> None:
    r = raids.bare(10, "denouement")
    ends = [Fate.DESTROYED, Fate.DITCHED, Fate.INTERNED, Fate.INTERNED, Fate.SCUTTLED, Fate.SCUTTLED]
    r.squadron = [B25(str(number), f"Pilot {number}", fate=fate) for number, fate in enumerate(ends)]
    r.squadron[4].wrecked = True
    assert parts.losses(r) == ["1 wrecked", "1 destroyed", "1 down", "1 burnt", "2 interned"]


@pytest.mark.parametrize("segment", ["naval", "flight", "attack", "denouement", "debriefing"])
def test_6_3_the_risk_is_shown_only_where_a_secrecy_test_can_come(segment: str) -> None:
    r = copy.deepcopy(raids.sailing())
    r.segment = segment
    assert ("Secrecy Test" in raids.view().headline(r, [])) is (segment in ("naval", "flight"))


def test_the_map_stands_whole_before_the_first_decision_of_a_turn() -> None:
    r = raids.bare()
    lines = raids.view().situation(r, _ask("airspeed"), fresh=True)
    assert len(lines) == 1
    assert lines[0].text.startswith("Tokyo by day; Attack turn 2 of 9")
    assert lines[0].text.count("+--") == 12
    assert max(len(line) for line in lines[0].text.split("\n")) <= 78


@pytest.mark.parametrize(("raid", "id"), [(raids.airborne(), "flight-goal"), (raids.sailing(), "orders")])
def test_maps_before_a_decision_leave_room_for_its_margin(raid: Raid, id: str) -> None:
    raid.weather = dict.fromkeys((*raid.weather, "influence", "japan", "yellow sea"), Weather.STORM)
    text = "\n".join(line.text for line in raids.view().situation(raid, _ask(id), fresh=True))
    assert max(len(line) for line in text.split("\n")) <= 78


def test_on_the_first_turn_nobody_moves_and_the_map_stands_before_the_approach() -> None:
    r = raids.bare()
    assert raids.view().situation(r, _ask("approach"), fresh=True) == []
    r.attack_turn = 1
    assert "+--" in raids.view().situation(r, _ask("approach"), fresh=True)[0].text


def test_a_decision_that_comes_out_of_nothing_says_who_is_where() -> None:
    r = raids.bare()
    r.squadron[0].area = "Tokyo East"
    lines = [line.text for line in raids.view().situation(r, _ask("evade"), fresh=False)]
    assert lines == ["Doolittle (2344), Tokyo East: loaded; Doolittle: Pilot, re-roll."]


def test_parts_of_the_naval_map_that_have_not_changed_are_texts_of_their_own() -> None:
    r = raids.sailing()
    before = [line.text for line in raids.view().situation(r, _ask("orders"), fresh=True)]
    r.task_force.recon[0].place = "Local Recon"
    after = [line.text for line in raids.view().situation(r, _ask("orders"), fresh=True)]
    assert [old == new for old, new in zip(before, after, strict=True)] == [True, True, False]


def test_diplomacy_supplies_and_china_are_decided_over_their_tables() -> None:
    calendar, china = raids.view().situation(raids.planning(), _ask("diplomacy-row"), fresh=True)
    assert calendar.text.startswith("Calendar  January")
    assert "groundcrew" in china.text
    (after,) = raids.view().situation(raids.bare(10, "denouement"), _ask("china-next"), fresh=True)
    assert after.text.startswith("China")


def test_decisions_about_ships_are_made_over_the_layout() -> None:
    layout, recon = raids.view().situation(raids.sailing(), _ask("iboat-reaction"), fresh=True)
    assert layout.text.startswith("Layout")
    assert recon.text.startswith("Recon")


def test_without_a_raid_there_is_little_to_show() -> None:
    view = raids.view()
    assert view.status(None) == "No raid has begun yet."
    assert view.headline(None, []) == ""
    assert view.briefing(None) == []
    assert view.situation(None, _ask("airspeed"), fresh=True) == []


def test_title_and_place_in_the_book() -> None:
    view = raids.view()
    assert view.title(1, [], raids.bare(7)) == "Scenario 7: The Army Launches for Japan"
    assert view.title(1, raids.flown(5).events) == "Scenario 5: Thirty Seconds"
    assert view.title(3, []) == "Enemy Coast Ahead: The Doolittle Raid, raid 3"
    assert view.book_place("8.2.4") == "Rule Book [8.2.4]."


def test_the_briefing_says_what_is_played_and_with_what() -> None:
    lines = raids.view().briefing(raids.bare(1))
    assert lines[0] == "Scenario 1: First Over the Capital."
    assert "Security: Alert 0." in lines
    assert any(line.startswith("To enter: Hoover (2292)") for line in lines)


def test_planning_shows_the_selected_b25s() -> None:
    r = raids.planning()
    for b25 in r.squadron[:2]:
        b25.fate = Fate.DECK
    for b25 in r.squadron[2:]:
        b25.fate = Fate.RESERVE
    r.squadron[1].damage = 1
    text = raids.view().status(r)
    assert "Squadron   Doolittle (Doolittle: Pilot, re-roll), Hoover (damaged)." in text
    assert "Gray" not in text
    assert Month.MARCH.value in raids.view().headline(r, [])


def test_an_aborted_raid_and_a_launch_say_so() -> None:
    r = raids.sailing()
    r.aborted, r.launch, r.launch_area = "the weather", Launch.EMERGENCY, "Defense East"
    text = raids.view().status(r)
    assert "Aborted    the weather." in text
    assert "Launch     emergency, in Defense East." in text


def test_the_decisions_it_speaks_of_are_asked_by_the_rules() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in rule_files("doolittle"))
    named = [*status.LAYOUT, *(id for ids in status.WHOLE.values() for id in ids)]
    assert [id for id in named if f'"{id}"' not in text] == []


@pytest.mark.parametrize("city", City)
def test_6_2_the_alert_has_room_in_the_first_line_over_every_city(city: City) -> None:
    r = raids.bare()
    r.options.scenario, r.city, r.security.alert = 7, city, 2
    view = raids.view()
    first = draw.bar(
        "Scenario 7: Enemy Action Ahead", view.headline(r, []).split(view.mark), 80, view.mark, view.vital
    )
    assert "Alert 2" in first
