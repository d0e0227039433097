"""Challenges: the same mission for everybody. What is flown in each form, what it scores, and whether a save counts."""
