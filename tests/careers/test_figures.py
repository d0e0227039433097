"""The tour in figures: rows, a sentence, plots with shapes that count, the same for a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from flakhouse.careers.dossier import Deed, Tour
from flakhouse.careers.figures import best, figures_text, rows_of, summary
from flakhouse.web.tourplots import flights_plot, seats_plot
from tests.careers.test_dossiers import KILL, WOUND, flight, made
from tests.web.client import serving, visitor


def tour() -> Tour:
    hurt = Deed("Engineer", "wound", "lightly")
    won = msgspec.structs.replace(flight(1, KILL, KILL, hurt), verdict="victory", bombs="on target", percent=30)
    lost = msgspec.structs.replace(flight(2, WOUND, t="KIA"), verdict="defeat")
    taken = msgspec.structs.replace(flight(3, hurt, e="BO-C"), verdict="draw")
    return made(won, lost, taken)


def test_the_rows_count_each_man_once() -> None:
    rows = rows_of(tour())
    assert [(row.down, row.dead, row.taken, row.hurt) for row in rows] == [
        (2, 0, 0, 1),
        (0, 1, 0, 0),
        (0, 0, 1, 0),
    ]
    assert [row.percent for row in rows] == [30, None, None]
    worst, most = best(rows, "dead"), best(rows, "down")
    assert (worst.number if worst else 0, most.number if most else 0) == (2, 1)
    assert best(rows[:1], "dead") is None
    assert summary(tour()) == "One victory, one draw and one defeat. Bombs on target on one of one run."


def test_the_plots_have_a_shape_for_each_of_them_and_say_it_in_words() -> None:
    plot = str(flights_plot(tour()))
    shapes = {
        name: len(re.findall(f'class="{name}"', plot)) for name in ("up", "dead", "held", "hurt", "full", "cross")
    }
    assert shapes == {"up": 2, "dead": 1, "held": 1, "hurt": 1, "full": 2, "cross": 1}
    assert "Flight 2 cost most: 1 men" not in plot
    assert "Flight 2 cost most: one man." in plot
    assert "Flight 1 brought most victories: two." in plot
    seats = str(seats_plot(tour()))
    assert seats.count("<rect") == 3  # two gunners, one engineer
    assert "style=" not in plot + seats


def test_of_a_short_tour_every_box_has_its_name_and_a_long_one_fits_its_page() -> None:
    short = tour()
    short.men[0].name = "Theophilus Featherstonehaugh"
    seats = str(seats_plot(short))
    assert seats.count('class="lab b"') == seats.count("<rect")
    long = made(*(flight(number) for number in range(1, 26)))
    assert 'viewBox="0 0 1022 ' in str(seats_plot(long))  # 25 flights of 34 beside the names of the places


def test_a_name_is_text_in_a_plot() -> None:
    bad = tour()
    bad.men[0].name = "<script>x"
    bad.bombers[0].name = "<b>"
    assert "<script>" not in str(seats_plot(bad))
    assert "<b>" not in str(flights_plot(bad))


def test_the_terminal_has_a_line_for_each_flight() -> None:
    lines = figures_text(tour()).splitlines()
    assert lines[2:] == [
        "    1 # Lille  two fighters shot down, one hurt",
        "    2 x Lille  one lost",
        "    3 = Lille  one taken prisoner",
    ]
    assert figures_text(made()) == ""


def test_the_page_of_the_crew_has_both_plots_and_the_table(saves: Path) -> None:
    page = visitor(serving(saves)).get("/play/five/crew").text
    assert page.count('class="plot" role="img"') == 2
    assert "The same as a table" in page
    assert "/play/five/report/debrief?chapter=12" in page
