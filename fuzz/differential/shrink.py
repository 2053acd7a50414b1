"""Make a puzzle smaller as long as satcross and brute force still disagree about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeVar

from fuzz.differential.brute import runs_of
from fuzz.differential.checks import BY_NAME
from fuzz.differential.checks.base import Trial
from fuzz.differential.data import BLOCK, OPEN, VOID, Bounds, PuzzleData
from fuzz.differential.generate import Case
from fuzz.differential.running import Asked, failure_of

T = TypeVar("T")

PLAIN_SCORE = 50
OTHER_SEEDS = 8


def shrink(asked: Asked) -> tuple[PuzzleData, int]:
    """A smaller puzzle, and a seed, that fail the same question in the same way.

    A smaller puzzle can make other random choices of a question harmless, so others are tried.
    """
    data, seed = asked.case.data, asked.seed
    kind = _kind_of(asked.failure)
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for candidate in _smaller(data):
            for trial in (seed, *range(OTHER_SEEDS)):
                if _kind_of(_failure(asked.task, trial, candidate)) == kind:
                    data, seed, is_smaller = candidate, trial, True
                    break
            if is_smaller:
                break
    return data, seed


def as_test(asked: Asked, data: PuzzleData, seed: int) -> str:
    """A test that fails as long as the difference is there."""
    name = "".join(char if char.isalnum() else "_" for char in asked.task)
    return (
        f"def test_{name}_{asked.seed}() -> None:\n"
        f"    # {asked.failure[:300]}\n"
        f"    data = {data!r}\n"
        f'    assert repeat({asked.task!r}, {seed}, data) == ""\n'
    )


def _kind_of(failure: str) -> str:
    """What stays the same while a puzzle shrinks: the exception, and where it was raised."""
    name = failure.partition(":")[0]
    return name if name in ("", "difference") else name + failure.rpartition("(")[2]


def _failure(task: str, seed: int, data: PuzzleData) -> str:
    check = BY_NAME[task]
    if not runs_of(data):
        return ""
    case = Case.of(data)
    if not check.applies(case):
        return ""
    try:
        data.puzzle()
    except Exception:  # not a puzzle any more
        return ""
    return failure_of(check, Trial(case, f"{seed} {task}"))


def _smaller(data: PuzzleData) -> Iterator[PuzzleData]:
    """Puzzles with a little less, the most first."""
    yield from _with_less_grid(data)
    yield from _with_fewer_words(data)
    yield from _with_fewer_rules(data)
    yield from _with_simpler_cells(data)


def _with_less_grid(data: PuzzleData) -> Iterator[PuzzleData]:
    if data.constraints:  # which name cells
        return
    for row in range(len(data.rows) if len(data.rows) > 1 else 0):
        yield _without_row(data, row)
    for col in range(data.n_cols if data.n_cols > 1 else 0):
        yield _without_column(data, col)


def _with_fewer_words(data: PuzzleData) -> Iterator[PuzzleData]:
    n = size = len(data.words)
    while size:
        for at in range(0, n, size):
            yield replace(data, words=(*data.words[:at], *data.words[at + size :]))
        size //= 2
    if any(score != PLAIN_SCORE for _, score in data.words):
        yield replace(data, words=tuple((word, PLAIN_SCORE) for word, _ in data.words))
    for letter in data.letters:
        if not any(letter in word for word, _ in data.words) and len(data.letters) > 1:
            yield replace(data, letters=data.letters.replace(letter, ""))


def _with_fewer_rules(data: PuzzleData) -> Iterator[PuzzleData]:
    for at in range(len(data.constraints)):
        yield replace(data, constraints=_without(data.constraints, at))
    default = PuzzleData((), "", ())
    less: dict[str, Any]
    for name in ("min_score", "shared", "near", "distinct", "min_length", "right", "below"):
        less = {name: getattr(default, name)}
        if getattr(data, name) != less[name]:
            yield replace(data, **less)
    for name in ("rebus", "right", "below"):
        several = getattr(data, name)
        for at in range(len(several)):
            less = {name: _without(several, at)}
            yield replace(data, **less)
    for at, bounds in enumerate(data.constraints):
        for i in range(len(bounds.literals) if len(bounds.literals) > 1 else 0):
            literals = _without(bounds.literals, i)
            most = len(literals)
            fewer = Bounds(min(bounds.least, most), min(bounds.most, most), literals)
            constraints = (*data.constraints[:at], fewer, *data.constraints[at + 1 :])
            yield replace(data, constraints=constraints)


def _with_simpler_cells(data: PuzzleData) -> Iterator[PuzzleData]:
    cells, n = data.cells, data.n_cols
    for at, cell in enumerate(cells):
        simpler = {OPEN: (BLOCK,), BLOCK: (), VOID: (BLOCK,)}.get(cell, (OPEN, BLOCK))
        for new in simpler:
            filled = (*cells[:at], new, *cells[at + 1 :])
            rows = tuple(filled[i : i + n] for i in range(0, len(cells), n))
            yield replace(data, rows=rows)


def _without(items: tuple[T, ...], at: int) -> tuple[T, ...]:
    return (*items[:at], *items[at + 1 :])


def _without_row(data: PuzzleData, row: int) -> PuzzleData:
    n = data.n_cols
    return _moved(
        data,
        _without(data.rows, row),
        {r * n + c: (r - (r > row)) * n + c for r, c in _places(data) if r != row},
    )


def _without_column(data: PuzzleData, col: int) -> PuzzleData:
    n = data.n_cols
    return _moved(
        data,
        tuple(_without(row, col) for row in data.rows),
        {r * n + c: r * (n - 1) + c - (c > col) for r, c in _places(data) if c != col},
    )


def _places(data: PuzzleData) -> Iterator[tuple[int, int]]:
    return ((r, c) for r in range(len(data.rows)) for c in range(data.n_cols))


def _moved(data: PuzzleData, rows: tuple[tuple[str, ...], ...], to: dict[int, int]) -> PuzzleData:
    """The puzzle with these rows, its bars moved; those outside are dropped."""
    n_cols, n_cells = len(rows[0]), len(rows) * len(rows[0])
    right = [to[at] for at in data.right if at in to and (to[at] + 1) % n_cols]
    below = [to[at] for at in data.below if at in to and to[at] < n_cells - n_cols]
    return replace(data, rows=rows, right=tuple(right), below=tuple(below))
