"""Other names for men and bombers: between missions, kept with the save, without touching what was flown."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from flakhouse import games
from flakhouse.careers.dossier import Tour
from flakhouse.careers.saves import names_now
from flakhouse.cli.main import main
from flakhouse.errors import SaveError, Unknown
from flakhouse.games.bomber.renaming import names_of, renamed
from flakhouse.store import Store
from flakhouse.store.kept import choose_nose, give_name
from tests.web.client import serving, visitor


def tour_of(saves: Path, save: str = "five") -> Tour:
    return msgspec.json.decode(visitor(serving(saves)).get(f"/api/saves/{save}/crew").content, type=Tour)


def test_a_man_and_the_bomber_are_called_otherwise_and_the_next_mission_knows_it(saves: Path) -> None:
    with Store() as store:
        game = games.load("b17")
        before = names_now(game, store.chapter("five"))
        choose_nose(store, "five", before["Bomber"], "moon")
        give_name(store, game, "five", "Pilot", "Zebulon Vance")
        give_name(store, game, "five", "Bomber", "Second Helping")
        give_name(store, game, "five", "Bomber", "Third Helping")
        session = store.next_chapter(game, "five")
        record = session.chapter.campaign
        assert record is not None
        assert names_of(record)["Pilot"] == "Zebulon Vance"
        assert names_of(record)["Bomber"] == "Third Helping"
        assert names_of(record)["Copilot"] == before["Copilot"]
        with pytest.raises(SaveError, match="under way"):
            give_name(store, game, "five", "Pilot", "Too Late")
        _, verdicts = store.import_(store.export("five"), verify=True)
        assert all(verdict.identical for verdict in verdicts)
    tour = tour_of(saves)
    assert next(man for man in reversed(tour.men) if man.position == "Pilot").name == "Zebulon Vance"
    assert [bomber.name for bomber in tour.bombers].count("Third Helping") == 1
    assert tour.bombers[-1].art == "moon"
    assert before["Bomber"] not in [bomber.name for bomber in tour.bombers]


def test_his_past_goes_with_a_renamed_man_and_another_of_the_name_keeps_his() -> None:
    rows = [
        {"bomber": "Sal", "crew": {"Pilot": "Joe Hill: KIA"}},
        {"bomber": "Sal", "crew": {"Pilot": "Joe Hill: on duty"}},
        {"bomber": "Ruby", "crew": {"Pilot": "Joe Hill: at base"}},
    ]
    record = {"bomber": {"name": "Ruby"}, "crew": {"Pilot": {"name": "Joe Hill"}}, "log": rows}
    new = renamed(record, {"Pilot/Joe Hill": "Al Wood", "Bomber/Ruby": "Pearl", "Pilot/Nobody": "X"})
    assert names_of(new) == {"Bomber": "Pearl", "Pilot": "Al Wood"}
    assert new["log"] == [
        {"bomber": "Sal", "crew": {"Pilot": "Joe Hill: KIA"}},
        {"bomber": "Sal", "crew": {"Pilot": "Al Wood: on duty"}},
        {"bomber": "Pearl", "crew": {"Pilot": "Al Wood: at base"}},
    ]
    assert record["crew"] == {"Pilot": {"name": "Joe Hill"}}
    assert renamed(record, {"Pilot/Somebody Else": "Al Wood"}) is record


@pytest.mark.parametrize("bad", ["", "  ", "x" * 41, "a\x07b"])
def test_a_name_nobody_can_have_is_refused(saves: Path, bad: str) -> None:
    with Store() as store:
        game = games.load("b17")
        with pytest.raises(SaveError):
            give_name(store, game, "five", "Pilot", bad)
        with pytest.raises(SaveError, match="already"):
            give_name(store, game, "five", "Pilot", names_now(game, store.chapter("five"))["Copilot"])
        with pytest.raises(Unknown):
            give_name(store, game, "five", "Bugler", "Joe Hill")


def test_a_save_from_elsewhere_whose_names_do_not_fit_is_refused(saves: Path) -> None:
    with Store() as store:
        game = games.load("b17")
        give_name(store, game, "five", "Pilot", "Zebulon Vance")
        store.next_chapter(game, "five")
        data = json.loads(store.export("five"))
        data["chapters"][-2]["names"] = {}
        with pytest.raises(SaveError, match="does not begin where it ends"):
            store.import_(json.dumps(data).encode())
        data["chapters"][-2]["names"] = {"Pilot/x": "y" * 99}
        with pytest.raises(SaveError):
            store.import_(json.dumps(data).encode())


def test_names_change_in_terminal_browser_and_api(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    client = visitor(serving(saves))
    before = client.get("/api/saves/five/names").json()
    assert list(before)[:2] == ["Bomber", "Bombardier"]
    last = before["Pilot"].split()[-1]
    assert main(["crew", "five", last, "--call", "Zebulon Vance"]) == 0
    assert "is called Zebulon Vance" in capsys.readouterr().out
    assert client.get("/api/saves/five/names").json()["Pilot"] == "Zebulon Vance"
    page = client.get("/play/five/crew").text
    assert 'value="Zebulon Vance"' in page
    sent = client.post("/play/five/names", data={"name-Pilot": "<b>Vance</b>", "name-Copilot": before["Copilot"]})
    assert sent.status_code == 303
    page = client.get("/play/five/crew").text
    assert "<b>Vance</b>" not in page
    assert "&lt;b&gt;Vance&lt;/b&gt;" in page
    called = client.post("/api/saves/five/names", json={"names": {"Bomber": "Second Helping"}})
    assert called.json()["Bomber"] == "Second Helping"
    assert client.post("/api/saves/five/names", json={"names": {"Bomber": ""}}).status_code in (400, 409, 422)
    assert main(["crew", "five", "bomber", "--call", "Sal"]) == 0
    assert main(["crew", "ten", "Doolittle", "--call", "Sal"]) == 2
