"""The title of a flight, from its turning point."""

from __future__ import annotations

from flakhouse.render.bomber.digest import number, word
from flakhouse.render.bomber.memory import mission_of
from flakhouse.render.bomber.moments import DEATHS, Thing, Wave, Zone
from flakhouse.render.bomber.tale import Tale
from flakhouse.render.story.words import capital, count, nth, possessive

__all__ = ["title"]


_HOME = ("landed", "wrecked on landing")


def title(tale: Tale) -> str:
    """At most five words, never the result."""
    things = tale.log.things()
    kinds: dict[str, list[Thing]] = {}
    for thing in things:
        kinds.setdefault(thing.kind, []).append(thing)
    for rule in (_flown_home, _survivors, _jumped, _one_dead, _engines, _aborted, _ace, _bombs):
        if found := rule(tale, kinds):
            return found
    return _quiet(tale, kinds)


def _end(kinds: dict[str, list[Thing]]) -> str:
    ends = kinds.get("flight-ends")
    return word(ends[-1].note, "end") if ends else ""


def _flown_home(tale: Tale, kinds: dict[str, list[Thing]]) -> str:
    """Both pilots out, another flew."""
    took = [t for t in kinds.get("takes-controls", []) if "ilot" not in word(t.note, "man")]
    zone = next((t for t in kinds.get("flight-ends", [])), None)
    if not took or zone is None or number(zone.note, "zone") > 1 or word(zone.note, "end") not in _HOME:
        return ""
    job = tale.cast.jobs.get(word(took[-1].note, "name"), "")
    return f"The {job} flew her home" if len(job.split()) == 1 else f"The {job.split()[-1]} flew home"


def _survivors(tale: Tale, kinds: dict[str, list[Thing]]) -> str:
    """One of all lived; or all were picked up; or none."""
    dead = set(tale.seen.dead)
    crew = tale.manner.crew
    if len(dead) == crew:
        return capital(f"all {count(crew)}")
    if len(dead) == crew - 1:
        return f"One of {count(crew)}"
    if "ditched" in kinds and not dead:
        return f"All {count(crew)} in the rafts" if crew else ""
    return ""


def _jumped(tale: Tale, kinds: dict[str, list[Thing]]) -> str:
    """The parachutes; where not all lived, how many did."""
    jumped = kinds.get("jumped", [])
    if "bail-out" not in kinds or len(jumped) < 2:
        return ""
    dead = len(set(tale.seen.dead))
    if dead:
        return f"{capital(count(tale.manner.crew - dead))} of {count(tale.manner.crew)}"
    return f"{capital(count(len(jumped)))} parachutes"


def _one_dead(tale: Tale, kinds: dict[str, list[Thing]]) -> str:
    """The last mission of the one who was killed; or of two."""
    dead = [t for kind in DEATHS for t in kinds.get(kind, [])]
    if len(dead) == 2:
        first, second = (word(one.note, "name").rsplit(" ", 1)[-1] for one in sorted(dead, key=lambda one: one.at))
        return f"Without {first} and {second}"
    if len(dead) != 1:
        return ""
    name = word(dead[0].note, "name")
    missions = _missions(tale, name)
    last = name.rsplit(" ", 1)[-1]
    return f"{possessive(last)} {nth(missions)} mission" if missions else f"The place of {last}"


def _missions(tale: Tale, name: str) -> int:
    """Which of his missions it was; 0 if the tour does not say."""
    return mission_of(tale.record, name) if (tale.record.campaign or {}).get("log") else 0


def _engines(tale: Tale, kinds: dict[str, list[Thing]]) -> str:
    """Home on what was left of the engines."""
    if "one-engine" in kinds and _end(kinds) == "landed":
        return "Home on one engine"
    return ""


def _aborted(tale: Tale, kinds: dict[str, list[Thing]]) -> str:
    """How far they came."""
    if "take-off-return" in kinds or "take-off-over" in kinds:
        return "Over before it began"
    if "abort" not in kinds:
        return ""
    return f"Back from the {nth(number(kinds['abort'][0].note, 'zone'))} zone"


def _ace(tale: Tale, kinds: dict[str, list[Thing]]) -> str:
    """A man's fifth."""
    made = _new_aces(tale)
    return f"Five for {tale.cast.short(made)}" if made else ""


def _new_aces(tale: Tale) -> str:
    for event in tale.record.events:
        facts = getattr(event, "facts", {})
        if getattr(event, "kind", "") == "new-ace":
            return str(facts.get("name", ""))
    return ""


def _bombs(tale: Tale, kinds: dict[str, list[Thing]]) -> str:
    """Bombs that hit well."""
    away = kinds.get("bombs-away")
    target = kinds.get("target")
    if away and target and number(away[0].note, "percent") >= 50:
        return f"On the {tale.manner.targets.get(word(target[0].note, 'type'), 'target')}"
    return ""


#: With any of these no trip was quiet.
_TROUBLE = frozenset(
    {"left-formation", "no-assembly", "off-course", "close-call", "collision-dive", "accident", "engine", "fumes",
     "engine-runs-away", "flak-hits", "friendly-fire", "thermals", "fire", "event", "storm-damage"}
)  # fmt: skip


def _over(tale: Tale, at: int) -> bool:
    """Whether the bomber was in the zone of its target at this place of the log, so far as that is known."""
    target = tale.log.first("target")
    zones = [m.zone for m in tale.log.moments if isinstance(m, Zone) and m.at < at]
    return target is None or not zones or zones[-1] == number(target.note, "zone")


def _quiet(tale: Tale, kinds: dict[str, list[Thing]]) -> str:
    """A trip, or a day by what was most of it."""
    target = kinds.get("target")
    city = word(target[0].note, "city") if target else "the target"  # which a flight from a position does not name
    fought = [m for m in tale.log.moments if isinstance(m, Wave) and m.passes]
    down = [hit for hit in tale.log.hits() if hit.down]
    hurt = kinds.get("wounded", [])
    if "formation-disrupted" in kinds or "storm-damage" in kinds:
        return "Through the storm"
    if not fought and not hurt and not _TROUBLE & set(kinds):
        return "The first one" if tale.seen.mission == tale.record.number == 1 else f"A quiet trip to {city}"
    if len(down) > 1:
        many = capital(count(len(down)))
        return f"{many} over {city}" if all(_over(tale, hit.at) for hit in down) else f"{many} fighters down"
    if hurt and _over(tale, hurt[0].at):
        return f"{word(hurt[0].note, 'name').rsplit(' ', 1)[-1]} over {city}"
    return f"To {city} and back"
