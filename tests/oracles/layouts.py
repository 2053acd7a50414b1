"""A second formula of layouts: it has an assignment for each layout that fits a box.

It shares no code with the formula of the search, `satcross.apps.freeform.encode`, nor with
`satcross.cnf`. It asks about larger lists than brute force over layouts can.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from support.second_formulas import solver_of

from satcross.apps.construct.patterns.certificate.clauses import Definitions
from satcross.apps.freeform.local import Limits

Cell = tuple[int, int]  # row and column
Word = tuple[str, ...]  # its letters


class Place(NamedTuple):
    """Where a word can stand: its index, whether down, its cells, and the cells at its ends."""

    word: int
    is_down: bool
    run: list[Cell]
    ends: tuple[Cell, Cell]


class LayoutFormula(Definitions):
    """Layouts in a box, as clauses.

    Each place of a word has a variable, "it stands there", and so has each letter in each cell. All
    other variables are defined by these, but for those of "at most one", of the first word if words
    may be left out, and of numbers.

    Args:
        words: distinct, of two letters or more.
        n_rows, n_cols: of the box, rows not the greater number; the layout may be smaller.
        n: number of words that stand, at least.
    """

    def __init__(self, words: Sequence[Word], n_rows: int, n_cols: int, n: int) -> None:
        super().__init__(lambda: None)
        self.words, self.n = words, n
        self._box = n_rows, n_cols
        self.places = {
            self._new(): place
            for index in range(len(words))
            for is_down in (False, True)
            for place in self._places_of(index, is_down=is_down)
        }
        self._letters: dict[tuple[Cell, str], int] = {}
        self._covered: dict[tuple[int, bool], dict[Cell, int]] = {}  # by word and direction
        self._full: dict[Cell, int] = {}
        self._state_letters()
        self._state_runs()
        self._there = [self._state_once(index) for index in range(len(words))]
        if n == len(words):
            for there in self._there:
                self._add(there)
        else:
            self._add(self._at_least(Counter(self._there), n))
        self._state_position()
        self._state_connected()

    def layouts(self) -> Iterator[frozenset[tuple[int, bool, Cell]]]:
        """All layouts, each once: words by index, whether down, and their first cells."""
        with solver_of(self) as solver:
            while solver.solve():
                holds = set(solver.get_model())
                chosen = [place for variable, place in self.places.items() if variable in holds]
                yield frozenset((place.word, place.is_down, place.run[0]) for place in chosen)
                solver.add_clause([-x if x in holds else x for x in self.places])

    def _spelled(self, place: Place) -> list[tuple[Cell, str]]:
        return list(zip(place.run, self.words[place.word], strict=True))

    def _places_of(self, index: int, *, is_down: bool) -> list[Place]:
        n_rows, n_cols = self._box
        k = len(self.words[index])
        found = []
        for r in range(n_rows - (k - 1 if is_down else 0)):
            for c in range(n_cols - (0 if is_down else k - 1)):
                line = [(r + i, c) if is_down else (r, c + i) for i in range(-1, k + 1)]
                found.append(Place(index, is_down, line[1:-1], (line[0], line[-1])))
        return found

    def _state_letters(self) -> None:
        """A letter is in a cell exactly where a word brings it, and a cell has one at most."""
        bring: dict[tuple[Cell, str], list[int]] = defaultdict(list)
        for variable, place in self.places.items():
            for cell, letter in self._spelled(place):
                bring[cell, letter].append(variable)
        in_cell: dict[Cell, list[int]] = defaultdict(list)
        for (cell, letter), variables in bring.items():
            self._letters[cell, letter] = self._some(*variables)
            in_cell[cell].append(self._letters[cell, letter])
        for cell, literals in in_cell.items():
            self._at_most_one(literals)
            self._full[cell] = self._some(*literals)

    def _state_runs(self) -> None:
        """Two full neighbours are of one word, and no letter is at the ends of a word."""
        spanning: dict[tuple[Cell, Cell], list[int]] = defaultdict(list)
        for variable, place in self.places.items():
            for pair in pairwise(place.run):
                spanning[pair].append(variable)
            for end in place.ends:
                if end in self._full:
                    self._add(-variable, -self._full[end])
        for (r, c), full in self._full.items():
            for other in ((r, c + 1), (r + 1, c)):
                if other in self._full:
                    self._add(-full, -self._full[other], *spanning[(r, c), other])

    def _state_once(self, index: int) -> int:
        """A word stands in one place at most; the literal "it stands"."""
        own = {variable: place for variable, place in self.places.items() if place.word == index}
        self._at_most_one(list(own))
        for is_down in (False, True):
            cover: dict[Cell, list[int]] = defaultdict(list)
            for variable, place in own.items():
                for cell in place.run if place.is_down is is_down else ():
                    cover[cell].append(variable)
            covered = {cell: self._some(*variables) for cell, variables in cover.items()}
            self._covered[index, is_down] = covered
        return self._some(*own)

    def _state_position(self) -> None:
        """It is moved to the first row and column, and in a square turned over its diagonal."""
        self._add(*(full for (r, _), full in self._full.items() if r == 0))
        self._add(*(full for (_, c), full in self._full.items() if c == 0))
        if self._box[0] == self._box[1]:
            for variable, place in self.places.items():
                if place.is_down and place.word == self._longest:
                    self._add(-variable)

    @property
    def _longest(self) -> int:
        return max(range(len(self.words)), key=lambda index: len(self.words[index]))

    def _state_connected(self) -> None:
        """From one word, one after the other, words that cross reach all that stand."""
        n_words = len(self.words)
        cross: list[dict[int, int]] = [{} for _ in self.words]  # by word and other word
        for i, j in combinations(range(n_words), 2):
            if set(self.words[i]) & set(self.words[j]):
                cross[i][j] = cross[j][i] = self._some(*(
                    self._all(one, self._covered[j, not is_down][cell])
                    for is_down in (False, True)
                    for cell, one in self._covered[i, is_down].items()
                    if cell in self._covered[j, not is_down]
                ))  # fmt: skip
        if self.n > 1:
            # This follows from what is below, and makes proofs shorter.
            for variable, place in self.places.items():
                across = (self._covered[j, not place.is_down] for j in cross[place.word])
                crossing = (covered.get(cell) for covered in across for cell in place.run)
                self._add(-variable, *(literal for literal in crossing if literal is not None))
        if self.n == n_words:
            reached = [-self._true] * n_words
            reached[self._longest] = self._true
        else:
            reached = [self._new() for _ in self.words]
            self._at_most_one(reached)
        for _ in range(n_words - 1):
            reached = [
                self._some(reached[i], *(self._all(cross[i][j], reached[j]) for j in cross[i]))
                for i in range(n_words)
            ]
        for there, literal in zip(self._there, reached, strict=True):
            self._add(-there, literal)


def largest_boxes(words: Sequence[str], limits: Limits) -> Iterator[tuple[int, int]]:
    """The boxes that contain all others which a layout may fit, rows not the greater number.

    Each word after the first lies across one that is there, and so makes the box longer in one
    direction, by less than its length.

    Args: limits: of the box, turned over its diagonal or not.
    """
    both = 2 + sum(len(word) - 1 for word in words)
    fit = {
        (short, long)
        for short in range(1, both // 2 + 1)
        for long in range(short, both - short + 1)
        if limits.allow(short, long) or limits.allow(long, short)
    }
    for short, long in sorted(fit):
        if fit.isdisjoint(((short, long + 1), (short + 1, max(long, short + 1)))):
            yield short, long
