"""Grids, puzzles, fills and crosswords: what a puzzle is. Knows no SAT.

`grid`, `slots` and `puzzle` are what is to be filled, `consistency` the words and letters that are
left before a search, `fill` the letters that it finds. `crossword` is what is published: squares,
clues and titles. `kinds` says what other puzzles there are, `needs` what a method must be able to.
"""
