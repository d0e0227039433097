"""What a blow did to the bomber and her men, as sentences.

Of one blow the same thing is never said twice: things of a kind are joined ("cut off the heat of the pilot and the
copilot"), and a fire is told with those who fought it in one sentence.
"""

from __future__ import annotations

from flakhouse.core.events import Noted
from flakhouse.render.bomber.digest import number, word
from flakhouse.render.bomber.moments import Thing
from flakhouse.render.bomber.tale import Tale
from flakhouse.render.story.words import count, join, nth, word_count

__all__ = ["effects"]

_MANY = 28  # words of a sentence that lists what a blow did
_VERBS = 3  # things in it
_FOUGHT = frozenset({"fights-fire", "fire-goes-on", "fire-out", "fire-burns"})


class _Deeds:
    """What a blow did, as verbs with their objects, on the way to sentences."""

    def __init__(self, tale: Tale, subject: str, at: int, more: str) -> None:
        self.tale = tale
        self.subject = subject
        self.at = at
        self.more = more
        self.verbs: list[tuple[str, list[int]]] = []
        self.said = False

    def add(self, verb: str, *events: int) -> None:
        """One more; a sentence that grows too long is ended first."""
        words = sum(word_count(text) for text, _ in self.verbs) + max(0, word_count(self.subject) - 3)
        if len(self.verbs) == _VERBS or (self.verbs and words + word_count(verb) > _MANY):
            self.flush()
        self.verbs.append((verb, list(events)))

    def flush(self) -> None:
        """Say what there is."""
        if not self.verbs:
            return
        tale = self.tale
        subject = tale.t.phrase(self.more, self.at) if self.said else self.subject
        text = f"{subject} {_joined([verb for verb, _ in self.verbs])}"
        own = () if self.said else (self.at,)
        tale.t.say(text, *own, *(event for _, events in self.verbs for event in events))
        tale.subject = ""
        self.said = True
        self.verbs = []


def effects(
    tale: Tale, subject: str, things: list[Thing], at: int, first: str = "", more: str = "more-harm"
) -> None:
    """What a blow did: "It killed A and wounded B." `more` is the phrase that begins a second sentence of it."""
    deeds = _Deeds(tale, subject, at, more)
    if first:
        deeds.add(first)
    told = [thing for thing in things if tale.tells(thing.note)]
    while told:
        group = _group(tale, told)
        told = [thing for thing in told if thing not in group]
        tale.once |= {thing.kind for thing in group if thing.kind == "engine"}
        part = tale.book.part[tale.key(group[0].note)]
        if part.blow:
            deeds.add(_verb(tale, group), *(thing.at for thing in group))
            continue
        deeds.flush()
        if group[0].kind in _FOUGHT:
            _fire(tale, group)
        else:
            for thing in group:
                tale.alone(thing)
    deeds.flush()


def _group(tale: Tale, told: list[Thing]) -> list[Thing]:
    """The next thing, with those that are told together with it."""
    first = told[0]
    if first.kind in _FOUGHT:
        run = [first]
        while len(run) < len(told) and told[len(run)].kind in _FOUGHT:
            run.append(told[len(run)])
        return run
    if (stopped := _stopped(told)) is not None:
        return [first, stopped]
    key = tale.key(first.note)
    if tale.book.part[key].many:
        return [thing for thing in told if tale.key(thing.note) == key]
    group = [first]
    for thing in told[1:]:
        if not _same_men(first.note, thing.note, group):
            break
        group.append(thing)
    return group


def _stopped(told: list[Thing]) -> Thing | None:
    """The note that an engine which runs away is stopped, or a burning tank explodes, if it is the next."""
    kinds = tuple(thing.kind for thing in told[:2])
    if kinds == ("tank-fire", "tank-explodes") and word(told[0].note, "tank") == word(told[1].note, "tank"):
        return told[1]
    if kinds != ("engine-runs-away", "engine"):
        return None
    same = number(told[0].note, "engine") == number(told[1].note, "engine")
    return told[1] if same and word(told[1].note, "state") == "feathered" else None


def _same_men(one: Noted, other: Noted, group: list[Thing]) -> bool:
    """Two men to whom the same happened."""
    alike = one.kind == other.kind and word(one, "wound") == word(other, "wound")
    names = {word(thing.note, "name") for thing in group}
    return alike and one.kind in ("killed", "wounded") and word(other, "name") not in names


def _verb(tale: Tale, group: list[Thing]) -> str:
    """What was done, to one or to several."""
    part = tale.book.part[tale.key(group[0].note)]
    if group[0].kind == "tank-fire" and _stopped(group) is not None:
        return f"set the {tale.plain(group[0].note)['tank']} tank on fire, which blew up"
    if _stopped(group) is not None:
        return f"hit {tale.plain(group[0].note)['engine']} engine, which ran away and had to be stopped"
    each = list(dict.fromkeys(tale.fill(part.each, thing.note) for thing in group)) if part.many else []
    if len(each) > 1:
        return tale.t.pick(part.many, group[0].at).format(all=join(each), count=count(len(each)))
    pattern = tale.t.pick(part.blow, group[0].at)
    if part.many or len(group) == 1:
        return tale.fill(pattern, group[0].note)
    names = [word(thing.note, "name") for thing in group]
    who = join([tale.cast.who(name) for name in names] if len(names) < 3 else tale.cast.listed(names))
    return pattern.format_map({**tale.plain(group[0].note), "who": who})


def _fire(tale: Tale, group: list[Thing]) -> None:
    """Who fought a fire, and how it ended."""
    fought = [thing for thing in group if thing.kind == "fights-fire"]
    out = any(thing.kind == "fire-out" for thing in group)
    events = tuple(thing.at for thing in group)
    if not fought:
        tale.say("fire-ended" if out else "fire-burned", events[0], *events)
        return
    names = list(dict.fromkeys(word(thing.note, "name") for thing in fought))
    who = join([tale.cast.who(name) for name in names] if len(names) < 3 else tale.cast.listed(names))
    tries = f" at the {nth(len(fought))} try" if out and len(fought) > 1 else ""
    key = "fire-fought-out" if out else "fire-fought-on"
    tale.say(key, events[0], *events, who=who, tries=tries)


def _joined(verbs: list[str]) -> str:
    """What a blow did; a clause that begins with "which" is closed before the last of it."""
    *first, last = verbs
    return f"{', '.join(first)}, and {last}" if any(", which " in verb for verb in first) else join(verbs)
