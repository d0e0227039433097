"""Pages from templates. Everything put into one is escaped unless it is markup of our own."""

from __future__ import annotations

import functools
import hashlib
import os
import sys
from importlib import resources
from pathlib import Path

import jinja2
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse, RedirectResponse, Response

from flakhouse import __version__
from flakhouse.render.needs import quoted, titled
from flakhouse.render.scenes import dice_sum
from flakhouse.render.story.words import nth
from flakhouse.web.context import Context
from flakhouse.web.pieces import filled, mark_of
from flakhouse.web.security import csrf_of
from flakhouse.web.symbols import emblem, inline, sprite
from flakhouse.web.terms import Terms

__all__ = ["UNBUFFERED", "page", "part", "render", "seen_other", "static_url"]

#: For answers that come line by line: nothing on the way may collect or compress them.
UNBUFFERED = {"Cache-Control": "no-store", "Content-Encoding": "identity", "X-Accel-Buffering": "no"}


@functools.cache
def static_url(name: str) -> str:
    """The address of a static file; it changes with the file, so that browsers may keep it for ever."""
    data = resources.files("flakhouse.web").joinpath("static", *name.split("/")).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(data).hexdigest()[:10]}"


def _bytecode() -> jinja2.BytecodeCache | None:
    """Compiled templates beside Python's own bytecode, where that may be written; Jinja knows when one changed."""
    folder = Path(__file__).parent / "__pycache__" / "templates"
    if sys.dont_write_bytecode:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return jinja2.FileSystemBytecodeCache(str(folder)) if os.access(folder, os.W_OK) else None


@functools.cache
def _environment() -> jinja2.Environment:
    env = jinja2.Environment(
        loader=jinja2.PackageLoader("flakhouse.web"),
        bytecode_cache=_bytecode(),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.globals.update(
        part=part, static=static_url, emblem=emblem, inline=inline, sprite=sprite, version=__version__
    )
    env.filters["sentence"] = sentence
    env.filters["when"] = when
    env.filters["dice_sum"] = dice_sum
    env.filters["quoted"] = quoted
    env.filters["titled"] = titled
    env.filters["nth"] = nth
    env.filters["unbroken"] = unbroken
    return env


def compile_templates() -> None:
    """Read all templates; they stay in memory."""
    for name in _environment().list_templates():
        _environment().get_template(name)


def sentence(text: str) -> str:
    """The text with a capital at its head and a stop at its end."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!", ":")) else text + "."


def unbroken(text: str) -> str:
    """Figures that do not part from their percent sign at the end of a line."""
    return text.replace(" %", "\u00a0%")


def when(stamp: str) -> str:
    """A time as saves keep it, to the minute."""
    return stamp[:16].replace("T", " ")


def page(ctx: Context, template: str, status: int = 200, **values: object) -> Response:
    """A page."""
    text = (
        _environment()
        .get_template(template)
        .render(
            ctx=ctx,
            prefs=ctx.prefs,
            account=ctx.account,
            csrf=csrf_of(ctx.token) if ctx.token else "",
            terms=Terms(str(getattr(values.get("m"), "game", ""))),
            **values,
        )
    )
    return HTMLResponse(text, status, headers={"Cache-Control": "no-store", "Vary": "Cookie"})


def render(template: str, **values: object) -> str:
    """A text from a template that belongs to no request."""
    return _environment().get_template(template).render(**values)


def part(ctx: Context, name: str, html: object, class_: str = "") -> Markup:
    """A part of the page that may be the same after an answer, whole or in pieces (web/pieces.py)."""
    made = str(html if isinstance(html, Markup) else escape(html))
    mark = f"{name}-{mark_of(made)}"
    look = Markup(' class="{}"').format(class_) if class_ else Markup("")
    have = ctx.has
    if mark in have:
        return Markup('<div{} data-keep="{}"></div>').format(look, mark)
    return Markup('<div{} data-part="{}">{}</div>').format(look, mark, Markup(filled(made, have)))


def seen_other(path: str) -> Response:
    """Go and see another page."""
    return RedirectResponse(path, 303)
