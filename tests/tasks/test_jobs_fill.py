"""One fill by several searches: the answers, the limits, and what becomes of the others."""

from __future__ import annotations

import errno
import os
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.processes import children_of
from support.signals import KILL
from support.tasks import long_enough

import satcross as sx
from satcross.model.fill import FillResult
from satcross.processes.child import Crew, How
from satcross.processes.inside import Channel
from satcross.results import Work
from satcross.solve.protocol import Outcome, SolverOptions
from satcross.task import NEVER, Deadline, Progress
from satcross.tasks import jobs
from satcross.tasks.jobs import SearchAnswer, race
from satcross.tasks.prepared import NO_FILL, prepare

BOTH: list[How] = ["fork", "spawn"]
GRID = "#...#\n.....\n.....\n.....\n#...#"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
real_search = jobs.search


@pytest.fixture(autouse=True)
def no_child_is_left() -> Any:
    before = children_of(os.getpid())
    yield
    assert children_of(os.getpid()) <= before


@pytest.fixture(scope="module")
def puzzle() -> sx.Puzzle:
    return sx.Puzzle(sx.Grid.parse(GRID), sx.WordList.builtin(min_score=42))


@pytest.fixture(scope="module")
def endless() -> sx.Puzzle:
    """An open square that nobody fills."""
    return sx.Puzzle(sx.Grid.parse("\n".join(["." * 8] * 8)), sx.WordList.builtin(min_score=30))


def unfillable() -> sx.Puzzle:
    """Each letter has one follower, so rows equal columns: infeasible, and arc consistent."""
    words = sx.WordList.from_words(["AB", "BC", "CA"], alphabet=sx.Alphabet("ABC"))
    return sx.Puzzle(sx.Grid.parse("..\n.."), words)


def fill_by_jobs(
    puzzle: sx.Puzzle,
    n_jobs: int,
    *,
    options: SolverOptions | None = None,
    deadline: Deadline = NEVER,
    how: How,
) -> FillResult:
    options = options or SolverOptions()
    return race(prepare(puzzle, options), options, n_jobs, deadline=deadline, how=how)


def is_unnoticed(pid: int) -> bool:
    """Whether a process is there: also one that has died, until its parent notices."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def no_crew(*_: object, **__: object) -> None:
    pytest.fail("a process was started")


@pytest.mark.parametrize("how", BOTH)
def test_the_winner_is_right_and_its_seed_alone_finds_the_same(how: How, puzzle: sx.Puzzle) -> None:
    match fill_by_jobs(puzzle, 2, options=SolverOptions(seed=40), how=how):
        case sx.Found(fill, work):
            pass
        case other:
            pytest.fail(f"{other}")
    assert not sx.verify(puzzle.grid, fill.grid, puzzle.words)
    assert work.seed in (40, 41)
    assert (work.engine, work.n_failed) == ("lazy", 0)
    assert work.decisions > 0
    alone = sx.fill(puzzle, seed=work.seed)
    assert isinstance(alone, sx.Found)
    assert str(alone.fill) == str(fill)
    assert (alone.work.conflicts, alone.work.decisions) == (work.conflicts, work.decisions)


def test_every_seed_is_tried_and_can_win(
    puzzle: sx.Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    fills = []
    for winner in (5, 7):

        def search(channel: Channel, task: Any, seed: int, winner: int = winner) -> SearchAnswer:
            if seed != winner:
                time.sleep(60)
            return real_search(channel, task, seed)

        monkeypatch.setattr(jobs, "search", search)
        match fill_by_jobs(puzzle, 3, options=SolverOptions(seed=5), how="fork"):
            case sx.Found(fill, work):
                assert work.seed == winner
                fills.append(str(fill))
            case other:
                pytest.fail(f"{other}")
    monkeypatch.undo()
    assert fills == [str(getattr(sx.fill(puzzle, seed=seed), "fill", "")) for seed in (5, 7)]
    assert len(set(fills)) == 2


def test_any_of_them_can_prove_that_there_is_none() -> None:
    result = fill_by_jobs(unfillable(), 2, how="fork")
    assert isinstance(result, sx.Impossible)
    assert result.why == NO_FILL
    assert result.work.seed in (0, 1)


def test_what_arc_consistency_shows_takes_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "Crew", no_crew)
    blocked = sx.Puzzle(sx.Grid.parse("Q.Z"), sx.WordList.from_words(["cat"]))
    result = sx.fill(blocked, jobs=3)
    assert isinstance(result, sx.Impossible)
    assert (result.why, result.work.seed) == ("no word fits 1A", None)


@pytest.mark.parametrize("how", BOTH)
def test_the_deadline_is_kept_and_progress_is_of_all(how: How, endless: sx.Puzzle) -> None:
    seen: list[Progress] = []

    def limited(limit_s: float) -> FillResult:
        seen.clear()
        options = SolverOptions(on_progress=seen.append)
        return fill_by_jobs(endless, 2, options=options, deadline=Deadline.after(limit_s), how=how)

    result = long_enough(limited, lambda _: len(seen) > 2 or how == "spawn", 0.8)
    assert isinstance(result, sx.Stopped)
    assert result.work.elapsed_s > 0.7
    assert result.reason == "time limit"
    assert seen.pop(0).phase == "arc consistency"
    if how == "spawn":  # which takes much of the time
        return
    assert result.work.conflicts >= seen[-1].conflicts >= 0
    assert 1 < len(seen) <= 1 + 10 * result.work.elapsed_s
    assert {progress.phase for progress in seen} == {"searching"}
    assert {progress.n_cells for progress in seen} == {64}
    assert all(0 <= progress.depth <= 64 for progress in seen)


def test_conflicts_are_added_and_the_deepest_counts(
    unfilled: list[Progress], puzzle: sx.Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(channel: Channel, task: Any, seed: int) -> SearchAnswer:
        for _ in range(10):
            channel.send(Progress("searching", 0.0, 100 + seed, 10 * seed, 21))
            time.sleep(0.05)
        return SearchAnswer(Outcome.UNKNOWN, Work(), reason=sx.Reason.ROUNDS)

    monkeypatch.setattr(jobs, "search", search)
    result = fill_by_jobs(puzzle, 2, options=SolverOptions(on_progress=unfilled.append), how="fork")
    assert isinstance(result, sx.Stopped)
    assert result.reason is sx.Reason.ROUNDS
    assert result.work.conflicts == 201
    assert unfilled[-1].conflicts == 201
    assert unfilled[-1].depth == 10
    assert unfilled[-1].n_cells == 21
    assert 1 <= len(unfilled) <= 2 + 10 * result.work.elapsed_s


@pytest.fixture
def unfilled() -> list[Progress]:
    return []


def test_one_that_dies_does_not_spoil_the_answer_of_another(
    puzzle: sx.Puzzle, endless: sx.Puzzle, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    dead = tmp_path / "dead"

    def search(channel: Channel, task: Any, seed: int) -> SearchAnswer:
        if seed == 0:
            (tmp_path / "new").write_text(str(os.getpid()), encoding="utf-8")
            (tmp_path / "new").rename(dead)
            os.kill(os.getpid(), KILL)
        while not dead.exists() or is_unnoticed(int(dead.read_text(encoding="utf-8"))):
            time.sleep(0.01)  # until the death of the other one has been noticed
        time.sleep(0.5)  # and its parent, on a busy machine, has counted it
        return real_search(channel, task, seed)

    monkeypatch.setattr(jobs, "search", search)
    result = fill_by_jobs(puzzle, 2, how="fork")
    assert isinstance(result, sx.Found)
    assert (result.work.seed, result.work.n_failed) == (1, 1)
    result = fill_by_jobs(unfillable(), 2, how="fork")
    assert isinstance(result, sx.Impossible)
    assert (result.work.seed, result.work.n_failed) == (1, 1)
    result = long_enough(
        lambda limit_s: fill_by_jobs(endless, 2, how="fork", deadline=Deadline.after(limit_s)),
        lambda result: "failed" in str(result),
        0.4,
    )
    assert isinstance(result, sx.Stopped)
    assert result.reason is sx.Reason.TIME_LIMIT
    assert str(result) == "time limit; 1 of 2 jobs failed: signal 9"


def test_one_that_cannot_start_does_not_spoil_the_answer_of_another(
    puzzle: sx.Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, n_calls = os.fork, [0]

    def fork() -> int:
        n_calls[0] += 1
        if n_calls[0] != 1:
            return real()
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", fork)
    result = fill_by_jobs(puzzle, 2, how="fork")
    assert isinstance(result, sx.Found)
    assert (result.work.seed, result.work.n_failed) == (1, 1)


def test_when_all_die_it_is_an_error(puzzle: sx.Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    def search(channel: Channel, task: Any, seed: int) -> SearchAnswer:
        raise MemoryError

    monkeypatch.setattr(jobs, "search", search)
    with pytest.raises(sx.SolverError, match=r"^all 3 jobs failed: out of memory$"):
        fill_by_jobs(puzzle, 3, how="fork")


def test_a_wrong_fill_does_not_leave(puzzle: sx.Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    def search(channel: Channel, task: Any, seed: int) -> SearchAnswer:
        answer = real_search(channel, task, seed)
        wrong = {cell: (code + 1) % 26 for cell, code in answer.letters.items()}
        return replace(answer, letters=wrong)

    monkeypatch.setattr(jobs, "search", search)
    with pytest.raises(sx.VerificationError, match="lazy gave a wrong fill: 1A "):
        fill_by_jobs(puzzle, 2, how="fork")


def test_an_exception_in_the_progress_handler_comes_through(endless: sx.Puzzle) -> None:
    def refuse(progress: Progress) -> None:
        if progress.phase == "searching":
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        sx.fill(endless, jobs=2, on_progress=refuse, time_limit_s=20)


def test_eager_solvers_race_too(puzzle: sx.Puzzle, tmp_path: Path) -> None:
    result = sx.fill(puzzle, seed=3, jobs=2, solver="glucose4")
    assert isinstance(result, sx.Found)
    assert result.work.engine == "glucose4"
    assert result.work.seed in (3, 4)
    solver = tmp_path / "solver"  # answers for seed 8 alone, when the other has begun
    solver.write_text('#!/bin/sh\n[ "$1" = 8 ] || exec sleep 60\nsleep 0.3\necho s UNSATISFIABLE\n')
    solver.chmod(0o755)
    result = sx.fill(puzzle, seed=7, jobs=2, solver_command=f"{solver} {{seed}}")
    assert isinstance(result, sx.Impossible)
    assert (result.work.seed, result.work.engine) == (8, "solver")


def test_from_a_thread_that_is_not_alone() -> None:
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(sx.fill(unfillable(), jobs=2)))
    thread.start()
    thread.join()
    assert isinstance(found[0], sx.Impossible)


def test_how_many(puzzle: sx.Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [Crew.size_of(n) for n in (1, 2, 256)] == [1, 2, 256]
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 2, 5}, raising=False)
    assert Crew.size_of(0) == 3
    for wrong in (-1, 257):
        with pytest.raises(
            sx.OptionError, match=f"^jobs: must be from 0 to 256, got {wrong}; 0 is"
        ):
            sx.fill(puzzle, jobs=wrong)
    with pytest.raises(sx.OptionError, match="no solver 'glucose99'"):
        sx.fill(puzzle, jobs=2, solver="glucose99")
    # One job is a search in this process, as without the option.
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {2}, raising=False)
    monkeypatch.setattr(jobs, "Crew", no_crew)
    without = sx.fill(puzzle)
    assert isinstance(without, sx.Found)
    for n in (0, 1):
        assert sx.fill(puzzle, jobs=n) == without
    assert without.work.seed is None
