"""Crossword files: one module a format, each a reader and a writer of `Crossword`."""
