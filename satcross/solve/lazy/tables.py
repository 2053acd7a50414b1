"""The words of a slot as bit sets: one bit a word, one set for each letter at each offset."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from bitarray import bitarray
from bitarray.util import zeros

from satcross.words.table import I32, Codes, WordTable

# A slot gets a table of its own when arc consistency left less than this part of the words of its
# length; above it the table of all words of that length is shared. Sharing saves building time and
# memory, a table of its own makes every later operation on the slot's words shorter.
SHARE_FROM = 0.6

DENSE = 64  # letters of an alphabet, of which most are in some word at each offset
BLOCK = 64  # bits; bit sets are as long as a whole number of blocks
MAX_TIERS = 12  # a count by worth takes as many counts of bits
WORTH_POWER = 4  # a word that scores half as much as the best is worth a sixteenth

U64 = npt.NDArray[np.uint64]


@dataclass(slots=True, eq=False)
class SlotTable:
    """The words that a group of slots started with.

    Args:
        codes: `Codes` (n, length): their letters, best score first.
        words: int32 (n,): their indices in the word list's table, rising; empty for a word that
            the list lacks.
        n_letters: size of the alphabet.
        tiers: for counting words by their worth: (n, worth), where `worth` is what each of the
            first n words is worth more than those after them. The last n is all words.

    Fields:
        packed: uint64 (rows, n_blocks): by offset, by letter, the words with that letter there, a
            bit a word, the lowest bit first; bits beyond the last word are 0.
        row_of: int32 (length, n_letters): of an alphabet of more than `DENSE` letters, the row of
            each; row 0 is that of all letters that no word has there. None where `packed` has a row
            for each letter at each offset.
        support: by offset and letter, the rows as bit sets over the same memory.
        letters: the codes, word after word.
    """

    codes: Codes
    words: I32
    n_letters: int
    tiers: tuple[tuple[int, float], ...]
    packed: U64 = field(init=False)
    row_of: I32 | None = field(init=False, default=None)
    support: list[list[bitarray]] = field(init=False)
    letters: Sequence[int] = field(init=False)
    _local: dict[int, int] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        n, length = self.codes.shape
        n_bytes = n_blocks_of(n) * 8
        columns = np.ascontiguousarray(self.codes.T)  # compared at once, not byte by byte
        if self.n_letters <= DENSE:
            letters = np.arange(self.n_letters, dtype=np.uint8)[:, None]
            packed = np.zeros((length * self.n_letters, n_bytes), dtype=np.uint8)
            for offset in range(length):
                bits = np.packbits(columns[offset] == letters, axis=1, bitorder="little")
                first = offset * self.n_letters
                packed[first : first + self.n_letters, : bits.shape[1]] = bits
        else:
            packed = self._pack_present(columns, n_bytes)
        packed.flags.writeable = False
        self.packed = packed.view(np.uint64)
        sets = [bitarray(endian="little", buffer=row) for row in packed]
        if self.row_of is None:
            n_rows = range(0, len(sets), self.n_letters)
            self.support = [sets[first : first + self.n_letters] for first in n_rows]
        else:
            self.support = [[sets[row] for row in rows] for rows in self.row_of.tolist()]
        data = self.codes.tobytes()
        self.letters = data if self.codes.itemsize == 1 else array("H", data)

    def _pack_present(self, columns: Codes, n_bytes: int) -> npt.NDArray[np.uint8]:
        """Rows for the letters that words have, and none for the many others; sets `row_of`."""
        length, n = columns.shape
        offset_of = np.repeat(np.arange(length, dtype=np.int64), n)
        key = offset_of * self.n_letters + columns.ravel()
        present, row = np.unique(key, return_inverse=True)
        self.row_of = np.zeros((length, self.n_letters), dtype=np.int32)
        self.row_of.ravel()[present] = np.arange(1, len(present) + 1)
        packed = np.zeros((len(present) + 1, n_bytes), dtype=np.uint8)
        word = np.tile(np.arange(n), length)
        at = ((row.ravel() + 1) * n_bytes + (word >> 3)).astype(np.int64)
        np.bitwise_or.at(packed.ravel(), at, (1 << (word & 7)).astype(np.uint8))
        return packed

    def __len__(self) -> int:
        return len(self.codes)

    def all_words(self) -> bitarray:
        """A set with every word in it."""
        words = zeros(BLOCK * n_blocks_of(len(self)), "little")
        words[: len(self)] = True
        return words

    def word(self, row: int) -> Sequence[int]:
        """The letter codes of one word."""
        length = len(self.support)
        return self.letters[row * length : (row + 1) * length]

    def local(self, word: int) -> int:
        """The row of a word, named by its index in the word list's table; -1 when not here."""
        if self._local is None:
            self._local = {index: row for row, index in enumerate(self.words.tolist())}
        return self._local.get(word, -1)


def n_blocks_of(n: int) -> int:
    """How many blocks hold n bits; at least one."""
    return max(1, -(-n // BLOCK))


@dataclass(frozen=True, slots=True, eq=False)
class SlotWords:
    """The words of a slot: some of those of its length.

    Args:
        whole: all words of that length.
        rows: int32 (n,): which of them, rising; empty for a word that is not among them.
        codes: `Codes` (n, length): their letters.
    """

    whole: WordTable
    rows: I32
    codes: Codes


def build_tables(
    slots: Iterable[SlotWords], n_letters: int
) -> tuple[list[SlotTable], list[bitarray]]:
    """By slot, its table and the set of its words in it.

    Slots with the same words share one table; so do slots that kept most words of their length.
    """
    cache: dict[tuple[int, bytes], SlotTable] = {}  # by the whole table, or by what is left
    tables: list[SlotTable] = []
    starts: list[bitarray] = []
    for slot in slots:
        whole, rows = slot.whole, slot.rows
        share = len(rows) > SHARE_FROM * len(whole) > 0
        key = (id(whole), b"") if share else (slot.codes.shape[1], slot.codes.tobytes())
        table = cache.get(key)
        if table is None:
            if share:
                every = np.arange(len(whole), dtype=np.int32)
                table = SlotTable(whole.codes, every, n_letters, tiers_of(whole.scores))
            else:
                scores = whole.scores[rows] if len(rows) else np.zeros(len(slot.codes), np.int32)
                table = SlotTable(slot.codes, rows, n_letters, tiers_of(scores))
            cache[key] = table
        start = table.all_words()
        if share and len(rows) < len(whole):
            chosen = np.zeros(len(start), dtype=np.bool_)
            chosen[rows] = True
            start = bitarray(endian="little")
            start.frombytes(np.packbits(chosen, bitorder="little").tobytes())
        tables.append(table)
        starts.append(start)
    return tables, starts


def tiers_of(scores: I32) -> tuple[tuple[int, float], ...]:
    """Tiers of words of falling scores, for `SlotTable.tiers`.

    A word is worth the WORTH_POWER-th power of its score over the best. Words are cut into at most
    MAX_TIERS tiers of about equal size, never between equal scores, each worth its mean.
    """
    n = len(scores)
    if n == 0 or scores[0] <= 0 or scores[0] == scores[-1]:
        return ((n, 1.0),)
    worth = (scores / scores[0]) ** WORTH_POWER
    ends: list[int] = []
    for tier in range(1, MAX_TIERS + 1):
        # The end of the words that score as much as the one at this part of the list.
        last = scores[min(n - 1, n * tier // MAX_TIERS)]
        end = int(np.searchsorted(-scores, -last, side="right"))
        if not ends or end > ends[-1]:
            ends.append(end)
    means = [float(worth[a:b].mean()) for a, b in zip([0, *ends], ends, strict=False)]
    return tuple(
        (end, mean - after) for end, mean, after in zip(ends, means, [*means[1:], 0.0], strict=True)
    )
