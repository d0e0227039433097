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

__all__ = ["clauses", "fallen", "fallen_at", "kills", "names", "times_over"]

_MOST = 2  # clauses about men
_ROUND = (1, 10, 15, 20, 24, 25, 30, 35)  # missions of a man's that are worth a word


def _rows(record: Record) -> list[dict[str, object]]:
    """The flights of the tour before this one."""
    log = (record.campaign or {}).get("log")
    rows = [row for row in log if isinstance(row, dict)] if isinstance(log, list) else []
    return [row for row in rows if isinstance(row.get("flight"), int) and int(str(row["flight"])) < record.number]


def times_over(record: Record, city: str) -> int:
    """How often the crew had gone to a city before."""
    return sum(row.get("target") == city for row in _rows(record))


def _flown(rows: list[dict[str, object]], name: str) -> int:
    flown = 0
    for row in rows:
        crew = row.get("crew")
        if isinstance(crew, dict) and any(str(man).startswith(f"{name}:") for man in crew.values()):
            flown += 1
    return flown


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
        flown = _flown(rows, name) + 1
        if len(found) < _MOST and flown in _ROUND:
            found[name] = f"on his {nth(flown)} mission"
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
