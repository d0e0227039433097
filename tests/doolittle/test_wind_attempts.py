"""8.2.2: what each wind asks of a loaded Flight over Japan; 8.2: no change of altitude in the Wind Phase."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Noted
from flakhouse.games.doolittle import acquisition, flight
from flakhouse.games.doolittle.words import Wind
from tests.doolittle.flights import blow, plain
from tests.doolittle.helpers import done, noted, referee

PASS, FAIL = (6, 6), (1, 1)


@pytest.mark.parametrize(
    ("wind", "dice", "tries", "fuel"),
    [
        (Wind.HEADWIND, PASS, 1, 3),
        (Wind.HEADWIND, FAIL, 0, 3),
        (Wind.SEVERE_HEADWIND, PASS, 0, 4),
        (Wind.SEVERE_HEADWIND, FAIL, 0, 3),
        (Wind.CROSSWIND, PASS, 1, 3),
        (Wind.CROSSWIND, FAIL, 0, 4),
        (Wind.SEVERE_CROSSWIND, PASS, 1, 4),
        (Wind.SEVERE_CROSSWIND, FAIL, 0, 3),
        (Wind.TAILWIND, PASS, 1, 4),
        (Wind.TAILWIND, FAIL, 1, 3),
        (Wind.SEVERE_TAILWIND, (), 1, 4),
    ],
)
def test_8_2_2_every_wind_over_japan(
    wind: Wind, dice: tuple[int, ...], tries: int, fuel: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    r, loaded = plain(6, 4, "Watson", "Joyce")
    blow(r, wind)
    made: list[str] = []
    monkeypatch.setattr(acquisition, "attack_city", lambda ref, r, flight: made.append(flight.name()))
    ref = referee(*dice)
    flight.wind_phase(ref, r)
    done(ref)
    assert (len(made), loaded.fuel, loaded.zone) == (tries, fuel, 6)


@pytest.mark.parametrize("high", [False, True])
def test_8_2_1_no_altitude_change_in_the_wind_phase(high: bool) -> None:
    r, westward = plain(2, 4, "Watson", "Joyce", high=high)
    blow(r, Wind.SEVERE_TAILWIND)
    ref = referee(answers=["flight-goal=fly west"])
    flight.wind_phase(ref, r)
    done(ref)
    assert (westward.zone, westward.high) == (3, high)
    assert "altitude" not in noted(ref)
    assert [e.kind for e in ref.events if isinstance(e, Noted)][-1] == "flies-west"
