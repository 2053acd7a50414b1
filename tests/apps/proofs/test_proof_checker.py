"""The proof checker alone, on proofs made by hand and against a checker as plain as can be."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from support.seeds import split
from support.unit_propagation import models_of, propagate

from satcross.apps.proofs.checker import CheckResult, ProofCheck, Rejected, check_proof
from satcross.errors import DimacsError
from satcross.results import Found, Reason, Stopped

# Every assignment of two variables is forbidden.
ALL_FOUR = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"


def check(tmp_path: Path, cnf: str, proof: str | bytes) -> CheckResult:
    (tmp_path / "f.cnf").write_text(cnf)
    data = proof if isinstance(proof, bytes) else proof.encode()
    (tmp_path / "f.drat").write_bytes(data)
    return check_proof(tmp_path / "f.cnf", tmp_path / "f.drat")


def cnf_of(clauses: Sequence[Sequence[int]], n_vars: int) -> str:
    lines = [" ".join(map(str, [*clause, 0])) for clause in clauses]
    return "\n".join([f"p cnf {n_vars} {len(clauses)}", *lines]) + "\n"


def test_a_right_proof_is_verified(tmp_path: Path) -> None:
    assert check(tmp_path, ALL_FOUR, "1 0\n0\n") == Found(ProofCheck(1, 1, 0))


def test_a_formula_that_unit_propagation_refutes_needs_no_line(tmp_path: Path) -> None:
    assert check(tmp_path, "p cnf 1 2\n1 0\n-1 0\n", "0\n") == Found(ProofCheck(0, 0, 0))
    assert check(tmp_path, "p cnf 1 1\n0\n", "") == Found(ProofCheck(0, 0, 0))


def test_a_line_that_does_not_follow_is_named(tmp_path: Path) -> None:
    proof = "c a comment\n\n1 0\n0\n"
    outcome = check(tmp_path, "p cnf 2 3\n1 2 0\n-1 2 0\n-1 -2 0\n", proof)
    assert outcome == Rejected(3, (1,), "unit propagation does not yield it")


def test_the_empty_clause_does_not_follow_by_itself(tmp_path: Path) -> None:
    assert check(tmp_path, ALL_FOUR, "0\n") == Rejected(1, (), "unit propagation does not yield it")


@pytest.mark.parametrize("proof", ["", "1 2 0\n", "d 1 2 0\n"])
def test_a_proof_must_end_in_a_contradiction(tmp_path: Path, proof: str) -> None:
    assert check(tmp_path, ALL_FOUR, proof) == Rejected(None, (), "it ends without a contradiction")


def test_a_satisfiable_formula_has_no_proof(tmp_path: Path) -> None:
    outcome = check(tmp_path, "p cnf 2 1\n1 2 0\n", "1 0\n-1 0\n0\n")
    assert isinstance(outcome, Rejected)
    assert outcome.line == 1


def test_rat_steps_are_rejected(tmp_path: Path) -> None:
    # 3 occurs nowhere, so `3 1` keeps satisfiability; but it does not follow.
    cnf = ALL_FOUR.replace("p cnf 2", "p cnf 3")
    assert isinstance(check(tmp_path, cnf, "3 1 0\n1 0\n0\n"), Found)  # here it does follow
    assert isinstance(check(tmp_path, "p cnf 3 1\n1 2 0\n", "3 0\n0\n"), Rejected)


def test_deleted_clauses_are_gone(tmp_path: Path) -> None:
    for gone in ("1 -2", "-2 1", "-1 -2", "1 2"):
        assert isinstance(check(tmp_path, ALL_FOUR, f"d {gone} 0\n1 0\n0\n"), Rejected)
    triple = "p cnf 3 4\n1 2 3 0\n1 2 -3 0\n1 -2 0\n-1 0\n"
    assert isinstance(check(tmp_path, triple, "0\n"), Found)
    open_ = "p cnf 4 4\n1 2 3 4 0\n1 2 -3 4 0\n1 -2 4 0\n-1 4 0\n"
    assert isinstance(check(tmp_path, open_, "1 4 0\n"), Rejected)
    assert check(tmp_path, open_, "1 4 2 0\n4 0\n") == Rejected(
        None, (), "it ends without a contradiction"
    )
    assert check(tmp_path, open_, "d 2 1 -3 4 0\n1 4 2 0\n") == Rejected(
        2, (1, 4, 2), "unit propagation does not yield it"
    )


def test_one_copy_of_a_clause_is_deleted(tmp_path: Path) -> None:
    twice = "p cnf 2 5\n1 2 0\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
    assert isinstance(check(tmp_path, twice, "d 1 2 0\n1 0\n0\n"), Found)
    assert isinstance(check(tmp_path, twice, "d 1 2 0\nd 2 1 0\n1 0\n0\n"), Rejected)


def test_what_follows_for_good_outlives_deletions(tmp_path: Path) -> None:
    cnf = "p cnf 3 5\n1 0\n-1 2 3 0\n-1 2 -3 0\n-2 3 0\n-2 -3 0\n"
    assert isinstance(check(tmp_path, cnf, "d 1 0\n2 0\n0\n"), Found)


def test_unknown_deletions_are_passed_over(tmp_path: Path) -> None:
    assert isinstance(check(tmp_path, ALL_FOUR, "d 2 0\nd 0\n1 0\n0\n"), Found)


def test_odd_clauses(tmp_path: Path) -> None:
    cnf = "p cnf 3 6\n1 -1 0\n1 1 2 0\n1 -2 -2 0\n-1 2 2 -1 0\n-1 -2 3 -3 0\n-1 -1 -2 0\n"
    assert isinstance(check(tmp_path, cnf, "3 -3 0\n1 1 0\n"), Found)
    assert isinstance(check(tmp_path, "p cnf 1 2\n1 1 0\n-1 -1 0\n", ""), Found)
    assert isinstance(check(tmp_path, "p cnf 0 0\n", "0\n"), Rejected)


@pytest.mark.parametrize(
    ("proof", "message"),
    [
        (b"1 0\n1 x 0\n", "f.drat:2: 'x' is not a literal; give integers"),
        (b"1 3 0\n", "f.drat:1: literal 3 is beyond the 2 variables of the formula"),
        (b"-99999999999999999999999 0\n", "f.drat:1: literal -9999999999999999999 is beyond"),
        (b"1 2", "f.drat:1: the clause lacks its 0; is the file cut off?"),
        (b"d\n", "f.drat:1: the clause lacks its 0"),
        (b"1 0 2 0\n", "f.drat:1: there is a 0 within the clause; give one clause a line"),
        (b"1 0\n\0", "f.drat:2: not text; is this a proof?"),
        (b"a\x02", "f.drat: line 1 of the binary proof lacks its 0; is the file cut off?"),
        (b"a\x7e\x00", "f.drat: line 1: there is no variable 63"),
        (b"a\x02\x00x", "f.drat: line 2 of the binary proof begins with b'x'"),
        (b"1 -- 0\n", "f.drat:1: '--' is not a literal"),
    ],
)
def test_malformed_proofs(tmp_path: Path, proof: bytes, message: str) -> None:
    # Nothing follows from one clause, so that all lines are read.
    with pytest.raises(DimacsError) as caught:
        check(tmp_path, "p cnf 2 2\n1 2 0\n1 -2 0\n", proof)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("cnf", "message"),
    [
        ("", "f.cnf: there is no `p cnf` line"),
        ("1 2 0\n", "f.cnf:1: not a `p cnf VARIABLES CLAUSES` line"),
        ("c x\np cnf 2\n", "f.cnf:2: not a `p cnf VARIABLES CLAUSES` line"),
        ("p cnf 99999999999 1\n1 0\n", "f.cnf:1: there are more than 10,000,000 variables"),
        ("p cnf 2 1\n1 2\n", "f.cnf:2: the last clause lacks its 0"),
        ("p cnf 2 2\n1 2 0\n", "the header promises 2 clauses, and there are 1; is the file cut"),
        ("p cnf 2 1\nc y\n1 3 0\n", "f.cnf:3: literal 3 is beyond the 2 variables"),
        ("p cnf 2 1\n\n1 z 0\n", "f.cnf:3: 'z' is not a literal"),
        ("p cnf 2 1\n1 9999999999999999999999 0\n", "f.cnf:2: literal 9999999999999999999"),
    ],
)
def test_malformed_formulas(tmp_path: Path, cnf: str, message: str) -> None:
    with pytest.raises(DimacsError) as caught:
        check(tmp_path, cnf, "0\n")
    assert message in str(caught.value)


def test_missing_files(tmp_path: Path) -> None:
    (tmp_path / "f.cnf").write_text("p cnf 0 1\n0\n")
    for cnf, proof in (("f.cnf", "none"), ("none", "f.cnf"), ("f.cnf", ".")):
        with pytest.raises(DimacsError, match=r"no such file|is a folder"):
            check_proof(tmp_path / cnf, tmp_path / proof)


def test_a_time_limit_stops_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()  # the clock of Windows stands still for 16 ms
    monkeypatch.setattr("time.monotonic", lambda: next(ticks) * 1e-6)
    (tmp_path / "f.cnf").write_text(ALL_FOUR)
    (tmp_path / "f.drat").write_text("1 0\n")
    stopped = check_proof(tmp_path / "f.cnf", tmp_path / "f.drat", time_limit_s=1e-9)
    assert stopped == Stopped(Reason.TIME_LIMIT)
    assert isinstance(stopped, Stopped)
    assert stopped.partial == ProofCheck(0, 0, 0)


def plain_check(clauses: list[list[int]], lines: list[tuple[bool, list[int]]]) -> int | None:
    """The line at which the proof goes wrong; 0 when there is no contradiction; None if right."""
    known = [list(dict.fromkeys(clause)) for clause in clauses]
    facts: set[int] = set()
    for number, (deletes, clause) in enumerate([(True, []), *lines]):
        if number and deletes:
            for at, other in enumerate(known):
                if set(other) == set(clause):
                    del known[at]
                    break
        elif number:
            if propagate(known, [*facts, *(-lit for lit in clause)]) is not None:
                return number
            known.append(list(dict.fromkeys(clause)))
        found = propagate(known, facts)
        if found is None:
            return None
        facts = found
    return 0


def random_lines(
    rng: random.Random, clauses: list[list[int]], n_vars: int
) -> list[tuple[bool, list[int]]]:
    """Lines of which many follow: clauses with the literals of resolvents, and some deletions."""
    pool = [list(clause) for clause in clauses]
    lines: list[tuple[bool, list[int]]] = []
    for _ in range(rng.randint(1, 25)):
        if rng.random() < 0.2 and pool:
            lines.append((True, rng.sample(gone := rng.choice(pool), len(gone))))
            continue
        a, b = rng.choice(pool), rng.choice(pool)
        pivots = [lit for lit in a if -lit in b]
        if pivots and rng.random() < 0.9:
            clause = [lit for lit in {*a, *b} if abs(lit) != abs(pivots[0])]
        else:
            clause = [
                rng.choice((1, -1)) * rng.randint(1, n_vars) for _ in range(rng.randint(0, 3))
            ]
        rng.shuffle(clause)
        lines.append((False, clause))
        pool.append(clause)
    return lines


def case_lines(rng: random.Random, clauses: list[list[int]]) -> list[tuple[bool, list[int]]]:
    """A proof by cases, right when there is no model, sometimes damaged, with deletions."""
    lines: list[tuple[bool, list[int]]] = []

    def refute(decisions: list[int]) -> None:
        known = propagate([list(set(clause)) for clause in clauses], decisions)
        variables = {abs(lit) for clause in clauses for lit in clause}
        open_ = sorted(variables - set(map(abs, known or ())))
        if known is not None and open_:
            variable = rng.choice(open_)
            refute([*decisions, variable])
            refute([*decisions, -variable])
        lines.append((False, [-lit for lit in decisions]))
        if rng.random() < 0.1:
            lines.append((True, list(rng.choice(clauses))))
            lines.append((False, lines[-1][1]))

    refute([])
    if rng.random() < 0.5:
        at = rng.randrange(len(lines))
        if rng.random() < 0.5 and lines[at][1]:
            lines[at][1][0] *= -1
        else:
            del lines[at]
    return lines


def agree(seed: int, folder: Path) -> CheckResult:
    rng = random.Random(seed)
    n_vars = rng.randint(1, 7)
    sizes = rng.choice([(2, 2), (2, 3), (3, 3), (1, 4)])
    clauses = [
        [rng.choice((1, -1)) * rng.randint(1, n_vars) for _ in range(rng.randint(*sizes))]
        for _ in range(rng.randint(2 * n_vars, 8 * n_vars))
    ]
    if rng.random() < 0.2:  # long enough for the clauses that numpy works on
        n_vars += 40
        clauses = [clause + [rng.randint(n_vars - 39, n_vars) for _ in range(rng.choice((0, 50)))]
                   for clause in clauses]  # fmt: skip
        clauses += [[-v, rng.randint(1, 3)] for v in range(n_vars - 39, n_vars + 1)]
    by_cases = n_vars < 8 and rng.random() < 0.6
    lines = case_lines(rng, clauses) if by_cases else random_lines(rng, clauses, n_vars)
    proof = "".join(
        "d " * deletes + " ".join(map(str, [*clause, 0])) + "\n" for deletes, clause in lines
    )
    outcome = check(folder, cnf_of(clauses, n_vars), proof)
    match outcome:
        case Found():
            found = None
        case Rejected(line):
            found = line or 0
    assert found == plain_check(clauses, lines), (seed, clauses, lines)
    if isinstance(outcome, Found) and n_vars < 8:
        assert not models_of(clauses, n_vars)
    return outcome


@pytest.mark.parametrize("seeds", split(range(200), 15))
def test_it_agrees_with_a_plain_checker(seeds: range, tmp_path: Path) -> None:
    outcomes = [agree(seed, tmp_path) for seed in seeds]
    assert sum(isinstance(o, Found) and o.value.n_lines > 0 for o in outcomes) > len(seeds) // 50
    assert sum(isinstance(o, Rejected) for o in outcomes) > len(seeds) // 5


@pytest.mark.slow
def test_it_agrees_with_a_plain_checker_on_thousands(tmp_path: Path) -> None:
    for seed in range(200, 6000):
        agree(seed, tmp_path)


def test_the_pigeon_hole_principle(tmp_path: Path) -> None:
    """Three pigeons in two holes: the proof by cases on the first two."""
    var = {pair: i for i, pair in enumerate(product(range(3), range(2)), 1)}
    clauses = [[var[p, 0], var[p, 1]] for p in range(3)]
    clauses += [[-var[p, h], -var[q, h]] for h in range(2) for q in range(3) for p in range(q)]
    cnf = cnf_of(clauses, 6)
    assert check(tmp_path, cnf, f"{-var[0, 0]} 0\n0\n") == Found(ProofCheck(1, 1, 0))
    assert isinstance(check(tmp_path, cnf, "0\n"), Rejected)


def test_it_imports_nothing_of_satcross_but_errors_results_and_files() -> None:
    program = (
        "import sys, satcross.errors, satcross.results; before = set(sys.modules);"
        "import satcross.apps.proofs.checker;"
        "print(sorted(m for m in set(sys.modules) - before if m.startswith('satcross')))"
    )
    # `satcross/__init__.py` loads the whole library, so leave it out.
    stub = "import sys, types; p = types.ModuleType('satcross'); p.__path__ = ['satcross'];"
    stub += "sys.modules['satcross'] = p;"
    done = subprocess.run(
        [sys.executable, "-c", stub + program],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    assert done.stdout.strip() == str(
        [
            "satcross.apps",
            "satcross.apps.proofs",
            "satcross.apps.proofs.checker",
            "satcross.apps.proofs.checker.check",
            "satcross.apps.proofs.checker.reading",
            "satcross.packed",
        ]
    )
