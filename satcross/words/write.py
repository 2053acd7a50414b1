"""Writing word lists: `WORD;score` lines, plain or compressed."""

from __future__ import annotations

import gzip
import io
import lzma
import os
from collections.abc import Iterator
from pathlib import Path

from satcross.errors import OptionError
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
    source = os.fspath(path)
    if target.is_dir():
        raise OptionError("this is a directory", mend="name a file in it", source=source)
    text = "".join(f"{line}\n" for line in list_lines(words, plain=plain, written=written))
    data = _pack(text.encode(), target.suffix.lower())
    try:
        _replace(target, data)
    except FileNotFoundError:
        raise OptionError(
            f"there is no directory {str(target.parent)!r}", mend="make it first", source=source
        ) from None
    except OSError as error:
        raise OptionError(f"the file cannot be written: {error.strerror}", source=source) from None


def _pack(data: bytes, suffix: str) -> bytes:
    if suffix == ".xz":
        return lzma.compress(data)
    if suffix != ".gz":
        return data
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=0) as file:
        file.write(data)
    return out.getvalue()


def _replace(target: Path, data: bytes) -> None:
    if target.exists() and not target.is_file():  # a device or pipe: nothing to rename over
        target.write_bytes(data)
        return
    target = target.resolve()  # through a link, to what it stands for
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("xb") as file:
            file.write(data)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
