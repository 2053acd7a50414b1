"""Proofs by cubes: right when nothing went wrong, and rejected when something did."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.pools import InlinePool, dividing
from support.random_puzzles import no_square, random_puzzle
from support.random_rectangles import random_rectangle
from support.runs import prove
from support.seeds import quick
from support.taken_words import SEEDS, crowded_puzzle

from satcross import Found, Impossible, WordList
from satcross.cluster.local import LocalPool
from satcross.cluster.proofs import PoolProof, ProofFolder
from satcross.errors import OptionError
from satcross.model.fill import Fill
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.proof import CheckResult, Rejected, check_cover, check_proof
from satcross.results import Stopped
from satcross.tasks.prove.proof_lines import ProofLines
from satcross.tasks.prove.prove import ProveResult


def in_cubes(puzzle: Puzzle, folder: Path, seed: int, **keywords: Any) -> ProveResult:
    rng = random.Random(f"in cubes {seed}")
    pool = InlinePool(rng, dividing(rng, 0.6))
    to = ProofFolder(folder, force=True, **keywords)
    with pool, PoolProof(puzzle, pool, to, cube_s=60.0) as task:
        return task.run()


def check(folder: Path) -> CheckResult:
    if (folder / "cover.txt").exists():
        return check_cover(folder / "puzzle.cnf", folder / "cover.txt")
    return check_proof(folder / "puzzle.cnf", folder / "proof.drat")


@pytest.mark.parametrize("seed", quick(range(150), 15))
def test_random_puzzles(seed: int, tmp_path: Path) -> None:
    puzzle = random_rectangle(seed) if seed % 3 else random_puzzle(seed)
    alone = prove(puzzle, tmp_path / "alone")
    result = in_cubes(puzzle, tmp_path / "proof", seed, combined=seed % 5 == 0)
    assert type(result) is type(alone)
    if isinstance(result, Impossible):
        assert isinstance(result.evidence, Fill)
        assert not (tmp_path / "proof").exists()
    else:
        assert isinstance(result, Found)
        assert isinstance(check(tmp_path / "proof"), Found)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("combined", [False, True], ids=["apart", "combined"])
def test_words_that_others_have_taken(seed: int, combined: bool, tmp_path: Path) -> None:
    result = in_cubes(crowded_puzzle(seed), tmp_path / "p", seed, combined=combined)
    assert isinstance(result, Found)
    assert isinstance(check(tmp_path / "p"), Found)


def test_lines_about_taken_words_are_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without them some cover is rejected: unit propagation does not know what is taken."""
    monkeypatch.setattr(ProofLines, "taken_under", lambda self, assumed, consistency: None)
    n_rejected = 0
    for seed in SEEDS:
        in_cubes(crowded_puzzle(seed), tmp_path / "p", seed)
        n_rejected += isinstance(check(tmp_path / "p"), Rejected)
    assert n_rejected > 3


def test_a_proof_in_cubes_that_is_damaged(tmp_path: Path) -> None:
    result = in_cubes(no_square(), tmp_path / "p", 0)
    assert isinstance(result, Found)
    assert (result.value.n_cubes or 0) > 5
    right = check(tmp_path / "p")
    assert isinstance(right, Found)
    assert right.value.n_cubes == result.value.n_cubes
    cover = tmp_path / "p" / "cover.txt"
    lines = cover.read_text(encoding="utf-8").splitlines(keepends=True)
    cubes = [line for line in lines if line.startswith("cube ")]
    n_needed = 0
    chosen = random.Random(1).sample(cubes, 6)
    for line in chosen:
        cover.write_text("".join(other for other in lines if other != line))
        outcome = check(tmp_path / "p")
        if isinstance(outcome, Rejected):
            assert outcome.cube == ""
            n_needed += 1
    assert n_needed > len(chosen) // 2  # the others unit propagation refutes
    cover.write_text("".join(lines))
    n_wrong = 0
    for file in sorted((tmp_path / "p" / "cubes").iterdir())[:6]:
        proof = file.read_bytes()
        file.write_text("0\n")
        outcome = check(tmp_path / "p")
        if isinstance(outcome, Rejected):
            assert outcome.cube == file.stem
            n_wrong += 1
        file.write_bytes(proof)
    assert n_wrong
    assert isinstance(check(tmp_path / "p"), Found)


def test_local_workers_and_a_folder_that_is_replaced(tmp_path: Path) -> None:
    """One proof in the place of another, of either kind; nothing else is lost or left."""
    folder = tmp_path / "p"
    for combined in (True, False, True):
        to = ProofFolder(folder, force=True, combined=combined)
        chosen = InlinePool() if combined else LocalPool(2)
        with chosen as pool, PoolProof(no_square(), pool, to, cube_s=0.5) as task:
            result = task.run()
        assert isinstance(result, Found)
        assert isinstance(check(folder), Found)
        names = {"README.md", "puzzle.cnf"}
        names |= {"proof.drat"} if combined else {"cover.txt", "cubes"}
        assert {path.name for path in folder.iterdir()} == names
        assert set(result.value.n_bytes) == names
    assert [path.name for path in tmp_path.iterdir()] == ["p"]
    with pytest.raises(OptionError, match="holds a proof already"):
        PoolProof(no_square(), InlinePool(), folder)
    prove(no_square(), folder, force=True)
    assert {path.name for path in folder.iterdir()} == {"README.md", "puzzle.cnf", "proof.drat"}
    assert isinstance(check(folder), Found)


def test_a_fill_ends_it(tmp_path: Path) -> None:
    words = WordList.from_words(["cod", "are", "ben", "cab", "ore", "den"])
    puzzle = Puzzle(Grid.parse("...\n...\n..."), words)
    for seed in range(5):
        rng = random.Random(seed)
        with (
            InlinePool(rng, dividing(rng, 0.5)) as pool,
            PoolProof(puzzle, pool, tmp_path / "p", state=tmp_path / f"run{seed}") as task,
        ):
            result = task.run()
            assert isinstance(result, Impossible)
            assert isinstance(result.evidence, Fill)
        assert not (tmp_path / "p").exists()
        with (
            InlinePool() as pool,
            PoolProof(
                puzzle, pool, tmp_path / "p", state=tmp_path / f"run{seed}", resume=True
            ) as task,
        ):
            again = task.run()
            assert isinstance(again, Impossible)
            assert str(again.evidence) == str(result.evidence)


def test_a_run_that_is_stopped_goes_on(tmp_path: Path) -> None:
    done: list[Any] = []

    def counted(function: Callable[..., Any], args: tuple[Any, ...]) -> list[Any]:
        if len(done) == 7:
            task.stop()
        done.append(args[1])
        return [function(*args)]

    state = tmp_path / "run"
    with (
        InlinePool(fault=counted) as pool,
        PoolProof(no_square(), pool, tmp_path / "p", state=state) as task,
    ):
        assert isinstance(task.run(), Stopped)
    assert not (tmp_path / "p").exists()
    first = list(done)
    with (
        InlinePool(fault=counted) as pool,
        PoolProof(no_square(), pool, tmp_path / "p", state=state, resume=True) as task,
    ):
        assert isinstance(task.run(), Found)
    assert isinstance(check(tmp_path / "p"), Found)
    assert len(first) == 8
    assert not set(first) & set(done[8:])  # what was committed is not done again
