"""What an attacker sends: saves, house files, positions, requests and bodies, all a little or very wrong."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from flakhouse import games
from flakhouse.core.agents import RandomAgent
from flakhouse.core.chapter import begin
from flakhouse.core.charts import Chart
from flakhouse.core.session import Session
from flakhouse.errors import FlakhouseError
from flakhouse.savefile import FORMAT, SaveFile, encode_save

HUGE = "9" * 30
TEXTS = (
    "", " ", "\0", "\ud800", "é" * 50, "x" * 5000, "<script>alert(1)</script>", "'; DROP TABLE saves;--",
    "../../etc", "{{ 7*191 }}", "%s%n", HUGE, "-1", "NaN", "1e999", "null", "\u202e", "a\nb", "[" * 200,
)  # fmt: skip
NUMBERS = (0, -1, 1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**30, 999_999_999, 1.5, float("inf"))


def value(chance: random.Random) -> Any:
    """Something that is probably not expected."""
    kind = chance.randrange(7)
    if kind == 0:
        return chance.choice(NUMBERS)
    if kind == 1:
        return chance.choice(TEXTS)
    if kind == 2:
        return [chance.choice(NUMBERS) for _ in range(chance.choice((0, 1, 50, 5000)))]
    if kind == 3:
        deep: Any = 1
        for _ in range(chance.choice((3, 100, 3000))):
            deep = [deep]
        return deep
    if kind == 4:
        return {chance.choice(TEXTS): chance.choice(TEXTS)}
    return chance.choice((None, True, False, {}, []))


def spoiled(chance: random.Random, data: Any, times: int) -> Any:
    """JSON with some of its parts exchanged, dropped or doubled."""
    for _ in range(times):
        at = data
        while True:
            keys = list(at) if isinstance(at, dict) else list(range(len(at))) if isinstance(at, list) else []
            if not keys:
                break
            key = chance.choice(keys)
            inner = at[key]
            if isinstance(inner, dict | list) and inner and chance.random() < 0.75:
                at = inner
                continue
            act = chance.randrange(4)
            if act == 0 and isinstance(inner, int) and not isinstance(inner, bool):
                at[key] = inner + chance.choice((-1, 1, 2, 1000))
            elif act == 1:
                del at[key]
            elif act == 2 and isinstance(at, list):
                at.insert(key, inner)
            else:
                at[key] = value(chance)
            break
    return data


def played(chance: random.Random, name: str, steps: int) -> Session:
    """A game played some steps at random."""
    game = games.load(name)
    scenarios = game.scenarios()
    options = chance.choice(scenarios).options if scenarios else {}
    session = Session(game, begin(game, f"{chance.random()}/1", options=options, automation="named"))
    session.run()
    agent = RandomAgent(str(chance.random()))
    for _ in range(steps):
        if session.pending is None:
            break
        session.answer(agent.choose(session.pending, session.ref))
    return session


def save_of(session: Session) -> Any:
    """A game as its file says it."""
    chapter = session.chapter
    file = SaveFile(
        format=FORMAT,
        name="attack",
        game=chapter.game,
        seed="1",
        created="2020-01-01T00:00:00",
        chapters=[chapter],
    )
    return json.loads(encode_save(file))


def as_bytes(data: Any) -> bytes:
    """JSON, or what an attacker takes for it."""
    try:
        return json.dumps(data).encode("utf-8", "surrogatepass")
    except RecursionError:
        return b"[" * 100_000


def hostile_save(chance: random.Random) -> bytes:
    """A save that is wrong somewhere."""
    data = save_of(played(chance, chance.choice(games.names()), chance.randrange(25)))
    if chance.random() < 0.2:
        chapter = data["chapters"][0]
        for key, more in (("given", [6] * chance.choice((9_000, 200_000))), ("remarks", ["x" * 900] * 900)):
            if chance.random() < 0.5:
                chapter[key] = more
    raw = as_bytes(spoiled(chance, data, chance.choice((0, 1, 1, 2, 5))))
    if chance.random() < 0.1:
        cut = chance.randrange(len(raw))
        raw = raw[:cut] + bytes([chance.randrange(256)]) + raw[cut + 1 :]
    return raw


def hostile_position(chance: random.Random) -> bytes:
    """A save that begins at a position that is wrong somewhere."""
    session = played(chance, chance.choice(games.names()), chance.randrange(40))
    data = save_of(session)
    try:
        text = session.game.position_text(session.state)
    except (FlakhouseError, AttributeError):
        text = "nothing"
    lines = text.splitlines()
    for _ in range(chance.choice((0, 1, 2))):
        at = chance.randrange(len(lines)) if lines else 0
        line = lines[at] if lines else ""
        numbers = [i for i, sign in enumerate(line) if sign.isdigit()]
        if numbers and chance.random() < 0.7:
            i = chance.choice(numbers)
            lines[at : at + 1] = [line[:i] + chance.choice(("9", "0", "-1", "999", HUGE)) + line[i + 1 :]]
        else:
            lines[at : at + 1] = chance.choice(([], [line, line], [str(chance.choice(TEXTS))], [line[::-1]]))
    chapter = data["chapters"][0]
    chapter.update(position="\n".join(lines), entries=[], campaign=None)
    for key in ("auto", "finished", "check"):
        chapter.pop(key, None)
    return as_bytes(data)


def hostile_house(chance: random.Random) -> tuple[str, str]:
    """A game, and a house file for it with charts whose cells are wrong, or only unlikely."""
    name = chance.choice(games.names())
    charts = games.load(name).charts().charts
    text = "".join(_chart(chance, charts[id]) for id in chance.sample(sorted(charts), chance.choice((1, 1, 3, 8))))
    if chance.random() < 0.1:
        text = text.replace("=", chance.choice(("", "==", "= [", ".a" * 60 + " =")), 1)
    return name, text


def _chart(chance: random.Random, chart: Chart[str]) -> str:
    data = chart.data
    words = sorted({word for column in chart.words for word in column})
    low, high = chart.low, chart.high
    rows: list[str] = []
    labels = list(chart.labels) if data.dice == "none" else [f"{low}-{high}"]
    for label in labels:
        cells = [chance.choice(words) for _ in chart.words]
        if data.dice == "none":
            cells = [column[chart.labels.index(label)] for column in chart.words]
        if chance.random() < 0.3:
            wrong = ("0", "-1", "7", "99", "999", HUGE, "x", str(chance.randrange(30)), chance.choice(words))
            cells[chance.randrange(len(cells))] = chance.choice(wrong)
        rows += [" | ".join([label, *cells])] * (chance.choice((1, 1, 1, 1, 50)) if data.dice == "none" else 1)
    columns = f"columns = {json.dumps(data.columns)}\n" if data.columns else ""
    mods = ""
    if data.mods and chance.random() < 0.3:
        key = chance.choice(data.mods).key
        mods = f'mods = [{{key = "{key}", value = {chance.choice((-99, 99, 10**12, 0))}, when = "x"}}]\n'
    grid = "\n".join(rows)
    return (
        f'[chart."{chart.id}"]\ntitle = "x"\nrule = "x"\ndice = "{data.dice}"\nsource = "printed"\nfrom = "x"\n'
        f"{columns}{mods}grid = '''\n{grid}\n'''\n"
    )


def calls(chance: random.Random, document: Any, saves: list[str]) -> Iterator[tuple[str, str, Any]]:
    """Every call of the API by its description, with parameters and bodies that fit more or less."""
    schemas = document["components"]["schemas"]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            filled = path
            for key, known in (
                ("{save}", saves), ("{game}", games.names()), ("{id}", ["5-3", "G-1"]), ("{number}", ["4.2", ""]),
                ("{kind}", ["mission", "story"]),
            ):  # fmt: skip
                word = chance.choice(known) if chance.random() < 0.7 else chance.choice(TEXTS)[:300]
                filled = filled.replace(key, word.encode("utf-8", "replace").decode().replace("/", "%2F"))
            body = None
            content = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if content is not None:
                body = _fits(chance, content["schema"], schemas)
            query = {
                one["name"]: chance.choice((*TEXTS[:8], "1", "-1", "2", HUGE, "json"))
                for one in operation.get("parameters", [])
                if one["in"] == "query" and chance.random() < 0.6
            }
            yield method.upper(), filled + ("?" if query else ""), (query, body)


def _fits(chance: random.Random, schema: Any, schemas: Any, depth: int = 0) -> Any:
    """A value a schema allows; sometimes none that it does."""
    if chance.random() < 0.12 or depth > 4:
        return value(chance)
    if "$ref" in schema:
        return _fits(chance, schemas[schema["$ref"].rsplit("/", 1)[1]], schemas, depth + 1)
    if "anyOf" in schema:
        return _fits(chance, chance.choice(schema["anyOf"]), schemas, depth + 1)
    kind = schema.get("type")
    if kind == "object":
        fields = schema.get("properties", {})
        return {
            key: _fits(chance, inner, schemas, depth + 1)
            for key, inner in fields.items()
            if key in schema.get("required", ()) or chance.random() < 0.5
        }
    if kind == "array":
        inner = schema.get("items") or {}
        return [_fits(chance, inner, schemas, depth + 1) for _ in range(chance.randrange(4))]
    if kind == "integer":
        return chance.choice((1, 2, 6, *NUMBERS))
    if kind == "boolean":
        return chance.random() < 0.5
    return chance.choice((*games.names(), *TEXTS))
