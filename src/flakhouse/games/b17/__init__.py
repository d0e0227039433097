"""B-17 Queen of the Skies: the rules in the order of docs/b17-rules.md, the tables as data."""
