"""Rules of thematic puzzles: treated entries, two readings of a grid, one text or another.

For setters of thematic puzzles. `rules/treatment.py` is about entries whose cells hold what a
treatment makes of a word, a misprint or a cipher, whose letters spell a message; `treatments` makes
the tables of what may stand there, from the `forms` of each. `rules/two_readings.py` has cells with
two letters, both of which give a crossword, `rules/either_or.py` places with one text or another.
`checkers/` checks fills for them, and shares no code with them.

From the core it takes rules, slots, the conditions of encodings and tables of words.
"""
