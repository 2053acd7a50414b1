"""What the next fill must not share with one that was found, as clauses over the letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from satcross.checks import check_integer
from satcross.cnf.cardinality import at_least_k
from satcross.encoding.letters import LetterVars
from satcross.errors import OptionError
from satcross.model.consistency import Domains
from satcross.model.fill import Fill
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle, Slot
from satcross.solve.protocol import Session
from satcross.words.table import U8

Bool = npt.NDArray[np.bool_]
Difference = Callable[[Fill, Session], list[list[int]]]


def difference(distinct: str | int, domains: Domains, letters: LetterVars) -> Difference:
    """The clauses that keep fills apart: see `Fills` for the kinds.

    Returns: a function of a found fill and the session that is to find the next; it gives clauses,
        an empty one when no other fill can differ enough.
    """
    if isinstance(distinct, str) and (k := letters_apart(distinct)):
        return lambda fill, session: letters_differ(fill, k, letters, session)
    if distinct == "transposed":
        image = mirror(domains.puzzle.grid)
        return lambda fill, session: [
            [-v for v in letters.literals(fill.letters) if v],
            [-v for v in letters.literals({image[c]: a for c, a in fill.letters.items()}) if v],
        ]
    if distinct == "words":
        return lambda fill, session: no_entry_again(fill, domains, letters)
    # Without a rebus a letter differs exactly where an entry does.
    if isinstance(distinct, int) and (distinct > 1 or domains.puzzle.has_rebus):
        return lambda fill, session: entries_differ(fill, distinct, domains, letters, session)
    return lambda fill, session: [[-v for v in letters.literals(fill.letters) if v]]


def letters_apart(distinct: str) -> int | None:
    """The K of "K-letters", from 1; None for anything else."""
    number, _, rest = distinct.partition("-")
    return int(number) or None if rest == "letters" and number.isdecimal() else None


def check_distinct(distinct: str | int, puzzle: Puzzle) -> None:
    """Raise OptionError unless fills of `puzzle` can differ so: see `Fills`."""
    if not isinstance(distinct, str):
        check_integer(distinct, "distinct", at_least=1)
    elif distinct == "transposed":
        if not is_mirrored(puzzle):
            raise OptionError(
                "the mirror image of a fill must be one, and the grid, its letters or its"
                " constraints are not symmetric along the diagonal",
                parameter="distinct",
            )
    elif distinct not in ("grids", "words", "auto") and not letters_apart(distinct):
        raise OptionError(
            "must be grids, words, transposed, auto, a number of entries from 1, or a number of"
            f" letters as in 3-letters, got {distinct!r}",
            parameter="distinct",
        )


def mirror(grid: Grid) -> list[int]:
    """By position in a square grid, the one on the other side of the diagonal."""
    n = grid.n_cols
    return [position % n * n + position // n for position in range(len(grid.cells))]


def is_mirrored(puzzle: Puzzle) -> bool:
    """Whether the mirror image of each fill along the diagonal is a fill."""
    grid = puzzle.grid
    if grid.n_rows != grid.n_cols or puzzle.constraints:
        return False
    image = mirror(grid)
    return all(
        grid.cells[position] == cell for position, cell in zip(image, grid.cells, strict=True)
    ) and {image[position] for position in grid.bars_right} == set(grid.bars_below)


def first_of_two(puzzle: Puzzle, cells: Sequence[int]) -> Callable[[U8], Bool]:
    """A function that says which rows come before their mirror images, or are alike.

    Args: cells: the columns of the rows.
    """
    image = mirror(puzzle.grid)
    column = {cell: at for at, cell in enumerate(cells)}
    columns = [column[image[cell]] for cell in cells]

    def is_first(rows: U8) -> Bool:
        others = rows[:, columns]
        at = np.argmax(rows != others, axis=1)
        which = np.arange(len(rows))
        return np.asarray(rows[which, at] <= others[which, at])

    return is_first


def letters_differ(fill: Fill, k: int, letters: LetterVars, session: Session) -> list[list[int]]:
    """At least `k` cells hold another letter than in `fill`, of those that can.

    The auxiliaries are NOT determined by the letters.
    """
    others = (letters.ids != 0).sum(axis=1) > 1
    differs = [-v for v in letters.literals(fill.letters) if v and others[letters.cell_of[v]]]
    return [[]] if k > len(differs) else at_least_k(differs, k, session.new_variable)


def free_slots(domains: Domains) -> list[Slot]:
    """The slots that are not wholly given."""
    puzzle = domains.puzzle
    return [slot for slot in puzzle.slots if puzzle.given_codes(slot) is None]


def no_entry_again(fill: Fill, domains: Domains, letters: LetterVars) -> list[list[int]]:
    """No free slot holds a word that a free slot of `fill` holds.

        OR { -L[s_i, w_i] : i }    for each such word w and each free slot s that could hold it

    One clause for each free entry, way to put it into cells, and slot of that length that has
    all its letters left.
    """
    free = free_slots(domains)
    clauses: list[list[int]] = []
    for word in dict.fromkeys(fill.entries[slot.index].word for slot in free):
        ways = domains.puzzle.spellings(word)
        for slot in free:
            clauses += not_this_word(slot, ways, letters)
    return clauses or [[]]


def not_this_word(slot: Slot, ways: list[tuple[int, ...]], letters: LetterVars) -> list[list[int]]:
    """One clause for each way to spell a word in the cells of a slot: it is not spelled so.

    Args:
        slot: the slot.
        ways: the letter codes of all spellings; those of another length or with a letter that is
            impossible in its cell need no clause.
        letters: the letter variables.
    """
    spelled = [
        [int(letters.ids[cell, code]) for cell, code in zip(slot.cells, codes, strict=True)]
        for codes in ways
        if len(codes) == len(slot)
    ]
    return [[-variable for variable in word] for word in spelled if 0 not in word]


def entries_differ(
    fill: Fill, k: int, domains: Domains, letters: LetterVars, session: Session
) -> list[list[int]]:
    """At least `k` free slots hold another word than in `fill`.

    With a variable D[s] for each free slot s, and the word w that `fill` has there:

        -D[s] or OR { -L[s_i, w_i] : i }      for each way to put w into the cells of s
        at least k of the D

    A word is the letters that it spells: put into the cells in another way, with a rebus
    elsewhere, it is still the same word. The auxiliaries are NOT determined by the letters: D[s]
    may be false where the words differ.
    """
    free = free_slots(domains)
    if k > len(free):
        return [[]]
    clauses: list[list[int]] = []
    differs: list[int] = []
    for slot in free:
        variable = session.new_variable()
        differs.append(variable)
        ways = domains.puzzle.spellings(fill.entries[slot.index].word)
        clauses += [[-variable, *clause] for clause in not_this_word(slot, ways, letters)]
    return clauses + at_least_k(differs, k, session.new_variable)
