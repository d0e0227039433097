"""Where one looks in a scene of the bombers: the camera stands still, but for what is grave; names lie on top."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from markupsafe import Markup

from flakhouse import games
from flakhouse.core.chapter import begin
from flakhouse.core.events import Noted
from flakhouse.core.session import Session
from flakhouse.games.b17.words import FighterType
from flakhouse.games.bomber.words import Angle, Clock
from flakhouse.render.pace import pace
from flakhouse.web.boards import BoardInput, board_of
from flakhouse.web.boards.base import Act
from flakhouse.web.boards.bomber import around
from flakhouse.web.boards.bomber.b17_layout import LAYOUT
from flakhouse.web.boards.bomber.moment import WHOLE, picture
from flakhouse.web.boards.bomber.views import Callout, Foe, Layout, Man, Point, Scene
from flakhouse.web.tables import view_of
from flakhouse.web.telling import Told, tell

_BOX = re.compile(r'<svg id="bm-plan"[^>]* viewBox="([^"]+)"')


def pages(game: str, seeds: range) -> Iterator[tuple[Told, str]]:
    """The scenes of flights by the marked answers, as they are told by default, with their drawings."""
    loaded, view = games.load(game), view_of(game)
    for seed in seeds:
        chapter = begin(loaded, str(seed), options=loaded.check_options({}), automation="named")
        session = Session(loaded, chapter)
        session.wake()
        while session.pending is not None:
            since, seen = len(session.events), -1
            session.answer(session.pending.default)
            while (told := tell(view, session, since, pace("matters", throws=True), seen)) is not None:
                past = session.at(told.upto)
                given = BoardInput(past.state, None, past.events, chapter.options, None, act=told.act)
                yield told, str(board_of(game, given).drawing)
                since, seen = (since, told.waits.event) if told.waits is not None else (told.after, -1)


@pytest.mark.parametrize("game", ["b17", "b29"])
def test_the_camera_stands_still_unless_a_scene_is_grave(game: str) -> None:
    still = 0
    for told, drawing in pages(game, range(2, 5)):
        box = _BOX.search(drawing)
        if box is not None and told.weight != "grave":  # else the bombsight
            assert box[1] == WHOLE.view, told.headline
            still += 1
    assert still > 5


@pytest.mark.parametrize("seat", [(0.0, -20.0), (-60.0, 200.0), (0.0, 470.0)])
def test_a_grave_scene_is_seen_from_near_and_looks_at_the_man_not_at_his_attacker(seat: Point) -> None:
    man = Man(
        "N",
        "Navigator",
        "",
        "Rowland",
        "crew-killed",
        "gone",
        "dead",
        "",
        "",
        seat,
        Callout("", 150, 0),
        seat,
        False,
    )
    foe = Foe("Me109 A", "6", "High", "")
    layout = Layout(
        "B-17", Markup(""), Markup(""), (), Markup(""), {"6": ((0.0, 540.0),)}, {"6": (0.0, 400.0)}, 0, ()
    )
    scene = Scene(layout, "", (man,), (), (), (foe,), (), (), (), (), ())
    hit = Noted("fighter-hits", {"fighter": "Me109 A"})
    act = Act((foe.subject, man.subject), (hit,), near=True)
    seen = picture(act, scene, {"Me109 A": (0.0, 540.0)}, {}).box
    assert seen != WHOLE
    assert seen.right - seen.left < 0.8 * (WHOLE.right - WHOLE.left)
    assert seen.left + 60 < seat[0] < seen.right - 60
    assert seen.top + 60 < seat[1] < seen.bottom - 60
    assert picture(act._replace(near=False), scene, {"Me109 A": (0.0, 540.0)}, {}).box == WHOLE


@pytest.mark.parametrize("game", ["b17", "b29"])
def test_fire_runs_under_the_names_and_only_those_who_act_are_named(game: str) -> None:
    fired = called = 0
    for told, drawing in pages(game, range(2, 7)):
        if 'class="tr ' not in drawing:
            continue
        fired += 1
        words = [found.start() for found in re.finditer(r'class="(?:co|lab)\b', drawing)]
        assert max(found.start() for found in re.finditer(r'class="tr ', drawing)) < min(words)
        if not told.act.about:
            continue  # a die waits that says who acts: till it falls the whole crew is named
        named = re.findall(r'data-subject="man:([^"|]+)[^>]*><path d="[^"]*" class="lead"', drawing)
        assert set(named) <= {subject.name for subject in told.act.about if subject.kind == "man"}
        called += len(named)
    assert fired > 2
    assert called > 2


@dataclass
class Comer:
    """A fighter, as far as it is drawn."""

    name: str
    clock: Clock
    angle: Angle
    destroyed: bool
    gone: bool
    kind: FighterType


def test_a_fighter_is_drawn_where_it_was_when_one_beside_it_is_gone() -> None:
    came = [Comer(f"Me109 {x}", Clock.C12, Angle.HIGH, False, False, FighterType.ME109) for x in "ABC"]
    before = around.places(around.attackers(came, lambda f: "", ()), LAYOUT)
    left = [replace(came[0], destroyed=True), replace(came[1], gone=True), came[2]]
    after = around.places(around.attackers(left, lambda f: "", ()), LAYOUT)
    assert len(set(before.values())) == 3
    assert after == {"Me109 C": before["Me109 C"]}
    many = [Comer(f"Me109 {x}", Clock.C12, Angle.HIGH, x < "C", False, FighterType.ME109) for x in "ABCDE"]
    drawn = around.places(around.attackers(many, lambda f: "", ()), LAYOUT)
    assert len(set(drawn.values())) == 3  # nobody is left out while there is room


def test_all_of_an_hour_are_drawn_in_the_order_of_its_boxes() -> None:
    levels = {"A": Angle.LOW, "B": Angle.LEVEL, "C": Angle.HIGH, "E": Angle.LEVEL}
    for clock, axis in ((Clock.C12, 0), (Clock.C6, 0), (Clock.C1030, 1), (Clock.C3, 1)):
        came = [Comer(f"Me109 {x}", clock, angle, False, False, FighterType.ME109) for x, angle in levels.items()]
        there = around.places(around.attackers(came, lambda f: "", ()), LAYOUT)
        assert len(set(there.values())) == 4
        shown = sorted(there, key=lambda name: (there[name][axis], there[name][0]))
        assert [name[-1] for name in shown] in (["C", "B", "E", "A"], ["C", "E", "B", "A"])
