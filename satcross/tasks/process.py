"""Any task in a child process, driven as if it were in this one.

    with ProcessTask(CountTask(puzzle)) as task:
        task.subscribe(print)
        result = task.run(time_limit_s=1.0)

Parent and child send each other frames, a length and a pickle, on the child's standard input and
output. The parent sends the task, then `("run", end)`, the monotonic time at which to stop, or None
without a limit, and `("stop", reason)`. The child sends `("event", event)` as often as it likes,
and for each run at last `("result", result)` or `("raised", exception)`.

Puzzles and word lists are large, and each fill refers to them. Those that came with the task are
not sent again: later frames have their numbers, on both sides.
"""

from __future__ import annotations

import io
import os
import pickle
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, TypeVar, cast

from satcross.errors import SatcrossError, SolverError
from satcross.model.puzzle import Puzzle
from satcross.results import Result, Stopped, Work
from satcross.solve.processes._job import LAST_MOMENT_S, obey_parent
from satcross.solve.processes.child import ending, start_module
from satcross.solve.processes.pipes import Pipes
from satcross.task import Deadline, Task
from satcross.words import WordList

T = TypeVar("T")
R = TypeVar("R", bound=Result[Any])

_TICK_S = 0.05  # between two looks at a request to stop
_PATIENCE_S = 2.0  # after its deadline, a child that has not answered is killed
_LENGTH = 8  # bytes of a frame's length, little-endian


class ProcessTask(Task[T, R]):
    """Run a task in a child process.

    Events arrive here, for the handlers of either task. Run again, the same child goes on with what
    it has learnt. It leaves interrupts to this process, and cannot outlive it.

    Args:
        task: one that has not run. It must not be used itself.

    Raises:
        TypeError: from `run`: the task cannot be pickled.
        SolverError: from `run`: the child cannot be started, or died. Another `ProcessTask` of the
            same task starts over.
    """

    def __init__(self, task: Task[T, R]) -> None:
        super().__init__()
        self._task = task
        self._handlers = task._handlers
        self._child: _Child | None = None

    @property
    def pid(self) -> int | None:
        """The child's process id; None while there is no child."""
        return None if self._child is None else self._child.process.pid

    def _run(self, deadline: Deadline) -> R:
        child = self._child = self._child or _Child(self._task)
        child.send("run", deadline.end)
        passed_at: float | None = None
        while passed_at is None or time.monotonic() < passed_at + _PATIENCE_S:
            if passed_at is None and deadline.passed():
                passed_at = time.monotonic()
                child.send("stop", deadline.reason)
            for kind, data in child.receive(_TICK_S):
                match kind:
                    case "event":
                        self.emit(data)
                    case "result":
                        return cast(R, data)
                    case "raised":
                        raise data
        self._close()
        detail = f"{deadline.reason}; the process did not stop, and was killed"
        return cast(R, Stopped(deadline.reason, Work(elapsed_s=self.elapsed_s), detail))

    def _close(self) -> None:
        if self._child is not None:
            self._child.close()
            self._child = None


class _Shared:
    """The objects that both sides have.

    Args:
        objects: by number.
    """

    def __init__(self, objects: list[object]) -> None:
        self.objects = objects
        self.numbers = {id(shared): number for number, shared in enumerate(objects)}

    def first_frame(self, task: object) -> bytes:
        """A task as a frame for `read_first`; what it shares gets numbers, in order of pickling."""
        # One pickle, in which the list, complete by then, refers to parts of the task.
        return _frame((task, self.objects), self._learn)

    @classmethod
    def read_first(cls, data: bytes) -> tuple[_Shared, Task[Any, Any]]:
        """What `first_frame` has sent."""
        task, objects = pickle.loads(data)
        return cls(objects), task

    def frame(self, *message: object) -> bytes:
        """A message as a frame."""
        return _frame(message, lambda shared: self.numbers.get(id(shared)))

    def read(self, data: bytes) -> Any:
        """The message in a frame."""
        objects = self.objects

        class Unpickler(pickle.Unpickler):
            def persistent_load(self, number: Any) -> object:
                return objects[number]

        return Unpickler(io.BytesIO(data)).load()

    def _learn(self, shared: object) -> None:
        if id(shared) not in self.numbers:
            self.numbers[id(shared)] = len(self.objects)
            self.objects.append(shared)


def _frame(message: object, number_of: Callable[[object], int | None]) -> bytes:
    """The length of a pickle, and the pickle.

    Args:
        number_of: what stands for a puzzle or a word list; None for itself.
    """

    class Pickler(pickle.Pickler):
        def persistent_id(self, obj: object) -> int | None:
            return number_of(obj) if isinstance(obj, Puzzle | WordList) else None

    file = io.BytesIO()
    Pickler(file, pickle.HIGHEST_PROTOCOL).dump(message)
    data = file.getvalue()
    return len(data).to_bytes(_LENGTH, "little") + data


class _Child:
    """The parent's end of the conversation."""

    def __init__(self, task: Task[Any, Any]) -> None:
        self._name = type(task).__name__
        self._shared = _Shared([])
        try:
            first = self._shared.first_frame(task)
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            raise TypeError(f"{self._name} cannot be sent to a process: {error}") from error
        self._received = bytearray()
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 (closed with this)
        try:
            self.process, self._lifeline = start_module(
                "satcross.tasks.process",
                purpose=self._name,
                stdin=subprocess.PIPE,
                stderr=self._stderr,
            )
        except BaseException:
            self._stderr.close()
            raise
        if self.process.stdin is None or self.process.stdout is None:
            raise SolverError(f"the process of {self._name} has no pipes")
        self._to_child, self._from_child = self.process.stdin, self.process.stdout
        self._pipes: Pipes[None] = Pipes()
        self._pipes.read(self._from_child.fileno(), None)
        self._pipes.write(self._to_child.fileno(), memoryview(first))

    def send(self, *message: object) -> None:
        """Send a message, as far as the pipe takes it, with the next `receive`."""
        self._pipes.write(self._to_child.fileno(), memoryview(self._shared.frame(*message)))

    def receive(self, wait_s: float) -> Iterator[tuple[str, Any]]:
        """What has come, after waiting up to `wait_s` for something.

        Raises:
            SolverError: the child is dead.
        """
        for _, chunk in self._pipes.wait(wait_s):
            if not chunk:
                how = ending(self.process.wait(), self._stderr)
                raise SolverError(f"the process of {self._name} died: {how}")
            self._received += chunk
        while len(self._received) >= _LENGTH:
            end = _LENGTH + int.from_bytes(self._received[:_LENGTH], "little")
            if len(self._received) < end:
                break
            data = bytes(self._received[_LENGTH:end])
            del self._received[:end]
            yield self._shared.read(data)

    def close(self) -> None:
        """End the child; it has a moment to end the programs that it has started."""
        self.process.terminate()
        try:
            self.process.wait(2 * LAST_MOMENT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._lifeline.close()
        self._pipes.close()
        for file in (self._to_child, self._from_child, self._stderr):
            file.close()


def main() -> None:
    """The child: run the task on standard input as the commands there ask."""
    obey_parent(int(sys.argv[1]), gentle=True)
    # What a task or a library prints must not get between the frames.
    source, out = os.fdopen(os.dup(0), "rb"), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    shared = _Shared([])

    def send(*message: object) -> None:
        data = memoryview(shared.frame(*message))
        while data:
            data = data[os.write(out, data) :]

    try:
        first = _read_frame(source)
        if first is None:
            return
        shared, task = _Shared.read_first(first)
        task.subscribe(lambda event: send("event", event))
        ends: queue.SimpleQueue[tuple[float | None] | None] = queue.SimpleQueue()
        listener = threading.Thread(target=_listen, args=(source, shared, task, ends), daemon=True)
        listener.start()
        with task:
            while (command := ends.get()) is not None:
                (end,) = command
                left_s = None if end is None else max(end - time.monotonic(), 0.001)
                send("result", task.run(left_s))
    except Exception as error:
        send("raised", _portable(error))
    finally:
        os._exit(0)  # without a clean-up, which can take long


def _read_frame(source: BinaryIO) -> bytes | None:
    """The next frame; None when there are no more."""
    length = source.read(_LENGTH)
    data = source.read(int.from_bytes(length, "little"))
    return data if len(length) == _LENGTH else None


def _listen(
    source: BinaryIO,
    shared: _Shared,
    task: Task[Any, Any],
    ends: queue.SimpleQueue[tuple[float | None] | None],
) -> None:
    """The child's second thread: hear commands while the task runs."""
    while (data := _read_frame(source)) is not None:
        kind, value = shared.read(data)
        if kind == "run":
            # A request that came when the last run had ended already was not meant for this one.
            task._request.reason = None
            ends.put((value,))
        else:
            task.stop(value)
    task.stop()  # nobody is left who could read the result
    ends.put(None)


def _portable(error: Exception) -> Exception:
    """The exception, or one that says the same, where it cannot be sent."""
    if isinstance(error, MemoryError):
        return SolverError("out of memory")
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        name = "" if isinstance(error, SatcrossError) else f"{type(error).__name__}: "
        return SolverError(f"{name}{error}")
    return error


if __name__ == "__main__":
    main()
