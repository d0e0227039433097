"""House rules: a player's own charts and options in the B-29 game."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default, Scripted
from flakhouse.core.chapter import begin
from flakhouse.core.dice import Fixed
from flakhouse.core.game import read_house
from flakhouse.core.referee import Referee
from flakhouse.core.session import Session
from flakhouse.errors import ChartError
from flakhouse.games.b29 import damage, navigation, setup
from flakhouse.games.b29.ending import landing
from flakhouse.games.b29.game import GAME
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.state import Bomber, Campaign, MissionEnded
from flakhouse.games.b29.words import End, Formation, Position, Repair, Section, Surface, Weather
from flakhouse.render.base import Record, renderer
from tests.b29.helpers import crew, done, mission, rolled


def chart(id: str, grid: str, mods: str = "") -> str:
    """A house chart with the dice and columns of the original."""
    data = GAME.charts().charts[id].data
    columns = f"columns = {list(data.columns)}\n" if data.columns else ""
    return (
        f'[chart.{id}]\ntitle = "Ours"\nrule = "1.1"\ndice = "{data.dice}"\nsource = "ruling"\nfrom = "house"\n'
        f"{columns}grid = '''\n{grid}\n'''\nmods = [{mods}]\n"
    )


def referee(text: str, *faces: int) -> Referee:
    """A referee under these house rules."""
    house = read_house(GAME, "mine.toml", text)
    return Referee(Fixed(*faces), Scripted([], Default()), trace=True, house=house.charts)


def test_table_8_1_house_landing_goes_by_its_own_words() -> None:
    ref = referee(chart("8-1", "2 or more | Wounds, wrecked"), 3, 4, *[1] * 12, 6)
    m = mission(zone=1)
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    m.options.fuel = False
    with pytest.raises(MissionEnded):
        landing.land(ref, m, Surface.BASE, ())
    assert m.end is End.WRECKED
    assert m.repair is Repair.LOST
    assert rolled(ref).count("7-13") == 11


def test_table_4_4_house_pilotage_decides_whether_radar_was_needed() -> None:
    grid = "5 or less | No observation\n6 or more | Observation"
    text = chart("4-4", grid, '{key = "radar", value = 4, when = "our radar"}')
    ref = referee(text, 3, 3, 3, 3, 1, 6)
    m = mission(zone=6, formation=Formation.FOR_GOOD, new_zone=True, weather=Weather.POOR)
    m.men[Position.RADAR_OPERATOR].airman.missions = 1
    navigation.course_step(ref, m)
    fix = [e for e in ref.events if getattr(e, "chart", "") == "4-4-fix"]
    assert [line.value for line in fix[0].mods] == [-1]  # type: ignore[union-attr]


def test_6_2f_a_burst_inside_works_through_the_house_rows() -> None:
    ref = referee(chart("7-7", "2 or more | Superficial Damage"))
    damage._every_row(ref, mission(), Section.UTILITY)
    assert rolled(ref) == []
    done(ref)


@pytest.mark.parametrize(
    ("id", "grid"),
    [
        ("2-1", "2 or more | Airfield, Berlin"),
        ("2-2C", "2 or more | Berlin"),
        ("2-3", "11 or more | Berlin | Berlin"),
        ("3-1", "1 or more | Never | Never"),
        ("6-7", "2 or more | most | 0"),
        ("6-7", "2 or more | 150 | 0"),
        ("GTS-5B-leader", "1 or more | Goes fishing"),
    ],
)
def test_2_9_a_house_chart_with_words_the_game_does_not_know_is_refused(id: str, grid: str) -> None:
    with pytest.raises(ChartError, match="is no known result"):
        read_house(GAME, "mine.toml", chart(id, grid))


def test_r29_a_short_house_list_of_cities_struck_off_is_not_rolled_for_ever() -> None:
    ref = referee(chart("2-3", "11 or more | Toyama | Toyama"), 1, 1, 1)
    campaign = Campaign(Bomber("Lady"), crew(), struck=["Toyama"])
    assert setup._alternate_city(ref, campaign, Options()) == "Toyama"
    done(ref)


def test_1_1_the_screen_tells_which_house_options_are_in_force() -> None:
    house = read_house(GAME, "mine.toml", '[options]\nrules = "basic"\njack = "off"\n')
    chapter = begin(GAME, "1", house=house, options={"rules": "advanced"})
    s = Session(GAME, chapter)
    line = renderer(GAME).house_line(s.house, chapter.options)
    assert line == "House rules mine.toml: rules=basic (not in force: advanced), jack=off"
    assert chapter.house_name == "mine.toml"
    assert chapter.options["jack"] == "off"


def test_9_1_the_story_says_that_house_rules_were_in_force() -> None:
    record = Record(game="b29", number=1, seed="1", options={}, house="mine.toml")
    assert "Played with house rules, mine.toml." in renderer(GAME).report("story", [record])
