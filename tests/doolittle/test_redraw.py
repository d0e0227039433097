"""4.2.2, 8.3.2, 12.6.2 Markers face down are drawn anew for odds: from what they may be, and nothing is lost."""

from __future__ import annotations

from collections import Counter

from flakhouse.core.agents import Default
from flakhouse.core.dice import Seeded
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import cups
from flakhouse.games.doolittle.possible import pieces_fault
from flakhouse.games.doolittle.state import Marker, Raid
from flakhouse.games.doolittle.words import Front
from tests.doolittle.helpers import raid


def _face(marker: Marker) -> tuple[object, ...]:
    return (marker.cup, marker.front, *cups.hidden(marker))


def _contents(r: Raid) -> Counter[tuple[object, ...]]:
    return Counter(_face(marker) for marker in r.pieces)


def _referee(seed: str) -> Referee:
    return Referee(Seeded(seed), Default())


def _drawn(r: Raid, ref: Referee, count: int) -> list[Marker]:
    name = next(name for name in r.cups if name.startswith("tokyo"))
    found = [cups.draw(ref, r, name) for _ in range(count)]
    return [marker for marker in found if marker is not None]


def test_4_2_2_every_marker_is_a_piece_and_stays_one() -> None:
    r = raid(1)
    before = _contents(r)
    assert sum(before.values()) == sum(len(cup) for cup in r.cups.values())
    ref = _referee("a")
    area = next(iter(r.cities[r.city].areas.values())) if r.city else None
    assert area is not None
    area.markers = _drawn(r, ref, 6)
    sizes = {name: len(cup) for name, cup in r.cups.items()}
    fronts = [marker.front for marker in area.markers]
    for seed in "bcdef":
        cups.redraw(_referee(seed), r)
        assert _contents(r) == before
        assert {name: len(cup) for name, cup in r.cups.items()} == sizes
        assert [marker.front for marker in area.markers] == fronts
        assert pieces_fault(r) == ""


def test_4_6_1_what_has_been_revealed_stays_as_it_is() -> None:
    r = raid(1)
    ref = _referee("a")
    out = _drawn(r, ref, 8)
    for marker in out[:4]:
        marker.revealed = True
    shown = [_face(marker) for marker in out[:4]]
    for number in range(20):
        cups.redraw(_referee(f"r{number}"), r)
        assert [_face(marker) for marker in out[:4]] == shown


def test_4_2_2_markers_in_nobody_s_place_are_drawn_anew_too() -> None:
    """Those the rules hold in their hands between two places."""
    r = raid(1)
    out = _drawn(r, _referee("a"), 3)
    backs = {tuple(_face(marker) for marker in out)}
    for number in range(20):
        cups.redraw(_referee(f"r{number}"), r)
        backs.add(tuple(_face(marker) for marker in out))
    assert len(backs) > 10


def test_4_2_2_a_redraw_is_as_a_first_draw() -> None:
    """Chi-square: the back of a marker face down against all those of its cup and front."""
    r = raid(1)
    out = _drawn(r, _referee("a"), 5)
    marker = (
        next(m for m in out if m.front is Front.INTERCEPTOR)
        if any(m.front is Front.INTERCEPTOR for m in out)
        else out[0]
    )
    alike = [m for m in r.pieces if (m.cup, m.front) == (marker.cup, marker.front)]
    expected = Counter(_face(m) for m in alike)
    count = 1500
    seen: Counter[tuple[object, ...]] = Counter()
    for number in range(count):
        cups.redraw(_referee(f"chi{number}"), r)
        seen[_face(marker)] += 1
    assert set(seen) <= set(expected)
    chi = sum(
        (seen[face] - count * n / len(alike)) ** 2 / (count * n / len(alike)) for face, n in expected.items()
    )
    assert chi < 2.5 * max(4, len(expected) - 1)


def test_15_2_what_left_the_game_open_to_all_does_not_come_back() -> None:
    r = raid(9)
    gone = r.cups["flight-I"].pop()
    gone.revealed = True
    face = _face(gone)
    before = Counter(_face(marker) for marker in r.cups["flight-I"])
    cups.redraw(_referee("a"), r)
    assert _face(gone) == face
    assert Counter(_face(marker) for marker in r.cups["flight-I"]) == before


def test_8_3_5_a_marker_put_back_is_in_its_cup() -> None:
    r = raid(7)
    marker = cups.draw(_referee("a"), r, "flight-I")
    assert marker is not None
    assert marker.drawn == 1
    marker.revealed = True
    cups.put_back(r, marker)
    assert (marker.drawn, marker.revealed) == (0, False)
    cups.redraw(_referee("b"), r)
    assert pieces_fault(r) == ""
