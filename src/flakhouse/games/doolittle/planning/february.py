"""13.3 February: the modifications of the B-25s."""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.core.charts import Chart
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data
from flakhouse.games.doolittle.planning import asking, diplomacy
from flakhouse.games.doolittle.questions import february as questions
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Mod, Month

__all__ = ["LAST_SPACE", "change", "changes_of", "heavy", "modify", "rate", "turn"]

_START = 3  # 13.3.1: weight and gunnery
LAST_SPACE = 6  # 13.3.2: the Modifications Track begins at 0
_BASE_FUEL = 6
#: 13.3.3 The boxes: for each letter what may be made of it, as lists of the markers placed.
_BOXES: dict[str, dict[str, tuple[Mod, ...]]] = {
    "A": {"remove": (Mod.RADIO_REMOVED,)},
    "B": {"remove": (Mod.NORDEN_REMOVED,), "mark-twain": (Mod.NORDEN_REMOVED, Mod.MARK_TWAIN)},
    "C": {"refit": (Mod.ENGINES,)},
    "D": {"remove": (Mod.TOP_REMOVED,), "improve": (Mod.TOP_IMPROVED,)},
    "E": {"add": (Mod.ARMOR_ADDED,), "remove": (Mod.ARMOR_REMOVED,)},
    "F": {"fit": (Mod.FAKE_GUNS,)},
    "G": {"fit": (Mod.DEICERS,)},
    "H": {
        "tanks": (Mod.EXTRA_TANKS,),
        "more-tanks": (Mod.EXTRA_TANKS, Mod.MORE_TANKS),
        "ordnance": (Mod.EXTRA_ORDNANCE,),
    },
    "I": {"remove": (Mod.VENTRAL_REMOVED,), "improve": (Mod.VENTRAL_IMPROVED,)},
    "J": {"fit": (Mod.GUNS_50,)},
}


def _history(chart: Chart[str]) -> Mapping[str, str]:
    """13.3.3 What was made of each box in history."""
    made = dict(zip(chart.labels, chart.words[chart.data.columns.index("history")], strict=True))
    found: dict[str, str] = {}
    for letter, ways in _BOXES.items():
        then = tuple(mod for mod in Mod if mod.value[0] == letter and made[mod.value] == "yes")
        found[letter] = next((key for key, mods in ways.items() if mods == then), questions.KEEP)
    return found


def _changes(chart: Chart[str]) -> Mapping[str, Mapping[str, int]]:
    """13.3.2 What each modification changes, by column."""
    return {
        column: {label: int(word) for label, word in zip(chart.labels, words, strict=True)}
        for column, words in zip(chart.data.columns, chart.words, strict=True)
        if column != "history"
    }


_DONE = data.Reading("P-modifications", _history)
_CHANGES = data.Reading("P-modifications", _changes)


def turn(ref: Referee, r: Raid) -> None:
    """13.3 The February turn."""
    ref.scene("modification")
    modify(ref, r)
    diplomacy.turn(ref, r, Month.FEBRUARY)


def modify(ref: Referee, r: Raid) -> None:
    """13.3.1, 13.3.2 Box by box: any number of modifications, for all B-25s alike."""
    for letter in _BOXES:
        key = _made(ref, r, letter)
        if key != questions.KEEP:
            r.blotter.mods.extend(_BOXES[letter][key])
    rate(ref, r)
    ref.note(
        "modified",
        causes=(),
        count=len(r.blotter.mods),
        mods=", ".join(mod.value[3:] for mod in r.blotter.mods) or "none",
        guzzle=r.ratings.guzzle,
        fuel=r.ratings.fuel,
    )


def _made(ref: Referee, r: Raid, letter: str) -> str:
    """13.3.3 What is made of a box; in history that of the printed plan."""
    ways = _BOXES[letter]

    def make() -> Question:
        changes = {key: changes_of(ref, letter, key) for key in ways}
        counts = {key: len(mods) for key, mods in ways.items()}
        return questions.modify(letter, changes, counts, not asking.doolittle_in(r, Month.FEBRUARY))

    # D66
    return asking.ask(
        ref, r, f"modify-{letter.lower()}", _DONE.of(ref)[letter], make, lambda: questions.ways(ways)
    )


def changes_of(ref: Referee, letter: str, key: str) -> dict[str, int]:
    """13.3.2 What a way to fill a box changes, by column; nothing where it is left as it is."""
    mods = _BOXES[letter].get(key, ())
    return {name: sum([column[mod] for mod in mods]) for name, column in _CHANGES.of(ref).items()}


def change(ref: Referee, r: Raid, column: str) -> int:
    """13.3.1 Modifications Track, 13.3.3 D, 13.3.3 F, 13.3.3 I, 13.3.2 What the modifications made add up to:
    "weight", "gunnery", "training points", "morale".
    """
    changes = _CHANGES.of(ref)[column]
    return sum([changes[mod] for mod in r.blotter.mods])


def rate(ref: Referee, r: Raid) -> None:
    """8.2.4 Guzzle Check Number, 13.3.1 Modifications Track, 13.3.3 D, 13.3.3 I, 13.3.2, 13.3.3 The ratings of the
    B-25s as modified.
    """
    blotter, ratings, mods = r.blotter, r.ratings, r.blotter.mods
    # RULING 13.3.2: a marker stays on its track
    blotter.weight = min(LAST_SPACE, max(0, _START + change(ref, r, "weight")))
    blotter.guns = max(0, _START + change(ref, r, "gunnery"))
    ratings.guzzle = int(data.table(ref, "P-weight").look_up(str(blotter.weight)))
    ratings.gunnery = blotter.guns
    ratings.radios = Mod.RADIO_REMOVED not in mods
    ratings.norden = Mod.NORDEN_REMOVED not in mods
    ratings.mark_twain = Mod.MARK_TWAIN in mods
    ratings.armor = (Mod.ARMOR_ADDED in mods) - (Mod.ARMOR_REMOVED in mods)
    ratings.deicers = Mod.DEICERS in mods
    ratings.fuel = _BASE_FUEL + 2 * (Mod.EXTRA_TANKS in mods) + 2 * (Mod.MORE_TANKS in mods)
    ratings.box_blast = 3 if Mod.EXTRA_ORDNANCE in mods else 2
    top = Mod.TOP_REMOVED in mods or Mod.TOP_IMPROVED in mods
    # RULING 22: turret hazards are void only when both turrets were changed.
    ratings.turrets_changed = top and (Mod.VENTRAL_REMOVED in mods or Mod.VENTRAL_IMPROVED in mods)


def heavy(ref: Referee, r: Raid) -> bool:
    """13.4.9 The Weight marker is in the heavy section of its track."""
    return data.table(ref, "P-weight").look_up(str(r.blotter.weight), 1) == "yes"
