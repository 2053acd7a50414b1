"""Every error that satcross raises on purpose.

Bad input is an `InputError`: one line that names the source, the place in it and the remedy. The
command line prints that line and exits with code 2; library users catch `SatcrossError`.
"""

from __future__ import annotations

import re

# Controls, which terminals obey, and what changes the direction of the text after it.
_CONTROLS = "\x7f-\x9f\u2028-\u202e\u2066-\u2069"
_UNSAFE = re.compile(f"[\x00-\x08\x0b-\x1f{_CONTROLS}]")  # all but tabs and line ends
# Line ends too, and halves of characters, as in file names that are not UTF-8.
_UNPRINTABLE = re.compile(f"[\x00-\x1f{_CONTROLS}\ud800-\udfff]")

_LONG = 500  # characters; only a mistake is as long
_LONG_WORD = re.compile(r"\S{200,}")
_SHOWN = 60  # characters of such a word


def printable(text: str) -> str:
    r"""The text on one line, that can be printed: other characters as in Python's strings.

    Texts of thousands of characters, which only mistakes can be, are cut.

    >>> print(printable("a\nb\udcff"))
    a\nb\udcff
    """
    if len(text) > _LONG:
        text = _LONG_WORD.sub(lambda match: f"{match[0][:_SHOWN]}…", text)
        text = text if len(text) <= _LONG else f"{text[: _LONG // 2]} … {text[-_LONG // 2 :]}"
    return _UNPRINTABLE.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def escaped(text: str) -> str:
    r"""The text with its line ends and tabs, other controls as in JSON, which keeps its meaning.

    Everything that is printed goes through it: names of files and lines of lists can have any
    character, and a terminal obeys some of them.

    >>> print(escaped("a\x1b[2J b\u202e"))
    a\u001b[2J b\u202e
    """
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


class SatcrossError(Exception):
    """Base of all errors that satcross raises on purpose."""


class InputError(SatcrossError, ValueError):
    """Bad input, reported in one line: `source:line:column: problem; hint`.

    Args:
        problem: what is wrong, without a full stop.
        hint: what to do about it, or "" if the problem makes that obvious.
        parameter: the library's parameter whose value is wrong, as in "time_limit_s"; or "". The
            command line names its own option instead.
        source: file name, `<stdin>`, or the kind of argument.
        line: 1-based line, or None.
        column: 1-based column, or None.
    """

    def __init__(
        self,
        problem: str,
        *,
        hint: str = "",
        parameter: str = "",
        source: str = "",
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        self.problem = problem
        self.hint = hint
        self.parameter = parameter
        self.source = source
        self.line = line
        self.column = column
        super().__init__(self.text(parameter))

    def text(self, parameter: str) -> str:
        """The error as one line, with another name for the parameter."""
        place = ":".join(
            str(part)
            for part in (self.source or parameter or None, self.line, self.column)
            if part is not None
        )
        text = f"{place}: {self.problem}" if place else self.problem
        return printable(f"{text}; {self.hint}" if self.hint else text)


class GridError(InputError):
    """A grid or pattern that cannot be read."""


class WordListError(InputError):
    """A word list that cannot be read."""


class FormatError(InputError):
    """A crossword file that cannot be read, or a crossword that a format cannot hold."""


class DimacsError(InputError):
    """A CNF or a solver's output that cannot be read, or that do not match."""


class OptionError(InputError):
    """An option whose value is invalid, alone or in combination with another."""


class SolverError(SatcrossError):
    """A solver that is missing, lacks a capability, or crashed."""


class VerificationError(SatcrossError):
    """A fill that breaks a rule of the puzzle: a bug in satcross or in an external solver."""


class NoAnswerError(SatcrossError):
    """The answer of a result that has none was wanted: it is impossible, or the search stopped."""
