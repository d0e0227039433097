"""Readings of the log and the state: text, reports, sheets."""
