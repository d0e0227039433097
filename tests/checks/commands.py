"""The commands and code blocks of the documentation, as they are to be run by the tests."""

from __future__ import annotations

import re
import shlex
import textwrap
from itertools import product
from pathlib import Path
from typing import NamedTuple

from tests.checks.files import ROOT

__all__ = ["Block", "Command", "blocks", "commands", "pages", "small"]

_FENCE = re.compile(r"^( *)```([^\n]*)\n(.*?)^\1```$", re.M | re.S)
_OURS = re.compile(r"(?:\./)?flakhouse(?: |$)")
_SCRIPT = re.compile(r"scripts/[\w-]+(?: |$)|\./test\b")


class Block(NamedTuple):
    """A fenced block: its page, the line it begins on, its language, what is in it."""

    page: str
    line: int
    language: str
    text: str


class Command(NamedTuple):
    """A command of a page. Those of one block are run one after the other in one place."""

    page: str
    block: int  # the line the block begins on; 0: in the text
    words: tuple[str, ...]  # "flakhouse" and the rest, or a script

    @property
    def line(self) -> str:
        """As it would be typed."""
        return shlex.join(self.words)


def pages() -> list[Path]:
    """Every page a user reads."""
    first = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
    return [*first, *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page, and pieces that are indented instead."""
    text = page.read_text(encoding="utf-8")
    found = [
        Block(page.name, text.count("\n", 0, one.start()) + 1, one[2].strip(), textwrap.dedent(one[3]))
        for one in _FENCE.finditer(text)
    ]
    rest = _FENCE.sub(lambda one: "\n" * one[0].count("\n"), text)
    for one in re.finditer(r"(?:^    \S.*\n(?:\n(?=    \S))?)+", rest, re.M):
        line = rest.count("\n", 0, one.start()) + 1
        found.append(Block(page.name, line, "indented", textwrap.dedent(one[0])))
    return found


def commands(page: Path) -> list[Command]:
    """Every command of ours on a page: in blocks, and between backticks in the text."""
    found: list[Command] = []
    for block in blocks(page):
        if block.language in ("", "sh", "indented"):
            for line in block.text.splitlines():
                found += [Command(page.name, block.line, words) for words in _words(line)]
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    for quoted in re.findall(r"`([^`]+)`", text):
        found += [Command(page.name, 0, words) for words in _words(" ".join(quoted.split()))]
    return found


def _words(line: str) -> list[tuple[str, ...]]:
    """The commands of a line; a synopsis stands for all that it allows."""
    line = re.sub(r"^DATABASE_URL=\S+ ", "", line.strip())
    line = re.sub(r"(?:\s+#| &$).*", "", line)
    found: list[tuple[str, ...]] = []
    for part in re.split(r"\s{2,}(?=flakhouse )|\s{3,}", line):
        if not (_OURS.match(part) or _SCRIPT.match(part)):
            continue
        name, _, rest = part.removeprefix("./").partition(" ")
        name = "./test" if part.startswith("./test") else name
        if re.fullmatch(r"\w+(, \w+)+", rest):  # several commands named together
            found += [(name, one.strip()) for one in rest.split(",")]
            continue
        rest = re.sub(r"[\[\]]", "", rest)
        choices = [word.split("|") if "|" in word else [word] for word in shlex.split(rest)]
        heads = [one.rpartition("=") for one in (choice[0] for choice in choices)]
        filled = [
            [choice[0], *(f"{head}={word}" if equals else word for word in choice[1:])]
            for choice, (head, equals, _) in zip(choices, heads, strict=True)
        ]
        found += [(name, *chosen) for chosen in product(*filled)]
    return found


#: What is put in place of a word that stands for something.
_GIVEN = {
    "GAME": "b17",
    "SAVE": "SAVE",
    "DIR": "study-before",
    "FILE": "tour.json",
    "N": "7",
    "bold": "bold.py:Bold",
}
#: What a command needs that its synopsis does not name.
_NEEDS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("saves", "show"): ("SAVE",),
    ("saves", "export"): ("SAVE", "-o", "again.json"),
    ("saves", "import"): ("tour.json",),
    ("saves", "delete"): ("SAVE-1", "--yes"),
}
#: Few are enough to see that it works.
_FEW = {"--missions": "3", "--tours": "1", "--games": "1"}
_STUDIES = ("simulate", "compare")


def small(words: tuple[str, ...]) -> list[str]:
    """The words behind `flakhouse`, with names for what they leave open, and few where they ask for many."""
    given = [_GIVEN.get(word, word) for word in words[1:]]
    given = [_FEW.get(before, word) for before, word in zip(["", *given], given, strict=False)]
    given = [re.sub(r"^/var/backups/", "", word) for word in given]
    if tuple(given) in _NEEDS:
        given += _NEEDS[tuple(given)]
    if given and given[0] in _STUDIES and len(given) > 1:
        given += ["--jobs", "1"]
        if not {"--missions", "--tours", "--resume", "--report"} & set(given):
            given += ["--missions", "2"]
    if given[:1] == ["history"] and len(given) > 1 and "--games" not in given:
        given += ["--games", "1"]
    return given
