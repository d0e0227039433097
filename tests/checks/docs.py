"""The examples in docs/, to be tried."""

from __future__ import annotations

import re

from tests.checks.files import ROOT

DOCS = ROOT / "docs"


def text(page: str) -> str:
    """A page of docs/."""
    return (DOCS / page).read_text(encoding="utf-8")


def blocks(page: str, language: str = "") -> list[str]:
    """The code blocks of a page in a language."""
    found = re.findall(r"^```(\w*)(?: run)?\n(.*?)^```", text(page), re.M | re.S)
    return [body for name, body in found if name == language]
