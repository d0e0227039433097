"""The questions of the game: a function for each, by its id. Made only when somebody looks at them."""
