"""The Gymnasium environments: they pass its checker, seeds repeat, masks and rewards are right, threads end."""

from __future__ import annotations

import gc
import random
import threading
import warnings

import pytest

pytest.importorskip("gymnasium", reason="needs the extra flakhouse[gym]")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

from flakhouse import games
from flakhouse.core.agents import Agent
from flakhouse.core.dice import Seeded
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.errors import OptionError
from flakhouse.sim import gym
from flakhouse.sim.gym import ACTIONS, FlakhouseEnv, Observation

NAMES = ("b29", "b17", "doolittle")


def rules_threads() -> int:
    return sum(thread.name == "flakhouse rules" for thread in threading.enumerate())


def fly(env: FlakhouseEnv, seed: int, share: float = 0.5) -> list[tuple[str, float, bytes]]:
    """An episode of defaults and whims: question, reward and view of each step."""
    whim = random.Random(seed)
    observation, info = env.reset(seed=seed)
    told = []
    over = False
    while not over:
        options, default = info["options"], info["default"]
        assert isinstance(options, list)
        assert isinstance(default, int)
        asked = str(info["question"])
        action = default if whim.random() < share else whim.randrange(len(options))
        observation, reward, ended, cut, info = env.step(action)
        over = ended or cut
        told.append((asked, reward, observation["view"].tobytes()))
    return told


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_checker_has_no_complaint(name: str) -> None:
    env = gymnasium.make(f"Flakhouse/{name}-v0", render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)
    env.close()
    assert env.spec is not None
    assert env.spec.id == f"Flakhouse/{name}-v0"


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_and_actions_give_the_same_episode(name: str) -> None:
    one, other = FlakhouseEnv(name), FlakhouseEnv(name)
    first = fly(one, 7)
    assert first == fly(other, 7)
    assert first != fly(one, 8)
    one.close()
    other.close()


@pytest.mark.parametrize("name", NAMES)
def test_mask_and_view_say_what_is_asked(name: str) -> None:
    env = FlakhouseEnv(name)
    observation, info = env.reset(seed=3)
    for _ in range(5):
        if env.ask is None:
            break
        mask, view = observation["mask"], observation["view"]
        assert env.observation_space.contains(observation)
        assert mask.sum() == len(env.ask.options)
        assert np.array_equal(mask, np.asarray(info["action_mask"]))
        assert env.questions[int(view[0])] == env.ask.id == info["question"]
        assert view[2] == len(env.ask.options)
        observation, _, _, _, info = env.step(int(view[3]))
    env.close()
    assert env.ask is None


@pytest.mark.parametrize("name", NAMES)
def test_every_question_has_its_number_and_every_feature_its_name(name: str) -> None:
    class Listening(Agent):
        def __init__(self, seed: str) -> None:
            self.whim = random.Random(seed)
            self.seen: dict[str, int] = {}

        def choose(self, ask: Question, ref: Referee) -> str:
            if ask.free:
                return ask.default
            self.seen[ask.id] = max(self.seen.get(ask.id, 0), len(ask.options))
            assert len(game.features(ref.state)) == len(game.feature_names())
            return self.whim.choice(list(ask.options)) if self.whim.random() < 0.5 else ask.default

    game = games.load(name)
    scenarios = game.scenarios()
    for at in range(2 * len(scenarios)):
        agent = Listening(str(at))
        options = game.check_options(scenarios[at % len(scenarios)].options)
        game.play(Referee(Seeded(f"questions/{at}"), agent), None, options)
        assert not set(agent.seen) - set(game.questions())
        assert max(agent.seen.values(), default=0) <= ACTIONS
    assert len(set(game.questions())) == len(game.questions())


def test_an_action_that_is_no_option_changes_nothing() -> None:
    env = FlakhouseEnv("b17")
    before, _ = env.reset(seed=1)
    after, reward, ended, cut, info = env.step(ACTIONS - 1)
    assert info["refused"]
    assert (reward, ended, cut) == (0.0, False, False)
    assert np.array_equal(before["mask"], after["mask"])
    env.close()


def test_the_reward_is_the_first_measure_or_the_weights() -> None:
    plain = FlakhouseEnv("b17")
    weighted = FlakhouseEnv("b17", weights={"home": 1.0, "men": 2.0})
    for seed in range(4):
        told, more = fly(plain, seed, 1.0), fly(weighted, seed, 1.0)
        assert all(reward == 0 for _, reward, _ in told[:-1])
        assert plain.finish is not None
        assert weighted.finish is not None
        found = plain.game.measured(plain.finish)
        assert told[-1][1] == found["home"]
        assert more[-1][1] == pytest.approx(found["home"] + 2 * found["men"])
    plain.close()
    weighted.close()
    with pytest.raises(OptionError, match="no measure"):
        FlakhouseEnv("b17", weights={"glory": 1.0})


def test_an_episode_is_cut_off_at_its_step_limit_and_needs_a_reset() -> None:
    env = FlakhouseEnv("doolittle", max_steps=3)
    told = fly(env, 1)
    assert len(told) == 3
    assert env.finish is None
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.close()


def test_routine_questions_can_answer_themselves() -> None:
    every, few = FlakhouseEnv("b29"), FlakhouseEnv("b29", routine=False)
    assert len(fly(few, 5, 1.0)) < len(fly(every, 5, 1.0))
    every.close()
    few.close()


def test_threads_end_with_reset_close_and_garbage() -> None:
    before = rules_threads()
    env = FlakhouseEnv("b29")
    for seed in range(3):
        env.reset(seed=seed)
        assert rules_threads() == before + 1
    thread = env._thread
    del env
    gc.collect()
    thread.join(10)
    assert rules_threads() == before


def test_a_failure_of_the_rules_comes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    env = FlakhouseEnv("b17")

    def fail(*_: object) -> None:
        raise ZeroDivisionError("broken rule")

    monkeypatch.setattr(type(env.game), "play", fail)
    with pytest.raises(ZeroDivisionError, match="broken rule"):
        env.reset(seed=1)
    assert env._agent is None


def test_render_shows_status_and_question() -> None:
    env = FlakhouseEnv("b29", render_mode="ansi")
    env.reset(seed=2)
    assert env.ask is not None
    text = env.render()
    assert text is not None
    assert env.ask.prompt in text
    env.close()
    assert FlakhouseEnv("b29").render() is None


def test_hidden_markers_do_not_show_in_the_view() -> None:
    """What is face down may be drawn anew without any change of the figures."""
    env = FlakhouseEnv("doolittle", scenario="4")
    _, info = env.reset(seed=4)
    for _ in range(12):
        if env.ref is None or env.ask is None:
            break
        before = env.game.features(env.ref.state)
        copy_dice = env.ref.dice
        env.ref.dice = Seeded("other")
        env.game.redraw(env.ref.state, env.ref)
        assert env.game.features(env.ref.state) == before
        env.ref.dice = copy_dice
        default = info["default"]
        assert isinstance(default, int)
        _, _, _, _, info = env.step(default)
    env.close()
    gym.register()
    assert "Flakhouse/doolittle-v0" in gymnasium.registry


def test_observations_are_arrays_of_the_space() -> None:
    env = FlakhouseEnv("b17")
    observation: Observation = env.reset(seed=9)[0]
    assert observation["mask"].dtype == np.int8
    assert observation["view"].dtype == np.float32
    assert len(env.view_names) == len(observation["view"])
    env.close()
