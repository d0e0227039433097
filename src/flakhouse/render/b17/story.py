"""The story of a B-17 flight; see render/bomber/story.py."""

from __future__ import annotations

from typing import ClassVar

from flakhouse.games.b17.words import Position
from flakhouse.render.bomber.digest import number, word
from flakhouse.render.bomber.memory import fallen_at, fresh, owed, own_mission, times_over
from flakhouse.render.bomber.story import BomberStory
from flakhouse.render.bomber.tale import Manner, Tale
from flakhouse.render.story.words import lower, nth

__all__ = ["B17Story"]

_JOBS = {position.value: position.value.lower() for position in Position}
_GUNS = {
    "Nose Gun": "from the nose",
    "Port Cheek Gun": "with the port cheek gun",
    "Starboard Cheek Gun": "with the starboard cheek gun",
    "Top Turret": "from the top turret",
    "Radio Room Gun": "from the radio room",
    "Ball Turret": "from the ball turret",
    "Port Waist Gun": "from the port waist",
    "Starboard Waist Gun": "from the starboard waist",
    "Tail Guns": "from the tail",
}
_OWN = {
    "Ball Turret": "ball gunner",
    "Port Waist Gun": "port waist gunner",
    "Starboard Waist Gun": "starboard waist gunner",
    "Tail Guns": "tail gunner",
}
_CAUSES = {
    "two or more engines out": "With two engines out they had to turn back",
    "engine out": "An engine was out",
    "heat out": "A man was without heat",
    "oxygen out": "A man was without oxygen",
    "bomb bay doors out": "The bomb doors would not work",
    "intercom out": "The intercom was dead",
    "norden": "The bombsight was out",
    "bombardier": "There was nobody to aim the bombs",
    "pilots lost": "Both pilots were lost",
    "navigator": "There was nobody to find the way",
    "fuel leak": "The fuel was running out",
    "fuel tank hit": "The fuel was running out",
    "out of formation": "They were alone",
    "no bombs": "There were no bombs left to drop",
    "mid-air": "The near collision had damaged her",
}
_LEFT = {
    "going down for warmth": "Going down to warmer air,",
    "going down to 10,000 ft": "Going down to thicker air,",
    "a burst inside the plane": "Crippled,",
    "oxygen out": "For want of oxygen",
    "two engines out": "With two engines out",
    "a propeller that cannot be feathered": "With a propeller that would not feather",
    "three engines out": "With three engines out",
    "no engine running": "With no engine running",
    "a shallow dive to avoid another bomber": "Diving away from another bomber",
    "a steep dive to avoid another bomber": "Diving away from another bomber",
    "one engine out with bombs aboard": "With an engine out and the bombs aboard",
    "aborting the mission": "Turning back,",
}
_PLACES = {"Lead": "a place in the lead of the formation", "Tail": "a place at the tail of the formation"}


class B17Story(BomberStory):
    """Tells flights."""

    manner: ClassVar[Manner] = Manner(
        package="flakhouse.render.b17",
        crew=len(Position),
        jobs=_JOBS,
        types={"FW190": "Focke-Wulf", "Me109": "Messerschmitt", "Me110": "Messerschmitt"},
        guns=_GUNS,
        own=_OWN,
        targets={
            "Aircraft": "aircraft works",
            "Airfield": "airfield",
            "Industry": "factories",
            "Rail Yard": "rail yards",
            "Ship Yard": "shipyards",
            "U-Boats": "U-boat pens",
        },
        verdicts={
            "8th Air Force victory": "gives the day to the Eighth Air Force",
            "German victory": "gives the day to the Germans",
            "draw": "calls it a draw",
        },
        causes=_CAUSES,
        left=_LEFT,
        landings={
            "safe": "safe",
            "crew safe, bomber to be repaired": "mend",
            "crew safe, bomber beyond repair": "past",
            "a crash": "crash",
            "a bad crash": "crash",
            "a crash that nobody survives": "killed",
        },
    )

    def opening(self, tale: Tale) -> None:
        """Target, place and escort."""
        brief, place = tale.log.first("target"), tale.log.first("briefing")
        if brief is None:
            return
        note = brief.note
        city = word(note, "city")
        where = _PLACES.get(word(place.note, "place"), "") if place is not None else ""
        covers = {lower(word(t.note, "level")) for t in tale.log.things() if t.kind == "cover"}
        escort = f" and {covers.pop()} escort" if len(covers) == 1 else ""
        escort = " and no escort" if escort == " and none escort" else escort
        before = times_over(tale.record, city)
        key = "opening" if before == 0 else "opening-again" if before == 1 else "opening-third"
        if owed(tale.record, number(note, "mission")):
            key = "opening-owed"
        if fresh(tale.record):
            key = "opening-fresh"
        dead = fallen_at(tale.record, city)
        tale.say(
            key,
            brief.at,
            bomber=word(note, "bomber"),
            nth=nth(own_mission(tale.record, number(note, "mission"))),
            city=city,
            target=tale.manner.targets.get(word(note, "type"), "target"),
            place=where or "a place in the middle of the formation",
            escort=escort,
            time=nth(before + 1),
            fallen=f", where {dead.rsplit(' ', 1)[-1]} had been killed" if dead else "",
        )
