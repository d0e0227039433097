"""The checklist of the rules is complete and names code and tests that exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from flakhouse.core.game import read_house
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.game import GAME
from flakhouse.games.doolittle.options import SWITCHES
from flakhouse.games.doolittle.quarters import ORDERS
from flakhouse.games.rulebook import Rule
from tests.checks.checklist import Checklist, listed_in
from tests.checks.files import GAMES, ROOT, script

LIST = Checklist("doolittle")
PAGE = "doolittle-rules.md"
FOLDER = GAMES / "doolittle"
TEXTS = ("rules", "rulings", "examples")

MODS = " modifiers"
SHORT = (" Scenarios 1-6", " Scenarios 7-10")
WINDS = (" Headwind", " Severe Headwind", " Crosswind", " Severe Crosswind", " Tailwind", " Severe Tailwind")
#: Every numbered paragraph of the rule book, and the headings without a number under it that have an effect.
PARAGRAPHS: dict[str, tuple[str, ...]] = {
    **{f"1.{n}": () for n in (0, 1, 2, 3)},
    "1.4": (" Multi-Player Games",),
    **{f"1.{n}": () for n in range(5, 11)},
    "2.0": (),
    "2.1": (" Destroyed B-25", " Ditched B-25"),
    "2.1.1": (),
    "2.1.2": (" Attachment Limits",),
    "2.1.3": (" Severe Damage",),
    "2.2": (),
    "2.3": (" Benefits",),
    **{f"2.3.{n}": () for n in range(1, 7)},
    "2.3.7": (" Fuel Conservation", " Ignore Damage", " Re-Roll", " Navigation Check"),
    **{number: () for number in ("3.0", "3.1", "3.1.1", "3.2", "3.2.1", "3.3", "3.3.1", "3.4", "3.5", "4.0")},
    "4.0.1": SHORT,
    "4.0.2": SHORT,
    "4.1": (),
    "4.1.1": SHORT,
    "4.1.2": (),
    "4.1.3": (),
    "4.2": (),
    "4.2.1": (),
    "4.2.2": (" Negative Hazards", " Response Hazards"),
    "4.2.3": (),
    "4.3": (" No Peeking", " Previous Hazards", " Interceptor"),
    "4.3.1": (),
    "4.4": (),
    "4.4.1": (" Area Limit", " Scenario 10"),
    "4.5": (" Partial Information",),
    "4.5.1": (MODS, " Scenario 10"),
    "4.6": (),
    "4.6.1": (" Stay", " Not Assigned", " Target Boxes"),
    "4.6.2": (),
    "4.6.3": (
        " Balloons",
        " Break Off",
        " Camouflage",
        " Crash",
        " Conspicuous Target",
        " Flak",
        " Haze",
        " Interceptor",
        " Attached Interceptor",
        " Panicked Streets",
        " Reinforced Concrete",
        " Ryuho or Hiyo",
        " Searchlights",
        " Small Arms",
        " Volatile Target",
    ),
    "4.7": (" Unloaded", " Perimeter Area"),
    "4.8": (" Limitations",),
    "4.8.1": (MODS,),
    "4.8.2": (),
    "4.8.3": (),
    "4.8.4": (),
    "4.9": (" Detonations Track",),
    "4.9.1": (),
    "4.9.2": (),
    "4.9.3": (MODS,),
    "4.9.4": (),
    "4.9.5": (),
    "5.0": (),
    "5.1": (" No Limit",),
    **{number: () for number in ("5.1.1", "5.2", "5.2.1", "5.2.2", "5.3", "5.4", "5.5", "6.0", "6.1")},
    "6.2": (" Alert Level Limits",),
    "6.3": (),
    "6.3.1": (" triangle", " circle", " square", " line"),
    "7.0": (),
    "7.1": (),
    "7.1.1": (),
    "7.1.2": (" Independent B-25",),
    "7.1.3": (),
    "7.2": (" Squadron Log",),
    "7.2.1": (),
    "7.2.2": (),
    "7.2.3": (),
    "7.2.4": (
        " Column",
        " Dry Tank Penalties",
        " Fuel Conservation",
        " Ditch",
        " Attach FoF marker",
        " Change to Low Altitude",
        " Sputters On",
    ),
    "8.0": (" Attack Segment Interruption",),
    "8.1": (" First Flight Turn",),
    "8.1.1": (" Altitude Change",),
    "8.1.2": (),
    "8.1.3": (" Lights Out Effects",),
    "8.1.4": (
        MODS,
        " Re-Roll",
        " City in Japan",
        " Landing Site",
        " Landing Beacon",
        " Persistent Attempt",
        " Target Deviation",
    ),
    "8.2": (),
    "8.2.1": (*WINDS, " No Altitude Change"),
    "8.2.2": WINDS,
    "8.2.3": (" Planned Launch", " Wind Effects"),
    "8.2.4": (MODS, " Guzzle Check Number"),
    "8.3": (),
    "8.3.1": (),
    "8.3.2": (" Don't Peek", " Empty Cup"),
    "8.3.3": (),
    "8.3.4": (),
    "8.3.5": (" Attached",),
    "8.3.6": (),
    "8.3.7": (
        " Compass Error",
        " Engine Sputter",
        " Faulty Compass",
        " Faulty Doors",
        " Flying Boat",
        " Shadow",
        " Fuel Evaporation",
        " Fuel Leak",
        " Interceptor",
        " Interceptor break off",
        " Interceptor at night",
        " Jammed Guns or Turret",
        " Mechanical Problem",
        " Remove Beacons",
        " Vessel",
        " Wind Check",
    ),
    "8.4": (" New Turn", " Flight Segment Ends"),
    "9.0": (),
    "9.1": (),
    "9.1.1": (),
    "9.2": (" April 22-23 Turn",),
    "9.3": (),
    "9.3.1": (),
    "9.5": (),
    "9.5.1": (" Noted Restriction", " Size Restriction"),
    "9.5.2": (),
    "10.0": (),
    "10.1": (),
    "10.1.1": (" Damaged CV and AO",),
    "10.1.2": (),
    "10.2": (),
    "10.2.1": (),
    "10.2.2": (" VS6, VB6, VT6", " VF6"),
    "11.0": (),
    "11.0.1": (),
    "11.0.2": (),
    "11.1": (),
    "11.1.1": (" YES", " NO"),
    "11.2": (),
    "11.2.1": (" None", " All", " Some"),
    "11.3": (MODS,),
    "11.3.1": (),
    "11.4": (),
    "11.4.1": (" Dive Bomber", " Torpedo", " Fighter"),
    "11.4.2": (" Flak Results",),
    "11.4.3": (" Sunk", " Damaged", " Miss"),
    "11.5": (),
    "11.5.1": (" Disaster", " No Contact", " Contact", " Contact2", " Scratch!"),
    "12.0": (),
    "12.0.1": (),
    "12.1": (),
    "12.1.1": (" USS Enterprise's Recon",),
    "12.1.2": (),
    "12.1.3": (),
    "12.1.4": (" Detached Recon",),
    "12.1.5": (),
    "12.1.6": (),
    "12.2": (" Defense and Influence Sea Areas",),
    "12.2.1": (),
    "12.2.2": (),
    "12.2.3": (),
    "12.3": (" Emergency Launch",),
    "12.3.1": (" Launch Success", " Launch Botched"),
    "12.3.2": (MODS, " result 2", " result 3", " result 4-5", " result 6", " result 7", " result 8"),
    "12.4": (),
    "12.4.1": (),
    "12.4.2": (" Emergency Launch Time",),
    "12.5": (),
    "12.5.1": (" Force Move",),
    "12.5.2": (" Turns About",),
    "12.5.3": (MODS, " How Many Dice?", " Success", " No USS Enterprise", " Failed", " Break Radio Silence"),
    "12.6": (),
    "12.6.1": (),
    "12.6.2": (" Patrol", " Don't Peek", " Empty Cup"),
    "12.6.3": (),
    "12.6.4": (),
    "12.6.5": (),
    "12.6.6": (
        " Secrecy Test",
        " Boat",
        " Boat on a Submarine",
        " Boat on Recon",
        " Boat on the Task Force",
        " Boat Radios Home",
        " Clouds",
        " Enemy Signals",
        " Flying Boat",
        " I-Boat",
        " I-Boat Detection",
        " I-Boat Location",
        " I-Boat Reaction",
        " I-Boat Torpedoes",
        " Damaged USS Hornet",
        " Mechanical Distress",
        " Mechanical Distress Recovery",
        " Red Flags",
        " Medals",
        " Ship",
    ),
    "12.7": (" Start a New Naval Turn",),
    "12.7.1": (),
    "12.7.2": (MODS, " Mechanical Distress", " Failure"),
    "13.0": (),
    "13.0.1": (),
    "13.1": (),
    "13.1.1": (" Doolittle",),
    "13.1.2": (),
    "13.1.3": (),
    "13.2": (" New Markers",),
    "13.2.1": (MODS,),
    "13.2.2": (),
    "13.2.3": (" Preparing Landing Sites", " Groundcrew", " Fuel"),
    "13.2.4": (" Japanese Attack", " Storm"),
    "13.2.5": (),
    "13.3": (),
    "13.3.1": (" Modifications Track",),
    "13.3.2": (" Weight", " Gunnery", " Training Points & Morale"),
    "13.3.3": (" A", " B", " C", " D", " E", " F", " G", " H Tanks", " H Ordnance", " I", " J"),
    "13.3.4": (),
    "13.4": (),
    "13.4.1": (" Liberty",),
    "13.4.2": (),
    "13.4.3": (" Lower than Low?", " Briefing the Squadron", " Doolittle Box", " Elite Crewman markers"),
    "13.4.4": (" Extra Training",),
    **{f"13.4.{n}": () for n in range(5, 9)},
    "13.4.9": (" Consequences", " Carrier Deck Capacity", " Adjustment", " Extra Training"),
    "13.4.10": (),
    "13.5": (),
    "13.5.1": (),
    "13.5.2": (MODS, " Adjusted Carburetors", " Cracked or Jammed Turret", " Damage", " Security Risk"),
    "13.5.3": (" Diligence Modifier", " Repair", " Elite Crewman Assignments"),
    "13.5.4": (),
    "13.5.5": (MODS,),
    "13.5.6": (
        " Secrecy Value",
        " Security Risk",
        " Japanese Attacked Landing Sites",
        " Task Force Delayed",
        " Liberty",
        " Doolittle's Telephone",
    ),
    "14.0": (),
    "14.0.1": (),
    "14.1": (),
    "14.1.1": (MODS,),
    "14.1.2": (" Good Landing", " Crash", " Damaged"),
    "14.2": (),
    "14.2.1": (" Captured", " China", " Missing", " Rescued"),
    "14.3": (),
    "14.3.1": (MODS,),
    "14.3.2": (" Airstrike", " Ships", " I-Boat"),
    "14.4": (),
    "14.4.1": (" Repairing", " Carrying Crew", " Fuel"),
    "14.4.2": (),
    "14.4.3": (MODS, " Fuel Requirement", " Trekking Number"),
    "14.4.4": (" Medic", " Number", " Captured", " Close Call"),
    "14.5": (),
    "14.5.1": (" Scenario 7-9", " No Crews Are Imprisoned"),
    "14.5.2": (),
    "14.6": (),
    "15.0": (),
    "15.1": (),
    "15.1.1": (),
    "15.1.2": (
        " 9066",
        " Bataan",
        " Blast",
        " Ceylon",
        " Quit India",
        " Rabaul",
        " Rangoon",
        " Shanghai",
        " Wake",
    ),
    "15.2": (),
    "15.3": (),
    "15.4": (),
}
RULINGS: dict[str, tuple[str, ...]] = {f"ruling {n}": () for n in range(1, 56)}
#: Every worked example of the rule book's margins and illustrations, by the paragraph it belongs to.
EXAMPLES: dict[str, tuple[str, ...]] = {
    "3.4": (" releases",),
    "4.1": (" Hoover",),
    "4.2.2": (" drawing",),
    "4.3": (" assigning",),
    "4.4": (" evading and gunnery",),
    "4.6.3": (" interceptor", " flak"),
    "4.8.1": (" approach",),
    "4.9.3": (" detonation",),
    "6.2": (" sixth failure",),
    "6.3.1": (" passed", " failed"),
    "7.2.3": (" fuel",),
    "7.2.4": (" fumes",),
    "8.1.4": (" Tokyo at night", " Tokyo by day"),
    "8.2.1": (" headwind", " severe headwind", " severe crosswind", " crosswind"),
    "8.2.2": (" tailwind",),
    "8.2.3": (" wind",),
    "8.2.4": (" guzzle",),
    "8.3.2": (" draw",),
    "8.3.3": (" assign",),
    "8.3.7": (" interceptor", " flying boat"),
    "9.5.1": (" center",),
    "11.1": (" Halsey",),
    "11.2": (" army",),
    "11.3": (" strike force",),
    "11.4.1": (" torpedo",),
    "11.4.2": (" flak",),
    "11.4.3": (" ordnance",),
    "11.5": (" counterstrike",),
    "12.2.1": (" weather",),
    "12.2.3": (" wind",),
    "12.3.1": (" launch",),
    "12.3.2": (" botched",),
    "12.4.1": (" zone",),
    "12.4.2": (" hour",),
    "12.5.1": (" underway",),
    "12.5.2": (" raid move",),
    "12.5.3": (" rendezvous",),
    "12.6.2": (" draw",),
    "12.6.6": (" signals", " destroy", " evade", " detection", " reaction"),
    "13.2.1": (" Thompson in March", " Stalin in April"),
    "13.2.4": (" event",),
    "13.3.3": (" guns",),
    "13.4.4": (" extra training",),
    "13.4.5": (" gunnery",),
    "13.4.9": (" take off", " adjustment"),
    "13.5.3": (" crane",),
    "13.5.5": (" delay",),
    "13.5.6": (" value", " risk"),
    "14.1.1": (" landing",),
    "14.3.1": (" return",),
    "14.3.2": (" incident",),
    "14.4.1": (" Lishui",),
    "14.4.3": (" flying", " trekking"),
    "14.4.4": (" capture",),
    "14.5.1": (" internment",),
    "14.5.2": (" passage",),
}
WORKED: dict[str, tuple[str, ...]] = {f"example {n}{part}": () for n, parts in EXAMPLES.items() for part in parts}
#: Functions that put a question, or hand its id on to one that does.
ASKING = (
    *("ask", "agreed", "choose", "yes", "text", "again", "emergency", "hurt", "ask_orders"),
    *("_choose", "_choose_area", "_pick_sub", "_pick", "_named", "_whom"),
)
#: What such a function asks by if it is given no id.
UNSAID = {"ask_orders": "orders", "_whom": "captured-crew"}


def page() -> str:
    """The page of the rules as they are played."""
    return (ROOT / "docs" / PAGE).read_text(encoding="utf-8")


def decisions() -> dict[str, int]:
    """The number of the decision each question id belongs to."""
    rows = re.findall(r"^\| D(\d+) \| ([a-z0-9*, -]+) \|", page(), re.MULTILINE)
    pairs = [(id, int(number)) for number, ids in rows for id in ids.split(", ")]
    assert len(pairs) == len(dict(pairs))
    return dict(pairs)


def _id(call: ast.Call) -> str:
    """The id a call asks by, * for what is filled in; nothing if it is no question or hands an id on."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name not in ASKING or (name == "text" and len(call.args) < 2):
        return ""
    for arg in () if name == "ask_orders" else call.args:
        if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
            text = arg.value
        elif isinstance(arg, ast.JoinedStr):
            text = "".join(str(v.value) if isinstance(v, ast.Constant) else "*" for v in arg.values)
        else:
            continue
        return text if re.fullmatch(r"[a-z0-9*]+(-[a-z0-9*]+)*", text) else ""
    return UNSAID.get(name, "")


def asked() -> Iterator[tuple[str, str, str]]:
    """Every question in the code: its place, its id, and the line above the statement it stands in."""
    for path in sorted(FOLDER.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        lines, tree = text.splitlines(), ast.parse(text)
        statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and (id := _id(node)):
                start = max(s.lineno for s in statements if s.lineno <= node.lineno <= (s.end_lineno or 0))
                yield f"{path.name}:{node.lineno}", id, lines[start - 2]


def test_no_number_stands_twice() -> None:
    assert LIST.standing_twice() == []


@pytest.mark.parametrize("rule", LIST.rules, ids=LIST.numbers)
def test_code_and_tests_exist(rule: Rule) -> None:
    assert LIST.missing(rule) == []


@pytest.mark.parametrize("rule", LIST.rules, ids=LIST.numbers)
def test_coded_and_tested_or_a_reason_why_not(rule: Rule) -> None:
    assert LIST.faults(rule, TEXTS) == []


@pytest.mark.parametrize(("text", "expected"), [("rules", PARAGRAPHS), ("rulings", RULINGS), ("examples", WORKED)])
def test_every_paragraph_ruling_and_example_has_a_line(text: str, expected: dict[str, tuple[str, ...]]) -> None:
    assert LIST.against(text, expected) == {"missing": [], "unknown": []}


def test_every_chart_and_modifier_cites_lines() -> None:
    assert LIST.bad_citations(CHARTS) == []


def test_every_question_order_and_switch_cites_a_line() -> None:
    cited = [order.rule for order in ORDERS] + [rule for _, rule in SWITCHES.values()]
    assert LIST.bad_questions() == []
    assert [number for number in cited if number not in LIST.numbers] == []


def test_every_question_is_among_the_decisions() -> None:
    assert {id for _, id, _ in asked()} == set(decisions())


def test_every_decision_is_marked_in_the_code() -> None:
    listed = listed_in(PAGE, r"D\d+")
    assert listed == [f"D{n}" for n in range(1, len(listed) + 1)]
    numbers = decisions()
    unmarked = [
        (place, id, f"D{numbers[id]}")
        for place, id, above in asked()
        if not re.search(rf"^ *# (D\d+, )*D{numbers[id]}\b", above)
    ]
    assert unmarked == []


def test_every_decision_cites_lines() -> None:
    rows = re.findall(r"^\| D\d+ \| [^|]+ \| ([^|]+) \|", page(), re.MULTILINE)
    assert [number for row in rows for number in row.split(", ") if number not in LIST.numbers] == []


def test_every_ruling_is_on_the_page() -> None:
    assert re.findall(r"^\| (\d+) \| ", page(), re.MULTILINE) == [str(n) for n in range(1, 56)]


def test_every_reading_marked_in_the_code_is_on_the_page() -> None:
    marked = []
    for path in FOLDER.rglob("*.py"):
        module = ".".join(path.relative_to(FOLDER).with_suffix("").parts).removesuffix(".__init__")
        text = path.read_text(encoding="utf-8")
        marked += [(number, module) for number in re.findall(r"RULING (\d+\.[\d.]*\d):", text)]
        assert {n for n in re.findall(r"RULING (\d+)\b(?!\.\d)", text) if f"ruling {n}" not in RULINGS} == set()
    listed = re.findall(r"^\| (\d+\.[\d.]*) \| `([a-z_.]+)` \|", page(), re.MULTILINE)
    assert len(marked) > 20
    assert sorted(listed) == sorted(marked)


def test_every_table_the_page_names_is_a_chart() -> None:
    section = page().partition("## 3.")[2].partition("## 4.")[0]
    rows = re.findall(r"^\| [a-zA-Z ,:]+ \| (`.+) \|$", section, re.MULTILINE)
    named = [id for row in rows for id in re.findall(r"`([^`]+)`", row)]
    assert len(named) > 50
    assert [id for id in named if id not in CHARTS.charts] == []


def test_a_player_may_replace_a_map_by_his_own() -> None:
    ours = CHARTS.charts["boxes-Tokyo"]
    rows = "\n".join(" | ".join((name, *(c[i] for c in ours.words))) for i, name in enumerate(ours.labels))
    columns = ", ".join(f'"{c}"' for c in ours.data.columns)
    text = (
        '[chart."boxes-Tokyo"]\ntitle = "Tokyo"\nrule = "3.3"\ndice = "none"\nsource = "printed"\n'
        f"from = \"my copy\"\ncolumns = [{columns}]\ngrid = '''\n{rows}\n'''\n"
    )
    house = read_house(GAME, "raid.toml", text)
    assert list(house.charts) == ["boxes-Tokyo"]


def test_the_game_shows_its_rules() -> None:
    shown = {entry.number: entry.title for entry in GAME.rules_index()}
    assert list(shown) == LIST.numbers
    assert shown["8.2.4"] == "Guzzle Check"


def test_the_index_page_names_every_rule() -> None:
    page = script("rules_index").page("doolittle")
    assert [number for number in LIST.numbers if f"**{number}**" not in page] == []
