"""Word searches as formulas: where the words stand, and which letters that puts in the cells.

Variables, in this order: P[w, p], word w stands in its place p; L[c, a], letter a stands in cell c;
then auxiliaries. All others are determined by the P (and, in a `complete` formula, the L).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from satcross.cnf.assignment import Assignment
from satcross.cnf.formula import Formula, FormulaBuilder
from satcross.cnf.variables import VarMap, VarMapBuilder
from satcross.wordsearch.board import Board
from satcross.wordsearch.encode_blocks import add_grouped, at_most_one_block
from satcross.wordsearch.encode_once import contained_words, nothing_else_is_read
from satcross.wordsearch.encode_parallel import parallel_pairs_at_most
from satcross.wordsearch.encode_wishes import (
    axis_depth,
    crossings_at_least,
    unused_cells,
)
from satcross.wordsearch.headings import HEADINGS, Heading
from satcross.wordsearch.layout import Layout
from satcross.wordsearch.variables import PlaceVars, place_vars
from satcross.wordsearch.wish import Wish
from satcross.wordsearch.words import HiddenWord


@dataclass(frozen=True, slots=True, eq=False)
class WordSearchEncoding:
    """A word search's formula, and what its variables mean.

    Args:
        places: the variables of places and letters, which come first.
        headings: the ways that words may run.
        wish: what else a layout must be.
        formula: the clauses.
        varmap: all variables by group: "place 3" for the third word, "letter", auxiliaries.
        n_clauses_by_constraint: how many clauses each constraint made.
        complete: whether every cell holds a letter: an assignment is then a finished square.
    """

    places: PlaceVars
    headings: tuple[Heading, ...]
    wish: Wish
    formula: Formula
    varmap: VarMap
    n_clauses_by_constraint: Mapping[str, int]
    complete: bool = False

    def layout(self, assignment: Assignment) -> Layout:
        """The layout that an assignment stands for. Raises ValueError when a word has no place."""
        return layout_of(self.places, assignment)

    def comments(self) -> list[str]:
        """The comments that a DIMACS file needs to be decoded alone."""
        from satcross.wordsearch.dimacs import comments_of

        return comments_of(self)


def encode(
    board: Board,
    words: Sequence[HiddenWord],
    headings: Sequence[Heading],
    wish: Wish | None = None,
    *,
    once: bool = True,
    depth: int | None = None,
    complete_with: str | None = None,
    tick: Callable[[], None] | None = None,
) -> WordSearchEncoding:
    """The formula whose assignments are the layouts of all words. No solver is involved.

    Args:
        board: the cells.
        words: the list.
        headings: the ways that words may run.
        wish: what else a layout must be.
        once: with the clauses that no word, and no forbidden one, can be read anywhere else.
        depth: for crossings, how many words are counted that run along one line through one cell;
            None: as many as there can be. With less, layouts may be missed, but none is wrong.
        complete_with: letters for the cells of no word: then every cell holds one letter, and an
            assignment is a finished square, honest in the sense of `verify` when `once` is given.
        tick: called between constraints; an exception in it ends the work.
    """
    wish = wish or Wish()
    variables, builder = VarMapBuilder(), FormulaBuilder()
    places = constrain(
        board, words, headings, wish, variables, builder,
        once=once, depth=depth, complete_with=complete_with, tick=tick,
    )  # fmt: skip
    return WordSearchEncoding(
        places,
        tuple(heading for heading in HEADINGS if heading in headings),
        wish,
        builder.build(variables.n_vars),
        variables.build(),
        dict(builder.n_by_group),
        complete_with is not None,
    )


def constrain(
    board: Board,
    words: Sequence[HiddenWord],
    headings: Sequence[Heading],
    wish: Wish,
    variables: VarMapBuilder,
    builder: FormulaBuilder,
    *,
    once: bool = True,
    depth: int | None = None,
    complete_with: str | None = None,
    tick: Callable[[], None] | None = None,
) -> PlaceVars:
    """Add the clauses of `encode` to a formula in the making. Args: as there."""
    tick = tick or _no_tick
    places = place_vars(board, words, headings, variables, letters=complete_with)
    complete = complete_with is not None
    tick()
    one_place_per_word(places, variables, builder)
    tick()
    places_put_letters(places, builder)
    one_letter_per_cell(places, variables, builder, at_least_one=complete)
    tick()
    if not complete:
        letters_come_from_places(places, builder)
    contained_words(places, variables, builder, allow_inside=wish.allow_inside)
    tick()
    if once:
        nothing_else_is_read(places, builder, wish.forbid)
        tick()
    if wish.unused is not None:
        unused_cells(places, wish.unused, variables, builder, tick)
        tick()
    if wish.max_parallel is not None:
        parallel_pairs_at_most(places, wish.max_parallel, variables, builder)
        tick()
    if wish.n_crossings_at_least:
        depth = axis_depth(words, headings) if depth is None else depth
        crossings_at_least(places, wish.n_crossings_at_least, depth, variables, builder, tick)
        tick()
    return places


def _no_tick() -> None:
    pass


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


def one_place_per_word(
    places: PlaceVars, variables: VarMapBuilder, builder: FormulaBuilder
) -> None:
    """Every word stands in exactly one of its places.

        OR_p P[w,p]                                      1 for each word
        at most one of P[w,1], P[w,2], …                 `at_most_one_block`

    Clauses: for a word of n places, 1 + `at_most_one_block`.
    """
    builder.begin("one place per word")
    for word in range(len(places.words)):
        builder.add(places.places(word).tolist())
        at_most_one_block(places.places(word), f"choice {word + 1}", variables, builder)


def places_put_letters(places: PlaceVars, builder: FormulaBuilder) -> None:
    """A word in its place puts its letters in the cells.

        -P[w,p] or L[c,a]        for each cell c of p, a the word's letter there

    Clauses: the length of the word for each place.
    """
    builder.begin("places put letters")
    for word, placements in enumerate(places.placements):
        codes = places.codes(places.words[word].letters)
        variables = places.places(word)
        for index, code in enumerate(codes.tolist()):
            builder.add_block(-variables, places.letter[placements.cells[:, index], code])


def one_letter_per_cell(
    places: PlaceVars,
    variables: VarMapBuilder,
    builder: FormulaBuilder,
    *,
    at_least_one: bool,
) -> None:
    """No cell holds two letters; and when `at_least_one`, every cell holds one.

    Clauses: for each cell, `at_most_one_block` over its letters, and one more.
    """
    builder.begin("one letter per cell")
    for cell in places.board.cells:
        row = places.letter[cell]
        lits = row[row > 0]
        if at_least_one:
            builder.add(lits.tolist())
        at_most_one_block(lits, "spelling", variables, builder)


def letters_come_from_places(places: PlaceVars, builder: FormulaBuilder) -> None:
    """A letter stands only where a word puts it, so that the places determine the letters.

        -L[c,a] or OR P[w,p] over the places that put a in c

    Clauses: one for each L; their literals are those of `places_put_letters` and as many again.
    """
    builder.begin("letters come from places")
    heads = places.letter[places.letter > 0]
    clause_of, literals = [heads.astype(np.int64)], [-heads]
    for word, placements in enumerate(places.placements):
        codes = places.codes(places.words[word].letters)
        for index, code in enumerate(codes.tolist()):
            clause_of.append(places.letter[placements.cells[:, index], code].astype(np.int64))
            literals.append(places.places(word))
    if len(heads):
        add_grouped(np.concatenate(clause_of), np.concatenate(literals), builder)
