"""How the B-17 game reads: the words for its events, its state, its reports."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from flakhouse.core.events import Event, Noted
from flakhouse.core.game import Game
from flakhouse.core.questions import Question, Subject
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import abort
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import AMMO, End, Flak, Leg, Position
from flakhouse.render.b17 import status
from flakhouse.render.b17.sheets import B17Papers
from flakhouse.render.b17.story import B17Story
from flakhouse.render.b17.text import TextRenderer
from flakhouse.render.base import Record
from flakhouse.render.bomber import plan
from flakhouse.render.bomber.orders import must_turn_back
from flakhouse.render.bomber.plan import Plan, drawn
from flakhouse.render.bomber.renderer import PapersLike, templates
from flakhouse.render.bomber.story import BomberStory
from flakhouse.render.pictures import Crewman, Row
from flakhouse.render.scenes import Scene, SceneLine
from flakhouse.render.screen import WARNING, Line
from flakhouse.render.sheets import write

__all__ = ["B17Renderer", "renderer"]

_FIRE = ("fire-plan", "gun-fire", "nose-man")
_FIGHT = (*_FIRE, "cover-removes", "evade")
_TABLE = re.compile(r"^(?:G|B|M|O|P|BL|V)-[\w-]+")
_MANUAL = re.compile(r"^manual (\d+(?:\.\d+|[A-J](?:\.\d+)?)?)")
_PARAGRAPH = re.compile(r"^(\d+[A-C]?)(?:\.\d+[a-z]?)?$")

#: The bomber from above: stations from nose to tail, the letters of the men.
PLAN = Plan(
    (
        (Position.BOMBARDIER, Position.NAVIGATOR),
        (Position.PILOT, Position.COPILOT),
        (Position.ENGINEER,),
        (Position.RADIO_OPERATOR,),
        (Position.BALL_GUNNER,),
        (Position.PORT_WAIST, Position.STARBOARD_WAIST),
        (Position.TAIL_GUNNER,),
    ),
    2,
    dict(zip(Position, "BNPCERGLWT", strict=True)),
)


class B17Renderer(TextRenderer):
    """Shows the B-17 game."""

    def papers(self) -> PapersLike:
        """Makes the sheets."""
        return B17Papers()

    def story(self) -> BomberStory:
        """Tells the story."""
        return B17Story()

    def untitled(self, number: int, state: object) -> str:
        """What a flight is called whose log names no target."""
        if isinstance(state, Mission):
            return f"Flight {number}: {state.target.city}"
        return f"B-17 Queen of the Skies, flight {number}"

    def report(self, kind: str, records: Sequence[Record], format: str = "text") -> str:
        """A report; as text the mission chart is narrower too."""
        if kind == "mission" and format == "text":
            return write(self.papers().narrow(self.mission_sheets(records[-1])), format, self.width)
        return super().report(kind, records, format)

    def headline(self, state: object, events: Sequence[Event]) -> str:
        """The flight on one line."""
        if not isinstance(state, Mission):
            return ""
        home = state.zone == 1 and state.leg is Leg.BACK and _known(events, "weather")
        return status.headline(state, self.mark, _known(events, "resistance"), home)

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
        fuel and damage where they decide."""
        if not isinstance(state, Mission):
            return []
        if ask.id == "abort" and state.plane.fuel_turns >= 0:
            return [Line(f"Fuel: {status.fuel(state)}")]
        if ask.id == "land-or-jump":
            return [Line(f"Landing: {status.landing_points(state)}")]
        if ask.id not in _FIGHT:
            return []
        lines = [] if fresh else [Line(f"Attacking from {text}", WARNING) for text in status.attackers(state)]
        if ask.id in _FIRE:
            lines.append(Line(f"Bursts left: {status.ammunition(state)}."))
            lines += [Line(text, WARNING) for text in status.aiming(state)]
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

    def panel(self, state: object) -> list[Row]:
        """Crew, engines, bursts."""
        if not isinstance(state, Mission):
            return []
        guns = [(g.name.value, g.bursts, AMMO[g.name], status.gun_fault(g)) for g in state.plane.guns.values()]
        return plan.panel(self.crew(state), [engine.out() for engine in state.plane.engines], guns)

    def who(self, state: object, scene: Scene) -> str:
        """The man a scene is about."""
        men = {position.value: man for position, man in state.men.items()} if isinstance(state, Mission) else {}
        return plan.who(men, scene)

    def book_place(self, rule: str) -> str:
        """Where a rule stands: in the page of rules, in the tables, in the manual."""
        table = _TABLE.match(rule)
        if table:
            return f"Table {table[0]}: flakhouse tables b17 {table[0]}."
        manual = _MANUAL.match(rule)
        if manual:
            return f"Manual, section {manual[1]}."
        found = _PARAGRAPH.match(rule)
        if found:
            where = f"paragraph {rule}" if "." in rule else "whole"
            return f"docs/b17-rules.md, section {found[1]}, {where}."
        return f"Rule {rule}."


def _known(events: Sequence[Event], kind: str) -> bool:
    """Whether this was noted of this turn, or of this part of it: its waves, its weather."""
    for event in reversed(events):
        if isinstance(event, Noted):
            if event.kind == kind:
                return True
            if event.kind in ("zone", "stay", "turns-home", "take-off"):
                return False
    return False


def renderer(game: Game) -> B17Renderer:
    """The renderer of the B-17 game."""
    return B17Renderer(game, templates("flakhouse.render.b17"))


def _must_abort(state: object) -> str:
    """13.1 Why a bomber on its way out has to turn back; "" if nothing forces it. Over the target that is decided
    before the flak (2B.0): whom it finds there bombs."""
    if not isinstance(state, Mission) or state.flak is not Flak.NONE:
        return ""
    return abort.mandatory(state)
