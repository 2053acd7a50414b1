"""Which words of tables: those of a score, the best, those that others lack."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from satcross.words.table import I64, Bools, strings_of
from satcross.words.wordtable import WordTable

Tables = Mapping[int, WordTable]


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


def flags_without(tables: Tables, excluded: Tables) -> dict[int, Bools]:
    """The words that are not in `excluded`."""
    out: dict[int, Bools] = {}
    for length, table in tables.items():
        if length in excluded:
            out[length] = ~table.shared_with(excluded[length])
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
