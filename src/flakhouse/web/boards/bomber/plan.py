"""The plan drawings of static/symbols, taken apart once: crew and guns go between their layers."""

from __future__ import annotations

import re
from importlib import resources
from typing import NamedTuple

from markupsafe import Markup

__all__ = ["Plan", "fighter", "read"]

_DROP = re.compile(r"<style\b.*?</style>|<title\b.*?</title>|<desc\b.*?</desc>|<!--.*?-->|</?svg\b[^>]*>", re.S)
_TURRETS = re.compile(r'<g class="turrets">.*?</g>', re.S)
_BARREL = re.compile(r'<path class="barrel"[^>]*/>')
_FIN = re.compile(r'<path class="fin"[^>]*/>')
_OUTLINE = re.compile(r'class="(?:skin[^"]*|nacelle)" d="([^"]+)"')
_BODY = re.compile(r'<path class="(?:glassfill|skin fuselage)"')


class Plan(NamedTuple):
    """A bomber from above."""

    body: Markup  # without guns and fin
    fin: Markup
    outline: Markup  # its shape alone, for the mark on the track


def _inside(name: str) -> str:
    """What a file draws."""
    file = resources.files("flakhouse.web").joinpath("static", "symbols", f"{name}.svg")
    return _DROP.sub("", file.read_text(encoding="utf-8")).strip()


def read(name: str, widen: float) -> Plan:
    """A plan with its fuselage made so much wider that men fit in."""
    inside = _inside(name)
    fin = "".join(_FIN.findall(inside))
    bare = _FIN.sub("", _BARREL.sub("", _TURRETS.sub("", inside)))
    found = _BODY.search(bare)
    cut = found.start() if found else len(bare)
    body = f'{bare[:cut]}<g transform="scale({widen} 1)">{bare[cut:]}</g>'
    outline = "".join(f'<path d="{d}"/>' for d in _OUTLINE.findall(inside))
    return Plan(Markup(body), Markup(fin), Markup(outline))


def fighter(name: str) -> Markup:
    """A fighter from above, nose up, its middle at about (0, 130)."""
    return Markup(_inside(name))
