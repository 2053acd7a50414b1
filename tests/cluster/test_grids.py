"""Grids made by a pool obey the same rules, and a race ends as soon as it may."""

from __future__ import annotations

import pytest
from support.pools import SerialPool

from satcross.cluster import grids
from satcross.cluster.grids import PoolGrids, make_grid
from satcross.cluster.local import LocalPool
from satcross.cluster.pools import CallDone
from satcross.construct.spec import GridSpec
from satcross.construct.theme import Theme
from satcross.errors import OptionError, SolverError, VerificationError
from satcross.pattern.presets import Preset, preset_rules
from satcross.pattern.rules import PatternRules, Range
from satcross.pattern.verify import pattern_faults
from satcross.results import Found, Impossible, Reason, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.verification.crossword import verify
from satcross.words import WordList


def racing() -> SerialPool:
    return SerialPool(3, last_first=True)


RULES = preset_rules(Preset.MINI, 5, 5)
WORDS = WordList.builtin()
SPEC = GridSpec(RULES, WORDS)


def test_the_first_grid_wins() -> None:
    pool = racing()
    with PoolGrids(SPEC, pool, options=SolverOptions(seed=7)) as task:
        made = next(task)
        assert not pattern_faults(made.themed.grid.without_letters(), RULES)
        assert not verify(None, made.fill.grid, WORDS)
        assert isinstance(task.run(), Found)
        assert task.seeds == [9]  # of three at once, the last has ended first
    assert pool.is_stopped


def test_several_differ_in_their_patterns() -> None:
    with PoolGrids(SPEC, racing(), limit=5) as task:
        made = list(task)
    assert len({grid.themed.grid for grid in made}) == 5
    assert len(task.seeds) == 5


def test_the_best_of_all_seeds() -> None:
    every = racing()
    with PoolGrids(SPEC, every, n_seeds=6, limit=6) as task:
        scores = [(made.fill.lowest_score or 0, made.fill.mean_score or 0) for made in task]
    pool = racing()
    with PoolGrids(SPEC, pool, n_seeds=6, limit=2, keep_best=True) as task:
        best = [(made.fill.lowest_score or 0, made.fill.mean_score or 0) for made in task]
    assert sorted([args[1] for args in pool.ran]) == list(range(6))
    assert best == sorted(scores, reverse=True)[:2]


def test_a_theme_is_placed() -> None:
    theme = Theme(("CLAUSES",), symmetric=False)
    with PoolGrids(GridSpec(PatternRules(7, 7), WORDS, theme), racing()) as task:
        made = next(task)
    assert "CLAUSES" in {entry.word for entry in made.fill.entries}


def test_what_one_seed_refutes_is_impossible() -> None:
    words = WordList.from_words(["abc", "bca", "cab"])
    rules = PatternRules(3, 3, n_blocks=Range(0, 0))
    with PoolGrids(GridSpec(rules, words), racing()) as task:
        result = task.run()
    assert isinstance(result, Impossible)
    assert result.why


def test_when_no_other_pattern_comes_it_ends() -> None:
    words = WordList.from_words(["cod", "are", "ben", "cab", "ore", "den"])
    rules = PatternRules(3, 3, n_blocks=Range(0, 0))
    pool = racing()
    with PoolGrids(GridSpec(rules, words), pool, limit=2) as task:
        result = task.run()
    assert isinstance(result, Stopped)
    assert result.reason is Reason.GIVEN_UP
    assert task.n_found == 1
    assert len([args[1] for args in pool.ran]) <= grids.MOST_ALIKE + 3


def test_all_seeds_ended() -> None:
    with PoolGrids(SPEC, racing(), n_seeds=1, limit=3) as task:
        result = task.run()
    assert isinstance(result, Stopped)
    assert (result.reason, task.n_found) == (Reason.GIVEN_UP, 1)
    with pytest.raises(OptionError, match="must be 1 or greater, got 0"):
        PoolGrids(SPEC, racing(), n_seeds=0)


class Wrong(SerialPool):
    """A worker that changes a letter of what it has made."""

    def ended(self, wait_s: float) -> list[CallDone]:
        ends = super().ended(wait_s)
        for end in ends:
            if end.value["outcome"] == "found":
                letters = end.value["letters"]
                cell = min(letters)
                letters[cell] = (letters[cell] + 1) % 26
        return ends


class Failing(SerialPool):
    """A worker that dies."""

    def ended(self, wait_s: float) -> list[CallDone]:
        ticket = self.calls.pop()[0]
        return [CallDone(ticket, None, MemoryError("no memory"))]


def test_wrong_and_failing_workers() -> None:
    with PoolGrids(SPEC, Wrong()) as task, pytest.raises(VerificationError):
        task.run()
    dies = pytest.raises(SolverError, match="3 seeds failed: MemoryError: no memory")
    with PoolGrids(SPEC, Failing()) as task, dies:
        task.run()


def test_local_processes_are_there_for_the_next_task() -> None:
    with LocalPool(2) as pool:
        pool.give(b"")  # all payloads come before the first call
        with PoolGrids(SPEC, pool, limit=1) as task:
            assert isinstance(task.run(), Found)
        digest = task._digest
        ticket = pool.submit(make_grid, digest, 3, None)
        ends: list[CallDone] = []
        while ticket not in [end.ticket for end in ends]:
            ends += pool.ended(0.1)
        assert ends[-1].value["outcome"] == "found"
