"""The rules of a word search, checked from raw letters before anything is printed.

This module shares no code with what it checks: it reads the square in all eight directions,
whichever the puzzle was made with, and knows neither placements nor layouts nor formulas.

The rule of "exactly once":

- An occurrence of a word is a set of cells in a straight line that spell it, from one end or the
  other. So a palindrome, read both ways, occurs once; and of two listed words of which each is the
  other backwards, every occurrence of one is an occurrence of the other.
- An occurrence that lies within one of a longer listed word does not count: CAT in CATALOG.
- Every listed word has exactly one occurrence that counts.
- Unless `allow_inside`: then a word may also have none that counts, and exactly one that does not.
- A forbidden word may stand nowhere but within an occurrence of a listed word, which brings its
  parts with it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from satcross import LATIN, Alphabet, Grid
from satcross.apps.clues.words import HiddenWord

FaultKind = Literal["shape", "outside", "letter", "missing", "repeat", "forbidden", "message"]
Cells = frozenset[int]

_CELL = re.compile(r"\[[^\[\]]+\]|.", re.DOTALL)
_WAYS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


@dataclass(frozen=True, slots=True)
class WordSearchFault:
    """One broken rule.

    Args:
        kind: `shape` (not the board's rows and columns), `outside` (a letter that is not on the
            board), `letter` (no letter of the alphabet stands there), `missing` (a word has no
            occurrence that counts), `repeat` (it has several), `forbidden` (a forbidden word),
            `message` (the cells without a word do not spell it).
        where: a cell or a word, for people; "" for the whole square.
        text: what is wrong, for people, `where` included.
    """

    kind: FaultKind
    where: str
    text: str

    def __str__(self) -> str:
        return self.text


def verify(
    rows: Sequence[str],
    board: Grid,
    words: Sequence[HiddenWord],
    *,
    alphabet: Alphabet = LATIN,
    forbid: Sequence[str] = (),
    allow_inside: bool = False,
    message: str | None = None,
) -> list[WordSearchFault]:
    """Every rule that a finished square breaks.

    Args:
        rows: its letters, a string for each row; a blank where the board has no cell; brackets
            about a letter of several characters.
        board: the cells.
        words: the list.
        alphabet: of all letters.
        forbid: words in letters of the alphabet that must not stand anywhere.
        allow_inside: as in the rule above.
        message: in letters of the alphabet, what the cells of no word spell, row by row; None when
            they need not.

    Returns:
        The faults: of cells row by row, then of words in their order, of forbidden words in theirs,
        of the message. Empty when the square is right.

    >>> from satcross.apps.wordsearch.board import rectangle
    >>> from satcross.apps.clues.words import hidden_words
    >>> words = hidden_words(["cat", "dog"])
    >>> [str(fault) for fault in verify(["CAT", "AXD", "TGO"], rectangle(3, 3), words)]
    ['CAT stands in 2 places: r1c1-r1c3, r1c1-r3c1', 'DOG is missing']
    """
    square = [[_text(cell) for cell in _CELL.findall(row)] for row in rows]
    shape_faults = _shape_faults(square, board)
    if shape_faults:
        return shape_faults
    faults = _cell_faults(square, board, alphabet)
    spelling = {word.letters: alphabet.cut(word.letters) for word in words}
    found = {letters: occurrences(square, letters) for letters in spelling.values()}
    counted = {letters: _counted(letters, found, allow_inside) for letters in found}
    for name, letters in spelling.items():
        faults += _word_faults(
            name, letters, found[letters], counted[letters], square, allow_inside
        )
    listed = [cells for places in found.values() for cells in places]
    for text in dict.fromkeys(forbid):
        letters = alphabet.cut(text)
        for cells in occurrences(square, letters):
            if not any(cells <= other for other in listed):
                name = _span(cells, letters, square)
                faults.append(
                    WordSearchFault("forbidden", text, f"{text} is forbidden and stands at {name}")
                )
                break
    if message is not None and not faults:
        used = frozenset[int]().union(*(cells for word in counted.values() for cells in word))
        spelt = alphabet.joined(
            square[p // board.n_cols][p % board.n_cols] for p in board.squares if p not in used
        )
        if spelt != message:
            faults.append(
                WordSearchFault(
                    "message", "", f"the cells of no word spell {spelt!r}, not {message!r}"
                )
            )
    return faults


def _text(cell: str) -> str:
    return cell if len(cell) == 1 else cell[1:-1]


def occurrences(rows: Sequence[Sequence[str]], word: Sequence[str]) -> list[Cells]:
    """The sets of cells that spell `word` in a line, in any of the eight directions.

    Args:
        rows: letters, as many in each; cells are named row * length + column.
        word: its letters.

    Returns: each set once, in the order of their cells.
    """
    n_rows, n_cols = len(rows), len(rows[0])
    found: set[Cells] = set()
    for start_row in range(n_rows):
        for start_col in range(n_cols):
            if rows[start_row][start_col] != word[0]:
                continue
            for down, right in _WAYS:
                row, col, cells = start_row, start_col, []
                for letter in word:
                    inside = 0 <= row < n_rows and 0 <= col < n_cols
                    if not inside or rows[row][col] != letter:
                        break
                    cells.append(row * n_cols + col)
                    row, col = row + down, col + right
                else:
                    found.add(frozenset(cells))
    return sorted(found, key=sorted)


def _counted(
    word: tuple[str, ...], found: dict[tuple[str, ...], list[Cells]], allow_inside: bool
) -> list[Cells]:
    """The occurrences of a word that count; where none does and one may lie inside, all."""
    longer = [cells for other in found if len(other) > len(word) for cells in found[other]]
    free = [cells for cells in found[word] if not any(cells <= other for other in longer)]
    return free or (found[word] if allow_inside else [])


def _shape_faults(rows: Sequence[Sequence[str]], board: Grid) -> list[WordSearchFault]:
    lengths = {len(row) for row in rows}
    if len(rows) == board.n_rows and lengths == {board.n_cols}:
        return []
    size = f"{len(rows)} rows of {', '.join(map(str, sorted(lengths)))} letters"
    text = f"the square has {size}, the board has {board.n_rows} of {board.n_cols}"
    return [WordSearchFault("shape", "", text)]


def _cell_faults(
    rows: Sequence[Sequence[str]], board: Grid, alphabet: Alphabet
) -> list[WordSearchFault]:
    faults: list[WordSearchFault] = []
    for position, inside in enumerate(board.inside):
        row, col = divmod(position, board.n_cols)
        where, char = f"r{row + 1}c{col + 1}", rows[row][col]
        if inside and char not in alphabet:
            faults.append(
                WordSearchFault(
                    "letter", where, f"{where} holds {char!r}, no letter of the alphabet"
                )
            )
        elif not inside and char != " ":
            faults.append(
                WordSearchFault("outside", where, f"{where} holds {char!r} outside the board")
            )
    return faults


def _word_faults(
    text: str,
    letters: Sequence[str],
    found: list[Cells],
    counted: list[Cells],
    rows: Sequence[Sequence[str]],
    allow_inside: bool,
) -> list[WordSearchFault]:
    if len(counted) == 1:
        return []
    if not counted:
        why = "stands only within longer words" if found and not allow_inside else "is missing"
        return [WordSearchFault("missing", text, f"{text} {why}")]
    spans = [_span(cells, letters, rows) for cells in counted]
    shown = ", ".join(spans[:4]) + (f", and {len(spans) - 4} more" if len(spans) > 4 else "")
    return [WordSearchFault("repeat", text, f"{text} stands in {len(spans)} places: {shown}")]


def _span(cells: Cells, word: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Where a word begins and ends, for people: `r1c2-r1c5`."""
    ends = [divmod(cell, len(rows[0])) for cell in (min(cells), max(cells))]
    if rows[ends[0][0]][ends[0][1]] != word[0]:
        ends.reverse()
    return "-".join(f"r{row + 1}c{col + 1}" for row, col in ends)
