"""The examples of docs/ that are marked as runnable run, and print what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.checks import runnable
from tests.checks.files import ROOT


@pytest.mark.parametrize("page", runnable.pages(), ids=lambda page: page.stem)
def test_the_examples_of_the_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = page.read_text(encoding="utf-8")
    if "import gymnasium" in text:
        pytest.importorskip("gymnasium", reason="the page uses the extra flakhouse[gym]")
    monkeypatch.chdir(tmp_path)
    told = runnable.run(f"page_{page.stem.replace('-', '_')}", runnable.examples(text))
    assert told
    for block, printed in told:
        if block.output is not None:
            assert printed.rstrip() == block.output.rstrip(), f"{page.name}, line {block.line}"


def test_blocks_are_found_with_their_output() -> None:
    first = "```python run\nx = 1\nprint(x)\n```\n\n```text\n1\n```\n"
    text = first + "\n```python\nno\n```\n\n```python run\nprint(x + 1)\n```\n"
    blocks = runnable.examples(text)
    assert [(block.line, block.output) for block in blocks] == [(2, "1\n"), (15, None)]
    assert [printed for _, printed in runnable.run("page_of_test", blocks)] == ["1\n", "2\n"]


def test_the_library_page_is_among_them() -> None:
    assert "library" in [page.stem for page in runnable.pages()]


def test_no_share_in_the_table_of_bots_leaves_0_to_100() -> None:
    head: list[str] = []
    seen = 0
    for line in (ROOT / "docs" / "bots.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| bot "):
            head = cells
        elif line.startswith("| ") and head and " less " not in cells[0]:
            for what, cell in zip(head, cells, strict=False):
                if "%" in what:
                    mean, low, high = map(float, re.findall(r"-?[\d.]+", cell))
                    assert 0 <= low <= mean <= high <= 100, line
                    seen += 1
        elif not line:
            head = []
    assert seen > 40
