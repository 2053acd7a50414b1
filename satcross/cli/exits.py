"""Exit codes of the command line, and the one line that every error is."""

from __future__ import annotations

import sys

OK = 0
WRONG = 1  # `check`: the fill breaks a rule
BAD_INPUT = 2
UNFILLABLE = 20
STOPPED = 124
INTERRUPTED = 130
READER_GONE = 141  # as a program dies that writes to a closed pipe


def tell(text: str) -> None:
    """Write a line for people to standard error."""
    print(text, file=sys.stderr, flush=True)
