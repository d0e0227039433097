"""The B-29 log in words: one line for a quiet turn, a sentence for everything that matters, dice beside it."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from flakhouse.core.events import Chosen, Event, Fact, Noted, Rolled
from flakhouse.render.b29 import digest
from flakhouse.render.b29.digest import Turn
from flakhouse.render.screen import LOSS, WARNING, Block, Line, ScreenRenderer, dice_text

__all__ = ["TextRenderer", "fill", "turn_head"]


# ------------------------------------------------------------------ facts in words


class _Count(int):
    """A number that knows its noun: `{boxes:box|boxes}`."""

    def __format__(self, spec: str) -> str:
        one, bar, many = spec.partition("|")
        return f"{int(self)} {one if self == 1 else many}" if bar else int(self).__format__(spec)


class _Flag:
    """A yes or no that knows its words: `{tight:, flying close|}`."""

    def __init__(self, value: bool) -> None:
        self.value = value

    def __format__(self, spec: str) -> str:
        yes, bar, no = spec.partition("|")
        if not bar:
            yes, no = "yes", "no"
        return yes if self.value else no


class _Facts(dict[str, object]):
    def __missing__(self, key: str) -> object:
        return _Missing(key)


class _Missing:
    """A fact the event does not have shows as its name."""

    def __init__(self, key: str) -> None:
        self.key = key

    def __format__(self, spec: str) -> str:
        return "{" + self.key + "}"


def fill(text: str, facts: Mapping[str, Fact]) -> str:
    """A template with the facts put in. Zone 0 of the rules is the base."""
    filled = text.format_map(_Facts({key: _shown(value) for key, value in facts.items()}))
    return filled.replace("in Zone 0", "at base").replace("In Zone 0", "At base")


def _shown(value: Fact) -> object:
    if isinstance(value, bool):
        return _Flag(value)
    return _Count(value) if isinstance(value, int) else value


# ------------------------------------------------------------------ the short log

#: What the heading of a turn says already.
_IN_HEAD = frozenset({"zone", "stay", "base", "weather", "altitude", "fuel", "off-course", "on-course"})
#: What is worth a line when the heading has been shown before it happened.
_LATE = frozenset({"weather", "altitude", "off-course", "on-course"})
#: Events whose last roll tells nothing of them.
_NO_DICE = frozenset(
    {
        "zone",
        "stay",
        "base",
        "target",
        "briefing",
        "fighter-placed",
        "rammer-placed",
        "coordinated-attack",
        "take-off-engine",
        "collision",
        "decompression",
        "compromised",
        "flak-hits",
        "flight-ends",
        "jumped",
        "evading",
        "bail-out",
        "mission-result",
        "no-assembly",
        "left-formation",
        "ditched",
        "take-off-over",
    }
)
#: Events that several rolls made; they are shown together.
_ROLLS = {"bombs-away": ("6-6", "6-7"), "fighter-hits": ("5-9", "5-10"), "fighter-destroyed": ("5-7", "5-8")}
#: Rolls that make only these events, whatever is noted after them.
_ONLY: dict[str, tuple[str, ...]] = {
    "4-2": ("weather",),
    "4-8": ("off-course", "on-course"),
    "4.2D-mask": (),
    "4.6-event": (),
    "5-5": (),
    "5-11": (),
    "5-12": (),
    "5-12b": (),
    "5.2A-attack": (),
    "5.5-threat": (),
    "6-3": (),
    "6-4": (),
    "6-5": (),
    "6-6": ("bombs-away",),
    "6-7": ("bombs-away",),
    "7-3-tunnel": ("tunnel-damaged",),
    "7-3f-release": ("bombs-hung",),
    "hole": ("compromised", "decompression"),
}
_LOSSES = frozenset(
    {
        "killed",
        "jump-killed",
        "down-with-plane",
        "lost-at-sea",
        "captured",
        "destroyed",
        "out-of-control",
        "landing-explosion",
        "bombs-detonate",
        "mid-air",
        "wing-off",
        "wing-snaps",
        "dive-wing-off",
        "nobody-flies",
        "take-off-accident",
    }
)
_WARNINGS = frozenset(
    {
        "wounded",
        "third-wound",
        "frostbitten",
        "fighter-hits",
        "flak-hits",
        "burst-inside",
        "collision",
        "baka-strikes",
        "fire",
        "fire-burns",
        "fire-nobody",
        "fire-limit",
        "no-extinguisher",
        "engine",
        "engine-burns",
        "engine-burns-on",
        "tank-fire",
        "center-tank-fire",
        "bay-tank-fire",
        "fuel-leak",
        "center-tank-leak",
        "wing-tank-leak",
        "out-of-fuel",
        "fumes",
        "pressure-lost",
        "compromised",
        "decompression",
        "off-course",
        "abort",
        "power-out",
        "no-controls",
        "controls-dead",
        "bail-out",
        "ditched",
        "gun-jams",
        "bombs-hung",
        "bay-hung",
        "left-formation",
        "mask-trouble",
        "oxygen-out",
        "oxygen-all-out",
    }
)


def turn_head(turn: Turn, mark: str) -> str:
    """The heading of a turn that has gone by, from the log alone."""
    if not turn.number:
        return ""
    parts = [f"Turn {turn.number}"]
    if turn.zone:
        parts.append(f"Zone {turn.zone} {turn.leg}" + (f", {turn.why}" if turn.why else ""))
    else:
        parts.append("the base square")
    if turn.zone and turn.altitude:
        parts.append(turn.altitude)
    if turn.weather:
        parts.append(turn.weather)
    if turn.formation:
        parts.append(turn.formation)
    if turn.off_course and turn.zone:
        parts.append("Off Course")
    if turn.wing is not None:
        parts.append(f"fuel {turn.wing}+{turn.bays}" if turn.bays else f"fuel {turn.wing}")
    return mark.join(parts)


class TextRenderer(ScreenRenderer):
    """The words of the log."""

    def fill(self, text: str, facts: Mapping[str, Fact]) -> str:
        """A template with the facts put in."""
        return fill(text, facts)

    def log(self, events: Iterable[Event], level: str = "full") -> list[str]:
        """The log at a level; the short one tells turn by turn."""
        if level != "brief":
            return [line for event in events for line in self.event_lines(event, level)]
        lines: list[str] = []
        for block in self.tell(list(events)):
            for text in [block.head] if block.head else []:
                lines += textwrap.wrap(text, self.width, subsequent_indent="  ")
            indent = "  " if block.head else ""
            for line in block.lines:
                lines += textwrap.wrap(
                    line.text, self.width, initial_indent=indent, subsequent_indent=indent + "  "
                )
        return lines

    def tell(self, events: Sequence[Event], since: int = 0, own: Collection[int] = ()) -> list[Block]:
        """What happened from event `since` on, turn by turn."""
        starts = {t.begins: t for t in digest.read(events).turns if t.number and t.begins >= since}
        block = Block("", [])
        blocks = [block]
        rolls: list[Rolled] = []  # since the last thing told
        for i in range(since, len(events)):
            event = events[i]
            if isinstance(event, Noted) and event.kind == "target":
                block = Block(self.title(0, events[: i + 1]), [])
                blocks.append(block)
            if i in starts:
                if not (isinstance(event, Noted) and event.kind == "take-off"):
                    _vain_hits(rolls, block, whole=True)
                    _came_to_nothing(rolls, block)
                block = Block(turn_head(starts[i], self.mark), [])
                blocks.append(block)
            if isinstance(event, Rolled):
                rolls.append(event)
            elif isinstance(event, Chosen):
                _vain_hits(rolls, block)
                _came_to_nothing(rolls, block)
                if i in own:
                    block.lines.append(self.choice_line(event))
            else:
                self._note(event, rolls, block)
        _came_to_nothing(rolls, block)
        return [block for block in blocks if block.head or block.lines]

    def _note(self, event: Noted, rolls: list[Rolled], block: Block) -> None:
        """The line of an event, with the rolls that made it."""
        kind = event.kind
        text = ""
        _vain_hits(rolls, block)
        if kind == "shot-misses":
            _miss(event, rolls, block)
            return
        if kind not in _IN_HEAD:
            text = self.note_text(event, "brief")
        elif kind in _LATE and not block.head:
            text = self.note_text(event, "full")
        if not text:
            _came_to_nothing(rolls, block)
            return
        made = _made_by(kind, rolls)
        _came_to_nothing([roll for roll in rolls if roll not in made], block)
        rolls.clear()
        if made:
            text += f" ({'; '.join(f'{roll.chart}: {dice_text(roll)}' for roll in made)})"
        block.lines.append(Line(text, LOSS if kind in _LOSSES else WARNING if kind in _WARNINGS else ""))


def _miss(event: Noted, rolls: list[Rolled], block: Block) -> None:
    """Shots without effect, one after another, share a line."""
    dice = f" {dice_text(rolls[-1])}" if rolls else ""
    shot = f"{event.facts.get('gun', '')} at {event.facts.get('fighter', '')}{dice}"
    rolls.clear()
    if block.lines and block.lines[-1].text.startswith(_NO_EFFECT):
        before = block.lines.pop().text
        block.lines.append(Line(f"{before[:-1]}; {shot}."))
    else:
        block.lines.append(Line(f"{_NO_EFFECT}{shot}."))


_NO_EFFECT = "No effect (5-7): "


def _made_by(kind: str, rolls: list[Rolled]) -> list[Rolled]:
    """The rolls shown beside an event: as a rule the last one before it."""
    if not rolls or kind in _NO_DICE:
        return []
    wanted = _ROLLS.get(kind)
    if wanted is None:
        last = rolls[-1].chart
        stem = "hole" if last.endswith(("-hole", "-decompression")) else last
        return rolls[-1:] if kind in _ONLY.get(stem, (kind,)) else []
    found = [roll for roll in rolls if roll.chart in wanted]
    return found[-len(wanted) :]


#: Rolls that nothing was noted of, and yet a player wants to hear of: chart and result to words.
_WORDS = {
    ("5.2A-attack", "No attack"): "No fighter attacks.",
    ("GTS-11", "no attack"): "No fighter attacks.",
    ("4-3", "Safe passage"): "Bad weather, but a safe passage.",
    ("4-3", "Formation Disrupted"): "A storm; a bomber on its own suffers no damage from it.",
    ("6-6", "On Target"): "The bomb run is on target.",
    ("6-6", "Off Target"): "The bomb run is off target.",
    ("4-3-collision", "No collision"): "No other bomber comes near in the storm.",
    ("4.5C4-correction", "Significant"): "A significant course correction costs one fuel box.",
    ("5-11", "Superficial Damage"): "A shell does superficial damage.",
    ("6-9", "Safe passage"): "A safe passage through the turbulence.",
    ("4.5C1-rally", "On time"): "At the rally point in time, though off course.",
    ("4.2D-revive", "Revived"): "He is found in time.",
    ("7-14", "No frostbite"): "No frostbite yet.",
    ("5-14", "No effect"): "The searchlights do not find the bomber.",
    ("5-14b-light", "No effect"): "The searchlight stays on.",
    ("5-15", "No combat"): "No night fighter attacks.",
    ("6-3", "Miss"): "The bursts miss.",
    ("7-12", "Fire continues"): "The fire burns on.",
    ("5-12", "x 0"): "A shell does no harm.",
    ("5-12b", "x 0"): "A shell does no harm.",
}
_DAMAGE = frozenset(f"7-{n}" for n in (1, 2, 3, 4, 6, 7, 8, 9, 10))  # 7-5 notes it, with the wing


def _vain_hits(rolls: list[Rolled], block: Block, whole: bool = False) -> None:
    """Tell of hits that did nothing, and why: each damage roll that another one follows with nothing noted in
    between. The last one may still come to something, unless the `whole` story is there."""
    mains = [i for i, roll in enumerate(rolls) if roll.chart in _TABLES]
    for i, after in pairwise([*mains, len(rolls)]):
        roll = rolls[i]
        if after == len(rolls):
            if not whole:
                break
        elif rolls[after].chart in ("7-9", "7-10"):
            continue  # the hit goes on on that table
        if roll.result != "Superficial Damage":
            where = "Hit in a wing" if roll.chart == "7-5" else roll.title
            dice = "; ".join(
                f"{part.chart}: {dice_text(part)}" for part in rolls[i:after] if part.chart.startswith("7-")
            )
            block.lines.append(Line(f"{where}: {roll.result.lower()}, no effect. ({dice})"))


#: The damage tables of the sections, the cockpit and the engineer's panel.
_TABLES = frozenset(f"7-{n}" for n in range(1, 11))


def _came_to_nothing(rolls: list[Rolled], block: Block) -> None:
    """Tell of rolls that came to nothing, if they are worth it; then there are none left."""
    told: dict[tuple[str, str], list[str]] = {}
    if any(roll.chart == "6-3" and roll.result == "Hit" for roll in rolls):
        rolls = [roll for roll in rolls if roll.chart != "6-3"]
    for roll in rolls:
        text = _WORDS.get((roll.chart, roll.result), "")
        if roll.chart in _DAMAGE and roll.result == "Superficial Damage":
            text = f"{roll.title}: superficial damage."
        if text:
            told.setdefault((text, roll.chart), []).append(dice_text(roll))
    for (text, chart), dice in told.items():
        block.lines.append(Line(f"{text} ({chart}: {', '.join(dice)})"))
    rolls.clear()
