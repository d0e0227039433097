"""Careers for a player: in the terminal, in the browser, for programs."""

from __future__ import annotations

import html
from pathlib import Path

import msgspec
import pytest

from flakhouse import games
from flakhouse.careers.dossier import Flight, Seat, Tour
from flakhouse.careers.raid import Raiders
from flakhouse.careers.saves import names_now
from flakhouse.careers.tour import tour_of as put_together
from flakhouse.cli.main import main
from flakhouse.core.chapter import begin
from flakhouse.store import Store
from flakhouse.store.kept import choose_nose
from tests.web.client import decision, serving, visitor


def tour_of(saves: Path, address: str = "/api/saves/five/crew") -> Tour:
    return msgspec.json.decode(visitor(serving(saves)).get(address).content, type=Tour)


def test_the_terminal_names_every_man_and_tells_one_by_his_name(
    saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tour = tour_of(saves)
    assert main(["crew", "five"]) == 0
    told = capsys.readouterr().out
    assert all(man.name in told for man in tour.crew())
    man = max(tour.men, key=lambda man: len(man.kills))
    assert main(["crew", "five", man.name.split()[-1]]) == 0
    dossier = capsys.readouterr().out
    assert dossier.count("flight ") >= len(man.kills)
    assert man.name in dossier
    assert "Victories" in dossier
    assert main(["crew", "five", "Nobody At All"]) == 2
    assert "names everybody" in capsys.readouterr().err


def test_the_terminal_gives_json_and_leaves_medals_out_when_asked(
    saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["crew", "five", "--format", "json"]) == 0
    assert any(man.medals for man in msgspec.json.decode(capsys.readouterr().out, type=Tour).men)
    assert main(["crew", "five", "--json", "--no-medals"]) == 0
    assert not any(man.medals for man in msgspec.json.decode(capsys.readouterr().out, type=Tour).men)


def test_the_page_of_the_crew_links_every_man_and_his_page_has_his_victories(saves: Path) -> None:
    client, tour = visitor(serving(saves)), tour_of(saves)
    page = client.get("/play/five/crew").text
    for man in tour.crew():
        assert f"/play/five/crew/{man.id}" in page
    man = max(tour.men, key=lambda man: len(man.kills))
    dossier = client.get(f"/play/five/crew/{man.id}").text
    assert dossier.count(f"<td>{man.kills[0].fighter}</td>") >= 1
    assert "rule of ours" in dossier
    assert "rule of ours" not in client.get(f"/play/five/crew/{man.id}?medals=off").text
    assert client.get("/play/five/crew/nobody-9").status_code == 404
    assert "/play/five/crew" in decision(client, "five").text
    assert "/play/five/crew" in client.get("/play/five/report/debrief").text


def test_medals_are_off_for_good_by_the_settings_of_the_browser(saves: Path) -> None:
    client = visitor(serving(saves))
    client.post("/settings", data={"medals": "off", "next": "/"})
    assert "ribbon" not in client.get("/play/five/crew").text
    assert "Medals and promotions are off" in client.get("/play/five/crew").text


def test_a_player_chooses_what_is_painted_on_the_nose_and_the_check_of_the_save_stays(saves: Path) -> None:
    client, tour = visitor(serving(saves)), tour_of(saves)
    bomber = tour.bombers[0]
    with Store() as store:
        before = [(chapter.check, chapter.entries) for chapter in store.chapters("five")]
        revision = store.revision("five")
    other = "swallow" if bomber.art != "swallow" else "moon"
    sent = client.post("/play/five/nose", data={"bomber": bomber.name, "drawing": other})
    assert sent.status_code == 303
    assert tour_of(saves).bombers[0].art == other
    assert client.post("/play/five/nose", data={"bomber": bomber.name, "drawing": "pin-up"}).status_code == 400
    with Store() as store:
        assert [(chapter.check, chapter.entries) for chapter in store.chapters("five")] == before
        assert store.revision("five") == revision
        data = store.export("five")
        name, verdicts = store.import_(data)
        assert all(verdict.identical for verdict in verdicts)
    assert tour_of(saves, f"/api/saves/{name}/crew").bombers[0].art == other


def test_a_foreign_name_of_a_bomber_is_text_on_the_page(saves: Path) -> None:
    with Store() as store:
        choose_nose(store, "five", "<script>alert(1)</script>", "moon")
    assert "<script>alert" not in visitor(serving(saves)).get("/play/five/crew").text


def test_the_crews_of_the_raid_are_told_one_by_one(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    client = visitor(serving(saves))
    roll = msgspec.json.decode(client.get("/api/saves/ten/crew").content, type=Raiders)
    assert roll.men() == 5 * len(roll.crews)
    assert sum(roll.tally().values()) == 5 * len(roll.flew())
    assert len(roll.flew()) + len(roll.stayed()) == len(roll.crews)
    assert 0 < len(roll.stayed()) < len(roll.crews)
    page = client.get("/play/ten/crew").text
    assert all(crew.pilot in page and crew.fate.split()[0] in page.lower() for crew in roll.crews)
    assert main(["crew", "ten", "Doolittle"]) == 0
    assert "Richard Cole" in capsys.readouterr().out


def test_eighty_men_of_sixteen_crews_have_their_names(saves: Path) -> None:
    roll = msgspec.json.decode(visitor(serving(saves)).get("/api/saves/ten/crew").content, type=Raiders)
    named = [man.name for crew in roll.crews for man in crew.men if man.name != "not on record"]
    assert len(set(named)) == len(named)
    assert sum(len([m for m in crew.men if m.name != "not on record"]) == 5 for crew in roll.crews) == 16


def test_the_names_are_those_of_the_roster_of_the_game_and_each_man_has_his_job() -> None:
    from flakhouse import games
    from flakhouse.careers.raid import crew_of

    grid = games.load("doolittle").charts().charts["roster"].data.grid
    flew = [[cell.strip() for cell in line.split("|")] for line in grid.strip().splitlines()]
    flew = [row for row in flew if row[4] != "-"]
    assert len(flew) == 16
    for id, pilot, _, _, crew, _ in flew:
        men = crew_of(id, pilot, "safe")
        assert sorted(man.name.split()[-1] for man in men) == sorted(name.split()[-1] for name in crew.split(", "))
        assert men[0].job == "pilot"
        assert len({man.job for man in men}) == 5
    doctor = next(man for man in crew_of("2267", "Smith", "safe") if man.name == "Thomas White")
    assert doctor.job == "gunner and doctor"
    assert [man.name for man in crew_of("2254", "Hackney", "safe")] == ["Hackney"] + ["not on record"] * 4


def test_the_hall_of_fame_has_the_best_of_all_tours_and_raids(
    saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from flakhouse.careers.hall import Hall

    client, tour = visitor(serving(saves)), tour_of(saves)
    hall = msgspec.json.decode(client.get("/api/hall").content, type=Hall)
    other = tour_of(saves, "/api/saves/four/crew")
    assert (hall.tours, hall.raids) == (2, 1)
    assert hall.flights == len(tour.flights) + len(other.flights)
    most = max(man.missions for one in (tour, other) for man in one.men)
    assert hall.missions[0].number == most
    aces = sorted((len(m.kills) for one in (tour, other) for m in one.men if len(m.kills) >= 5), reverse=True)
    assert [one.number for one in hall.aces] == aces[:10]
    page = client.get("/hall").text
    assert hall.missions[0].name in page
    assert main(["hall"]) == 0
    assert hall.missions[0].name in capsys.readouterr().out


def test_the_hall_names_who_flew_and_what_is_counted() -> None:
    from flakhouse.careers.hall import Famous, hall_of, hall_text

    game = games.load("b17")
    chapter = begin(game, "hall/1")
    man = {"name": "Ann Onym", "position": "Pilot", "missions": 3, "kills": 5, "fate": "DUTY"}
    planes = [
        {"name": name, "missions": n, "state": "OK"} for name, n in (("Rough Rider", 2), ("Dusty Rhodes", 0))
    ]
    chapter.campaign = {
        "crew": {"Pilot": man},
        "bomber": planes[1],
        "bombers_past": planes[:1],
        "log": [{"bomber": "Rough Rider"}] * 3,
        **{"flights": 3, "credited": 3, "victories": 1, "draws": 1, "defeats": 1},
    }
    hall = hall_of([("b17", chapter)])
    assert hall.best_tours == [Famous(1, "Rough Rider", "b17", "3 missions credited, 1 draw, 1 defeat")]
    text = hall_text(hall)
    assert "Bombers (missions credited that she came home from)" in text
    assert "Most missions (missions credited)" in text
    assert "three missions credited" in text  # of an ace


def test_an_empty_hall_of_fame_says_so(tmp_path: Path) -> None:
    assert "Nothing yet" in visitor(serving(tmp_path)).get("/hall").text


def test_after_losses_the_page_has_the_men_who_fly_next_and_those_before_them(
    saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store() as store:
        next_ones = {k: v for k, v in names_now(games.load("b29"), store.chapter("four")).items() if k != "Bomber"}
    tour = tour_of(saves, "/api/saves/four/crew")
    dead = [man for man in tour.fallen() if man.fate_flight == 3]
    assert dead
    assert {man.position: man.name for man in tour.crew()} == next_ones
    assert {man.id for _, men in tour.earlier() for man in men} >= {man.id for man in dead}
    page = html.unescape(visitor(serving(saves)).get("/play/four/crew").text)
    now, before = page.split('id="h-c"')[1].split('id="h-g"')[0].split('id="h-e"')
    assert all(name in now and name not in before for name in next_ones.values())
    assert all(man.name in before and man.name not in now for man in dead)
    assert "new in the crew" in now
    assert "Until flight 3, " in before
    assert main(["crew", "four"]) == 0
    told = capsys.readouterr().out
    now, before = told.split("Bombers")[0].split("Until flight 3", 1)
    assert all(name in now for name in next_ones.values())
    assert all(man.name in before and man.name not in now for man in dead)


def test_a_crew_that_was_lost_whole_is_followed_by_one_that_has_not_flown() -> None:
    seat = {"Pilot": Seat("Old Hand", "2nd Lt", "KIA"), "Copilot": Seat("Other Hand", "2nd Lt", "BO-C")}
    flight = Flight(
        number=1, mission=1, bomber="Lady", target="Lille", kind="", result="lost", credited=True, bombs="",
        percent=0, end="abandoned", state="lost", told=True, crew=seat,
    )  # fmt: skip
    aboard = {"Bomber": "Second Lady", "Pilot": "New Man", "Copilot": "Newer Man"}
    tour = put_together("s", games.load("b17"), [flight], aboard=aboard)
    assert [(man.name, man.flights, man.fate) for man in tour.crew()] == [
        ("New Man", [], "on duty"),
        ("Newer Man", [], "on duty"),
    ]
    assert [(left, [man.name for man in men]) for left, men in tour.earlier()] == [
        ("flight 1, Lille", ["Old Hand", "Other Hand"])
    ]
    over = put_together("s", games.load("b17"), [flight], over=True)
    assert [man.name for man in over.crew()] == ["Old Hand", "Other Hand"]
    assert over.earlier() == []


def test_pages_count_flights_and_missions_credited_by_one_name_each(saves: Path) -> None:
    client = visitor(serving(saves))
    with Store() as store:
        record = store.chapter("four").finished
        assert record is not None
        credited, flights = games.load("b29").credited(record.campaign), store.info("four").chapter
    assert credited < flights
    start = client.get("/").text
    assert f"flight {flights}; {credited} of 35 missions credited" in start
    assert f"{flights} of 35" not in start
    row = start.split("flight 3; ")[1].split("</li>")[0]
    assert row.count('class="d"') == credited
    crew = client.get("/play/four/crew").text
    assert f"<dt>Missions credited</dt><dd>{credited} of 35</dd>" in crew
    assert f"<dt>Flights</dt><dd>{flights}</dd>" in crew
    assert f"{credited} of 35" in client.get("/play/four/report/campaign").text


def test_the_hall_of_fame_is_linked_from_the_start_page_and_the_crews(saves: Path) -> None:
    client = visitor(serving(saves))
    for path in ("/", "/play/four/crew", "/play/ten/crew"):
        assert 'href="/hall"' in client.get(path).text, path


def test_the_log_of_every_flight_can_be_read(saves: Path) -> None:
    client = visitor(serving(saves))
    last = client.get("/play/four/log").text
    assert '<option value="3" selected>flight 3</option>' in last
    for number in (1, 2, 3):
        page = client.get(f"/play/four/log?chapter={number}").text
        target = next(one.target for one in tour_of(saves, "/api/saves/four/crew").flights if one.number == number)
        assert f"flight {number}: {target}</h1>" in page
        assert f'<option value="{number}" selected>' in page
    assert page.split("<main")[1] == last.split("<main")[1]
    for bad in ("0", "4", "x"):
        assert client.get(f"/play/four/log?chapter={bad}").status_code == 400
