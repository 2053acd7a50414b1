"""Cells of several letters: every engine finds what brute force finds, every task knows them."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.engine_sets import by_engines
from support.rule_puzzles import Kind, all_fills_by_rules, make_puzzle
from support.runs import count, fill, n_exactly, optimise

from satcross.apps.counting.sample import Samples
from satcross.cnf.dimacs import read_formula
from satcross.encoding.decode import Decoder
from satcross.errors import OptionError
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.results import Best, Found
from satcross.solve.backends.eager import EagerSession
from satcross.solve.backends.pysat import PysatBackend
from satcross.solve.backends.scramble import Scramble
from satcross.solve.protocol import Outcome, SolverOptions
from satcross.tasks.enumerate import Fills
from satcross.tasks.export import export
from satcross.words import WordList

pytestmark = pytest.mark.usefixtures("solvers_in_process")

KIND = Kind(letters="ABC", rebus=True, max_cells=9)
MOST = 150
SOLVERS = ("cadical195", "glucose4", "minisat22", "maplechrono")


def compare(seed: int) -> tuple[int, int]:
    """(fills, fills with several letters in an open cell), once all engines agree."""
    puzzle = make_puzzle(seed, KIND)
    wanted = all_fills_by_rules(puzzle)
    if len(wanted) > MOST:
        return 0, 0
    for engine, found in by_engines(puzzle, seed, len(wanted) + 1, SOLVERS[seed % 4]).items():
        assert found == wanted, f"seed {seed}: {engine}"
    cells = puzzle.grid.cells
    used = sum(
        any(len(text) > 1 and cell == "." for text, cell in zip(filled, cells, strict=True))
        for filled in wanted
    )
    return len(wanted), used


def test_engines_agree_with_brute_force() -> None:
    sums = [compare(seed) for seed in range(12)]
    assert sum(n for n, _ in sums) > 50
    assert sum(n for _, n in sums) > 20


@pytest.mark.parametrize("seed", range(310, 313))
def test_tasks_know_all_fills(seed: int) -> None:
    puzzle = make_puzzle(seed, KIND)
    wanted = all_fills_by_rules(puzzle)
    for method in ("auto", "exact"):
        assert n_exactly(count(puzzle, method=method)) == len(wanted)
    fills = Fills(puzzle, options=SolverOptions(seed=seed))
    assert {found.grid.cells for found in fills} == wanted
    assert fills.is_exhausted
    assert {found.grid.cells for found in Samples(puzzle, n=10)} <= wanted
    best = optimise(puzzle, goal="lowest")
    assert isinstance(best, Best) is bool(wanted)
    if isinstance(best, Best):
        assert best.is_proved
        assert best.fill.grid.cells in wanted


@pytest.mark.parametrize("seed", range(400, 406))
def test_an_export_is_decoded_by_its_comments_alone(seed: int, tmp_path: Path) -> None:
    puzzle = make_puzzle(seed, KIND)
    wanted = all_fills_by_rules(puzzle)
    export(puzzle, tmp_path / "a.cnf", encoding=("support", "dawg", "auto")[seed % 3])
    dump = read_formula(tmp_path / "a.cnf")
    decoder = Decoder.from_comments(dump.comments)
    assert decoder.grid == puzzle.grid
    assert decoder.rules == puzzle.rules
    n_vars = dump.formula.n_vars
    session = EagerSession(
        "minisat22", dump.formula, PysatBackend("minisat22"), Scramble.identity(n_vars)
    )
    found: set[tuple[str, ...]] = set()
    while len(found) < 40:
        answer = session.solve()
        if answer.outcome is Outcome.UNSAT:
            assert found == wanted
            break
        assert answer.assignment is not None
        filled = decoder.decode(answer.assignment).cells
        assert filled in wanted
        assert filled not in found
        found.add(filled)
        values = answer.assignment.values
        session.add_clause([-v if values[v] else v for v in range(1, n_vars + 1)])
    session.close()


def test_a_given_rebus_reads_across_and_down_and_stands_nowhere_else() -> None:
    words = WordList.from_words([("sweetheart", 70), ("hearts", 60), ("heart", 50), "sea", "arts"])
    puzzle = Puzzle(Grid.parse("SWEET[HEART]\n#####."), words)
    result = fill(puzzle)
    assert isinstance(result, Found)
    found = result.fill
    assert str(found) == "SWEET[HEART]\n#####S"
    assert found.grid.cells[5] == "HEART"
    assert [(e.slot.name, e.word, e.score, e.given) for e in found.entries] == [
        ("1A", "SWEETHEART", 70, True),
        ("2D", "HEARTS", 60, False),
    ]
    # Given, HEART may not stand in an open cell; allowed, it may.
    words = WordList.from_words(["hearts", "hearty", "xs", "xy"])
    given = Puzzle(Grid.parse("[HEART].\n##\n.."), words)
    assert {str(f).split("\n")[2] for f in Fills(given)} == {"XS", "XY"}
    allowed = Puzzle(Grid.parse("[HEART].\n##\n.."), words, rebus=("heart",))
    assert allowed.rebus == ("HEART",)
    assert {str(f).split("\n")[2] for f in Fills(allowed)} == {
        "XS", "XY", "[HEART]S", "[HEART]Y"
    }  # fmt: skip


def test_a_word_stands_once_however_it_is_put_into_cells() -> None:
    words = WordList.from_words(["sweet", "sweat"])
    grid = Grid.parse("...##\n#####\n.....")
    puzzle = Puzzle(grid, words, rebus=("EET", "EAT"))
    found = {tuple(str(f).split("\n")[::2]) for f in Fills(puzzle)}
    assert found == {("SW[EET]##", "SWEAT"), ("SW[EAT]##", "SWEET")}
    repeats = Puzzle(grid, words, distinct=False, rebus=("EET", "EAT"))
    assert len(list(Fills(repeats))) == 4


def test_fills_without_a_common_word_compare_what_is_spelled() -> None:
    words = WordList.from_words(["sweet", "sweat", "tweet"])
    puzzle = Puzzle(Grid.parse("..."), words, rebus=("EET", "EAT", "SWE", "TWE"))
    assert len(list(Fills(puzzle))) == 6
    apart = [f.entries[0].word for f in Fills(puzzle, distinct="words")]
    assert sorted(apart) == ["SWEAT", "SWEET", "TWEET"]


@pytest.mark.parametrize("solver", ["lazy", "minisat22"])
@pytest.mark.parametrize(("k", "n"), [(1, 4), (2, 2)])
def test_fills_with_k_other_entries_compare_what_is_spelled(solver: str, k: int, n: int) -> None:
    words = WordList.from_words(["aaa", "bbb"])
    puzzle = Puzzle(Grid.parse("..\n##\n.."), words, rebus=("AA", "BB"))
    fills = Fills(puzzle, SolverOptions(solver=solver), distinct=k)
    pairs = {tuple(entry.word for entry in found.entries) for found in fills}
    assert fills.is_exhausted
    # AAA above and BBB below, and the other way round: all entries differ.
    assert pairs == {("AAA", "BBB"), ("BBB", "AAA")}
    assert fills.n_found == 2
    repeats = Puzzle(Grid.parse("..\n##\n.."), words, distinct=False, rebus=("AA", "BB"))
    fills = Fills(repeats, SolverOptions(solver=solver), distinct=k)
    pairs = {tuple(entry.word for entry in found.entries) for found in fills}
    assert len(pairs) == fills.n_found == n


def test_too_much_is_refused_quickly() -> None:
    words = WordList.from_words(["A" * 40, "AB"])
    with pytest.raises(OptionError, match="more than 500,000 spellings"):
        Puzzle(Grid(1, 27, (".",) * 27), words, rebus=("AA", "AAA"))
    for wrong in ("A", "", "4%", "A" * 50):
        with pytest.raises(OptionError, match="must be 2 to 40 letters"):
            Puzzle(Grid.parse(".."), words, rebus=(wrong,))
