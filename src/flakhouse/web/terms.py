"""Terms of the books on a page: the first time one stands there it is explained."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from flakhouse.render.help import Term, pattern_of, terms_in

__all__ = ["Terms"]


class Terms:
    """The terms that a page has explained already; a new one for every page."""

    def __init__(self, game: str = "") -> None:
        self.game = game
        self.said: set[str] = set()

    def linked(self, text: str) -> Markup:
        """A text in which each term that is new on this page leads to the glossary."""
        return self._with(text, '<a class="term" data-paper href="/glossary#{anchor}" title="{says}">{word}</a>')

    def marked(self, text: str) -> Markup:
        """The same inside a button, where no link may stand: a tooltip."""
        return self._with(text, '<abbr class="term" title="{says}">{word}</abbr>')

    def _with(self, text: str, mark: str) -> Markup:
        parts: list[Markup] = []
        at = 0
        for match, term in self._new(text):
            parts.append(escape(text[at : match.start()]))
            parts.append(Markup(mark).format(anchor=term.anchor, says=term.says, word=match.group()))  # nosec: escaped
            at = match.end()
        parts.append(escape(text[at:]))
        return Markup("").join(parts)

    def _new(self, text: str) -> list[tuple[re.Match[str], Term]]:
        """The places of terms that are new, in order; none inside another."""
        found: list[tuple[re.Match[str], Term]] = []
        end = 0
        places = [
            (pattern_of(term).search(text), term)
            for term in terms_in(text, self.game)
            if term.name not in self.said
        ]
        for match, term in sorted(
            ((match, term) for match, term in places if match is not None), key=lambda place: place[0].start()
        ):
            if match.start() >= end:
                found.append((match, term))
                self.said.add(term.name)
                end = match.end()
        return found
