"""The store: nothing answered is lost, nobody overwrites anybody, faults are told and change nothing."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from flakhouse import games
from flakhouse.core.game import read_house
from flakhouse.core.journal import Answer
from flakhouse.core.session import Session, begin
from flakhouse.errors import AnswerError, Desync, RulesError, SaveError
from flakhouse.savefile import read_save
from flakhouse.store import MIGRATIONS, Store, data_folder
from tests.core import toy
from tests.core.test_session import HOUSE, Changed, asked, play_out
from tests.core.toy import GAME

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    before = dict(games.REGISTRY)
    toy.register()
    yield
    games.REGISTRY.clear()
    games.REGISTRY.update(before)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "data") as opened:
        yield opened


def new(store: Store, name: str = "", **options: str) -> Session:
    name = store.create(begin(GAME, "7/1", options=options), "7", name)
    session = store.session(GAME, name)
    session.run()
    return session


def tour(store: Store, name: str = "tour") -> str:
    """Two flights flown, the third being played."""
    play_out(new(store, name))
    for _ in range(2):
        session = store.next_chapter(GAME, name)
        session.run()
        if session.chapter.number < 3:
            play_out(session)
    session.answer("stay")
    return name


# ------------------------------------------------------------------ playing


def test_every_step_is_kept_before_the_next_question(store: Store) -> None:
    s = new(store, "a")
    while s.finish is None:
        s.answer(asked(s).default)
        with Store(store.folder) as other:
            assert other.chapter("a").entries == s.chapter.entries
            assert other.chapter("a") == s.chapter
    s.undo(2)
    assert store.chapter("a") == s.chapter
    assert store.chapter("a").undos == 1
    assert store.chapter("a").finished is None


def test_settings_and_automatic_answers_are_kept(store: Store) -> None:
    s = new(store, "a")
    s.set_automation("routine")
    s.answer("stay")
    s.set_table_dice(True)
    s.answer("stay")
    assert s.need_dice is not None
    s.throw([3])
    kept = store.chapter("a")
    assert kept == s.chapter
    assert kept.auto
    again = store.session(GAME, "a")
    again.run()
    assert again.events == s.events
    assert again.need_dice is not None
    assert again.chapter.automation == "routine"


def test_a_tour_goes_from_chapter_to_chapter(store: Store) -> None:
    name = tour(store)
    info = store.info(name)
    assert (info.status, info.chapter, info.finished, info.steps) == ("playing", 3, 2, 1)
    assert [c.seeds for c in store.chapters(name)] == [[(0, "7/1")], [(0, "7/2")], [(0, "7/3")]]
    first, second, _ = store.chapters(name)
    assert first.finished is not None
    assert second.campaign == first.finished.campaign
    with pytest.raises(SaveError, match="flight 3 is not over yet"):
        store.next_chapter(GAME, name)
    s = store.session(GAME, name)
    s.run()
    play_out(s)
    assert store.info(name).status == "over"
    with pytest.raises(SaveError, match="the tour is complete"):
        store.next_chapter(GAME, name)


def test_the_next_chapter_inherits_options_house_and_settings(store: Store) -> None:
    house = read_house(GAME, "mine.toml", HOUSE)
    name = store.create(begin(GAME, "7/1", options={"bug": "on"}, house=house, automation="routine"), "7")
    assert name == "toy-tour-1"
    s = store.session(GAME, name)
    s.run()
    play_out(s)
    following = store.next_chapter(GAME, name).chapter
    assert following.options == s.chapter.options
    assert (following.house, following.automation) == (HOUSE, "routine")
    assert store.info(name).house == "mine.toml"


def test_only_the_last_chapter_can_be_played(store: Store) -> None:
    name = tour(store)
    old = store.session(GAME, name, 1)
    old.run()
    old.undo()
    assert old.steps == 4
    assert len(store.chapter(name, 1).entries) == 5
    with pytest.raises(SaveError, match="has no mission 9"):
        store.session(GAME, name, 9)


def test_an_unused_chapter_can_be_dropped_to_undo_into_the_one_before(store: Store) -> None:
    play_out(new(store, "a"))
    store.next_chapter(GAME, "a")
    assert store.drop_chapter("a") == 1
    s = store.session(GAME, "a")
    s.run()
    s.undo()
    assert store.info("a").status == "playing"
    with pytest.raises(SaveError, match="without a step"):
        store.drop_chapter("a")


def test_house_rules_and_positions_are_kept(store: Store) -> None:
    house = read_house(GAME, "mine.toml", HOUSE)
    chapter = begin(GAME, "1", house=house, position="turn 2", step="wind", given=[1, 2], table_dice=True)
    name = store.create(chapter, "1")
    assert store.chapter(name) == chapter


# ------------------------------------------------------------------ two windows


def test_the_later_answer_to_an_old_question_is_refused(store: Store) -> None:
    first = new(store, "a")
    with Store(store.folder) as other:
        second = other.session(GAME, "a")
        second.run()
        first.answer("Zephyr")
        with pytest.raises(SaveError, match="'a' was changed meanwhile by another window"):
            second.answer("Boreas")
        assert second.steps == 0
        with pytest.raises(SaveError, match="meanwhile"):
            second.set_automation("routine")
        with pytest.raises(SaveError, match="meanwhile"):
            second.set_table_dice(True)
    assert [e.key for e in store.chapter("a").entries if isinstance(e, Answer)] == ["Zephyr"]
    first.answer("stay")


def test_an_undo_after_somebody_elses_answer_is_refused_and_restored(store: Store) -> None:
    first = new(store, "a")
    first.answer("Zephyr")
    second = store.session(GAME, "a")
    second.run()
    first.undo()
    first.answer("Alba")  # as many steps as before, but another game
    with pytest.raises(SaveError, match="meanwhile"):
        second.undo()
    assert second.steps == 1
    with pytest.raises(SaveError, match="meanwhile"):
        second.answer("stay")
    assert store.chapter("a").entries[0] == Answer("balloon-name", "Alba", 0)


def test_a_deleted_or_continued_save_is_refused(store: Store) -> None:
    s = new(store, "a")
    store.delete("a")
    with pytest.raises(SaveError, match="meanwhile"):
        s.answer("Zephyr")
    done = play_out(new(store, "b"))
    store.next_chapter(GAME, "b")
    with pytest.raises(SaveError, match="meanwhile"):
        done.undo()
    assert store.info("b").finished == 1


# ------------------------------------------------------------------ kill -9

PLAYER = """
import sys
sys.path[:0] = [{root!r}, {src!r}]
from pathlib import Path
from flakhouse.store import Store
from tests.core.toy import GAME
store = Store(Path(sys.argv[1]))
session = store.session(GAME, "killed")
session.run()
print("ready", session.steps, flush=True)
while True:
    if session.finish is not None:
        session.undo(200)
    session.answer(session.pending.default)
    print("kept", session.chapter.undos, session.steps, flush=True)
"""


def test_kill_9_at_any_moment_loses_nothing(store: Store) -> None:
    new(store, "killed", length="long")
    script = PLAYER.format(root=str(ROOT), src=str(ROOT / "src"))
    grown = 0
    for turn in range(8):
        child = subprocess.Popen(
            [sys.executable, "-c", script, str(store.folder)], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None
        assert child.stdout.readline().startswith("ready")
        seen = child.stdout.readline() if turn > 3 else ""  # the later ones are killed in full swing
        time.sleep(0.003 * turn * turn)
        os.kill(child.pid, signal.SIGKILL)
        told = [line.split() for line in (seen + child.stdout.read()).splitlines() if line.startswith("kept")]
        child.stdout.close()
        child.wait()
        kept = store.chapter("killed")
        session = store.session(GAME, "killed")
        session.run()
        assert session.verify().identical
        complete = [words for words in told if len(words) == 3]
        if complete:
            undos, steps = int(complete[-1][1]), int(complete[-1][2])
            # What was acknowledged is there; at most the step in progress has come on top of it.
            assert (kept.undos, len(kept.entries)) >= (undos, steps)
            grown += 1
    assert grown >= 3


# ------------------------------------------------------------------ crashes


def test_a_crash_leaves_a_file_that_reproduces_it_and_the_save_before_it(store: Store) -> None:
    s = new(store, "a", bug="on")
    s.answer("Zephyr")
    with pytest.raises(RulesError, match="KeyError: 'burst'; what reproduces it is in") as told:
        s.answer("up")
    path = Path(str(told.value).split(" is in ")[1])
    assert path.parent == store.folder / "crashes"
    assert len(store.chapter("a").entries) == 1
    s.answer("stay")
    with pytest.raises(SaveError, match=r"does not play as recorded: step 2: .*KeyError"):
        store.import_(path.read_bytes())
    name, verdicts = store.import_(path.read_bytes(), verify=False)
    assert verdicts == []
    broken = store.session(GAME, name)
    with pytest.raises(RulesError):
        broken.run()
    broken.undo()
    assert asked(broken).id == "course"
    assert len(store.chapter(name).entries) == 1
    report = read_save(path.read_bytes())
    assert report.error == "KeyError: 'burst'"


def test_a_crash_report_that_cannot_be_written_does_not_hide_the_crash(store: Store) -> None:
    s = new(store, "a", bug="on")
    s.answer("Zephyr")
    (store.folder / "crashes").write_text("in the way")
    with pytest.raises(RulesError, match=r"KeyError: 'burst'$"):
        s.answer("up")


# ------------------------------------------------------------------ changed rules


def test_changed_rules_that_play_the_same_go_on_with_a_remark(store: Store) -> None:
    new(store, "a").answer("Zephyr")
    s = store.session(Changed(), "a")
    s.adopt()
    s.run()
    s.answer("stay")
    kept = store.chapter("a")
    assert kept.rules_version == 2
    assert kept.remarks == ["rules version 1, now 2: proven identical to step 1"]


@pytest.mark.parametrize("how", ["question", "crash"])
def test_changed_rules_that_part_keep_the_prefix_in_a_copy(store: Store, how: str) -> None:
    s = new(store, "a")
    for _ in range(4):
        s.answer(asked(s).default)
    before = store.chapter("a")
    game = Changed(how)
    with pytest.raises(Desync) as parted:
        store.session(game, "a").adopt()
    name = store.copy_prefix(game, "a", parted.value.step)
    assert name == "a-1"
    assert store.chapter("a") == before
    s = store.session(game, name)
    s.run()
    assert asked(s).id == ("wave" if how == "question" else "ballast")
    assert s.chapter.rules_version == 2
    assert "under changed rules" in s.chapter.remarks[-1]


# ------------------------------------------------------------------ names


def test_names_are_unique_and_checked(store: Store) -> None:
    assert store.create(begin(GAME, "1"), "1") == "toy-tour-1"
    assert store.create(begin(GAME, "1"), "1") == "toy-tour-2"
    assert store.create(begin(GAME, "1"), "1", "Übung_1") == "Übung_1"
    with pytest.raises(SaveError, match="there is a save 'toy-tour-1' already"):
        store.create(begin(GAME, "1"), "1", "toy-tour-1")
    for bad in ("../x", "a b", "-x", "x" * 41, "a\n"):
        with pytest.raises(SaveError, match="is no name for a save"):
            store.create(begin(GAME, "1"), "1", bad)
    store.rename("toy-tour-2", "lucky")
    store.rename("lucky", "lucky")
    with pytest.raises(SaveError, match="already"):
        store.rename("lucky", "toy-tour-1")
    with pytest.raises(SaveError, match="no save 'gone'; saves: toy-tour-1, lucky"):
        store.rename("gone", "x")
    assert store.names() == ["toy-tour-1", "lucky", "Übung_1"]
    assert store.last() == "Übung_1"
    store.delete("Übung_1")
    assert len(store.saves()) == 2
    assert store._number("SELECT count(*) FROM chapters") == 2


def test_no_saves_yet(store: Store) -> None:
    assert store.saves() == []
    with pytest.raises(SaveError, match="no saves yet"):
        store.last()
    with pytest.raises(SaveError, match="no save 'x'; saves: none yet"):
        store.info("x")


def test_copies_and_forks_leave_the_original_alone(store: Store) -> None:
    name = tour(store)
    before = store.chapters(name)
    assert store.copy(GAME, name) == "tour-1"
    assert store.chapters("tour-1") == before
    fork = store.copy(GAME, name, "fork", number=2, step=2, seed="luck")
    assert [len(c.entries) for c in store.chapters(fork)] == [5, 2]
    s = store.session(GAME, fork)
    s.run()
    play_out(s)
    assert s.verify().identical
    assert store.next_chapter(GAME, fork).chapter.seeds == [(0, "luck/3")]
    assert store.chapters(name) == before
    with pytest.raises(SaveError, match="missions 1 to 3, not 7"):
        store.copy(GAME, name, number=7)
    with pytest.raises(SaveError, match="steps 0 to 1, not 8"):
        store.copy(GAME, name, step=8)


# ------------------------------------------------------------------ export, import


def test_export_and_import_give_the_same_save(store: Store, tmp_path: Path) -> None:
    name = tour(store)
    data = store.export(name)
    with Store(tmp_path / "elsewhere") as other:
        kept, verdicts = other.import_(data)
        assert kept == name
        assert [v.identical for v in verdicts] == [True] * 3
        assert other.chapters(kept) == store.chapters(name)
        assert other.import_(data)[0] == "tour-1"
        assert other.import_(data, "mine")[0] == "mine"
        s = other.session(GAME, "mine")
        s.run()
        play_out(s)
        with pytest.raises(SaveError, match="already"):
            other.import_(data, "mine")
    assert store.info(name).status == "playing"


def damaged(data: bytes, path: str, value: object) -> bytes:
    """The export with one value changed; "chapters.0.number" names it."""
    whole = msgspec.json.decode(data)
    at = whole
    *way, last = path.split(".")
    for part in way:
        at = at[int(part)] if isinstance(at, list) else at[part]
    if isinstance(at, list):
        at[int(last)] = value
    else:
        at[last] = value
    return msgspec.json.encode(whole)


@pytest.mark.parametrize(
    ("path", "value", "what"),
    [
        ("format", "other", "format 'other'"),
        ("format_version", 9, "a save of format 9"),
        ("surprise", 1, "surprise"),
        ("name", "../../etc/passwd", "is no name"),
        ("game", "chess", "a save of 'chess'"),
        ("seed", "", "seed"),
        ("created", "yesterday", "created"),
        ("chapters", [], "1 to 1000 chapters"),
        ("chapters.0.number", 2, "number 2 of 'toy'"),
        ("chapters.1.game", "b29", "number 2 of 'b29'"),
        ("chapters.0.surprise", 1, "surprise"),
        ("chapters.0.finished", None, "it must be finished"),
        ("chapters.0.finished.over", True, "the tour not over"),
        ("chapters.0.finished.campaign.flights", 9, "does not begin where it ends"),
        ("chapters.2.campaign", {"name": 3}, "does not begin where it ends"),
        ("chapters.0.check", 5, "the last rolls are no longer the same"),
        ("chapters.0.check", None, "do not stand together"),
        ("chapters.0.finished.outcome.tear", 77, "tear was 77"),
        ("chapters.2.seeds", [], "seeds"),
        ("chapters.2.seeds", [[1, "a"]], "seeds"),
        ("chapters.2.seeds", [[0, "a"], [10**30, "b"]], "seeds"),
        ("chapters.2.seeds", [[0, "other"]], "no longer the same"),
        ("chapters.2.given", [9], "1 to 6, not 9"),
        ("chapters.2.undos", -1, "negative"),
        ("chapters.2.undos", 10**30, "far too large"),
        ("chapters.2.automation", "all", "automation 'all'"),
        ("chapters.2.auto", [5], "automatic steps"),
        ("chapters.2.options", {"age": "old"}, "not complete"),
        ("chapters.2.options.age", "ripe", "expected new or old"),
        ("chapters.2.house", "[nonsense]\nx = 1", "unknown table"),
        ("chapters.2.entries.0.key", "sideways", "no longer an option"),
        ("chapters.2.entries.0.ask", "ballast", "recorded 'ballast'"),
        ("chapters.2.entries.0.type", "spell", "Invalid value"),
        ("chapters.2.entries.0", {"type": "throw", "roll": 1, "chart": "1-1", "faces": [0, 9]}, "not 0"),
        ("chapters.2.position", "nonsense", "cannot read position"),
    ],
)
def test_a_damaged_or_hostile_file_is_refused_and_touches_nothing(
    store: Store, tmp_path: Path, path: str, value: object, what: str
) -> None:
    data = damaged(store.export(tour(store)), path, value)
    with Store(tmp_path / "elsewhere") as other:
        with pytest.raises(SaveError, match=what):
            other.import_(data)
        assert other.saves() == []


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "not a save"),
        (b"{", "not a save"),
        (b"[1, 2]", "not a save"),
        (b"\xff\xfe", "not a save"),
        (b'{"format": "flakhouse save", "name": "\xff"}', "not a save"),
        (b'{"chapters": ' + b"[" * 200_000, "not a save"),
        (b'{"chapters": [{"campaign": {"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}}]}", "nested too deeply"),
        (b" " * 32_000_001, "more than 32000000"),
    ],
)
def test_what_is_no_save_at_all_is_refused(store: Store, data: bytes, what: str) -> None:
    with pytest.raises(SaveError, match=what):
        store.import_(data)
    assert store.saves() == []


def test_every_truncation_of_a_file_is_refused(store: Store, tmp_path: Path) -> None:
    data = store.export(tour(store)).strip()
    with Store(tmp_path / "elsewhere") as other:
        for cut in range(0, len(data) - 1, 37):
            with pytest.raises(SaveError):
                other.import_(data[:cut])
        assert other.saves() == []


# ------------------------------------------------------------------ a bad disk


def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "saves.sqlite3"
    path.write_bytes(b"this is no database at all, however long it may be" * 100)
    before = path.read_bytes()
    with pytest.raises(SaveError, match=r"saves.sqlite3 is damaged or no save file .* nothing was changed"):
        Store(tmp_path)
    assert path.read_bytes() == before


def test_damaged_pages_are_told(store: Store) -> None:
    for _ in range(30):
        new(store).answer("Zephyr")
    store.close()
    raw = bytearray(store.path.read_bytes())
    raw[4096:] = b"\xa5" * (len(raw) - 4096)
    store.path.write_bytes(bytes(raw))
    for name in (store.path.name + "-wal", store.path.name + "-shm"):
        (store.folder / name).unlink(missing_ok=True)
    with Store(store.folder) as again, pytest.raises(SaveError, match="damaged"):
        again.saves()
    assert store.path.read_bytes() == bytes(raw)


def test_a_damaged_row_is_told(store: Store) -> None:
    new(store, "a").answer("Zephyr")
    db = sqlite3.connect(store.path, isolation_level=None)
    db.execute("UPDATE chapters SET seeds='[nonsense'")
    with pytest.raises(SaveError, match="save 'a' is damaged"):
        store.chapter("a")
    db.execute("UPDATE chapters SET seeds='[[0,\"1\"]]'")
    db.execute("UPDATE entries SET seq=4")
    with pytest.raises(SaveError, match="steps are missing"):
        store.chapter("a")
    db.execute("DELETE FROM chapters")
    with pytest.raises(SaveError, match="no chapter"):
        store.info("a")
    db.close()


def test_a_newer_file_and_a_foreign_one_are_refused(tmp_path: Path) -> None:
    with Store(tmp_path / "a"):
        pass
    db = sqlite3.connect(tmp_path / "a" / "saves.sqlite3")
    db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    db.close()
    with pytest.raises(SaveError, match="written by a newer Flakhouse"):
        Store(tmp_path / "a")
    (tmp_path / "b").mkdir()
    db = sqlite3.connect(tmp_path / "b" / "saves.sqlite3")
    db.execute("CREATE TABLE bookmarks (id)")
    db.close()
    with pytest.raises(SaveError, match="belongs to another program"):
        Store(tmp_path / "b")


def test_a_busy_file_is_told_and_the_step_can_be_repeated(store: Store) -> None:
    new(store, "a")
    with Store(store.folder, wait=0.05) as impatient:
        s = impatient.session(GAME, "a")
        s.run()
        other = sqlite3.connect(store.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(SaveError, match="busy"):
            s.answer("Zephyr")
        assert s.steps == 0
        other.execute("ROLLBACK")
        other.close()
        s.answer("Zephyr")
    assert len(store.chapter("a").entries) == 1


def test_a_full_disk_is_told_and_nothing_is_lost(store: Store) -> None:
    s = new(store, "a", length="long")
    s.answer("Zephyr")
    pages = store._number("PRAGMA page_count")
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    copy = read_save(store.export("a"))
    copy.chapters[0].remarks = ["x" * 100_000]
    with pytest.raises(SaveError, match=r"the disk of .* is full; the last step was not saved"):
        store.put(copy)
    assert store.chapter("a").entries == s.chapter.entries
    store._db.execute("PRAGMA max_page_count = 100000")
    s.answer("stay")


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SaveError, match="cannot be made"):
        Store(tmp_path / "file" / "data")
    (tmp_path / "data" / "saves.sqlite3").mkdir(parents=True)
    with pytest.raises(SaveError, match="cannot be opened"):
        Store(tmp_path / "data")


def test_a_read_only_file_is_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    s = new(store, "a")
    store._db.execute("PRAGMA query_only = ON")  # root may write to any file, so the fault is asked for here
    with pytest.raises(SaveError, match="read-only"):
        s.answer("Zephyr")
    assert s.steps == 0


def test_several_processes_may_make_the_file_at_once(tmp_path: Path) -> None:
    script = (
        f"import sys; sys.path[:0]=[{str(ROOT)!r},{str(ROOT / 'src')!r}]\n"
        "from pathlib import Path; from flakhouse.store import Store; from tests.core.toy import GAME\n"
        "from flakhouse.core.session import begin\n"
        "print(Store(Path(sys.argv[1])).create(begin(GAME, '1'), '1'))"
    )
    children = [
        subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        for _ in range(6)
    ]
    names = {child.communicate()[0].strip() for child in children}
    assert names == {f"toy-tour-{n}" for n in range(1, 7)}


def test_the_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAKHOUSE_DATA", "/somewhere/else")
    assert data_folder() == Path("/somewhere/else")
    monkeypatch.delenv("FLAKHOUSE_DATA")
    assert data_folder().name == "flakhouse"


def test_nothing_to_undo_changes_nothing(store: Store) -> None:
    s = new(store, "a")
    with pytest.raises(AnswerError, match="nothing to undo"):
        s.undo()
    assert store.chapter("a") == s.chapter
