"""Beam search in the kernel, as it is in Python, and the advice that a search takes of it."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from oracles.beam import Beam as PureBeam
from support.brute_force import all_fills
from support.dense_puzzles import dense_puzzle
from support.random_puzzles import random_puzzle
from support.seeds import quick

import satcross as sx
from satcross.model.consistency import arc_consistent
from satcross.solve.lazy.engine import kernel
from satcross.solve.listing import beam as beam_module
from satcross.solve.listing import guide as guide_module
from satcross.solve.listing.guide import Guide
from satcross.solve.listing.parts import PartMaker
from satcross.solve.protocol import Outcome, SolverOptions
from satcross.task import NEVER, Deadline
from satcross.tasks.prepared import prepare

if kernel() != "compiled":
    pytest.skip("the extension module is not built", allow_module_level=True)

from satcross.solve.lazy.kernel import _kernel
from satcross.solve.listing.beam import Beam, potentials


def some_puzzle(seed: int) -> sx.Puzzle:
    return dense_puzzle(seed) if seed % 2 else random_puzzle(seed)


def fills_of(puzzle: sx.Puzzle) -> list[str]:
    rows = all_fills(
        ["".join(row) for row in puzzle.grid.rows()],
        [word for word, _ in puzzle.words.words()],
        puzzle.words.alphabet.letters,
        distinct=puzzle.distinct,
    )
    return ["".join(fill) for fill in rows]


@pytest.mark.parametrize("seed", quick(range(300), 30))
def test_the_compiled_beam_keeps_what_the_pure_one_keeps(seed: int) -> None:
    rng = random.Random(seed)
    puzzle = some_puzzle(seed)
    domains = arc_consistent(puzzle)
    if domains.emptied is not None:
        return
    part = PartMaker(domains, [1] * len(puzzle.slots)).make(
        range(len(puzzle.slots)), 0, order=rng.choice(("slots", "rows"))
    )
    if part is None or not part.cells:
        return
    # Few different promises, so that many are equal; and those that a search has.
    worth = [
        np.array([rng.randint(0, 5) for _ in trie.mask], dtype=np.int64)
        for trie in (part.tables.tries[slot[0]] for slot in part.tables.slots)
    ]
    if rng.random() < 0.5:
        worth = potentials(part.tables, 3.0)
    keys = np.array([rng.getrandbits(63) | 1 for _ in worth], dtype=np.uint64)
    for width in (1, 2, 5, rng.randint(6, 40), 5000):
        noise = rng.choice((0, 3, 1000))
        compiled = _kernel.Beam(part.join, worth, keys, width, noise)
        pure = PureBeam(part.tables, [one.tolist() for one in worth], keys.tolist(), width, noise)
        pure.run()
        while not compiled.run(0.0):
            pass
        row = np.zeros(len(part.cells), dtype=np.uint8)
        total = compiled.best(row)
        assert (total, row.tolist()) == pure.best()
        assert (compiled.n, compiled.step) == (len(pure.kept), len(pure.kept[0].letters))
        assert compiled.n_nodes == pure.n_nodes


def test_the_compiled_beam_reads_nothing_outside_of_its_arrays() -> None:
    puzzle = sx.Puzzle("..\n..", ["AB", "CD", "AC", "BD"])
    part = PartMaker(arc_consistent(puzzle), [1] * 4).make(range(4), 0)
    assert part is not None
    worth = potentials(part.tables, 1.0)
    keys = np.ones(4, dtype=np.uint64)
    make: Any = _kernel.Beam
    whole: list[Any] = [part.join, worth, keys, 10]
    wrong: list[tuple[int, Any]] = [
        (1, worth[1:]),
        (1, [worth[0][1:], *worth[1:]]),
        (2, keys[1:]),
        (3, 0),
        (3, 1 << 40),
    ]
    for at, value in wrong:
        with pytest.raises(ValueError, match="do not fit together"):
            make(*whole[:at], value, *whole[at + 1 :])
    beam = make(*whole)
    with pytest.raises(ValueError, match="do not fit together"):
        beam.best(np.zeros(3, dtype=np.uint8))
    with pytest.raises(RuntimeError, match="set up once"):
        beam.__init__(*whole)
    with pytest.raises(RuntimeError, match="never set up"):
        make.__new__(make).run(math.inf)
    assert beam.run(math.inf)
    assert beam.run(math.inf)  # which is over, and stays so


@pytest.mark.parametrize("seed", quick(range(1000, 1200), 20))
def test_the_advice_of_a_wide_beam_is_a_fill(seed: int) -> None:
    """Where words may be repeated; else merging may leave a beam without any."""
    puzzle = some_puzzle(seed)
    puzzle = sx.Puzzle(puzzle.grid, puzzle.words, distinct=False)
    domains = arc_consistent(puzzle)
    if domains.emptied is not None:
        return
    fills = fills_of(puzzle)
    guide = Guide(domains, seed)
    for _ in range(2):
        advice = guide.next(guide_module.BEAM_AFTER << 10, NEVER)
        if advice is None:
            return  # all letters are given
        assert advice.is_whole == bool(fills)
        if fills:
            letters = puzzle.words.alphabet.letters
            cells = [
                letters[advice.letters[cell]] if cell in advice.letters else given
                for cell, given in enumerate("".join("".join(r) for r in puzzle.grid.rows()))
            ]
            assert "".join(cells) in fills


@pytest.fixture
def eager_guide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guide that is asked at once, whose beams are too narrow to get to the end."""
    monkeypatch.setattr(guide_module, "DIVE_EVERY", 1)
    monkeypatch.setattr(guide_module, "DIVE_ROWS", 100)
    monkeypatch.setattr(guide_module, "BEAM_AFTER", 2)
    monkeypatch.setattr(guide_module, "FIRST_CELLS", 40)
    monkeypatch.setattr(beam_module, "MOST_CELLS", 80)


@pytest.mark.usefixtures("eager_guide")
@pytest.mark.parametrize("seed", quick(range(2000, 2200), 20))
def test_a_guided_search_has_the_answers_of_brute_force(seed: int) -> None:
    puzzle = some_puzzle(seed)
    fills = fills_of(puzzle)
    result = sx.fill(puzzle, seed=seed)
    if fills:
        assert isinstance(result, sx.Found)
        assert "".join(str(result.value).split()) in fills
    else:
        assert isinstance(result, sx.Impossible)
    found = ["".join(str(fill).split()) for fill in sx.enumerate_fills(puzzle, limit=50)]
    assert len(found) == len(set(found)) == min(50, len(fills))


@pytest.mark.usefixtures("eager_guide")
@pytest.mark.parametrize("seed", quick(range(3000, 3100), 10))
def test_a_guided_search_keeps_rules_that_a_beam_does_not_know(seed: int) -> None:
    puzzle = some_puzzle(seed)
    rules = ["somewhere A", "max-shared-substring 2"]
    ruled = sx.Puzzle(puzzle.grid, puzzle.words, rules=rules)
    result = sx.fill(ruled, seed=seed)
    if isinstance(result, sx.Found):
        assert not sx.verify(None, result.value.grid, puzzle.words, rules=rules)
    else:
        assert isinstance(result, sx.Impossible)
        assert not sx.count(ruled).unwrap().n


def square(n: int) -> sx.Puzzle:
    return sx.Puzzle("\n".join(["." * n] * n), sx.WordList.builtin(min_score=40))


def test_a_search_that_is_interrupted_takes_the_same_advice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guide_module, "DIVE_EVERY", 100)
    monkeypatch.setattr(guide_module, "BEAM_AFTER", 200)
    monkeypatch.setattr(guide_module, "FIRST_CELLS", 20_000)

    def answer(conflicts: int | None) -> tuple[str, int]:
        prepared = prepare(square(5), SolverOptions(seed=3))
        session = prepared.start_lazy(SolverOptions(seed=3))
        while True:
            found = session.solve(conflicts=conflicts, keep_noise=True)
            if found.outcome is Outcome.SAT:
                return str(prepared.fill(found)), session.counters.conflicts

    assert answer(None)[0]
    assert answer(None) == answer(None)


@pytest.mark.usefixtures("eager_guide")
def test_a_certificate_of_a_guided_search_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Advice changes nothing but the order of decisions."""
    asked: list[int] = []
    ask = Guide.next

    def counted(guide: Guide, n_conflicts: int, deadline: Deadline) -> object:
        asked.append(seed)
        return ask(guide, n_conflicts, deadline)

    monkeypatch.setattr(Guide, "next", counted)
    every = [word for word, _ in sx.WordList.builtin().words() if len(word) == 5]
    for seed in range(3):
        puzzle = sx.Puzzle(".....\n" * 5, random.Random(seed).sample(every, 700))
        path = tmp_path / f"{seed}.cert"
        assert isinstance(sx.fill(puzzle, certificate=path), sx.Impossible)
        assert isinstance(sx.verify_certificate(path), sx.Found)
    assert set(asked) == {0, 1, 2}


def test_advice_ends_with_the_answer_and_with_time() -> None:
    domains = arc_consistent(square(4))
    for n_conflicts in (0, guide_module.BEAM_AFTER):
        assert Guide(domains, 1).next(n_conflicts, Deadline.after(0.0)) is None
    prepared = prepare(square(4), SolverOptions())
    session = prepared.start_lazy(SolverOptions())
    assert session.solve().outcome is Outcome.SAT
    assert session.hints.preferred is None


def test_beams_of_one_seed_are_the_same() -> None:
    part = PartMaker(arc_consistent(square(4)), [1] * 8).make(range(8), 0, order="rows")
    assert part is not None
    worth = potentials(part.tables, 1000.0)
    rows = []
    for seed in (1, 1, 2):
        beam = Beam(part.join, worth, width=200, seed=seed, noise=500.0)
        assert beam.run(NEVER)
        assert beam.is_whole
        rows.append(beam.best()[0].tolist())
    assert rows[0] == rows[1] != rows[2]
