"""B-29 Superfortress: what the game is made of."""

from __future__ import annotations

from flakhouse.core.kit import Kit

__all__ = ["KIT"]

KIT = Kit(
    game="flakhouse.games.b29.game:GAME",
    renderer="flakhouse.render.b29:renderer",
    scenes="flakhouse.render.b29",
    board="flakhouse.web.boards.b29:board",
    mission_form="flakhouse.web.forms.b29:mission_form",
    campaign_form="flakhouse.web.forms.b29:campaign_form",
    form_events="flakhouse.web.forms.b29:TOLD",
    outlook="flakhouse.sim.briefs.b29:outlook",
    collector="flakhouse.sim.detail:Bombers",
    guide="flakhouse.render:guides/b29.toml",
)
