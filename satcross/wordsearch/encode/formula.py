"""Word searches as formulas: where the words stand, and which letters that puts in the cells.

Variables, in this order: P[w, p], word w stands in its place p; L[c, a], letter a stands in cell c;
then auxiliaries. All others are determined by the P.

An assignment is a layout: no word stands, or can be read, anywhere else.
"""

from __future__ import annotations

import numpy as np

from satcross.cnf.assignment import Assignment
from satcross.cnf.formula import FormulaBuilder
from satcross.cnf.variables import VarMapBuilder
from satcross.task import NEVER, Deadline
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
from satcross.wordsearch.layout import Layout
from satcross.wordsearch.problem import LayoutProblem


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
    deadline: Deadline = NEVER,
) -> PlaceVars:
    """Add the clauses whose assignments are the layouts of all words to a formula.

    Args:
        problem: board, words, directions and constraints.
        variables, builder: of the formula, to which nothing has been added.
        once: with the clauses that no word, and no forbidden one, can be read anywhere else.
        deadline: when to give up.

    Raises:
        TimeoutError: the deadline has passed.
    """
    board, words, headings = problem.board, problem.words, problem.headings
    constraints = problem.constraints
    places = place_vars(board, words, headings, variables)
    one_place_per_word(places, variables, builder)
    places_put_letters(places, builder)
    one_letter_per_cell(places, variables, builder)
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
