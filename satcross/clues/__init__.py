"""Clues from the user's own database."""

from satcross.clues.book import ClueBook
from satcross.clues.choose import answer_words, with_clues
from satcross.clues.report import ClueReport

__all__ = ["ClueBook", "ClueReport", "answer_words", "with_clues"]
