"""The list of formats, and the format of a file."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from satcross import rooms
from satcross.errors import OptionError

if TYPE_CHECKING:  # every fill asks for the names of formats, few need a format
    from satcross.formats.losses import Feature, Losses
    from satcross.model.crossword import Clue, Crossword
    from satcross.model.kinds import PuzzleKind

MAX_FILE = 16 << 20  # bytes; a crossword with all its clues takes a few thousand


@dataclass(frozen=True, slots=True)
class Format:
    """A format of crossword files.

    Args:
        name: identifier, as in "puz".
        title: name for people.
        suffixes: file name extensions, with the dot, in lower case; the usual one first.
        read: reads the bytes of a file; the second argument names the file in errors. Raises
            FormatError or GridError, and nothing else, whatever the bytes are. None for a format
            that is only written.
        write: the bytes of a file. What the format cannot hold is left out and reported to
            `Losses`. None for a format that is only read.
        keeps: the features that files of the format can hold.
        holds: whether they can hold a kind of puzzles; None where kinds say so, by their `names`.
        said_of_words: what a file says of the words that fill it: for a crossword, the name of its
            file and whether words are given by hand (`has_words`), keys of
            `satcross.words.choice.KEYS` and rules. None where files say nothing.
        unread_links: the clues of a crossword whose links nobody could read from a file: None for
            those of `satcross.model.linked.Links.unreadable`.
        lengths_apart: whether files have the lengths of answers beside the texts of clues.
        is_treated: whether entries may be treated, so that answers are not what squares spell.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    read: Callable[[bytes, str], Crossword] | None
    write: Callable[[Crossword, Losses], bytes] | None
    keeps: frozenset[Feature]
    holds: Callable[[PuzzleKind], bool] | None = None
    said_of_words: Callable[..., Any] | None = None
    unread_links: Callable[[Crossword], list[Clue]] | None = None
    lengths_apart: bool = False
    is_treated: bool = False

    @staticmethod
    def name_of(path: str) -> str | None:
        """The name of the format with the extension of this file name, or None."""
        ends = PurePath(path).name.lower()
        for known, name in _BY_SUFFIX.items():
            if ends.endswith(known) and ends != known:
                return name
        if PurePath(path).suffix.lower() in _NOT_FORMATS:
            return None
        of_plugins = sorted(_suffixes_of_plugins().items(), key=lambda pair: -pair[0].count("."))
        return next((name for known, name in of_plugins if ends.endswith(known)), None)

    @staticmethod
    def name_of_read(path: str) -> str | None:
        """The same for a file to read, which may be packed, as in `daily.ipuz.gz`."""
        pure = PurePath(path)
        return Format.name_of(str(pure.with_suffix("")) if pure.suffix.lower() in PACKED else path)

    def keeps_kind(self, kind: PuzzleKind) -> bool:
        """Whether files say that a puzzle is of this kind; so all do of crosswords."""
        if kind.value == "crossword":
            return True
        return self.name in kind.names if self.holds is None else self.holds(kind)


Known = tuple[str, tuple[str, ...], str]
"""The title of a format, its suffixes, and the module with its `KEEPS`, `read` and `write`, and
with what else a `Format` has: functions by their names, and constants such as `IS_TREATED`."""
_FUNCTIONS = ("read", "write", "holds", "said_of_words", "unread_links")
_CONSTANTS = ("lengths_apart", "is_treated")


def _of_rooms(name: str) -> dict[str, Known]:
    """The formats that rooms have, in tables of this name in their files `formats.py`."""
    found: dict[str, Known] = {}
    for module in rooms.modules("formats"):
        found |= getattr(module, name)
    return found


# Those of rooms first, which other programs have.
_FORMATS: dict[str, Known] = _of_rooms("FORMATS") | {
    "satcross": ("satcross", (".json",), "satcross.formats.own"),
    "text": ("Grid text", (".txt", ".grid"), "satcross.formats.text"),
    "ruby-quiz": ("Grid text of the Ruby quiz", (), "satcross.formats.ruby_quiz"),
    "line": ("Grid in one line", (), "satcross.formats.line"),
    "hex": ("Block pattern in hexadecimal", (".hex",), "satcross.formats.hex"),
}
NAMES = tuple(_FORMATS)
# For learning platforms, and only written.
_QUIZZES = _of_rooms("QUIZZES")
QUIZZES = tuple(_QUIZZES)
TABLE = _FORMATS | _QUIZZES
# Of other programs, and only read.
_READ = _of_rooms("READ_ONLY")
READ_ONLY = tuple(_READ)
_ALL = TABLE | _READ
# By extension. One of two parts comes before its last part, which is another format's.
_BY_SUFFIX = dict(
    sorted(
        ((suffix, name) for name, (_, suffixes, _) in _ALL.items() for suffix in suffixes),
        key=lambda pair: -pair[0].count("."),
    )
)


def format_named(name: str) -> Format:
    """The format called `name`: one of ours, or one that another package brings.

    Raises:
        OptionError: there is no such format, or its package is broken.
    """
    if name not in _ALL:
        return _of_plugin(name)
    title, suffixes, where = _ALL[name]
    module = import_module(where)
    more: dict[str, Any] = {each: getattr(module, each, None) for each in _FUNCTIONS}
    more |= {each: getattr(module, each.upper(), False) for each in _CONSTANTS}
    return Format(name, title, suffixes, keeps=module.KEEPS, **more)


def written_formats() -> list[Format]:
    """Every format that can be written, ours and those of other packages that are not broken."""
    from satcross import plugins

    found = [format_named(name) for name in TABLE]
    for name in plugins.names(plugins.FORMATS):
        with suppress(OptionError):
            found.append(format_named(name))
    return [format_ for format_ in found if format_.write is not None]


def _of_plugin(name: str) -> Format:
    from satcross import plugins

    found = plugins.load(plugins.FORMATS, name)
    if found is None:
        known = ", ".join((*_ALL, *plugins.names(plugins.FORMATS)))
        raise OptionError(f"there is no format {name!r}", hint=f"choose one of {known}")
    if not isinstance(found, Format) or found.name != name:
        raise OptionError(
            f"{name!r} of {plugins.package_of(plugins.FORMATS, name)} is not a Format of that name",
            hint="check it with satcross.testing.check_format",
            source=plugins.FORMATS,
        )
    return found


PACKED = (".gz", ".xz")  # what `satcross.packed` unpacks

# File names that need no look at other packages: none, pictures, word lists, clues.
_NOT_FORMATS = frozenset({
    "", ".svg", ".png", ".pdf", ".html", ".zip", ".dict", ".gz", ".xz", ".tsv", ".cnf",
})  # fmt: skip


@cache
def _suffixes_of_plugins() -> dict[str, str]:
    """The formats of other packages by file name extension; broken packages have none."""
    from satcross import plugins

    found: dict[str, str] = {}
    for name in plugins.names(plugins.FORMATS):
        with suppress(OptionError):
            for suffix in format_named(name).suffixes:
                found.setdefault(suffix, name)
    return found
