"""Several child processes that try the same task in different ways, and one parent that listens."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import IO, Any, Generic, Literal

from satcross.errors import SolverError
from satcross.solve.processes._job import LAST_MOMENT_S, T, Work
from satcross.solve.processes.child import Lifeline, ending, start_module
from satcross.solve.processes.pipes import Pipes

if sys.platform == "win32":
    ForkedProcess = subprocess.Popen[bytes]
else:
    from satcross.solve.processes._forked import ForkedProcess, fork

How = Literal["fork", "spawn"]
"""How a job starts: as a copy of this process, or as a new one that the task is sent to."""


@dataclass(frozen=True, slots=True)
class Report:
    """A message from a job.

    Args:
        number: of the job.
        kind: "news"; "answer"; or "failed", by its own account or because it died. Each job says
            one of the last two, and nothing after it.
        data: the message, as JSON data; of a failed job the reason, for people.
    """

    number: int
    kind: Literal["news", "answer", "failed"]
    data: Any


def how_to_start() -> How:
    """The way that is safe here: "fork" on Linux while this is the only thread of the program.

    A lock that another thread holds would stay locked in a copy for ever. Threads that are not
    Python's do not count: the one library that has some, OpenBLAS under numpy, minds forks.
    """
    alone = len(sys._current_frames()) == 1
    in_main = threading.current_thread() is threading.main_thread()
    return "fork" if sys.platform == "linux" and alone and in_main else "spawn"


class Crew(Generic[T]):
    """Child processes, one for each number, that do `work(task, number, send)` at the same time.

    They leave interrupts to this process and cannot outlive it. Use it in a `with`, at whose end
    they are gone.

    Args:
        work: a function of a module, which calls `send` with news, and returns the answer; both
            that JSON can represent. An exception is reported as text.
        task: the same for all. Can be pickled where a job cannot be forked.
        numbers: of the jobs.
        how: see `how_to_start`, whose answer it is by default.
        gentle: whether jobs may start programs of their own. They then get a moment to end those,
            and must not stay in C for long; otherwise they are killed, whatever they do.
    """

    def __init__(
        self,
        work: Work[T],
        task: T,
        numbers: Sequence[int],
        *,
        how: How | None = None,
        gentle: bool = False,
    ) -> None:
        self._gentle = gentle
        self._members: list[_Member] = []
        self._unheard: list[Report] = []
        self._pipes: Pipes[_Member] = Pipes()
        request: bytes | None = None
        try:
            if (how or how_to_start()) == "spawn":
                request = pickle.dumps((work, task), pickle.HIGHEST_PROTOCOL)
            for number in numbers:
                try:
                    if request is None:
                        self._fork(work, task, number)
                    else:
                        self._spawn(request, number)
                except (OSError, SolverError) as error:
                    # The others may do without it.
                    self._unheard.append(Report(number, "failed", f"cannot start: {error}"))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Crew[T]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pids(self) -> list[int]:
        """The processes that were started, in the order of their numbers."""
        return [member.process.pid for member in self._members]

    @property
    def working(self) -> bool:
        """Whether anything is still to be heard."""
        return bool(self._unheard or self._pipes.n_read)

    def listen(self, wait_s: float) -> list[Report]:
        """New messages, in the order of the jobs; waits for them up to `wait_s` seconds."""
        reports, self._unheard = self._unheard, []
        if self._pipes.n_read:
            came = self._pipes.wait(0 if reports else wait_s)
            # A sort is stable: what one job has said stays in order.
            for member, chunk in sorted(came, key=lambda pair: self._members.index(pair[0])):
                reports += self._hear(member, chunk)
        return reports

    def close(self) -> None:
        """End all jobs and wait for their ends. May be called twice."""
        alive = [member.process for member in self._members if member.process.poll() is None]
        if self._gentle:
            for process in alive:
                process.terminate()
            end = time.monotonic() + LAST_MOMENT_S
            while any(process.poll() is None for process in alive) and time.monotonic() < end:
                time.sleep(0.005)
        for process in alive:
            process.kill()
        for process in alive:
            process.wait()
        for member in self._members:
            member.lifeline.close()
        self._pipes.close()
        for member in self._members:
            member.close()
        self._members.clear()

    def _hear(self, member: _Member, chunk: bytes) -> list[Report]:
        if member.is_done:  # the end of its pipe came with its answer
            return []
        *lines, rest = (member.received + chunk).split(b"\n")
        member.received = rest
        reports = [Report(member.number, *json.loads(line)) for line in lines]
        if not chunk:
            how = ending(member.process.wait(), member.stderr)
            reports.append(Report(member.number, "failed", how))
        member.is_done = bool(reports) and reports[-1].kind != "news"
        if member.is_done:
            self._pipes.drop(member.answers)
        return reports

    def _fork(self, work: Work[T], task: T, number: int) -> None:
        if sys.platform != "win32":
            theirs = [fd for member in self._members for fd in (member.answers, member.lifeline.fd)]
            stderr = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the member)
            try:
                process, answers, lifeline = fork(
                    work, task, number, stderr=stderr.fileno(), foreign=theirs, gentle=self._gentle
                )
            except OSError:
                stderr.close()
                raise
            self._join(_Member(number, process, answers, lifeline, stderr))
            return
        raise SolverError("Windows has no fork")

    def _spawn(self, request: bytes, number: int) -> None:
        stderr = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the member)
        process, lifeline = start_module(
            "satcross.solve.processes._job",
            str(number),
            "gentle" if self._gentle else "hard",
            purpose="a job",
            stdin=subprocess.PIPE,
            stderr=stderr,
        )
        if process.stdin is None or process.stdout is None:
            raise SolverError("the job has no pipes")
        self._join(_Member(number, process, process.stdout.fileno(), lifeline, stderr))
        self._pipes.write(process.stdin.fileno(), memoryview(request))

    def _join(self, member: _Member) -> None:
        self._members.append(member)
        self._pipes.read(member.answers, member)


@dataclass(slots=True, eq=False)
class _Member:
    number: int
    process: ForkedProcess | subprocess.Popen[bytes]
    answers: int
    lifeline: Lifeline
    stderr: IO[bytes]
    received: bytes = b""
    is_done: bool = field(default=False)

    def close(self) -> None:
        if isinstance(self.process, subprocess.Popen):
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    pipe.close()
        else:
            os.close(self.answers)
        self.lifeline.close()
        self.stderr.close()
