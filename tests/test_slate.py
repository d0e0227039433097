"""Several questions of the rules on one form: it becomes the same single answers in the journal."""

from __future__ import annotations

import math
from importlib import import_module

import pytest

from flakhouse import games, slate
from flakhouse.core import ahead
from flakhouse.core.chapter import begin
from flakhouse.core.questions import Question, Subject
from flakhouse.core.session import Session
from flakhouse.errors import AnswerError
from flakhouse.slate import Slate

B29 = "b29 position 1\nmission 12: Tokyo; Aircraft Factory; day; MED\nzone 10 outbound\n"
#: Moderate resistance, an attack of three Georges together: A 10:30 Level, B 12 Low, C 10:30 High.
GEORGES = (6, 6, 1, 6, 6, 2, 3, 3, 3, 3, 5, 2, 4, 2, 1, 2, 6, 4)
B17 = "b17 position 1\nmission 12: Paris\nzone 3 outbound\nflight: cover {}\n"
#: Two waves; four FW 190s: A 12 Level, B 1:30 Level, C 3 Low, D 9 High; with cover the escort drives off two.
FOUR = (6, 6, 4, 4)


def fight(game: str, position: str, given: tuple[int, ...], automation: str = "none") -> Session:
    """A session at the first form of a fight."""
    chapter = begin(games.load(game), "any", position=position, step="combat", given=given, automation=automation)
    session = Session(games.load(game), chapter)
    session.run()
    while slate.slate(session) is None:
        assert session.pending is not None
        session.answer(session.pending.default)
    return session


def form_of(session: Session, wishes: dict[str, str] | None = None, marks: tuple[str, ...] | None = None) -> Slate:
    found = slate.slate(session, wishes, marks)
    assert found is not None
    return found


def keys(session: Session, since: int) -> list[str]:
    return [getattr(entry, "key", "") for entry in session.chapter.entries[since:]]


def test_b29_5_3_the_fire_plan_has_a_row_for_each_gun_that_bears_and_its_chances() -> None:
    session = fight("b29", B29, GEORGES)
    form = form_of(session)
    assert form.title == "Fire plan"
    assert [row.name for row in form.rows] == [
        "Forward Upper Turret",
        "Forward Lower Turret",
        "Aft Upper Turret",
        "Aft Lower Turret",
        "Tail Turret",
    ]
    assert form.as_advised
    assert [target.label for target in form.targets] == ["George A", "George B", "George C"]
    lower = form.rows[3]
    assert lower.key == "CFC > George B"
    assert [label for label, _ in lower.chosen.chances] == ["hits", "destroys", "jams"]
    assert form.targets[1].chance == lower.chosen.chances[0][1], "one gun on B: its chance is the gun's"


def test_b29_5_3_a_form_says_why_a_gun_has_no_row() -> None:
    session = fight("b29", f"{B29}gun Aft Lower Turret: jammed\n", GEORGES)
    form = form_of(session)
    assert {bar.label: bar.why for bar in form.shut} == {
        "Aft Lower Turret": "jammed (5-7a)",
        "Tail Cannon": "unarmed (2.3D)",
    }
    assert not any(bar in form.shut for row in form.rows for bar in row.shut)


def test_b17_3_4_a_form_says_why_a_gun_has_no_row_and_why_none_bears_on_a_diver() -> None:
    dive = (4, 1, 5, 1)  # five FW190s, the last in a vertical dive (B-3: 15, note b)
    form = form_of(fight("b17", f"{B17.format('None')}gun Top Turret: jammed\n", dive))
    why = "no fighter in reach (M-1)"
    idle = dict.fromkeys(("Starboard Waist Gun", "Starboard Cheek Gun"), why)
    assert {bar.label: bar.why for bar in form.shut} == {"Top Turret": "jammed (M-5)", **idle}
    assert [target.chance for target in form.targets if target.label == "FW190 E"] == [
        "no gun bears on it: its vertical dive is of the kind that none may fire at (B-3 note b)"
    ]


def test_b29_5_3b_a_changed_gun_leaves_the_others_what_the_rules_still_allow() -> None:
    session = fight("b29", B29, GEORGES)
    before = form_of(session)
    fwd = before.rows[1]
    form = form_of(session, {fwd.id: "CFC > George B"})
    assert form.rows[1].key == "CFC > George B"
    assert not form.as_advised
    tail = form.rows[4]
    assert "CFC > George C" not in [one.key for one in tail.choices], "5.3B: he fires at B"
    assert any("he fires at George B" in shut.why for shut in tail.shut)
    spoilt = form_of(session, {fwd.id: "CFC > George B", tail.id: "CFC > George C"})
    assert spoilt.lost == ("Tail Turret",)


def test_b29_5_3b_a_wish_for_one_gun_leaves_the_others_alone_and_says_which_had_to_follow() -> None:
    session = fight("b29", B29, GEORGES)
    before = form_of(session)
    held = form_of(session, {before.rows[0].id: "hold"})
    assert [row.key for row in held.rows[1:]] == [row.key for row in before.rows[1:]]
    assert [row.id for row in held.rows if row.key != row.advised] == [before.rows[0].id]
    assert held.followed == ()
    turned = form_of(session, {before.rows[0].id: "Bombardier > George C"})
    assert [row.key for row in turned.rows[2:]] == [row.key for row in before.rows[2:]]
    why = "Bombardier at George A: he fires at George C, and a man aims at one fighter only (5.3B)"
    assert turned.followed == (("Forward Lower Turret", why),)
    alone = form_of(session, {before.rows[0].id: "CFC > George A"})
    assert alone.followed == (("Aft Lower Turret", "nothing is left that it could do"),), "only he aims it at B"


def test_b29_5_3_the_plan_is_the_same_single_answers_in_the_journal() -> None:
    session, single = fight("b29", B29, GEORGES), fight("b29", B29, GEORGES)
    form = form_of(session, {form_of(session).rows[1].id: "CFC > George B"})
    at = session.steps
    slate.give(session, form)
    assert keys(session, at) == [row.key for row in form.rows]
    for key in form.keys:
        single.answer(key)
    assert session.chapter.entries == single.chapter.entries
    assert session.ref.check == single.ref.check


def test_looking_ahead_changes_nothing_and_sees_nothing_behind_a_die() -> None:
    session = fight("b29", B29, GEORGES)
    entries, check, state = (
        list(session.chapter.entries),
        session.ref.check,
        session.game.state_mark(session.state),
    )
    form = form_of(session)
    assert (session.chapter.entries, session.ref.check) == (entries, check)
    assert session.game.state_mark(session.state) == state
    other = fight("b29", B29, (*GEORGES, 6, 6, 6, 6))
    assert form_of(other) == form, "what the dice will show makes no difference"


def test_undo_takes_the_whole_plan_back_and_no_more() -> None:
    session = fight("b29", B29, GEORGES)
    at = session.steps
    slate.give(session, form_of(session))
    assert session.steps > at + 1
    slate.undo(session)
    assert session.steps == at
    slate.undo(session)
    assert session.steps == at - 1


def test_a_form_that_fails_midway_leaves_nothing_behind() -> None:
    session = fight("b29", B29, GEORGES)
    form, at = form_of(session), session.steps
    with pytest.raises(AnswerError):
        ahead.give(session, [form.rows[0].key, "nobody"])
    assert session.steps == at
    assert form_of(session) == form


def test_b17_3_4_the_advised_plan_is_one_answer_and_an_own_one_is_gun_by_gun() -> None:
    session = fight("b17", B17.format("None"), FOUR[:3], "named")
    form, at = form_of(session), session.steps
    slate.give(session, form)
    assert keys(session, at)[0] == "advised"
    session = fight("b17", B17.format("None"), FOUR[:3], "named")
    own = form_of(session, {form.rows[0].id: "FW190 A"})
    slate.give(session, own)
    assert keys(session, at)[:2] == ["each", "FW190 A"]
    assert [one.key for one in form.other] == ["hold"]


def test_b17_3_4_every_gun_has_its_chance_and_a_passing_shot_stands_apart() -> None:
    session = fight("b17", B17.format("None"), FOUR[:3], "named")
    form = form_of(session)
    firing = [row for row in form.rows if row.key != "hold"]
    assert {"Nose Gun", "Tail Guns"} <= {row.name for row in firing}
    assert all(row.chosen.chances for row in firing), "also those in the nose: either man aims alike"
    tail = next(row for row in firing if row.name == "Tail Guns")
    assert tail.chosen.late
    target = next(one for one in form.targets if tail.name in one.rows)
    others = [row.chosen.likely for row in firing if row.name in target.rows and row is not tail]
    assert target.late == tail.chosen.chances[0][1]
    assert target.chance == f"{round(100 * (1 - math.prod(1 - likely for likely in others)))} %"


def test_b17_3_4_guns_together_have_the_chance_that_at_least_one_hits() -> None:
    session = fight("b17", B17.format("None"), FOUR[:3], "named")
    form = form_of(session)
    c = next(target for target in form.targets if target.label == "FW190 C")
    on = [row for row in form.rows if row.name in c.rows]
    assert len(on) == 2
    miss = 1.0
    for row in on:
        miss *= 1 - row.chosen.likely
    assert c.chance == f"{round(100 * (1 - miss))} %"


def test_b29_5_2f_a_pilot_shows_once_how_good_he_is_for_all_guns_on_him() -> None:
    session = fight("b29", B29, GEORGES)
    form = form_of(session)
    a = form.targets[0]
    on = [row for row in form.rows if row.name in a.rows]
    assert len(on) > 1
    miss = 1.0
    for row in on:
        miss *= 1 - row.chosen.likely
    apart = 1 - miss
    assert int(a.chance.removesuffix(" %")) <= round(100 * apart), "what they have in common makes it less"


def test_b29_5_2f_the_plan_says_that_guns_on_one_fighter_share_the_throw_for_its_pilot() -> None:
    form = form_of(fight("b29", B29, GEORGES))
    tail = form.rows[-1]  # with its shot as the fighter passes enough guns fire for it to show
    form = form_of(fight("b29", B29, GEORGES), {tail.id: next(one.key for one in tail.choices if one.late)})
    assert len(form.targets[0].rows) > 1
    assert form.linked, "so the chances of its guns do not multiply"
    first = {row.id: "hold" for row in form.rows[1:]}
    assert not form_of(fight("b29", B29, GEORGES), first).linked


def test_b17_3_2_the_escort_picks_several_at_once() -> None:
    session = fight("b17", B17.format("Good"), FOUR)
    form, at = form_of(session), session.steps
    assert form.several
    assert (form.least, form.most) == (2, 2)
    assert len(form.marked) == 2
    marked = form_of(session, {}, ("FW190 A", "FW190 B"))
    slate.give(session, marked)
    assert keys(session, at)[:2] == ["FW190 A", "FW190 B"]
    slate.undo(session)
    assert session.steps == at


def test_one_mark_too_many_takes_the_mark_from_the_oldest() -> None:
    session = fight("b17", B17.format("Good"), FOUR)
    assert form_of(session, {}, ("FW190 A", "FW190 B", "FW190 C")).marked == ("FW190 B", "FW190 C")


def test_raid_13_1_2_nine_of_24_are_left_out_in_one_answer() -> None:
    game = games.load("doolittle")
    session = Session(game, begin(game, "any", options={"scenario": "10"}))
    session.run()
    wanted = {"plan": "own", "b25s": "15"}
    for _ in range(60):
        ask = session.pending
        assert ask is not None
        if ask.id == "leave-out":
            break
        session.answer(wanted.get(ask.id, ask.default))
    form, at = form_of(session), session.steps
    assert (form.least, form.most, len(form.choices)) == (0, 9, 24)
    assert form.rest
    slate.give(session, form)
    assert keys(session, at)[0] == "rest", "nobody marked: as the rules propose"
    slate.undo(session)
    marked = form_of(session, {}, ("York", "Doolittle"))
    slate.give(session, marked)
    assert keys(session, at)[:3] == ["York", "Doolittle", "rest"]


def test_a_fighter_is_laid_by_the_man_who_spoils_the_plan_least() -> None:
    session = fight("b29", B29, GEORGES)
    form = form_of(session)
    upper = form.rows[0]
    best = form.best(upper, Subject("fighter", "George C"))
    assert best is not None
    assert best.key == "Left Gunner > George C", "he fires at C already"


@pytest.mark.parametrize("game", ["b29", "b17", "doolittle"])
def test_every_slate_names_questions_that_the_game_asks(game: str) -> None:
    asked = {*import_module(f"flakhouse.games.{game}.seen").QUESTIONS, "man-name"}
    for kind in slate.kinds(games.load(game)).values():
        assert {*kind.ids, *([kind.opens] if kind.opens else [])} <= asked


def planned(until: str, wanted: dict[str, str] | None = None) -> Session:
    """Scenario 10 with a plan of one's own, at the first question of this id; answers as advised up to there."""
    game = games.load("doolittle")
    session = Session(game, begin(game, "any", options={"scenario": "10"}))
    session.run()
    keys = {"plan": "own", **(wanted or {})}
    for _ in range(120):
        ask = session.pending
        assert ask is not None
        if ask.id == until:
            return session
        session.answer(keys.get(ask.id, ask.default))
    raise AssertionError(f"{until} was never asked")


def test_raid_13_1_1_a_choice_says_what_it_costs_and_the_chance_of_all_tries() -> None:
    form = form_of(planned("calendar"))
    (told, rows), *_ = form.groups
    assert told.title == "Who is told, and from when"
    march = next(one for one in rows[0].choices if one.key == "March")
    assert [(chip.words, chip.tone) for chip in march.facts.chips] == [("Risk +2", "bad")]
    # 7 or more on two dice is 21 of 36, 8 or more 15 of 36
    plain, briefed = round(100 - 100 * 15 * 21 / 36**2), round(100 - 100 * 10 * 15 / 36**2)
    assert march.facts.lines == (f"2 tries, {plain} % in all, {briefed} % if told the target", "7+ then 8+")
    # 13.2.2: after a refusal Chiang is harder to win, by 1: 8+, then 10+
    stilwell = next(one for one in rows[1].choices if one.key == "March")
    assert stilwell.facts.lines[0].startswith(f"2 tries, {round(100 - 100 * 21 * 30 / 36**2)} % in all")


def test_raid_13_3_2_a_modification_says_what_it_changes_on_the_tracks() -> None:
    form = form_of(planned("modify-a"))
    top = next(row for _, rows in form.groups for row in rows if row.field.mark == "D")
    away = next(one for one in top.choices if one.key == "remove")
    assert [(chip.words, chip.tone) for chip in away.facts.chips] == [
        ("1 lighter", "good"),
        ("guns −2", "bad"),
        ("morale −1", "bad"),
    ]


def test_raid_13_4_4_training_is_ordered_by_levels_and_goes_on_behind_the_dice() -> None:
    session = planned("train")
    form, at = form_of(session), session.steps
    train = form.orders[0]
    assert [(step.key, step.wanted) for step in train.steps[:5]] == [
        ("Gunnery", 1),
        ("Hedgehopping", 1),
        ("Navigation", 1),
        ("Night Flying", 1),
        ("Short Take Off", 1),
    ]
    assert (train.budget, train.left) == (5, 0)
    wants = {"train": ["Navigation", "Navigation", "Short Take Off", "Short Take Off"], "diplomacy-stilwell": []}
    own = slate.slate(session, {}, None, wants)
    assert own is not None
    assert own.orders[0].left == 0
    assert not own.lost
    slate.give(session, own)
    given = keys(session, at)
    assert given[:3] == ["Navigation", "Navigation", "Short Take Off"], "then two dice fall"
    assert given[3:4] == ["Short Take Off"] or (
        session.pending is not None and session.pending.id == "training-damage"
    )


def test_raid_13_4_4_more_than_the_points_is_refused() -> None:
    session = planned("train")
    own = slate.slate(session, {}, None, {"train": ["Navigation"] * 3 + ["Gunnery"]})
    assert own is not None
    assert own.lost == ("Training",)


def test_raid_13_4_a_month_as_advised_goes_on_to_what_its_page_does_not_show_and_undo_takes_it_back() -> None:
    session = planned("train")
    at = session.steps
    slate.give(session, form_of(session))
    assert session.pending is not None
    assert session.pending.id in ("training-damage", "training-crash", "train"), "what the page does not show"
    slate.undo(session)
    assert session.steps == at


def test_raid_13_2_talks_and_fields_are_ordered_together() -> None:
    session = planned("diplomacy-row", {"elites": "draw"})
    form, at = form_of(session), session.steps
    assert [one.ask for one in form.orders] == ["diplomacy-stilwell", "diplomacy-nimitz", "prepare-site"]
    assert form.orders[0].figure == "7+, 58 %", "8 or more, with Stilwell briefed"
    wants = {"diplomacy-stilwell": ["check"], "diplomacy-nimitz": ["urgent", "check"], "prepare-site": []}
    own = slate.slate(session, {}, None, wants)
    assert own is not None
    assert [one.figure for one in own.orders] == ["8+, 42 %", "6+, 72 %", ""]
    slate.give(session, own)
    entries = session.chapter.entries[at:]
    asked = [(getattr(one, "ask", ""), getattr(one, "key", "")) for one in entries]
    assert ("diplomacy-stilwell", "check") in asked
    assert ("diplomacy-nimitz", "urgent") in asked
    assert all(key == "done" for ask, key in asked if ask == "prepare-site")


def test_raid_4_1_a_form_gives_each_row_its_own_reason_where_they_differ() -> None:
    kind = slate.Kind("Moves", ("airspeed",), "fly there")
    ask = Question("4.1", "Which way?", {"a": "A", "b": "B"}, why=lambda: "The bombs are gone.")
    assert slate._why(ask, kind, {"The bombs are gone.": ["Hoover", "Gray"]}) == "The bombs are gone."
    found = slate._why(ask, kind, {"The bombs are gone.": ["Hoover"], "A good target.": ["Gray"]})
    assert found == "Hoover: The bombs are gone. Gray: A good target."


def test_raid_8_3_3_a_reason_names_what_its_rows_are_about_once() -> None:
    kind = slate.Kind("Whom the hazards meet", ("flight-hazard",), "place them so")
    ask = Question("8.3.3", "Which Flight?", {"a": "A", "b": "B"})
    rows = {
        "It has the fewest.": ["Zone 4: type II", "Zone 4: type II (2)"],
        "It is sound.": ["Flight 1: type II"],
    }
    assert slate._why(ask, kind, rows) == "Zone 4: It has the fewest. Flight 1: It is sound."


def test_raid_8_2_1_an_answer_for_all_that_follow_is_a_row_for_each() -> None:
    session = fight("b29", B29, GEORGES)
    kind = slate.kinds(games.load("doolittle"))["wind"]
    options = {"stay": "No extra zone", "all stay": "Nor for any other"}
    ask = Question("8.2.1", "?", options, Subject("flight", "Flight 4"))
    ask.advise("all stay", "")
    row = slate._row(session, ask, "flight-goal: Flight 4", {}, {}, kind.alone)
    assert (row.key, row.advised) == ("stay", "stay")
    ask.advise("stay", "")
    assert slate._row(session, ask, "flight-goal: Flight 4", {}, {}, kind.alone).key == "stay"


def test_raid_8_2_1_flights_behind_the_dice_of_a_wish_are_said_to_be_asked_later() -> None:
    game = games.load("doolittle")
    session = Session(game, begin(game, "later", options={"scenario": "7"}))
    session.run()
    plain = slate.slate(session)
    assert plain is not None
    assert plain.name == "wind"
    assert plain.later == ()
    form = slate.slate(session, {plain.rows[0].id: "fly west"})
    assert form is not None
    assert [row.name for row in form.rows] == ["Flight 1"]
    assert form.followed == (), "nothing is said of what they can do: they are asked"
    assert form.later == ("Flight 2", "Flight 3", "Flight 4", "Flight 5")
    slate.give(session, form)
    while session.pending is not None and session.pending.id == "re-roll":
        session.answer("keep")
    assert session.pending is not None
    assert session.pending.id == "flight-goal"
    assert session.pending.about[0].name == "Flight 2"


@pytest.mark.parametrize("game", ["b29", "b17", "doolittle"])
def test_what_a_form_calls_holding_is_an_answer_of_its_questions(game: str) -> None:
    """Else a plan would be compared with itself under another name."""
    found = {kind.title: kind.hold for kind in slate.kinds(games.load(game)).values() if kind.hold}
    known = {"Altitudes": "keep", "Fly on?": "stay"}
    assert {title: hold for title, hold in found.items() if title in known} == (
        known if game == "doolittle" else {}
    )
