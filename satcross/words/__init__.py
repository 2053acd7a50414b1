"""Word lists: reading, scoring, looking inside."""

from satcross.words.builtin import BUILTIN_MIN_SCORE
from satcross.words.report import Dropped, LoadReport
from satcross.words.table import WordTable
from satcross.words.wordlist import WordList

__all__ = ["BUILTIN_MIN_SCORE", "Dropped", "LoadReport", "WordList", "WordTable"]
