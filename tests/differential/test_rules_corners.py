"""Corners of the rules that random puzzles seldom reach."""

from __future__ import annotations

import pytest
from support.runs import count, fill, n_exactly

from satcross.apps.counting.sample import Samples
from satcross.apps.counting.tools import is_installed
from satcross.encoding.letters import LetterVars
from satcross.model.consistency import arc_consistent
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.results import Impossible
from satcross.solve.protocol import Outcome, SolverOptions
from satcross.solve.refining import search_session
from satcross.tasks.enumerate import Fills
from satcross.verification.crossword import verify
from satcross.words import WordList

pytestmark = pytest.mark.usefixtures("solvers_in_process")


@pytest.mark.parametrize("solver", ["lazy", "minisat22"])
def test_a_word_given_twice_in_other_cells_leaves_no_fill(solver: str) -> None:
    words = WordList.from_words(["cat", "dog"])
    grid = Grid.parse("SWEET\n#####\nSW[EET]##\n#####\n...##")
    options = SolverOptions(solver=solver)
    assert isinstance(fill(Puzzle(grid, words), options=options), Impossible)
    assert len(list(Fills(Puzzle(grid, words, distinct=False), options=options))) == 2


@pytest.mark.parametrize("solver", ["lazy", "minisat22"])
def test_a_given_word_is_a_base_form_that_the_list_lacks(solver: str) -> None:
    words = WordList.from_words(["gloms", "other"])
    puzzle = Puzzle(Grid.parse("GLOM#\n#####\n....."), words, no_near_duplicates=True)
    found = Fills(puzzle, options=SolverOptions(solver=solver))
    assert [str(filled).split("\n")[2] for filled in found] == ["OTHER"]


def test_single_letters_may_repeat_when_fills_are_counted_without_listing() -> None:
    words = WordList.from_words(["a", "b"], min_letters=1)
    puzzle = Puzzle(Grid.parse(".#.#."), words, min_length=1)
    for method in ("exact", "enumerate"):
        assert n_exactly(count(puzzle, method=method)) == 8


def test_draws_that_are_not_listed_keep_the_rules() -> None:
    if not is_installed("unigen"):
        pytest.skip("pyunigen is not installed")
    words = WordList.from_words(["sea", "seas", "tea", "hats"])
    puzzle = Puzzle(Grid.parse("...#\n####\n...."), words, no_near_duplicates=True)
    draws = {str(filled) for filled in Samples(puzzle, n=30, list_up_to=0)}
    assert draws == {"SEA#\n####\nHATS", "TEA#\n####\nHATS", "TEA#\n####\nSEAS"}


def test_conflicts_of_all_rounds_count_together() -> None:
    words = WordList.builtin(min_score=55)
    grid = Grid.parse("\n".join(["....."] * 5))
    puzzle = Puzzle(grid, words, max_shared_substring=2)
    domains = arc_consistent(puzzle)
    session = search_session(domains, LetterVars(domains))
    before = session.counters.conflicts
    answer = session.solve(conflicts=60)
    assert answer.outcome is not Outcome.SAT
    assert session.counters.conflicts - before <= 61
    session.close()


def test_other_bars_are_a_fault() -> None:
    words = WordList.from_words(["ab", "abc"])
    found = verify(Grid.parse(". . ."), Grid.parse("A B| C"), words)
    assert [(fault.kind, str(fault)) for fault in found] == [
        ("shape", "the bars of the fill differ from those of the template")
    ]
