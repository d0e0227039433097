"""Flakhouse in the browser: server-rendered pages and a JSON API over the same sessions the terminal plays."""
