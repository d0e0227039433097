"""A flight as one file: it opens from disk, offline, and shows what the game shows; names do nothing."""

from __future__ import annotations

import html
import re
from pathlib import Path

from playwright.sync_api import Browser

from flakhouse import games
from flakhouse.core.agents import Agent
from flakhouse.core.chapter import Chain, Chapter, Note, begin
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.core.session import Session
from flakhouse.web.share import shared

EVIL = "<img src=x onerror=document.title=1>"


class Namer(Agent):
    """Gives the bomber a name that is HTML, and takes advice otherwise."""

    def choose(self, question: Question, ref: Referee) -> str:
        return EVIL if question.free else question.default


def flown(name: str, **options: str) -> Session:
    """A chapter that is over."""
    game = games.load(name)
    chapter: Chapter = begin(game, "34", options=options)
    ref = Referee(Chain(chapter.seeds), Namer(), trace=True)
    chapter.finished = game.play(ref, None, dict(chapter.options))
    chapter.entries, chapter.check = ref.journal, ref.check
    chapter.notes = [Note(3, "1943-01-03T10:00:00", f"We drew Meaulte. {EVIL}")]
    session = Session(game, chapter)
    assert not session.wake()
    return session


def words(text: str) -> str:
    """What one reads of a piece of markup."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", text))).strip()


def test_a_shared_flight_opens_from_disk_without_a_network_with_the_story_and_the_board_of_the_game(
    browser: Browser, tmp_path: Path
) -> None:
    from flakhouse.render.base import record_of
    from flakhouse.web.boards import BoardInput, board_of
    from flakhouse.web.tables import view_of

    session = flown("b17")
    file = tmp_path / "flight.html"
    file.write_text(shared(session, "save"), encoding="utf-8")
    context = browser.new_context(offline=True)
    page = context.new_page()
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto(file.as_uri())
    story = view_of("b17").story_paragraphs(record_of(session.chapter, session.events, "save"))
    assert page.locator("#story p.story").all_inner_texts() == [text for text in story if text]
    chapter = session.chapter
    given = BoardInput(
        session.state, None, session.events, chapter.options, chapter.campaign, chapter.number, True
    )
    drawn = words(str(board_of("b17", given).drawing))
    assert drawn
    board = page.locator("#end").inner_html()
    assert words(board.partition("</header>")[2]) == drawn
    page.goto(f"{file.as_uri()}#s2")
    assert page.locator("#s2").is_visible()
    assert not page.locator("#s1").is_visible()
    page.get_by_role("link", name="Next scene").click()
    assert page.locator("#s3").is_visible()
    assert asked == [file.as_uri()] or all(url.startswith("file:") for url in asked)
    assert said == []
    context.close()


def test_foreign_html_in_names_and_notes_of_a_shared_flight_is_text(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "flight.html"
    file.write_text(shared(flown("b17"), "save"), encoding="utf-8")
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto(file.as_uri())
    page.wait_for_load_state("load")
    assert page.locator("img, script, iframe, object, form, input").count() == 0
    assert page.title() != "1"
    assert EVIL in page.locator("#diary").inner_text()
    assert EVIL in page.locator("body").inner_text()
    context.close()


def test_a_shared_flight_has_a_strict_policy_no_script_no_address_and_no_place_twice() -> None:
    text = shared(flown("b17"), "save")
    assert "default-src 'none'" in html.unescape(text)
    assert "unsafe-inline" not in text
    assert "<script" not in text
    assert not re.search(r'(?:href|src|action)="(?!#)', text)
    places = re.findall(r'\sid="([^"]+)"', text)
    assert len(places) == len(set(places))
    assert not re.search(r"url\((?!#)", text)
