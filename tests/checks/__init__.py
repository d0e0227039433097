"""Checks that every game passes, each given the game's own data: see the tests of a game for how they are called.

They return what is wrong, so that a test reads `assert faults(...) == []`.
"""
