"""Word searches as text and JSON.

Text is as in Ruby Quiz 159: the square with its letters separated by spaces, and a solution in
which all cells without a word are dots, and the letters of a word are joined by `-`, `|`, `\\` and
`/` (`X` where two diagonals pass each other):

    C-A-T .
      |
    . P . .

The JSON form is one object a line, schema `satcross.wordsearch/1`:

- `schema`: that name; `number`: 1 for the first of the run; `seed`: that makes this one again; null
  where no seed does.
- `columns`, `rows`: of the rectangle about the board; `square`: the rows, as strings of letters,
  with a space for what is not on the board; letters of several characters are in brackets.
- `alphabet`: its letters, spelled like that; `message`: what the cells without a word spell, or "".
- `words`: in the list's order, each with `word` (its letters), `written`, `row` and `col` of its
  first letter (0-based), `direction` ("E", "SE", …), and `clue`, "" where the list has none.
- `figures`: what `report` counts: `words`, `cells`, `crossings`, `interior`, `parallel`,
  `triangles`, `rectangles`, `density`, `directions` (words by direction).
- `bonus`: how many of the words, the last ones, are not in the list; `lower_case`: whether the
  square is shown so; `title`: above it; each only where there is one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from satcross import LATIN, Alphabet, FormatError, InputError
from satcross.apps.clues.words import HiddenWord
from satcross.apps.wordsearch.board import masked
from satcross.apps.wordsearch.headings import BY_NAME, HEADINGS
from satcross.apps.wordsearch.layout import WordRun, WordSearchLayout, parallel_pairs, rings
from satcross.apps.wordsearch.puzzle import WordSearch, in_brackets
from satcross.apps.wordsearch.verify import verify
from satcross.extend import counted, parse_alphabet
from satcross.formats.jsontext import load_json

SCHEMA = "satcross.wordsearch/1"
_DOT = "."
_CELL = re.compile(r"\[([^\[\]]+)\]|(.)", re.DOTALL)


def figures_of(layout: WordSearchLayout) -> dict[str, Any]:
    """Statistics of a layout, as the JSON form has them.

    Crossings are those of `layout.crossings_of`, the interior ones at no end of either word; pairs
    of words side by side those of `layout.parallel_pairs`; triangles and rectangles rings of words;
    density is the part of the cells in which words stand; directions are all eight.
    """
    crossings, used = layout.crossings, layout.headings()
    return {
        "words": len(layout.words),
        "cells": layout.board.n_squares,
        "crossings": len(crossings),
        "interior": sum(crossing.interior for crossing in crossings),
        "parallel": len(parallel_pairs(layout.board, layout.placements)),
        "triangles": rings(crossings, 3),
        "rectangles": rings(crossings, 4),
        "density": round(layout.density, 4),
        "directions": {heading.name: used.get(heading.name, 0) for heading in HEADINGS},
    }


def report_text(layout: WordSearchLayout) -> str:
    """The figures as lines for people."""
    figures = figures_of(layout)
    board = layout.board
    ways = " ".join(f"{name} {n}" for name, n in figures["directions"].items() if n)
    rows = (
        ("board", f"{board.n_cols}x{board.n_rows}, {counted(figures['cells'], 'cell')}"),
        ("words", str(figures["words"])),
        ("crossings", f"{figures['crossings']}, {figures['interior']} of them interior"),
        ("parallel pairs", str(figures["parallel"])),
        ("triangles", str(figures["triangles"])),
        ("rectangles", str(figures["rectangles"])),
        ("directions", ways),
        ("density", f"{layout.density:.2f}"),
    )
    return "\n".join(f"{name:<16}{value}" for name, value in rows)


def solution_text(
    layout: WordSearchLayout, alphabet: Alphabet = LATIN, *, lower_case: bool = False
) -> str:
    """Where the words stand: letters tied by lines, all other cells as dots."""
    board = layout.board
    n = board.n_cols
    texts = {cell: in_brackets(alphabet.text(symbol)) for cell, symbol in layout.letters.items()}
    if lower_case:
        texts = {cell: text.lower() for cell, text in texts.items()}
    width = max(map(len, texts.values()), default=1)
    canvas = [([" " * width, " "] * n)[:-1] for _ in range(2 * board.n_rows - 1)]
    for cell in board.squares:
        row, col = divmod(cell, n)
        canvas[2 * row][2 * col] = texts.get(cell, _DOT).ljust(width)
    for row, col, tie in _ties(layout):
        before = canvas[row][col]
        canvas[row][col] = "X" if {before, tie} == {"/", "\\"} else tie.ljust(len(before))
    return "\n".join("".join(line).rstrip() for line in canvas)


def _ties(layout: WordSearchLayout) -> Iterator[tuple[int, int, str]]:
    """Line, column and character of each join between two letters of a word."""
    marks = {(0, 1): "-", (1, 0): "|", (1, 1): "\\", (1, -1): "/"}
    for placement in layout.placements:
        mark = marks[placement.heading.axis]
        for cell in placement.cells[:-1]:
            row, col = divmod(cell, layout.board.n_cols)
            yield 2 * row + placement.heading.row, 2 * col + placement.heading.col, mark


def search_json(made: WordSearch, *, number: int) -> str:
    """One line of JSON, in the schema that this module describes.

    Args:
        made: the word search.
        number: its place in the run, from 1.
    """
    board = made.layout.board
    data = {
        "schema": SCHEMA,
        "number": number,
        "seed": made.seed,
        "columns": board.n_cols,
        "rows": board.n_rows,
        "square": made.rows(),
        "alphabet": made.alphabet.spelling,
        "message": made.message,
        "words": [asdict(word) for word in made.words],
        "figures": figures_of(made.layout),
        **({"bonus": made.n_bonus} if made.n_bonus else {}),
        **({"lower_case": True} if made.lower_case else {}),
        **({"title": made.title} if made.title else {}),
    }
    return json.dumps(data, ensure_ascii=False)


def is_file(data: bytes) -> bool:
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
        raise FormatError("the file has no word search", hint="check the file", source=source)
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
    placements: list[WordRun] = []
    for index, word in enumerate(data["words"]):
        symbols = alphabet.symbols(word["word"])
        heading = BY_NAME[word["direction"]]
        places = [
            (word["row"] + n * heading.row, word["col"] + n * heading.col)
            for n in range(len(symbols))
        ]
        if not all(0 <= row < n_rows and 0 <= col < n_cols for row, col in places):
            raise FormatError(f"{word['word']} stands outside the board")
        words.append(HiddenWord(word["word"], word["written"], word["clue"], symbols))
        positions = tuple(row * n_cols + col for row, col in places)
        placements.append(WordRun(index, positions, heading))
    faults = verify(rows, board, words, alphabet=alphabet, allow_inside=True)
    if faults:
        raise FormatError(str(faults[0]))
    n_bonus, lower_case = data.get("bonus", 0), data.get("lower_case", False)
    if type(n_bonus) is not int or not 0 <= n_bonus < len(words) or type(lower_case) is not bool:
        raise FormatError("the number of bonus words, or the case, is wrong")
    title = data.get("title", "")
    if not isinstance(title, str):
        raise FormatError("the title is no text")
    letters = {at: cell for at, cell in enumerate(cells) if cell != " "}
    return WordSearch(
        WordSearchLayout(board, tuple(words), tuple(placements)),
        alphabet,
        letters,
        message=data["message"],
        seed=data["seed"],
        n_bonus=n_bonus,
        lower_case=lower_case,
        title=title,
    )


def h5p_of(made: WordSearch, title: str = "") -> tuple[bytes, list[str]]:
    """The words as a file for H5P.FindTheWords, which hides them in a grid of its own.

    Returns: the file, and notes of what it leaves out.

    Raises: FormatError: as `satcross.apps.interchange.platforms.h5p_words.find_the_words`.
    """
    from satcross.apps.interchange.platforms.h5p_words import find_the_words, plain_words
    from satcross.extend import Texts

    phrases = Texts.of(made.language).phrases
    words, notes = plain_words((word.letters for word in made.sorted_words()), made.language)
    title = " ".join((title or made.title).split()) or phrases["Word search"]
    data = find_the_words(words, title=title, language=made.language)
    return data, ["the board: H5P hides the words in a grid of its own", *notes]
