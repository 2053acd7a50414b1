"""Every error that satcross raises on purpose.

Bad input is an `InputError`: one line that names the source, the place in it and the mend. The
command line prints that line and exits with code 2; library users catch `SatcrossError`.
"""

from __future__ import annotations


class SatcrossError(Exception):
    """Base of all errors that satcross raises on purpose."""


class InputError(SatcrossError, ValueError):
    """Bad input, told in one line: `source:line:column: problem; mend`.

    Args:
        problem: what is wrong, without a full stop.
        mend: what to do about it, or "" where the problem says it already.
        source: file name, `<stdin>`, or what kind of argument it was.
        line: 1-based line, or None.
        column: 1-based column, or None.
    """

    def __init__(
        self,
        problem: str,
        *,
        mend: str = "",
        source: str = "",
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        self.problem = problem
        self.mend = mend
        self.source = source
        self.line = line
        self.column = column
        place = ":".join(str(part) for part in (source or None, line, column) if part is not None)
        text = f"{place}: {problem}" if place else problem
        super().__init__(f"{text}; {mend}" if mend else text)


class GridError(InputError):
    """A grid or pattern that cannot be read."""


class WordListError(InputError):
    """A word list that cannot be read."""


class FormatError(InputError):
    """A crossword file that cannot be read, or a crossword that a format cannot hold."""


class DimacsError(InputError):
    """A CNF or a solver's output that cannot be read, or does not belong together."""


class OptionError(InputError):
    """An option whose value makes no sense, alone or beside another."""


class SolverError(SatcrossError):
    """A solver that is missing, cannot do what was asked, or died."""


class VerificationError(SatcrossError):
    """A fill that breaks a rule of the puzzle: a bug in satcross or in an external solver."""
