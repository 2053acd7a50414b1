"""Random tiny puzzles against brute force: every kind, task, engine and encoding.

    python -m fuzz.differential --puzzles 10000 --seed 0

A seed makes a puzzle (`fuzz.differential.generate`), its fills are found by brute force
(`fuzz.differential.brute`), and one randomly chosen question about it (`fuzz.differential.checks`)
is asked of satcross. Whatever differs is a `Difference`; the puzzle is then made smaller as long
as it still differs (`fuzz.differential.shrink`), and printed as a test.
"""
