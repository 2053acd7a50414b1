"""Every word stands in its place and nowhere else: the rule of `verify`, as clauses.

What can be read on a line of cells must come from a word placed there: "when the letters of the
line spell w, then w has its place there, or a longer word that holds w has its place over it". With
one place for each word, and places that do not lie in longer words (or may), that is the rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from satcross.cnf.formula import I32, FormulaBuilder
from satcross.cnf.variables import VarMapBuilder
from satcross.wordsearch.encode.variables import PlaceVars, opposite
from satcross.wordsearch.headings import HEADINGS
from satcross.wordsearch.placements import Placements, placements_of
from satcross.wordsearch.words import HiddenWord


def parts(long: str, short: str) -> Iterator[tuple[int, bool]]:
    """Where `short` stands in `long`: (index in `long` of its first letter, whether backwards).

    A palindrome is found forwards only.

    >>> list(parts("BANANA", "AN")), list(parts("BANANA", "ANA"))
    ([(1, False), (3, False), (3, True), (5, True)], [(1, False), (3, False)])
    """
    n = len(short)
    for backwards in (False, True) if short != short[::-1] else (False,):
        text = short[::-1] if backwards else short
        for at in range(len(long) - n + 1):
            if long.startswith(text, at):
                yield (at + n - 1 if backwards else at), backwards


def contained_words(
    places: PlaceVars, variables: VarMapBuilder, builder: FormulaBuilder, *, allow_inside: bool
) -> None:
    """Words that are parts of other words, and words that are each other backwards.

    For each word w held by a longer word v, each place r of v and each place p of w in r:

        -P[v,r] or -P[w,p]                        unless `allow_inside`

    Else, with I[w], "w stands within a longer word":

        -P[v,r] or -P[w,p] or I[w]
        -I[w] or -P[v,r] or P[w,p]                it then stands in no other longer word

    As v stands somewhere, I[w] is determined: it makes w stand there too.

    For two words of which each is the other backwards, w and v:

        -P[v,r] or P[w,p],   -P[w,p] or P[v,r]    p being r from its other end

    Where w may not run so, P[w,p] is false. Clauses: for each place of the longer word and each
    part of it that is w, 1 (or 2 with I); for each place of two that mirror each other, 1 each.
    """
    builder.begin("words in words")
    texts = [word.symbols for word in places.words]
    for w, short in enumerate(texts):
        within: list[tuple[I32, I32]] = []
        for v, long in enumerate(texts):
            if v != w and len(long) == len(short) and long == short[::-1]:
                for mine, theirs in _held(places, v, w):
                    _add_with(builder, [-theirs], mine)
            elif len(long) > len(short):
                within += _held(places, v, w)
        if not allow_inside:
            for mine, theirs in within:
                both = mine > 0
                if both.any():
                    builder.add_block(-theirs[both], -mine[both])
        elif within:
            _may_be_inside(within, variables, builder)


def _may_be_inside(
    within: list[tuple[I32, I32]],
    variables: VarMapBuilder,
    builder: FormulaBuilder,
) -> None:
    inside = variables.new("inside")
    for mine, theirs in within:
        both = mine > 0
        if both.any():
            builder.add_block(-theirs[both], -mine[both], inside)
        _add_with(builder, [np.full(len(mine), -inside, dtype=np.int32), -theirs], mine)


def _held(places: PlaceVars, long: int, short: int) -> list[tuple[I32, I32]]:
    """For each part of one word that is another: the variables of the other's place in each place
    of the first (0: it may not run so), and those of the first's places."""
    placements = places.placements[long]
    found: list[tuple[I32, I32]] = []
    for at, backwards in parts(places.words[long].symbols, places.words[short].symbols):
        headings = opposite(placements.headings) if backwards else placements.headings
        mine = places.place_at(short, headings, placements.cells[:, at])
        found.append((mine, places.places(long)))
    return found


def _add_with(builder: FormulaBuilder, columns: list[I32], last: I32) -> None:
    """Clauses of `columns` and a last literal, which is left out where it is 0."""
    for some in (last > 0, last == 0):
        if some.any():
            cut = [column[some] for column in columns]
            builder.add_block(*cut, *([last[some]] if last[some][0] > 0 else []))


def unique_occurrences(
    places: PlaceVars, builder: FormulaBuilder, forbid: Sequence[str] = ()
) -> None:
    """A listed or forbidden word can be read only where a listed word contains it.

    For each such word t and each line of cells q of its length, in all eight directions:

        OR -L[q_i, t_i]  or  OR P[v,r] over the listed words v and places r that have t on q

    Clauses: one for each line of each word on which its letters can stand.
    """
    builder.begin("unique occurrences")
    for text in dict.fromkeys([*(word.symbols for word in places.words), *forbid]):
        read_where_placed(places, text, builder)


def read_where_placed(
    places: PlaceVars,
    text: str,
    builder: FormulaBuilder,
    *,
    line: tuple[int, int] | None = None,
) -> None:
    """The clauses of `unique_occurrences` for one word.

    Args:
        text: the word.
        line: index of its heading and cell of its first letter, for the clause of one line of
            cells; None for all.
    """
    codes = places.codes(text)
    if (codes < 0).any():
        return  # one of its letters is nowhere
    lines = _lines_of(places, text)
    letters = places.letter[lines.cells, codes[None, :]]
    wanted: npt.NDArray[np.bool_] = np.all(letters > 0, axis=1)
    if line is not None:
        wanted &= (lines.headings == line[0]) & (lines.cells[:, 0] == line[1])
    number = np.full((len(HEADINGS), places.board.size), -1, dtype=np.int64)
    number[lines.headings, lines.cells[:, 0]] = np.arange(len(lines))
    if text == text[::-1]:
        number[opposite(lines.headings), lines.cells[:, -1]] = np.arange(len(lines))
    clause_of = [np.repeat(np.flatnonzero(wanted), len(text))]
    literals = [-letters[wanted].ravel()]
    for v, word in enumerate(places.words):
        placements = places.placements[v]
        for at, backwards in parts(word.symbols, text):
            ways = opposite(placements.headings) if backwards else placements.headings
            clause_of.append(number[ways, placements.cells[:, at]])
            literals.append(places.places(v))
    number_of, members = np.concatenate(clause_of), np.concatenate(literals)
    keep = wanted[number_of]
    builder.add_grouped(number_of[keep], members[keep])


def _lines_of(places: PlaceVars, text: str) -> Placements:
    """The lines of cells in which a text could be read."""
    for word, lines in zip(places.words, places.lines, strict=True):
        if word.symbols == text:
            return lines
    return placements_of(places.board, HiddenWord(text, text), HEADINGS)
