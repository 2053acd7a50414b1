"""Proofs in LRAT and in binary DRAT: right for small random puzzles, and refused when damaged."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from oracles.lrat import follow
from support.random_puzzles import no_square, random_puzzle
from support.random_rectangles import random_rectangle
from support.ruled_puzzles import ruled_puzzle
from support.runs import prove
from support.seeds import split
from support.taken_words import SEEDS, crowded_puzzle

from satcross.apps.proofs.checker import ProofCheck, Rejected, check_proof
from satcross.cnf.dimacs import read_formula
from satcross.model.puzzle import Puzzle
from satcross.results import Found
from satcross.solve.protocol import SolverOptions

MAKERS: tuple[Callable[[int], Puzzle], ...] = (
    random_puzzle,
    random_rectangle,
    crowded_puzzle,
    lambda seed: ruled_puzzle(seed, rebus=seed % 8 > 3)[0],
)


def lrat(puzzle: Puzzle, folder: Path, seed: int) -> list[str] | None:
    """The lines of the proof, if there is something to prove."""
    options = SolverOptions(seed=seed)
    if not isinstance(prove(puzzle, folder, proof="lrat", force=True, options=options), Found):
        return None
    return (folder / "proof.lrat").read_text(encoding="ascii").splitlines()


def is_right(folder: Path, lines: list[str]) -> bool:
    """Whether lines are a proof; both checkers say the same."""
    (folder / "proof.lrat").write_text("\n".join(lines) + "\n", encoding="ascii")
    found = check_proof(folder / "puzzle.cnf", folder / "proof.lrat")
    formula = [list(clause) for clause in read_formula(folder / "puzzle.cnf").formula]
    wrong = 0 if [] in formula else follow(formula, lines)
    if isinstance(found, Rejected):
        assert found.line == wrong
        return False
    assert isinstance(found, Found)
    assert wrong == 0
    return True


def check_seed(seed: int, folder: Path) -> bool:
    """Check a proof; whether there was one."""
    lines = lrat(MAKERS[seed % len(MAKERS)](seed), folder, seed)
    if lines is None:
        return False
    assert is_right(folder, lines), seed
    return True


@pytest.mark.parametrize("seeds", split(range(240), 10))
def test_proofs_are_right(seeds: range, tmp_path: Path) -> None:
    n_proved = sum(check_seed(seed, tmp_path / "proof") for seed in seeds)
    assert n_proved > len(seeds) // 8


@pytest.mark.slow
def test_thousands_of_proofs(tmp_path: Path) -> None:
    assert sum(check_seed(seed, tmp_path / "proof") for seed in range(240, 8000)) > 1500


@pytest.mark.parametrize("seed", SEEDS)
def test_words_that_others_have_taken(seed: int, tmp_path: Path) -> None:
    lines = lrat(crowded_puzzle(seed), tmp_path / "proof", seed)
    assert lines is not None
    assert is_right(tmp_path / "proof", lines)


def test_a_search_with_phases_without_learning(tmp_path: Path) -> None:
    lines = lrat(no_square(), tmp_path / "proof", 1)
    assert lines is not None
    assert is_right(tmp_path / "proof", lines)


@pytest.mark.parametrize("seeds", split(range(400), 15))
def test_damaged_proofs(seeds: range, tmp_path: Path) -> None:
    """Each is refused, or still a proof by the other checker too."""
    folder = tmp_path / "proof"
    n_damaged = n_rejected = 0
    for seed in seeds:
        rng = random.Random(seed)
        lines = lrat(random_rectangle(seed), folder, seed)
        if lines is None or len(lines) > 400:
            continue
        for _ in range(3):
            changed = list(lines)
            at = rng.randrange(len(changed))
            words = changed[at].split()
            place = rng.randrange(1, len(words))
            if words[place] in ("0", "d"):
                del changed[at]
            elif rng.random() < 0.5 and words[place - 1] != "d":
                del words[place]
                changed[at] = " ".join(words)
            else:
                words[place] = str(int(words[place]) + rng.choice((-1, 1)) or 1)
                changed[at] = " ".join(words)
            n_damaged += 1
            n_rejected += not is_right(folder, changed)
    assert n_damaged > len(seeds)
    assert n_rejected > n_damaged // 2


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("900 1 0", "proof.lrat:1: it has too few or too many 0; is this an LRAT file?"),
        ("900 1 0 1 0 0", "it has too few or too many 0"),
        ("900 1 0 1", "it does not end with a 0"),
        ("900 x 0 1 0", "not a number"),
        (f"{10**30} 0 1 0", "a number that is too large"),
    ],
)
def test_malformed_lines(line: str, message: str, tmp_path: Path) -> None:
    cnf, proof = tmp_path / "f.cnf", tmp_path / "proof.lrat"
    cnf.write_text("p cnf 2 2\n1 2 0\n-1 2 0\n", encoding="ascii")
    proof.write_text(line + "\n", encoding="ascii")
    with pytest.raises(ValueError, match=message.replace(".", r"\.")):
        check_proof(cnf, proof)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("2 2 0 1 2 0", "the number 2 is not higher than those before it"),
        ("3 2 0 1 9 0", "there is no clause 9"),
        ("3 2 0 1 0", "its hints lead to no contradiction"),
        ("3 0 1 0", "nothing follows from clause 1"),
        ("3 7 0 1 2 0", "there is no variable 7"),
        ("3 2 0 -1 2 0", "there is no clause -1"),
        ("3 d 9 0", "there is no clause 9 to delete"),
    ],
)
def test_wrong_lines(line: str, why: str, tmp_path: Path) -> None:
    cnf, proof = tmp_path / "f.cnf", tmp_path / "proof.lrat"
    cnf.write_text("p cnf 2 2\n1 2 0\n-1 2 0\n", encoding="ascii")
    proof.write_text(line + "\n", encoding="ascii")
    rejected = check_proof(cnf, proof)
    assert isinstance(rejected, Rejected)
    assert (rejected.line, rejected.why) == (1, why)


@pytest.mark.skipif(shutil.which("lrat-check") is None, reason="lrat-check is not installed")
def test_lrat_check_agrees(tmp_path: Path) -> None:
    lrat(no_square(), tmp_path / "proof", 1)
    done = subprocess.run(
        ["lrat-check", "puzzle.cnf", "proof.lrat"],
        cwd=tmp_path / "proof",
        check=False,
        capture_output=True,
        text=True,
    )
    assert "c VERIFIED" in done.stdout


def test_binary_drat_is_the_same_proof(tmp_path: Path) -> None:
    n_proved = 0
    for seed in range(60):
        checked: list[ProofCheck] = []
        for form in ("drat", "drat-binary"):
            folder = tmp_path / form
            made = prove(random_rectangle(seed), folder, proof=form, force=True)
            if isinstance(made, Found):
                checked.append(check_proof(folder / "puzzle.cnf", folder / "proof.drat").unwrap())
        assert len(checked) in (0, 2)
        assert checked[:1] == checked[1:]
        n_proved += bool(checked)
    assert n_proved > 10


def test_a_proof_in_the_place_of_one_of_another_form(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    for form, name in (("drat", "proof.drat"), ("lrat", "proof.lrat"), ("drat", "proof.drat")):
        assert isinstance(prove(no_square(), folder, proof=form, force=True), Found)
        assert {path.name for path in folder.iterdir()} == {"README.md", "puzzle.cnf", name}
        assert isinstance(check_proof(folder / "puzzle.cnf", folder / name), Found)
