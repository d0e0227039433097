"""How the B-29 game reads: the words for its events, its state, its reports."""
