"""What the renderers of the bomber games share. No game itself: a game's renderer subclasses `BomberRenderer`.

digest  the log read back as turns          text    the log in words
sheets  debriefing, mission, campaign       story   the after-action report
layout  lines of the status screen          facts   numbers with nouns
common.toml  words for events that mean the same in every game
"""

from __future__ import annotations

from flakhouse.render.bomber.renderer import BomberRenderer, templates

__all__ = ["BomberRenderer", "templates"]
