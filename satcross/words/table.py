"""The words of one length, as arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

U8 = npt.NDArray[np.uint8]
I32 = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class WordTable:
    """The distinct words of one length, best score first, then in the alphabet's order.

    A word's *index* is its row; every engine and encoding names words by (length, index).

    Args:
        length: letters in each word, at least 1.
        codes: uint8 (n, length), C-contiguous, read-only; letter codes of the list's alphabet.
        scores: int32 (n,), read-only, falling.
    """

    length: int
    codes: U8
    scores: I32

    def __len__(self) -> int:
        return len(self.scores)
