"""Diagramless and carte blanche crosswords: entries are known from clues, and blocks are not."""
