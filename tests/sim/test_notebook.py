"""The example notebook runs from its first cell to its last, and is kept without outputs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.checks.files import ROOT

pytest.importorskip("nbclient", reason="needs nbclient")
pytest.importorskip("ipykernel", reason="needs ipykernel")

NOTEBOOK = ROOT / "examples" / "first-study.ipynb"
RUN = """
import sys
import nbclient
import nbformat

book = nbformat.read(sys.argv[1], as_version=4)
nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
nbformat.write(book, sys.argv[2])
"""


class Output(msgspec.Struct):
    output_type: str
    text: list[str] | str = ""
    data: dict[str, list[str] | str] = {}

    def words(self) -> str:
        parts = [self.text, *self.data.values()]
        return "".join(part if isinstance(part, str) else "".join(part) for part in parts)


class Cell(msgspec.Struct):
    cell_type: str
    source: list[str] | str
    outputs: list[Output] = []
    execution_count: int | None = None


class Book(msgspec.Struct):
    cells: list[Cell]


def test_the_notebook_is_kept_without_outputs() -> None:
    book = msgspec.json.decode(NOTEBOOK.read_bytes(), type=Book)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert len(code) >= 5
    assert not any(cell.outputs or cell.execution_count for cell in code)


def test_the_notebook_runs(tmp_path: Path) -> None:
    out = tmp_path / "run.ipynb"
    env = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "src"),
        "IPYTHONDIR": str(tmp_path / "ipython"),
        "JUPYTER_RUNTIME_DIR": str(tmp_path / "runtime"),
        "JUPYTER_PLATFORM_DIRS": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(NOTEBOOK), str(out)],
        capture_output=True,
        text=True,
        env=env,
        cwd=tmp_path,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    book = msgspec.json.decode(out.read_bytes(), type=Book)
    told = ["".join(output.words() for output in cell.outputs) for cell in book.cells if cell.cell_type == "code"]
    assert "100 missions" in told[0]
    assert "<svg" in told[1]
    assert "same dice" in told[3]
    assert "played out 20 times" in told[4]
    assert "Destroyed" in told[5]
