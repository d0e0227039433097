"""The chart book as data: one TOML file per section, laid out to be proofread beside the book."""
