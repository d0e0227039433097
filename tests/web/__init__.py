"""Tests of Flakhouse in the browser."""
