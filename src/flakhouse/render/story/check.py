"""Proves a story against its log: each thing that must be told is told once, with its man and in its order, and
nothing is said of it that the log does not have. The text is read by itself, too: names, forbidden words, lengths.

A game says what must be told (`Must`); everything else here holds for every story.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from flakhouse.core.events import Event, Noted
from flakhouse.render.story.tell import Line, Story
from flakhouse.render.story.words import word_count

__all__ = ["FORBIDDEN", "Must", "faults", "sentence_faults", "text_faults", "vocabulary"]

#: Words that belong to tables and logs.
FORBIDDEN = (
    r"\bFCA\b", r"\bFBOA\b", r"\bKIA\b", r"superficial", r"\bsections?\b", r"resistance: ", r"off course",
    r"random event", r"trouble aboard", r"mission aborted", r"\bdice\b", r"\btable\b",
    r"\brolls?\b", r"\b\d+ of \d+\b", r"\d+ zones?\b", r"zone \d", r"\binbound\b", r"\boutbound\b", r"luckily",
    r"terrible", r"heroic", r"fateful", r"!", r"\b0 \w+", r"\b1 (fighter|burst|man|shell)\b", r"[{}]",
    r"\b(FW ?190|Me ?1[01][09]|Focke-Wulf|Messerschmitt|Tony|George|Frank|Zeke|Oscar|Nick|Jack|Tojo) [A-F]\b",
    r",,", r" ,", r"\.\.", r"\ba (Oscar|Irving)\b",
)  # fmt: skip
_LONGEST = 38
#: Words with a capital letter that no log has to give.
_PLAIN = frozenset(
    {"England", "Germans", "German", "Japanese", "Japan", "China", "Eighth", "Twentieth", "Air", "Force", "Focke",
     "Wulf", "Messerschmitt", "U", "Baka", "Flight", "I", "No", "B", "Task", "Hornet", "Midway", "Pearl", "Harbor",
     "Vladivostok", "Soviets", "Enterprise"}
)  # fmt: skip


class Must(msgspec.Struct, frozen=True):
    """Something that must be told once: which event says it, whom the sentence names, with one of which words."""

    at: int
    what: str
    names: tuple[str, ...] = ()
    words: str = ""  # a pattern, one match of which the sentence has


def faults(
    story: Story, events: Sequence[Event], musts: Iterable[Must], blocks: Sequence[int], names: Iterable[str] = ()
) -> list[str]:
    """Everything that is wrong with a story.

    `blocks` says of each event which pass or scene it belongs to, `names` who is on the roster.
    """
    lines = story.lines()
    found = [*sentence_faults(story), *text_faults(story, events, names)]
    for must in musts:
        found += _told_once(must, lines)
    return found + _order_faults(lines, blocks)


def _told_once(must: Must, lines: Sequence[Line]) -> list[str]:
    at = [n for n, line in enumerate(lines) if must.at in line.events]
    told = [n for n in at if not must.words or re.search(must.words, lines[n].text)]
    if not at:
        return [f"not told: {must.what}"]
    if not told:
        return [f"told without a word for it: {must.what}: {lines[at[0]].text}"]
    if len(at) > 1:
        return [f"told {len(at)} times: {must.what}"]
    for name in must.names:
        last = name.rsplit(" ", 1)[-1]
        near = " ".join(line.text for line in lines[max(0, told[0] - 1) : told[0] + 1])
        text = lines[told[0]].text
        named = (
            last in text
            or (re.match(r"(Then h|H)e\b", text) and last in near)
            or re.match(r"(.*\b)?[Aa]ll \w+ ", text)
        )
        if not named:
            return [f"told without {name}: {must.what}: {text}"]
    return []


def _order_faults(lines: Sequence[Line], blocks: Sequence[int]) -> list[str]:
    """Nothing of a later scene is told before something of an earlier one."""
    found: list[str] = []
    low = high = -1
    for line in lines:
        known = [blocks[event] for event in line.events if 0 <= event < len(blocks)]
        if not known:
            continue
        if min(known) < low or max(known) < high:
            found.append(f"out of order: {line.text}")
        low, high = max(low, min(known)), max(high, max(known))
    return found


def sentence_faults(story: Story) -> list[str]:
    """Sentences too long, two in a row that begin alike, a pattern used twice with others to spare."""
    found: list[str] = []
    for lines in story.paragraphs:
        before = ""
        for line in lines:
            for sentence in re.split(r"(?<=[a-z]\.) (?=[A-Z])", line.text):
                if word_count(sentence) > _LONGEST:
                    found.append(f"{word_count(sentence)} words: {sentence}")
            first = line.text.split(" ")[0]
            if first == before:
                found.append(f"begins like the one before: {line.text}")
            before = re.split(r"(?<=[a-z]\.) (?=[A-Z])", line.text)[-1].split(" ")[0]
    found += _repeated(story)
    if word_count(story.title) > 6:
        found.append(f"title too long: {story.title}")
    return found


def _repeated(story: Story) -> list[str]:
    """A phrase said twice in one sentence, or a whole sentence said twice."""
    found: list[str] = []
    said: set[str] = set()
    for line in story.lines():
        phrases = [part.strip(" .").removeprefix("and ") for part in re.split(r", | and |; |: |\. ", line.text)]
        long = [part for part in phrases if word_count(part) > 4]
        twice = [part for n, part in enumerate(long) if _said_before(part, long[:n])]
        found += [f"said twice ({part}): {line.text}" for part in twice]
        if line.text in said and word_count(line.text) > 3 and not line.text.startswith(("He ", "It ")):
            found.append(f"the same sentence again: {line.text}")
        said.add(line.text)
    return found


def _said_before(phrase: str, before: list[str]) -> bool:
    """Whether the same was said before of the same subject; a phrase with a capital letter has its own."""
    for other in reversed(before):
        if f" {other}".endswith(f" {phrase}"):
            return True
        if other[:1].isupper():
            return False
    return False


def text_faults(story: Story, events: Sequence[Event], names: Iterable[str] = ()) -> list[str]:
    """Forbidden words, and names that are not in the log."""
    found: list[str] = []
    text = "\n".join(story.texts())
    for pattern in FORBIDDEN:
        if hit := re.search(pattern, text):
            found.append(f"forbidden: {hit[0]!r}")
    if len(re.findall(r"\bshells?\b", text)) > 2:
        found.append("shells more than twice")
    known = vocabulary(events) | {part for name in names for part in re.split(r"[^A-Za-z]+", name)}
    for line in story.lines():
        for word in _names_in(line.text):
            if not {word, word.removesuffix("s")} & (known | _PLAIN):
                found.append(f"not in the log: {word!r}: {line.text}")
    return found


def _names_in(text: str) -> list[str]:
    """Words with a capital that do not begin a sentence."""
    words = re.findall(r"(?<![.:] )(?<!^)\b[A-Z][\w'-]*", text)
    return [part for word in words for part in re.split(r"'s?\b|'|-", word) if part and part[0].isupper()]


def vocabulary(events: Sequence[Event]) -> set[str]:
    """Every word of the facts of a log."""
    known: set[str] = set()
    for event in events:
        if isinstance(event, Noted):
            for value in event.facts.values():
                known |= {part for part in re.split(r"[^A-Za-z]+", str(value)) if part}
    return known


def backed(lines: Sequence[Line], kinds: Mapping[int, str], words: Mapping[str, frozenset[str]]) -> list[str]:
    """Sentences with a word that none of their events backs: "killed" where nobody was."""
    found: list[str] = []
    for line in lines:
        have = {kinds.get(event, "") for event in line.events}
        for pattern, allowed in words.items():
            if re.search(pattern, line.text) and not have & allowed:
                found.append(f"nothing in the log for {pattern!r}: {line.text}")
    return found
