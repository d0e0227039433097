"""The challenges of a server: who entered, who handed in, and the table. `sealed` hides seeds of strict ones."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence

import msgspec

from flakhouse import games
from flakhouse.challenges.forms import Line, first_chapter, form_of, rank
from flakhouse.challenges.judge import Result, judge
from flakhouse.core.challenge import make
from flakhouse.core.chapter import BY_CHART, Chapter
from flakhouse.errors import Full, OptionError, Refused, Unknown
from flakhouse.savefile import FORMAT, SaveFile, now
from flakhouse.store import rows
from flakhouse.store.connection import Connection, Row
from flakhouse.store.database import Database
from flakhouse.store.saves import Store
from flakhouse.store.sealed import alias_of

__all__ = ["Challenges", "Contest", "Hosted", "Place", "place_of"]

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_MOST_OPEN = 20  # challenges of one maker at a time
_MOST_FLIGHTS = 5000  # of one challenge
_LONGEST = 366 * 24 * 3600  # seconds a challenge can be open
_TITLE = 60  # characters


class Hosted(msgspec.Struct, frozen=True):
    """A challenge as everybody may see it: the code of a strict one only when it has closed."""

    key: str
    title: str
    game: str
    form: str
    options: dict[str, str]
    strict: bool
    created: int
    closes: int  # seconds of the epoch
    closed: bool
    code: str  # of an open one, to fly it anywhere; "" of a strict one
    seed: str  # "" of a strict one before the close
    announced: dict[str, str]
    entered: int
    maker: int | None = None


class Place(msgspec.Struct, frozen=True):
    """A line of the table."""

    place: int | None  # None: not handed in, it does not count, or it cannot win
    player: str
    handed: int | None = None
    points: float | None = None
    lines: tuple[Line, ...] = ()
    tie: float = 0.0
    wins: bool = False
    why: str = ""  # why it does not count or cannot win
    undos: int = 0
    here: bool = False  # flown on this server, which has counted what was taken back


class Contest(msgspec.Struct, frozen=True):
    """A challenge and its table."""

    challenge: Hosted
    table: list[Place]


class _Kept(msgspec.Struct, frozen=True):
    """A challenge as the database has it."""

    id: int
    key: str
    title: str
    game: str
    form: str
    options: dict[str, str]
    strict: bool
    seed: str
    maker: int | None
    created: int
    closes: int

    @property
    def closed(self) -> bool:
        return self.closes <= time.time()

    @property
    def alias(self) -> str:
        return alias_of(self.key) if self.strict else ""

    def public(self, entered: int) -> Hosted:
        """What may be seen."""
        seen = not self.strict or self.closed
        code = "" if self.strict else self.seed.removeprefix(BY_CHART)
        announced = dict(form_of(self.form, self.game).announced(games.load(self.game), self.seed))
        return Hosted(
            self.key,
            self.title,
            self.game,
            self.form,
            self.options,
            self.strict,
            self.created,
            self.closes,
            self.closed,
            code,
            self.seed if seen else "",
            announced,
            entered,
            self.maker,
        )

    def judged(self, chapter: Chapter, here: bool) -> Result:
        """What a chapter comes to; `here`: it was flown on this server."""
        alias = self.alias if here and not self.closed else ""
        game = games.load(self.game)
        return judge(game, self.form, self.options, self.seed, chapter, strict=self.strict, alias=alias)


class Challenges:
    """All challenges of a database. Players are accounts, or on a server without any the names they give."""

    def __init__(self, database: Database, accounts: bool) -> None:
        self.database = database
        self.accounts = accounts

    # -------------------------------------------------------------- making and looking

    def create(
        self,
        game: str,
        closes: int,
        *,
        form: str = "",
        options: Mapping[str, str] | None = None,
        title: str = "",
        strict: bool = False,
        maker: int | None = None,
    ) -> str:
        """A new challenge; its key."""
        if game not in games.names():
            raise OptionError(f"no game {game[:40]!r}; games: {', '.join(games.names())}")
        if strict and not self.accounts:
            raise OptionError("a strict challenge needs a server with accounts; this one has none")
        if not 0 < closes - time.time() <= _LONGEST:
            raise OptionError("the closing date lies in the future, at most a year ahead")
        if len(title) > _TITLE or not title.isprintable():
            raise OptionError(f"the title can have up to {_TITLE} characters")
        found = form_of(form, game)
        chosen = dict(options or {})
        made = make(games.load(game), chosen, form=form)
        key = "".join(secrets.choice(_LETTERS) for _ in range(8))
        # A code has room for 40 bits: enough to name a challenge, too few to hide its dice.
        seed = f"{BY_CHART}{secrets.token_hex(32)}" if strict else made.seed
        first_chapter(games.load(game), form, chosen, seed)  # what cannot begin is refused here
        values = {"key": key, "title": title.strip() or found.title, "game": game, "form": form, "strict": strict}
        times = {"created": int(time.time()), "closes": closes, "maker": maker}
        with self.database.writing() as db:
            mine = "maker IS NULL" if maker is None else "maker = :maker"
            count = f"SELECT count(*) FROM challenges WHERE {mine} AND closes > :now"
            if db.number(count, maker=maker, now=int(time.time())) >= _MOST_OPEN:
                raise Full(f"you have {_MOST_OPEN} open challenges; wait until one has closed")
            db.insert("challenges", {**values, **times, "options": rows.as_json(chosen), "seed": seed})
        return key

    def close(self, key: str, maker: int | None) -> None:
        """Close it now; only who made it can."""
        with self.database.writing() as db:
            kept = _kept(db, key)
            if self.accounts and kept.maker != maker:
                raise Refused("only who made a challenge can close it")
            if not kept.closed:
                db.run("UPDATE challenges SET closes = :now WHERE id = :id", now=int(time.time()), id=kept.id)

    def all(self) -> list[Hosted]:
        """All challenges, those that close last first."""
        with self.database.reading() as db:
            found = db.rows(f"SELECT {_COLUMNS} FROM challenges ORDER BY closes DESC, id DESC")
            counted = db.rows("SELECT challenge, count(*) FROM challenge_flights GROUP BY challenge")
        entered = {int(str(id)): int(str(count)) for id, count in counted}
        return [(kept := _read(row)).public(entered.get(kept.id, 0)) for row in found]

    def get(self, key: str) -> Hosted:
        """One of them."""
        with self.database.reading() as db:
            kept = _kept(db, key)
            return kept.public(_flights(db, kept.id))

    # -------------------------------------------------------------- flying

    def enter(self, store: Store, key: str, player: str) -> str:
        """Begin the one flight of this player; the name of its save."""
        player = _player(player)
        with self.database.writing() as db:
            kept = _kept(db, key, lock=True)
            _still_open(kept)
            _room(db, kept.id)
            if _flight(db, kept.id, player) is not None:
                raise Refused(f"{player} has entered this challenge already; everybody flies it once")
            game = games.load(kept.game)
            chapter = first_chapter(game, kept.form, kept.options, kept.seed, kept.alias)
            save = SaveFile(
                format=FORMAT,
                name=f"challenge-{key}",
                game=kept.game,
                seed=kept.alias or kept.seed,
                created=now(),
                chapters=[chapter],
            )
            name, id = store.put_in(db, save)
            _add_flight(db, kept.id, store.owner, player, id)
        return name

    def flight_of(self, store: Store, key: str, player: str) -> tuple[str, bool] | None:
        """Of a player who has entered: the name of his save ("" if it is gone) and whether he has handed in."""
        player = _player(player)
        with self.database.reading() as db:
            flight = _flight(db, _kept(db, key).id, player)
            return (
                None if flight is None else (_save_name(db, store.owner, flight.save), flight.handed is not None)
            )

    def waiting(self, store: Store, name: str) -> str:
        """The key of the open challenge that this save flies and was not handed in to; "" if there is none."""
        with self.database.reading() as db:
            row = db.one(
                """SELECT challenges.key FROM challenges
                JOIN challenge_flights ON challenge_flights.challenge = challenges.id
                WHERE challenge_flights.save = :save AND challenge_flights.handed IS NULL AND closes > :now""",
                save=rows.save_id(db, store.owner, name),
                now=int(time.time()),
            )
        return "" if row is None else str(row[0])

    def hand_in(self, store: Store, key: str, player: str) -> Result:
        """Hand in the save with which this player entered: it is played again and scored."""
        player = _player(player)
        with self.database.reading() as db:
            kept = _kept(db, key)
            flight = _flight(db, kept.id, player)
            if flight is None:
                raise Refused(f"{player} has not entered this challenge")
            name = _save_name(db, store.owner, flight.save)
        if not name:
            raise Refused("the save of this flight was deleted; it cannot be handed in any more")
        chapter = store.chapter(name, 1)
        if chapter.finished is None:
            raise Refused("this flight is not over yet; fly it to its end first")
        return self._hand_in(kept, store.owner, player, chapter, here=True)

    def hand_in_file(self, store: Store, key: str, player: str, chapters: Sequence[Chapter]) -> Result:
        """Hand in a save that was flown elsewhere."""
        with self.database.reading() as db:
            kept = _kept(db, key)
        if kept.strict:
            raise Refused("a strict challenge is flown on this server; a save from elsewhere does not count")
        return self._hand_in(kept, store.owner, _player(player), chapters[0], here=False)

    def _hand_in(self, kept: _Kept, account: int | None, player: str, chapter: Chapter, here: bool) -> Result:
        """Judge a chapter and keep what it comes to, if it counts. The first result of a player stands."""
        _still_open(kept)
        result = msgspec.structs.replace(kept.judged(chapter, here), here=here)
        with self.database.writing() as db:
            _still_open(_kept(db, kept.key, lock=True))
            flight = _flight(db, kept.id, player)
            if flight is not None and flight.handed is not None:
                raise Refused(f"{player} has handed in already; the first result stands")
            if flight is not None and flight.account != account:
                raise Refused(f"another player flies as {player}")
            if result.why and not (kept.strict and here):
                raise Refused(f"this flight does not count: {result.why}")
            if flight is None:
                _room(db, kept.id)
                _add_flight(db, kept.id, account, player, None)
            db.run(
                """UPDATE challenge_flights SET handed = :handed, result = :result
                WHERE challenge = :challenge AND player = :player""",
                handed=int(time.time()),
                result=rows.as_json(result),
                challenge=kept.id,
                player=player,
            )
        if result.why:
            raise Refused(f"this flight does not count: {result.why}")
        return result

    # -------------------------------------------------------------- the table

    def table(self, key: str) -> list[Place]:
        """Everybody who entered: the best first, then those who do not count, then those who still fly."""
        with self.database.reading() as db:
            found = db.rows(
                "SELECT player, handed, result FROM challenge_flights WHERE challenge = :id ORDER BY id",
                id=_kept(db, key).id,
            )
        handed = {str(player): None if at is None else int(str(at)) for player, at, _ in found}
        results = {
            str(player): msgspec.json.decode(str(text), type=Result)
            for player, at, text in found
            if at is not None
        }
        scores = {player: result.score for player, result in results.items() if result.score is not None}
        placed = [place_of(at, player, handed[player], results[player]) for at, player in rank(scores)]
        refused = [place_of(None, p, handed[p], result) for p, result in results.items() if result.score is None]
        return [*placed, *refused, *(Place(None, player) for player in handed if player not in results)]


def place_of(at: int | None, player: str, handed: int | None, result: Result) -> Place:
    """The line of a result."""
    score = result.score
    if score is None:
        return Place(None, player, handed, why=result.why, undos=result.undos, here=result.here)
    points, lines, tie = score.points, score.lines, score.tie
    return Place(at, player, handed, points, lines, tie, score.wins, score.why, result.undos, result.here)


# ------------------------------------------------------------------ rows


class _Flight(msgspec.Struct, frozen=True):
    account: int | None
    save: int | None
    handed: int | None


_COLUMNS = ", ".join(_Kept.__struct_fields__)


def _read(row: Row) -> _Kept:
    values = dict(zip(_Kept.__struct_fields__, row, strict=True))
    values["options"] = msgspec.json.decode(str(values["options"]), type=dict[str, str])
    values["strict"] = bool(values["strict"])
    return msgspec.convert(values, _Kept)


def _kept(db: Connection, key: str, lock: bool = False) -> _Kept:
    held = db.held if lock else ""
    row = db.one(f"SELECT {_COLUMNS} FROM challenges WHERE key = :key{held}", key=key if key.isalnum() else "")
    if row is None:
        raise Unknown(f"no challenge {key[:40]!r}")
    return _read(row)


def _flights(db: Connection, challenge: int) -> int:
    return db.number("SELECT count(*) FROM challenge_flights WHERE challenge = :id", id=challenge)


def _room(db: Connection, challenge: int) -> None:
    if _flights(db, challenge) >= _MOST_FLIGHTS:
        raise Full(f"this challenge has {_MOST_FLIGHTS} players; it takes no more")


def _flight(db: Connection, challenge: int, player: str) -> _Flight | None:
    row = db.one(
        "SELECT account, save, handed FROM challenge_flights WHERE challenge = :challenge AND player = :player",
        challenge=challenge,
        player=player,
    )
    return (
        None if row is None else msgspec.convert(dict(zip(_Flight.__struct_fields__, row, strict=True)), _Flight)
    )


def _add_flight(db: Connection, challenge: int, account: int | None, player: str, save: int | None) -> None:
    values = {"challenge": challenge, "account": account, "player": player, "save": save}
    db.insert("challenge_flights", {**values, "entered": int(time.time()), "result": "null"})


def _save_name(db: Connection, owner: int | None, save: int | None) -> str:
    """The name of a save by its key; "" if it is gone or another's."""
    if save is None:
        return ""
    row = db.one(f"SELECT name FROM saves WHERE id = :id AND {rows.of_owner(owner)}", id=save, owner=owner)
    return "" if row is None else str(row[0])


def _still_open(kept: _Kept) -> None:
    if kept.closed:
        raise Refused("this challenge has closed")


def _player(name: str) -> str:
    name = " ".join(name.split())
    if not 0 < len(name) <= 40 or not name.isprintable():
        raise OptionError("say under which name you fly, 1 to 40 characters")
    return name
