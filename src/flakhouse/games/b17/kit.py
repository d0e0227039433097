"""B-17 Queen of the Skies: what the game is made of."""

from __future__ import annotations

from flakhouse.core.kit import Kit

__all__ = ["KIT"]

KIT = Kit(
    game="flakhouse.games.b17.game:GAME",
    renderer="flakhouse.render.b17:renderer",
    scenes="flakhouse.render.b17",
    board="flakhouse.web.boards.b17:board",
    mission_form="flakhouse.web.forms.b17:mission_form",
    campaign_form="flakhouse.web.forms.b17:campaign_form",
    form_events="flakhouse.web.forms.b17:TOLD",
    outlook="flakhouse.sim.briefs.b17:outlook",
    collector="flakhouse.sim.detail:Bombers",
    guide="flakhouse.render:guides/b17.toml",
)
