"""The child process of `backends.worker`: one solver, which gets its requests on standard input.

It ends when its standard input ends, and with its lifeline (see `child`) when its parent dies while
the solver is at work.
"""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

import numpy as np

from satcross.cnf.formula import I32
from satcross.errors import SatcrossError
from satcross.solve.backends.pysat import PysatBackend
from satcross.solve.processes import wire
from satcross.solve.processes.child import begin_module
from satcross.solve.protocol import Counters, Outcome
from satcross.task import NEVER


def main() -> None:
    """Serve until standard input ends."""
    answers = begin_module()
    try:
        serve(sys.stdin.buffer, answers)
    except BrokenPipeError:
        pass
    except MemoryError:
        _answer(answers, wire.FAILED, b"out of memory")
    except SatcrossError as error:
        _answer(answers, wire.FAILED, str(error).encode())
    except Exception as error:
        _answer(answers, wire.FAILED, f"{type(error).__name__}: {error}".encode())
    # No clean-up: freeing millions of clauses takes longer than the whole rest.
    os._exit(0)


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer the frames of `requests` until they end."""
    name = ""
    phases: I32 | None = None
    backend: PysatBackend | None = None
    while (request := wire.read_frame(requests)) is not None:
        kind, payload = request
        if kind == wire.OPEN:
            name = payload.decode("ascii")
            continue
        numbers: I32 = np.frombuffer(payload, dtype=np.int32)
        if kind == wire.PHASES:
            phases = numbers
            continue
        if backend is None:
            backend = PysatBackend(name, phases, is_alone=True)
        if kind == wire.ADD:
            backend.add(numbers)
        elif kind == wire.SOLVE:
            n_vars, *assumptions = numbers.tolist()
            raw = backend.solve(tuple(assumptions), n_vars, NEVER)
            counters = _packed(backend.counters)
            if raw.outcome is Outcome.SAT and raw.values is not None:
                true = np.flatnonzero(raw.values).astype(np.int32)
                _answer(answers, wire.SAT, counters + true.tobytes())
            else:
                core = np.array(raw.core, dtype=np.int32)
                _answer(answers, wire.UNSAT, counters + core.tobytes())


def _packed(counters: Counters) -> bytes:
    return wire.COUNTERS.pack(
        counters.conflicts, counters.decisions, counters.propagations, counters.restarts
    )


def _answer(answers: BinaryIO, kind: int, payload: bytes) -> None:
    answers.write(wire.frame(kind, payload))
    answers.flush()


if __name__ == "__main__":
    main()
