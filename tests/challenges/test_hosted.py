"""Challenges on a server: two hundred bots enter one, the table is right, and strict means strict."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from flakhouse import games
from flakhouse.challenges.forms import first_chapter, form_of
from flakhouse.challenges.judge import judge
from flakhouse.core.agents import Default
from flakhouse.core.chapter import BY_CHART
from flakhouse.core.session import Session
from flakhouse.errors import Full, OptionError, Refused, SaveError, Unknown
from flakhouse.savefile import check_save, read_save
from flakhouse.store import Database, Store
from flakhouse.store.accounts import Accounts
from flakhouse.store.challenges import Challenges
from tests.challenges.flying import fly

GAME = games.load("b17")
CHEAP = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "saves.sqlite3") as found:
        yield found


@pytest.fixture
def hosted(database: Database) -> Challenges:
    return Challenges(database, accounts=True)


def soon() -> int:
    return int(time.time()) + 3600


def account(database: Database, name: str) -> Store:
    """The saves of a new player."""
    return Store.on(database, Accounts(database, cost=CHEAP).create(name, "a good long password").id)


def flown(store: Store, name: str, pilot: str = "doctrine", bot: str = "bot") -> Session:
    """The save played to its end by a bot."""
    session = store.session(GAME, name)
    chapter = fly(GAME, session.chapter, pilot, bot, session.secret)
    assert session.keeper is not None
    entries, chapter.entries = chapter.entries, []
    session.keeper.append(0, entries, len(entries), chapter)
    return store.session(GAME, name)


def secret(database: Database, key: str) -> str:
    with database.reading() as db:
        found = db.one("SELECT seed FROM challenges WHERE key = :key", key=key)
    assert found is not None
    return str(found[0])


# ------------------------------------------------------------------ two hundred


def test_two_hundred_bots_enter_one_strict_challenge_and_the_table_is_right(
    hosted: Challenges, database: Database
) -> None:
    key = hosted.create("b17", soon(), form="hamm", strict=True)
    with database.writing() as db:
        db.run("UPDATE challenges SET seed = 'by-chart:two hundred'")
        for number in range(200):
            db.run(
                "INSERT INTO accounts (id, name, folded, password, created, admin, disabled) "
                f"VALUES ({number + 1}, 'bot{number}', 'bot{number}', '', 0, false, false)"
            )
    pilots = ("doctrine", "cautious", "random", "random")
    for number in range(200):
        store = Store.on(database, number + 1)
        name = hosted.enter(store, key, f"bot{number}")
        flown(store, name, pilots[number % 4], f"bot{number}")
        hosted.hand_in(store, key, f"bot{number}")
    table = hosted.table(key)
    assert len(table) == 200
    assert {row.player for row in table} == {f"bot{number}" for number in range(200)}
    order = [(row.wins, row.points or 0.0, row.tie) for row in table]
    assert order == sorted(order, reverse=True)
    assert len(set(order)) > 5
    for at, row in enumerate(table):
        assert row.place == (1 + order.index(order[at]) if row.wins else None)
    seed = secret(database, key)
    for row in (*table[:3], table[100], *table[-3:]):  # scored once more, far from any store
        number = int(row.player[3:])
        chapter = fly(GAME, first_chapter(GAME, "hamm", {}, seed), pilots[number % 4], row.player)
        score = judge(GAME, "hamm", {}, seed, chapter).score
        assert score is not None
        assert (score.points, score.tie, score.lines, score.wins) == (row.points, row.tie, row.lines, row.wins)
        assert row.points == pytest.approx(sum(line.points for line in row.lines))


# ------------------------------------------------------------------ strict


def test_a_tampered_save_is_refused_and_says_why(hosted: Challenges, database: Database) -> None:
    key = hosted.create("b17", soon(), form="hamm", strict=True)
    reasons = {}
    for name, change in {
        "outcome": "UPDATE chapters SET finished = replace(finished, 'percent\":', 'percent\":9') WHERE save = {}",
        "undone": "UPDATE chapters SET undos = 1 WHERE save = {}",
        "table": "UPDATE chapters SET table_after = 3 WHERE save = {}",
        "dice": "UPDATE chapters SET given = '[6,6,6]' WHERE save = {}",
        "seed": "UPDATE chapters SET seeds = '[[0,\"mine/1\"]]' WHERE save = {}",
        "house": "UPDATE chapters SET house = replace(house, 'announced', 'wished') WHERE save = {}",
        "position": "UPDATE chapters SET position = position || 'man Pilot: missions 20\n' WHERE save = {}",
        "steps": "UPDATE entries SET body = replace(body, '\"check\":', '\"check\":1') WHERE chapter = "
        "(SELECT id FROM chapters WHERE save = {})",
    }.items():
        store = account(database, name)
        save = hosted.enter(store, key, name)
        flown(store, save)
        with database.writing() as db:
            id = db.number("SELECT id FROM saves WHERE owner = :owner", owner=store.owner)
            assert db.run(change.format(id))
        with pytest.raises(Refused, match="does not count") as refused:
            hosted.hand_in(store, key, name)
        reasons[name] = str(refused.value)
    assert "the end is another one" in reasons["outcome"]
    assert "taken back past dice" in reasons["undone"]
    assert "thrown at the table" in reasons["table"]
    assert "other dice" in reasons["dice"]
    assert "other dice" in reasons["seed"]
    assert "house rules" in reasons["house"]
    assert "another position" in reasons["position"]
    assert "does not play as recorded" in reasons["steps"]
    assert all(row.place is None and row.why for row in hosted.table(key))


def test_nobody_takes_a_step_back_past_dice_and_nobody_flies_twice(hosted: Challenges, database: Database) -> None:
    key = hosted.create("b17", soon(), strict=True)
    store = account(database, "ann")
    name = hosted.enter(store, key, "ann")
    session = store.session(GAME, name)
    session.run()
    while session.rolls < 3:
        assert session.pending is not None
        session.answer(session.pending.default)
    steps = session.steps
    with pytest.raises(Refused, match="strict challenge"):
        session.undo()
    again = store.session(GAME, name)
    again.run()
    assert (again.steps, again.chapter.undos) == (steps, 0)
    with pytest.raises(Refused, match="not over yet"):
        hosted.hand_in(store, key, "ann")
    for refused in (
        lambda: store.copy(GAME, name, "two"),
        lambda: store.copy(GAME, name, "two", step=1),
        lambda: store.copy(GAME, name, "two", seed="other"),
        lambda: store.copy_prefix(GAME, name, 1),
        lambda: store.export(name),
    ):
        with pytest.raises(Refused, match="when that has closed"):
            refused()
    with pytest.raises(Refused, match="flies it once"):
        hosted.enter(store, key, "ann")
    store.delete(name)
    with pytest.raises(Refused, match="flies it once"):
        hosted.enter(store, key, "ann")
    with pytest.raises(Refused, match="deleted"):
        hosted.hand_in(store, key, "ann")


def test_an_alias_typed_or_imported_throws_no_dice(hosted: Challenges, database: Database) -> None:
    key = hosted.create("b17", soon(), form="hamm", strict=True)
    store = account(database, "ann")
    chapter = store.chapter(hosted.enter(store, key, "ann"))
    own = store.create(chapter, f"sealed:{key}", "probe")
    session = store.session(GAME, own)
    assert session.secret == ""
    with pytest.raises(SaveError, match="keeps the seed"):
        session.play_on(Default())
    flown(store, store.names()[0])
    data = read_save(json.dumps({**_file(chapter), "chapters": [msgspec.to_builtins(chapter)]}).encode())
    with pytest.raises(SaveError, match="plays there only"):
        check_save(data)
    with pytest.raises(Refused, match="from elsewhere does not count"):
        hosted.hand_in_file(store, key, "ann", [chapter])


def _file(chapter: object) -> dict[str, object]:
    return {"format": "flakhouse save", "name": "x", "game": "b17", "seed": "x", "created": "2026-01-01T00:00:00"}


def test_after_the_close_the_seed_is_shown_and_the_save_can_be_exported_and_proven(
    hosted: Challenges, database: Database, tmp_path: Path
) -> None:
    store = account(database, "ann")
    key = hosted.create("b17", soon(), form="hamm", strict=True, maker=store.owner)
    name = hosted.enter(store, key, "ann")
    flown(store, name)
    hosted.hand_in(store, key, "ann")
    seed = secret(database, key)
    assert hosted.get(key).seed == ""
    with pytest.raises(Refused, match="only who made"):
        hosted.close(key, None)
    hosted.close(key, store.owner)
    shown = hosted.get(key)
    assert (shown.closed, shown.seed) == (True, seed)
    data = store.export(name)
    assert f"{seed}/1".encode() in data
    assert b"sealed:" not in data
    with Store(tmp_path / "elsewhere") as other:
        _, verdicts = other.import_(data)
    assert verdicts[0].identical
    with pytest.raises(Refused, match="closed"):
        hosted.enter(account(database, "bob"), key, "bob")
    with pytest.raises(Refused, match="closed"):
        hosted.hand_in(store, key, "ann")


# ------------------------------------------------------------------ open


def test_an_open_challenge_takes_flights_from_here_and_elsewhere_and_tells_them_apart(database: Database) -> None:
    hosted = Challenges(database, accounts=False)
    key = hosted.create("b17", soon(), form="hamm", title="Sunday")
    found = hosted.get(key)
    assert (found.title, found.strict, found.seed) == ("Sunday", False, f"{BY_CHART}{found.code}")
    store = Store.on(database)
    flown(store, hosted.enter(store, key, "Ann"))
    assert hosted.hand_in(store, key, "Ann").score is not None
    elsewhere = fly(GAME, first_chapter(GAME, "hamm", {}, found.seed), "cautious")
    elsewhere.undos = 2
    assert hosted.hand_in_file(store, key, "Bob", [elsewhere]).undos == 2
    rows = {row.player: row for row in hosted.table(key)}
    assert (rows["Ann"].here, rows["Ann"].undos, rows["Bob"].here, rows["Bob"].undos) == (True, 0, False, 2)
    with pytest.raises(Refused, match="the first result stands"):
        hosted.hand_in_file(store, key, "Bob", [elsewhere])
    assert elsewhere.finished is not None
    elsewhere.finished.outcome["kills"] = 99
    with pytest.raises(Refused, match="does not play as recorded"):
        hosted.hand_in_file(store, key, "Cat", [elsewhere])
    with pytest.raises(Refused, match="other dice"):
        hosted.hand_in_file(store, key, "Dan", [fly(GAME, first_chapter(GAME, "hamm", {}, f"{BY_CHART}x"))])
    assert {row.player for row in hosted.table(key)} == {"Ann", "Bob"}


def test_what_cannot_be_a_challenge_is_refused(database: Database) -> None:
    local, hosted = Challenges(database, False), Challenges(database, True)
    with pytest.raises(OptionError, match="needs a server with accounts"):
        local.create("b17", soon(), strict=True)
    with pytest.raises(OptionError, match="closing date"):
        hosted.create("b17", int(time.time()) - 1)
    with pytest.raises(OptionError, match="no game"):
        hosted.create("chess", soon())
    with pytest.raises(OptionError, match="for b17"):
        hosted.create("b29", soon(), form="hamm")
    with pytest.raises(OptionError, match="up to 60"):
        hosted.create("b29", soon(), title="x" * 61)
    with pytest.raises(OptionError, match="no option"):
        hosted.create("b29", soon(), options={"wings": "on"})
    with pytest.raises(Unknown, match="no challenge"):
        hosted.get("nothing")
    with pytest.raises(OptionError, match="under which name"):
        local.enter(Store.on(database), local.create("doolittle", soon()), " ")
    for _ in range(19):
        local.create("b17", soon())
    with pytest.raises(Full, match="20 open"):
        local.create("b17", soon())


def test_a_strict_seed_cannot_be_guessed_from_the_dice(hosted: Challenges, database: Database) -> None:
    seeds = {secret(database, hosted.create("b17", soon(), strict=True)) for _ in range(3)}
    assert len(seeds) == 3
    assert all(re.fullmatch(r"by-chart:[0-9a-f]{64}", seed) for seed in seeds)
    assert form_of("", "b17").announced(GAME, seeds.pop()) == []
