"""Word searches as text and JSON.

Text is as in Ruby Quiz 159: the square with its letters apart by blanks, and a solution in which
all that is no word is a dot, and the letters of a word are tied by `-`, `|`, `\\` and `/` (`X`
where two diagonals pass each other):

    C-A-T .
      |
    . P . .

The JSON form is one object a line, schema `satcross.wordsearch/1`:

- `schema`: that name; `number`: 1 for the first of the run; `seed`: that makes this one again; null
  where a solver of the user's made it.
- `columns`, `rows`: of the rectangle about the board; `square`: the rows, as strings of letters,
  with a blank for what is not on the board.
- `alphabet`: its letters; `message`: what the cells without a word spell, or "".
- `words`: in the list's order, each with `word` (its letters), `written`, `row` and `col` of its
  first letter (0-based) and `direction` ("E", "SE", …).
- `figures`: what `report` counts: `words`, `cells`, `crossings`, `interior`, `parallel`,
  `triangles`, `rectangles`, `density`, `directions` (words by direction).
- `most_crossings`: true when it is proved that no layout has more crossings.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from satcross.wordsearch.headings import HEADINGS
from satcross.wordsearch.layout import Layout, parallel_pairs, rings
from satcross.wordsearch.results import WordSearch
from satcross.wordsearch.words import HiddenWord

SCHEMA = "satcross.wordsearch/1"
_LINE = 78  # characters of a line of the list
_DOT = "."


@dataclass(frozen=True, slots=True)
class Figures:
    """How interesting a layout is.

    Args:
        words, cells: how many.
        crossings: as `layout.crossings_of` counts; interior: those at no end of either word.
        parallel: pairs of words side by side, as `layout.parallel_pairs` counts.
        triangles, rectangles: rings of three and of four words, as `layout.rings` counts.
        density: the part of the cells in which words stand.
        directions: by name, how many words run so; all eight, in the order of `HEADINGS`.
    """

    words: int
    cells: int
    crossings: int
    interior: int
    parallel: int
    triangles: int
    rectangles: int
    density: float
    directions: dict[str, int]


def figures_of(layout: Layout) -> Figures:
    """The figures of a layout."""
    crossings = layout.crossings
    used = layout.headings()
    return Figures(
        len(layout.words),
        layout.board.n_cells,
        len(crossings),
        sum(crossing.interior for crossing in crossings),
        len(parallel_pairs(layout.board, layout.placements)),
        rings(crossings, 3),
        rings(crossings, 4),
        layout.density,
        {heading.name: used.get(heading.name, 0) for heading in HEADINGS},
    )


def report_text(layout: Layout) -> str:
    """The figures as lines for people."""
    figures = figures_of(layout)
    board = layout.board
    ways = " ".join(f"{name} {n}" for name, n in figures.directions.items() if n)
    rows = (
        ("board", f"{board.n_cols}x{board.n_rows}, {figures.cells} cells"),
        ("words", str(figures.words)),
        ("crossings", f"{figures.crossings}, {figures.interior} of them interior"),
        ("parallel pairs", str(figures.parallel)),
        ("triangles", str(figures.triangles)),
        ("rectangles", str(figures.rectangles)),
        ("directions", ways),
        ("density", f"{figures.density:.2f}"),
    )
    return "\n".join(f"{name:<16}{value}" for name, value in rows)


def square_text(made: WordSearch) -> str:
    """The square, letters apart by blanks."""
    return "\n".join(" ".join(row).rstrip() for row in made.rows())


def search_text(made: WordSearch) -> str:
    """The square, and under it the list in columns."""
    return f"{square_text(made)}\n\n{list_text(made)}"


def solution_text(layout: Layout) -> str:
    """Where the words stand: letters tied by lines, all other cells as dots."""
    board = layout.board
    n = board.n_cols
    canvas = [[" "] * (2 * n - 1) for _ in range(2 * board.n_rows - 1)]
    for cell in board.cells:
        row, col = divmod(cell, n)
        canvas[2 * row][2 * col] = layout.letters.get(cell, _DOT)
    for row, col, tie in _ties(layout):
        before = canvas[row][col]
        canvas[row][col] = "X" if {before, tie} == {"/", "\\"} else tie
    return "\n".join("".join(line).rstrip() for line in canvas)


def _ties(layout: Layout) -> Iterator[tuple[int, int, str]]:
    """Line, column and sign of everything between two letters of a word."""
    marks = {(0, 1): "-", (1, 0): "|", (1, 1): "\\", (1, -1): "/"}
    for placement in layout.placements:
        mark = marks[placement.heading.axis]
        for cell in placement.cells[:-1]:
            row, col = divmod(cell, layout.board.n_cols)
            yield 2 * row + placement.heading.row, 2 * col + placement.heading.col, mark


def sorted_words(made: WordSearch) -> list[HiddenWord]:
    """The list as people look things up in it: by the alphabet."""
    return sorted(made.layout.words, key=lambda word: made.alphabet.codes(word.letters))


def list_text(made: WordSearch) -> str:
    """The list as written, sorted, in columns that are read downwards."""
    written = [word.written for word in sorted_words(made)]
    width = max(map(len, written)) + 2
    n_columns = max(1, min(_LINE // width, len(written)))
    n_rows = -(-len(written) // n_columns)
    lines = ["".join(f"{text:<{width}}" for text in written[i::n_rows]) for i in range(n_rows)]
    return "\n".join(line.rstrip() for line in lines)


def search_json(
    made: WordSearch, *, number: int, seed: int | None, most_crossings: bool = False
) -> str:
    """One line of JSON, in the schema that this module describes.

    Args:
        made: the word search.
        number: its place in the run, from 1.
        seed: that makes it again; None if no seed does.
        most_crossings: whether it is proved that no layout has more crossings.
    """
    layout = made.layout
    figures = figures_of(layout)
    words: list[dict[str, Any]] = []
    for word, placement in zip(layout.words, layout.placements, strict=True):
        row, col = divmod(placement.cells[0], layout.board.n_cols)
        words.append(
            {
                "word": word.letters,
                "written": word.written,
                "row": row,
                "col": col,
                "direction": placement.heading.name,
            }
        )
    data = {
        "schema": SCHEMA,
        "number": number,
        "seed": seed,
        "columns": layout.board.n_cols,
        "rows": layout.board.n_rows,
        "square": made.rows(),
        "alphabet": made.alphabet.letters,
        "message": made.message,
        "words": words,
        "figures": {
            "words": figures.words,
            "cells": figures.cells,
            "crossings": figures.crossings,
            "interior": figures.interior,
            "parallel": figures.parallel,
            "triangles": figures.triangles,
            "rectangles": figures.rectangles,
            "density": round(figures.density, 4),
            "directions": figures.directions,
        },
        "most_crossings": most_crossings,
    }
    return json.dumps(data, ensure_ascii=False)
