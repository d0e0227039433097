"""The start page tells how games ended; the page of a decision names what is barred in words."""

from __future__ import annotations

from pathlib import Path

from flakhouse import games
from flakhouse.core.session import begin as begin_chapter
from flakhouse.render.look import ending
from flakhouse.render.screen import screen
from flakhouse.store import Store
from tests.web.client import answer, begin, question, server_of, serving, told, visitor


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


def test_a_barred_option_has_a_name_and_a_reason(tmp_path: Path) -> None:
    client = visitor(serving(tmp_path))
    moment = begin(client)
    while not (barred := question(moment)["barred"]):
        moment = told(answer(client, moment))
    assert isinstance(barred, list)
    page = client.get(f"/play/{moment['save']}").text
    for bar in barred:
        assert f"<strong>{bar['label']}</strong><small>Not now: " in page
        assert "-" not in bar["label"]
        assert bar["label"][0].isupper()
