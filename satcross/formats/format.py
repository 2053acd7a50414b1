"""What a format is: a name, the endings of its files, a reader and a writer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from satcross.crossword import Crossword
from satcross.formats.losses import Feature, Losses

Reader = Callable[[bytes, str], Crossword]
Writer = Callable[[Crossword, Losses], bytes]

MAX_FILE = 16 << 20  # bytes; a crossword with all its clues is a few thousand


@dataclass(frozen=True, slots=True)
class Format:
    """A format of crossword files.

    Args:
        name: as `--from` and `--to` have it.
        title: for people.
        suffixes: endings of its files, with the dot, in lower case; the first is the usual one.
        read: the crossword in a file's bytes. Raises FormatError or GridError, and nothing else,
            whatever the bytes are; the second argument names the file in them.
        write: a crossword as a file's bytes. What the format cannot hold it tells `Losses`, and
            leaves it out.
        keeps: what files of the format can hold.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    read: Reader
    write: Writer
    keeps: frozenset[Feature]
