"""Broken files, from good ones, and what a reader may do with them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from support.crossword_text import crossword_text
from support.tasks import little_work

from fuzz.readers.mutate import broken_bytes, swapped_json
from satcross.errors import FormatError, GridError, InputError
from satcross.formats.losses import Losses
from satcross.formats.reading import load_crossword
from satcross.model.crossword import Crossword

__all__ = ["broken_bytes", "check_read", "corpus", "swapped_json"]


def check_read(
    data: bytes,
    read: Callable[[bytes, str], Crossword],
    write: Callable[[Crossword, Losses], bytes],
) -> bool:
    """A reader either refuses in one line, or what it reads can be written and read again.

    Returns: whether it was read.
    """
    crossword, message = None, ""
    with little_work():
        try:
            crossword = read(data, "broken")
        except (FormatError, GridError) as error:
            message = str(error)
    if crossword is None:
        assert message.startswith("broken")
        assert "\n" not in message
        assert len(message) < 300, message
        return False
    again = read(write(crossword, Losses("fuzz")), "written")
    assert crossword_text(again) == crossword_text(crossword)
    return True


def corpus(folder: Path, suffix: str) -> list[Path]:
    """The files of a corpus, sorted: those of kinds that are installed."""
    return [path for path in sorted(folder.glob(f"*{suffix}")) if _is_known(path)]


@cache
def _is_known(path: Path) -> bool:
    try:
        load_crossword(path)
    except InputError as error:
        return "not supported by this installation" not in str(error)
    return True
