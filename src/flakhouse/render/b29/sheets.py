"""The papers of a B-29 tour: debriefing, mission log sheet, campaign log sheet (9.1 to 9.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from flakhouse.core.events import Fact, Noted
from flakhouse.games.b29 import campaign as tour
from flakhouse.games.b29.state import Campaign, LogRow
from flakhouse.games.b29.words import Fate, Position, Result
from flakhouse.render.b29 import digest
from flakhouse.render.b29.digest import Flight, number, word
from flakhouse.render.base import Record
from flakhouse.render.sheets import Cell, Sheet

__all__ = ["FATES", "campaign", "dead", "debrief", "mission", "narrow", "standing"]

Words = Callable[[Noted], str]

FATES = {
    Fate.DUTY: "fit for duty",
    Fate.KIA: "killed in action",
    Fate.DOW: "died of wounds",
    Fate.LAS: "lost at sea",
    Fate.IH: "invalided home",
    Fate.BOC: "bailed out, captured",
    Fate.CAS: "captured at sea",
    Fate.DIC: "died in captivity",
}
_RESULTS = {
    "victory": "Twentieth Air Force victory",
    "draw": "draw",
    "defeat": "Japanese air defense victory",
    "none": "no mission",
}


class _Man(msgspec.Struct):
    name: str
    fate: Fate
    dead: bool
    aboard: bool
    cause: str | None = None


class _Bomber(msgspec.Struct):
    name: str
    state: str
    end: str
    zone: int


class Outcome(msgspec.Struct):
    """What came of a mission, as the game records it."""

    mission: int
    training: bool
    result: str
    credited: bool
    target: str
    target_type: str
    night: bool
    altitude: str
    bombs: str | None
    percent: int
    bomber: _Bomber
    cause: str | None
    aborted: str | None
    turns: int
    fuel_left: int
    crew: dict[Position, _Man]


def _outcome(record: Record) -> Outcome | None:
    return None if record.outcome is None else msgspec.convert(record.outcome, Outcome)


def _campaign(record: Record) -> Campaign | None:
    return None if record.campaign is None else msgspec.convert(record.campaign, Campaign)


def dead(record: Record) -> list[str]:
    """Who did not live to see the debriefing: "Pilot Frank Abbott"."""
    outcome = _outcome(record)
    if outcome is None:
        return []
    return [f"{p.value} {man.name}" for p, man in outcome.crew.items() if man.dead and man.fate is not Fate.DOW]


def _name(outcome: Outcome) -> str:
    return "Training flight" if outcome.training else f"Mission {outcome.mission}"


# ------------------------------------------------------------------ debriefing


def debrief(record: Record, notes: tuple[str, ...]) -> list[Sheet]:
    """Result, bombs, damage, men."""
    outcome = _outcome(record)
    if outcome is None:
        return [Sheet(f"Mission {record.number}", ("", ""), (("state", "still being flown"),), notes)]
    flight = digest.read(record.events)
    rows: list[tuple[Cell, ...]] = [
        ("Result", _RESULTS.get(outcome.result, outcome.result)),
        ("Target", _target(outcome)),
        ("Bombs", _bombs(outcome)),
        ("Bomber", _bomber(outcome)),
    ]
    if outcome.aborted:
        rows.append(("Aborted", outcome.aborted))
    if outcome.cause and outcome.bomber.state in ("irreparable", "lost"):
        rows.append(("Cause", outcome.cause))
    if record.events:
        rows += [("Enemy", _enemy(flight)), ("Hits taken", _hits(flight))]
    losses = _losses(outcome, flight)
    if not losses:
        rows.append(("Men", "nobody hurt"))
    if record.options.get("fuel", "on") == "on" and outcome.turns:
        rows.append(("Fuel left", _count(outcome.fuel_left, "box", "boxes")))
    rows.append(("Credit", "counts to the tour" if outcome.credited else "does not count to the tour"))
    state = _campaign(record)
    if state is not None:
        rows.append(("Tour", standing(state)))
    sheets = [Sheet(f"Debriefing: {outcome.bomber.name}, {_name(outcome)}", ("", ""), tuple(rows), notes)]
    if losses:
        sheets.append(Sheet("Men", ("position", "name", "fate"), tuple(losses)))
    return sheets


def _target(outcome: Outcome) -> str:
    time = "night" if outcome.night else "day"
    return f"{outcome.target}, {outcome.target_type}; {time}, {outcome.altitude} altitude"


def _bombs(outcome: Outcome) -> str:
    if outcome.bombs is None:
        return "none dropped on a bomb run"
    return f"{outcome.bombs}, {outcome.percent} percent"


def _bomber(outcome: Outcome) -> str:
    bomber = outcome.bomber
    where = f" in Zone {bomber.zone}" if bomber.zone and bomber.end not in ("landed", "landed at Iwo Jima") else ""
    return f"{bomber.name}: {bomber.end}{where}, {bomber.state}"


def _count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"


def _enemy(flight: Flight) -> str:
    met = len(flight.noted("fighter-placed", "rammer-placed"))
    down = len(flight.noted("fighter-destroyed"))
    return (
        f"{_count(met, 'attack', 'attacks')} by fighters, {down} shot down"
        if met or down
        else "no attack by fighters"
    )


def _hits(flight: Flight) -> str:
    shells = sum(number(event, "shells") for event in flight.noted("fighter-hits", "friendly-fire"))
    flak = sum(number(event, "sections") for event in flight.noted("flak-hits"))
    if not shells and not flak:
        return "none by shells or flak"
    parts = [_count(shells, "shell", "shells")] if shells else []
    if flak:
        parts.append(f"flak in {_count(flak, 'section', 'sections')}")
    return ", ".join(parts)


def _losses(outcome: Outcome, flight: Flight) -> list[tuple[Cell, ...]]:
    """The men who were hurt or will not fly again."""
    hurt = _wounds(flight)
    rows: list[tuple[Cell, ...]] = []
    for position, man in outcome.crew.items():
        if man.fate is not Fate.DUTY:
            rows.append((position.value, man.name, FATES[man.fate]))
        elif position.value in hurt:
            rows.append((position.value, man.name, f"{hurt[position.value]}, {FATES[man.fate]}"))
    return rows


_RANK = ("lightly wounded", "frostbitten", "seriously wounded", "killed")


def _wounds(flight: Flight) -> dict[str, str]:
    """The worst that befell each man, by the log."""
    worst: dict[str, str] = {}
    for event in flight.noted("wounded", "third-wound", "frostbitten", "killed", "take-off-injury"):
        if event.kind == "wounded":
            what = f"{word(event, 'wound')} wounded"
        elif event.kind == "take-off-injury":
            what = word(event, "injury")
        else:
            what = {"third-wound": "seriously wounded"}.get(event.kind, event.kind)
        man = word(event, "man")
        before = worst.get(man, "")
        if what != "unhurt" and (
            before not in _RANK or what not in _RANK or _RANK.index(what) > _RANK.index(before)
        ):
            worst[man] = what
    return worst


# ------------------------------------------------------------------ mission log sheet


def mission(record: Record, words: Words, notes: tuple[str, ...]) -> list[Sheet]:
    """The mission log sheet: the briefing, the zones, the attacks, the damage, the crew."""
    flight = digest.read(record.events)
    outcome = _outcome(record)
    sheets = [_front(record, flight, outcome, notes)]
    if flight.turns:
        sheets.append(_zones(flight))
        sheets += [sheet for sheet in (_attacks(flight), _damage(flight, words)) if sheet.rows]
    crew = _crew(record, flight, outcome)
    if crew.rows:
        sheets.append(crew)
    return sheets


def _front(record: Record, flight: Flight, outcome: Outcome | None, notes: tuple[str, ...]) -> Sheet:
    facts: dict[str, Fact] = {}
    for event in flight.noted("target", "briefing", "gunners"):
        facts.update(event.facts)
    rows: list[tuple[Cell, ...]] = []
    for key, label in (
        ("bomber", "Bomber"),
        ("city", "Target"),
        ("type", "Type"),
        ("zone", "Target zone"),
        ("time", "Day or night"),
        ("altitude", "Altitude"),
        ("place", "Place"),
        ("squadron", "Squadron"),
        ("expected", "Expected resistance"),
        ("escort", "Escort"),
        ("tanks", "Auxiliary tanks"),
        ("take_off", "Take-off by"),
        ("landing", "Landing by"),
        ("guns", "Gun positions armed"),
        ("aboard", "Gunners aboard"),
    ):
        if key in facts:
            rows.append((label, facts[key]))
    if outcome is None:
        rows.append(("State", "being flown"))
    else:
        if not facts:
            rows += [("Bomber", outcome.bomber.name), ("Target", _target(outcome))]
        rows += [
            ("Bombs", _bombs(outcome)),
            ("End of the flight", _bomber(outcome)),
            ("Turns", outcome.turns),
            ("Fuel left", outcome.fuel_left),
            ("Result", _RESULTS.get(outcome.result, outcome.result)),
            ("Credited", outcome.credited),
        ]
        if outcome.aborted:
            rows.append(("Aborted", outcome.aborted))
        if outcome.cause:
            rows.append(("Cause", outcome.cause))
    if outcome is not None:
        name = _name(outcome)
    else:
        name = "Training flight" if facts.get("training") else f"Mission {facts.get('mission', record.number)}"
    return Sheet(f"Mission log sheet: {name}", ("item", "entry"), tuple(rows), notes)


def _zones(flight: Flight) -> Sheet:
    rows: list[tuple[Cell, ...]] = []
    for turn in flight.turns:
        if not turn.number:
            continue
        course = "" if turn.off_course is None else "off" if turn.off_course else "on"
        rows.append(
            (
                turn.number,
                turn.zone or "base",
                "out" if turn.leg == "outbound" else "home",
                turn.altitude,
                turn.weather,
                course,
                turn.resistance,
                turn.wing,
                turn.bays,
                turn.why,
            )
        )
    columns = ("turn", "zone", "leg", "alt", "weather", "course", "fighters", "wing", "bays", "remark")
    return Sheet("Zones", columns, tuple(rows), ("Wing and bays: fuel boxes left.",))


def _attacks(flight: Flight) -> Sheet:
    """Each attack, with what came of it."""
    rows: list[tuple[Cell, ...]] = []
    for turn in flight.turns:
        placed: dict[str, int] = {}
        for event in turn.events:
            if not isinstance(event, Noted):
                continue
            fighter = word(event, "fighter")
            if event.kind in ("fighter-placed", "rammer-placed"):
                placed[fighter] = len(rows)
                rows.append((turn.number, turn.zone, fighter, word(event, "where"), "no hits"))
            elif fighter in placed:
                what = _came_of(event)
                if what:
                    row = rows[placed[fighter]]
                    before = "" if row[4] == "no hits" else f"{row[4]}; "
                    rows[placed[fighter]] = (*row[:4], before + what)
    return Sheet("Attacks", ("turn", "zone", "fighter", "from", "what came of it"), tuple(rows))


def _came_of(event: Noted) -> str:
    kind = event.kind
    if kind == "fighter-destroyed":
        return f"shot down by the {word(event, 'man')}"
    if kind == "fighter-damaged":
        return f"damaged by the {word(event, 'man')}"
    if kind == "fighter-hits":
        return _count(number(event, "shells"), "shell hit", "shell hits")
    if kind == "collision":
        return f"collided: {word(event, 'section')}"
    return {"near-miss": "nearly collided", "ram-misses": "failed to ram", "fighter-returns": "came back"}.get(
        kind, "came up unseen" if kind == "night-fighter-unseen" else ""
    )


#: Events of the damage part of the sheet, beside everything of the damage tables.
_DAMAGE = frozenset(
    {
        *("part-out", "counted-hit", "sight-out", "turret-out", "extinguisher-out", "reservoir-hit", "brakes"),
        *(
            "windshield",
            "bombsight-out",
            "intercom-out",
            "radar-hit",
            "blister-hit",
            "duct-hit",
            "utility-duct-hit",
        ),
        *("feed-trays-hit", "ammunition-hit", "oxygen-containers-hit", "tailplane-root", "tailplane-off"),
        *(
            "tunnel-damaged",
            "rafts-hit",
            "pump-hit",
            "controls-dead",
            "no-controls",
            "electrical-hit",
            "power-out",
        ),
        *("center-tank-fire", "center-tank-leak", "bay-tank-fire", "bay-tank-leak", "bombs-detonate"),
        *("release-damaged", "doors-damaged", "doors-jammed", "nose-gear", "burst-inside", "engine", "oil-leak"),
        "collision",
        *(
            "gyro-compass-out",
            "wing-root-hit",
            "wing-off",
            "flap-out",
            "aileron-out",
            "tank-fire",
            "wing-tank-leak",
        ),
        *("main-gear", "compromised", "pressure-lost", "decompression", "oxygen-hit", "oxygen-out"),
        *("oxygen-all-out", "fire", "fire-out", "fire-burns", "fuel-leak", "gun-jams", "brakes-weaker", "event"),
        *("pump-failed", "door-fault", "storm-damage", "engine-fire-out", "engine-burns", "propeller-bursts"),
    }
)


def _damage(flight: Flight, words: Words) -> Sheet:
    rows: list[tuple[Cell, ...]] = []
    for turn in flight.turns:
        for event in turn.events:
            if isinstance(event, Noted) and event.kind in _DAMAGE:
                rows.append((turn.number, turn.zone, words(event)))
    return Sheet("Damage and malfunctions", ("turn", "zone", "what"), tuple(rows))


def _crew(record: Record, flight: Flight, outcome: Outcome | None) -> Sheet:
    hurt = _wounds(flight)
    kills: dict[str, int] = {}
    for event in flight.noted("fighter-destroyed"):
        gunner = word(event, "man")
        kills[gunner] = kills.get(gunner, 0) + 1
    rows: list[tuple[Cell, ...]] = []
    if outcome is not None:
        for position, man in outcome.crew.items():
            fate = FATES[man.fate] if man.aboard or man.fate is not Fate.DUTY else "left at base"
            rows.append((position.value, man.name, hurt.get(position.value, ""), kills.get(position.value), fate))
        return Sheet("Crew", ("position", "name", "wounds", "shot down", "after the flight"), tuple(rows))
    for position in Position:
        if position.value in hurt or position.value in kills:
            rows.append((position.value, hurt.get(position.value, ""), kills.get(position.value)))
    return Sheet("Crew so far", ("position", "wounds", "shot down"), tuple(rows))


# ------------------------------------------------------------------ campaign log sheet


def standing(state: Campaign) -> str:
    """The tour in one line."""
    return (
        f"{state.credited} of {tour.TOUR} missions; {_count(state.victories, 'victory', 'victories')}, "
        f"{_count(state.draws, 'draw', 'draws')}, {_count(state.defeats, 'defeat', 'defeats')}"
    )


def campaign(records: Sequence[Record], notes: tuple[str, ...]) -> list[Sheet]:
    """The campaign log sheet: flights, bombers, men, cities, standing and ratings."""
    state = next((c for record in reversed(records) if (c := _campaign(record)) is not None), None)
    if state is None:
        return [Sheet("Campaign log sheet", ("", ""), (("state", "no mission is finished yet"),), notes)]
    ratings = tour.ratings(state)
    sheets = [
        Sheet(
            "Campaign log sheet",
            _COLUMNS,
            tuple(_flight(row) for row in state.log),
            notes,
        ),
        Sheet(
            "Bombers",
            ("bomber", "missions", "state", "survival", "mean %", "bombing"),
            tuple(
                (b.name, b.missions, b.fate, b.survival, b.percent if b.bombing != "none" else None, b.bombing)
                for b in ratings.bombers
            ),
            ("Survival by table 9-2, bombing by table 9-3.",),
        ),
        Sheet(
            "Men",
            ("position", "name", "missions", "shot down", "survival", "fate"),
            tuple((m.what, m.name, m.missions, m.kills, m.survival, _fate(m.fate)) for m in ratings.men),
        ),
    ]
    if state.city_boxes or state.struck:
        sheets.append(_cities(state))
    sheets.append(_result(state, ratings))
    return sheets


def _fate(text: str) -> str:
    return FATES.get(Fate(text), text)


_COLUMNS = (
    "flight",
    "mission",
    "bomber",
    "target",
    "type",
    "time",
    "altitude",
    "on target",
    "percent",
    "result",
    "credited",
    "end",
    "cause",
)
_TYPES = {"Aircraft Factory": "factory", "Urban Area": "urban", "Airfield": "airfield"}
_SHORT = {Result.VICTORY: "victory", Result.DRAW: "draw", Result.DEFEAT: "defeat", Result.NONE: "none"}


def _flight(row: LogRow) -> tuple[Cell, ...]:
    return (
        row.flight,
        row.mission or "Truk",
        row.bomber,
        row.target,
        row.target_type,
        row.day_night,
        row.altitude,
        row.on_target,
        None if row.on_target is None else row.percent,
        _SHORT[row.result],
        row.credited,
        row.end.value,
        row.root or None,
    )


def narrow(sheets: list[Sheet]) -> list[Sheet]:
    """The campaign log sheet for 80 columns: the same flights in fewer words."""
    rows: list[tuple[Cell, ...]] = []
    causes: list[str] = []
    for flight, mission, bomber, target, kind, time, altitude, on, percent, result, credited, _, cause in sheets[
        0
    ].rows:
        name = str(bomber)
        bombs = "" if on is None else f"{'on' if on else 'off'} {percent}%"
        rows.append(
            (
                flight,
                mission,
                name if len(name) <= 14 else f"{name[:13]}.",
                target,
                _TYPES.get(str(kind), kind),
                f"{str(time).lower()} {altitude}",
                bombs,
                result,
                credited,
            )
        )
        if cause:
            causes.append(f"Flight {flight}: {cause}.")
    columns = ("no", "msn", "bomber", "target", "type", "when", "bombs", "result", "cr")
    short = Sheet(sheets[0].title, columns, tuple(rows), (*causes, *sheets[0].notes))
    return [short, *(_narrow_men(sheet) if sheet.title == "Men" else sheet for sheet in sheets[1:])]


def _narrow_men(sheet: Sheet) -> Sheet:
    """The men in shorter headings, so that a row fits a line."""
    short = {"missions": "msn", "shot down": "down"}
    return Sheet(sheet.title, tuple(short.get(name, name) for name in sheet.columns), sheet.rows, sheet.notes)


def _cities(state: Campaign) -> Sheet:
    rows: list[tuple[Cell, ...]] = []
    for city, boxes in state.city_boxes.items():
        of = tour.CITY_BOXES.get(city, 0)
        rows.append((city, boxes, of, "bombed out" if tour.bombed_out(state, city) else ""))
    rows += [(city, None, None, "struck off") for city in state.struck]
    return Sheet("Cities", ("city", "boxes", "of", "state"), tuple(rows))


def _result(state: Campaign, ratings: tour.Ratings) -> Sheet:
    word = "Result of the campaign" if ratings.complete else "Standing of the campaign"
    lead = {Result.VICTORY: "Twentieth Air Force", Result.DEFEAT: "Japanese air defense", Result.DRAW: "nobody"}
    verb = "won by" if ratings.complete else "ahead"
    rows: tuple[tuple[Cell, ...], ...] = (
        ("Missions credited", f"{state.credited} of {tour.TOUR}"),
        ("Flights", state.flights),
        ("Victories", ratings.victories),
        ("Draws", ratings.draws),
        ("Defeats", ratings.defeats),
        (verb.capitalize(), lead[ratings.winner]),
    )
    return Sheet(word, ("", ""), rows)
