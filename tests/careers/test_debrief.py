"""The debriefing: story first, the rolls of the flight, medals the player gives or does not, copies to paste."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from flakhouse import games
from flakhouse.careers.debrief import debrief_of, sheets
from flakhouse.careers.dossier import Deed, Seat, Tour
from flakhouse.careers.honours import MEDALS
from flakhouse.cli.main import main
from flakhouse.core.chapter import begin
from flakhouse.store import Store
from tests.challenges.flying import fly
from tests.web.client import player, serving, visitor


def tour_of(saves: Path) -> Tour:
    return msgspec.json.decode(visitor(serving(saves)).get("/api/saves/five/crew").content, type=Tour)


def asked(tour: Tour) -> tuple[int, str]:
    """A flight with a medal about which the player is asked, and its key."""
    return next(
        (flight.number, one.keys[0])
        for flight in tour.flights
        for one in debrief_of(tour, flight.number).medals
        if one.asked
    )


def test_the_page_has_story_rolls_luck_and_folded_sheets_in_this_order(saves: Path) -> None:
    tour = tour_of(saves)
    mourned = [flight.number for flight in tour.flights if debrief_of(tour, flight.number).honour]
    client = visitor(serving(saves))
    pages = {number: client.get(f"/play/five/report/debrief?chapter={number}").text for number in mourned}
    number, page = next((number, page) for number, page in pages.items() if "What the dice did" in page)
    marks = [
        'class="story"',
        'class="first"',
        "<details",
        "Roll of honour",
        'id="medals"',
        "What the dice did",
        "Share it",
    ]
    places = [page.index(mark) for mark in marks]
    assert places == sorted(places)
    for one in debrief_of(tour, number).honour:
        assert one.name in page
    assert "[b]" in page  # the forum text
    assert "style=" not in page


def test_who_is_lost_is_not_counted_among_the_hurt_too() -> None:
    from tests.careers.test_letters import flight  # which reads this file

    deeds = [Deed("Copilot", "wound"), Deed("Navigator", "wound"), Deed("Navigator", "frostbite")]
    crew = {"Copilot": Seat("Wagner", "2nd Lt", "DOW"), "Navigator": Seat("Dalton", "2nd Lt", "")}
    flown = [flight(crew=crew, deeds=deeds)]
    tour = Tour(save="five", game="b17", title="", missions=25, flights=flown)
    assert debrief_of(tour, 1).facts[-2:] == ("1 lost", "1 hurt")


def test_a_flight_that_is_not_over_has_a_page_too(saves: Path) -> None:
    from flakhouse import games

    with Store() as store:
        store.next_chapter(games.load("b17"), "five")
    page = visitor(serving(saves)).get("/play/five/report/debrief")
    assert page.status_code == 200
    assert "not over yet" in page.text


def test_a_medal_is_given_when_the_player_says_so_and_the_record_stays(saves: Path) -> None:
    client, tour = visitor(serving(saves)), tour_of(saves)
    number, key = asked(tour)
    with Store() as store:
        before = [(chapter.check, chapter.entries) for chapter in store.chapters("five")]
    for said in ("yes", "no"):
        sent = client.post("/play/five/medal", data={"chapter": str(number), "medal": key, "said": said})
        assert sent.status_code == 303
        given = {k: one.given for one in debrief_of(tour_of(saves), number).medals for k in one.keys if one.asked}
        assert given[key] == said
    for bad in ({"medal": "nobody-1/dfc"}, {"said": "perhaps"}, {"chapter": "x"}, {"chapter": "99"}):
        data = {"chapter": str(number), "medal": key, "said": "yes", **bad}
        assert client.post("/play/five/medal", data=data).status_code == 400
    with Store() as store:
        assert [(chapter.check, chapter.entries) for chapter in store.chapters("five")] == before
        name, verdicts = store.import_(store.export("five"))
        assert all(verdict.identical for verdict in verdicts)
        assert store.chapter(name, number).awards[key] == "no"


def test_without_medals_the_page_and_the_terminal_name_none(
    saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    number, _ = asked(tour_of(saves))
    client = visitor(serving(saves))
    assert 'id="medals"' in client.get(f"/play/five/report/debrief?chapter={number}").text
    assert 'id="medals"' not in client.get(f"/play/five/report/debrief?chapter={number}&medals=off").text
    assert main(["report", "five", "--mission", str(number)]) == 0
    assert "Medals\n" in capsys.readouterr().out
    assert main(["report", "five", "--mission", str(number), "--no-medals"]) == 0
    assert "Medals\n" not in capsys.readouterr().out


@pytest.mark.parametrize("format", ["text", "markdown", "forum", "html"])
def test_the_terminal_and_the_copies_have_the_same_rolls(
    saves: Path, capsys: pytest.CaptureFixture[str], format: str
) -> None:
    tour = tour_of(saves)
    number = next(flight.number for flight in tour.flights if debrief_of(tour, flight.number).honour)
    assert main(["report", "five", "--mission", str(number), "--format", format]) == 0
    told = capsys.readouterr().out
    got = visitor(serving(saves)).get(f"/play/five/report/debrief?chapter={number}&format={format}").text
    assert got == told
    for one in debrief_of(tour, number).honour:
        assert one.name in told


def test_of_the_raid_crews_stand_in_the_roll(saves: Path) -> None:
    page = visitor(serving(saves)).get("/play/ten/report/debrief").text
    roll = visitor(serving(saves)).get("/api/saves/ten/crew").json()
    lost = [crew for crew in roll["crews"] if crew["dead"] or crew["captured"]]
    assert lost
    for crew in lost:
        assert f"Crew of {crew['men'][0]['name']}" in page
    assert "The judges" in page or "judge" in page


def test_the_sheets_leave_out_a_medal_that_was_not_given(saves: Path) -> None:
    tour = tour_of(saves)
    number, key = asked(tour)
    found = debrief_of(tour, number)
    refused = tuple(msgspec.structs.replace(one, given="no") for one in found.medals)
    assert "Medals" not in [sheet.title for sheet in sheets(msgspec.structs.replace(found, medals=refused))]
    assert any("(proposed)" in str(row) for sheet in sheets(found) for row in sheet.rows), key


def test_programs_read_medals_and_promotions_and_give_those_proposed(saves: Path) -> None:
    client = visitor(serving(saves))
    tour = tour_of(saves)
    found = client.get("/api/saves/five/honours").json()
    said = [(man["id"], medal["flight"], medal["title"]) for man in found for medal in man["medals"]]
    assert said == [(man.id, one.flight, MEDALS[one.medal]) for man in tour.men for one in man.medals]
    steps = [(man["name"], step["rank"], man["rank"]) for man in found for step in man["promotions"]]
    assert steps == [(man.name, step.rank, man.rank_now()) for man in tour.men for step in man.promotions]
    number, key = asked(tour)
    for given, word in ((True, "yes"), (False, "no")):
        sent = client.post("/api/saves/five/honours", json={"chapter": number, "medal": key, "given": given})
        assert sent.status_code == 200, sent.text
        now = [
            m["given"] for man in sent.json() for m in man["medals"] if (m["key"], m["flight"]) == (key, number)
        ]
        assert now == [word]
        assert {k: one.given for one in debrief_of(tour_of(saves), number).medals for k in one.keys}[key] == word
    for bad in ({"medal": "nobody-1/dfc"}, {"chapter": 99}, {"chapter": 0}, {"given": "perhaps"}):
        body = {"chapter": number, "medal": key, "given": True, **bad}
        assert client.post("/api/saves/five/honours", json=body).status_code == 400
    assert client.get("/api/saves/ten/honours").json() == []


def test_another_account_neither_reads_nor_gives_medals(tmp_path: Path) -> None:
    app = serving(tmp_path, accounts=True)
    owner, account = player(app, "anna")
    other, _ = player(app, "berta")
    game = games.load("b17")
    with Store(tmp_path, owner=account.id) as store:
        store.create(fly(game, begin(game, "s/1")), "s", "lady")
    assert any(man["medals"] for man in owner.get("/api/saves/lady/honours").json())
    body = {"chapter": 1, "medal": "pilot-1/dfc", "given": True}
    assert other.get("/api/saves/lady/honours").status_code == 404
    assert other.post("/api/saves/lady/honours", json=body).status_code == 404
    assert visitor(app).get("/api/saves/lady/honours").status_code == 401


def test_the_title_of_the_exported_page_says_the_bomber_and_the_flight_once(
    saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "five", "--html", "--mission", "2"]) == 0
    title = re.search("<title>(.*?)</title>", capsys.readouterr().out)
    assert title is not None
    parts = title[1].split(" · ")
    assert len(parts) == len(set(parts)) == 3  # what happened, whose flight, the program


def test_a_ribbon_for_the_whole_crew_is_not_his(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "five", "--mission", "1"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Campaign ribbon, the whole crew" in told
    assert "His first flight" not in told
    assert "First flight against the enemy." in told
