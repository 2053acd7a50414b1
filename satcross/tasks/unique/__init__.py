"""Puzzles with one solution: whether it is one, and the fewest letters to give for that."""
