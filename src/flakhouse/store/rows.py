"""What the rows of saves, chapters and entries mean, and the statements that read them.

Everything read here is narrowed to one owner's saves: `owner` is the id of an account, None the local player.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator, Sequence

import msgspec

from flakhouse.core.chapter import Chapter, Note
from flakhouse.core.game import Finish, JsonDict
from flakhouse.core.journal import Answer, Entry, Throw
from flakhouse.errors import SaveError, Unknown
from flakhouse.savefile import name_fault
from flakhouse.store.connection import Connection, Row
from flakhouse.store.schema import NUMBERS, TEXTS

__all__ = ["Loaded", "SaveInfo"]

_LAST_NUMBER = 2**63 - 1


class SaveInfo(msgspec.Struct, frozen=True):
    """A line of the list of saves."""

    name: str
    game: str
    status: str  # playing | between | over
    chapter: int  # the last chapter begun
    finished: int  # chapters played to their end
    steps: int  # answers and throws of the last chapter
    undos: int  # steps taken back past a die, all chapters
    house: str  # name of the house rules file of the last chapter, if any
    seed: str
    created: str
    updated: str


class Loaded(msgspec.Struct, frozen=True):
    """A chapter as it was read: `id` and `revision` say of which moment."""

    chapter: Chapter
    id: int
    revision: int
    last: bool  # whether it is the last chapter of its save, which can be played on


class _End(msgspec.Struct):
    """Of a finish, what the list of saves needs."""

    over: bool = False


_COLUMNS = tuple(name for name in (*NUMBERS, *TEXTS) if name != "revision")
_CHAPTER = ", ".join(f"chapters.{name}" for name in _COLUMNS)
_OF_SAVES = "saves JOIN chapters ON chapters.save = saves.id"


def as_json(value: object) -> str:
    """A value as a column keeps it."""
    return msgspec.json.encode(value).decode()


@contextlib.contextmanager
def damaged(name: str) -> Iterator[None]:
    """Values that cannot be read are told as a damaged save."""
    try:
        yield
    except (msgspec.MsgspecError, ValueError, RecursionError) as bad:
        raise SaveError(f"save {name!r} is damaged: {bad}") from bad


def of_owner(owner: int | None) -> str:
    """The condition that a save is that of `:owner`."""
    return "saves.owner IS NULL" if owner is None else "saves.owner = :owner"


def _called(owner: int | None) -> str:
    """The condition that a save is that of `:owner` with the name `:name`."""
    return f"{of_owner(owner)} AND saves.name = :name"


def _shown(name: str) -> str:
    """A name as the database is asked for it; what cannot be one is not shown to it."""
    return "" if name_fault(name) else name


# ------------------------------------------------------------------ saves


def names(db: Connection, owner: int | None) -> list[str]:
    """The names in use."""
    query = f"SELECT name FROM saves WHERE {of_owner(owner)} ORDER BY id"
    return [str(name) for (name,) in db.rows(query, owner=owner)]


def save_id(db: Connection, owner: int | None, name: str, lock: bool = False) -> int:
    """The key of a save; locked, nobody else changes it until the transaction ends."""
    query = f"SELECT id FROM saves WHERE {_called(owner)}{db.held if lock else ''}"
    row = db.one(query, owner=owner, name=_shown(name))
    if row is None:
        known = ", ".join(names(db, owner)[:8])
        raise Unknown(f"no save {name!r}; saves: {known or 'none yet'}")
    return int(str(row[0]))


def infos(db: Connection, owner: int | None, name: str | None = None) -> list[SaveInfo]:
    """What the list says of all saves or one, the last played first; in one query."""
    mine = of_owner(owner) if name is None else _called(owner)
    query = f"""SELECT saves.name, saves.game, saves.seed, saves.created, saves.updated, chapters.number,
            sums.ended, sums.undos, chapters.finished, chapters.house_name,
            (SELECT coalesce(max(entries.seq) + 1, 0) FROM entries WHERE entries.chapter = chapters.id)
        FROM saves
        LEFT JOIN (
            SELECT chapters.save, max(chapters.number) AS last, sum(chapters.undos) AS undos,
                sum(CASE chapters.finished WHEN 'null' THEN 0 ELSE 1 END) AS ended
            FROM {_OF_SAVES} WHERE {mine} GROUP BY chapters.save) AS sums ON sums.save = saves.id
        LEFT JOIN chapters ON chapters.save = saves.id AND chapters.number = sums.last
        WHERE {mine} ORDER BY saves.updated DESC, saves.id DESC"""
    return [_info(row) for row in db.rows(query, owner=owner, name=_shown(name or ""))]


def _info(row: Row) -> SaveInfo:
    """A line of the list from its row."""
    name, game, seed, created, updated, number, ended, undos, finished, house, steps = row
    if number is None:
        raise SaveError(f"save {str(name)!r} is damaged: it has no chapter")
    with damaged(str(name)):
        end: _End | None = msgspec.json.decode(str(finished), type=_End | None)
        return SaveInfo(
            name=str(name),
            game=str(game),
            status="playing" if end is None else "over" if end.over else "between",
            chapter=int(str(number)),
            finished=int(str(ended)),
            steps=int(str(steps)),
            undos=int(str(undos)),
            house=str(house),
            seed=str(seed),
            created=str(created),
            updated=str(updated),
        )


def endings(db: Connection, owner: int | None) -> dict[str, Finish]:
    """How the saves that are over ended, by name: the end of each one's last chapter; in one query."""
    query = f"""SELECT saves.name, chapters.finished FROM {_OF_SAVES}
        WHERE {of_owner(owner)} AND chapters.finished <> 'null' AND NOT EXISTS (
            SELECT 1 FROM chapters AS later
            WHERE later.save = chapters.save AND later.number > chapters.number)
        ORDER BY saves.id"""
    found: dict[str, Finish] = {}
    for name, finished in db.rows(query, owner=owner):
        with damaged(str(name)):
            end = msgspec.json.decode(str(finished), type=Finish)
        if end.over:
            found[str(name)] = end
    return found


# ------------------------------------------------------------------ chapters


def revision(db: Connection, owner: int | None, name: str) -> tuple[int, int]:
    """The key of the last chapter and the count of its changes; in one query."""
    query = f"""SELECT chapters.id, chapters.revision FROM {_OF_SAVES}
        WHERE {_called(owner)} ORDER BY chapters.number DESC LIMIT 1"""
    row = db.one(query, owner=owner, name=_shown(name))
    if row is None:
        save_id(db, owner, name)
        raise SaveError(f"save {name!r} is damaged: it has no chapter")
    with damaged(name):
        return int(str(row[0])), int(str(row[1]))


def load(db: Connection, owner: int | None, name: str, number: int | None = None) -> Loaded:
    """A chapter with its journal, the last one if no number is given; in two queries."""
    newest_of = "(SELECT max(every.number) FROM chapters AS every WHERE every.save = saves.id)"
    query = f"""SELECT saves.game, {newest_of}, chapters.id, chapters.revision, {_CHAPTER} FROM {_OF_SAVES}
        WHERE {_called(owner)} AND chapters.number = {newest_of if number is None else ":number"}"""
    wanted = number if number is None or 0 <= number <= _LAST_NUMBER else -1
    row = db.one(query, owner=owner, name=_shown(name), number=wanted)
    if row is None:
        save_id(db, owner, name)
        if number is None:
            raise SaveError(f"save {name!r} is damaged: it has no chapter")
        raise Unknown(f"save {name!r} has no mission {number}")
    game, newest, id, changes, *columns = row
    journal = db.rows("SELECT seq, auto, body FROM entries WHERE chapter = :id ORDER BY seq", id=id)
    chapter = from_row(name, str(game), columns, journal)
    with damaged(name):
        return Loaded(chapter, int(str(id)), int(str(changes)), int(str(newest)) == chapter.number)


def load_all(db: Connection, owner: int | None, name: str) -> list[Chapter]:
    """All chapters of a save with their journals; in two queries."""
    asked = {"owner": owner, "name": _shown(name)}
    found = db.rows(
        f"""SELECT saves.game, chapters.id, {_CHAPTER} FROM {_OF_SAVES}
            WHERE {_called(owner)} ORDER BY chapters.number""",
        **asked,
    )
    if not found:
        save_id(db, owner, name)
    journals: dict[object, list[Row]] = {id: [] for _, id, *_ in found}
    for id, *entry in db.rows(
        f"""SELECT entries.chapter, entries.seq, entries.auto, entries.body
            FROM {_OF_SAVES} JOIN entries ON entries.chapter = chapters.id
            WHERE {_called(owner)} ORDER BY entries.chapter, entries.seq""",
        **asked,
    ):
        journals[id].append(tuple(entry))
    return [from_row(name, str(game), columns, journals[id]) for game, id, *columns in found]


def add_chapter(db: Connection, save: int, chapter: Chapter) -> None:
    """Write a chapter with its journal. Its count of changes begins anywhere: even if its key had been another's
    before (a database that was put back while a server ran), nobody takes the one for the other."""
    values = {"save": save, "revision": secrets.randbelow(2**40), **to_row(chapter)}
    id = db.insert_new("chapters", values)
    auto = set(chapter.auto)
    db.insert_all("entries", [entry_row(id, seq, seq in auto, entry) for seq, entry in enumerate(chapter.entries)])


def entry_row(chapter: int, seq: int, auto: bool, entry: Entry) -> dict[str, object]:
    """A step of a journal as its row."""
    kind = "throw" if isinstance(entry, Throw) else "answer"
    return {"chapter": chapter, "seq": seq, "auto": int(auto), "kind": kind, "body": as_json(entry)}


def to_row(chapter: Chapter) -> dict[str, object]:
    """A chapter as its row, without its journal."""
    return {
        "number": chapter.number,
        "seeds": as_json(chapter.seeds),
        "campaign": as_json(chapter.campaign),
        "options": as_json(chapter.options),
        "house_name": chapter.house_name,
        "house": chapter.house,
        "rules_version": chapter.rules_version,
        "charts": chapter.charts,
        "version": chapter.version,
        "position": chapter.position,
        "step": chapter.step,
        "given": as_json(chapter.given),
        "automation": chapter.automation,
        "table_after": chapter.table_after,
        "undos": chapter.undos,
        "finished": as_json(chapter.finished),
        "final_check": chapter.check,
        "remarks": as_json(chapter.remarks),
        "notes": as_json(chapter.notes),
        "noses": as_json(chapter.noses),
        "names": as_json(chapter.names),
        "awards": as_json(chapter.awards),
    }


def from_row(name: str, game: str, columns: Sequence[object], journal: Sequence[Row]) -> Chapter:
    """A chapter from its row and its journal's rows (seq, auto, body)."""
    if [seq for seq, _, _ in journal] != list(range(len(journal))):
        raise SaveError(f"save {name!r} is damaged: steps are missing")
    values = dict(zip(_COLUMNS, columns, strict=True))
    texts = {key: str(value) for key, value in values.items()}
    decode = msgspec.json.decode
    with damaged(name):
        return Chapter(
            game=game,
            number=int(texts["number"]),
            seeds=decode(texts["seeds"], type=list[tuple[int, str]]),
            campaign=decode(texts["campaign"], type=JsonDict | None),
            options=decode(texts["options"], type=dict[str, str]),
            house_name=texts["house_name"],
            house=texts["house"],
            rules_version=int(texts["rules_version"]),
            charts=texts["charts"],
            version=texts["version"],
            position=None if values["position"] is None else texts["position"],
            step=texts["step"],
            given=decode(texts["given"], type=list[int]),
            automation=texts["automation"],
            table_after=None if values["table_after"] is None else int(texts["table_after"]),
            undos=int(texts["undos"]),
            entries=decode("[" + ",".join(str(body) for _, _, body in journal) + "]", type=list[Answer | Throw]),
            auto=[int(str(seq)) for seq, auto, _ in journal if auto],
            finished=decode(texts["finished"], type=Finish | None),
            check=None if values["final_check"] is None else int(texts["final_check"]),
            remarks=decode(texts["remarks"], type=list[str]),
            notes=decode(texts["notes"], type=list[Note]),
            noses=decode(texts["noses"], type=dict[str, str]),
            names=decode(texts["names"], type=dict[str, str]),
            awards=decode(texts["awards"], type=dict[str, str]),
        )
