"""A bomber's flight told from its log by its facts; see render/story. A game gives its manner and its opening.

    where and how, out, the turning point, target, home, the end, what it came to

Everything is told in the order of the log. What weighs most is always told, the rest as far as there is room.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from flakhouse.core.events import Noted
from flakhouse.render.base import Record
from flakhouse.render.bomber import closing, ending, fighting, titles
from flakhouse.render.bomber.blows import effects
from flakhouse.render.bomber.digest import number, word
from flakhouse.render.bomber.memory import clauses, kills
from flakhouse.render.bomber.moments import BLOWS, BURSTS, Choice, Jump, Log, Thing, Wave, Zone, read
from flakhouse.render.bomber.tale import TOLD_BY, Manner, Seen, Tale
from flakhouse.render.story.tell import Story, fitting
from flakhouse.render.story.words import a_count, capital, count, join, long_count, share

__all__ = ["BomberStory"]

_MOST = 450  # words of a story in which something happened
#: A reserve that is getting thin: flown on with it wherever it is routine, so that nothing is made of it.
_THIN = "fuel short"


class BomberStory:
    """Tells flights of a game."""

    manner: ClassVar[Manner]
    own: ClassVar[frozenset[str]] = frozenset()  # kinds of notes that the game tells by itself

    def tell(self, record: Record) -> Story:
        """The story of a flight."""
        log = read(record.events)
        seen = self.seen(record, log)
        return fitting(lambda detail: self._compose(Tale(record, log, self.manner, seen, detail)), _MOST)

    def seen(self, record: Record, log: Log) -> Seen:
        """Who flew, by the outcome or, of a flight still in the air, by the log."""
        jobs: dict[str, str] = {}
        dead: list[str] = []
        crew = (record.outcome or {}).get("crew")
        if isinstance(crew, dict):
            for position, man in crew.items():
                if isinstance(man, dict):
                    jobs[str(man["name"])] = self.manner.jobs.get(position, position.lower())
                    if man.get("dead"):
                        dead.append(str(man["name"]))
        for event in record.events:
            if isinstance(event, Noted) and word(event, "name") and event.kind != "new-man":
                man_job = self.manner.jobs.get(word(event, "man"), word(event, "man").lower())
                jobs.setdefault(word(event, "name"), man_job)
        for event in record.events:
            if isinstance(event, Noted) and event.kind == "new-man":
                jobs.setdefault(word(event, "name"), self.manner.jobs.get(word(event, "man"), ""))
        target = log.first("target")
        mission = number(target.note, "mission") if target else record.number
        return Seen(jobs, dead, mission, clauses(record, log), kills(record))

    def _compose(self, tale: Tale) -> Story:
        """The story at one detail."""
        flight = _Flight(self, tale)
        self.opening(tale)
        tale.t.paragraph()
        flight.fly()
        tale.t.lead = ""
        ending.tell(tale)
        closing.tell(tale)
        return tale.t.story(titles.title(tale))

    # ------------------------------------------------------------------ what a game says itself

    def opening(self, tale: Tale) -> None:
        """Where and how."""

    def thing(self, tale: Tale, thing: Thing) -> None:
        """Something that happened by itself."""
        tale.alone(thing)

    def stays(self, tale: Tale, zone: Zone) -> None:
        """The bomber stays in a zone for a turn more."""


class _Flight:
    """The way out, the target and the way home."""

    def __init__(self, story: BomberStory, tale: Tale) -> None:
        self.story = story
        self.tale = tale
        self.home = False
        self.here = 0
        self.sighted = False  # whether fighters were about on this leg, kept off or not
        self.zones = 0  # quiet ones since something was told
        self.dull: list[Wave] = []
        self.off: list[Wave] = []  # kept off by the escort, one after another
        self.kept: list[int] = []  # events of waves that the formation kept off whole, one after another
        self.met = False  # whether any fighter has been met, or kept off
        self.leg = 0  # sentences told before this leg
        self.target = False
        self.declined: set[str] = set()
        self.waves_off = 0

    def fly(self) -> None:
        """Moment by moment."""
        for moment in self.tale.log.moments:
            if isinstance(moment, Zone):
                self._zone(moment)
            elif isinstance(moment, Wave):
                self._wave(moment)
            elif isinstance(moment, Choice):
                self._choice(moment)
            elif isinstance(moment, Jump):
                self._flush()
                ending.tell_jump(self.tale, moment)
            elif isinstance(moment, Thing):
                self._thing(moment)
        self._flush(last=True)

    # ------------------------------------------------------------------ quiet

    def _sentences(self) -> int:
        return sum(len(lines) for lines in self.tale.t.done)

    def _flush(self, last: bool = False) -> None:
        """Say what came to nothing since the last thing told."""
        tale = self.tale
        if self.off:
            fighting.tell_off(tale, self.off, "escort-all")
            self.off = []
        if self.kept:
            key = "kept-away" if len(self.kept) == 1 else "kept-away-many"
            tale.say(key, self.kept[0], *self.kept, count=count(len(self.kept)))
            self.kept = []
        if self.dull:
            self._say_dull()
        elif self.zones and not self.sighted and (last or self._sentences() == self.leg):
            brief = tale.log.first("target")
            if not last and not tale.manner.near:
                return
            if not self.home and brief is not None and self.here == number(brief.note, "zone") and not last:
                tale.say("quiet-until", self.zones, -1, city=word(brief.note, "city"))
            elif not self.home and (last or self.zones > 1):  # the zone they are in is not over yet
                tale.say("quiet-out" if last else "quiet-one", self.zones, -1)
            elif self.home and last and tale.detail >= 1:
                tale.say("quiet-home-more" if self.met else "quiet-home", 1000 + self.zones, -1)
        self.zones = 0

    def _say_dull(self) -> None:
        """Attacks of which nothing more is told, counted."""
        tale = self.tale
        n = sum(fighting.attacks(wave) for wave in self.dull)
        passes = [one for wave in self.dull for one in wave.passes]
        events = [coming.at for one in passes for coming in one.comings]
        blows = [blow.at for one in passes for blow in one.blows]
        if n:
            more = "-more" if tale.kinds_said else ""
            attacks = f"{long_count(n)}{' more' if more else ''} attacks"
            those = attacks if len(blows) >= n else f"{long_count(len(blows))} of {attacks}"
            stem = f"came-one{more}" if n == 1 else "came-many" if blows else f"came-many{more}"
            tale.say(
                stem + fighting.struck(tale, self.dull),
                events[0],
                *sorted([*events, *blows]),
                count=long_count(n),
                those=those,
            )
            tale.kinds_said.add("")
        self.dull = []

    def _zone(self, zone: Zone) -> None:
        if zone.home and not self.home:
            self._flush(last=True)
            self.home = True
            self.sighted = False
            self.tale.t.paragraph()
            self.tale.t.lead = self.tale.t.phrase("home-lead", zone.at)
            self.leg = self._sentences()
        elif self.zones == 0 and self.leg == 0:
            self.leg = self._sentences()
        self.here = zone.zone
        if zone.why not in ("", "turning"):
            self._flush()
            self.story.stays(self.tale, zone)
        self.zones += 1

    # ------------------------------------------------------------------ what happens

    def _wave(self, wave: Wave) -> None:
        tale = self.tale
        if not self.sighted:
            self._flush()
        self.sighted = True
        if not fighting.matters(tale, wave):
            self._idle(wave)
            self.met = self.met or bool(wave.passes or wave.off or wave.kept_off)
            return
        self._flush()
        if wave.off and tale.detail >= 2:
            fighting.tell_off(tale, [wave], "escort-some")
        self.met = True
        self._paragraph(wave)
        fighting.tell_wave(tale, wave)
        if len(tale.t.done[-1]) > 5:
            tale.t.paragraph()

    def _idle(self, wave: Wave) -> None:
        """A wave of which nothing came."""
        tale = self.tale
        if wave.passes:
            if self.off or self.kept:
                self._flush()
            self.dull.append(wave)
        elif wave.off and tale.detail >= 2 and self.waves_off < 2:
            by = {who for _, _, who in wave.off}
            if self.dull or self.kept or (self.off and by != {who for _, _, who in self.off[-1].off}):
                self._flush()
            self.waves_off += not self.off
            self.off.append(wave)
        elif wave.kept_off and tale.detail >= 3 and (self.kept or self.waves_off < 2):
            if self.off or self.dull:
                self._flush()
            self.waves_off += not self.kept
            self.kept.append(wave.at)

    def _paragraph(self, wave: Wave) -> None:
        """A new one for a wave that kills, or after a long one."""
        heavy = any(
            thing.note.kind == "killed" for one in wave.passes for blow in one.blows for thing in blow.things
        )
        if heavy or len(self.tale.t.done[-1]) > 4:
            self.tale.t.paragraph()

    def _choice(self, choice: Choice) -> None:
        """To go on with a cause to turn back; told once for each cause."""
        tale = self.tale
        leave = [subject for subject in choice.about if subject.kind in ("leave", "leave-credited")]
        named = " ".join(subject.name for subject in leave).lower()
        found = [cause for cause in tale.manner.causes if cause.lower() in named]
        fresh = [cause for cause in found if cause not in self.declined and cause != _THIN]
        self.declined |= set(found)
        if choice.key != "go-on" or not fresh:
            return
        self._flush()
        counts = any(subject.kind == "leave-credited" for subject in leave)
        counted = ", and the mission would have counted" if counts else ""
        if self._just_said(fresh[0]):
            tale.say("went-on-for-that", choice.at, counted=counted)
        else:
            tale.say("went-on", choice.at, cause=self._cause(fresh[0], choice.at), counted=counted)

    def _just_said(self, cause: str) -> bool:
        """Whether the last sentence has told what gives cause to turn back, and nothing else that might."""
        kinds = self.tale.last_kinds()
        return bool(kinds) and kinds <= TOLD_BY.get(cause, frozenset())

    def _cause(self, cause: str, at: int) -> str:
        """A cause to turn back; a man without heat or oxygen by his job."""
        kind = {"oxygen out": "oxygen-out", "heat out": "heat-out"}.get(cause, "")
        lost = [t for t in self.tale.log.things() if kind and t.kind == kind and t.at < at]
        if len(lost) > 1:
            return f"{capital(count(len(lost)))} men were without {cause.removesuffix(' out')}"
        if not lost:
            return self.tale.manner.causes[cause]
        job = self.tale.manner.jobs.get(word(lost[0].note, "station"), "")
        return f"The {job} was without {cause.removesuffix(' out')}"

    def _thing(self, thing: Thing) -> None:
        tale, kind = self.tale, thing.kind
        if kind == "over-target":
            self._flush(last=True)
            tale.t.paragraph()
            self.target = True
        elif kind == "flak":
            self._flak(thing)
        elif kind in BURSTS:
            self.level, self.burst = "", kind
        elif kind in BLOWS and kind != "fighter-hits":
            self._blow(thing)
        elif thing.cause >= 0:
            pass  # told with its blow
        elif kind in ("bombs-away", "bombs-hung", "no-bombs"):
            self._flush()
            self._bombs(thing)
        elif kind == "abort":
            self._flush()
            self._abort(thing)
        elif kind in self.story.own or tale.tells(thing.note):
            self._flush()
            self.story.thing(tale, thing)

    def _caused(self, cause: int) -> list[Thing]:
        """What a blow did, by its place in the log."""
        return [m for m in self.tale.log.moments if isinstance(m, Thing) and m.cause == cause and m.at != cause]

    def _blow(self, thing: Thing) -> None:
        """A blow that is no fighter's, and what it did."""
        tale = self.tale
        things = self._caused(thing.at)
        worth = [other for other in things if tale.tells(other.note)]
        if thing.kind == "flak-hits":
            level = self.level
            if self.burst and not level:
                self._burst(thing, things, bool(worth))
                return
            bursts = a_count(number(thing.note, "hits"), "burst")
            if not worth:
                after = "" if self.run else "-after"
                if thing.at in tale.log.grave:
                    tale.say(f"flak-hit{after}", thing.at, level=level)
                elif tale.harm(thing.at, things):
                    tale.say(f"flak-harmed{after}", thing.at, level=level, bursts=bursts)
                elif tale.detail >= 1:
                    tale.say(f"flak-scratched{after}", thing.at, level=level, bursts=bursts)
                return
            subject = tale.t.phrase(
                "flak-did" if self.run else "flak-did-after",
                thing.at,
                level=level,
                bursts=bursts,
                Level=capital(level),
            )
            effects(tale, subject, things, thing.at, more="more-flak")
            return
        self._flush()
        tale.alone(thing)
        if worth:
            effects(tale, tale.t.phrase("blow-did", thing.at), things, thing.at)

    def _burst(self, thing: Thing, things: list[Thing], worth: bool) -> None:
        """What fighters dropped or fired from afar before they came in."""
        tale = self.tale
        if worth:
            self._flush()
            effects(tale, tale.t.phrase(f"{self.burst}-did", thing.at), things, thing.at)
        elif tale.harm(thing.at, things):
            self._flush()
            tale.say(f"{self.burst}-harmed", thing.at)
        elif tale.detail >= 1:
            self._flush()
            tale.say(f"{self.burst}-scratched", thing.at)

    level = ""  # of the flak
    burst = ""  # what burst among them, where it was no flak
    run = True  # the flak of the bomb run
    shot_at = False  # whether there was flak on it

    def _flak(self, thing: Thing) -> None:
        """How heavy it was; what a hit does is told with the hit."""
        tale = self.tale
        self.level = word(thing.note, "level").removesuffix(" Flak").lower()
        self._flush()
        after = [m for m in tale.log.moments if isinstance(m, Thing) and m.at > thing.at]
        hit = next((m for m in after if m.kind in ("flak-hits", "flak-misses", "flak")), None)
        run = self.run = word(thing.note, "when") != "after the run"
        self.shot_at = self.shot_at or (run and self.level != "no")
        if self.level == "no":
            if tale.detail >= 2 and run:
                tale.say("flak-none", thing.at)
        elif hit is not None and hit.kind == "flak-misses" and tale.detail >= (1 if run else 3):
            after_key = "flak-after" if self.shot_at else "flak-after-only"
            tale.say("flak-missed" if run else after_key, thing.at, thing.at, hit.at, level=self.level)

    # ------------------------------------------------------------------ bombs and turning back

    def _bombs(self, thing: Thing) -> None:
        tale, note = self.tale, thing.note
        target = self.target_word()
        if thing.kind == "no-bombs":
            return
        if thing.kind == "bombs-hung":
            tale.say("bombs-brought" if _brought(tale, thing.at) else "bombs-kept", thing.at)
            return
        percent = number(note, "percent")
        why = tale.log.first("always-off")
        if why is not None and percent == 0:
            reason = tale.manner.causes.get(word(why.note, "why"), "There was no aiming")
            tale.say("bombs-why", thing.at, why.at, thing.at, why=reason, target=target)
        elif percent == 0:
            tale.say("bombs-wide", thing.at, target=target)
        elif word(note, "result") == "On Target":
            self._on_target(thing, target, percent)
        else:
            tale.say("bombs-off", thing.at, share=share(percent))

    def _on_target(self, thing: Thing, target: str, percent: int) -> None:
        tale = self.tale
        name = next((man for man, job in tale.cast.jobs.items() if job == "bombardier"), "")
        touched = [
            other
            for other in tale.log.things()
            if other.at < thing.at
            and (word(other.note, "name") == name or word(other.note, "station") == "Bombardier")
            and other.kind not in ("new-man", "recovery")
        ]
        if name and not touched:
            tale.man(
                "bombs-good",
                name,
                thing.at,
                target=target,
                share=share(percent),
                Who=lambda: capital(tale.cast.who(name)),
            )
        else:
            tale.say("bombs-good-no", thing.at, target=target, share=share(percent))

    def target_word(self) -> str:
        """The target by what it is."""
        brief = self.tale.log.first("target")
        kind = word(brief.note, "type") if brief is not None else ""
        return self.tale.manner.targets.get(kind, "target")

    def _abort(self, thing: Thing) -> None:
        tale = self.tale
        why = word(thing.note, "why")
        cause = next((known for known in tale.manner.causes if known.lower() in why.lower()), "")
        if cause and self._just_said(cause):
            tale.say("turned-back-for-that", thing.at)
        elif cause:
            tale.say("turned-back", thing.at, cause=self._cause(cause, thing.at))
        else:
            tale.say("turned-by-choice", thing.at)


def _brought(tale: Tale, hung: int) -> bool:
    """Whether bombs that did not drop came home with the bomber."""
    later = [thing.kind for thing in tale.log.things() if thing.at > hung]
    state = (tale.record.outcome or {}).get("bomber")
    lost = isinstance(state, dict) and state.get("state") == "lost"
    return bool(tale.record.outcome) and not lost and "bombs-jettisoned" not in later


def listing(words: Mapping[str, int]) -> str:
    """Kinds and how many of each."""
    return join([a_count(n, kind) for kind, n in words.items()])
