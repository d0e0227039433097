"""The terminal: commands and play."""
