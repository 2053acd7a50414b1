"""Block patterns in hexadecimal: four cells per digit, row by row, 1 open and 0 block.

Cells left over after the last whole digit are one letter from `g`: `g` means 0, `h` means 1, and so
on. A 15x15 pattern is therefore 56 digits and a `g` (last cell block) or `h` (open).
Source: the pattern strings of J. Lyons, *Creating crosswords with python-constraint* (2017).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt

from satcross.checks import counted
from satcross.errors import GridError
from satcross.files import exists
from satcross.model.marks import BLOCK, MAX_SIDE, OPEN

_FORM = re.compile(r"(?P<digits>[0-9A-Fa-f]+)(?P<rest>[g-nG-N]?)\Z")


def looks_like_hex(text: str) -> bool:
    """Whether `text` is hexadecimal digits, followed by at most one letter from g to n."""
    return _FORM.match(text) is not None


def is_read_as_hex(text: str) -> bool:
    """Whether a line of grid text is a hexadecimal pattern, or is meant to be one.

    Letters alone that are the pattern of no square are a row of letters.

    >>> is_read_as_hex("BEAD"), is_read_as_hex("CAB"), is_read_as_hex("7AB")
    (True, False, True)
    """
    if not (looks_like_hex(text) and text.isalpha()):
        return looks_like_hex(text)
    try:
        parse_hex(text)
    except GridError:
        return False
    return True


def names_pattern(name: str) -> bool:
    """Whether an argument is a hexadecimal pattern rather than the name of a file that exists."""
    return looks_like_hex(name) and not exists(name)


def parse_hex(
    pattern: str, *, source: str = "pattern", line: int | None = None
) -> tuple[int, tuple[str, ...]]:
    """The side and the cells of the square grid of a hexadecimal pattern.

    Raises:
        GridError: a character is not a digit, or the number of cells is not a square.

    >>> parse_hex("7")
    (2, ('#', '.', '.', '.'))
    """
    match = _FORM.match(pattern)
    if match is None:
        column = next(
            (i for i, char in enumerate(pattern, 1) if char not in "0123456789abcdefABCDEF"),
            len(pattern) + 1,
        )
        raise GridError(
            "a hex pattern is digits 0-9 and A-F, with one letter from g for the cells left over",
            hint="correct this character",
            source=source,
            line=line or 1,
            column=column,
        )
    if len(pattern) > MAX_SIDE * MAX_SIDE // 4:
        raise GridError(
            f"more than {MAX_SIDE} cells in a row or column",
            hint="check that it is a grid",
            source=source,
            line=line,
        )
    digits, rest = match["digits"], match["rest"].lower()
    n_cells = 4 * len(digits)
    bits = f"{int(digits, 16):0{n_cells}b}"
    side = isqrt(n_cells + 3) if rest else isqrt(n_cells)
    n_left = side * side - n_cells
    if n_left < 0 or bool(n_left) != bool(rest) or n_left > 3:
        n = len(pattern)
        near = isqrt(4 * n)
        wanted = " or ".join(_length_of(s) for s in (near, near + 1) if s)
        raise GridError(
            f"a hex pattern of {counted(n, 'character')} is not a square grid",
            hint=f"the nearest squares have {wanted}",
            source=source,
            line=line,
        )
    if rest:
        value = ord(rest) - ord("g")
        if value >= 1 << n_left:
            raise GridError(
                f"{rest!r} means more cells than the {n_left} left over",
                hint="end the pattern with g (block) or h (open)",
                source=source,
                line=line or 1,
                column=len(pattern),
            )
        bits += f"{value:0{n_left}b}"
    return side, tuple(OPEN if bit == "1" else BLOCK for bit in bits)


def _length_of(side: int) -> str:
    n_digits, n_left = divmod(side * side, 4)
    digits = counted(n_digits, "digit")
    return f"{digits}{' and g or h' if n_left else ''} ({side}x{side})"


def format_hex(cells: Sequence[str]) -> str:
    """The hexadecimal pattern of the cells of a grid; given letters count as open.

    >>> format_hex(("#", ".", ".", "."))
    '7'
    """
    bits = "".join("0" if cell == BLOCK else "1" for cell in cells)
    n_digits, n_left = divmod(len(bits), 4)
    pattern = f"{int(bits[: 4 * n_digits], 2):0{n_digits}X}" if n_digits else ""
    return pattern + chr(ord("g") + int(bits[4 * n_digits :], 2)) if n_left else pattern
