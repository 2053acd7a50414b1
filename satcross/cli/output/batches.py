"""Thousands of fills as text, CSV, JSON lines or a NumPy array, from rows of letters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
import numpy.typing as npt

from satcross.model.grid import OPEN
from satcross.words.table import Codes, rows_as_bytes

if TYPE_CHECKING:
    from satcross.model.puzzle import Puzzle, Slot

NPY_HEADER = 128  # bytes, of which most are spaces: the number of fills is known at the end


class CharRows:
    """Rows of letters put into a text in which everything else stays.

    Args:
        puzzle: without a rebus.
        cells: the columns of the rows.
        text: from the characters of all cells of the grid to the text of one fill.

    Fields:
        dtype: uint8 where all characters are ASCII, else uint32.
    """

    def __init__(
        self, puzzle: Puzzle, cells: tuple[int, ...], text: Callable[[list[str]], str]
    ) -> None:
        letters = puzzle.texts
        chars = list(puzzle.grid.cells)
        for cell in cells:
            chars[cell] = letters[0]
        whole = text(chars)
        self.dtype: npt.DTypeLike = np.uint8 if (whole + "".join(letters)).isascii() else np.uint32
        self._template = np.array([ord(char) for char in whole], dtype=self.dtype)
        self._letters = np.array([ord(letter) for letter in letters], dtype=self.dtype)
        other = letters[1] if len(letters) > 1 else OPEN
        self._places: list[int] = []
        for cell in cells:
            chars[cell] = other
            changed = text(chars)
            chars[cell] = letters[0]
            (place,) = [i for i, (a, b) in enumerate(zip(whole, changed, strict=True)) if a != b]
            self._places.append(place)

    def __call__(self, rows: Codes) -> npt.NDArray[Any]:
        """(fills, characters): the code points of the text of each fill."""
        out = np.tile(self._template, (len(rows), 1))
        out[:, self._places] = self._letters[rows]
        return out


class TextRows:
    """Fills as `str(fill)` has them, with an empty line between two.

    Args:
        puzzle: without a rebus.
        cells: the columns of the rows.
    """

    def __init__(self, puzzle: Puzzle, cells: tuple[int, ...]) -> None:
        grid = puzzle.grid
        self._chars = CharRows(
            puzzle, cells, lambda chars: "\n" + str(grid.with_cells(chars)) + "\n"
        )

    def __call__(self, rows: Codes, n_before: int) -> bytes:
        """The text of the rows, which come after `n_before` other fills."""
        chars = self._chars(rows)
        data = chars.tobytes()
        if chars.dtype != np.uint8:
            data = data.decode("utf-32-le" if np.little_endian else "utf-32-be").encode()
        return data if n_before else data[1:]


class EntryRows:
    """The entries of rows of letters, each word looked up once.

    Args:
        puzzle: without a rebus.
        cells: the columns of the rows.
        text: from a slot, its word and the word's score, None for a word that the list lacks, to
            the text of the entry.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        cells: tuple[int, ...],
        text: Callable[[Slot, tuple[str, str], int | None], str],
    ) -> None:
        self._puzzle = puzzle
        self._text = text
        column = {cell: i for i, cell in enumerate(cells)}
        self._slots = [(slot, [column[cell] for cell in slot.cells]) for slot in puzzle.slots]
        self._known: list[dict[bytes, tuple[str, int | None]]] = [{} for _ in self._slots]
        self._given = {slot for slot in puzzle.slots if puzzle.given_codes(slot) is not None}

    def __call__(self, rows: Codes) -> Iterator[tuple[list[str], list[int]]]:
        """By fill: the texts of its entries, and the scores that count (`Fill.scores`)."""
        by_slot = [
            self._entries(at, np.ascontiguousarray(rows[:, columns]))
            for at, (_, columns) in enumerate(self._slots)
        ]
        for entries in zip(*by_slot, strict=True):
            yield (
                [text for text, _ in entries],
                [score for _, score in entries if score is not None],
            )

    def _entries(self, at: int, words: Codes) -> list[tuple[str, int | None]]:
        slot, known = self._slots[at][0], self._known[at]
        found: list[tuple[str, int | None]] = []
        for row, codes in enumerate(rows_as_bytes(words)):
            entry = known.get(codes)
            if entry is None:
                letters = words[row].tolist()
                reading = self._puzzle.reading(slot, letters)
                score = self._puzzle.listed.score(reading)
                text = self._text(
                    slot, (self._puzzle.spelled(letters[: slot.n_letters]), reading), score
                )
                entry = known[codes] = text, None if slot in self._given else score
            found.append(entry)
        return found


class JsonRows:
    """Fills as lines of JSON, in the schema of `satcross.cli.output.fill_view`.

    Args:
        puzzle: without a rebus.
        cells: the columns of the rows.
    """

    def __init__(self, puzzle: Puzzle, cells: tuple[int, ...]) -> None:
        import json

        from satcross.cli.output.fill_view import FILL_SCHEMA, entry_data

        grid, listed = puzzle.grid, puzzle.listed
        given = {slot for slot in puzzle.slots if puzzle.given_codes(slot) is not None}

        def entry_text(slot: Slot, words: tuple[str, str], score: int | None) -> str:
            known = (listed.written(words[1]), score, slot in given)
            return json.dumps(entry_data(slot, grid, words, known), ensure_ascii=False)

        self._entries = EntryRows(puzzle, cells, entry_text)
        self._grids = CharRows(
            puzzle,
            cells,
            lambda chars: json.dumps(grid.with_cells(chars).lines(), ensure_ascii=False),
        )
        self._head = f'{{"schema": {json.dumps(FILL_SCHEMA)}, "number": '

    def __call__(self, rows: Codes, n_before: int) -> bytes:
        """The lines of the rows, which come after `n_before` other fills."""
        chars = self._grids(rows)
        grids = [
            line.tobytes().decode("ascii" if chars.dtype == np.uint8 else "utf-32")
            for line in chars
        ]
        lines: list[str] = []
        for number, (grid, (entries, scores)) in enumerate(
            zip(grids, self._entries(rows), strict=True), start=n_before + 1
        ):
            lowest = min(scores) if scores else "null"
            lines.append(
                f'{self._head}{number}, "grid": {grid}, "score": {sum(scores)},'
                f' "lowest_score": {lowest}, "entries": [{", ".join(entries)}]}}\n'
            )
        return "".join(lines).encode()


class CsvRows:
    """Fills as CSV: a line each, with the words of its entries, after the names of the slots.

    Args:
        puzzle: without a rebus.
        cells: the columns of the rows.
    """

    def __init__(self, puzzle: Puzzle, cells: tuple[int, ...]) -> None:
        from satcross.cli.output.fill_view import csv_head, csv_line

        self._head = csv_head(puzzle.slots)
        self._line = csv_line
        self._entries = EntryRows(puzzle, cells, lambda _, words, __: words[0])

    def __call__(self, rows: Codes, n_before: int) -> bytes:
        """The lines of the rows, which come after `n_before` other fills."""
        head = "" if n_before else f"{self._head}\n"
        lines = [self._line(words, scores) + "\n" for words, scores in self._entries(rows)]
        return (head + "".join(lines)).encode()


class NpyRows:
    """Fills as a NumPy array of characters: (fills, rows, columns), as the grid has them.

    Args:
        puzzle: without a rebus, bars or voids that the cells could not show.
        cells: the columns of the rows.
    """

    def __init__(self, puzzle: Puzzle, cells: tuple[int, ...]) -> None:
        self._shape = (puzzle.grid.n_rows, puzzle.grid.n_cols)
        self._chars = CharRows(puzzle, cells, "".join)
        self.n_fills = 0

    def __call__(self, rows: Codes, n_before: int) -> bytes:
        """The elements of the rows; the header comes before the first of them."""
        chars = self._chars(rows)
        data = (chars if chars.dtype == np.uint8 else chars.astype("<u4")).tobytes()
        first = self.header() if not self.n_fills else b""
        self.n_fills += len(rows)
        return first + data

    def header(self) -> bytes:
        """The header for the fills so far, always of the same length."""
        kind = "|S1" if self._chars.dtype == np.uint8 else "<U1"
        shape = (self.n_fills, *self._shape)
        text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
        head = b"\x93NUMPY\x01\x00" + (NPY_HEADER - 10).to_bytes(2, "little")
        return head + text.ljust(NPY_HEADER - 11).encode() + b"\n"

    def finish(self, file: BinaryIO) -> None:
        """Write how many fills there are."""
        file.flush()
        file.seek(0)
        file.write(self.header())
