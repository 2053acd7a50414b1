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
from typing import Any, BinaryIO, Literal

from satcross.cluster.pools import Pool, is_stopped, payload_of, unpacked
from satcross.errors import DimacsError, SolverError
from satcross.files import as_path
from satcross.proof import (
    CheckResult,
    CubeChecker,
    Outline,
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
        """See `satcross.proof.reading.Source`."""
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

    def _run(self, deadline: Deadline) -> PoolCheckResult:
        self._tell("reading the formula, and the cover")
        outline = check_outline(self._cnf, self._cover, time_limit_s=deadline.left_s())
        if isinstance(outline, Stopped):
            return outline
        try:
            sent = Sent.of(self._cnf), Sent.of(self._cover)
        except OSError as error:  # they have just been read
            raise DimacsError(f"cannot be read: {error}", source=str(self._cover)) from None
        check = _Cubes(outline, FilePath(self._cover), self._pool, payload_of(sent))
        while not check.is_done:
            if deadline.passed():
                self._pool.stop()
                so_far = check.total(ProofCheck(0, 0, 0))
                return Stopped(deadline.reason, self._work(), partial=so_far)
            check.submit(deadline.left_s())
            check.collect(self._pool.ended(_TICK_S))
            n = len(outline.cubes)
            self._tell(f"checking, {check.n_right:,} of {n:,} cubes, {check.n_lines:,} lines")
        end = check.first_wrong or outline.end
        if isinstance(end, DimacsError):
            raise end
        if isinstance(end, Rejected):
            return Impossible("the proof is wrong", self._work(), evidence=end)
        return Found(check.total(end), self._work())

    def _tell(self, phase: str) -> None:
        self.emit(Progress(phase, self.elapsed_s))

    def _work(self) -> Work:
        return Work(elapsed_s=self.elapsed_s, engine="pool")


class _Cubes:
    """The cubes of a cover, and what workers found.

    Args:
        outline: has the cubes.
        cover: its file.
        pool: who checks them.
        payload: the formula and the cover.

    Fields:
        first_wrong: what is wrong with the first cube of those that are; None if nothing is known.
    """

    def __init__(self, outline: Outline, cover: FilePath, pool: Pool, payload: bytes) -> None:
        self._cubes, self._cover, self._pool = outline.cubes, cover, pool
        self._digest = pool.give(payload)
        self._running: dict[int, int] = {}  # by ticket, which cube
        self._waiting = deque(range(len(outline.cubes)))
        self._end = len(outline.cubes)  # cubes from here on do not count
        self._right: dict[int, ProofCheck] = {}
        self.first_wrong: Rejected | DimacsError | None = None

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to do, or to wait for, that counts."""
        return all(number >= self._end for number in (*self._waiting, *self._running.values()))

    @property
    def n_right(self) -> int:
        """How many cubes were found to be right."""
        return len(self._right)

    @property
    def n_lines(self) -> int:
        """How many lines they have."""
        return sum(one.n_lines for one in self._right.values())

    def submit(self, time_limit_s: float | None) -> None:
        """Give the workers cubes, in the order of the cover."""
        most = _WINDOW * max(1, self._pool.n_workers)
        while self._waiting and self._waiting[0] < self._end and len(self._running) < most:
            number = self._waiting.popleft()
            try:
                proof = Sent.of(proof_of_cube(self._cover, self._cubes[number]))
            except OSError as error:
                problem = f"cannot be read: {error.strerror or error}"
                name = self._cubes[number].cube
                self._note(number, DimacsError(f"the proof of cube {name} {problem}"))
            except DimacsError as error:
                self._note(number, error)
            else:
                ticket = self._pool.submit(check_cube, self._digest, number, proof, time_limit_s)
                self._running[ticket] = number

    def collect(self, ended: list[Any]) -> None:
        """Take note of calls that have ended. Raises SolverError: one failed."""
        for one in ended:
            number = self._running.pop(one.ticket, None)
            if number is None:
                continue
            match one.error or one.value:
                case Found(checked):
                    self._right[number] = checked
                case Rejected() | DimacsError() as wrong:
                    self._note(number, wrong)
                case Stopped():  # by the time limit, which passes here too
                    self._waiting.appendleft(number)
                case error:
                    name = self._cubes[number].cube
                    raise SolverError(f"cube {name} was not checked: {error}")

    def _note(self, number: int, wrong: Rejected | DimacsError) -> None:
        if number < self._end:
            self._end, self.first_wrong = number, wrong

    def total(self, own: ProofCheck) -> ProofCheck:
        """All lines that were right, with those of the cover itself."""
        every = [own, *self._right.values()]
        return ProofCheck(
            sum(one.n_lines for one in every),
            sum(one.n_added for one in every),
            sum(one.n_deleted for one in every),
            sum(one.n_cubes for one in every),
        )
