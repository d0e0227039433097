"""The questions of the rules, one function for each id."""
