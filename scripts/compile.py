"""Builds a wheel whose core and rules are compiled by mypyc; everything else stays Python, as does the source.

The tree is copied, the copy is changed (compile_copy.py says how), and a C compiler does the rest (minutes).
`--optimize trained` (gcc) does it twice: the first build plays games and notes which ways they take; the second is
laid out for those: most games are a tenth faster, or more.

`--check N` then plays N chapters of every game by both builds and compares every log, result and state.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path

from builds import environment, unpack
from compile_copy import prepare
from digests import CHAPTERS

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "flakhouse"
PARTS = 8  # files that the C compiler is given
#: Calls within the library need not ask where they go; those of Python go there without a stop.
FLAGS = "-fvisibility=hidden -fno-semantic-interposition -fno-plt"
TRAINED = "trained"  # twice, the second time by what the first build was seen to do
_TOGETHER = "-flto=auto"  # then functions of one file may become part of those of another
#: Games that a build is trained by: words of scripts/bench.
LESSONS = (
    ["--game", "b29", "--missions", "2000"],
    ["--game", "b17", "--missions", "3000"],
    ["--game", "doolittle", "--missions", "3000", "--scenario", "1"],
    ["--game", "doolittle", "--missions", "200", "--scenario", "7"],
    ["--game", "doolittle", "--missions", "200", "--scenario", "10"],
)
SETUP = '''
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, {scripts!r})
from compile_c import gather, mend_library, shorten
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
        self.parallel = {jobs}
        super().build_extensions()


modules = mypycify(
    [
        "--strict",
        "--config-file=",
        "--follow-imports=silent",
        "--implicit-reexport",
        "--warn-unreachable",
        *{modules!r},
    ],
    opt_level={optimize!r},
    debug_level="0",
    multi_file=True,
    group_name="flakhouse_rules",
)
mend_library(Path("build"))
for module in modules:
    shorten(module)
    gather(module, Path("build"), {parts})

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


def setup_text(tree: Path, files: list[str], jobs: int, optimize: str) -> str:
    """The setup.py of the copy, with what pyproject.toml says of the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (PACKAGE / "__init__.py").read_text(encoding="utf-8")
    version = re.search(r'^__version__ = "(.+)"', text, re.MULTILINE)
    assert version is not None
    return SETUP.format(
        jobs=jobs,
        parts=max(PARTS, jobs),
        scripts=str(ROOT / "scripts"),
        version=version[1],
        packages=sorted(
            p.parent.relative_to(tree).as_posix().replace("/", ".") for p in tree.rglob("__init__.py")
        ),
        requires=project["dependencies"],
        extras={name: needs for name, needs in project["optional-dependencies"].items() if name != "dev"},
        commands=[f"{name} = {where}" for name, where in project["scripts"].items()],
        modules=files,
        optimize="2" if optimize == TRAINED else optimize,
    )


def missing() -> str:
    """What the build needs and does not find, or nothing."""
    if shutil.which(os.environ.get("CC", "cc")) is None and shutil.which("gcc") is None:
        return "a C compiler (Debian: apt-get install gcc libc6-dev)"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "the header files of Python (Debian: apt-get install python3-dev)"
    return ""


def make(tree: Path, flags: str) -> Path:
    """The wheel of a copied tree, by a C compiler with these flags."""
    for old in [
        *tree.glob("build/temp.*"),
        *tree.glob("build/lib.*"),
        *tree.glob("build/bdist.*"),
        *tree.glob("made"),
    ]:
        shutil.rmtree(old)
    done = subprocess.run(
        [sys.executable, "setup.py", "--quiet", "bdist_wheel", "--dist-dir", "made"],
        cwd=tree,
        env={**os.environ, "CFLAGS": f"{FLAGS} {flags} {os.environ.get('CFLAGS', '')}".strip()},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout[-6000:]}\nscripts/compile: the build failed")
    (made,) = (tree / "made").glob("*.whl")
    return made


def train(wheel: Path, folder: Path, only: str) -> None:
    """Play by a build that notes which ways it takes: games as they are simulated, and with logs."""
    python, env = environment(unpack(wheel, folder))
    lessons = [["bench.py", "--rates", *words] for words in LESSONS if only in ("", words[1])]
    for lesson in [*lessons, ["digests.py", "--count", "15", *filter(None, [only])]]:
        script = [str(ROOT / "scripts" / lesson[0]), *lesson[1:]]
        subprocess.run([python, *script], env=env, stdout=subprocess.DEVNULL, check=True)


def build(out: Path, jobs: int, optimize: str, only: str = "") -> Path:
    """The wheel, made in a temporary copy."""
    if lacks := missing():
        raise SystemExit(f"scripts/compile: needs {lacks}")
    with tempfile.TemporaryDirectory(prefix="flakhouse-") as folder:
        tree = Path(folder) / "tree"
        tree.mkdir()
        files = prepare(PACKAGE, tree, only)
        (tree / "setup.py").write_text(setup_text(tree, files, jobs, optimize), encoding="utf-8")
        shutil.copy(ROOT / "LICENSE", tree)
        print(f"compiling {len(files)} modules ...", file=sys.stderr, flush=True)
        flags = ""
        if optimize == TRAINED:
            notes = Path(folder) / "notes"
            train(make(tree, f"{_TOGETHER} -fprofile-generate={notes}"), Path(folder) / "first", only)
            print("compiling them again, for the ways games take ...", file=sys.stderr, flush=True)
            flags = f"{_TOGETHER} -fprofile-use={notes} -fprofile-partial-training -Wno-missing-profile"
        made = make(tree, flags)
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
        "--optimize",
        default="2",
        choices=["0", "1", "2", "3", TRAINED],
        help="how hard the C compiler tries (2)",
    )
    parser.add_argument(
        "--check",
        type=int,
        nargs="?",
        const=CHAPTERS,
        metavar="N",
        help=f"compare N chapters of every game ({CHAPTERS})",
    )
    parser.add_argument("--wheel", type=Path, help="check this wheel, or environment with it; build nothing")
    parser.add_argument("--game", action="append", default=[], help="check only this game")
    parser.add_argument(
        "--only", default="", metavar="GAME", help="compile only what this game needs: to try it out"
    )
    a = parser.parse_args()
    wheel = a.wheel
    if wheel is None:
        wheel = build(a.out, a.jobs, a.optimize, a.only)
        print(wheel)
    if a.check is None and a.wheel is None:
        return 0
    return 1 if check(wheel, CHAPTERS if a.check is None else a.check, a.game) else 0


if __name__ == "__main__":
    sys.exit(main())
