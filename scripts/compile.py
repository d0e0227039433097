"""Builds a wheel whose core and rules are compiled by mypyc; everything else stays Python, as does the source.

The tree is copied, three things are changed in the copy, and a C compiler does the rest (minutes):

- `slots=True` of dataclasses goes: a compiled class has no dictionary anyway, and mypyc cannot make it twice;
- constants of modules are marked as final, so that they are found without a look into the module's dictionary;
- the classes in OPEN are marked as ones that ordinary Python code may subclass.

`--check N` then plays N chapters of every game by both builds and compares every log, result and state.
"""

from __future__ import annotations

import argparse
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


setup(
    name="flakhouse",
    version={version!r},
    packages={packages!r},
    package_data={{"": ["*", "*/*", "*/*/*", "*/*/*/*"]}},
    python_requires=">=3.11",
    install_requires={requires!r},
    extras_require={extras!r},
    entry_points={{"console_scripts": {commands!r}}},
    ext_modules=mypycify(
        ["--strict", "--config-file=", "--follow-imports=silent", "--warn-unreachable", *{modules!r}],
        opt_level={optimize!r},
        multi_file=True,
        group_name="flakhouse_rules",
    ),
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
        text = final(text)
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
