"""The pages about the API and about hosting say what is so."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from flakhouse.cli.main import parser
from flakhouse.web.api import CALLS
from flakhouse.web.config import Config
from flakhouse.web.openapi import Call

DOCS = Path(__file__).parents[2] / "docs"


def _row(call: Call) -> str:
    if isinstance(call.body, type) and issubclass(call.body, msgspec.Struct):
        fields = [(field.name, field.required) for field in msgspec.structs.fields(call.body)]
    else:
        fields = [(query.name, False) for query in call.query]
    sent = ", ".join(f"`{name}`" if needed else f"(`{name}`)" for name, needed in fields)
    if call.body is not None and not fields:
        sent = "the exported file"
    return f"| `{call.method} {call.path}` | {call.summary} | {sent} | {_name(call.answer)} |"


def _name(kind: object) -> str:
    """The name of what is answered."""
    (inner,) = getattr(kind, "__args__", (kind,))[:1]
    many = "list of " if getattr(kind, "__origin__", None) is list else ""
    return many + f"`{inner.__name__}`" if isinstance(inner, type) and issubclass(inner, msgspec.Struct) else ""


def table() -> str:
    """The calls as they stand in the page: run this module to print them."""
    return "\n".join(
        ["| Call | What it does | Sent, (if wanted) | Answered |", "|---|---|---|---|", *map(_row, CALLS)]
    )


def test_the_page_lists_every_call_as_it_is() -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    found = re.search(r"<!-- calls -->\n(.*)\n<!-- /calls -->", text, re.S)
    assert found is not None
    assert found.group(1) == table(), "put this into docs/api.md:\n" + table()


def test_the_limits_are_those_of_the_server() -> None:
    text = (DOCS / "hosting.md").read_text(encoding="utf-8")
    config = Config()
    assert f"{config.rate:g} a second, {config.burst} at once" in text
    assert f"| {config.new_accounts} an hour" in text
    assert f"| {config.saves} |" in text
    assert f"{config.body_limit // 1000} kB" in text
    assert f"{config.import_limit // 1_000_000} MB" in text
    assert f"{config.body_seconds:g} seconds; then 408" in text
    assert f"| {config.threads}; others wait" in text


def test_the_commands_of_the_pages_are_understood() -> None:
    text = (DOCS / "hosting.md").read_text(encoding="utf-8") + (DOCS / "api.md").read_text(encoding="utf-8")
    lines = re.findall(r"^(?:DATABASE_URL=\S+ )?flakhouse ([^#&\n]+)", text, re.M)
    assert len(lines) > 10
    for line in lines:
        assert parser().parse_args(line.split()).command


if __name__ == "__main__":
    print(table())
