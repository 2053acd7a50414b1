"""Grids by several seeds at once: the same ones, whichever process is quick."""

from __future__ import annotations

import os
import signal
import threading
import time
from math import inf

import pytest
from support.cli import run_cli
from support.signals import KILL

from satcross.apps.construct import race
from satcross.apps.construct.adviser import ChangeTried
from satcross.apps.construct.judged import NO_PREFERENCES
from satcross.apps.construct.make import MakeTask
from satcross.apps.construct.maker import PatternTried
from satcross.apps.construct.race import Effort, Lane, RacedGrids
from satcross.apps.construct.spec import GridSpec, MadeGrid
from satcross.apps.construct.stages import Stage
from satcross.apps.construct.theme import NoTheme, Theme
from satcross.errors import OptionError, SolverError
from satcross.model.entry_rules import EntryRules
from satcross.model.grid import Grid
from satcross.pattern.presets import Preset, preset_rules
from satcross.pattern.rules import PatternRules, Range
from satcross.pattern.verify import n_cheaters
from satcross.results import Found, Impossible, Reason, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Answered, Event, Listed
from satcross.words import WordList

WORDS = WordList.builtin()
SPEC = GridSpec(preset_rules(Preset.MINI, 5, 5), WORDS)
OPEN3 = PatternRules(3, 3, n_blocks=Range(0, 0))


def one_by_one(
    spec: GridSpec, seeds: range, limit: int, *, cheaters_from: int = 0
) -> list[tuple[int, str]]:
    """Seeds and grids, as the module defines their order, without any process."""
    found: list[tuple[int, int, MadeGrid]] = []
    for number, seed in enumerate(seeds):
        efforts = [0]
        rules = (number % 2 and spec.rules.with_cheaters) or spec.rules
        floor = cheaters_from if number % 2 else 0

        def note(
            event: Event, efforts: list[int] = efforts, seed: int = seed, floor: int = floor
        ) -> None:
            match event:
                case Effort(effort=effort):
                    assert effort >= efforts[-1]
                    efforts.append(effort)
                case Answered(MadeGrid() as made):
                    least = floor if made.n_cheaters else 0
                    found.append((max(efforts[-1], least), seed, made))

        options = SolverOptions(seed=seed)
        with Lane(rules, spec.words, spec.theme, options, limit=limit) as lane:
            lane.subscribe(note)
            lane.run()
    found.sort(key=lambda each: each[:2])
    first: dict[object, tuple[int, str]] = {}
    for _, seed, made in found:
        first.setdefault(made.themed.grid, (seed, str(made)))
    return list(first.values())[:limit]


def raced(task: RacedGrids) -> list[tuple[int, str]]:
    with task:
        grids = [str(made) for made in task]
        return list(zip(task.seeds, grids, strict=True))


def test_the_order_is_that_of_the_work_and_not_of_the_clock() -> None:
    expected = one_by_one(SPEC, range(4, 7), 5)
    assert len({seed for seed, _ in expected}) > 1
    assert raced(RacedGrids(SPEC, 3, SolverOptions(seed=4), limit=5)) == expected


@pytest.mark.parametrize("slow", [0, 1])
def test_a_process_that_is_held_up_changes_nothing(slow: int) -> None:
    expected = one_by_one(SPEC, range(2), 3)
    task = RacedGrids(SPEC, 2, limit=3)

    def hold_up() -> None:
        while (child := task._runners[slow].child) is None:
            time.sleep(0.01)
        os.kill(child.pid, signal.SIGSTOP)
        time.sleep(1)
        os.kill(child.pid, signal.SIGCONT)

    thread = threading.Thread(target=hold_up)
    thread.start()
    assert raced(task) == expected
    thread.join()


def test_every_second_lane_allows_cheaters_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """But its grids with cheaters wait as long as it takes before other lanes try them."""
    rules = PatternRules(7, 7, n_blocks=Range(8, 14), cheaters=False, cheaters_if_needed=True)
    spec = GridSpec(rules, WORDS, Theme(("STARE",)))
    task = RacedGrids(spec, 2, SolverOptions(seed=1))
    assert task.with_cheaters == {2}
    ((seed, grid),) = raced(task)
    assert seed == 1
    assert not n_cheaters(Grid.parse(grid))
    monkeypatch.setattr(race, "CHEATERS_FROM", 0)
    expected = one_by_one(spec, range(1, 3), 2)
    assert raced(RacedGrids(spec, 2, SolverOptions(seed=1), limit=2)) == expected
    assert [n_cheaters(Grid.parse(grid)) for seed, grid in expected if seed == 2] > [0]


def test_theme_and_rules_are_kept() -> None:
    theme = Theme(("CLAUSES",), symmetric=False)
    entries = EntryRules(max_shared_substring=3)
    spec = GridSpec(PatternRules(7, 7), WORDS, theme, entries)
    with RacedGrids(spec, 2) as task:
        made = next(task)
    spec.check(made.fill, maker="a job")


def test_a_proof_of_one_job_is_the_answer() -> None:
    with RacedGrids(GridSpec(OPEN3, WordList.from_words(["abc", "bca", "cab"])), 2) as task:
        result = task.run()
    assert isinstance(result, Impossible)
    assert result.why == "no pattern that obeys the rules has a fill"
    with RacedGrids(GridSpec(PatternRules(5, 5), WORDS, Theme(("CARE",))), 2) as task:
        result = task.run()
    assert isinstance(result, Impossible)
    assert isinstance(result.evidence, NoTheme)
    assert result.why.startswith("CARE cannot be placed")


def test_that_there_are_no_more_is_proved() -> None:
    words = WordList.from_words(["cod", "are", "ben", "cab", "ore", "den"])
    with RacedGrids(GridSpec(OPEN3, words), 2, limit=3) as task:
        assert task.run() == Found(Listed(1, is_exhausted=True))


def test_it_stops_in_time_and_goes_on() -> None:
    with RacedGrids(SPEC, 2, limit=1) as task:
        result = task.run(1e-3)
        assert isinstance(result, Stopped)
        assert result.reason is Reason.TIME_LIMIT
        assert isinstance(task.run(), Found)


def test_dead_processes() -> None:
    hard = GridSpec(preset_rules(Preset.NYT, 21, 21), WORDS)
    task = RacedGrids(hard, 2)

    def kill() -> None:
        for runner in task._runners:
            while (child := runner.child) is None:
                time.sleep(0.01)
            os.kill(child.pid, KILL)

    thread = threading.Thread(target=kill)
    thread.start()
    with task, pytest.raises(SolverError, match="all 2 jobs failed: the process of Lane died"):
        task.run()
    thread.join()


def test_options() -> None:
    with pytest.raises(OptionError, match="must be from 0 to 256, got -1"):
        RacedGrids(SPEC, -1)
    done = run_cli("make", "5x5", "--jobs", "-1")
    assert (done.code, done.err.count("\n")) == (2, 1)
    done = run_cli("make", "5x5", "--jobs", "2", "-n", "2", "--seed", "4")
    assert done.code == 0
    assert done.err.startswith("made with seeds ")
    assert done.out == "\n\n".join(grid for _, grid in one_by_one(SPEC, range(4, 6), 2)) + "\n"


def test_a_lane_with_cheaters_is_named_with_its_option(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the command with its seed, one job and this option makes the same grid."""
    monkeypatch.setattr(race, "CHEATERS_FROM", 0)  # its grids need not wait for a proof
    argv = ["make", "5x5", "--preset", "nyt", "--blocks", "4-6", "--theme", "stare"]
    done = run_cli(*argv, "--jobs", "2", "--seed", "2")
    assert done.code == 0
    assert done.err.splitlines()[-1] == "made with seed 3 and --cheaters"
    assert run_cli(*argv, "--cheaters", "--seed", "3").out == done.out


@pytest.mark.parametrize("early", [True, False])
def test_only_the_first_lane_tries_changes_before_a_proof(early: bool) -> None:
    """The others look for a grid meanwhile."""
    with RacedGrids(SPEC, 3) as raced:
        lanes = [runner.lane.maker.advises_after for runner in raced._runners]
    assert lanes == [2, inf, inf]
    rules = PatternRules(6, 6, n_blocks=Range(0, 4))
    stages = (Stage(NO_PREFERENCES, n_tries=1, n_patterns=1),)
    task = MakeTask(rules, WORDS.with_min_score(93), stages=stages)
    task.maker.advises_after = 1 if early else inf
    seen: list[str] = []

    def note(event: Event) -> None:
        if isinstance(event, ChangeTried | PatternTried):
            seen.append(type(event).__name__)
        if "ChangeTried" in seen or len(seen) == 4:
            task.stop()

    with task:
        task.subscribe(note)
        task.run()
    assert ("ChangeTried" in seen) is early
