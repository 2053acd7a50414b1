"""How much likelier words are in a row than apart, by the language model of PocketSphinx.

The model has 72,547 words, 2.1 million pairs and 1.7 million triples of American English. Its file
is a trie whose records are packed to bits: a node of a word has those of the words before it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

HEADER = b"Trie Language Model"
ORDER = 3
_QUANTA = 1 << 16  # probabilities and weights are numbers of a table with this many rows
_LOG10 = math.log10(1.0001)  # of the base of the logarithms in the file
_UNIGRAM = np.dtype([("probability", "<f4"), ("backoff", "<f4"), ("next", "<u4")])

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class _Level(NamedTuple):
    """The nodes of one length, float64 or int64 (n,); `first` has one row more.

    Args:
        words: the earliest word of each node, ascending among the nodes of one parent.
        values: log10 of how probable the last word is after the others.
        backoffs: log10 of the weight of shorter chains where no longer one is known.
        first: where the longer chains of a node begin, and at the next row end.
    """

    words: Ints
    values: Floats
    backoffs: Floats
    first: Ints


class Chains:
    """Reads the model.

    Args:
        data: the file `en-us.lm.bin`.

    Raises: ValueError: it is not such a file with chains of three words.
    """

    def __init__(self, data: bytes) -> None:
        at = len(HEADER)
        if data[:at] != HEADER or data[at] != ORDER:
            raise ValueError("not a language model of three words in PocketSphinx's trie format")
        counts = [int(count) for count in np.frombuffer(data, "<u4", ORDER, at + 1)]
        at += 1 + 4 * ORDER + 4  # what follows is a number that says nothing
        tables = np.frombuffer(data, "<f4", 3 * _QUANTA, at).reshape(3, _QUANTA) * _LOG10
        at += 4 * 3 * _QUANTA
        singles = np.frombuffer(data, _UNIGRAM, counts[0] + 1, at)
        at += singles.nbytes
        word, following = counts[0].bit_length(), counts[2].bit_length()
        pairs, at = _records(data, at, counts[1], (word, 16, 16, following))
        triples, at = _records(data, at, counts[2], (word, 16))
        self._singles = _Level(
            np.arange(counts[0]),
            singles["probability"] * _LOG10,
            singles["backoff"] * _LOG10,
            singles["next"].astype(np.int64),
        )
        # The probability is the upper half of 32 bits, which are read from the lowest on.
        weights, values = pairs[1][:-1], pairs[2][:-1]
        self._pairs = _Level(pairs[0][:-1], tables[0][values], tables[1][weights], pairs[3])
        self._triples = triples[0][:-1], tables[2][triples[1][:-1]]
        text = data[at + 4 :].split(b"\0")
        self._number = {form.decode("utf-8"): i for i, form in enumerate(text[: counts[0]])}

    def more(self, words: list[str]) -> float | None:
        """log10 of how much likelier words are in this order than each for itself; None if the
        model lacks one of them.

        Args:
            words: in lower case, with their apostrophes.
        """
        numbers = [self._number.get(word) for word in words]
        known = [number for number in numbers if number is not None]
        if len(known) < len(numbers):
            return None
        return math.fsum(
            self._after(word, known[max(0, i - 2) : i][::-1]) - float(self._singles.values[word])
            for i, word in enumerate(known)
            if i
        )

    def _after(self, word: int, before: list[int]) -> float:
        """log10 of how probable a word is after others, the last of which is first."""
        pair = self._pair(word, before[0])
        weight = 0.0  # of what is known of shorter chains
        if len(before) > 1:
            if pair is not None:
                triple = _find(self._triples[0], self._pairs.first, pair, before[1])
                if triple is not None:
                    return float(self._triples[1][triple])
            history = self._pair(before[0], before[1])
            weight = 0.0 if history is None else float(self._pairs.backoffs[history])
        if pair is not None:
            return float(self._pairs.values[pair]) + weight
        single = float(self._singles.values[word]) + float(self._singles.backoffs[before[0]])
        return single + weight

    def _pair(self, word: int, before: int) -> int | None:
        return _find(self._pairs.words, self._singles.first, word, before)


def _find(words: Ints, first: Ints, parent: int, word: int) -> int | None:
    """The node of a word among those of a parent."""
    low, high = int(first[parent]), int(first[parent + 1])
    at = low + int(np.searchsorted(words[low:high], word))
    return at if at < high and words[at] == word else None


def _records(data: bytes, at: int, n: int, widths: tuple[int, ...]) -> tuple[list[Ints], int]:
    """The fields of n + 1 records that are packed to bits, and where they end.

    The last record only says where the nodes of the one before it end.
    """
    total = sum(widths)
    size = ((n + 1) * total + 7) // 8 + 8
    raw = np.frombuffer(data, np.uint8, size, at)
    fields = []
    start = np.arange(n + 1, dtype=np.int64) * total
    for width in widths:
        found = np.zeros(n + 1, np.int64)
        for byte in range((width + 14) // 8):
            found |= raw[(start >> 3) + byte].astype(np.int64) << (8 * byte)
        fields.append((found >> (start & 7)) & ((1 << width) - 1))
        start = start + width
    return fields, at + size
