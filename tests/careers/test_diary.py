"""The diary: notes kept with the save, shown where its story is told; play never sees them."""

from __future__ import annotations

from pathlib import Path

import pytest

from flakhouse.cli.main import main
from flakhouse.core.chapter import Chapter, Note
from flakhouse.errors import SaveError
from flakhouse.savefile import check_save, read_save
from flakhouse.store import Store
from flakhouse.store.kept import add_note
from tests.web.client import serving, visitor

EVIL = "<b>Foster</b> & we"


def test_a_note_changes_neither_the_check_nor_the_steps_nor_the_count_of_changes(saves: Path) -> None:
    with Store() as store:
        before = store.chapters("five"), store.revision("five")
        add_note(store, "five", "Over Lille again.")
        after = store.chapters("five"), store.revision("five")
        assert after[1] == before[1]
        assert [(c.check, c.entries, c.finished) for c in after[0]] == [
            (c.check, c.entries, c.finished) for c in before[0]
        ]
        last = after[0][-1]
        assert [(note.step, note.text) for note in last.notes] == [(len(last.entries), "Over Lille again.")]


def test_a_save_without_notes_is_exported_as_before(saves: Path) -> None:
    with Store() as store:
        data = store.export("five")
    assert b'"notes"' not in data
    assert b'"noses"' not in data


def test_notes_travel_with_an_exported_save_and_a_file_with_bad_ones_is_refused(saves: Path) -> None:
    with Store() as store:
        add_note(store, "four", "A quiet one.\nTwo lines.")
        save = read_save(store.export("four"))
        name, _ = store.import_(store.export("four"))
        assert store.chapters(name)[-1].notes == store.chapters("four")[-1].notes
    for note in (Note(-1, "now", "x"), Note(0, "now", ""), Note(0, "now", "\x1b[2J"), Note(0, "now", "x" * 2001)):
        chapter: Chapter = save.chapters[-1]
        chapter.notes = [note]
        with pytest.raises(SaveError, match="note"):
            check_save(save, verify=False)


def test_the_terminal_writes_shows_and_removes_notes(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diary", "five", "Foster flew her home."]) == 0
    assert "Foster flew her home." in capsys.readouterr().out
    assert main(["diary", "five", "Too early.", "--mission", "1"]) == 0
    assert main(["diary", "five", "--mission", "1", "--remove", "1"]) == 0
    capsys.readouterr()
    assert main(["diary", "five"]) == 0
    told = capsys.readouterr().out
    assert "Foster" in told
    assert "Too early" not in told
    assert main(["diary", "five", "   "]) == 2


def test_the_story_the_careers_and_the_shared_page_show_the_notes_as_text(
    saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diary", "five", EVIL]) == 0
    capsys.readouterr()
    assert main(["report", "five", "--kind", "story"]) == 0
    assert f"From the diary: {EVIL}" in capsys.readouterr().out
    assert main(["crew", "five"]) == 0
    assert EVIL in capsys.readouterr().out
    assert main(["export", "five", "--html"]) == 0
    shared = capsys.readouterr().out
    assert EVIL not in shared
    assert "&lt;b&gt;Foster&lt;/b&gt; &amp; we" in shared
    client = visitor(serving(saves))
    for address in ("/play/five/report/story", "/play/five/report/debrief", "/play/five/crew", "/play/five/diary"):
        page = client.get(address).text
        assert EVIL not in page
        assert "&lt;b&gt;Foster&lt;/b&gt; &amp; we" in page, address
    man = next(m for m in client.get("/api/saves/five/crew").json()["men"] if m["name"].endswith("Foster"))
    assert "From the diary" in client.get(f"/play/five/crew/{man['id']}").text


def test_the_page_writes_and_removes_a_note_without_a_script(saves: Path) -> None:
    client = visitor(serving(saves))
    assert client.post("/play/five/diary", data={"text": "Rain."}).status_code == 303
    notes = client.get("/api/saves/five/diary").json()
    assert [note["text"] for note in notes] == ["Rain."]
    refused = client.post("/play/five/diary", data={"text": "  "})
    assert refused.status_code == 400
    assert "the note is empty" in refused.text.lower()
    client.post("/play/five/diary/remove", data={"chapter": str(notes[0]["chapter"]), "index": "0"})
    assert client.get("/api/saves/five/diary").json() == []
    written = client.post("/api/saves/five/diary", json={"text": "From a program."})
    assert (written.status_code, written.json()["text"]) == (201, "From a program.")


def test_a_flight_is_exported_by_the_terminal_and_the_browser_alike(saves: Path, tmp_path: Path) -> None:
    file = tmp_path / "flight.html"
    assert main(["export", "five", "--html", "--mission", "3", "-o", str(file)]) == 0
    assert main(["export", "five", "--html", "--mission", "3", "-o", str(file)]) == 2
    client = visitor(serving(saves))
    got = client.get("/play/five/flight.html?chapter=3", headers={"sec-fetch-site": "same-origin"})
    assert got.headers["content-disposition"] == 'attachment; filename="five-3.html"'
    assert got.text == file.read_text(encoding="utf-8")
    assert client.get("/play/five/flight.html?chapter=99").status_code == 400
    assert "/play/five/flight.html?chapter=3" in client.get("/play/five/report/debrief?chapter=3").text
