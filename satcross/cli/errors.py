"""Exit codes of the command line, and the one line that every error is."""

from __future__ import annotations

import codecs
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Any, TextIO, cast

from satcross.errors import SatcrossError, escaped


class ExitCode(IntEnum):
    """The exit codes of all commands: docs/reference/exit-codes.md."""

    OK = 0
    WRONG = 1  # `check`: the fill breaks a rule
    BAD_INPUT = 2  # also a file or standard output that cannot be written
    UNFILLABLE = 20
    STOPPED = 124
    INTERRUPTED = 130  # 143 and 129 where it was SIGTERM or SIGHUP: see `interrupts`
    READER_GONE = 141  # as a program dies that writes to a closed pipe

    __repr__ = int.__repr__  # as a shell shows it


def escape_what_cannot_be_printed() -> None:
    r"""Let stdout and stderr print `\u00e9` for characters that their encoding lacks.

    So nothing that is printed can raise UnicodeEncodeError, and JSON stays JSON.
    """
    codecs.register_error("satcross", _escaped)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="satcross")


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    codes = (units[at : at + 2].hex() for at in range(0, len(units), 2))
    return "".join(f"\\u{code}" for code in codes), error.end


class StdoutError(SatcrossError):
    """Standard output cannot be written: the disk is full, or it is closed."""


class ReaderGoneError(Exception):
    """The reader of standard output has closed it."""


class EscapedText:
    """A text stream that escapes controls; all else is that of the stream below.

    Args: stream: standard output.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write text for people, or JSON."""
        return self._stream.write(escaped(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def escaped_stdout() -> Iterator[None]:
    """Have what is printed in a `with` statement escaped: see `escaped`."""
    old = sys.stdout
    sys.stdout = cast(TextIO, EscapedText(old))
    try:
        yield
    finally:
        sys.stdout = old


def echo_err(text: str) -> None:
    """Write a line for people to standard error."""
    print(escaped(text), file=sys.stderr, flush=True)
