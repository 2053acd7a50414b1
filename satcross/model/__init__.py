"""Grids, puzzles, fills and crosswords: what a puzzle is. Knows no SAT."""
