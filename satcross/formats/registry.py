"""The formats there are, and which one a file is in."""

from __future__ import annotations

from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING

from satcross.errors import OptionError

if TYPE_CHECKING:
    from satcross.formats.format import Format

# name: (title, suffixes, module with `read`, `write` and `KEEPS`)
_FORMATS: dict[str, tuple[str, tuple[str, ...], str]] = {
    "puz": ("Across Lite", (".puz",), "satcross.formats.puz"),
    "ipuz": ("ipuz", (".ipuz",), "satcross.formats.ipuz"),
    "jpz": ("Crossword Compiler XML", (".jpz",), "satcross.formats.jpz"),
    "xd": ("xd", (".xd",), "satcross.formats.xd"),
    "satcross": ("JSON of our own", (".json",), "satcross.formats.own"),
    "text": ("grid text", (".txt", ".grid"), "satcross.formats.plain"),
    "ruby-quiz": ("grid text, spaced", (), "satcross.formats.ruby_quiz"),
    "line": ("one line, row after row", (), "satcross.formats.line"),
    "hex": ("hexadecimal block pattern", (".hex",), "satcross.formats.pattern"),
}
NAMES = tuple(_FORMATS)


def format_named(name: str) -> Format:
    """The format called `name`.

    Raises:
        OptionError: there is none.
    """
    if name not in _FORMATS:
        raise OptionError(f"there is no format {name!r}", mend=f"choose one of {', '.join(NAMES)}")
    from satcross.formats.format import Format  # every fill asks for names; few for a format

    title, suffixes, where = _FORMATS[name]
    module = import_module(where)
    return Format(name, title, suffixes, module.read, module.write, module.KEEPS)


def format_name_of(path: str) -> str | None:
    """The name of the format that the ending of a file's name tells, or None."""
    suffix = PurePath(path).suffix.lower()
    return next((name for name, known in _FORMATS.items() if suffix in known[1]), None)
