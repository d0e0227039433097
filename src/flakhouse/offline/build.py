"""Builds the folder of static files.

Everything in it follows from the sources and the lock files, byte for byte: names are sorted, times are left out,
and the digest of the whole is the version a browser compares.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import shutil
import struct
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path

import msgspec

import flakhouse
from flakhouse import __version__
from flakhouse.offline.fetch import BuildError, fetch, node
from flakhouse.offline.story import story
from flakhouse.offline.trim import wanted, wanted_library

__all__ = ["Part", "build"]

_EPOCH = (1980, 1, 1, 0, 0, 0)
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".pack": "application/octet-stream",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}
#: Where the API's description looks for docstrings.
_DESCRIBED = ",".join(
    f"/flakhouse/{name}" for name in ("core", "offline", "render", "savefile", "sim", "store", "web")
)
#: Files of the page that a browser asks for before anything of ours runs; all others are packed parts.
_OPEN = ("device.js", "index.html", "manifest.webmanifest", "parts.js", "shell.css", "shell.js", "sw.js")


class Part(msgspec.Struct, frozen=True):
    """A file of the folder: where pages look for it, where it lies, how large it is unpacked and packed."""

    path: str
    url: str
    size: int
    packed: int
    sha256: str
    type: str
    group: str


class Listing(msgspec.Struct, frozen=True):
    """What a browser must have."""

    version: str
    digest: str
    parts: list[Part]


def build(out: Path, cache: Path, tell: Callable[[str], None] = lambda text: None) -> Listing:
    """Build the folder; what was in it before is replaced when the new one is whole. `tell` hears what is done."""
    if out.exists() and any(out.iterdir()) and not (out / "files.json").is_file():
        raise BuildError(f"{out} holds something else; name a new folder")
    tell(f"Fetching Python for the browser, or taking it from {cache} ...")
    pyodide, wheels = fetch(cache)
    tell("Compiling the game and packing it; this takes about a minute ...")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".static-") as name:
        folder = Path(name) / "out"
        folder.mkdir()
        listing = _fill(folder, pyodide, wheels, Path(name) / "stage")
        if out.exists():
            shutil.rmtree(out)
        folder.replace(out)
    return listing


def _fill(folder: Path, pyodide: Path, wheels: list[Path], stage: Path) -> Listing:
    """Put everything into an empty folder."""
    site, library = stage / "site", stage / "lib"
    _stage(site, wheels)
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as archive:
        for entry in archive.namelist():
            if not entry.endswith("/") and wanted_library(entry):
                _write(library / entry, archive.read(entry))
    _compile(pyodide, site, library)
    files: dict[str, tuple[str, bytes]] = {}
    for entry in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        files[f"engine/{entry}"] = ("engine", _cleaned(entry, (pyodide / entry).read_bytes()))
    files["engine/library.zip"] = ("library", _zip(library))
    files["engine/site.pack"] = ("rules", _pack(site))
    for path, data in _page():
        files[path] = ("page", data)
    for path, data in _statics():
        files[f"static/{path}"] = ("drawings", data)
    parts = [_part(folder, path, *files[path]) for path in sorted(files)]
    listing = _listed(parts)
    _write(folder / "files.json", msgspec.json.encode(listing))
    worker = folder / "sw.js"
    text = resources.files("flakhouse.offline").joinpath("page", "sw.js").read_text(encoding="utf-8")
    worker.write_bytes(text.replace("/*LISTING*/ null", msgspec.json.encode(listing).decode()).encode())
    return listing


def _listed(parts: list[Part]) -> Listing:
    digest = hashlib.sha256(msgspec.json.encode([__version__, parts])).hexdigest()[:16]
    return Listing(__version__, digest, parts)


def _part(folder: Path, path: str, group: str, data: bytes) -> Part:
    """Write one file: as it is where a browser asks for it itself, else packed and named by its hash."""
    sha = hashlib.sha256(data).hexdigest()
    kind = _TYPES[Path(path).suffix]
    if path in _OPEN or group == "drawings" or path.startswith("icons/"):
        _write(folder / path, data)
        return Part(path, path, len(data), len(data), sha, kind, group)
    packed = gzip.compress(data, 9, mtime=0)
    url = f"parts/{Path(path).name}.{sha[:12]}.part"
    _write(folder / url, packed)
    return Part(path, url, len(data), len(packed), sha, kind, group)


def _stage(site: Path, wheels: list[Path]) -> None:
    """Unpack what is needed of the packages and of ourselves."""
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for entry in archive.namelist():
                if not entry.endswith("/") and wanted(entry):
                    _write(site / entry, archive.read(entry))
    own = Path(flakhouse.__file__).parent
    for path in sorted(own.rglob("*")):
        entry = f"flakhouse/{path.relative_to(own).as_posix()}"
        if path.is_file() and wanted(entry):
            _write(site / entry, path.read_bytes())


def _compile(pyodide: Path, *stages: Path) -> None:
    """Make bytecode of every module below these folders, in its place; the folders at the same time."""
    with resources.as_file(resources.files("flakhouse.offline").joinpath("compile.mjs")) as script:
        running = [
            subprocess.Popen(
                [node(), str(script), str(pyodide), str(stage), _DESCRIBED],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
            )
            for stage in stages
        ]
        faults = [one.communicate()[1].strip()[-400:] for one in running]
    for one, fault in zip(running, faults, strict=True):
        if one.returncode:
            raise BuildError(f"the bytecode cannot be made: {fault}")


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files below a folder by name."""
    for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix()):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def _zip(folder: Path) -> bytes:
    """A zip without times that Python imports from as it is."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, data in _files(folder):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), data)
    return made.getvalue()


def _pack(folder: Path) -> bytes:
    """Files one behind the other, before them the length of the index and the index: [[name, size], ...]."""
    found = list(_files(folder))
    index = msgspec.json.encode([[name, len(data)] for name, data in found])
    return struct.pack("<I", len(index)) + index + b"".join(data for _, data in found)


def _page() -> Iterator[tuple[str, bytes]]:
    """The files around Python: the first page, the workers."""
    folder = Path(str(resources.files("flakhouse.offline").joinpath("page")))
    for name, data in _files(folder):
        if name != "sw.js":
            yield name, data.replace(b"__STORY__", story().encode()) if name == "index.html" else data


def _statics() -> Iterator[tuple[str, bytes]]:
    """The static files of the server."""
    return _files(Path(str(resources.files("flakhouse.web").joinpath("static"))))


def _cleaned(name: str, data: bytes) -> bytes:
    """Without the line that names a map of the source: browsers would look for it."""
    if not name.endswith(".mjs"):
        return data
    return b"\n".join(line for line in data.split(b"\n") if not line.startswith(b"//# sourceMappingURL="))


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
