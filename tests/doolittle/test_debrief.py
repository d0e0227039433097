"""1.2 and 1.3: the debriefings."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Noted
from flakhouse.games.doolittle import aircraft, campaign_debrief, debrief, launch
from flakhouse.games.doolittle.state import Crew, Marker, Raid
from flakhouse.games.doolittle.words import Back, City, Fate, Front, Launch, Leader, Site
from tests.doolittle.helpers import b25, done, noted, raid, referee, rolled


def counted(r: Raid) -> dict[str, int]:
    """What the debriefing counts, without what did not happen."""
    return {what: count for what, count, _ in debrief.score(referee(), r) if count}


def test_1_2_blast_counts_more_in_boxes_than_in_areas() -> None:
    r = raid(1)
    city = r.cities[City.TOKYO]
    city.boxes["Tokyo Armory"].blast = 4
    city.areas["Kisarazu"].blast = 3
    rows = {what: (count, points) for what, count, points in debrief.score(referee(), r)}
    assert rows["each Blast in a Target Box"] == (4, 8)
    assert rows["each Blast in an Area"] == (3, 3)
    assert rows["each different box hit"] == (1, 1)


def test_4_6_3_the_carrier_counts_when_its_box_is_hit() -> None:
    r = raid(1)
    box = r.cities[City.TOKYO].boxes["Bay Shipping"]
    box.markers.append(Marker("tokyo-day", Front.GROUND, Back.CARRIER, name="Ryuho", revealed=True))
    assert "carrier hit in its box" not in counted(r)
    box.blast = 2
    assert counted(r)["carrier hit in its box"] == 1


def test_1_2_losses_cost_points() -> None:
    r = raid(1)
    flown = [b for b in r.squadron if b.fate is Fate.FLYING]
    flown[0].fate, flown[1].fate, flown[2].fate = Fate.DESTROYED, Fate.CAPTURED, Fate.ESCAPED
    flown[0].damage = flown[2].damage = 1  # of one that is lost nobody asks whether it was damaged
    assert counted(r) == {"B-25 destroyed": 1, "B-25 captured": 1, "B-25 safe but damaged": 1}
    assert sum(points for _, _, points in debrief.score(referee(), r)) == -11


@pytest.mark.parametrize(
    ("number", "kind", "never"), [(9, Launch.NONE, True), (9, Launch.PLANNED, False), (8, Launch.NONE, False)]
)
def test_1_2_b25s_that_never_launched_count_where_there_is_a_voyage(
    number: int, kind: Launch, never: bool
) -> None:
    assert ("never launched" in counted(raid(number, launch=kind))) is never


@pytest.mark.parametrize(("blast", "name"), [(0, "Fiasco"), (2, "Disappointment"), (20, "Triumph")])
def test_1_2_the_score_picks_the_outcome(blast: int, name: str) -> None:
    r = raid(1)
    r.cities[City.TOKYO].boxes["Tokyo Armory"].blast = blast
    ref = referee()
    told = debrief.debrief(ref, r)
    assert told["result"] == name.lower()
    assert noted(ref)[-1] == "outcome"


def test_ruling_42_ditched_on_the_china_side_counts_as_safe_elsewhere_as_lost() -> None:
    r = raid(7)
    for pilot, where in (("Watson", "zone 10"), ("Joyce", "zone 8"), ("Gray", "zone 3")):
        plane = b25(r, pilot)
        plane.fate, plane.where = Fate.DITCHED, where
    found = counted(r)
    assert (
        found["ditched on the China side (zones 9 to 12)"],
        found["ditched short of the China side (zones 1 to 8)"],
    ) == (1, 2)


def test_1_3_five_judges_and_a_verdict() -> None:
    r = raid(10)
    r.cities[City.TOKYO].boxes["Tokyo Armory"].blast = 30
    ref = referee(4, 4)  # the alliances
    told = campaign_debrief.debrief(ref, r)
    done(ref)
    assert rolled(ref) == ["alliances"]
    assert noted(ref).count("judge") == 5
    assert told["result"] in ("disaster", "failure", "mixed", "success", "triumph")
    assert set(campaign_debrief.measures(r)) == {"Army", "Navy", "Joint Chiefs", "White House", "Japan"}


@pytest.mark.parametrize(("launch", "never"), [(Launch.NONE, True), (Launch.PLANNED, False)])
def test_1_3_the_verdict_tells_whether_anybody_was_launched(launch: Launch, never: bool) -> None:
    r = raid(10)
    r.launch = launch
    assert campaign_debrief.debrief(referee(4, 4), r)["never_launched"] is never


@pytest.mark.parametrize(("blast", "die", "word"), [(0, 5, "Acquitted"), (1, 5, "Prison"), (4, 5, "Life")])
def test_1_3_captured_crews_are_tried_for_the_bombs_on_districts(blast: int, die: int, word: str) -> None:
    r = raid(7)
    r.cities[City.TOKYO].areas["Kisarazu"].blast = blast
    r.crews.append(Crew(b25(r, "Watson"), place="Captured", fate="captured"))
    told = campaign_debrief._trials(referee(die), r)
    assert len(told) == 1
    assert word in told[0]


@pytest.mark.parametrize(("dice", "fate"), [((1, 1), "interned"), ((4, 4), "released")])
def test_1_3_14_5_2_the_allies_may_overturn_a_doubtful_release(dice: tuple[int, int], fate: str) -> None:
    r = raid(10)
    crew = Crew(b25(r, "Watson"), place="Vladivostok", fate="released*")
    r.crews.append(crew)
    campaign_debrief._alliances(referee(*dice), r)
    assert crew.fate == fate


def test_1_3_briefed_leaders_help_the_alliances() -> None:
    for briefed, health in (([], 0), ([Leader.CHIANG.value], 1)):
        r = raid(10)
        r.blotter.briefed += briefed
        assert campaign_debrief._alliances(referee(4, 5), r) == health


def test_12_3_2_ditched_beside_the_hornet_is_not_ditched_elsewhere() -> None:
    r = raid(9)
    lost, swam = [b for b in r.squadron if b.fate is Fate.DECK][:2]
    aircraft.ditch(referee(), r, lost, "zone 3")
    aircraft.ditch(referee(), r, swam, launch.BESIDE)
    assert counted(r)["ditched short of the China side (zones 1 to 8)"] == 1


def test_1_3_the_army_counts_only_bombers_lost_over_japan() -> None:
    r = raid(7)
    before = campaign_debrief.measures(r)["Army"]
    over, elsewhere = r.flights[0].aircraft[:2]
    elsewhere.fate = Fate.DESTROYED
    assert campaign_debrief.measures(r)["Army"] == before
    over.area = "Yokosuka"
    r.city = City.TOKYO
    aircraft.destroy(referee(), r, over, "flak")
    assert over.where == aircraft.OVER_JAPAN
    assert campaign_debrief.measures(r)["Army"] == before - 1


def test_14_6_without_the_denouement_a_landing_in_korea_counts_as_capture() -> None:
    r = raid(7)
    plane = r.flights[0].aircraft[0]
    plane.fate, plane.where = Fate.LANDED, Site.KOREA.value
    counts = {what: count for what, count, _ in debrief.score(referee(), r)}
    assert (counts["B-25 captured"], counts["B-25 landed safely"]) == (1, 0)


def test_1_3_the_fate_of_every_crew_is_noted_once() -> None:
    r = raid(10)
    killed, missing, home, landed, stayed = r.squadron[:5]
    r.squadron = [killed, missing, home, landed, stayed]
    killed.fate, home.fate, stayed.fate = Fate.DESTROYED, Fate.HOME, Fate.LEFT_BEHIND
    missing.fate, landed.fate = Fate.DITCHED, Fate.INTERNED
    r.crews = [Crew(missing, fate="missing"), Crew(landed, place="Vladivostok", fate="released*")]
    campaign_debrief.debrief(ref := referee(1, 1), r)  # the alliances fail: nobody is released
    told = [
        (e.facts["b25"], e.facts["fate"]) for e in ref.events if isinstance(e, Noted) and e.kind == "crew-fate"
    ]
    assert told == [
        (killed.name(), "killed"),
        (missing.name(), "missing"),
        (home.name(), "safe"),
        (landed.name(), "interned"),
    ]


def test_1_3_what_the_judges_count_adds_up_to_their_measures() -> None:
    r = raid(10)
    r.cities[City.TOKYO].boxes["Tokyo Armory"].blast = 7
    r.cities[City.TOKYO].areas["Kisarazu"].blast = 3
    r.crews += [Crew(b, fate=fate) for b, fate in zip(r.squadron, ("safe", "captured"), strict=False)]
    campaign_debrief.debrief(ref := referee(4, 4, 5), r)
    sums = dict.fromkeys(campaign_debrief.WEIGHTS, 0.0)
    for e in ref.events:
        if isinstance(e, Noted) and e.kind == "weighed":
            sums[str(e.facts["judge"])] += int(e.facts["quarters"]) / campaign_debrief.QUARTERS
    assert sums == campaign_debrief.measures(r)
