"""One fill: the three answers, limits, interruption, determinism."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from support.signals import interrupt_ourselves
from support.tasks import BUSY_S, check_stops, check_task, ends_within, long_enough

import satcross as sx
from satcross.cnf.assignment import Assignment
from satcross.solve.lazy.session import SearchSession
from satcross.solve.listing.lister import JoinLister, SearchLister
from satcross.solve.protocol import Answer, Outcome, SolverOptions
from satcross.task import Progress
from satcross.tasks.fill import FillTask
from satcross.words.table import Codes

ROOT = Path(__file__).parents[2]


def hard_puzzle() -> sx.Puzzle:
    """Each letter has one follower, so rows equal columns: infeasible, and arc consistent."""
    words = sx.WordList.from_words(["AB", "BC", "CA"], alphabet=sx.Alphabet("ABC"))
    return sx.Puzzle(sx.Grid.parse("..\n.."), words)


def wide_open(n: int = 12) -> sx.Puzzle:
    """An open square that nobody fills."""
    return sx.Puzzle(sx.Grid.parse("\n".join(["." * n] * n)), sx.WordList.builtin())


@pytest.mark.needs("apps/explain")
def test_three_answers() -> None:
    words = sx.WordList.from_words(["cat", "cot", "tot", "tat"])
    match sx.fill(sx.Puzzle(sx.Grid.parse("C..\n.#.\nT.."), words)):
        case sx.Found(fill, work):
            assert fill["1A"].word != fill["1D"].word
            assert {fill["1A"].word, fill["1D"].word} == {"CAT", "COT"}
            assert {fill["3A"].word, fill["2D"].word} == {"TOT", "TAT"}
            assert work.engine == "lazy"
            assert work.n_words == 8
        case other:
            pytest.fail(f"{other}")
    match sx.fill(hard_puzzle()):
        case sx.Impossible(why):
            assert why.startswith("no words fit ")
        case other:
            pytest.fail(f"{other}")
    match sx.fill(wide_open(), time_limit_s=0.3):
        case sx.Stopped(reason, work):
            assert reason == "time limit"
            assert 0.3 <= work.elapsed_s < 0.3 + BUSY_S
        case other:
            pytest.fail(f"{other}")


@pytest.mark.parametrize("distinct", [True, False])
def test_two_wholly_given_slots_with_one_word(distinct: bool) -> None:
    puzzle = sx.Puzzle(
        sx.Grid.parse("XYZ\n###\nXYZ"), sx.WordList.from_words(["cat"]), distinct=distinct
    )
    assert isinstance(sx.fill(puzzle), sx.Impossible if distinct else sx.Found)


def test_theme_entries_need_not_be_listed_but_must_cross() -> None:
    words = sx.WordList.from_words(["xi", "ye", "zo"])
    match sx.fill(sx.Puzzle(sx.Grid.parse("XYZ\n...\n###"), words)):
        case sx.Impossible():
            pass
        case other:
            pytest.fail(f"{other}")
    words = sx.WordList.from_words(["xi", "ye", "zo", "ieo"])
    match sx.fill(sx.Puzzle(sx.Grid.parse("XYZ\n..."), words)):
        case sx.Found(fill):
            assert str(fill) == "XYZ\nIEO"
            assert (fill["1A"].given, fill["1A"].score) == (True, None)
            assert (fill["4A"].given, fill["4A"].score) == (False, 50)
            assert fill.score == 200
            assert fill.lowest_score == 50
        case other:
            pytest.fail(f"{other}")


def test_open_cells_in_no_slot_stay_open() -> None:
    match sx.fill(
        sx.Puzzle(sx.Grid.parse("..#.\n####\nQ#.."), sx.WordList.from_words(["at", "to"]))
    ):
        case sx.Found(fill):
            assert str(fill) in {"AT#.\n####\nQ#TO", "TO#.\n####\nQ#AT"}
        case other:
            pytest.fail(f"{other}")


def test_high_scores_are_preferred() -> None:
    words = [(f"{a}{b}", 90 if a < "N" else 10) for a in "ABCDEFNOPQRSTU" for b in "AEIOU"]
    puzzle = sx.Puzzle(sx.Grid.parse("..#..#..#.."), sx.WordList.from_words(words))
    scores = []
    for seed in range(10):
        result = sx.fill(puzzle, seed=seed)
        assert isinstance(result, sx.Found)
        scores += [entry.score or 0 for entry in result.fill.entries]
    assert sum(scores) / len(scores) > 80  # by chance it would be 44


def test_progress_is_told_and_an_exception_in_it_comes_through() -> None:
    seen: list[Progress] = []

    def searched(limit_s: float) -> Progress:
        seen.clear()
        sx.fill(wide_open(), time_limit_s=limit_s, on_progress=seen.append)
        return seen[-1]

    last = long_enough(searched, lambda last: len(seen) > 2 and last.conflicts, 0.5)
    assert len(seen) > 2
    assert last.n_cells == 144
    assert 0 < last.depth <= 144
    assert last.conflicts > 0

    def refuse(progress: Progress) -> None:
        if progress.phase == "searching":
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        sx.fill(wide_open(), time_limit_s=60, on_progress=refuse)


def test_ctrl_c_stops_the_search_and_leaves_the_handler_as_it_was(
    request: pytest.FixtureRequest,
) -> None:
    # A test run in the background may have been told to ignore it.
    outside = signal.signal(signal.SIGINT, signal.default_int_handler)
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, outside))
    before = signal.getsignal(signal.SIGINT)
    timer = threading.Timer(0.2, interrupt_ourselves)

    def interrupt_soon(progress: Progress) -> None:
        if progress.phase == "searching" and timer.ident is None:
            timer.start()

    with ends_within(20), pytest.raises(KeyboardInterrupt):  # most of it before the search
        sx.fill(wide_open(), time_limit_s=60, on_progress=interrupt_soon)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("solver", ["lazy", "glucose4"])
def test_filling_is_a_task_like_others(solver: str) -> None:
    options = SolverOptions(solver)
    limit_s = 5.0 if solver == "glucose4" else 0.01  # which starts over in each run
    check_task(
        lambda: FillTask(hard_puzzle(), options), final=lambda result, _: result, limit_s=limit_s
    )
    check_stops(lambda: FillTask(wide_open(), options))


def test_works_outside_the_main_thread() -> None:
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(sx.fill(hard_puzzle())))
    thread.start()
    thread.join()
    assert isinstance(found[0], sx.Impossible)


def test_a_wrong_fill_does_not_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that forgets its slots gives letters that spell nothing: none of them come out."""

    def forgetful(self: SearchSession, *_: object, **__: object) -> Answer:
        ids = self.search.ids
        firsts = [next(variable for variable in row if variable) for row in ids if any(row)]
        return Answer(Outcome.SAT, Assignment.of(firsts, self.search.letters.n))

    monkeypatch.setattr(SearchSession, "solve", forgetful)
    puzzle = sx.Puzzle(sx.Grid.parse("...\n...\n..."), sx.WordList.builtin(min_score=42))
    with pytest.raises(sx.VerificationError, match="lazy gave a wrong fill: "):
        sx.fill(puzzle)
    with pytest.raises(sx.VerificationError):
        next(sx.enumerate_fills(puzzle, limit=2))


@pytest.mark.parametrize("lister", [JoinLister, SearchLister])
def test_a_wrong_fill_is_not_listed(
    lister: type[JoinLister] | type[SearchLister], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One letter of the fifth fill is changed on its way."""
    run = lister.run

    def careless(self: Any, rows: Codes, seconds: float, *_: object) -> tuple[int, bool]:
        n, is_last = run(self, rows, seconds)
        if n > 4:
            rows[4, 0] = (rows[4, 0] + 1) % 26
        return n, is_last

    monkeypatch.setattr(lister, "run", careless)
    monkeypatch.setattr(
        "satcross.solve.listing.lister.lister_for",
        lambda domains, letters, seed: (
            JoinLister(domains, "rows", seed)
            if lister is JoinLister
            else SearchLister(domains, letters, seed)
        ),
    )
    puzzle = sx.Puzzle(sx.Grid.parse("...\n...\n..."), sx.WordList.builtin(min_score=80))
    with pytest.raises(sx.VerificationError):
        list(sx.enumerate_fills(puzzle).arrays(100))


def test_an_encoding_for_the_lazy_engine_is_refused() -> None:
    with pytest.raises(sx.OptionError, match="lazy engine has no encoding"):
        sx.fill(hard_puzzle(), encoding="dawg")


@pytest.mark.parametrize("solver", ["lazy", "glucose4"])
def test_same_seed_same_fill_under_any_hash_seed(solver: str) -> None:
    grid = "\n".join(["....", "....", "....", "...."])
    outputs = []
    for hash_seed in ("0", "4711"):
        done = subprocess.run(
            [sys.executable, "-m", "satcross", "fill", "-", "--solver", solver,
             "--min-score", "80", "--seed", "5", "-n", "2"],
            input=grid, capture_output=True, text=True, check=True, cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )  # fmt: skip
        outputs.append(done.stdout)
    assert outputs[0].count("\n") >= 9
    assert len(set(outputs)) == 1


def test_import_is_light() -> None:
    """Neither PySAT nor the command line's libraries come with the library."""
    code = (
        "import sys, satcross;"
        "print([m for m in ('pysat', 'pysolvers', 'typer', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
