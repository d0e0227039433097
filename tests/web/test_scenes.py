"""Scenes by HTTP: what matters is seen before the next decision; before a throw no page knows its result."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import msgspec
import pytest
from starlette.applications import Starlette

from flakhouse import games
from flakhouse.core.chapter import begin as begin_chapter
from flakhouse.core.events import Event, Noted, Opened, Rolled
from flakhouse.core.laid import Due
from flakhouse.core.session import Session
from flakhouse.render.look import own_events
from flakhouse.render.pace import pace
from flakhouse.render.scenebook import WEIGHTS
from flakhouse.render.scenes import opened_at
from flakhouse.render.throws import casts
from flakhouse.web import slates
from flakhouse.web.tables import Table, view_of
from flakhouse.web.telling import Told, tell
from tests.web.client import TestClient, begin, decision, server_of

GAMES = {"b29": {}, "b17": {}, "doolittle": {"scenario": "1"}}
_DICE = re.compile(r" \([\w.-]+: [^()]*\)$")
_WAITING = pace("matters", throws=True)


def table_of(app: Starlette, name: str) -> Table:
    from flakhouse.store import Store

    server = server_of(app)
    with server.tables.open(Store.on(server.database, None), name) as table:
        return table


def shown(page: str) -> str:
    """What a scene's page says to somebody who only presses Enter: its headline and what came of it."""
    parts = re.findall(r'<h2 id="h-sc"[^>]*>(.*?)</h2>|<ul class="cons">(.*?)</ul>', page, re.S)
    return html.unescape(re.sub(r"<[^>]+>", " ", " ".join("".join(part) for part in parts)))


def walk(client: TestClient, address: str) -> list[str]:
    """The pages from here to the next decision, by Continue and Throw alone."""
    pages: list[str] = []
    while "/scene" in address:
        answer = client.get(address)
        if answer.status_code == 303:
            return pages
        assert answer.status_code == 200, answer.text[:400]
        pages.append(answer.text)
        found = re.search(r'class="btn go-on"[^>]* href="([^"]+)"', answer.text)
        assert found, address
        address = html.unescape(found[1])
    return pages


def weighty(events: list[Event], since: int, game: str) -> list[int]:
    """The events that must be seen: what is grave, every fighter shot down, every engine."""
    book = view_of(game).scene_book
    found: list[int] = []
    for number in range(since, len(events)):
        event = events[number]
        if not isinstance(event, Noted) or event.kind not in book.note:
            continue
        weight = WEIGHTS[book.note[event.kind].weighs(event)]
        if (
            weight == "grave"
            or event.kind == "fighter-destroyed"
            or (event.kind[:6] == "engine" and weight != "calm")
        ):
            found.append(number)
    return found


def unseen(events: list[Event], own: set[int], since: int, game: str, pages: list[str]) -> list[str]:
    """What of it stood on no page."""
    view = view_of(game)
    said = " ".join(shown(page) for page in pages)
    lines = {n: line.text for block in view.tell(events, since, own) for line in block.lines for n in line.events}
    heads = {
        n: scene.headline
        for scene in view.scenes(events, 0, own)
        for n in range(scene.events[0], scene.events[1] + 1)
    }
    return [
        f"{number} {events[number]}"
        for number in weighty(events, since, game)
        if _DICE.sub("", lines.get(number, heads[number])).rstrip(".") not in said and heads[number] not in said
    ]


@pytest.mark.parametrize("game", ["b17", "b29"])
def test_the_next_flight_begins_with_its_briefing_and_is_told_from_its_first_event_on(
    app: Starlette, client: TestClient, game: str
) -> None:
    missing: list[str] = []
    told = 0
    for seed in range(6):
        save = str(begin(client, game, seed=str(seed), automation="named")["save"])
        while (table := table_of(app, save)).session.pending is not None:
            client.post(f"/play/{save}/answer", data={"at": table.at, "key": table.session.pending.default})
        answer = client.post(f"/play/{save}/next", data={"at": table.at})
        while not (pages := walk(client, answer.headers["location"])):  # a practice flight first?
            table = table_of(app, save)
            assert table.session.pending is not None
            form = {"at": table.at, "key": table.session.pending.default}
            answer = client.post(f"/play/{save}/answer", data=form)
        told += len(pages)
        session = table_of(app, save).session
        assert session.chapter.number == 2
        assert 'data-kind="briefing"' in pages[0]
        assert not any('data-kind="briefing"' in page for page in pages[1:])
        missing += unseen(session.events, own_events(session.events, session.chapter.auto), 0, game, pages)
    assert told > 12  # more than the briefings
    assert missing == []


@pytest.mark.parametrize("game", GAMES)
def test_with_enter_alone_everything_that_matters_is_seen_before_the_next_decision(
    app: Starlette, client: TestClient, game: str
) -> None:
    missing: list[str] = []
    seen = ended = 0
    for seed in range(20):
        save = str(begin(client, game, seed=str(seed), automation="named", **GAMES[game])["save"])
        while (table := table_of(app, save)).session.pending is not None:
            since = len(table.session.events)
            form = {"at": table.at, "key": table.session.pending.default}
            answer = client.post(f"/play/{save}/answer", data=form)
            pages = walk(client, answer.headers["location"])
            session = table_of(app, save).session
            own = own_events(session.events, session.chapter.auto)
            seen += len(weighty(session.events, since, game))
            missing += [f"seed {seed}: {one}" for one in unseen(session.events, own, since, game, pages)]
            if session.finish is not None:
                assert 'data-kind="debriefing"' in pages[-1], f"seed {seed}: the end was not told"
                ended += 1
    assert missing == []
    assert ended == 20
    assert seen > 40  # there was something to see


class Otherwise:
    """The same session in a world where the dice fell otherwise from an event on, and nothing has followed yet."""

    def __init__(self, session: Session, number: int) -> None:
        self._session = session
        fell = session.events[number]
        assert isinstance(fell, Rolled)
        faces = tuple(7 - face for face in fell.faces)
        mods = sum(mod.value for mod in fell.mods)
        other = Rolled(
            *(
                fell.chart,
                fell.title,
                fell.rule,
                faces,
                fell.mods,
                sum(faces) + mods,
                "",
                fell.column,
                "otherwise",
            ),
            needed=fell.needed,
            about=fell.about,
        )
        self.events = [*session.events[:number], other]

    def __getattr__(self, name: str) -> object:
        return getattr(self._session, name)


def known(told: Told) -> tuple[object, ...]:
    """All that a page says while dice wait."""
    assert told.waits is not None
    act = (told.act.about, told.act.notes, told.act.opened, told.act.kind)
    rolls = [(one.roll.event, one.roll.faces) for one in (*told.fallen, *([told.key] if told.key else []))]
    throw = msgspec.structs.replace(told.waits.throw, about="")  # the man is named by every result (`whom`)
    if told.waits.volley:
        throw = told.waits.throw
    what = (told.headline, told.weight, told.tone, told.waits._replace(throw=throw), told.calm, told.upto)
    return (*what, act, rolls, [line.text for line in told.lines], [roll.event for roll in told.rolls])


#: Fire of our own guns, jumps, the sea, what a burst of flak does.
OWN = {
    "b29": {"5-7", "5-3b-fire", "8-4", "8-5", "8-6", "6-4"},
    "b17": {"M-1-fire", "M-5", "G-6", "G-7", "G-8", "O-4"},
}


@pytest.mark.parametrize("game", OWN)
def test_the_players_own_dice_are_thrown_by_him_and_announced_together(game: str) -> None:
    view = view_of(game)
    volleys = guns = 0
    for seed in range(12):
        session = Session(games.load(game), begin_chapter(games.load(game), str(seed), automation="named"))
        session.wake()
        while session.pending is not None:
            session.answer(session.pending.default)
        found = casts(view.scene_book, view.scenes(session.events), session.events)
        thrown = {number for cast in found for number in cast.rolls}
        for number, event in enumerate(session.events):
            if isinstance(event, Rolled) and event.chart in OWN[game] and _uncertain(event):
                guns += 1
                assert number in thrown, event
        for cast in found:
            said = [die.said for die in cast.dice]
            volleys += len(said) > 1
            assert len(said) == 1 or all(line is None or line.about for line in said)
    assert volleys > 2
    assert guns > 5


def _uncertain(roll: Rolled) -> bool:
    return roll.needed is None or 0 < roll.needed.ways < roll.needed.of


def test_a_volley_is_one_press_and_then_every_die_is_shown(app: Starlette, client: TestClient) -> None:
    save = str(begin(client, "b17", seed="2", automation="named")["save"])
    for _ in range(12):
        table = table_of(app, save)
        assert table.session.pending is not None
        key = table.session.pending.id
        answer = client.post(f"/play/{save}/answer", data={"at": table.at, "key": table.session.pending.default})
        if key != "fire-plan":
            continue
        before, after, *_ = walk(client, answer.headers["location"])
        assert "Top Turret at" in before
        assert before.count('class="die blank s"') > 1
        assert 'class="volley fell"' not in before
        assert after.count('class="die s new"') == before.count('class="die blank s"')
        return
    pytest.fail("no fire plan")


@pytest.mark.parametrize("game", GAMES)
def test_a_scene_that_a_decision_broke_off_is_not_told_again(game: str) -> None:
    view, loaded = view_of(game), games.load(game)
    options = loaded.check_options(GAMES[game])
    session = Session(loaded, begin_chapter(loaded, "2", options=options, automation="named"))
    session.wake()
    told_of = 0
    while session.pending is not None:
        since = len(session.events)
        session.answer(session.pending.default)
        while (told := tell(view, session, since, pace("every", throws=False))) is not None:
            assert told.scene.events[0] >= since
            assert all(max(line.events, default=since) >= since for line in told.scene.lines)
            since, told_of = told.after, told_of + 1
    assert told_of > 10


def thrown_to_the_fire_plan(app: Starlette, client: TestClient) -> tuple[str, str]:
    """A B-17 of which every die was thrown at the table as a 3, at a fire plan; and where its first shot leads."""
    save = str(begin(client, "b17", real_dice=True, automation="named")["save"])
    for _ in range(60):
        table = table_of(app, save)
        session = table.session
        if session.need_dice is not None:
            faces = "3" * session.need_dice.count
            client.post(f"/play/{save}/throw", data={"at": table.at, "faces": faces})
            continue
        assert session.pending is not None
        asked = session.pending.id
        form = {"at": table.at, "key": session.pending.default}
        answer = client.post(f"/play/{save}/answer", data=form)
        if asked == "fire-plan":
            return save, answer.headers["location"]
    pytest.fail("no fire plan")


def test_of_real_dice_only_the_one_just_thrown_is_told(app: Starlette, client: TestClient) -> None:
    save, _ = thrown_to_the_fire_plan(app, client)
    told = 0
    for _ in range(8):
        table = table_of(app, save)
        need = table.session.need_dice
        if need is None:
            break
        before = len(table.session.events)
        form = {"at": table.at, "faces": "6" * need.count}  # a hit: a miss stops nobody
        pages = walk(client, client.post(f"/play/{save}/throw", data=form).headers["location"])
        lines = table.view.tell(table_of(app, save).session.events[:before], 0)
        old = {_DICE.sub("", line.text) for block in lines[-1:] for line in block.lines}
        told += len(pages)
        for page in pages:
            assert not [line for line in old if f"<span>{html.escape(line)}</span>" in page]
    assert told > 0


def test_real_dice_put_away_tell_what_fell_and_so_does_undo(app: Starlette, client: TestClient) -> None:
    save, _ = thrown_to_the_fire_plan(app, client)
    table = table_of(app, save)
    before = list(table.session.events)
    off = client.post(f"/play/{save}/dice", data={"at": table.at, "real": "off"})
    assert off.headers["location"].endswith(f"/scene?from={len(before)}")
    assert walk(client, off.headers["location"])
    table = table_of(app, save)
    fell = list(table.session.events)
    back = client.post(f"/play/{save}/undo", data={"at": table.at})
    now = table_of(app, save).session.events
    since = int(back.headers["location"].rsplit("=", 1)[1])
    assert now[:since] == fell[:since]
    assert since == len(now) or now[since] != fell[since]


@pytest.mark.parametrize("game", GAMES)
def test_before_a_throw_the_page_is_the_same_however_the_dice_fall(
    app: Starlette, client: TestClient, game: str
) -> None:
    """Of the whole flight: each page that waits is made again in a world where they fell otherwise."""
    view = view_of(game)
    save = str(begin(client, game, seed="13", automation="named", **GAMES[game])["save"])
    session = table_of(app, save).session
    while session.pending is not None:
        session.answer(session.pending.default)
    since, seen, waited = 0, -1, 0
    while (told := tell(view, session, since, _WAITING, seen)) is not None:
        if told.waits is None:
            since, seen = told.after, -1
            continue
        number = told.waits.event
        other = tell(view, Otherwise(session, number), since, _WAITING, seen)  # type: ignore[arg-type]
        assert other is not None
        assert known(told) == known(other)
        waited += 1
        seen = number
    assert waited > 5


def test_dice_of_a_fight_do_not_stand_under_the_flak_that_follows() -> None:
    view = view_of("b17")
    seen_with_flak = 0
    for seed in range(8):
        session = Session(games.load("b17"), begin_chapter(games.load("b17"), str(seed), automation="named"))
        session.wake()
        while session.pending is not None:
            session.answer(session.pending.default)
        since, seen = 0, -1
        while (told := tell(view, session, since, _WAITING, seen)) is not None:
            if told.waits is None:
                since, seen = told.after, -1
                continue
            seen = told.waits.event
            here = opened_at(session.events, seen)
            assert here is not None
            fell = [one.roll for one in (*told.fallen, *([told.key] if told.key else []))]
            fell += [one.roll for one in told.volley if one.roll is not None]
            kinds = {opened.kind for roll in fell if (opened := opened_at(session.events, roll.event)) is not None}
            assert kinds <= {here.kind}
            seen_with_flak += here.kind == "flak"
    assert seen_with_flak > 5


def test_while_a_throw_waits_the_dice_before_it_stand_above_what_came_of_them(
    app: Starlette, client: TestClient
) -> None:
    """The throw that waits lies over the end of a long card: there are words under it, never dice."""
    found = 0
    save = str(begin(client, "b17", seed="2", automation="named")["save"])
    while (table := table_of(app, save)).session.pending is not None:
        answer = client.post(f"/play/{save}/answer", data={"at": table.at, "key": table.session.pending.default})
        for page in walk(client, answer.headers["location"]):
            fell, came = page.find('aria-label="The roll that mattered"'), page.find('<ul class="cons">')
            if "data-throw" in page and fell >= 0 and came >= 0:
                assert fell < came
                found += 1
    assert found


@pytest.mark.parametrize("game", GAMES)
def test_the_source_of_a_page_that_waits_holds_nothing_of_what_follows(
    app: Starlette, client: TestClient, game: str
) -> None:
    save = str(begin(client, game, seed="2", automation="named", **GAMES[game])["save"])
    waited = 0
    for _ in range(60):
        table = table_of(app, save)
        if table.session.pending is None:
            break
        since = len(table.session.events)
        answer = client.post(f"/play/{save}/answer", data={"at": table.at, "key": table.session.pending.default})
        pages = walk(client, answer.headers["location"])
        session = table_of(app, save).session
        lines = [line for block in table.view.tell(session.events, since) for line in block.lines]
        for page in pages:
            thrown = re.search(r"data-throw[^>]* href=\"[^\"]*thrown=(\d+)", page)
            if thrown is None:
                continue
            waited += 1
            text = html.unescape(page)
            number = int(thrown[1])
            later = [_DICE.sub("", line.text) for line in lines if line.events and min(line.events) >= number]
            earlier = [_DICE.sub("", line.text) for line in lines if line.events and max(line.events) < number]
            assert [line for line in later if line in text and line not in earlier] == []
            assert text.count('class="die new') == text.count("die new")  # only dice that fell are drawn
            state = session.at(number - 1)
            assert html.escape(table.view.headline(state.state, state.events)) in page or not state.state
    assert waited > 3


def test_a_scene_is_named_by_its_address_and_nothing_else(app: Starlette, client: TestClient) -> None:
    save = str(begin(client, "b17", seed="2", automation="named")["save"])
    for _ in range(4):
        table = table_of(app, save)
        assert table.session.pending is not None
        form = {"at": table.at, "key": table.session.pending.default}
        told = client.post(f"/play/{save}/answer", data=form).headers["location"]
    pages = [client.get(told).text for _ in range(2)]
    assert "data-scene" in pages[0]
    assert pages[0] == pages[1]
    assert walk(client, told)[0] == pages[0]


def test_the_settings_lead_back_to_the_very_scene(client: TestClient) -> None:
    save = begin(client, "doolittle", scenario="1")["save"]
    here = f"/play/{save}/scene?from=0&thrown=3"
    link = re.search(r'href="(/settings[^"]+)"', client.get(here).text)
    assert link
    back = re.search(r'name="next" value="([^"]+)"', client.get(html.unescape(link[1])).text)
    assert back
    assert html.unescape(back[1]) == here
    assert client.post("/settings", data={"next": html.unescape(back[1])}).headers["location"] == here
    long = "/play/raid?" + "&".join(f"row.{n}=yes" for n in range(300))
    assert client.post("/settings", data={"next": long}).headers["location"] == long


def test_skipping_passes_everything_and_what_was_grave_can_be_opened_again(
    app: Starlette, client: TestClient
) -> None:
    save = str(begin(client, "b17", seed="2", automation="named")["save"])
    graves = 0
    while (table := table_of(app, save)).session.pending is not None:
        since = len(table.session.events)
        form = {"at": table.at, "key": table.session.pending.default}
        told = client.post(f"/play/{save}/answer", data=form).headers["location"]
        page = client.get(told)
        if page.status_code == 303:
            continue
        skip = re.search(r'class="skip-to"[^>]* href="([^"]+)"', page.text)
        assert skip
        after = client.get(html.unescape(skip[1]), follow_redirects=True)
        assert after.status_code == 200
        assert "data-scene" not in after.text  # a decision, or the end
        skipped = [scene for scene in table.view.scenes(table.session.events, since) if scene.weight == "grave"]
        for scene in skipped[-4:]:
            again = f"/play/{save}/scene?from={scene.events[0]}&thrown={scene.events[1]}"
            assert html.escape(again) in after.text
            assert html.escape(scene.headline) in client.get(again).text
            graves += 1
    assert graves > 0


class Browser:
    """What our script does with a page in pieces: it keeps what was not sent again."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.pieces: dict[str, str] = {}  # mark to what stood there

    def get(self, address: str) -> tuple[str, str]:
        """A page as it was sent, and whole."""
        sent = self.client.get(address, headers={"X-Have": ",".join(self.pieces)})
        while sent.status_code == 303:
            sent = self.client.get(sent.headers["location"], headers={"X-Have": ",".join(self.pieces)})
        whole = re.sub(r'<(\w+)([^>]*?) data-keep="([^"]+)"></\1>', self._put, sent.text)
        self.pieces = dict(_marked(whole))
        return sent.text, whole

    def _put(self, gap: re.Match[str]) -> str:
        own = self.pieces[gap[3]]
        return re.sub(r'^<div(?: class="[^"]*")?', f"<div{gap[2]}", own) if gap[1] == "div" else own


def _marked(page: str) -> Iterator[tuple[str, str]]:
    """Every marked element of a page, with its markup."""
    for begun in re.finditer(r'<(\w+)[^>]*? data-part="([^"]+)"[^>]*?(/?)>', page):
        end = begun.end()
        depth = 0 if begun[3] or begun[1] == "input" else 1
        for tag in re.finditer(rf"<(/?){begun[1]}\b[^>]*?(/?)>", page[begun.end() :]):
            if not depth:
                break
            depth += -1 if tag[1] else 0 if tag[2] else 1
            end = begun.end() + tag.end()
        yield begun[2], page[begun.start() : end]


def drawing(page: str) -> str:
    """The id of the first drawing of the stage: which map or plan lies there."""
    found = re.search(r'<svg id="([^"]+)"', page[page.index("<main") :])
    return found[1] if found else ""


_DRAWER = re.compile(
    r'<details class="pop"(?: data-why="[^"]*")?><summary[^>]*>(?:Sheets|Rolls).*?</details>\n',
    re.S,
)


@pytest.mark.parametrize(("game", "more"), [("b29", {}), ("b17", {}), ("doolittle", {"scenario": "9"})])
def test_only_what_changed_is_sent_and_the_page_is_the_same(
    app: Starlette, client: TestClient, game: str, more: dict[str, str]
) -> None:
    save = str(begin(client, game, seed="13", automation="named", **more)["save"])
    browser = Browser(client)
    _, page = browser.get(f"/play/{save}/scene?from=99999999")
    decisions = 0
    for _ in range(30):
        table = table_of(app, save)
        if table.session.pending is None:
            break
        form = {"at": table.at, "key": table.session.pending.default}
        told = client.post(f"/play/{save}/answer", data=form).headers["location"]
        was = drawing(page)
        sent, page = browser.get(told)
        if "data-scene" not in page:
            decisions += 1
            if drawing(page) == was:
                assert len(sent.encode()) < 40_000
        _, page = browser.get(f"/play/{save}/scene?from=99999999")
        assert _DRAWER.sub("", page) == _DRAWER.sub("", decision(client, save).text)
    assert decisions > 0


@pytest.mark.parametrize(("scenario", "seed"), [("7", "5"), ("10", "3")])
def test_flights_on_a_form_send_little_even_when_night_falls_over_the_whole_map(
    app: Starlette, client: TestClient, scenario: str, seed: str
) -> None:
    """Rows for five Flights, each with its ways, and a map on which zones, winds and Flights change at once."""
    save = str(begin(client, "doolittle", seed=seed, automation="named", scenario=scenario)["save"])
    browser, sizes, flown = Browser(client), [], False
    for _ in range(40):
        table = table_of(app, save)
        assert table.session.pending is not None
        flown = flown or table.session.pending.id.startswith("flight-")
        was = drawing(browser.get(f"/play/{save}/scene?from=99999999")[1]) if flown else ""
        form = {"at": table.at, "key": table.session.pending.default}
        way = "fill" if slates.asked(table.session, {}) else "answer"
        told = client.post(f"/play/{save}/{way}", data=form).headers["location"]
        if flown:
            sent, page = browser.get(told)
            if "data-scene" not in page and drawing(page) == was:
                sizes.append(len(sent.encode()))
    assert len(sizes) > 2
    assert max(sizes) < 40_000


def test_raid_13_0_a_page_holds_what_was_settled_after_an_undo_and_says_why_it_is_back_behind_dice(
    app: Starlette, client: TestClient
) -> None:
    save = str(begin(client, "doolittle", seed="3", scenario="10")["save"])
    client.post(f"/play/{save}/answer", data={"at": table_of(app, save).at, "key": "own"})
    form = slates.asked(table_of(app, save).session, {})
    assert form is not None
    fields = {f"row.{row.id}": "18" if row.name == "B-25s" else row.key for row in form.rows}
    client.post(f"/play/{save}/fill", data={**fields, "at": table_of(app, save).at})
    client.post(f"/play/{save}/undo", data={"at": table_of(app, save).at})
    assert '<output class="bigno" for="f-b25s-how-many-b-25s' in (page := decision(client, save).text)
    assert ">18</output>" in page
    assert ">24</output>" in client.get(f"/play/{save}?usual=1").text
    while (ask := table_of(app, save).session.pending) is not None and ask.id != "train":
        client.post(f"/play/{save}/answer", data={"at": table_of(app, save).at, "key": ask.default})
    assert "This page is as in 1942." in decision(client, save).text
    session = table_of(app, save).session
    session.due = Due(session.steps, ("train",), {"train": ["Gunnery"]}, own=True)
    page = decision(client, save).text
    assert "This page is back because the dice brought up a question in between." in page
    assert "Ticked now because it is advised, not by you: Hedgehopping" in page
    fewer = {f"want.train|{name}": "0" for name in ("Gunnery", "Hedgehopping")}
    page = client.get(f"/play/{save}", params=fewer).text
    assert "Advised by now, but not ticked: Gunnery, Hedgehopping" in page
    assert "Training: 5 points not spent. What is left when you settle this page is lost." in page
    assert "as in 1942" not in page
    while (ask := table_of(app, save).session.pending) is not None and ask.id != "aboard":
        client.post(f"/play/{save}/answer", data={"at": table_of(app, save).at, "key": ask.default})
    assert re.search(
        r"</select><small>(Pilot|Copilot|Engineer|Gunner|Navigator|Bombardier|Doctor): ",
        decision(client, save).text,
    )


def test_the_sheets_stand_in_the_page_without_script_and_wait_in_their_drawer_with_it(client: TestClient) -> None:
    save = str(begin(client, "b29", seed="13", automation="named")["save"])
    sheets = client.get(f"/play/{save}/sheets").text
    counted = re.search(r'<div class="rail">.*?</div><div class="lists">', sheets, re.S)
    assert counted
    assert counted[0] in decision(client, save).text
    scripted = client.get(f"/play/{save}", headers={"X-Have": ""}).text
    assert counted[0] not in scripted
    assert f'data-why="/play/{save}/sheets"' in scripted


def test_the_log_of_a_scene_goes_no_further_than_the_scene(app: Starlette, client: TestClient) -> None:
    save = str(begin(client, "b17", seed="2", automation="named")["save"])
    for _ in range(6):
        table = table_of(app, save)
        assert table.session.pending is not None
        client.post(f"/play/{save}/answer", data={"at": table.at, "key": table.session.pending.default})
    session = table_of(app, save).session
    opened = [n for n, event in enumerate(session.events) if isinstance(event, Opened)]
    decision(client, save)
    part = client.get(f"/play/{save}/log?upto={opened[3]}").text
    whole = client.get(f"/play/{save}/log").text
    assert part.count("<li data-group") < whole.count("<li data-group")


def test_the_briefing_of_the_planning_has_no_empty_map_and_no_skills_that_the_plan_will_make(
    client: TestClient,
) -> None:
    pages = {
        scenario: client.get(f"/play/{begin(client, 'doolittle', scenario=scenario)['save']}/scene?from=0").text
        for scenario in ("9", "10")
    }
    for words in ('class="bmapw"', "Guzzle number", "Security: "):
        assert words in pages["9"]
        assert words not in pages["10"]
    assert "How to read the forms" in pages["10"]


@pytest.mark.parametrize("scenario", ["1", "7", "10"])
def test_a_scenario_opens_with_its_briefing_even_if_a_question_follows_at_once(
    client: TestClient, scenario: str
) -> None:
    save = begin(client, "doolittle", automation="named", options={"scenario": scenario})["save"]
    page = client.get(f"/play/{save}/scene?from=0")
    assert page.status_code == 200
    assert 'data-kind="briefing"' in page.text


def test_5_the_picture_over_the_target_has_nothing_of_the_fight_before_it() -> None:
    """How well the target is seen begins a scene of its own, within the wave that the rules had opened."""
    game = games.load("b29")
    session = Session(game, begin_chapter(game, "2/1"))
    session.run()
    while session.pending is not None:
        session.answer(session.pending.default)
    number = next(
        n for n, event in enumerate(session.events) if isinstance(event, Noted) and event.kind == "over-target"
    )
    opened = opened_at(session.events, number)
    assert opened is not None
    assert opened.kind == "wave"
    view, since = view_of("b29"), 0
    while (told := tell(view, session, since, pace("every", throws=False))) is not None:
        if told.scene.kind == "over-target":
            break
        since = told.after
    assert told is not None
    assert {note.kind for note in told.act.notes} == {"over-target"}
    assert not [subject for subject in told.act.about if subject.kind == "fighter"]
