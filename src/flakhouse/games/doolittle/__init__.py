"""Enemy Coast Ahead: The Doolittle Raid. The rules in the order of the rule book; maps, cups, tables as data."""
