"""DIMACS CNF files: `p cnf V C`, then clauses that end in 0, with comments that are kept.

Names that end in `.gz` or `.xz` are compressed. What solvers write is read by
`satcross.cnf.output`, whose functions are found here too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import BinaryIO, NoReturn, Protocol

import numpy as np

from satcross.checks import counted
from satcross.cnf.ascii import (
    NotAnIntegerError,
    format_clauses,
    parse_integers,
    token_position,
)
from satcross.cnf.files import written_whole
from satcross.cnf.formula import I32, Formula
from satcross.cnf.limits import (
    BLANKS,
    MAX_BYTES,
    MAX_COMMENT_BYTES,
    MAX_COMMENTS,
    MAX_LINE,
    MAX_NUMBERS,
    MAX_VARS,
)
from satcross.cnf.output import (
    SolverStatus,
    parse_output,
    read_assignment,
    read_output,
)
from satcross.errors import DimacsError
from satcross.files import as_path, as_source
from satcross.packed import PIECE, HeldFile, pieces_of_file

__all__ = [
    "Dump", "HasFormula", "SolverStatus", "parse_formula", "parse_output", "read_assignment",
    "read_formula", "read_output", "write", "write_flat",
]  # fmt: skip

PathName = str | PathLike[str]
_HEADER = re.compile(rb"p[ \t]+cnf[ \t]+0*(\d{1,10})[ \t]+0*(\d{1,10})[ \t]*\Z")
_COMMENT_LINE = re.compile(rb"^c(?:[ \t].*|)\r?$", re.MULTILINE)
_TOO_LARGE = "check that it is the right file"


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
    check_comments(lines)
    target = as_path(path)
    with written_whole(target) as file:
        for line in lines:
            file.write(f"c {line}\n".encode() if line else b"c\n")
        write_flat(file, formula.n_vars, [formula.flat])
    return target.stat().st_size


def check_comments(lines: Iterable[str]) -> None:
    """Raise ValueError if a comment has a line end."""
    if any("\n" in line or "\r" in line for line in lines):
        raise ValueError("a comment is one line")


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


def read_formula(path: PathName | HeldFile) -> Dump:
    """Read a CNF file with its comments.

    Raises:
        DimacsError: it cannot be read, is too large, or is no CNF; with the line.
    """
    pieces = pieces_of_file(
        as_source(path, DimacsError, limit=MAX_BYTES), DimacsError, limit=MAX_BYTES
    )
    return _Reader(pieces, str(path)).dump()


def parse_formula(data: bytes, *, source: str = "cnf") -> Dump:
    """The formula and comments of a CNF file's content.

    Comments may stand between clauses, clauses may go over several lines, and a line that begins
    with `%` ends the file, as in SATLIB's.

    Raises:
        DimacsError: there is no header, a token is no integer, a variable is beyond the header's,
            the last clause lacks its 0, the number of clauses is not the header's, or the content
            is too large.
    """
    pieces = (data[at : at + PIECE] for at in range(0, len(data), PIECE))
    return _Reader(pieces, source).dump()


class _Reader:
    """One CNF file's content, read portion by portion; the first wrong portion ends the reading.

    A portion is whole lines; or, of a line of clauses longer than a piece, whole tokens.

    Args:
        pieces: the bytes of the file.
        source: names it in errors.
    """

    def __init__(self, pieces: Iterable[bytes], source: str) -> None:
        self._pieces = pieces
        self._source = source
        self._comments: list[str] = []
        self._n_comment_bytes = 0
        self._header: tuple[int, int] | None = None
        self._header_line = 0
        self._numbers = bytearray()  # int32; grows in place, so that there is no second copy
        self._n_clauses = 0
        self._closed = True  # whether the last number was a 0
        # The place of the portion's first byte, and of the last number.
        self._line, self._column = 1, 1
        self._last = (1, 1)

    def dump(self) -> Dump:
        """The content. Raises DimacsError."""
        for portion in self._portions():
            rest = portion if self._header is not None else self._head(portion)
            if rest and not self._clauses(rest):
                break
            self._advance(rest)
        if self._header is None:
            raise DimacsError(
                "there is no `p cnf` line", hint="is this a CNF file?", source=self._source
            )
        if not self._closed:
            self._fail(self._last, "the last clause lacks its 0", "is the file cut off?")
        n_vars, n_clauses = self._header
        if self._n_clauses < n_clauses:
            self._fail(
                (self._header_line, None),
                f"the header promises {counted(n_clauses, 'clause')}, and there"
                f" are {self._n_clauses}",
                "is the file cut off?",
            )
        flat = np.frombuffer(self._numbers, dtype=np.int32)
        return Dump(Formula(n_vars, flat), tuple(self._comments))

    def _portions(self) -> Iterator[bytes]:
        rest = b""
        for piece in self._pieces:
            text = rest + piece
            cut = text.rfind(b"\n") + 1
            if not cut and self._header is not None and not self._in_comment(text):
                cut = max(map(text.rfind, BLANKS)) + 1
            if not cut and len(text) > MAX_LINE:
                cut = len(text)  # rejected below: no token is as long
            if cut:
                yield text[:cut]
            rest = text[cut:]
        if rest:
            yield rest

    def _in_comment(self, text: bytes) -> bool:
        return self._column == 1 and text.startswith(b"c")

    def _head(self, portion: bytes) -> bytes:
        """Read up to the header; what follows it. Keeps the comments before it."""
        start = 0
        while start < len(portion):
            end = portion.find(b"\n", start)
            end = len(portion) if end < 0 else end
            line = portion[start:end].strip()
            if line == b"c" or line.startswith((b"c ", b"c\t")):
                self._keep(line)
            elif line:
                match = _HEADER.match(line)
                if match is None:
                    self._fail((self._line, 1), *_bad_header(line))
                self._header = n_vars, _ = int(match[1]), int(match[2])
                if n_vars > MAX_VARS:
                    problem = (
                        f"the header has {n_vars} variables, and at most {MAX_VARS} can be read"
                    )
                    self._fail((self._line, 1), problem, _TOO_LARGE)
                self._header_line = self._line
                self._column += end - start
                return portion[end:]
            self._line += 1
            start = end + 1
        return b""

    def _clauses(self, text: bytes) -> bool:
        """Read numbers, and the comments between them; False at the line that ends the file."""
        assert self._header is not None
        n_vars, n_clauses = self._header
        ended = text.find(b"\n%")
        if self._column == 1 and text.startswith(b"%"):
            ended = 0
        if ended >= 0:
            text = text[:ended]
        if b"\nc" in text or self._in_comment(text):
            text = self._without_comments(text)
        try:
            values = parse_integers(text)
        except NotAnIntegerError as error:
            token = text[error.position :].split(None, 1)[0]
            shown = repr(token[:20])[1:]
            self._fail(self._place(text, error.position), f"{shown} is no literal", "give integers")
        big = np.flatnonzero(np.abs(values) > n_vars)
        if len(big):
            self._fail(
                self._place(text, token_position(text, int(big[0]))),
                f"literal {values[big[0]]} is beyond the {n_vars} variables of the header",
            )
        if not len(values):
            return ended < 0
        self._n_clauses += int(np.count_nonzero(values == 0))
        if self._n_clauses > n_clauses:
            self._fail(
                (self._header_line, None),
                f"the header promises {counted(n_clauses, 'clause')}, and there are more",
                "correct the header",
            )
        self._numbers += values.astype(np.int32).tobytes()
        if len(self._numbers) > 4 * MAX_NUMBERS:
            problem = f"the clauses have more than {MAX_NUMBERS:,} numbers"
            self._fail((None, None), problem, _TOO_LARGE)
        self._closed = bool(values[-1] == 0)
        if not self._closed:
            self._last = self._place(text, token_position(text, len(values) - 1))
        return ended < 0

    def _without_comments(self, text: bytes) -> bytes:
        """Blanks instead of comments, so that positions stay true; keeps the comments."""
        left = bytearray(text)
        # `^` does not match where the search begins, unless that is a line's begin.
        for match in _COMMENT_LINE.finditer(text, 0 if self._column == 1 else 1):
            self._keep(match[0].strip())
            left[match.start() : match.end()] = b" " * (match.end() - match.start())
        return bytes(left)

    def _keep(self, comment: bytes) -> None:
        self._n_comment_bytes += len(comment)
        if len(comment) > MAX_LINE:
            problem = f"a comment has more than {MAX_LINE >> 20} MB"
        elif self._n_comment_bytes > MAX_COMMENT_BYTES:
            problem = f"the comments have more than {MAX_COMMENT_BYTES >> 20} MB"
        elif len(self._comments) == MAX_COMMENTS:
            problem = f"there are more than {MAX_COMMENTS:,} comments"
        else:
            self._comments.append(comment[2:].decode("utf-8", "replace"))
            return
        self._fail((None, None), problem, _TOO_LARGE)

    def _advance(self, text: bytes) -> None:
        n_lines = text.count(b"\n")
        self._line += n_lines
        self._column = len(text) - text.rfind(b"\n") if n_lines else self._column + len(text)

    def _place(self, text: bytes, position: int) -> tuple[int, int]:
        """Line and column of a byte of the portion."""
        n_lines = text.count(b"\n", 0, position)
        if n_lines:
            return self._line + n_lines, position - text.rfind(b"\n", 0, position)
        return self._line, self._column + position

    def _fail(self, place: tuple[int | None, int | None], problem: str, hint: str = "") -> NoReturn:
        raise DimacsError(problem, hint=hint, source=self._source, line=place[0], column=place[1])


def _bad_header(line: bytes) -> tuple[str, str]:
    if b"\0" in line:
        return "this is a binary file, not a CNF", "is it compressed? unpack it"
    if line.startswith(b"p"):
        return "the `p` line is not well formed", "write `p cnf VARIABLES CLAUSES`"
    return "clauses begin before the `p cnf` line", "is this a CNF file?"
