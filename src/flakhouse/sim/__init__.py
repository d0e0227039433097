"""Many games at once: studies flown by bots, their tables and figures, comparisons, odds."""
