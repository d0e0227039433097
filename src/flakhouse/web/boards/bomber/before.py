"""The table before a mission has begun: a sound aircraft, an empty track."""

from __future__ import annotations

from markupsafe import Markup

from flakhouse.web.boards.base import Board, BoardInput, el, join
from flakhouse.web.boards.bomber import crew, lists, stage, track
from flakhouse.web.boards.bomber.crew import Places
from flakhouse.web.boards.bomber.parts import gun_sheet, sheet
from flakhouse.web.boards.bomber.views import Bay, Engine, Gun, Label, Layout, Rules, Scene

__all__ = ["CSS", "SYMBOLS", "empty", "sound"]

#: What every board of a bomber needs: style sheets, symbols.
CSS = ("board-bomber.css",)
SYMBOLS = (*stage.SYMBOLS, *track.SYMBOLS)


def sound(
    layout: Layout,
    engines: tuple[Engine, ...],
    guns: tuple[Gun, ...],
    bays: tuple[Bay, ...],
    labels: tuple[Label, ...],
) -> Scene:
    """A sound aircraft at its base, nobody aboard."""
    told = "The aircraft stands at its base; everything is sound."
    return Scene(layout, told, (), engines, guns, (), (), (), (), bays, labels)


def empty(given: BoardInput, way: Markup, places: Places, aircraft: Scene, rules: Rules) -> Board:
    """The board with this track, and the crew, as far as it is known, aboard this aircraft."""
    men = crew.unnamed(places, crew.known(given.campaign, given.events))
    words = el("p", "The mission has not begun. The form is filled as it goes.", class_="empty")
    waiting = sheet("bm-aircraft", "Aircraft", "", el("div", words, class_="in"), class_="bm-rail")
    return Board(
        track=way,
        drawing=stage.stage(aircraft._replace(men=men), rules),
        rail=join((waiting, gun_sheet(aircraft.guns, rules.guns))),
        lists=lists.crew(men, f"{len(men)} stations", rules.men),
        css=CSS,
        symbols=SYMBOLS,
    )
