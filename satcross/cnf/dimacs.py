"""DIMACS CNF files: `p cnf V C`, then clauses that end in 0, with comments that are kept.

Names that end in `.gz` or `.xz` are compressed. What solvers write is read by
`satcross.cnf.output`, whose functions are found here too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import BinaryIO, NoReturn, Protocol

import numpy as np

from satcross.cnf.ascii import (
    NotAnIntegerError,
    format_clauses,
    parse_integers,
    token_position,
)
from satcross.cnf.files import read_whole, written_whole
from satcross.cnf.formula import I32, I64, Formula
from satcross.cnf.output import (
    Verdict,
    parse_output,
    read_assignment,
    read_output,
)
from satcross.errors import DimacsError

__all__ = [
    "Dump", "HasFormula", "Verdict", "parse_formula", "parse_output", "read_assignment",
    "read_formula", "read_output", "write", "write_flat",
]  # fmt: skip

PathName = str | PathLike[str]
_HEADER = re.compile(rb"p[ \t]+cnf[ \t]+(\d{1,10})[ \t]+(\d{1,10})[ \t]*\Z")
_COMMENT_LINE = re.compile(rb"^c(?:[ \t].*|)\r?$", re.MULTILINE)
_MAX_VARS = 2**31 - 2  # what solvers keep in 32 bits


class HasFormula(Protocol):
    """Something that is written as a formula with comments."""

    @property
    def formula(self) -> Formula:
        """The clauses."""

    def comments(self) -> Sequence[str]:
        """Lines of text to write before them."""


@dataclass(frozen=True, slots=True, eq=False)
class Dump:
    """A CNF file's content.

    Args:
        formula: the clauses.
        comments: the comment lines in their order, without their `c `.
    """

    formula: Formula
    comments: tuple[str, ...]


def write(problem: Formula | HasFormula, path: PathName, *, comments: Iterable[str] = ()) -> int:
    """Write a formula to a file, which appears only when it is whole.

    Args:
        problem: a formula, or something with a formula and comments.
        path: `.gz` and `.xz` compress.
        comments: more comment lines, written first.

    Returns: the size of the file in bytes.

    Raises:
        DimacsError: the file cannot be written.
        ValueError: a comment has a line end.
    """
    formula = problem if isinstance(problem, Formula) else problem.formula
    lines = [*comments, *([] if isinstance(problem, Formula) else problem.comments())]
    if any("\n" in line or "\r" in line for line in lines):
        raise ValueError("a comment is one line")
    target = Path(path)
    with written_whole(target) as file:
        for line in lines:
            file.write(f"c {line}\n".encode() if line else b"c\n")
        write_flat(file, formula.n_vars, [formula.flat])
    return target.stat().st_size


def write_flat(
    file: BinaryIO,
    n_vars: int,
    parts: Sequence[I32],
    tick: Callable[[], None] | None = None,
) -> None:
    """Write the header and the zero-terminated clauses of all `parts`.

    Args:
        tick: called between pieces of some megabytes; an exception in it ends the work.
    """
    n_clauses = sum(int(np.count_nonzero(part == 0)) for part in parts)
    file.write(b"p cnf %d %d\n" % (n_vars, n_clauses))
    for part in parts:
        for piece in format_clauses(part, n_vars):
            if tick is not None:
                tick()
            file.write(piece)


def read_formula(path: PathName) -> Dump:
    """Read a CNF file with its comments.

    Raises:
        DimacsError: it cannot be read, or is no CNF; with the line.
    """
    return parse_formula(read_whole(Path(path)), source=str(path))


def parse_formula(data: bytes, *, source: str = "cnf") -> Dump:
    """The formula and comments of a CNF file's content.

    Comments may stand between clauses, clauses may go over several lines, and a line that begins
    with `%` ends the file, as in SATLIB's.

    Raises:
        DimacsError: there is no header, a token is no integer, a variable is beyond the header's,
            the last clause lacks its 0, or the number of clauses is not the header's.
    """
    reader = _Reader(data, source)
    n_vars, n_clauses, body_at = reader.header()
    values = reader.integers(body_at)
    big = np.flatnonzero(np.abs(values) > n_vars)
    if len(big):
        reader.fail_at_token(
            int(big[0]),
            f"literal {values[big[0]]} is beyond the {n_vars} variables of the header",
        )
    if len(values) and values[-1] != 0:
        reader.fail_at_token(len(values) - 1, "the last clause lacks its 0", "is the file cut off?")
    n_found = int(np.count_nonzero(values == 0))
    if n_found != n_clauses:
        raise DimacsError(
            f"the header promises {n_clauses} clauses, and there are {n_found}",
            mend="is the file cut off?" if n_found < n_clauses else "mend the header",
            source=source,
            line=reader.header_line,
        )
    return Dump(Formula(n_vars, values.astype(np.int32)), tuple(reader.comments))


class _Reader:
    """One CNF file's content, and where in it errors are."""

    def __init__(self, data: bytes, source: str) -> None:
        self.data = data
        self.source = source
        self.comments: list[str] = []
        self.header_line = 0
        self._body_at = 0
        self._body = b""

    def header(self) -> tuple[int, int, int]:
        """The numbers of the `p` line and where the clauses begin; keeps the comments before it."""
        start = 0
        number = 0
        while start < len(self.data):
            end = self.data.find(b"\n", start)
            end = len(self.data) if end < 0 else end
            line = self.data[start:end].strip()
            number += 1
            if line == b"c" or line.startswith((b"c ", b"c\t")):
                self.comments.append(_text(line[2:]))
            elif line:
                match = _HEADER.match(line)
                if match is None:
                    self._fail(start, *_bad_header(line))
                n_vars, n_clauses = int(match[1]), int(match[2])
                if n_vars > _MAX_VARS:
                    self._fail(start, f"{n_vars} variables are more than any solver takes")
                self.header_line = number
                return n_vars, n_clauses, end
            start = end + 1
        raise DimacsError(
            "there is no `p cnf` line", mend="is this a CNF file?", source=self.source
        )

    def integers(self, at: int) -> I64:
        """The integers from byte `at` on; keeps the comments between them."""
        body = self.data[at:]
        cut = body.find(b"\n%")
        if cut >= 0:
            body = body[:cut]
        if b"\nc" in body:
            self.comments += [_text(m[0].strip()[2:]) for m in _COMMENT_LINE.finditer(body)]
            # Blanks of the same length, so that positions stay true.
            body = _COMMENT_LINE.sub(lambda match: b" " * len(match[0]), body)
        self._body_at, self._body = at, body
        try:
            return parse_integers(body)
        except NotAnIntegerError as error:
            token = body[error.position :].split(None, 1)[0]
            shown = repr(token[:20])[1:]
            self._fail(at + error.position, f"{shown} is no literal", "give integers")

    def fail_at_token(self, index: int, problem: str, mend: str = "") -> NoReturn:
        """Raise for integer `index` of the clauses."""
        self._fail(self._body_at + token_position(self._body, index), problem, mend)

    def _fail(self, position: int, problem: str, mend: str = "") -> NoReturn:
        line = self.data.count(b"\n", 0, position) + 1
        column = position - self.data.rfind(b"\n", 0, position)
        raise DimacsError(problem, mend=mend, source=self.source, line=line, column=column)


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace")


def _bad_header(line: bytes) -> tuple[str, str]:
    if b"\0" in line:
        return "this is a binary file, not a CNF", "is it compressed? name it .gz or .xz"
    if line.startswith(b"p"):
        return "the `p` line is not well formed", "write `p cnf VARIABLES CLAUSES`"
    return "clauses begin before the `p cnf` line", "is this a CNF file?"
