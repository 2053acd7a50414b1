"""A crossword as content of the H5P library `H5P.Crossword` 0.5.

The file has the content alone: the platform has the library. Its words have fixed places. The
library places them one by one and refuses a word beside letters that it does not cross, so they
are in an order in which each can be placed. Where two rows and two columns of letters meet there
is none: such a grid is refused.
Source: `semantics.json` and the generator of O. Tacke, h5p-crossword.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from html import escape
from typing import Any

from satcross import Crossword, FormatError
from satcross.apps.interchange.platforms.questions import not_longer, title_of
from satcross.extend import (
    Direction,
    Feature,
    Light,
    Losses,
    find_slots,
    some_of,
    spelled,
    supported_pattern,
    zip_of,
)

KEEPS = frozenset({
    Feature.SIZE, Feature.VOIDS, Feature.LETTERS, Feature.MARKS, Feature.CLUES, Feature.TITLE,
    Feature.AUTHOR, Feature.COPYRIGHT, Feature.NOTES, Feature.TEXT,
})  # fmt: skip
_MAX_SIDE = 100  # of the library's grid
_LEAST_WORDS = 2
_SHOWN = 3
# In bytes: H5P's validator in PHP compares these texts as bytes, and not as characters.
_LONGEST_NAME = 255
_LONGEST_RIGHTS = 5000


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword as a file to upload in the H5P editor.

    Raises:
        FormatError: a clue or a letter is missing, or the library could not show the grid.
    """
    losses.drop_unsupported(crossword, KEEPS)
    if max(crossword.n_rows, crossword.n_cols) > _MAX_SIDE:
        raise FormatError(f"h5p cannot hold a grid of more than {_MAX_SIDE} rows or columns")
    pattern = supported_pattern(crossword, KEEPS)
    slots = find_slots(pattern)
    clues = losses.clues_in_place(crossword, slots)
    texts = {at: " ".join(clue.text.split()) for at, clue in clues.items()}
    missing = [f"{slot.number} {slot.heading}" for slot in slots if not texts.get(slot.index)]
    if missing:
        raise FormatError(
            f"these entries have no clue: {some_of(missing, _SHOWN)}",
            hint="write them, or give --clues FILE",
        )
    unknown = [
        clues[slot.index].name for slot in slots if not spelled(crossword.squares, slot.cells)
    ]
    if unknown:
        raise FormatError(
            f"these entries have no answer: {some_of(unknown, _SHOWN)}", hint="fill the grid first"
        )
    if len(slots) < _LEAST_WORDS:
        raise FormatError(f"h5p needs {_LEAST_WORDS} words or more, got {len(slots)}")
    words = [
        {
            "clue": escape(texts[slot.index]),
            "answer": spelled(crossword.squares, slot.cells),
            "fixWord": True,
            "row": 1 + slot.cells[0] // crossword.n_cols,
            "column": 1 + slot.cells[0] % crossword.n_cols,
            "orientation": "across" if slot.direction is Direction.ACROSS else "down",
        }
        for slot in _placeable(slots, crossword.n_cols)
    ]
    # The library reads this list when answers are checked, and has no default for it.
    content: dict[str, Any] = {"words": words, "overallFeedback": [{"from": 0, "to": 100}]}
    if crossword.notes.strip():
        content["taskDescription"] = f"<div>{escape(crossword.notes.strip())}</div>"
    if word := crossword.solution_word:
        content["solutionWord"] = word
    about = {"author": crossword.author, "rights": crossword.copyright}
    return packed(
        "H5P.Crossword", (0, 5), content, title=title_of(crossword, losses.language), **about
    )


def packed(
    library: str,
    version: tuple[int, int],
    content: dict[str, Any],
    *,
    title: str,
    author: str = "",
    rights: str = "",
) -> bytes:
    """A file with content of a library.

    Args: version: of the library, major and minor; rights: the copyright line.

    Raises:
        FormatError: H5P refuses a title, an author or a copyright line of this length.
    """
    major, minor = version
    author = not_longer(author, "author", _LONGEST_NAME, unit="bytes")
    rights = not_longer(rights, "copyright line", _LONGEST_RIGHTS, unit="bytes")
    about: dict[str, Any] = {
        "title": not_longer(title, "title", _LONGEST_NAME, unit="bytes"),
        "language": "und",
        "defaultLanguage": "en",
        "mainLibrary": library,
        "embedTypes": ["iframe"],
        "license": "U",
        "preloadedDependencies": [
            {"machineName": library, "majorVersion": str(major), "minorVersion": str(minor)}
        ],
    }
    if author:
        about["authors"] = [{"name": author, "role": "Author"}]
    if rights:
        about["licenseExtras"] = rights
    return zip_of(
        {
            "h5p.json": json.dumps(about, ensure_ascii=False),
            "content/content.json": json.dumps(content, ensure_ascii=False),
        }
    )


def _placeable(slots: Sequence[Light], n_cols: int) -> list[Light]:
    """The slots in an order in which the library can place them: it begins with the longest.

    Raises:
        FormatError: there is none.
    """
    placed: list[Light] = []
    letters: set[int] = set()
    open_ = {cell for slot in slots for cell in slot.cells}
    left = sorted(slots, key=lambda slot: -len(slot.cells))
    while left:
        next_ones = [slot for slot in left if len(slot.cells) == len(left[0].cells)]
        slot = next((each for each in next_ones if _fits(each, letters, open_, n_cols)), None)
        if slot is None:
            first = left[0]
            raise FormatError(
                f"h5p has no words side by side, as at {first.number} {first.heading}",
                hint="use words that only cross, as satcross freeform arranges them; or write a"
                " SCORM package, as in -o crossword.zip",
            )
        left.remove(slot)
        placed.append(slot)
        letters |= set(slot.cells)
    return placed


def _fits(slot: Light, letters: set[int], open_: Collection[int], n_cols: int) -> bool:
    """Whether the library places a word beside the letters that are there.

    Args: letters: where there are letters; open_: where there will be some.
    """
    along, side = (1, n_cols) if slot.direction is Direction.ACROSS else (n_cols, 1)
    first, last = slot.cells[0], slot.cells[-1]
    ends = ((first - along, first), (last + along, last))
    # Behind a bar there are letters before or after it.
    if any(cell in open_ and _are_beside(cell, end, n_cols) for cell, end in ends):
        return False
    return not letters.issuperset(slot.cells) and not any(
        beside in letters and _are_beside(beside, cell, n_cols)
        for cell in slot.cells
        if cell not in letters
        for beside in (cell - side, cell + side)
    )


def _are_beside(one: int, other: int, n_cols: int) -> bool:
    """Whether two positions that differ by a step share a side: not across the grid's edge."""
    return one // n_cols == other // n_cols or one % n_cols == other % n_cols
