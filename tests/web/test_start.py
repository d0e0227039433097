"""The start page tells how games ended; the page of a decision names what is barred in words."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from flakhouse import games
from flakhouse.cli.main import main
from flakhouse.core.chapter import begin as begin_chapter
from flakhouse.core.journal import Answer
from flakhouse.render.guide import guide
from flakhouse.render.look import ending
from flakhouse.render.screen import screen
from flakhouse.store import Store
from tests.web.client import answer, begin, decision, question, server_of, serving, told, visitor


def test_a_closed_log_says_how_the_game_ended(tmp_path: Path) -> None:
    app = serving(tmp_path)
    store = Store.on(server_of(app).database, None)
    game = games.load("doolittle")
    name = store.create(begin_chapter(game, "5/1"), "5", "first-raid")
    session = store.session(game, name)
    session.run()
    page = visitor(app).get("/").text
    assert "Closed logs" not in page
    while session.pending is not None:
        session.answer(session.pending.default)
    assert session.finish is not None
    page = visitor(app).get("/").text
    ended = ending(screen(game), session.finish)
    assert f", score {session.finish.outcome['score']}." in ended
    assert ended in page.split("Closed logs")[1]


def test_a_flight_that_a_bot_flew_to_its_end_is_not_under_way_on_the_start_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path))
    assert main(["fly", "b29", "--seed", "7", "--missions", "2", "--log", "none", "--save", "bot"]) == 0
    assert main(["saves", "list"]) == 0
    assert "after flight 2" in capsys.readouterr().out
    page = visitor(serving(tmp_path)).get("/").text
    assert "After flight 2, before the next." in page
    assert "is under way" not in page


def test_a_barred_option_has_a_name_and_a_reason(tmp_path: Path) -> None:
    client = visitor(serving(tmp_path))
    moment = begin(client)
    while not (barred := question(moment)["barred"]):
        moment = told(answer(client, moment))
    assert isinstance(barred, list)
    page = client.get(f"/play/{moment['save']}").text
    for bar in barred:
        assert f"<strong>{bar['label']}</strong><small>Not possible: " in page
        assert "-" not in bar["label"]
        assert bar["label"][0].isupper()


def test_a_game_begun_without_explanations_has_none_whatever_was_before(tmp_path: Path) -> None:
    client = visitor(serving(tmp_path))
    form = {"game": "b17", "seed": "3"}
    guided = client.post("/new", data={**form, "guide": "on"}).headers["location"]
    assert 'class="guide"' in client.get(guided.split("/scene")[0]).text
    plain = client.post("/new", data=form).headers["location"]
    assert 'class="guide"' not in client.get(plain.split("/scene")[0]).text


def test_every_game_has_a_guided_first_mission_on_the_start_page_with_saves_too(tmp_path: Path) -> None:
    client = visitor(serving(tmp_path))
    begin(client)
    page = client.get("/").text
    assert page.count(">Fly a guided first mission</button>") == len(games.names())
    store = Store.on(server_of(client.app).database, None)  # type: ignore[arg-type]
    for game, asked in (("b29", "named"), ("doolittle", "none")):  # as at the terminal
        made = client.post("/new", data={"game": game, "guided": "on"}).headers["location"].split("/")[2]
        chapter = store.chapter(made)
        assert chapter.given == guide(game).given()
        assert chapter.automation == asked == guide(game).asked


def test_the_adviser_is_chosen_with_a_new_game(tmp_path: Path) -> None:
    client = visitor(serving(tmp_path))
    assert 'name="option:adviser"' in client.get("/").text
    form = {"game": "b17", "seed": "3", "option:adviser": "crew"}
    made = client.post("/new", data=form).headers["location"].split("/")[2]
    store = Store.on(server_of(client.app).database, None)  # type: ignore[arg-type]
    assert store.chapter(made).options["adviser"] == "crew"


def test_the_adviser_is_changed_during_the_game_by_page_program_and_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = visitor(serving(tmp_path))
    made = client.post("/new", data={"game": "doolittle", "scenario": "1", "seed": "3"}).headers["location"]
    name = made.split("/")[2]
    page = decision(client, name).text
    found = re.search(
        r'/adviser".*?name="at" value="([^"]+)".*?name="name" value="(\w+)" aria-pressed="(\w+)"', page
    )
    assert found is not None
    assert found.groups()[1:] == ("crew", "false")
    sent = client.post(f"/play/{name}/adviser", data={"at": found[1], "name": "crew"})
    assert sent.status_code in (200, 303)
    now = told(client.get(f"/api/saves/{name}"))
    assert now["adviser"] == "crew"
    settings = f"/api/saves/{name}/settings"
    assert client.post(settings, json={"at": now["at"], "adviser": "nobody"}).status_code == 400
    again = told(client.post(settings, json={"at": now["at"], "adviser": "doctrine"}))
    assert (again["adviser"], again["automation"]) == ("doctrine", now["automation"])
    store = Store.on(server_of(client.app).database, None)  # type: ignore[arg-type]
    assert "adviser" not in store.chapter(name).options
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("adviser\nq\n"))
    assert main(["resume", name]) == 0
    assert store.chapter(name).options["adviser"] == "crew"


def test_after_the_end_a_scenario_can_be_played_again_or_the_next(tmp_path: Path) -> None:
    client = visitor(serving(tmp_path))
    store = Store.on(server_of(client.app).database, None)  # type: ignore[arg-type]
    game = games.load("doolittle")
    name = store.create(begin_chapter(game, "5/1", options={"scenario": "1"}), "5", "first-raid")
    session = store.session(game, name)
    session.run()
    while session.pending is not None:
        session.answer(session.pending.default)
    page = decision(client, name).text
    for words in ("Play it again", "The next scenario", "Another scenario"):
        assert words in page
    for scenario, played in (("", "1"), ("2", "2")):
        made = client.post(f"/play/{name}/again", data={"scenario": scenario}).headers["location"].split("/")[2]
        assert made != name
        assert store.chapter(made).options["scenario"] == played


@pytest.mark.parametrize("game", ["b17", "b29"])
def test_the_bomber_carries_the_name_that_was_typed_and_the_save_one_made_from_it(
    tmp_path: Path, game: str
) -> None:
    app = serving(tmp_path)
    client, form = visitor(app), {"game": game, "name": " Gravel Gertie ", "auto": "on"}
    made = [client.post("/new", data=form).headers["location"].split("/")[2] for _ in range(2)]
    assert made == ["Gravel-Gertie", "Gravel-Gertie-1"]
    entry = Store.on(server_of(app).database, None).chapter(made[1]).entries[0]
    assert isinstance(entry, Answer)
    assert (entry.ask, entry.key) == ("bomber-name", "Gravel Gertie")
    assert client.post("/new", data={**form, "name": "?!"}).headers["location"].split("/")[2] == f"{game}-tour-1"
    assert client.post("/new", data={**form, "name": "x" * 41}).status_code == 400
    assert len(client.get("/api/saves").json()) == 3


def test_a_raid_asks_for_no_bomber_and_is_kept_under_its_scenario(tmp_path: Path) -> None:
    client = visitor(serving(tmp_path))
    page = client.get("/?new=doolittle").text
    assert "Name of the bomber" not in page
    assert "Name of the save" in page
    made = client.post("/new", data={"game": "doolittle", "scenario": "2", "seed": "3"}).headers["location"]
    assert made.split("/")[2] == "doolittle-scenario-2-1"


def test_each_game_explains_itself_to_one_who_has_never_begun_it(tmp_path: Path) -> None:
    def explains(game: str) -> bool:
        box = re.search(r'<input type="checkbox" name="guide"[^>]*>', client.get(f"/?new={game}").text)
        assert box is not None
        return "checked" in box[0]

    client = visitor(serving(tmp_path))
    assert explains("b17")
    begin(client, "b17")
    assert not explains("b17")
    assert explains("b29")


def test_what_enter_does_with_a_fire_plan_is_said_by_names_that_stand_on_the_page() -> None:
    assert "Advised" not in guide("b17").ask["fire-plan"]
    assert guide("b17").ask["fire-plan"].startswith("Every gun covers certain angles. Enter fires")


def test_the_games_come_before_saves_from_elsewhere_and_codes(tmp_path: Path) -> None:
    page = visitor(serving(tmp_path)).get("/").text
    places = [page.index(sign) for sign in ('class="cards"', 'id="new"', 'action="/import"', 'id="code"')]
    assert places == sorted(places)
