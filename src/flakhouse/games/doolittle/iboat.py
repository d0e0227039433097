"""12.6.6 The I-Boat Attack: detection, location, reaction, torpedoes."""

from __future__ import annotations

from flakhouse.core.mods import Mod
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import layout, sea, ship_group
from flakhouse.games.doolittle.advice import iboat as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import iboat as questions
from flakhouse.games.doolittle.questions.keys import by_ship
from flakhouse.games.doolittle.state import Raid, Ship
from flakhouse.games.doolittle.words import Weather

__all__ = ["attack"]

DETECTION = CHARTS.numbers("iboat-detection")
ARROW = CHARTS.text("iboat-arrow")
REACTION = CHARTS.numbers("iboat-reaction")
CARRIER = CHARTS.text("iboat-carrier")
TORPEDOES = CHARTS.numbers("iboat-torpedoes")

_SEEN = 12
_FAR = " Far"
_ASTERN = "Astern"


def attack(ref: Referee, r: Raid, ships: list[Ship] | None = None) -> None:
    """12.6.6 An I-Boat attacks the Task Force, or a detached group (14.3.2), if one of its ships is slow."""
    slow = layout.slow_ships(r) if ships is None else [s for s in ship_group.afloat(ships) if s.slow()]
    if not slow:
        return
    weather = r.weather.get(sea.weather_box(ref, ship_group.area_of(r, ships)))
    ref.scene("iboat", area=ship_group.area_of(r, ships))
    if ships is None:
        _steps(ref, r, weather)
        return
    kept = ship_group.lay_out(ref, r, ships, "Low CAP")
    _steps(ref, r, weather)
    ship_group.put_away(r, ships, kept)


def _steps(ref: Referee, r: Raid, weather: Weather | None) -> None:
    """12.6.6 The four steps."""
    # RULING 14.3.2: where no Weather Chit lies the sea is neither Calm nor Storm.
    if not _detected(ref, r, weather):
        ref.note("iboat-unseen")
        target = _carrier(ref, r)
    else:
        space = ref.roll(ARROW)
        ref.note("iboat-seen", causes=(DETECTION, ARROW), space=space)
        if _driven_off(ref, r, weather, space):
            return
        target = _target(ref, r, space)
    if target is not None:
        _torpedoes(ref, r, target)


def _local_recon(r: Raid) -> int:
    """12.6.6 Recon markers in the Local Recon box."""
    return sum(x.place == "Local Recon" for x in r.task_force.recon)


def _detected(ref: Referee, r: Raid, weather: Weather | None) -> bool:
    """12.6.6 Step 1, detection: 12 or more."""
    mods: list[Mod] = []
    known = DETECTION.mods
    if weather is Weather.CALM:
        mods.append(known["calm"])
    destroyers = sum(s.kind == "DD" and not s.damaged for s in layout.ships(r))
    if destroyers:
        mods.append(known["destroyer"].times(destroyers))
    recon = _local_recon(r)
    if recon:
        mods.append(known["local_recon"].times(recon))
    if any(x.name == "VF6" and x.place == "Low CAP" for x in r.task_force.recon):
        mods.append(known["low_cap"])
    ref.roll(DETECTION, mods, least=_SEEN)
    return ref.total >= _SEEN


# ------------------------------------------------------------------ step 3: reaction


def _driven_off(ref: Referee, r: Raid, weather: Weather | None, space: str) -> bool:
    """12.6.6 Step 3, reaction: a ship in the I-Boat's space or next to it may attack first."""
    ship = _reacting(ref, r, weather, space)
    if ship is None:
        return False
    ref.roll(REACTION, _reaction_mods(r, weather, space, ship), least=ship.reaction)
    gone = ref.total >= ship.reaction
    if gone:
        r.task_force.i_boats_sunk += 1
    ref.note("iboat-reaction", ship=ship.name, gone=gone)
    return gone


def _reaction_mods(r: Raid, weather: Weather | None, space: str, ship: Ship) -> list[Mod]:
    """12.6.6 Step 3: what counts on the dice of a ship that attacks."""
    known = REACTION.mods
    mods = [known["adjacent"]] if ship.space != space else []
    if weather is Weather.STORM:
        mods.append(known["storm"])
    if _local_recon(r):
        mods.append(known["local_recon"])
    return mods


def _reacting(ref: Referee, r: Raid, weather: Weather | None, space: str) -> Ship | None:
    """12.6.6 The ship that reacts, picked by the player: those with a Reaction value, in reach."""
    near = layout.spaces(ref)[space].adjacent
    able = [s for s in layout.ships(r) if s.reaction and (s.space == space or s.space in near)]
    if not able:
        return None

    def make() -> Question:
        mods = {s.name: _reaction_mods(r, weather, space, s) for s in able}
        needs = {s.name: (s, mods[s.name], s.reaction - ref.plus(REACTION, mods[s.name])) for s in able}
        return questions.iboat_reaction(space, needs)

    # D51
    name = ref.ask(
        "iboat-reaction", advice.iboat_reaction(able, space), make, keys=[*by_ship(able), questions.NOBODY]
    )
    return next((s for s in able if s.name == name), None)


# ------------------------------------------------------------------ step 4: torpedoes


def _target(ref: Referee, r: Raid, space: str) -> Ship | None:
    """12.6.6 Whom a detected I-Boat attacks: a ship at random where it is, else a carrier in the Center."""
    if space == _ASTERN:
        slow = [s for s in layout.in_space(r, layout.ASTERN_FAR) if s.slow()]
        if slow:
            return ref.draw(slow)
    here = layout.in_space(r, space)
    if not here and space.endswith(_FAR):
        here = layout.in_space(r, space.removesuffix(_FAR))
    return ref.draw(list(here)) if here else _carrier(ref, r)  # RULING 48


def _carrier(ref: Referee, r: Raid) -> Ship | None:
    """12.6.6 A carrier in the Center, by a die if there are two."""
    center = layout.in_space(r, layout.CENTER)
    carriers = [s for s in center if s.kind == "CV"]
    if len(carriers) > 1:
        name = ref.roll(CARRIER)
        return next(s for s in carriers if s.name == name)
    # RULING 12.6.6: without a carrier any ship in the Center is attacked, else any ship, at random.
    able = carriers or center or layout.ships(r)
    return ref.draw(list(able)) if able else None


def _torpedoes(ref: Referee, r: Raid, ship: Ship) -> None:
    """12.6.6 Step 4, torpedoes: less than the Hull value damages the ship."""
    ref.roll(TORPEDOES, most=ship.hull - 1)
    hit = ref.total < ship.hull
    ref.note("iboat-torpedoes", causes=(CARRIER, TORPEDOES), ship=ship.name, hit=hit)
    if hit:
        layout.damage_ship(ref, r, ship, "I-Boat")
