"""Builds a wheel whose core and rules are compiled by mypyc; everything else stays Python, as does the source.

The tree is copied, five things are changed in the copy, and a C compiler does the rest (minutes):

- `slots=True` of dataclasses goes: a compiled class has no dictionary anyway, and mypyc cannot make it twice;
- constants of modules are marked as final, so that they are found without a look into the module's dictionary;
- dataclasses get back the annotations they were written with, of which mypyc keeps the outermost word only:
  records are read by them;
- dataclasses without a base or anything unusual get an `__init__` that can be compiled, for the one that the
  decorator makes cannot;
- the classes in OPEN are marked as ones that ordinary Python code may subclass.

`--check N` then plays N chapters of every game by both builds and compares every log, result and state.
"""

from __future__ import annotations

import argparse
import ast
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from builds import environment, unpack

ROOT = Path(__file__).resolve().parent.parent
#: Left as they are. msgspec makes its structs itself; whoever writes a bot or a game subclasses freely; and
#: reading, proving and describing a position happens once in a while, and costs more to compile than it saves.
LEFT = re.compile(
    r"__init__|core/(agents|build|chartfile|events|game|journal|run|session|start)|"
    r"games/\w+/(chances|game|history|pilots|possible\w*|rulebook|seen)"
)
#: Compiled classes that code outside may subclass.
OPEN = {
    "core/dice.py": ("Dice", "Fixed", "Seeded"),
    "core/referee.py": ("Referee",),
    "games/bomber/roster.py": ("Record",),
}
SETUP = '''
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mypyc.build import mypycify
from setuptools import setup
from setuptools.command.build_ext import build_ext


class Build(build_ext):
    """Compiles several files at a time."""

    def build_extensions(self):
        compile = self.compiler.compile

        def several(sources, **how):
            with ThreadPoolExecutor({jobs}) as pool:
                return [one for part in pool.map(lambda source: compile([source], **how), sources) for one in part]

        self.compiler.compile = several
        super().build_extensions()


modules = mypycify(
    ["--strict", "--config-file=", "--follow-imports=silent", "--warn-unreachable", *{modules!r}],
    opt_level={optimize!r},
    debug_level="0",
    multi_file=True,
    group_name="flakhouse_rules",
)
# A fault of mypyc's own library: it puts everything back into a generic dataclass, even what cannot be written.
library = Path("build/misc_ops.c")
text = library.read_text()
faulty = "PyObject *orig_dict = PyDict_Copy(ttp->tp_dict);"
assert faulty in text
better = "".join(
    f' if (orig_dict && PyDict_GetItemString(orig_dict, "{{name}}")) PyDict_DelItemString(orig_dict, "{{name}}");'
    for name in ("__dict__", "__weakref__")
)
library.write_text(text.replace(faulty, faulty + better))

setup(
    name="flakhouse",
    version={version!r},
    packages={packages!r},
    package_data={{"": ["*", "*/*", "*/*/*", "*/*/*/*"]}},
    python_requires=">=3.11",
    install_requires={requires!r},
    extras_require={extras!r},
    entry_points={{"console_scripts": {commands!r}}},
    ext_modules=modules,
    cmdclass={{"build_ext": Build}},
)
'''


def marked(text: str, classes: tuple[str, ...]) -> str:
    """The source with these classes open to subclasses that are not compiled."""
    future = "from __future__ import annotations\n"
    text = text.replace(
        future,
        f"{future}\nfrom typing import TYPE_CHECKING as _CHECKING\n\n"
        "if _CHECKING:\n    from mypy_extensions import mypyc_attr\n",
        1,
    )
    for name in classes:
        text, found = re.subn(
            rf"((?:^@.*\n)*^class {name}\b)",
            r"@mypyc_attr(allow_interpreted_subclasses=True)\n\1",
            text,
            count=1,
            flags=re.MULTILINE,
        )
        if not found:
            raise SystemExit(f"scripts/compile: no class {name} to mark")
    return text


def final(text: str) -> str:
    """The source with the constants of the module marked as such.

    A member of an enum keeps its whole type: else mypy would think that what was compared with it stays equal.
    """
    name = r"^(_?[A-Z][A-Z0-9_]+)"
    text, plain = re.subn(
        rf"{name} = ([A-Z][a-z]\w+)\.([A-Z0-9_]+)$", r"\1: _Final[\2] = \2.\3", text, flags=re.MULTILINE
    )
    text, typed = re.subn(rf"{name}: (?!_?Final)(.+?) = ", r"\1: _Final[\2] = ", text, flags=re.MULTILINE)
    text, other = re.subn(rf"{name} = ", r"\1: _Final = ", text, flags=re.MULTILINE)
    future = "from __future__ import annotations\n"
    return (
        text.replace(future, f"{future}\nfrom typing import Final as _Final\n", 1)
        if plain + typed + other
        else text
    )


def annotated(text: str) -> str:
    """The source with the annotations of its dataclasses once more at the end."""
    lines: list[str] = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and any("dataclass" in ast.unparse(d) for d in node.decorator_list):
            fields = {
                ast.unparse(part.target): ast.unparse(part.annotation)
                for part in node.body
                if isinstance(part, ast.AnnAssign)
            }
            lines.append(f'setattr({node.name}, "__annotations__", {fields!r})\n')
    return text + "\n" + "".join(lines) if lines else text


def maker(node: ast.ClassDef) -> list[str]:
    """The `__init__` of a dataclass, line by line; nothing if it is not a plain one."""
    words = " ".join(ast.unparse(part) for part in (*node.decorator_list, *node.bases))
    names = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    if not re.fullmatch(r"dataclass(\((eq=False)?\))?", words) or "__post_init__" in names:
        return []
    head: list[str] = []
    body: list[str] = []
    for part in node.body:
        if not isinstance(part, ast.AnnAssign):
            continue
        name, kind = ast.unparse(part.target), ast.unparse(part.annotation)
        if part.value is None:
            head.append(f"{name}: {kind}")
            body.append(f"self.{name} = {name}")
        elif isinstance(part.value, ast.Call) and ast.unparse(part.value.func) == "field":
            if [word.arg for word in part.value.keywords] != ["default_factory"]:
                return []
            make = part.value.keywords[0].value
            new = ast.unparse(make.body) if isinstance(make, ast.Lambda) else f"{ast.unparse(make)}()"
            head.append(f"{name}: {kind} | None = None")
            body.append(f"self.{name} = {new} if {name} is None else {name}")
        else:
            head.append(f"{name}: {kind} = {ast.unparse(part.value)}")
            body.append(f"self.{name} = {name}")
    return ["", f"    def __init__(self, {', '.join(head)}) -> None:", *(f"        {line}" for line in body)]


def constructed(text: str) -> str:
    """The source with an `__init__` in every plain dataclass."""
    lines = text.splitlines()
    for node in reversed(ast.parse(text).body):
        if isinstance(node, ast.ClassDef) and any("dataclass" in ast.unparse(d) for d in node.decorator_list):
            lines[node.end_lineno : node.end_lineno] = maker(node)
    return "\n".join(lines) + "\n"


def prepare(tree: Path) -> list[str]:
    """Copy the package and change the copy; the files to compile."""
    package = tree / "flakhouse"
    shutil.copytree(ROOT / "src" / "flakhouse", package, ignore=shutil.ignore_patterns("__pycache__"))
    files: list[str] = []
    for path in sorted([*package.glob("core/*.py"), *package.glob("games/**/*.py")]):
        within = path.relative_to(package).as_posix()
        if LEFT.search(within):
            continue
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"^(@dataclass\(.*?)(?:, )?slots=True(?:, (?!$))?(.*\))$", r"\1\2", text, flags=re.MULTILINE)
        text = final(annotated(constructed(text)))
        path.write_text(marked(text, OPEN[within]) if within in OPEN else text, encoding="utf-8")
        files.append(path.relative_to(tree).as_posix())
    return files


def setup_text(tree: Path, files: list[str], jobs: int, optimize: str) -> str:
    """The setup.py of the copy, with what pyproject.toml says of the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "src" / "flakhouse" / "__init__.py").read_text(encoding="utf-8")
    version = re.search(r'^__version__ = "(.+)"', text, re.MULTILINE)
    assert version is not None
    return SETUP.format(
        jobs=jobs,
        version=version[1],
        packages=sorted(
            p.parent.relative_to(tree).as_posix().replace("/", ".") for p in tree.rglob("__init__.py")
        ),
        requires=project["dependencies"],
        extras={name: needs for name, needs in project["optional-dependencies"].items() if name != "dev"},
        commands=[f"{name} = {where}" for name, where in project["scripts"].items()],
        modules=files,
        optimize=optimize,
    )


def build(out: Path, jobs: int, optimize: str) -> Path:
    """The wheel, made in a temporary copy with an environment of its own."""
    if shutil.which(os.environ.get("CC", "cc")) is None and shutil.which("gcc") is None:
        raise SystemExit("scripts/compile: needs a C compiler (Debian: apt-get install gcc)")
    with tempfile.TemporaryDirectory(prefix="flakhouse-") as folder:
        tree = Path(folder) / "tree"
        tree.mkdir()
        files = prepare(tree)
        (tree / "setup.py").write_text(setup_text(tree, files, jobs, optimize), encoding="utf-8")
        shutil.copy(ROOT / "LICENSE", tree)
        subprocess.run([sys.executable, "-m", "venv", f"{folder}/venv"], check=True)
        python = f"{folder}/venv/bin/python"
        tools = [f"{name}=={importlib.metadata.version(name)}" for name in ("mypy", "msgspec")]
        quiet = ["--quiet", "--quiet", "--disable-pip-version-check"]
        subprocess.run([python, "-m", "pip", "install", *quiet, *tools, "setuptools", "wheel"], check=True)
        print(f"compiling {len(files)} modules ...", file=sys.stderr, flush=True)
        log = Path(folder) / "log"
        with log.open("w") as told:
            done = subprocess.run(
                ["nice", "-n", "10", python, "setup.py", "--quiet", "bdist_wheel", "--dist-dir", "made"],
                cwd=tree,
                stdout=told,
                stderr=told,
                check=False,
            )
        if done.returncode:
            raise SystemExit(f"{log.read_text()[-6000:]}\nscripts/compile: the build failed")
        (made,) = (tree / "made").glob("*.whl")
        out.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy(made, out))


def check(where: Path, count: int, games: list[str]) -> int:
    """Play so many chapters of every game by both builds; how many lines differ."""
    script = [str(ROOT / "scripts" / "digests.py"), "--count", str(count), *games]
    with tempfile.TemporaryDirectory(prefix="flakhouse-") as folder:
        compiled = unpack(where, Path(folder))
        runs = [
            subprocess.Popen([python, *script], env=env, stdout=subprocess.PIPE, text=True)
            for python, env in (environment(None), environment(compiled))
        ]
        pure, fast = (run.communicate()[0].splitlines() for run in runs)
    if any(run.returncode for run in runs) or pure[0] != "pure" or fast[0] != "compiled":
        raise SystemExit("scripts/compile: a build did not play to the end, or is not what it should be")
    wrong = [(a, b) for a, b in zip(pure[1:], fast[1:], strict=True) if a != b]
    for a, b in wrong[:5]:
        print(f"pure     {a}\ncompiled {b}")
    print(f"{len(pure) - 1} chapters: {len(wrong)} differ")
    return len(wrong)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where the wheel goes (default dist)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="files compiled at a time")
    parser.add_argument(
        "--optimize", default="2", choices=["0", "1", "2", "3"], help="how hard the C compiler tries"
    )
    parser.add_argument(
        "--check", type=int, nargs="?", const=200, metavar="N", help="compare N chapters of every game (200)"
    )
    parser.add_argument("--wheel", type=Path, help="check this wheel, or environment with it; build nothing")
    parser.add_argument("--game", action="append", default=[], help="check only this game")
    a = parser.parse_args()
    wheel = a.wheel
    if wheel is None:
        wheel = build(a.out, a.jobs, a.optimize)
        print(wheel)
    if a.check is None and a.wheel is None:
        return 0
    return 1 if check(wheel, 200 if a.check is None else a.check, a.game) else 0


if __name__ == "__main__":
    sys.exit(main())
