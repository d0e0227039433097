"""What is kept: closed and opened again, without a network, as files, in two windows, through kills."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from flakhouse.savefile import check_save, read_save
from tests.static.place import START, Web, Window, part, republish, serving


@contextmanager
def profile(browser: Browser, chromium: str, folder: Path) -> Iterator[BrowserContext]:
    """A browser with a profile on the disk, which can be closed and opened again."""
    opened = browser.browser_type.launch_persistent_context(
        folder, executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
    )
    opened.set_default_timeout(30_000)
    with closing(opened):
        yield opened


def terminal(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command, with a data folder of its own."""
    return subprocess.run(
        [sys.executable, "-m", "flakhouse", *words],
        env={**os.environ, "FLAKHOUSE_DATA": str(folder)},
        capture_output=True,
        text=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def test_closed_opened_again_without_a_network_and_played_on(
    browser: Browser, chromium: str, folder: Path, tmp_path: Path
) -> None:
    with serving(folder) as web:
        with profile(browser, chromium, tmp_path) as context:
            window = Window(web, context)
            window.start()
            window.begin("b17", "kept", "2")
            window.answer()
            at = window.at()
        web.down()
        with profile(browser, chromium, tmp_path) as context:
            window = Window(web, context)
            window.start("/play/kept")
            assert window.at() == at
            assert window.to_the_end() > 0
            window.begin("b29", "another", "13")
            window.answer()
            assert window.errors == []


def test_export_goes_on_in_the_terminal_and_comes_back(window: Window, tmp_path: Path) -> None:
    window.start()
    window.begin("b17", "travels", "2")
    window.answer()
    window.open("/saves/travels")
    with window.page.expect_download() as waiting:
        window.frame.get_by_role("link", name="Export as a file").click()
    file = tmp_path / "travels.json"
    waiting.value.save_as(file)
    data = tmp_path / "data"
    assert terminal(data, "saves", "import", str(file)).returncode == 0
    went = subprocess.run(
        [sys.executable, "-m", "flakhouse", "resume", "travels"],
        env={**os.environ, "FLAKHOUSE_DATA": str(data)},
        input="\n" * 200,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert went.returncode == 0, went.stderr
    back = tmp_path / "back.json"
    assert terminal(data, "saves", "export", "travels", "-o", str(back)).returncode == 0
    assert len(json.loads(back.read_text())["chapters"][0]["entries"]) > 1
    window.open("/")
    window.frame.locator(".imp [type=file]").set_input_files(back)
    window.frame.get_by_role("button", name="Import", exact=True).click()
    window.frame.wait_for_url("**/play/travels-1**")
    assert terminal(data, "replay", "travels", "--verify").returncode == 0


def test_everything_as_one_file_and_back_on_another_device(
    window: Window, context: BrowserContext, tmp_path: Path
) -> None:
    window.start()
    for game, name in (("b17", "one"), ("b29", "two")):
        window.begin(game, name, "5")
    window.open("/device")
    expect(window.frame.locator("#used")).to_contain_text("MB")
    with window.page.expect_download() as waiting:
        window.frame.get_by_role("link", name="Save all games to a file").click()
    file = tmp_path / "all.zip"
    waiting.value.save_as(file)
    names = {Path(name).stem for name in zipfile.ZipFile(file).namelist()}
    assert {"one", "two"} <= names
    other = Window(window.web, context)
    other.start("/device")
    for word in ("taken", "is here already"):
        other.frame.locator("[type=file]").set_input_files(file)
        other.frame.get_by_role("button", name="Take").click()
        expect(other.frame.get_by_text(f"One: {word}.")).to_be_visible()
    told = other.call("/api/saves")
    assert isinstance(told, list)
    assert {save["name"] for save in told} == names
    assert other.errors == []


def test_two_windows_share_one_python_and_the_second_goes_on_when_the_first_is_closed(
    web: Web, context: BrowserContext
) -> None:
    first = Window(web, context)
    first.start()
    first.begin("b17", "shared", "2")
    second = Window(web, context)
    second.start("/play/shared")
    assert len(first.page.workers) == 1
    assert len(second.page.workers) == 0
    at = first.at()
    first.answer()
    # The second window shows an old moment: it is told so, and nothing is played twice.
    second.frame.locator("#decision .opt.sel, #decision .free button, #decision [data-enter]").first.click()
    second.moved(at)
    expect(second.frame.get_by_role("alert")).to_contain_text("older than the game")
    assert second.at() == first.at()
    first.page.close()
    second.answer()
    assert len(second.page.workers) == 1


def test_odds_are_worked_out_beside_the_game(window: Window, home: BrowserContext) -> None:
    window.start()
    window.begin("b17", "chances", "2")
    while not window.frame.locator("[data-odds-go]").count():
        window.answer()
    window.frame.locator("[data-odds-go]").first.click()
    expect(window.frame.locator("#odds table")).to_be_visible(timeout=START)
    expect(window.frame.locator("#odds")).to_contain_text("Still counting")
    began = time.monotonic()
    window.send()
    assert time.monotonic() - began < 3
    told = window.call("/api/saves/chances/odds?samples=3")
    assert isinstance(told, dict)
    assert told["rows"][0]["cells"]
    assert {worker.url.rsplit("/", 1)[-1] for page in home.pages for worker in page.workers} == {"worker.mjs"}
    assert sum(len(page.workers) for page in home.pages) == 2


def test_a_study_tells_how_far_it_is_and_the_game_goes_on_meanwhile(window: Window, home: BrowserContext) -> None:
    window.start("/studies")
    study = window.page.evaluate_handle(
        """path => { const told = { lines: [], done: false };
          fetch(path).then(async (answer) => {
            const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
            for (;;) {
              const { value, done } = await reader.read();
              if (done) { told.done = true; return; }
              told.lines.push(...value.trim().split("\\n").map((line) => JSON.parse(line)));
            }
          });
          return told; }""",
        f"{window.web.base}studies/b17?games=40",
    )
    window.page.wait_for_function("told => told.lines.length > 0", arg=study, timeout=START)
    window.begin("b17", "meanwhile", "2")
    window.page.wait_for_function("told => told.done", arg=study, timeout=START)
    lines = study.evaluate("told => told.lines")
    shares = [line["done"] for line in lines if "done" in line]
    assert shares == sorted(shares)
    assert "<table" in lines[-1]["html"]


#: How often Python is ended: five times in one test, or as often as you like in tests of five each.
ROUNDS = max(1, int(os.environ.get("FLAKHOUSE_KILLS", "5")) // 5)


@pytest.mark.parametrize("number", range(ROUNDS))
def test_nothing_acknowledged_is_lost_however_often_python_is_killed(
    web: Web, context: BrowserContext, number: int
) -> None:
    chance = random.Random(7 + number)
    window = Window(web, context)
    window.start()
    window.begin("b29", "killed", str(13 + number))
    early = 0
    for kill in range(5):
        if window.over():
            window.begin("b29", f"killed-{kill}", str(kill))
        name, sent = window.frame.url.partition("/play/")[2].partition("/")[0], window.at()
        shown = window.answer_and_kill(chance.uniform(0, 160 if kill else 10)) or sent
        early += shown == sent
        left = window.call(f"/api/saves/{name}")
        assert isinstance(left, dict)
        lost = f"kill {kill}: {shown} was shown after {sent}, {left['at']} is left"
        assert (
            _moment(left["at"]) > _moment(sent) if shown == "scene" else _moment(left["at"]) >= _moment(shown)
        ), lost
        window.recover(f"/play/{name}")
        window.read()  # what was not told before the kill
    assert early, "Python was always quicker than the kill"
    told = window.call("/api/saves")
    assert isinstance(told, list)
    for save in told:
        file = window.call(f"/api/saves/{save['name']}/export")
        assert all(verdict.identical for verdict in check_save(read_save(json.dumps(file).encode())))


def _moment(at: str) -> tuple[int, int]:
    """The chapter and how often it was changed."""
    chapter, revision = at.split(".")
    return int(chapter), int(revision)


def _steps(window: Window, name: str) -> int:
    told = window.call(f"/api/saves/{name}/export")
    assert isinstance(told, dict)
    return len(told["chapters"][-1].get("entries", []))


def test_the_browser_is_asked_to_keep_everything_after_the_first_answer(web: Web, context: BrowserContext) -> None:
    context.add_init_script(
        "if (self === top && navigator.storage) { self.asked = 0;"
        " navigator.storage.persist = async () => { self.asked++; return true; }; }"
    )
    window = Window(web, context)
    window.start()
    assert window.page.evaluate("asked") == 0
    window.begin("b17", "for-good", "2")
    window.page.wait_for_function("asked === 1")
    window.answer()
    assert window.page.evaluate("asked") == 1


def test_a_new_version_is_offered_and_used_and_the_games_stay(
    browser: Browser, context: BrowserContext, folder: Path, tmp_path: Path
) -> None:
    place = tmp_path / "place"
    shutil.copytree(folder, place)
    with serving(place) as web:
        window = Window(web, context)
        window.start()
        window.begin("b17", "older", "2")
        window.answer()
        at = window.at()
        page = part(place, "index.html").replace(b"Three bomber wargames", b"Three newer wargames")
        republish(place, "9.9.9", index_DOT_html=page)
        window.page.evaluate("navigator.serviceWorker.getRegistration().then(r => r.update())")
        window.page.wait_for_function("navigator.serviceWorker.getRegistration().then(r => Boolean(r.waiting))")
        expect(window.page.locator("#update")).to_have_count(0)  # never during a mission
        window.open("/")
        expect(window.page.locator("#update")).to_contain_text("Version 9.9.9 is here")
        window.page.get_by_role("button", name="Use it now").click()
        expect(window.page.locator("#first h2").first).to_contain_text("newer", timeout=START)
        window.arrive()
        window.open("/play/older")
        assert window.at() == at
        names = window.page.evaluate("caches.keys()")
        assert len(names) == 1


def test_a_full_disk_is_told_and_nothing_is_half_written(web: Web, context: BrowserContext) -> None:
    window = Window(web, context)
    window.start()
    window.begin("b17", "full", "2")
    window.answer()
    at, steps = window.at(), _steps(window, "full")
    devtools = context.new_cdp_session(window.page)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": web.origin, "quotaSize": 1000})
    window.frame.locator("#decision .opt.sel, #decision .free button, #decision [data-enter]").first.click()
    expect(window.frame.get_by_role("alert")).to_contain_text("full")
    assert _steps(window, "full") == steps
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": web.origin})
    window.open("/play/full")
    assert window.at() == at
    window.answer()


def test_refused_storage_is_told_and_can_be_played_without(
    context: BrowserContext, folder: Path, tmp_path: Path
) -> None:
    place = tmp_path / "place"
    shutil.copytree(folder, place)
    disk = part(place, "engine/disk.mjs").replace(
        b"navigator.storage.getDirectory()", b"Promise.reject(new Error('no'))"
    )
    republish(place, "0.0.1", engine__disk_DOT_mjs=disk)
    with serving(place) as web:
        window = Window(web, context)
        window.start()
        expect(window.page.locator("#refused")).to_contain_text("does not let Flakhouse keep files here")
        window.begin("b17", "unkept", "2")
        window.answer()


def test_it_lies_in_any_folder_of_a_web_space(context: BrowserContext, folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "games" / "bombers"
    place.parent.mkdir()
    place.symlink_to(folder)
    with serving(tmp_path, "games/bombers/") as web:
        window = Window(web, context)
        window.start()
        window.begin("b17", "deep", "2")
        window.answer()
        window.frame.get_by_role("link", name="Charts").first.click()
        window.frame.wait_for_url(f"{web.base}charts**")
        window.frame.locator("#main").wait_for()
        window.open("/")
        window.frame.get_by_role("link", name="Continue").first.click()
        window.frame.locator("#decision").wait_for()
        assert window.errors == []
        assert [url for url in window.asked if not url.startswith((web.base, "data:"))] == []


def test_thrown_away_saves_are_told(web: Web, context: BrowserContext) -> None:
    window = Window(web, context)
    window.start()
    window.begin("b17", "gone", "2")
    window.page.goto(f"{web.base}static/tokens.css")  # nobody holds the files now
    window.page.wait_for_function(
        "async () => { try { await (await navigator.storage.getDirectory()).removeEntry('flakhouse_',"
        " { recursive: true }); return true; } catch { return false; } }"
    )
    window.start()
    expect(window.page.locator("#evicted")).to_contain_text("has cleared its storage")
    assert window.call("/api/saves") == []
    window.page.get_by_role("button", name="I see").click()
    expect(window.page.locator("#evicted")).to_have_count(0)


def test_a_first_start_cut_off_goes_on_without_fetching_anything_twice(web: Web, context: BrowserContext) -> None:
    window = Window(web, context)
    window.page.route("**/library.zip.*", lambda route: route.abort())
    window.page.goto(web.base)
    expect(window.page.locator("#when")).to_have_text("stopped", timeout=START)
    window.page.unroute("**/library.zip.*")
    had = {url for url in window.asked if "/parts/" in url and "library" not in url}
    assert had
    _bar_says_what_is_here(window)
    window.asked.clear()
    window.page.get_by_role("button", name="Try again").click()
    window.page.locator("#games .go").first.wait_for(timeout=START)
    assert not had & set(window.asked)
    assert any("library" in url for url in window.asked)


def _bar_says_what_is_here(window: Window) -> None:
    """The bar stands where the bytes in the cache say, four fifths of it being all of them."""
    listing = json.loads((window.web.folder / "files.json").read_text())
    here = window.page.evaluate(
        "async () => { const urls = []; for (const name of await caches.keys())"
        " urls.push(...(await (await caches.open(name)).keys()).map((one) => one.url)); return urls; }"
    )
    size = sum(one["packed"] for one in listing["parts"] if window.web.base + one["path"] in here)
    whole = sum(one["packed"] for one in listing["parts"])
    assert 0 < size < whole
    assert window.page.locator("#bar").get_attribute("aria-valuenow") == str(round(80 * size / whole))


def test_it_can_be_installed(window: Window, home: BrowserContext) -> None:
    window.start()
    devtools = home.new_cdp_session(window.page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["display"] == "standalone"
    found = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {one["errorId"] for one in found} <= {"in-incognito"}
