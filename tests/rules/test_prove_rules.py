"""Proofs that puzzles with rules have no fill, against brute force and checked line by line."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from pysat.solvers import Cadical195
from support.cli import run_cli
from support.ruled_puzzles import fillings, ruled_puzzle
from support.runs import prove
from support.seeds import split

import satcross as sx
from satcross.apps.proofs.checker import Rejected, check_proof
from satcross.cnf.dimacs import read_formula
from satcross.cnf.formula import FormulaBuilder
from satcross.encoding.families import at_most_one_slot, families_of
from satcross.encoding.letters import LetterVars
from satcross.model.consistency import arc_consistent
from satcross.model.puzzle import Puzzle
from satcross.solve.protocol import SolverOptions
from satcross.tasks.checking import faults_of


def has_fill(puzzle: Puzzle) -> bool:
    cells = list(puzzle.grid.cells)
    for letters in fillings(puzzle):
        if any(letters[cell] != code for cell, code in puzzle.givens.items() if cell in letters):
            continue
        for cell, code in letters.items():
            cells[cell] = puzzle.texts[code]
        if not faults_of(puzzle, puzzle.grid.with_cells(cells)):
            return True
    return False


def check_seed(seed: int, folder: Path) -> set[str]:
    """Check a proof; the kinds of rules of a puzzle that has one by search."""
    puzzle, _ = ruled_puzzle(seed)
    result = prove(puzzle, folder, force=True, options=SolverOptions(seed=seed))
    assert isinstance(result, sx.Impossible) == has_fill(puzzle), seed
    if isinstance(result, sx.Impossible):
        return set()
    checked = check_proof(folder / "puzzle.cnf", folder / "proof.drat")
    assert isinstance(checked, sx.Found), (seed, checked)
    return {rule.kind for rule in puzzle.rules} if result.unwrap().n_lines > 1 else set()


@pytest.mark.parametrize("seeds", split(range(300), 5))
def test_proofs_are_right(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        check_seed(seed, tmp_path / "proof")


@pytest.mark.slow
def test_thousands_of_proofs(tmp_path: Path) -> None:
    kinds: set[str] = set()
    for seed in range(300, 5000):
        kinds |= check_seed(seed, tmp_path / "proof")
    assert len(kinds) == 6


LONG = (
    ("same-letter r1c1 r1c2 r2c1", "different-letters r1c1 r2c2 r3c3 r1c3", "~somewhere E"),
    ("no-near-duplicates", "different-letters r1c1-r1c4 r3c1"),
    ("max-shared-substring 2", "any of 1A=S*, 2D=*S", "slot diagonal: r1c1 r2c2 r3c3"),
)


@pytest.mark.parametrize("numbers", split(range(40), 12))
@pytest.mark.parametrize("rules", LONG)
def test_proofs_of_searches_need_their_rules(
    rules: tuple[str, ...], numbers: range, tmp_path: Path
) -> None:
    """Grids that are filled without the rules, and take a search with them."""
    n_needed = 0
    for number in numbers:
        rng = random.Random(number)
        words = sorted(
            {"".join(rng.choice("AEST") for _ in range(4)) for _ in range(70)}
            | {"".join(rng.choice("AEST") for _ in range(3)) for _ in range(20)}
        )
        plain = Puzzle("....\n....\n....\n....", words)
        puzzle = plain.with_rule(*rules)
        if not isinstance(sx.fill(plain), sx.Found):
            continue
        folder = tmp_path / str(number)
        result = prove(puzzle, folder)
        if isinstance(result, sx.Impossible):
            continue
        cnf = folder / "puzzle.cnf"
        assert isinstance(check_proof(cnf, folder / "proof.drat"), sx.Found)
        text = (folder / "README.md").read_text("utf-8")
        assert all(f"- {rule.to_text()}\n" in text for rule in puzzle.rules)
        n_needed += 1
    assert n_needed > len(numbers) / 8


@pytest.mark.parametrize("seeds", split(range(1000), 200))
def test_clauses_of_families_hold_for_all_letters_that_keep_the_rule(seeds: range) -> None:
    """Each way to put letters into cells that keeps a rule has values of the auxiliaries."""
    n_kept = n_broken = 0
    for seed in seeds:
        puzzle, _ = ruled_puzzle(seed)
        if not puzzle.pair_rules or puzzle.grid.n_rows * puzzle.grid.n_cols > 6:
            continue
        domains = arc_consistent(puzzle)
        if domains.emptied is not None:
            continue
        letters = LetterVars(domains)
        used = [letters.n]

        def new_variables(n: int, used: list[int] = used) -> int:
            used[0] += n
            return used[0] - n + 1

        builder = FormulaBuilder()
        for families in families_of(domains, letters):
            at_most_one_slot(puzzle, families, builder, new_variables)
        with Cadical195(bootstrap_with=list(builder.build(used[0]))) as solver:
            for filling in fillings(puzzle):
                ids = letters.literals(filling)
                if not all(ids):
                    continue
                cells = list(puzzle.grid.cells)
                for cell, code in filling.items():
                    cells[cell] = puzzle.texts[code]
                found = faults_of(puzzle, puzzle.grid.with_cells(cells))
                kinds = {fault.kind for fault in found} - {
                    "constraint",
                    "same",
                    "different",
                    "count",
                    "reads",
                }
                if not kinds <= {"near", "shared"}:
                    continue
                others = set(range(1, letters.n + 1)) - set(ids)
                holds = solver.solve(assumptions=[*ids, *(-v for v in others)])
                assert kinds or holds, (seed, filling)
                n_kept += not kinds
                n_broken += not holds
    assert n_kept > len(seeds) / 50
    assert n_broken > len(seeds) / 300


def test_the_command_proves_with_rules(tmp_path: Path) -> None:
    (tmp_path / "grid").write_text("...\n...\n...\n")
    words = [a + b + c for a in "ABC" for b in "ABC" for c in "ABC"]
    (tmp_path / "list").write_text("\n".join(words))
    args = ("prove", tmp_path / "grid", "-w", tmp_path / "list", "-o", tmp_path / "p")
    rule = ("--rule", "different-letters r1c1 r1c2 r2c2 r3c3")
    done = run_cli(*args, *rule)
    assert (done.code, done.err) == (0, ""), done
    checked = run_cli("prove", "--check", tmp_path / "p")
    assert checked.code == 0
    assert read_formula(tmp_path / "p" / "puzzle.cnf").formula.n_vars > 27
    assert "different-letters r1c1 r1c2 r2c2 r3c3" in (tmp_path / "p" / "README.md").read_text()
    proof = tmp_path / "p" / "proof.drat"
    proof.write_text("0\n")
    assert isinstance(check_proof(tmp_path / "p" / "puzzle.cnf", proof), Rejected)
