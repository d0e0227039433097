"""A squadron: its record book is the sum of what its members' saves say."""

from __future__ import annotations

from pathlib import Path

import pytest

from flakhouse import games
from flakhouse.challenges.squadron import Tally, added, tally
from flakhouse.core.chapter import Chapter, begin
from flakhouse.core.events import Noted
from flakhouse.core.game import Finish
from flakhouse.core.session import Session
from flakhouse.errors import OptionError, Refused, SaveError, Unknown
from flakhouse.savefile import FORMAT, SaveFile
from flakhouse.store import Store
from flakhouse.store.squadrons import Squadrons
from tests.challenges.flying import fly
from tests.web.client import player, server_of, serving, told, visitor


def tour(game_name: str, seed: str, missions: int) -> list[Chapter]:
    """The first missions of a tour flown by a bot."""
    game = games.load(game_name)
    chapters: list[Chapter] = []
    campaign = None
    for number in range(1, missions + 1):
        chapter = begin(game, f"{seed}/{number}", number=number, campaign=campaign)
        chapters.append(fly(game, chapter))
        assert chapter.finished is not None
        campaign = chapter.finished.campaign
        if chapter.finished.over:
            break
    return chapters


def shot_down(game_name: str, chapter: Chapter) -> int:
    """The fighters that the log of a chapter has shot down."""
    session = Session(games.load(game_name), chapter)
    session.run()
    return sum(isinstance(event, Noted) and event.kind == "fighter-destroyed" for event in session.events)


def kept(store: Store, name: str, chapters: list[Chapter]) -> None:
    game = chapters[0].game
    created = "2026-01-01T00:00:00"
    store.put(SaveFile(format=FORMAT, name=name, game=game, seed=name, created=created, chapters=chapters), True)


@pytest.mark.parametrize("game", ["b17", "b29"])
def test_a_book_has_the_tours_side_by_side_and_their_sum(tmp_path: Path, game: str) -> None:
    with Store(tmp_path) as store:
        squadron = Squadrons(store.database)
        key = squadron.create("  Ruhr   Express ", game, None)
        assert squadron.book(key).together == Tally()
        tours = {name: tour(game, name, 6) for name in ("ann", "bob")}
        for name, chapters in tours.items():
            kept(store, name, chapters)
            squadron.join(store, key, name.title(), name)
        book = squadron.book(key)
        assert (book.name, [m.player for m in book.members]) == ("Ruhr Express", ["Ann", "Bob"])
        for member in book.members:
            ends = [c.finished for c in tours[member.save] if c.finished]
            crews = [man["fate"] for e in ends for man in e.outcome["crew"].values()]  # type: ignore[attr-defined]
            assert member.tally.missions == len(ends)
            assert member.tally.credited == sum(bool(e.outcome["credited"]) for e in ends)
            assert member.tally.victories == sum(shot_down(game, chapter) for chapter in tours[member.save])
            assert member.tally.men_lost == sum(f not in ("on duty", "tour complete", "IH") for f in crews)
        one, two = (member.tally for member in book.members)
        assert book.together.missions == one.missions + two.missions == 12
        assert book.together.victories == one.victories + two.victories > 0
        assert book.together == added([one, two])
        assert squadron.of(None)[0].members == 2
        squadron.leave(key, None, "Bob")
        store.delete("ann")
        assert squadron.book(key).members == []


def test_losses_and_complete_tours_are_counted() -> None:
    def end(fate: str, state: str, over: bool = False, **more: object) -> Finish:
        crew = {"Pilot": {"fate": fate}, "Copilot": {"fate": "on duty"}}
        facts = {"credited": True, "bombs": "on target", "bomber": {"state": state}, "crew": crew}
        record: dict[str, object] = {"crew": {"Pilot": {"kills": 3}}, "men_past": [{"kills": 1}]}
        return Finish(record, {**facts, **more}, over)

    assert tally([]) == Tally()
    assert tally([end("KIA", "lost"), end("IH", "irreparable", credited=False, bombs="off target")]) == Tally(
        2, 1, 1, 4, 1, 2, 0
    )
    assert tally([end("BO-C", "sound"), end("tour complete", "repairable", over=True, bombs=None)]) == Tally(
        2, 2, 1, 4, 1, 0, 1
    )


def test_who_cannot_join_is_told_why(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        squadron = Squadrons(store.database)
        with pytest.raises(OptionError, match="flies tours"):
            squadron.create("Raiders", "doolittle", None)
        with pytest.raises(OptionError, match="1 to 40"):
            squadron.create(" ", "b17", None)
        key = squadron.create("Ruhr", "b17", None)
        kept(store, "mine", tour("b17", "x", 1))
        kept(store, "other", tour("b29", "x", 1))
        squadron.join(store, key, "Ann", "mine")
        with pytest.raises(Refused, match="already"):
            squadron.join(store, key, "Ann", "mine")
        with pytest.raises(OptionError, match="is a tour of b29"):
            squadron.join(store, key, "Bob", "other")
        with pytest.raises(Unknown, match="no save"):
            squadron.join(store, key, "Bob", "nothing")
        with pytest.raises(Unknown, match="no squadron"):
            squadron.book("nothing")
        with pytest.raises(SaveError, match="does not fly"):
            squadron.leave(key, 7, "Ann")


def test_a_squadron_by_pages_and_calls(tmp_path: Path) -> None:
    app = serving(tmp_path, accounts=True)
    ann, account = player(app, "ann")
    bob, _ = player(app, "bob")
    kept(Store.on(server_of(app).database, account.id), "lady", tour("b17", "lady", 2))
    made = ann.post("/squadrons", data={"name": "<i>Ruhr</i>", "game": "b17"})
    where = made.headers["location"]
    assert ann.post(f"{where}/join", data={"save": "lady"}).status_code == 303
    shown = bob.get(where)
    assert "&lt;i&gt;Ruhr&lt;/i&gt;" in shown.text
    assert "You have no tour of this game." in shown.text
    assert bob.post(f"{where}/join", data={"save": "lady"}).status_code == 404
    assert bob.get("/api/squadrons").json() == []
    book = told(ann.get(f"/api{where}"))
    assert book["together"]["missions"] == 2  # type: ignore[index]
    assert bob.post(f"/api{where}/leave", json={}).status_code == 400
    assert told(ann.post(f"/api{where}/leave", json={}))["members"] == []
    assert visitor(app).get(where).status_code == 303
    server_of(app).close()
