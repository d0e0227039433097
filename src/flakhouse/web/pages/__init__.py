"""The pages, rendered by the server. They read without a script; a small one makes them quicker to use."""

from __future__ import annotations

from flakhouse.web.pages import (
    account,
    challenges,
    crew,
    debrief,
    diary,
    flights,
    help,
    odds,
    play,
    reference,
    replay,
    reports,
    saves,
    scenes,
    settings,
    squadrons,
    start,
    studies,
)
from flakhouse.web.ways import Way

__all__ = ["WAYS"]

WAYS: list[Way] = [
    *start.WAYS,
    *saves.WAYS,
    *play.WAYS,
    *scenes.WAYS,
    *odds.WAYS,
    *replay.WAYS,
    *reports.WAYS,
    *debrief.WAYS,
    *flights.WAYS,
    *crew.WAYS,
    *diary.WAYS,
    *challenges.WAYS,
    *squadrons.WAYS,
    *reference.WAYS,
    *help.WAYS,
    *studies.WAYS,
    *settings.WAYS,
    *account.WAYS,
]
