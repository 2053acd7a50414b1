"""Proofs that puzzles with cells of several letters have no fill."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from pysat.solvers import Cadical195
from support.rule_puzzles import Kind, all_fills_by_rules, make_puzzle
from support.runs import prove
from support.seeds import split

import satcross as sx
from satcross.apps.proofs.checker import check_proof
from satcross.apps.proofs.prove.proof_lines import encode_unfiltered
from satcross.cnf.dimacs import read_formula
from satcross.model.puzzle import Puzzle
from satcross.solve.protocol import SolverOptions

KINDS = (
    Kind("ABC", rebus=True, max_cells=9),
    Kind("ABC", rebus=True, near=True, shared=True, bars=0.2, max_cells=9),
)


def thinned(puzzle: Puzzle, seed: int) -> Puzzle:
    """A puzzle without half of its words, as most that are made have a fill."""
    words = [word for word, _ in puzzle.listed.words()]
    gone = random.Random(seed).sample(words, len(words) // 2)
    return replace(puzzle, words=puzzle.listed.with_scores(dict.fromkeys(gone)))


def is_proved(puzzle: Puzzle, folder: Path, seed: int = 0) -> bool:
    result = prove(puzzle, folder, force=True, options=SolverOptions(seed=seed))
    if isinstance(result, sx.Impossible):
        return False
    checked = check_proof(folder / "puzzle.cnf", folder / "proof.drat")
    assert isinstance(checked, sx.Found), (seed, checked)
    return True


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seeds", split(range(400), 20))
def test_proofs_are_right(seeds: range, kind: Kind, tmp_path: Path) -> None:
    n_proved = 0
    for seed in seeds:
        puzzle = thinned(make_puzzle(seed, kind), seed)
        proved = is_proved(puzzle, tmp_path / "proof", seed)
        assert proved == (not all_fills_by_rules(puzzle)), seed
        n_proved += proved
    assert n_proved > len(seeds) // 10


@pytest.mark.parametrize("listed", [True, False])
def test_two_given_entries_that_spell_one_word_in_other_cells(listed: bool, tmp_path: Path) -> None:
    words = ["TEA", "TEN", "ATE", *(["TEATE"] if listed else [])]
    puzzle = Puzzle("[TE]A[TE]##\n#####\nTEATE", words)
    assert is_proved(puzzle, tmp_path / "proof")
    formula = read_formula(tmp_path / "proof" / "puzzle.cnf").formula
    assert all(formula), "an empty clause proves nothing"


def test_words_that_differ_in_their_cells_only_take_a_search(tmp_path: Path) -> None:
    """Each way to fill the grid has a word twice, in other cells."""
    puzzle = Puzzle("..#\n###\n...", ["TEA"], rebus=["TE", "EA"])
    plain = Puzzle(puzzle.grid, puzzle.listed, distinct=False, rebus=puzzle.rebus)
    assert isinstance(sx.fill(plain), sx.Found)
    assert is_proved(puzzle, tmp_path / "proof")
    encoded = encode_unfiltered(puzzle)
    with Cadical195(bootstrap_with=list(encoded.formula)) as solver:
        assert solver.solve(), "what the search met of the rule is needed"
