"""Questions of planning, voyage and denouement as objects: what they are about, at stake, and why they advise."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import pytest

from flakhouse.core.agents import Agent, Default, RandomAgent
from flakhouse.core.dice import Seeded
from flakhouse.core.events import Noted, Opened, Rolled
from flakhouse.core.questions import SUBJECTS, Cost, Question, Subject, Unread
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import iboat, naval, quarters, sea_hazards, underway
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.game import play_raid
from flakhouse.games.doolittle.options import Options
from flakhouse.games.doolittle.questions import february, launch, march
from flakhouse.games.doolittle.words import Weather
from tests.doolittle.fleet import at_sea, ship
from tests.doolittle.helpers import referee

#: What the options of a question are about, all but those that name nothing ("done", "as proposed" may).
ABOUT = {
    "rv-point": "area",
    "launch-point": "area",
    "submarine": "area",
    "contact-city": "city",
    "prepare-site": "site",
    "china-fuel": "site",
    "leave-out": "b25",
    "assign-elite": "b25",
    "last-off": "b25",
    "medals": "b25",
    "transit-b25": "b25",
    "distress-ship": "ship",
    "arrange-ship": "ship",
    "detach-ship": "ship",
    "next-area": "area",
    "trek-to": "site",
}
NAMELESS = {"done", "none", "rest", "proposed", "burn", "nobody"}


class _Reader(Agent):
    """Keeps every question that it is shown, and answers anything, or as advised but for the plan."""

    def __init__(self, then: Agent, seen: dict[str, list[Question]]) -> None:
        self.then = then
        self.seen = seen

    def choose(self, ask: Question, ref: Referee) -> str:
        self.seen[ask.id].append(ask.look())  # later the raid has moved on
        if ask.id == "plan":
            return "own"
        return self.then.choose(ask, ref)


@cache
def shown() -> dict[str, list[Question]]:
    """The questions of some raids, half of them planned and sailed at random."""
    seen: dict[str, list[Question]] = defaultdict(list)
    for scenario in (9, 10):
        for seed in range(8):
            options = Options(scenario=scenario, denouement=True, incident_chits=True)
            then = RandomAgent(str(seed)) if seed % 2 else Default()
            play_raid(Referee(Seeded(f"asked/{seed}"), _Reader(then, seen)), options)
    return seen


def test_every_question_is_made_by_looking_and_has_the_keys_it_was_put_with() -> None:
    put: dict[str, set[type]] = defaultdict(set)

    class Looker(RandomAgent):
        """Looks at every question, which says if it has other keys, and answers anything, or as advised."""

        wild = True

        def choose(self, ask: Question, ref: Referee) -> str:
            put[ask.id].add(type(ask))
            ask.look()
            return super().choose(ask, ref) if self.wild else ask.default

    for scenario in range(1, 11):
        for seed in range(15):
            agent = Looker(f"{scenario}/{seed}")
            agent.wild = seed % 3 == 0
            options = Options(scenario=scenario, denouement=True, incident_chits=True)
            play_raid(Referee(Seeded(f"looked at/{scenario}/{seed}"), agent), options)
    assert len(put) > 100
    assert {id for id, kinds in put.items() if kinds != {Unread}} == set()


def _about(ask: Question) -> list[Subject]:
    """Everything that a question and its options are about, open or barred."""
    about = list(ask.about)
    for option in ask.options.values():
        about += option.about
    for bar in ask.barred.values():
        about += bar.about
    return about


def test_every_subject_is_of_a_known_kind_and_has_a_name() -> None:
    questions = [ask for some in shown().values() for ask in some]
    subjects = {(ask.id, subject) for ask in questions for subject in _about(ask)}
    assert len(subjects) > 300
    assert {(id, s) for id, s in subjects if s.kind not in SUBJECTS or not s.name} == set()


@pytest.mark.parametrize(("id", "kind"), ABOUT.items())
def test_options_that_concern_a_thing_on_the_board_point_at_it(id: str, kind: str) -> None:
    assert shown()[id]
    for ask in shown()[id]:
        for key, option in ask.options.items():
            if key not in NAMELESS:
                assert [s.kind for s in option.about].count(kind) == 1, (id, key)


def test_every_reason_is_a_sentence() -> None:
    whys = {(ask.id, ask.why()) for some in shown().values() for ask in some if ask.why is not None}
    assert len(whys) > 60
    assert {(id, why) for id, why in whys if not why.endswith(".") or not why[0].isupper()} == set()


def test_every_stake_names_a_table_and_can_be_counted() -> None:
    stakes = {
        (ask.id, stake.label): stake
        for some in shown().values()
        for ask in some
        for option in ask.options.values()
        for stake in option.stakes
    }
    assert len(stakes) > 12
    for stake in stakes.values():
        chart = CHARTS.charts[stake.chart]
        faces = (6,) * (stake.dice or (1 if chart.single else 2))
        stake.outcome(faces, sum(faces), chart.word(sum(faces), stake.column))


# ------------------------------------------------------------------ what options give and cost


def test_13_3_3_a_modification_says_what_it_changes_and_that_it_may_delay() -> None:
    ways = {"remove": {"weight": -1, "gunnery": -2, "morale": -1}, "improve": {"weight": 0, "training points": 1}}
    counts = {"remove": 1, "improve": 1}
    remove = february.modify("D", ways, counts, delays=True).options["remove"]
    assert (remove.detail, remove.costs) == ("Weight -1, gunnery -2, morale -1", (Cost("Delay Check", 1),))
    assert february.modify("D", ways, counts, delays=False).options["improve"].costs == ()


def test_13_4_2_a_measure_costs_morale() -> None:
    assert march.measure("FBI", "1", "-1").options["yes"].costs == (Cost("Morale", 1),)
    assert march.measure("Quarantine", "2", "0").options["yes"].costs == ()


def test_13_1_1_a_diplomat_told_early_costs_security_risk() -> None:
    for ask in shown()["calendar"]:
        costs = [list(option.costs) for key, option in ask.options.items() if key != "none"]
        assert costs == [[Cost("Security Risk", risk)] if risk else [] for risk in (4, 3, 2, 0)]


def test_12_7_2_refueling_shows_the_number_of_the_oiler_and_the_weather() -> None:
    r = at_sea(weather=Weather.GALE)
    oiler = ship(r, "Cimarron")
    r.task_force.fueled = False
    ref = referee(3, 5, answers=["refuel=yes"])
    naval.refuel_phase(ref, r)
    rolled = next(e for e in ref.events if isinstance(e, Rolled))
    assert rolled.needed is not None
    assert (oiler.refuel, rolled.needed.totals[0], rolled.total) == (7, 8, 7)  # -1 in a gale


# ------------------------------------------------------------------ causes and scenes


def test_12_5_1_a_forced_move_is_told_with_the_check_that_failed() -> None:
    r = at_sea("Hawaii")
    r.weather["170w"] = Weather.CALM
    ref = referee(1, 1, answers=["force-move=yes"], defaults=True)
    assert underway._move(ref, r, raid=False)
    (check,) = [i for i, e in enumerate(ref.events) if isinstance(e, Rolled) and e.chart == "underway"]
    (moved,) = [e for e in ref.events if isinstance(e, Noted) and e.kind == "moves-to"]
    assert moved.rolls == (check,)
    assert not r.task_force.fueled


def test_12_6_6_an_iboat_opens_a_scene_and_its_torpedoes_know_their_dice() -> None:
    r = at_sea()
    ref = referee(1, 1, 5, 6, 6)  # unseen; the Hornet of two carriers; a miss
    iboat.attack(ref, r)
    assert [e.kind for e in ref.events if isinstance(e, Opened)] == ["iboat"]
    (fired,) = [e for e in ref.events if isinstance(e, Noted) and e.kind == "iboat-torpedoes"]
    told = [ref.events[i] for i in fired.rolls]
    assert [e.chart for e in told if isinstance(e, Rolled)] == ["iboat-carrier", "iboat-torpedoes"]


def test_12_6_2_a_patrol_points_at_ship_marker_or_force() -> None:
    r = at_sea("Japan")
    r.task_force.submarines[1].contact = True
    there = sea_hazards.patrols(r, "Japan")
    assert [p.subject.kind for p in there][-1] == "force"
    assert there[0].subject == r.task_force.submarines[1].subject


def test_12_3_2_one_option_is_left_when_the_whole_deck_burns() -> None:
    deck = at_sea().squadron[:3]
    assert list(launch.burnt_b25(deck, deck, 3).options) == ["proposed"]
    assert list(launch.burnt_b25(deck, deck[:2], 2).options) == ["proposed", *(b.id for b in deck)]


def test_12_1_every_order_that_may_be_advised_has_its_reason_and_so_has_none() -> None:
    assert {order.key for order in quarters.ORDERS if order.advised is not None and order.why is None} == set()
    asked = [ask for ask in shown()["orders"] if ask.default == "done"]
    assert {ask.why() for ask in asked if ask.why} == {"Ships and planes are where they are of most use."}
    assert {ask.prompt for ask in asked} == {"Any orders for the task force?"}


def test_10_1_ships_are_named_by_what_they_are_in_plain_words() -> None:
    ships = [option.label for ask in shown()["detach-ship"] for option in ask.options.values()]
    assert any("(destroyer)" in label for label in ships)
    assert [label for label in ships if "(DD)" in label or "(CA)" in label] == []
