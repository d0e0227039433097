"""Writes the indexes of the rules, build/rules-index/GAME.md: from rule to code and tests, and back."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from flakhouse import games
from flakhouse.games import rulebook
from flakhouse.games.rulebook import Places, Rule

ROOT = Path(__file__).resolve().parents[1]
GAMES = "src/flakhouse/games"
UP = "../.."  # from the page to the root of the repository


class Book(NamedTuple):
    """What the page of a game says of its texts: the game's name, a number to show, the titles of the texts."""

    title: str
    example: str
    texts: dict[str, str]


BOOKS = {
    "b29": Book(
        "B-29 Superfortress",
        "4.5C",
        {
            "rules": "Rule Book",
            "charts": "Chart Book",
            "streamliner": "Game Turn Streamliner",
            "rulings": "Rulings",
        },
    ),
    "b17": Book(
        "B-17 Queen of the Skies",
        "3.4",
        {"manual": "Manual", "rules": "Procedures", "tables": "Tables"},
    ),
    "doolittle": Book(
        "The Doolittle Raid",
        "8.2.4",
        {"rules": "Rule Book", "rulings": "Rulings", "examples": "Worked examples"},
    ),
}
HEAD = """# {title}: index of the rules

Written by `scripts/rules-index` from `src/flakhouse/games/{game}/rules.toml` and the source; do not edit it.
`flakhouse rules {game} {example} --code` shows the same in a terminal.

Every numbered paragraph, table, note and ruling, in our own words, with the code that plays it and the tests
that hold it to that, as docstrings and names of tests cite it; then [the way back](#code), from each function to
its rules."""


def indexed() -> list[str]:
    """The games there are that have a checklist."""
    return [game for game in games.names() if (ROOT / GAMES / game / "rules.toml").exists()]


def path_of(game: str) -> Path:
    return ROOT / "build" / "rules-index" / f"{game}.md"


def anchor(number: str) -> str:
    """The page's own name for a rule: "rule-4.5c4"; paragraph 5.3A and note 5-3a differ by the dot."""
    return "rule-" + re.sub(r"[^a-z0-9.]+", "-", number.lower())


def split(game: str, reference: str) -> tuple[str, str, str]:
    """Of "combat.guns.resolve": the module, its file from the root, and the name within it.

    "bomber.flak.hits" stands in what the games share.
    """
    parts = reference.split(".")
    source = GAMES if parts[0] == "bomber" else f"{GAMES}/{game}"
    for cut in range(len(parts), 0, -1):
        inside = "/".join(parts[:cut])
        for file in (f"{source}/{inside}.py", f"{source}/{inside}/__init__.py"):
            if (ROOT / file).exists():
                return ".".join(parts[:cut]), file, ".".join(parts[cut:])
    raise SystemExit(f"rules-index: no module for {reference!r} in {source}")


def code_link(game: str, reference: str) -> str:
    return f"[`{reference}`]({UP}/{split(game, reference)[1]})"


def test_links(game: str, references: tuple[str, ...]) -> str:
    """Tests by file, each file linked once."""
    files: dict[str, list[str]] = {}
    for reference in references:
        file, _, name = reference.partition(".")
        files.setdefault(file, []).append(name)
    return "; ".join(
        f"[{file}]({UP}/tests/{game}/{file}.py): " + ", ".join(f"`{name}`" for name in names)
        for file, names in files.items()
    )


def entry(game: str, rule: Rule, places: Places) -> list[str]:
    lines = [f'- <a id="{anchor(rule.number)}"></a>**{rule.number}** {rule.title}. {rule.summary}']
    if rule.why:
        lines.append(f"  - Not modelled: {rule.why}.")
    if places.code:
        lines.append("  - Code: " + ", ".join(code_link(game, reference) for reference in places.code))
    if places.tests:
        lines.append("  - Tests: " + test_links(game, places.tests))
    return lines


def back(game: str, places: Mapping[str, Places]) -> list[str]:
    """From module and function to rule numbers."""
    modules: dict[str, dict[str, list[str]]] = {}
    files: dict[str, str] = {}
    for number, place in places.items():
        for reference in place.code:
            module, file, name = split(game, reference)
            files[module] = file
            numbers = modules.setdefault(module, {}).setdefault(name, [])
            if number not in numbers:
                numbers.append(number)
    lines = ['<a id="code"></a>', "", "## From code to rules"]
    for module in sorted(modules):
        lines += ["", f"### [{module}]({UP}/{files[module]})", ""]
        for name in sorted(modules[module]):
            links = ", ".join(f"[{number}](#{anchor(number)})" for number in modules[module][name])
            lines.append(f"- `{name}`: {links}" if name else f"- the module: {links}")
    return lines


def page(game: str) -> str:
    """The whole page of a game as text."""
    rules = rulebook.load(f"flakhouse.games.{game}")
    places = rulebook.places(f"flakhouse.games.{game}")
    book = BOOKS[game]
    lines = [HEAD.format(title=book.title, game=game, example=book.example)]
    for text, title in book.texts.items():
        lines += ["", f"## {title}", ""]
        for rule in rules:
            if rule.text == text:
                lines += entry(game, rule, places[rule.number])
    return "\n".join([*lines, "", *back(game, places), ""])


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/rules-index", description=__doc__)
    parser.add_argument("--game", action="append", choices=sorted(BOOKS), help="only this game (default: all)")
    args = parser.parse_args()
    for game in args.game or indexed():
        path = path_of(game)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(game), encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
