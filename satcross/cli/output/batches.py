"""Thousands of fills as text, CSV or JSON lines, from rows of letters.

Each function takes a puzzle without a rebus and the cells that are the columns of its rows. It
returns a `RowWriter`. Templates have the text of one fill, into which the letters are put.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from satcross.model.grid import OPEN
from satcross.model.gridtext import shown_rows
from satcross.words.table import Codes, rows_as_bytes

if TYPE_CHECKING:
    from satcross.model.puzzle import Puzzle, Slot

RowWriter = Callable[[Codes, int], bytes]
"""What is written of rows, which come after a number of other fills."""
Chars = Callable[[Codes], npt.NDArray[Any]]
"""(fills, characters): the code points of the text of each, uint8 if all are ASCII, else uint32."""
Entries = Callable[[Codes], Iterator[tuple[list[str], list[int]]]]
"""By fill: the texts of its entries, and the scores that count (`Fill.scores`)."""


def chars_of(puzzle: Puzzle, cells: tuple[int, ...], text: Callable[[list[str]], str]) -> Chars:
    """Puts letters into a text in which everything else stays.

    Args: text: from the characters of all cells of the grid to the text of one fill.
    """
    letters = puzzle.texts
    chars = list(puzzle.grid.cells)
    for cell in cells:
        chars[cell] = letters[0]
    whole = text(chars)
    dtype: npt.DTypeLike = np.uint8 if (whole + "".join(letters)).isascii() else np.uint32
    template = np.array([ord(char) for char in whole], dtype=dtype)
    codes = np.array([ord(letter) for letter in letters], dtype=dtype)
    other = letters[1] if len(letters) > 1 else OPEN
    places: list[int] = []
    for cell in cells:
        chars[cell] = other
        changed = text(chars)
        chars[cell] = letters[0]
        (place,) = [i for i, (a, b) in enumerate(zip(whole, changed, strict=True)) if a != b]
        places.append(place)

    def put(rows: Codes) -> npt.NDArray[Any]:
        out = np.tile(template, (len(rows), 1))
        out[:, places] = codes[rows]
        return out

    return put


def entries_of(
    puzzle: Puzzle,
    cells: tuple[int, ...],
    text: Callable[[Slot, tuple[str, str], int | None], str],
) -> Entries:
    """Looks each word up once.

    Args: text: from a slot, its word and how it is read, and the word's score, None for a word that
        the list lacks, to the text of the entry.
    """
    column = {cell: i for i, cell in enumerate(cells)}
    given = {slot for slot in puzzle.slots if puzzle.given_codes(slot) is not None}
    known: dict[Slot, dict[bytes, tuple[str, int | None]]] = {slot: {} for slot in puzzle.slots}

    def entry_of(slot: Slot, letters: list[int]) -> tuple[str, int | None]:
        reading = puzzle.reading(slot, letters)
        score = puzzle.listed.score(reading)
        shown = text(slot, (puzzle.spelled(letters[: slot.n_letters]), reading), score)
        return shown, None if slot in given else score

    def of_slot(slot: Slot, rows: Codes) -> list[tuple[str, int | None]]:
        mine, found = known[slot], []
        words = np.ascontiguousarray(rows[:, [column[cell] for cell in slot.cells]])
        for row, codes in enumerate(rows_as_bytes(words)):
            entry = mine.get(codes)
            if entry is None:
                entry = mine[codes] = entry_of(slot, words[row].tolist())
            found.append(entry)
        return found

    def look_up(rows: Codes) -> Iterator[tuple[list[str], list[int]]]:
        for entries in zip(*[of_slot(slot, rows) for slot in puzzle.slots], strict=True):
            yield (
                [shown for shown, _ in entries],
                [score for _, score in entries if score is not None],
            )

    return look_up


def text_rows(puzzle: Puzzle, cells: tuple[int, ...]) -> RowWriter:
    """Fills as `str(fill)` has them, with an empty line between two."""
    grid = puzzle.grid
    is_row = grid.n_rows == 1  # which is written by what is in it

    def text(chars: list[str]) -> str:
        filled = grid.with_cells(chars)
        return f"\n{filled.lines()[0] if is_row else filled}\n"

    put = chars_of(puzzle, cells, text)

    def write(rows: Codes, n_before: int) -> bytes:
        chars = put(rows)
        data = chars.tobytes()
        if chars.dtype != np.uint8:
            data = data.decode("utf-32-le" if np.little_endian else "utf-32-be").encode()
        if is_row:
            lines = data.decode().split("\n")
            data = "\n".join(shown_rows([line])[0] for line in lines).encode()
        return data if n_before else data[1:]

    return write


def json_rows(puzzle: Puzzle, cells: tuple[int, ...]) -> RowWriter:
    """Fills as lines of JSON, in the schema of `satcross.cli.output.fill_view`."""
    import json

    from satcross.cli.output.fill_view import FILL_SCHEMA, entry_data

    grid, listed = puzzle.grid, puzzle.listed
    given = {slot for slot in puzzle.slots if puzzle.given_codes(slot) is not None}

    def entry_text(slot: Slot, words: tuple[str, str], score: int | None) -> str:
        known = (listed.written(words[1]), score, slot in given)
        return json.dumps(entry_data(slot, grid, words, known), ensure_ascii=False)

    def grid_text(chars: list[str]) -> str:
        return json.dumps(grid.with_cells(chars).lines(), ensure_ascii=False)

    look_up, put = entries_of(puzzle, cells, entry_text), chars_of(puzzle, cells, grid_text)
    head = f'{{"schema": {json.dumps(FILL_SCHEMA)}, "number": '

    def write(rows: Codes, n_before: int) -> bytes:
        chars = put(rows)
        encoding = "ascii" if chars.dtype == np.uint8 else "utf-32"
        lines: list[str] = []
        for number, (line, (entries, scores)) in enumerate(
            zip(chars, look_up(rows), strict=True), start=n_before + 1
        ):
            lowest = min(scores) if scores else "null"
            lines.append(
                f'{head}{number}, "grid": {line.tobytes().decode(encoding)},'
                f' "score": {sum(scores)}, "lowest_score": {lowest},'
                f' "entries": [{", ".join(entries)}]}}\n'
            )
        return "".join(lines).encode()

    return write


def csv_rows(puzzle: Puzzle, cells: tuple[int, ...]) -> RowWriter:
    """Fills as CSV: a line each, with the words of its entries, after the names of the slots."""
    from satcross.cli.output.fill_view import csv_head, csv_line

    look_up = entries_of(puzzle, cells, lambda _, words, __: words[0])

    def write(rows: Codes, n_before: int) -> bytes:
        head = "" if n_before else f"{csv_head(puzzle.slots)}\n"
        lines = [csv_line(words, scores) + "\n" for words, scores in look_up(rows)]
        return (head + "".join(lines)).encode()

    return write
