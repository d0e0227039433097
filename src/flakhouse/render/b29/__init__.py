"""How the B-29 game reads: the words for its events, its state, its reports."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from flakhouse.core.events import Event, Noted
from flakhouse.core.game import Game
from flakhouse.core.questions import Question, Subject
from flakhouse.core.referee import Referee
from flakhouse.games.b29.cold import without_air
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import BURSTS, End, Position
from flakhouse.render.b29 import status
from flakhouse.render.b29.digest import jet_stream
from flakhouse.render.b29.sheets import B29Papers
from flakhouse.render.b29.story import B29Story
from flakhouse.render.b29.text import TextRenderer
from flakhouse.render.bomber import plan
from flakhouse.render.bomber.digest import number
from flakhouse.render.bomber.orders import must_turn_back
from flakhouse.render.bomber.plan import Plan, drawn
from flakhouse.render.bomber.renderer import PapersLike, templates
from flakhouse.render.bomber.story import BomberStory
from flakhouse.render.pictures import Crewman, Row
from flakhouse.render.scenes import Scene, SceneLine
from flakhouse.render.screen import WARNING, Line

__all__ = ["B29Renderer", "renderer"]

_FIRE = ("allocate-fire", "blind-", "shoot-light")
_FIGHT = (*_FIRE, "evade-day", "evade-night", "night-return")
_BLIND = ("evade-day", "blind-order")
_DEAF = (
    "The intercom is dead (5.3C): there is no fire plan. A die names the man for each gun, some may stay silent, "
    "and what they hit together cannot be told beforehand."
)
#: Decisions that turn on the fuel.
_RECKON = ("abort", "iwo-plan", "way-home", "off-course-over-target", "not-at-altitude", "storm-detour")
_TABLE = re.compile(r"^(\d+-\d+[A-E]?)\s*[(]?([a-p])?")
_PARAGRAPH = re.compile(r"^(\d+)\.(\d+)([A-Z]?)(\d?)")

#: The bomber from above: stations from nose to tail, the letters of the men.
PLAN = Plan(
    (
        (Position.BOMBARDIER,),
        (Position.PILOT, Position.COPILOT),
        (Position.NAVIGATOR, Position.FLIGHT_ENGINEER),
        (Position.RADIO_OPERATOR,),
        (Position.LEFT_GUNNER, Position.CFC, Position.RIGHT_GUNNER),
        (Position.RADAR_OPERATOR,),
        (Position.TAIL_GUNNER,),
    ),
    3,
    dict(zip(Position, "PCBNERFLGOT", strict=True)),
)


class B29Renderer(TextRenderer):
    """Shows the B-29 game."""

    vital = 3  # turn, zone and fuel

    def papers(self) -> PapersLike:
        """Makes the sheets."""
        return B29Papers()

    def story(self) -> BomberStory:
        """Tells the story."""
        return B29Story()

    def untitled(self, number: int, state: object) -> str:
        """What a flight is called whose log names no target."""
        if isinstance(state, Mission):
            return f"Flight {number}: {state.target.city}"
        return f"B-29 Superfortress, flight {number}"

    def headline(self, state: object, events: Sequence[Event]) -> str:
        """The flight on one line."""
        if not isinstance(state, Mission):
            return ""
        return status.headline(state, self.mark, _sky(events, state), _turn_told(events, state.turn))

    def status(self, state: object) -> str:
        """Everything about the flight on one screen."""
        if not isinstance(state, Mission):
            return "No mission has begun yet."
        return status.status(state, self.width)

    def briefing(self, state: object) -> list[str]:
        """The mission, for a start in the middle of it."""
        return status.briefing(state) if isinstance(state, Mission) else []

    def situation(self, state: object, ask: Question, fresh: bool) -> list[Line]:
        """The attackers, when a decision is about them and they have not just been told of; the ammunition;
        the fuel where it decides or does not last; what bears on the fighters to come, and on a landing."""
        if not isinstance(state, Mission):
            return []
        short = status.fuel_warning(state)
        if ask.id in _RECKON and state.options.fuel:
            return [Line(status.fuel_line(state), WARNING if short else "")]
        return [*([Line(short, WARNING)] if short else []), *self._situation(state, ask, fresh)]

    def _situation(self, state: Mission, ask: Question, fresh: bool) -> list[Line]:
        """What else the decision turns on."""
        if ask.id == "land-or-jump":
            mods = [mod for stake in ask.options["land"].stakes[:1] for mod in stake.mods]
            parts = "; ".join(f"{mod.reason} {mod.value:+d}" for mod in mods)
            return [Line(f"Landing: {sum(mod.value for mod in mods):+d}: {parts}.")] if parts else []
        if ask.id == "depressurize-combat":
            return [Line(status.fighters_to_come(state))]
        if not ask.id.startswith(_FIGHT):
            return []
        lines = [] if state.plane.intercom_works() or not ask.id.startswith(_BLIND) else [Line(_DEAF, WARNING)]
        lines += [] if fresh else [Line(f"Attacking from {text}", WARNING) for text in status.attackers(state)]
        if ask.id.startswith(_FIRE):
            rams = [f.name for f in state.fighters if f.ram and not f.destroyed]
            lines += [
                Line(
                    f"{name} means to ram, on 11 or more: it does not fire, and only shot down is it stopped.",
                    WARNING,
                )
                for name in rams
            ]
            lines.append(Line(f"Bursts left: {status.ammunition(state)}."))
            if not state.night and any(fighter.skill is None for fighter in state.fighters):
                lines.append(Line("How good a pilot is shows when he comes in; the chances allow for every kind."))
        return lines

    # ------------------------------------------------------------------ pictures in letters

    def picture(self, state: object, kind: str, about: Sequence[Subject]) -> list[Row]:
        """The bomber from above, where fighters or damage are told of."""
        if not isinstance(state, Mission) or not drawn(kind, about):
            return []
        out = [engine.out() for engine in state.plane.engines]
        return plan.picture(PLAN, list(state.men.values()), out, state.fighters, about)

    def crew(self, state: object) -> list[Crewman]:
        """The crew."""
        if not isinstance(state, Mission):
            return []
        return plan.crew(PLAN, state.men.values(), over=state.end is not End.FLYING)

    def means(self, ref: Referee, scene: Scene, at: Callable[[int], object]) -> list[SceneLine]:
        """A hit that forces the bomber home."""
        return must_turn_back(scene, at, _must_abort)

    def lasting(self, state: object) -> list[str]:
        """7.4A Who has no oxygen where he needs it: not at low altitude, nor under pressure."""
        without = without_air(state) if isinstance(state, Mission) else []
        names = ", ".join(f"{man.position.value} {man.airman.name}" for man in without)
        return [f"Without oxygen where they are: {names}."] if names else []

    def panel(self, state: object) -> list[Row]:
        """Crew, engines, bursts, fuel."""
        if not isinstance(state, Mission):
            return []
        guns = [(g.name.value, g.bursts, BURSTS[g.name], status.gun_fault(g)) for g in state.plane.guns.values()]
        rows = plan.panel(self.crew(state), [engine.out() for engine in state.plane.engines], guns)
        if not state.options.fuel:
            return rows
        tanks = state.plane.tank_fuel()
        bays = f", bay tanks {tanks}" if tanks else ""
        return [*rows, [("Fuel     ", "dim"), (f"wings {state.plane.wing_boxes}{bays}", "")]]

    def who(self, state: object, scene: Scene) -> str:
        """The man a scene is about."""
        men = {position.value: man for position, man in state.men.items()} if isinstance(state, Mission) else {}
        return plan.who(men, scene)

    def book_place(self, rule: str) -> str:
        """Where a rule stands in the three texts."""
        if rule.startswith(("GTS", "R-")):
            return f"Game Turn Streamliner, {rule}."
        table = _TABLE.match(rule)
        if table:
            note = f", note ({table[2]})" if table[2] else ""
            return f"Chart Book, table {table[1]}{note}."
        found = _PARAGRAPH.match(rule)
        if found:
            paragraph = f", paragraph {found[3]}{found[4]}" if found[3] else ""
            return f"Rule Book, section {found[1]}.{found[2]}{paragraph}."
        return f"Rule {rule}."


def _turn_told(events: Sequence[Event], turn: int) -> int:
    """The turn that the log has come to: tanks may run dry before the move of the next one (R-40)."""
    for event in reversed(events):
        if isinstance(event, Noted) and event.kind in ("zone", "stay", "base", "take-off"):
            return number(event, "turn") or 1
    return turn


def _sky(events: Sequence[Event], m: Mission) -> str:
    """The weather of the present zone as the log has it; "" before it is rolled for."""
    for event in reversed(events):
        if isinstance(event, Noted):
            if event.kind == "weather":
                return f"{m.weather.value}{jet_stream(event)}"
            if event.kind in ("zone", "base", "take-off"):
                return ""
    return m.weather.value


def renderer(game: Game) -> B29Renderer:
    """The renderer of the B-29 game."""
    return B29Renderer(game, templates("flakhouse.render.b29"))


def _must_abort(state: object) -> str:
    """4.7 Why a bomber on its way out has to turn back; "" if nothing forces it."""
    return state.must_abort if isinstance(state, Mission) and not (state.aborted or state.bomb_run) else ""
