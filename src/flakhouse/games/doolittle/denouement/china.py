"""14.4 China: repairs, the flights to Chungking, the treks, and the Japanese who hunt for them."""

from __future__ import annotations

from collections.abc import Iterator

from flakhouse.core.charts import Chart
from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, checks, data, elites, fuel
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.denouement import advice, capture, ditching
from flakhouse.games.doolittle.denouement.advice import Routes
from flakhouse.games.doolittle.state import B25, Crew, Elite, Raid
from flakhouse.games.doolittle.words import Benefit, Fate, Leader, Site

__all__ = ["china", "trek_mods"]


TREK = CHARTS.numbers("trek")
_T = TREK.mods
_HOME = Site.CHUNGKING.value
_SITES = tuple(s.value for s in (Site.LISHUI, Site.CHUCHOW, Site.YUSHAN, Site.KIAN, Site.KWEILIN))
_PLACES = ("Trekking", *_SITES)
_SITE = {site.value: site for site in Site}
_LANDED, _SCUTTLED = Fate.LANDED, Fate.SCUTTLED
_HAS_FUEL = (_LANDED, _SCUTTLED)
_LAST_ZONE = 12  # RULING 38: who ditches on the way is rolled for without a modifier


def china(ref: Referee, r: Raid) -> None:
    """14.4 Which bombers can fly, then every group and party to Chungking, in the player's order."""
    for crew in r.crews:
        if crew.place == _HOME and not crew.fate:
            _arrive(r, crew, _HOME)
            if crew.b25.fate is Fate.LANDED:
                crew.b25.fate = Fate.CHUNGKING
    hands = {place: 3 * r.groundcrew.get(_SITE[place], 0) for place in _SITES}
    for place in _SITES:
        _repairs(ref, r, place, hands)
        for b25 in _landed(r, place):
            if b25.damage:
                _scuttle(ref, b25)
        _spill(r, place)
    routes = _routes(ref)
    while first := next(_moves(r, routes), None):
        place, flying = first
        if ref.hurried:
            ref.asked += 1
        else:
            moves = {_move_key(*move): move for move in _moves(r, routes)}
            options = {key: _move_words(r, *move) for key, move in moves.items()}
            # D81
            key = ref.choose("china-next", "14.4.2", "China: who sets out next?", options, next(iter(options)))
            place, flying = moves[key]
        if flying is None:
            _trek(ref, r, place, routes)
        else:
            _fly(ref, r, flying, routes)
            _spill(r, place)
            if flying.attached and flying.where in hands:  # at its next stop others may rid it of a leak
                _repairs(ref, r, flying.where, hands)


def _landed(r: Raid, place: str) -> list[B25]:
    """14.4 The bombers standing there."""
    return [b for b in r.squadron if b.fate is _LANDED and b.where == place]


def _crews(r: Raid, place: str) -> list[Crew]:
    """14.4 The crews there."""
    return [c for c in r.crews if c.place == place and not c.fate]


def _on_foot(r: Raid, place: str) -> list[Crew]:
    """14.4.2 Crews without a bomber of their own to fly."""
    return [c for c in r.crews if c.place == place and not c.fate and c.b25.fate is not _LANDED]


def _routes(ref: Referee) -> Routes:
    """14.4.3 The Transport Table: from, to, fuel (-1: not by air), trekking number."""
    return _TRANSPORT.of(ref)


def _transport(chart: Chart[str]) -> Routes:
    """14.4.3 The Transport Table as a map of its stages."""
    routes: dict[str, dict[str, tuple[int, int]]] = {}
    for i, label in enumerate(chart.labels):
        start, _, end = label.partition(" to ")
        need, trek = chart.words[0][i], chart.words[1][i]
        routes.setdefault(start, {})[end] = (-1 if need == "-" else int(need), int(trek))
    return routes


_TRANSPORT = data.Reading("transport", _transport)


# ------------------------------------------------------------------ 14.4.1 flight capable


def _repairs(ref: Referee, r: Raid, place: str, hands: dict[str, int]) -> None:
    """14.4.1 Groundcrew mends three bombers each, not severe damage, and so may a copilot with the benefit."""
    while hands[place]:
        here = _landed(r, place)
        # A hazard without damage may be mended too: a leak still costs a die on fumes (7.2.4).
        broken = [b for b in here if b.damage == 1 or (b.attached and not b.damage)]
        if not broken:
            break
        options = {b.pilot: f"{b.name()}, {_ails(b)}" for b in broken}
        options["nobody"] = "Nobody else"
        barred = {b.pilot: "Severe damage is beyond the groundcrew (14.4.1)" for b in here if b.damage > 1}
        first = min(broken, key=lambda b: (not b.damage, elites.can(b, Benefit.COPILOT_REPAIR)))
        prompt = f"{place}: the groundcrew can mend {hands[place]} more. Whom?"
        # D65
        key = ref.choose("groundcrew", "14.4.1", prompt, options, first.pilot, barred, routine=True)
        if key == "nobody":
            break
        _mend(ref, r, next(b for b in broken if b.pilot == key), "the groundcrew")
        hands[place] -= 1
    for own in elites.with_crews(r, _crews(r, place)):
        if elites.can(own, Benefit.COPILOT_REPAIR):
            _copilot(ref, r, place, own)


def _copilot(ref: Referee, r: Raid, place: str, own: B25) -> None:
    """2.3.2, 14.4.1 An elite copilot mends a bomber where he is, once; by default his own if it is damaged."""
    # RULING 2.3.2: any B-25 in the box he shares, as on deck (12.1.5); 14.4.1 names his own as the usual one.
    broken = [b for b in _landed(r, place) if b.damage or b.attached]
    if not broken:
        return
    options = {b.pilot: f"{b.name()}, {_ails(b)}" for b in broken}
    options["nobody"] = "Nobody"
    best = max(broken, key=lambda b: (b.damage > 0, b is own, fuel.penalties(b)))
    default = best.pilot if best.damage or fuel.penalties(best) else "nobody"
    man = own.elite.name if own.elite is not None else ""
    # D82
    key = ref.choose("copilot-repair", "2.3.2", f"{place}: what does {man}, copilot, repair?", options, default)
    if key != "nobody":
        elites.spend(ref, r, own, "a bomber repaired")
        _mend(ref, r, next(b for b in broken if b.pilot == key), man)


def _ails(b25: B25) -> str:
    """14.4.1 What is wrong with a bomber, in words."""
    damage = ("", "damaged", "severely damaged")[min(b25.damage, 2)]
    return ", ".join(filter(None, (damage, *(marker.shown() for marker in b25.attached))))


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


def _spill(r: Raid, place: str) -> None:
    """14.4.1 Where no bomber is left to take it, the Fuel of those burnt is lost: nobody finds it later."""
    there = [b for b in r.squadron if b.where == place]
    for b25 in there:
        if b25.fate is _LANDED:
            return
    for b25 in there:
        if b25.fate is _SCUTTLED:
            b25.fuel = 0


# ------------------------------------------------------------------ 14.4.2 who sets out


def _moves(r: Raid, routes: Routes) -> Iterator[tuple[str, B25 | None]]:
    """14.4.2 Every place with a bomber that could fly, and every place with men on foot.

    From east to west, so that parties meet on the way (one big party loses fewer crews than several, 14.4.4), and
    bombers before men on foot; of the bombers those first that had better be burnt, for their crews may ride.
    """
    walking = [c.place for c in r.crews if not c.fate and c.b25.fate is not _LANDED]
    landed = [b for b in r.squadron if b.fate is _LANDED]
    for place in _PLACES:
        there = [b for b in landed if b.where == place]
        for b25 in reversed(_by_fuel(there)):
            yield place, b25
        if place in walking and routes.get(place):
            yield place, None


def _move_key(place: str, b25: B25 | None) -> str:
    return f"trek {place}" if b25 is None else f"fly {b25.pilot}"


def _move_words(r: Raid, place: str, b25: B25 | None) -> str:
    if b25 is None:
        return f"{len(_on_foot(r, place))} crew(s) trek from {place}"
    return f"{b25.name()} flies from {place} with {b25.fuel} Fuel aboard"


# ------------------------------------------------------------------ by air


def _by_fuel(there: list[B25]) -> list[B25]:
    """14.4.3 These bombers, those with the most Fuel first: they should get the rest of it."""
    return sorted(there, key=lambda b: -b.fuel) if len(there) > 1 else there


def _advice(r: Raid, b25: B25, routes: Routes, ways: dict[str, int], pool: int) -> tuple[str, int]:
    """14.4.3 Where a careful player sends it, and the Fuel he leaves to the others; `pool`: all there is.

    As many bombers as all the Fuel there allows go to Chungking, in two hops where that needs less.
    """
    planes = _by_fuel(_landed(r, b25.where))
    cost = {end: need + (routes[end][_HOME][0] if end != _HOME else 0) for end, need in ways.items()}
    way = min(cost, key=lambda end: cost[end])
    if min(len(planes), pool // cost[_HOME]) == min(len(planes), pool // cost[way]):
        way = _HOME
    home, rank = cost[way], planes.index(b25)
    able = min(len(planes), pool // home)
    if rank < able:
        return way, home * (able - 1)
    left = pool - able * home if rank == able else 0
    if rank and home - left > 1 and len(_on_foot(r, b25.where)) < (able or 1):
        return "burn", 0  # the crew rides with another
    return advice.nearest(r, routes, ways, left), home * able


def _fuel_sources(r: Raid, b25: B25) -> dict[str, int]:
    """14.4.1, 14.4.3 Fuel at hand besides its own: the stockpile, and every other bomber there, flying or not."""
    where = b25.where
    found: dict[str, int] = {}
    if r.china_fuel.get(_SITE[where], 0):
        found["stockpile"] = r.china_fuel[_SITE[where]]
    for other in r.squadron:
        if other.fuel and other.where == where and other is not b25 and other.fate in _HAS_FUEL:
            found[other.pilot] = other.fuel
    return found


def _fly(ref: Referee, r: Raid, b25: B25, routes: Routes) -> None:
    """14.4.3 One bomber flies on, on fumes where fuel is short (RULING 38: each chooses its own way)."""
    lost = [site.value for site in r.attacked_sites]
    by_air = {end: need for end, (need, _) in routes[b25.where].items() if need >= 0}
    ways = {end: need for end, need in by_air.items() if end not in lost}
    at_hand = b25.fuel + sum(_fuel_sources(r, b25).values())
    key, others = _advice(r, b25, routes, ways, at_hand)
    if ref.hurried:
        ref.asked += 1
    else:
        barred = {end: "attacked by the Japanese (13.2.4)" for end in by_air if end in lost}
        options = {end: f"{end}: {need} Fuel ({at_hand} at hand)" for end, need in ways.items()}
        options["burn"] = "Do not fly: burn the bomber, the crew goes on foot"
        # D83
        key = ref.choose("fly-to", "14.4.3", f"{b25.name()} at {b25.where}: where to?", options, key, barred)
    if key == "burn":
        _scuttle(ref, b25)
        return
    # on fumes, passengers are safer on foot where the way is good
    walk = at_hand < ways[key] and advice.way_chance(b25.where, routes, ref.plus(TREK, trek_mods(r))) > 0.8
    aboard = _board(ref, r, b25, walk)
    _refuel(ref, r, b25, ways[key])
    if key != _HOME:
        wanted = ways[key] + routes[key][_HOME][0] - r.china_fuel.get(_SITE[key], 0)
        _carry(ref, r, b25, ways[key], wanted, others)
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
    man, own = _helper(ref, b25, aboard), b25.elite
    lent = next((b for b in r.squadron if b is not b25 and man is not None and b.elite is man), None)
    if lent is not None:
        lent.elite = None  # for this flight he is aboard here, and in no other
    b25.elite = man
    up = all(fuel.fumes_in_china(ref, r, b25) for _ in range(missing))
    b25.elite = own
    if lent is not None:
        lent.elite = man
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
    # RULING 14.4.1: a bomber is flown by the crew that brought it; who does not want to fly burns his own.
    aboard = [c for c in _crews(r, b25.where) if c.b25 is b25]
    while True:
        room = 3 if aboard and all(not c.fit for c in aboard) else 2
        waiting = [c for c in _on_foot(r, b25.where) if c not in aboard]
        barred: dict[str, str] = {}
        if len(aboard) == 2 and room == 3:
            barred = {c.b25.pilot: "Three crews fly only if all are wounded (14.4.1)" for c in waiting if c.fit}
            waiting = [c for c in waiting if not c.fit]
        if len(aboard) >= room or not waiting:
            return aboard
        first = min(waiting, key=lambda c: c.fit)
        if ref.hurried:
            ref.asked += 1
            if walk:
                return aboard
            aboard.append(first)
            continue
        options = {c.b25.pilot: f"the crew of {c.b25.name()}, {'fit' if c.fit else 'wounded'}" for c in waiting}
        options["nobody"] = "Nobody else"
        prompt = f"{b25.name()}: who flies with it?"
        default = "nobody" if walk else first.b25.pilot
        # D84
        key = ref.choose("passengers", "14.4.1", prompt, options, default, barred, routine=not walk)
        if key == "nobody":
            return aboard
        aboard.append(next(c for c in waiting if c.b25.pilot == key))


def _refuel(ref: Referee, r: Raid, b25: B25, need: int) -> None:
    """14.4.3 Fuel from the stockpile and from other bombers, before it sets out."""
    while b25.fuel < need:
        sources = _fuel_sources(r, b25)
        if not sources:
            return
        idle = (n for n in sources if n == "stockpile" or _idle(r, n))
        key = next(idle, next(iter(sources)))
        if ref.hurried:
            ref.asked += 1
        else:
            options = {name: f"{name}: {amount} Fuel" for name, amount in sources.items()}
            options["none"] = "No more: fly on fumes for the rest"
            prompt = f"{b25.name()} has {b25.fuel} of {need} Fuel. Take 1 from?"
            # D85
            key = ref.choose("fuel-from", "14.4.1", prompt, options, key, routine=True)
        if key == "none":
            return
        _pump(r, b25, key)


def _carry(ref: Referee, r: Raid, b25: B25, need: int, wanted: int, others: int) -> None:
    """14.4.1, 14.4.3 More Fuel than the next hop asks, to fly on from there; by default what nobody else needs."""
    while b25.fuel >= need:
        sources = _fuel_sources(r, b25)
        if not sources:
            return
        options = {"none": "No more", **{name: f"{name}: {amount} Fuel" for name, amount in sources.items()}}
        idle = list(sources) if b25.fuel < wanted and sum(sources.values()) > others else []
        prompt = f"{b25.name()} has {b25.fuel} Fuel, {need} for this hop. Take 1 more along from?"
        # D85
        key = ref.choose("carry-fuel", "14.4.1", prompt, options, idle[0] if idle else "none", routine=True)
        if key == "none":
            return
        _pump(r, b25, key)


def _pump(r: Raid, b25: B25, key: str) -> None:
    """14.4.3 One Fuel from the stockpile or another bomber."""
    if key == "stockpile":
        r.china_fuel[_SITE[b25.where]] -= 1
    else:
        next(o for o in r.squadron if o.pilot == key).fuel -= 1
    b25.fuel += 1
    b25.fumes = 0  # 7.2.4: FoF markers go when Fuel is taken on


def _idle(r: Raid, pilot: str) -> bool:
    return any(o.pilot == pilot and o.fate is _SCUTTLED for o in r.squadron)


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


def _trek(ref: Referee, r: Raid, place: str, routes: Routes) -> None:
    """14.4.3 A party sets out on foot: who, where to, and whether they are caught (14.4.4)."""
    party = _party(ref, _on_foot(r, place), place)
    mods = trek_mods(r)
    plus = ref.plus(TREK, mods)
    end = advice.best_way(place, routes, plus)
    if ref.hurried:
        ref.asked += 1
    else:
        options = {end: f"{end}: {trek} or more, {plus:+d}" for end, (_, trek) in routes[place].items()}
        # D86
        end = ref.choose("trek-to", "14.4.3", f"The party at {place} makes for?", options, end)
    number = routes[place][end][1]
    # RULING 43: a re-roll serves the party its man is with (2.3.7)
    checks.roll(ref, r, TREK, elites.with_crews(r, party), mods, bad=lambda f: sum(f) + plus < number)
    through = ref.total >= number
    if ref.trace:
        ref.note("trek", crews=len(party), start=place, to=end, through=through)
    if not through:
        capture.capture_check(ref, r, party)
    for crew in party:
        if not crew.fate:
            _arrive(r, crew, end)


def _party(ref: Referee, crews: list[Crew], place: str) -> list[Crew]:
    """14.4.2 All together, or some of them."""
    if len(crews) == 1:
        return crews
    if ref.hurried:
        ref.asked += 1
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
