"""Integers to ASCII and back at the speed of numpy: a formula is tens of millions of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from satcross.cnf.formula import I32, I64

_FORMAT_BLOCK = 1 << 20  # literals turned into text at a time
_PARSE_BLOCK = 1 << 18  # bytes read at a time, so that all of it stays in the cache
_MAX_DIGITS = 18  # of a number that surely fits 64 bits

_DIGIT, _MINUS, _SPACE, _OTHER = 0, 1, 2, 3
_KIND = np.full(256, _OTHER, dtype=np.uint8)
_KIND[list(b"0123456789")] = _DIGIT
_KIND[list(b"-")] = _MINUS
_KIND[list(b" \t\n\r\v\f")] = _SPACE


class ClauseStyle(NamedTuple):
    """How a format writes clauses.

    Args:
        positive, negative: what stands before a variable, and before a negated one.
        end: what closes a clause, line end included.
    """

    positive: bytes
    negative: bytes
    end: bytes


DIMACS = ClauseStyle(b"", b"-", b"0\n")


class NotAnIntegerError(ValueError):
    """A token is no integer of at most 18 digits. Args: position: of its first byte."""

    def __init__(self, position: int) -> None:
        super().__init__(f"no integer at byte {position}")
        self.position = position


def format_clauses(flat: I32, n_vars: int, style: ClauseStyle = DIMACS) -> Iterator[bytes]:
    """The lines of zero-terminated clauses, in pieces of some megabytes.

    A table holds every literal's text, padded with NULs to one machine word or two, so that the
    text of many literals is one look-up; the NULs are then deleted from the whole. (Ten million
    literals: 0.3 s; joining Python's own strings takes 1.5 s, a numpy routine by digits 0.9 s.)

    Args:
        flat: int32 literals, each clause closed by a 0.
        n_vars: no variable is larger.
        style: how they are written.
    """
    table = _texts(n_vars, style)
    for start in range(0, len(flat), _FORMAT_BLOCK):
        rows = flat[start : start + _FORMAT_BLOCK] + np.int32(n_vars)
        yield table[rows].tobytes().translate(None, b"\0")


def _texts(n_vars: int, style: ClauseStyle) -> npt.NDArray[np.uint64] | npt.NDArray[np.complex128]:
    """By literal + n_vars, its text with the blank that follows it; in the middle `style.end`."""
    n_digits = len(str(n_vars))
    at = max(len(style.positive), len(style.negative))  # of the first digit
    width = 8 if max(at + n_digits + 1, len(style.end)) <= 8 else 16
    text = np.zeros((2 * n_vars + 1, width), dtype=np.uint8)
    values = np.arange(1, n_vars + 1)
    positive, negative = text[n_vars + 1 :], text[:n_vars][::-1]
    for place in range(n_digits):
        power = 10 ** (n_digits - 1 - place)
        digit = (values // power % 10 + ord("0")).astype(np.uint8)
        digit[values < power] = 0  # no leading zeros
        positive[:, at + place] = negative[:, at + place] = digit
    for rows, sign in ((positive, style.positive), (negative, style.negative)):
        rows[:, : len(sign)] = list(sign)
        rows[:, at + n_digits] = ord(" ")
    text[n_vars, : len(style.end)] = list(style.end)
    if width == 8:
        return text.view(np.uint64).ravel()
    return text.view(np.complex128).ravel()  # only because it is 16 bytes


def parse_integers(data: bytes) -> I64:
    """The integers in `data`, separated by any white space.

    Raises:
        NotAnIntegerError: a token is something else.
    """
    parts: list[I64] = []
    start = 0
    raw = np.frombuffer(data, dtype=np.uint8)
    while start < len(raw):
        stop = min(start + _PARSE_BLOCK, len(raw))
        while stop < len(raw) and _KIND[raw[stop]] != _SPACE:  # do not cut a token
            stop += 1
        parts.append(_parse_block(raw[start:stop], start))
        start = stop
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)


def _parse_block(raw: npt.NDArray[np.uint8], at: int) -> I64:
    kind = _KIND[raw]
    solid = np.concatenate(([False], kind != _SPACE, [False]))
    borders = np.flatnonzero(solid[1:] != solid[:-1])
    begins, ends = borders[::2], borders[1::2]
    if not len(begins):
        return np.empty(0, dtype=np.int64)
    negative = kind[begins] == _MINUS
    digits = begins + negative
    lengths = ends - digits
    wrong = (lengths < 1) | (lengths > _MAX_DIGITS)
    # All that is neither blank nor a leading minus must be a digit.
    odd = (kind == _OTHER) | (kind == _MINUS)
    odd[begins[negative]] = False
    if odd.any():
        wrong[np.searchsorted(begins, np.flatnonzero(odd), side="right") - 1] = True
    if wrong.any():
        raise NotAnIntegerError(at + int(begins[np.argmax(wrong)]))
    values: I64 = raw[digits].astype(np.int64) - ord("0")
    for place in range(1, int(lengths.max())):
        longer = np.flatnonzero(lengths > place)
        values[longer] = 10 * values[longer] + raw[digits[longer] + place] - ord("0")
    values[negative] *= -1
    return values


def token_position(data: bytes, index: int) -> int:
    """Where token `index` of `data` begins; for error messages, so it need not be quick."""
    kind = _KIND[np.frombuffer(data, dtype=np.uint8)]
    solid = np.concatenate(([False], kind != _SPACE))
    return int(np.flatnonzero(solid[1:] & ~solid[:-1])[index])
