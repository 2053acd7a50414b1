"""Clues from the user's own files."""

from satcross.clues.book import ClueBook, ClueReport
from satcross.clues.choose import answer_words, with_clues

__all__ = ["ClueBook", "ClueReport", "answer_words", "with_clues"]
