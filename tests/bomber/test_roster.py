"""What lasts between missions: names, replacements, records, ratings (b29 2.1, 9.1, 9.4; b17 1, 16)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import msgspec
import pytest

from flakhouse.core.agents import Default
from flakhouse.core.dice import Seeded
from flakhouse.core.game import JsonDict
from flakhouse.core.referee import Referee
from flakhouse.errors import SaveError
from flakhouse.games.bomber import roster
from flakhouse.games.bomber.roster import Airman, Bomber, Record
from flakhouse.games.bomber.words import Fate, Repair
from tests.bomber.helpers import chart, done, referee


class Seat(StrEnum):
    PILOT = "Pilot"
    GUNNER = "Gunner"


@dataclass(slots=True)
class Tour(Record[Seat]):
    log: list[str] = field(default_factory=list)


NAMES = ("First", "Second", "Third")
SURVIVAL = chart("9-2", str, "0 | none\n1-7 | Poor\n8-14 | Fair\n15 or more | Good", "none")
BOMBING = chart("9-3", str, "0-9 | Poor\n10-29 | Good\n30 or more | Excellent", "none")


def tour() -> Tour:
    record = Tour(Bomber("First"), {})
    for seat in Seat:
        roster.enlist(referee(), record, seat, "Sgt", "2.1", ask=False)
    return record


# ------------------------------------------------------------------ names


def test_2_1_lists_of_names_hold_no_name_twice() -> None:
    for names in (roster.MEN.first, roster.MEN.last):
        assert len(set(names)) == len(names)
        assert all(0 < len(name) <= 19 and name == name.strip() for name in names)


def test_2_1_the_walk_visits_every_name_before_one_comes_again() -> None:
    first, last = len(roster.MEN.first), len(roster.MEN.last)
    assert len({roster.man_name(k).split(" ", 1)[0] for k in range(first)}) == first
    assert len({roster.man_name(k).split(" ", 1)[1] for k in range(last)}) == last
    assert len({roster.man_name(k) for k in range(2000)}) == 2000


def test_2_1_bombers_walk_their_list_too() -> None:
    assert [roster.bomber_name(NAMES, 0, past) for past in range(4)] == ["First", "Third", "Second", "First"]
    assert roster.bomber_name(NAMES, 1, 0) == roster.bomber_name(NAMES, 0, 1)
    assert len(roster.bomber_names("flakhouse.games.b29")) > 50


def test_2_1_the_start_follows_from_the_seed_and_costs_no_die() -> None:
    one, two = (Referee(Seeded(seed), Default()) for seed in ("one", "two"))
    assert roster.start_of(one) == roster.start_of(Referee(Seeded("one"), Default()))
    assert roster.start_of(one) != roster.start_of(two)
    assert one.rolls == 0
    assert roster.start_of(referee()) == 0


# ------------------------------------------------------------------ replacements


def test_9_1_16_3_men_are_enlisted_one_name_after_another() -> None:
    record = tour()
    assert [man.name for man in record.crew.values()] == [roster.man_name(0), roster.man_name(1)]
    ref = referee(answers=["man-name=A. Gunn"])
    man = roster.enlist(ref, record, Seat.GUNNER, "Sgt", "2.1", ask=True)
    assert done(ref)
    assert (man, record.named) == (Airman("A. Gunn", "Sgt", Seat.GUNNER), 3)
    assert record.crew[Seat.GUNNER] is man


@pytest.mark.parametrize("state", [Repair.SOUND, Repair.REPAIRABLE])
def test_9_1_16_3_a_bomber_that_came_home_flies_on(state: Repair) -> None:
    record = tour()
    record.bomber.state = state
    assert roster.new_bomber(referee(), record, NAMES, "9.1") is None
    assert (record.bomber.name, record.bomber.state) == ("First", Repair.SOUND)
    assert record.bombers_past == []


@pytest.mark.parametrize("state", [Repair.IRREPARABLE, Repair.LOST])
def test_9_1_16_3_a_lost_bomber_has_a_successor(state: Repair) -> None:
    record = tour()
    old = record.bomber
    old.state = state
    assert roster.new_bomber(referee(defaults=True), record, NAMES, "9.1") is old
    assert record.bomber == Bomber("Third")
    assert record.bombers_past == [old]


def test_9_1_16_3_men_who_will_not_fly_again_are_past() -> None:
    record = tour()
    assert roster.retire_men(record) == []
    gunner = record.crew[Seat.GUNNER]
    gunner.fate = Fate.HOME
    assert roster.retire_men(record) == [gunner]
    assert record.men_past == [gunner]


# ------------------------------------------------------------------ records


def fault(record: Tour) -> str:
    men = [*record.crew.values(), *record.men_past]
    return roster.fitness_fault(record, Seat) or roster.text_fault(men, [record.bomber], [record.flights])


def test_a_record_is_kept_and_read_back() -> None:
    record = tour()
    record.log.append("home")
    record.bomber.percents.append(30)
    kept: JsonDict = msgspec.json.decode(msgspec.json.encode(roster.to_json(record)))
    again = roster.from_json(kept, Tour, fault)
    assert again == record
    assert again.crew[Seat.PILOT].position is Seat.PILOT
    assert again.mission_number() == 1


def test_a_damaged_record_is_refused() -> None:
    with pytest.raises(SaveError, match=r"damaged: Expected `str`.*name"):
        roster.from_json({**roster.to_json(tour()), "bomber": {"name": 3}}, Tour, fault)
    record = tour()
    record.flights = -1
    with pytest.raises(SaveError, match="damaged: a count is negative"):
        roster.from_json(roster.to_json(record), Tour, fault)


def test_a_crew_or_bomber_that_cannot_fly() -> None:
    record = tour()
    assert fault(record) == ""
    record.bomber.state = Repair.LOST
    assert fault(record) == "the bomber is not fit to fly"
    record.crew[Seat.GUNNER].fate = Fate.KIA
    assert fault(record) == "the Gunner is no Gunner fit to fly"
    del record.crew[Seat.GUNNER]
    assert fault(record) == "the crew is not complete, or not in order"


@pytest.mark.parametrize("name", ["", "x" * 41, "a\nb"])
def test_names_that_no_tour_has(name: str) -> None:
    man, bomber = Airman(name, "Sgt", Seat.PILOT), Bomber(name)
    assert "man's name" in roster.text_fault([man], [], [0])
    assert "bomber's name" in roster.text_fault([Airman("Fine", "Sgt", Seat.PILOT)], [bomber], [0])


def test_counts_that_no_tour_has() -> None:
    assert roster.text_fault([Airman("Fine", "Sgt", Seat.PILOT, kills=-1)], [], [0]) != ""
    assert roster.text_fault([Airman("Fine", "Sgt", Seat.PILOT)], [Bomber("B", percents=[2_000_000])], [0]) != ""
    assert roster.text_fault([Airman("Fine", "Sgt", Seat.PILOT)], [Bomber("B", percents=[97])], [0]) == ""


# ------------------------------------------------------------------ ratings


@pytest.mark.parametrize(
    ("missions", "word"),
    [(0, "none"), (1, "Poor"), (7, "Poor"), (8, "Fair"), (14, "Fair"), (15, "Good"), (99, "Good")],
)
def test_9_4_16_5_the_band_a_number_falls_in(missions: int, word: str) -> None:
    assert roster.band(SURVIVAL, missions) == word


@pytest.mark.parametrize(("won", "lost", "winner"), [(3, 2, "ours"), (2, 2, "nobody"), (1, 2, "theirs")])
def test_9_4_16_5_more_victories_win_and_draws_do_not_count(won: int, lost: int, winner: str) -> None:
    record = tour()
    record.victories, record.defeats, record.draws = won, lost, 9
    rated = roster.rate(record, True, ("ours", "nobody", "theirs"), SURVIVAL, BOMBING)
    assert (rated.winner, rated.complete, rated.draws) == (winner, True, 9)


def test_9_4_16_5_ratings_of_bombers_and_men_past_and_present() -> None:
    record = tour()
    record.bombers_past.append(Bomber("Old", 9, Repair.LOST, "flak", [20, 9]))
    record.men_past.append(Airman("Gone", "Sgt", Seat.GUNNER, 16, 3, Fate.KIA))
    rated = roster.rate(record, False, (1, 0, -1), SURVIVAL, BOMBING)
    old, new = rated.bombers
    assert (old.survival, old.fate, old.percent, old.bombing) == ("Fair", "lost", 14, "Good")
    assert (new.what, new.survival, new.bombing) == ("bomber", "none", "none")
    assert [man.name for man in rated.men] == ["Gone", roster.man_name(0), roster.man_name(1)]
    assert (rated.men[0].survival, rated.men[0].kills, rated.men[0].fate) == ("Good", 3, "KIA")
