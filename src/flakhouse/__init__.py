"""Flakhouse: an engine and player for the great solitaire bomber wargames."""

__version__ = "0.2.0"
