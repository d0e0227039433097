"""The pages about the API and about hosting say what is so; tests/test_commands.py runs their commands."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from flakhouse.savefile import CRASH_LIMIT
from flakhouse.web.api import CALLS
from flakhouse.web.config import Config
from flakhouse.web.openapi import Call
from tests.checks.commands import blocks
from tests.web.client import server_of, serving, visitor

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
    assert f"| {config.save_bytes // 1_000_000} MB and {config.account_bytes // 1_000_000} MB |" in text
    assert f"| {config.cpu_seconds:g} seconds of processor time; then 422" in text
    assert f"| {config.odds} and {config.studies}, in all workers together" in text
    assert f"| {config.large_bodies} in a worker, {config.large_each} of one account" in text
    assert f"| {config.sessions} in a worker, and not more than {config.session_events:,} events" in text
    assert f"at most {CRASH_LIMIT} in the data folder" in text


def _requests(block: str) -> list[tuple[str, str, bytes | None]]:
    """The requests of a block of curl commands: method, path, body."""
    found = []
    for line in block.splitlines():
        if line.startswith("curl "):
            path = re.search(r"\$api(\S+)", line)
            body = re.search(r"-d '([^']*)'", line)
            assert path is not None, line
            found.append(("POST" if body else "GET", f"/api{path[1]}", body[1].encode() if body else None))
    return found


def test_the_requests_of_the_page_are_answered(tmp_path: Path) -> None:
    app = serving(tmp_path / "data")
    try:
        client = visitor(app)
        first, second = [block.text for block in blocks(DOCS / "api.md") if block.language == "sh"]
        moment: dict[str, object] = {}
        for method, path, body in _requests(first):
            if body and b"KEY" in body:
                question = moment["question"]
                assert isinstance(question, dict)
                body = body.replace(b"AT", str(moment["at"]).encode())
                body = body.replace(b"KEY", str(question["default"]).encode())
            answer = client.request(method, path, content=body, headers={"Content-Type": "application/json"})
            assert answer.status_code in (200, 201), f"{method} {path}: {answer.text}"
            told = answer.json()
            moment = told if isinstance(told, dict) and "at" in told else moment
        assert moment["at"]
        known = {(call.method, call.path) for call in CALLS}
        assert all(
            (method, path.removeprefix("/api")) in known or (method, path) in known
            for method, path, _ in _requests(second)
        )  # of a hosted server: tests/web/test_hosted.py
    finally:
        server_of(app).close()


if __name__ == "__main__":
    print(table())
