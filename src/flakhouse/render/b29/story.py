"""The story of a B-29 flight; see render/bomber/story.py."""

from __future__ import annotations

from typing import ClassVar

from flakhouse.games.b29.words import Position
from flakhouse.render.bomber.digest import number, word
from flakhouse.render.bomber.memory import fresh, owed, own_mission, times_over
from flakhouse.render.bomber.moments import Thing, Zone
from flakhouse.render.bomber.story import BomberStory
from flakhouse.render.bomber.tale import Manner, Tale
from flakhouse.render.story.words import a_count, count, long_count, nth

__all__ = ["B29Story"]

_JOBS = {**{position.value: position.value.lower() for position in Position}, "CFC": "fire control gunner"}
_GUNS = {
    "Forward Upper Turret": "with the forward upper turret",
    "Forward Lower Turret": "with the forward lower turret",
    "Aft Upper Turret": "with the aft upper turret",
    "Aft Lower Turret": "with the aft lower turret",
    "Tail Turret": "from the tail",
    "Tail Cannon": "with the tail cannon",
}
_CAUSES = {
    "rally missed": "There was no formation to fly with",
    "out of formation": "They were alone",
    "fuel short": "There was too little fuel to go on",
    "off course over the target": "They could not find the target",
    "below mission altitude": "They could not get up to the height for the run",
    "engine power": "The engines were down on power",
    "engine out": "An engine was out",
    "engine fire": "An engine had burned",
    "propeller will not feather": "A propeller would not feather",
    "radar out": "The radar was out",
    "frost": "The windows had frosted over",
    "fuel tank hit": "A tank was leaking",
}
_LEFT = {
    "bombs hung up": "With bombs hung up in the bays",
    "bomb doors jammed": "With the bomb doors jammed",
    "bomb doors open": "With the bomb doors open",
    "going down for warmth": "Going down to warmer air,",
    "frosted windows": "With the windows frosted over",
    "too slow to keep up": "Too slow to keep up,",
    "burst inside the plane": "Crippled,",
    "shallow dive": "Diving,",
    "steep dive": "Diving,",
    "diving": "Diving,",
    "severe icing": "With ice on the wings",
    "engine trouble with bombs aboard": "With engine trouble and the bombs aboard",
    "nose gear down": "With the nose wheel down",
}
_HOW = {"HI": "from high altitude", "MED": "from medium altitude", "LO": "from low altitude"}
_WHAT = {
    "Aircraft Factory": "the aircraft factory at {city}",
    "Urban Area": "the city of {city}",
    "Airfield": "the airfield on {city}",
}


class B29Story(BomberStory):
    """Tells flights."""

    manner: ClassVar[Manner] = Manner(
        package="flakhouse.render.b29",
        crew=len(Position),
        jobs=_JOBS,
        types={},
        guns=_GUNS,
        own={"Tail Turret": "tail gunner"},
        targets={"Aircraft Factory": "factory", "Urban Area": "city", "Airfield": "airfield"},
        verdicts={
            "Twentieth Air Force victory": "gives the day to the Twentieth Air Force",
            "Japanese air defense victory": "gives the day to the Japanese air defense",
            "draw": "calls it a draw",
            "no mission": "has it as no mission at all",
        },
        causes=_CAUSES,
        left=_LEFT,
        near=False,
        landings={
            "Crew and B-29 safe": "safe",
            "Crew safe, repairable": "mend",
            "Crew safe, irreparable": "past",
            "Wrecked, nobody hurt": "wreck",
            "Wounds, wrecked": "wreck",
            "Wounds +1, wrecked": "wreck",
            "Crew KIA, wrecked": "killed",
        },
    )

    def opening(self, tale: Tale) -> None:
        """Target, distance, height, what was expected."""
        brief, orders = tale.log.first("target"), tale.log.first("briefing")
        if brief is None:
            return
        note = brief.note
        city = word(note, "city")
        expected = word(orders.note, "expected").lower() if orders is not None else "none"
        night = word(orders.note, "take_off") == "Night" if orders is not None else False
        escort = orders is not None and word(orders.note, "escort") == "available"
        by = "by night" if word(note, "time") == "Night" else "by day"
        training = bool(note.facts.get("training"))
        key = "opening-again" if times_over(tale.record, city) >= 1 else "opening"
        if owed(tale.record, number(note, "mission")):
            key = "opening-owed"
        if training or fresh(tale.record):
            key = "opening-training" if training else "opening-fresh"
        if any(thing.kind == "take-off-over" for thing in tale.log.things()):  # 3.2 it never left the ground
            key = {"opening-training": "-training", "opening-owed": "-owed"}.get(key, "")
            key = f"opening-grounded{key}"
        tale.say(
            key,
            brief.at,
            bomber=word(note, "bomber"),
            nth=nth(own_mission(tale.record, number(note, "mission"))),
            light="in the dark" if night else "in daylight",
            target=_WHAT.get(word(note, "type"), "{city}").format(city=city),
            zones=long_count(number(note, "zone")),
            how=f"to be bombed {by} {_HOW.get(word(note, 'altitude'), '')}",
            foe="no fighters were expected" if expected == "none" else f"{expected} opposition was expected",
            escort="an escort had been promised" if escort else "there was no escort",
        )
        for thing in tale.log.before:
            if thing.kind in ("take-off-near", "take-off-traffic"):
                tale.alone(thing)

    own: ClassVar[frozenset[str]] = frozenset(
        {"off-course", "on-course", "fumes", "moves", "doors-stay", "doors-moved", "fuel", "bombs-stuck",
         "bombs-jettisoned"}
    )  # fmt: skip

    def thing(self, tale: Tale, thing: Thing) -> None:
        """Course, fuel and bomb doors have a story of their own; the rest is told as it comes."""
        kind = thing.kind
        if kind in ("off-course", "on-course"):
            self._course(tale, thing)
        elif kind == "fumes":
            self._fumes(tale, thing)
        elif kind in ("doors-stay", "doors-moved"):
            self._doors(tale, thing)
        elif kind == "fuel":
            self._fuel(tale, thing)
        elif kind in ("bombs-stuck", "bombs-jettisoned"):
            self._hung(tale, thing)
        elif kind == "mask-trouble" and (end := _found_too_late(tale, thing)) is not None:
            tale.man("found-too-late", word(thing.note, "name"), thing.at, thing.at, end.at)
        elif kind == "killed" and any(_found_too_late(tale, mask) is thing for mask in tale.log.things()):
            return  # told with his mask
        elif kind == "formation-disrupted" and _storm_strikes(tale, thing):
            return  # the same storm is told by what it struck
        elif kind != "moves":
            tale.alone(thing)

    def _course(self, tale: Tale, thing: Thing) -> None:
        """A course lost and found again; told where there is room, and of several on one leg once.

        In the formation it is found without a word in the log: then the story says where it was lost."""
        if tale.detail < 2:
            return
        found = [(back, lost) for back in _found(tale, thing.at) if (lost := _lost(tale, back.at)) is not None]
        last = found[-1][0].at if found else -1
        never = _never_found(tale, thing.at)
        alone, after = [lost for lost in never if lost.at < last], [lost for lost in never if lost.at > last]
        if thing.kind == "off-course":
            if after and thing.at == after[0].at:
                tale.say("strayed-on", thing.at, zone=nth(number(thing.note, "zone")))
            return
        if last != thing.at:
            return
        zone, since = nth(number(thing.note, "zone")), nth(number(found[-1][1].note, "zone"))
        n = len(found) + len(alone)
        if n > 1:
            times = "twice" if n == 2 else f"{count(n)} times"
            way = "home" if _home(tale, thing.at) else "out"
            until = f"in the {zone} zone" if zone == since else f"until the {zone} zone"
            tale.say("strayed-often", thing.at, zone=zone, times=times, way=way, until=until)
            tale.t.lead = ""
            return
        tale.say("strayed-there" if zone == since else "strayed", thing.at, zone=zone, lost=since)

    def _fumes(self, tale: Tale, thing: Thing) -> None:
        """Empty tanks, counted once."""
        found = [other.at for other in tale.log.things() if other.kind == "fumes"]
        if thing.at == found[-1]:
            times = {1: "", 2: ", twice"}.get(len(found), f", {count(len(found))} times")
            tale.say("fumes", thing.at, times=times)

    def _doors(self, tale: Tale, thing: Thing) -> None:
        """A man with the portable motor."""
        moved = [t for t in tale.log.things() if t.kind == "moves" and t.at < thing.at]
        bay = word(thing.note, "bay")
        went = next((t for t in reversed(moved) if word(t.note, "where") == bay), None)
        if went is None:
            tale.alone(thing)
            return
        how = "did not move" if thing.kind == "doors-stay" else f"were {word(thing.note, 'how')}"
        bay = bay.lower().replace("fwd", "forward")
        tale.man("motor", word(went.note, "name"), thing.at, bay=bay, how=how)

    def _fuel(self, tale: Tale, thing: Thing) -> None:
        """What was left when they turned, if it was to be too little."""
        short = [t for t in tale.log.things() if t.kind in ("fumes", "out-of-fuel")]
        home = [m for m in tale.log.moments if isinstance(m, Zone) and m.home and m.at < thing.at]
        if not short or not home or "fuel" in tale.once:
            return
        tale.once.add("fuel")
        left = number(thing.note, "wing") + number(thing.note, "bays")
        tale.say("fuel-left", thing.at, boxes=a_count(left, "box", "boxes"))

    def _hung(self, tale: Tale, thing: Thing) -> None:
        """Bombs that were tried for again and again: counted when they go, or when nobody tries any more."""
        tries = [t for t in tale.log.things() if t.kind in ("bombs-stuck", "bombs-jettisoned")]
        failed = [t for t in tries if t.kind == "bombs-stuck" and t.note.rolls and t.at <= thing.at]
        if thing.kind == "bombs-jettisoned" and failed and "hung" not in tale.once:
            tale.once.add("hung")
            times = a_count(len(failed), "try", "tries")
            tale.say("hung-gone", thing.at, tries=times)
        elif thing.kind == "bombs-jettisoned" and not failed:
            tale.alone(thing)
        elif thing.kind == "bombs-stuck" and failed and thing.at == tries[-1].at:
            times = {1: "once", 2: "twice"}.get(len(failed), f"{count(len(failed))} times")
            tale.say("hung-on", thing.at, times=times)

    def stays(self, tale: Tale, zone: Zone) -> None:
        """A slow bomber."""
        if zone.why == "slow" and "slow" not in tale.once:
            tale.once.add("slow")
            tale.say("slow", zone.at)


def _home(tale: Tale, at: int) -> bool:
    """Whether the bomber was on the way home at this place of the log."""
    zones = [m for m in tale.log.moments if isinstance(m, Zone) and m.at < at]
    return bool(zones) and zones[-1].home


def _found(tale: Tale, at: int) -> list[Thing]:
    """All places on the same leg at which a course was found again."""
    back = [m for m in tale.log.moments if isinstance(m, Thing) and m.kind == "on-course"]
    return [thing for thing in back if _home(tale, thing.at) == _home(tale, at)]


def _never_found(tale: Tale, at: int) -> list[Thing]:
    """All places on the same leg at which a course was lost that the log does not say was found."""
    things = [m for m in tale.log.moments if isinstance(m, Thing) and _home(tale, m.at) == _home(tale, at)]
    first = [m for m in things if m.kind == "off-course" and _lost(tale, m.at) is None]
    told = {lost.at for m in things if m.kind == "on-course" and (lost := _lost(tale, m.at)) is not None}
    return [thing for thing in first if thing.at not in told]


def _lost(tale: Tale, until: int) -> Thing | None:
    """Where the course was lost that is found at this place of the log: a new zone is on course unless noted."""
    lost: Thing | None = None
    noted = True  # whether the zone before was noted as off course
    for moment in tale.log.moments:
        if moment.at >= until:
            break
        if isinstance(moment, Zone) and not moment.why:
            lost = lost if noted else None
            noted = False
        elif isinstance(moment, Thing) and moment.kind == "off-course":
            lost, noted = lost or moment, True
        elif isinstance(moment, Thing) and moment.kind == "on-course":
            lost = None
    return lost


def _storm_strikes(tale: Tale, storm: Thing) -> bool:
    """4-3 Whether the storm that disorders the formation damages the bomber as well, which comes next."""
    then = next((thing for thing in tale.log.things() if thing.at > storm.at), None)
    return then is not None and then.kind == "storm-damage"


def _found_too_late(tale: Tale, mask: Thing) -> Thing | None:
    """4.2D The death of a man whose mask failed, which comes next."""
    if mask.kind != "mask-trouble":
        return None
    then = next((thing for thing in tale.log.things() if thing.at > mask.at), None)
    name = word(mask.note, "name")
    return then if then is not None and then.kind == "killed" and word(then.note, "name") == name else None
