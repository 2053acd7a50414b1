"""Word tables in a file, ready to use: reading the built-in list from text takes 40 ms, this 1 ms.

All numbers are little-endian. The number of lengths, uint32; for each length, shortest first, the
length, how many words it has, and the bytes of their written forms, uint32 each; and then, for each
length again, the words in the order of their table:

- their letter codes, uint8 (n, length),
- their scores, uint16 (n,),
- the bytes of each written form, uint8 (n,),
- the written forms, UTF-8, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from satcross.words.merge import Spans, make_table
from satcross.words.table import WordTable

if TYPE_CHECKING:
    from satcross.words.wordlist import WordList

_T = TypeVar("_T")


class ByLength(Mapping[int, _T]):
    """Something for each length of words, made when it is first asked for.

    Args:
        lengths: ascending.
        make: from a length.
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
    """Where a length's words are: how many, and where their parts begin, in bytes of the file."""

    n: int
    codes: int
    scores: int
    sizes: int
    written: int


class Packed:
    """The words of a packed file. Args: data: its bytes.

    Fields:
        data: the text that `spans` are about.
        n_words: all of them.
        tables, spans: as `satcross.words.merge.Merged` has them.
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
        self.spans = ByLength(self._places, self._spans)

    def _table(self, length: int) -> WordTable:
        place = self._places[length]
        codes = np.frombuffer(self.data, np.uint8, place.n * length, offset=place.codes)
        scores = np.frombuffer(self.data, "<u2", place.n, offset=place.scores)
        return make_table(length, codes.reshape(-1, length), scores.astype(np.int32))

    def _spans(self, length: int) -> Spans:
        place = self._places[length]
        sizes = np.frombuffer(self.data, np.uint8, place.n, offset=place.sizes)
        stops = place.written + np.cumsum(sizes, dtype=np.int64)
        return Spans(stops - sizes, stops)


def pack(words: WordList) -> bytes:
    """The bytes of a file with these words."""
    index: list[int] = []
    parts: list[bytes] = []
    for length in words.lengths:
        table = words.table(length)
        written = [words.written(words.word(length, row)).encode() for row in range(len(table))]
        index += [length, len(table), sum(map(len, written))]
        parts += [
            table.codes.tobytes(),
            table.scores.astype("<u2").tobytes(),
            bytes(map(len, written)),
            *written,
        ]
    head = np.array([len(words.lengths), *index], "<u4")
    return b"".join([head.tobytes(), *parts])
