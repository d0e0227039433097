"""A scene that waits is told, from wherever one comes back; until then no page gives it away."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterator
from pathlib import Path

from starlette.applications import Starlette

from flakhouse import games
from flakhouse.cli.play import Play
from flakhouse.cli.terminal import Terminal
from flakhouse.core.chapter import begin as begin_chapter
from flakhouse.core.events import Noted
from flakhouse.core.session import Session
from flakhouse.offline.engine import _Jar
from flakhouse.render.pace import Pace, pace
from flakhouse.store import Store
from flakhouse.web.security import TOLD
from flakhouse.web.tables import view_of
from flakhouse.web.telling import passed, tell
from tests.web.client import TestClient, begin, decision, server_of, visitor
from tests.web.test_scenes import table_of, walk


def wait(app: Starlette, client: TestClient, game: str = "b17") -> tuple[str, str]:
    """A flight left where the first dice wait: its name, and the address of the throw."""
    save = str(begin(client, game, seed="2", automation="named")["save"])
    while (table := table_of(app, save)).session.pending is not None:
        decision(client, save)
        form = {"at": table.at, "key": table.session.pending.default}
        told = client.post(f"/play/{save}/answer", data=form).headers["location"]
        page = client.get(told)
        if "data-throw" in page.text:
            return save, told
    raise AssertionError("no dice waited in this flight")


def test_a_throw_that_waits_still_waits_when_the_game_is_opened_again(app: Starlette, client: TestClient) -> None:
    save, told = wait(app, client)
    assert client.get(f"/play/{save}").headers["location"] == told
    assert "data-throw" in client.get(told).text
    other = visitor(app).get(f"/play/{save}", follow_redirects=True)  # on another device
    assert "data-scene" in other.text


def test_no_page_gives_away_what_waits_to_be_told(app: Starlette, client: TestClient) -> None:
    save, _ = wait(app, client)
    session = table_of(app, save).session
    assert session.pending is not None
    start = html.unescape(client.get("/").text)
    assert "What happened since your last answer waits to be told." in start
    assert session.pending.prompt not in start
    for page in ("crew", "log", "report/story", "report/mission", "report/debrief", "diary", "replay", "briefing"):
        assert client.get(f"/play/{save}/{page}").headers["location"] == f"/play/{save}", page
    walk(client, f"/play/{save}/scene?from=0")
    assert session.pending.prompt in html.unescape(client.get("/").text)
    assert client.get(f"/play/{save}/crew").status_code == 200


def test_a_game_told_to_its_decision_opens_there_and_a_step_more_is_told_again(
    app: Starlette, client: TestClient
) -> None:
    save, told = wait(app, client)
    assert walk(client, told)
    assert "data-scene" not in client.get(f"/play/{save}").text
    assert client.get(f"/play/{save}").status_code == 200
    table = table_of(app, save)
    for way, form in (("auto", {"level": "none"}), ("adviser", {"name": "crew"})):  # answers nothing: all was told
        at = table_of(app, save).at
        assert client.post(f"/play/{save}/{way}", data={"at": at, **form}).headers["location"] == f"/play/{save}"
        assert client.get(f"/play/{save}").status_code == 200
    assert table_of(app, save).at != table.at


def test_a_lost_bomber_is_not_announced_before_it_has_been_told(app: Starlette, client: TestClient) -> None:
    save = str(begin(client, "doolittle", scenario="1", seed="2", automation="named")["save"])
    at = ""
    while (table := table_of(app, save)).session.pending is not None:
        at = client.post(
            f"/play/{save}/answer", data={"at": table.at, "key": table.session.pending.default}
        ).headers["location"]
    start = client.get("/").text
    assert "Closed logs" not in start
    assert f'aria-label="Continue {html.escape(table.view.title(1, table.session.events))}' in start
    assert save not in client.get("/hall").text
    assert walk(client, at)
    assert "Closed logs" in client.get("/").text
    assert save in client.get("/hall").text


def test_an_end_that_was_shown_is_over_in_every_browser_and_told_again_after_an_undo(
    app: Starlette, client: TestClient
) -> None:
    save = str(begin(client, "b17", seed="2", automation="named")["save"])
    at, other = "", visitor(app)
    while (table := table_of(app, save)).session.pending is not None:
        form = {"at": table.at, "key": table.session.pending.default}
        at = client.post(f"/play/{save}/answer", data=form).headers["location"]
    waits = "What happened since your last answer waits to be told."
    assert waits in other.get("/").text  # nobody has seen it
    assert walk(client, at)
    assert "After flight 1, before the next." in other.get("/").text
    assert waits not in other.get("/").text
    assert "Flight 1 is over" in other.get(f"/play/{save}").text
    assert other.post(f"/play/{save}/undo", data={"at": table_of(app, save).at}).status_code == 303
    table = table_of(app, save)
    assert table.session.pending is not None
    client.post(f"/play/{save}/answer", data={"at": table.at, "key": table.session.pending.default})
    assert waits in visitor(app).get("/").text


def test_an_end_shown_at_the_terminal_is_over_in_the_browser(app: Starlette, client: TestClient) -> None:
    save = str(begin(client, "b17", seed="2", automation="named")["save"])
    while (table := table_of(app, save)).session.pending is not None:
        client.post(f"/play/{save}/answer", data={"at": table.at, "key": table.session.pending.default})
    client.cookies.clear()
    assert "data-scene" in client.get(f"/play/{save}", follow_redirects=True).text
    store = Store.on(server_of(app).database, None)
    play = Play(store, save, table.session, Terminal(io.StringIO(), io.StringIO()))
    play.told = len(play.session.events)
    play.mark_told()
    client.cookies.clear()
    assert "data-scene" not in client.get(f"/play/{save}").text


def test_a_browser_without_cookies_comes_to_its_decision_too(app: Starlette, client: TestClient) -> None:
    save, _ = wait(app, client)
    bare = visitor(app)
    address = f"/play/{save}"
    for _ in range(60):
        bare.cookies.clear()
        answer = bare.get(address)
        if answer.status_code == 303:
            address = answer.headers["location"]
        elif go := re.search(r'class="btn go-on"[^>]* href="([^"]+)"', answer.text):
            address = html.unescape(go[1])
        else:
            break
    assert address.startswith(f"/play/{save}?told=")
    assert 'id="h-de"' in answer.text


def test_the_cookie_is_small_whatever_it_held_and_the_page_without_a_server_keeps_it(
    app: Starlette, client: TestClient, tmp_path: Path
) -> None:
    save, _ = wait(app, client)
    client.cookies.set(
        TOLD, "~".join(f"{n}.7" for n in range(1000, 1900)) + "~nonsense~1.2.3", domain="localhost.local"
    )
    sent = client.get(f"/play/{save}/scene?skip=1").headers["set-cookie"]
    assert "HttpOnly" in sent
    assert "SameSite=lax" in sent
    assert len(sent) < 700
    jar = _Jar(tmp_path / "cookies.json")
    jar.keep(sent)
    assert jar.header().decode().startswith(f"{TOLD}=")
    assert '"' not in jar.header().decode()


def test_what_was_skipped_stands_above_the_decision(app: Starlette, client: TestClient) -> None:
    save = str(begin(client, "b17", seed="2", automation="named")["save"])
    said = 0
    while (table := table_of(app, save)).session.pending is not None:
        since = len(table.session.events)
        form = {"at": table.at, "key": table.session.pending.default}
        page = client.get(client.post(f"/play/{save}/answer", data=form).headers["location"])
        skip = re.search(r'class="skip-to"[^>]* href="([^"]+)"', page.text)
        if skip is None:
            continue
        after = html.unescape(
            re.sub(r"<[^>]+>", "", client.get(html.unescape(skip[1]), follow_redirects=True).text)
        )
        table = table_of(app, save)
        for scene in table.view.scenes(table.session.events, since):
            if scene.weight != "calm":
                assert scene.headline in after
                said += 1
    assert said > 3


def all_said(session: Session, since: int, told: Pace) -> str:
    """What a browser says from an event on to the decision: scenes, strips, and the strip above the decision."""
    view, at, seen, said = view_of("b29"), since, -1, list[str]()
    while (scene := tell(view, session, at, told, seen)) is not None:
        said += [scene.headline, view.headline(scene.past.state, scene.past.events), str(scene.calm)]
        said += [line.text for line in scene.lines]
        at, seen = (at, scene.waits.event) if scene.waits is not None else (scene.after, -1)
    return "\n".join(
        [*said, view.headline(session.state, session.events), str(passed(view, session, since, told))]
    )


def _stretches(flights: int) -> Iterator[tuple[Session, int]]:
    """Flights by advice: after every answer the session, and the event from which it is new."""
    for seed in range(flights):
        game = games.load("b29")
        session = Session(game, begin_chapter(game, f"stretch {seed}", automation="named"))
        session.run()
        while session.pending is not None:
            since = len(session.events)
            session.answer(session.pending.default)
            yield session, since


def test_no_zone_of_a_calm_stretch_is_left_out_nor_what_happened_in_it() -> None:
    """4.3, 4.5, 5.1: course, fighters and storms of every turn stand in its line, or in its heading."""
    told = pace("matters", throws=True)
    course, seen = {"off-course": "Off Course", "on-course": "On Course"}, 0
    for session, since in _stretches(6):
        said = all_said(session, since, told)
        for event in session.events[since:]:
            if isinstance(event, Noted) and event.kind == "zone":
                assert f"Zone {event.facts['zone']}" in said, said
            elif isinstance(event, Noted) and event.kind == "resistance" and event.facts["level"] != "None":
                assert f"Fighters in zone {event.facts['zone']}: {event.facts['level']}" in said, said
            elif isinstance(event, Noted) and event.kind in course:
                assert course[event.kind].lower() in said.lower(), said
                seen += 1
    assert seen > 5


def test_what_a_turn_before_brought_does_not_stand_under_the_heading_of_the_next() -> None:
    told, found = pace("matters", throws=True), 0
    view = view_of("b29")
    for session, since in _stretches(4):
        calm = passed(view, session, since, told)
        if calm is None or not calm.title.startswith("Turn "):
            continue
        for stage in calm.lines:
            if zone := re.search(r"Weather in (Zone \d+):", stage.text):
                assert f"{zone[1]} " in f"{stage.head} ", stage
                found += 1
    assert found
