"""Word lists: reading, narrowing, querying and writing them."""

from satcross.words.builtin import BUILTIN_MIN_SCORE
from satcross.words.report import Dropped, LoadReport
from satcross.words.table import WordTable
from satcross.words.wordlist import WordList, WordsLike

__all__ = ["BUILTIN_MIN_SCORE", "Dropped", "LoadReport", "WordList", "WordTable", "WordsLike"]
