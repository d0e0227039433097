"""What a careful player would do, and why: a function for each question, by its id.

Advice reads the state and touches nothing. The rules name this advice when they ask; `doctrine` takes it.
"""
