"""The built-in word list: its files, and the packed format from which it loads in 1 ms, not 40.

A packed file has, in little-endian numbers: the number of lengths, uint32; for each length,
shortest first, the length, its number of words, and the total bytes of their written forms, uint32
each; then, again for each length, the words in the order of their table:

- letter codes, uint8 (n, length),
- scores, uint16 (n,),
- number of bytes of each written form, uint8 (n,),
- written forms, UTF-8, concatenated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from satcross.words.table import Spans, WordTable, make_table

_T = TypeVar("_T")
DATA = Path(__file__).parent / "data"

# What most solvers know: docs/guide/wordlist.md says what the scores mean.
BUILTIN_MIN_SCORE = 30

# The words of the first piece over the letters A to Z, in the packed format.
BUILTIN_PACKED = DATA / "builtin.words"

# The pieces and the lowest score in each; its other words score less than those of the piece
# before it. So rarely used words are rarely read. scripts/build_wordlist.py writes the files.
BUILTIN_FILES = (
    (DATA / "builtin.dict.gz", BUILTIN_MIN_SCORE),
    (DATA / "builtin-rare.dict.gz", 10),
    (DATA / "builtin-rarest.dict.gz", 0),
)

# Words that no family newspaper prints, with their scores. They are not part of the list; who wants
# them adds this one: `--list vulgar`.
BUILTIN_VULGAR = DATA / "vulgar.dict.gz"


def builtin_pieces(min_score: int) -> tuple[list[Path], int | None]:
    """The files with every word that scores at least `min_score`, and the score to filter by.

    The score is None if the files have no other words.

    >>> [path.name for path in builtin_pieces(12)[0]], builtin_pieces(12)[1]
    (['builtin.dict.gz', 'builtin-rare.dict.gz'], 12)
    >>> builtin_pieces(BUILTIN_MIN_SCORE)[1] is None
    True
    """
    n = 1 + sum(min_score < lowest for _, lowest in BUILTIN_FILES[:-1])
    cut = None if min_score == BUILTIN_FILES[n - 1][1] else min_score
    return [path for path, _ in BUILTIN_FILES[:n]], cut


class ByLength(Mapping[int, _T]):
    """A mapping from word length whose values are made on first use.

    Args:
        lengths: ascending.
        make: makes the value for a length.
    """

    def __init__(self, lengths: Iterable[int], make: Callable[[int], _T]) -> None:
        self._made: dict[int, _T | None] = dict.fromkeys(lengths)
        self._make = make

    def __getitem__(self, length: int) -> _T:
        made = self._made[length]
        if made is None:
            made = self._made[length] = self._make(length)
        return made

    def __contains__(self, length: object) -> bool:
        return length in self._made

    def __iter__(self) -> Iterator[int]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


class _Place(NamedTuple):
    """The words of one length in the file: their number, and the byte offsets of their parts."""

    n: int
    codes: int
    scores: int
    sizes: int
    written: int


class Packed:
    """The words of a packed file. Args: data: its bytes.

    Fields:
        data: the text to which the spans of `tables` refer.
        n_words: the total number of words.
        tables: as in `satcross.words.merge.Merged`.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        n_lengths = int(np.frombuffer(data, "<u4", 1)[0])
        index = np.frombuffer(data, "<u4", 3 * n_lengths, offset=4).reshape(-1, 3).tolist()
        self._places: dict[int, _Place] = {}
        at = 4 + 12 * n_lengths
        for length, n, n_bytes in index:
            scores = at + n * length
            sizes = scores + 2 * n
            written = sizes + n
            self._places[length] = _Place(n, at, scores, sizes, written)
            at = written + n_bytes
        self.n_words = sum(place.n for place in self._places.values())
        self.tables = ByLength(self._places, self._table)

    def _table(self, length: int) -> WordTable:
        place = self._places[length]
        codes = np.frombuffer(self.data, np.uint8, place.n * length, offset=place.codes)
        scores = np.frombuffer(self.data, "<u2", place.n, offset=place.scores)
        sizes = np.frombuffer(self.data, np.uint8, place.n, offset=place.sizes)
        stops = place.written + np.cumsum(sizes, dtype=np.int64)
        spans = Spans(stops - sizes, stops)
        return make_table(length, codes.reshape(-1, length), scores.astype(np.int32), spans)
