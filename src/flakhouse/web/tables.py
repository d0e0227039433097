"""Games on the table: a save opened for one request.

The server keeps nothing that matters: a request plays the stored answers again. Sessions that were just used stay
in a pool, so that the next request finds them ready; one is taken out while it is used, so that no two threads
ever share it. Which of two windows was first is decided by the store, by the revision of the chapter.
"""

from __future__ import annotations

import contextlib
import functools
import threading
from collections import OrderedDict
from collections.abc import Iterator

from flakhouse import games
from flakhouse.core.game import Game
from flakhouse.core.session import Session
from flakhouse.errors import Stale
from flakhouse.render.screen import ScreenRenderer, screen
from flakhouse.store import Store
from flakhouse.store.keeper import mark_of

__all__ = ["Table", "Tables", "view_of"]

_Key = tuple[int | None, str]
_Ready = tuple[tuple[int, int], Session, int]  # the moment, and what it weighs


@functools.cache
def view_of(game: str) -> ScreenRenderer:
    """The renderer of a game; its words are read once."""
    return screen(games.load(game))


class Table:
    """A save, its last chapter run to the open question, and the mark of that moment."""

    def __init__(self, store: Store, name: str, session: Session, mark: tuple[int, int], remark: str = "") -> None:
        self.store = store
        self.name = name
        self.session = session
        self.mark = mark
        self.remark = remark  # what waking it up had to say
        self.game: Game = session.game
        self.view: ScreenRenderer = view_of(session.game.name)

    @property
    def at(self) -> str:
        """The moment as a word: whoever answers must say it, so that no old question is answered."""
        return f"{self.mark[0]}.{self.mark[1]}"

    def check(self, at: str) -> None:
        """Refuse what was meant for another moment."""
        if at != self.at:
            raise Stale(
                "this page is older than the game: another window or command has played on, so nothing was done. "
                "Here is where the game stands now"
            )

    def moved(self) -> None:
        """After a change: the moment is another one."""
        self.mark = mark_of(self.session)

    def next_chapter(self) -> None:
        """Begin the next chapter of the tour."""
        self.session = self.store.next_chapter(self.game, self.name, after=self.session.chapter.number)
        self.session.run()
        self.moved()

    def drop_chapter(self) -> None:
        """From the start of a chapter back into the debriefing of the one before."""
        self.store.drop_chapter(self.name)
        self.session = self.store.session(self.game, self.name)
        self.session.run()
        self.moved()


class Tables:
    """The pool of sessions that are ready."""

    def __init__(self, most: int, heaviest: int) -> None:
        self._most = most
        self._heaviest = heaviest
        self._weight = 0
        self._ready: OrderedDict[_Key, _Ready] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def weight(self) -> int:
        """What the sessions that are ready hold together."""
        return self._weight

    @contextlib.contextmanager
    def open(self, store: Store, name: str) -> Iterator[Table]:
        """A save on the table. It goes back to the pool unless something went wrong."""
        key = (store.owner, name)
        mark = store.revision(name)
        found = self._take(key)
        if found is not None and found[0] == mark:
            table = Table(store, name, found[1], mark)
        else:
            session = store.session(games.load(store.info(name).game), name)
            remark = session.wake()
            table = Table(store, name, session, mark_of(session), remark)
        yield table
        self._keep(key, (table.mark, table.session, _weight(table.session)))

    def forget(self, store: Store, name: str) -> None:
        """Let go of a save that is renamed or deleted."""
        self._take((store.owner, name))

    def _take(self, key: _Key) -> _Ready | None:
        with self._lock:
            found = self._ready.pop(key, None)
            if found is not None:
                self._weight -= found[2]
        return found

    def _keep(self, key: _Key, one: _Ready) -> None:
        """Put it back; those not used for longest go, until what is left is few and light enough."""
        with self._lock:
            if key in self._ready:
                self._weight -= self._ready.pop(key)[2]
            self._ready[key] = one
            self._weight += one[2]
            while self._ready and (len(self._ready) > self._most or self._weight > self._heaviest):
                _, (_, _, weight) = self._ready.popitem(last=False)
                self._weight -= weight


def _weight(session: Session) -> int:
    """What a session holds, in events: its log and its steps, what was given to it, and itself."""
    chapter = session.chapter
    return 100 + len(session.events) + len(chapter.entries) + len(chapter.given) // 8 + len(chapter.house) // 100
