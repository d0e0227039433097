"""What can be done with saves, in the browser."""

from __future__ import annotations

from pathlib import Path

from tests.browser.desk import Desk, expect


def test_a_save_is_renamed_copied_exported_deleted_and_imported(desk: Desk, tmp_path: Path) -> None:
    desk.server.prepare("old-name", "b17", 3)
    steps = desk.server.session("old-name").steps
    page = desk.page
    desk.open("/saves/old-name")
    desk.shot("save")
    page.get_by_label("New name").fill("new-name")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator("h1")).to_have_text("new-name")
    page.get_by_label("Name of the copy, or empty").fill("its-copy")
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("h1")).to_have_text("its-copy")
    assert desk.server.session("its-copy").steps == steps
    with page.expect_download() as got:
        page.get_by_role("link", name="Export as a file").click()
    file = tmp_path / got.value.suggested_filename
    got.value.save_as(file)
    assert file.name == "its-copy.json"
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("[role=alert]")).to_contain_text("Tick the box first")
    desk.refused(400)
    page.get_by_label("Yes, delete it for good").check()
    page.get_by_role("button", name="Delete").click()
    page.wait_for_url(f"{desk.server.base}/")
    with desk.server.store() as store:
        assert "its-copy" not in store.names()
        assert "new-name" in store.names()
        assert "old-name" not in store.names()
    page.get_by_label("Import a save").set_input_files(file)
    page.get_by_role("button", name="Import", exact=True).click()
    page.wait_for_url("**/play/its-copy")
    assert desk.server.session("its-copy").steps == steps
    desk.answer()
    assert desk.server.flakhouse("replay", "its-copy", "--verify").returncode == 0


def test_a_file_that_is_no_save_is_refused_with_a_reason(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "no.json"
    file.write_text('{"hello": "<b>world</b>"}')
    desk.open("/")
    with desk.server.store() as store:
        before = store.names()
    desk.page.get_by_label("Import a save").set_input_files(file)
    desk.page.get_by_role("button", name="Import", exact=True).click()
    expect(desk.page.locator("[role=alert]")).to_be_visible()
    desk.refused(400)
    with desk.server.store() as store:
        assert store.names() == before


def test_names_that_cannot_be_are_refused_with_a_reason(desk: Desk) -> None:
    desk.server.prepare("fine", "b17", 0)
    desk.open("/saves/fine")
    desk.page.get_by_label("New name").fill("<script>alert(1)</script>")
    desk.page.get_by_role("button", name="Rename").click()
    expect(desk.page.locator("[role=alert]")).to_contain_text("<script>alert(1)</script>")
    desk.refused(400)
    with desk.server.store() as store:
        assert "fine" in store.names()


def test_games_under_way_are_listed_with_where_they_stand(desk: Desk) -> None:
    name = desk.server.prepare("listed", "attack", 4)
    desk.decide(name)
    desk.open("/")
    line = desk.page.locator(".tour", has_text=name)
    pending = desk.server.session(name).pending
    assert pending is not None
    assert pending.prompt in line.inner_text()
    desk.shot("start-running", full=True)
    line.get_by_role("link", name="Continue").click()
    assert desk.prompt() == pending.prompt
