"""A short storm: players go on while workers and PostgreSQL are killed and the disk fills up; nothing is lost."""

from __future__ import annotations

import glob
import shutil
import subprocess
import sys

import pytest

from tests.checks.files import ROOT

SHORT = ["--players", "8", "--seconds", "12", "--think", "1", "--every", "4", "--away", "2", "--full", "2"]


def test_no_acknowledged_answer_is_lost_in_a_short_storm() -> None:
    if not (glob.glob("/usr/lib/postgresql/*/bin/initdb") or shutil.which("initdb")):
        pytest.skip("PostgreSQL's programs are not installed")
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "storm.py"), *SHORT], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    assert '"lost": []' in done.stdout
    assert '"workers_killed": 0' not in done.stdout
