"""The words for scenes: what they are called and how much they weigh, as `render/<game>/scenes.toml` says.

[scene.attack]                                  # a kind that the rules open
headline = "{fighter} attacks {where:place}"    # placeholders: facts of the scene, then of its notes
weight = "calm"
aside = "passing-shot"                          # such a scene begins, though the rules open none, with one of
asides = ["shot-misses"]                        # these notes, if it is about another fighter
whole = true                                    # in passing too all of it is told, where nothing was struck

[note.killed]                                   # a kind of note
weight = "grave"                                # its scene weighs at least that much
headline = "{name} is killed"                   # and is called so, if no other note in it weighs more
own = true                                      # a scene of its own
fresh = true                                    # which nothing before it brought about: its picture begins with it
dice = true                                     # says no more than its dice: no line beside them
joins = true                                    # of several in a row there is one such scene
ends = true                                     # how it ended: told in passing too, where nothing was struck
tone = "good"                                   # good news; "loss" for a loss
good = ["On Target"]                            # good news if one of its facts is that
bad = ["lost"]                                  # but never if one of them is this: then it is a loss
several = "{count} men are lost at sea"         # its headline where the scene has several of the kind
each = true                                     # there no one roll mattered: in passing too each is told
grief = "dead"                                  # a fact that counts: more than none is a loss, called by
mourns = "{bomber}: {dead:man is dead|men are dead}"
faint = 1                                       # names a scene only if no note of its weight is less faint;
                                                # below 0 before those that say nothing of it
worst = ["seriously"]                           # less faint by one where one of its facts is that
calm = "not hit"                                # a yes or no among its facts: where that is so, it is calm
only = ["Severe Headwind"]                      # it is calm, unless one of its facts is that
slight = ["Miscellaneous Malfunction"]          # it is calm where one of its facts is that
gone = true                                     # dice aimed at it are thrown no more
key = ["4-8"]                                   # the tables that decided it, where others were rolled as well

throws = ["5-9", "6-6"]     # at the top of the file: tables whose dice a player throws himself (throws.py)
slowly = ["5.2A-attack"]    # others that he throws himself where every scene stops
passing = ["zone"]          # kinds told in a line where only what matters stops, if nobody and nothing is hurt
calls = {"4-1" = "The tanks are dry"}       # what a throw is called before it falls, whatever scene it falls in
whom = ["7-13"]             # tables of which every result names the man: he is announced with the throw
reads = {"5-7" = {"Attacks normally" = "miss"}}     # results of a table in plainer words, beside their dice;
            # "needs": said in place of a number; "certain": what every result means, so that nobody throws it;
            # "verb": how the number is announced, if not by "needs";
            # "damaged #": of every result that ends in a number, which stands for #;
            # "natural 2": by the dice alone; "natural 2 miss": by both; met, missed: whether they showed what was
            # needed; "5-7 Tail Cannon": the same for what a roll concerns, where that begins so;
            # "*": all tables that give a number
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from importlib import resources

import msgspec

from flakhouse.core import toml
from flakhouse.core.events import Noted, Rolled
from flakhouse.errors import ChartError
from flakhouse.render.needs import met

__all__ = ["TONES", "WEIGHTS", "NoteKind", "SceneBook", "SceneKind", "plain", "scene_book"]

WEIGHTS = ("calm", "notable", "grave")
TONES = ("", "good", "loss")


class SceneKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words for a kind of scene that the rules open."""

    headline: str
    weight: str = "calm"
    tone: str = ""
    aside: str = ""
    asides: tuple[str, ...] = ()
    whole: bool = False


class NoteKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a note makes of the scene it falls into."""

    weight: str = "notable"
    headline: str = ""
    own: bool = False
    fresh: bool = False
    dice: bool = False
    joins: bool = False
    ends: bool = False
    tone: str = ""
    good: tuple[str, ...] = ()
    bad: tuple[str, ...] = ()
    several: str = ""
    each: bool = False
    grief: str = ""
    mourns: str = ""
    faint: int = 0
    worst: tuple[str, ...] = ()
    calm: str = ""
    only: tuple[str, ...] = ()
    slight: tuple[str, ...] = ()
    gone: bool = False
    key: tuple[str, ...] = ()

    def weighs(self, note: Noted) -> int:
        """How much such a note weighs, as a place in WEIGHTS."""
        if self.calm and bool(note.facts.get(self.calm.removeprefix("not "))) is not self.calm.startswith("not "):
            return 0
        if self.only and not any(str(fact) in self.only for fact in note.facts.values()):
            return 0
        if any(str(fact) in self.slight for fact in note.facts.values()):
            return 0
        return WEIGHTS.index(self.weight)

    def fades(self, note: Noted) -> int:
        """How faint it is beside others of its weight."""
        return self.faint - any(str(fact) in self.worst for fact in note.facts.values())

    def sounds(self, note: Noted) -> str:
        """Its tone."""
        facts = [str(fact) for fact in note.facts.values()]
        if note.facts.get(self.grief) or any(fact in self.bad for fact in facts):
            return "loss"
        return "good" if any(fact in self.good for fact in facts) else self.tone

    def called(self, note: Noted, count: int) -> str:
        """Its headline, where the scene has so many of the kind."""
        if note.facts.get(self.grief):
            return self.mourns
        return self.several if count > 1 and self.several else self.headline


class SceneBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scenes.toml of a game."""

    base: str = ""  # the package of a book on which this one stands
    scene: dict[str, SceneKind] = {}
    note: dict[str, NoteKind] = {}
    throws: tuple[str, ...] = ()
    slowly: tuple[str, ...] = ()
    whom: tuple[str, ...] = ()
    reads: dict[str, dict[str, str]] = {}
    passing: tuple[str, ...] = ()
    calls: dict[str, str] = {}

    def words(self, chart: str, about: str = "") -> Mapping[str, str]:
        """The results of a table in plainer words; those of one gun before those of all."""
        words = dict(self.reads.get(chart, {}))
        for key, own in self.reads.items():
            table, _, gun = key.partition(" ")
            if gun and table == chart and about.startswith(gun):
                words |= own
        return words

    def read(self, roll: Rolled) -> str:
        """The result of a roll as it is read beside its dice. A table that gives a number has a verdict, where
        the book has one and it is known what the roll needed."""
        words = self.words(roll.chart, roll.about)
        natural = roll.total - sum(mod.value for mod in roll.mods)
        does = met(roll)
        said = (
            words.get(f"natural {natural}")
            or (words.get("met") if does else None)
            or plain(roll.result, words, natural)
        )
        if said is None and roll.needed is not None and (not roll.result or roll.result.isdecimal()):
            said = {**self.reads.get("*", {}), **words}.get("met" if does else "missed")
        return roll.result if said is None else said


def plain(result: str, words: Mapping[str, str], natural: int) -> str | None:
    """A result of a table in these words, by what the dice themselves show; None if they have none for it."""
    if (said := words.get(f"natural {natural} {result}")) is not None:
        return said
    if result in words:
        return words[result]
    kind, _, number = result.rpartition(" ")
    said = words.get(f"{kind} #") if number.isdecimal() else None
    return said if said is None else said.replace("#", number)


@functools.cache
def scene_book(package: str) -> SceneBook:
    """The scenes.toml of a renderer's package; an empty book if it has none."""
    file = resources.files(package).joinpath("scenes.toml")
    if not file.is_file():
        return SceneBook()
    try:
        book = msgspec.convert(toml.read(file.read_text(encoding="utf-8")), SceneBook)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as bad:
        raise ChartError(f"{package}: scenes.toml: {bad}") from bad
    if book.base:
        below = scene_book(book.base)
        throws, whom = (*below.throws, *book.throws), (*below.whom, *book.whom)
        slowly = (*below.slowly, *book.slowly)
        reads = {**below.reads, **book.reads}
        passing = (*below.passing, *book.passing)
        scene, note = {**below.scene, **book.scene}, {**below.note, **book.note}
        calls = {**below.calls, **book.calls}
        book = SceneBook("", scene, note, throws, slowly, whom, reads, passing, calls)
    weights = {kind: words.weight for kind, words in book.scene.items()}
    weights |= {kind: words.weight for kind, words in book.note.items()}
    tones = {kind: words.tone for kind, words in book.scene.items()}
    tones |= {kind: words.tone for kind, words in book.note.items()}
    for kind, tone in tones.items():
        if tone not in TONES:
            raise ChartError(f"{package}: scenes.toml: {kind}: tone {tone!r}, expected one of {TONES}")
    for kind, weight in weights.items():
        if weight not in WEIGHTS:
            raise ChartError(f"{package}: scenes.toml: {kind}: weight {weight!r}, expected one of {WEIGHTS}")
    return book
