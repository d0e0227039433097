"""The store: nothing answered is lost, nobody overwrites anybody."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from flakhouse.core.chapter import begin
from flakhouse.core.game import read_house
from flakhouse.core.journal import Answer
from flakhouse.errors import AnswerError, Desync, RulesError, SaveError
from flakhouse.savefile import CRASH_LIMIT, read_save
from flakhouse.store import Store
from tests.core.test_session import HOUSE, Changed, asked, play_out
from tests.core.toy import GAME
from tests.store.helpers import ROOT, Address, new, number, tour

# ------------------------------------------------------------------ playing


def test_every_step_is_kept_before_the_next_question(store: Store, address: Address) -> None:
    s = new(store, "a")
    while s.finish is None:
        s.answer(asked(s).default)
        with address.open() as other:
            assert other.chapter("a").entries == s.chapter.entries
            assert other.chapter("a") == s.chapter
    s.undo(2)
    assert store.chapter("a") == s.chapter
    assert store.chapter("a").undos == 1
    assert store.chapter("a").finished is None


def test_settings_and_automatic_answers_are_kept(store: Store) -> None:
    s = new(store, "a")
    s.set_automation("routine", open_too=True)
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
    assert store.endings() == {}
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
    assert store.endings() == {name: store.chapter(name).finished}
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


def test_the_later_answer_to_an_old_question_is_refused(store: Store, address: Address) -> None:
    first = new(store, "a")
    with address.open() as other:
        second = other.session(GAME, "a")
        second.run()
        first.answer("Zephyr")
        with pytest.raises(SaveError, match="'a' was changed meanwhile by another window"):
            second.answer("Boreas")
        assert second.steps == 0
        with pytest.raises(SaveError, match="meanwhile"):
            second.set_automation("routine", open_too=True)
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
store = Store(Path(sys.argv[1]), url=sys.argv[2] or None)
session = store.session(GAME, "killed")
session.run()
print("ready", session.steps, flush=True)
while True:
    if session.finish is not None:
        session.undo(200)
    session.answer(session.pending.default)
    print("kept", session.chapter.undos, session.steps, flush=True)
"""


def test_kill_9_at_any_moment_loses_nothing(store: Store, address: Address) -> None:
    new(store, "killed", length="long")
    script = PLAYER.format(root=str(ROOT), src=str(ROOT / "src"))
    grown = 0
    for turn in range(6):
        child = subprocess.Popen(
            [sys.executable, "-c", script, str(store.folder), address.url or ""], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None
        assert child.stdout.readline().startswith("ready")
        seen = child.stdout.readline() if turn > 1 else ""  # the later ones are killed in full swing
        time.sleep(0.006 * turn * turn)
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
    with pytest.raises(RulesError, match=r"KeyError: 'burst'$") as told:
        s.answer("up")
    path = Path(told.value.full.split("; what reproduces it is in ")[1])
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
    store.folder.mkdir(exist_ok=True)
    (store.folder / "crashes").write_text("in the way")
    with pytest.raises(RulesError, match=r"KeyError: 'burst'$"):
        s.answer("up")


def test_the_same_failure_leaves_one_file_however_often_it_happens(store: Store) -> None:
    for name in ("a", "b", "c"):
        s = new(store, name, bug="on")
        s.answer("Zephyr")
        for _ in range(3):
            with pytest.raises(RulesError):
                s.answer("up")
    assert len(list((store.folder / "crashes").iterdir())) == 1
    s = new(store, "d", bug="impossible")
    s.answer("Zephyr")
    with pytest.raises(RulesError):
        s.answer("up")
    assert len(list((store.folder / "crashes").iterdir())) == 2  # another failure has its own


def test_there_are_only_so_many_crash_reports(store: Store) -> None:
    folder = store.folder / "crashes"
    folder.mkdir(parents=True)
    for i in range(CRASH_LIMIT):
        (folder / f"crash-{i}.json").touch()
    s = new(store, "a", bug="on")
    s.answer("Zephyr")
    with pytest.raises(RulesError) as told:
        s.answer("up")
    assert told.value.path == ""
    assert len(list(folder.iterdir())) == CRASH_LIMIT


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
    assert number(store, "SELECT count(*) FROM chapters") == 2


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


def test_nothing_to_undo_changes_nothing(store: Store) -> None:
    s = new(store, "a")
    with pytest.raises(AnswerError, match="nothing to undo"):
        s.undo()
    assert store.chapter("a") == s.chapter


def test_several_processes_may_make_the_database_at_once(address: Address) -> None:
    script = (
        f"import sys; sys.path[:0]=[{str(ROOT)!r},{str(ROOT / 'src')!r}]\n"
        "from pathlib import Path; from flakhouse.store import Store; from tests.core.toy import GAME\n"
        "from flakhouse.core.chapter import begin\n"
        "print(Store(Path(sys.argv[1]), url=sys.argv[2] or None).create(begin(GAME, '1'), '1'))"
    )
    children = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(address.folder), address.url or ""],
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    names = {child.communicate()[0].strip() for child in children}
    assert names == {f"toy-tour-{n}" for n in range(1, 5)}
