"""The formats there are, and which one a file is in."""

from __future__ import annotations

from importlib import import_module
from pathlib import PurePath

from satcross.errors import OptionError
from satcross.formats.format import Format, Reader, Writer

# name: (title, suffixes, module, what it can do)
_FORMATS: dict[str, tuple[str, tuple[str, ...], str, str]] = {
    "puz": ("Across Lite", (".puz",), "satcross.formats.puz", "rw"),
    "ipuz": ("ipuz", (".ipuz",), "satcross.formats.ipuz", "rw"),
    "jpz": ("Crossword Compiler XML", (".jpz",), "satcross.formats.jpz", "rw"),
    "xd": ("xd", (".xd",), "satcross.formats.xd", "rw"),
    "json": ("JSON of satcross", (".json",), "satcross.formats.own", "rw"),
    "text": ("grid text", (".txt", ".grid"), "satcross.formats.plain", "rw"),
    "ruby-quiz": ("grid text, spaced", (), "satcross.formats.ruby_quiz", "rw"),
    "hex": ("hexadecimal block pattern", (".hex",), "satcross.formats.pattern", "rw"),
    "line": ("one line, row after row", (), "satcross.formats.line", "rw"),
}
NAMES = tuple(_FORMATS)


def format_named(name: str) -> Format:
    """The format called `name`.

    Raises:
        OptionError: there is none.
    """
    if name not in _FORMATS:
        raise OptionError(f"there is no format {name!r}", mend=f"choose one of {', '.join(NAMES)}")
    title, suffixes, module, abilities = _FORMATS[name]

    def reader() -> Reader:
        read: Reader = import_module(module).read
        return read

    def writer() -> Writer:
        write: Writer = import_module(module).write
        return write

    return Format(
        name,
        title,
        suffixes,
        reader() if "r" in abilities else None,
        writer() if "w" in abilities else None,
    )


def format_name_of(path: str) -> str | None:
    """The name of the format that the ending of a file's name tells, or None."""
    suffix = PurePath(path).suffix.lower()
    return next((name for name, known in _FORMATS.items() if suffix in known[1]), None)
