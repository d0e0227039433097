"""The Doolittle Raid: what the game is made of."""

from __future__ import annotations

from flakhouse.core.kit import Kit

__all__ = ["KIT"]

KIT = Kit(
    game="flakhouse.games.doolittle.game:GAME",
    renderer="flakhouse.render.doolittle:renderer",
    scenes="flakhouse.render.doolittle",
    board="flakhouse.web.boards.doolittle:board",
    mission_form="flakhouse.web.forms.doolittle:mission_form",
    sums="flakhouse.sim.planned:sums",
    facts="flakhouse.sim.plan_facts:facts",
    orders="flakhouse.sim.plan_orders:orders",
    outlook="flakhouse.sim.briefs.doolittle:outlook",
    collector="flakhouse.sim.detail:Doolittle",
    guide="flakhouse.render:guides/doolittle.toml",
)
