"""One flight of a study, and what makes it what it is."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from flakhouse import games
from flakhouse.core.agents import Default
from flakhouse.core.dice import Quick, Seeded
from flakhouse.core.game import Finish, Scalar
from flakhouse.core.referee import Referee
from flakhouse.errors import OptionError
from flakhouse.sim.detail import Collector, Key, collector_of
from flakhouse.sim.study import Flyer, Study, check, fly, pilot_of, studied
from tests.sim.studies import command

B17 = Study(game="b17", seed="s", count=40)
HOUSE = '[chart.O-6]\ntitle = "Bomb run"\nrule = "8.1"\ndice = "1d6"\nsource = "ruling"\nfrom = "us"\ngrid = """\n'


def test_a_flight_depends_on_study_and_index_alone() -> None:
    there = [fly(B17, i) for i in range(6)]
    back = [fly(B17, i) for i in reversed(range(6))]
    assert there == back[::-1]
    assert there[0].missions != there[1].missions


def test_rows_name_contender_index_and_number() -> None:
    result = fly(B17, 3)
    row = result.missions[0]
    assert list(row)[:3] == ["contender", "index", "number"]
    assert (row["contender"], row["index"], row["number"]) == ("doctrine", 3, 1)
    assert row["home"] in (0, 1)
    assert isinstance(row["home"], int)
    assert isinstance(row["percent"], int)
    assert isinstance(row["city"], str)
    assert len(result.men) == 10
    assert all(man["index"] == 3 for man in result.men)
    assert result.tours == []
    assert not result.counts


def test_measures_stand_in_the_row() -> None:
    for name in ("b17", "b29", "doolittle"):
        row = fly(Study(game=name), 0).missions[0]
        for measure in games.load(name).measures():
            value = row[measure.key]
            assert isinstance(value, int | float), (name, measure.key)
            assert not measure.share or value in (0, 1)


def test_a_tour_is_flown_to_its_end() -> None:
    result = fly(Study(game="b17", unit="tours", count=2), 1)
    tour = result.tours[0]
    assert tour["over"] is True
    assert tour["missions"] == len(result.missions)
    assert [row["number"] for row in result.missions] == list(range(1, len(result.missions) + 1))
    assert tour["home"] == sum(row["home"] == 1 for row in result.missions)
    missed = [row["number"] for row in result.missions if row["home"] == 0]
    assert tour["until_home"] == (missed[0] if missed else None)
    assert sum(row["credit"] == 1 for row in result.missions) == 25


@pytest.mark.parametrize("seed", ["s", "quick:s"])
def test_a_tour_has_the_dice_of_the_same_tour_flown_alone(tmp_path: object, seed: str) -> None:
    from pathlib import Path

    words = ("fly", "b17", "--tour", "--seed", f"{seed}/4", "--pilot", "random", "--json", "--log", "none")
    code, out, err = command(Path(str(tmp_path)), *words)
    assert code == 0, err
    flown = json.loads(out)["outcomes"]
    rows = fly(Study(game="b17", seed=seed, unit="tours", pilot="random", count=9), 4).missions
    assert [(o["turns"], o["kills"], o["percent"], o["bomber"]["end"]) for o in flown] == [
        (row["turns"], row["kills"], row["percent"], row["end"]) for row in rows
    ]


def test_a_new_study_has_quick_dice_and_one_of_before_keeps_its_own() -> None:
    assert studied("7") == studied("quick:7") == "quick:7"
    game = games.load("b17")
    for seed, dice in (("7", Seeded("7/0")), (studied("7"), Quick("quick:7/0"))):
        alone = game.fly(Referee(dice, Default()), None, game.check_options({})).mission_row()
        row = fly(Study(game="b17", seed=seed), 0).missions[0]
        assert {key: row[key] for key in alone} == alone


def test_contenders_fly_the_same_dice() -> None:
    one = fly(B17, 2).missions[0]
    other = fly(Study(game="b17", seed="s", pilot="cautious"), 2).missions[0]
    assert one["city"] == other["city"]
    assert one["bomber"] == other["bomber"]


def test_detail_changes_no_row_and_counts_rolls_and_damage() -> None:
    kinds: Counter[str] = Counter()
    for name in ("b17", "b29", "doolittle"):
        plain = Study(game=name, seed="d")
        told = Study(game=name, seed="d", detail=True)
        counts: Counter[Key] = Counter()
        for index in range(12 if name != "doolittle" else 40):
            with_it = fly(told, index)
            assert with_it.missions == fly(plain, index).missions
            counts.update(with_it.counts)
        charts = games.load(name).charts().charts
        for kind, a, b, c in counts:
            kinds[kind] += 1
            if kind == "roll":
                assert c in charts[a].labels
                assert b in (charts[a].data.columns or [""])
        assert any(key[0] == "damage" for key in counts), name
    assert set(kinds) == {"roll", "damage", "section", "harm"}


def test_bomber_damage_knows_zone_leg_and_cause() -> None:
    counts: Counter[Key] = Counter()
    for index in range(25):
        counts.update(fly(Study(game="b17", detail=True), index).counts)
    hits = {key: n for key, n in counts.items() if key[0] == "damage"}
    assert {key[3] for key in hits} >= {"flak", "fighter"}
    assert all(key[2] == "target" for key in hits if key[3] == "flak")
    assert all(key[1].isdigit() for key in hits)
    assert sum(hits.values()) == sum(n for key, n in counts.items() if key[0] == "section")


class Counting(Collector):
    """Counts missions only."""

    def before(self, number: int) -> None:
        self.counts["harm", "before", str(number), ""] += 1

    def after(self, finish: Finish) -> None:
        self.counts["harm", "after", "", ""] += 1


def test_a_collector_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:

    own = replace(games.kit("b17"), collector=f"{__name__}:Counting")
    monkeypatch.setitem(games.REGISTRY, "b17", own)
    counts = fly(Study(game="b17", detail=True, unit="tours", seed="own"), 0).counts
    assert counts["harm", "before", "1", ""] == 1
    assert counts["harm", "after", "", ""] >= 25
    monkeypatch.setitem(games.REGISTRY, "b17", replace(own, collector=""))
    assert type(collector_of(games.load("b17"), Counter())) is Collector


def test_house_rules_scenario_and_options_in_their_order() -> None:
    text = '[options]\nrules = "basic"\n'
    house = Flyer(Study(game="b17", house=text, house_name="ours.toml")).options
    asked = Flyer(Study(game="b17", house=text, options={"rules": "advanced"})).options
    assert house["rules"] == "basic"
    assert asked["rules"] == "advanced"
    assert Flyer(Study(game="doolittle", scenario="3")).options["scenario"] == "3"
    assert Flyer(Study(game="doolittle", scenario="3", options={"scenario": "4"})).options["scenario"] == "4"


@pytest.mark.parametrize(
    ("studies", "words"),
    [
        ([], "nothing"),
        ([Study(game="b99")], "no game"),
        ([Study(game="b17", pilot="nobody")], "no pilot"),
        ([Study(game="b17", pilot="no_such_module:Bot")], "no_such_module"),
        ([Study(game="b17", pilot="json:dumps")], "no Agent"),
        ([Study(game="b17", pilot="json:nothing")], "nothing"),
        ([Study(game="b17", unit="hours")], "unit"),
        ([Study(game="b17", count=0)], "expected 1"),
        ([Study(game="b17", options={"rules": "none"})], "rules"),
        ([Study(game="doolittle", scenario="99")], "no scenario"),
        ([B17, B17], "two contenders"),
        ([B17, Study(game="b17", seed="t", pilot="random", count=40)], "another game, seed"),
    ],
)
def test_what_cannot_be_flown_is_said_in_words(studies: list[Study], words: str) -> None:
    def tried() -> None:
        check(studies)
        for study in studies:
            Flyer(study).make("x")

    with pytest.raises(OptionError, match=words):
        tried()
    assert words


def test_a_bot_of_ones_own() -> None:
    make = pilot_of(games.load("b17"), "flakhouse.core.agents:RandomAgent")
    assert make("x").name == "random"
    mine: Scalar = fly(
        Study(game="b17", seed="s", pilot="flakhouse.core.agents:RandomAgent", label="mine"), 5
    ).men[0]["contender"]
    assert mine == "mine"
