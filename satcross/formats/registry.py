"""The list of formats, and the format of a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING

from satcross.errors import OptionError

if TYPE_CHECKING:  # every fill asks for the names of formats, few need a format
    from satcross.formats.losses import Feature, Losses
    from satcross.model.crossword import Crossword

MAX_FILE = 16 << 20  # bytes; a crossword with all its clues takes a few thousand


@dataclass(frozen=True, slots=True)
class Format:
    """A format of crossword files.

    Args:
        name: identifier, as in "puz".
        title: name for people.
        suffixes: file name extensions, with the dot, in lower case; the usual one first.
        read: reads the bytes of a file; the second argument names the file in errors. Raises
            FormatError or GridError, and nothing else, whatever the bytes are.
        write: the bytes of a file. What the format cannot hold is left out and reported to
            `Losses`.
        keeps: the features that files of the format can hold.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    read: Callable[[bytes, str], Crossword]
    write: Callable[[Crossword, Losses], bytes]
    keeps: frozenset[Feature]


# name: (title, suffixes, module with `read`, `write` and `KEEPS`)
_FORMATS: dict[str, tuple[str, tuple[str, ...], str]] = {
    "puz": ("Across Lite", (".puz",), "satcross.formats.puz.format"),
    "ipuz": ("ipuz", (".ipuz",), "satcross.formats.ipuz.format"),
    "jpz": ("Crossword Compiler XML", (".jpz",), "satcross.formats.jpz.format"),
    "xd": ("xd", (".xd",), "satcross.formats.xd.format"),
    "satcross": ("JSON of our own", (".json",), "satcross.formats.own"),
    "text": ("grid text", (".txt", ".grid"), "satcross.formats.text"),
    "ruby-quiz": ("grid text, spaced", (), "satcross.formats.ruby_quiz"),
    "line": ("one line, row after row", (), "satcross.formats.line"),
    "hex": ("hexadecimal block pattern", (".hex",), "satcross.formats.hex"),
}
NAMES = tuple(_FORMATS)


def format_named(name: str) -> Format:
    """The format called `name`.

    Raises:
        OptionError: there is no such format.
    """
    if name not in _FORMATS:
        raise OptionError(f"there is no format {name!r}", hint=f"choose one of {', '.join(NAMES)}")
    title, suffixes, where = _FORMATS[name]
    module = import_module(where)
    return Format(name, title, suffixes, module.read, module.write, module.KEEPS)


def format_name_of(path: str) -> str | None:
    """The name of the format with the extension of this file name, or None."""
    suffix = PurePath(path).suffix.lower()
    return next((name for name, known in _FORMATS.items() if suffix in known[1]), None)
