"""docs/security.md names only tests that there are, and each requirement met by us has one or says why not."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
#: Met by what is not there, or not by the server: nothing to test.
UNTESTED = {"2.1.10", "2.1.11, 2.1.12", "2.10.4", "5.2.6, 12.6.1", "14.1.1, 14.2.4", "14.2.1"}


def _rows() -> list[list[str]]:
    found = re.search(r"<!-- asvs -->\n(.*)<!-- /asvs -->", PAGE, re.S)
    assert found is not None
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1].splitlines()[2:]]


def test_every_test_the_page_names_is_there() -> None:
    there = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M)
    }
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert len(named) > 60
    assert named <= there, named - there


def test_every_requirement_has_a_test_or_says_why_not() -> None:
    rows = _rows()
    assert len(rows) > 55
    for numbers, _, how, tests in rows:
        assert re.fullmatch(r"\d+\.\d+\.\d+((, | to )\d+\.\d+\.\d+)*", numbers), numbers
        assert bool(tests) or "**not met**" in how or numbers in UNTESTED, numbers


def test_the_limits_the_page_tells_are_those_of_the_server() -> None:
    from flakhouse.store.passwords import COST
    from flakhouse.store.throttle import LIMITS, WINDOW

    assert list(LIMITS.values()) == [8, 40, 80]
    assert WINDOW == 15 * 60
    assert (COST["memory_cost"], COST["time_cost"]) == (32 * 1024, 3)
