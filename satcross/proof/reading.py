"""CNF files and text DRAT proofs, read without any of the code that writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from satcross.errors import DimacsError

I32 = npt.NDArray[np.int32]

_PIECE = 1 << 22  # bytes of a CNF read at a time
_MAX_VARS = 10_000_000  # so that a header alone cannot ask for all memory


@dataclass(frozen=True, slots=True, eq=False)
class Clauses:
    """A CNF file's content.

    Args:
        n_vars: variables that the header names.
        flat: int32, every clause closed by a 0.
    """

    n_vars: int
    flat: I32


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a proof.

    Args:
        line: its number, from 1.
        deletes: whether it deletes the clause; otherwise it adds it.
        clause: its literals as they stand.
        at: how many bytes of the file were read with it.
    """

    line: int
    deletes: bool
    clause: tuple[int, ...]
    at: int


def read_cnf(path: Path, tick: Callable[[], None]) -> Clauses:
    """Read `p cnf V C` and the clauses after it; lines that begin with `c` are comments.

    Args:
        path: a plain text file.
        tick: called now and then; an exception in it ends the reading.

    Raises:
        DimacsError: it cannot be read, or is no CNF.
    """
    source = str(path)
    header: tuple[int, int] | None = None
    parts: list[I32] = []
    line = 0
    try:
        with path.open("rb") as file:
            while lines := file.readlines(_PIECE):
                tick()
                first = line + 1
                line += len(lines)
                if header is None:
                    header, lines, first = _header(lines, first, source)
                    if header is None:
                        continue
                lines = [b"" if text.startswith(b"c") else text for text in lines]
                parts.append(_literals(lines, first, header[0], source))
    except TimeoutError:  # an OSError too, and what `tick` may raise
        raise
    except OSError as error:
        raise _unreadable(error, source) from None
    if header is None:
        raise DimacsError("there is no `p cnf` line", mend="is this a CNF file?", source=source)
    flat = np.concatenate(parts) if parts else np.empty(0, dtype=np.int32)
    if len(flat) and flat[-1] != 0:
        raise DimacsError(
            "the last clause lacks its 0", mend="is the file cut off?", source=source, line=line
        )
    n_found = int(np.count_nonzero(flat == 0))
    if n_found != header[1]:
        raise DimacsError(
            f"the header promises {header[1]} clauses, and there are {n_found}",
            mend="is the file cut off?" if n_found < header[1] else "mend the header",
            source=source,
        )
    return Clauses(header[0], flat)


def _header(
    lines: list[bytes], first: int, source: str
) -> tuple[tuple[int, int] | None, list[bytes], int]:
    """The numbers of the `p` line, the lines after it, and the number of the first of those."""
    for index, text in enumerate(lines):
        words = text.split()
        if not words or text.startswith(b"c"):
            continue
        numbers = words[2:]
        well_formed = words[:2] == [b"p", b"cnf"] and len(numbers) == 2
        if not well_formed or not all(number.isdigit() for number in numbers):
            raise DimacsError(
                "this is no `p cnf VARIABLES CLAUSES` line",
                mend="is this a CNF file?",
                source=source,
                line=first + index,
            )
        n_vars, n_clauses = int(numbers[0]), int(numbers[1])
        if n_vars > _MAX_VARS:
            raise DimacsError(
                f"there are more than {_MAX_VARS:,} variables", source=source, line=first + index
            )
        return (n_vars, n_clauses), lines[index + 1 :], first + index + 1
    return None, [], first


def _literals(lines: list[bytes], first: int, n_vars: int, source: str) -> I32:
    try:
        values = np.array(b" ".join(lines).split(), dtype=np.bytes_).astype(np.int64)
    except (ValueError, OverflowError):
        values = np.array([n_vars + 1])
    if len(values) and int(np.abs(values).max()) > n_vars:
        for number, text in enumerate(lines, first):
            _line_literals(text.split(), n_vars, number, source)
    return values.astype(np.int32)


def size_of(path: Path) -> int:
    """A file's size in bytes. Raises DimacsError when there is none to read."""
    try:
        with path.open("rb") as file:
            return file.seek(0, 2)
    except OSError as error:
        raise _unreadable(error, str(path)) from None


def read_steps(path: Path, n_vars: int) -> Iterator[Step]:
    """The lines of a text DRAT proof: a clause, or `d` and a clause, each closed by a 0.

    Raises:
        DimacsError: it cannot be read, is binary, or a line is malformed.
    """
    source = str(path)
    at = 0
    try:
        with path.open("rb") as file:
            for number, text in enumerate(file, 1):
                at += len(text)
                if b"\0" in text:
                    raise DimacsError(
                        "this is no text",
                        mend="write the proof as text, not as binary DRAT",
                        source=source,
                        line=number,
                    )
                words = text.split()
                if not words or words[0] == b"c":
                    continue
                deletes = words[0] == b"d"
                literals = _line_literals(words[deletes:], n_vars, number, source)
                if not literals or literals[-1] != 0:
                    raise DimacsError(
                        "the clause lacks its 0",
                        mend="is the file cut off?",
                        source=source,
                        line=number,
                    )
                if 0 in literals[:-1]:
                    raise DimacsError(
                        "there is a 0 within the clause",
                        mend="give one clause a line",
                        source=source,
                        line=number,
                    )
                yield Step(number, deletes, tuple(literals[:-1]), at)
    except OSError as error:
        raise _unreadable(error, source) from None


def _line_literals(words: list[bytes], n_vars: int, line: int, source: str) -> list[int]:
    literals: list[int] = []
    for word in words:
        digits = word[1:] if word[:1] == b"-" else word
        if not digits.isdigit():
            shown = repr(word[:20])[1:]
            raise DimacsError(
                f"{shown} is no literal", mend="give integers", source=source, line=line
            )
        # Not `int` at once: it refuses thousands of digits with an error of its own.
        if len(digits) > 10 or int(digits) > n_vars:
            shown = word[:20].decode("ascii")
            raise DimacsError(
                f"literal {shown} is beyond the {n_vars} variables of the formula",
                source=source,
                line=line,
            )
        literals.append(int(word))
    return literals


def _unreadable(error: OSError, source: str) -> DimacsError:
    if isinstance(error, FileNotFoundError):
        return DimacsError("no such file", mend="check the path", source=source)
    if isinstance(error, IsADirectoryError):
        return DimacsError("is a folder", mend="name a file in it", source=source)
    return DimacsError(f"cannot be read: {error.strerror or error}", source=source)
