"""Men with names: what each did on a tour, read from the logs of a save. Nothing here touches play.

dossier   what is known of men, bombers and tours, with types
flight    one flight of a bomber read from its log
tour      the flights of a save put together
honours   medals and promotions by a rule of ours (docs/careers.md); off by a switch
raid      the eighty men of the raid, crew by crew
text      the same for a terminal
"""
