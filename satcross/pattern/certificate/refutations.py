"""Certificates that are a line of JSON and proofs in DRAT, of formulas that the check makes.

The file is a line that names its kind, a line of JSON, and the proofs in binary, one after the
other. Those of patterns have this form.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from satcross.errors import DimacsError, FormatError, InputError
from satcross.files import read_file
from satcross.packed import Held, Source, pieces_of_file
from satcross.pattern.certificate.clauses import Definitions, Tick
from satcross.proof import Rejected, check_proof
from satcross.results import Found, Reason, Stopped, Work

MAX_FILE = 2 << 30  # bytes

Checked_co = TypeVar("Checked_co", covariant=True)
Checked = TypeVar("Checked")


class CheckClock:
    """The time that a check takes.

    Args:
        time_limit_s: None for no limit.
        on_progress: called with the seconds so far.
    """

    def __init__(
        self, time_limit_s: float | None, on_progress: Callable[[float], None] | None
    ) -> None:
        self._started = time.monotonic()
        self._time_limit_s = time_limit_s
        self._on_progress = on_progress

    @property
    def work(self) -> Work:
        """What it has cost so far."""
        return Work(time.monotonic() - self._started)

    @property
    def left_s(self) -> float | None:
        """The seconds that are left; None for no limit."""
        if self._time_limit_s is None:
            return None
        return max(0.0, self._time_limit_s - self.work.elapsed_s)

    def tick(self) -> None:
        """Say how far it is. Raises TimeoutError: no time is left."""
        if self.left_s == 0:
            raise TimeoutError
        if self._on_progress is not None:
            self._on_progress(self.work.elapsed_s)


class Claim(Protocol[Checked_co]):
    """What a certificate says, without its proofs."""

    def fault(self, tick: Tick) -> str:
        """What is wrong without the proofs; "" where nothing is."""

    def formulas(self, tick: Tick) -> Iterator[tuple[Definitions, int | None]]:
        """Formulas that nothing obeys, if it is right; each with the bytes of its proof, or all."""

    def checked(self, n_steps: int) -> Checked_co:
        """What is shown, once that many steps of the proofs are right."""


def is_certificate(path: Source, magic: bytes) -> bool:
    """Whether a file is a certificate of some kind; another one may be none at all."""
    head = b""
    with suppress(InputError):
        for piece in pieces_of_file(path, FormatError, limit=None, by_name=False):
            head += piece
            if len(head) >= len(magic):
                break
    return head.startswith(magic)


def check_refutations(
    path: Source,
    magic: bytes,
    claim_of: Callable[[Any], Claim[Checked]],
    *,
    time_limit_s: float | None,
    on_progress: Callable[[float], None] | None,
) -> Found[Checked] | Rejected | Stopped:
    """Check a certificate.

    Args:
        path: of the file.
        magic: its first line.
        claim_of: makes the claim of its line of JSON, or raises one of Python's errors.

    Raises:
        FormatError: the file cannot be read, or is no certificate of this kind.
    """
    clock = CheckClock(time_limit_s, on_progress)
    claim, proofs = read_certificate(path, magic, lambda head, proofs: (claim_of(head), proofs))
    n_steps = 0
    try:
        if wrong := claim.fault(clock.tick):
            return Rejected(None, (), wrong)
        for formula, n_bytes in claim.formulas(clock.tick):
            proof, proofs = proofs[:n_bytes], proofs[n_bytes or 0 :]
            result = refuted(formula, proof, clock)
            if isinstance(result, Stopped):
                return Stopped(result.reason, clock.work)
            if isinstance(result, Rejected):
                return result
            n_steps += result
    except TimeoutError:
        return Stopped(Reason.TIME_LIMIT, clock.work)
    return Found(claim.checked(n_steps), clock.work)


def refuted(formula: Definitions, proof: memoryview, clock: CheckClock) -> int | Rejected | Stopped:
    """How many steps a proof has which shows that nothing obeys a formula."""
    try:
        result = check_proof(
            formula.clauses,
            Held(proof, "the proof"),
            time_limit_s=clock.left_s,
            on_progress=lambda *_: clock.tick(),
        )
    except DimacsError as error:
        return Rejected(None, (), f"its proof is damaged: {error.problem}")
    if isinstance(result, Rejected):
        at = result.line
        why = f"step {at:,} of its proof does not follow" if at else "its proof ends too soon"
        return Rejected(None, (), why)
    return result if isinstance(result, Stopped) else result.value.n_lines


def read_certificate(
    path: Source, magic: bytes, made: Callable[[Any, memoryview], Checked], limit: int = MAX_FILE
) -> Checked:
    """What is made of a certificate: of its line of JSON, and of the bytes after it.

    Args:
        made: may raise Python's errors of types and values, where the certificate is damaged.
        limit: of the file, in bytes.

    Raises:
        FormatError: the file cannot be read, or is no certificate of this kind.
    """
    data = read_file(path, FormatError, limit=limit)
    end = data.find(b"\n", len(magic))
    try:
        return made(json.loads(data[len(magic) : end]), memoryview(data)[end + 1 :])
    except FormatError as error:
        raise FormatError(error.problem, source=str(path)) from None
    except (AttributeError, ArithmeticError, InputError, LookupError, RecursionError, TypeError,
            ValueError):  # fmt: skip
        raise FormatError("the certificate is damaged", source=str(path)) from None
