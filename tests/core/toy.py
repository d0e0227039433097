"""A small game for testing the engine: a balloon over a river. Registered only in tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

import msgspec

from flakhouse import games
from flakhouse.core.agents import Agent, Default, RandomAgent
from flakhouse.core.charts import ChartBook
from flakhouse.core.game import Finish, Game, JsonDict, OptionSpec, RuleEntry, Scenario
from flakhouse.core.questions import Barred, Option, Question, Subject, yes_no
from flakhouse.core.referee import Referee
from flakhouse.errors import PositionError, RulesError

CHARTS_TOML = """
[chart.1-1]
title = "Wind"
rule = "1.1"
dice = "2d6"
source = "printed"
from = "Toy book, table 1-1"
grid = '''
4 or less  | Calm
5-8        | Breeze
9-13       | Gale
'''
mods = [
  {key = "high", value = 1, when = "flying high"},
  {key = "age", value = "see 1-4", when = "for the age of the balloon", rule = "1.1b"},
]
notes = ["(a) a gale drives the balloon two miles"]

[chart.1-2]
title = "What the wind does"
rule = "1.2"
dice = "1d6"
source = "ruling"
from = "Ruling T-1"
columns = ["low", "high"]
grid = '''
1-2 | nothing | nothing
3-5 | nothing | tear
6   | tear    | tear
'''

[chart.1-2a-tear]
title = "How long the tear is"
rule = "1.2"
dice = "1d6"
source = "printed"
from = "Toy book, table 1-2, note a"
number = true
part_of = "1-2"

[chart.1-3]
title = "Landfall"
rule = "1.3"
dice = "d66"
source = "reconstructed"
from = "rebuilt from the description"
grid = '''
11-36 | meadow
41-65 | marsh
66    | church
'''

[chart.1-4]
title = "Age of the balloon"
rule = "1.4"
dice = "none"
source = "found"
from = "a web page"
columns = ["value"]
grid = '''
new | 0
old | 1
'''
"""


class Wind(StrEnum):
    CALM = "Calm"
    BREEZE = "Breeze"
    GALE = "Gale"


CHARTS = ChartBook()
CHARTS.load("toy.toml", CHARTS_TOML)
CHARTS.check()
WIND = CHARTS.words("1-1", Wind)
EFFECT = CHARTS.text("1-2")
TEAR = CHARTS.numbers("1-2a-tear")
LANDFALL = CHARTS.text("1-3")
AGE = CHARTS.numbers("1-4")


@dataclass(slots=True)
class Tour:
    name: str
    flights: int = 0
    places: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Balloon:
    turn: int = 1
    tear: int = 0
    high: bool = False


class Toy(Game):
    name = "toy"
    title = "Balloon over the River"
    chapter_word = "flight"
    rules_version = 1

    def options(self) -> list[OptionSpec]:
        return [
            OptionSpec("length", ("short", "long"), "short", "How long the flight is", "1.0"),
            OptionSpec("age", ("new", "old"), "new", "Age of the balloon", "1.4", "optional"),
            OptionSpec("bug", ("off", "on", "impossible"), "off", "Fail on the word `up`", origin="variant"),
        ]

    def charts(self) -> ChartBook:
        return CHARTS

    def scenarios(self) -> list[Scenario]:
        return [Scenario("veteran", "The old balloon", "A long flight", {"length": "long", "age": "old"})]

    def pilots(self) -> dict[str, Callable[[str], Agent]]:
        return {"default": lambda seed: Default(), "random": RandomAgent}

    def rules_index(self) -> list[RuleEntry]:
        return [
            RuleEntry("1.1", "Wind", "Roll for the wind each turn.", ("toy.Toy.turn",), ("test_toy",)),
            RuleEntry("1.2", "Effects", "What a wind does to the balloon.", status="ruling"),
        ]

    def position_text(self, state: object) -> str:
        assert isinstance(state, Balloon)
        return f"turn {state.turn} tear {state.tear}"

    def check_position(self, text: str, options: dict[str, str], step: str = "") -> None:
        read_position(text)
        if step not in ("", "wind"):
            raise PositionError(f"no step {step!r}; steps: wind")

    def play(
        self,
        ref: Referee,
        campaign: JsonDict | None,
        options: dict[str, str],
        position: str | None = None,
        step: str = "",
    ) -> Finish:
        if campaign is None:
            tour = Tour(ref.ask("balloon-name", "Montgolfier", name_question))
        else:
            tour = msgspec.convert(campaign, Tour)
        balloon = read_position(position) if position is not None else Balloon()
        ref.state = balloon
        while balloon.turn <= (2 if options["length"] == "short" else 6):
            self.turn(ref, balloon, options)
            balloon.turn += 1
        place = ref.roll(LANDFALL)
        tour.flights += 1
        tour.places.append(place)
        ref.note("landed", place=place, tear=balloon.tear)
        outcome: JsonDict = {"victory": balloon.tear < 3, "place": place, "tear": balloon.tear}
        return Finish(msgspec.to_builtins(tour), outcome, tour.flights >= 3)

    def turn(self, ref: Referee, balloon: Balloon, options: dict[str, str]) -> None:
        ref.scene("stretch", zone=balloon.turn)
        mods = [WIND.mods["high"]] if balloon.high else []
        mods.append(WIND.mods["age"].of(AGE.look_up(options["age"])))
        wind = ref.roll(WIND, mods)
        ref.note("wind", wind=wind.value, turn=balloon.turn)
        order = ref.ask("course", "stay", lambda: course_question(wind))
        if order == "up" and options["bug"] == "on":
            raise KeyError("burst")
        if order == "up" and options["bug"] == "impossible":
            raise RulesError("the balloon burst")
        balloon.high = order == "up"
        if ref.agreed("ballast", False, lambda: yes_no("1.2", "Throw ballast?", routine=True)):
            ref.note("ballast", turn=balloon.turn)
        if ref.roll(EFFECT, column=int(balloon.high)) == "tear":
            balloon.tear += ref.roll(TEAR)
            ref.note("torn", causes=(EFFECT, TEAR), part="envelope")


def name_question() -> Question:
    return Question("1.0", "Name of the balloon", {}, routine=True, free=True)


def course_question(wind: Wind) -> Question:
    options = {"stay": Option("Stay"), "up": Option("Up", Subject("zone", "high")), "down": Option("Go down")}
    barred: dict[str, Barred | str] = {}
    if wind is Wind.GALE:
        del options["up"]
        barred["up"] = Barred("too windy (1.2)")
    return Question("1.2", "Where to?", options, barred=barred, why=lambda: "The wind is good where we are.")


def read_position(text: str) -> Balloon:
    words = text.split()
    try:
        found = dict(zip(words[::2], (int(w) for w in words[1::2]), strict=True))
        balloon = Balloon(found.pop("turn", 1), found.pop("tear", 0))
    except ValueError as bad:
        raise PositionError(f"cannot read position {text!r}: expected 'turn N tear N'") from bad
    if found:
        raise PositionError(f"unknown word {next(iter(found))!r} in the position")
    if balloon.turn < 1 or balloon.tear < 0:
        raise PositionError("a turn is 1 or more and a tear not negative")
    return balloon


GAME = Toy()


def register() -> None:
    games.register("toy", "tests.core.toy:GAME")
