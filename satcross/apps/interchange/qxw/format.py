"""Qxw's own files: `.qxw`, of its versions since 2011.

A crossword has squares, letters, bars, circles, colours, texts in corners, title and author; lights
are its clues. What Qxw's filler is asked is a puzzle's: boards, free lights, treatments, ways of
entry, merged squares, letters that differ by direction, multiplexed lights and choices of letters
are rules in the extras, where files of puzzles have them; see `task`. Dictionaries are read when a
puzzle is filled; see `dictionaries`. What only Qxw's files hold is kept for `write`.

Not read are fonts, colours of letters, symmetry, and code words.

Source: `a_load` and `a_save` in qxw.c of Qxw 20200708, by Mark Owen.
"""

from __future__ import annotations

from satcross import Crossword
from satcross.apps.interchange.qxw.dictionaries import said_of_words
from satcross.apps.interchange.qxw.lines import records
from satcross.apps.interchange.qxw.read import Reader
from satcross.apps.interchange.qxw.write import KEEPS, write

__all__ = ["KEEPS", "read", "said_of_words", "write"]


def read(data: bytes, source: str) -> Crossword:
    """The crossword in a file of Qxw.

    Raises:
        FormatError: it is none, or a line is wrong.
    """
    version, lines = records(data, source)
    return Reader(source, version, lines).crossword()
