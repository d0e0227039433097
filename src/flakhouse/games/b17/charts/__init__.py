"""The tables as TOML."""
