"""The description of the API, made from the calls themselves: msgspec knows the shape of every struct."""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

from flakhouse import __version__, games
from flakhouse.render.base import KINDS
from flakhouse.web.faults import ErrorBody
from flakhouse.web.ways import Handler

__all__ = ["Call", "Query", "document"]


class Query(NamedTuple):
    """A parameter of the query."""

    name: str
    type: object
    about: str


class Call(NamedTuple):
    """A call of the API."""

    method: str
    path: str
    summary: str
    handler: Handler
    body: object = None  # type of the JSON sent
    answer: object = None  # type of the JSON answered
    status: int = 200
    query: tuple[Query, ...] = ()
    public: bool = False
    text: bool = False  # it may answer plain text as well
    own: bool = False  # no other site's page may ask for it


def document(calls: list[Call], accounts: bool) -> dict[str, object]:
    """The OpenAPI document."""
    types = [kind for call in calls for kind in (call.body, call.answer) if kind is not None]
    types += [query.type for call in calls for query in call.query] + [ErrorBody]
    schemas, components = msgspec.json.schema_components(
        types, schema_hook=_anything, ref_template="#/components/schemas/{name}"
    )
    by_type = {id(kind): schema for kind, schema in zip(types, schemas, strict=True)}
    paths: dict[str, dict[str, object]] = {}
    for call in calls:
        paths.setdefault(call.path, {})[call.method.lower()] = _operation(call, by_type, accounts)
    made: dict[str, object] = {"schemas": components}
    if accounts:
        made["securitySchemes"] = {"login": {"type": "http", "scheme": "bearer"}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Flakhouse",
            "version": __version__,
            "description": "Solitaire bomber games, played by the book. An answer repeats the `at` of its moment.",
        },
        "paths": paths,
        "components": made,
    }


def _anything(kind: type) -> dict[str, object]:
    """The schema of `object`: any JSON."""
    if kind is object:
        return {"description": "any JSON"}
    raise NotImplementedError(kind)


def _operation(call: Call, by_type: dict[int, dict[str, object]], accounts: bool) -> dict[str, object]:
    answers: dict[str, object] = {str(call.status): _content("Done", call.answer, by_type, call.text)}
    for status, words in _FAULTS.items():
        if status == "409" and "{save}" not in call.path:
            continue
        if status in ("408", "413") and call.body is None:
            continue
        answers[status] = _content(words, ErrorBody, by_type)
    operation: dict[str, object] = {
        "operationId": re.sub(r"\W+", "_", f"{call.method.lower()}{call.path}").strip("_"),
        "summary": call.summary,
        "parameters": [
            *(
                {"name": name, "in": "path", "required": True, "schema": _part(name)}
                for name in re.findall(r"{(\w+)", call.path)
            ),
            *(
                {"name": q.name, "in": "query", "description": q.about, "schema": by_type[id(q.type)]}
                for q in call.query
            ),
        ],
        "responses": answers,
    }
    if call.body is not None:
        schema = by_type[id(call.body)]
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    if accounts and not call.public:
        operation["security"] = [{"login": []}]
    return operation


def _part(name: str) -> dict[str, object]:
    """The schema of a part of a path."""
    known = {"game": games.names(), "kind": list(KINDS)}
    return {"type": "string", "enum": known[name]} if name in known else {"type": "string", "minLength": 1}


_FAULTS = {
    "400": "What was sent makes no sense; the message says why",
    "401": "Log in first",
    "403": "Not allowed",
    "404": "There is no such thing",
    "408": "What was sent did not arrive in time",
    "409": "The game has moved on meanwhile; nothing was done",
    "413": "Too large",
    "429": "Too many requests",
    "503": "Too much to do, or the database fails; nothing was changed",
}


def _content(
    words: str, kind: object, by_type: dict[int, dict[str, object]], text: bool = False
) -> dict[str, object]:
    if kind is None:
        return {"description": words}
    content: dict[str, object] = {"application/json": {"schema": by_type[id(kind)]}}
    if text:
        content["text/plain"] = {"schema": {"type": "string"}}
    return {"description": words, "content": content}
