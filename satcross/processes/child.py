"""Child processes that run a function of ours: how they start, what they say, and how they end.

The parent holds the child's *lifeline*, one end of a pipe, whose closing ends the child: no child
outlives its parent, whatever ends that one and whatever the child is doing. On Windows the lifeline
is a job object, and the child need not do anything.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from satcross.checks import check_integer
from satcross.errors import SolverError
from satcross.processes.channel import Codec
from satcross.processes.inside import reason_of
from satcross.processes.pipes import Pipes

if TYPE_CHECKING:
    from satcross.task import Deadline

if sys.platform == "win32":
    from satcross.processes._windows import start
else:
    from satcross.processes._forked import ForkedProcess, fork

How = Literal["fork", "spawn"]
"""How a child starts: as a copy of this process, or as a new one that all is sent to."""

_CODE = """
import sys
sys.path[:] = sys.argv[3:]
from satcross.processes.inside import main
main()
"""
_TICK_S = 0.1  # between signs of life
_LAST_WORDS_BYTES = 2000


class DiedError(SolverError):
    """A child that has ended without an answer.

    Args:
        purpose: what it was for.
        how: it ended.
    """

    def __init__(self, purpose: str, how: str) -> None:
        super().__init__(purpose, how)
        self.purpose, self.how = purpose, how

    def __str__(self) -> str:
        return f"{self.purpose} died: {self.how}"


@dataclass(frozen=True, slots=True)
class Message:
    """What a child says.

    Args:
        number: of the child.
        kind: "news"; "answer"; or "failed", by its own account or because it died. Each child says
            one of the last two, and nothing after it.
        data: of a failed child an exception, a `DiedError` where it died.
    """

    number: int
    kind: Literal["news", "answer", "failed"]
    data: Any

    @property
    def reason(self) -> str:
        """Of a failed child why, for people."""
        return self.data.how if isinstance(self.data, DiedError) else reason_of(self.data)

    @property
    def error(self) -> Exception:
        """Of a failed child what to raise."""
        failed: Exception = self.data
        return SolverError(self.reason) if isinstance(failed, MemoryError) else failed


class Child:
    """A child process that does `function(channel, *arguments)`: see `inside`. Use it in a `with`.

    It leaves interrupts to this process, and cannot outlive it.

    Args:
        function: of a module. A child that is not forked has to be able to import it.
        arguments: can be pickled where the child is not forked.
        purpose: what the process is for, for people: "glucose4".
        number: for its messages.
        how: it starts. A copy does not hear messages.
        moment_s: how long it may take to end what it has started, when it is asked to end. It must
            not stay in C for long then. 0: it is killed at once, whatever it does.
        share: types of large objects among the arguments, which later messages refer to.
        pipes: are listened to by somebody else.

    Raises:
        SolverError: it cannot be started.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        purpose: str,
        number: int = 0,
        how: How = "spawn",
        moment_s: float = 0.0,
        share: tuple[type, ...] = (),
        pipes: Pipes[Child] | None = None,
    ) -> None:
        self.number, self.is_done = number, False
        self._purpose, self._moment_s = purpose, moment_s
        self._codec = Codec()
        self._unheard: list[Message] = []
        self._is_closed = False
        self._lock = threading.Lock()
        first = self._codec.first((function, arguments), share) if how == "spawn" else []
        self._pipes = Pipes() if pipes is None else pipes
        self._ends: list[int] = []  # ours, of its pipes
        self._held = ExitStack()
        if pipes is None:
            self._held.callback(self._pipes.close)
        try:
            self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 (closed with all that is held)
            self._held.callback(self._stderr.close)
            self._process = self._start(function, arguments, how)
        except BaseException as error:
            self._give_back()
            if isinstance(error, OSError):
                raise SolverError(f"cannot start {purpose}: {error}") from error
            raise
        self._pipes.read(self._answers, self)
        self._write(first)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def send(self, message: object) -> None:
        """Send a message: at once what the pipe takes, the rest while the child is listened to.

        From any thread. Arrays in it must not change any more.
        """
        self._write(self._codec.frame(message))

    def receive(self, wait_s: float) -> list[Message]:
        """What it has said, after waiting up to `wait_s` for something."""
        return listen(self._pipes, wait_s)

    def answer(self, deadline: Deadline, on_tick: Callable[[], None] | None = None) -> Any:
        """The data of its next message; None at the deadline.

        Args:
            deadline: how long to wait.
            on_tick: called some ten times a second; what it raises comes through.

        Raises:
            SolverError: it died, or failed.
        """
        next_tick = time.monotonic() + _TICK_S
        while not deadline.passed():
            left_s = deadline.left_s()
            wait_s = max(0.0, next_tick - time.monotonic())
            if not self._unheard:
                self._unheard = self.receive(wait_s if left_s is None else min(wait_s, left_s))
            if self._unheard:
                message = self._unheard.pop(0)
                if message.kind != "failed":
                    return message.data
                if isinstance(message.data, SolverError):
                    raise message.data
                raise SolverError(f"{self._purpose} failed: {message.reason}") from message.data
            if time.monotonic() >= next_tick:
                next_tick = time.monotonic() + _TICK_S
                if on_tick is not None:
                    on_tick()
        return None

    def kill(self) -> None:
        """End it without waiting for its end, which will be a message."""
        self._process.kill()

    def close(self) -> None:
        """End it and wait for its end. May be called twice."""
        end_all([self])

    def hear(self, chunk: bytes) -> list[Message]:
        """The messages that end with some more bytes from its pipe, without any at its end."""
        if self.is_done:  # the end of its pipe came with its answer
            return []
        messages = [Message(self.number, *said) for said in self._codec.feed(chunk)]
        if not chunk:
            how = self._ending(self._process.wait())
            messages.append(Message(self.number, "failed", DiedError(self._purpose, how)))
        self.is_done = bool(messages) and messages[-1].kind != "news"
        if self.is_done:
            self._pipes.drop(self._answers)
        return messages

    def _start(self, function: Callable[..., Any], arguments: tuple[Any, ...], how: How) -> Process:
        theirs: list[int] = []

        def pipe(*, child_reads: bool) -> tuple[int, int]:
            """Their end of a new pipe, and ours."""
            reading, writing = os.pipe()
            their_end, our_end = (reading, writing) if child_reads else (writing, reading)
            theirs.append(their_end)
            self._ends.append(our_end)
            self._held.callback(os.close, our_end)
            self._held.callback(self._pipes.release, our_end)
            return their_end, our_end

        _living.add(self)
        try:
            answers, self._answers = pipe(child_reads=False)
            lifeline, _ = pipe(child_reads=True)
            if sys.platform != "win32" and how == "fork":
                return fork(
                    function, arguments, answers, lifeline, self._moment_s,
                    stderr=self._stderr.fileno(), foreign=_our_ends(),
                )  # fmt: skip
            requests, self._requests = pipe(child_reads=True)
            command = [sys.executable, "-c", _CODE, str(lifeline), str(self._moment_s), *_path()]
            if sys.platform == "win32":
                process, job = start(command, stdin=requests, stdout=answers, stderr=self._stderr)
                self._held.callback(job.close)
                return process
            return subprocess.Popen(
                command,
                stdin=requests,
                stdout=answers,
                stderr=self._stderr,
                pass_fds=(lifeline,),
                # An interrupt at the terminal reaches only this process, which ends the child.
                start_new_session=True,
            )
        finally:
            for end in theirs:
                os.close(end)

    def _ending(self, code: int) -> str:
        """How it ended, and the last line it wrote: `exit code 1, MemoryError`."""
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, self._stderr.tell() - _LAST_WORDS_BYTES))
        lines = self._stderr.read().decode(errors="replace").strip().splitlines()
        return f"{how}, {lines[-1].strip()}" if lines else how

    def _write(self, pieces: Iterable[memoryview]) -> None:
        with self._lock:
            for piece in () if self._is_closed else pieces:
                self._pipes.write(self._requests, piece)

    def _give_back(self) -> None:
        with self._lock:  # the numbers of its pipes may soon be those of other files
            self._is_closed = True
        _living.discard(self)
        self._held.close()


if sys.platform == "win32":
    Process = subprocess.Popen[bytes]
else:
    Process = subprocess.Popen[bytes] | ForkedProcess

_living: weakref.WeakSet[Child] = weakref.WeakSet()


def _our_ends() -> list[int]:
    """Our ends of all pipes. A child's lifeline must not hang on a copy of this process."""
    return [end for child in _living for end in child._ends]


def _path() -> list[str]:
    """Where the child looks for modules: where this process does."""
    package = str(Path(__file__).resolve().parents[2])
    return sys.path if package in sys.path else [package, *sys.path]


def listen(pipes: Pipes[Child], wait_s: float) -> list[Message]:
    """What children say, in the order of their numbers; waits up to `wait_s` seconds for it."""
    came = sorted(pipes.wait(wait_s), key=lambda pair: pair[0].number)
    # A sort is stable: what one child has said stays in order.
    return [message for child, chunk in came for message in child.hear(chunk)]


def end_all(children: Iterable[Child]) -> None:
    """End children, wait for their ends, and give back what they hold."""
    children = [child for child in children if not child._is_closed]
    alive = [child for child in children if child._process.poll() is None]
    asked = [child for child in alive if child._moment_s]
    for child in asked:
        child._process.terminate()
    until = time.monotonic() + max((child._moment_s for child in asked), default=0.0)
    while any(child._process.poll() is None for child in asked) and time.monotonic() < until:
        time.sleep(0.002)
    for child in alive:
        child._process.kill()
    for child in alive:
        child._process.wait()
    for child in children:
        child._give_back()


class Crew:
    """Children that are listened to together. Use it in a `with`, at whose end they are gone."""

    MAX_SIZE: ClassVar = 256  # each takes three files of this process, and many may have 1,024

    @staticmethod
    def size_of(jobs: int) -> int:
        """How many jobs are meant; for 0, as many as there are CPUs that this process may use.

        Raises:
            OptionError: less than 0, or too many.
        """
        most = Crew.MAX_SIZE
        jobs = check_integer(jobs, "jobs", at_least=0, at_most=most, hint="0 is one for each CPU")
        if jobs:
            return jobs
        if hasattr(os, "sched_getaffinity"):
            return min(most, len(os.sched_getaffinity(0)))
        return min(most, os.cpu_count() or 1)

    def __init__(self) -> None:
        self._pipes: Pipes[Child] = Pipes()
        self._children: dict[int, Child] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(
        self, number: int, function: Callable[..., Any], *arguments: Any, **how: Any
    ) -> Child:
        """Start a child.

        Args:
            number: another one for each child.
            function, arguments, how: as for `Child`.

        Raises:
            SolverError: it cannot be started.
        """
        child = Child(function, *arguments, number=number, pipes=self._pipes, **how)
        self._children[number] = child
        return child

    @property
    def children(self) -> list[Child]:
        """Those that were started and not dropped."""
        return list(self._children.values())

    @property
    def working(self) -> bool:
        """Whether anything is still to be heard."""
        return self._pipes.n_read > 0

    def listen(self, wait_s: float) -> list[Message]:
        """New messages, in the order of the numbers; waits for them up to `wait_s` seconds."""
        return listen(self._pipes, wait_s) if self.working else []

    def drop(self, number: int) -> None:
        """End a child, and listen to it no more."""
        if number in self._children:
            self._children.pop(number).close()

    def close(self) -> None:
        """End all children and wait for their ends. May be called twice."""
        end_all(self._children.values())
        self._children.clear()
        self._pipes.close()


def how_to_start() -> How:
    """The quickest way that is safe: "fork" on Linux while this is the program's only thread.

    A lock that another thread holds would stay locked in a copy for ever. Threads that are not
    Python's do not count: the one library that has some, OpenBLAS under numpy, minds forks.
    """
    alone = len(sys._current_frames()) == 1
    in_main = threading.current_thread() is threading.main_thread()
    return "fork" if sys.platform == "linux" and alone and in_main else "spawn"
