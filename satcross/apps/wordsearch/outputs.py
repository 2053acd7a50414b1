"""What only word searches are written as: see `satcross.apps.wordsearch.files`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satcross.extend import Contents, Drawing, Output, Written
from satcross.rooms import rooms

if TYPE_CHECKING:
    from satcross.apps.wordsearch.puzzle import WordSearch

_HOLDS = frozenset({Contents.WORD_SEARCH})


def _text(made: WordSearch, _how: Drawing) -> Written:
    return Written(f"{made}\n".encode())


def _json(made: WordSearch, _how: Drawing) -> Written:
    from satcross.apps.wordsearch.files import search_json

    return Written(f"{search_json(made, number=1)}\n".encode())


def _h5p(made: WordSearch, how: Drawing) -> Written:
    from satcross.apps.wordsearch.files import h5p_of

    data, lost = h5p_of(made, how.title)
    return Written(data, tuple(lost))


# The package is written as that room writes it.
_PACKAGES = (
    (Output("h5p", "H5P: the words alone", (".h5p", ".words.h5p"), _HOLDS, _h5p),)
    if "apps/interchange" in rooms()
    else ()
)
OUTPUTS = (
    Output("text", "Text", (".txt", ".grid"), _HOLDS, _text, streams=True),
    Output("json", "satcross JSON", (".json",), _HOLDS, _json, streams=True),
    *_PACKAGES,
)
