"""The kinds of puzzles in ipuz files.

The specification has URIs for crosswords, diagramless puzzles, acrostics and fill-ins. It has none
for codewords, for which XWord, jscrossword and Kotwords use that of Crossword Nexus.

Source: version 2.0.2 of the specification; the readers and writers of XWord, jscrossword, Kotwords,
Forkyz (acrostics alone) and libipuz, which allows acrostics to be crosswords as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from satcross.errors import FormatError
from satcross.model.crossword import Crossword, PuzzleKind

KIND = "http://ipuz.org/crossword#1"
# From the least to the most specific, as the specification wants it: programs that do not know the
# last one may show a crossword. Not a diagramless puzzle, of which that would show the blocks, and
# no arrow word, of which that would not show the clues.
KINDS: Mapping[PuzzleKind, list[str]] = {
    PuzzleKind.CROSSWORD: [KIND],
    PuzzleKind.CODEWORD: [KIND, "http://crosswordnexus.com/ipuz/coded#1"],
    PuzzleKind.FILL_IN: [KIND, "http://ipuz.org/fill#1"],
    PuzzleKind.DIAGRAMLESS: ["http://ipuz.org/crossword/diagramless#1"],
    PuzzleKind.ACROSTIC: [KIND, "http://ipuz.org/acrostic#1"],
    PuzzleKind.ARROW_WORD: ["http://ipuz.org/crossword/arrowword#1"],
}
UNNUMBERED = frozenset({PuzzleKind.DIAGRAMLESS, PuzzleKind.FILL_IN})
"""The kinds whose usual numbers are not in their cells, where solvers would see them."""
_KIND_OF_NAME = {
    uris[-1].removeprefix("http://").partition("#")[0]: kind for kind, uris in KINDS.items()
}
_SITE = re.compile(r"https?://(?:www\.)?")
_CROSSWORDS = re.compile(r"ipuz\.org/crossword\b|libipuz\.org/(?:barred|filippine)")


def kind_of(top: Mapping[str, Any], source: str) -> PuzzleKind:
    """The kind of the puzzle with these fields.

    Raises:
        FormatError: they have no kind, or another one.
    """
    kinds = top.get("kind")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if not isinstance(kinds, list) or not kinds:
        raise FormatError(
            "the file has no kind", hint=f'for a crossword it is ["{KIND}"]', source=source
        )
    known = [kind for uri in kinds if isinstance(uri, str) and (kind := _kind_of_uri(uri))]
    if not known:
        raise FormatError(
            f"the kind of puzzle is {str(kinds[0])[:60]!r}",
            hint="only crosswords, codewords, diagramless puzzles, arrow words, fill-ins and"
            " acrostics can be read",
            source=source,
        )
    return next((kind for kind in known if kind is not PuzzleKind.CROSSWORD), known[0])


def is_of_kind(top: Mapping[str, Any], kind: PuzzleKind) -> bool:
    """Whether the puzzle with these fields is of this kind."""
    with suppress(FormatError):
        return kind_of(top, "") is kind
    return False


def has_usual_labels(crossword: Crossword) -> bool:
    """Whether the labels of the squares are the usual numbers of a crossword."""
    if not any(square.label for square in crossword.squares):
        return False
    plain = replace(crossword, kind=PuzzleKind.CROSSWORD).without_usual_labels()
    return not any(square.label for square in plain.squares)


def _kind_of_uri(uri: str) -> PuzzleKind | None:
    site = _SITE.match(uri)
    if site is None:
        return None
    name = uri[site.end() :].partition("#")[0].rstrip("/")
    usual = PuzzleKind.CROSSWORD if _CROSSWORDS.match(name) else None
    return _KIND_OF_NAME.get(name, usual)
