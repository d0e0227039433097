"""`flakhouse simulate` as a command: output, interruption, wrong use."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from flakhouse.cli.main import main
from flakhouse.cli.simulate import Bar, Stop, bar_text
from tests.sim.studies import SLOW, SOURCE, command, contents, finish, start

RAID = ("simulate", "doolittle", "--scenario", "1", "--seed", "c")
SLOW_RAID = (*RAID, "--missions", "90", "--pilot", "slow_bot:Slow", "--jobs", "2", "--out", "flown")


def wait_for(what: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Wait until something is so, or the process has ended, or half a minute has passed."""
    for _ in range(600):
        if what() or process.poll() is not None:
            return
        time.sleep(0.05)


def checkpointed(folder: Path) -> int:
    path = folder / "checkpoint.json"
    done: int = json.loads(path.read_text())["done"] if path.exists() else 0
    return done


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    """A folder with a bot that takes its time, and beside it what comes of its study."""
    (tmp_path / "slow_bot.py").write_text(SLOW)
    (tmp_path / "slow.txt").touch()
    return tmp_path


def whole(folder: Path, study: tuple[str, ...] = SLOW_RAID) -> dict[str, bytes]:
    """The study flown without interruption."""
    (folder / "slow.txt").unlink(missing_ok=True)
    words = [word if word != "flown" else "whole" for word in study]
    code, _, err = command(folder, *words)
    assert code == 0, err
    return contents(folder / "whole")


def test_ctrl_c_keeps_what_was_flown_and_resume_goes_on(slow: Path) -> None:
    process = start(slow, *SLOW_RAID)
    wait_for(lambda: checkpointed(slow / "flown") > 0, process)
    process.send_signal(signal.SIGINT)
    code, out, err = finish(process)
    assert code == 130, err
    assert "--resume flown" in err
    assert "score of the debriefing" in out
    done = checkpointed(slow / "flown")
    assert 0 < done < 90
    assert (slow / "flown" / "missions.csv").read_text().count("\n") == done + 1
    assert json.loads((slow / "flown" / "summary.json").read_text())["done"] == done
    (slow / "slow.txt").unlink()
    code, out, err = command(slow, "simulate", "--resume", "flown")
    assert code == 0, err
    assert contents(slow / "flown") == whole(slow)


def test_a_killed_command_leaves_no_workers_and_resume_goes_on(slow: Path) -> None:
    process = start(slow, *SLOW_RAID)
    wait_for(lambda: checkpointed(slow / "flown") > 0, process)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    workers = [int(pid) for pid in children.read_text().split()] if children.exists() else []
    process.kill()
    code, _, err = finish(process)
    assert code == -signal.SIGKILL, err
    assert 0 < checkpointed(slow / "flown") < 90
    for _ in range(200):
        if not any(_runs(pid) for pid in workers):
            break
        time.sleep(0.05)
    assert not any(_runs(pid) for pid in workers)
    (slow / "slow.txt").unlink()
    code, _, err = command(slow, "simulate", "--resume", "flown", "--jobs", "1")
    assert code == 0, err
    assert contents(slow / "flown") == whole(slow)


def test_killed_again_and_again_at_any_moment_it_ends_as_if_never_stopped(slow: Path) -> None:
    study = tuple("500" if word == "90" else word for word in SLOW_RAID)  # long enough for all of them
    resume = ("simulate", "--resume", "flown")
    for kills, words in enumerate((study, (*resume, "--jobs", "1"), (*resume, "--jobs", "2"))):
        before = checkpointed(slow / "flown")
        process = start(slow, *words)
        wait_for(lambda before=before: checkpointed(slow / "flown") > before, process)  # type: ignore[misc]
        time.sleep(0.13 * kills)  # not only just after a checkpoint
        process.kill()
        code, _, err = finish(process)
        assert code == -signal.SIGKILL, err
        assert before < checkpointed(slow / "flown") < 500
    (slow / "slow.txt").unlink()
    code, _, err = command(slow, *resume)
    assert code == 0, err
    assert contents(slow / "flown") == whole(slow, study)


def _runs(pid: int) -> bool:
    """Whether a process is there and not only waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_full_disk_is_said_so_and_resume_goes_on(tmp_path: Path) -> None:
    words = ["simulate", "b17", "--missions", "120", "--seed", "f", "--jobs", "1"]
    code, _, err = command(tmp_path, *words, "--out", "whole")
    assert code == 0, err
    process = subprocess.run(
        [sys.executable, "-m", "flakhouse", *words, "--out", "full"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000)),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert process.returncode == 1, process.stderr
    assert "cannot write to full: File too large" in process.stderr
    assert process.stderr.count("\n") == 1
    code, _, err = command(tmp_path, "simulate", "--resume", "full")
    assert code == 0, err
    assert contents(tmp_path / "full") == contents(tmp_path / "whole")


def test_ctrl_c_before_the_first_mission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*RAID, "--missions", "4", "--jobs", "1", "--out"]
    with monkeypatch.context() as patch:
        patch.setattr(Stop, "__call__", lambda self: True)
        assert main([*words, str(tmp_path / "none")]) == 130
    said = capsys.readouterr()
    assert "interrupted after 0 of 4 missions" in said.err
    assert "Nothing was flown." in said.out
    assert main(["simulate", "--resume", str(tmp_path / "none")]) == 0
    assert main([*words, str(tmp_path / "whole")]) == 0
    assert contents(tmp_path / "none") == contents(tmp_path / "whole")


def test_the_report_can_be_written_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "a"
    assert main([*RAID, "--missions", "4", "--jobs", "1", "--detail", "--out", str(folder)]) == 0
    before = contents(folder)
    (folder / "report.html").unlink()
    capsys.readouterr()
    assert main(["simulate", "--report", str(folder)]) == 0
    assert "report.html" in capsys.readouterr().out
    assert contents(folder) == before
    (folder / "summary.json").write_text("{}")
    assert main(["simulate", "--report", str(folder)]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_without_a_folder_the_figures_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*RAID, "--missions", "12", "--jobs", "1", "--pilot", "doctrine", "--pilot", "random"]) == 0
    said = capsys.readouterr()
    assert "12 missions, seed quick:c" in said.out
    head = next(line for line in said.out.splitlines() if "95 % interval" in line)
    assert head.split()[-2:] == ["doctrine", "random"]
    assert "score of the debriefing" in said.out
    assert said.err == ""


def test_json_is_the_summary(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = [*RAID, "--missions", "5", "--jobs", "1", "--json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["done"] == 5
    assert told["contenders"][0]["options"]["scenario"] == "1"
    assert main([*words, "--out", str(tmp_path / "a")]) == 0
    assert json.loads(capsys.readouterr().out) == told
    assert json.loads((tmp_path / "a" / "summary.json").read_text()) == told


def test_a_finished_study_may_be_resumed_and_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*RAID, "--missions", "5", "--jobs", "1", "--out", str(tmp_path / "a")]) == 0
    before = contents(tmp_path / "a")
    first = capsys.readouterr().out
    assert main(["simulate", "--resume", str(tmp_path / "a")]) == 0
    assert capsys.readouterr().out == first
    assert contents(tmp_path / "a") == before


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["simulate"], "which game"),
        (["simulate", "b99"], "no game 'b99'"),
        (["simulate", "b17", "--missions", "0"], "expected 1 to"),
        (["simulate", "b17", "--missions", "x"], "invalid int"),
        (["simulate", "b17", "--missions", "2", "--tours", "2"], "not allowed with"),
        (["simulate", "b17", "--pilot", "nobody"], "no pilot 'nobody'"),
        (["simulate", "b17", "--pilot", "random", "--pilot", "random"], "two contenders"),
        (["simulate", "b17", "--option", "rules"], "expected key=value"),
        (["simulate", "b17", "--option", "rules=odd"], "rules"),
        (["simulate", "doolittle", "--scenario", "11"], "no scenario"),
        (["simulate", "b17", "--house", "no-such-file"], "cannot read"),
        (["simulate", "b17", "--jobs", "0"], "--jobs 0"),
        (["simulate", "b17", "--jobs", "2", "--dask", "x"], "--jobs is for this machine"),
        (["simulate", "b17", "--seed", ""], "The seed can have 1 to 100 characters"),
        (["simulate", "b17", "--resume", "x"], "takes everything from its folder"),
        (["simulate", "--resume", "no-such-folder"], "holds no study"),
        (["simulate", "--report", "no-such-folder"], "holds no study"),
    ],
)
def test_wrong_use_is_one_clear_line(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    said = capsys.readouterr()
    assert complaint in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""


def test_a_folder_with_another_study_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "a")
    assert main([*RAID, "--missions", "3", "--jobs", "1", "--out", out]) == 0
    before = contents(tmp_path / "a")
    assert main([*RAID, "--missions", "4", "--jobs", "1", "--out", out]) == 2
    assert "another study" in capsys.readouterr().err
    assert main([*RAID, "--missions", "3", "--jobs", "1", "--out", out]) == 2
    assert f"--resume {out}" in capsys.readouterr().err
    (tmp_path / "file").touch()
    assert main([*RAID, "--missions", "3", "--out", str(tmp_path / "file")]) == 2
    assert main([*RAID, "--missions", "3", "--out", str(tmp_path / "file" / "below")]) == 1
    assert contents(tmp_path / "a") == before


def test_other_rules_than_the_study_began_with_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*RAID, "--missions", "3", "--jobs", "1", "--out", str(tmp_path / "a")]) == 0
    study = tmp_path / "a" / "study.json"
    study.write_text(study.read_text().replace('"rules_version": ', '"rules_version": 9'))
    assert main(["simulate", "--resume", str(tmp_path / "a")]) == 1
    assert "other rules" in capsys.readouterr().err


def test_the_bar_says_how_many_how_fast_and_how_long() -> None:
    text = bar_text(600, 1000, 600, 2.0, "missions")
    assert text == "[############--------] 600 of 1,000 missions, 300 a second, 0:01 left"
    assert bar_text(0, 1000, 0, 1.0, "tours").endswith("0 of 1,000 tours")
    assert bar_text(10, 100_000, 10, 10.0, "tours").endswith("1.0 a second, 27:46:30 left")


def test_the_bar_is_silent_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    bar = Bar("missions")
    bar(1, 2)
    bar.end()
    assert capsys.readouterr().err == ""
    bar.shown = True
    bar(2, 2)
    bar.end()
    assert "2 of 2 missions" in capsys.readouterr().err


def test_the_second_ctrl_c_does_not_wait() -> None:
    stop = Stop()
    with stop.watching():
        signal.raise_signal(signal.SIGINT)
        assert stop()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
