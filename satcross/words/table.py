"""Arrays of words and letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from satcross.model.alphabet import code_kind

U8 = npt.NDArray[np.uint8]
Codes = npt.NDArray[np.unsignedinteger[Any]]  # of letters, of `code_dtype`
I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


def code_dtype(n_letters: int) -> np.dtype[Any]:
    """The type of letter codes in an alphabet: uint8, or uint16 where it has more than `NARROW`."""
    return np.dtype(code_kind(n_letters))


def letter_counts(codes: npt.NDArray[np.integer[Any]], n_letters: int) -> I64:
    """Int (words, letters): how often each of so many letters is in each word."""
    n_words = len(codes)
    flat = np.arange(n_words)[:, None] * n_letters + codes
    counts: I64 = np.bincount(flat.ravel(), minlength=n_words * n_letters)
    return counts.reshape(n_words, n_letters)


def strings_of(codes: Codes) -> npt.NDArray[np.bytes_]:
    """The words as fixed-width bytes that compare like them: of codes + 1, so none ends in NULs.

    Wide codes take two bytes, the higher one first.
    """
    n, length = codes.shape
    if codes.itemsize == 1:
        return np.ascontiguousarray(codes + np.uint8(1)).view(f"S{length}").reshape(n)
    # An S drops a NUL at its end, which is then the lower byte of the last code, and the order of
    # words stays: nothing else begins so and goes on with less.
    return (codes + np.uint16(1)).astype(">u2").view(f"S{2 * length}").reshape(n)


def string_of(codes: Sequence[int], size: int) -> bytes:
    """The string of one word, of codes of one byte or two."""
    if size == 1:
        return bytes([code + 1 for code in codes])
    return (np.array(codes, np.uint16) + np.uint16(1)).astype(">u2").tobytes()


def codes_of(strings: npt.NDArray[np.bytes_], length: int) -> Codes:
    """The codes of words of `length` letters, of their `strings_of`."""
    if strings.itemsize == length:
        return strings.view(np.uint8).reshape(-1, length) - np.uint8(1)
    return strings.view(">u2").reshape(-1, length).astype(np.uint16) - np.uint16(1)


def rows_as_bytes(codes: Codes) -> list[bytes]:
    """By row its codes as bytes, to be looked up."""
    data, size = codes.tobytes(), codes.shape[1] * codes.itemsize
    return [data[at : at + size] for at in range(0, len(data), size)]


def row_as_bytes(codes: Sequence[int], dtype: np.dtype[Any]) -> bytes:
    """The same of one row of these codes."""
    return bytes(codes) if dtype.itemsize == 1 else np.array(codes, dtype).tobytes()
