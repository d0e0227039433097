"""Questions: what the rules ask of a player, and the signals that stop the rules for want of an answer."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["NOTHING_BARRED", "Ask", "NeedDice", "Pending"]

NOTHING_BARRED: Mapping[str, str] = {}


class Ask:
    """A question of the rules.

    `id` names the kind of question and never changes (saves and bots know it); `options` maps stable keys
    to labels; `barred` maps keys the rules name but do not allow now to the reason; `default` is what Enter
    takes; `routine` says that nothing unusual hangs on it; `free` that any short text may be the answer.
    """

    __slots__ = ("barred", "default", "free", "id", "options", "prompt", "routine", "rule")

    def __init__(
        self,
        id: str,
        rule: str,
        prompt: str,
        options: Mapping[str, str],
        default: str,
        barred: Mapping[str, str] = NOTHING_BARRED,
        routine: bool = False,
        free: bool = False,
    ) -> None:
        self.id = id
        self.rule = rule
        self.prompt = prompt
        self.options = options
        self.default = default
        self.barred = barred
        self.routine = routine
        self.free = free

    def accepts(self, key: str) -> bool:
        """Whether this is an answer."""
        if self.free:
            return 0 < len(key) <= 40 and key.isprintable() and key == key.strip()
        return key in self.options


class Pending(BaseException):
    """No answer yet: unwinds the rules to the session. No rule can catch it by accident."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(ask.id)
        self.ask = ask


class NeedDice(BaseException):
    """The player rolls at the table: the session must bring `count` faces for this chart."""

    def __init__(self, chart: str, title: str, count: int, roll: int, about: str = "") -> None:
        super().__init__(chart)
        self.about = about  # whom or what the throw concerns, where the chart does not say it
        self.chart = chart
        self.title = title
        self.count = count
        self.roll = roll
