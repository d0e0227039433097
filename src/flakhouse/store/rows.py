"""What the rows of saves, chapters and entries mean, and the statements that read them.

Everything read here is narrowed to one owner's saves: `owner` is the id of an account, None the local player.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from sqlalchemy import ColumnElement, Connection, Executable, case, exists, func, insert, select

from flakhouse.core.chapter import Chapter, Note
from flakhouse.core.game import Finish, JsonDict
from flakhouse.core.journal import Answer, Entry, Throw
from flakhouse.errors import SaveError, Unknown
from flakhouse.savefile import name_fault
from flakhouse.store.schema import chapters, entries, saves

__all__ = ["Loaded", "SaveInfo"]

Row = tuple[object, ...]
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


_COLUMNS = [
    chapters.c[name]
    for name in (
        "number",
        "seeds",
        "campaign",
        "options",
        "house_name",
        "house",
        "rules_version",
        "charts",
        "version",
        "position",
        "step",
        "given",
        "automation",
        "table_after",
        "undos",
        "finished",
        "final_check",
        "remarks",
        "notes",
        "noses",
    )
]


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


def rows(db: Connection, statement: Executable) -> list[Row]:
    """What a statement finds."""
    return [tuple(row) for row in db.execute(statement)]


def one(db: Connection, statement: Executable) -> Row | None:
    """The first row a statement finds."""
    found = rows(db, statement)
    return found[0] if found else None


def of_owner(owner: int | None) -> ColumnElement[bool]:
    """The condition that a save is his."""
    return saves.c.owner.is_(None) if owner is None else saves.c.owner == owner


def called(name: str) -> ColumnElement[bool]:
    """The condition that a save has this name; what cannot be a name is not shown to the database."""
    return saves.c.name == ("" if name_fault(name) else name)


# ------------------------------------------------------------------ saves


def names(db: Connection, owner: int | None) -> list[str]:
    """The names in use."""
    return [str(name) for (name,) in rows(db, select(saves.c.name).where(of_owner(owner)).order_by(saves.c.id))]


def save_id(db: Connection, owner: int | None, name: str, lock: bool = False) -> int:
    """The key of a save; locked, nobody else changes it until the transaction ends."""
    query = select(saves.c.id).where(of_owner(owner), called(name))
    row = one(db, query.with_for_update() if lock else query)
    if row is None:
        known = ", ".join(names(db, owner)[:8])
        raise Unknown(f"no save {name!r}; saves: {known or 'none yet'}")
    return int(str(row[0]))


def infos(db: Connection, owner: int | None, name: str | None = None) -> list[SaveInfo]:
    """What the list says of all saves or one, the last played first; in one query."""
    mine = of_owner(owner) if name is None else of_owner(owner) & called(name)
    sums = (
        select(
            chapters.c.save,
            func.max(chapters.c.number).label("last"),
            func.sum(case((chapters.c.finished == "null", 0), else_=1)).label("ended"),
            func.sum(chapters.c.undos).label("undos"),
        )
        .join_from(chapters, saves, chapters.c.save == saves.c.id)
        .where(mine)
        .group_by(chapters.c.save)
        .subquery()
    )
    steps = (
        select(func.coalesce(func.max(entries.c.seq) + 1, 0))
        .where(entries.c.chapter == chapters.c.id)
        .correlate(chapters)
        .scalar_subquery()
    )
    query = (
        select(
            saves.c.name,
            saves.c.game,
            saves.c.seed,
            saves.c.created,
            saves.c.updated,
            chapters.c.number,
            sums.c.ended,
            sums.c.undos,
            chapters.c.finished,
            chapters.c.house_name,
            steps,
        )
        .outerjoin_from(saves, sums, sums.c.save == saves.c.id)
        .outerjoin(chapters, (chapters.c.save == saves.c.id) & (chapters.c.number == sums.c.last))
        .where(mine)
        .order_by(saves.c.updated.desc(), saves.c.id.desc())
    )
    return [_info(row) for row in rows(db, query)]


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
    later = chapters.alias()
    last = ~exists().where(later.c.save == chapters.c.save, later.c.number > chapters.c.number)
    query = (
        select(saves.c.name, chapters.c.finished)
        .join_from(saves, chapters, chapters.c.save == saves.c.id)
        .where(of_owner(owner), chapters.c.finished != "null", last)
        .order_by(saves.c.id)
    )
    found: dict[str, Finish] = {}
    for name, finished in rows(db, query):
        with damaged(str(name)):
            end = msgspec.json.decode(str(finished), type=Finish)
        if end.over:
            found[str(name)] = end
    return found


# ------------------------------------------------------------------ chapters


def revision(db: Connection, owner: int | None, name: str) -> tuple[int, int]:
    """The key of the last chapter and the count of its changes; in one query."""
    row = one(
        db,
        select(chapters.c.id, chapters.c.revision)
        .join_from(saves, chapters, chapters.c.save == saves.c.id)
        .where(of_owner(owner), called(name))
        .order_by(chapters.c.number.desc())
        .limit(1),
    )
    if row is None:
        save_id(db, owner, name)
        raise SaveError(f"save {name!r} is damaged: it has no chapter")
    with damaged(name):
        return int(str(row[0])), int(str(row[1]))


def load(db: Connection, owner: int | None, name: str, number: int | None = None) -> Loaded:
    """A chapter with its journal, the last one if no number is given; in two queries."""
    last = (
        select(func.max(chapters.c.number)).where(chapters.c.save == saves.c.id).correlate(saves).scalar_subquery()
    )
    query = (
        select(saves.c.game, last, chapters.c.id, chapters.c.revision, *_COLUMNS)
        .join_from(saves, chapters, chapters.c.save == saves.c.id)
        .where(of_owner(owner), called(name))
        .order_by(chapters.c.number.desc())
        .limit(1)
    )
    if number is not None:
        query = query.where(chapters.c.number == (number if 0 <= number <= _LAST_NUMBER else -1))
    row = one(db, query)
    if row is None:
        save_id(db, owner, name)
        if number is None:
            raise SaveError(f"save {name!r} is damaged: it has no chapter")
        raise Unknown(f"save {name!r} has no mission {number}")
    game, newest, id, changes, *columns = row
    journal = rows(
        db,
        select(entries.c.seq, entries.c.auto, entries.c.body)
        .where(entries.c.chapter == id)
        .order_by(entries.c.seq),
    )
    chapter = from_row(name, str(game), columns, journal)
    with damaged(name):
        return Loaded(chapter, int(str(id)), int(str(changes)), int(str(newest)) == chapter.number)


def load_all(db: Connection, owner: int | None, name: str) -> list[Chapter]:
    """All chapters of a save with their journals; in two queries."""
    mine = of_owner(owner) & called(name)
    found = rows(
        db,
        select(saves.c.game, chapters.c.id, *_COLUMNS)
        .join_from(saves, chapters, chapters.c.save == saves.c.id)
        .where(mine)
        .order_by(chapters.c.number),
    )
    if not found:
        save_id(db, owner, name)
    journals: dict[object, list[Row]] = {id: [] for _, id, *_ in found}
    for id, *entry in rows(
        db,
        select(entries.c.chapter, entries.c.seq, entries.c.auto, entries.c.body)
        .join_from(saves, chapters, chapters.c.save == saves.c.id)
        .join(entries, entries.c.chapter == chapters.c.id)
        .where(mine)
        .order_by(entries.c.chapter, entries.c.seq),
    ):
        journals[id].append(tuple(entry))
    return [from_row(name, str(game), columns, journals[id]) for game, id, *columns in found]


def add_chapter(db: Connection, save: int, chapter: Chapter) -> None:
    """Write a chapter with its journal. Its count of changes begins anywhere: even if its key had been another's
    before (a database that was put back while a server ran), nobody takes the one for the other."""
    values = {"save": save, "revision": secrets.randbelow(2**40), **to_row(chapter)}
    id = db.execute(insert(chapters).values(values).returning(chapters.c.id)).scalar_one()
    auto = set(chapter.auto)
    add_entries(db, [entry_row(int(id), seq, seq in auto, entry) for seq, entry in enumerate(chapter.entries)])


def add_entries(db: Connection, values: Sequence[Mapping[str, object]]) -> None:
    """Write steps of a journal."""
    if values:
        db.execute(insert(entries), values)


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
    }


def from_row(name: str, game: str, columns: Sequence[object], journal: Sequence[Row]) -> Chapter:
    """A chapter from its row and its journal's rows (seq, auto, body)."""
    if [seq for seq, _, _ in journal] != list(range(len(journal))):
        raise SaveError(f"save {name!r} is damaged: steps are missing")
    values = dict(zip((column.name for column in _COLUMNS), columns, strict=True))
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
        )
