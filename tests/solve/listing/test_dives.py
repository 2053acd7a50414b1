"""Dives in the kernel, as they are in Python, and the advice that a search takes of them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from oracles.dive import Dive as PureDive
from oracles.dive import Slot
from support.brute_force import all_fills
from support.dense_puzzles import dense_puzzle
from support.random_puzzles import random_puzzle
from support.seeds import quick

import satcross as sx
from satcross.model.consistency import Domains, arc_consistent
from satcross.solve.lazy.engine import kernel
from satcross.solve.listing import dives as dives_module
from satcross.solve.listing import guide as guide_module
from satcross.task import NEVER, Deadline

if kernel() != "compiled":
    pytest.skip("the extension module is not built", allow_module_level=True)

from satcross.solve.lazy.kernel import _kernel
from satcross.solve.listing.dives import NOISE, Dives, _weights


def some_puzzle(seed: int) -> sx.Puzzle:
    return dense_puzzle(seed) if seed % 2 else random_puzzle(seed)


def arrays(domains: Domains) -> list[Any]:
    """By slot, what a dive takes."""
    return [
        (
            codes,
            words if len(words) else np.full(len(codes), -1, dtype=np.int32),
            np.array(slot.cells, dtype=np.int32),
            rivals,
        )
        for slot, codes, words, rivals in zip(
            domains.puzzle.slots, domains.codes, domains.words, domains.rivals(), strict=True
        )
    ]


@pytest.mark.parametrize("seed", quick(range(400), 40))
def test_the_compiled_dive_sets_what_the_pure_one_sets(seed: int) -> None:
    rng = random.Random(seed)
    domains = arc_consistent(some_puzzle(seed))
    if domains.emptied is not None or not domains.puzzle.slots:
        return
    slots, masks = arrays(domains), np.array(domains.masks, dtype=np.uint64)
    compiled = _kernel.Dive(slots, masks, domains.n_letters)
    pure = PureDive(
        [
            Slot([tuple(row) for row in codes.tolist()], *(one.tolist() for one in others))
            for codes, *others in slots
        ],
        domains.masks,
        domains.n_letters,
    )
    for _ in range(4):
        weights = [np.array([rng.uniform(0.5, 2) for _ in one[0]]) for one in slots]
        settings = (
            rng.getrandbits(60), rng.randint(0, 12), rng.randint(0, 4), rng.randint(0, 60),
            rng.choice((0.0, 0.05, 0.5)),
        )  # fmt: skip
        before = compiled.n_rows
        compiled.start(weights, *settings)
        while not compiled.run(rng.randint(0, 500), 1.0):
            pass
        whole = pure.run([one.tolist() for one in weights], *settings)
        row = np.zeros(len(masks), dtype=np.uint8)
        compiled.best(row)
        assert (compiled.is_whole, compiled.n_set, row.tolist()) == (whole, pure.n_set, pure.found)
        assert (compiled.n_failed, compiled.n_rows - before) == (pure.n_failed, pure.n_rows)


def test_the_compiled_dive_reads_nothing_outside_of_its_arrays() -> None:
    domains = arc_consistent(sx.Puzzle("..\n..", ["AB", "CD", "AC", "BD"]))
    slots, masks = arrays(domains), np.array(domains.masks, dtype=np.uint64)
    make: Any = _kernel.Dive
    n = domains.n_letters
    codes, words, cells, rivals = slots[0]
    wrong: list[list[Any]] = [
        [[(codes, words, cells[1:], rivals)], masks, n],
        [[(codes, words[1:], cells, rivals)], masks, n],
        [[(codes[:0], words[:0], cells, rivals)], masks, n],
        [[(codes, words, cells + 3, rivals)], masks, n],
        [[(codes, words, cells, np.array([9], dtype=np.int32))], masks, n],
        [[(codes + np.uint8(64), words, cells, rivals)], masks, n],
        [slots, masks, 2],
        [slots, masks, 65],
        [slots, masks[1:], n],
    ]
    for arguments in wrong:
        with pytest.raises(ValueError, match="do not fit together"):
            make(*arguments)
    dive = make(slots, masks, n)
    assert dive.run(1000, 1.0)  # it has not started
    weights = [np.ones(len(one[0])) for one in slots]
    for bad in (weights[1:], [weights[0][1:], *weights[1:]]):
        with pytest.raises(ValueError, match="do not fit together"):
            dive.start(bad, 1, 1, 1, 1, 0.1)
    with pytest.raises(ValueError, match="do not fit together"):
        dive.best(np.zeros(3, dtype=np.uint8))
    with pytest.raises(RuntimeError, match="set up once"):
        dive.__init__(slots, masks, n)
    dive.start(weights, 1, 1, 1, 1, 0.1)
    assert dive.run(1000, 1.0)
    assert dive.is_whole


@pytest.mark.parametrize("seed", [1109, 1145, *quick(range(1000, 1200), 20)])
def test_a_whole_dive_is_a_fill(seed: int) -> None:
    puzzle = some_puzzle(seed)
    domains = arc_consistent(puzzle)
    if domains.emptied is not None:
        return
    fills = {
        "".join(fill)
        for fill in all_fills(
            ["".join(row) for row in puzzle.grid.rows()],
            [word for word, _ in puzzle.words.words()],
            puzzle.words.alphabet.letters,
            distinct=puzzle.distinct,
        )
    }
    found = Dives(domains, seed).next(100_000, NEVER)
    if found is not None and found.is_whole:
        letters = puzzle.words.alphabet.letters
        given = "".join("".join(row) for row in puzzle.grid.rows())
        cells = [
            letters[found.letters[at]] if at in found.letters else c for at, c in enumerate(given)
        ]
        assert "".join(cells) in fills


def test_dives_find_fills() -> None:
    """So that the test above tests something."""
    puzzle = sx.Puzzle(".....\n" * 5, sx.WordList.builtin(min_score=40))
    found = Dives(arc_consistent(puzzle), 1).next(100_000_000, NEVER)
    assert found is not None
    assert found.is_whole


def test_dives_go_on_from_where_they_were_and_end_with_time() -> None:
    domains = arc_consistent(sx.Puzzle(".....\n" * 5, sx.WordList.builtin(min_score=40)))
    whole = Dives(domains, 1).next(100_000_000, NEVER)
    parts = Dives(domains, 1)
    found = next(filter(None, (parts.next(100_000, NEVER) for _ in range(1000))))
    while not found.is_whole:
        found = next(filter(None, (parts.next(100_000, NEVER) for _ in range(1000))))
    assert found == whole
    assert Dives(domains, 1).next(100_000_000, Deadline.after(0.0)) is None


def test_a_guide_dives_before_it_asks_a_beam(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(guide_module, "DIVE_ROWS", 1)
    monkeypatch.setattr(dives_module.Dives, "next", lambda *_: asked.append("dive"))
    monkeypatch.setattr(guide_module.Guide, "_search_beam", lambda *_: asked.append("beam"))
    guide = guide_module.Guide(arc_consistent(sx.Puzzle("..\n..", ["AB", "CD", "AC", "BD"])), 1)
    for n_conflicts in range(0, 26_000, 1000):
        guide.next(n_conflicts, NEVER)
        assert guide.at == n_conflicts + guide_module.DIVE_EVERY
    assert [at for at, what in enumerate(asked) if what == "beam"] == [8, 24]
    guide.begin(26_000)
    guide.next(33_000, NEVER)
    guide.next(34_000, NEVER)
    assert asked[-2:] == ["dive", "beam"]


def test_too_many_words_are_no_dive(monkeypatch: pytest.MonkeyPatch) -> None:
    domains = arc_consistent(sx.Puzzle("..\n..", ["AB", "CD", "AC", "BD"]))
    guide = guide_module.Guide(domains, 1)
    assert guide.next(1, NEVER) is not None
    monkeypatch.setattr(dives_module, "MAX_WORDS", domains.n_words - 1)
    assert guide_module.Guide(domains, 1).next(1, NEVER) is None


def test_no_dive_where_a_fill_is_unlikely(monkeypatch: pytest.MonkeyPatch) -> None:
    words = sx.WordList.builtin(min_score=60)
    likely, unlikely = (arc_consistent(sx.Puzzle("\n".join(["." * n] * n), words)) for n in (5, 8))
    asked: list[str] = []
    monkeypatch.setattr(dives_module.Dives, "next", lambda *_: asked.append("dive"))
    guide_module.Guide(unlikely, 1).next(1000, NEVER)
    assert not asked
    guide_module.Guide(likely, 1).next(1000, NEVER)
    assert asked == ["dive"]


def test_weights_are_the_same_on_every_machine() -> None:
    weights = _weights(np.random.default_rng((0, 0)), 4)
    assert [weight.hex() for weight in weights.tolist()] == [
        "0x1.f1c74932900a1p-1", "0x1.0460004c7b61fp+0", "0x1.095242d496ed9p+0",
        "0x1.f9b47c046632ap-1",
    ]  # fmt: skip
    logarithms = np.log(_weights(np.random.default_rng(1), 10_000))
    assert abs(logarithms.mean()) < 0.01
    assert abs(logarithms.std() - NOISE) < 0.01
