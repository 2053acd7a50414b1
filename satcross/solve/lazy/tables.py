"""The words of a slot as bit sets: one bit a word, one set for each letter at each offset."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from bitarray import bitarray
from bitarray.util import ones

from satcross.consistency import Domains
from satcross.words.table import I32, U8

# A slot gets a table of its own when arc consistency left less than this part of the words of its
# length; above it the table of all words of that length is shared. Sharing saves building time and
# memory, a table of its own makes every later operation on the slot's words shorter.
SHARE_FROM = 0.6


@dataclass(slots=True, eq=False)
class SlotTable:
    """The words that a group of slots started with.

    Args:
        codes: uint8 (n, length): their letters, best score first.
        words: int32 (n,): their indices in the word list's table, rising; empty for a word that
            the list lacks.
        n_letters: size of the alphabet.
        n_top: how many words from the first count as high-scoring.

    Fields:
        support: by offset, by letter: the words with that letter there.
        without: by offset, by letter: all the others.
        letters: the codes as bytes, word after word.
    """

    codes: U8
    words: I32
    n_letters: int
    n_top: int = 0
    support: list[list[bitarray]] = field(init=False)
    without: list[list[bitarray]] = field(init=False)
    letters: bytes = field(init=False)
    _masks: list[int | None] = field(init=False)
    _local: dict[int, int] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        n, length = self.codes.shape
        letters = np.arange(self.n_letters, dtype=np.uint8)[:, None]
        self.support, self.without = [], []
        for offset in range(length):
            bits = np.packbits(self.codes[:, offset] == letters, axis=1, bitorder="little")
            row: list[bitarray] = []
            inverse: list[bitarray] = []
            for packed in bits:
                words = bitarray(endian="little")
                words.frombytes(packed.tobytes())
                del words[n:]
                row.append(words)
                inverse.append(~words)
            self.support.append(row)
            self.without.append(inverse)
        self.letters = self.codes.tobytes()
        self._masks = [None] * n

    def __len__(self) -> int:
        return len(self.codes)

    def all_words(self) -> bitarray:
        """A set with every word in it."""
        return ones(len(self), "little")

    def masks(self, words: bitarray) -> int:
        """The letters of some words as an integer: bit `offset * n_letters + letter`."""
        union = 0
        masks = self._masks
        for word in words.search(1):
            mask = masks[word]
            union |= self._mask(word) if mask is None else mask
        return union

    def _mask(self, word: int) -> int:
        mask = 0
        length = len(self.support)
        for offset, code in enumerate(self.letters[word * length : (word + 1) * length]):
            mask |= 1 << (offset * self.n_letters + code)
        self._masks[word] = mask
        return mask

    def local(self, word: int) -> int:
        """The row of a word, named by its index in the word list's table; -1 when not here."""
        if self._local is None:
            self._local = {index: row for row, index in enumerate(self.words.tolist())}
        return self._local.get(word, -1)


def build_tables(domains: Domains) -> tuple[list[SlotTable], list[bitarray]]:
    """By slot, its table and the set of words in it that arc consistency left.

    Slots with the same words share one table; so do slots that kept most words of their length.
    """
    puzzle = domains.puzzle
    n_letters = len(puzzle.words.alphabet)
    cache: dict[tuple[int, bytes], SlotTable] = {}
    tables: list[SlotTable] = []
    starts: list[bitarray] = []
    for slot, codes, words in zip(puzzle.slots, domains.codes, domains.words, strict=True):
        whole = puzzle.words.table(len(slot))
        share = len(words) > SHARE_FROM * len(whole) > 0
        key = (len(slot), b"" if share else codes.tobytes())
        table = cache.get(key)
        if table is None:
            if share:
                table = SlotTable(
                    whole.codes,
                    np.arange(len(whole), dtype=np.int32),
                    n_letters,
                    _n_top(whole.scores),
                )
            else:
                scores = whole.scores[words] if len(words) else np.zeros(len(codes), np.int32)
                table = SlotTable(codes, words, n_letters, _n_top(scores))
            cache[key] = table
        start = table.all_words()
        if share and len(words) < len(whole):
            start = bitarray(endian="little")
            chosen = np.zeros(len(whole), dtype=np.bool_)
            chosen[words] = True
            start.frombytes(np.packbits(chosen, bitorder="little").tobytes())
            del start[len(whole) :]
        tables.append(table)
        starts.append(start)
    return tables, starts


def _n_top(scores: I32) -> int:
    """How many words, best first, have at least the median score, when that is not all of them."""
    n = len(scores)
    if n < 2 or scores[0] == scores[-1]:
        return 0
    median = scores[n // 2]
    threshold = median if scores[-1] < median else median + 1
    return int(np.count_nonzero(scores >= threshold))
