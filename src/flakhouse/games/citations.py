"""Rule numbers as docstrings, comments and names of tests cite them.

What a citation is. A text cites the numbers it begins with: "4.7B, 8.5 A man who ..." cites two. The list goes on
through commas, semicolons, "and", "or" and brackets, and ends at the first other word or at a colon:
- a number is one that has a line in the game's rules.toml: `8.2.4`, `2.2B`, `7-5h`, `P-6 row 7`, `manual 4.2a`,
  `GTS 5B-1`, `R-53`, `ruling 45`; "RULING 45", "RULING R-53", "Rule 4.8", "Table 7-3" and "Section 13" are the
  same with a word before them;
- what stands under a number by name follows it: `8.1.4 Persistent Attempt`, `12.5.3 modifiers`;
- a letter, figure, row or note after a number stands under the same head: `7-3e, f` is 7-3e and 7-3f, `4.7B, D`
  4.7B and 4.7D, `P-6 rows 9, 10` P-6 row 9 and P-6 row 10, `5-3 note b` 5-3b. Where rows or notes have no lines of
  their own, `7-2 row 10` is 7-2;
- `7-5h-p`, `4.5C2-3`, `8.3.1 to 8.3.4` are ranges: every line between the two;
- decisions (`D10`), errata and unmodelled numbers may stand in the list and cite nothing.

Rulings (`RULING 45`, `R-53`) are cited wherever they stand, in the middle of a docstring or comment too.

The name of a test cites in the same way, with _ for every mark: `test_8_2_4_leak`, `test_p_6_row_7_...`,
`test_r102_...`, `test_6_7_14_4_...`, `test_8_3_7_faulty_compass_...`. Where a paragraph and a table have the same
figures (b29's 4.5 and 4-5), the name means the paragraph; `test_table_4_5_...` means the table,
`test_tables_7_1_7_6_...` means both tables, and a name that goes on with a row or a note means a table too. With
"example" in it, `test_8_2_4_example_guzzle_check`, it cites `example 8.2.4 guzzle` too. A test's docstring adds
what the name cannot hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

__all__ = ["Numbers"]

_BEFORE = re.compile(r"(?:Rules?|Sections?|Tables?|Paragraphs?|Rulings?|ruling(?= \d+\.))\s+")
_BETWEEN = re.compile(
    r"\s*(?:[,;(]|\band\b|\bor\b|&)\s*(?:and\s+|also\s+|its\s+)?|\)\s*[,;]?\s*"
    r"|\s+(?=ruling \d|R-)|\s+(?=\()"
)
_IDLE = re.compile(r"(?:D|X)\d+(?:\s*(?:-|to)\s*D?\d+)?\b|errata \d+|(?:step|row|note|notes)\b(?: \w{1,2}\b)?|Ω")
_RANGE = re.compile(r"\s*(?:-|\bto\b)\s*")
_ROWS = re.compile(r",? *rows? (\d+)(?:-(\d+))?((?:(?:, | and )\d+(?![\d.-]))*)")
_NOTES = re.compile(r",? *notes? ([a-z]|\d+)(?:(?:-| to )([a-z]|\d+))?((?:(?:, | and )(?:[a-z]|\d+)(?![\w.-]))*)")
_RULING = re.compile(r"\b(R-|ruling )(\d+)(?!\d|\.\d)(?:(?:-| to )\1(\d+))?")
_MORE_RULINGS = re.compile(r"(\bruling \d+(?:, \d+)*)(, | and )(?=\d+(?!\d*\.\d|-))")
_TAIL = re.compile(r"(?:[A-Za-z]\d?|\d)(?![\w.'-]| [a-z])")
_LAST = re.compile(r"(?:\d+|[A-Za-z])$")
_SKIP_WORDS = frozenset({"and", "to", "or", "note", "notes", "rule", "rules"})
#: Names of parts that are also words a sentence begins with.
_COMMON = frozenset({"A", "All", "Some", "None", "No", "NO", "YES", "I"})


class Numbers:
    """The numbers of a game's checklist, in its order."""

    def __init__(self, numbers: Sequence[str]) -> None:
        self.order = {number: at for at, number in enumerate(numbers)}
        numbers = [number for number in numbers if re.search(r"[\d-]", number)]  # "aces" is a word like any other
        self._by_start: dict[str, list[str]] = {}
        for number in sorted(numbers, key=len, reverse=True):
            self._by_start.setdefault(number[:2], []).append(number)
        self._names: dict[tuple[str, ...], str] = {}
        self._tables: dict[tuple[str, ...], str] = {}
        for number in numbers:
            for words in _spellings(number):
                if words in self._names:
                    self._tables[words] = number
                self._names.setdefault(words, number)
        self._longest = max((len(words) for words in self._names), default=0)

    # -------------------------------------------------------------- texts

    def leading(self, text: str) -> list[str]:
        """What a text cites: the numbers it begins with."""
        text = _plain(text)
        found: dict[str, None] = {}
        at, last = 0, ""
        while at < len(text):
            if before := _BEFORE.match(text, at):
                at = before.end()
            number = self._number_at(text, at)
            if not number and last:
                number = self._same_head(text, at, last)
                if number:
                    at = _end_of_tail(text, at) - len(number)
            if number:
                at += len(number)
                cited, at = self._whole(text, at, number)
                found.update(dict.fromkeys(cited))
                last = cited[-1]
            elif idle := _IDLE.match(text, at):
                at = idle.end()
            else:
                break
            between = _BETWEEN.match(text, at)
            if between is None:
                break
            at = between.end()
        return list(found)

    def rulings(self, text: str) -> list[str]:
        """The rulings a text names anywhere."""
        found: dict[str, None] = {}
        for match in _RULING.finditer(_plain(text)):
            for n in range(int(match[2]), int(match[3] or match[2]) + 1):
                found[f"{match[1]}{n}"] = None
        return [number for number in found if number in self.order]

    def bracketed(self, text: str) -> list[str]:
        """What stands in brackets that hold nothing but citations."""
        found: dict[str, None] = {}
        for inside in re.findall(r"\(([^()]+)\)", text):
            if re.search(r"\d", inside) and not re.fullmatch(r"[\d-]+", inside):
                found.update(dict.fromkeys(self.leading(inside)))
        return list(found)

    def charts(self, ids: Iterable[str]) -> list[str]:
        """The lines that tables stand under: a die of a note or row under that note or row."""
        found: dict[str, None] = {}
        for id in ids:
            parts = id.replace("GTS-", "GTS ").split("-")
            while parts and "-".join(parts) not in self.order:
                parts.pop()
            if parts:
                found["-".join(parts)] = None
        return list(found)

    def _number_at(self, text: str, at: int) -> str:
        """The longest number that stands here, or nothing."""
        for number in self._by_start.get(text[at : at + 2], ()):
            if text.startswith(number, at) and _ends(text, at, number):
                return number
        return ""

    def _same_head(self, text: str, at: int, last: str) -> str:
        """A letter or figure alone, under the head of the number before it: the f of "7-3e, f"."""
        tail = _TAIL.match(text, at)
        if tail is None:
            return ""
        for head in _heads(last):
            if head + tail[0] in self.order:
                return head + tail[0]
        return ""

    def _whole(self, text: str, at: int, number: str) -> tuple[list[str], int]:
        """A number with the range, rows or notes behind it, and where it ends."""
        if rows := _ROWS.match(text, at):
            cited, at = self._parts(number, " row ", rows), rows.end()
            if notes := _NOTES.match(text, at):
                cited += [n for n in self._parts(number, "", notes) if n != number]
            return cited, notes.end() if notes else at
        if notes := _NOTES.match(text, at):
            cited = self._parts(number, " note ", notes)
            return (cited if cited != [number] else self._parts(number, "", notes)), notes.end()
        if between := _RANGE.match(text, at):
            first, end = number, between.end()
            last = self._number_at(text, end)
            end += len(last)
            if not last and (last := self._same_head(text, end, first)):
                end = _end_of_tail(text, end)
            if last and self.order[last] > self.order[first]:
                inside = list(self.order)[self.order[first] : self.order[last] + 1]
                return [n for n in inside if n == last or _alike(n, first)], end
        return [number], at

    def _parts(self, head: str, word: str, match: re.Match[str]) -> list[str]:
        """Rows or notes of a head that have a line of their own; the head itself if none has."""
        wanted = [match[1]]
        if match[2] and match[1].isdigit():
            wanted = [str(n) for n in range(int(match[1]), int(match[2]) + 1)]
        elif match[2]:
            wanted = [chr(c) for c in range(ord(match[1]), ord(match[2]) + 1)]
        wanted += re.findall(r"(?:, | and )(\w+)", match[3])
        if word == "":
            cited = [n for part in wanted for n in (head + part, f"{head}-{part}") if n in self.order]
        else:
            cited = [n for part in wanted if (n := f"{head}{word}{part}") in self.order]
        return cited or [head]

    # -------------------------------------------------------------- names of tests

    def named(self, name: str) -> list[str]:
        """What the name of a test cites."""
        words = name.removeprefix("test_").split("_")
        found: dict[str, None] = {}
        at, table, several = 0, False, False
        while at < len(words):
            number, used = self._words_at(words, at, table)
            if number:
                found[number] = None
                at, table = at + used, table and several
            elif words[at] in ("table", "tables"):
                at, table, several = at + 1, True, words[at] == "tables"
            elif words[at] in _SKIP_WORDS or re.fullmatch(r"[dD]\d+", words[at]):
                at += 1
            elif words[at] in ("row", "rows", "errata", "d", "x") and at + 1 < len(words):
                at += 2
            else:
                break
        if "example" in words:
            found.update(dict.fromkeys(self._examples(found, set(words))))
        return list(found)

    def _examples(self, numbers: Iterable[str], words: set[str]) -> list[str]:
        """The worked examples of these numbers that a name with "example" in it means: the only one, or those
        whose own words it has."""
        found = []
        for number in numbers:
            head = f"example {number} "
            there = [one for one in self.order if one.startswith(head)]
            found += [n for n in there if len(there) == 1 or words >= set(n.removeprefix(head).lower().split())]
        return found

    def _words_at(self, words: Sequence[str], at: int, table: bool) -> tuple[str, int]:
        for size in range(min(self._longest, len(words) - at), 0, -1):
            part = tuple(words[at : at + size])
            key = part if part in self._names else tuple(word.lower() for word in part)
            if key in self._names:
                after = words[at + size] if at + size < len(words) else ""
                if key in self._tables and (table or after in ("row", "rows", "note", "notes")):
                    return self._tables[key], size
                return self._names[key], size
        return "", 0


def _plain(text: str) -> str:
    """A text on one line, its rulings written as their lines are: "RULING 4 and 5" is "ruling 4, ruling 5"."""
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"\bRULINGS? (?=R-)", "", text)
    text = re.sub(r"\bRULINGS? (?=\d)", "ruling ", text)
    return _MORE_RULINGS.sub(r"\1, ruling ", text)


def _ends(text: str, at: int, number: str) -> bool:
    """The number ends where the text ends or goes on with something that is no part of a number."""
    end = at + len(number)
    rest = text[end : end + 2]
    if re.match(r"\w|[.-]\d", rest) and not re.match(r"-\d", rest):
        return False
    if re.match(r"-\d", rest) and not number[-1].isalpha() and re.search(r"\d$", number) and "." not in number:
        return False
    name = number.rpartition(" ")[2]
    return not (name in _COMMON and re.match(r" [a-z]| B-\d", text[end : end + 4]))


def _heads(number: str) -> list[str]:
    """What a letter or figure may be put behind: of 7-3e 7-3e and 7-3; of 4.5C2 also 4.5C and 4.5."""
    heads = [number]
    for pattern in (r"\d+$", r"[A-Za-z]\d?$", r"(?<=row )\d+$"):
        shorter = re.sub(pattern, "", number)
        if shorter not in heads and shorter[-1:] not in (".", "-", ""):
            heads.append(shorter)
    return heads


def _end_of_tail(text: str, at: int) -> int:
    tail = _TAIL.match(text, at)
    return tail.end() if tail is not None else at


def _alike(number: str, first: str) -> bool:
    """Only the last letter or figure differs: no 4.2 between 3.1 and 4.3, no modifiers between 7-5a and 7-5c."""
    if number.endswith(".0") or first.endswith(".0"):
        return number.endswith(".0") and first.endswith(".0")
    return _LAST.sub("", number) == _LAST.sub("", first) and number[-1].isdigit() == first[-1].isdigit()


def _spellings(number: str) -> Iterable[tuple[str, ...]]:
    """How a name of a test may write a number: 5.3E as 5_3e or 5_3_E, R-102 as r_102 or r102."""
    plain = re.sub(r"['?!,&]", "", number)
    words = tuple(word for word in re.split(r"[^A-Za-z0-9]+", plain.lower()) if word)
    if len(words[-1]) == 1 and words[-1].isalpha():  # "4_9d_a" goes on with a word
        yield (*words[:-1], words[-1].upper())
        yield (*words[:-1], "note", words[-1])
        yield (*words[:-2], words[-2] + words[-1])
    else:
        yield words
    if letter := re.fullmatch(r"(.*\d)([A-Za-z])", number):
        head = tuple(re.split(r"[^A-Za-z0-9]+", letter[1].lower()))
        yield (*head, letter[2].upper())
        if letter[2].islower():
            yield (*head, "note", letter[2])
    if note := re.fullmatch(r"(.+\d)-(\d+)", number):
        yield (*re.split(r"[^A-Za-z0-9]+", note[1].lower()), "note", note[2])
    if ruling := re.fullmatch(r"R-(\d+)", number):
        yield (f"r{ruling[1]}",)
