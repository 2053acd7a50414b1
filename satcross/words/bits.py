"""The words of a slot as bit sets: one bit a word, one set for each letter at each offset."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from bitarray import bitarray
from bitarray.util import any_and, count_and, zeros

_bits: ModuleType | None
try:
    import satcross.words._bits as _bits  # noqa: PLR0402  # the package imports this module
except ImportError:  # no C compiler
    _bits = None

if TYPE_CHECKING:
    import numpy.typing as npt

    from satcross.words.table import I32, I64, Bools, Codes

    Buffer = bytes | bytearray | memoryview[int] | array[int] | npt.NDArray[Any]

DENSE = 64  # letters of an alphabet, of which most are in some word at each offset
BLOCK = 64  # bits; bit sets are as long as a whole number of blocks
MAX_TIERS = 12  # a count by worth takes as many counts of bits
WORTH_POWER = 4  # a word that scores half as much as the best is worth a sixteenth


class SlotTable:
    """The words that a group of slots started with.

    Args:
        length: letters of each word.
        raw: uint8 or uint16 (n * length,): their letter codes, best score first.
        words: int32 (n,): their indices in the word list's table, rising; empty for a word that
            the list lacks; None for all words of that table.
        n_letters: size of the alphabet.
        runs: gives (score, end) of each score, falling: the rows from the end of the one before
            have it.
    """

    def __init__(
        self,
        length: int,
        raw: memoryview,
        words: array[int] | None,
        n_letters: int,
        runs: Callable[[], Iterable[tuple[int, int]]],
    ) -> None:
        self.length = length
        self.raw = raw
        self._words = words
        self.n_letters = n_letters
        self._runs = runs
        self._n = len(raw) // length
        self._local: dict[int, int] | None = None

    def __len__(self) -> int:
        return self._n

    @cached_property
    def words(self) -> array[int]:
        """The indices of the words; empty for a word that the list lacks."""
        return array("i", range(self._n)) if self._words is None else self._words

    @property
    def codes(self) -> memoryview:
        """(n, length); there must be words."""
        return self.raw.cast("B").cast(kind_of(self.raw), (self._n, self.length))

    @property
    def packed(self) -> memoryview[int]:
        """uint64 (rows, n_blocks): by offset, by letter, the words with that letter there.

        A bit a word, the lowest bit first; bits beyond the last word are 0.
        """
        return self._packed[0]

    @property
    def row_of(self) -> I32 | None:
        """int32 (length, n_letters): in an alphabet of more than `DENSE` letters, the row of each.

        Row 0 is that of all letters that no word has there. None where `packed` has a row for each
        letter at each offset.
        """
        return self._packed[1]

    @cached_property
    def support(self) -> list[list[bitarray]]:
        """By offset and letter, the rows of `packed` as bit sets over the same memory."""
        packed, row_of = self._packed
        data = packed.cast("B")
        size = 8 * n_blocks_of(self._n)
        starts = range(0, len(data), size)
        sets = [bitarray(endian="little", buffer=data[at : at + size]) for at in starts]
        if row_of is None:
            return [sets[at : at + self.n_letters] for at in range(0, len(sets), self.n_letters)]
        return [[sets[row] for row in rows] for rows in row_of.tolist()]

    @cached_property
    def tiers(self) -> tuple[tuple[int, float], ...]:
        """For counting words by their worth: (n, worth), the last n of all words.

        `worth` is what each of the first n words is worth more than those after them.
        """
        return tiers_of(list(self._runs()))

    def all_words(self) -> bitarray:
        """A set with every word in it."""
        words = zeros(BLOCK * n_blocks_of(self._n), "little")
        words[: self._n] = True
        return words

    def word(self, row: int) -> Sequence[int]:
        """The letter codes of one word."""
        return self.raw[row * self.length : (row + 1) * self.length]

    def local(self, word: int) -> int:
        """The row of a word, named by its index in the word list's table; -1 when not here."""
        if self._local is None:
            self._local = {index: row for row, index in enumerate(self.words)}
        return self._local.get(word, -1)

    # Letters of words; sets of letters are the bits of a number. A large alphabet has so many that
    # it is quicker to look at each word.

    def keep(self, words: bitarray, offset: int, letters: int, lost: int) -> None:
        """Remove the words that have none of the letters at an offset.

        Args: lost: the others that a word may still have there.
        """
        if self.n_letters > DENSE:
            words &= bits_of(flags_of(letters, self.n_letters)[self._column(offset)])
            return
        support = self.support[offset]
        if lost.bit_count() < letters.bit_count():
            for letter in letters_in(lost):
                words |= support[letter]
                words ^= support[letter]
        else:
            words &= _union([support[letter] for letter in letters_in(letters)], len(words))

    def letters_at(self, words: bitarray, offset: int, letters: int) -> int:
        """Those of the letters that some word of a set has at an offset."""
        if self.n_letters > DENSE:
            return letters & _letters(self._counts(words, offset) > 0)
        support = self.support[offset]
        return sum(1 << letter for letter in letters_in(letters) if any_and(words, support[letter]))

    def alike(self, offset: int, other: int) -> bitarray:
        """The words that have the same letter at two offsets."""
        if self.n_letters > DENSE:
            return bits_of(self._column(offset) == self._column(other))
        pairs = zip(self.support[offset], self.support[other], strict=True)
        return _union([one & two for one, two in pairs], BLOCK * n_blocks_of(self._n))

    def counts_at(self, words: bitarray, offset: int) -> Sequence[int]:
        """By letter, how many words of a set have it at an offset."""
        if self.n_letters > DENSE:
            counts: list[int] = self._counts(words, offset).tolist()
            return counts
        return [count_and(words, having) for having in self.support[offset]]

    def _column(self, offset: int) -> Codes:
        import numpy as np

        column: Codes = np.asarray(self.raw)[offset :: self.length]
        return column

    def _counts(self, words: bitarray, offset: int) -> I64:
        import numpy as np

        return np.bincount(self._column(offset)[rows_of(words)], minlength=self.n_letters)

    @cached_property
    def _packed(self) -> tuple[memoryview[int], I32 | None]:
        if self.n_letters > DENSE:
            return self._pack_present()
        n_rows, n_blocks = self.length * self.n_letters, n_blocks_of(self._n)
        data = bytearray(8 * n_rows * n_blocks)
        if _bits is not None:
            _bits.pack(self.raw, self.length, self.n_letters, data)
        else:
            import numpy as np

            letters = np.arange(self.n_letters, dtype=np.uint8)[:, None]
            rows = np.frombuffer(data, np.uint8).reshape(self.length, self.n_letters, -1)
            for offset in range(self.length):
                bits = np.packbits(self._column(offset) == letters, axis=1, bitorder="little")
                rows[offset, :, : bits.shape[1]] = bits
        view = memoryview(data).toreadonly()
        return view.cast("Q", (n_rows, n_blocks)), None

    def _pack_present(self) -> tuple[memoryview[int], I32]:
        """Rows for the letters that words have, and none for the many others; and `row_of`."""
        import numpy as np

        length, n = self.length, self._n
        n_bytes = 8 * n_blocks_of(n)
        codes = np.asarray(self.raw).reshape(n, length)
        offset_of = np.repeat(np.arange(length, dtype=np.int64), n)
        key = offset_of * self.n_letters + codes.T.ravel()
        present, row = np.unique(key, return_inverse=True)
        row_of = np.zeros((length, self.n_letters), dtype=np.int32)
        row_of.ravel()[present] = np.arange(1, len(present) + 1)
        packed = np.zeros((len(present) + 1, n_bytes), dtype=np.uint8)
        word = np.tile(np.arange(n), length)
        at = ((row.ravel() + 1) * n_bytes + (word >> 3)).astype(np.int64)
        np.bitwise_or.at(packed.ravel(), at, (1 << (word & 7)).astype(np.uint8))
        return packed.view(np.uint64).data.toreadonly(), row_of


def n_blocks_of(n: int) -> int:
    """How many blocks hold n bits; at least one."""
    return max(1, -(-n // BLOCK))


@lru_cache(256)
def letters_in(letters: int) -> tuple[int, ...]:
    """The codes of a set of letters, rising."""
    return tuple(code for code, bit in enumerate(reversed(f"{letters:b}")) if bit == "1")


def flags_of(letters: int, n_letters: int) -> Bools:
    """Bool (letters,): a set of letters."""
    import numpy as np

    data = np.frombuffer(letters.to_bytes(-(-n_letters // 8), "little"), np.uint8)
    return np.unpackbits(data, bitorder="little")[:n_letters].astype(np.bool_)


def bits_of(flags: Bools) -> bitarray:
    """The set of the rows with a flag."""
    import numpy as np

    bits = zeros(BLOCK * n_blocks_of(len(flags)), "little")
    data = np.packbits(flags, bitorder="little")
    memoryview(bits)[: len(data)] = data.data
    return bits


def rows_of(words: bitarray) -> I32:
    """int32 (n,): the rows in a set, rising."""
    import numpy as np

    bits = np.unpackbits(np.frombuffer(memoryview(words), np.uint8), bitorder="little")
    return np.flatnonzero(bits).astype(np.int32)


def kind_of(raw: memoryview[int]) -> Literal["B", "H"]:
    """The type of letter codes: of one byte or two."""
    return "B" if raw.itemsize == 1 else "H"


def taken(raw: memoryview, length: int, words: bitarray) -> tuple[array[int], memoryview]:
    """The rows of a set, and their letter codes, word after word.

    Args: raw: uint8 or uint16 (n * length,): the codes of all words.
    """
    if _bits is None:
        import numpy as np

        found = rows_of(words)
        codes = np.asarray(raw).reshape(-1, length)[found]
        return array("i", found.tobytes()), codes.ravel().data
    rows = array("i", bytes(4 * words.count()))
    data = bytearray(len(rows) * length * raw.itemsize)
    _bits.take(raw.cast("B"), length * raw.itemsize, memoryview(words), rows, data)
    return rows, memoryview(data).cast(kind_of(raw))


def tiers_of(runs: Sequence[tuple[int, int]]) -> tuple[tuple[int, float], ...]:
    """Tiers of words of falling scores, for `SlotTable.tiers`.

    A word is worth the WORTH_POWER-th power of its score over the best. Words are cut into at most
    MAX_TIERS tiers of about equal size, never between equal scores, each worth its mean.

    Args: runs: as for `SlotTable`.
    """
    ends = [end for _, end in runs]
    n = ends[-1] if ends else 0
    if len(runs) < 2 or runs[0][0] <= 0:
        return ((n, 1.0),)
    # A tier ends with the words that score as much as the one at its part of the list.
    last = (min(n - 1, n * tier // MAX_TIERS) for tier in range(1, MAX_TIERS + 1))
    cuts = sorted({ends[bisect_right(ends, row)] for row in last})
    totals = dict.fromkeys(cuts, 0)
    for (score, end), begin in zip(runs, [0, *ends], strict=False):
        totals[cuts[bisect_left(cuts, end)]] += (end - begin) * score**WORTH_POWER
    best = runs[0][0] ** WORTH_POWER
    means = [
        totals[end] / ((end - begin) * best) for begin, end in zip([0, *cuts], cuts, strict=False)
    ]
    return tuple(
        (end, mean - after) for end, mean, after in zip(cuts, means, [*means[1:], 0.0], strict=True)
    )


def _union(sets: Sequence[bitarray], n_bits: int) -> bitarray:
    union = zeros(n_bits, "little")
    for each in sets:
        union |= each
    return union


def _letters(flags: Bools) -> int:
    """The set of the letters with a flag."""
    import numpy as np

    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
