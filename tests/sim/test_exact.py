"""Exact odds: what is counted is what the rules do with every face, and what seeded dice do in the long run."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import msgspec
import pytest

from flakhouse import games
from flakhouse.cli.main import main
from flakhouse.core.agents import Default
from flakhouse.core.chapter import begin
from flakhouse.core.charts import Chart
from flakhouse.core.dice import Dice, Fixed, Seeded
from flakhouse.core.mods import Mod
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.core.session import Session
from flakhouse.core.stakes import Stake
from flakhouse.errors import ChartError
from flakhouse.games.b17.combat import allocation, fields, gunnery
from flakhouse.games.b17.combat.fields import Fire
from flakhouse.games.b17.game import GAME
from flakhouse.games.b17.questions import shots
from flakhouse.games.b17.state import Mission as B17Mission
from flakhouse.games.b29.combat import attack, guns
from flakhouse.games.b29.questions import combat_fire
from flakhouse.games.b29.state import Fighter
from flakhouse.games.b29.state import Mission as B29Mission
from flakhouse.games.b29.words import Angle, Clock, FighterType, GunName, Position, Skill
from flakhouse.sim.exact import Chance, Exact, chance_of, exact, throws
from flakhouse.sim.stats import chi_square
from tests.b17 import helpers as b17
from tests.b29 import helpers as b29
from tests.checks.asking import asked
from tests.core import toy

GAMES = ("b17", "b29", "doolittle")


def _referee(dice: Dice) -> Referee:
    return Referee(dice, Default())


def _rolled(chart: Chart[str], plus: int, column: int, faces: tuple[int, ...]) -> str:
    """What the referee makes of these faces; of a chart of numbers, the total."""
    ref = _referee(Fixed(*faces))
    result = ref.roll(chart, [Mod(plus, "test")] if plus else [], column)
    return str(ref.total) if chart.data.number else result


# ------------------------------------------------------------------ charts


def test_throws_are_all_there_are() -> None:
    for count in range(1, 6):
        assert sum(ways for _, ways in throws(count)) == 6**count
        assert sum(ways for _, ways in throws(count, ordered=True)) == 6**count
    assert dict(throws(2))[(1, 1)] == 1
    assert dict(throws(2))[(1, 2)] == 2


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plus", [0, -2, 1])
def test_every_chart_counts_what_the_referee_rolls_with_every_face(name: str, plus: int) -> None:
    charts = games.load(name).charts().charts
    seen = 0
    for chart in charts.values():
        if chart.data.dice in ("none", "pool"):
            continue
        for column in range(len(chart.words)):
            count = 1 if chart.single else 2
            rolled = Counter(_rolled(chart, plus, column, f) for f in product(range(1, 7), repeat=count))
            found = exact(chart, plus, column)
            assert {one.result: one.ways for one in found.outcomes} == rolled, chart.id
            assert sum(one.chance for one in found.outcomes) == pytest.approx(1)
            seen += 1
    assert seen > 10


@pytest.mark.parametrize(("name", "id", "plus"), [("b29", "5-7", 1), ("b29", "5-3", 0), ("b17", "M-2", 1)])
def test_simulated_frequencies_agree_with_counted_ones(name: str, id: str, plus: int) -> None:
    chart = games.load(name).charts().charts[id]
    ref = _referee(Seeded("chi-square"))
    mods = [Mod(plus, "test")] if plus else []
    count = 4000
    seen = Counter(ref.roll(chart, mods) for _ in range(count))
    found = exact(chart, mods)
    fit = chi_square([seen[one.result] for one in found.outcomes], [one.chance for one in found.outcomes])
    assert fit.p > 0.001


def test_pools_lowest_dice_and_the_chance_of_a_result() -> None:
    pool = games.load("doolittle").charts().charts["gunnery"]
    assert exact(pool, dice=3).chance("3", "18") == pytest.approx(2 / 216)
    lowest = exact(pool, dice=3, kept=2)
    by_hand = Counter(str(sum(sorted(f)[:2])) for f in product(range(1, 7), repeat=3))
    assert {one.result: one.ways for one in lowest.outcomes} == by_hand
    assert exact(games.load("b17").charts().charts["M-2"]).chance("FCA", "FBOA", "Destroyed") == 1


def test_rolls_made_anew_for_each_throw_are_not_taken_for_one_another() -> None:
    def then(least: int) -> Stake:
        return Stake("", "guzzle", lambda faces, total, word: total >= least, dice=2)

    game = games.load("doolittle")
    ref = Referee(Fixed(), Default())
    roll = Stake("", "guzzle", lambda faces, total, word: then(faces[0] + 6), dice=1)
    by_hand = sum(a + b >= first + 6 for first, a, b in product(range(1, 7), repeat=3))
    found = chance_of(game, ref, roll)
    assert Fraction(found.ways, found.of) == Fraction(by_hand, 216)


def test_what_cannot_be_counted() -> None:
    toy.register()
    charts = toy.GAME.charts().charts
    with pytest.raises(ChartError, match="looked up"):
        exact(charts["1-4"])
    with pytest.raises(ChartError, match="column"):
        exact(charts["1-2"], column=2)
    with pytest.raises(ChartError, match="dice"):
        exact(charts["1-1"], dice=61)


# ------------------------------------------------------------------ rolls that decide


def _chances(name: str, state: object, ask: Question, key: str) -> dict[str, Chance]:
    game = games.load(name)
    ref = _referee(Fixed())
    ref.state = state
    found = ask.options[key].stakes if key in ask.options else ()
    return {roll.label: chance_of(game, ref, roll) for roll in found}


def _ask(id: str, prompt: str, key: str) -> Question:
    return asked(id, "", prompt, {key: key, "hold": "hold"}, key)


@pytest.mark.parametrize(("fca", "fboa", "gun"), [(0, 0, 0), (1, 0, 0), (1, 1, 2), (0, 1, 8)])
def test_3_6_M_2_a_b17_gun_against_every_face(fca: int, fboa: int, gun: int) -> None:
    where = ("6", "Level") if gun == 8 else ("12", "High") if gun == 0 else ("9", "Level")
    counted: dict[str, Chance] = {}
    seen: Counter[str] = Counter()
    for faces in product(range(1, 7), repeat=2):
        m = b17.mission()
        target = b17.fighter("Me109", *where)
        target.fca, target.fboa = fca, fboa
        m.fighters.append(target)
        need = fields.bearing(_referee(Fixed()), target).needs[gun]
        shot = (gun, fields.gunners(m, gun)[0], target, need)
        if not counted:
            counted = {roll.label: chance_of(GAME, _referee(Fixed()), roll) for roll in shots.shot(m, shot)}
        fire = Fire()
        fire.shots = [shot]
        ref = _referee(Fixed(*faces))
        gunnery.resolve(ref, m, fire)
        seen["hits"] += ref.rolls == 2
        seen["at least drives off"] += ref.rolls == 2 and (target.destroyed or target.breaks_off())
        seen["destroys"] += target.destroyed
    assert list(counted) == ["hits", "at least drives off", "destroys"]
    for label, chance in counted.items():
        assert Fraction(chance.ways, chance.of) == Fraction(seen[label], 36), label


def _asked_for_fire(m: B17Mission) -> dict[str, Question]:
    """The questions gun by gun, by gun."""
    found: dict[str, Question] = {}

    class Watcher(Default):
        def choose(self, question: Question, ref: Referee) -> str:
            if question.id == "gun-fire":
                found[question.about[0].name] = question
            return "each" if question.id == "fire-plan" else question.default

    allocation.allocate(Referee(Fixed(), Watcher()), m)
    return found


def test_3_4_every_gun_has_its_chances_and_holding_fire_has_none() -> None:
    m = b17.mission()
    m.fighters.append(b17.fighter())
    asks = _asked_for_fire(m)
    nose = asks["Nose Gun"].options["Me109 A"].stakes[0]
    assert (nose.label, nose.chart) == ("hits", "M-1-fire")
    assert list(asks["Top Turret"].options["hold"].stakes) == []
    assert next(roll.label for roll in asks["Top Turret"].options["Me109 A"].stakes) == "hits"
    m.options.ace_both_ways = True  # M-6 has its say, and has not been rolled
    assert list(_asked_for_fire(m)["Top Turret"].options["Me109 A"].stakes) == []


def _frank(skill: Skill | None, fca: int = 0) -> Fighter:
    fighter = Fighter(FighterType.FRANK, Clock.C6, Angle.LEVEL, skill, fca)
    fighter.name = "Frank A"
    return fighter


def _tail_turret(m: B29Mission) -> Question:
    """The question for the tail turret, with the tail gunner against the one fighter there is."""
    station = Position.TAIL_GUNNER
    shot = guns.Shot(GunName.TAIL, station, m.men[station], m.fighters[0])
    return combat_fire.allocate_fire(m, guns.Fire(), GunName.TAIL, [shot], shot, m.fighters, False)


@pytest.mark.parametrize("fca", [0, 3])
@pytest.mark.parametrize("skill", [Skill.ACE, Skill.GREEN])
def test_5_7_5_8_a_b29_gun_against_every_face(skill: Skill, fca: int) -> None:
    m = b29.mission()
    m.fighters = [_frank(skill, fca)]
    ask = _tail_turret(m)
    counted = _chances("b29", m, ask, "Tail Gunner > Frank A")
    station = Position.TAIL_GUNNER
    hits = destroyed = jammed = 0
    for first in product(range(1, 7), repeat=2):
        for second in product(range(1, 7), repeat=2):
            m.plane.guns[GunName.TAIL].jammed = False
            target = _frank(skill, fca)
            m.fighters = [target]
            fire = guns.Fire()
            fire.shots.append(guns.Shot(GunName.TAIL, station, m.men[station], target))
            ref = _referee(Fixed(*first, *second))
            guns.resolve(ref, m, fire, False)
            hits += ref.rolls == 2
            destroyed += target.destroyed
            jammed += m.plane.guns[GunName.TAIL].jammed
    assert Fraction(counted["hits"].ways, counted["hits"].of) == Fraction(hits, 1296)
    assert Fraction(counted["jams"].ways, counted["jams"].of) == Fraction(jammed, 1296)
    assert Fraction(counted["destroys"].ways, counted["destroys"].of) == Fraction(destroyed, 1296)
    assert counted["destroys"].charts == ["5-7", "5-8"]


def test_5_5_a_pilot_not_yet_known_is_counted_in() -> None:
    m = b29.mission()
    m.fighters = [_frank(None)]
    ask = _tail_turret(m)
    counted = _chances("b29", m, ask, "Tail Gunner > Frank A")
    assert counted["hits"].charts == ["5-5", "5-7"]
    station = Position.TAIL_GUNNER
    dice = Seeded("5-5")
    count = 4000
    seen = Counter[bool]()
    for _ in range(count):
        target = _frank(None)
        m.fighters = [target]
        fire = guns.Fire()
        fire.shots.append(guns.Shot(GunName.TAIL, station, m.men[station], target))
        ref = _referee(dice)
        attack.status(ref, m)
        guns.resolve(ref, m, fire, False)
        seen[target.destroyed] += 1
    chance = counted["destroys"].chance
    assert chi_square([seen[True], seen[False]], [chance, 1 - chance]).p > 0.001
    m.night = True
    assert _chances("b29", m, _tail_turret(m), "Tail Gunner > Frank A") == {}


def test_house_charts_are_counted_as_they_are() -> None:
    game = games.load("b17")
    chart = game.charts().charts["M-2"]
    assert chart.data.dice == "1d6"
    session = Session(game, begin(game, "1"))
    roll = Stake("destroys", "M-2", lambda faces, total, word: word == "Destroyed")
    printed = chance_of(game, session.ref, roll)
    house = game.charts().house(
        "mine",
        '[chart.M-2]\ntitle = "x"\nrule = "1"\ndice = "1d6"\nsource = "ruling"\nfrom = "x"\n'
        'grid = """\n5 or less | FCA\n6 or more | Destroyed\n"""\n',
    )
    session.ref.house = house
    assert chance_of(game, session.ref, roll).chance == pytest.approx(1 / 6)
    assert printed.chance != pytest.approx(1 / 6)


# ------------------------------------------------------------------ flakhouse tables --odds


def test_tables_odds_in_text_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "b29", "5-7", "--odds", "--mod", "1"]) == 0
    out = capsys.readouterr().out
    assert "5-7 Defensive fire: 2 dice, modifier +1" in out
    assert "10 in 36   27.78 %" in out
    assert main(["tables", "b17", "M-1-fire", "--odds", "--column", "5", "--json"]) == 0
    found = msgspec.json.decode(capsys.readouterr().out, type=list[Exact])
    assert [one.column for one in found] == ["5"]
    assert found[0].chance("Hit") == pytest.approx(2 / 6)
    assert main(["tables", "doolittle", "gunnery", "--odds", "--count", "2"]) == 0
    assert "1 in 36" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_tables_odds_of_a_whole_game_fit_the_screen(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", name, "--odds"]) == 0
    out = capsys.readouterr().out
    assert max(len(line) for line in out.splitlines()) <= 80


@pytest.mark.parametrize(
    "how",
    ["M-1-fire --odds --column 9", "M-2 --mod 1", "M-2 --odds --count 2", "M-1 --odds", "--odds --count 2"],
)
def test_tables_odds_wrong_use_is_one_line(how: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "b17", *how.split()]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("flakhouse: ")
    assert told.err.count("\n") == 1
