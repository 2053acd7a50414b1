"""What workers do. Each function is given the digest of a payload, and returns plain data."""

from __future__ import annotations

import hashlib
import threading
import time
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from satcross import Fills, Found, Puzzle, SolverOptions, Task
from satcross.apps.cluster.pools import is_stopped, unpacked
from satcross.apps.counting.count import CountKind, CountTask
from satcross.extend import Codes, code_dtype
from satcross.tasks.cubes import Branch, Cube

_LOOK_S = 0.25  # between two looks at whether to stop


@dataclass(frozen=True, slots=True)
class CubeResult:
    """What came of a cube.

    Args:
        n: how many fills it has.
        digest: of the result, whatever order it was found in.
        data: the fills, compressed; empty where only their number was wanted.
        seconds: of work.
    """

    n: int
    digest: str
    data: bytes
    seconds: float


CubeOutcome = CubeResult | list[Cube] | None
"""What came of a cube; or of one that took longer than its budget, the cubes that take its place:
none if there is no fill, the cube itself if it cannot be divided; or None where stopped."""


def list_cube(digest: str, path: Branch, budget_s: float | None) -> CubeOutcome:
    """All fills of a cube.

    Args:
        digest: of a `Puzzle` and `SolverOptions`.
        path: of the cube.
        budget_s: seconds; None for no limit.
    """
    puzzle, options = puzzle_of(digest)
    started = time.monotonic()
    arrays: list[Codes] = []
    fills = Fills(Cube(path).of(puzzle), options, time_limit_s=budget_s)
    with fills, Watch(fills):
        arrays += fills.arrays()
    if not fills.is_exhausted:
        return None if is_stopped() else Cube(path).split(puzzle)
    rows = (
        np.concatenate(arrays) if arrays else np.empty((0, len(fills.cells)), dtype=_dtype(puzzle))
    )
    seconds = time.monotonic() - started
    return CubeResult(len(rows), _digest(rows), packed(rows), seconds)


def count_cube(digest: str, path: Branch, budget_s: float | None) -> CubeOutcome:
    """How many fills a cube has: see `list_cube`."""
    puzzle, options = puzzle_of(digest)
    started = time.monotonic()
    with CountTask(Cube(path).of(puzzle), options, method="exact") as task, Watch(task):
        result = task.run(budget_s)
    match result:
        case Found(count) if count.kind is CountKind.EXACT:
            seconds = time.monotonic() - started
            return CubeResult(count.n, f"n={count.n}", b"", seconds)
    return None if is_stopped() else Cube(path).split(puzzle)


def packed(rows: Codes) -> bytes:
    """Fills as compressed bytes."""
    return zlib.compress(_little(rows).tobytes(), 1)


def unpacked_rows(data: bytes, puzzle: Puzzle) -> Codes:
    """The fills of a puzzle that were packed: (fills, cells), as of `Fills.arrays`."""
    n_cells = len({cell for slot in puzzle.slots for cell in slot.cells})
    kind = _dtype(puzzle)
    rows = np.frombuffer(zlib.decompress(data), kind.newbyteorder("<"))
    return rows.reshape(-1, n_cells).astype(kind, copy=False)


def puzzle_of(digest: str) -> tuple[Puzzle, SolverOptions]:
    """The puzzle and the options of a payload."""
    puzzle, options = unpacked(digest)
    assert isinstance(puzzle, Puzzle)
    assert isinstance(options, SolverOptions)
    return puzzle, options


def _digest(rows: Codes) -> str:
    """Of a set of fills, in whatever order they were found."""
    rows = _little(rows)
    if len(rows):
        as_items = rows.view(f"V{rows.shape[1] * rows.itemsize}").ravel()
        rows = rows[np.argsort(as_items, kind="stable")]
    return hashlib.sha256(np.ascontiguousarray(rows).tobytes()).hexdigest()


def _dtype(puzzle: Puzzle) -> np.dtype[Any]:
    return code_dtype(len(puzzle.texts))


def _little(rows: Codes) -> Codes:
    """The same on every machine: the lower byte of a code first."""
    return np.ascontiguousarray(rows, rows.dtype.newbyteorder("<"))


class Watch:
    """Stops a task in a `with` statement when the pool asks its workers to stop."""

    def __init__(self, task: Task[Any, Any]) -> None:
        self._task = task
        self._ended = threading.Event()

    def __enter__(self) -> None:
        threading.Thread(target=self._look, daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self._ended.set()

    def _look(self) -> None:
        while not self._ended.wait(_LOOK_S):
            if is_stopped():
                self._task.stop()
                return
