"""CNF files and proofs, read without any of the code that writes them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from satcross.errors import DimacsError
from satcross.packed import ByteSource

I32 = npt.NDArray[np.int32]

_PIECE = 1 << 22  # bytes of a CNF read at a time
_MAX_DIGITS = 10  # of a number; more would be an error of its own
# What nearly all lines of a proof are: the literals of one are read at once.
_PLAIN = re.compile(rb"(d )?((?:-?[1-9]\d{0,8} )*)0\n")

# So that the formula and the clauses fit into a gigabyte; the formula of a 21x21 grid and a list of
# 250,000 words has 23 million numbers.
MAX_VARS = 10_000_000
MAX_NUMBERS = 25_000_000  # literals, and the 0 of each clause
MAX_KEPT = 1_000_000  # clauses at a time, without those of the formula that have two literals
MAX_LINE = 8 << 20  # bytes


@dataclass(frozen=True, slots=True, eq=False)
class ClauseFile:
    """A CNF file's content.

    Args:
        n_vars: variables that the header names.
        flat: int32, every clause closed by a 0.
    """

    n_vars: int
    flat: I32


@dataclass(frozen=True, slots=True)
class ProofLine:
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


def read_cnf(path: ByteSource, tick: Callable[[], None]) -> ClauseFile:
    """Read `p cnf V C` and the clauses after it; lines that begin with `c` are comments.

    Args:
        path: the file, as text.
        tick: called now and then; an exception in it ends the reading.

    Raises:
        DimacsError: it cannot be read, or is no CNF.
    """
    source = str(path)
    header: tuple[int, int] | None = None
    parts: list[I32] = []
    line = n_found = n_numbers = 0
    try:
        with path.open("rb") as file:
            while lines := _some_lines(file, line, source):
                tick()
                first = line + 1
                line += len(lines)
                if header is None:
                    header, lines, first = _header(lines, first, source)
                    if header is None:
                        continue
                lines = [b"" if text.startswith(b"c") else text for text in lines]
                parts.append(_literals(lines, first, header[0], source))
                n_found += int(np.count_nonzero(parts[-1] == 0))
                n_numbers += len(parts[-1])
                if n_found > header[1]:
                    break
                if n_numbers > MAX_NUMBERS:
                    raise _too_large(f"the clauses have more than {MAX_NUMBERS:,} numbers", source)
    except TimeoutError:  # an OSError too, and what `tick` may raise
        raise
    except OSError as error:
        raise _unreadable(error, source) from None
    if header is None:
        raise DimacsError("there is no `p cnf` line", hint="is this a CNF file?", source=source)
    if n_found > header[1]:
        raise DimacsError(
            f"the header promises {header[1]} clauses, and there are more",
            hint="correct the header",
            source=source,
        )
    flat = np.concatenate(parts) if parts else np.empty(0, dtype=np.int32)
    if len(flat) and flat[-1] != 0:
        raise DimacsError(
            "the last clause lacks its 0", hint="is the file cut off?", source=source, line=line
        )
    if n_found != header[1]:
        raise DimacsError(
            f"the header promises {header[1]} clauses, and there are {n_found}",
            hint="is the file cut off?",
            source=source,
        )
    # Clauses of two literals are kept as arrays, all others one by one.
    if int(np.count_nonzero(np.diff(np.flatnonzero(flat == 0), prepend=-1) != 3)) > MAX_KEPT:
        raise too_many_to_keep(source)
    return ClauseFile(header[0], flat)


def too_many_to_keep(source: str, line: int | None = None, most: int = MAX_KEPT) -> DimacsError:
    """The error for more clauses than fit into memory at a time."""
    return DimacsError(
        f"there are more than {most:,} clauses to keep at a time",
        hint="check the proof with another program, such as drat-trim",
        source=source,
        line=line,
    )


def _some_lines(file: BinaryIO, before: int, source: str) -> list[bytes]:
    """The next lines, some megabytes; [] at the end. `before` lines come before them."""
    lines: list[bytes] = []
    size = 0
    while size < _PIECE and (text := file.readline(MAX_LINE + 1)):
        size += len(text)
        lines.append(text)
        if len(text) > MAX_LINE:
            raise _long_line(source, before + len(lines))
    return lines


def _long_line(source: str, line: int) -> DimacsError:
    return _too_large(f"the line has more than {MAX_LINE >> 20} MB", source, line)


def _too_large(problem: str, source: str, line: int | None = None) -> DimacsError:
    return DimacsError(problem, hint="check that it is the right file", source=source, line=line)


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
                "not a `p cnf VARIABLES CLAUSES` line",
                hint="is this a CNF file?",
                source=source,
                line=first + index,
            )
        digits = [number.lstrip(b"0") for number in numbers]
        if len(digits[0]) > _MAX_DIGITS or int(digits[0] or b"0") > MAX_VARS:
            problem = f"there are more than {MAX_VARS:,} variables"
            raise _too_large(problem, source, first + index)
        # Not `int` at once: it refuses thousands of digits with an error of its own.
        n_clauses = int(digits[1] or b"0") if len(digits[1]) <= _MAX_DIGITS else MAX_NUMBERS + 1
        if n_clauses > MAX_NUMBERS:
            problem = f"there are more than {MAX_NUMBERS:,} clauses"
            raise _too_large(problem, source, first + index)
        return (int(digits[0] or b"0"), n_clauses), lines[index + 1 :], first + index + 1
    return None, [], first


def _literals(lines: list[bytes], first: int, n_vars: int, source: str) -> I32:
    words = b" ".join(lines).split()
    values = np.array([n_vars + 1])
    # An array takes the size of its longest word for each.
    if max(map(len, words), default=0) <= _MAX_DIGITS + 1:
        with suppress(ValueError):
            values = np.array(words, dtype=np.bytes_).astype(np.int64)
    if len(values) and int(np.abs(values).max()) > n_vars:
        for number, text in enumerate(lines, first):
            _line_literals(text.split(), n_vars, number, source)
    return values.astype(np.int32)


def size_of(path: ByteSource) -> int:
    """A file's size in bytes. Raises DimacsError when there is none to read."""
    try:
        with path.open("rb") as file:
            return file.seek(0, 2)
    except OSError as error:
        raise _unreadable(error, str(path)) from None


def read_steps(path: ByteSource, n_vars: int) -> Iterator[ProofLine]:
    """The lines of a DRAT proof: a clause, or `d` and a clause, each closed by a 0.

    In binary, which begins with an "a", a line is "a" or "d", a number for each literal, and 0.

    Raises:
        DimacsError: it cannot be read, or a line is malformed.
    """
    source = str(path)
    if _is_binary(path):
        yield from _binary_steps(path, n_vars)
        return
    for number, text, at in lines_of(path):
        if plain := _PLAIN.fullmatch(text):
            clause = tuple(map(int, plain[2].split()))
            if not clause or (max(clause) <= n_vars and min(clause) >= -n_vars):
                yield ProofLine(number, plain[1] is not None, clause, at)
                continue
        words = text.split()
        deletes = words[0] == b"d"
        clause = _closed(words[deletes:], n_vars, number, source)
        yield ProofLine(number, deletes, clause, at)


def _is_binary(path: ByteSource) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(1) == b"a"
    except OSError as error:
        raise _unreadable(error, str(path)) from None


def _binary_steps(path: ByteSource, n_vars: int) -> Iterator[ProofLine]:
    """The lines of a binary DRAT proof.

    A literal is 2 v, or 2 v + 1 for -v, seven bits a byte, the lowest first; all bytes but the last
    have the highest bit set.
    """
    source = str(path)
    at = 0
    with path.open("rb") as file:
        for line in count(1):
            kind = file.read(1)
            if not kind:
                return
            if kind not in (b"a", b"d"):
                raise DimacsError(
                    f"line {line} of the binary proof begins with {kind!r}",
                    hint="is the file damaged?",
                    source=source,
                )
            literals: list[int] = []
            number = shift = 0
            at += 1
            while True:
                byte = file.read(1)
                at += 1
                if not byte or shift > 28 or len(literals) > MAX_LINE:
                    raise DimacsError(
                        f"line {line} of the binary proof lacks its 0",
                        hint="is the file cut off?",
                        source=source,
                    )
                number |= (byte[0] & 0x7F) << shift
                shift += 7
                if byte[0] & 0x80:
                    continue
                if not number:
                    break
                if number < 2 or number >> 1 > n_vars:
                    raise DimacsError(
                        f"line {line}: there is no variable {number >> 1}", source=source
                    )
                literals.append(-(number >> 1) if number & 1 else number >> 1)
                number = shift = 0
            yield ProofLine(line, kind == b"d", tuple(literals), at)


def lines_of(path: ByteSource) -> Iterator[tuple[int, bytes, int]]:
    """The lines with words that are no comments: number, text, and the bytes up to their end."""
    source = str(path)
    at = 0
    try:
        with path.open("rb") as file:
            for number in count(1):
                text = file.readline(MAX_LINE + 1)
                if not text:
                    return
                if len(text) > MAX_LINE:
                    raise _long_line(source, number)
                at += len(text)
                if b"\0" in text:
                    raise DimacsError(
                        "not text",
                        hint="is this a proof?",
                        source=source,
                        line=number,
                    )
                first = text.split(None, 1)[:1]
                if first and first != [b"c"]:
                    yield number, text, at
    except OSError as error:
        raise _unreadable(error, source) from None


def _closed(words: list[bytes], n_vars: int, number: int, source: str) -> tuple[int, ...]:
    """The literals before the 0 that closes a line."""
    literals = _line_literals(words, n_vars, number, source)
    if not literals or literals[-1] != 0:
        raise DimacsError(
            "the clause lacks its 0",
            hint="is the file cut off?",
            source=source,
            line=number,
        )
    if 0 in literals[:-1]:
        raise DimacsError(
            "there is a 0 within the clause",
            hint="give one clause a line",
            source=source,
            line=number,
        )
    return tuple(literals[:-1])


def _line_literals(words: list[bytes], n_vars: int, line: int, source: str) -> list[int]:
    literals: list[int] = []
    for word in words:
        digits = word[1:] if word[:1] == b"-" else word
        if not digits.isdigit():
            shown = repr(word[:20])[1:]
            raise DimacsError(
                f"{shown} is not a literal", hint="give integers", source=source, line=line
            )
        # Not `int` at once: it refuses thousands of digits with an error of its own.
        if len(digits) > _MAX_DIGITS or int(digits) > n_vars:
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
        return DimacsError("no such file", hint="check the path", source=source)
    if isinstance(error, IsADirectoryError) or (
        # Windows denies the permission to open a directory.
        os.name == "nt" and isinstance(error, PermissionError) and Path(source).is_dir()
    ):
        return DimacsError("is a folder", hint="name a file in it", source=source)
    return DimacsError(f"cannot be read: {error.strerror or error}", source=source)
