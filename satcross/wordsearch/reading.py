"""Word searches from their JSON, as `satcross wordsearch -o X.json` writes it: see `files.py`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from satcross.errors import FormatError, InputError
from satcross.formats.jsontext import load_json
from satcross.words.alphabets import parse_alphabet
from satcross.wordsearch.board import masked
from satcross.wordsearch.files import SCHEMA
from satcross.wordsearch.headings import HEADINGS
from satcross.wordsearch.layout import Layout, Placement
from satcross.wordsearch.puzzle import WordSearch
from satcross.wordsearch.verify import verify
from satcross.wordsearch.words import HiddenWord

_CELL = re.compile(r"\[([^\[\]]+)\]|(.)", re.DOTALL)
_HEADINGS = {heading.name: heading for heading in HEADINGS}


def is_searches(data: bytes) -> bool:
    """Whether the bytes of a file look like word searches."""
    return SCHEMA.encode() in data[:200]


def searches_of(data: bytes, source: str) -> list[WordSearch]:
    """The word searches in a file, one a line; each is verified.

    Raises:
        FormatError: it is not of the schema, or a word does not stand where it should.
    """
    found: list[WordSearch] = []
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        try:
            found.append(_search(load_json(line, source)))
        except (KeyError, TypeError, ValueError, AttributeError, InputError) as error:
            why = error.args[0] if isinstance(error, InputError) else "a field is missing or wrong"
            raise FormatError(
                f"this is no word search: {why}",
                hint="write it again with satcross wordsearch",
                source=source,
                line=number,
            ) from None
    if not found:
        raise FormatError("there is no word search", hint="check the file", source=source)
    return found


def _search(data: Mapping[str, Any]) -> WordSearch:
    if data["schema"] != SCHEMA:
        raise FormatError(f"the schema must be {SCHEMA}")
    alphabet = parse_alphabet(data["alphabet"])
    rows: list[str] = data["square"]
    cells = [one or other for row in rows for one, other in _CELL.findall(row)]
    n_rows, n_cols = len(rows), data["columns"]
    board = masked(n_rows, n_cols, [cell != " " for cell in cells])
    words: list[HiddenWord] = []
    placements: list[Placement] = []
    for index, word in enumerate(data["words"]):
        symbols = alphabet.symbols(word["word"])
        heading = _HEADINGS[word["direction"]]
        places = [
            (word["row"] + n * heading.row, word["col"] + n * heading.col)
            for n in range(len(symbols))
        ]
        if not all(0 <= row < n_rows and 0 <= col < n_cols for row, col in places):
            raise FormatError(f"{word['word']} stands outside the board")
        words.append(HiddenWord(word["word"], word["written"], word["clue"], symbols))
        positions = tuple(row * n_cols + col for row, col in places)
        placements.append(Placement(index, positions, heading))
    faults = verify(rows, board, words, alphabet=alphabet, allow_inside=True)
    if faults:
        raise FormatError(str(faults[0]))
    n_bonus, lower_case = data.get("bonus", 0), data.get("lower_case", False)
    if type(n_bonus) is not int or not 0 <= n_bonus < len(words) or type(lower_case) is not bool:
        raise FormatError("the number of bonus words, or the case, is wrong")
    letters = {at: cell for at, cell in enumerate(cells) if cell != " "}
    return WordSearch(
        Layout(board, tuple(words), tuple(placements)),
        alphabet,
        letters,
        message=data["message"],
        seed=data["seed"],
        has_most_crossings=data["most_crossings"],
        n_bonus=n_bonus,
        lower_case=lower_case,
    )
