"""What the static build is made of: fetched by name with the ordinary clients, checked against the lock files."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from importlib import resources
from pathlib import Path

from flakhouse.errors import FlakhouseError

__all__ = ["BuildError", "fetch", "node", "npm"]

PYODIDE = "314.0.7"
_INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
#: The Python inside that Pyodide, and the platforms whose wheels are taken; which one of each, the lock file says.
_PYTHON = "3.14"
_PLATFORMS = ("pyemscripten_2026_0_wasm32", "manylinux2014_x86_64", "any")


class BuildError(FlakhouseError):
    """The folder cannot be built; the text says what is missing."""


def node() -> str:
    """The command `node`, which compiles the bytecode with the Python of the browser."""
    return _command("node")


def npm() -> str:
    """The command `npm`, which fetches Pyodide."""
    return _command("npm")


def _command(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise BuildError(
            f"the static build needs {name}, which was not found (Debian and Ubuntu: apt-get install npm)"
        )
    return found


def fetch(cache: Path) -> tuple[Path, list[Path]]:
    """The folder of Pyodide's package and the wheels, from the cache where their hashes are right."""
    cache.mkdir(parents=True, exist_ok=True)
    return _pyodide(cache), _wheels(cache)


def _pyodide(cache: Path) -> Path:
    """Pyodide's package, unpacked."""
    packed = cache / f"pyodide-{PYODIDE}.tgz"
    if not packed.is_file() or _integrity(packed) != _INTEGRITY:
        command = [npm(), "pack", f"pyodide@{PYODIDE}", "--silent", "--pack-destination", str(cache)]
        _run(command, "npm could not fetch pyodide")
    if _integrity(packed) != _INTEGRITY:
        packed.unlink()
        raise BuildError(f"pyodide {PYODIDE} as fetched is not the one of the lock: {_INTEGRITY}")
    folder = cache / f"pyodide-{PYODIDE}"
    if not folder.is_dir():
        with tempfile.TemporaryDirectory(dir=cache) as part, tarfile.open(packed) as archive:
            archive.extractall(part, filter="data")
            (Path(part) / "package").replace(folder)
    return folder


def _integrity(path: Path) -> str:
    """The hash as npm writes it."""
    return "sha512-" + base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()


def _wheels(cache: Path) -> list[Path]:
    """The wheels of the lock file."""
    lock = resources.files("flakhouse.offline").joinpath("packages.lock").read_text(encoding="utf-8")
    wanted = set(re.findall(r"--hash=sha256:([0-9a-f]{64})", lock))
    found = _known(cache, wanted)
    if len(found) < len(wanted):
        listed = cache / "packages.lock"
        listed.write_text(lock, encoding="utf-8")
        platforms = [word for name in _PLATFORMS for word in ("--platform", name)]
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--quiet", "--disable-pip-version-check"]
        command += ["--no-deps", "--only-binary", ":all:", "--require-hashes", "--python-version", _PYTHON]
        _run([*command, *platforms, "-d", str(cache), "-r", str(listed)], "pip could not fetch the packages")
        found = _known(cache, wanted)
    if len(found) < len(wanted):
        raise BuildError("pip did not fetch every package of the lock file")
    return [found[digest] for digest in sorted(wanted, key=lambda digest: found[digest].name)]


def _known(cache: Path, wanted: set[str]) -> dict[str, Path]:
    """The files of the cache whose hashes are in the lock."""
    digests = {hashlib.sha256(path.read_bytes()).hexdigest(): path for path in sorted(cache.glob("*.whl"))}
    return {digest: path for digest, path in digests.items() if digest in wanted}


def _run(command: list[str], fault: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        lines = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
        raise BuildError(f"{fault}: {lines[-1].strip() if lines else f'exit code {done.returncode}'}")
