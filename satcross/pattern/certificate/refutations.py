"""Certificates that are a line of JSON and a proof in DRAT, of a formula that the check makes.

The file is a line that names its kind, a line of JSON, and the proof in binary.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from satcross.errors import DimacsError, FormatError, InputError
from satcross.files import read_file
from satcross.packed import Held, Source, pieces_of_file
from satcross.pattern.certificate.clauses import Definitions
from satcross.proof import Rejected, check_proof
from satcross.results import Stopped, Work

MAX_FILE = 2 << 30  # bytes

Claim = TypeVar("Claim")


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


def is_certificate(path: Source, magic: bytes) -> bool:
    """Whether a file is a certificate of some kind; another one may be none at all."""
    head = b""
    with suppress(InputError):
        for piece in pieces_of_file(path, FormatError, limit=None, by_name=False):
            head += piece
            if len(head) >= len(magic):
                break
    return head.startswith(magic)


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
    path: Source, magic: bytes, claim_of: Callable[[Any], Claim]
) -> tuple[Claim, memoryview]:
    """What a certificate claims, and its proof.

    Args: claim_of: makes the claim of the line of JSON; may raise Python's errors of types and
        values, where the certificate is damaged.

    Raises:
        FormatError: the file cannot be read, or is no certificate of this kind.
    """
    data = read_file(path, FormatError, limit=MAX_FILE)
    end = data.find(b"\n", len(magic))
    try:
        return claim_of(json.loads(data[len(magic) : end])), memoryview(data)[end + 1 :]
    except FormatError as error:
        raise FormatError(error.problem, source=str(path)) from None
    except (AttributeError, ArithmeticError, InputError, LookupError, RecursionError, TypeError,
            ValueError):  # fmt: skip
        raise FormatError("the certificate is damaged", source=str(path)) from None
