"""Binary streams to write to, of files and of the process, that fail once."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_BUFFER = 1 << 16  # bytes


class OutputStream(io.BufferedWriter):
    """A binary stream to write to, whose first error is passed to `failed`.

    From then on everything is accepted and nothing is written: what could not be written is still
    in the buffer, and must not fail again when it is flushed or closed.

    The errors are caught here and not below the buffer, since a signal handler that raises an
    exception runs between two lines of Python: below, the buffer would not know that its content
    is written, and would write it once more.

    Args:
        raw: what to write to.
        failed: returns the exception to raise for an error; None for none.

    Fields:
        is_dropping: whether nothing is written any more.
        problem: the first error; None if there was none.
    """

    def __init__(self, raw: io.FileIO, failed: Callable[[OSError], Exception | None]) -> None:
        super().__init__(raw, _BUFFER)
        self.is_dropping = False
        self.problem: OSError | None = None
        self._failed = failed

    def write(self, data: ReadableBuffer, /) -> int:
        """Write bytes; returns how many they are."""
        rest = memoryview(data)
        while not self.is_dropping:
            try:
                super().write(rest)
                break
            except BlockingIOError as problem:  # a pipe that is full, and does not wait by itself
                rest = rest.cast("B")[problem.characters_written :]
                self._wait()
            except OSError as problem:
                self._fail(problem)
        return memoryview(data).nbytes

    def flush(self) -> None:
        """Pass on what is in the buffer."""
        while not self.is_dropping:
            try:
                super().flush()
                break
            except BlockingIOError:
                self._wait()
            except OSError as problem:
                self._fail(problem)

    def close(self) -> None:
        """Flush and close."""
        try:
            super().close()
        except OSError as problem:  # some network file systems report errors only here
            if not self.is_dropping:
                self._fail(problem)

    def _wait(self) -> None:
        import select  # here, for the sake of start-up

        select.select((), (self.fileno(),), ())

    def _fail(self, problem: OSError) -> None:
        self.is_dropping = True
        self.problem = problem
        error = self._failed(problem)
        if error is not None:
            raise error from None
