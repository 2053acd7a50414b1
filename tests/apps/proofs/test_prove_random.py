"""Proofs for small random puzzles: all right, and nothing left of them when they are damaged."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import count, islice
from pathlib import Path

import pytest
from pysat.solvers import Cadical195
from support.brute_force import all_fills
from support.random_puzzles import random_puzzle
from support.random_rectangles import random_rectangle
from support.runs import prove
from support.seeds import split
from support.taken_words import SEEDS, crowded_puzzle
from support.tasks import check_task
from support.unit_propagation import propagate

from satcross.apps.proofs.checker import CheckResult, Rejected, check_proof
from satcross.apps.proofs.prove.proof_lines import ProofLines, encode_unfiltered
from satcross.apps.proofs.prove.prove import ProveResult, ProveTask
from satcross.cnf.dimacs import read_formula
from satcross.model.alphabet import Alphabet
from satcross.model.consistency import Removal, arc_consistent
from satcross.model.fill import Fill
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Impossible
from satcross.solve.protocol import SolverOptions
from satcross.words import WordList


def fills_of(puzzle: Puzzle) -> set[tuple[str, ...]]:
    words = [
        puzzle.words.alphabet.word(row.tolist())
        for length in sorted({len(slot) for slot in puzzle.slots})
        for row in puzzle.words.table(length).codes
    ]
    rows = ["".join(row) for row in puzzle.grid.rows()]
    return all_fills(rows, words, puzzle.words.alphabet.letters, distinct=puzzle.distinct)


def check(folder: Path) -> CheckResult:
    return check_proof(folder / "puzzle.cnf", folder / "proof.drat")


def prove_and_check(puzzle: Puzzle, folder: Path, seed: int = 0) -> bool:
    """Whether there was something to prove."""
    result = prove(puzzle, folder, force=True, options=SolverOptions(seed=seed))
    if isinstance(result, Impossible):
        assert isinstance(result.evidence, Fill)
        return False
    assert isinstance(result, Found)
    assert isinstance(check(folder), Found)
    return True


@pytest.mark.parametrize("seeds", split(range(90), 10))
def test_unfillable_puzzles_have_right_proofs(seeds: range, tmp_path: Path) -> None:
    n_proved = 0
    for seed in seeds:
        puzzle = random_puzzle(seed)
        proved = prove_and_check(puzzle, tmp_path / "proof")
        assert proved == (not fills_of(puzzle)), seed
        n_proved += proved
    assert n_proved > len(seeds) // 20


def test_unfillable_rectangles_have_right_proofs(tmp_path: Path) -> None:
    n_proved = 0
    for seed in range(20):
        n_proved += prove_and_check(random_rectangle(seed), tmp_path / "proof", seed)
    assert n_proved > 5


@pytest.mark.slow
def test_thousands_of_proofs(tmp_path: Path) -> None:
    for seed in range(90, 6000):
        puzzle = random_puzzle(seed)
        proved = prove_and_check(puzzle, tmp_path / "proof", seed)
        assert proved == (not fills_of(puzzle)), seed
    n_proved = 0
    for seed in range(10, 3500):
        n_proved += prove_and_check(random_rectangle(seed), tmp_path / "proof", seed)
        n_proved += prove_and_check(crowded_puzzle(seed), tmp_path / "proof", seed)
    assert n_proved > 2000


@pytest.mark.parametrize("seeds", split(range(50), 8))
def test_the_unfiltered_formula_has_a_model_for_each_fill(seeds: range) -> None:
    n_several = 0
    for seed in seeds:
        puzzle = random_puzzle(seed)
        fills = fills_of(puzzle)
        encoded = encode_unfiltered(puzzle)
        n_models = 0
        with Cadical195(bootstrap_with=list(encoded.formula)) as solver:
            # Auxiliaries are blocked too: they must be determined by the letters.
            for model in islice(solver.enum_models(), 300):
                n_models += 1
                letters = encoded.letters.letters(model)
                cells = puzzle.grid.cells
                rows = [
                    "".join(
                        puzzle.words.alphabet.letters[letters[at]] if at in letters else cells[at]
                        for at in range(r * puzzle.grid.n_cols, (r + 1) * puzzle.grid.n_cols)
                    )
                    for r in range(puzzle.grid.n_rows)
                ]
                assert tuple(rows) in fills
        assert n_models == min(len(fills), 300), seed
        n_several += len(fills) > 1
    assert n_several > len(seeds) // 4


def keep_no_lines_about_taken_words(monkeypatch: pytest.MonkeyPatch) -> None:
    takers = ProofLines._takers
    monkeypatch.setattr(
        ProofLines,
        "_takers",
        lambda self, *word: [replace(taker, clause=[]) for taker in takers(self, *word)],
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_lines_about_taken_words_are_needed(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = crowded_puzzle(seed)
    assert prove_and_check(puzzle, tmp_path / "right", seed)
    keep_no_lines_about_taken_words(monkeypatch)
    prove(puzzle, tmp_path / "wrong", options=SolverOptions(seed=seed))
    assert isinstance(check(tmp_path / "wrong"), Rejected)


def test_two_words_taken_by_givens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list is so long that the clauses of distinctness are over letters."""
    rng = random.Random(3)
    listed = {"ABCDA", "EBCDE"}
    # No other word fits the last row; unit propagation does not see that neither of these two does.
    listed |= {"B" + "".join(rng.choice("ABCDEF") for _ in range(4)) for _ in range(150)}
    words = WordList.from_words(sorted(listed), alphabet=Alphabet("ABCDEF"))
    puzzle = Puzzle(Grid.parse("ABCDA\n#####\nEBCDE\n#####\n.BCD."), words)
    assert prove_and_check(puzzle, tmp_path / "right")
    assert "differ" in (tmp_path / "right" / "puzzle.cnf").read_text(encoding="utf-8")
    keep_no_lines_about_taken_words(monkeypatch)
    prove(puzzle, tmp_path / "wrong")
    assert isinstance(check(tmp_path / "wrong"), Rejected)


def test_every_line_is_rup_by_plain_unit_propagation(tmp_path: Path) -> None:
    folder = tmp_path / "proof"
    n_lines = 0
    for seed in range(30):
        puzzle = random_rectangle(seed)
        if not isinstance(prove(puzzle, folder, force=True), Found):
            continue
        known = list(read_formula(folder / "puzzle.cnf").formula)
        lines = (folder / "proof.drat").read_text(encoding="utf-8").splitlines()
        if len(lines) > 40:
            continue
        assert lines[-1] == "0"
        for line in lines:
            if not line.startswith("d"):  # what is deleted may as well stay
                clause = [int(word) for word in line.split()[:-1]]
                assert propagate(known, [-lit for lit in clause]) is None, (seed, line)
                known.append(clause)
                n_lines += 1
    assert n_lines > 50


def damaged(rng: random.Random, lines: list[str]) -> tuple[list[str], int]:
    """A proof with one clause spoilt: a literal flipped or dropped; and which line it is."""
    at = rng.choice([i for i, line in enumerate(lines) if line[0] != "d" and line != "0"])
    words = lines[at].split()
    place = rng.randrange(len(words) - 1)
    if rng.random() < 0.5:
        words[place] = str(-int(words[place]))
    else:
        del words[place]
    return [*lines[:at], " ".join(words), *lines[at + 1 :]], at


@pytest.mark.parametrize("seeds", split(range(120), 10))
def test_damaged_lemmas_are_refused(seeds: range, tmp_path: Path) -> None:
    """Refused at the damaged line, unless it follows all the same."""
    rng = random.Random(1)
    folder = tmp_path / "proof"
    n_damaged = n_rejected = 0
    for seed in seeds:
        if not isinstance(prove(random_rectangle(seed), folder, force=True), Found):
            continue
        right = check(folder)
        assert isinstance(right, Found)
        needed = (
            (folder / "proof.drat").read_text(encoding="utf-8").splitlines()[: right.value.n_lines]
        )
        if all(line == "0" or line[0] == "d" for line in needed) or len(needed) > 60:
            continue
        formula = list(read_formula(folder / "puzzle.cnf").formula)
        for _ in range(3):
            lines, at = damaged(rng, needed)
            (folder / "proof.drat").write_text("\n".join(lines) + "\n")
            outcome = check(folder)
            before = [[*map(int, line.split()[:-1])] for line in lines[:at] if line[0] != "d"]
            spoilt = [*map(int, lines[at].split()[:-1])]
            follows = propagate([*formula, *before], [-lit for lit in spoilt]) is None
            n_damaged += 1
            if isinstance(outcome, Rejected):
                n_rejected += 1
                assert outcome.line != at + 1 or not follows or "d" in "".join(lines[:at])
            if not follows:
                assert isinstance(outcome, Rejected)
                assert outcome.line == at + 1
    assert n_damaged > len(seeds) // 10
    # Most clauses follow with a literal changed too: much of what the engine learns about so small
    # a puzzle, unit propagation knows by itself.
    assert n_rejected > 0.2 * n_damaged


@pytest.mark.parametrize("seeds", split(range(45), 15))
def test_dropped_lemmas_are_missed(seeds: range, tmp_path: Path) -> None:
    folder = tmp_path / "proof"
    n_rejected = n_proofs = 0
    for seed in seeds:
        if not isinstance(prove(random_rectangle(seed), folder, force=True), Found):
            continue
        right = check(folder)
        assert isinstance(right, Found)
        if right.value.n_added > 3:
            n_proofs += 1
            lines = (folder / "proof.drat").read_text(encoding="utf-8").splitlines()
            # Without all lemmas, what the solver said of them is worth nothing.
            (folder / "proof.drat").write_text("\n".join(lines[-1:]) + "\n")
            n_rejected += isinstance(check(folder), Rejected)
    assert n_proofs > 3
    assert n_rejected == n_proofs


@pytest.mark.parametrize("seeds", split(range(60), 10))
def test_the_trace_of_arc_consistency_is_complete(seeds: range) -> None:
    for seed in seeds:
        puzzle = random_puzzle(seed)
        trace: list[Removal] = []
        domains = arc_consistent(puzzle, trace=trace)
        letters = arc_consistent(replace(puzzle)).letters
        assert (letters == domains.letters).all()
        kept = letters.copy()
        for step in trace:
            assert not (kept[step.cell] & step.letters).any()


def test_the_same_seed_makes_the_same_proof(tmp_path: Path) -> None:
    for name in ("a", "b"):
        prove(random_rectangle(279), tmp_path / name, options=SolverOptions(seed=5))
    for file in ("puzzle.cnf", "proof.drat"):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


def test_it_can_be_stopped_and_goes_on(tmp_path: Path) -> None:
    numbers = count()
    for puzzle in (
        random_rectangle(279),
        random_rectangle(216),
        random_puzzle(0),
        random_puzzle(1),
    ):

        def make(puzzle: Puzzle = puzzle) -> ProveTask:
            return ProveTask(puzzle, tmp_path / f"proof{next(numbers)}")

        def verdict(result: ProveResult, _: object) -> object:
            if isinstance(result, Found):
                assert isinstance(check(result.value.folder), Found)
            return type(result)

        check_task(make, final=verdict, limit_s=0.03)
