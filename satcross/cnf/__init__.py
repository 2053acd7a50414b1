"""Formulas, assignments and DIMACS. Knows no crosswords."""
