"""Export and import: a file from elsewhere is checked in every part, and touches nothing if it is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from flakhouse.errors import SaveError
from flakhouse.store import Store
from tests.core.test_session import play_out
from tests.core.toy import GAME
from tests.store.helpers import damaged, tour


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """What is refused is refused before the database is asked, so one kind will do."""
    with Store(tmp_path / "data") as opened:
        yield opened


def test_export_and_import_give_the_same_save(store: Store, tmp_path: Path) -> None:
    name = tour(store)
    data = store.export(name)
    with Store(tmp_path / "elsewhere") as other:
        kept, verdicts = other.import_(data)
        assert kept == name
        assert [v.identical for v in verdicts] == [True] * 3
        assert other.chapters(kept) == store.chapters(name)
        assert other.import_(data)[0] == "tour-1"
        assert other.import_(data, "mine")[0] == "mine"
        s = other.session(GAME, "mine")
        s.run()
        play_out(s)
        with pytest.raises(SaveError, match="already"):
            other.import_(data, "mine")
    assert store.info(name).status == "playing"


@pytest.mark.parametrize(
    ("path", "value", "what"),
    [
        ("format", "other", "format 'other'"),
        ("format_version", 9, "a save of format 9"),
        ("surprise", 1, "surprise"),
        ("name", "../../etc/passwd", "is no name"),
        ("game", "chess", "a save of 'chess'"),
        ("seed", "", "seed"),
        ("created", "yesterday", "created"),
        ("chapters", [], "1 to 1000 chapters"),
        ("chapters.0.number", 2, "number 2 of 'toy'"),
        ("chapters.1.game", "b29", "number 2 of 'b29'"),
        ("chapters.0.surprise", 1, "surprise"),
        ("chapters.0.finished", None, "it must be finished"),
        ("chapters.0.finished.over", True, "the tour not over"),
        ("chapters.0.finished.campaign.flights", 9, "does not begin where it ends"),
        ("chapters.2.campaign", {"name": 3}, "does not begin where it ends"),
        ("chapters.0.check", 5, "the last rolls are no longer the same"),
        ("chapters.0.check", None, "do not stand together"),
        ("chapters.0.finished.outcome.tear", 77, "tear was 77"),
        ("chapters.2.seeds", [], "seeds"),
        ("chapters.2.seeds", [[1, "a"]], "seeds"),
        ("chapters.2.seeds", [[0, "a"], [10**30, "b"]], "seeds"),
        ("chapters.2.seeds", [[0, "other"]], "no longer the same"),
        ("chapters.2.given", [9], "1 to 6, not 9"),
        ("chapters.2.undos", -1, "negative"),
        ("chapters.2.undos", 10**30, "far too large"),
        ("chapters.2.automation", "all", "automation 'all'"),
        ("chapters.2.auto", [5], "automatic steps"),
        ("chapters.2.options", {"age": "old"}, "not complete"),
        ("chapters.2.options.age", "ripe", "expected new or old"),
        ("chapters.2.house", "[nonsense]\nx = 1", "there is no table"),
        ("chapters.2.entries.0.key", "sideways", "no longer an option"),
        ("chapters.2.entries.0.ask", "ballast", "recorded 'ballast'"),
        ("chapters.2.entries.0.type", "spell", "Invalid value"),
        ("chapters.2.entries.0", {"type": "throw", "roll": 1, "chart": "1-1", "faces": [0, 9]}, "not 0"),
        ("chapters.2.position", "nonsense", "cannot read position"),
    ],
)
def test_a_damaged_or_hostile_file_is_refused_and_touches_nothing(
    store: Store, tmp_path: Path, path: str, value: object, what: str
) -> None:
    data = damaged(store.export(tour(store)), path, value)
    with Store(tmp_path / "elsewhere") as other:
        with pytest.raises(SaveError, match=what):
            other.import_(data)
        assert other.saves() == []


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "not a save"),
        (b"{", "not a save"),
        (b"[1, 2]", "not a save"),
        (b"\xff\xfe", "not a save"),
        (b'{"format": "flakhouse save", "name": "\xff"}', "not a save"),
        (b'{"chapters": ' + b"[" * 200_000, "not a save"),
        (b'{"chapters": [{"campaign": {"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}}]}", "nested too deeply"),
        (b" " * 32_000_001, "more than 32000000"),
    ],
)
def test_what_is_no_save_at_all_is_refused(store: Store, data: bytes, what: str) -> None:
    with pytest.raises(SaveError, match=what):
        store.import_(data)
    assert store.saves() == []


def test_every_truncation_of_a_file_is_refused(store: Store, tmp_path: Path) -> None:
    data = store.export(tour(store)).strip()
    with Store(tmp_path / "elsewhere") as other:
        for cut in range(0, len(data) - 1, 37):
            with pytest.raises(SaveError):
                other.import_(data[:cut])
        assert other.saves() == []
