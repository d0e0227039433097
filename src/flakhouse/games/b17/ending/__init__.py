"""Sections 14 and 15: how a flight ends.

Other modules call what is named here; everything that ends the flight raises `MissionEnded` once the bomber
and every man have their fate.
"""
