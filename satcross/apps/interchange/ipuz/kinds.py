"""The kinds of puzzles in ipuz files.

Each kind has its URIs in `names`: those of the specification, or what other programs use.

Source: version 2.0.2 of the specification; the readers and writers of XWord, jscrossword, Kotwords,
Forkyz (acrostics alone) and libipuz, which allows acrostics to be crosswords as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from satcross import Crossword, FormatError
from satcross.apps.interchange.kinds import kind_in, names_in
from satcross.extend import CROSSWORD, PuzzleKind, kinds
from satcross.model.kinds import broken_kinds

_NAME = "ipuz"
ARROWED = "http://ipuz.org/crossword/arrowword#1"  # of a puzzle with clues in its cells
_SITE = re.compile(r"https?://(?:www\.)?")
_CROSSWORDS = re.compile(r"ipuz\.org/crossword\b|libipuz\.org/(?:barred|filippine)")


def kind_of(top: Mapping[str, Any], source: str) -> PuzzleKind:
    """The kind of the puzzle with these fields.

    Raises:
        FormatError: they have no kind, another one, or one whose package cannot be used.
    """
    uris = top.get("kind")
    uris = [uris] if isinstance(uris, str) else uris
    if not isinstance(uris, list) or not uris:
        (usual,) = uris_of(CROSSWORD)
        raise FormatError(
            "the file has no kind", hint=f'for a crossword it is ["{usual}"]', source=source
        )
    found = {uri: _kind_of_uri(uri, source) for uri in uris if isinstance(uri, str)}
    known = [kind for kind in found.values() if kind]
    if unknown := [uri for uri, kind in found.items() if kind is None]:
        _refuse_broken(unknown, source)
    if not known:
        readable = [kind.value for kind in kinds() if names_in(_NAME, kind)]
        raise FormatError(
            f"the kind of puzzle is {str(uris[0])[:60]!r}",
            hint=f"only these can be read: {', '.join(readable)}",
            source=source,
        )
    return next((kind for kind in known if kind is not CROSSWORD), known[0])


def _refuse_broken(uris: Sequence[str], source: str) -> None:
    """Raise FormatError if URIs that nobody knows may be of a kind whose package is broken.

    What such a kind is called in files is only known once it can be imported. Without this, its
    puzzles would be read as crosswords.
    """
    for name, error in broken_kinds().items():
        for uri in uris:
            if uri.partition("#")[0].rstrip("/").rpartition("/")[2] == name:
                raise FormatError(error.problem, hint=error.hint, source=source)
    for error in broken_kinds().values():
        problem = f"the kind {uris[-1][:60]!r} may be one that cannot be used: {error.problem}"
        raise FormatError(problem, hint=error.hint, source=source)


def uris_of(kind: PuzzleKind) -> list[str]:
    """The URIs of a kind, from the least to the most specific, as the specification wants it.

    Programs that do not know the last one may show what the first one says. So a crossword is not
    the first where that would show blocks that are hidden, or not show clues in cells.
    """
    return list(names_in(_NAME, kind))


def hides_numbers(kind: PuzzleKind) -> bool:
    """Whether the usual numbers are not in the cells, where solvers would see them."""
    return kind.hides_diagram or not kind.has_labels


def is_of_kind(top: Mapping[str, Any], kind: PuzzleKind) -> bool:
    """Whether the puzzle with these fields is of this kind."""
    with suppress(FormatError):
        return kind_of(top, "") is kind
    return False


def has_usual_labels(crossword: Crossword) -> bool:
    """Whether the labels of the squares are the usual numbers of a crossword."""
    if not any(square.label for square in crossword.squares):
        return False
    plain = replace(crossword, kind=CROSSWORD).without_usual_labels()
    return not any(square.label for square in plain.squares)


def _kind_of_uri(uri: str, source: str) -> PuzzleKind | None:
    site = _SITE.match(uri)
    if site is None:
        return None
    name = uri[site.end() :].partition("#")[0].rstrip("/")
    found = kind_in(_NAME, f"http://{name}#1", source)
    return CROSSWORD if found is None and _CROSSWORDS.match(name) else found
