"""Challenges: the same mission for everybody. What is flown in each form, what it scores, and what counts."""
