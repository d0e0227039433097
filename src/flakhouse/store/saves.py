"""The saves of a player, in a database.

A save is a tour: chapters one after another, each with its journal. A step is on the disk before the next
prompt appears. Several processes may look at a save; if two play it, the one that comes second is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from flakhouse import __version__
from flakhouse.core.chapter import SEALED, Chapter, Verdict, begin
from flakhouse.core.game import Finish, Game, JsonDict
from flakhouse.core.session import Session
from flakhouse.errors import Full, Refused, RulesError, SaveError
from flakhouse.savefile import FORMAT, SaveFile, check_save, encode_save, name_fault, now, read_save
from flakhouse.store import rows, sealed
from flakhouse.store.connection import Connection
from flakhouse.store.database import Database, data_folder
from flakhouse.store.keeper import StoreKeeper, stale
from flakhouse.store.quota import Quota, check, used, weigh
from flakhouse.store.rows import Loaded, SaveInfo

__all__ = ["Store"]


def _kind(chapters: Sequence[Chapter]) -> str:
    """What a save without a name is called after its game: a position, a scenario by its key, or a tour."""
    if chapters and chapters[0].position is not None:
        return "position"
    scenario = chapters[0].options.get("scenario", "") if chapters else ""
    return f"scenario-{scenario}" if scenario else "tour"


class Store:
    """The saves of one owner. Use it as a context manager, or close it. Of its own it keeps nothing open."""

    def __init__(
        self,
        folder: Path | None = None,
        wait: float = 5.0,
        *,
        url: str | None = None,
        owner: int | None = None,
    ) -> None:
        """The saves in a folder's file, or in the database at a URL; `owner` is an account or the local player."""
        self.folder = folder or data_folder()
        self.path = self.folder / "saves.sqlite3"
        self.owner = owner
        self.quota: Quota | None = None
        self.database = Database(url or self.path, wait)
        self._own = True

    @classmethod
    def on(
        cls,
        database: Database,
        owner: int | None = None,
        folder: Path | None = None,
        quota: Quota | None = None,
    ) -> Store:
        """The saves of one owner in a database that is open already; this costs nothing."""
        store = cls.__new__(cls)
        store.folder = folder or (database.path.parent if database.path else data_folder())
        store.path = database.path or store.folder / "saves.sqlite3"
        store.owner = owner
        store.quota = quota
        store.database = database
        store._own = False
        return store

    def close(self) -> None:
        """Let go of the database, if it was opened here."""
        if self._own:
            self.database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -------------------------------------------------------------- reading

    def saves(self) -> list[SaveInfo]:
        """All saves, the last played first."""
        with self.database.reading() as db:
            return rows.infos(db, self.owner)

    def endings(self) -> dict[str, Finish]:
        """How the saves that are over ended, by name."""
        with self.database.reading() as db:
            return rows.endings(db, self.owner)

    def names(self) -> list[str]:
        """The names in use."""
        with self.database.reading() as db:
            return rows.names(db, self.owner)

    def last(self, game: str = "") -> str:
        """The save played last."""
        which = rows.of_owner(self.owner) + (" AND game = :game" if game else "")
        query = f"SELECT name FROM saves WHERE {which} ORDER BY updated DESC, id DESC LIMIT 1"
        with self.database.reading() as db:
            row = db.one(query, owner=self.owner, game=game)
        if row is None:
            raise SaveError("there are no saves yet")
        return str(row[0])

    def info(self, name: str) -> SaveInfo:
        """What the list says of a save."""
        with self.database.reading() as db:
            found = rows.infos(db, self.owner, name)
            if not found:
                rows.save_id(db, self.owner, name)
            return found[0]

    def revision(self, name: str) -> tuple[int, int]:
        """The key of the last chapter and how often it was changed: while they stay, so does the game."""
        with self.database.reading() as db:
            return rows.revision(db, self.owner, name)

    def tell_end(self, mark: tuple[int, int]) -> None:
        """The end of a chapter has been shown to its player, as it was at this revision (see `revision`)."""
        if not self.end_told(mark):
            with self.database.writing() as db:
                sql = "UPDATE chapters SET told = revision WHERE id = :id AND revision = :revision"
                db.run(sql, id=mark[0], revision=mark[1])

    def end_told(self, mark: tuple[int, int]) -> bool:
        """Whether it has been shown, here or on another device."""
        with self.database.reading() as db:
            return (
                db.one("SELECT 1 FROM chapters WHERE id = :id AND told = :revision", id=mark[0], revision=mark[1])
                is not None
            )

    def load(self, name: str, number: int | None = None) -> Loaded:
        """A chapter with its journal and the moment it is of; the last one if no number is given."""
        with self.database.reading() as db:
            loaded = rows.load(db, self.owner, name, number)
            sealed.open_closed(db, [loaded.chapter])
            return loaded

    def chapter(self, name: str, number: int | None = None) -> Chapter:
        """A chapter with its journal; the last one if no number is given."""
        return self.load(name, number).chapter

    def chapters(self, name: str) -> list[Chapter]:
        """All chapters of a save."""
        with self.database.reading() as db:
            found = rows.load_all(db, self.owner, name)
            sealed.open_closed(db, found)
            return found

    def session(self, game: Game, name: str, number: int | None = None, trace: bool = True) -> Session:
        """A session over a chapter, not yet run. Only the last chapter can be played on; older ones are read."""
        loaded = self.load(name, number)
        keeper = StoreKeeper(self.database, self.folder, name, loaded.id, loaded.revision)
        secret = ""
        if sealed.is_sealed(loaded.chapter):
            with self.database.reading() as db:
                secret = sealed.secret_of(db, self.owner, name, loaded.chapter)
        return Session(game, loaded.chapter, keeper if loaded.last else None, trace, secret)

    # -------------------------------------------------------------- writing

    def create(self, chapter: Chapter, seed: str, name: str = "", exact: bool = True) -> str:
        """Keep a new save that begins with this chapter; its name: that given, if it must be `exact`."""
        return self.put(
            SaveFile(format=FORMAT, name=name, game=chapter.game, seed=seed, created=now(), chapters=[chapter]),
            exact=exact and bool(name),
        )

    def put(self, save: SaveFile, exact: bool = False) -> str:
        """Keep a whole save. Unless the name must be exactly this one, it gets a number if it is taken."""
        with self.database.writing() as db:
            return self.put_in(db, save, exact)[0]

    def put_in(self, db: Connection, save: SaveFile, exact: bool = False) -> tuple[str, int]:
        """The same within a transaction: the name of the save, and its key."""
        self._hold_names(db)
        if self.quota:
            check(db, self.owner, self.quota, weigh(save.chapters))
        name = self._free_name(db, save.name, f"{save.game}-{_kind(save.chapters)}", exact)
        values = {"owner": self.owner, "name": name, "game": save.game, "seed": save.seed}
        times = {"created": save.created, "updated": now()}
        id = db.insert_new("saves", {**values, **times})
        for chapter in save.chapters:
            rows.add_chapter(db, id, chapter)
        return name, id

    def used(self) -> int:
        """About how many bytes all saves take."""
        with self.database.reading() as db:
            return used(db, self.owner)

    def room(self, saves: bool = True) -> None:
        """Refuse at once what needs room, where there is none at all: for another save, or for more steps."""
        if self.quota:
            quota = self.quota if saves else self.quota._replace(saves=2**31)
            with self.database.reading() as db:
                check(db, self.owner, quota, 0)

    def next_chapter(
        self, game: Game, name: str, options: Mapping[str, str] | None = None, after: int | None = None
    ) -> Session:
        """Begin the next chapter of a tour with the settings of the last one.

        `after` is the chapter that is the last one as far as the caller knows; Stale if it is not any more.
        """
        info = self.info(name)
        before = self.session(game, name)
        last = before.chapter
        if after is not None and last.number != after:
            raise stale(name)
        if last.finished is None:
            before.run()  # the end follows from the steps, should the disk have refused it
        if last.finished is None:
            raise SaveError(f"save {name!r}: {game.chapter_word} {last.number} is not over yet")
        if last.finished.over:
            raise SaveError(f"save {name!r}: the tour is complete")
        number = last.number + 1
        chapter = begin(
            game,
            f"{info.seed}/{number}",
            number=number,
            campaign=_with_names(game, last.finished.campaign, last.names),
            options={**last.options, **(options or {})},
            house=before.house,
            automation=last.automation,
            table_dice=before.table_dice,
        )
        with self.database.writing() as db:
            save = rows.save_id(db, self.owner, name, lock=True)
            if db.number("SELECT max(number) FROM chapters WHERE save = :save", save=save) != last.number:
                raise stale(name)
            if self.quota and used(db, self.owner) > self.quota.account_bytes:
                raise Full("your saves take all the room you have; delete some first")
            rows.add_chapter(db, save, chapter)
            self._touch(db, save)
        return self.session(game, name)

    def drop_chapter(self, name: str) -> int:
        """Step back into the chapter before, if the last one has no step yet; its number."""
        with self.database.writing() as db:
            save = rows.save_id(db, self.owner, name, lock=True)
            loaded = rows.load(db, self.owner, name)
            chapter = loaded.chapter
            if chapter.number == 1 or len(chapter.auto) < len(chapter.entries):
                raise SaveError(f"save {name!r}: only a chapter without a step can be dropped")
            db.run("DELETE FROM chapters WHERE id = :id", id=loaded.id)
            self._touch(db, save)
        return chapter.number - 1

    def rename(self, name: str, new: str) -> None:
        """Give a save another name."""
        with self.database.writing() as db:
            self._hold_names(db)
            save = rows.save_id(db, self.owner, name, lock=True)
            if new != name:
                free = self._free_name(db, new, "", True)
                db.run("UPDATE saves SET name = :name WHERE id = :id", name=free, id=save)

    def copy(
        self,
        game: Game,
        name: str,
        new: str = "",
        *,
        number: int | None = None,
        step: int | None = None,
        seed: str = "",
    ) -> str:
        """A save of its own up to a chapter and a step; with a seed, with other dice from there."""
        info = self.info(name)
        chapters = self._unsealed(name, "copied")
        if number is not None:
            if not 1 <= number <= len(chapters):
                raise SaveError(f"save {name!r} has missions 1 to {len(chapters)}, not {number}")
            del chapters[number:]
        last = chapters[-1]
        if step is not None and not 0 <= step <= len(last.entries):
            raise SaveError(f"mission {last.number} of {name!r} has steps 0 to {len(last.entries)}, not {step}")
        if seed or step is not None:
            chapters[-1] = Session(game, last).fork(seed, step)
        return self.put(
            SaveFile(
                format=FORMAT,
                name=new or name,
                game=info.game,
                seed=seed or info.seed,
                created=now(),
                chapters=chapters,
            ),
            exact=bool(new),
        )

    def copy_prefix(self, game: Game, name: str, step: int) -> str:
        """A copy whose last chapter ends before a step that changed rules cannot take; its name."""
        info = self.info(name)
        chapters = self._unsealed(name, "copied")
        last = chapters[-1]
        while True:
            chapters[-1] = part = msgspec.structs.replace(
                last,
                entries=last.entries[:step],
                auto=[i for i in last.auto if i < step],
                automation="none",
                table_after=None,
                finished=None,
                check=None,
                rules_version=game.rules_version,
                charts=game.charts().digest(),
                version=__version__,
                remarks=[*last.remarks, f"the first {step} steps of {name}, under changed rules"],
            )
            session = Session(game, part, trace=False)
            try:
                session.run()
                break
            except RulesError:
                if not step:
                    raise
                step -= 1
        part.automation = last.automation
        part.table_after = None if last.table_after is None else session.rolls
        return self.put(
            SaveFile(format=FORMAT, name=name, game=info.game, seed=info.seed, created=now(), chapters=chapters)
        )

    def _unsealed(self, name: str, what: str) -> list[Chapter]:
        """All chapters of a save, unless it flies a strict challenge that is still open."""
        found = self.chapters(name)
        if any(map(sealed.is_sealed, found)):
            raise Refused(f"save {name!r} flies a strict challenge; it can be {what} when that has closed")
        return found

    def delete(self, name: str) -> None:
        """Remove a save for good."""
        with self.database.writing() as db:
            save = rows.save_id(db, self.owner, name, lock=True)
            db.run("DELETE FROM saves WHERE id = :id", id=save)

    def _touch(self, db: Connection, save: int) -> None:
        """The save was played just now."""
        db.run("UPDATE saves SET updated = :now WHERE id = :id", now=now(), id=save)

    def _hold_names(self, db: Connection) -> None:
        """Nobody else gives a save of this owner a name until the transaction ends."""
        self.database.lock(db, 1 + (self.owner or 0) % 2**30)

    def _free_name(self, db: Connection, wish: str, usual: str, exact: bool) -> str:
        """The name wished for, or a stem with a number that is free; `usual` is the stem without a wish."""
        taken = set(rows.names(db, self.owner))
        if exact or (wish and wish not in taken):
            if fault := name_fault(wish):
                raise SaveError(fault)
            if wish in taken:
                raise SaveError(f"there is a save {wish!r} already")
            return wish
        stem = re.sub(r"-\d+$", "", wish)[:34] if wish else usual
        number = 1
        while f"{stem}-{number}" in taken:
            number += 1
        return f"{stem}-{number}"

    # -------------------------------------------------------------- export, import

    def export(self, name: str) -> bytes:
        """A save as one JSON file."""
        info = self.info(name)
        found = self._unsealed(name, "exported")
        return encode_save(
            SaveFile(
                format=FORMAT,
                flakhouse=__version__,
                name=name,
                game=info.game,
                seed=found[0].seeds[0][1].rpartition("/")[0] if info.seed.startswith(SEALED) else info.seed,
                created=info.created,
                chapters=found,
            )
        )

    def import_(self, data: bytes, name: str = "", verify: bool = True) -> tuple[str, list[Verdict]]:
        """Read an exported save, check and replay it, and only then keep it: its name and the verdicts."""
        save = read_save(data)
        verdicts = check_save(save, verify)
        if not verify:
            save.chapters[-1].remarks = [*save.chapters[-1].remarks, "imported without a replay"]
        save.name = name or save.name
        return self.put(save, exact=bool(name)), verdicts


def _with_names(game: Game, campaign: JsonDict | None, names: Mapping[str, str]) -> JsonDict | None:
    """The record the next chapter begins with: the names given since the last one are in it."""
    return game.renamed(campaign, names) if campaign is not None and names else campaign
