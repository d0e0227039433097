"""Hostile records, a disk that refuses, rules that change: told in one line, no record silently changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from flakhouse import games
from flakhouse.core.agents import Default
from flakhouse.core.chapter import Chapter, Keeper, begin
from flakhouse.core.charts import parse
from flakhouse.core.dice import Fixed
from flakhouse.core.game import read_house
from flakhouse.core.journal import Entry
from flakhouse.core.referee import Referee
from flakhouse.core.session import Session
from flakhouse.errors import ChartError, PositionError, SaveError
from flakhouse.games.b29 import campaign as b29_campaign
from flakhouse.games.b29 import position
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.state import Campaign
from flakhouse.games.b29.words import Fate, Position, Repair
from flakhouse.store import Store
from tests.core import toy
from tests.core.test_session import play_out
from tests.core.toy import GAME
from tests.store.helpers import damaged, execute, new, tour


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    before = dict(games.REGISTRY)
    toy.register()
    yield
    games.REGISTRY.clear()
    games.REGISTRY.update(before)


@pytest.mark.parametrize(
    ("path", "value", "what"),
    [
        ("chapters.2.entries.0.surprise", 1, "surprise"),
        ("chapters.2.seeds", [[0, ""]], "a seed is missing"),
        ("chapters.2.seeds", [[0, "a\x1b[2J"]], "unprintable"),
        ("chapters.2.house_name", "x\x1b", "unprintable"),
        ("chapters.2.house_name", "x", "without their text"),
        ("chapters.2.version", "v" * 300, "too long"),
        ("chapters.2.remarks", ["two\nlines"], "remarks"),
        ("chapters.2.step", "wind", "without a position"),
        ("chapters.2.house", "a = " + "9" * 5000, "4300 digits"),
        ("flakhouse", "\x1b", "unprintable"),
        ("error", "e" * 3000, "too long"),
    ],
)
@pytest.mark.parametrize("verify", [True, False])
def test_a_hostile_file_is_refused_with_and_without_a_replay(
    tmp_path: Path, path: str, value: object, what: str, verify: bool
) -> None:
    with Store(tmp_path / "data") as store:
        data = damaged(store.export(tour(store)), path, value)
    with Store(tmp_path / "elsewhere") as other:
        with pytest.raises(SaveError, match=what):
            other.import_(data, verify=verify)
        assert other.saves() == []


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a = " + "9" * 5000, "4300 digits"),
        ("a = " + "[" * 100_000, "nested too deeply"),
        ("a" + ".a" * 20_000 + " = 1", "dots"),
        ("#" * 600_000, "longer than any"),
    ],
)
def test_house_rules_nobody_can_read_are_refused_at_once(text: str, what: str) -> None:
    with pytest.raises(ChartError, match=what):
        read_house(GAME, "mine.toml", text)


@pytest.mark.parametrize(
    ("old", "by", "what"),
    [
        ("mission 12", "mission " + "9" * 5000, "second line"),
        ("zone 10", "zone " + "9" * 5000, "third line"),
        ("outbound", "outbound\nflight: turn 9999", "no flight lasts"),
        ("outbound", "outbound\nman Pilot: missions -5", "negative"),
    ],
)
def test_positions_with_impossible_numbers(old: str, by: str, what: str) -> None:
    text = "b29 position 1\nmission 12: Tokyo; Aircraft Factory; day; MED\nzone 10 outbound\n"
    with pytest.raises(PositionError, match=what):
        position.read(text.replace(old, by), Options())


def test_a_campaign_no_tour_can_have_left() -> None:
    def fault(**changes: object) -> str:
        record = b29_campaign.unnamed_campaign(b29_campaign.unnamed_crew(3))
        for key, value in changes.items():
            setattr(record, key, value)
        return b29_campaign.record_fault(record)

    crew = b29_campaign.unnamed_crew(3)
    assert fault() == ""
    assert "not complete" in fault(crew={})
    assert "not complete" in fault(crew=dict(list(crew.items())[1:]))
    assert "credited" in fault(credited=10**9)
    assert "credited" in fault(credited=-1)
    for key in ("flights", "victories", "draws", "defeats", "named", "names_from"):
        assert "negative" in fault(**{key: -1})
        assert "too large" in fault(**{key: 10**9})
    assert "negative" in fault(city_boxes={"Tokyo": -1})
    crew[Position.PILOT].fate = Fate.KIA
    assert "Pilot" in fault(crew=crew)
    crew = b29_campaign.unnamed_crew(3)
    crew[Position.PILOT].name = "a\x1b[2J"
    assert "name" in fault(crew=crew)
    crew[Position.PILOT].name, crew[Position.PILOT].position = "Joe", Position.COPILOT
    assert "Pilot" in fault(crew=crew)
    bomber = b29_campaign.unnamed_campaign({}).bomber
    bomber.name = ""
    assert "bomber's name" in fault(bomber=bomber)
    bomber.state = Repair.REPAIRABLE
    assert "not fit" in fault(bomber=bomber)


def test_a_nonsense_campaign_is_refused_before_it_is_flown() -> None:
    game = games.load("b29")
    record: Campaign = b29_campaign.unnamed_campaign(b29_campaign.unnamed_crew(0))
    record.credited = 10**9
    session = Session(game, begin(game, "1/1", campaign=msgspec.to_builtins(record, str_keys=True)))
    with pytest.raises(SaveError, match="campaign record is damaged: 1000000000 credited"):
        session.run()


# ------------------------------------------------------------------ the disk refuses


class Refusing(Keeper):
    """A disk that is full for a while."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.kept: list[Entry] = []

    def _do(self, what: str) -> None:
        if what == self.what:
            raise SaveError("the disk is full")

    def append(self, at: int, entries: Sequence[Entry], own: int, chapter: Chapter | None = None) -> None:
        if own:
            self._do("answer")
        if own < len(entries):
            self._do("auto")
        if chapter is not None:
            self._do("finish")
        assert at == len(self.kept)
        self.kept += entries

    def settings(self, chapter: Chapter) -> None:
        self._do("settings")

    def finish(self, chapter: Chapter) -> None:
        self._do("finish")


@pytest.mark.parametrize("what", ["auto", "answer", "finish"])
def test_a_refused_write_leaves_memory_and_disk_alike(what: str) -> None:
    keeper = Refusing(what)
    session = Session(GAME, begin(GAME, "7", automation="routine"), keeper)
    refused = 0
    for _ in range(40):
        try:
            if session.pending is None and session.finish is None:
                session.run()
            elif session.pending is not None:
                session.answer(session.pending.default)
        except SaveError:
            refused += 1
            keeper.what = ""
        assert keeper.kept == session.chapter.entries
        assert session.pending is not None or session.finish is not None
        if session.finish is not None:
            break
    assert refused == 1
    assert session.finish is not None
    assert session.verify().identical


def test_refused_settings_are_not_taken() -> None:
    session = Session(GAME, begin(GAME, "7"), Refusing("settings"))
    session.run()
    with pytest.raises(SaveError):
        session.set_table_dice(True)
    with pytest.raises(SaveError):
        session.set_automation("routine", open_too=True)
    assert (session.table_dice, session.automation) == (False, "none")


def test_a_flight_whose_end_was_not_written_goes_on(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        play_out(new(store, "a"))
        execute(store, "UPDATE chapters SET finished='null', final_check=NULL")
        assert store.next_chapter(GAME, "a").chapter.number == 2


# ------------------------------------------------------------------ damaged files


@pytest.mark.parametrize("size", [1, 100, 511])
def test_a_file_cut_off_at_its_head_is_not_begun_anew(tmp_path: Path, size: int) -> None:
    Store(tmp_path).close()
    path = tmp_path / "saves.sqlite3"
    path.write_bytes(path.read_bytes()[:size])
    before = path.read_bytes()
    with pytest.raises(SaveError, match=r"damaged.*nothing was changed"):
        Store(tmp_path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("sql", "what"),
    [
        ("UPDATE chapters SET undos='x'", "damaged"),
        ("UPDATE chapters SET number='x'", "damaged"),
        ("UPDATE chapters SET seeds='[]'", "no seed"),
        ("DROP TABLE entries", "damaged"),
        ("PRAGMA user_version=-3", "another program"),
    ],
)
def test_a_tampered_database_is_told_in_words(tmp_path: Path, sql: str, what: str) -> None:
    with Store(tmp_path) as store:
        new(store, "a")
        execute(store, sql)
    with pytest.raises(SaveError, match=what), Store(tmp_path) as store:
        store.session(GAME, "a")


@pytest.mark.parametrize("number", [-1, 0, 2, 10**30])
def test_a_copy_up_to_a_flight_there_is_not(tmp_path: Path, number: int) -> None:
    with Store(tmp_path) as store:
        new(store, "a")
        with pytest.raises(SaveError, match="missions 1 to 1"):
            store.copy(GAME, "a", number=number)
        assert store.names() == ["a"]


# ------------------------------------------------------------------ a changed cell


def test_a_changed_cell_shows_in_the_check_only_if_it_was_rolled() -> None:
    text = '[chart.x]\ntitle="x"\nrule="1"\ndice="1d6"\nsource="ruling"\nfrom="x"\ngrid="""\n1-3 | a\n4-6 | b\n"""'

    def check(text: str, face: int, house: bool) -> int:
        chart = parse("x", text)["x"]
        ref = Referee(
            Fixed(face),
            Default(),
            house={"x": chart} if house else None,  # type: ignore[dict-item]
            keep=True,
        )
        ref.roll(chart)
        return ref.check

    other = text.replace("| b", "| c")
    for house in (False, True):
        assert check(text, 2, house) == check(other, 2, house)
        assert check(text, 5, house) != check(other, 5, house)
    assert check(text, 5, False) == check(text, 5, True)
