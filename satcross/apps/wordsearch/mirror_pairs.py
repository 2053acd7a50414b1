"""Words that are each other backwards: wherever LIVE stands, EVIL does.

To stand once, both have to stand there; so one of them is placed, and the other comes with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from satcross import Grid
from satcross.apps.clues.words import HiddenWord
from satcross.apps.wordsearch.headings import HEADINGS
from satcross.apps.wordsearch.layout import WordRun, WordSearchLayout


class MirrorPairs:
    """Which words of a list are placed, and which come with them.

    Args:
        words: the list.

    Fields:
        kept: indices of the words to place.
        words: these.
    """

    def __init__(self, words: Sequence[HiddenWord]) -> None:
        self._listed = tuple(words)
        self._mirrored: dict[int, int] = {}
        first: dict[str, int] = {}
        for index, word in enumerate(words):
            if word.symbols[::-1] in first:
                self._mirrored[index] = first[word.symbols[::-1]]
            else:
                first[word.symbols] = index
        self.kept = tuple(first.values())
        self.words = tuple(words[index] for index in self.kept)

    def layout(self, board: Grid, placements: Iterable[WordRun]) -> WordSearchLayout:
        """The layout of the whole list.

        Args:
            board: the cells.
            placements: of `words`.
        """
        standing = {self.kept[placement.word]: placement for placement in placements}
        for word, image in self._mirrored.items():
            heading = standing[image].heading
            opposite = HEADINGS[(HEADINGS.index(heading) + len(HEADINGS) // 2) % len(HEADINGS)]
            standing[word] = WordRun(word, standing[image].cells[::-1], opposite)
        every = (replace(standing[word], word=word) for word in sorted(standing))
        return WordSearchLayout(board, self._listed, tuple(every))
