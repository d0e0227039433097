"""The checklist of a game's rules: every numbered paragraph and table note, where it is coded and tested."""

from __future__ import annotations

import tomllib
from importlib import resources

import msgspec

from flakhouse.core.game import RuleEntry

__all__ = ["Rule", "entries", "load"]


class Rule(msgspec.Struct, forbid_unknown_fields=True):
    """A line of rules.toml. `code` names "module.function", `tests` "test_module.test_name"; `why` stands in
    place of both where a paragraph is not modelled."""

    number: str
    title: str
    text: str  # which text it stands in
    summary: str
    code: list[str] = []
    tests: list[str] = []
    why: str = ""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    rule: list[Rule]


def load(package: str) -> list[Rule]:
    """The checklist of a game's package in the books' order."""
    text = resources.files(package).joinpath("rules.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _File).rule


def entries(package: str) -> list[RuleEntry]:
    """The checklist as the engine shows it."""
    return [
        RuleEntry(
            rule.number,
            rule.title,
            rule.summary,
            tuple(rule.code),
            tuple(rule.tests),
            f"not modelled: {rule.why}" if rule.why else "coded",
        )
        for rule in load(package)
    ]
