"""The log sheets as forms: well formed at every question, true to the record, and trusting no text."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from html import unescape
from xml.etree import ElementTree

import pytest
from markupsafe import Markup

from flakhouse import games
from flakhouse.core.agents import Agent, Default
from flakhouse.core.dice import Seeded
from flakhouse.core.game import Finish, JsonDict
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import state as b17_state
from flakhouse.games.b29 import state as b29_state
from flakhouse.games.b29.words import EngineState
from flakhouse.games.bomber.words import Fate
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Fate as RaidFate
from flakhouse.render.b17.digest import read as b17_read
from flakhouse.render.b29.digest import read as b29_read
from flakhouse.render.base import Record
from flakhouse.render.doolittle.parts import fitting
from flakhouse.web.boards.base import BoardInput
from flakhouse.web.forms import campaign_form_of, campaign_kinds, mission_form_of
from tests.b17.helpers import mission as b17_mission
from tests.b29.helpers import mission as b29_mission
from tests.core import toy
from tests.web.client import begin, serving, visitor

STYLE = re.compile(r"\sstyle=|<style|<script|\son[a-z]+=")
USED = re.compile(r'href="#([a-z0-9-]+)"')
HOSTILE = "<script>alert('x')</script>&\""


def words(form: Markup) -> str:
    """What a form says, once it has proved well formed."""
    tree = ElementTree.fromstring(f"<div>{form}</div>")
    return " ".join(" ".join(tree.itertext()).split())


def record(game: str, ref: Referee | None, finish: Finish | None = None, **more: object) -> Record:
    """A chapter as the reports see it."""
    made = Record(
        game=game, number=1, seed="seed", options={}, save="a save", events=list(ref.events) if ref else []
    )
    if finish is not None:
        made.outcome, made.campaign, made.over = finish.outcome, finish.campaign, finish.over
    for key, value in more.items():
        setattr(made, key, value)
    return made


def faults(form: Markup, state: object, told: Record) -> list[str]:
    """What is wrong with a mission form."""
    found = [f"{match.group()!r} in the form" for match in [STYLE.search(form)] if match]
    ids = set(re.findall(r'\sid="([^"]+)"', form))
    found += [f"no symbol {name}" for name in USED.findall(form) if name not in ids]
    text = words(form)
    if isinstance(state, b29_state.Mission | b17_state.Mission):
        found += [man.airman.name for man in state.men.values() if man.airman.name not in text]
        found += [state.target.city] if state.target.city not in text else []
        found += _zones(form, told)
        if told.outcome is not None:
            found += [] if str(_end(told.outcome)) in text else ["how it ended"]
    if isinstance(state, Raid):
        flown = [b for b in state.squadron if b.fate is not RaidFate.RESERVE]
        found += [b.pilot for b in flown if b.pilot not in text or b.id not in text]
        found += [
            b.name for m in state.cities.values() for b in m.boxes.values() if b.blast > 9 and b.name not in text
        ]
        if told.outcome is not None:
            found += [] if fitting(str(told.outcome["verdict"])) in text else ["the verdict"]
    return found


def _end(outcome: JsonDict) -> object:
    bomber = outcome["bomber"]
    assert isinstance(bomber, dict)
    return bomber["end"]


def _zones(form: Markup, told: Record) -> list[str]:
    """Turns of the log that stand in no column of the form."""
    tree = ElementTree.fromstring(f"<div>{form}</div>")
    table = next(e for e in tree.iter("table") if e.get("class") == "fm-zones")
    columns = ["".join(th.itertext()) for th in table.iterfind("thead/tr/th")]
    cells: dict[tuple[str, str], str] = {}
    for row in table.iterfind("tbody/tr"):
        label = "".join(row.find("th").itertext())  # type: ignore[union-attr]
        for column, cell in zip(columns, row.iterfind("td"), strict=True):
            if label in ("Out: turn", "Back: turn"):
                cells[label, column] = "".join(cell.itertext())
    flight = b29_read(told.events) if told.game == "b29" else b17_read(told.events)
    missing: list[str] = []
    for turn in flight.turns:
        way = "Out: turn" if turn.leg == "outbound" else "Back: turn"
        first, _, last = cells.get((way, str(turn.zone or "Base")), "").partition("-")
        if turn.number and not (first and int(first) <= turn.number <= int(last or first)):
            missing.append(f"turn {turn.number} in zone {turn.zone}")
    return missing


class Watcher(Agent):
    """A random player who fills the form at every so many questions."""

    def __init__(self, game: str, seed: str, options: Mapping[str, str]) -> None:
        self.rng = random.Random(seed)
        self.game = game
        self.options = dict(options)
        self.asked = self.seen = 0
        self.faults: list[str] = []

    def look(self, ref: Referee, finish: Finish | None = None) -> Markup:
        told = record(self.game, ref, finish, options=self.options)
        given = BoardInput(ref.state, None, ref.events, self.options, None, 1, finish is not None)
        form = mission_form_of(self.game, told, given)
        self.seen += 1
        self.faults += faults(form, ref.state, told)
        return form

    def choose(self, ask: Question, ref: Referee) -> str:
        self.asked += 1
        if self.asked % 13 == 1:
            self.look(ref)
        if ask.free or self.rng.random() < 0.6:
            return ask.default
        return self.rng.choice(list(ask.options))


def played(game: str, seed: str, **options: str) -> tuple[Watcher, Referee, Finish, Markup]:
    """A chapter played by a watcher to its end."""
    it = games.load(game)
    chosen = it.check_options(options)
    watcher = Watcher(game, seed, chosen)
    ref = Referee(Seeded(seed), watcher, trace=True)
    finish = it.play(ref, None, chosen)
    return watcher, ref, finish, watcher.look(ref, finish)


@pytest.mark.parametrize("seed", ["one", "two", "three", "four", "five"])
@pytest.mark.parametrize("rules", ["advanced", "basic"])
@pytest.mark.parametrize("game", ["b29", "b17"])
def test_the_mission_form_is_true_at_every_question(game: str, rules: str, seed: str) -> None:
    watcher, _, _, form = played(game, f"{seed} {rules}", rules=rules)
    assert watcher.seen > 1
    assert watcher.faults == []
    assert "Mission log" in words(form)


@pytest.mark.parametrize("scenario", [str(number) for number in range(1, 11)])
def test_the_raid_form_is_true_at_every_question(scenario: str) -> None:
    watcher, _, _, form = played("doolittle", f"raid {scenario}", scenario=scenario)
    assert watcher.seen > 1
    assert watcher.faults == []
    assert "Raid log" in words(form)
    assert not campaign_kinds("doolittle")
    assert campaign_form_of("doolittle", [record("doolittle", None)]) == ""


@pytest.mark.parametrize("game", ["b29", "b17", "doolittle"])
def test_the_form_before_anything_is_known(game: str) -> None:
    roster = {"Pilot": {"name": "Ann <b>", "rank": "Capt"}}
    given = BoardInput(None, None, (), {}, {"crew": roster})
    form = mission_form_of(game, record(game, None), given)
    assert faults(form, None, record(game, None)) == []
    assert ("Ann <b>" in words(form)) is (game != "doolittle")
    assert "<b>\n" not in form
    assert "Ann <b>" not in form


@pytest.mark.parametrize("game", ["b29", "b17", "doolittle"])
def test_the_form_of_an_outcome_alone(game: str) -> None:
    """The rules no longer play it: what was recorded is still told."""
    _, _, finish, _ = played(game, "kept")
    told = record(game, None, finish)
    form = mission_form_of(game, told, BoardInput(None, None, (), {}, None, 1, True))
    text = words(form)
    assert STYLE.search(form) is None
    if game == "doolittle":
        assert fitting(str(finish.outcome["verdict"])) in text
    else:
        crew = finish.outcome["crew"]
        assert isinstance(crew, dict)
        assert all(str(man["name"]) in text for man in crew.values() if isinstance(man, dict))
        assert str(_end(finish.outcome)) in text


@pytest.mark.parametrize("game", ["b29", "b17"])
def test_the_forms_escape_names(game: str) -> None:
    m = b29_mission() if game == "b29" else b17_mission()
    for man in m.men.values():
        man.airman.name = HOSTILE
    told = record(game, None, save=HOSTILE, seed=HOSTILE, house=HOSTILE)
    form = mission_form_of(game, told, BoardInput(m, None, (), {}, None))
    assert "<script" not in form
    assert unescape(form).count(HOSTILE) >= len(m.men)
    tour = campaign_form_of(game, [told], BoardInput(m, None, (), {}, None))
    assert "<script" not in tour
    assert words(tour)


def test_the_mission_form_shows_marks_guns_fuel_and_damage() -> None:
    m = b29_mission(zone=7)
    men = list(m.men.values())
    men[0].light = 1
    men[1].dead, men[1].fate = True, Fate.KIA
    m.plane.wing_boxes = 20
    m.plane.rudder_hits = 3
    m.plane.engines[2].state = EngineState.FEATHERED
    gun = next(iter(m.plane.guns.values()))
    gun.bursts = 4
    form = mission_form_of("b29", record("b29", None), BoardInput(m, None, (), {}, None))
    text = words(form)
    assert 'aria-label="light wound"' in form
    assert 'href="#crew-light"' in form
    assert 'aria-label="killed in action"' in form
    assert 'href="#crew-killed"' in form
    assert "Wing tanks, 20 of 38 boxes left" in form
    assert "Fwd upper, 4 of 10 boxes left" in form
    assert "No 3 feathered." in text
    assert "Rudder out." in text
    assert "as of zone 7, outbound" in text
    assert form.count('class="dm"') == 1
    assert form.count('class="ko"') == 1


def test_the_mission_form_circles_what_was_chosen() -> None:
    m = b29_mission()
    form = mission_form_of("b29", record("b29", None), BoardInput(m, None, (), {}, None))
    circled = re.findall(r'class="on" title="chosen">([^<]*)<', form)
    assert m.altitude.name in circled
    assert m.place.value in circled
    assert m.squadron.value in circled
    blank = mission_form_of("b29", record("b29", None), BoardInput(None, None, (), {}, None))
    assert 'class="on"' not in blank


def tour(game: str, flights: int) -> list[Record]:
    """The records of a tour, each with what the campaign form needs of its log."""
    it = games.load(game)
    options = it.check_options({})
    campaign: JsonDict | None = None
    found: list[Record] = []
    for number in range(1, flights + 1):
        ref = Referee(Seeded(f"tour {number}"), Default(), trace=True)
        finish = it.play(ref, campaign, options)
        campaign = finish.campaign
        found.append(record(game, ref, finish, number=number, options=options))
    return found


@pytest.mark.parametrize(("game", "missions", "crew"), [("b29", 35, 11), ("b17", 25, 10)])
def test_the_campaign_form_has_every_mission_and_man(game: str, missions: int, crew: int) -> None:
    records = tour(game, 8)
    form = campaign_form_of(game, records)
    tree = ElementTree.fromstring(f"<div>{form}</div>")
    table = next(e for e in tree.iter("table"))
    rows = list(table.iterfind("tbody/tr"))
    credited = sum(bool(told.outcome and told.outcome["credited"]) for told in records)
    assert len(rows) == missions - credited + len(records)
    assert all(len(list(row)) == 6 + crew for row in rows)
    text = words(form)
    for told, row in zip(records, rows, strict=False):
        assert told.outcome is not None
        assert str(told.outcome["target"]) in "".join(row.itertext())
        assert "".join(list(row)[-1].itertext()) in ("W", "D", "L", "–")
        men = told.outcome["crew"]
        assert isinstance(men, dict)
        assert all(str(man["name"]).split()[-1] in text for man in men.values() if isinstance(man, dict))
    assert STYLE.search(form) is None


def test_the_campaign_form_lights_the_flight_under_way() -> None:
    records = tour("b29", 2)
    under_way = record("b29", None, number=3)
    form = campaign_form_of("b29", [*records, under_way])
    assert form.count('class="cur') == 1
    assert campaign_form_of("b29", []) == ""


def test_a_game_without_forms_keeps_its_tables() -> None:
    given = BoardInput(None, None, (), {}, None)
    toy.register()
    assert mission_form_of("toy", record("b29", None), given) == ""
    assert campaign_form_of("toy", [record("b29", None)]) == ""


@pytest.mark.parametrize("game", ["b29", "b17", "doolittle"])
def test_the_report_pages_have_the_form_and_the_tables(
    game: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    client = visitor(serving(tmp_path_factory.mktemp("forms")))
    save = begin(client, game)["save"]
    mission = client.get(f"/play/{save}/report/mission")
    assert mission.status_code == 200
    assert 'class="fm-page fm-tall"' in mission.text
    assert "The same as tables" in mission.text
    campaign = client.get(f"/play/{save}/report/campaign")
    assert campaign.status_code == 200
    assert ('class="fm-page fm-wide"' in campaign.text) is (game != "doolittle")
    assert "fm-page" not in client.get(f"/play/{save}/report/mission?format=csv").text
