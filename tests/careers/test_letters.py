"""Letters home: by one who lived, from the facts of his flight, the same in browser, terminal and copies."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flakhouse.careers import letters
from flakhouse.careers.debrief import debrief_of
from flakhouse.careers.dossier import Flight, Flown, Kill, Man, Tour, Wound
from flakhouse.careers.letters import letter_of
from flakhouse.cli.main import main
from tests.careers.test_debrief import tour_of
from tests.web.client import serving, visitor


def man(name: str, number: int = 1, **facts: object) -> Man:
    made = Man(id=name.split()[0].lower(), name=name, rank="Sgt", position=name, job="gunner")
    made.flights = [Flown(number, "Lille", "Patches", True)]
    for key, value in facts.items():
        setattr(made, key, value)
    return made


def flight(**facts: object) -> Flight:
    plain: dict[str, object] = {
        "number": 1, "mission": 1, "bomber": "Patches", "target": "Lille", "kind": "Airfield", "result": "draw",
        "credited": True, "bombs": "", "percent": 0, "end": "landed", "state": "sound", "told": True,
    }  # fmt: skip
    return Flight(**{**plain, **facts})  # type: ignore[arg-type]


def written(flown: Flight, *men: Man) -> str:
    letter = letter_of(Tour(save="five", game="b17", title="", missions=25, flights=[flown], men=list(men)), flown)
    assert letter is not None
    return f"{letter.name}: {letter.text}"


def test_the_dead_do_not_write_and_are_named_by_their_first_names() -> None:
    dead = man("Al Webb", fate="killed", fate_flight=1)
    text = written(flight(), dead, man("Bo Finley"))
    assert text.startswith("Bo Finley:")
    assert "Al " in text
    assert letter_of(Tour(save="", game="b17", title="", missions=25, men=[dead]), flight()) is None


def test_a_prisoner_does_not_write() -> None:
    taken = man("Al Webb", fate="prisoner of war", fate_flight=1)
    assert written(flight(end="abandoned"), taken, man("Bo Finley")).startswith("Bo Finley:")


def test_the_one_with_most_to_tell_writes() -> None:
    hurt = man("Al Webb", wounds=[Wound(1, "Lille", "light wound")])
    shot = man("Cy Dunn", kills=[Kill(1, "Lille", "FW190", "Tail Guns")])
    assert written(flight(shells=3), man("Bo Finley"), hurt, shot).startswith("Al Webb:")
    assert re.search("theirs", written(flight(shells=3), man("Bo Finley"), shot))


def test_a_quiet_flight_is_told_as_one() -> None:
    assert re.search("nothing|hello", written(flight(), man("Bo Finley"), man("Al Webb")))
    assert not re.search("nothing|hello", written(flight(shells=2), man("Bo Finley"), man("Al Webb")))


def test_a_flight_that_flak_alone_made_loud_is_not_told_of_fighters() -> None:
    assert not re.search("came up", " ".join(letters._book()["fought"]))


def sentences(text: str) -> list[str]:
    return re.findall(r"[^.]+\.", text.partition(": ")[2])


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"bombs": "on target", "percent": 30, "shells": 1}, "sent for|meant to fall"),
        ({"bombs": "off target", "percent": 0, "shells": 1}, "somewhere else|wrong place"),
        ({"engines_out": 1, "shells": 1}, "engine"),
        ({"engines_out": 2, "shells": 1}, "engines she had left|turning out on the wings"),
        ({"credited": False}, "again"),
    ],
)
def test_a_letter_tells_of_the_flight_with_room_left(facts: dict[str, object], words: str) -> None:
    text = written(
        flight(number=2, **facts), man("Bo Finley", 2, flights=_two()), man("Al Webb", 2, flights=_two())
    )
    assert re.search(words, text)
    assert 2 <= len(sentences(text)) <= 4


def _two() -> list[Flown]:
    return [Flown(1, "Lille", "Patches", True), Flown(2, "Lille", "Patches", True)]


def test_a_first_flight_is_called_one_and_a_second_is_not() -> None:
    newcomer = written(flight(), man("Bo Finley"))
    assert re.search("my first|been on one", newcomer)
    assert not re.search("again|[Aa]nother", newcomer)
    assert not re.search(
        "my first|I have been on one", written(flight(number=2), man("Bo Finley", 2, flights=_two()))
    )


def test_nobody_sends_love_after_a_death() -> None:
    dead = man("Al Webb", fate="killed", fate_flight=1)
    text = written(flight(), dead, man("Bo Finley"))
    assert not re.search("love|Write soon|new at home", text)


def test_page_terminal_and_copy_have_the_same_letter(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tour = tour_of(saves)
    number, letter = next((f.number, one) for f in tour.flights if (one := debrief_of(tour, f.number).letter))
    page = visitor(serving(saves)).get(f"/play/five/report/debrief?chapter={number}").text
    assert "A letter home" in page
    first = letter.text.split(". ")[0]
    assert first in page
    for format in ("text", "markdown"):
        assert main(["report", "five", "--mission", str(number), "--format", format]) == 0
        told = " ".join(re.sub(r"[|]", " ", capsys.readouterr().out).split())
        assert "A letter home" in told
        assert first.split(",")[0] in told


def test_a_letter_names_no_place_no_number_and_no_enemy_aircraft(saves: Path) -> None:
    tour = tour_of(saves)
    letters = [one.text for f in tour.flights if (one := debrief_of(tour, f.number).letter)]
    assert letters
    for text in letters:
        assert not re.search(r"\d|Focke|Messer|FW|Me1", text)
        assert not any(f.target in text for f in tour.flights)
        assert len(text.split(". ")) <= 6
