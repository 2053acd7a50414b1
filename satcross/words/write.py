"""Writing word lists: `WORD;score` lines, plain or compressed."""

from __future__ import annotations

import gzip
import io
import lzma
from collections.abc import Iterator
from pathlib import Path

from satcross.errors import OptionError
from satcross.files import write_file
from satcross.words.files import Source
from satcross.words.wordlist import WordList


def list_lines(words: WordList, *, plain: bool = False, written: bool = False) -> Iterator[str]:
    """The lines of a list file, best score first, then in the alphabet's order.

    Args: plain: words without scores; written: words as the list writes them, not as letters.

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

    The file is written beside itself and renamed when it is whole; it carries no date, so the same
    words make the same bytes.

    Args: words, plain, written: as `list_lines` has them; path: where to.
    Raises: OptionError: the file cannot be written.
    """
    target = Path(path)
    text = "".join(f"{line}\n" for line in list_lines(words, plain=plain, written=written))
    write_file(target, _pack(text.encode(), target.suffix.lower()), OptionError)


def _pack(data: bytes, suffix: str) -> bytes:
    if suffix == ".xz":
        return lzma.compress(data)
    if suffix != ".gz":
        return data
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=0) as file:
        file.write(data)
    return out.getvalue()
