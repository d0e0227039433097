"""What a hit orders for later: the bomber must turn back, which is done only after the fighting of its zone."""

from __future__ import annotations

from collections.abc import Callable

from flakhouse.render.scenes import Scene, SceneLine

__all__ = ["must_turn_back"]

_FORCING = frozenset({"man", "part", "engine", "station"})  # what is hit before a mission has to be broken off


def must_turn_back(scene: Scene, at: Callable[[int], object], why: Callable[[object], str]) -> list[SceneLine]:
    """13.1, 4.7 That a scene forces the bomber home, said in it; `why` gives the cause that a state has for it."""
    if scene.weight == "calm" or not scene.events[0] or not {s.kind for s in scene.about} & _FORCING:
        return []
    cause = why(at(scene.events[1]))
    if not cause or why(at(scene.events[0] - 1)):
        return []
    return [SceneLine(f"The bomber must turn back when this fight is over: {cause}.", "warning", "must-turn-back")]
