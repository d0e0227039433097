"""Room on the drawing of the bombers: attackers carry their letters and touch neither each other nor words."""

from __future__ import annotations

import itertools
import math
import re
from importlib import resources

import pytest

from flakhouse.web.boards import b17
from flakhouse.web.boards.base import BoardInput
from flakhouse.web.boards.bomber import b17_layout, b29_layout, slots
from flakhouse.web.boards.bomber.crew import Places
from flakhouse.web.boards.bomber.views import Foe, Layout, Point
from tests.b17.helpers import fighter, mission

_HALO = 27  # about a fighter
_LINE, _LETTER = 12, 6.6  # of the words beside the drawing
LAYOUTS = {"b17": b17_layout.LAYOUT, "b29": b29_layout.LAYOUT}


def test_every_attacker_carries_its_letter() -> None:
    m = mission()
    m.fighters[:] = [fighter(name="Me109 A"), fighter(name="Me109 D")]
    drawn = str(b17.board(BoardInput(m, None, (), {}, None)).drawing)
    assert re.findall(r'class="letter"><circle[^>]*/?>(?:</circle>)?<text[^>]*>(\w)<', drawn) == ["A", "D"]


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_no_two_attackers_touch_and_none_lies_on_a_box_of_its_hour(layout: Layout) -> None:
    spots = [at for hour in layout.clocks for at in layout.foes[hour]]
    for one, other in itertools.combinations(spots, 2):
        assert math.dist(one, other) >= 2 * _HALO, (one, other)
    boxes = [(left, top) for _, _, _, _, places in slots._ROUND.values() for _, left, top in places]
    for (x, y), (left, top) in itertools.product(spots, boxes):
        near = (min(max(x, left), left + slots.WIDTH), min(max(y, top), top + slots.HEIGHT))
        assert math.dist((x, y), near) >= _HALO - 1, (x, y, left, top)


Calls = tuple[Point, ...]


@pytest.mark.parametrize(
    ("places", "calls"),
    [(b17_layout.PLACES, b17_layout.ENGINE_CALLS), (b29_layout.PLACES, b29_layout.ENGINE_CALLS)],
    ids=["b17", "b29"],
)
def test_what_ails_a_man_and_what_ails_an_engine_stand_apart(places: Places, calls: Calls) -> None:
    def span(x: float, letters: int, left: bool) -> tuple[float, float]:
        wide = letters * _LETTER
        return (x - wide, x) if left else (x, x + wide)

    said = [
        (*span(seat.callout.x, len("killed in action"), seat.callout.left), seat.callout.y + 14)
        for seat in places.seats.values()
    ]
    engines = [(*span(x, len("No 3 windmilling"), x < 0), y) for x, y in calls]
    for (left, right, low), (begin, end, base) in itertools.product(said, engines):
        assert right <= begin or end <= left or abs(low - base) >= _LINE, (left, low, begin, base)


def test_a_letter_is_the_last_of_the_name() -> None:
    assert [Foe(name, "12", "", "").letter for name in ("Me109 D", "Frank A", "Baka")] == ["D", "A", "B"]


def test_no_sheet_of_one_page_shapes_the_switches_of_another() -> None:
    css = resources.files("flakhouse.web").joinpath("static", "brief.css").read_text(encoding="utf-8")
    assert re.search(r"(?:^|[}\n])\s*\.sw\b", css) is None
