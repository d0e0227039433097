"""Fly it yourself: whoever is shown a flight may fly the same one, where its seed may be known."""

from __future__ import annotations

import html
import re
import shlex
from pathlib import Path

import pytest

from flakhouse import games
from flakhouse.challenges.forms import first_chapter
from flakhouse.challenges.same import same_flight
from flakhouse.cli.main import main
from flakhouse.core.challenge import make
from flakhouse.core.chapter import Chapter, begin
from flakhouse.core.game import read_house
from flakhouse.store import Store
from tests.challenges.flying import fly
from tests.web.client import serving, visitor

B17, RAID = games.load("b17"), games.load("doolittle")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path / "data"))


def begun(name: str) -> Chapter:
    with Store() as store:
        return store.chapter(name)


def same(one: Chapter, other: Chapter) -> bool:
    """Whether two chapters are the same flight before anybody decides anything."""
    whats = [(c.game, c.seeds, c.options, c.house, c.position, c.given) for c in (one, other)]
    return whats[0] == whats[1]


def page_of(chapter: Chapter, seed: str, tmp_path: Path, *more: str) -> str:
    """The exported page of a flight."""
    with Store() as store:
        store.create(chapter, seed, "shown")
    file = tmp_path / "flight.html"
    assert main(["export", "shown", "--html", "-o", str(file), *more]) == 0
    return file.read_text(encoding="utf-8")


@pytest.mark.parametrize(("form", "options"), [("hamm", {}), ("", {"rules": "basic"})])
def test_a_challenge_is_flown_again_by_its_code(tmp_path: Path, form: str, options: dict[str, str]) -> None:
    made = make(B17, options, form=form)
    flown = fly(B17, first_chapter(B17, form, options, made.seed))
    page = page_of(flown, made.seed, tmp_path)
    assert f"<code>{made.code}</code>" in page
    command = html.unescape(re.findall(r"<pre>(flakhouse .*)</pre>", page)[0])
    assert main([*shlex.split(command)[1:], "--save", "again", "--json"]) == 0
    assert same(begun("again"), flown)
    client = visitor(serving(tmp_path / "data"))
    found = same_flight(flown)
    assert found is not None
    assert f'value="{made.code}"' in client.get(f"/?{found.query}").text
    sent = client.post("/new", data={"code": made.code})
    assert sent.status_code == 303
    assert same(begun(sent.headers["location"].split("/")[2]), flown)
    assert client.post("/new", data={"code": made.code[:-1] + "0"}).status_code == 400


def test_a_raid_is_flown_again_by_its_seed_in_the_terminal_and_the_browser(tmp_path: Path) -> None:
    flown = fly(RAID, begin(RAID, "a b'c/1", options={"scenario": "2"}))
    page = page_of(flown, "a b'c", tmp_path)
    command = html.unescape(re.findall(r"<pre>(flakhouse .*)</pre>", page)[0])
    assert main([*shlex.split(command)[1:], "--save", "again", "--json"]) == 0
    assert same(begun("again"), flown)
    found = same_flight(flown)
    assert found is not None
    client = visitor(serving(tmp_path / "data"))
    form = client.get(f"/?{found.query}").text.split('id="new"')[1]
    data = {
        name: html.unescape(value) for name, value in re.findall(r'name="(seed|game)"[^>]*value="([^"]*)"', form)
    }
    for name, body in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', form):
        values = re.findall(r'<option value="([^"]*)"( selected)?', body)
        data[name] = next((value for value, chosen in values if chosen), values[0][0])
    sent = client.post("/new", data=data)
    assert sent.status_code == 303, sent.text
    assert same(begun(sent.headers["location"].split("/")[2]), flown)


def test_the_seed_of_a_tour_under_way_is_told_only_if_its_owner_says_so(tmp_path: Path) -> None:
    flown = fly(B17, begin(B17, "mine-alone/1"))
    assert same_flight(flown) is None
    page = page_of(flown, "mine-alone", tmp_path)
    assert "mine-alone" not in page
    assert "Fly it yourself" not in page
    assert main(["export", "shown", "--html", "--with-seed", "-o", str(tmp_path / "told.html")]) == 0
    assert "flakhouse play b17 --seed mine-alone" in (tmp_path / "told.html").read_text(encoding="utf-8")
    client = visitor(serving(tmp_path / "data"), **{"sec-fetch-site": "same-origin"})
    assert "mine-alone" not in client.get("/play/shown/flight.html").text
    assert "--seed mine-alone" in client.get("/play/shown/flight.html?seed=on").text
    assert "flight.html?chapter=1&amp;seed=on" in client.get("/play/shown/report/debrief").text
    assert "Fly it yourself" in client.get("/play/shown/replay").text
    assert "Fly it yourself" in client.get("/play/shown/replay?step=1").text


def test_what_others_cannot_begin_or_may_not_know_is_never_told(capsys: pytest.CaptureFixture[str]) -> None:
    made = make(B17, {})
    sealed = first_chapter(B17, "", {}, made.seed, "sealed:abc")
    own_dice = begin(B17, "x/1", given=[1, 2])
    table = begin(B17, "x/1", table_dice=True)
    again = begin(B17, "x/1")
    again.seeds.append((30, "y"))
    second = begin(B17, "x/2", number=2)
    house = begin(B17, "x/1", house=read_house(B17, "h", "[options]\nrandom_events = 'off'\n"))
    for chapter in (sealed, own_dice, table, again, second, house):
        assert same_flight(chapter, told=True) is None
    with Store() as store:
        store.create(fly(B17, own_dice), "x", "own")
    assert main(["export", "own", "--html", "--with-seed"]) == 2
    assert "others cannot begin" in capsys.readouterr().err
