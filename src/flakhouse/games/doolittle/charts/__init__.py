"""Maps, cups and tables as TOML."""
