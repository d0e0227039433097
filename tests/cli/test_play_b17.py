"""The B-17 game in the terminal: what its prompts say, and what a player with real dice is told."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from flakhouse.cli.main import main

POSITION = """b17 position 1
mission 12: Paris
zone 3 outbound
"""
ALONE = POSITION + "flight: not in formation\n"
Sit = Callable[..., str]


@pytest.fixture
def sit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Sit:
    """What is shown to one who types these lines: `sit(POSITION, "combat --seed 3", "", "q")`."""
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path / "data"))

    def call(position: str, rest: str, *lines: str) -> str:
        (tmp_path / "position.txt").write_text(position)
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        capsys.readouterr()
        assert main(f"play b17 --position {tmp_path / 'position.txt'} --step {rest}".split()) == 0
        return capsys.readouterr().out

    return call


# ------------------------------------------------------------------ prompts


def test_3_4_gun_by_gun_the_attackers_are_told_once(sit: Sit) -> None:
    # One wave of an FW190 from 10:30 High and another from 3 Level; cover keeps none away.
    told = sit(POSITION, "combat --seed 3 --auto none --dice 4,3,2,1", "each", *[""] * 6, "q")
    told = told.split("> each\n")[1].split("No effect")[0]
    assert told.count("Attacking from 10:30 High: FW190 A") == 1
    assert told.count("Bursts left:") == 0  # they stand above the first question
    assert "fire at which fighter? (3.4)" in told
    assert "Passing FW190 A, once it has fired: hits on 6" in told
    assert "Which man in the nose fires it?" in told


def test_9_4_evasive_action_names_who_comes_from_where(sit: Sit) -> None:
    told = sit(ALONE, "combat --seed 3 --dice 4,4,1,1", "q")  # B-1, B-3 41, M-4; a lone bomber draws a Me109
    told = " ".join(told.split())
    assert "Evade this wave (Me109 A (12 High), Me109 B (12 Level))? (9.4)" in told


def test_5_1_ammunition_says_from_where_to_where(sit: Sit) -> None:
    dry = POSITION + "gun Top Turret: bursts 0\n"
    told = sit(dry, "orders --seed 3", "borrow-ammo", "Ball Turret", "4", "q")
    assert "Take ammunition for the Top Turret from which gun? (5.1)" in told
    assert "How many bursts from the Ball Turret to the Top Turret? (5.1)" in told
    assert "\n  2, 4, 6, 8, 10 (Enter), 12, 14, 16\n" in told
    assert "4 bursts carried from the Ball Turret to the Top Turret." in told


def test_5_1_a_number_of_bursts_is_no_number_of_an_option(sit: Sit) -> None:
    dry = POSITION + "gun Top Turret: bursts 0\n"
    told = sit(dry, "orders --seed 3", "borrow-ammo", "Ball Turret", "3", "x", "", "q")
    assert told.count("Type one of 2, 4, 6, 8, 10, 12, 14, 16.") == 2
    assert "10 bursts carried from the Ball Turret to the Top Turret." in told


def test_7_3_carrying_a_casualty_frees_his_station(sit: Sit) -> None:
    dead = POSITION + "man Port Waist Gunner: dead\n"
    told = sit(dead, "orders --seed 3 --auto none", "carry", "Port Waist Gunner", "Waist", "move", "q")
    before, after = told.split("> Waist\n")
    assert "Carry a casualty to another place, which frees his station" in before
    assert "Move a man to another station" not in before
    assert "Move a man to another station" in after


def test_B_7_a_rabbits_foot_names_the_table_and_can_be_taken_back(sit: Sit) -> None:
    lucky = POSITION + "flight: rabbits feet 1\n"
    told = sit(lucky, "combat --seed 3 --auto none --dice 6,1,6", "again", "keep", "u 2", "s", "q")
    assert "Waves of fighters in an ordinary zone: 2. Spend a rabbit's foot to roll again?" in told
    assert "Taken back: 1 step." in told or "Taken back: 2 steps." in told
    assert "1 rabbit's foot" in told.split("> s\n")[1]  # what was used is in the pocket again


def test_an_option_is_explained_once(sit: Sit) -> None:
    told = sit(POSITION, "combat --seed 3 --dice 4,1,2,3", "?", "q")  # two Me109s, and cover for one of them
    after = told.split("> ?\n")[1]
    assert after.count("1 Me109 A, 1:30 High\n") == 1
    assert after.count("2 Me109 B, 9 Level (Enter)\n") == 1
    assert "Me109 A: Me109 A" not in told


# ------------------------------------------------------------------ real dice


def test_a_throw_of_real_dice_says_what_it_is_for(sit: Sit) -> None:
    throws = ("4", "41", "1", "")  # a wave, a Me109 from 12 High, no help from the escort; the plan of fire
    told = sit(POSITION, "combat --seed 3 --dice real", *throws, "34", "1", "6", "6", "6", "34", "34", "q")
    assert "Roll 2 dice for German pilot quality, Me109 A (M-6): 34" in told
    assert "Roll 1 die for Defensive fire, Top Turret at Me109 A (M-1-fire): 1" in told
    assert "Roll 1 die for Damage to a German fighter, Nose Gun at Me109 A (M-2)." in told


def test_a_throw_as_json_says_what_it_is_for(sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    sit(POSITION, "combat --seed 3 --dice real --save real", "4", "41", "1", "", "q")
    assert main(["resume", "real", "--json"]) == 0
    dice = msgspec.json.decode(capsys.readouterr().out)["dice"]
    assert dice == {"chart": "M-6", "title": "German pilot quality", "count": 2, "about": "Me109 A"}


def test_B_7_real_dice_are_thrown_again_for_a_rabbits_foot(sit: Sit) -> None:
    lucky = POSITION + "flight: rabbits feet 1\n"
    told = sit(lucky, "combat --seed 3 --dice real --auto none", "6", "again", "u", "u", "5", "mission", "q")
    assert told.count("Roll 1 die for Waves of fighters in an ordinary zone (B-1): ") == 3
    assert "Roll 2 dice for Composition of a wave (B-3): q" in told


# ------------------------------------------------------------------ what is known


def test_2B_0_the_waves_of_the_way_home_are_not_known_before_they_are_rolled(sit: Sit) -> None:
    over = "b17 position 1\nmission 2: Lille\nzone 3 outbound\nflight: waves 3\nman Navigator: dead\n"
    told = sit(over, "target --seed 3 --auto none", "s", "q")
    assert "turning for home" in told
    assert "3 waves" not in told


def test_a_sheet_of_a_flight_begun_from_a_position_claims_no_place(sit: Sit) -> None:
    told = sit(POSITION, "combat --seed 3 --dice 4,4,1,1", "w", "q").split("> w\n")[1]
    assert "Mission log sheet: a flight begun from a position" in told
    assert "\n0     0 " not in told
