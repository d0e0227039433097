"""Changes the source of rules so that they run faster; they do the same.

- `ref.note(...)`, `ref.scene(...)` and the like stand in the rules as if somebody always kept the log. Most games
  are flown without one, and working out the facts costs more than anything else about them: they get a guard,
  `if ref.trace: ref.note(...)`. So do `_tell(ref, ...)` and `_announce(ref, ...)`, as functions are called that do
  nothing else. A scene has another, `if ref.staged: ref.scene(...)`: some dice depend on it too.
- Members of enums (`Leg.OUT`) become globals of the module. Up to Python 3.11 a member is searched for by code
  in Python, which takes twenty times as long. So is its `value`, for which enums get a property in C.
- A list made by a walk (`men = [man for man in crew if man.fit()]`), and a question about it (`any`, `all`),
  become loops. Up to Python 3.11 each is a function made and called on the spot, and most of our lists are short.
- A question (`ref.ask("hold", advised, lambda: ...)`) is made on the spot where somebody is to see it. As written
  a function is made for each, and what it needs is kept in objects of their own by whoever comes near it.

The loader of the games (core/loader.py) reads them so. scripts/compile puts in the same guards, and does more for
enums.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

__all__ = ["as_loops", "guarded", "members_at_hand", "on_the_spot"]

_TOLD = re.compile(
    r"^( *)(ref\.(?:note|otherwise|done|announce|concerns)\(|_(?:tell|announce)\(ref, )", re.MULTILINE
)
_SCENE = re.compile(r"^( *)(ref\.scene\()", re.MULTILINE)
_CLASS = re.compile("[A-Z]+[a-z]")
_ENUMS = {"Enum", "IntEnum", "StrEnum"}


def guarded(text: str) -> str:
    """The source of rules with a guard before every note and every scene. No line changes its number."""
    return _SCENE.sub(r"\1if ref.staged: \2", _TOLD.sub(r"\1if ref.trace: \2", text))


# ------------------------------------------------------------------ questions


_ASK = "ref.taken(ID, ADVISED) if ref.unseen or not ref.sees(ID) else ref.put(ID, ADVISED, MADE)"
_KEYED = """(
    ref.taken(ID, TAKEN) if ref.unseen or not ref.sees(ID) else ref.put(ID, ADVISED, ref.later(MADE, KEYS))
)"""
_AGREED = """(
    ref.agreed_to(ID, ADVISED) if ref.unseen or not ref.sees(ID)
    else ref.put(ID, 'yes' if ADVISED else 'no', ref.later(MADE, ('yes', 'no'))) == 'yes'
)"""


class _Questions(ast.NodeTransformer):
    """`ref.ask(id, advised, lambda: made)` as `ref.put(id, advised, made)` where somebody sees it."""

    def __init__(self) -> None:
        self.late = False  # whether a question of the module is made later still

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A question, or any other call."""
        self.generic_visit(node)
        match node:
            case ast.Call(
                ast.Attribute(ast.Name("ref"), "ask"), [ast.Constant() as id, advised, ast.Lambda(body=made)], []
            ):
                return _filled(_ASK, node, ID=id, ADVISED=advised, MADE=made)
            case ast.Call(
                ast.Attribute(ast.Name("ref"), "ask"),
                [ast.Constant() as id, advised, made],
                [ast.keyword("keys", keys)],
            ):
                parts = {"ADVISED": self._later(advised), "MADE": self._later(made), "KEYS": _now(keys)}
                return _filled(_KEYED, node, ID=id, TAKEN=_now(advised), **parts)
            case ast.Call(ast.Attribute(ast.Name("ref"), "ask"), [ast.Constant() as id, advised, ast.Lambda()]):
                advised = advised.body if isinstance(advised, ast.Lambda) else advised
                return _filled(
                    "ref.taken(ID, ADVISED) if ref.unseen else ASKED", node, ID=id, ADVISED=advised, ASKED=node
                )
            case ast.Call(
                ast.Attribute(ast.Name("ref"), "agreed"),
                [ast.Constant() as id, advised, ast.Lambda(body=ast.Call(function, given, []))],
                [],
            ):
                self.late = True
                made = ast.Call(ast.Name("_partial", ast.Load()), [function, *given], [])
                return _filled(_AGREED, node, ID=id, ADVISED=advised, MADE=made)
        return node

    def _later(self, value: ast.expr) -> ast.expr:
        """A function without parameters that calls another with what is at hand, as that; all else as it is."""
        match value:
            case ast.Lambda(body=ast.Call(function, given, [])) if all(map(_at_hand, given)):
                self.late = True
                return ast.Call(ast.Name("_partial", ast.Load()), [function, *given], [])
        return value


def _at_hand(value: ast.expr) -> bool:
    """A name, or what is written out: nothing is worked out for it."""
    return isinstance(value, ast.Name | ast.Constant)


def _now(value: ast.expr) -> ast.expr:
    """What a function without parameters gives; all else is that itself."""
    return value.body if isinstance(value, ast.Lambda) else value


class _Filled(ast.NodeTransformer):
    """A pattern whose names are filled in."""

    def __init__(self, parts: dict[str, ast.expr]) -> None:
        self.parts = parts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """What stands for this name, or itself."""
        return self.parts.get(node.id, node)


def _filled(pattern: str, at: ast.expr, **parts: ast.expr) -> ast.expr:
    """A pattern with these parts, in the place of an expression."""
    found: ast.expr = _Filled(parts).visit(ast.parse(pattern, mode="eval").body)
    return ast.copy_location(found, at)


def on_the_spot(tree: ast.Module) -> ast.Module:
    """A module whose questions are made where they are put, and only if somebody is to see them."""
    questions = _Questions()
    made = questions.visit(tree)
    assert isinstance(made, ast.Module)
    if questions.late:
        first = 1 + max([at for at, part in enumerate(tree.body) if _future(part)], default=-1)
        made.body[first:first] = ast.parse("from functools import partial as _partial").body
    return ast.fix_missing_locations(made)


def _future(part: ast.stmt) -> bool:
    """What has to stand before any import: the docstring, and those of the future."""
    match part:
        case ast.ImportFrom("__future__") | ast.Expr(ast.Constant()):
            return True
    return False


# ------------------------------------------------------------------ members of enums


class _Members(ast.NodeTransformer):
    """Inside functions, `Leg.OUT` as a global of that name, for the classes that a module imports or makes."""

    def __init__(self, classes: set[str]) -> None:
        self.classes = classes
        self.found: dict[str, set[str]] = {name: set() for name in classes}

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """A member, or anything else with a dot."""
        match node:
            case ast.Attribute(ast.Name(name), member) if name in self.classes and member.isupper():
                self.found[name].add(member)
                return ast.copy_location(ast.Name(f"{name}.{member}", ast.Load()), node)
        self.generic_visit(node)
        return node

    def visit_MatchValue(self, node: ast.MatchValue) -> ast.MatchValue:
        """A pattern stays: only the member itself will do there."""
        return node


def members_at_hand(tree: ast.Module) -> ast.Module:
    """A module whose functions find members of enums among its globals, where they are put with their class."""
    members = _Members({name for node in tree.body for name in _made(node) if _CLASS.match(name)})
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.body = [members.visit(part) for part in node.body]
    body: list[ast.stmt] = []
    for statement in tree.body:
        body.append(statement)
        if isinstance(statement, ast.ClassDef) and _ENUMS & {ast.unparse(base) for base in statement.bases}:
            read = ast.parse(f"from flakhouse.core.loader import VALUE as _VALUE\n{statement.name}.value = _VALUE")
            body += [ast.copy_location(part, statement) for part in read.body]
        for name in _made(statement):
            for member in sorted(members.found.get(name, ())):
                value = ast.Attribute(ast.Name(name, ast.Load()), member, ast.Load())
                put = ast.Assign([ast.Name(f"{name}.{member}", ast.Store())], value)
                body.append(ast.fix_missing_locations(ast.copy_location(put, statement)))
    tree.body = body
    return tree


def _made(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module imports, or that of the class it makes."""
    if isinstance(statement, ast.ImportFrom):
        yield from (one.asname or one.name for one in statement.names)
    elif isinstance(statement, ast.ClassDef):
        yield statement.name


# ------------------------------------------------------------------ walks

_Walk = ast.ListComp | ast.GeneratorExp
#: What may use a name of the walk later, or leaves one behind.
_LATER = (
    ast.Lambda,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
    ast.NamedExpr,
    ast.Await,
    ast.Yield,
)


class _Loops(ast.NodeTransformer):
    """Inside functions, walks as loops: `x = [...]`, `return [...]`, `return any([...])`, `if any([...])`."""

    def __init__(self) -> None:
        self.count = 0

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt] | ast.AST:
        """`men = [...]`."""
        return self._listed(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> list[ast.stmt] | ast.AST:
        """`men: list[Man] = [...]`."""
        return self._listed(node)

    def visit_Return(self, node: ast.Return) -> list[ast.stmt] | ast.AST:
        """`return [...]`, `return not any([...])`."""
        found, walk, wanted = _question(node.value)
        if walk is None:
            return self._listed(node)
        stop = _if(walk.elt, wanted, ast.Return(ast.Constant(found)))
        return _placed(node, [self._loop(walk, stop), ast.Return(ast.Constant(not found))])

    def visit_If(self, node: ast.If) -> list[ast.stmt] | ast.AST:
        """`if any([...]):`."""
        self.generic_visit(node)
        found, walk, wanted = _question(node.test)
        if walk is None:
            return node
        name = self._name("found")
        stop = _if(walk.elt, wanted, _put(name, ast.Constant(found)), ast.Break())
        node.test = ast.Name(name, ast.Load())
        return _placed(node, [_put(name, ast.Constant(not found)), self._loop(walk, stop), node])

    def _listed(self, node: ast.Assign | ast.AnnAssign | ast.Return) -> list[ast.stmt] | ast.AST:
        """A statement about a list, behind the loop that makes the list."""
        if not isinstance(node.value, ast.ListComp) or not _plain(node.value):
            return node
        walk = node.value
        name = self._name("list")
        append = ast.Attribute(ast.Name(name, ast.Load()), "append", ast.Load())
        more = ast.Expr(ast.Call(append, [walk.elt], []))
        node.value = ast.Name(name, ast.Load())
        return _placed(node, [_put(name, ast.List([], ast.Load())), self._loop(walk, more), node])

    def _loop(self, walk: _Walk, body: ast.stmt) -> ast.stmt:
        """The walk with this to be done for each member, under names of its own."""
        (step,) = walk.generators
        for condition in reversed(step.ifs):
            body = ast.If(condition, [body], [])
        own = {part.id for part in ast.walk(step.target) if isinstance(part, ast.Name)}
        mark = self._name("")
        for tree in (step.target, body):
            for part in ast.walk(tree):
                if isinstance(part, ast.Name) and part.id in own:
                    part.id += mark
        return ast.For(step.target, step.iter, [body], [])

    def _name(self, word: str) -> str:
        """A name that no module can have."""
        self.count += 1
        return f"{word}.{self.count}"


def _plain(walk: _Walk) -> bool:
    """One walk over one row, with nothing in it that outlives a step."""
    if len(walk.generators) != 1 or walk.generators[0].is_async:
        return False
    return not any(isinstance(part, _LATER) for child in ast.iter_child_nodes(walk) for part in ast.walk(child))


def _question(value: ast.expr | None) -> tuple[bool, _Walk | None, bool]:
    """What `any` and `all` of a walk come to where it is left early, the walk, and the member that ends it."""
    match value:
        case ast.UnaryOp(ast.Not(), asked):
            found, walk, wanted = _question(asked)
            return not found, walk, wanted
        case ast.Call(ast.Name("any" | "all" as how), [ast.ListComp() | ast.GeneratorExp() as walk], []):
            if _plain(walk):
                return how == "any", walk, how == "any"
    return False, None, False


def _if(test: ast.expr, wanted: bool, *then: ast.stmt) -> ast.If:
    return ast.If(test if wanted else ast.UnaryOp(ast.Not(), test), list(then), [])


def _put(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _placed(node: ast.stmt, made: list[ast.stmt]) -> list[ast.stmt]:
    """Statements in place of one, on its line."""
    return [ast.fix_missing_locations(ast.copy_location(part, node)) for part in made]


def as_loops(tree: ast.Module) -> ast.Module:
    """A module whose functions walk in loops."""
    loops = _Loops()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            body: list[ast.stmt] = []
            for statement in node.body:
                made = loops.visit(statement)
                body += made if isinstance(made, list) else [made]
            node.body = body
    return tree
