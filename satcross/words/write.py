"""Writing word lists: `WORD;score` lines, plain or compressed, or the packed format."""

from __future__ import annotations

import gzip
import io
import lzma
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from satcross.errors import OptionError
from satcross.files import write_file
from satcross.words.files import Source
from satcross.words.wordlist import WordList

_PIECE_BYTES = 1 << 16


def list_lines(words: WordList, *, plain: bool = False, written: bool = False) -> Iterator[str]:
    """The lines of a list file, best score first, then in alphabetical order.

    Args: plain: words without scores; written: written forms instead of letters.

    >>> words = WordList.from_words([("ice cream", 70), ("cat", 90)])
    >>> list(list_lines(words)), list(list_lines(words, plain=True, written=True))
    (['CAT;90', 'ICECREAM;70'], ['cat', 'ice cream'])
    """
    for word, score in words.words():
        shown = words.written(word) if written else word
        yield shown if plain else f"{shown};{score}"


def write_list(
    words: WordList, path: Source, *, plain: bool = False, written: bool = False
) -> None:
    """Writes a list to a file, compressed if the name ends in `.gz` or `.xz`.

    The file appears under its name only when it is complete. It contains no date, so the same words
    give the same bytes.

    Args: words, plain, written: see `list_lines`; path: the file.
    Raises: OptionError: the file cannot be written.
    """
    target = Path(path)
    text = "".join(f"{line}\n" for line in list_lines(words, plain=plain, written=written))
    write_file(target, compressed(text.encode(), target.suffix.lower()), OptionError)


def compressed(data: bytes, suffix: str) -> bytes:
    """The bytes of a file whose name ends so: packed for `.gz` and `.xz`."""
    if suffix == ".xz":
        # In pieces, since a signal has to wait for the end of a call: all at once take seconds.
        packer = lzma.LZMACompressor()
        starts = range(0, len(data), _PIECE_BYTES)
        pieces = [packer.compress(data[start : start + _PIECE_BYTES]) for start in starts]
        return b"".join([*pieces, packer.flush()])
    if suffix != ".gz":
        return data
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=0) as file:
        file.write(data)
    return out.getvalue()


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
