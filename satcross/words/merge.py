"""Merging the entries of several lists into one table per length."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from satcross.words.table import I32, I64, U8, Bools, Codes
from satcross.words.wordtable import Spans, WordTable

if TYPE_CHECKING:
    from satcross.words.entries import Entries

U64 = npt.NDArray[np.uint64]


class Merged(NamedTuple):
    """The result of `merge`: tables by length, their text, and the duplicates dropped."""

    tables: Mapping[int, WordTable]
    text: bytes
    n_duplicates: int


def merge(lists: Sequence[Entries], n_letters: int) -> Merged:
    """One table per length from the entries of lists in order of precedence.

    For a word in several lists the first list counts, whatever the scores; within one list the
    best score counts, and among equals the first line.

    Args: lists: at least one; n_letters: size of their alphabet.
    """
    entries, first_start = _concatenate(lists)
    tables: dict[int, WordTable] = {}
    n_duplicates = 0
    for length, rows in _by_length(entries.lengths):
        codes = gather(entries.letters, entries.offsets[rows], length)
        keys = word_keys(codes, n_letters)
        scores = entries.scores[rows]
        starts = entries.starts[rows]
        order, is_first = _word_order(keys, scores, starts, first_start)
        if not is_first.all():
            n_duplicates += int(len(order) - is_first.sum())
            order = order[is_first]
        # Stable, so equal scores stay in alphabetical order; 16 bits make it a radix sort.
        order = order[np.argsort((-scores[order]).astype(np.int16), kind="stable")]
        spans = Spans(starts[order], entries.stops[rows][order])
        tables[length] = WordTable(length, codes[order], scores[order], spans)
    return Merged(tables, entries.text, n_duplicates)


def gather(letters: Codes, offsets: I64, length: int) -> Codes:
    """`Codes` (n, length): the `length` codes that start at each offset."""
    if not len(offsets):
        return np.zeros((0, length), letters.dtype)
    # Overlapping windows as opaque items, so that numpy copies each row at once.
    size = letters.itemsize
    kind = f"V{size * length}"
    windows = np.ndarray((len(letters) - length + 1,), kind, letters, strides=(size,))
    return windows[offsets].view(letters.dtype).reshape(-1, length)


def word_keys(codes: Codes, n_letters: int) -> list[U64]:
    """Numbers that sort like the words: the fewest uint64 columns, most significant first."""
    base = max(2, n_letters)
    per_key = int(64 / math.log2(base) + 1e-9)
    n, length = codes.shape
    keys = []
    for first in range(0, length, per_key):
        key = np.zeros(n, np.uint64)
        for column in range(first, min(first + per_key, length)):
            key *= np.uint64(base)
            key += codes[:, column]
        keys.append(key)
    return keys


def _concatenate(lists: Sequence[Entries]) -> tuple[Entries, I64]:
    """All entries over one text, and the start of each list's text in it."""
    first_start = np.zeros(len(lists), np.int64)
    if len(lists) == 1:
        return lists[0], first_start
    from satcross.words.entries import Entries

    first_letter = np.zeros(len(lists), np.int64)
    first_start[1:] = np.cumsum([len(entries.text) + 1 for entries in lists[:-1]])
    first_letter[1:] = np.cumsum([len(entries.letters) for entries in lists[:-1]])
    placed = list(zip(lists, first_letter, first_start, strict=True))
    together = Entries(
        np.concatenate([entries.letters for entries in lists]),
        np.concatenate([entries.offsets + letter for entries, letter, _ in placed]),
        np.concatenate([entries.lengths for entries in lists]),
        np.concatenate([entries.scores for entries in lists]),
        np.concatenate([entries.starts + start for entries, _, start in placed]),
        np.concatenate([entries.stops + start for entries, _, start in placed]),
        b"\n".join([entries.text for entries in lists]),
        sum(entries.n_lines for entries in lists),
        {},
    )
    return together, first_start


def _by_length(lengths: U8) -> Iterator[tuple[int, I64]]:
    """(length, indices of its entries in order), shortest first."""
    order = np.argsort(lengths, kind="stable").astype(np.int64, copy=False)
    counts = np.bincount(lengths, minlength=1)
    stops = np.cumsum(counts)
    for length in np.flatnonzero(counts).tolist():
        yield length, order[stops[length] - counts[length] : stops[length]]


def _word_order(keys: list[U64], scores: I32, starts: I64, first_start: I64) -> tuple[I64, Bools]:
    """(entries sorted by word, whether each is the one to keep for its word)."""
    order = _sort(keys)
    is_first = _changes(keys, order)
    if is_first.all():
        return order, is_first
    # Duplicates: sort again with the better entry of a word first.
    file = np.searchsorted(first_start, starts, side="right")
    by: list[npt.NDArray[np.generic]] = [starts, -scores, file, *keys[::-1]]
    order = np.lexsort(by)
    return order.astype(np.int64, copy=False), _changes(keys, order)


def _sort(keys: list[U64]) -> I64:
    # Most lists are in order already, which the stable sort (timsort) exploits.
    if len(keys) == 1:
        return np.argsort(keys[0], kind="stable").astype(np.int64, copy=False)
    return np.lexsort(keys[::-1]).astype(np.int64, copy=False)


def _changes(keys: list[U64], order: I64) -> Bools:
    """Whether the word of each entry in `order` differs from the one before."""
    out = np.zeros(len(order), np.bool_)
    out[:1] = True
    for key in keys:
        ordered = key[order]
        out[1:] |= ordered[1:] != ordered[:-1]
    return out
