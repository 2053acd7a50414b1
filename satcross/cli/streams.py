"""The standard streams of the process: closed ones are opened, and errors are one line.

Errors of stdout are raised where something is printed, as `StdoutError` or `ReaderGoneError`, and
only once: nothing fails again when Python flushes its buffers at the end. Errors of stderr are
dropped: there is no place to report them, and the exit code still says what came of the command.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from satcross.cli.errors import ReaderGoneError, StdoutError
from satcross.streams import OutputStream

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


def guard_streams() -> None:
    """Make the standard streams of this process safe to write to. Call it first of all.

    A file that is opened while a standard descriptor is closed gets that descriptor, and what is
    printed then goes into the file. So closed ones are opened on the null device: stdin is empty,
    stderr is dropped, and writing to stdout fails, because its content would be lost silently.
    """
    for descriptor, flags in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, flags), True)  # the lowest number that is free
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), "utf-8")
    if not _is_console(sys.stdout):
        sys.stdout = guarded(1, sys.stdout, stdout_failed)
    if not _is_console(sys.stderr):
        sys.stderr = guarded(2, sys.stderr, lambda _: None)


def _is_console(stream: TextIO | None) -> bool:
    """Whether a stream is a console of Windows, which takes characters, not bytes."""
    return os.name != "posix" and stream is not None and stream.isatty()


def guarded(
    descriptor: int, old: TextIO | None, failed: Callable[[OSError], Exception | None]
) -> TextIO:
    r"""A text stream on a descriptor, like an old one. Lines end with \n, on Windows too.

    Args:
        descriptor: what to write to; it stays open.
        old: has the encoding and the buffering; None for UTF-8. On Windows it is UTF-8, as in files
            and as stdin is read, unless PYTHONIOENCODING says otherwise.
        failed: the exception to raise for the first error; None for none.
    """
    raw = io.FileIO(descriptor, "w", closefd=False)
    if not isinstance(old, io.TextIOWrapper):
        return io.TextIOWrapper(
            OutputStream(raw, failed), "utf-8", "backslashreplace", newline="\n"
        )
    old.flush()
    kind = _Unbuffered if old.write_through else OutputStream  # with `python -u`
    is_asked_for = os.name == "posix" or "PYTHONIOENCODING" in os.environ
    return io.TextIOWrapper(
        kind(raw, failed),
        old.encoding if is_asked_for else "utf-8",
        old.errors,
        newline="\n",
        line_buffering=old.line_buffering,
        write_through=old.write_through,
    )


class _Unbuffered(OutputStream):
    def write(self, data: ReadableBuffer, /) -> int:
        n = super().write(data)
        self.flush()
        return n


def stdout_failed(problem: OSError) -> Exception:
    """What is raised for an error of stdout."""
    # Windows calls it an invalid argument.
    if isinstance(problem, BrokenPipeError) or (os.name == "nt" and problem.errno == errno.EINVAL):
        return ReaderGoneError()
    if problem.errno == errno.EBADF:
        return StdoutError("standard output is closed")
    return StdoutError(f"standard output cannot be written: {problem.strerror}")
