"""Dossiers: they add up with the logs, and medals follow the stated rule."""

from __future__ import annotations

import msgspec
import pytest

from flakhouse import games
from flakhouse.careers.check import faults
from flakhouse.careers.dossier import Deed, Flight, Flown, Man, Seat, Tour
from flakhouse.careers.flight import read
from flakhouse.careers.text import crew_text, man_text
from flakhouse.careers.tour import tour_of
from flakhouse.core.dice import Seeded
from flakhouse.core.game import JsonDict
from flakhouse.core.referee import Referee
from flakhouse.render.base import Record


def flown(name: str, rules: str, seed: str, most: int = 200) -> list[Record]:
    """A tour by a bot."""
    game = games.load(name)
    options = game.check_options({"rules": rules})
    records: list[Record] = []
    campaign: JsonDict | None = None
    for number in range(1, most + 1):
        ref = Referee(Seeded(f"{seed}/{number}"), game.pilots()["doctrine"](seed), trace=True)
        end = game.play(ref, campaign, options)
        campaign = end.campaign
        records.append(
            Record(
                game=name,
                number=number,
                seed=seed,
                options=options,
                outcome=end.outcome,
                campaign=campaign,
                events=ref.events,
            )
        )
        if end.over:
            break
    return records


def put_together(name: str, records: list[Record]) -> Tour:
    return tour_of("save", games.load(name), [flight for record in records if (flight := read(record))])


@pytest.mark.parametrize(
    ("name", "rules"),
    [("b17", "advanced"), ("b17", "basic"), ("b29", "advanced"), ("b29", "basic"), ("b29", "streamlined")],
)
def test_kills_missions_wounds_and_fates_of_whole_tours_are_those_of_the_logs(name: str, rules: str) -> None:
    for seed in ("one", "two"):
        records = flown(name, rules, seed)
        tour = put_together(name, records)
        assert faults(tour, records) == []
        assert len(tour.men) > len(tour.crew()) - 1
        assert crew_text(tour).count("\n") > 10


@pytest.mark.parametrize("name", ["b17", "b29"])
def test_victories_draws_and_defeats_are_those_of_the_record(name: str) -> None:
    """The outcomes of the two games say their results in different words."""
    records = flown(name, "advanced", "one", most=12)
    told = [flight.verdict for flight in put_together(name, records).flights]
    record = records[-1].campaign or {}
    wanted = [record["victories"], record["draws"], record["defeats"]]
    assert [told.count(word) for word in ("victory", "draw", "defeat")] == wanted
    assert len(told) > 6
    assert "" not in told


def test_the_proof_sees_a_kill_a_wound_a_mission_and_a_fate_that_are_not_in_the_log() -> None:
    records = flown("b17", "advanced", "one")
    for change in ("kills", "wounds", "missions", "fate"):
        tour = put_together("b17", records)
        man = next(man for man in tour.men if man.kills and man.wounds)
        if change == "kills":
            man.kills = man.kills[:-1]
        elif change == "wounds":
            man.wounds = man.wounds[:-1]
        elif change == "missions":
            man.missions += 1
        else:
            man.fate = "lost at sea" if man.fate != "lost at sea" else "on duty"
        assert faults(tour, records), change


# ------------------------------------------------------------------ a tour made up


def flight(number: int, *deeds: Deed, credited: bool = True, end: str = "landed", **fates: str) -> Flight:
    """A flight with a gunner and an engineer; `fates` by their first letters."""
    crew = {
        "Tail Gunner": Seat("Al Webb", "S/Sgt", fates.get("t", "on duty"), False, number),
        "Engineer": Seat("Bo Lee", "T/Sgt", fates.get("e", "on duty"), False, number),
    }
    return Flight(
        number=number,
        mission=number,
        bomber="Sal",
        target="Lille",
        kind="Industry",
        result="draw",
        credited=credited,
        bombs="",
        percent=0,
        end=end,
        state="sound",
        told=True,
        crew=crew,
        deeds=tuple(deeds),
    )


def made(*flights: Flight, medals: bool = True) -> Tour:
    return tour_of("save", games.load("b17"), flights, medals=medals)


def medals(tour: Tour, position: str) -> list[tuple[str, int]]:
    man = next(man for man in tour.men if man.position == position)
    return [(honour.medal, honour.flight) for honour in man.medals if honour.medal != "campaign"]


KILL = Deed("Tail Gunner", "kill", "Focke-Wulf", "tail guns")
WOUND = Deed("Tail Gunner", "wound", "lightly")


def test_an_air_medal_for_every_five_missions_and_a_step_up_after_ten() -> None:
    tour = made(*(flight(n) for n in range(1, 11)))
    assert medals(tour, "Tail Gunner") == [("air-medal", 5), ("air-medal", 10)]
    man = tour.find("Webb")[0]
    assert (man.rank, man.rank_now()) == ("S/Sgt", "T/Sgt")


def test_a_flying_cross_for_the_fifth_victory_and_a_star_for_three_in_a_day() -> None:
    tour = made(flight(1, KILL, KILL), flight(2, KILL, KILL, KILL))
    assert medals(tour, "Tail Gunner") == [("dfc", 2), ("silver-star", 2)]


def test_a_star_for_a_victory_after_a_wound_of_that_day_but_not_before_it() -> None:
    assert ("silver-star", 1) in medals(made(flight(1, WOUND, KILL)), "Tail Gunner")
    assert ("silver-star", 1) not in medals(made(flight(1, KILL, WOUND)), "Tail Gunner")


def test_one_purple_heart_a_flight_for_wounds_or_death() -> None:
    assert medals(made(flight(1, WOUND, WOUND), flight(2, t="KIA")), "Tail Gunner") == [
        ("purple-heart", 1),
        ("purple-heart", 2),
    ]


def test_a_service_cross_for_a_man_who_is_no_pilot_and_lands_her() -> None:
    took = Deed("Engineer", "controls", "Pilot")
    assert ("dsc", 1) in medals(made(flight(1, took)), "Engineer")
    assert medals(made(flight(1, took, end="abandoned")), "Engineer") == [("silver-star", 1)]
    lost = made(flight(1, took, end="abandoned", e="LAS"))
    assert ("dsc", 1) in medals(lost, "Engineer")
    assert "was lost at sea" in lost.find("Lee")[0].medals[-1].why


def test_a_star_for_a_wounded_man_who_put_out_a_fire_and_a_cross_for_a_pilot_on_two_engines() -> None:
    fire = Deed("Tail Gunner", "fire", "wounded")
    assert ("silver-star", 1) in medals(made(flight(1, WOUND, fire)), "Tail Gunner")
    assert medals(made(flight(1, Deed("Tail Gunner", "fire", ""))), "Tail Gunner") == []
    for out, earned in ((2, True), (1, False)):
        crew = {"Pilot": Seat("Cy Young", "1st Lt", "on duty", False, 1)}
        one = msgspec.structs.replace(flight(1), crew=crew, engines_out=out)
        assert (("dfc", 1) in medals(made(one), "Pilot")) == earned


def test_a_star_is_proposed_and_counts_when_the_player_gives_it() -> None:
    one = flight(1, KILL, KILL, KILL)
    for said, given, ribbons in (("", "", 0), ("yes", "yes", 1), ("no", "no", 0)):
        awards = {1: {"tail-gunner-1/silver-star": said}} if said else {}
        tour = tour_of("save", games.load("b17"), [one], awards=awards)
        man = tour.find("Webb")[0]
        assert [honour.given for honour in man.medals if honour.medal == "silver-star"] == [given]
        assert man.ribbons().get("silver-star", 0) == ribbons
        assert ("Silver Star" in man_text(man, tour)) == (said != "no")


def test_without_medals_there_is_neither_a_medal_nor_a_promotion() -> None:
    tour = made(*(flight(n, WOUND) for n in range(1, 11)), medals=False)
    assert not any(man.medals or man.promotions for man in tour.men)
    assert "rule of ours" not in crew_text(tour) + man_text(tour.men[0], tour)


def test_a_successor_of_the_same_name_is_another_man() -> None:
    tour = made(flight(1, KILL, t="KIA"), flight(2))
    gunners = [man for man in tour.men if man.position == "Tail Gunner"]
    assert [(man.id, len(man.kills), man.fate) for man in gunners] == [
        ("tail-gunner-1", 1, "killed"),
        ("tail-gunner-2", 0, "on duty"),
    ]
    assert tour.fallen() == [gunners[0]]


def test_a_flight_the_rules_no_longer_play_counts_with_its_outcome() -> None:
    records = flown("b17", "advanced", "one", 2)
    records[1].events = []
    tour = put_together("b17", records)
    assert [flight.told for flight in tour.flights] == [True, False]
    assert all(len(man.flights) == 2 for man in tour.men)


def test_a_man_lost_on_a_mission_that_counts_has_it_beside_those_credited() -> None:
    """The rules credit those who come back: his last is told of as such."""
    both = [Flown(n, "Lille", "Patches", True) for n in (1, 2)]
    man = Man(id="pilot-1", name="Al Webb", rank="", position="Pilot", job="pilot", missions=1, flights=both)
    tour = Tour(save="", game="b17", title="", missions=25)
    assert "before his last" not in man_text(man, tour)
    man.fate, man.fate_flight, man.fate_target = "killed", 2, "Lille"
    assert "two flights, one mission credited before his last" in man_text(man, tour)


def test_men_who_jumped_and_were_lost_are_lost_and_not_killed_aboard() -> None:
    tour = put_together("b17", flown("b17", "basic", "one", 2))
    bomber = tour.bombers[0]
    bomber.killed, bomber.end, bomber.state = 2, "", "sound"
    said = crew_text(tour)
    assert "two of her men lost; fit to fly again" in " ".join(said.split())
    assert "killed aboard" not in said
