"""The words of one length as arrays, and flags that select some of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

U8 = npt.NDArray[np.uint8]
Codes = npt.NDArray[np.unsignedinteger[Any]]  # of letters, of `code_dtype`
I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

NARROW = 240  # letters of an alphabet; higher bytes have a meaning where lists are read


def code_dtype(n_letters: int) -> np.dtype[Any]:
    """The type of letter codes in an alphabet: uint8, or uint16 where it has more than `NARROW`."""
    return np.dtype(np.uint8 if n_letters <= NARROW else np.uint16)


class Spans(NamedTuple):
    """Places of written forms in a text: bytes from `starts` to before `stops`."""

    starts: I64
    stops: I64


NO_SPANS = Spans(np.zeros(0, np.int64), np.zeros(0, np.int64))


@dataclass(frozen=True, slots=True, eq=False)
class WordTable:
    """The distinct words of one length, best score first, then in alphabetical order.

    A word's *index* is its row; every engine and encoding identifies words by (length, index).

    Args:
        length: letters in each word, at least 1.
        codes: `Codes` (n, length), C-contiguous, read-only; letter codes of the list's alphabet.
        scores: int32 (n,), read-only, descending.
        spans: where the written forms are in the list's text, row by row; empty for a table that
            needs none.
    """

    length: int
    codes: Codes
    scores: I32
    spans: Spans = NO_SPANS

    def __len__(self) -> int:
        return len(self.scores)

    def row_of(self, codes: Sequence[int]) -> int | None:
        """The row with these letter codes; None if it is not there."""
        wanted = np.array([codes], self.codes.dtype)
        item = f"V{wanted.nbytes}"  # as opaque items, so that numpy compares whole words at once
        rows = np.flatnonzero(self.codes.view(item) == wanted.view(item))
        return int(rows[0]) if len(rows) else None

    def take(self, rows: I64 | Bools) -> WordTable:
        """The table of some rows, in that order."""
        spans = Spans(self.spans.starts[rows], self.spans.stops[rows])
        return make_table(self.length, self.codes[rows], self.scores[rows], spans)


@dataclass(frozen=True, slots=True, eq=False)
class TreatedTable(WordTable):
    """The forms of a slot: the best score first, each with the word that is read from it.

    Args:
        source_lengths: int32 (n,): letters of the word.
        source_rows: int32 (n,): its row in the list's table of that length.
    """

    source_lengths: I32 = field(kw_only=True)
    source_rows: I32 = field(kw_only=True)


Tables = Mapping[int, WordTable]


def make_table(length: int, codes: Codes, scores: I32, spans: Spans = NO_SPANS) -> WordTable:
    """A `WordTable` of these arrays, made read-only."""
    codes = np.ascontiguousarray(codes)
    scores = np.ascontiguousarray(scores)
    codes.setflags(write=False)
    scores.setflags(write=False)
    return WordTable(length, codes, scores, spans)


def letter_counts(codes: npt.NDArray[np.integer[Any]], n_letters: int) -> I64:
    """Int (words, letters): how often each of so many letters is in each word."""
    n_words = len(codes)
    flat = np.arange(n_words)[:, None] * n_letters + codes
    counts: I64 = np.bincount(flat.ravel(), minlength=n_words * n_letters)
    return counts.reshape(n_words, n_letters)


def strings_of(codes: Codes) -> npt.NDArray[np.bytes_]:
    """The words as fixed-width bytes that compare like them: of codes + 1, so none ends in NULs.

    Wide codes take two bytes, the higher one first.
    """
    n, length = codes.shape
    if codes.itemsize == 1:
        return np.ascontiguousarray(codes + np.uint8(1)).view(f"S{length}").reshape(n)
    # An S drops a NUL at its end, which is then the lower byte of the last code, and the order of
    # words stays: nothing else begins so and goes on with less.
    return (codes + np.uint16(1)).astype(">u2").view(f"S{2 * length}").reshape(n)


def string_of(codes: Sequence[int], size: int) -> bytes:
    """The string of one word, of codes of one byte or two."""
    if size == 1:
        return bytes([code + 1 for code in codes])
    return (np.array(codes, np.uint16) + np.uint16(1)).astype(">u2").tobytes()


def codes_of(strings: npt.NDArray[np.bytes_], length: int) -> Codes:
    """The codes of words of `length` letters, of their `strings_of`."""
    if strings.itemsize == length:
        return strings.view(np.uint8).reshape(-1, length) - np.uint8(1)
    return strings.view(">u2").reshape(-1, length).astype(np.uint16) - np.uint16(1)


def rows_as_bytes(codes: Codes) -> list[bytes]:
    """By row its codes as bytes, to be looked up."""
    data, size = codes.tobytes(), codes.shape[1] * codes.itemsize
    return [data[at : at + size] for at in range(0, len(data), size)]


def row_as_bytes(codes: Sequence[int], dtype: np.dtype[Any]) -> bytes:
    """The same of one row of these codes."""
    return bytes(codes) if dtype.itemsize == 1 else np.array(codes, dtype).tobytes()


def in_order(tables: Tables, rows: Mapping[int, I64]) -> list[tuple[int, int]]:
    """(length, row) of some rows of each table, in alphabetical order of their words."""
    keyed = [
        (string, length, row)
        for length, some in rows.items()
        for string, row in zip(
            strings_of(tables[length].codes[some]).tolist(), some.tolist(), strict=True
        )
    ]
    return [(length, row) for _, length, row in sorted(keyed)]


def rows_of_score(tables: Tables, score: int) -> dict[int, I64]:
    """The rows of each table with exactly this score."""
    return {length: np.flatnonzero(table.scores == score) for length, table in tables.items()}


def flags_from(tables: Tables, min_score: int) -> dict[int, Bools]:
    """The words that score at least `min_score`."""
    return {length: table.scores >= min_score for length, table in tables.items()}


def flags_without(tables: Tables, excluded: Tables) -> dict[int, Bools]:
    """The words that are not in `excluded`."""
    out: dict[int, Bools] = {}
    for length, table in tables.items():
        if length in excluded:
            known = strings_of(excluded[length].codes)
            out[length] = ~np.isin(strings_of(table.codes), known)
        else:
            out[length] = np.ones(len(table), np.bool_)
    return out


def flags_best(tables: Tables, max_words: int) -> dict[int, Bools]:
    """The words with the best scores; among equals the first in alphabetical order.

    Args: max_words: from 1 to the number of words.
    """
    scores = np.sort(np.concatenate([table.scores for table in tables.values()]))
    cut = int(scores[-max_words])
    out = {length: table.scores > cut for length, table in tables.items()}
    n_more = max_words - sum(int(flags.sum()) for flags in out.values())
    for length, row in in_order(tables, rows_of_score(tables, cut))[:n_more]:
        out[length][row] = True
    return out
