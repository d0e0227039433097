"""The page of this device: what is kept here, everything as a file, and back from one."""

from __future__ import annotations

import io
import zipfile

from starlette.responses import Response

from flakhouse.errors import FlakhouseError
from flakhouse.savefile import read_save
from flakhouse.store import Store
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.html import page
from flakhouse.web.ways import Way, get, post

__all__ = ["WAYS", "bring", "everything"]

_EPOCH = (1980, 1, 1, 0, 0, 0)
_MOST = 64_000_000  # bytes of a file with everything
_LARGEST = 8_000_000  # bytes of one save, as everywhere


def everything(store: Store) -> bytes:
    """All saves as one zip of exported saves, each as the terminal and a server take it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(store.names()):
            entry = zipfile.ZipInfo(f"{name}.json", _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, store.export(name))
    return made.getvalue()


def bring(store: Store, data: bytes) -> list[str]:
    """Take saves from a file, one or a zip of many; a line for each that says what became of it."""
    if not data.startswith(b"PK"):
        return [_one(store, "the file", data)]
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if entry.filename.endswith(".json")]
            if any(entry.file_size > _LARGEST for entry in entries):
                raise BadRequest("a save in this file is larger than a save can be; nothing was taken")
            found = [(entry.filename, archive.read(entry)) for entry in entries]
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as bad:
        raise BadRequest(f"the file cannot be read: {bad}; nothing was taken") from bad
    if not found:
        raise BadRequest("there is no save in this file")
    return [_one(store, name, text) for name, text in found]


def _one(store: Store, where: str, data: bytes) -> str:
    """Take one save; what is here already to the last step is not taken twice."""
    try:
        name = read_save(data).name
        if name in store.names() and _same(store.export(name), data):
            return f"{name}: is here already"
        taken, _ = store.import_(data)
    except FlakhouseError as bad:
        return f"{where}: not taken, {bad}"
    return (
        f"{taken}: taken" if taken == name else f"{taken}: taken under a new name, because there is another {name}"
    )


def _same(one: bytes, other: bytes) -> bool:
    """Whether two files hold the same chapters."""
    return read_save(one).chapters == read_save(other).chapters


def _device(ctx: Context) -> Response:
    return _shown(ctx, [])


def _shown(ctx: Context, lines: list[str], error: str = "", status: int = 200) -> Response:
    path = ctx.server.database.path
    size = path.stat().st_size if path is not None and path.exists() else 0
    count = len(ctx.store.names())
    return page(ctx, "device.html", status, size=size, count=count, lines=lines, error=error)


def _export(ctx: Context) -> Response:
    headers = {"Content-Disposition": 'attachment; filename="flakhouse-saves.zip"', "Cache-Control": "no-store"}
    return Response(everything(ctx.store), headers=headers, media_type="application/zip")


def _import(ctx: Context) -> Response:
    data = ctx.files.get("file", b"")
    try:
        if not data:
            raise BadRequest("choose a file first: one exported save, or everything as a zip")
        return _shown(ctx, bring(ctx.store, data))
    except BadRequest as bad:
        return _shown(ctx, [], str(bad), 400)


WAYS: list[Way] = [
    get("/device", _device),
    get("/device/export", _export),
    post("/device/import", _import, limit=_MOST),
]
