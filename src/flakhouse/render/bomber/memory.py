"""What the tour remembers: clauses for the men and places of a flight, from the campaign log of the save.

At most three to a story and one to a man. They are offered where he first appears.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flakhouse.render.bomber.digest import word
from flakhouse.render.story.words import nth

if TYPE_CHECKING:
    from flakhouse.render.base import Record
    from flakhouse.render.bomber.moments import Log

__all__ = [
    "clauses",
    "fallen",
    "fallen_at",
    "fresh",
    "kills",
    "mission_of",
    "names",
    "owed",
    "own_mission",
    "times_over",
]

_MOST = 2  # clauses about men
_ROUND = (1, 10, 15, 20, 24, 25, 30, 35)  # missions of a man's that are worth a word


def _rows(record: Record) -> list[dict[str, object]]:
    """The flights of the tour before this one."""
    log = (record.campaign or {}).get("log")
    rows = [row for row in log if isinstance(row, dict)] if isinstance(log, list) else []
    return [row for row in rows if isinstance(row.get("flight"), int) and int(str(row["flight"])) < record.number]


def times_over(record: Record, city: str) -> int:
    """How often the crew, or a man of it, had been sent to a city before."""
    men = _men(record)
    rows = [row for row in _rows(record) if row.get("target") == city]
    return sum(not men or any(_aboard(row, name) for name in men) for row in rows)


def fresh(record: Record) -> bool:
    """Whether the whole crew is new, on a tour that others had flown."""
    men, rows = _men(record), _rows(record)
    return bool(men and rows) and not any(_aboard(row, name) for row in rows for name in men)


def _men(record: Record) -> list[str]:
    """Who flew, by the outcome; nobody while the flight is in the air."""
    crew = (record.outcome or {}).get("crew")
    return [str(man["name"]) for man in crew.values() if isinstance(man, dict)] if isinstance(crew, dict) else []


def owed(record: Record, mission: int) -> bool:
    """Whether the crew has flown for this mission before, and it did not count."""
    return any(row.get("mission") == mission and not row.get("credited") for row in _own(record))


def own_mission(record: Record, mission: int) -> int:
    """Which mission of this crew it is, where `mission` is that of the tour: a new crew begins at one."""
    own = _own(record)
    return mission if len(own) == len(_rows(record)) else sum(bool(row.get("credited")) for row in own) + 1


def _own(record: Record) -> list[dict[str, object]]:
    """The flights of this crew: back to the last on which nobody was aboard who flew with it later."""
    rows, men = _rows(record), set(_men(record))
    if not men:
        return rows
    own: list[dict[str, object]] = []
    for row in reversed(rows):
        crew = row.get("crew")
        aboard = {str(man).partition(":")[0] for man in crew.values()} if isinstance(crew, dict) else men
        if not aboard & men:
            break
        own.insert(0, row)
        men |= aboard
    return own


def mission_of(record: Record, name: str) -> int:
    """Which of a man's missions this flight is; 0 if the one before did not count."""
    rows = [row for row in _rows(record) if _aboard(row, name)]
    flown = sum(bool(row.get("credited")) for row in rows) + 1
    return 0 if rows and not rows[-1].get("credited") else flown


def _aboard(row: dict[str, object], name: str) -> bool:
    crew = row.get("crew")
    return isinstance(crew, dict) and any(str(man).startswith(f"{name}:") for man in crew.values())


def clauses(record: Record, log: Log) -> dict[str, str]:
    """What is said of men when they are first named: a first mission in a crew that has flown, a tenth, a 20th."""
    rows = _rows(record)
    if not rows:
        return {}
    found: dict[str, str] = {}
    named: list[str] = []
    for thing in log.things():
        if thing.kind in ("killed", "wounded", "takes-controls", "jump-killed"):
            named.append(word(thing.note, "name"))
    named += [hit.name for hit in log.hits() if hit.down]
    for name in dict.fromkeys(named):
        flown = mission_of(record, name)
        clause = f"on his {nth(flown)} mission"
        if len(found) < _MOST and flown in _ROUND and clause not in found.values():
            found[name] = clause
    return found


def kills(record: Record) -> dict[str, int]:
    """The victories of the men who are in the crew after the flight."""
    crew = (record.campaign or {}).get("crew")
    found: dict[str, int] = {}
    for man in crew.values() if isinstance(crew, dict) else ():
        if isinstance(man, dict) and isinstance(man.get("kills"), int):
            found[str(man["name"])] = int(str(man["kills"]))
    return found


def fallen_at(record: Record, city: str) -> str:
    """Who was killed when the crew was last over a city, if it was one man."""
    rows = [row for row in _rows(record) if row.get("target") == city]
    dead = _dead(rows[-1:])
    return dead[0] if len(dead) == 1 else ""


def fallen(record: Record) -> list[str]:
    """Everybody killed on the tour before this flight."""
    return _dead(_rows(record))


def _dead(rows: list[dict[str, object]]) -> list[str]:
    crews = [crew for row in rows if isinstance(crew := row.get("crew"), dict)]
    said = [str(man) for crew in crews for man in crew.values()]
    return [man.partition(":")[0] for man in said if man.endswith(": KIA")]


def names(record: Record) -> list[str]:
    """Everybody the tour has known."""
    log = (record.campaign or {}).get("log")
    crews = [row.get("crew") for row in log if isinstance(row, dict)] if isinstance(log, list) else []
    return [str(man).partition(":")[0] for crew in crews if isinstance(crew, dict) for man in crew.values()]
