"""What every front end may look up about a game being played: questions, own answers, tables, rules.

Nothing here changes anything, and nothing here is laid out: the terminal and the browser show it each in its way.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec

from flakhouse.core.charts import Chart
from flakhouse.core.events import Chosen, Event, Rolled
from flakhouse.core.game import Finish, House, RuleEntry
from flakhouse.core.questions import Barred, Question
from flakhouse.core.session import Session
from flakhouse.render.charts import Grid, chart_grid
from flakhouse.render.screen import ScreenRenderer, rule_entry

__all__ = [
    "Around",
    "RuleLook",
    "around",
    "barred_lines",
    "barred_text",
    "ending",
    "find_chart",
    "grid_in_force",
    "labels_of",
    "last_chart",
    "look_up_rule",
    "option_text",
    "own_events",
    "parts_of",
    "question",
]


# ------------------------------------------------------------------ questions and answers


def own_events(events: Sequence[Event], auto: Collection[int]) -> set[int]:
    """The events that are the player's own answers; `auto` are the steps that went by themselves."""
    routine = frozenset(auto)
    own: set[int] = set()
    step = 0
    for i, event in enumerate(events):
        if isinstance(event, Chosen):
            if step not in routine:
                own.add(i)
            step += 1
        elif isinstance(event, Rolled) and event.typed:
            step += 1
    return own


def option_text(key: str, label: str) -> str:
    """An option as it is listed: with its name where the label does not say it."""
    plain, told = key.replace("-", " ").lower(), label.replace("-", " ").lower()
    if not any(sign.isupper() for sign in key) or ">" in key or plain in told:
        return label
    return f"{key}: {label}"


def labels_of(question: Question) -> dict[str, str]:
    """The options of a question in words, by key."""
    return {key: option.label for key, option in question.options.items()}


def barred_text(key: str, bar: Barred) -> str:
    """An option that is barred, as it is listed; where the rules give it no label, its key must do."""
    if bar.label:
        return bar.label
    text = key.replace(" > ", " at ")
    if text.islower():
        text = text.replace("-", " ")  # a name keeps its hyphen: "B-25", "Upper-Fwd"
    return text[:1].upper() + text[1:]


def barred_lines(barred: Mapping[str, Barred]) -> list[str]:
    """All that is barred: what has one reason stands in one line."""
    reasons: dict[str, list[str]] = {}
    for key, bar in barred.items():
        reasons.setdefault(bar.why, []).append(barred_text(key, bar))
    return [f"{', '.join(names)}: {why}" for why, names in reasons.items()]


def question(session: Session) -> dict[str, object]:
    """Where a session stands, as JSON: the open question, the dice wanted, or the outcome."""
    facts: dict[str, object] = {"mission": session.chapter.number, "step": session.steps}
    if session.house is not None:
        changes = session.house.changes(session.chapter.options)
        facts["house_rules"] = {"name": session.house.name, "changes": changes}
    if session.pending is not None:
        ask = session.pending
        facts["question"] = {
            "id": ask.id,
            "rule": ask.rule,
            "prompt": ask.prompt,
            "options": labels_of(ask),
            "barred": {key: bar.why for key, bar in ask.barred.items()},
            "default": ask.default,
            "free": ask.free,
            "routine": ask.routine,
        }
    if session.need_dice is not None:
        need = session.need_dice
        about = {"about": need.about} if need.about else {}
        facts["dice"] = {"chart": need.chart, "title": need.title, "count": need.count, **about}
    if session.finish is not None:
        facts["outcome"] = session.finish.outcome
        facts["over"] = session.finish.over
    return facts


def ending(view: ScreenRenderer, end: Finish | None) -> str:
    """How a game that is over ended, from the record of its end alone; an end of other rules may tell nothing."""
    try:
        return view.ending(end) if end is not None else "Complete."
    except (msgspec.MsgspecError, LookupError, ValueError):
        return "Complete."


# ------------------------------------------------------------------ tables


def find_chart(
    charts: Mapping[str, Chart[str]], wanted: str, likeness: float = 0.4
) -> tuple[str | None, list[str]]:
    """The table a player means, whether he writes it large or small, or by the aid in its title ("A1" of "Approach
    Check (A1)"), or by the rule or note that has it (4.2D, 6-7c); if there is none, up to four near it."""
    known = list(charts)
    for id in known:
        if id.lower() == wanted.lower():
            return id, []
    loose = [id for id in known if _bare(id) == _bare(wanted)]
    if len(loose) == 1 and _bare(wanted):
        return loose[0], []
    aided = [id for id, chart in charts.items() if f"({wanted.upper()})" in chart.data.title]
    if aided:
        return (aided[0], []) if len(aided) == 1 else (None, aided)
    ruled = [id for id, chart in charts.items() if not chart.data.part_of and chart.data.rule == wanted.upper()]
    noted = [id for id in known if re.fullmatch(re.escape(id) + "[a-z]", wanted.lower())]
    if len(ruled) == 1 or noted:
        return (ruled or noted)[0], []
    return None, difflib.get_close_matches(wanted, known, 4, likeness)


def _bare(id: str) -> str:
    """The letters and figures of a table's number: "m1" for M-1."""
    return "".join(letter for letter in id.lower() if letter.isalnum())


def last_chart(session: Session) -> str:
    """The table that dice are wanted for, or the one rolled on last; "" if there is none."""
    if session.need_dice is not None:
        return session.need_dice.chart
    return next((event.chart for event in reversed(session.events) if isinstance(event, Rolled)), "")


def parts_of(charts: Mapping[str, Chart[str]], id: str) -> list[str]:
    """The rolls that belong to a table."""
    return [key for key, chart in charts.items() if chart.data.part_of == id]


def grid_in_force(charts: Mapping[str, Chart[str]], id: str, house: House | None = None) -> Grid:
    """A table as it is played with: the player's own where the house rules have one."""
    own = house.charts if house is not None else {}
    return chart_grid(own[id], charts) if id in own else chart_grid(charts[id], charts)


# ------------------------------------------------------------------ rules


class RuleLook(NamedTuple):
    """A rule looked up, or several: our words for them, where they stand, the tables that name them."""

    number: str
    entries: list[RuleEntry]
    place: str
    tables: list[tuple[str, str]]  # id, title


class Around(NamedTuple):
    """What stands around a rule, for a page about it."""

    named: list[tuple[str, str]]  # tables that its words name: id, title
    below: list[RuleEntry]  # its own paragraphs and notes
    beside: list[RuleEntry]  # the others of its section


def look_up_rule(view: ScreenRenderer, number: str) -> RuleLook:
    """A rule of the game shown, or several with a comma between them."""
    index = view.rule_index
    parts = number.split(", ")
    exact = [entry for entry in index if entry.number == number]  # some have a comma of their own
    found: Sequence[RuleEntry | None] = exact or [rule_entry(index, part) for part in parts]
    entries = dict.fromkeys(entry for entry in found if entry is not None)
    numbers = {number, *(part.split(" ")[0] for part in parts)}
    tables = [
        (id, chart.data.title)
        for id, chart in view.game.charts().charts.items()
        if not numbers.isdisjoint((id, *chart.data.rule.split(", ")))
    ]
    return RuleLook(number, list(entries), view.book_place(number), tables)


def around(view: ScreenRenderer, found: RuleLook) -> Around:
    """The tables a rule names, its parts, and the other rules of its section."""
    charts = view.game.charts().charts
    codes = dict.fromkeys(_CODE.findall(" ".join(entry.summary for entry in found.entries)))
    known = {id for id, _ in found.tables}
    named = [(id, charts[id].data.title) for id in codes if id in charts and id not in known]
    own = {_plain(entry.number) for entry in found.entries}
    above = {_above(one) for one in own} - {""}
    others = [(_plain(entry.number), entry) for entry in view.rule_index if _plain(entry.number) not in own]
    below = [entry for one, entry in others if _above(one) in own]
    beside = [entry for one, entry in others if one in above or _above(one) in above]
    return Around(named, below, beside)


#: A table's code in a text: "M-2", "5-9b".
_CODE = re.compile(r"(?<![\w-])(?:[A-Z]{1,2}|\d{1,2})-\d+[a-z]?(?![\w-])")
#: A rule's number: the book, if it is not the game's first, the number, and words behind it.
_NUMBER = re.compile(r"((?:manual|GTS) )?([A-Z0-9][\w.-]*)( .*)?")


def _plain(number: str) -> str:
    """The number of a rule; that of a section without its ".0"."""
    return number.removesuffix(".0")


def _above(number: str) -> str:
    """The rule that this is a part of: 5A.5 of 5A.5a, 4 of 4.2, M-2 of "M-2 note 2"; "" of a whole section."""
    found = _NUMBER.fullmatch(number)
    if found is None:
        return ""
    book, code, words = found[1] or "", found[2], found[3]
    if words:
        return f"{book}{code}"
    if re.fullmatch(r"[A-Z]+-\d+|\d+-\d+", code):
        return ""
    shorter = code.rstrip("0123456789")
    shorter = (shorter if shorter != code else code[:-1]).rstrip(".")
    return f"{book}{shorter}" if shorter else ""
