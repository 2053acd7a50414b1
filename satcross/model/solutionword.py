"""Which squares of a crossword have the letters of its solution word, and their choice.

The squares have the numbers of the letters as marks, 1, 2, 3 and so on. The word itself is stored
nowhere else, so that a page without the solution does not reveal it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from satcross.checks import checked
from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.crossword import Crossword, SquareKind, pattern_of
from satcross.model.slots import find_slots
from satcross.rules.solution_word import SolutionWord, bad_word

if TYPE_CHECKING:
    from satcross.model.grid import Grid

# What a choice of cells costs. Neighbours show a part of the word; two letters of one entry are
# known together; a letter that no other entry checks, or that is given, is worth less.
_NEIGHBOURS, _NEAR, _ENTRY, _UNCHECKED, _GIVEN, _ORDER = 60.0, 16.0, 12.0, 4.0, 40.0, 5.0
_TRIED = 40  # cells of a letter that are compared
_ROUNDS, _STARTS = 12, 4


def marked(crossword: Crossword, cells: Iterable[int]) -> Crossword:
    """The crossword with the numbers of a solution word in these squares, and in no others."""
    number_of = {at: str(n) for n, at in enumerate(cells, 1)}
    squares = tuple(
        replace(one, mark=number_of.get(at, "" if one.mark.isdecimal() else one.mark))
        for at, one in enumerate(crossword.squares)
    )
    return replace(crossword, squares=squares)


@checked
def with_solution_word(
    crossword: Crossword, word: str, cells: str = "", *, alphabet: Alphabet = LATIN, seed: int = 0
) -> Crossword:
    """The crossword with the squares of a solution word marked.

    Args:
        crossword: with its solution.
        word: capitals and spaces do not count.
        cells: the squares of its letters, in their order, as in "r1c3 r5c7"; "" for a choice that
            is spread over the grid: no neighbours, and of as many entries as possible.
        alphabet: of the letters.
        seed: another one leads to another choice.

    Raises:
        OptionError: the alphabet lacks a letter, or the grid has too few of some, which it names;
            or a cell holds another letter.
    """
    rule = SolutionWord(word, cells)
    return marked_by(rule, crossword, alphabet=alphabet, seed=seed)


def marked_by(
    rule: SolutionWord,
    crossword: Crossword,
    *,
    alphabet: Alphabet = LATIN,
    seed: int = 0,
    slots: Sequence[Sequence[int]] | None = None,
) -> Crossword:
    """The crossword with the solution word of a rule.

    Args: alphabet, seed: as above; slots: the cells of each entry; None for those of the grid.
    """
    if crossword.kind.is_quotation:
        kind = crossword.kind.value.replace("-", " ")
        why = "their quotation is what solvers find"
        raise bad_word(f"{kind} puzzles have no solution word: {why}", "leave it out")
    pattern = pattern_of(crossword)
    cells, word = rule.positions(pattern), rule.word
    if rule.is_any:
        word = alphabet.joined(crossword.squares[at].solution for at in cells)
    letters = SolutionWord.letters_of(word, alphabet)
    slots = slots or [slot.cells for slot in find_slots(pattern)]
    texts: dict[int, str] = {}
    for at in sorted({at for slot in slots for at in slot if at < pattern.size}):
        square = crossword.squares[at]
        if square.kind is SquareKind.OPEN and square.solution:
            texts[at] = alphabet.normalise(square.solution) or ""
    if cells:
        return marked(crossword, _named(pattern, cells, letters, texts))
    SolutionWord.require_letters(letters, texts.values(), word, "the grid has")
    given = {at for at, square in enumerate(crossword.squares) if square.given}
    return marked(crossword, _chosen(letters, texts, _Costs(slots, crossword.n_cols, given), seed))


def _named(
    pattern: Grid, cells: Sequence[int], letters: Sequence[str], texts: Mapping[int, str]
) -> Sequence[int]:
    if len(cells) != len(letters) or len(set(cells)) < len(cells):
        raise bad_word(
            "needs a cell for each letter, and each once", "name as many cells as letters"
        )
    for at, letter in zip(cells, letters, strict=True):
        if texts.get(at) != letter:
            held = texts.get(at) or "no letter of an entry"
            problem = f"{pattern.cell_name(at)} holds {held}, not {letter}"
            raise bad_word(problem, "name other cells")
    return cells


class _Costs:
    """What a choice of cells costs."""

    def __init__(self, slots: Sequence[Sequence[int]], n_cols: int, given: set[int]) -> None:
        self._n_cols, self._given = n_cols, given
        self._slots: dict[int, set[int]] = {}
        for number, slot in enumerate(slots):
            for at in slot:
                self._slots.setdefault(at, set()).add(number)

    def alone(self, at: int) -> float:
        return _GIVEN * (at in self._given) + _UNCHECKED * (len(self._slots[at]) < 2)

    def pair(self, one: int, other: int) -> float:
        (row, col), (row2, col2) = divmod(one, self._n_cols), divmod(other, self._n_cols)
        apart = max(abs(row - row2), abs(col - col2))
        cost = _NEIGHBOURS if apart == 1 else _NEAR / apart**2
        return cost + _ENTRY * len(self._slots[one] & self._slots[other])

    def order(self, cells: Sequence[int]) -> float:
        """That the letters stand in reading order, or in the opposite one."""
        ups = sum(a < b for a, b in pairwise(cells))
        return _ORDER * max(0, abs(2 * ups - (len(cells) - 1)) - 1)

    def moved(self, cells: Sequence[int], i: int, at: int) -> float:
        """What the letter `i` costs if it moves to the cell `at`, beside what no move changes."""
        lead, rest = cells[:i], cells[i + 1 :]
        near = sum(self.pair(at, other) for other in (*lead, *rest))
        return self.alone(at) + near + self.order([*lead, at, *rest])

    def total(self, cells: Sequence[int]) -> float:
        pairs = sum(self.pair(a, b) for i, a in enumerate(cells) for b in cells[:i])
        return pairs + sum(map(self.alone, cells)) + self.order(cells)


def _chosen(
    letters: Sequence[str], texts: Mapping[int, str], costs: _Costs, seed: int
) -> tuple[int, ...]:
    """A cell for each letter: the best that some searches find, each of which moves one letter."""
    rng = random.Random(f"solution word {seed}")
    pools: dict[str, list[int]] = {}
    for letter, n in Counter(letters).items():
        pool = [at for at, text in texts.items() if text == letter]
        rng.shuffle(pool)
        pool.sort(key=costs.alone)  # stable: those that cost the same stay shuffled
        pools[letter] = pool[: max(_TRIED, 2 * n)]
    found: list[list[int]] = []
    for _ in range(_STARTS):
        cells: list[int] = []
        for letter in letters:
            free = [at for at in pools[letter] if at not in cells]
            cells.append(rng.choice(free))
        _improve(cells, letters, pools, costs)
        found.append(cells)
    best = min(found, key=costs.total)
    return tuple(best)


def _improve(
    cells: list[int], letters: Sequence[str], pools: Mapping[str, list[int]], costs: _Costs
) -> None:
    """Move letters to other cells, one after the other, while that costs less."""
    for _ in range(_ROUNDS):
        before = list(cells)
        for i, letter in enumerate(letters):
            taken = {*cells[:i], *cells[i + 1 :]}
            free = [at for at in (cells[i], *pools[letter]) if at not in taken]
            cells[i] = min(free, key=partial(costs.moved, cells, i))
        if cells == before:
            break
