"""Covers: each cube's proof is checked under its literals, and the cubes leave nothing out."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest
from support.unit_propagation import models_of, propagate

from satcross.errors import DimacsError
from satcross.proof import CheckResult, ProofCheck, Rejected, check_cover
from satcross.proof.check import propagation_of
from satcross.proof.reading import read_cnf
from satcross.results import Found, Stopped

# Parity of three variables, even and odd: every assignment breaks one of the eight.
PARITY = [[a, b * 2, c * 3] for a, b, c in product((1, -1), repeat=3)]


def check(
    folder: Path, clauses: list[list[int]], cover: str, cubes: dict[str, str], n_vars: int = 3
) -> CheckResult:
    write_cnf(folder, clauses, n_vars)
    (folder / "cover.txt").write_text(cover)
    (folder / "cubes").mkdir(exist_ok=True)
    for name, proof in cubes.items():
        (folder / "cubes" / f"{name}.drat").write_text(proof)
    return check_cover(folder / "f.cnf", folder / "cover.txt")


def write_cnf(folder: Path, clauses: list[list[int]], n_vars: int) -> None:
    lines = [" ".join(map(str, [*clause, 0])) for clause in clauses]
    text = "\n".join([f"p cnf {n_vars} {len(clauses)}", *lines]) + "\n"
    (folder / "f.cnf").write_text(text)


def test_cubes_that_cover_everything(tmp_path: Path) -> None:
    cover = "c two cubes\ncube 1 1 0\ncube 2 -1 0\n0\n"
    result = check(tmp_path, PARITY, cover, {"1": "2 0\n0\n", "2": "2 0\n0\n"})
    assert result == Found(ProofCheck(2, 2, 0, 2))


def test_a_cube_that_is_missing(tmp_path: Path) -> None:
    proofs = {"1": "2 0\n0\n"}
    assert check(tmp_path, PARITY, "cube 1 1 0\n", proofs) == Rejected(
        None, (), "the cubes do not cover everything"
    )
    assert check(tmp_path, PARITY, "cube 1 1 0\n0\n", proofs) == Rejected(
        2, (), "unit propagation does not yield it"
    )
    wrong = check(tmp_path, PARITY, "cube 1 1 2 0\ncube 1 1 -2 0\n-1 0\n0\n", proofs)
    assert isinstance(wrong, Rejected)  # -1 is left
    assert (wrong.line, wrong.cube) == (4, "")


def test_a_proof_of_a_cube_that_is_wrong(tmp_path: Path) -> None:
    cover = "cube 1 1 0\ncube 2 -1 0\n0\n"
    wrong = check(tmp_path, PARITY, cover, {"1": "2 0\n0\n", "2": "0\n"})
    assert wrong == Rejected(1, (), "unit propagation does not yield it", "2")
    wrong = check(tmp_path, PARITY, cover, {"1": "2 0\n0\n", "2": ""})
    assert wrong == Rejected(None, (), "it ends without a contradiction", "2")


def test_what_a_cube_yields_is_gone_after_it(tmp_path: Path) -> None:
    """2 follows where 1 is true, and nowhere else."""
    clauses = [[-1, 2, 3], [-1, 2, -3], [-1, -2, 3], [-1, -2, -3]]
    proofs = {"1": "2 0\n0\n", "2": "2 0\n0\n"}
    assert isinstance(check(tmp_path, clauses, "cube 1 1 0\n-1 0\n0\n", proofs), Rejected)
    wrong = check(tmp_path, clauses, "cube 1 1 0\ncube 2 3 0\n0\n", proofs)
    assert wrong == Rejected(1, (2,), "unit propagation does not yield it", "2")


def test_deletions_stay_in_their_cube(tmp_path: Path) -> None:
    """Of the formula nothing is deleted; of the cube's own lines what it says."""
    gone = "".join(f"d {a} {b} {c} 0\n" for a, b, c in PARITY)
    cover = "cube 1 1 0\ncube 2 -1 0\n0\n"
    assert isinstance(check(tmp_path, PARITY, cover, {"1": gone + "2 0\n0\n", "2": "2 0\n"}), Found)
    clauses = [*PARITY, [-1, 4, 5, 6]]
    lines = "2 4 5 0\nd 2 4 5 0\n2 0\n0\n"
    assert isinstance(check(tmp_path, clauses, cover, {"1": lines, "2": "2 0\n"}, 6), Found)


@pytest.mark.parametrize(
    ("cover", "message"),
    [
        ("cube 0\n", "cover.txt:1: the clause lacks its 0"),
        ("cube ../1 1 0\n", "cover.txt:1: the cube has no name; write `cube NAME LITERALS 0`"),
        ("cube\n", "cover.txt:1: the cube has no name"),
        ("cube 1 4 0\n", "cover.txt:1: literal 4 is beyond the 3 variables"),
        ("cube 1 x 0\n", "cover.txt:1: 'x' is not a literal"),
        ("cube 7 1 0\n", "cover.txt:1: there is no proof of cube 7; is the folder complete?"),
        ("d 1 0\n", "cover.txt:1: 'd' is not a literal"),
    ],
)
def test_malformed_covers(tmp_path: Path, cover: str, message: str) -> None:
    with pytest.raises(DimacsError) as caught:
        check(tmp_path, PARITY, cover, {})
    assert message in str(caught.value)


def test_a_time_limit(tmp_path: Path) -> None:
    check(tmp_path, PARITY, "cube 1 1 0\ncube 2 -1 0\n", {"1": "2 0\n", "2": "2 0\n"})
    result = check_cover(tmp_path / "f.cnf", tmp_path / "cover.txt", time_limit_s=1e-9)
    assert isinstance(result, Stopped)


@pytest.mark.parametrize("seed", range(60))
def test_random_covers(seed: int, tmp_path: Path) -> None:
    """Right covers are verified; with a leaf left out, only where the formula is refuted anyway."""
    rng = random.Random(f"covers {seed}")
    n = rng.randint(3, 6)
    size = rng.randint(2 * n, 5 * n)
    clauses = [
        [v * rng.choice((1, -1)) for v in rng.sample(range(1, n + 1), rng.randint(1, 3))]
        for _ in range(size)
    ]
    leaves: list[list[int]] = []

    def divide(path: list[int], depth: int) -> list[str]:
        if depth == 0:
            leaves.append(path)
            return [f"cube {len(leaves)} {' '.join(map(str, path))} 0"]
        v = len(path) + 1
        lines = [line for sign in (1, -1) for line in divide([*path, sign * v], depth - 1)]
        return [*lines, " ".join(map(str, [*(-literal for literal in path), 0]))]

    lines = divide([], rng.randint(1, 2))
    # A proof of each leaf that tries all the other variables, one after the other.
    proofs: dict[str, str] = {}
    for number, path in enumerate(leaves, 1):
        rest = [v for v in range(1, n + 1) if v not in map(abs, path)]
        tree = [
            " ".join(map(str, [*(-s * v for s, v in zip(signs, rest, strict=False)), 0]))
            for k in range(len(rest), -1, -1)
            for signs in product((1, -1), repeat=k)
        ]
        proofs[str(number)] = "\n".join(tree) + "\n"
    has_model = bool(models_of(clauses, n))
    result = check(tmp_path, clauses, "\n".join(lines) + "\n", proofs, n)
    assert isinstance(result, Found) == (not has_model)
    if not has_model and propagate(clauses, []) is not None:
        dropped = rng.randrange(len(leaves))
        path = leaves[dropped]
        fewer = [line for line in lines if not line.startswith(f"cube {dropped + 1} ")]
        follows = isinstance(check(tmp_path, clauses, "\n".join(fewer), proofs, n), Found)
        others = [[-literal for literal in leaf] for leaf in leaves if leaf != path]
        if propagate([*clauses, *others], path) is None:
            assert follows
        elif models_of([*clauses, *others], n):
            assert not follows


@pytest.mark.parametrize("seed", range(40))
def test_assumptions_leave_nothing(seed: int, tmp_path: Path) -> None:
    """After assumptions a clause follows exactly if it did before them."""
    rng = random.Random(f"assumed {seed}")
    n = 9

    def clause(size: int) -> list[int]:
        return [v * rng.choice((1, -1)) for v in rng.sample(range(1, n + 1), size)]

    clauses = [clause(rng.choice((2, 2, 3, 4))) for _ in range(rng.randint(8, 24))]
    write_cnf(tmp_path, clauses, n)
    known = propagation_of(read_cnf(tmp_path / "f.cnf", lambda: None), lambda: None)
    if known.conflict:
        return
    asked = [clause(rng.randint(0, 4)) for _ in range(60)]
    before = [known.refutes(one) for one in asked]
    for one, follows in zip(asked, before, strict=True):
        assert follows == (propagate(clauses, [-literal for literal in one]) is None)
    for _ in range(6):
        assumptions = clause(rng.randint(1, 3))
        added: list[list[int]] = []
        units = [[literal] for literal in assumptions]
        with known.assumed(assumptions):
            for one in asked[:20]:
                negated = [-literal for literal in one]
                assert known.refutes(one) == (propagate([*clauses, *units], negated) is None)
            for _ in range(rng.randint(0, 8)):
                one = clause(rng.randint(1, 3))
                if known.refutes(one):
                    known.add(one)
                    added.append(one)
                elif added and rng.random() < 0.3:
                    known.remove(rng.choice(added))
                known.remove(rng.choice(clauses))
        assert [known.refutes(one) for one in asked] == before
        assert not known.conflict
