"""13.0 Planning on forms: a month is one page with what it adds up to; the journal has the single answers."""

from __future__ import annotations

from flakhouse import games, slate
from flakhouse.core.agents import Default, Scripted
from flakhouse.core.chapter import begin
from flakhouse.core.dice import Seeded
from flakhouse.core.events import Chosen
from flakhouse.core.journal import Answer
from flakhouse.core.referee import Referee
from flakhouse.core.session import Session
from flakhouse.games.doolittle.game import outcome, play_raid
from flakhouse.games.doolittle.options import Options
from flakhouse.games.doolittle.questions import planning as planning_questions
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Benefit
from flakhouse.sim import plan_facts, planned
from flakhouse.slate import Slate
from flakhouse.web import slates


def planning(seed: str = "plan", *faces: int) -> Session:
    """Scenario 10 with a plan of one's own, at its first form; the first dice will show these faces."""
    game = games.load("doolittle")
    session = Session(game, begin(game, seed, options={"scenario": "10"}, given=faces))
    session.run()
    session.answer("own")
    return session


def form_of(session: Session, **wishes: str) -> Slate:
    """The open form, with wishes by the names of rows (underscores for blanks)."""
    plain = slate.slate(session)
    assert plain is not None
    ids = {row.name.replace(" ", "_"): row.id for row in plain.rows}
    found = slate.slate(session, {ids[name]: key for name, key in wishes.items()})
    assert found is not None
    return found


def sums(form: Slate) -> dict[str, str]:
    return {one.name: one.value for one in form.sums}


def settle(session: Session, name: str, **wishes: str) -> Slate:
    """Answer the form of this name with these wishes."""
    form = form_of(session, **wishes)
    assert form.name == name
    slate.give(session, form)
    return form


def test_13_1_january_is_one_form_and_the_plan_of_1942_stands_in_it() -> None:
    form = form_of(planning())
    assert form.title == "January 1942: who is told, and when"
    assert {row.name: row.key for row in form.rows} == {
        "Nimitz is told": "March",
        "Stilwell is told": "March",
        "Thompson is told": "none",
        "Doolittle works on": "February",
        "He telephones": "no",
        "B-25s": "24",
    }
    assert form.as_advised
    assert form.usual == "As in 1942"


def test_13_5_6_what_january_costs_in_security_risk_is_worked_out_with_every_change() -> None:
    session = planning()
    assert sums(form_of(session))["Security Risk at sailing"] == "4"
    early = form_of(session, Nimitz_is_told="January", He_telephones="yes")
    assert sums(early)["Security Risk at sailing"] == "6"
    assert "by dice: Doolittle's telephone" in early.sums[0].note
    assert not early.as_advised
    assert session.steps == 1, "nothing is answered before it is settled"


def told(form: Slate, nth: int) -> dict[str, tuple[str, ...]]:
    """What stands under each month of a Diplomat's row."""
    return {one.key: one.facts.lines for one in form.groups[0][1][nth].choices}


def test_13_2_1_the_number_beside_a_chance_is_that_on_the_dice() -> None:
    session = planning()
    plain, helped = form_of(session), form_of(session, Doolittle_works_on="January")
    assert told(plain, 0)["April"] == ("1 try, 42 % in all, 58 % if told the target", "8+")
    assert told(helped, 0)["April"] == (
        "1 try, 58 % in all, 72 % if told the target",
        "7+",
    )  # his +1 is counted in both
    assert told(plain, 1)["March"] == (
        "2 tries, 51 % in all, 70 % if told the target",
        "8+ then after a refusal 10+",
    )  # 9, and 1 more once he has refused
    wasted = "he cannot be asked in January: more Risk than in February, and no try more"
    assert told(plain, 0)["January"] == (*told(plain, 0)["February"], wasted)
    assert len(told(plain, 0)["February"]) == 2


def test_13_2_1_a_try_that_cannot_succeed_is_none() -> None:
    form = form_of(planning())
    for nth in range(len(form.groups[0][1])):
        for lines in told(form, nth).values():
            assert "never" not in " ".join(lines)
            if len(lines) > 1 and " in all" in lines[0]:
                assert lines[0].startswith(str(len(lines[1].split(" then "))))


def test_13_2_1_a_talk_says_what_the_dice_must_show_with_what_is_ordered() -> None:
    session = planning()
    form = form_of(session, Thompson_is_told="January", Doolittle_works_on="January")
    talk = next(one for one in form.orders if one.title == "Thompson")
    assert talk.figures[0].startswith("8+, 42 %")
    assert talk.figures[1].startswith("7+, 58 %")


def test_13_0_a_change_in_january_takes_nothing_from_what_it_adds_up_to() -> None:
    session = planning()
    usual, changed = form_of(session), form_of(session, Thompson_is_told="January")
    names = ["Security Risk at sailing", "Secrecy dice so far", "Each B-25", "Ships sail on time"]
    assert list(sums(usual)) == list(sums(changed)) == names


def test_13_5_6_few_bombers_show_their_secrecy_die_in_january() -> None:
    session = planning()
    assert sums(form_of(session))["Secrecy dice so far"] == "0"
    assert sums(form_of(session, **{"B-25s": "18"}))["Secrecy dice so far"] == "1"


def test_13_5_5_january_says_what_doolittle_elsewhere_will_cost() -> None:
    session = planning()

    def note(**rows: str) -> str:
        return next(one.note for one in form_of(session, **rows).sums if one.name == "Ships sail on time")

    late = "late: Risk +0 to 6, and the carriers meet less easily"
    assert note() == late
    will = "each modification will be -1, for Doolittle is not at work in February"
    assert note(Doolittle_works_on="March") == f"{will}; {late}"


def test_13_5_5_what_weighs_on_the_ships_is_said_in_words() -> None:
    session = planning()
    settle(session, "january", Doolittle_works_on="March")
    note = next(one.note for one in form_of(session).sums if one.name == "Ships sail on time")
    assert note.startswith("-8 for 8 modifications: none of it with Doolittle at work in February; late: ")


def test_13_1_2_fewer_b25s_bring_a_list_of_those_left_out() -> None:
    session = planning()
    settle(session, "january", **{"B-25s": "18"})
    form = slate.slate(session)
    assert form is not None
    assert (form.name, form.most) == ("leave-out", 6)


def test_13_3_weight_fuel_and_delay_follow_the_modifications() -> None:
    session = planning()
    settle(session, "january", Doolittle_works_on="March")
    usual, own = form_of(session), form_of(session, H_Bomb_bay="more-tanks", E_Armor="add", A_Liaison_radio="keep")
    assert sums(usual)["Each B-25"] == "weight 0, Fuel 8, gunnery dice 3"
    assert sums(own)["Each B-25"] == "weight 2, Fuel 10, gunnery dice 3"
    # 13.5.5: 8 and 9 modifications weigh on a sum of 2 to 12 that must reach 4
    assert sums(usual)["Ships sail on time"] == "3 %"
    assert sums(own)["Ships sail on time"] == "0 %"


def test_13_4_3_morale_and_training_points_follow_the_measures() -> None:
    session = planning()
    settle(session, "january")
    settle(session, "february")
    usual, kind = form_of(session), form_of(session, FBI="no", Leave_for_the_crews="yes")
    assert (sums(usual)["Morale"], sums(kind)["Morale"]) == ("Poor", "Good")
    assert (sums(usual)["Secrecy dice"], sums(kind)["Secrecy dice"]) == ("5", "4")
    assert kind.sums[-1].note == "8 elite men, 7 training points"


def test_13_0_a_form_knows_nothing_of_the_dice_that_will_fall() -> None:
    seen = [form_of(planning("plan", *faces), Stilwell_is_told="January") for faces in ((1, 1), (6, 6))]
    assert seen[0] == seen[1]


def marked(form: Slate, title: str) -> list[str]:
    """What is marked under this heading of a page."""
    return [step.key for one in form.orders if one.title == title for step in one.steps if step.wanted]


def tried(session: Session, since: int, ask: str = "prepare-site") -> list[str]:
    """The answers to one question since a step."""
    entries = session.chapter.entries[since:]
    return [one.key for one in entries if isinstance(one, Answer) and one.ask == ask]


def test_13_2_3_an_untouched_page_tries_the_fields_it_shows_and_asks_before_any_other() -> None:
    session = planning("plan", 6, 6, 1, 1, 6, 6)  # China agrees, Chuchow fails, Lishui is got ready
    settle(session, "january", Stilwell_is_told="February")
    form, at = form_of(session), session.steps
    assert marked(form, "Fields in China") == ["Chuchow", "Lishui"]
    assert form.behind_dice == (("Fields in China", ("Chuchow", "Lishui")),)
    slate.give(session, form)
    assert tried(session, at) == ["Chuchow", "Lishui"]
    again = form_of(session)
    assert again.name == "talks"
    assert [step.key for step in again.orders[-1].steps] == ["Yushan", "Kian", "Kweilin"], "not one tried already"
    assert marked(again, "Fields in China") == ["Yushan"]
    slate.give(session, slate.slate(session, {}, None, {"prepare-site": []}) or again)
    assert tried(session, at) == ["Chuchow", "Lishui", "done"]


def test_13_2_3_a_page_changed_elsewhere_still_tries_the_fields_it_shows() -> None:
    session = planning("plan", 6, 6, 6, 6, 6, 6)
    settle(session, "january", Stilwell_is_told="February")
    at = session.steps
    settle(session, "february", A_Liaison_radio="keep")
    assert tried(session, at) == ["Chuchow", "Lishui", "done"]


def at_training(*faces: int) -> Session:
    """The page of March on which training is ordered; the months before as in 1942, but no die for elite men."""
    session = planning("plan", *faces)
    settle(session, "january")
    settle(session, "february")
    settle(session, "march", Elite_men="pick")
    while session.pending is not None and session.pending.id == "pick-elite":
        session.answer(session.pending.default)
    assert session.pending is not None
    assert session.pending.id == "train"
    return session


def test_13_4_9_an_untouched_page_trains_no_more_than_it_shows() -> None:
    session = at_training(4, 4)  # Short Take Off: space 8, one damaged, 15 on deck
    form, at = form_of(session), session.steps
    assert len(marked(form, "Training")) == 5
    slate.give(session, form)
    assert tried(session, at, "train") == marked(form, "Training")
    assert session.pending is not None
    assert session.pending.id == "training-damage", "which B-25 stands nowhere on the page: it is asked"
    session.answer(session.pending.default)
    assert session.pending.default == "extra Short Take Off", "for a deck of 16"
    assert isinstance(session.state, Raid)
    assert not session.state.blotter.extra


def seen(session: Session, **sent: str) -> Slate:
    """The form as the browser shows it."""
    form = slates.asked(session, sent)
    assert form is not None
    return form


def fill(form: Slate, **more: str) -> dict[str, str]:
    """What the browser sends of the orders of a form, with `more` of them by their keys."""
    return {
        f"want.{one.ask}|{step.key}": more.get(step.key.replace(" ", "_"), str(step.wanted))
        for one in form.orders
        for step in one.steps
    }


def test_13_4_9_what_was_ordered_still_stands_on_the_page_that_is_back_behind_a_hard_landing() -> None:
    session = at_training(4, 4)  # Short Take Off: space 8, one damaged
    slates.give(session, fill(seen(session), brief_Chiang="1", urgent="1"))
    assert session.pending is not None
    assert session.pending.id == "training-damage"
    assert session.due is not None
    session.answer(session.pending.default)
    page = seen(session)
    assert page.back
    assert {"brief Chiang", "urgent", "check"} <= set(marked(page, "Stilwell"))
    assert marked(page, "Training") == [], "all he ordered is done, and no more is ticked for him"
    assert page.anew == ("Extra Short Take Off",)
    assert marked(seen(session, usual="1"), "Training") == ["extra Short Take Off"]
    at = session.steps
    slates.give(session, fill(page))
    assert "brief Chiang" in tried(session, at, "diplomacy-stilwell")


def test_13_4_9_a_page_left_as_advised_says_what_the_advice_has_ticked_since() -> None:
    session = at_training(4, 4)
    slates.give(session, {})
    session.answer("Farrow")
    page = seen(session)
    assert page.back
    assert not page.ordered
    assert page.ticked == ("Extra Short Take Off",)
    assert page.anew == ()
    assert marked(page, "Training") == ["extra Short Take Off"]


def with_a_point_to_spare(*faces: int) -> Session:
    """The page of training with six points, one more than history needs."""
    session = planning("plan", *faces)
    settle(session, "january")
    settle(session, "february")
    while (ask := session.pending) is not None and ask.id != "train":
        session.answer({"brief-squadron": "yes", "elites": "pick"}.get(ask.id, ask.default))
    return session


def test_13_4_9_a_point_left_for_the_deck_is_ticked_on_the_page_that_is_back() -> None:
    session = with_a_point_to_spare(3, 1, 6)  # Short Take Off: space 4, room for 8; then the third die
    form = seen(session)
    assert form.orders[0].left == 1
    assert form.orders[0].lost
    slates.give(session, fill(form, brief_Chiang="1"))
    while session.pending is not None and session.pending.id != "train":
        session.answer(session.pending.default)
    page = seen(session)
    assert page.back
    assert page.ordered
    assert page.ticked == ("Short Take Off",)
    assert not page.orders[0].lost
    assert "brief Chiang" in marked(page, "Stilwell"), "what he ordered himself still stands"
    unticked = seen(session, **fill(page, Short_Take_Off="0"))
    assert unticked.anew == ("Short Take Off",)
    assert unticked.orders[0].lost
    slates.give(session, fill(page))
    assert isinstance(session.state, Raid)
    assert session.state.blotter.levels["Short Take Off"] == 10


def test_13_4_4_orders_that_nobody_touched_follow_the_advice() -> None:
    session = at_training()
    form = seen(session)
    stood = {name.replace("want.", "stood."): value for name, value in fill(form).items()}
    assert not seen(session, **fill(form), **stood).ordered
    elsewhere = {**fill(form), "want.train|Gunnery": "0"}  # as on a page on which less was advised
    advised = {name.replace("want.", "stood."): value for name, value in elsewhere.items()}
    assert "Gunnery" in marked(seen(session, **elsewhere, **advised), "Training")
    assert "Gunnery" not in marked(seen(session, **elsewhere, **stood), "Training")


def test_13_2_3_what_a_month_left_undone_is_not_ordered_in_the_next() -> None:
    session = planning("plan", 1, 1)  # China refuses: no field is tried
    settle(session, "january", Stilwell_is_told="January")
    page = seen(session)
    assert page.name == "february"
    assert not page.back
    assert page.as_advised


def test_13_0_a_form_that_undo_brings_back_holds_what_was_settled_on_it() -> None:
    session = planning()
    settle(session, "january", Doolittle_works_on="March", **{"B-25s": "18"})
    slate.undo(session)
    page = seen(session)
    assert {row.name: row.key for row in page.rows if row.key != row.advised} == {
        "Doolittle works on": "March",
        "B-25s": "18",
    }
    assert seen(session, usual="1").as_advised
    session.undo()
    session.answer("own")
    settle(session, "january")
    slate.undo(session)
    assert seen(session).as_advised, "what was settled last"


def test_13_4_4_undo_brings_back_the_orders_of_a_page_over_its_dice() -> None:
    session = at_training(4, 4)
    at, form = session.steps, seen(session)
    slates.give(session, fill(form, brief_Chiang="1", Gunnery="0"))
    slate.undo(session)
    assert session.steps == at
    page = seen(session)
    assert "brief Chiang" in marked(page, "Stilwell")
    assert "Gunnery" not in marked(page, "Training")
    assert not page.back


def test_13_4_4_extra_training_says_that_the_elite_man_is_gained() -> None:
    extra = form_of(at_training()).orders[0].steps[-1]
    assert [(chip.words, chip.tone) for chip in extra.facts.chips] == [
        ("gains one elite man", "good"),
        ("Risk +1", "bad"),
    ]


def test_2_3_each_elite_man_on_the_deck_page_says_his_trade_and_what_he_is_good_for() -> None:
    session = planning()
    while session.pending is not None and session.pending.id != "aboard":
        session.answer(session.pending.default)
    assert isinstance(session.state, Raid)
    men = session.state.blotter.elites
    rows = next(rows for group, rows in form_of(session).groups if group.title.startswith("Elite men"))
    assert [row.name for row in rows] == [man.name for man in men]
    for man, row in zip(men, rows, strict=True):
        (said,) = row.chosen.facts.lines
        assert said.partition(": ")[0] == man.benefit.value.partition(",")[0]
        assert said.partition(": ")[2]


def test_2_3_every_benefit_has_its_words() -> None:
    assert set(plan_facts._GOOD_FOR) == set(Benefit)


def test_13_5_6_the_page_of_training_counts_every_mark_also_those_behind_the_dice() -> None:
    session = at_training()
    usual = form_of(session)
    assert "Tell Nimitz the target" in dict(usual.behind_dice)["Nimitz"]
    # 2 and 2 for those told in March, 1 for each who is told the target
    assert sums(usual)["Security Risk at sailing"] == "6"
    assert sums(usual)["Each B-25"].endswith("gunnery dice 4"), "3, and 1 for the level"
    wants = {one.ask: [step.key for step in one.steps for _ in range(step.wanted)] for one in usual.orders}

    def ordered(ask: str, *more: str) -> dict[str, str]:
        form = slate.slate(session, {}, None, {**wants, ask: [*wants[ask], *more]})
        assert form is not None
        assert not form.lost
        return sums(form)

    assert ordered("diplomacy-nimitz", "urgent")["Security Risk at sailing"] == "7"
    assert ordered("diplomacy-stilwell", "brief Chiang")["Security Risk at sailing"] == "8", "two markers"
    more = ordered("train", "extra Gunnery", "extra Short Take Off")
    assert more["Security Risk at sailing"] == "8"
    assert more["Each B-25"].endswith("gunnery dice 5")
    without = slate.slate(session, {}, None, {**wants, "diplomacy-nimitz": ["check"], "train": ["Short Take Off"]})
    assert without is not None
    assert sums(without)["Security Risk at sailing"] == "5"
    assert sums(without)["Each B-25"].endswith("gunnery dice 3")


def test_13_5_6_to_reckon_with_marks_changes_nothing_of_the_plan() -> None:
    session = at_training()
    raid = session.state
    assert isinstance(raid, Raid)
    before = repr(raid.blotter), repr(raid.ratings)
    wants = {"diplomacy-nimitz": ["urgent"], "diplomacy-stilwell": ["brief Chiang"], "train": ["extra Gunnery"]}
    reckoned = {one.name: one.value for one in planned.sums(session.ref, raid, wants)}
    assert reckoned["Security Risk at sailing"] != planned.sums(session.ref, raid)[0].value
    assert (repr(raid.blotter), repr(raid.ratings)) == before


def test_13_1_3_a_talk_in_january_stands_on_its_form_up_to_the_dice() -> None:
    session = planning()
    form = form_of(session, Stilwell_is_told="January")
    assert form.rows[-1].name.startswith("Stilwell")
    assert form.rows[-1].key == "check"
    assert "agrees" in form.rows[-1].chosen.price
    slate.give(session, form)
    assert session.rolls > 0


def test_13_0_the_journal_has_the_single_answers_and_undo_takes_a_month_back() -> None:
    session = planning()
    settle(session, "january", Thompson_is_told="April")
    asked = [entry.ask for entry in session.chapter.entries if isinstance(entry, Answer)]
    assert asked == ["plan", *["calendar"] * 3, "doolittle-box", "telephone", "b25s"]
    assert slate.undo(session) == 6
    form = form_of(session)
    assert form.name == "january"
    assert form.as_advised


def test_13_0_as_in_1942_on_every_form_is_the_historical_plan() -> None:
    """All forms as they are: the squadron and plan of the historical way, dice and all."""
    game = games.load("doolittle")
    own = planning("same")
    prompts = _to_sea(own)
    history = Session(game, begin(game, "same", options={"scenario": "10"}))
    history.run()
    history.answer("historical")
    assert isinstance(own.state, Raid)
    assert isinstance(history.state, Raid)
    assert own.state.blotter.mods == history.state.blotter.mods
    assert own.state.blotter.levels == history.state.blotter.levels
    assert own.state.security == history.state.security
    assert prompts < 20


def _to_sea(session: Session) -> int:
    """Take every form and question of the plan as it stands: how many times one is asked."""
    prompts = 0
    while session.pending is not None and isinstance(session.state, Raid) and session.state.segment == "planning":
        form = slate.slate(session)
        if form is not None:
            slate.give(session, form)
        else:
            session.answer(session.pending.default)
        prompts += 1
    return prompts


def test_13_0_a_plan_of_ones_own_takes_fifteen_prompts_not_fifty() -> None:
    counts = []
    for number in range(12):
        session = planning(f"count {number}")
        counts.append(_to_sea(session))
    assert sum(counts) / len(counts) < 16


def test_13_0_enter_at_the_first_question_begins_the_planning_and_plays_what_the_historical_plan_plays() -> None:
    def played(answers: list[str]) -> tuple[int, object]:
        ref = Referee(Seeded("plan"), Scripted(answers, Default()))
        r, told = play_raid(ref, Options(scenario=10))
        return ref.check, outcome(r, told)

    assert planning_questions.plan().options[planning_questions.OWN].label.startswith("Plan it yourself")
    ref = Referee(Seeded("plan"), Default(), trace=True)
    play_raid(ref, Options(scenario=10))
    first = next(event for event in ref.events if isinstance(event, Chosen))
    assert (first.id, first.key) == ("plan", "own")
    assert played(["plan=own"]) == played(["plan=historical"])
