"""Word lists: reading, narrowing, querying and writing them."""

from satcross.words.builtin import BUILTIN_MIN_SCORE
from satcross.words.report import Dropped, LoadReport
from satcross.words.wordlist import WordList, WordsLike
from satcross.words.wordtable import WordTable

__all__ = ["BUILTIN_MIN_SCORE", "Dropped", "LoadReport", "WordList", "WordTable", "WordsLike"]
