"""Which words to keep: flags over the tables of a list, and the order of words across lengths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from satcross.words.table import U8, WordTable

if TYPE_CHECKING:
    from satcross.words.entries import I64, Bools

Tables = Mapping[int, WordTable]


def strings_of(codes: U8) -> npt.NDArray[np.bytes_]:
    """The words as fixed-width bytes that compare like them (codes + 1, so no NULs)."""
    n, length = codes.shape
    return np.ascontiguousarray(codes + np.uint8(1)).view(f"S{length}").reshape(n)


def in_order(tables: Tables, rows: Mapping[int, I64]) -> list[tuple[int, int]]:
    """(length, row) of some rows of each table, in the alphabet's order."""
    keyed = [
        (string, length, row)
        for length, some in rows.items()
        for string, row in zip(
            strings_of(tables[length].codes[some]).tolist(), some.tolist(), strict=True
        )
    ]
    return [(length, row) for _, length, row in sorted(keyed)]


def rows_of_score(tables: Tables, score: int) -> dict[int, I64]:
    """The rows of each table that have exactly this score."""
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
    """The best-scored words, of equals the first in the alphabet's order.

    Args: max_words: how many, from 1 to the number of words.
    """
    scores = np.sort(np.concatenate([table.scores for table in tables.values()]))
    cut = int(scores[-max_words])
    out = {length: table.scores > cut for length, table in tables.items()}
    n_more = max_words - sum(int(flags.sum()) for flags in out.values())
    for length, row in in_order(tables, rows_of_score(tables, cut))[:n_more]:
        out[length][row] = True
    return out
