"""What files of other programs call kinds of puzzles."""

from __future__ import annotations

from collections.abc import Mapping

from satcross import FormatError
from satcross.extend import CROSSWORD, PuzzleKind, kinds

# Other kinds say it themselves, in `PuzzleKind.names`.
_CROSSWORDS = {"ipuz": ("http://ipuz.org/crossword#1",), "jpz": ("crossword",)}
# By format, the name of each kind of satcross. A file of a kind whose room is gone is refused:
# without this table it would be read as a crossword, which is wrong.
_KNOWN: Mapping[str, Mapping[str, str]] = {
    "ipuz": {
        "http://crosswordnexus.com/ipuz/coded#1": "codeword",
        "http://ipuz.org/fill#1": "fill-in",
        "http://ipuz.org/crossword/diagramless#1": "diagramless",
        "http://ipuz.org/crossword/arrowword#1": "arrow-word",
        "http://ipuz.org/acrostic#1": "acrostic",
    },
    "jpz": {"coded": "codeword", "clue": "arrow-word", "acrostic": "acrostic"},
    "puz": {"0401": "diagramless"},
    "across-text": {":": "diagramless"},
    "exolve": {"*": "diagramless"},
}


def names_in(format_name: str, kind: PuzzleKind) -> tuple[str, ...]:
    """What files of a format call a kind, as of `PuzzleKind.names`; none if they cannot hold it."""
    of_format = _CROSSWORDS if kind is CROSSWORD else kind.names
    return of_format.get(format_name, ())


def kind_in(format_name: str, name: str, source: str) -> PuzzleKind | None:
    """The kind that a file of a format has this name for; None for a name that nobody knows.

    Args: source: the file's name, for errors.

    Raises:
        FormatError: it is a kind of satcross that is not installed.
    """
    for kind in kinds():
        if name in names_in(format_name, kind)[-1:]:
            return kind
    if absent := _KNOWN.get(format_name, {}).get(name):
        raise FormatError(
            f"puzzles of the kind {absent} are not supported by this installation",
            hint="install satcross whole",
            source=source,
        )
    return None
