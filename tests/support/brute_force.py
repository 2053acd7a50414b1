"""All fills of a tiny puzzle, from its raw cells. Shares no code with satcross."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import product


def all_fills(
    template: Collection[str], words: Collection[str], letters: str, *, distinct: bool
) -> set[tuple[str, ...]]:
    """Every fill, as rows of text.

    Args:
        template: rows of equal length: `#` block, `.` open, anything else a given letter.
        words: what a run of two or more cells must spell, unless all of its letters are given.
        letters: what an open cell can hold.
        distinct: whether no word may stand twice, given ones included.

    A cell in no run of two or more stays as it is.
    """
    rows = list(template)
    known = set(words)
    free = {(r, c) for r, c in _cells(rows) if not _is_alone(rows, r, c)}
    choices = [list(_row_fills(rows, r, known, letters, free)) for r in range(len(rows))]
    fills: set[tuple[str, ...]] = set()
    starts = {(len(word), word[:n]) for word in known for n in range(1, len(word) + 1)}
    for filled in _columns_fit(rows, choices, starts, []):
        spelt = [run for line in _lines(filled) for run in line.split("#") if len(run) > 1]
        if not distinct or len(set(spelt)) == len(spelt):
            fills.add(tuple(filled))
    return fills


def _cells(rows: list[str]) -> Iterator[tuple[int, int]]:
    return ((r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell != "#")


def _is_alone(rows: list[str], r: int, c: int) -> bool:
    around = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
    return all(
        not (0 <= i < len(rows) and 0 <= j < len(rows[0])) or rows[i][j] == "#" for i, j in around
    )


def _lines(rows: list[str]) -> list[str]:
    return [*rows, *("".join(column) for column in zip(*rows, strict=True))]


def _row_fills(
    rows: list[str], r: int, known: set[str], letters: str, free: set[tuple[int, int]]
) -> Iterator[str]:
    options = [
        letters if cell == "." and (r, c) in free else cell for c, cell in enumerate(rows[r])
    ]
    for chars in product(*options):
        row = "".join(chars)
        if _runs_fit(rows[r], row, known):
            yield row


def _runs_fit(before: str, after: str, known: set[str]) -> bool:
    return all(
        new in known or (new == old)
        for old, new in zip(before.split("#"), after.split("#"), strict=True)
        if len(new) > 1
    )


def _columns_fit(
    rows: list[str], choices: list[list[str]], starts: set[tuple[int, str]], chosen: list[str]
) -> Iterator[list[str]]:
    if len(chosen) == len(rows):
        yield chosen
        return
    for row in choices[len(chosen)]:
        trial = [*chosen, row]
        if all(_column_can_fit(rows, trial, c, starts) for c in range(len(row)) if row[c] != "#"):
            yield from _columns_fit(rows, choices, starts, trial)


def _column_can_fit(
    rows: list[str], trial: list[str], c: int, starts: set[tuple[int, str]]
) -> bool:
    """Whether the run of column c that the last row of `trial` is in can still become a word.

    Args: starts: the lengths of words, with what they begin with.
    """
    first = last = len(trial) - 1
    while first > 0 and rows[first - 1][c] != "#":
        first -= 1
    while last + 1 < len(rows) and rows[last + 1][c] != "#":
        last += 1
    n = last - first + 1
    if n == 1:
        return True
    start = "".join(trial[i][c] for i in range(first, len(trial)))
    given = "".join(rows[i][c] for i in range(first, last + 1))
    if "." not in given:
        return True
    return (n, start) in starts
