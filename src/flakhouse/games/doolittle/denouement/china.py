"""14.4 China: repairs, the flights to Chungking, the treks, and the Japanese who hunt for them."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, checks, data, elites, fuel
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.denouement import advice, ditching
from flakhouse.games.doolittle.state import B25, Crew, Elite, Raid
from flakhouse.games.doolittle.words import Benefit, Fate, Leader, Site

__all__ = ["capture_check", "china", "trek_mods"]


class Close(StrEnum):
    """A close call."""

    KILLED = "Crew killed"
    CAPTURED = "Crew captured"
    WOUNDED = "Wounded on the way"
    ESCAPE = "Narrow escape"
    HEALED = "Nursed back to health"


TREK = CHARTS.numbers("trek")
FIT = CHARTS.text("capture-fit")
WOUNDED = CHARTS.text("capture-wounded")
CLOSE = CHARTS.words("close-call", Close)
_T = TREK.mods
_HOME = Site.CHUNGKING.value
_SITES = tuple(s.value for s in (Site.LISHUI, Site.CHUCHOW, Site.YUSHAN, Site.KIAN, Site.KWEILIN))
_PLACES = ("Trekking", *_SITES)
_LAST_ZONE = 12  # RULING 38: who ditches on the way is rolled for without a modifier


def china(ref: Referee, r: Raid) -> None:
    """14.4 Which bombers can fly, then every group and party to Chungking, in the player's order."""
    for crew in r.crews:
        if crew.place == _HOME and not crew.fate:
            _arrive(r, crew, _HOME)
            if crew.b25.fate is Fate.LANDED:
                crew.b25.fate = Fate.CHUNGKING
    for place in _SITES:
        _repairs(ref, r, place)
        for b25 in _landed(r, place):
            if b25.damage:
                _scuttle(ref, b25)
    routes = _routes(ref)
    while moves := _moves(r, routes):
        options = {key: words for key, (words, _, _) in moves.items()}
        # D81
        key = ref.choose("china-next", "14.4.2", "China: who sets out next?", options, next(iter(options)))
        _, place, flying = moves[key]
        if flying is None:
            _trek(ref, r, place, routes)
        else:
            _fly(ref, r, flying, routes)


def _landed(r: Raid, place: str) -> list[B25]:
    """14.4 The bombers standing there."""
    return [b for b in r.squadron if b.fate is Fate.LANDED and b.where == place]


def _crews(r: Raid, place: str) -> list[Crew]:
    """14.4 The crews there."""
    return [c for c in r.crews if c.place == place and not c.fate]


def _on_foot(r: Raid, place: str) -> list[Crew]:
    """14.4.2 Crews without a bomber of their own to fly."""
    return [c for c in _crews(r, place) if c.b25.fate is not Fate.LANDED]


def _routes(ref: Referee) -> dict[str, dict[str, tuple[int, int]]]:
    """14.4.3 The Transport Table: from, to, fuel (-1: not by air), trekking number."""
    chart = data.table(ref, "transport")
    routes: dict[str, dict[str, tuple[int, int]]] = {}
    for i, label in enumerate(chart.labels):
        start, _, end = label.partition(" to ")
        need, trek = chart.words[0][i], chart.words[1][i]
        routes.setdefault(start, {})[end] = (-1 if need == "-" else int(need), int(trek))
    return routes


# ------------------------------------------------------------------ 14.4.1 flight capable


def _repairs(ref: Referee, r: Raid, place: str) -> None:
    """14.4.1 Groundcrew mends three bombers each, not severe damage; a copilot with the benefit mends his own."""
    hands = 3 * r.groundcrew.get(Site(place), 0)
    while hands:
        broken = [b for b in _landed(r, place) if b.damage == 1]
        if not broken:
            break
        options = {b.pilot: f"{b.name()}, damaged" for b in broken}
        options["nobody"] = "Nobody else"
        prompt = f"{place}: the groundcrew can mend {hands} more. Whom?"
        # D65
        key = ref.choose("groundcrew", "14.4.1", prompt, options, broken[0].pilot, routine=True)
        if key == "nobody":
            break
        b25 = next(b for b in broken if b.pilot == key)
        _mend(ref, r, b25, "the groundcrew")
        hands -= 1
    for b25 in _landed(r, place):
        if b25.damage and elites.can(b25, Benefit.COPILOT_REPAIR):
            prompt = f"{place}: let the copilot of {b25.name()} repair it?"
            # D82
            if ref.yes("copilot-repair", "2.3.2", prompt, True):
                elites.spend(ref, r, b25, "the bomber repaired")
                _mend(ref, r, b25, "its copilot")


def _mend(ref: Referee, r: Raid, b25: B25, who: str) -> None:
    """14.4.1 Damage and every attached hazard are gone."""
    b25.damage = 0
    aircraft.release_markers(r, b25)
    if ref.trace:
        ref.note("mended", b25=b25.name(), who=who)


def _scuttle(ref: Referee, b25: B25) -> None:
    """14.4.1, 14.4.2 A bomber that cannot or shall not fly is burnt by its crew; its fuel remains for others."""
    b25.fate = Fate.SCUTTLED
    if ref.trace:
        ref.note("scuttled", b25=b25.name())


# ------------------------------------------------------------------ 14.4.2 who sets out


def _moves(r: Raid, routes: dict[str, dict[str, tuple[int, int]]]) -> dict[str, tuple[str, str, B25 | None]]:
    """14.4.2 Every bomber that could fly and every place with men on foot, by key.

    From east to west, so that parties meet on the way (one big party loses fewer crews than several, 14.4.4), and
    bombers before men on foot; of the bombers those first that had better be burnt, for their crews may ride.
    """
    found: dict[str, tuple[str, str, B25 | None]] = {}
    for place in _PLACES:
        for b25 in reversed(_ranked(r, place)):
            words = f"{b25.name()} flies from {place} with {b25.fuel} Fuel aboard"
            found[f"fly {b25.pilot}"] = (words, place, b25)
        party = _on_foot(r, place)
        if party and routes.get(place):
            found[f"trek {place}"] = (f"{len(party)} crew(s) trek from {place}", place, None)
    return found


# ------------------------------------------------------------------ by air


def _ranked(r: Raid, place: str) -> list[B25]:
    """14.4.3 The bombers there, those with the most Fuel first: they should get the rest of it."""
    return sorted(_landed(r, place), key=lambda b: -b.fuel)


def _advice(r: Raid, b25: B25, routes: dict[str, dict[str, tuple[int, int]]], ways: dict[str, int]) -> str:
    """14.4.3 Where a careful player sends it: as many bombers to Chungking as all the Fuel there allows."""
    planes = _ranked(r, b25.where)
    pool = b25.fuel + sum(_fuel_sources(r, b25).values())
    home = ways.get(_HOME, 99)
    able = pool // home
    rank = planes.index(b25)
    if rank < able:
        return _HOME
    left = pool - able * home if rank == able else 0
    if rank and home - left > 1 and len(_on_foot(r, b25.where)) < (able or 1):
        return "burn"  # the crew rides with another
    return advice.nearest(r, routes, ways, left)


def _fuel_sources(r: Raid, b25: B25) -> dict[str, int]:
    """14.4.1, 14.4.3 Fuel at hand besides its own: the stockpile, and every other bomber there, flying or not."""
    site = Site(b25.where)
    found: dict[str, int] = {}
    if r.china_fuel.get(site, 0):
        found["stockpile"] = r.china_fuel[site]
    for other in r.squadron:
        there = other.where == b25.where and other.fate in (Fate.LANDED, Fate.SCUTTLED)
        if other is not b25 and there and other.fuel:
            found[other.pilot] = other.fuel
    return found


def _fly(ref: Referee, r: Raid, b25: B25, routes: dict[str, dict[str, tuple[int, int]]]) -> None:
    """14.4.3 One bomber flies on, on fumes where fuel is short (RULING 38: each chooses its own way)."""
    lost = [site.value for site in r.attacked_sites]
    by_air = {end: need for end, (need, _) in routes[b25.where].items() if need >= 0}
    ways = {end: need for end, need in by_air.items() if end not in lost}
    barred = {end: "attacked by the Japanese (13.2.4)" for end in by_air if end in lost}
    at_hand = b25.fuel + sum(_fuel_sources(r, b25).values())
    options = {end: f"{end}: {need} Fuel ({at_hand} at hand)" for end, need in ways.items()}
    options["burn"] = "Do not fly: burn the bomber, the crew goes on foot"
    best = _advice(r, b25, routes, ways)
    # D83
    key = ref.choose("fly-to", "14.4.3", f"{b25.name()} at {b25.where}: where to?", options, best, barred)
    if key == "burn":
        _scuttle(ref, b25)
        return
    # on fumes, passengers are safer on foot where the way is good
    walk = at_hand < ways[key] and advice.way_chance(b25.where, routes, sum(m.value for m in trek_mods(r))) > 0.8
    aboard = _board(ref, r, b25, walk)
    _refuel(ref, r, b25, ways[key])
    if key != _HOME:
        _carry(ref, r, b25, ways[key], ways[key] + routes[key][_HOME][0] - r.china_fuel.get(Site(key), 0))
    missing = max(0, ways[key] - b25.fuel)
    b25.fuel = max(0, b25.fuel - ways[key])
    if missing and not _sputters(ref, r, b25, aboard, missing):
        for crew in aboard:  # RULING 38: a Ditched Check for everybody aboard, without a modifier
            ditching.check(ref, r, crew, _LAST_ZONE)
        return
    b25.where = key
    if key == _HOME:
        b25.fate = Fate.CHUNGKING
    for crew in aboard:
        _arrive(r, crew, key)
    if ref.trace:
        ref.note("flies-on", b25=b25.name(), to=key, crews=len(aboard))


def _sputters(ref: Referee, r: Raid, b25: B25, aboard: list[Crew], missing: int) -> bool:
    """14.4.3, 7.2.4 A check for each Fuel it lacks; false if it ditches. One Elite aboard may help (14.4.1)."""
    own, b25.elite = b25.elite, _helper(ref, b25, aboard)
    up = all(fuel.fumes_in_china(ref, r, b25) for _ in range(missing))
    b25.elite = own
    if not up:
        b25.fate, b25.where = Fate.DITCHED, f"zone {_LAST_ZONE}"
        aircraft.release_markers(r, b25)
        aircraft.leave(r, b25)
        if ref.trace:
            ref.note("ditched", b25=b25.name(), where="China")
    return up


def _helper(ref: Referee, b25: B25, aboard: list[Crew]) -> Elite | None:
    """14.4.1 Of several Elite Crewmen aboard only one uses his benefit: the player says who."""
    men = [e for c in aboard for e in c.elites if e.has(*elites.FUEL, Benefit.PILOT_REROLL)]
    if len(men) < 2:
        return men[0] if men else None
    options = {e.name: f"{e.name}, {e.benefit.value}" for e in men}
    # D85
    key = ref.choose("elite-aboard", "14.4.1", f"{b25.name()}, on fumes: whose benefit may be used?", options)
    return next(e for e in men if e.name == key)


def _board(ref: Referee, r: Raid, b25: B25, walk: bool = False) -> list[Crew]:
    """14.4.1 Two crews fly in a bomber, three if all are wounded; its own is one of them."""
    aboard = [c for c in _crews(r, b25.where) if c.b25 is b25]
    while True:
        room = 3 if aboard and all(not c.fit for c in aboard) else 2
        waiting = [c for c in _on_foot(r, b25.where) if c not in aboard]
        if len(aboard) == 2 and room == 3:
            waiting = [c for c in waiting if not c.fit]
        if len(aboard) >= room or not waiting:
            return aboard
        options = {c.b25.pilot: f"the crew of {c.b25.name()}, {'fit' if c.fit else 'wounded'}" for c in waiting}
        options["nobody"] = "Nobody else"
        first = min(waiting, key=lambda c: c.fit)
        prompt = f"{b25.name()}: who flies with it?"
        # D81
        default = "nobody" if walk else first.b25.pilot
        # D84
        key = ref.choose("passengers", "14.4.1", prompt, options, default, routine=not walk)
        if key == "nobody":
            return aboard
        aboard.append(next(c for c in waiting if c.b25.pilot == key))


def _refuel(ref: Referee, r: Raid, b25: B25, need: int) -> None:
    """14.4.3 Fuel from the stockpile and from other bombers, before it sets out."""
    while b25.fuel < need:
        sources = _fuel_sources(r, b25)
        if not sources:
            return
        options = {name: f"{name}: {amount} Fuel" for name, amount in sources.items()}
        options["none"] = "No more: fly on fumes for the rest"
        idle = [n for n in sources if n == "stockpile" or _idle(r, n)]
        prompt = f"{b25.name()} has {b25.fuel} of {need} Fuel. Take 1 from?"
        # D85
        key = ref.choose(
            "fuel-from", "14.4.1", prompt, options, idle[0] if idle else next(iter(sources)), routine=True
        )
        if key == "none":
            return
        _pump(r, b25, key)


def _carry(ref: Referee, r: Raid, b25: B25, need: int, wanted: int) -> None:
    """14.4.1, 14.4.3 More Fuel than the next hop asks, to fly on from there; by default what nobody else needs."""
    while b25.fuel >= need:
        sources = _fuel_sources(r, b25)
        if not sources:
            return
        options = {"none": "No more", **{name: f"{name}: {amount} Fuel" for name, amount in sources.items()}}
        idle = [n for n in sources if len(_landed(r, b25.where)) == 1 and b25.fuel < wanted]
        prompt = f"{b25.name()} has {b25.fuel} Fuel, {need} for this hop. Take 1 more along from?"
        # D85
        # D85
        key = ref.choose("carry-fuel", "14.4.1", prompt, options, idle[0] if idle else "none", routine=True)
        if key == "none":
            return
        _pump(r, b25, key)


def _pump(r: Raid, b25: B25, key: str) -> None:
    """14.4.3 One Fuel from the stockpile or another bomber."""
    if key == "stockpile":
        r.china_fuel[Site(b25.where)] -= 1
    else:
        next(o for o in r.squadron if o.pilot == key).fuel -= 1
    b25.fuel += 1
    b25.fumes = 0  # 7.2.4: FoF markers go when Fuel is taken on


def _idle(r: Raid, pilot: str) -> bool:
    return any(o.pilot == pilot and o.fate is Fate.SCUTTLED for o in r.squadron)


def _arrive(r: Raid, crew: Crew, place: str) -> None:
    """14.4.2 A crew reaches a place; Chungking is safety."""
    crew.place = place
    if place == _HOME:
        crew.fate = "safe"


# ------------------------------------------------------------------ on foot


def trek_mods(r: Raid) -> list[Mod]:
    """14.4.3 Alert Level, attacks on landing sites, Chiang briefed, Shanghai chits."""
    mods: list[Mod] = []
    if r.security.alert:
        mods.append(_T["alert"].of(-r.security.alert))
    if r.campaign():
        if r.attacked_sites:
            mods.append(_T["attacked"])
        if Leader.CHIANG.value in r.blotter.briefed:
            mods.append(_T["chiang"])
        if r.blotter.trekking:
            mods.append(_T["shanghai"])
    return mods


def _trek(ref: Referee, r: Raid, place: str, routes: dict[str, dict[str, tuple[int, int]]]) -> None:
    """14.4.3 A party sets out on foot: who, where to, and whether they are caught (14.4.4)."""
    party = _party(ref, _on_foot(r, place), place)
    mods = trek_mods(r)
    plus = sum(mod.value for mod in mods)
    options = {end: f"{end}: {trek} or more, {plus:+d}" for end, (_, trek) in routes[place].items()}
    best = advice.best_way(place, routes, plus)
    # D86
    end = ref.choose("trek-to", "14.4.3", f"The party at {place} makes for?", options, best)
    number = routes[place][end][1]
    # RULING 43: a re-roll serves the party its man is with (2.3.7)
    checks.roll(ref, r, TREK, elites.with_crews(r, party), mods, bad=lambda f: sum(f) + plus < number)
    through = ref.total >= number
    if ref.trace:
        ref.note("trek", crews=len(party), start=place, to=end, through=through)
    if not through:
        capture_check(ref, r, party)
    for crew in party:
        if not crew.fate:
            _arrive(r, crew, end)


def _party(ref: Referee, crews: list[Crew], place: str) -> list[Crew]:
    """14.4.2 All together, or some of them."""
    if len(crews) == 1:
        return crews
    options = {"all": f"All {len(crews)} crews together"}
    options.update(
        (c.b25.pilot, f"Only the crew of {c.b25.name()}, {'fit' if c.fit else 'wounded'}") for c in crews
    )
    options["pick"] = "Some of them"
    # D86
    key = ref.choose("party", "14.4.2", f"Who sets out on foot from {place}?", options, "all")
    if key == "all":
        return crews
    if key != "pick":
        return [c for c in crews if c.b25.pilot == key]
    picked: list[Crew] = []
    while len(picked) < len(crews):
        rest = {c.b25.pilot: f"The crew of {c.b25.name()}" for c in crews if c not in picked}
        if picked:
            rest = {"done": "That is the party", **rest}
        # D86
        key = ref.choose("party-next", "14.4.2", "Who else goes?", rest)
        if key == "done":
            break
        picked.append(next(c for c in crews if c.b25.pilot == key))
    return picked


# ------------------------------------------------------------------ 14.4.4 capture


def capture_check(ref: Referee, r: Raid, party: list[Crew]) -> None:
    """14.4.4 Fit and wounded are hunted apart; a die for each group on the table of its size."""
    # Split before anybody is hunted: who is wounded in a close call is not hunted twice.
    for fit, group in [(fit, [c for c in party if c.fit is fit and not c.fate]) for fit in (True, False)]:
        if group:
            _hunt(ref, r, group, fit)


def _hunt(ref: Referee, r: Raid, group: list[Crew], fit: bool) -> None:
    """14.4.4, 2.3.3 One group; a doctor among wounded men lets them count as fit."""
    if not fit and any(e.benefit is Benefit.DOCTOR for c in group for e in c.elites):
        # D87
        fit = ref.yes("medic", "2.3.3", "The doctor is with the wounded. Treat them as fit?", True, routine=True)
    count = len(group)
    column = 0 if count == 1 else 1 if count == 2 else 2 if count <= 4 else 3
    table = FIT if fit else WOUNDED
    cells = ref.chart(table)
    word = checks.roll(
        ref,
        r,
        table,
        elites.with_crews(r, group),
        column=column,
        bad=lambda f: cells.at(f[0], column) not in ("0", "Close call"),
    )
    if ref.trace:
        ref.note("hunted", crews=count, result=word.lower())
    if word == "Captured":
        _take(ref, r, group, group)
    elif word == "Close call":
        _close_call(ref, r, group)
    elif int(word):
        # D88
        _take(ref, r, _whom(ref, group, min(count, int(word))), group)


def _whom(
    ref: Referee, group: list[Crew], count: int, id: str = "captured-crew", prompt: str = "Which crew is captured?"
) -> list[Crew]:
    """14.4.4 Which crews of the group are caught: the player's choice, by default those without Elite Crewmen."""
    taken: list[Crew] = []
    while len(taken) < count:
        rest = {c.b25.pilot: f"The crew of {c.b25.name()}" for c in group if c not in taken}
        if len(rest) == 1:
            key = next(iter(rest))
        else:
            # D85
            first = min((c for c in group if c not in taken), key=lambda c: len(c.elites))
            key = ref.choose(id, "14.4.4", prompt, rest, first.b25.pilot, routine=True)
        taken.append(next(c for c in group if c.b25.pilot == key))
    return taken


def _take(ref: Referee, r: Raid, taken: list[Crew], group: list[Crew]) -> None:
    """14.4.4, RULING 39: as many Elite Crewmen of the group are captured as crews; the player says which."""
    men: list[Elite] = [e for c in group for e in c.elites]
    caught: list[Elite] = []
    count = len(men) if len(taken) == len(group) else min(len(taken), len(men))
    while len(caught) < count:
        rest = {e.name: f"{e.name}, {e.benefit.value}" for e in men if e not in caught}
        key = next(iter(rest))
        if count < len(men):
            least = min((e for e in men if e not in caught), key=advice.value).name
            # D88
            key = ref.choose(
                "captured-elite", "14.4.4", "Which Elite Crewman is captured?", rest, least, routine=True
            )
        caught.append(next(e for e in men if e.name == key))
    stranded = [e for crew in taken for e in crew.elites if e not in caught]
    for crew in group:
        crew.elites = [e for e in crew.elites if crew not in taken and e not in caught]
    for crew in taken:
        aircraft.capture(ref, r, crew)
    for elite in caught:
        elite.fate = "captured"
        taken[0].elites.append(elite)
    rest_of = [c for c in group if c not in taken]
    if rest_of:
        rest_of[0].elites.extend(stranded)


def _close_call(ref: Referee, r: Raid, group: list[Crew]) -> None:
    """14.4.4 One crew has a narrow escape, or a cruel fate."""
    # D88
    crew = _whom(ref, group, 1, "close-call-crew", "Which crew has a close call?")[0]
    lucky = elites.with_crews(r, [crew])
    result = checks.roll(ref, r, CLOSE, lucky, bad=lambda f: f[0] <= 2)
    if ref.trace:
        ref.note("close-call", b25=crew.b25.name(), result=result.value.lower())
    if result is Close.KILLED:
        crew.place, crew.fate = "", "killed"
        for elite in crew.elites:
            elite.fate = "killed"
    elif result is Close.CAPTURED:
        aircraft.capture(ref, r, crew)
    elif result is Close.WOUNDED:
        crew.fit = False
    elif result is Close.HEALED:
        crew.fit = True
