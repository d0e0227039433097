"""How a flight is told: a log becomes facts, facts become sentences, and a checker proves each against the log.

words    numbers, shares, directions, lists as a story says them
cast     who is who: a man is named with his job once, then by his last name
tell     sentences with the events they stand on, patterns chosen by the save, paragraphs
check    a story against its log: everything told once, in order, and nothing else
"""
