"""Waves of fighters told: who was kept off, who came in and from where, who hit whom, and what that did.

A pass is told in the order of the log: our guns before they fire, their misses, their hits, and then the shots at
those who have gone by. A fighter is "it" or "he" only where the sentence before was about it.
"""

from __future__ import annotations

from collections import Counter

from flakhouse.render.bomber.blows import effects
from flakhouse.render.bomber.digest import word
from flakhouse.render.bomber.moments import BLOWS, Blow, Coming, Hit, Pass, Thing, Wave
from flakhouse.render.bomber.tale import Tale
from flakhouse.render.story.words import a_count, count, direction, join, nth, word_count

__all__ = ["attacks", "matters", "struck", "tell_off", "tell_wave"]

_PARAGRAPH = 60  # words of one that a new pass does not lengthen
_UNTOUCHED = 2  # times a story says that every gun missed
_GRAVE = 5  # the rank of harm of which it is said that no gun stopped it


def attacks(wave: Wave) -> int:
    """How often a fighter of it came in."""
    return sum(len(one.comings) for one in wave.passes)


def struck(tale: Tale, waves: list[Wave]) -> str:
    """Whether their fire hit the bomber, and harmed her: a part of the key of what is said of them."""
    blows = [blow for wave in waves for one in wave.passes for blow in one.blows]
    if any(tale.harm(blow.at, blow.things) for blow in blows):
        return "-harmed"
    return "-struck" if blows else ""


def _told_blow(tale: Tale, blow: Blow) -> bool:
    return any(tale.tells(thing.note) for thing in blow.things)


def _pass_matters(tale: Tale, one: Pass) -> bool:
    if any(hit.down for hit in one.hits) or any(_told_blow(tale, blow) for blow in one.blows):
        return True
    if any(blow.at in tale.log.grave for blow in one.blows):
        return True
    return any(tale.tells(thing.note) for thing in one.loose) or (tale.detail >= 3 and bool(one.hits))


def matters(tale: Tale, wave: Wave) -> bool:
    """Whether anything came of it that is told."""
    return any(_pass_matters(tale, one) for one in wave.passes)


def tell_wave(tale: Tale, wave: Wave) -> None:
    """A wave of which something came."""
    last = max(n for n, one in enumerate(wave.passes) if _pass_matters(tale, one))
    seen: Counter[str] = Counter()
    killed: dict[str, str] = {}  # whom each fighter has killed
    tale.focus = ""
    for one in wave.passes[: last + 1]:
        if sum(word_count(line.text) for line in tale.t.done[-1]) > _PARAGRAPH:
            tale.t.paragraph()
        _Telling(tale, one, seen, killed).tell()
    tale.focus = ""


def tell_off(tale: Tale, waves: list[Wave], key: str) -> None:
    """Those kept off by the escort or the formation, of one wave or of several in a row."""
    off = [entry for wave in waves for entry in wave.off]
    for who in Counter(by_whom for _, _, by_whom in off):
        events = tuple(at for at, _, by_whom in off if by_whom == who)
        kinds = Counter(tale.manner.types.get(kind, kind) for _, kind, by_whom in off if by_whom == who)
        those = join([_those(kind, n) for kind, n in kinds.items()])
        if who in ("escort", "formation"):
            tale.say(key if who == "escort" else "formation-off", events[0], *events, those=those)


def _sides(places: list[str]) -> str:
    """From how many sides they come: those of one clock come from one, whatever their height."""
    clocks = dict.fromkeys(where if where.startswith("Vertical") else where.partition(" ")[0] for where in places)
    if len(clocks) == 1:
        return f"{direction(next(iter(clocks)))} at several heights"
    return f"from {count(len(clocks))} sides"


def _those(kind: str, n: int) -> str:
    if n > 1:
        return a_count(n, kind)
    return f"{'an' if kind[:1] in 'AEIOU' else 'a'} {kind}"


#: Notes of a fighter that strikes the bomber itself, and how that is told.
_RAMS = {"collision": "collided", "baka-strikes": "baka-hit"}


class _Telling:
    """One pass being told. `seen` counts how often each fighter came, `killed` is whom it has killed."""

    def __init__(self, tale: Tale, one: Pass, seen: Counter[str], killed: dict[str, str]) -> None:
        self.tale = tale
        self.one = one
        self.seen = seen
        self.killed = killed
        self.where = {coming.fighter: direction(coming.where) for coming in one.comings}
        self.named: list[str] = []  # fighters of one side, in the order they were first spoken of
        self.told: set[int] = set()  # misses that are told
        self.fires = min((at for at, _ in one.missed), default=1 << 30)  # when the first of them fires
        self.fires = min([self.fires, *(blow.at for blow in one.blows)])

    def tell(self) -> None:
        """All of it."""
        one = self.one
        self._coming()
        if not _pass_matters(self.tale, one) and not one.hits and one.missed and not one.blows:
            self._all_missed(tuple(at for at, _ in one.missed))
            return
        self._hits([hit for hit in one.hits if hit.at < self.fires])
        for thing in one.loose:
            if thing.at < self.fires:
                self.tale.alone(thing)
        self._misses()
        later: list[Hit | Blow | Thing] = [hit for hit in one.hits if hit.at > self.fires]
        later += [*one.blows, *(thing for thing in one.loose if thing.at > self.fires)]
        for what in sorted(later, key=lambda what: what.at):
            if isinstance(what, Hit):
                self._passing(what)
            elif isinstance(what, Blow):
                self._blow(what)
            else:
                self._loose(what)

    def _loose(self, thing: Thing) -> None:
        """What befell by no fire of theirs: a collision with what it did, or something by itself."""
        tale = self.tale
        if thing.cause >= 0 and any(other.at == thing.cause for other in self.one.loose):
            return  # told with its cause
        if thing.kind not in BLOWS:
            tale.alone(thing)
            return
        if (rams := _RAMS.get(thing.kind)) is not None:
            fighter = word(thing.note, "fighter") or next(iter(self.where))
            tale.say(rams, thing.at, it=self.ref(fighter, subject=True))
        else:
            tale.alone(thing)
        self._after_ramming(thing.at, [other for other in self.one.loose if other.cause == thing.at])

    def _after_ramming(self, at: int, things: list[Thing]) -> None:
        """What a collision did."""
        tale = self.tale
        if any(tale.tells(other.note) for other in things):
            effects(tale, tale.t.phrase("blow-did", at), things, at, more="more-blow")

    def _said(self, fighter: str) -> None:
        """The last sentence was about this fighter."""
        self.tale.focus = fighter

    # ------------------------------------------------------------------ who comes

    def _coming(self) -> None:
        tale, comings = self.tale, self.one.comings
        new = [coming for coming in comings if not self.seen[coming.fighter]]
        back = [coming for coming in comings if self.seen[coming.fighter]]
        if new:
            self._new(new)
        if len(back) > 1:
            sides = Counter(direction(coming.where) for coming in back)
            each = ", ".join([f"{count(n)} {side}" for side, n in sides.items()] if len(sides) > 1 else sides)
            known = [fighter for fighter in self.seen if not fighter.startswith("ace ")]
            every = "both" if len(back) == 2 else f"all {count(len(back))}"
            many = every if len(back) == len(known) else f"{count(len(back))} of them"
            key = "came-back-many" if tale.detail >= 2 else "came-back-plain"
            tale.say(key, back[0].at, *(coming.at for coming in back), those=many, each=each)
        elif back:
            self._back(back[0], len(comings))
        for coming in comings:
            self.seen[coming.fighter] += 1
        for fighter in sorted(self.one.aces & set(self.where)):
            harm = [blow for blow in self.one.blows if blow.fighter == fighter]
            if any(_told_blow(tale, blow) for blow in harm) and not self.seen[f"ace {fighter}"]:
                one = self.ref(fighter)
                self.seen[f"ace {fighter}"] += 1
                tale.say("ace", next(c.at for c in comings if c.fighter == fighter), one=one)
                self._said(fighter)

    def _back(self, coming: Coming, together: int) -> None:
        """One that comes again."""
        fighter = coming.fighter
        times = self.seen[fighter] + 1
        key = "came-back" if times == 2 else "came-third" if times == 3 else "came-more"
        known = [other for other in self.seen if self.seen[other] and not other.startswith("ace ")]
        if self.tale.focus == fighter:
            it = "he" if self._ace(fighter) else "it"
        elif self._ace(fighter):
            it = "the ace"
        elif len(known) > 1:
            it = "one of them"
            key = {"came-third": "came-third-one", "came-more": "came-more-one"}.get(key, key)
        else:
            it = f"the {self._kind(fighter)}"
        self.tale.say(key, coming.at, it=it, where=direction(coming.where))
        self._said(fighter if together == 1 else "")

    def _ace(self, fighter: str) -> bool:
        """Whether he has been told of as an ace."""
        return bool(self.seen[f"ace {fighter}"])

    def _kind(self, fighter: str) -> str:
        kind = fighter.rsplit(" ", 1)[0]
        return self.tale.manner.types.get(kind, kind)

    def _new(self, new: list[Coming]) -> None:
        tale = self.tale
        kinds = Counter(self._kind(coming.fighter) for coming in new)
        those = join([_those(kind, n) for kind, n in kinds.items()])
        if len(new) > 1 and len(kinds) == 1 and set(kinds) <= tale.kinds_said:
            those = a_count(len(new), f"more {next(iter(kinds))}")
        again = bool(tale.kinds_said)
        tale.kinds_said |= set(kinds)
        sides = Counter(direction(coming.where) for coming in new)
        events = tuple(coming.at for coming in new)
        each = [f"{count(n)} {side}" for side, n in sides.items()]
        if len(sides) == 1 or len(each) > (3 if tale.detail >= 2 else 2):
            where = next(iter(sides)) if len(sides) == 1 else _sides([coming.where for coming in new])
            rams = any(coming.rams for coming in new)
            key = "came-ram" if rams else "came-next" if again else "came-in"
            tale.say(key, events[0], *events, those=those, where=where)
        else:
            key = "came-at-once-next" if again else "came-at-once"
            tale.say(key, events[0], *events, those=those, each=", ".join(each))
        self._said(new[0].fighter if len(self.where) == 1 else "")

    def ref(self, fighter: str, subject: bool = False) -> str:
        """A fighter of this pass in a sentence, as its object or as its subject."""
        if self.tale.focus == fighter:
            return ("he" if subject else "him") if self._ace(fighter) else "it"
        if self._ace(fighter) and sum(map(self._ace, self.where)) == 1:
            return "the ace"
        if len(self.where) == 1:
            return f"the {self._kind(fighter)}"
        side = self.where.get(fighter, "")
        same = [other for other, where in self.where.items() if where == side]
        if side and len(same) == 1:
            return f"the one {side}"
        return self._one_of(fighter, same, side)

    def _one_of(self, fighter: str, same: list[str], side: str) -> str:
        """One of several that came from the same side: the first spoken of, another, and so on."""
        before = [name for name in self.named if name in same]
        if fighter in before:
            return f"the {nth(before.index(fighter) + 1)}" + ("" if len(same) == len(self.where) else f" {side}")
        self.named.append(fighter)
        where = "" if len(same) == len(self.where) else f" {side}"
        if not before:
            if len(same) == 2:
                return f"one of the pair{where}"
            return f"one of the {count(len(same))}{where}" if where else "one of them"
        return f"the other{where}" if len(same) == 2 else f"another{where}"

    # ------------------------------------------------------------------ our guns

    def _gun(self, hit: Hit) -> str:
        """Where the gunner fired from; nothing if his job is about to say so."""
        tale = self.tale
        job = tale.cast.jobs.get(hit.name, "")
        if hit.name not in tale.cast.seen and tale.manner.own.get(hit.gun) == job:
            return ""
        return tale.manner.guns.get(hit.gun, f"with the {hit.gun.lower()}")

    def _hits(self, hits: list[Hit]) -> None:
        """Hits before they fire."""
        tale = self.tale
        down = {hit.fighter for hit in hits if hit.down}
        struck = {blow.fighter for blow in self.one.blows}
        for hit in hits:
            before = [other for other in hits if other.fighter == hit.fighter and other.at < hit.at]
            if hit.down:
                self._down(hit, before)
            elif hit.fighter in down or (tale.detail < 1 and hit.fighter not in struck):
                continue
            elif not any(other.at > hit.at and other.fighter == hit.fighter for other in hits):
                self._hit(hit, hit.fighter in struck, before)

    def _together(self, hit: Hit, before: list[Hit]) -> str:
        """Where the gunner fired from; with how many guns, if several of his hit, after whom, if others did."""
        own = {other.gun for other in (*before, hit) if other.name == hit.name}
        others = list(dict.fromkeys(other.name for other in before if other.name != hit.name))
        gun = f"with {count(len(own))} guns" if len(own) > 1 else self._gun(hit)
        return f"{gun} after {join([self.tale.cast.who(name) for name in others])}".strip() if others else gun

    def _hit(self, hit: Hit, came_on: bool, before: list[Hit]) -> None:
        """A hit on a fighter that is still in the air when it fires; others may have hit it `before`."""
        tale = self.tale
        missed = tuple(at for at, fighter in self.one.missed if fighter == hit.fighter)
        later = any(other.at > hit.at for other in self._on(hit.fighter))
        key = (
            "hit-broke"
            if missed and hit.leaves and not later
            else "hit-missed"
            if missed
            else "hit-only"
            if came_on
            else "hit"
        )
        if not missed and tale.detail < 2:
            return
        ace = self._ace(hit.fighter)
        it = self.ref(hit.fighter)
        gun = self._together(hit, before)
        tale.man(
            key,
            hit.name,
            hit.at,
            *(other.at for other in before),
            hit.at,
            *missed,
            it=it,
            gun=gun,
            he="he" if ace else "it",
            him="him" if ace else "it",
        )
        tale.subject = "" if ace else tale.subject
        self.told |= set(missed)
        self._said(hit.fighter)

    def _down(self, hit: Hit, before: list[Hit]) -> None:
        tale = self.tale
        it = self.ref(hit.fighter)
        gun = self._gun(hit)
        if hit.fighter in self.killed:
            it = f"the one that had killed {tale.cast.short(self.killed[hit.fighter])}"
        gun += tale.counted(hit.name, hit.at)
        if before and tale.detail >= 2:
            events = (before[-1].at, hit.at)
            first = before[-1].name
            own = first == hit.name
            key = "shot-down-own" if own else "shot-down-after"
            who = {} if own else {"first": lambda: tale.cast.who(first)}
            tale.man(key, hit.name, hit.at, *events, it=it, gun=gun, **who)
        else:
            tale.man("shot-down-one" if " " in it else "shot-down", hit.name, hit.at, it=it, gun=gun)
        self._said(hit.fighter)

    def _passing(self, hit: Hit) -> None:
        """A hit on a fighter that has fired and gone by."""
        tale = self.tale
        if not hit.down and (tale.detail < 2 or any(h.down and h.at > hit.at for h in self._on(hit.fighter))):
            return
        it = self.ref(hit.fighter)
        gun = self._gun(hit)
        he = "he" if self._ace(hit.fighter) else "it"
        passing = f" as {he} passed" if hit.gun.startswith("Tail") else ""
        if hit.down:
            passing += tale.counted(hit.name, hit.at)
            pronoun = it in ("it", "him")
            if not pronoun and hit.fighter in self.killed:
                it = f"the one that had killed {tale.cast.short(self.killed[hit.fighter])}"
            key = "passing-down" if pronoun else "passing-down-one"
        else:
            key = "passing-broke" if hit.leaves else "passing-hit"
        tale.man(key, hit.name, hit.at, it=it, gun=gun, passing=passing, he=he)
        tale.subject = ""
        self._said(hit.fighter)

    def _on(self, fighter: str) -> list[Hit]:
        return [hit for hit in self.one.hits if hit.fighter == fighter]

    # ------------------------------------------------------------------ their fire

    def _misses(self) -> None:
        tale, one = self.tale, self.one
        events = tuple(at for at, _ in one.missed if at not in self.told)
        if not events or tale.detail < 1:
            return
        if len(events) == 1 and (len(self.where) == 1 or one.hits or one.blows):
            fighter = next(fighter for at, fighter in one.missed if at == events[0])
            it = self.ref(fighter, subject=True)
            fire = {"it": "its fire", "he": "his fire"}.get(it, f"the fire of {it}")
            tale.say("one-missed", events[0], it=it, fire=fire)
            self._said(fighter)
        elif len(events) > 1:
            self._all_missed(events)

    def _all_missed(self, events: tuple[int, ...]) -> None:
        """Several that missed, or all."""
        whole = len(events) == len(self.where)
        if len(events) == 1:
            fighter = next(fighter for at, fighter in self.one.missed if at == events[0])
            it = self.ref(fighter, subject=True)
            fire = {"it": "its fire", "he": "his fire"}.get(it, f"the fire of {it}")
            self.tale.say("one-missed", events[0], it=it, fire=fire)
            self._said(fighter)
        elif whole and len(events) == 2:
            self.tale.say("both-missed", events[0], *events)
        else:
            rest = "all-missed" if whole else "most-missed"
            if not whole and (self.told or self.one.hits):  # of whom one may yet hit the bomber
                rest = "some-missed" if self.one.blows else "others-missed"
            self.tale.say(rest, events[0], *events, count=count(len(events)))

    def _blow(self, blow: Blow) -> None:
        tale, fighter = self.tale, blow.fighter
        told = _told_blow(tale, blow)
        self._untouched(blow)
        subject = self.ref(fighter, subject=True)
        rammed = next((thing for thing in blow.things if thing.kind in _RAMS), None)
        if rammed is not None:
            tale.say(_RAMS[rammed.kind], blow.at, rammed.at, it=subject)
            self._after_ramming(blow.at, [thing for thing in blow.things if thing is not rammed])
        elif told and blow.walks:
            whose = {"he": "his fire", "it": "its fire"}.get(subject, f"the fire of {subject}")
            effects(tale, whose, blow.things, blow.at, "walked the length of the bomber")
        elif told:
            effects(tale, subject, blow.things, blow.at)
        elif tale.harm(blow.at, blow.things):
            self._harmed(blow, subject)
        elif tale.detail >= 2:
            tale.say("scratched", blow.at, it=subject)
        else:
            return
        many = sum(not _told_blow(tale, other) for other in self.one.blows) > 1 and not told
        self._said(fighter if _simple(tale, blow) and not many else "")
        for thing in blow.things:
            if thing.kind == "killed":
                self.killed[fighter] = word(thing.note, "name")

    def _harmed(self, blow: Blow, subject: str) -> None:
        """Harm that is not told thing by thing; of several in one pass once."""
        tale = self.tale
        if blow.at in tale.log.grave:
            tale.say("struck-home", blow.at, it=subject)
            return
        plain = [b for b in self.one.blows if not _told_blow(tale, b) and tale.harm(b.at, b.things)]
        plain = [b for b in plain if b.at not in tale.log.grave]
        if len(plain) == 1:
            tale.say("harmed", blow.at, it=subject)
        elif blow is plain[0]:
            those = f"{count(len(plain))} of them" if len(self.one.blows) == len(plain) else "others"
            tale.say("harmed-more", blow.at, *(b.at for b in plain), those=those)

    def _untouched(self, blow: Blow) -> None:
        """That every gun missed the one who now does grave harm; only of one that has been told apart."""
        tale, fighter = self.tale, blow.fighter
        worst = max((tale.rank(thing.note) for thing in blow.things if tale.tells(thing.note)), default=0)
        hit = any(other.at < blow.at for other in self._on(fighter))
        if fighter not in self.one.fired or hit or worst < _GRAVE or tale.detail < 2:
            return
        apart = len(self.where) == 1 or list(self.where.values()).count(self.where.get(fighter, "")) == 1
        if not (apart or self._ace(fighter)) or tale.untouched >= _UNTOUCHED:
            return
        tale.untouched += 1
        tale.say("untouched", blow.at, him=self.ref(fighter))
        self._said(fighter)


def _simple(tale: Tale, blow: Blow) -> bool:
    """Whether the telling of a blow ends with the fighter as the one spoken of: no man or fire came after it."""
    told = [thing for thing in blow.things if tale.tells(thing.note)]
    return all(tale.book.part[tale.key(thing.note)].blow for thing in told) and not any(
        thing.kind in ("killed", "wounded", "third-wound", "ball-jammed") for thing in told
    )
