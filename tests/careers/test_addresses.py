"""A flight under an address: to be read by whoever has it, until its owner withdraws it; it tells nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from flakhouse import games
from flakhouse.core.chapter import begin
from flakhouse.errors import SaveError, Unknown
from flakhouse.store import Database, Store
from flakhouse.store.addresses import address_of, lend, lent, withdraw
from flakhouse.store.backup import restore, write_backup
from tests.challenges.flying import fly
from tests.web.client import player, serving, visitor


def made(client: httpx.Client, chapter: int = 3) -> str:
    sent = client.post("/play/five/address", data={"chapter": str(chapter), "say": "make"})
    assert sent.status_code == 303
    with Store() as store:
        return address_of(store, "five", chapter)


def test_whoever_has_the_address_reads_story_board_and_log_and_nothing_more(saves: Path) -> None:
    client = visitor(serving(saves))
    secret = made(client)
    assert len(secret) >= 24
    shown = client.get(f"/flights/{secret}")
    assert shown.status_code == 200
    assert "noindex" in shown.headers["x-robots-tag"]
    page = shown.text
    with Store() as store:
        info = store.info("five")
        story = client.get("/api/saves/five/report/story?chapter=3&format=text").text
        seeds = [chapter.seeds[0][1] for chapter in store.chapters("five")]
    first = story.split("\n\n")[1].replace("\n", " ").split(". ")[0]
    assert first.replace("'", "&#39;") in page
    assert 'id="log"' in page
    assert 'id="end"' in page
    assert "<style" not in page
    assert "style=" not in page
    assert info.name not in re.sub(r"<[^>]*>|[Ff]ive [a-z]+|twenty-five", " ", page).split()
    assert not any(f"eed {seed}" in page for seed in seeds)
    assert "/play/" not in page
    assert "<form" not in page
    assert "<script" not in page


def test_an_address_is_the_same_until_it_is_withdrawn_and_then_finds_nothing(saves: Path) -> None:
    client = visitor(serving(saves))
    secret = made(client)
    assert made(client) == secret
    assert made(client, 4) != secret
    assert client.post("/play/five/address", data={"chapter": "3", "say": "withdraw"}).status_code == 303
    assert client.get(f"/flights/{secret}").status_code == 404
    assert made(client) != secret


@pytest.mark.parametrize("secret", ["", "x", "a" * 24, "' OR 1=1 --aaaaaaaaaaaaa", "A" * 300])
def test_an_address_nobody_gave_finds_nothing(saves: Path, secret: str) -> None:
    with Store() as store, pytest.raises(Unknown, match="nothing is shown"):
        lent(store.database, secret)


def test_only_a_flight_that_is_over_gets_one_and_only_as_long_as_it_is(saves: Path) -> None:
    with Store() as store:
        last = store.info("five").chapter
        secret = lend(store, "five", last)
        session = store.session(games.load("b17"), "five")
        session.run()
        session.undo()
        with pytest.raises(Unknown):
            lent(store.database, secret)
        with pytest.raises(SaveError, match="is over"):
            lend(store, "five", last)
        withdraw(store, "five", last)
        assert address_of(store, "five", last) == ""


def test_a_copy_and_an_exported_save_have_no_address_and_a_backup_keeps_it(saves: Path, tmp_path: Path) -> None:
    with Store() as store:
        secret = lend(store, "five", 3)
        assert secret.encode() not in store.export("five")
        copy = store.copy(games.load("b17"), "five", "copy")
        assert address_of(store, copy, 3) == ""
        write_backup(store.database, tmp_path / "all.jsonl")
    with Database(tmp_path / "other" / "saves.sqlite3") as other:
        restore(other, tmp_path / "all.jsonl")
        assert lent(other, secret).loaded.chapter.number == 3


def test_on_a_hosted_server_a_stranger_reads_and_only_the_owner_makes_and_withdraws(tmp_path: Path) -> None:
    app = serving(tmp_path, accounts=True)
    owner, account = player(app, "anna")
    other, _ = player(app, "berta")
    game = games.load("b17")
    with Store(tmp_path, owner=account.id) as store:
        store.create(begin(game, "77-secret-seed"), "77-secret-seed", "private-name")
        session = store.session(game, "private-name")
        session.run()
        while session.pending is not None:
            session.answer(session.pending.default)
        assert session.finish is not None
    sent = owner.post("/play/private-name/address", data={"chapter": "1", "say": "make"})
    assert sent.status_code == 303
    page = owner.get("/play/private-name/report/debrief").text
    found = re.search(r"/flights/([\w-]{24})", page)
    assert found is not None
    stranger = visitor(app)
    shown = stranger.get(f"/flights/{found.group(1)}")
    assert shown.status_code == 200
    for word in ("private-name", "77-secret-seed", "anna", "csrf"):
        assert word not in shown.text
    assert other.post("/play/private-name/address", data={"chapter": "1", "say": "withdraw"}).status_code == 404
    assert stranger.get(f"/flights/{found.group(1)}").status_code == 200
    assert owner.post("/play/private-name/address", data={"chapter": "1", "say": "withdraw"}).status_code == 303
    assert stranger.get(f"/flights/{found.group(1)}").status_code == 404
    assert stranger.get("/play/private-name/report/debrief").status_code in (303, 401)


def test_programs_make_list_and_withdraw_addresses_and_another_account_cannot(tmp_path: Path) -> None:
    app = serving(tmp_path, accounts=True)
    owner, account = player(app, "anna")
    other, _ = player(app, "berta")
    game = games.load("b17")
    with Store(tmp_path, owner=account.id) as store:
        store.create(fly(game, begin(game, "s/1")), "s", "lady")
        store.create(begin(game, "t/1"), "t", "begun")
    where = "/api/saves/lady/addresses"
    assert owner.get(where).json() == []
    made = owner.post(where, json={"chapter": 1})
    assert made.status_code == 201
    found = made.json()
    assert found["chapter"] == 1
    assert visitor(app).get(found["path"]).status_code == 200
    assert owner.post(where, json={"chapter": 1}).json() == found
    assert owner.get(where).json() == [found]
    for sent in (
        other.get(where),
        other.post(where, json={"chapter": 1}),
        other.delete(f"{where}/1"),
        owner.post(where, json={"chapter": 2}),
        *(owner.delete(f"{where}/{text}") for text in ("0", "2", "x", "-1", "9" * 30)),
    ):
        assert sent.status_code == 404, sent.text
        assert found["path"] not in sent.text
    assert owner.post("/api/saves/begun/addresses", json={"chapter": 1}).status_code == 400
    assert visitor(app).get(where).status_code == 401
    assert visitor(app).get(found["path"]).status_code == 200
    assert owner.delete(f"{where}/1").status_code == 204
    assert owner.get(where).json() == []
    assert visitor(app).get(found["path"]).status_code == 404
