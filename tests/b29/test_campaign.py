"""The tour: names, replacements, ratings (2.1, 9.1, 9.4)."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from importlib import resources
from pathlib import Path

import msgspec
import pytest

from flakhouse.core.agents import Default
from flakhouse.core.dice import Seeded
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import campaign as tour
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.state import Airman, Bomber, Campaign, LogRow
from flakhouse.games.b29.words import End, Fate, Position, Repair, Result
from tests.b29.helpers import done, noted, referee


def fresh() -> Campaign:
    return tour.new_campaign(referee(defaults=True), Options())


def test_2_1_a_bomber_with_a_nickname_and_eleven_men() -> None:
    campaign = fresh()
    assert campaign.bomber.name == tour.BOMBER_NAMES[0]
    assert list(campaign.crew) == list(Position)
    assert len({a.name for a in campaign.crew.values()}) == 11
    assert {a.missions for a in campaign.crew.values()} == {0}
    assert campaign.mission_number() == 1
    assert tour.TOUR == 35


def test_2_1_starting_ranks() -> None:
    ranks = [a.rank for a in fresh().crew.values()]
    assert ranks == [
        "Capt",
        "1st Lt",
        "1st Lt",
        "2nd Lt",
        "M/Sgt",
        "Sgt",
        "S/Sgt",
        "Sgt",
        "Sgt",
        "S/Sgt",
        "S/Sgt",
    ]


def test_d_2_the_player_names_bomber_and_men() -> None:
    men = [f"man-name=Man {i}" for i in range(11)]
    ref = referee(answers=["bomber-name=Dreamboat", "name-crew=yes", *men])
    campaign = tour.new_campaign(ref, Options())
    done(ref)
    assert campaign.bomber.name == "Dreamboat"
    assert [a.name for a in campaign.crew.values()] == [f"Man {i}" for i in range(11)]


def test_d_2_names_follow_from_the_seed() -> None:
    def names(seed: str) -> list[str]:
        campaign = tour.new_campaign(Referee(Seeded(seed), Default()), Options())
        return [campaign.bomber.name, *(a.name for a in campaign.crew.values())]

    assert names("one") == names("one")
    assert names("one") != names("two")
    ref = Referee(Seeded("one"), Default())
    tour.new_campaign(ref, Options())
    assert ref.rolls == 0


def test_9_1_a_lost_bomber_and_lost_men_are_replaced_without_experience() -> None:
    campaign = fresh()
    campaign.credited = 7
    for man in campaign.crew.values():
        man.missions = 7
    campaign.bomber.state = Repair.LOST
    campaign.crew[Position.PILOT].fate = Fate.KIA
    campaign.crew[Position.TAIL_GUNNER].fate = Fate.IH
    old = campaign.bomber.name
    ref = referee(answers=["bomber-name=Second Try", "man-name=A. B.", "man-name=C. D."])
    tour.replace_losses(ref, campaign)
    done(ref)
    assert campaign.bomber == Bomber("Second Try")
    assert [b.name for b in campaign.bombers_past] == [old]
    assert [a.fate for a in campaign.men_past] == [Fate.KIA, Fate.IH]
    pilot = campaign.crew[Position.PILOT]
    assert pilot == Airman("A. B.", "Capt", Position.PILOT)
    assert campaign.crew[Position.COPILOT].missions == 7
    assert list(campaign.crew) == list(Position)
    assert campaign.mission_number() == 8  # RULING R-84
    assert noted(ref) == ["new-bomber", "new-man", "new-man"]


def test_9_1_replacements_bear_new_names() -> None:
    campaign = fresh()
    seen = {a.name for a in campaign.crew.values()}
    for _ in range(8):
        for man in campaign.crew.values():
            man.fate = Fate.KIA
        tour.replace_losses(referee(defaults=True), campaign)
        names = {a.name for a in campaign.crew.values()}
        assert not names & seen
        seen |= names
    assert len(campaign.men_past) == 88


@pytest.mark.parametrize("state", [Repair.SOUND, Repair.REPAIRABLE])
def test_9_1_a_repairable_bomber_flies_the_next_mission(state: Repair) -> None:
    campaign = fresh()
    campaign.bomber.state = state
    tour.replace_losses(referee(), campaign)
    assert campaign.bomber.state is Repair.SOUND
    assert campaign.bombers_past == []


def test_9_1_an_irreparable_bomber_is_replaced() -> None:
    campaign = fresh()
    campaign.bomber.state = Repair.IRREPARABLE
    tour.replace_losses(referee(defaults=True), campaign)
    assert campaign.bomber.name == tour.BOMBER_NAMES[29]
    assert campaign.bombers_past[0].state is Repair.IRREPARABLE


def test_9_2_bombed_out_when_every_box_is_crossed_off() -> None:
    campaign = fresh()
    assert not tour.bombed_out(campaign, "Kobe")
    campaign.city_boxes["Kobe"] = 1
    assert not tour.bombed_out(campaign, "Kobe")
    campaign.city_boxes["Kobe"] = 2
    assert tour.bombed_out(campaign, "Kobe")
    assert not tour.bombed_out(campaign, "Fukuoka")  # not on the sheet


# ------------------------------------------------------------------ 9.4


@pytest.mark.parametrize(
    ("missions", "rating"),
    [
        (0, "none"),
        (1, "Poor"),
        (7, "Poor"),
        (8, "Fair"),
        (14, "Fair"),
        (15, "Good"),
        (24, "Good"),
        (25, "Excellent"),
        (34, "Excellent"),
        (35, "Superb"),
        (40, "Superb"),
    ],
)
def test_table_9_2_table_survival(missions: int, rating: str) -> None:
    """R-83."""
    assert tour.survival_rating(missions) == rating


@pytest.mark.parametrize(
    ("percent", "rating"),
    [(0, "Poor"), (4, "Poor"), (5, "Fair"), (14, "Fair"), (15, "Good"), (29, "Good"), (30, "Excellent")],
)
def test_table_9_3_table_bombing(percent: int, rating: str) -> None:
    """R-83."""
    assert tour.bombing_rating(percent) == rating
    assert tour.bombing_rating(100) == "Excellent"


@pytest.mark.parametrize(
    ("won", "lost", "winner"), [(18, 12, Result.VICTORY), (3, 4, Result.DEFEAT), (5, 5, Result.DRAW)]
)
def test_9_4_most_victories_win_and_draws_do_not_count(won: int, lost: int, winner: Result) -> None:
    campaign = fresh()
    campaign.victories, campaign.defeats, campaign.draws = won, lost, 20
    campaign.credited = 35
    rating = tour.ratings(campaign)
    assert rating.winner is winner
    assert rating.complete
    campaign.credited = 34
    assert not tour.ratings(campaign).complete


def test_9_4_ratings_of_bombers_and_men_past_and_present() -> None:
    campaign = fresh()
    campaign.bombers_past.append(Bomber("Old One", 9, Repair.LOST, "flak", [20, 9]))
    campaign.men_past.append(Airman("Gone", "Capt", Position.PILOT, 25, 3, Fate.KIA))
    rating = tour.ratings(campaign)
    old, new = rating.bombers
    assert (old.survival, old.fate, old.percent, old.bombing) == ("Fair", "lost", 14, "Fair")
    assert (new.survival, new.bombing) == ("none", "none")
    assert (rating.men[0].survival, rating.men[0].kills, rating.men[0].fate) == ("Excellent", 3, "KIA")
    assert len(rating.men) == 12


# ------------------------------------------------------------------ records


def test_the_campaign_survives_json() -> None:
    campaign = fresh()
    campaign.bombers_past.append(Bomber("Old One", 9, Repair.LOST, "flak", [20, 9]))
    campaign.men_past.append(Airman("Gone", "Capt", Position.PILOT, 25, 3, Fate.KIA))
    campaign.city_boxes["Kobe"] = 2
    campaign.struck.append("Fukuoka")
    crew = {p: "x: KIA" for p in Position}
    for on_target in (None, True):
        campaign.log.append(
            LogRow(
                1, 1, "B", "Kobe", "Urban Area", "Day", "HI", on_target, 0, Result.DRAW, True, End.LANDED, "", crew
            )
        )
    text = msgspec.json.encode(msgspec.to_builtins(campaign, str_keys=True))
    again = msgspec.convert(msgspec.json.decode(text), Campaign)
    assert again == campaign
    assert isinstance(next(iter(again.crew)), Position)
    assert isinstance(again.log[0].result, Result)
    assert {f.name for f in fields(Campaign)} == set(msgspec.json.decode(text))


def test_unnamed_crews_for_positions() -> None:
    crew = tour.unnamed_crew(5)
    assert {a.missions for a in crew.values()} == {5}
    assert tour.unnamed_campaign(crew).crew is crew


def test_no_bomber_has_the_name_of_another() -> None:
    names = tour.BOMBER_NAMES
    assert len(set(names)) == len(names)
    assert all(0 < len(name) <= 40 and name == name.strip() for name in names)


def test_every_event_of_sections_2_3_and_9_has_a_template_with_its_facts() -> None:
    here = Path(tour.__file__).parent
    noted_kinds: dict[str, set[str]] = {}
    for module in ("campaign", "setup", "start", "debrief"):
        source = (here / f"{module}.py").read_text(encoding="utf-8")
        for call in re.findall(r'ref\.note\(\s*"([\w-]+)"(.*?)\)\n', source, re.S):
            noted_kinds.setdefault(call[0], set()).update(re.findall(r"\b(\w+)=", call[1]))
    own, common = (
        tomllib.loads(resources.files(f"flakhouse.render.{file[0]}").joinpath(file[1]).read_text(encoding="utf-8"))
        for file in (("b29", "section_2_3_9.toml"), ("bomber", "common.toml"))
    )
    shared = {kind: template for kind, template in common["event"].items() if kind in noted_kinds}
    templates = {**shared, **own["event"]}
    assert set(noted_kinds) == set(templates)
    for kind, template in templates.items():
        for line in (template["text"], template.get("story", "")):
            assert set(re.findall(r"{(\w+)}", line)) <= noted_kinds[kind], kind
        assert template["level"] in ("brief", "full")
