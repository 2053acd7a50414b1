"""The words of one length as arrays, and flags that select some of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

U8 = npt.NDArray[np.uint8]
I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class WordTable:
    """The distinct words of one length, best score first, then in alphabetical order.

    A word's *index* is its row; every engine and encoding identifies words by (length, index).

    Args:
        length: letters in each word, at least 1.
        codes: uint8 (n, length), C-contiguous, read-only; letter codes of the list's alphabet.
        scores: int32 (n,), read-only, descending.
    """

    length: int
    codes: U8
    scores: I32

    def __len__(self) -> int:
        return len(self.scores)


Tables = Mapping[int, WordTable]


class Spans(NamedTuple):
    """The positions of the written forms of a table's words in the list's text, row by row."""

    starts: I64
    stops: I64

    def take(self, rows: I64 | slice | Bools) -> Spans:
        """The spans of some rows, in that order."""
        return Spans(self.starts[rows], self.stops[rows])


def make_table(length: int, codes: U8, scores: I32) -> WordTable:
    """A `WordTable` of these arrays, made read-only."""
    codes = np.ascontiguousarray(codes)
    scores = np.ascontiguousarray(scores)
    codes.setflags(write=False)
    scores.setflags(write=False)
    return WordTable(length, codes, scores)


def strings_of(codes: U8) -> npt.NDArray[np.bytes_]:
    """The words as fixed-width bytes that compare like them (codes + 1, so no NULs)."""
    n, length = codes.shape
    return np.ascontiguousarray(codes + np.uint8(1)).view(f"S{length}").reshape(n)


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
