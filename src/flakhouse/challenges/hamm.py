"""The hobby's own B-17 tournament: everybody flies to Hamm, under conditions announced alike for all.

It needs no rule of its own: the flight begins from a position text, and house charts hold what is announced.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from flakhouse.challenges.forms import Form, Line, Score
from flakhouse.core.chapter import Chapter, begin
from flakhouse.core.dice import Keyed
from flakhouse.core.events import Noted
from flakhouse.core.game import Game, read_house
from flakhouse.core.session import Session
from flakhouse.errors import RulesError
from flakhouse.games.b17.state import Man, Mission
from flakhouse.games.b17.words import End, Fate, Repair

__all__ = ["Hamm", "scored"]

#: Mission 11 is the first for which the book's tables name Hamm (G-3). Everybody is on his eleventh.
_POSITION = "b17 position 1\nmission 11: Hamm\nzone 1 outbound\n"
_OPTIONS = {"random_events": "off", "rabbits_feet": "off"}
#: What is announced: the chart, its name for the players, and the dice of the chart.
_ANNOUNCED = (
    ("O-1", "Weather over target and base", 2),
    ("G-5", "Fighter cover", 1),
    ("O-2", "Flak over Hamm", 1),
)
_HOME = (Fate.DUTY, Fate.HOME, Fate.IH)
_WHOLE = (Repair.SOUND, Repair.REPAIRABLE)
_ENGLAND = 1  # the zone
_KILLS = {"Me110": 1, "Me109": 2, "FW190": 2}


class Hamm(Form):
    """One target, one weather, one cover and one flak for all; no random events; a score of its own."""

    name = "hamm"
    title = "The Hamm tournament"
    about = (
        "Everybody flies one B-17 mission to the rail yard of Hamm. Weather, fighter cover and flak are announced "
        "and the same for all. There are no random events. Only who flew over the target and came back to England "
        "can win."
    )
    game = "b17"
    tie = "ammunition left"

    def begin(self, game: Game, options: Mapping[str, str], seed: str) -> Chapter:
        """A sound bomber over England, bound for Hamm; house charts hold what is announced."""
        house = read_house(game, "hamm", _house(game, self.announced(game, seed)))
        return begin(game, f"{seed}/1", options=_OPTIONS, house=house, position=_POSITION)

    def announced(self, game: Game, seed: str) -> list[tuple[str, str]]:
        """Weather, cover and flak of the day, from streams of their own."""
        dice = Keyed([(0, seed)])
        charts = game.charts().charts
        return [
            (label, charts[id].word(sum(dice.thrown(f"announced {id}", count)), 0))
            for id, label, count in _ANNOUNCED
        ]

    def score(self, session: Session) -> Score:
        """The points of the tournament."""
        m = session.state
        if not isinstance(m, Mission):
            raise RulesError("the flight left no mission to score")
        notes = [event for event in session.events if isinstance(event, Noted)]
        fighters = [re.sub(r" .*", "", str(n.facts["fighter"])) for n in notes if n.kind == "fighter-destroyed"]
        return scored(m, fighters, any(note.kind == "over-target" for note in notes))


def _house(game: Game, announced: list[tuple[str, str]]) -> str:
    """House charts on which every roll gives what is announced."""
    lines: list[str] = []
    for (id, label, count), (_, word) in zip(_ANNOUNCED, announced, strict=True):
        lines += [
            f"[chart.{id}]",
            f'title = "{label}, as announced"',
            f'rule = "{game.charts().charts[id].data.rule}"',
            f'dice = "{count}d6"',
            'source = "ruling"',
            'from = "the challenge"',
            f'grid = "{count}-{6 * count} | {word}"',
            "",
        ]
    return "\n".join(lines)


def _home(man: Man) -> bool:
    """Back in England, and neither killed nor seriously wounded."""
    return man.fate in _HOME and not man.dead and not man.serious


def scored(m: Mission, fighters: list[str], over_target: bool) -> Score:
    """The points of a flight: its end, the types of the fighters shot down, and whether it flew over Hamm."""
    home = sum(_home(man) for man in m.men.values())
    back = m.end in (End.LANDED, End.WRECKED) and m.end_zone == _ENGLAND
    lines = (
        Line("Men home, not seriously wounded", home),
        Line("Bomber that can be repaired", 3 if back and m.repair in _WHOLE else 0),
        Line("A tenth of the percentage on target", m.percent / 10 if m.on_target is not None else 0.0),
        Line("Me 110 shot down", sum(_KILLS[kind] for kind in fighters if kind == "Me110")),
        Line("Me 109 and FW 190 shot down", sum(_KILLS[kind] for kind in fighters if kind != "Me110")),
    )
    why = (
        ""
        if over_target and back
        else "did not come back to England"
        if over_target
        else "was not over the target"
    )
    ammunition = sum(gun.bursts for gun in m.plane.guns.values())
    return Score(round(sum(line.points for line in lines), 1), lines, ammunition, not why, why)
