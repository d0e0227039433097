"""With nothing but Enter and the settings as they come, no grave moment passes unseen: it had its screen before
the next decision. Told against the log, flight by flight, without a pty: the terminal stands in memory."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

import pytest

from flakhouse import games
from flakhouse.cli import draw
from flakhouse.cli.main import main
from flakhouse.cli.pace import Settings, moment
from flakhouse.cli.play import Play
from flakhouse.cli.scenes import Quit
from flakhouse.cli.terminal import Terminal
from flakhouse.core.chapter import begin
from flakhouse.core.events import Announced, Event, Needed, Noted, Opened, Rolled
from flakhouse.core.session import Session
from flakhouse.render.briefing import briefed
from flakhouse.render.scenes import Scene, SceneRoll
from flakhouse.render.throws import casts
from flakhouse.store import Store

SEEDS = 20
DEATHS = ("killed", "jump-killed", "down-with-plane", "lost-at-sea", "crushed")
ENDS = ("landing", "ditched", "destroyed", "bail-out", "out-of-control", "take-off-over", "mission-result")
BOMBERS = (*DEATHS, "fighter-destroyed", "engine", "bombs-away", *ENDS)
RAID = (
    *("destroyed", "ditched", "damaged", "landed", "lands", "crew-captured", "crew-rescued", "ditched-check"),
    *("box-hit", "box-missed", "area-hit", "ship-sunk", "hornet-hit", "launch", "outcome"),
)
WANTED = {"b29": BOMBERS, "b17": BOMBERS, "doolittle": RAID}


class Watched(Terminal):
    """A player who watches and presses Enter, whatever is asked."""

    def __init__(self) -> None:
        self.out = io.StringIO()
        super().__init__(io.StringIO(), self.out)
        self.paced = self.typed = True

    def ask(self, prompt: str = "> ") -> str:
        return ""

    def stop(self, prompt: str = "> ") -> str:
        return ""

    def hold(self, seconds: float) -> None: ...

    def forget(self) -> None: ...


class Seen(Play):
    """Keeps which events had their screen, and what is missing when the player is asked."""

    def __init__(self, store: Store, session: Session, wanted: tuple[str, ...]) -> None:
        self.watched = Watched()
        super().__init__(store, "told", session, self.watched)
        self.wanted = wanted
        self.screens: list[Scene] = []
        self.missing: list[str] = []
        self.counted: Counter[str] = Counter()
        self.upto = 0

    def screen(self, scene: Scene, throws: object) -> None:
        begun = self.watched.out.tell()
        super().screen(scene, throws)  # type: ignore[arg-type]
        printed = " ".join(self.watched.out.getvalue()[begun:].split())
        headline = " ".join(scene.headline.upper().rstrip(".").split())
        if headline in printed:
            self.screens.append(scene)

    def check(self) -> None:
        events = self.session.events
        for number in range(self.upto, len(events)):
            event = events[number]
            if isinstance(event, Noted) and event.kind in self.wanted:
                self.counted[event.kind] += 1
                if not any(scene.events[0] <= number <= scene.events[1] for scene in self.screens):
                    self.missing.append(f"{event.kind} {dict(event.facts)}")
        self.upto = len(events)

    def question(self) -> None:
        self.check()
        super().question()

    def debriefing(self) -> None:
        self.check()
        raise Quit


@pytest.mark.parametrize("game", WANTED)
def test_enter_alone_shows_every_death_kill_engine_bombs_and_end(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path))
    rules = games.load(game)
    counted: Counter[str] = Counter()
    missing: list[str] = []
    with Store() as store:
        for seed in range(SEEDS):
            scenario = {"scenario": str(1 + seed % 9)} if game == "doolittle" else {}
            chapter = begin(rules, f"told-{seed}", options=scenario, automation="named")
            session = Session(rules, chapter)
            session.run()
            player = Seen(store, session, WANTED[game])
            _to_the_end(player)
            counted += player.counted
            missing += [f"seed {seed}: {one}" for one in player.missing]
    assert missing == []
    assert sum(counted.values()) > SEEDS, counted


def _to_the_end(player: Seen) -> None:
    """Turn after turn."""
    try:
        while True:
            player.turn()
    except Quit:
        return


def test_the_proof_can_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only grave scenes stop, a fighter shot down passes in one line: the proof says so."""
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path))
    rules = games.load("b17")
    with Store() as store:
        for seed in range(SEEDS):
            session = Session(rules, begin(rules, f"told-{seed}", automation="named"))
            session.run()
            player = Seen(store, session, ("fighter-destroyed",))
            while player.settings.pace != "decisions only":
                player.settings.next_pace()
            _to_the_end(player)
            if player.missing:
                return
    pytest.fail("nothing was missing")


def test_a_long_result_stands_under_its_dice_and_no_row_is_too_long() -> None:
    result = "FW190 12 High; FW190 3 Level; FW190 3 High; Me109 6 Level"
    roll = SceneRoll(0, "B-3", "Composition of a wave", (2, 3), (), 23, "", "", result)
    rows = draw.dice(roll, False, 60)
    assert all(sum(len(text) for text, _ in row) <= 60 for row in rows)
    told = " ".join(text.strip() for row in rows for text, _ in row)
    assert "FW190 12 HIGH; FW190 3 LEVEL;" in told


def begun(store: Store) -> tuple[str, Session]:
    """A flight that is under way, and its name."""
    game = games.load("b17")
    name = store.create(begin(game, "told/1"), "told")
    session = store.session(game, name)
    session.run()
    return name, session


def test_a_flight_that_was_not_told_to_its_end_is_not_given_away_by_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with Store() as store:
        name, session = begun(store)
        while session.pending is not None:
            session.answer(session.pending.default)
    assert main(["saves", "list"]) == 0
    assert "after flight 1" in capsys.readouterr().out
    Settings().left(name, 5)
    assert main(["saves", "list"]) == 0
    assert "flight 1, told in part" in capsys.readouterr().out
    for command in (
        *(f"report {name}", f"report {name} --kind story", f"export {name} --html"),
        *(f"crew {name}", f"crew {name} bomber --call Other", f"replay {name}", f"replay {name} --log brief"),
        f"replay {name} --json",
    ):
        assert main(command.split()) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert f"{name} was left in the midst of the telling, so its end is not told here." in err
    assert main(["saves", "show", name]) == 0
    assert "told in part" in capsys.readouterr().out.splitlines()[-1]
    for command in ("saves list --json", f"saves show {name} --json"):
        assert main(command.split()) == 0
        listed = capsys.readouterr().out
        assert '"status": "playing"' in listed
        assert '"finished": 0' in listed
    assert main(["saves", "list", "--json", "--untold"]) == 0
    assert '"status": "between"' in capsys.readouterr().out
    assert main(["hall", "--json"]) == 0
    out, err = capsys.readouterr()
    assert "told/" not in out
    assert f"the last of {name} is left out: it is still being told" in err
    for command in (f"report {name}", f"crew {name}", f"replay {name} --log brief", "hall"):
        assert main([*command.split(), "--untold"]) == 0
        assert len(capsys.readouterr().out) > 200
    with Store() as store:
        store.next_chapter(session.game, name)
    assert main(["report", name]) == 0
    told = capsys.readouterr()
    assert "Debriefing: " in told.out  # flight 1 was told before flight 2 began
    assert "flight 2 of" in told.err


def test_a_flight_left_in_the_midst_and_played_on_elsewhere_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with Store() as store:
        name, session = begun(store)
        Settings().left(name, 5, at=moment(1, session.steps))
        assert main(["saves", "list"]) == 0
        assert "told in part" in capsys.readouterr().out
        while session.pending is not None:
            session.answer(session.pending.default)
    assert main(["saves", "list"]) == 0
    assert "told in part" not in capsys.readouterr().out
    assert main(["report", name]) == 0
    assert "Debriefing: " in capsys.readouterr().out


class Looking(Watched):
    """Looks at each stop how far the settings say that it is told."""

    def stop(self, prompt: str = "> ") -> str:
        self.kept = getattr(self, "kept", [])
        self.kept.append(Settings().untold("told"))
        return ""


def test_how_far_it_is_told_is_kept_at_every_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report in another window tells no end that still waits for Enter, and nothing is lost with the window."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    game = games.load("b17")
    with Store() as store:
        store.create(begin(game, "told/1", automation="named"), "told", "told")
        session = store.session(game, "told")
        session.run()
        looking = Looking()
        player = Play(store, "told", session, looking)
        while not any(isinstance(event, Rolled) for event in session.events):
            player.turn()
        player.turn()
        assert None not in looking.kept
        assert len(looking.kept) > 1
        assert looking.kept == sorted(looking.kept)
        assert Settings().untold("told") is None


class Leaving(Watched):
    """Presses Enter while it is told and quits when asked."""

    def ask(self, prompt: str = "> ") -> str:
        return "q"


def test_a_save_left_at_its_first_decision_is_not_told_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second flight of a tour begins by itself: its briefing and its take-off are told once."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("FLAKHOUSE_COMMAND", "./flakhouse")
    game = games.load("b29")
    with Store() as store:
        name = store.create(begin(game, "told/1", automation="formal"), "told")
        session = store.session(game, name)
        session.run()
        while session.pending is not None:
            session.answer(session.pending.default)
        session = store.next_chapter(game, name)
        session.run()
        assert session.steps == len(session.chapter.auto)
        told = []
        for _ in range(2):
            leaving = Leaving()
            assert Play(store, name, session, leaving).run() == 0
            told.append(leaving.out.getvalue())
    assert "Situation" in told[0]
    assert "Situation" not in told[1]
    assert "Enter throw" in told[0]
    assert "Enter throw" not in told[1]
    Settings().left(name, briefed(session.events) + 1)  # left in the midst of it: what was told is not told again
    leaving = Leaving()
    with Store() as store:
        assert Play(store, name, session, leaving).run() == 0
    assert "Situation" not in leaving.out.getvalue()
    assert "Enter throw" in leaving.out.getvalue()
    assert f"To continue: ./flakhouse resume {name}" in told[1]


def test_men_who_leave_a_bomber_out_of_control_have_one_line_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The dice say who gets out; no sentence says it again."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    game = games.load("b29")
    session = Session(game, begin(game, "told/1", automation="named"))
    session.run()
    needs = Needed((6,), 1, 6)
    men = [f"Al {letter} (pilot)" for letter in "ABCDEFGHIJK"]
    table = ("8-5", "Bail out", "8.2")
    events: list[Event] = [Opened("bail-out", {"zone": 11})]
    events += [Announced(*table, 1, (), "", needs, man) for man in men]
    for man in men:
        events.append(Rolled(*table, (2,), (), 2, "", "", "goes down with it", needed=needs, about=man))
        events.append(Noted("held-inside", {"man": "Pilot", "name": man[:4]}, (len(events) - 1,)))
    with Store() as store:
        watched = Watched()
        play = Play(store, "told", session, watched)
        (scene,) = play.view.scenes(events)
        monkeypatch.setattr(type(session), "events", events, raising=False)
        monkeypatch.setattr(session, "at", lambda event: session)
        play.screen(scene, casts(play.view.scene_book, [scene], events))
    told = watched.out.getvalue()
    assert "11 throws, each needs 6: 17 %" in told
    assert told.count("GOES DOWN WITH IT") == 11
    assert all(told.count(man[:4]) == 1 for man in men)
    assert "cannot get out" not in told


def test_good_news_of_a_sound_b25_shows_no_roll_of_the_squadron(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    game = games.load("doolittle")
    with Store() as store:
        chapter = begin(game, "told/1", options={"scenario": "1"}, given=[5, 5, 6, 1], automation="named")
        store.create(chapter, "told", "told")
        session = store.session(game, "told")
        session.run()
        watched = Watched()
        player = Play(store, "told", session, watched)
        for _ in range(2):
            player.turn()
    told = watched.out.getvalue()
    assert "DOOLITTLE HITS THE TOKYO ARMORY" in told
    assert "● Doolittle" not in told


def test_what_a_decision_needs_is_shown_again_after_scenes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bursts left stand before every fire plan, not before the first of two."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    game = games.load("b17")
    with Store() as store:
        session = Session(game, begin(game, "told/1", automation="named"))
        session.run()
        player = Play(store, "told", session, Watched())
        player.shown = "fire-plan"
        monkeypatch.setattr(player, "tell", lambda: True)
        monkeypatch.setattr(player, "question", lambda: None)
        player.turn()
        assert player.shown == ""
