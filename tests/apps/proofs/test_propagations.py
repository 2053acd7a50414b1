"""Unit propagation in Python and compiled: the same answers, whatever is asked."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from oracles.propagation import Known, Propagation
from support.seeds import split

from satcross import Found, Puzzle, prove
from satcross.apps.proofs.checker import CheckResult, Rejected, check_proof
from satcross.apps.proofs.checker.reading import ClauseFile
from satcross.errors import DimacsError

compiled = pytest.importorskip("satcross.apps.proofs.checker._propagation")


def formula_of(clauses: list[list[int]], n_vars: int) -> ClauseFile:
    flat = [literal for clause in clauses for literal in (*clause, 0)]
    return ClauseFile(n_vars, np.array(flat, dtype=np.int32))


def converse(
    rng: random.Random, pair: tuple[Known, Known], clauses: list[list[int]], n: int
) -> None:
    """Ask both the same, at random, and compare what they say."""

    def clause() -> list[int]:
        size = rng.choice((0, 1, 2, 2, 3, 3, 4, 30))
        return [rng.choice((1, -1)) * rng.randint(1, n) for _ in range(size)]

    there = [*clauses]
    for _ in range(60):
        act = rng.random()
        one = rng.choice(there) if there and rng.random() < 0.4 else clause()
        if act < 0.5:
            follows = [known.refutes(one) for known in pair]
            assert follows[0] == follows[1], one
            if follows[0] and rng.random() < 0.7:
                act = 0.6
        if 0.5 < act < 0.7 and (act < 0.65 or rng.random() < 0.2):
            there.append(one)
            for known in pair:
                known.add(one)
        elif act >= 0.7:
            rng.shuffle(one := list(one))
            assert pair[0].remove(one) == pair[1].remove(one), one
        assert pair[0].conflict == pair[1].conflict
        if pair[0].conflict:  # then nothing counts any more
            return
        assert pair[0].n_kept == pair[1].n_kept


@pytest.mark.parametrize("seeds", split(range(400), 20))
def test_both_say_the_same(seeds: range) -> None:
    n_conflicts = 0
    for seed in seeds:
        rng = random.Random(f"propagations {seed}")
        n = rng.choice((4, 8, 60))
        clauses = [
            [
                rng.choice((1, -1)) * rng.randint(1, n)
                for _ in range(rng.choice((1, 2, 2, 3, 3, 5, 40)))
            ]
            for _ in range(rng.randint(0, 3 * n))
        ]
        if rng.random() < 0.9:
            clauses = [one for one in clauses if len(one) > 1]
        formula = formula_of(clauses, n)
        pair = Propagation(formula), compiled.Propagation(formula)
        assert pair[0].conflict == pair[1].conflict
        converse(rng, pair, clauses, n)
        for _ in range(3):
            converse(rng, pair, clauses, n)
        n_conflicts += pair[0].conflict
    assert 0 < n_conflicts < len(seeds)


def test_memory_of_deleted_clauses_is_used_again() -> None:
    """What is left is still propagated, and can be deleted, after clauses were moved."""
    rng = random.Random(7)
    n = 2000
    old = [rng.sample(range(1, 101), 5) for _ in range(50)]
    known = compiled.Propagation(formula_of(old, n))
    gone = rng.sample(range(25, 50), 10)
    for at in gone:
        assert known.remove(old[at])

    def fill() -> list[list[int]]:
        kept: list[list[int]] = []
        for number in range(1500):  # far more than the module leaves in place
            long = rng.sample(range(101, n + 1), 1100)
            known.add(long)
            if number % 300:
                assert known.remove(long)
            else:
                kept.append(long)
        return kept

    def look(clauses: list[list[int]]) -> None:
        for clause in clauses:
            assert known.refutes(clause)
            assert not known.refutes(clause[1:])
            assert not known.remove(clause[1:])

    kept = fill()
    look(kept)
    assert known.n_kept == 40 + len(kept)
    for long in kept:
        assert known.remove(long)
        assert not known.refutes(long)
    assert known.n_kept == 40
    look([clause for at, clause in enumerate(old) if at not in gone])
    assert not any(known.refutes(old[at]) for at in gone)


def test_odd_arguments() -> None:
    formula = formula_of([[1, 2], [-1, 2, 3]], 3)
    known = compiled.Propagation(formula)
    for literal in (0, 4, -4, 1 << 40):
        for call in (known.add, known.refutes, known.remove):
            with pytest.raises(ValueError, match="is not a literal of the formula"):
                call([1, literal])
    with pytest.raises(OverflowError):
        known.add([1 << 80])
    with pytest.raises(TypeError):
        known.add(["1"])
    with pytest.raises(ValueError, match="9 is not a literal of the formula"):
        compiled.Propagation(formula_of([[1, 9]], 3))
    with pytest.raises(ValueError, match="too large"):
        compiled.Propagation(ClauseFile(-1, formula.flat))
    assert known.n_kept == 1
    assert known.refutes([1, 2])


def test_a_stop_while_the_formula_is_taken_in() -> None:
    def stop() -> None:
        raise TimeoutError

    clauses = [[1 + i % 50, 60 + i % 33, 100] for i in range(100_000)]
    with pytest.raises(TimeoutError):
        compiled.Propagation(formula_of(clauses, 100), stop)


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("proofs") / "proof"
    rng = random.Random(5)
    words = sorted({"".join(rng.choice("AESTRNIO") for _ in range(4)) for _ in range(60)})
    assert isinstance(prove(Puzzle("....\n....\n....\n....", words), folder), Found)
    return folder


def test_damaged_proofs(proof: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both name the same line, and the same numbers of lines."""
    lines = (proof / "proof.drat").read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(lines) > 60
    damaged = tmp_path / "proof.drat"

    def check() -> CheckResult:
        results: list[CheckResult] = []
        for kind in (Propagation, compiled.Propagation):
            monkeypatch.setattr("satcross.apps.proofs.checker.check.propagation_of", kind)
            results.append(check_proof(proof / "puzzle.cnf", damaged))
        assert results[0] == results[1]
        return results[0]

    damaged.write_text("".join(lines))
    assert isinstance(check(), Found)
    rng = random.Random(3)
    n_rejected = 0
    for _ in range(10):
        changed = list(lines)
        at = rng.randrange(len(changed))
        act = rng.randrange(4)
        if act == 0:
            del changed[at : at + rng.choice((1, 20))]
        elif act == 1:
            words = changed[at].split()
            words[0] = words[0] if words[0] in ("d", "0") else str(-int(words[0]))
            changed[at] = " ".join(words) + "\n"
        elif act == 2:
            changed[at] = changed[at].partition(" ")[2] or changed[at]
        else:
            changed.insert(0, changed.pop(at))
        damaged.write_text("".join(changed))
        n_rejected += isinstance(check(), Rejected)
    assert 2 < n_rejected < 10


def test_no_more_clauses_than_fit_into_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Small(Propagation):
        max_kept = 2

    (tmp_path / "f.cnf").write_text("p cnf 4 2\n1 2 3 0\n1 2 4 0\n")
    (tmp_path / "f.drat").write_text("1 2 3 4 0\n1 2 3 4 0\n")
    monkeypatch.setattr("satcross.apps.proofs.checker.check.propagation_of", Small)
    with pytest.raises(DimacsError, match=r"f.drat:1: there are more than 2 clauses to keep"):
        check_proof(tmp_path / "f.cnf", tmp_path / "f.drat")
    small = formula_of([[1, 2]], 2)
    assert compiled.Propagation(small).max_kept > Propagation(small).max_kept == 1_000_000
