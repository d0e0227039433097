"""Scenes and decisions in the browser: everything in one window, everything by Enter, nobody kept out."""

from __future__ import annotations

import pytest
from playwright.sync_api import TimeoutError as NotInTime

from flakhouse import games
from flakhouse.core.chapter import begin
from flakhouse.core.events import Noted
from flakhouse.core.session import Session
from flakhouse.web.tables import view_of
from tests.browser.conftest import Sit
from tests.browser.desk import FLIGHTS, PHONE, Desk, Serving, expect
from tests.browser.test_access import _ALL, _found

SIZES = ((1440, 900), (1280, 720))
#: The decisions asked most often, counted over seeds; the flight in which they come up.
OFTEN = {
    "b29": ("orders", "allocate-fire", "storm-detour", "bomber-name", "name-crew", "truk", "land-or-jump", "cold"),
    "b17": ("cover-removes", "fire-plan", "bomber-name", "name-crew"),
    "attack": ("approach", "airspeed", "evade", "re-roll", "exit", "area-release"),
    "flight": ("not-found", "enter", "flight-goal", "city", "onward", "interceptor"),
    "naval": ("rendezvous", "orders", "refuel", "emergency-launch", "raid-move", "boat"),
}
AUTO = {"attack": "none"}  # a raid on one city asks little by itself
_SCROLLS = """() => [...document.querySelectorAll('.sc-main *')].filter((e) => {
  const how = getComputedStyle(e).overflowY;
  return (how === 'auto' || how === 'scroll') && e.scrollHeight > e.clientHeight + 1;
}).map((e) => `${e.className} ${e.scrollHeight} > ${e.clientHeight}`)"""


def first_asked(flight: str) -> dict[str, int]:
    """After how many answers each decision is asked for the first time, by the marked answers."""
    key, options, seed = FLIGHTS[flight]
    game = games.load(key)
    session = Session(game, begin(game, f"{seed}/1", options=options, automation=AUTO.get(flight, "named")))
    session.run()
    found: dict[str, int] = {}
    steps = 0
    while session.pending is not None:
        found.setdefault(session.pending.id, steps)
        session.answer(session.pending.default)
        steps += 1
    return found


@pytest.mark.parametrize("flight", OFTEN)
def test_the_decisions_asked_most_fit_the_window(desk: Desk, flight: str) -> None:
    asked = first_asked(flight)
    looked = 0
    for id in OFTEN[flight]:
        if id not in asked:
            continue
        name = desk.server.prepare(f"fits-{flight}-{id}", flight, asked[id], automation=AUTO.get(flight, "named"))
        desk.decide(name)
        assert desk.page.locator("#decision").get_attribute("data-ask") == id
        looked += 1
        for wide, high in SIZES:
            desk.page.set_viewport_size({"width": wide, "height": high})
            desk.shot(f"decision-{flight}-{id}-{wide}")
            assert desk.page.evaluate("document.documentElement.scrollHeight") <= high, f"{id} at {wide}"
            assert desk.page.evaluate(_SCROLLS) == [], f"{id} at {wide} x {high}"
            expect(
                desk.page.locator("#decision .opt.sel, #decision .free, #decision [data-enter]").first
            ).to_be_in_viewport(ratio=1)
    assert looked >= 4


_HERE = """location.href + document.title + (document.querySelector('[name=at]') || {}).value
  + !!document.querySelector('.keyroll.awaits')"""


def press(desk: Desk) -> None:
    """One press of Enter that is taken, and what follows it."""
    was = desk.page.evaluate(_HERE)
    desk.page.wait_for_timeout(160 if not desk.page.locator("[data-scene]").count() else 0)
    moved = f"was => {_HERE} !== was && !document.body.hasAttribute('aria-busy')"
    for wait in (2500, 6000):  # the first press may end a motion
        desk.page.keyboard.press("Enter")
        try:
            desk.page.wait_for_function(moved, arg=was, timeout=wait)
        except NotInTime:
            if wait == 6000:
                raise
        else:
            break


@pytest.mark.parametrize("flight", ["b29", "b17", "attack"])
def test_enter_alone_shows_what_matters_in_one_window(sit: Sit, server: Serving, flight: str) -> None:
    name = server.prepare(f"enter-{flight}", flight, 0)
    desk = sit(still=True)
    desk.decide(name)
    seen: list[str] = []
    kinds: set[str] = set()
    for _ in range(150):
        if desk.over() and not desk.page.locator("[data-scene]").count():
            break
        if desk.page.locator("[data-scene]").count():
            high = desk.page.viewport_size["height"] if desk.page.viewport_size else 0
            assert desk.page.evaluate("document.documentElement.scrollHeight") <= high
            expect(desk.page.locator(".go-on")).to_be_in_viewport(ratio=1)
            seen.append(desk.page.locator("#main").inner_text())
            kind = desk.page.locator("#main").get_attribute("data-kind") or "throw"
            if kind not in kinds:
                kinds.add(kind)
                desk.shot(f"scene-{flight}-{kind}")
        press(desk)
    session = server.session(name)
    assert session.finish is not None
    view = view_of(session.game.name)
    book = view.scene_book
    for event in session.events:
        if isinstance(event, Noted) and event.kind in ("fighter-destroyed", "killed", "bombs-away", "box-hit"):
            words = (view.fill(book.note[event.kind].headline, event.facts), view.note_text(event, "brief"))
            assert any(word.rstrip(".") in text for word in words for text in seen), words
    assert "throw" in kinds
    assert "debriefing" in kinds


def scene_of(desk: Desk, name: str, flight: str, wanted: str) -> bool:
    """Go on by Enter until a page of this kind: waiting, notable or grave."""
    desk.decide(desk.server.prepare(name, flight, 0))
    for _ in range(60):
        if desk.page.locator(f".scene.w-{wanted}").count():
            return True
        press(desk)
    return False


@pytest.mark.parametrize("flight", ["b29", "b17", "attack"])
@pytest.mark.parametrize("wanted", ["waiting", "notable", "grave"])
def test_scene_pages_are_accessible(sit: Sit, flight: str, wanted: str) -> None:
    desk = sit(still=True)
    assert scene_of(desk, f"axe-{wanted}-{flight}", flight, wanted)
    desk.shot(f"scene-{flight}-{wanted}")
    assert _found(desk, _ALL) == []
    desk.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    desk.shot(f"scene-{flight}-{wanted}-phone")
    expect(desk.page.locator(".go-on")).to_be_in_viewport(ratio=1)
    expect(desk.page.locator(":is(.st, .pic) svg").first).to_be_in_viewport()
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_first_key_ends_the_motion_and_the_next_one_goes_on(sit: Sit) -> None:
    desk = sit(still=False)
    desk.decide(desk.server.prepare("moving", "attack", 0))
    for _ in range(10):
        if desk.page.locator("[data-throw]").count():
            break
        desk.page.wait_for_timeout(1500)
        press(desk)
    desk.page.wait_for_timeout(200)
    desk.page.keyboard.press("Enter")  # throws, whatever still moves
    expect(desk.page.locator("[data-throw]")).to_have_count(0)
    here = desk.page.url
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator(".go")).to_have_count(0)
    assert desk.page.url == here
    desk.page.keyboard.press("Enter")
    desk.page.wait_for_function("was => location.href !== was", arg=here)


def test_once_the_dice_are_seen_enter_goes_on_whatever_still_moves(sit: Sit) -> None:
    desk = sit(still=False)
    desk.decide(desk.server.prepare("moving-on", "b17", 3))
    press(desk)
    for _ in range(12):
        desk.page.wait_for_timeout(750)
        if not desk.page.locator("[data-scene]").count():
            break
        here = desk.page.url
        desk.page.keyboard.press("Enter")
        desk.page.wait_for_function("was => location.href !== was", arg=here, timeout=3000)


_BEGINS = """(where) => { const e = document.querySelector(where);
  return e.getAnimations().map((a) => a.effect.getTiming().delay)[0] ?? -1 }"""


@pytest.mark.parametrize("still", [False, True])
def test_the_headline_waits_for_the_dice_but_not_for_those_who_want_no_motion(sit: Sit, still: bool) -> None:
    desk = sit(still=still)
    desk.decide(desk.server.prepare(f"headline-{still}", "attack", 0))
    for _ in range(14):
        if desk.page.locator("[data-throw]").count():
            break
        desk.page.wait_for_timeout(0 if still else 1500)
        press(desk)
    desk.page.wait_for_timeout(0 if still else 1500)
    desk.page.keyboard.press("Enter")  # throws
    expect(desk.page.locator(".keyroll:not(.awaits)")).not_to_have_count(0)
    dice, total, headline, tape = (
        desk.page.evaluate(_BEGINS, where)
        for where in (".keyroll .die", ".keyroll .k-tot", "#h-sc", ".tape [aria-current]")
    )
    if still:
        assert dice == total == headline == tape == -1
    else:
        assert 0 <= dice < total < headline == tape


@pytest.mark.parametrize("still", [False, True])
def test_a_marker_turns_over_once_and_not_for_those_who_want_no_motion(sit: Sit, still: bool) -> None:
    desk = sit(still=still)
    desk.decide(desk.server.prepare(f"turns-{still}", "naval", 4))
    for _ in range(14):
        if desk.page.locator("#main[data-kind=sighting]").count():
            break
        press(desk)
    counter = desk.page.locator(".turnover .counter")
    expect(counter).to_be_visible()
    turns = counter.evaluate("e => e.getAnimations().map((a) => a.animationName)")
    assert turns == ([] if still else ["m-turn"])
    desk.page.wait_for_timeout(0 if still else 900)
    desk.shot(f"sighting-{'still' if still else 'turned'}")
    words = counter.locator(".back").inner_text()
    assert words
    told = desk.page.locator("#h-sc").evaluate("e => e.closest('section, article').innerText")
    assert words in told  # and the words beside it
    assert desk.page.evaluate("document.documentElement.scrollHeight") <= 900


_DRAWN = """() => {
  const page = document.querySelector('#page').cloneNode(true);
  for (const e of page.querySelectorAll('.tape, .band')) e.remove();  // sheets lie in their drawer
  for (const e of page.querySelectorAll('*')) {
    e.classList.remove('go');
    for (const name of ['tabindex', 'role', 'data-laid']) e.removeAttribute(name);
    if (!e.getAttribute('class')) e.removeAttribute('class');
  }
  return page.innerHTML;
}"""


@pytest.mark.parametrize("flight", ["b29", "attack", "naval"])
def test_a_page_put_together_from_pieces_is_the_page_that_a_reload_brings(sit: Sit, flight: str) -> None:
    still = sit(still=True)
    name = still.server.prepare(f"pieces-{flight}", flight, 2)
    still.decide(name)
    loads: list[str] = []
    still.page.on("load", lambda page: loads.append(page.url))
    for _ in range(12):
        still.answer()
        if still.over():
            break
    assert loads == []  # no piece was missing
    mine = still.page.evaluate(_DRAWN)
    still.page.reload()
    assert still.page.evaluate(_DRAWN) == mine


def test_the_drawer_of_the_sheets_is_filled_when_it_is_opened(desk: Desk) -> None:
    name = desk.server.prepare("drawer-of-sheets", "b29", 3)
    desk.decide(name)
    desk.answer()
    assert desk.page.locator(".pop .rail").count() == 0
    desk.drawer("i")
    expect(desk.page.locator(".pop[open] .rail")).to_be_visible()
    expect(desk.page.locator(".pop[open] .lists")).to_be_visible()
    desk.page.keyboard.press("Escape")
    assert desk.page.locator(".pop .r1").count() == 0
    desk.drawer("e")
    expect(desk.page.locator(".pop[open] .r1").first).to_be_visible()


@pytest.mark.parametrize("flight", OFTEN)
def test_at_820_pixels_the_marked_answer_is_on_the_first_screen(sit: Sit, flight: str) -> None:
    desk = sit(viewport={"width": 820, "height": 1180})
    asked = first_asked(flight)
    for id in [one for one in OFTEN[flight] if one in asked][:4]:
        name = desk.server.prepare(
            f"tablet-{flight}-{id}", flight, asked[id], automation=AUTO.get(flight, "named")
        )
        desk.decide(name)
        desk.shot(f"decision-{flight}-{id}-820")
        marked = desk.page.locator("#decision .opt.sel, #decision .free, #decision [data-enter]").first
        expect(marked).to_be_in_viewport(ratio=0.98)  # a fraction of a pixel is nobody's


_OVERLAPS = """() => {
  const named = ['.band', '.route-w', '.st', '#decision', '.tape', '.answer'];
  const parts = named.flatMap((name) => [...document.querySelectorAll(name)])
    .filter((e) => e.checkVisibility() && getComputedStyle(e).position !== 'fixed');
  const found = [];
  for (const a of parts) for (const b of parts) {
    if (a === b || a.contains(b) || b.contains(a)) continue;
    const r = a.getBoundingClientRect(), s = b.getBoundingClientRect();
    if (r.left < s.right - 1 && s.left < r.right - 1 && r.top < s.bottom - 1 && s.top < r.bottom - 1)
      found.push(`${a.className} over ${b.className}`);
  }
  for (const e of document.querySelectorAll('#decision .opt, #decision .txt, .card h2, .grv h2, .cons li'))
    if (e.checkVisibility() && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'visible')
      found.push(`cut: ${e.textContent}`);
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) found.push(`page is ${wide} wide`);
  return found;
}"""


@pytest.mark.parametrize("flight", ["b29", "b17", "attack"])
def test_with_letters_twice_as_large_nothing_overlaps(sit: Sit, flight: str) -> None:
    desk = sit(viewport={"width": 1280, "height": 720}, still=True)
    asked = first_asked(flight)
    for id in [one for one in OFTEN[flight] if one in asked][:3]:
        name = desk.server.prepare(f"large-{flight}-{id}", flight, asked[id], automation=AUTO.get(flight, "named"))
        desk.decide(name)
        desk.page.evaluate("document.documentElement.style.fontSize = '200%'")
        desk.shot(f"large-{flight}-{id}")
        assert desk.page.evaluate(_OVERLAPS) == [], id
        before = desk.at()
        desk.page.wait_for_timeout(160)
        desk.page.keyboard.press("Enter")
        desk.arrived(before)
        if desk.page.locator("[data-scene]").count():
            desk.shot(f"large-{flight}-{id}-scene")
            assert desk.page.evaluate(_OVERLAPS) == [], f"after {id}"


@pytest.mark.parametrize("steps", [1, 2, 4])
def test_a_plan_with_letters_twice_as_large_can_be_read_and_settled(sit: Sit, steps: int) -> None:
    desk = sit(viewport={"width": 1280, "height": 720}, still=True, dark=True)
    desk.decide(desk.server.prepare(f"large-plan-{steps}", "campaign", 1))
    for _ in range(steps - 1):
        desk.answer()
    expect(desk.page.locator(".planning")).to_be_visible()
    assert _found(desk, _ALL) == []
    desk.page.evaluate("document.documentElement.style.fontSize = '200%'")
    desk.shot(f"large-plan-{steps}")
    assert desk.page.evaluate(_OVERLAPS) == []
    expect(desk.page.locator("#decision [data-enter]")).to_be_in_viewport(ratio=1)
    settle = desk.page.locator("#decision [data-enter]").bounding_box()
    head = desk.page.locator(".plan2 .ph").bounding_box()
    assert settle is not None
    assert head is not None
    assert settle["y"] - head["y"] > 240  # the form between its head and its answer
    pages, sums = (desk.page.locator(f".plan2 .{part}").bounding_box() for part in ("pages", "sumup"))
    assert pages is not None
    assert sums is not None
    assert pages["y"] + pages["height"] <= sums["y"] + 1
    assert desk.page.locator(".band .grow").evaluate("e => e.clientWidth") > 250  # whose game it is can be read


@pytest.mark.parametrize(("flight", "id"), [("b17", "fire-plan"), ("b29", "allocate-fire")])
def test_on_a_phone_every_attacker_is_in_sight_with_the_fire_plan(sit: Sit, flight: str, id: str) -> None:
    desk = sit(viewport=PHONE)
    name = desk.server.prepare(f"phone-{flight}", flight, first_asked(flight)[id])
    desk.decide(name)
    fighters = desk.page.locator("#bm-plan .attack use")
    assert fighters.count() > 1
    for fighter in fighters.all():
        box = fighter.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    _whole_and_named(desk)
    plan = desk.page.locator("#decision .rows > li")
    desk.shot(f"phone-fire-{flight}")
    for row in plan.all()[:3]:  # the drawing and the guns on one screen, the answer at its foot
        expect(row).to_be_in_viewport(ratio=0.9)
    expect(desk.page.locator("#decision [data-enter]")).to_be_in_viewport(ratio=1)
    plan.last.scroll_into_view_if_needed()
    expect(desk.page.locator("#bm-plan")).to_be_in_viewport(ratio=0.5)
    assert max(box["height"] for row in plan.all() if (box := row.bounding_box())) <= 60


def _whole_and_named(desk: Desk) -> None:
    """The bomber from nose to tail in its window, and the names round it neither cut nor one over another."""
    assert (
        desk.page.evaluate(
            """() => {
          const seen = document.querySelector('.stage').getBoundingClientRect(), words = [];
          for (const e of document.querySelectorAll('#bm-plan :is(.pos .ph, .slot .sh)')) {
            const box = e.getBoundingClientRect();
            if (box.width) words.push([e.textContent, box]);
          }
          const cut = (b) =>
            b.left < seen.left || b.right > seen.right || b.top < seen.top || b.bottom > seen.bottom + 1;
          const over = (a, b) =>
            a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom;
          const bad = words.filter(([, box]) => cut(box)).map(([text]) => `${text} is cut`);
          words.forEach(([text, box], i) => words.slice(i + 1).forEach(([other, one]) => {
            if (over(box, one)) bad.push(`${text} lies over ${other}`);
          }));
          const plan = document.getElementById('bm-plan').getBoundingClientRect();
          if (plan.width > seen.width + 1 || plan.height > seen.height + 1) bad.push('the bomber is cut');
          return words.length ? bad : ['no names'];
        }"""
        )
        == []
    )


def test_fingers_are_not_told_to_press_enter(sit: Sit) -> None:
    desk = sit(viewport=PHONE, touch=True)
    desk.decide(desk.server.prepare("fingers", "attack", first_asked("attack")["airspeed"], automation="none"))
    assert desk.page.locator("#decision .opt").count() > 0
    for word in desk.page.locator("#decision :is(.enter, .btn > kbd)").all():
        expect(word).to_be_hidden()


def test_on_a_phone_a_throw_that_waits_is_in_sight_with_what_it_needs(sit: Sit) -> None:
    desk = sit(viewport=PHONE, still=True)
    desk.decide(desk.server.prepare("phone-throws", "b17", first_asked("b17")["fire-plan"]))
    desk.page.locator("#decision [data-enter]").click()
    after_one = 0
    for _ in range(12):
        desk.page.wait_for_timeout(300)
        if not desk.page.locator("[data-scene]").count():
            break
        awaits, fell = desk.page.locator(".awaits"), desk.page.locator(".card .keyroll:not(.awaits, .stack)")
        if awaits.count():
            bar = desk.page.locator(".answer").bounding_box()
            assert bar is not None
            for part in (".q", ".die.blank"):
                box = awaits.locator(part).first.bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= bar["y"]
            if fell.count():  # what just fell is in sight too, and not under the heading of the next
                above, head = fell.first.bounding_box(), desk.page.locator("#h-sc").bounding_box()
                assert above is not None
                assert head is not None
                assert above["y"] + above["height"] <= head["y"]
                after_one += 1
        desk.page.locator(".go-on").click()
    assert after_one > 0


def test_on_a_phone_what_came_of_the_last_throw_stands_above_the_next(sit: Sit) -> None:
    desk = sit(viewport=PHONE, still=True)
    desk.decide(desk.server.prepare("phone-news", "b17", first_asked("b17")["fire-plan"]))
    desk.page.evaluate("document.querySelector('details.pace').open = true")
    desk.page.locator("input[name=throws][value=every]").check()
    desk.page.locator("details.pace .btn.primary").click()
    desk.page.locator("#decision [data-enter]").click()
    told = 0
    for _ in range(16):
        desk.page.wait_for_timeout(300)
        if not desk.page.locator("[data-scene]").count():
            break
        awaits = desk.page.locator(".card .awaits")
        if awaits.count():
            next_one = awaits.first.bounding_box()
            assert next_one is not None
            for news in desk.page.locator(".card :is(.cons > li, .beats > li, .keyroll:not(.awaits))").all():
                if (box := news.bounding_box()) is not None:
                    assert box["y"] + box["height"] <= next_one["y"] + 1, news.inner_text()
                    told += 1
        desk.page.locator(".go-on").click()
    assert told > 5


def test_on_a_phone_the_marked_answer_is_in_sight(sit: Sit) -> None:
    desk = sit(viewport=PHONE)
    desk.decide(desk.server.prepare("phone-marked", "b29", first_asked("b29")["altitude"]))
    expect(desk.page.locator("#decision .opt.sel")).to_be_in_viewport(ratio=0.9)
    assert desk.page.locator(".band .grow").evaluate("e => e.scrollHeight <= e.clientHeight + 1")


def test_on_a_phone_the_fire_plan_says_how_many_bursts_are_left(sit: Sit) -> None:
    desk = sit(viewport=PHONE)
    desk.decide(desk.server.prepare("phone-bursts", "b17", first_asked("b17")["fire-plan"]))
    expect(desk.page.locator("#decision .situation")).to_contain_text("Bursts left")
    expect(desk.page.locator("#decision .situation")).to_be_in_viewport()


@pytest.mark.parametrize(
    ("flight", "id", "who"), [("attack", "airspeed", ".sel .dl-sil"), ("flight", "flight-goal", ".dl-fl")]
)
def test_on_a_phone_the_map_opens_on_who_decides(sit: Sit, flight: str, id: str, who: str) -> None:
    desk = sit(viewport=PHONE)
    auto = AUTO.get(flight, "named")
    name = desk.server.prepare(f"who-{flight}", flight, first_asked(flight)[id], automation=auto)
    desk.decide(name)
    desk.shot(f"who-{flight}")
    box = desk.page.locator(f".dl-map {who}").first.bounding_box()
    frame = desk.page.locator(".dl-mapw").first.bounding_box()
    assert box is not None
    assert frame is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    assert 0 <= x <= PHONE["width"]
    assert frame["y"] <= y <= min(frame["y"] + frame["height"], PHONE["height"] / 2 + 40)


def test_on_a_phone_the_latest_of_a_long_stretch_is_in_sight(sit: Sit) -> None:
    desk = sit(viewport={"width": 320, "height": 640})
    long = "e => e.scrollHeight > e.clientHeight + 8"
    for steps in range(4, 40):
        desk.decide(desk.server.prepare(f"long-{steps}", "b29", steps))
        told = desk.page.locator("details.calm > ul")
        if told.count() and told.evaluate(long):
            break
    assert told.evaluate(long)
    assert told.evaluate("e => e.scrollHeight - e.scrollTop - e.clientHeight") < 2
