"""Functions kept in tables, in the copy to be compiled: orders and the steps of a turn call theirs by name."""

from __future__ import annotations

import ast
import re

from compile_text import Source, with_import


def named(text: str) -> str:
    """The source with a class for each order, whose `open` and `advisable` call its functions by name."""
    if not re.search(r"^from flakhouse\.games\.\w+\.order import .*\bOrder\b", text, re.MULTILINE):
        return text
    source = Source(text)
    made: list[str] = []
    first = len(source.tree.body)
    for at, table in enumerate(source.tree.body):
        kind = re.search(r"Order\[(\w+)\]", source.words(table))
        state = kind[1] if kind else "Mission"
        for node in ast.walk(table):
            match node:
                case ast.Call(ast.Name("Order") as order, [_, _, _, relevant, why_not, _, *more], _):
                    first = min(first, at)
                    name = f"_Order_{len(made)}"
                    listed, barred = _called(source, relevant), _called(source, why_not)
                    lines = [
                        f"\n\nclass {name}(_order.Order[{state}]):\n",
                        f"    def open(self, m: {state}) -> bool:\n        return {listed} and not {barred}\n\n",
                    ]
                    if more:
                        lines.append(
                            f"    def advisable(self, m: {state}) -> bool:\n"
                            f"        return {listed} and {_called(source, more[0])} and not {barred}\n\n"
                        )
                    made.append("".join(lines))
                    source.replace(order, name)
    if not made:
        return text
    source.behind(source.tree.body[first - 1], made)
    return with_import(source.text(), "from flakhouse.games.bomber import order as _order")


def turned(text: str) -> str:
    """The source with the steps of a turn, where it has a table of them, called by name one after another."""
    source = Source(text)
    steps: list[str] = []
    for node in source.tree.body:
        match node:
            case ast.AnnAssign(ast.Name("STEPS"), value=ast.Tuple(rows)):
                steps = [source.words(row.elts[1]) for row in rows if isinstance(row, ast.Tuple)]
    for call in ast.walk(source.tree) if steps else ():
        match call:
            case ast.Call(
                ast.Attribute(ast.Name("turn"), "fly"),
                [_, _, ast.Subscript(_, ast.Slice(ast.expr() as first)), _, most],
            ):
                source.replace(call, f"_fly(ref, m, {source.words(first)}, {source.words(most)})")
    if not source.edits:
        return text
    lines = [
        f"            if first <= {at}:\n"
        f"                if ref.on_step is not None: ref.on_step({at})\n"
        f"                {step}(ref, m)"
        for at, step in enumerate(steps)
    ]
    told = "\n                if ref.trace: ref.done()\n"
    return source.text() + (
        "\n\ndef _fly(ref: Referee, m: Mission, first: int, most: int) -> None:\n"
        "    try:\n"
        "        while m.turn < most:\n"
        f"{told.join(lines)}{told}"
        "            first = 0\n"
        "    except turn.MissionEnded:\n"
        "        return\n"
        '    raise turn.RulesError(f"still flying after {m.turn} turns")\n'
    )


def _called(source: Source, function: ast.expr) -> str:
    """A function called with `m`; what is written in its place stands here itself."""
    if not isinstance(function, ast.Lambda):
        return f"{source.words(function)}(m)"
    state = function.args.args[0].arg
    return "(" + re.sub(rf"\b{state}\b", "m", source.words(function.body)) + ")"
