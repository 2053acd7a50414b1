"""Exit codes of the command line, and the one line that every error is."""

from __future__ import annotations

import codecs
import io
import sys

from satcross.errors import SatcrossError

OK = 0
WRONG = 1  # `check`: the fill breaks a rule
BAD_INPUT = 2  # also a file or standard output that cannot be written
UNFILLABLE = 20
STOPPED = 124
INTERRUPTED = 130  # 143 and 129 where it was SIGTERM or SIGHUP: see `interrupts`
READER_GONE = 141  # as a program dies that writes to a closed pipe


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


def echo_err(text: str) -> None:
    """Write a line for people to standard error."""
    print(text, file=sys.stderr, flush=True)
