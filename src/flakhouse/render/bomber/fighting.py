"""Waves of fighters told: who was kept off, who came in and from where, who hit whom, and what that did.

Inside one pass our hits come first, then their misses, then their hits. An attack that came to nothing is counted.
"""

from __future__ import annotations

from collections import Counter

from flakhouse.core.events import Noted
from flakhouse.render.bomber.digest import word
from flakhouse.render.bomber.moments import Blow, Coming, Hit, Pass, Thing, Wave
from flakhouse.render.bomber.tale import Tale
from flakhouse.render.story.words import a_count, capital, count, direction, join, word_count

__all__ = ["attacks", "effects", "matters", "tell_wave"]

_MANY = 28  # words of a sentence that lists what a blow did
_PARAGRAPH = 60  # words of one that a new pass does not lengthen
_LEAK = "opened a leak in "  # how the words for a leak begin, in the books of both games


def attacks(wave: Wave) -> int:
    """How often a fighter of it came in."""
    return sum(len(one.comings) for one in wave.passes)


def _told_blow(tale: Tale, blow: Blow) -> bool:
    return any(tale.tells(thing.note) and tale.rank(thing.note) > 1 for thing in blow.things)


def _pass_matters(tale: Tale, one: Pass) -> bool:
    if any(hit.down for hit in one.hits) or any(_told_blow(tale, blow) for blow in one.blows):
        return True
    return any(tale.tells(thing.note) for thing in one.loose) or (tale.detail >= 3 and bool(one.hits))


def matters(tale: Tale, wave: Wave) -> bool:
    """Whether anything came of it that is told."""
    return any(_pass_matters(tale, one) for one in wave.passes)


def tell_wave(tale: Tale, wave: Wave) -> None:
    """A wave of which something came."""
    if wave.off and tale.detail >= 2:
        tell_off(tale, wave, "escort-some")
    last = max(n for n, one in enumerate(wave.passes) if _pass_matters(tale, one))
    seen: Counter[str] = Counter()
    killed: dict[str, str] = {}  # whom each fighter has killed
    for one in wave.passes[: last + 1]:
        if sum(word_count(line.text) for line in tale.t.done[-1]) > _PARAGRAPH:
            tale.t.paragraph()
        _Telling(tale, one, seen, killed).tell()
        for blow in one.blows:
            for thing in blow.things:
                if thing.kind == "killed":
                    killed[blow.fighter] = word(thing.note, "name")


def tell_off(tale: Tale, wave: Wave, key: str) -> None:
    """Those kept off by the escort or the formation."""
    by = Counter(who for _, _, who in wave.off)
    for who in by:
        events = tuple(at for at, _, by_whom in wave.off if by_whom == who)
        kinds = Counter(tale.manner.types.get(kind, kind) for _, kind, by_whom in wave.off if by_whom == who)
        those = join([_those(kind, n) for kind, n in kinds.items()])
        if who in ("escort", "formation"):
            tale.say(key if who == "escort" else "formation-off", events[0], *events, those=those)


def _he(it: str) -> str:
    """The enemy in the next clause."""
    return "he" if it in ("him", "the ace") else "it"


def _those(kind: str, n: int) -> str:
    if n > 1:
        return a_count(n, kind)
    return f"{'an' if kind[:1] in 'AEIOU' else 'a'} {kind}"


class _Telling:
    """One pass being told. `seen` counts how often each fighter came."""

    def __init__(self, tale: Tale, one: Pass, seen: Counter[str], killed: dict[str, str]) -> None:
        self.killed = killed
        self.tale = tale
        self.one = one
        self.seen = seen
        self.where = {coming.fighter: direction(coming.where) for coming in one.comings}
        self.told: set[int] = set()  # misses that are told

    def tell(self) -> None:
        """All of it."""
        self._coming()
        quiet = not _pass_matters(self.tale, self.one) and not self.one.hits
        if quiet and self.one.missed:
            events = tuple(at for at, _ in self.one.missed)
            self.tale.say("all-missed" if len(events) > 1 else "it-missed", events[0], *events)
            return
        self._hits()
        self._misses()
        for blow in self.one.blows:
            self._blow(blow)
        for thing in self.one.loose:
            self.tale.alone(thing)

    # ------------------------------------------------------------------ who comes

    def _coming(self) -> None:
        tale, comings = self.tale, self.one.comings
        new = [coming for coming in comings if not self.seen[coming.fighter]]
        back = [coming for coming in comings if self.seen[coming.fighter]]
        if new:
            self._new(new)
        for coming in back:
            times = self.seen[coming.fighter] + 1
            key = "came-back" if times == 2 else "came-third" if times == 3 else "came-more"
            it = "it" if len(comings) == 1 else f"the {self._kind(coming.fighter)}"
            if len(comings) == 1 and coming.fighter in self._aces():
                it = "the ace"
            if len(back) > 1 and coming is not back[0]:
                it = "another"
            tale.say(key, coming.at, it=it, where=direction(coming.where))
        for coming in comings:
            self.seen[coming.fighter] += 1
        for fighter in sorted(self.one.aces & set(self.where)):
            if any(_told_blow(tale, blow) for blow in self.one.blows if blow.fighter == fighter):
                one = "it" if len(comings) == 1 else self.ref(fighter)
                self.seen[f"ace {fighter}"] += 1
                tale.say("ace", comings[0].at, -1, one=one)

    def _aces(self) -> set[str]:
        return {fighter for fighter in self.where if self.seen[f"ace {fighter}"]}

    def _kind(self, fighter: str) -> str:
        kind = fighter.rsplit(" ", 1)[0]
        return self.tale.manner.types.get(kind, kind)

    def _new(self, new: list[Coming]) -> None:
        kinds = Counter(self._kind(coming.fighter) for coming in new)
        those = join([_those(kind, n) for kind, n in kinds.items()])
        if len(new) > 1 and set(kinds) <= self.tale.kinds_said:
            those = f"{count(len(new))} of them" if len(kinds) > 1 else count(len(new))
        self.tale.kinds_said |= set(kinds)
        sides = Counter(direction(coming.where) for coming in new)
        events = tuple(coming.at for coming in new)
        if len(sides) == 1 or len(new) == 1:
            where = next(iter(sides))
            rams = ", meaning to ram" if new[0].rams else ""
            self.tale.say("came-in", events[0], *events, those=those, where=where + rams)
            return
        each = [f"{count(n)} {side}" for side, n in sides.items()]
        if len(each) > 3:
            self.tale.say("came-in", events[0], *events, those=those, where=f"from {count(len(each))} sides")
            return
        self.tale.say("came-at-once", events[0], *events, those=those, each=", ".join(each))

    def ref(self, fighter: str) -> str:
        """A fighter of this pass in a sentence."""
        if len(self.where) == 1:
            return "him" if fighter in self._aces() else "it"
        if fighter in self._aces() and len(self._aces()) == 1 and self.seen[f"ace {fighter}"]:
            return "the ace"
        side = self.where.get(fighter, "")
        same = [other for other, where in self.where.items() if where == side]
        if not side or len(same) == len(self.where):
            return "one of them" if len(same) > 2 else "one of the pair"
        if len(same) == 1:
            return f"the one {side}"
        return f"one of the {count(len(same))} {side}"

    # ------------------------------------------------------------------ our guns

    def _gun(self, hit: Hit) -> str:
        """Where the gunner fired from; nothing if his job is about to say so."""
        tale = self.tale
        job = tale.cast.jobs.get(hit.name, "")
        if hit.name not in tale.cast.seen and tale.manner.own.get(hit.gun) == job:
            return ""
        return tale.manner.guns.get(hit.gun, f"with the {hit.gun.lower()}")

    def _hits(self) -> None:
        tale = self.tale
        down = {hit.fighter for hit in self.one.hits if hit.down}
        struck = {blow.fighter for blow in self.one.blows}
        for hit in self.one.hits:
            before = [other for other in self.one.hits if other.fighter == hit.fighter and other.at < hit.at]
            it = self.ref(hit.fighter)
            if hit.down:
                self._down(hit, before, it)
            elif hit.fighter in down or (tale.detail < 1 and hit.fighter not in struck):
                continue
            elif not any(other.at > hit.at and other.fighter == hit.fighter for other in self.one.hits):
                missed = tuple(at for at, fighter in self.one.missed if fighter == hit.fighter)
                key = "hit-only" if not missed else "hit-broke" if hit.leaves else "hit-missed"
                if key == "hit-only" and tale.detail < 2:
                    continue
                tale.man(key, hit.name, hit.at, hit.at, *missed, it=it, gun=self._gun(hit), he=_he(it))
                self.told |= set(missed)

    def _down(self, hit: Hit, before: list[Hit], it: str) -> None:
        tale = self.tale
        gun = self._gun(hit)
        if hit.fighter in self.killed:
            it = f"the one that had killed {tale.cast.short(self.killed[hit.fighter])}"
        gun += tale.counted(hit.name, hit.at)
        if before and tale.detail >= 2:
            events = (before[-1].at, hit.at)
            if before[-1].name == hit.name:
                tale.man("shot-down-own", hit.name, hit.at, *events, it=it, gun=gun)
            else:
                first = before[-1].name
                tale.man(
                    "shot-down-after",
                    hit.name,
                    hit.at,
                    *events,
                    it=it,
                    gun=gun,
                    first=lambda: tale.cast.who(first),
                )
            return
        tale.man("shot-down-one" if " " in it else "shot-down", hit.name, hit.at, it=it, gun=gun)

    def _misses(self) -> None:
        tale, one = self.tale, self.one
        events = tuple(at for at, _ in one.missed if at not in self.told)
        if not events or tale.detail < 1:
            return
        if len(self.where) == 1:
            tale.say("it-missed", events[0], *events)
        elif len(events) == 1 and (one.hits or one.blows):
            it = self.ref(next(fighter for at, fighter in one.missed if at == events[0]))
            tale.say("one-missed", events[0], it=it, fire=f"the fire of {it}")
        elif len(events) > 1:
            whole = len(events) == len(self.where)
            tale.say("all-missed" if whole else "others-missed", events[0], *events)

    # ------------------------------------------------------------------ their fire

    def _blow(self, blow: Blow) -> None:
        tale, fighter = self.tale, blow.fighter
        it = self.ref(fighter)
        ace = fighter in self._aces()
        hit = any(other.fighter == fighter for other in self.one.hits)
        if fighter in self.one.fired and not hit and tale.detail >= 2 and _told_blow(tale, blow):
            whom = "him" if ace else "it" if len(self.where) == 1 else self.ref(fighter)
            tale.say("untouched", blow.at, him=whom)
            it = "him" if ace else "it"
        subject = {"it": "it", "him": "he"}.get(it, it)
        if blow.walks and _told_blow(tale, blow):
            whose = "his fire" if ace else "its fire" if subject == "it" else f"the fire of {subject}"
            effects(tale, whose, blow.things, blow.at, "walked the length of the bomber")
        elif _told_blow(tale, blow):
            effects(tale, subject, blow.things, blow.at)
        elif tale.detail >= 2:
            tale.say("scratched", blow.at, it=subject)


# ------------------------------------------------------------------ what a blow did


class _Deeds:
    """What a blow did, as verbs with their objects, on the way to sentences."""

    def __init__(self, tale: Tale, subject: str, at: int) -> None:
        self.tale = tale
        self.subject = subject
        self.at = at
        self.verbs: list[tuple[str, list[int]]] = []
        self.said = False

    def add(self, verb: str, *events: int) -> None:
        """One more; a sentence that grows too long is ended first."""
        words = sum(word_count(text) for text, _ in self.verbs)
        if len(self.verbs) == 3 or (self.verbs and words + word_count(verb) > _MANY):
            self.flush()
        self.verbs.append((verb, list(events)))

    def flush(self) -> None:
        """Say what there is."""
        if not self.verbs:
            return
        tale = self.tale
        subject = self.subject
        if self.said:
            subject = tale.t.phrase("more-harm", self.at)
        text = f"{subject} {join(_leaks([verb for verb, _ in self.verbs]))}"
        tale.t.say(text, self.at, *(event for _, events in self.verbs for event in events))
        tale.subject = ""
        self.said = True
        self.verbs = []


def _leaks(verbs: list[str]) -> list[str]:
    """Leaks that one blow opened, told as one."""
    leaks = [verb.removeprefix(_LEAK) for verb in verbs if verb.startswith(_LEAK)]
    if len(leaks) < 2:
        return verbs
    first = next(i for i, verb in enumerate(verbs) if verb.startswith(_LEAK))
    others = [verb for verb in verbs if not verb.startswith(_LEAK)]
    return [*others[:first], f"opened leaks in {join(leaks)}", *others[first:]]


def effects(tale: Tale, subject: str, things: list[Thing], at: int, first: str = "") -> None:
    """What a blow did: "It killed A and wounded B." Men of one verb are joined."""
    deeds = _Deeds(tale, subject, at)
    if first:
        deeds.add(first)
    told = [thing for thing in things if tale.tells(thing.note)]
    n = 0
    while n < len(told):
        thing = told[n]
        part = tale.book.part[tale.key(thing.note)]
        run = [thing]
        while n + len(run) < len(told) and _same(thing.note, told[n + len(run)].note):
            run.append(told[n + len(run)])
        n += len(run)
        if part.blow:
            pattern = tale.t.pick(part.blow, thing.at)
            if len(run) > 1:
                deeds.add(_joined(tale, pattern, run), *(other.at for other in run))
            else:
                deeds.add(tale.fill(pattern, thing.note), thing.at)
        else:
            deeds.flush()
            for other in run:
                tale.alone(other)
    deeds.flush()


def _same(one: Noted, other: Noted) -> bool:
    """Two men to whom the same happened."""
    alike = one.kind == other.kind and word(one, "wound") == word(other, "wound")
    return alike and one.kind in ("killed", "wounded") and word(one, "name") != word(other, "name")


def _joined(tale: Tale, pattern: str, run: list[Thing]) -> str:
    names = [word(thing.note, "name") for thing in run]
    who = join([tale.cast.who(name) for name in names] if len(names) < 3 else tale.cast.listed(names))
    return pattern.format_map({**tale.plain(run[0].note), "who": who})


def whole(text: str) -> str:
    """A clause as a sentence."""
    return f"{capital(text)}."
