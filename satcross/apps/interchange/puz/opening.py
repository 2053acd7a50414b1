"""Loading .puz with puzpy: what is refused, what is a remark, and the key of a solution."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from satcross import FormatError
from satcross.apps.interchange.puz.layout import HEADER, MAGIC, MAX_PUZ
from satcross.apps.interchange.texts import check_size
from satcross.extend import MAX_SIDE, counted

if TYPE_CHECKING:
    from puz import Puzzle

_VERSION_AT, _VERSION_SIZE = 24, 4  # bytes after the beginning
_OTHER_ENCODING = "a text is not in the file's encoding"
_NO_VERSION = "its version is not a number"


def opened(data: bytes, source: str) -> tuple[Puzzle, list[str]]:
    """The file as loaded by puzpy, after a check of its sizes; and remarks on it.

    A wrong checksum is a remark: programs that change a file without it are common, and the rest of
    the file is checked. So is a version that does not fit the texts.

    puzpy raises many types of errors; all of them mean that the file is damaged.
    """
    start = data.find(MAGIC) - 2
    if start < 0:
        raise FormatError(
            "this is not a .puz file: it does not contain ACROSS&DOWN",
            hint="if it is another format, name that format",
            source=source,
        )
    check_size(data, source, MAX_PUZ)
    if len(data) < start + HEADER:
        raise FormatError("the file is cut off", hint="get it again", source=source)
    n_cols, n_rows = data[start + 44 : start + 46]
    if not (1 <= n_cols <= MAX_SIDE and 1 <= n_rows <= MAX_SIDE):
        raise FormatError(
            f"the grid must have 1 to {MAX_SIDE} rows and columns, got"
            f" {counted(n_rows, 'row')} of {n_cols}",
            hint="check that it is a crossword",
            source=source,
        )
    (n_clues,) = struct.unpack("<H", data[start + 46 : start + 48])
    # Each string ends in a byte: title, author, copyright, notes and the clues.
    if len(data) < start + HEADER + 2 * n_cols * n_rows + n_clues + 4:
        raise FormatError("the file is cut off", hint="get it again", source=source)
    if data.count(b"\0", start + HEADER + 2 * n_cols * n_rows) < n_clues + 4:
        raise FormatError("the file is cut off", hint="get it again", source=source)
    puzzle, problem = _loaded(data)
    remarks: list[str] = []
    if problem in (_OTHER_ENCODING, _NO_VERSION):
        at = start + _VERSION_AT
        version = data[at : at + _VERSION_SIZE].rstrip(b"\0").decode("latin-1")
        why = "not all texts are valid UTF-8" if problem == _OTHER_ENCODING else "that is none"
        puzzle, problem = _loaded(data[:at] + b"1.3\0" + data[at + _VERSION_SIZE :])
        remarks.append(f"read as Windows-1252, though the version is {version!r}, since {why}")
    if problem.endswith("checksum does not match"):  # which puzpy looks at last
        remarks.append(f"read though the {problem}: the file may be damaged")
    elif problem:
        raise FormatError(f"the file is damaged: {problem}", hint="get it again", source=source)
    return puzzle, remarks


def _loaded(data: bytes) -> tuple[Puzzle, str]:
    """The file as puzpy loads it, and what is wrong; "" if nothing is."""
    from puz import Puzzle, PuzzleFormatError

    puzzle = Puzzle()
    try:
        puzzle.load(data)
    except PuzzleFormatError as error:
        return puzzle, error.message or "its format is wrong"
    except UnicodeDecodeError:
        return puzzle, _OTHER_ENCODING
    except ValueError:  # of a number
        return puzzle, _NO_VERSION
    except Exception as error:
        return puzzle, type(error).__name__
    return puzzle, ""


def unlock(puzzle: Puzzle, key: str, source: str) -> None:
    """Unlock the solution with a key of four digits.

    The file has a checksum of the solution, by which the key is known to be the right one.

    Raises:
        FormatError: the solution is not locked, or has another key, or is not of letters alone.
    """
    if not puzzle.is_solution_locked():
        problem, hint = "the solution is not locked", "leave the key out"
        raise FormatError(problem, hint=hint, source=source)
    try:
        is_right = puzzle.unlock_solution(int(key))
    except ValueError:  # programs scramble A to Z alone
        raise FormatError(
            "the locked solution has characters other than A to Z, which no key unlocks",
            hint="leave the key out",
            source=source,
        ) from None
    if not is_right:
        raise FormatError(
            f"the key {key} does not unlock the solution", hint="check its digits", source=source
        )
