"""Word searches as formulas: where the words stand, and which letters that puts in the cells.

Variables, in this order: P[w, p], word w stands in its place p; L[c, a], letter a stands in cell c;
then auxiliaries. All others are determined by the P (and, in a `complete` formula, the L).

The comments of a DIMACS file suffice to decode it:

    c satcross wordsearch 1
    c satcross alphabet ABEGT             letters that cells can hold; A[IJ]S where one has several
    c satcross directions E SE S
    c satcross cells every                every cell holds a letter; `used`: only those of words
    c satcross inside no                  whether a word may stand within a longer one
    c satcross wish at least 3 crossings  what else was asked, for people; "none"
    c satcross board ####                 one line for each row
    c satcross word ICECREAM ice cream    one line for each word: its letters, and as written
    c satcross forbid RAT                 one line for each forbidden word
    c satcross variables place 1 1 40     what variables 1..40 say
    c satcross place 7 1 r1c2 SE          variable 7: word 1 begins in r1c2 and runs south-east
    c satcross letter 55 r1c3=C           variable 55: this letter stands there
    c p show 1 2 3 … 0                    the places (and letters, when every cell holds one)

An assignment of a formula in which every cell holds a letter is a finished square, correct in the
sense of `verify`; one of a formula of the other kind is a layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from os import PathLike

import numpy as np

from satcross.cnf import dimacs
from satcross.cnf.assignment import Assignment
from satcross.cnf.envelope import WORDSEARCH, Envelope
from satcross.cnf.formula import Formula, FormulaBuilder
from satcross.cnf.variables import VarMap, VarMapBuilder
from satcross.model.alphabet import Alphabet
from satcross.task import NEVER, Deadline
from satcross.wordsearch.board import picture_rows
from satcross.wordsearch.encode.constraints import (
    axis_depth,
    crossings_at_least,
    letters_come_from_places,
    one_letter_per_cell,
    one_place_per_word,
    places_put_letters,
    unused_cells,
)
from satcross.wordsearch.encode.unique_occurrences import contained_words, unique_occurrences
from satcross.wordsearch.encode.variables import PlaceVars, place_vars
from satcross.wordsearch.headings import HEADINGS
from satcross.wordsearch.layout import Layout
from satcross.wordsearch.problem import LayoutProblem

FORMAT = "1"


@dataclass(frozen=True, slots=True, eq=False)
class WordSearchEncoding:
    """A word search's formula, and what its variables mean.

    Args:
        places: the variables of places and letters, which come first.
        problem: what was encoded.
        formula: the clauses.
        varmap: all variables by group: "place 3" for the third word, "letter", auxiliaries.
        n_clauses_by_constraint: how many clauses each constraint made.
        complete: whether every cell holds a letter: an assignment is then a finished square.
    """

    places: PlaceVars
    problem: LayoutProblem
    formula: Formula
    varmap: VarMap
    n_clauses_by_constraint: Mapping[str, int]
    complete: bool = False

    def comments(self) -> list[str]:
        """The comments that a DIMACS file needs to be decoded alone, without their `c `."""
        places, constraints = self.places, self.problem.constraints
        board = places.board
        headings = [str(heading) for heading in HEADINGS if heading in self.problem.headings]
        own, words, forbid = self._spelled()
        fields = [
            ("alphabet", own.spelling),
            ("directions", " ".join(headings)),
            ("cells", "every" if self.complete else "used"),
            ("inside", "yes" if constraints.allow_inside else "no"),
            ("wish", str(constraints) or "none"),
            *(("board", row) for row in picture_rows(board)),
            *(
                ("word", f"{text} {word.written}")
                for text, word in zip(words, places.words, strict=True)
            ),
            *(("forbid", text) for text in forbid),
        ]
        for label, run in groupby(self.varmap.groups, key=lambda group: group.label):
            groups = [group for group in run if group.n]
            if groups:
                last = groups[-1].first + groups[-1].n - 1
                fields.append(("variables", f"{label} {groups[0].first} {last}"))
        rows, cols = range(1, board.n_rows + 1), range(1, board.n_cols + 1)
        names = [f"r{row}c{col}" for row in rows for col in cols]
        for word, placements in enumerate(places.placements):
            starts, ways = placements.cells[:, 0].tolist(), placements.headings.tolist()
            for variable, (start, way) in enumerate(
                zip(starts, ways, strict=True), places.first[word]
            ):
                fields.append(("place", f"{variable} {word + 1} {names[start]} {HEADINGS[way]}"))
        for cell, code in np.argwhere(places.letter > 0).tolist():
            variable, letter = int(places.letter[cell, code]), own.texts[code]
            fields.append(("letter", f"{variable} {names[cell]}={letter}"))
        n_shown = places.n_places + (places.n_letters if self.complete else 0)
        shown = range(1, n_shown + 1)
        return Envelope(WORDSEARCH, FORMAT, tuple(fields), shown).comments()

    def _spelled(self) -> tuple[Alphabet, list[str], list[str]]:
        """The alphabet of the letters that cells can hold, and all words as it spells them."""
        alphabet, letters = self.problem.alphabet, self.places.alphabet
        own = Alphabet([alphabet.text(symbol) for symbol in letters])
        forbid = self.problem.constraints.forbid
        if alphabet.has_long_letters:  # with a letter that no cell holds, it cannot be spelled
            forbid = tuple(word for word in forbid if set(word) <= set(letters))

        def spelled(symbols: Iterable[str]) -> list[str]:
            return [own.joined(map(alphabet.text, word)) for word in symbols]

        return own, spelled(word.symbols for word in self.places.words), spelled(forbid)


def encode(
    problem: LayoutProblem,
    *,
    once: bool = True,
    complete_with: str | None = None,
    deadline: Deadline = NEVER,
) -> WordSearchEncoding:
    """The formula whose assignments are the layouts of all words. No solver is involved.

    Args:
        problem: board, words, directions and constraints.
        once: with the clauses that no word, and no forbidden one, can be read anywhere else.
        complete_with: letters for the cells of no word: then every cell holds one letter, and an
            assignment is a finished square, correct in the sense of `verify` when `once` is given.
        deadline: when to give up.

    Raises:
        TimeoutError: the deadline has passed.
    """
    variables, builder = builders(deadline)
    places = constrain(
        problem, variables, builder, once=once, complete_with=complete_with, deadline=deadline
    )
    return WordSearchEncoding(
        places,
        problem,
        builder.build(variables.n_vars),
        variables.build(),
        dict(builder.n_by_group),
        complete_with is not None,
    )


def builders(deadline: Deadline) -> tuple[VarMapBuilder, FormulaBuilder]:
    """Builders of a formula that raise TimeoutError once the deadline has passed."""

    def check() -> None:
        if deadline.passed():
            raise TimeoutError

    check()
    return VarMapBuilder(tick=check), FormulaBuilder(check)


def constrain(
    problem: LayoutProblem,
    variables: VarMapBuilder,
    builder: FormulaBuilder,
    *,
    once: bool = True,
    complete_with: str | None = None,
    deadline: Deadline = NEVER,
) -> PlaceVars:
    """Add the clauses of `encode` to a formula that is being built. Args: as there."""
    board, words, headings = problem.board, problem.words, problem.headings
    constraints, complete = problem.constraints, complete_with is not None
    places = place_vars(board, words, headings, variables, letters=complete_with)
    one_place_per_word(places, variables, builder)
    places_put_letters(places, builder)
    one_letter_per_cell(places, variables, builder, at_least_one=complete)
    if not complete:
        letters_come_from_places(places, builder)
    contained_words(places, variables, builder, allow_inside=constraints.allow_inside)
    if once:
        unique_occurrences(places, builder, constraints.forbid)
    if constraints.unused is not None:
        unused_cells(places, constraints.unused, variables, builder)
    if constraints.n_crossings_at_least:
        depth = axis_depth(words, headings, deadline)
        crossings_at_least(places, constraints.n_crossings_at_least, depth, variables, builder)
    return places


def layout_of(places: PlaceVars, assignment: Assignment) -> Layout:
    """The layout that an assignment stands for. Raises ValueError when a word has no place."""
    chosen = []
    for word, placements in enumerate(places.placements):
        true = np.flatnonzero(assignment.values[places.places(word)]).tolist()
        if len(true) != 1:
            text = places.words[word].letters
            raise ValueError(f"{text} stands in {len(true)} places, not in one")
        chosen.append(placements.placement(word, true[0]))
    return Layout(places.board, places.words, tuple(chosen))


def export(
    problem: LayoutProblem, path: str | PathLike[str], *, complete_with: str | None = None
) -> WordSearchEncoding:
    """Write a word search's formula, with the comments that decoding needs, to a file.

    Args:
        problem, complete_with: as for `encode`.
        path: `.gz` and `.xz` compress; the file appears only when it is whole.

    Returns: what was written.

    Raises:
        DimacsError: the file cannot be written.
    """
    encoding = encode(problem, complete_with=complete_with)
    dimacs.write(encoding, path)
    return encoding
