"""No word twice: both ways of saying it, alone and chosen by size."""

from __future__ import annotations

import itertools

import pytest
from support.unit_propagation import propagate

from satcross.cnf.formula import FormulaBuilder
from satcross.cnf.variables import VarMapBuilder
from satcross.encoding.distinct import n_clauses_of_difference, not_both, some_letter_differs
from satcross.encoding.encode import encode
from satcross.encoding.letters import LetterVars
from satcross.model.alphabet import Alphabet
from satcross.model.consistency import arc_consistent
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.words import WordList

AB = Alphabet("ABC")


@pytest.mark.parametrize("grid", ["...\n###\n...", "...\n.##\n.##", "..A\n###\n.B."])
def test_some_letter_differs(grid: str) -> None:
    listed = ["".join(word) for word in itertools.product("ABC", repeat=3)]
    words = WordList.from_words(listed, alphabet=AB)
    puzzle = Puzzle(Grid.parse(grid, alphabet=AB), words, distinct=False)
    domains = arc_consistent(puzzle)
    letters = LetterVars(domains)
    variables, builder = VarMapBuilder(letters.n), FormulaBuilder()
    s, t = puzzle.slots
    some_letter_differs(s, t, letters, variables, builder)
    clauses = list(builder.build(variables.n_vars))
    assert len(clauses) == n_clauses_of_difference(s, t, letters)
    # One auxiliary for each offset, except where the slots share their cell.
    n_shared = sum(a == b for a, b in zip(s.cells, t.cells, strict=True))
    assert variables.n_vars - letters.n == 3 - n_shared
    for first, second in itertools.product(listed, repeat=2):
        cells = dict(zip(s.cells, AB.codes(first), strict=True))
        other = dict(zip(t.cells, AB.codes(second), strict=True))
        if any(cells.get(cell, code) != code for cell, code in other.items()):
            continue  # the slots cross
        cells |= other
        if any(letters.ids[cell, code] == 0 for cell, code in cells.items()):
            continue  # a given letter says otherwise
        true = set(letters.literals(cells))
        all_letters = [v if v in true else -v for v in range(1, letters.n + 1)]
        implied = propagate(clauses, all_letters)
        assert (implied is None) == (first == second)
        if implied is not None:
            assert len(implied) == variables.n_vars, "an auxiliary is not determined"


@pytest.mark.parametrize("with_words", [(), (0,), (1,), (0, 1)])
def test_not_both_with_and_without_word_variables(with_words: tuple[int, ...]) -> None:
    words = WordList.from_words(["abc", "bca", "cab"], alphabet=AB)
    puzzle = Puzzle(Grid.parse("...\n###\n...", alphabet=AB), words)
    domains = arc_consistent(puzzle)
    letters = LetterVars(domains)
    first_word = {index: letters.n + 1 + 3 * index for index in with_words}
    builder = FormulaBuilder()
    shared = domains.words[0][[0, 2]]
    s, t = puzzle.slots
    not_both(s, t, shared, domains=domains, letters=letters, first_word=first_word,
             builder=builder)  # fmt: skip
    clauses = list(builder.build(letters.n + 6))
    assert len(clauses) == 2
    for clause, word in zip(clauses, [0, 2], strict=True):
        wanted: list[int] = []
        for slot in puzzle.slots:
            if slot.index in first_word:
                wanted.append(-(first_word[slot.index] + word))
            else:
                codes = domains.codes[slot.index][word]
                wanted += [-int(letters.ids[c, a]) for c, a in zip(slot.cells, codes, strict=True)]
        assert clause == wanted


def test_the_smaller_way_is_taken() -> None:
    listed = ["".join(word) for word in itertools.product("ABC", repeat=4)]
    for n, kind in ((5, 0), (81, 1)):
        words = WordList.from_words(listed[:n], alphabet=AB)
        puzzle = Puzzle(Grid.parse("....\n####\n....", alphabet=AB), words)
        encoding = encode(puzzle, encoding="support")
        s, t = puzzle.slots
        assert ("differ" in encoding.varmap.n_by_kind()) == bool(kind)
        expected = n_clauses_of_difference(s, t, encoding.letters) if kind else n
        assert encoding.n_clauses_by_constraint["no word twice"] == expected


def test_slots_that_share_no_word_need_no_clause() -> None:
    words = WordList.from_words(["ab", "cd"])
    puzzle = Puzzle(Grid.parse("A.#.D"), words)
    assert encode(puzzle).n_clauses_by_constraint["no word twice"] == 0
    longer = Puzzle(Grid.parse("..#..."), WordList.from_words(["ab", "cd", "abc", "cde"]))
    assert encode(longer).n_clauses_by_constraint["no word twice"] == 0
