"""Writes the index of the rules, docs/rules-index/b29.md: from rule to code and tests, and from code to rules."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from flakhouse.games.b29 import rulebook
from flakhouse.games.b29.rulebook import Rule

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "rules-index" / "b29.md"
SOURCE = "src/flakhouse/games/b29"
TESTS = "tests/b29"
UP = "../.."  # from the page to the root of the repository
TEXTS = {
    "rules": "Rule Book",
    "charts": "Chart Book",
    "streamliner": "Game Turn Streamliner",
    "rulings": "Rulings",
}
HEAD = """# B-29 Superfortress: index of the rules

Written by `scripts/rules-index` from `src/flakhouse/games/b29/rules.toml`; do not edit this page.
`flakhouse rules b29 4.5C` shows the same in a terminal.

Every numbered paragraph, table, note and ruling, in our own words, with the code that plays it and the tests
that hold it to that; then [the way back](#code), from each function to its rules."""


def anchor(number: str) -> str:
    """The page's own name for a rule: "rule-4.5c4"; paragraph 5.3A and note 5-3a differ by the dot."""
    return "rule-" + re.sub(r"[^a-z0-9.]+", "-", number.lower())


def split(reference: str) -> tuple[str, str, str]:
    """Of "combat.guns.resolve": the module, its file from the root, and the name within it."""
    parts = reference.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        inside = "/".join(parts[:cut])
        for file in (f"{SOURCE}/{inside}.py", f"{SOURCE}/{inside}/__init__.py"):
            if (ROOT / file).exists():
                return ".".join(parts[:cut]), file, ".".join(parts[cut:])
    raise SystemExit(f"rules-index: no module for {reference!r} in {SOURCE}")


def code_link(reference: str) -> str:
    return f"[`{reference}`]({UP}/{split(reference)[1]})"


def test_links(references: list[str]) -> str:
    """Tests by file, each file linked once."""
    files: dict[str, list[str]] = {}
    for reference in references:
        file, _, name = reference.partition(".")
        files.setdefault(file, []).append(name)
    return "; ".join(
        f"[{file}]({UP}/{TESTS}/{file}.py): " + ", ".join(f"`{name}`" for name in names)
        for file, names in files.items()
    )


def entry(rule: Rule) -> list[str]:
    lines = [f'- <a id="{anchor(rule.number)}"></a>**{rule.number}** {rule.title}. {rule.summary}']
    if rule.why:
        lines.append(f"  - Not modelled: {rule.why}.")
    if rule.code:
        lines.append("  - Code: " + ", ".join(code_link(reference) for reference in rule.code))
    if rule.tests:
        lines.append("  - Tests: " + test_links(rule.tests))
    return lines


def back(rules: list[Rule]) -> list[str]:
    """From module and function to rule numbers."""
    modules: dict[str, dict[str, list[str]]] = {}
    files: dict[str, str] = {}
    for rule in rules:
        for reference in rule.code:
            module, file, name = split(reference)
            files[module] = file
            numbers = modules.setdefault(module, {}).setdefault(name, [])
            if rule.number not in numbers:
                numbers.append(rule.number)
    lines = ['<a id="code"></a>', "", "## From code to rules"]
    for module in sorted(modules):
        lines += ["", f"### [{module}]({UP}/{files[module]})", ""]
        for name in sorted(modules[module]):
            links = ", ".join(f"[{number}](#{anchor(number)})" for number in modules[module][name])
            lines.append(f"- `{name}`: {links}")
    return lines


def page() -> str:
    """The whole page as text."""
    rules = rulebook.load()
    lines = [HEAD]
    for text, title in TEXTS.items():
        lines += ["", f"## {title}", ""]
        for rule in rules:
            if rule.text == text:
                lines += entry(rule)
    return "\n".join([*lines, "", *back(rules), ""])


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/rules-index", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the page is not up to date")
    args = parser.parse_args()
    text = page()
    if args.check:
        if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text:
            return 0
        print(f"{PAGE.relative_to(ROOT)} is not up to date: run scripts/rules-index", file=sys.stderr)
        return 1
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(text, encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
