"""Pages in pieces: what is cut, and what somebody who has it gets."""

from __future__ import annotations

from flakhouse.web.pieces import Piece, cut, filled

_LONG = "M0 0" + "l1 1" * 60


def marks(markup: str) -> list[str]:
    return [one.mark for one in cut(markup) if isinstance(one, Piece)]


def test_without_marks_the_markup_is_what_it_was() -> None:
    markup = f'<svg><path d="{_LONG}"/><g><text>{"a" * 200}</text><br></g></svg>'
    told = filled(markup, ())
    for mark in marks(markup):
        told = told.replace(f' data-part="{mark}"', "")
    assert told == markup
    assert len(marks(markup)) == 1  # the whole is short enough


def test_an_element_that_is_too_long_is_cut_at_its_children() -> None:
    children = "".join(f'<g data-about="{n}"><text>{"a" * 300}</text></g>' for n in range(5))
    markup = f"<svg>{children}</svg>"
    assert len(set(marks(markup))) == 5
    kept = marks(markup)[2]
    told = filled(markup, {kept})
    assert f'<g data-keep="{kept}"></g>' in told
    assert 'data-about="2"' not in told
    assert 'data-about="3"' in told


def test_a_long_path_is_a_piece_and_a_short_element_is_none() -> None:
    markup = f'<svg><path d="{_LONG * 9}"/><path d="M0 0"/></svg>'
    assert [one.tag for one in cut(markup) if isinstance(one, Piece)] == ["path"]


def test_equal_elements_have_equal_marks_and_others_have_not() -> None:
    one, other = f'<g><path d="{_LONG}"/></g>', f'<g><path d="{_LONG}l1 0"/></g>'
    first, second, third = marks(f"<svg>{one}{one}{other}{'<g></g>' * 99}</svg>")
    assert first == second != third


def test_markup_that_is_not_closed_is_left_whole() -> None:
    markup = f"<p>{'a' * 300}<p>{'b' * 300}"
    assert filled(markup, ()) == markup
