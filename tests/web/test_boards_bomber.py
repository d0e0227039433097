"""The boards of the B-29 and the B-17: they draw at every question, say what the state says, and trust no text."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from html import unescape
from importlib import resources
from xml.etree import ElementTree

import pytest
from markupsafe import Markup

from flakhouse import games
from flakhouse.core.agents import Agent
from flakhouse.core.dice import Seeded
from flakhouse.core.events import Chosen, Event, Noted
from flakhouse.core.questions import Option, Question, Subject
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import state as b17_state
from flakhouse.games.b17 import words as b17_words
from flakhouse.games.b29 import state as b29_state
from flakhouse.games.b29 import words as b29_words
from flakhouse.games.bomber.words import Angle, Clock, Fate
from flakhouse.render import b17 as b17_render
from flakhouse.render import b29 as b29_render
from flakhouse.render.b17 import status as b17_status
from flakhouse.render.b29 import status as b29_status
from flakhouse.render.look import look_up_rule
from flakhouse.web import symbols
from flakhouse.web.boards import b17, b29
from flakhouse.web.boards.base import Act, Board, BoardInput
from flakhouse.web.boards.bomber import around, b17_layout, b29_layout, b29_track
from flakhouse.web.boards.bomber.parts import field
from flakhouse.web.boards.bomber.views import Layout
from flakhouse.web.tables import view_of
from tests.b17.helpers import mission as b17_mission
from tests.b29.helpers import mission as b29_mission
from tests.checks.asking import asked

BOARDS: dict[str, Callable[[BoardInput], Board]] = {"b29": b29.board, "b17": b17.board}
STYLE = re.compile(r"\sstyle=|<style|<script|\son[a-z]+=")
USED = re.compile(r'href="#([a-z0-9-]+)"')


def given(state: object, ask: Question | None = None, events: tuple[Event, ...] = ()) -> BoardInput:
    return BoardInput(state, ask, events, {}, None)


def whole(board: Board) -> str:
    return "".join((board.track, board.drawing, board.rail, board.lists))


def read(board: Board) -> str:
    """The words of a board, once all of it has proved well formed."""
    tree = ElementTree.fromstring(f"<div>{whole(board)}</div>")
    return " ".join(" ".join(tree.itertext()).split())


def things(board: Board) -> dict[str, str]:
    """Everything that may be clicked, with its state."""
    tree = ElementTree.fromstring(f"<div>{whole(board)}</div>")
    return {
        e.attrib["data-about"]: e.attrib.get("data-state", "") for e in tree.iter() if "data-about" in e.attrib
    }


def faults(board: Board, state: object) -> list[str]:
    """What is wrong with a board."""
    page = whole(board)
    found = [f"{match.group()!r} in the page" for match in [STYLE.search(page)] if match]
    ids = set(re.findall(r'\sid="([^"]+)"', page)) | set(board.symbols)
    found += [f"no symbol {name}" for name in USED.findall(page) if name not in ids]
    text = read(board)
    if isinstance(state, b29_state.Mission | b17_state.Mission):
        found += [man.airman.name for man in state.men.values() if man.airman.name not in text]
        found += [gun.value for gun in state.plane.guns if gun.value not in text]
        found += [f.name for f in state.fighters if not (f.destroyed or f.gone) and f.name not in text]
        found += _untold(state, text)
    return found


def _untold(state: b29_state.Mission | b17_state.Mission, text: str) -> list[str]:
    """What the status screen says and the page does not."""
    if isinstance(state, b29_state.Mission):
        damage, screen = b29_status.damage(state), b29_status.status(state, 9999)
    else:
        damage, screen = b17_status.damage(state), b17_status.status(state, 9999)
    lines = [" ".join(line[11:].split()) for line in screen.splitlines()]
    skipped = ("Crew", "Damage", "Attackers")
    labels = [line[:11].strip() for line in screen.splitlines()]
    at = labels.index("Crew")
    kept = [line for i, line in enumerate(lines) if labels[i] not in skipped and (labels[i] or i < at)]
    return [word for word in damage if word.lower() not in text.lower()] + [s for s in kept if s not in text]


class Watcher(Agent):
    """A random player who looks at the board at every so many questions."""

    def __init__(self, name: str, seed: str, campaign: Mapping[str, object] | None) -> None:
        self.rng = random.Random(seed)
        self.name = name
        self.campaign = campaign
        self.asked = self.seen = 0
        self.faults: list[str] = []

    def look(self, ask: Question | None, ref: Referee) -> None:
        self.seen += 1
        seen = BOARDS[self.name](BoardInput(ref.state, ask, ref.events, {}, self.campaign, 1, ask is None))
        self.faults += faults(seen, ref.state)

    def choose(self, ask: Question, ref: Referee) -> str:
        self.asked += 1
        if self.asked % 9 == 1:
            self.look(ask, ref)
        if ask.free or self.rng.random() < 0.6:
            return ask.default
        return self.rng.choice(list(ask.options))


@pytest.mark.parametrize("rules", ["advanced", "basic", "streamlined"])
@pytest.mark.parametrize("name", ["b29", "b17"])
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_board_draws_at_every_question(name: str, rules: str, seed: str) -> None:
    game = games.load(name)
    options = {"rules": "advanced" if name == "b17" and rules == "streamlined" else rules}
    watcher = Watcher(name, f"{seed} {rules}", None)
    ref = Referee(Seeded(f"{seed} {rules}"), watcher, trace=True)
    game.play(ref, None, game.check_options(options))
    watcher.look(None, ref)
    assert watcher.seen > 1
    assert watcher.faults == []


def ruled(board: Board) -> dict[str, str]:
    """Everything that may be clicked, with its rule: its own, or that of the nearest part around it."""
    found: dict[str, str] = {}

    def walk(e: ElementTree.Element, rule: str) -> None:
        rule = e.attrib.get("data-rule", rule)
        if "data-about" in e.attrib:
            found[e.attrib["data-about"]] = rule
        for part in e:
            walk(part, rule)

    walk(ElementTree.fromstring(f"<div>{whole(board)}</div>"), "")
    return found


@pytest.mark.parametrize("name", ["b29", "b17"])
def test_board_everything_drawn_has_a_rule_that_is_there(name: str) -> None:
    made: object = b29_mission() if name == "b29" else b17_mission()
    drawn = ruled(BOARDS[name](given(made)))
    assert len(drawn) > 30
    assert [thing for thing, rule in drawn.items() if not rule] == []
    for rule in sorted(set(drawn.values())):
        found = look_up_rule(view_of(name), rule)
        assert found.entries or found.tables, rule


def test_board_before_the_mission_b29() -> None:
    seen = b29.board(given(None))
    text = read(seen)
    assert all(position.value in text for position in b29_words.Position)
    assert "no target yet" in text
    assert faults(seen, None) == []


def test_board_before_the_mission_b17_names_the_crew_of_the_tour() -> None:
    roster = {"Pilot": {"name": "Ann <b>", "rank": "Capt"}}
    seen = b17.board(BoardInput(None, None, (), {}, {"crew": roster}))
    assert "Ann <b>" in read(seen)
    assert "Ann <b>" not in whole(seen)


def test_board_shows_names_as_they_are_given() -> None:
    said = Chosen("man-name", "2.1", "Who?", "Lena <i> Ott", "Lena", (Subject("man", "CFC"),))
    seen = b29.board(given(None, None, (said,)))
    assert "CFC Lena <i> Ott" in read(seen)


@pytest.mark.parametrize("name", ["b29", "b17"])
def test_board_escapes_names(name: str) -> None:
    m = b29_mission() if name == "b29" else b17_mission()
    for man in m.men.values():
        man.airman.name = "<script>alert('x')</script>&\""
    page = whole(BOARDS[name](given(m)))
    assert "<script" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize("engine", list(b29_words.EngineState))
def test_board_b29_engine_by_shape_and_word(engine: b29_words.EngineState) -> None:
    m = b29_mission()
    m.plane.engines[2].state = engine
    seen = b29.board(given(m))
    assert things(seen)["Engine 3"].startswith(engine.value)
    running = seen.drawing.count('class="eng running"')
    assert running == (4 if engine is b29_words.EngineState.FULL else 3)


def test_board_b29_crew_marks() -> None:
    m = b29_mission()
    men = list(m.men.values())
    men[0].light = 1
    men[1].serious = True
    men[2].dead, men[2].fate = True, Fate.KIA
    men[3].frostbitten = True
    men[4].leave(m.seats)
    men[5].leave(m.seats)
    men[5].fate = Fate.BOC
    seen = b29.board(given(m))
    for mark in ("light", "serious", "killed", "frostbite", "bailed", "captured"):
        assert f'href="#crew-{mark}" x' in seen.drawing
    states = things(seen)
    assert states[f"{men[0].position.value} {men[0].airman.name}"].startswith("light wound")
    assert states[f"{men[2].position.value} {men[2].airman.name}"].startswith("killed in action")
    assert "captured" in states[f"{men[5].position.value} {men[5].airman.name}"]
    assert states[f"{men[4].position.value}'s station"] == "nobody is there"


def test_board_b29_attackers_and_guns_laid() -> None:
    m = b29_mission()
    kind = b29_words.FighterType
    m.fighters = [
        b29_state.Fighter(kind.TONY, Clock.C12, Angle.HIGH, name="Tony A"),
        b29_state.Fighter(kind.TONY, Clock.C12, Angle.HIGH, name="Tony B"),
        b29_state.Fighter(kind.NICK, Clock.DIVE, Angle.NONE, name="Nick C"),
    ]
    upper, lower = (
        m.plane.guns[gun].subject for gun in (b29_words.GunName.FWD_UPPER, b29_words.GunName.FWD_LOWER)
    )
    said = Chosen("allocate-fire", "5.3A", "?", "1", "!", (upper, m.fighters[0].subject, Subject("man", "CFC")))
    options = {"2": Option("!", m.fighters[1].subject, Subject("man", "Bombardier")), "hold": Option("-")}
    ask = asked("allocate-fire", "5.3A", "?", options, "hold", lower)
    seen = b29.board(given(m, ask, (said,)))
    assert things(seen)["Forward Upper Turret"].endswith("laid on Tony A; by the CFC")
    assert seen.drawing.count('class="arc on"') == 1
    assert seen.drawing.count('class="arc may"') == 1
    assert "Tony A, B" in read(seen)
    assert "Nick C attacks from Vertical Dive." in read(seen)
    assert 'class="arc' not in b29.board(given(m, None, (said,))).drawing


@pytest.mark.parametrize("name", BOARDS)
def test_board_words_stand_above_the_fields_of_fire_with_a_rim(name: str) -> None:
    m = b29_mission() if name == "b29" else b17_mission()
    drawing = BOARDS[name](given(m)).drawing
    groups = [e.attrib.get("class", "") for e in ElementTree.fromstring(drawing).iter() if e.tag.endswith("g")]
    assert groups.index("fh-plan bm-guns") < groups.index("callouts")
    style = resources.files("flakhouse.web").joinpath("static", "board-bomber.css").read_text(encoding="utf-8")
    rims = {
        kind: how
        for kinds, how in re.findall(r"([^{}]+){([^}]*)}", style)
        for kind in re.findall(r"\.bm-stage \.(\w+)(?=,| $)", kinds)
        if "paint-order: stroke" in how
    }
    assert {
        kind: re.findall(r"stroke: var\(--([a-z-]+)\)", rims.get(kind, "")) for kind in ("co", "cp", "ph", "in")
    } == {
        "co": ["paper"],
        "cp": ["paper"],
        "ph": ["paper"],
        "in": ["plane-body"],
    }


def test_board_b29_track_shows_zones_iwo_jima_and_target() -> None:
    m = b29_mission(zone=7)
    states = things(b29.board(given(m)))
    assert states["Zone 7"].startswith("here now")
    assert states["Zone 6"].startswith("flown; Iwo Jima, ours")
    assert states["Zone 8"].startswith("ahead")
    assert "Target: Tokyo" in states["Zone 11"]
    assert "fighter zone" in states["Zone 11"]
    assert states["Zone 12"].startswith("not on this route")
    m.leg = b29_words.Leg.BACK
    states = things(b29.board(given(m)))
    assert states["Zone 8"].startswith("flown")
    assert states["Zone 6"].startswith("ahead")


def test_board_b17_is_at_its_base_after_the_landing() -> None:
    m = b17_mission(zone=1, leg=b17_words.Leg.BACK)
    assert things(b17.board(given(m)))["Zone 1"].startswith("here now")
    m.end = b17_words.End.LANDED
    states = things(b17.board(given(m)))
    assert states["Base"].startswith("here now")
    assert states["Zone 1"].startswith("flown")


def test_board_b29_nobody_lacks_oxygen_on_the_ground() -> None:
    m = b29_mission(zone=0, leg=b29_words.Leg.BACK)
    m.plane.oxygen_all_out, m.plane.pressurized = True, False
    assert any("no oxygen" in state for state in things(b29.board(given(m))).values())
    m.end = b29_words.End.LANDED
    assert all("no oxygen" not in state for state in things(b29.board(given(m))).values())


@pytest.mark.parametrize("altitude", [b29_words.Altitude.LO, b29_words.Altitude.MED])
def test_7_4a_board_b29_nobody_lacks_oxygen_under_pressure_or_low_down(altitude: b29_words.Altitude) -> None:
    m = b29_mission()
    m.plane.altitude, m.plane.pressurized = altitude, altitude is not b29_words.Altitude.LO
    m.plane.oxygen_all_out = True
    board = b29.board(given(m))
    assert all("no oxygen" not in state for state in things(board).values())
    assert "tanks gone" in read(board)


def test_board_b29_damage_is_marked_where_it_is() -> None:
    m = b29_mission()
    m.plane.wings[b29_words.Section.PORT_WING].root_hits = 3
    m.plane.rudder_hits = 3
    m.plane.radar_out = True
    m.plane.fires[b29_words.Section.WAIST] = 1
    m.plane.guns[b29_words.GunName.AFT_UPPER].jammed = True
    states = things(b29.board(given(m)))
    assert states["Port Wing: damage"] == "Port Wing root hit, 3 so far"
    assert states["Waist: damage"] == "radar out"
    assert states["rudder"] == "out"
    assert states["Fire in Waist"] == "burning"
    assert "jammed" in states["Aft Upper Turret"]


def test_board_b29_fuel_boxes() -> None:
    m = b29_mission()
    m.plane.wing_boxes = 20
    page = b29.board(given(m)).rail
    assert "Wing tanks, 20 of 38 boxes left" in page
    assert "To base by plan" in page
    m.plane.wing_boxes, m.plane.fwd.tank_boxes, m.plane.aft.tank_boxes = 1, 0, 0
    assert b29.board(given(m)).rail.count("base by plan") == 1
    m.options.fuel = False
    assert "not counted" in b29.board(given(m)).rail


def test_board_b17_oxygen_and_heat_by_station() -> None:
    m = b17_mission()
    ball = b17_words.Position.BALL_GUNNER
    m.plane.oxygen_hits[ball] = 2
    m.plane.heat_out.append(b17_words.Position.TAIL_GUNNER)
    seen = b17.board(given(m))
    assert things(seen)["Ball Gunner's station"] == "oxygen out, heat on"
    assert things(seen)["Tail Gunner's station"] == "oxygen on, heat out"
    assert 'href="#crew-anoxia" x' in seen.drawing
    m.plane.low = True
    assert 'href="#crew-anoxia" x' not in b17.board(given(m)).drawing


def test_board_b17_advised_plan_and_spray() -> None:
    m = b17_mission()
    kind = b17_words.FighterType
    m.fighters = [
        b17_state.Fighter(kind.ME109, Clock.C12, Angle.HIGH, name="Me109 A"),
        b17_state.Fighter(kind.ME110, Clock.C3, Angle.LEVEL, name="Me110 B"),
    ]
    top, tail, waist, first, second = (
        *(Subject("gun", name) for name in ("Top Turret", "Tail Guns", "Starboard Waist Gun")),
        *(fighter.subject for fighter in m.fighters),
    )
    advised = Option("!", top, first, waist, second)
    plan = asked("fire-plan", "3.4", "?", {"advised": advised}, "advised", first, second)
    states = things(b17.board(given(m, plan)))
    assert states["Top Turret"].endswith("can bear on Me109 A")
    assert states["Starboard Waist Gun"].endswith("can bear on Me110 B")
    said = Chosen("gun-fire", "3.4", "?", "1", "!", (top, second))
    ask = asked("gun-fire", "3.4", "?", {"2": Option("!", first)}, "hold", tail)
    states = things(b17.board(given(m, ask, (said,))))
    assert states["Top Turret"].endswith("laid on Me110 B")
    assert states["Tail Guns"].endswith("can bear on Me109 A")


def test_board_many_fighters_in_one_place() -> None:
    m = b17_mission()
    kind = b17_words.FighterType.FW190
    m.fighters = [b17_state.Fighter(kind, Clock.C6, Angle.LOW, name=f"FW190 {letter}") for letter in "ABCDE"]
    seen = b17.board(given(m))
    assert "5 fighters" in read(seen)
    assert faults(seen, m) == []


@pytest.mark.parametrize("name", ["b29", "b17"])
def test_board_symbols_exist(name: str) -> None:
    seen = BOARDS[name](given(None))
    assert all(symbols.symbol(symbol) for symbol in seen.symbols)
    assert unescape(symbols.sprite(seen.symbols)).count("<symbol") == len(set(seen.symbols))


def test_field_keeps_text_and_markup_apart() -> None:
    assert "<b>x</b>" in field("Radio", Markup("<b>x</b>"))
    assert "<b>x</b>" not in field("Radio", "<b>x</b>")


def _b17_fighter(name: str, clock: Clock, angle: Angle) -> b17_state.Fighter:
    return b17_state.Fighter(b17_words.FighterType.ME109, clock, angle, "", name)


def test_a_wave_is_drawn_with_all_its_fighters_those_driven_off_with_the_word() -> None:
    ahead, beam = _b17_fighter("Me109 A", Clock.C12, Angle.HIGH), _b17_fighter("Me109 B", Clock.C3, Angle.LEVEL)
    there, left = b17_mission(fighters=[ahead, beam]), b17_mission(fighters=[beam])
    gone = Noted("fighter-driven-off", {"fighter": "Me109 A", "by": "escort"})
    for state, notes in ((there, ()), (left, (gone,))):
        act = Act((Subject("zone", "3"),), notes, there, "wave", "wave")
        drawing = str(b17.board(given(state)._replace(act=act)).drawing)
        moment = drawing[drawing.index('class="moment"') :]
        assert "Me109 A" in moment
        assert "Me109 B" in moment
        assert ("driven off" in moment) is bool(notes)
        assert 'data-subject="fighter:Me109 B" data-act' in drawing  # it keeps its ink


def test_a_passing_shot_is_fired_at_a_fighter_behind_the_tail() -> None:
    state = b17_mission(fighters=[_b17_fighter("Me109 A", Clock.C12, Angle.HIGH)])
    about = (Subject("fighter", "Me109 A"),)
    guns = (("Top Turret", False), ("Tail Guns", True))
    for gun, behind in guns:
        shot = Noted("shot-misses", {"gun": gun, "fighter": "Me109 A"})
        drawing = str(b17.board(given(state)._replace(act=Act(about, (shot,), state, "attack", "attack"))).drawing)
        tracer = re.search(r'<path d="M[-.\d]+ ([-.\d]+)L[-.\d]+ ([-.\d]+)[^"]*" class="tr out"', drawing)
        assert tracer
        assert (float(tracer[2]) > float(tracer[1])) is behind
        assert ('class="passed"' in drawing) is behind


_HOURS = {"12": 0, "1:30": 45, "3": 90, "6": 180, "9": 270, "10:30": 315}


@pytest.mark.parametrize("layout", [b17_layout.LAYOUT, b29_layout.LAYOUT])
@pytest.mark.parametrize("hour", _HOURS)
def test_fighters_are_drawn_at_the_hour_they_come_from(layout: Layout, hour: str) -> None:
    for x, y in layout.foes[hour]:
        off = around.bearing((0, 215), (x, y)) - _HOURS[hour]  # from the middle of the clock
        assert abs((off + 180) % 360 - 180) < 20


@pytest.mark.parametrize("clock", list(Clock))
@pytest.mark.parametrize("result", ["", "fighter-destroyed", "fighter-driven-off"])
def test_the_name_of_who_acts_is_whole_in_a_close_up(clock: Clock, result: str) -> None:
    vertical = clock in (Clock.DIVE, Clock.CLIMB)
    fighter = _b17_fighter("Me109 A", clock, Angle.NONE if vertical else Angle.LEVEL)
    state = b17_mission(fighters=[fighter])
    notes = (Noted(result, {"fighter": "Me109 A", "gun": "Top Turret"}),) if result else ()
    act = Act((Subject("fighter", "Me109 A"),), notes, state, "attack", "attack")
    drawing = str(b17.board(given(state)._replace(act=act)).drawing)
    box = re.search(r'viewBox="([-\d]+) ([-\d]+) (\d+) (\d+)"', drawing)
    name = re.search(
        r'<text x="([-.\d]+)" y="([-.\d]+)" class="lab \w+ l1" text-anchor="(\w+)">(.*?)</text>', drawing
    )
    assert box
    assert name
    left, top, wide, high = map(int, box.groups())
    long = 6.2 * len(re.sub("<[^>]*>", "", name[4]))  # letters are 15 high and condensed
    begins = float(name[1]) - {"start": 0, "middle": long / 2, "end": long}[name[3]]
    assert left <= begins
    assert begins + long <= left + wide
    assert top + 12 <= float(name[2]) <= top + high


def test_in_a_close_up_no_name_of_others_is_cut_off() -> None:
    state = b17_mission(fighters=[_b17_fighter("Me109 A", Clock.C12, Angle.LEVEL)])
    shot = Noted("shot-misses", {"gun": "Nose Gun", "fighter": "Me109 A"})
    act = Act((Subject("fighter", "Me109 A"),), (shot,), state, "attack", "attack")
    drawing = str(b17.board(given(state)._replace(act=act)).drawing)
    assert 'class="callouts"' in drawing
    assert "Bombardier" in drawing[drawing.index('class="callouts"') :]
    assert not re.search(r'class="b">Tail Gunner<', drawing)  # far below what is shown


@pytest.mark.parametrize(
    ("kind", "word"), [("fighter-destroyed", "shot down"), ("fighter-driven-off", "driven off")]
)
def test_a_fighter_out_of_the_fight_is_grey_and_says_so(kind: str, word: str) -> None:
    state = b17_mission(
        fighters=[_b17_fighter("Me109 A", Clock.C12, Angle.HIGH), _b17_fighter("Me109 B", Clock.C3, Angle.HIGH)]
    )
    act = Act((Subject("fighter", "Me109 A"),), (Noted(kind, {"fighter": "Me109 A"}),), state, "attack", "attack")
    drawing = str(b17.board(given(state)._replace(act=act)).drawing)
    assert re.search(rf'class="attack out" data-about="Me109 A" data-state="12 High: {word}"', drawing)
    assert re.search(r'class="attack abeam" data-about="Me109 B"', drawing)
    assert f"Me109 A, 12 High: {word}." in drawing  # for those who do not see it
    assert 'class="lab red l1"' not in drawing


def test_board_b17_weather_is_that_of_where_the_bomber_is() -> None:
    rolled = Noted("weather", {"zone": 5, "weather": "Bad"})
    over = b17.board(given(b17_mission(zone=5, weather_rolled=True), events=(rolled,)))
    assert re.search(r"Bad.*over the target", read(over))
    home = b17_mission(zone=1, weather_rolled=True, leg=b17_words.Leg.BACK)
    assert "over the target" not in str(b17.board(given(home, events=(rolled,))).track)
    landing = Noted("weather", {"zone": 1, "weather": "Poor"})
    track = str(b17.board(given(home, events=(rolled, landing))).track)
    assert "Poor" in track
    assert "at base" in track


def test_6_1_the_bombsight_shows_the_cloud_that_lies_over_the_target() -> None:
    away = Noted("bombs-away", {"result": "Off Target", "percent": 0})
    clouds = []
    for seen in (None, *reversed(b29_words.Visibility)):
        state = b29_mission(visibility=seen)
        page = str(b29.board(given(state)._replace(act=Act((), (away,), state, "bomb-run", "bombs-away"))).drawing)
        clouds.append(page.count('class="cloud"'))
        assert (f"{seen} by cloud" in page) is (clouds[-1] > 0)
    assert clouds == [0, 0, 2, 4, 6]


def test_a_man_has_the_same_letter_on_the_page_and_in_the_terminal() -> None:
    for plan, seats in ((b17_render.PLAN, b17_layout._SEATS), (b29_render.PLAN, b29_layout._SEATS)):
        assert {position.value: seat.letter for position, seat in seats.items()} == {
            position.value: plan.letters[position.value] for position in seats
        }


@pytest.mark.parametrize("night", [True, False])
def test_2_5_before_take_off_the_track_has_the_light_of_the_take_off(night: bool) -> None:
    """A raid by day may take off by night."""
    m = b29_mission()
    m.turn, m.times = 0, b29_state.Times(take_off=night)
    assert not m.night
    end = str(b29_track.strip(m, [])).rpartition("leg end")[2]
    assert ("weather-night" in end) is night
