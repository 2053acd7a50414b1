"""The rules of a fill again, from raw cells: the check that stands before everything printed.

This module shares no code with what it checks. It finds and numbers the slots anew, cell by cell,
and knows neither puzzles nor formulas nor engines.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from satcross.errors import VerificationError
from satcross.grid import BLOCK, OPEN, VOID, Grid
from satcross.verify_rules import Entry, near_duplicates, shared_runs
from satcross.words import WordList

FaultKind = Literal[
    "shape", "block", "given", "letter", "outside", "word", "repeat", "shared", "near"
]


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken rule.

    Args:
        kind: `shape` (not the template's rows, columns and bars), `block` (one of the two has a
            block or a void there, the other has none), `given` (a given letter was changed),
            `letter` (no letter of the alphabet stands there), `outside` (a cell in no slot was
            changed), `word` (an entry is not in the list), `repeat` (a word stands in two slots),
            `shared` (two entries have a run of cells alike), `near` (two are forms of one word).
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
    rebus: Collection[str] = (),
    max_shared_substring: int | None = None,
    no_near_duplicates: bool = False,
) -> list[Fault]:
    """Every rule that `filled` breaks as a fill of `template`.

    Args:
        template: the grid as it was before, with its givens; None when it is not known: then
            nothing counts as given, and every entry must be in the list.
        filled: the grid to check.
        words: the list, whose alphabet is the puzzle's.
        distinct: whether no word may stand in two slots, however it is put into cells. This and
            the next two rules are about slots of two or more cells.
        min_length: runs of fewer cells are no slots.
        rebus: strings that any cell may hold instead of a letter. Others may stand only where the
            template has them; without a template any may.
        max_shared_substring: N, when no two entries may have the same N cells in a row, unless
            both are wholly given.
        no_near_duplicates: whether no two entries may be forms of one word, unless both are wholly
            given.

    Returns:
        The faults: of cells row by row, then of slots, across by number, then down. Empty when
        `filled` is right.

    >>> words = WordList.from_words(["arc", "cat", "rat"])
    >>> [str(fault) for fault in verify(None, Grid.parse("ARC"), words)]
    []
    >>> [str(fault) for fault in verify(Grid.parse("..B"), Grid.parse("CAT"), words)]
    ['r1c3 holds T, but B was given']
    """
    allowed = set(rebus)
    if template is None:
        template = filled
        allowed.update(cell for cell in filled.cells if len(cell) > 1)
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
        if (fault := _cell_fault(template, filled, words, allowed, position, position in in_slot))
    ]
    entries = [
        Entry(name, texts, given.issuperset(cells))
        for name, cells in slots.items()
        for texts in [tuple(filled.cells[position] for position in cells)]
        if all(_is_letters(text, words) for text in texts)  # else it is told as a fault of a cell
    ]
    faults += _word_faults(entries, words, distinct)
    if max_shared_substring is not None:
        shared = shared_runs(entries, max_shared_substring)
        faults += [Fault("shared", slot, text) for slot, text in shared]
    if no_near_duplicates:
        near = near_duplicates(entries, words, distinct)
        faults += [Fault("near", slot, text) for slot, text in near]
    return faults


def check_fill(
    template: Grid | None,
    filled: Grid,
    words: WordList,
    *,
    distinct: bool = True,
    min_length: int = 2,
    rebus: Collection[str] = (),
    max_shared_substring: int | None = None,
    no_near_duplicates: bool = False,
) -> None:
    """Let a right fill pass.

    Args: as for `verify`.

    Raises:
        VerificationError: with the first fault, and how many more there are.
    """
    faults = verify(
        template,
        filled,
        words,
        distinct=distinct,
        min_length=min_length,
        rebus=rebus,
        max_shared_substring=max_shared_substring,
        no_near_duplicates=no_near_duplicates,
    )
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


def _is_letters(text: str, words: WordList) -> bool:
    return text != "" and all(letter in words.alphabet for letter in text)


def _cell_fault(
    template: Grid,
    filled: Grid,
    words: WordList,
    allowed: set[str],
    position: int,
    in_slot: bool,
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
    what = ""
    if in_slot and not _is_letters(new, words):
        what = "is not filled" if new == OPEN else f"holds {new!r}, no letter of the alphabet"
    elif in_slot and len(new) > 1 and new != old and new not in allowed:
        what = f"holds {new}, but no cell may hold that"
    return Fault("letter", where, f"{where} {what}") if what else None


def _word_faults(entries: list[Entry], words: WordList, distinct: bool) -> list[Fault]:
    faults: list[Fault] = []
    first_with: dict[str, str] = {}
    for entry in entries:
        name, word = entry.slot, entry.word
        if word not in words and not entry.given:
            faults.append(Fault("word", name, f"{name} {word} is not in the word list"))
        if len(entry.cells) == 1:
            continue
        first = first_with.setdefault(word, name)
        if distinct and first != name:
            faults.append(Fault("repeat", name, f"{name} {word} stands at {first} already"))
    return faults
