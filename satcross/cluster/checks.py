"""A check of a proof in cubes by a pool: each cube by a worker, and the cover by the coordinator.

The coordinator checks that the cubes cover everything, while workers check the cubes; each takes
for granted what the others check. So the answer is that of `satcross.proof.check_cover`, which does
it all by itself, and all that looks at lines of proofs is its code.
"""

from __future__ import annotations

import io
import zlib
from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from os import PathLike
from pathlib import Path as FilePath
from typing import BinaryIO, Literal

from satcross.cluster.pools import Calls, Done, Pool, is_stopped, payload_of, unpacked
from satcross.errors import DimacsError, SolverError
from satcross.files import as_path
from satcross.proof import (
    CheckResult,
    CubeChecker,
    ProofCheck,
    Rejected,
    check_outline,
    proof_of_cube,
)
from satcross.results import Found, Impossible, Stopped, Work
from satcross.task import Deadline, Progress, Task

PoolCheckResult = Found[ProofCheck] | Impossible | Stopped

_TICK_S = 0.25
_WINDOW = 2  # cubes for each worker at a time: one at work, and one to come


@dataclass(frozen=True, slots=True)
class Sent:
    """A file as it is sent to a worker.

    Args:
        name: for errors.
        data: its bytes, compressed.
    """

    name: str
    data: bytes

    @classmethod
    def of(cls, path: FilePath) -> Sent:
        """The content of a file. Raises OSError."""
        return cls(str(path), zlib.compress(path.read_bytes(), 1))

    def open(self, mode: Literal["rb"], /) -> BinaryIO:
        """See `satcross.packed.Source`."""
        del mode
        return io.BytesIO(zlib.decompress(self.data))

    def __str__(self) -> str:
        return self.name


def check_cube(digest: str, number: int, proof: Sent, time_limit_s: float | None) -> CheckResult:
    """In a worker: check the proof of a cube.

    Args:
        digest: of the formula and the cover, both `Sent`.
        number: of the cube; see `CubeChecker.check`.
        proof: its lines.
        time_limit_s: seconds; None for no limit.
    """

    def look(*_: object) -> None:
        if is_stopped():
            raise TimeoutError

    return _checker(digest).check(number, proof, time_limit_s=time_limit_s, on_progress=look)


@lru_cache(maxsize=1)
def _checker(digest: str) -> CubeChecker:
    return CubeChecker(*unpacked(digest))


class PoolCheck(Task[ProofCheck, PoolCheckResult]):
    """A check of the proofs of cubes, and that the cubes cover everything, by a pool.

    `run` returns what `check_cover` does: `Found`; `Impossible`, whose evidence is a `Rejected`, of
    several mistakes the first in the order of the cover; or `Stopped`. The files are sent to the
    workers, which need not see them.

    Args:
        cnf: DIMACS, plain text.
        cover: what names the cubes; their proofs are in `cubes` beside it.
        pool: who checks them; it stays open.

    Raises:
        DimacsError: from `run`: a file cannot be read, or is not what it should be.
        SolverError: from `run`: workers died of a cube again and again.
    """

    def __init__(self, cnf: str | PathLike[str], cover: str | PathLike[str], pool: Pool) -> None:
        super().__init__()
        self._cnf, self._cover = as_path(cnf, "cnf"), as_path(cover, "cover")
        self._pool = pool
        self._right: dict[int, ProofCheck] = {}
        self._wrong: dict[int, Rejected | DimacsError] = {}

    def _run(self, deadline: Deadline) -> PoolCheckResult:
        self._tell("reading the formula, and the cover")
        outline = check_outline(self._cnf, self._cover, time_limit_s=deadline.left_s())
        if isinstance(outline, Stopped):
            return outline
        try:
            sent = Sent.of(self._cnf), Sent.of(self._cover)
        except OSError as error:  # they have just been read
            raise DimacsError(f"cannot be read: {error}", source=str(self._cover)) from None
        self._digest = self._pool.give(payload_of(sent))
        self._cubes = outline.cubes
        self._waiting = deque(range(len(self._cubes)))
        self._right, self._wrong = {}, {}
        calls: Calls[int] = Calls(self._pool, _WINDOW)
        # Cubes after the first that is wrong do not count.
        while any(
            number < min(self._wrong, default=len(self._cubes))
            for number in (*self._waiting, *calls)
        ):
            if deadline.passed():
                self._pool.stop()
                return Stopped(deadline.reason, self._work(), partial=self._total())
            while self._waiting and not self._wrong and calls.has_room:
                self._begin(calls, self._waiting.popleft(), deadline.left_s())
            for number, done in calls.ended(_TICK_S):
                self._take(number, done)
            n_right, n_lines = len(self._right), self._total().n_lines
            self._tell(f"checking, {n_right:,} of {len(self._cubes):,} cubes, {n_lines:,} lines")
        match self._wrong[min(self._wrong)] if self._wrong else outline.end:
            case DimacsError() as unreadable:
                raise unreadable
            case Rejected() as end:
                return Impossible("the proof is wrong", self._work(), evidence=end)
            case own:
                return Found(self._total(own), self._work())

    def _begin(self, calls: Calls[int], number: int, time_limit_s: float | None) -> None:
        """Give a cube to the workers."""
        cube = self._cubes[number]
        try:
            proof = Sent.of(proof_of_cube(self._cover, cube))
        except OSError as error:
            problem = f"cannot be read: {error.strerror or error}"
            self._wrong[number] = DimacsError(f"the proof of cube {cube.cube} {problem}")
        except DimacsError as error:
            self._wrong[number] = error
        else:
            calls.begin(number, check_cube, self._digest, number, proof, time_limit_s)

    def _take(self, number: int, done: Done) -> None:
        """Take note of what came of a cube. Raises SolverError: it was not checked."""
        match done.error or done.value:
            case Found(checked):
                self._right[number] = checked
            case Rejected() | DimacsError() as wrong:
                self._wrong[number] = wrong
            case Stopped():  # by the time limit, which passes here too
                self._waiting.appendleft(number)
            case error:
                raise SolverError(f"cube {self._cubes[number].cube} was not checked: {error}")

    def _total(self, *own: ProofCheck) -> ProofCheck:
        """All lines that were right, with those of the cover itself."""
        every = [*own, *self._right.values()]
        return ProofCheck(
            sum(one.n_lines for one in every),
            sum(one.n_added for one in every),
            sum(one.n_deleted for one in every),
            sum(one.n_cubes for one in every),
        )

    def _tell(self, phase: str) -> None:
        self.emit(Progress(phase, self.elapsed_s))

    def _work(self) -> Work:
        return Work(elapsed_s=self.elapsed_s, engine="pool")
