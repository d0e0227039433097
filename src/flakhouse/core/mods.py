"""Modifiers: what is added to a roll, and why."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["NO_MODS", "Mod", "listed"]


class Mod:
    """A modifier of a chart: value, reason in words, and the key rules know it by."""

    __slots__ = ("count", "key", "reason", "rule", "value")

    def __init__(self, value: int, reason: str, rule: str = "", key: str = "", count: int = 1) -> None:
        self.value = value
        self.reason = reason
        self.rule = rule
        self.key = key
        self.count = count

    def of(self, value: int) -> Mod:
        """The modifier with a value found elsewhere (a zone's figure, a sea state)."""
        return Mod(value, self.reason, self.rule)

    def times(self, count: int) -> Mod:
        """The modifier counted several times ("for each")."""
        if count == 1:
            return self
        return Mod(self.value * count, f"{self.reason} (x{count})", self.rule, self.key, count)

    def __repr__(self) -> str:
        return f"Mod({self.value:+d}, {self.reason!r})"


NO_MODS: tuple[Mod, ...] = ()


def listed(mods: Sequence[Mod]) -> str:
    """Each with its reason: "−3 landing in the dark, +1 Good weather"; "" if there are none."""
    return ", ".join([f"{mod.value:+d} {mod.reason}".replace("-", "−", 1) for mod in mods if mod.value])
