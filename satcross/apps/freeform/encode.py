"""Free-form layouts as clauses: words in a box, every run of letters one of them, each once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from satcross import Assignment
from satcross.apps.freeform.arrangement import Placement
from satcross.extend import (
    Direction,
    Edges,
    Formula,
    FormulaBuilder,
    VarMap,
    VarMapBuilder,
    at_least_k,
    at_most_one,
)


class BoxSize(NamedTuple):
    """How many rows and columns there are."""

    n_rows: int
    n_cols: int


@dataclass(frozen=True, slots=True, eq=False)
class LayoutEncoding:
    """Layouts that fit a box as a formula; all but connectedness, for which cuts are added later.

    Args:
        box: its size.
        words: by index.
        places: by placement variable from 1: the word's index and where it would be.
        placed: by word index, the variable "it stands somewhere".
        full: by position, the variable "a letter stands here".
        formula: the clauses.
        varmap: what the variables say.
        n_by_rule: clauses by rule.
    """

    box: BoxSize
    words: tuple[str, ...]
    places: tuple[tuple[int, Placement], ...]
    placed: tuple[int, ...]
    full: tuple[int, ...]
    formula: Formula
    varmap: VarMap
    n_by_rule: dict[str, int]

    def placements(self, assignment: Assignment) -> tuple[Placement, ...]:
        """Where the words are in an assignment that satisfies the formula, by word index."""
        chosen = [self.places[v - 1] for v in assignment.true_variables(len(self.places))]
        return tuple(place for _, place in sorted(chosen, key=lambda pair: pair[0]))


def encode_layout(
    words: Sequence[str],
    box: BoxSize,
    *,
    at_least: int | None = None,
    aligned: bool = True,
    excess: int | None = None,
    n_crossings: int = 0,
    tick: Callable[[], None] | None = None,
) -> LayoutEncoding:
    """Layouts of words that fit a box.

    With a variable T[w, p] for each word and place, X[c, a], "the letter a stands in cell c", and
    F[c], "some letter does":

        each word stands once, or not at all where some may be left out
        T[w, p] implies its letters, and an empty cell before and after
        F[c] exactly when some X[c, a]; at most one X for each cell
        A[c] exactly when OR { T[w, p] : p across covers c },  D[c] likewise for down
        F[c] implies A[c] or D[c]
        F[c] and F[d] imply OR { T[w, p] : p covers c and d }       c, d neighbours
        T[w, p] implies OR { D[c] : p covers c }, for p across; A[c] for p down

    By the last but one every run of two or more letters is one word in its place: what covers its
    first two cells begins there, for a run has an empty cell before it, and ends with the run.
    By the last every word crosses another; it is left out where one word is enough.

    Args:
        words: distinct, of two letters or more.
        box: its size; the layout may be smaller.
        at_least: how many must be placed; None for all.
        aligned: whether the first row and the first column must hold a letter, and in a square box
            the longest word be across: every layout can be shifted and transposed so.
        excess: by how much the longer side may exceed 7/5 of the shorter one, where aligned; None
            for any shape.
        n_crossings: letters that are in two words, at least.
        tick: called often; an exception in it ends the work.

    Returns: the formula. With N words of k letters on average and P places for each (about 2 R C):
        P N + 29 R C variables and 1 for each word; P N (2k + 4) + 7 R C clauses, and what one
        placement for each word and one letter for each cell take. The auxiliaries of "one of many"
        are determined by the rest; with `at_least`, those of the counter are not.
    """
    encoder = _LayoutEncoder(tuple(words), box, tick)
    n = len(words) if at_least is None else at_least
    encoder.places(are_crossed=n > 1)
    encoder.each_once(n)
    encoder.letters()
    encoder.runs_are_words()
    if aligned:
        encoder.align(all_words=at_least is None or at_least == len(words))
    if excess is not None:
        encoder.be_squarish(excess)
    if n_crossings:
        encoder.cross(n_crossings)
    return encoder.encoding()


class _LayoutEncoder:
    """The variables and clauses of `encode_layout`, one function for each rule."""

    def __init__(
        self, words: tuple[str, ...], box: BoxSize, tick: Callable[[], None] | None
    ) -> None:
        self.words, self.box = words, box
        n_rows, n_cols = box
        self._builder, self._names = FormulaBuilder(tick), VarMapBuilder(tick=tick)
        new = self._names.new
        self._places = [
            (index, place) for index, word in enumerate(words) for place in _places(word, box)
        ]
        new("place", len(self._places))
        first = new("placed", len(words))
        self._placed = tuple(range(first, first + len(words)))
        n = n_rows * n_cols
        first = new("full", n)
        self._full = tuple(range(first, first + n))
        self._ways = {way: new(way.name.lower(), n) for way in Direction}
        self._covers: dict[int, list[int]] = {
            first + cell: [] for first in self._ways.values() for cell in range(n)
        }
        self._spans: dict[tuple[int, int], list[int]] = {}
        self._holds: dict[tuple[int, str], int] = {}  # X, where any word can bring the letter
        self._of_word: list[list[int]] = [[] for _ in words]

    def places(self, *, are_crossed: bool) -> None:
        """What a word in a place implies: letters, empty cells at its ends, perhaps a crossing."""
        builder, n_cols = self._builder, self.box.n_cols
        builder.begin("places")
        for variable, (index, place) in enumerate(self._places, 1):
            self._of_word[index].append(variable)
            run = cells_of(place, n_cols)
            for cell, letter in zip(run, place.word, strict=True):
                if (cell, letter) not in self._holds:
                    name = f"letter r{cell // n_cols + 1}c{cell % n_cols + 1}"
                    self._holds[cell, letter] = self._names.new(name)
                builder.add([-variable, self._holds[cell, letter]])
                self._covers[self._ways[place.direction] + cell].append(variable)
            for cell in run[:-1]:
                self._spans.setdefault((cell, cell + run.step), []).append(variable)
            for cell in _ends(place, run, self.box):
                builder.add([-variable, -self._full[cell]])
            if are_crossed:
                other = self._ways[place.direction.other]
                builder.add([-variable, *(other + cell for cell in run)])

    def each_once(self, wanted: int) -> None:
        """Each word stands in one place at most, and `wanted` of them in one."""
        builder = self._builder
        builder.begin("each once")
        for placed, variables in zip(self._placed, self._of_word, strict=True):
            builder.add([-placed, *variables])
            builder.add_all([placed, -variable] for variable in variables)
            builder.add_all(at_most_one(variables, lambda: self._names.new("once")))
        builder.add_all(at_least_k(self._placed, wanted, lambda: self._names.new("count")))

    def letters(self) -> None:
        """A cell is full exactly when it has a letter, and has one at most."""
        builder = self._builder
        builder.begin("letters")
        by_cell: list[list[int]] = [[] for _ in self._full]
        for (cell, _), variable in self._holds.items():
            by_cell[cell].append(variable)
        for full, held in zip(self._full, by_cell, strict=True):
            builder.add([-full, *held])
            builder.add_all([full, -variable] for variable in held)
            builder.add_all(at_most_one(held, lambda: self._names.new("one letter")))

    def runs_are_words(self) -> None:
        """Full cells are covered, and neighbours by one word."""
        builder, full = self._builder, self._full
        builder.begin("runs are words")
        for way, variables in self._covers.items():
            builder.add([-way, *variables])
            builder.add_all([way, -variable] for variable in variables)
        beside: list[list[int]] = [[] for _ in full]  # to the right, and below
        for cell, other in Edges.of_grid(*self.box):
            beside[cell].append(other)
        for cell in range(len(full)):
            builder.add([-full[cell], *(first + cell for first in self._ways.values())])
            for other in beside[cell]:
                builder.add([-full[cell], -full[other], *self._spans.get((cell, other), [])])

    def align(self, *, all_words: bool) -> None:
        """The first row and column are not empty; in a square the longest word stands across."""
        builder = self._builder
        builder.begin("aligned")
        n_rows, n_cols = self.box
        builder.add(self._full[:n_cols])
        builder.add(self._full[::n_cols])
        if n_rows == n_cols and all_words:
            longest = max(range(len(self.words)), key=lambda index: len(self.words[index]))
            builder.add_all(
                [-variable]
                for variable in self._of_word[longest]
                if self._places[variable - 1][1].direction is Direction.DOWN
            )

    def be_squarish(self, excess: int) -> None:
        """A column that is in use has as many rows in use as its number asks for; rows likewise.

        Connected letters that begin in the first row and reach another one are in each between.
        """
        builder, (n_rows, n_cols) = self._builder, self.box
        builder.begin("squarish")
        rows = [self._full[row * n_cols : (row + 1) * n_cols] for row in range(n_rows)]
        cols = [self._full[col::n_cols] for col in range(n_cols)]
        for lines, across in ((rows, cols), (cols, rows)):
            for number, line in enumerate(lines, 1):
                least = next(n for n in range(1, number + 1) if 7 * n // 5 >= number - excess)
                needed = across[least - 1] if least <= len(across) else ()
                builder.add_all([-cell, *needed] for cell in line if cell not in needed)

    def cross(self, at_least: int) -> None:
        """So many cells are in a word across and in one down."""
        builder, names = self._builder, self._names
        builder.begin("crossings")
        first = names.new("crossing", len(self._full))
        crossings = range(first, first + len(self._full))
        for way in self._ways.values():
            builder.add_all([-one, way + cell] for cell, one in enumerate(crossings))
        builder.add_all(at_least_k(crossings, at_least, lambda: names.new("crossings")))

    def encoding(self) -> LayoutEncoding:
        """All that was made."""
        return LayoutEncoding(
            self.box, self.words, tuple(self._places), self._placed, self._full,
            self._builder.build(self._names.n_vars), self._names.build(), self._builder.n_by_group,
        )  # fmt: skip


def cells_of(place: Placement, n_cols: int) -> range:
    """The positions of a placed word's letters."""
    first = place.row * n_cols + place.col
    step = 1 if place.direction is Direction.ACROSS else n_cols
    return range(first, first + len(place.word) * step, step)


def _places(word: str, box: BoxSize) -> Iterable[Placement]:
    n_rows, n_cols = box
    for direction in Direction:
        across = direction is Direction.ACROSS
        rows = n_rows if across else n_rows - len(word) + 1
        cols = n_cols - len(word) + 1 if across else n_cols
        for row in range(rows):
            for col in range(cols):
                yield Placement(word, direction, row, col)


def _ends(place: Placement, run: range, box: BoxSize) -> list[int]:
    """The cells before and after a place that lie in the box."""
    n_rows, n_cols = box
    across = place.direction is Direction.ACROSS
    first, limit = (place.col, n_cols) if across else (place.row, n_rows)
    ends = [run[0] - run.step] if first else []
    return ends + ([run[-1] + run.step] if first + len(place.word) < limit else [])
