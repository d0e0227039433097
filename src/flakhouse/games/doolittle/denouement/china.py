"""14.4 China: repairs, the flights to Chungking, the treks, and the Japanese who hunt for them."""

from __future__ import annotations

from collections.abc import Iterator

from flakhouse.core.charts import Chart
from flakhouse.core.mods import Mod
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, checks, data, elites, fuel
from flakhouse.games.doolittle.advice import china as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.data import Routes
from flakhouse.games.doolittle.denouement import capture, ditching
from flakhouse.games.doolittle.questions import china as questions
from flakhouse.games.doolittle.questions.keys import by_crew, by_man, by_pilot
from flakhouse.games.doolittle.state import B25, Crew, Elite, Raid
from flakhouse.games.doolittle.words import Benefit, Fate, Leader, Site

__all__ = ["STOCKPILE", "TREK", "china", "landed", "on_foot", "trek_mods"]


TREK = CHARTS.numbers("trek")
_T = TREK.mods
_HOME = Site.CHUNGKING.value
_SITES = tuple(s.value for s in (Site.LISHUI, Site.CHUCHOW, Site.YUSHAN, Site.KIAN, Site.KWEILIN))
_PLACES = ("Trekking", *_SITES)
_SITE = {site.value: site for site in Site}
_HAS_FUEL = (Fate.LANDED, Fate.SCUTTLED)
STOCKPILE = "stockpile"
_LAST_ZONE = 12  # RULING 38: who ditches on the way is rolled for without a modifier


def china(ref: Referee, r: Raid) -> None:
    """14.4 Which bombers can fly, then every group and party to Chungking, in the player's order."""
    for crew in r.crews:
        if crew.place == _HOME and not crew.fate:
            _arrive(r, crew, _HOME)
            if crew.b25.fate is Fate.LANDED:
                crew.b25.fate = Fate.CHUNGKING
    hands = {place: 3 * r.groundcrew.get(_SITE[place], 0) for place in _SITES}
    ref.scene("ashore")
    for place in _SITES:
        _repairs(ref, r, place, hands)
        for b25 in landed(r, place):
            if b25.damage:
                _scuttle(ref, b25)
        _spill(r, place)
    routes = _routes(ref)
    while first := next(_moves(r, routes), None):
        place, flying = _next(ref, r, routes, first)
        if flying is None:
            _trek(ref, r, place, routes)
        else:
            _fly(ref, r, flying, routes)
            _spill(r, place)
            if flying.attached and flying.where in hands:  # at its next stop others may rid it of a leak
                _repairs(ref, r, flying.where, hands)


def _next(ref: Referee, r: Raid, routes: Routes, first: tuple[str, B25 | None]) -> tuple[str, B25 | None]:
    """14.4.2 Who sets out next, by default the first."""
    # D81
    key = ref.ask(
        "china-next",
        _key(*first),
        lambda: _setting_out(r, routes),
        keys=lambda: [_key(*move) for move in _moves(r, routes)],
    )
    return first if key == _key(*first) else next(move for move in _moves(r, routes) if _key(*move) == key)


def _setting_out(r: Raid, routes: Routes) -> Question:
    """14.4.2 Who may set out, and how many crews are on foot there."""
    moves = {_key(place, b25): (place, b25, len(on_foot(r, place))) for place, b25 in _moves(r, routes)}
    return questions.china_next(moves)


def landed(r: Raid, place: str) -> list[B25]:
    """14.4 The bombers standing there."""
    return [b for b in r.squadron if b.fate is Fate.LANDED and b.where == place]


def _crews(r: Raid, place: str) -> list[Crew]:
    """14.4 The crews there."""
    return [c for c in r.crews if c.place == place and not c.fate]


def on_foot(r: Raid, place: str) -> list[Crew]:
    """14.4.2 Crews without a bomber of their own to fly."""
    return [c for c in r.crews if c.place == place and not c.fate and c.b25.fate is not Fate.LANDED]


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
        here = landed(r, place)
        # A hazard without damage may be mended too: a leak still costs a die on fumes (7.2.4).
        broken = [b for b in here if b.damage == 1 or (b.attached and not b.damage)]
        b25 = _mended(ref, place, hands[place], broken, [b for b in here if b.damage > 1])
        if b25 is None:
            break
        _mend(ref, r, b25, "the groundcrew")
        hands[place] -= 1
    for own in elites.with_crews(r, _crews(r, place)):
        if elites.can(own, Benefit.COPILOT_REPAIR):
            _copilot(ref, r, place, own)


def _mended(ref: Referee, place: str, hands: int, broken: list[B25], beyond: list[B25]) -> B25 | None:
    """14.4.1 The bomber that the groundcrew mends next, if any."""
    if not broken:
        return None
    # D65
    key = ref.ask(
        "groundcrew",
        advice.groundcrew(broken),
        lambda: questions.groundcrew(place, hands, broken, beyond),
        keys=questions.or_nobody(broken),
    )
    return by_pilot(broken).get(key)


def _copilot(ref: Referee, r: Raid, place: str, own: B25) -> None:
    """2.3.2, 14.4.1 An elite copilot mends a bomber where he is, once; by default his own if it is damaged."""
    # RULING 2.3.2: any B-25 in the box he shares, as on deck (12.1.5); 14.4.1 names his own as the usual one.
    broken = [b for b in landed(r, place) if b.damage or b.attached]
    man = own.elite
    if not broken or man is None:
        return
    advised = advice.copilot_repair(own, broken)
    # D82
    key = ref.ask(
        "copilot-repair",
        advised,
        lambda: questions.copilot_repair(place, man, broken),
        keys=questions.or_nobody(broken),
    )
    if key != questions.NOBODY:
        elites.spend(ref, r, own, "repairs a B-25")
        _mend(ref, r, by_pilot(broken)[key], man.name)


def _mend(ref: Referee, r: Raid, b25: B25, who: str) -> None:
    """14.4.1 Damage and every attached hazard are gone."""
    b25.damage = 0
    aircraft.release_markers(r, b25)
    ref.note("mended", causes=(), b25=b25.name(), who=who)


def _scuttle(ref: Referee, b25: B25) -> None:
    """14.4.1, 14.4.2 A bomber that cannot or shall not fly is burnt by its crew; its fuel remains for others."""
    b25.fate = Fate.SCUTTLED
    ref.note("scuttled", causes=(), b25=b25.name())


def _spill(r: Raid, place: str) -> None:
    """14.4.1 Where no bomber is left to take it, the Fuel of those burnt is lost: nobody finds it later."""
    there = [b for b in r.squadron if b.where == place]
    for b25 in there:
        if b25.fate is Fate.LANDED:
            return
    for b25 in there:
        if b25.fate is Fate.SCUTTLED:
            b25.fuel = 0


# ------------------------------------------------------------------ 14.4.2 who sets out


def _moves(r: Raid, routes: Routes) -> Iterator[tuple[str, B25 | None]]:
    """14.4.2 Every place with a bomber that could fly, and every place with men on foot.

    From east to west, so that parties meet on the way (one big party loses fewer crews than several, 14.4.4), and
    bombers before men on foot; of the bombers those first that had better be burnt, for their crews may ride.
    """
    walking = [c.place for c in r.crews if not c.fate and c.b25.fate is not Fate.LANDED]
    down = [b for b in r.squadron if b.fate is Fate.LANDED]
    for place in _PLACES:
        there = [b for b in down if b.where == place]
        if there:
            for b25 in reversed(advice.by_fuel(there)):
                yield place, b25
        if place in walking and routes.get(place):
            yield place, None


def _key(place: str, b25: B25 | None) -> str:
    return f"trek {place}" if b25 is None else f"fly {b25.pilot}"


# ------------------------------------------------------------------ by air


def _fuel_sources(r: Raid, b25: B25) -> dict[str, int]:
    """7.2.2, 14.4.1, 14.4.3 Fuel at hand besides its own: the stockpile, and every other bomber there, flying or
    not.
    """
    where = b25.where
    found: dict[str, int] = {}
    if r.china_fuel.get(_SITE[where], 0):
        found[STOCKPILE] = r.china_fuel[_SITE[where]]
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
    wish, others = advice.fly_to(r, b25, routes, ways, at_hand)
    shut = [end for end in by_air if end in lost]
    ref.scene("trek", b25=b25.name())
    # D83
    key = ref.ask("fly-to", wish, lambda: questions.fly_to(b25, ways, at_hand, shut), keys=[*ways, questions.BURN])
    if key == questions.BURN:
        _scuttle(ref, b25)
        return
    walk = at_hand < ways[key] and advice.walk(ref, b25.where, routes, trek_mods(r))
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
    ref.note("flies-on", b25=b25.name(), site=key, crews=len(aboard))


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
        ref.note("ditched", b25=b25.name(), where="China", name="", why="")
    return up


def _helper(ref: Referee, b25: B25, aboard: list[Crew]) -> Elite | None:
    """14.4.1 Of several Elite Crewmen aboard only one uses his benefit: the player says who."""
    men = [e for c in aboard for e in c.elites if e.has(*elites.FUEL, Benefit.PILOT_REROLL)]
    if len(men) < 2:
        return men[0] if men else None
    # D85
    key = ref.ask("elite-aboard", men[0].name, lambda: questions.elite_aboard(b25, men), keys=by_man(men))
    return by_man(men)[key]


def _board(ref: Referee, r: Raid, b25: B25, walk: bool = False) -> list[Crew]:
    """14.4.1 Two crews fly in a bomber, three if all are wounded; its own is one of them."""
    # RULING 14.4.1: a bomber is flown by the crew that brought it; who does not want to fly burns his own.
    aboard = [c for c in _crews(r, b25.where) if c.b25 is b25]
    while True:
        room = 3 if aboard and all(not c.fit for c in aboard) else 2
        waiting = [c for c in on_foot(r, b25.where) if c not in aboard]
        shut: list[Crew] = []
        if len(aboard) == 2 and room == 3:
            shut = [c for c in waiting if c.fit]
            waiting = [c for c in waiting if not c.fit]
        if len(aboard) >= room or not waiting:
            return aboard
        crew = _passenger(ref, b25, waiting, shut, walk)
        if crew is None:
            return aboard
        aboard.append(crew)


def _passenger(ref: Referee, b25: B25, waiting: list[Crew], shut: list[Crew], walk: bool) -> Crew | None:
    """14.4.1 The next crew that flies with a bomber, if any."""
    advised = advice.passengers(waiting, walk)
    # D84
    key = ref.ask(
        "passengers",
        advised,
        lambda: questions.passengers(b25, waiting, shut, walk),
        keys=[*by_crew(waiting), questions.NOBODY],
    )
    return by_crew(waiting).get(key)


def _refuel(ref: Referee, r: Raid, b25: B25, need: int) -> None:
    """7.2.2, 14.4.3 Fuel from the stockpile and from other bombers, before it sets out."""
    while b25.fuel < need:
        sources = _fuel_sources(r, b25)
        if not sources:
            return
        key = _source(ref, r, b25, need, sources)
        if key == questions.NONE:
            return
        _pump(r, b25, key)


def _source(ref: Referee, r: Raid, b25: B25, need: int, sources: dict[str, int]) -> str:
    """14.4.1 Where the next Fuel comes from."""
    # D85
    return ref.ask(
        "fuel-from",
        advice.fuel_from(r, sources),
        lambda: questions.fuel_from(b25, need, sources),
        keys=[*sources, questions.NONE],
    )


def _carry(ref: Referee, r: Raid, b25: B25, need: int, wanted: int, others: int) -> None:
    """14.4.1, 14.4.3 More Fuel than the next hop asks, to fly on from there; by default what nobody else needs."""
    while b25.fuel >= need:
        sources = _fuel_sources(r, b25)
        if not sources:
            return
        key = _more(ref, b25, need, sources, advice.carry_fuel(b25, sources, wanted, others))
        if key == questions.NONE:
            return
        _pump(r, b25, key)


def _more(ref: Referee, b25: B25, need: int, sources: dict[str, int], advised: str) -> str:
    """14.4.1 Where Fuel to fly on with comes from."""
    # D85
    return ref.ask(
        "carry-fuel",
        advised,
        lambda: questions.carry_fuel(b25, need, sources),
        keys=[questions.NONE, *sources],
    )


def _pump(r: Raid, b25: B25, key: str) -> None:
    """14.4.3 One Fuel from the stockpile or another bomber."""
    if key == STOCKPILE:
        r.china_fuel[_SITE[b25.where]] -= 1
    else:
        next(o for o in r.squadron if o.pilot == key).fuel -= 1
    b25.fuel += 1
    b25.fumes = 0  # 7.2.4: FoF markers go when Fuel is taken on


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
    ref.scene("trek", site=place)
    party = _party(ref, on_foot(r, place), place)
    mods = trek_mods(r)
    plus = ref.plus(TREK, mods)
    treks = {end: number for end, (_, number) in routes[place].items()}
    advised = advice.best_way(place, routes, plus)
    # D86
    end = ref.ask("trek-to", advised, lambda: questions.trek_to(place, treks, mods, plus), keys=treks)
    number = treks[end]
    # RULING 43: a re-roll serves the party its man is with (2.3.7)
    checks.roll(
        ref,
        r,
        TREK,
        elites.with_crews(r, party),
        mods,
        bad=lambda f: sum(f) + plus < number,
        need=checks.Need("gets through unseen", "The Japanese are on the trail."),
        least=number,
    )
    through = ref.total >= number
    ref.note("trek", causes=(TREK,), crews=len(party), start=place, to=end, through=through)
    if not through:
        capture.capture_check(ref, r, party)
    for crew in party:
        if not crew.fate:
            _arrive(r, crew, end)


def _party(ref: Referee, crews: list[Crew], place: str) -> list[Crew]:
    """14.4.2 All together, or some of them."""
    if len(crews) == 1:
        return crews
    # D86
    key = ref.ask("party", questions.ALL, lambda: questions.party(place, crews), keys=questions.parties(crews))
    if key == questions.ALL:
        return crews
    if key != questions.PICK:
        return [c for c in crews if c.b25.pilot == key]
    picked: list[Crew] = []
    while len(picked) < len(crews):
        crew = _joins(ref, [c for c in crews if c not in picked], bool(picked))
        if crew is None:
            break
        picked.append(crew)
    return picked


def _joins(ref: Referee, left: list[Crew], begun: bool) -> Crew | None:
    """14.4.2 The next crew of a party, if it is not complete."""
    advised = questions.DONE if begun else left[0].b25.pilot
    # D86
    key = ref.ask(
        "party-next",
        advised,
        lambda: questions.party_next(left, begun),
        keys=questions.joining(left, begun),
    )
    return by_crew(left).get(key)
