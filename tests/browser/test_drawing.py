"""Acting on the drawing: what an option is about is a button for it, and says so; what is barred says why."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from flakhouse import games
from flakhouse.core.chapter import begin
from flakhouse.core.session import Session
from tests.browser.desk import FLIGHTS, Desk, Serving, expect


class Moment(NamedTuple):
    """A question with options about a kind of thing, and what to answer on the way to it instead of the advice."""

    flight: str
    question: str
    instead: dict[str, str]


#: One for each kind of subject that is drawn.
MOMENTS = {
    "fighter": Moment("b17", "cover-removes", {}),
    "gun": Moment("b17", "fire-plan", {}),
    "man": Moment("b29", "seat-man", {"orders": "seats"}),
    "station": Moment("b29", "take-station", {"orders": "seats", "seat-man": "Right Gunner"}),
    "part": Moment("b29", "fuel-tank", {}),
    "area": Moment("attack", "airspeed", {}),
    "box": Moment("naval", "arrange-space", {}),
    "zone": Moment("flight", "flight-goal", {}),
    "flight": Moment("flight", "flight-hazard", {}),
    "b25": Moment("flight", "resolve-b25", {}),
    "city": Moment("flight", "city", {}),
    "site": Moment("flight", "onward", {}),
    "ship": Moment("naval", "distress-ship", {}),
    "force": Moment("naval", "emergency-launch", {}),
    "marker": Moment("naval", "recovery", {}),
    "month": Moment("campaign", "calendar", {"plan": "own"}),
}
_MOST = 200  # answers on the way


def reach(server: Serving, name: str, kind: str) -> Session:
    """A save at its moment."""
    flight, question, instead = MOMENTS[kind]
    key, options, seed = FLIGHTS[flight]
    game = games.load(key)
    with server.store() as store:
        made = store.create(begin(game, f"{seed}/1", options=options, automation="none"), seed, name)
        session = store.session(game, made)
        session.run()
        for _ in range(_MOST):
            ask = session.pending
            assert ask is not None, f"{question} was never asked"
            if ask.id == question and any(s.kind == kind for o in ask.options.values() for s in o.about):
                return session
            wanted = instead.get(ask.id, "")
            session.answer(wanted if wanted in ask.options else ask.default)
    raise AssertionError(f"{question} was not asked in {_MOST} answers")


#: Points over a thing, spread over its box; where something else lies on it a player clicks beside that.
_SPOTS = """thing => {
  thing.scrollIntoView({ block: "center", inline: "center" });
  const box = thing.getBoundingClientRect(), shares = [0.5, 0.3, 0.7, 0.1, 0.9, 0.2, 0.8, 0.4, 0.6];
  for (const dx of shares) for (const dy of shares) {
    const x = box.left + dx * box.width, y = box.top + dy * box.height, hit = document.elementFromPoint(x, y);
    if (hit && hit.closest(".can[data-subject]") === thing) return [x, y];
  }
  return null;
}"""


@pytest.mark.parametrize("kind", MOMENTS)
def test_what_an_option_is_about_answers_when_it_is_clicked(desk: Desk, server: Serving, kind: str) -> None:
    name = f"drawn-{kind}"
    session = reach(server, name, kind)
    ask, before = session.pending, session.steps
    assert ask is not None
    meant: dict[str, list[str]] = {}
    for key, option in ask.options.items():
        for subject in option.about:
            if subject.kind == kind:
                meant.setdefault(subject.name, []).append(key)
    which, keys = min(meant.items(), key=lambda one: len(one[1]))
    desk.open(f"/play/{name}?one=1")
    thing = desk.page.locator(f'.can[tabindex="0"][data-subject*="{kind}:{which}"]').first
    spot = thing.evaluate(_SPOTS)
    assert spot is not None, "nowhere to click"
    desk.page.mouse.move(*spot)
    pointed = desk.page.locator("#decision button.opt.pointed")
    assert [one.get_attribute("value") for one in pointed.all()] == keys
    desk.shot(f"drawing-{kind}")
    at = desk.at()
    desk.page.mouse.click(*spot)
    if len(keys) > 1:  # several ways: a small box asks which
        desk.page.locator("#about button").first.click()
    desk.page.wait_for_function(
        "was => (document.querySelector('#decision input[name=at]') || { value: '' }).value !== was", arg=at
    )
    answer = server.session(name).chapter.entries[before]
    assert getattr(answer, "key", "") in keys


def test_what_is_barred_says_why_and_answers_nothing(desk: Desk, server: Serving) -> None:
    name = server.prepare("barred", "naval", 0, automation="none")
    with server.store() as store:
        session = store.session(games.load("doolittle"), name)
        session.wake()
        for _ in range(_MOST):
            ask = session.pending
            assert ask is not None
            if ask.id == "detach-ship":
                break
            session.answer(ask.default)
    assert ask is not None
    assert ask.id == "detach-ship"
    why = ask.barred["Hornet"].why
    steps = session.steps
    desk.decide(name)
    hornet = desk.page.locator('.cannot[data-subject="ship:Hornet"]').first
    expect(hornet).to_have_attribute("aria-disabled", "true")
    hornet.focus()
    hornet.press("Enter")
    expect(desk.page.locator("#about")).to_contain_text(why)
    assert server.session(name).steps == steps


def test_hover_does_not_look_like_the_marked_answer(desk: Desk, server: Serving) -> None:
    session = reach(server, "hovered", "ship")
    assert session.pending is not None
    desk.decide("hovered")
    look = "e => { const s = getComputedStyle(e); return [s.backgroundColor, s.borderTopColor]; }"
    marked = desk.page.locator("#decision .opt.sel")
    other = desk.page.locator("#decision button.opt:not(.sel)").first
    rest = other.evaluate(look)
    other.hover()
    hovered = other.evaluate(look)
    assert hovered != rest
    assert all(a != b for a, b in zip(hovered, marked.evaluate(look), strict=True))
