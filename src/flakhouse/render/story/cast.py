"""Who is who in a story. A man is named in full, with his job, the first time, and then by his last name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

__all__ = ["Cast"]


class Cast:
    """The men of a story: `jobs` are their jobs in words by their names."""

    def __init__(self, jobs: Mapping[str, str]) -> None:
        self.jobs = dict(jobs)
        self.seen: set[str] = set()
        self.clauses: dict[str, str] = {}  # what the tour has to say of a man, where he first appears
        self._last = Counter(_last(name) for name in jobs)

    def short(self, name: str) -> str:
        """His last name; the whole one if another aboard has the same."""
        return _last(name) if self._last[_last(name)] < 2 else name

    def who(self, name: str, front: bool = False) -> str:
        """A man in a sentence, with his job if he is new; `front` sets the job before the name."""
        if name in self.seen or name not in self.jobs:
            self.seen.add(name)
            return self.short(name)
        self.seen.add(name)
        job = self.jobs[name]
        clause = self.clauses.pop(name, "")
        if front and not clause:
            return f"the {job}, {name},"
        return f"{name}, the {job}{', ' + clause if clause else ''},"

    def listed(self, names: Iterable[str]) -> list[str]:
        """Men in a list that is too long for their jobs."""
        said = []
        for name in names:
            said.append(self.short(name) if name in self.seen else name)
            self.seen.add(name)
        return said


def _last(name: str) -> str:
    return name.rsplit(" ", 1)[-1]
