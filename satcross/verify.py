"""The rules of a fill again, from raw cells: the check that stands before everything printed.

This module shares no code with what it checks. It finds and numbers the slots anew, cell by cell,
and knows neither puzzles nor formulas nor engines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from satcross.errors import VerificationError
from satcross.grid import BLOCK, OPEN, VOID, Grid
from satcross.words import WordList

FaultKind = Literal["shape", "block", "given", "letter", "outside", "word", "repeat"]


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken rule.

    Args:
        kind: `shape` (not the template's rows, columns and bars), `block` (one of the two has a
            block or a void there, the other has none), `given` (a given letter was changed),
            `letter` (no letter of the alphabet stands there), `outside` (a cell in no slot was
            changed), `word` (an entry is not in the list), `repeat` (a word stands in two slots).
        where: a cell or slot, for people: `r1c3`, `12A`; "" for the whole grid.
        text: what is wrong, for people, `where` included.
    """

    kind: FaultKind
    where: str
    text: str

    def __str__(self) -> str:
        return self.text


def verify(
    template: Grid | None,
    filled: Grid,
    words: WordList,
    *,
    distinct: bool = True,
    min_length: int = 2,
) -> list[Fault]:
    """Every rule that `filled` breaks as a fill of `template`.

    Args:
        template: the grid as it was before, with its givens; None when it is not known: then
            nothing counts as given, and every entry must be in the list.
        filled: the grid to check.
        words: the list, whose alphabet is the puzzle's.
        distinct: whether no word may stand in two slots.
        min_length: runs of fewer cells are no slots.

    Returns:
        The faults: of cells row by row, then of slots, across by number, then down. Empty when
        `filled` is right.

    >>> words = WordList.from_words(["arc", "cat", "rat"])
    >>> [str(fault) for fault in verify(None, Grid.parse("ARC"), words)]
    []
    >>> [str(fault) for fault in verify(Grid.parse("..B"), Grid.parse("CAT"), words)]
    ['r1c3 holds T, but B was given']
    """
    if template is None:
        template = filled
        given: frozenset[int] = frozenset()
    else:
        given = frozenset(
            p for p, cell in enumerate(template.cells) if cell not in (BLOCK, VOID, OPEN)
        )
    if (template.n_rows, template.n_cols) != (filled.n_rows, filled.n_cols):
        text = (
            f"the fill has {filled.n_rows} rows and {filled.n_cols} columns,"
            f" the template has {template.n_rows} and {template.n_cols}"
        )
        return [Fault("shape", "", text)]
    if (template.bars_right, template.bars_below) != (filled.bars_right, filled.bars_below):
        return [Fault("shape", "", "the fill has other bars than the template")]
    slots = _slots(template, min_length)
    in_slot = {position for cells in slots.values() for position in cells}
    faults = [
        fault
        for position in range(len(filled.cells))
        if (fault := _cell_fault(template, filled, words, position, position in in_slot))
    ]
    return faults + _entry_faults(slots, filled, words, given, distinct)


def check_fill(
    template: Grid | None,
    filled: Grid,
    words: WordList,
    *,
    distinct: bool = True,
    min_length: int = 2,
) -> None:
    """Let a right fill pass.

    Args: as for `verify`.

    Raises:
        VerificationError: with the first fault, and how many more there are.
    """
    faults = verify(template, filled, words, distinct=distinct, min_length=min_length)
    if faults:
        more = f" (and {len(faults) - 1} more faults)" if len(faults) > 1 else ""
        raise VerificationError(f"the fill is wrong: {faults[0]}{more}")


def _slots(grid: Grid, min_length: int) -> dict[str, list[int]]:
    """The positions of each slot by its name, across by number, then down by number.

    A slot goes on from cell to cell until a block, a void, a bar or the edge, and has a number
    where it begins.
    """
    n_rows, n_cols = grid.n_rows, grid.n_cols

    def holds_letter(row: int, col: int) -> bool:
        inside = 0 <= row < n_rows and 0 <= col < n_cols
        return inside and grid.cells[row * n_cols + col] not in (BLOCK, VOID)

    def goes_right(row: int, col: int) -> bool:
        open_ = holds_letter(row, col) and holds_letter(row, col + 1)
        return open_ and row * n_cols + col not in grid.bars_right

    def goes_down(row: int, col: int) -> bool:
        open_ = holds_letter(row, col) and holds_letter(row + 1, col)
        return open_ and row * n_cols + col not in grid.bars_below

    across: dict[str, list[int]] = {}
    down: dict[str, list[int]] = {}
    number = 0
    for row in range(n_rows):
        for col in range(n_cols):
            if not holds_letter(row, col):
                continue
            right = [row * n_cols + col]
            if not goes_right(row, col - 1):
                while goes_right(row, col + len(right) - 1):
                    right.append(right[-1] + 1)
            below = [row * n_cols + col]
            if not goes_down(row - 1, col):
                while goes_down(row + len(below) - 1, col):
                    below.append(below[-1] + n_cols)
            starts_across = len(right) >= min_length and not goes_right(row, col - 1)
            starts_down = len(below) >= min_length and not goes_down(row - 1, col)
            number += starts_across or starts_down
            if starts_across:
                across[f"{number}A"] = right
            if starts_down:
                down[f"{number}D"] = below
    return across | down


def _cell_fault(
    template: Grid, filled: Grid, words: WordList, position: int, in_slot: bool
) -> Fault | None:
    old, new, where = template.cells[position], filled.cells[position], filled.cell_name(position)
    for mark, name in ((BLOCK, "block"), (VOID, "void")):
        if (old == mark) != (new == mark):
            change = f"a {name} where the template has none" if new == mark else f"{new}, no {name}"
            return Fault("block", where, f"{where} holds {change}")
    if old != new:
        if not in_slot:
            return Fault("outside", where, f"{where} is in no slot, but was changed to {new}")
        if old != OPEN:
            return Fault("given", where, f"{where} holds {new}, but {old} was given")
    if in_slot and new not in words.alphabet:
        what = "is not filled" if new == OPEN else f"holds {new!r}, no letter of the alphabet"
        return Fault("letter", where, f"{where} {what}")
    return None


def _entry_faults(
    slots: dict[str, list[int]],
    filled: Grid,
    words: WordList,
    given: frozenset[int],
    distinct: bool,
) -> list[Fault]:
    faults: list[Fault] = []
    first_with: dict[str, str] = {}
    for name, cells in slots.items():
        letters = [filled.cells[position] for position in cells]
        if not all(letter in words.alphabet for letter in letters):
            continue  # told as faults of its cells
        word = "".join(letters)
        if word not in words and not given.issuperset(cells):
            faults.append(Fault("word", name, f"{name} {word} is not in the word list"))
        first = first_with.setdefault(word, name)
        if distinct and first != name:
            faults.append(Fault("repeat", name, f"{name} {word} stands at {first} already"))
    return faults
