"""13.4.4 to 13.4.9 Training Tracks, extra training, Short Take Off."""

from __future__ import annotations

from flakhouse.core.questions import Cost, Option
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, data
from flakhouse.games.doolittle.advice import training as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.planning import asking, february, march
from flakhouse.games.doolittle.questions import training as questions
from flakhouse.games.doolittle.questions.keys import by_pilot
from flakhouse.games.doolittle.state import B25, Raid
from flakhouse.games.doolittle.words import Fate, Mod

__all__ = [
    "CATEGORIES",
    "GUNNERY",
    "SHORT",
    "assess",
    "costs_left",
    "extra",
    "points",
    "points_at",
    "raise_level",
    "short_roll",
    "third_die",
    "train",
]

SHORT_TRACK = CHARTS.numbers("P-short")
THIRD_DIE = CHARTS.numbers("P-third-die")
GUNNERY, SHORT = "Gunnery", "Short Take Off"
CATEGORIES = (GUNNERY, "Hedgehopping", "Navigation", "Night Flying", SHORT)
_CRASHED, _DAMAGED, _DECK = 0, 1, 2  # columns of the Short Take Off track
_TOP = 12
_EFFECTS = {
    GUNNERY: ("gunnery dice",),
    "Hedgehopping": ("evasion", "more for an elite pilot"),
    "Navigation": ("day navigation",),
    "Night Flying": ("night navigation", "evasion at night"),
}


_COSTS = data.Reading(
    "P-training",
    lambda chart: {
        label: [0 if column[row] == "-" else int(column[row]) for column in chart.words]
        for row, label in enumerate(chart.labels)
    },
)


def points(ref: Referee, r: Raid) -> int:
    """13.4.4 Training Points of Morale, of the modifications and of the training site."""
    return points_at(ref, r, march.SPACES[r.blotter.morale])


def points_at(ref: Referee, r: Raid, space: str) -> int:
    """13.4.4 Training Points with the Morale marker in this space."""
    found = int(data.table(ref, "P-morale").look_up(space, 1))
    found += february.change(ref, r, "training points")
    return max(0, found + int(data.table(ref, "P-training-site").look_up(r.blotter.site, 1)))


def train(ref: Referee, r: Raid) -> None:
    """13.4.4 Points are assigned and extra training ordered, one level after the other, until all is done."""
    ref.scene("training")
    blotter = r.blotter
    blotter.points = points(ref, r)
    blotter.levels = dict.fromkeys(CATEGORIES, 0)
    while True:
        able = _able(ref, r)
        if not able:
            break
        key = _trained(ref, r, able)
        if key == questions.DONE:
            break
        if key.startswith("extra "):
            extra(ref, r, key.removeprefix("extra "))
        else:
            raise_level(ref, r, key)
    assess(ref, r)
    ref.note(
        "trained",
        causes=(),
        levels=", ".join(f"{name} {blotter.levels[name]}" for name in CATEGORIES[:-1]),
        deck=blotter.capacity,
    )


def _trained(ref: Referee, r: Raid, able: list[str]) -> str:
    """13.4.4 What is trained next, or that training is complete."""
    # D71
    return asking.ask(
        ref,
        r,
        "train",
        advice.train(ref, r, able),
        lambda: questions.train(r.blotter.points, *_offers(ref, r)),
        lambda: [questions.DONE, *able],
    )


def _track(r: Raid, category: str) -> str:
    """13.4.5 The track in use: 50 caliber guns have their own."""
    if category != GUNNERY:
        return category
    # RULING 35: level one costs one point with 30 caliber guns, two with 50 caliber ones.
    return "Gunnery, 50 caliber" if Mod.GUNS_50 in r.blotter.mods else "Gunnery, 30 caliber"


def costs_left(ref: Referee, r: Raid, category: str) -> tuple[int, ...]:
    """13.4.4 Points for each further level of a track."""
    steps = r.blotter.short_points if category == SHORT else r.blotter.levels[category]
    return tuple([cost for cost in _COSTS.of(ref)[_track(r, category)][steps:] if cost])


def _cost(ref: Referee, r: Raid, category: str) -> int:
    """13.4.4 Points for the next level; 0 at the top of a track."""
    left = costs_left(ref, r, category)
    return left[0] if left else 0


def _top(r: Raid, category: str, cost: int) -> bool:
    """13.4.4 At the top of its track; a further level would `cost` so much, 0 if there is none."""
    return r.blotter.levels[SHORT] >= _TOP if category == SHORT else not cost


def _why_not(r: Raid, category: str, cost: int) -> str:
    """13.4.4 Why no points can be spent on a category, or nothing."""
    if _top(r, category, cost):
        return "Nothing more to gain (13.4.4)"
    if not cost:
        return "Three dice are the most (13.4.9)"
    return f"Needs {questions.count(cost)} (13.4.4)" if cost > r.blotter.points else ""


def _why_not_extra(r: Raid, category: str, cost: int) -> str:
    """13.4.4 Why there is no extra training in a category, or nothing."""
    if category in r.blotter.extra:
        return "Extra training only once in each category (13.4.4)"
    if _top(r, category, cost):
        return "At the top of its track (13.4.4)"
    return "Needs a roll first (13.4.9)" if category == SHORT and not r.blotter.levels[SHORT] else ""


def _able(ref: Referee, r: Raid) -> list[str]:
    """13.4.4 The keys of what can be trained now."""
    found: list[str] = []
    for category in CATEGORIES:
        cost = _cost(ref, r, category)
        if not _why_not(r, category, cost):
            found.append(category)
        if not _why_not_extra(r, category, cost):
            found.append(f"extra {category}")
    return found


def _offers(ref: Referee, r: Raid) -> tuple[dict[str, Option], dict[str, str]]:
    """13.4.4 What can be trained now, and why the rest cannot."""
    hint = "" if r.blotter.capacity else " (no B-25 can leave a carrier yet)"
    options = {questions.DONE: Option(f"Training is complete{hint}")}
    barred: dict[str, str] = {}
    for category in CATEGORIES:
        cost, name = _cost(ref, r, category), f"extra {category}"
        if why := _why_not(r, category, cost):
            barred[category] = why
        else:
            options[category] = _step(ref, r, category, cost)
        if why := _why_not_extra(r, category, cost):
            barred[name] = why
        else:
            words = f"Extra {category}: one level up, an Elite Crewman, Security Risk +1"
            options[name] = Option(words, costs=(Cost("Security Risk"),))
    return options, barred


def _step(ref: Referee, r: Raid, category: str, cost: int) -> Option:
    """13.4.4 The next step of a track as an option."""
    return Option(f"{category}: {_next(ref, r, category)}", costs=(Cost("training point", cost),))


def _next(ref: Referee, r: Raid, category: str) -> str:
    """13.4.4 What the next step is, in words."""
    if category != SHORT:
        level = r.blotter.levels[category] + 1
        chart = data.table(ref, "P-effects")
        gains = {name: chart.look_up(name, level) for name in _EFFECTS[category]}
        told = [_gain(name, value) for name, value in gains.items() if value != "0"]
        return f"level {level} ({', '.join(told)})" if told else f"level {level}"
    return "a third die" if r.blotter.levels[SHORT] else "two dice"


def _gain(name: str, value: str) -> str:
    """13.4.6 A level's effect: "evasion 1", "1 more for an elite pilot"."""
    return f"{value} {name}" if name.startswith("more") else f"{name} {value}"


def raise_level(ref: Referee, r: Raid, category: str) -> None:
    """13.4.4 Points for one step in a category."""
    r.blotter.points -= _cost(ref, r, category)
    if category != SHORT:
        r.blotter.levels[category] += 1
    elif r.blotter.levels[SHORT]:
        third_die(ref, r)
    else:
        short_roll(ref, r)


def extra(ref: Referee, r: Raid, category: str) -> None:
    """13.4.9 Extra Training, 13.4.4 One level without points, one more Elite Crewman; Security Risk +1
    in April.
    """
    r.blotter.extra.append(category)
    if category == SHORT:
        _enter(ref, r, r.blotter.levels[SHORT] + 1)
    else:
        r.blotter.levels[category] += 1
    ref.note("extra-training", causes=(), category=category)
    march.draw_elite(ref, r)


def assess(ref: Referee, r: Raid) -> None:
    """13.4.5 to 13.4.8 The ratings that come of training."""
    effects = data.table(ref, "P-effects")
    levels, ratings = r.blotter.levels, r.ratings

    def effect(name: str, category: str) -> int:
        return int(effects.look_up(name, levels.get(category, 0)))

    # RULING 13.4.5: the Guns marker stays on its track, whose last space is 6
    ratings.gunnery = min(february.LAST_SPACE, r.blotter.guns + effect("gunnery dice", GUNNERY))
    ratings.evasion = effect("evasion", "Hedgehopping")
    ratings.elite_evasion = effect("more for an elite pilot", "Hedgehopping")
    ratings.day_navigation = effect("day navigation", "Navigation")
    ratings.night_navigation = effect("night navigation", "Night Flying")
    ratings.night_evasion = effect("evasion at night", "Night Flying")  # RULING 37


# ------------------------------------------------------------------ Short Take Off (13.4.9)


def short_roll(ref: Referee, r: Raid) -> None:
    """13.4.9 Two dice place the marker on the track."""
    mods = (SHORT_TRACK.mods["heavy"],) if february.heavy(ref, r) else ()
    ref.roll(SHORT_TRACK, mods)
    r.blotter.short_points = 1
    _enter(ref, r, ref.total)


def third_die(ref: Referee, r: Raid) -> None:
    """example 13.4.9 adjustment, 13.4.9 Adjustment: a third die moves the marker up."""
    r.blotter.short_points = 2
    _enter(ref, r, r.blotter.levels[SHORT] + ref.roll(THIRD_DIE))


def _enter(ref: Referee, r: Raid, space: int) -> None:
    """13.4.9 The space a step ends in: B-25s crashed and damaged, and room on the deck."""
    # RULING 36: only the space in which a step ends counts; the player names the aircraft.
    space = min(_TOP, max(2, space))
    r.blotter.levels[SHORT] = space
    track = ref.chart(SHORT_TRACK)
    r.blotter.capacity = track.at(space, _DECK)
    ref.note("short-take-off", space=space, deck=r.blotter.capacity)
    for _ in range(track.at(space, _CRASHED)):
        _crash(ref, r)
    for _ in range(track.at(space, _DAMAGED)):
        # D72
        hurt(ref, r, "training-damage", "13.4.9", "a hard landing in training")


def _crash(ref: Referee, r: Raid) -> None:
    """13.4.9 A B-25 crashes in training and is out of the mission."""
    group = asking.selected(r)
    if not group:
        return
    worst = advice.training_crash(group)
    # D72
    key = asking.ask(
        ref,
        r,
        "training-crash",
        worst.pilot,
        lambda: questions.training_crash(group),
        lambda: by_pilot(group),
    )
    b25 = next(b for b in group if b.pilot == key)
    aircraft.release_markers(r, b25)
    b25.fate, b25.where = Fate.LEFT_BEHIND, "crashed in training"
    ref.note("training-crash", causes=(SHORT_TRACK, THIRD_DIE), b25=b25.name())


def hurt(ref: Referee, r: Raid, id: str, rule: str, cause: str, spared: list[B25] | None = None) -> B25 | None:
    """13.4.9, 13.5.3 A B-25 of the player's choice is damaged; in training without armor it crashes."""
    if r.ratings.armor < 0 and rule == "13.4.9":
        _crash(ref, r)
        return None
    group = [b for b in asking.selected(r) if b not in (spared or [])]
    bears = max(0, r.ratings.armor)
    able = [b for b in group if b.damage <= bears] or group
    if not able:
        return None
    spare = [b for b in group if b not in able]
    last = advice.b25_hurt(able).pilot
    key = asking.ask(
        ref, r, id, last, lambda: questions.b25_hurt(rule, cause, able, spare), lambda: by_pilot(able)
    )
    b25 = next(b for b in able if b.pilot == key)
    aircraft.damage(ref, r, b25, cause)
    return b25
