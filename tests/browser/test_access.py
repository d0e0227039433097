"""Nobody is kept out: axe finds nothing serious on any page, by day or by night."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from tests.browser.desk import FLIGHTS, Desk, Serving

_STEPS = {"b29": 9, "b17": 8, "attack": 8, "flight": 30, "naval": 20, "campaign": 25}
_CONTRAST = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}
_ALL = {"resultTypes": ["violations"]}


def _found(desk: Desk, options: dict[str, Any]) -> list[str]:
    """What is serious or critical, with where."""
    answer = Axe().run(desk.page, options=options).response
    return [
        f"{one['id']} ({one['impact']}) {node['target']} {node['html'][:160]} {node.get('failureSummary')}"
        for one in answer["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def _both(desk: Desk, name: str) -> list[str]:
    """Everything by day; by night the colours again."""
    desk.page.emulate_media(reduced_motion="reduce")
    by_day = _found(desk, _ALL)
    desk.shot(f"light{name}", full=True)
    desk.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    desk.shot(f"dark{name}", full=True)
    return by_day + [f"dark: {one}" for one in _found(desk, _CONTRAST)]


@pytest.mark.parametrize("flight", FLIGHTS)
def test_play_pages_are_accessible(desk: Desk, flight: str) -> None:
    name = desk.server.prepare(f"axe-{flight}", flight, _STEPS[flight])
    desk.decide(name)
    assert _both(desk, f"-play-{flight}") == []


@pytest.fixture(scope="module")
def over(server: Serving) -> str:
    """A mission that is over."""
    return server.prepare("axe-over", "b17", 60)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/?new=doolittle",
        "/help",
        "/settings",
        "/studies",
        "/charts/doolittle?q=storm",
        "/charts/b29/6-2?row=6",
        "/rules/b17?q=oxygen",
        "/rules/b17/9.3",
        "/saves/{over}",
        "/play/{over}",
        "/play/{over}/replay",
        "/play/{over}/log",
        "/play/{over}/report/mission",
        "/play/{over}/report/story",
        "/play/{over}/report/debrief",
        "/play/{over}/crew",
        "/play/{over}/crew/pilot-1",
        "/play/{over}/diary",
        "/hall",
        "/challenges",
        "/squadrons",
    ],
)
def test_other_pages_are_accessible(desk: Desk, over: str, path: str) -> None:
    desk.open(path.format(over=over))
    if "new" in path:
        desk.page.get_by_text("Options", exact=True).click()
    assert _both(desk, path.split("?")[0].replace("/", "-").format(over="over")) == []


def test_what_is_wrong_would_be_found(desk: Desk) -> None:
    desk.open("/settings")
    desk.page.evaluate("() => document.querySelector('main').append(document.createElement('button'))")
    assert [one.split()[0] for one in _found(desk, _ALL)] == ["button-name"]
