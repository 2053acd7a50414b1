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

import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from satcross.words.wordtable import Spans, WordTable

if TYPE_CHECKING:
    from satcross.words.bits import Buffer

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

_BLOCK = 64  # words

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


class Packed:
    """The words of a packed file. Args: data: its bytes.

    Fields:
        data: the text to which the spans of `tables` refer.
        n_words: the total number of words.
        tables: as in `satcross.words.merge.Merged`.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        n_lengths = numbers_of("I", data[:4])[0]
        index = numbers_of("I", data[4 : 4 + 12 * n_lengths])
        self._places: dict[
            int, tuple[int, int]
        ] = {}  # by length, the offset and the number of words
        at = 4 + 12 * n_lengths
        for length, n, n_bytes in zip(index[::3], index[1::3], index[2::3], strict=True):
            self._places[length] = (at, n)
            at += n * (length + 3) + n_bytes
        self.n_words = sum(index[1::3])
        self.tables = ByLength(self._places, self._table)

    def _table(self, length: int) -> WordTable:
        at, n = self._places[length]
        data = memoryview(self.data)
        scores = at + n * length
        sizes = scores + 2 * n
        return PackedTable(
            length,
            data[at:scores],
            numbers_of("H", data[scores:sizes]),
            self.data[sizes : sizes + n],
            sizes + n,
        )


class PackedTable(WordTable):
    """The words of one length in a packed file.

    Args:
        sizes: bytes of each written form; written: where the first one begins.
    """

    def __init__(
        self, length: int, codes: Buffer, scores: Buffer, sizes: bytes, written: int
    ) -> None:
        super().__init__(length, codes, scores)
        self._sizes = sizes
        self._written = written

    def head(self, n: int) -> PackedTable:
        """The table of the first `n` rows."""
        scores = self.raw_scores[:n]
        return PackedTable(
            self.length, self.raw[: n * self.length], scores, self._sizes[:n], self._written
        )

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (bytes(self.raw), array("H", self.raw_scores.tobytes()), self._sizes, self._written)
        return PackedTable, (self.length, *parts)

    @cached_property
    def spans(self) -> Spans:
        """The places of the written forms."""
        import numpy as np

        sizes = np.frombuffer(self._sizes, np.uint8)
        stops = self._written + np.cumsum(sizes, dtype=np.int64)
        return Spans(stops - sizes, stops)

    def span(self, row: int) -> tuple[int, int]:
        """Where the written form of one word begins and ends."""
        place = row // _BLOCK
        start = self._starts[place] + sum(self._sizes[place * _BLOCK : row])
        return start, start + self._sizes[row]

    @cached_property
    def _starts(self) -> list[int]:
        """Where the written form of every `_BLOCK`-th word begins."""
        places = range(0, len(self._sizes), _BLOCK)
        sums = (sum(self._sizes[at : at + _BLOCK]) for at in places)
        return list(accumulate(sums, initial=self._written))


def numbers_of(kind: str, data: Buffer) -> array[int]:
    """Little-endian numbers."""
    found = array(kind, bytes(data))
    if sys.byteorder == "big":
        found.byteswap()
    return found
