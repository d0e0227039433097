"""13.2 Diplomacy Checks, landing sites in China, the Event Check."""

from __future__ import annotations

from flakhouse.core.mods import Mod
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import cups, data
from flakhouse.games.doolittle.advice import diplomacy as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.planning import asking
from flakhouse.games.doolittle.questions import diplomacy as questions
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Diplomat, Leader, Month, Site

__all__ = [
    "LEADERS",
    "ROWS",
    "SITES",
    "attack_site",
    "brief",
    "brief_cost",
    "check",
    "event_check",
    "mods_now",
    "never_attempted",
    "number_to_reach",
    "prepare",
    "rows_of",
    "stockpile",
    "turn",
    "why_not_site",
]

CHECK = CHARTS.numbers("P-diplomacy")
PREPARE = CHARTS.numbers("P-prepare")
EVENT = CHARTS.text("P-event")
EVENT_SITE = CHARTS.words("P-event-site", Site)
STORM_LOSS = CHARTS.numbers("P-storm")
SUBMARINES = CHARTS.numbers("P-submarines")
#: 13.2.3 The landing sites in China that can be prepared.
SITES: tuple[Site, ...] = (Site.LISHUI, Site.CHUCHOW, Site.YUSHAN, Site.KIAN, Site.KWEILIN)
LEADERS = {Diplomat.THOMPSON: Leader.STALIN, Diplomat.STILWELL: Leader.CHIANG}
ROWS = {Diplomat.THOMPSON: "landing in the Soviet Union", Diplomat.STILWELL: "China", Diplomat.NIMITZ: "Joint Ops"}
_EXTENSIVE = 3


# ------------------------------------------------------------------ the turn of the diplomats


def turn(ref: Referee, r: Raid, month: Month) -> None:
    """13.1.3, 13.3.4, 13.4.10, 13.5.4 The Diplomacy Checks of a month, China's sites, the Event Check."""
    rows = rows_of(ref, r, month)
    while rows:
        diplomat = _next_row(ref, r, rows)
        rows.remove(diplomat)
        _consider(ref, r, diplomat, month)
    if r.blotter.agreed.get(Diplomat.STILWELL):
        prepare(ref, r)
    if r.beacons:
        event_check(ref, r)


def rows_of(ref: Referee, r: Raid, month: Month) -> list[Diplomat]:
    """13.2 The rows of the Calendar that may be taken up this month."""
    return [diplomat for diplomat in ROWS if _may_check(ref, r, diplomat, month)]


def _next_row(ref: Referee, r: Raid, rows: list[Diplomat]) -> Diplomat:
    """13.2 The rows may be taken in any order, so that one answer is known before the next is asked for."""
    words = {diplomat.value: ROWS[diplomat] for diplomat in rows}
    # D63
    key = asking.ask(ref, r, "diplomacy-row", rows[0].value, lambda: questions.diplomacy_row(words), words)
    return Diplomat(key)


def number_to_reach(ref: Referee, diplomat: Diplomat, month: Month) -> int:
    """13.2.1 The lowest sum that succeeds; 0 where the month has no check."""
    return _CALENDAR.of(ref)[month][diplomat]


_CALENDAR = data.Reading(
    "P-calendar",
    lambda chart: {
        column: {label: 0 if word == "-" else int(word) for label, word in zip(chart.labels, words, strict=True)}
        for column, words in zip(chart.data.columns, chart.words, strict=True)
        if column == "denied" or column in asking.MONTHS
    },
)
_STOCKPILES = data.Reading(
    "sites", lambda chart: dict(zip(chart.labels, chart.words[chart.data.columns.index("stockpile")], strict=True))
)


def _may_check(ref: Referee, r: Raid, diplomat: Diplomat, month: Month) -> bool:
    """13.2 In this month's column or an earlier one, not agreed already, and no incident forbids it."""
    blotter = r.blotter
    placed = blotter.diplomats.get(diplomat)
    if placed is None or asking.MONTHS.index(placed) > asking.MONTHS.index(month):
        return False
    if blotter.agreed.get(diplomat) or not number_to_reach(ref, diplomat, month):
        return False
    return not any(word in blotter.barred for word in _FORBIDDEN[diplomat])


_FORBIDDEN = {
    Diplomat.THOMPSON: (),
    Diplomat.STILWELL: ("China checks",),
    Diplomat.NIMITZ: ("Joint Ops this month", "TF-16"),
}


def _consider(ref: Referee, r: Raid, diplomat: Diplomat, month: Month) -> None:
    """13.2.1 Markers are placed one by one, then the check is made; without any it may be left alone."""
    urgent = placed = False
    while True:
        key = _before(ref, r, diplomat, month, urgent, placed)
        if key == questions.WAIT:
            return
        if key == questions.CHECK:
            check(ref, r, diplomat, month)
            return
        placed = True
        if key == questions.URGENT:
            urgent = True
            r.blotter.urgent[diplomat] = r.blotter.urgent.get(diplomat, 0) + 1
        else:
            brief(r, key.removeprefix("brief "))


def _before(ref: Referee, r: Raid, diplomat: Diplomat, month: Month, urgent: bool, placed: bool) -> str:
    """13.2.1 What comes before a check: markers that may be placed, the check itself, or nothing."""

    def make() -> Question:
        briefs = _briefs(r, diplomat)
        needed, mods = number_to_reach(ref, diplomat, month), mods_now(ref, r, diplomat)
        return questions.diplomacy(diplomat, month, ROWS[diplomat], needed, mods, briefs, urgent, placed)

    # D63
    return asking.ask(
        ref,
        r,
        f"diplomacy-{diplomat.value.lower()}",
        advice.diplomacy(r, diplomat, month, urgent),
        make,
        lambda: questions.before(_briefs(r, diplomat), urgent, placed),
    )


def _briefs(r: Raid, diplomat: Diplomat) -> dict[str, int]:
    """13.2.1 Those who may be briefed for a check, each with the Security Risk of it; 0: he is briefed already."""
    leader = LEADERS.get(diplomat)
    names = (diplomat.value,) if leader is None else (diplomat.value, leader.value)
    return {name: 0 if name in r.blotter.briefed else brief_cost(r, name) for name in names}


def brief_cost(r: Raid, name: str) -> int:
    """13.5.6 A Briefed marker, and the Leader marker if he is not on the Calendar yet."""
    return 2 if name in (leader.value for leader in Leader if leader not in r.blotter.leaders) else 1


def brief(r: Raid, name: str) -> None:
    """13.2 New Markers, 13.2.1 A Briefed marker on a Diplomat, or on a Leader who comes onto the
    Calendar for it.
    """
    for leader in Leader:
        if leader.value == name and leader not in r.blotter.leaders:
            r.blotter.leaders.append(leader)
    r.blotter.briefed.append(name)


def mods_now(ref: Referee, r: Raid, diplomat: Diplomat) -> list[Mod]:
    """13.2.1 What counts in a row now."""
    blotter = r.blotter
    leader = LEADERS.get(diplomat)
    mods: list[Mod] = []
    briefed = (diplomat.value in blotter.briefed) + (leader is not None and leader.value in blotter.briefed)
    if briefed:
        mods.append(CHECK.mods["briefed"].times(briefed))
    if blotter.urgent.get(diplomat):
        mods.append(CHECK.mods["urgent"].times(blotter.urgent[diplomat]))
    if asking.doolittle_in(r, Month.JANUARY):
        mods.append(CHECK.mods["doolittle"])
    if leader in blotter.denied:
        mods.append(CHECK.mods["denied"].of(_CALENDAR.of(ref)["denied"][diplomat]))
    if diplomat is Diplomat.NIMITZ and blotter.joint_ops:
        mods.append(CHECK.mods["chits"].of(blotter.joint_ops))
    return mods


def check(ref: Referee, r: Raid, diplomat: Diplomat, month: Month) -> bool:
    """13.2.1 to 13.2.5 The check itself: permission, or a leader who refuses; for the navy, escort."""
    blotter = r.blotter
    ref.scene("diplomacy", month=month.value)
    needed = number_to_reach(ref, diplomat, month)
    ref.concerns(f"{diplomat.value}, {ROWS[diplomat]}", CHECK)
    ref.roll(CHECK, mods_now(ref, r, diplomat), least=needed)
    agreed = ref.total >= needed
    blotter.agreed[diplomat] = agreed
    if diplomat not in blotter.attempted:
        blotter.attempted.append(diplomat)
    ref.note("diplomacy", diplomat=diplomat.value, row=ROWS[diplomat], agreed=agreed, sum=ref.total, needed=needed)
    leader = LEADERS.get(diplomat)
    if leader is None:
        _joint_ops(ref, r, agreed, later=not agreed and _asked_later(ref, diplomat, month))
    elif not agreed:
        if leader not in blotter.leaders:
            blotter.leaders.append(leader)
        if leader not in blotter.denied:
            blotter.denied.append(leader)
    return agreed


def _asked_later(ref: Referee, diplomat: Diplomat, month: Month) -> bool:
    """13.2 Whether the Calendar has a number for him in a month after this one."""
    after = asking.MONTHS[asking.MONTHS.index(month) + 1 :]
    return any(number_to_reach(ref, diplomat, one) for one in after)


def _joint_ops(ref: Referee, r: Raid, agreed: bool, later: bool = False) -> None:
    """13.2.5 TF-16 comes or does not, and a die for the submarines; `later`: he may be asked again."""
    r.task_force.enterprise = agreed
    r.blotter.submarines = ref.roll(SUBMARINES, column=0 if agreed else 1)
    r.blotter.sub_dice = True
    ref.note("joint-ops", enterprise=agreed, later=later, submarines=r.blotter.submarines)


def never_attempted(ref: Referee, r: Raid) -> None:
    """13.2.5 Without any check for Nimitz the navy's answer is no."""
    if not r.blotter.sub_dice:
        _joint_ops(ref, r, False)


# ------------------------------------------------------------------ landing sites in China (13.2.3)


def prepare(ref: Referee, r: Raid) -> None:
    """13.2.3 Sites are prepared, each tried once a month; then fuel and groundcrew for those that are."""
    tried: list[Site] = []
    while key := _site(ref, r, tried):
        tried.append(key)
        _prepare_site(ref, r, key)
    _supply(ref, r)


def _site(ref: Referee, r: Raid, tried: list[Site]) -> Site | None:
    """13.2.3 The landing site that is prepared next, if any."""
    barred = {site: why for site in SITES if (why := why_not_site(r, site, tried))}
    able = {site: stockpile(ref, site) for site in SITES if site not in barred}
    if not able:
        return None
    # D64
    key = asking.ask(
        ref,
        r,
        "prepare-site",
        advice.prepare_site(ref, r, able),
        lambda: questions.prepare_site(able, barred),
        lambda: questions.sites(able),
    )
    return None if key == questions.DONE else Site(key)


def why_not_site(r: Raid, site: Site, tried: list[Site]) -> str:
    """13.2.3 Why a landing site cannot be prepared now, or nothing."""
    if site in r.attacked_sites:
        return "The Japanese have attacked it (13.2.4)"
    if site in r.beacons:
        return "It has a Landing Beacon (13.2.3)"
    if site in tried:
        return "Tried this month (13.2.3)"
    return "" if r.cups["beacons"] else "No Landing Beacon is left (13.2.3)"


def stockpile(ref: Referee, site: Site) -> int:
    """13.2.3 The Stockpile number printed in a landing site's box."""
    return int(_STOCKPILES.of(ref)[site])


def _prepare_site(ref: Referee, r: Raid, site: Site) -> None:
    """13.2.3 Two dice against the Stockpile number; a Landing Beacon is drawn and not looked at."""
    needed = stockpile(ref, site)
    ref.concerns(site.value, PREPARE)
    ref.roll(PREPARE, least=needed)
    prepared = ref.total >= needed
    if prepared:
        beacon = cups.draw(ref, r, "beacons")
        if beacon is not None:
            r.beacons[site] = beacon
    ref.note("site-prepared", site=site.value, prepared=prepared, needed=needed)


def _supply(ref: Referee, r: Raid) -> None:
    """13.2.3 Fuel and one Groundcrew a turn, in prepared sites; incidents may cut them off."""
    sites = [site for site in SITES if site in r.beacons]
    if not sites or "supplies" in r.blotter.barred or "supplies this month" in r.blotter.barred:
        return
    rows = data.table(ref, "P-supplies")
    both = all(name in r.blotter.briefed for name in (Diplomat.STILWELL.value, Leader.CHIANG.value))
    left = int(rows.look_up("fuel each turn, Stilwell and Chiang briefed" if both else "fuel each turn"))
    left = min(left, int(rows.look_up("fuel in China at most")) - sum(r.china_fuel.values()))
    for i, site in enumerate(sites):
        if left <= 0:
            break
        fuel = _fuel(ref, r, site, left, len(sites) - i)
        if fuel:
            r.china_fuel[site] = r.china_fuel.get(site, 0) + fuel
            left -= fuel
            ref.note("china-fuel", causes=(), site=site.value, fuel=r.china_fuel[site])
    _groundcrew(ref, r, sites)


def _fuel(ref: Referee, r: Raid, site: Site, left: int, sites: int) -> int:
    """13.2.3 How much Fuel a site gets of what is left for so many."""
    # D64
    key = asking.ask(
        ref,
        r,
        "china-fuel",
        advice.china_fuel(left, sites),
        lambda: questions.china_fuel(site, left),
        lambda: questions.shares(left),
    )
    return int(key)


def _groundcrew(ref: Referee, r: Raid, sites: list[Site]) -> None:
    """13.2.3 One Groundcrew marker a turn, to one prepared site."""
    fuel = {site: r.china_fuel.get(site, 0) for site in sites}
    # D65
    key = asking.ask(
        ref,
        r,
        "groundcrew",
        advice.groundcrew(r, sites),
        lambda: questions.groundcrew(fuel),
        lambda: questions.prepared(fuel),
    )
    if key != questions.NONE:
        r.groundcrew[Site(key)] = r.groundcrew.get(Site(key), 0) + 1
        ref.note("groundcrew", causes=(), site=key)


# ------------------------------------------------------------------ Event Check (13.2.4)


def event_check(ref: Referee, r: Raid) -> None:
    """13.2.4 Nothing, a storm, or a Japanese attack on a landing site."""
    ref.scene("incident")
    mods = (EVENT.mods["extensive"],) if len(r.beacons) >= _EXTENSIVE else ()
    event = ref.roll(EVENT, mods)
    if event == "No Effect":
        ref.note("china-quiet")
        return
    site = ref.roll(EVENT_SITE)  # RULING 13.2.4: the dice stand, also where they name a field that is lost already
    if event == "Japanese Attack":
        attack_site(ref, r, site)
        return
    lost = min(ref.roll(STORM_LOSS), r.china_fuel.get(site, 0))
    if lost:
        r.china_fuel[site] -= lost
    ref.note("china-storm", causes=(EVENT, EVENT_SITE, STORM_LOSS), site=site.value, lost=lost)


def attack_site(ref: Referee, r: Raid, site: Site, for_good: bool = False) -> None:
    """13.2.4 Japanese Attack, 13.2.4, 15.1.2 The site is lost: beacon, Fuel and Groundcrew go, and nobody may land
    there.
    """
    beacon = r.beacons.pop(site, None)
    if beacon is not None and not for_good:
        cups.put_back(r, beacon)  # RULING 13.2.4: an attack puts the marker back, a Shanghai chit takes it away
    fuel = r.china_fuel.pop(site, 0)
    r.groundcrew.pop(site, None)
    r.blotter.fuel_lost = r.blotter.fuel_lost or fuel > 0
    if site not in r.attacked_sites:
        r.attacked_sites.append(site)
    ref.note("site-attacked", causes=(EVENT, EVENT_SITE), site=site.value, fuel=fuel)
