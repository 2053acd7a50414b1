"""Puzzles as formulas, one function per constraint, and back. Knows no solver.

Begin with `encode`: `letters` are its variables, `cells` says that each cell has one letter,
`support` and `dawg` that each slot has a word, `distinct` that no word is there twice, `conditions`
has the rules. `decode` reads an assignment, `comments` is what a file needs for that.
"""
