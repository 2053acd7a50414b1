"""Rows of a grid as lines of text, as two formats have them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from satcross import FormatError
from satcross.extend import MAX_SIDE, counted

Wrong = Callable[[str, str, int | None], FormatError]
"""Makes an error of a problem, a hint and the number of a line."""


def check_rows(
    rows: Sequence[tuple[int, str]], wrong: Wrong, has_blank: Callable[[str], bool], hint: str
) -> None:
    """Refuse rows that make no rectangle, or too large a one, or have a blank.

    Args:
        rows: numbers of lines, with their texts; one at least.
        has_blank: whether a row has something that is no square, for which there is the `hint`.

    Raises:
        FormatError: what `wrong` makes.
    """
    n_cols = len(rows[0][1])
    if max(len(rows), n_cols) > MAX_SIDE:
        problem = f"more than {MAX_SIDE} cells in a row or column"
        raise wrong(problem, "check that it is a grid", rows[0][0])
    for number, row in rows:
        if len(row) != n_cols:
            problem = f"this row has {counted(len(row), 'cell')}, the first row has {n_cols}"
            raise wrong(problem, "make all rows the same length", number)
        if has_blank(row):
            raise wrong("a row of the grid has a blank", hint, number)
