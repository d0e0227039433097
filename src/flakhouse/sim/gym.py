"""Chapters as Gymnasium environments: an episode is a chapter, an action the number of an option.

    import gymnasium
    import flakhouse.sim.gym  # registers Flakhouse/b29-v0, Flakhouse/b17-v0, Flakhouse/doolittle-v0

    env = gymnasium.make("Flakhouse/b17-v0")
    observation, info = env.reset(seed=1)
    while True:
        observation, reward, ended, cut, info = env.step(env.action_space.sample(observation["mask"]))

The rules ask in the middle of their work, so they run in a thread that waits for each answer. `Session.answer`
would be simpler, but it plays the journal again at every step: no matter for the ten questions of a B-17 mission,
but 8 to 20 times slower over the forty of a B-29 mission and the two hundred of a raid.

Observation: `mask`, 1 for every action that is an option now; `view`, the numbers named by `view_names`: what the
question is (its place in `questions`, 0 if it is not there), whether it is routine, how many options it has, which
is the default, how many steps were taken, and what the game shows a player (`Game.features`). An action that is no
option costs nothing and answers nothing: `info["refused"]` is true. The reward is 0 until the end; then it is the
game's first measure, or the sum of those in `weights`. Dice and bots know nothing of each other: the same seed and
actions give the same episode.
"""

from __future__ import annotations

import queue
import threading
import weakref
from collections.abc import Callable, Mapping
from typing import ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from flakhouse import games
from flakhouse.core.agents import Agent
from flakhouse.core.dice import Seeded
from flakhouse.core.game import Finish, Game
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.errors import OptionError
from flakhouse.render.base import renderer

__all__ = ["ACTIONS", "FlakhouseEnv", "Observation", "register"]

ACTIONS = 32  # options an action can name; no printed question has more
_STEPS = 2_000
_FIRST = ("question", "routine", "options", "default", "step")
_LARGEST = 1e6

Observation = dict[str, npt.NDArray[np.int8] | npt.NDArray[np.float32]]


class _Stop(BaseException):
    """Unwinds the rules when nobody will answer any more. No rule can catch it by accident."""


class _Waiting(Agent):
    """Puts questions on a desk and waits for the answer."""

    name = "waiting"

    def __init__(self, routine: bool) -> None:
        self.routine = routine
        self.desk: queue.SimpleQueue[tuple[Question, Referee] | Finish | BaseException] = queue.SimpleQueue()
        self.answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def choose(self, ask: Question, ref: Referee) -> str:
        """What the other side says; defaults where it is not to be asked."""
        if ask.free or (ask.routine and not self.routine):
            return ask.default
        self.desk.put((ask, ref))
        answer = self.answers.get()
        if answer is None:
            raise _Stop
        return answer


def _play(game: Game, options: dict[str, str], seed: str, agent: _Waiting) -> None:
    """In the thread: one chapter; its end or its failure goes on the desk."""
    try:
        agent.desk.put(game.play(Referee(Seeded(seed), agent), None, options))
    except _Stop:
        pass
    except BaseException as bug:
        agent.desk.put(bug)


class FlakhouseEnv(gymnasium.Env[Observation, np.int64]):
    """One chapter of a game."""

    metadata: ClassVar[dict[str, list[str] | int]] = {"render_modes": ["ansi"], "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        game: str = "b17",
        *,
        options: Mapping[str, str] | None = None,
        scenario: str = "",
        weights: Mapping[str, float] | None = None,
        routine: bool = True,
        max_steps: int = _STEPS,
        render_mode: str | None = None,
    ) -> None:
        """`weights` are rewards by measure; without `routine`, routine questions take their defaults."""
        self.game = games.load(game)
        self.options = self.game.check_options({**_scenario(self.game, scenario), **(options or {})})
        keys = [measure.key for measure in self.game.measures()]
        self.weights = dict(weights) if weights is not None else {keys[0]: 1.0}
        unknown = sorted(set(self.weights) - set(keys))
        if unknown:
            raise OptionError(f"no measure {unknown[0]!r}; measures: {', '.join(keys)}")
        if render_mode not in (None, "ansi"):
            raise OptionError(f"render_mode {render_mode!r}: expected 'ansi' or None")
        self.routine = routine
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.questions = ("", *self.game.questions())
        self.view_names = (*_FIRST, *self.game.feature_names())
        self._index = {id: at for at, id in enumerate(self.questions)}
        self.action_space = spaces.Discrete(ACTIONS)
        shape = (len(self.view_names),)
        view = spaces.Box(-_LARGEST, _LARGEST, shape, np.float32)
        both: spaces.Space[Observation] = spaces.Dict({"mask": spaces.MultiBinary(ACTIONS), "view": view})  # type: ignore[assignment]
        self.observation_space = both  # Gymnasium says no more of it than that it holds objects
        self._agent: _Waiting | None = None
        self._end: Callable[[], object] | None = None
        self.ask: Question | None = None
        self.ref: Referee | None = None
        self.finish: Finish | None = None
        self.steps = 0

    # ------------------------------------------------------------------ Gymnasium's side

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, dict[str, object]]:
        """A new chapter; the dice follow from the seed of Gymnasium."""
        super().reset(seed=seed)
        self.close()
        dice = f"gym/{int(self.np_random.integers(1 << 62))}"
        agent = _Waiting(self.routine)
        thread = threading.Thread(
            target=_play, args=(self.game, dict(self.options), dice, agent), name="flakhouse rules", daemon=True
        )
        self._agent = agent
        self._end = weakref.finalize(self, agent.answers.put, None)
        self.finish = None
        self.steps = 0
        thread.start()
        self._thread = thread
        self._await(agent)
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, object]]:
        """Take an option of the open question."""
        ask, agent = self.ask, self._agent
        if ask is None or agent is None:
            raise gymnasium.error.ResetNeeded("no question is open: reset() begins a chapter")
        self.steps += 1
        keys = list(ask.options)[:ACTIONS]
        refused = not 0 <= int(action) < len(keys)
        if not refused:
            agent.answers.put(keys[int(action)])
            self._await(agent)
        ended = self.finish is not None
        cut = not ended and self.steps >= self.max_steps
        reward = 0.0
        if self.finish is not None:
            found = self.game.measured(self.finish)
            reward = float(sum(weight * found[key] for key, weight in self.weights.items()))
        observation, info = self._observe(), self._info()
        info["refused"] = refused
        if cut:
            self.close()
        return observation, reward, ended, cut, info

    def render(self) -> str | None:
        """The status as a player sees it, and the open question."""
        if self.render_mode is None:
            return None
        lines = [renderer(self.game).status(self.ref.state if self.ref is not None else None), ""]
        if self.ask is not None:
            lines.append(self.ask.prompt)
            lines += [f"{at:3} {label}" for at, label in enumerate(self.ask.options.values())]
        elif self.finish is not None:
            lines.append(f"The {self.game.chapter_word} is over.")
        return "\n".join(lines)

    def close(self) -> None:
        """End the chapter and its thread."""
        if self._end is not None:
            self._end()
            self._end = None
        if self._agent is not None:
            self._thread.join()
            self._agent = None
        self.ask = self.ref = None

    # ------------------------------------------------------------------ inside

    def _await(self, agent: _Waiting) -> None:
        """Wait until the rules ask again, or end."""
        news = agent.desk.get()
        if isinstance(news, tuple):
            self.ask, self.ref = news
            return
        self.ask = None
        if isinstance(news, Finish):
            self.finish = news
            return
        self.close()
        raise news

    def _observe(self) -> Observation:
        """Mask and view of the open question; zeros at the end."""
        mask = np.zeros(ACTIONS, np.int8)
        view = np.zeros(len(self.view_names), np.float32)
        ask = self.ask
        if ask is not None:
            mask[: len(ask.options)] = 1
            default = list(ask.options).index(ask.default)
            view[: len(_FIRST)] = (self._index.get(ask.id, 0), ask.routine, len(ask.options), default, self.steps)
        if self.ref is not None:
            view[len(_FIRST) :] = self.game.features(self.ref.state)
        return {"mask": mask, "view": np.clip(view, -_LARGEST, _LARGEST)}

    def _info(self) -> dict[str, object]:
        """The question in words, for people and masks."""
        ask = self.ask
        mask = np.zeros(ACTIONS, np.int8)
        mask[: len(ask.options) if ask else 0] = 1
        return {
            "action_mask": mask,
            "question": ask.id if ask else "",
            "options": list(ask.options) if ask else [],
            "default": list(ask.options).index(ask.default) if ask else 0,
            "measures": self.game.measured(self.finish) if self.finish is not None else {},
        }


def _scenario(game: Game, key: str) -> dict[str, str]:
    """The options of a named beginning."""
    if not key:
        return {}
    found = {scenario.key: scenario.options for scenario in game.scenarios()}
    if key not in found:
        raise OptionError(f"no scenario {key!r}; scenarios: {', '.join(found) or 'none'}")
    return found[key]


def register() -> None:
    """Enter every game in Gymnasium's registry, once."""
    for name in games.names():
        id = f"Flakhouse/{name}-v0"
        if id not in gymnasium.registry:
            gymnasium.register(id, entry_point="flakhouse.sim.gym:FlakhouseEnv", kwargs={"game": name})


register()
