"""The packed format of the built-in word list."""

from __future__ import annotations

import numpy as np

from satcross.words import WordList


def pack(words: WordList) -> bytes:
    """The bytes of a packed file, as `satcross.words.builtin` describes it, with these words."""
    index: list[int] = []
    parts: list[bytes] = []
    for length in words.lengths:
        table = words.table(length)
        written = [words.written(words.word(length, row)).encode() for row in range(len(table))]
        index += [length, len(table), sum(map(len, written))]
        parts += [
            table.codes.tobytes(),
            table.scores.astype("<u2").tobytes(),
            bytes(map(len, written)),
            *written,
        ]
    head = np.array([len(words.lengths), *index], "<u4")
    return b"".join([head.tobytes(), *parts])
