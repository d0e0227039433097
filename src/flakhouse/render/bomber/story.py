"""The after-action report: what the log says, told in a few calm paragraphs.

Every sentence stands on events of the log. Sentences for single events come from the `story` lines of the
templates; what follows brings those together that read badly one by one: attacks, misses, wounds, weather.
A game subclasses `Story`, says how its briefing reads, and adds sentences of its own to `own`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from flakhouse.core.events import Event, Noted
from flakhouse.render.bomber.digest import Flight, Turn, read, word

__all__ = ["Say", "Story", "join", "lower_first", "zones"]

Say = Callable[[Noted], str]
T = TypeVar("T", bound=Turn)

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")


def join(words: Sequence[str]) -> str:
    """A, B and C."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def zones(numbers: Iterable[int]) -> str:
    """Zone 3, or Zones 3, 4 and 6."""
    found = list(dict.fromkeys(numbers))
    return ("Zone " if len(found) == 1 else "Zones ") + join([str(n) for n in found])


def lower_first(text: str) -> str:
    """A sentence as it goes on after a colon."""
    return text[:1].lower() + text[1:]


def _flak(event: Noted) -> str:
    """How heavy the flak was."""
    level, when = word(event, "level"), word(event, "when")
    if level == "No Flak":
        return f"There was no flak {when}."
    return f"There was {level.lower()} {when}."


def _over_target(event: Noted) -> str:
    """What the bombardier saw."""
    return f"They came over {word(event, 'city')} and found the target {word(event, 'visibility').lower()}."


def _bombs(event: Noted) -> str:
    """Where the bombs fell."""
    percent = f"{word(event, 'percent')} percent of them in the target area"
    if word(event, "result") == "On Target":
        return f"The bombs went down on target, {percent}."
    if word(event, "percent") == "0":
        return "The bombs fell wide of the target."
    return f"The bombs fell off target, {percent}."


def _trouble(event: Noted) -> str:
    """A random event."""
    return f"There was trouble aboard: {word(event, 'event').lower()}."


def _recovery(event: Noted) -> str:
    """What the surgeons said."""
    man, after = f"{word(event, 'man')} {word(event, 'name')}", word(event, "after")
    result = word(event, "result")
    if result == "flies again":
        return f"{man} recovered from his {after} and would fly again."
    if result == "dies of wounds":
        return f"{man} died of his wounds."
    return f"{man} was invalided home with his {after}."


class Story(Generic[T]):
    """Tells a flight. `say` gives the story line of an event, "" if it has none."""

    #: How many men there are.
    crew: ClassVar[int] = 10
    #: Events that the leg as a whole tells, or that need no sentence of their own.
    told: ClassVar[frozenset[str]] = frozenset({"take-off", "zone", "stay", "weather", "resistance", "altitude"})
    #: Events of the briefing that `briefing` tells.
    briefed: ClassVar[frozenset[str]] = frozenset({"target", "briefing", "campaign-begun"})
    #: Events of which several in a row make one sentence.
    groups: ClassVar[tuple[frozenset[str], ...]] = (
        frozenset({"fighter-placed"}),
        frozenset({"fighter-misses"}),
        frozenset({"killed"}),
        frozenset({"wounded"}),
        frozenset({"rescued"}),
        frozenset({"lost-at-sea"}),
        frozenset({"jumped-safe"}),
        frozenset({"jump-killed"}),
        frozenset({"down-with-plane"}),
        frozenset({"bombs-jettisoned"}),
        frozenset({"fighter-driven-off"}),
    )
    #: Fates told of man by man; those of a kind are brought together where the first of them stands.
    fates: ClassVar[tuple[str, ...]] = ("rescued", "lost-at-sea", "jumped-safe", "jump-killed", "down-with-plane")
    #: Sentences about men: "Pilot A and CFC B" were ...; and with a verb of their own.
    passive: ClassVar[Mapping[str, str]] = {
        "killed": "killed",
        "rescued": "picked up from the sea",
        "lost-at-sea": "lost at sea",
        "jump-killed": "killed leaving the bomber",
    }
    active: ClassVar[Mapping[str, str]] = {
        "jumped-safe": "came down by parachute among friends",
        "down-with-plane": "went down with the bomber",
    }
    #: A fighter comes in; what is said of it besides.
    placed: ClassVar[Mapping[str, str]] = {"fighter-placed": ""}
    #: A fighter that never got to fire: "one Tony" ...
    turned_away: ClassVar[Mapping[str, str]] = {"fighter-driven-off": "was driven off by the other bombers"}
    #: Words for the result of the mission.
    results: ClassVar[Mapping[str, str]] = {"draw": "a draw"}
    #: Words for the result of a landing; `{where}` is the place.
    landings: ClassVar[Mapping[str, str]] = {}
    #: Sentences for single events that a template alone cannot make.
    own: ClassVar[Mapping[str, Callable[[Noted], str]]] = {
        "flak": _flak,
        "over-target": _over_target,
        "bombs-away": _bombs,
        "event": _trouble,
        "recovery": _recovery,
    }
    #: Sentences that say where they are.
    placing: ClassVar[tuple[str, ...]] = ("They came over", "They came in over", "Bombs away")
    #: First words of sentences that are no names.
    common: ClassVar[frozenset[str]] = frozenset(
        {"a", "the", "they", "another", "there", "fuel", "one", "with", "pressure", "only", "both", *_NUMBERS[2:7]}
    )

    def __init__(self, turns: type[T], say: Say) -> None:
        self.turns = turns
        self.say = say

    # ------------------------------------------------------------------ what a game says of itself

    def target(self, event: Noted) -> str:
        """Where they were sent."""
        what = "a training flight to" if event.facts.get("training") else f"mission {word(event, 'mission')},"
        return f"The crew of {word(event, 'bomber')} was briefed for {what} {self.place(event)}{self.how(event)}."

    def place(self, event: Noted) -> str:
        """The target in a sentence."""
        return word(event, "city")

    def how(self, event: Noted) -> str:
        """How the mission was to be flown: ", by day and at high altitude"."""
        return ""

    def brief(self, event: Noted) -> str:
        """Their place in the formation, and what else they were told."""
        squadron = word(event, "squadron")
        where = f"the {squadron} squadron" if squadron else "the formation"
        return f"They were given the {word(event, 'place')} place in {where}."

    def take_off(self, brief: Noted | None) -> str:
        """The take-off."""
        return "The take-off went well."

    def way(self, turns: Sequence[T], way: str) -> list[str]:
        """What is said of a whole leg, `way` "out" or "home": weather and quiet zones."""
        return [self.weather(turns, way), self.quiet(turns)]

    # ------------------------------------------------------------------ the whole

    def paragraphs(self, events: Sequence[Event], dead: Sequence[str] = ()) -> list[str]:
        """The story of a flight.

        `dead` are all who did not live, "Pilot Frank Abbott"; who is not named by then is named at the end.
        """
        flight = read(events, self.turns)
        out = [turn for turn in flight.turns if turn.leg != "inbound"]
        back = [turn for turn in flight.turns if turn.leg == "inbound"]
        run = next((i for i, turn in enumerate(out) if turn.has("over-target")), len(out))
        sections = [
            [self._briefing(flight)],
            [_line(self.way(out, "out")), *self._turns(out[:run])],
            self._turns(out[run:]),
            [_line(self.way(back, "home")), *self._turns(back)],
            [self._after(flight)],
        ]
        found = [paragraph for section in sections[:-1] for paragraph in _gather(section)]
        whole = f"{self._everybody()} " in " ".join(found)
        unnamed = [man for man in dead if not whole and not any(man in paragraph for paragraph in found)]
        return [*found, *_gather([self._killed(unnamed), *sections[-1]])]

    def _everybody(self) -> str:
        """The whole crew."""
        return f"All {_NUMBERS[self.crew]} men"

    def _killed(self, men: list[str]) -> str:
        """The dead whom nothing has named so far."""
        if not men:
            return ""
        who = self._everybody() if len(men) == self.crew else join(men)
        return f"{who} {'was' if len(men) == 1 else 'were'} killed."

    def _briefing(self, flight: Flight[T]) -> str:
        """What came before the flight."""
        lines: list[str] = []
        begun, target, brief = (flight.first(kind) for kind in ("campaign-begun", "target", "briefing"))
        if begun is not None:
            lines.append(self.say(begun))
        if target is not None:
            lines.append(self.target(target))
        if brief is not None:
            lines.append(self.brief(brief))
        for event in flight.before:
            if isinstance(event, Noted) and event.kind not in self.briefed:
                lines.append(self.say(event))
        if flight.turns and flight.first("take-off") is not None:
            lines.append(self.take_off(brief))
        return _line(lines)

    # ------------------------------------------------------------------ the way

    def weather(self, turns: Sequence[T], way: str) -> str:
        """The weather of a leg: what it mostly was, and where it was not."""
        found: dict[str, list[int]] = {}
        for turn in turns:
            kind = turn.weather.split(",")[0].lower()
            if kind:
                found.setdefault(kind, []).append(turn.zone)
        if not found:
            return ""
        usual = max(found, key=lambda kind: len(found[kind]))
        others = [f"{kind} in {zones(where)}" for kind, where in found.items() if kind != usual]
        if not others:
            return f"The weather was {usual} on the way {way}."
        return f"The weather on the way {way} was mostly {usual}, {join(others)}."

    def quiet(self, turns: Sequence[T]) -> str:
        """The zones where fighters were looked for and none attacked."""
        quiet = [turn.zone for turn in turns if turn.resistance and not turn.fought()]
        return f"No fighter attacked in {zones(quiet)}." if quiet else ""

    # ------------------------------------------------------------------ a turn

    def _turns(self, turns: Iterable[T]) -> list[str]:
        """What happened turn by turn."""
        parts: list[str] = []
        zone = -1
        for turn in turns:
            text = self._turn(turn, turn.zone == zone)
            if text:
                zone = turn.zone
                parts.append(text)
        return parts

    def _turn(self, turn: T, again: bool) -> str:
        """What happened in a turn, in order."""
        lines: list[str] = []
        told = [event for event in turn.events if isinstance(event, Noted) and event.kind not in self.told]
        events = self._fates_together(told)
        at = 0
        alone = ""  # the one fighter the last sentence was about
        while at < len(events):
            run = 1
            while at + run < len(events) and self._together(events[at], events[at + run]):
                run += 1
            group = events[at : at + run]
            text = self.group(group)
            if text:
                fighter = word(group[0], "fighter") if run == 1 else ""
                if fighter and fighter == alone and text.startswith(f"{fighter} "):
                    text = f"It {text[len(fighter) + 1 :]}"
                alone = fighter if text.startswith((f"{fighter} ", "It ")) else ""
                lines.append(text)
            at += run
        if lines and turn.zone and not ("Zone " in lines[0] or lines[0].startswith(self.placing)):
            lines[0] = f"{'Still in' if again else 'In'} Zone {turn.zone} {self._lower(lines[0])}"
        return " ".join(lines)

    def _fates_together(self, events: list[Noted]) -> list[Noted]:
        """Fates of a kind one after the other; who was captured was picked up, but not by us."""
        taken = {word(event, "man") for event in events if event.kind == "captured"}
        events = [event for event in events if event.kind != "rescued" or word(event, "man") not in taken]
        ordered: list[Noted] = []
        for event in events:
            if event.kind not in self.fates:
                ordered.append(event)
            elif not any(other.kind == event.kind for other in ordered):
                ordered += [other for other in events if other.kind == event.kind]
        return ordered

    def _together(self, first: Noted, other: Noted) -> bool:
        """Whether two events share a sentence."""
        if first.kind == "wounded" and other.kind == "wounded":
            return word(first, "wound") == word(other, "wound")
        return any(first.kind in group and other.kind in group for group in self.groups)

    def _men(self, events: Sequence[Noted], verb: str = "") -> str:
        """Who, with was or were if the verb needs it."""
        men = list(dict.fromkeys(f"{word(event, 'man')} {word(event, 'name')}" for event in events))
        who = self._everybody() if len(men) == self.crew else join(men)
        one = len({word(event, "man") for event in events}) == 1
        return f"{who} {'was' if one else 'were'} {verb}." if verb else who

    def group(self, events: Sequence[Noted]) -> str:
        """The sentence for one event, or for several of a kind."""
        first, kind = events[0], events[0].kind
        if kind in self.placed:
            return self._placed(events)
        if kind == "fighter-misses":
            return f"{join([word(event, 'fighter') for event in events])} fired and missed."
        if kind == "wounded":
            return self._men(events, f"{word(first, 'wound')} wounded")
        if kind in self.passive:
            return self._men(events, self.passive[kind])
        if kind in self.active:
            return f"{self._men(events)} {self.active[kind]}."
        if kind in self.turned_away:
            parts = [f"one {word(event, 'type')} {self.turned_away[event.kind]}" for event in events]
            return f"O{join(parts)[1:]}."
        if kind == "fighter-hits":
            shells = word(first, "shells")
            return f"{word(first, 'fighter')} hit the bomber with {shells} shell{'' if shells == '1' else 's'}."
        if kind == "landing":
            result = word(first, "result")
            return self.landings.get(result, "They landed {where}: " + result + ".").format(
                where=word(first, "where")
            )
        if kind == "mission-result":
            result = self.results.get(word(first, "result"), word(first, "result"))
            return f"The flight went into the log as {result}; it {word(first, 'credited')}."
        own = self.own.get(kind)
        return own(first) if own is not None else self.say(first)

    def _placed(self, events: Sequence[Noted]) -> str:
        """Fighters coming in."""
        parts = []
        for i, event in enumerate(events):
            verb = "came in from" if i == 0 else "from"
            parts.append(f"{word(event, 'fighter')} {verb} {word(event, 'where')}{self.placed[event.kind]}")
        return join(parts) + "."

    def _lower(self, text: str) -> str:
        """The start of a sentence in the middle of one; names keep their capitals."""
        first, _, rest = text.partition(" ")
        return f"{first.lower()} {rest}" if first.lower() in self.common else text

    # ------------------------------------------------------------------ afterwards

    def _after(self, flight: Flight[T]) -> str:
        """The debriefing, and who came for the men lost."""
        lines: list[str] = []
        down = flight.noted("fighter-destroyed")
        if len(down) > 1:
            lines.append(f"The gunners were credited with {len(down)} fighters.")
        for event in flight.after:
            if isinstance(event, Noted) and event.kind != "new-man":
                lines.append(self.group([event]))
        parts = []
        for i, event in enumerate(flight.noted("new-man")):
            verb = "joined the crew as" if i == 0 else "as"
            parts.append(f"{word(event, 'rank')} {word(event, 'name')} {verb} {word(event, 'man')}")
        if parts:
            lines.append(f"{join(parts)}.")
        return _line(lines)


def _line(parts: Iterable[str]) -> str:
    """Sentences one after the other."""
    return " ".join(part for part in parts if part)


def _gather(parts: Iterable[str]) -> list[str]:
    """Short parts share a paragraph."""
    gathered: list[str] = []
    for part in parts:
        if not part:
            continue
        if gathered and len(gathered[-1]) + len(part) < 480:
            gathered[-1] += " " + part
        else:
            gathered.append(part)
    return gathered
