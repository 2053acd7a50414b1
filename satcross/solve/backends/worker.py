"""PySAT's solvers in a child process, which can be killed whatever the solver is doing."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Callable

import numpy as np

from satcross.cnf.formula import I32
from satcross.errors import SolverError
from satcross.solve.backends.eager import RawAnswer
from satcross.solve.processes import wire
from satcross.solve.processes.child import Lifeline, ending, start_module
from satcross.solve.processes.pipes import Pipes
from satcross.solve.protocol import Counters, Outcome
from satcross.task import Deadline

_TICK_S = 0.1  # between signs of life


class WorkerBackend:
    """One of PySAT's solvers in a child process.

    The child runs in its own session, so that an interrupt at the terminal reaches only the
    parent, which closes it. It cannot outlive the parent.

    Args:
        name: as in `pysat_session.ABILITIES`.
        phases: literals to try first, where the solver takes them.
        on_tick: called some ten times a second while the solver works; what it raises ends the
            call, and the child.
    """

    def __init__(
        self,
        name: str,
        phases: I32 | None = None,
        on_tick: Callable[[], None] | None = None,
    ) -> None:
        self.counters = Counters()
        self.is_resumable = False
        self._name = name
        self._on_tick = on_tick
        self._process: subprocess.Popen[bytes] | None = None
        self._lifeline: Lifeline  # these two belong to the process
        self._pipes: Pipes[None]
        self._closed = False
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the session)
        self._outgoing: deque[memoryview] = deque()
        self._send(wire.OPEN, name.encode("ascii"))
        if phases is not None:
            self._send(wire.PHASES, _bytes(phases))

    def add(self, flat: I32) -> None:
        """Add clauses, each closed by a 0; they are sent at the next `solve`."""
        self._send(wire.ADD, _bytes(flat))

    def solve(self, assumptions: tuple[int, ...], n_vars: int, deadline: Deadline) -> RawAnswer:
        """Answer for all clauses so far. After an UNKNOWN the child is gone.

        Raises:
            SolverError: the solver died, or could not do what was asked.
        """
        self._send(wire.SOLVE, _bytes(np.array([n_vars, *assumptions], dtype=np.int32)))
        try:
            answer = self._converse(deadline)
        except BaseException:
            self.close()
            raise
        if answer is None:
            self.close()
            return RawAnswer(Outcome.UNKNOWN, reason=deadline.reason)
        kind, payload = answer
        if kind == wire.FAILED:
            self.close()
            raise SolverError(f"{self._name} failed: {payload.decode(errors='replace')}")
        counts = wire.COUNTERS.unpack_from(payload)
        self.counters = Counters(*counts)
        numbers = np.frombuffer(payload, dtype=np.int32, offset=wire.COUNTERS.size)
        if kind == wire.UNSAT:
            return RawAnswer(Outcome.UNSAT, core=tuple(numbers.tolist()))
        values = np.zeros(max(n_vars, int(numbers.max(initial=0))) + 1, dtype=np.bool_)
        values[numbers] = True
        return RawAnswer(Outcome.SAT, values)

    def close(self) -> None:
        """Kill the child and wait for its end. May be called twice."""
        self._closed = True
        self._outgoing.clear()
        if self._process is not None:
            process, self._process = self._process, None
            process.kill()
            process.wait()
            self._lifeline.close()
            self._pipes.close()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()
        self._stderr.close()

    def __del__(self) -> None:
        if not getattr(self, "_closed", True):
            self.close()

    def _send(self, kind: int, payload: memoryview | bytes) -> None:
        self._outgoing.append(memoryview(wire.HEAD.pack(kind, len(payload))))
        if len(payload):
            self._outgoing.append(memoryview(payload))

    def _start(self) -> subprocess.Popen[bytes]:
        self._pipes = Pipes()
        self._process, self._lifeline = start_module(
            "satcross.solve.backends._worker",
            purpose=self._name,
            stdin=subprocess.PIPE,
            stderr=self._stderr,
        )
        if self._process.stdout is None:
            raise SolverError(f"{self._name} has no pipes")
        self._pipes.read(self._process.stdout.fileno(), None)
        return self._process

    def _converse(self, deadline: Deadline) -> tuple[int, bytes] | None:
        """Send what waits and read the answer; None at the deadline."""
        process = self._process or self._start()
        if process.stdin is None:
            raise SolverError(f"{self._name} has no pipes")
        while self._outgoing:
            self._pipes.write(process.stdin.fileno(), self._outgoing.popleft())
        received = bytearray()
        next_tick = time.monotonic() + _TICK_S
        while not deadline.passed():
            left_s = deadline.left_s()
            wait_s = max(0.0, next_tick - time.monotonic())
            for _, chunk in self._pipes.wait(wait_s if left_s is None else min(wait_s, left_s)):
                if not chunk:
                    how = ending(process.wait(), self._stderr)
                    raise SolverError(f"{self._name} died: {how}")
                received += chunk
            if (answer := _whole_frame(received)) is not None:
                return answer
            if time.monotonic() >= next_tick:
                next_tick = time.monotonic() + _TICK_S
                if self._on_tick is not None:
                    self._on_tick()
        return None


def _bytes(numbers: I32) -> memoryview:
    """The bytes of an array without a copy."""
    return np.ascontiguousarray(numbers).data.cast("B") if len(numbers) else memoryview(b"")


def _whole_frame(received: bytearray) -> tuple[int, bytes] | None:
    if len(received) < wire.HEAD.size:
        return None
    kind, n_bytes = wire.HEAD.unpack_from(received)
    if len(received) < wire.HEAD.size + n_bytes:
        return None
    return kind, bytes(received[wire.HEAD.size :])
