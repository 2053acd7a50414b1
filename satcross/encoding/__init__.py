"""Puzzles as formulas, one function per constraint, and back. Knows no solver."""
