"""The oracle while letters come and go, and while it is stopped again and again."""

from __future__ import annotations

import itertools
import random
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from support.letter_checks import brute, check_letters, check_words
from support.random_puzzles import random_puzzle
from support.seeds import quick, split
from support.tasks import ends_within, long_enough

from satcross.apps.letters import oracle as letters_oracle
from satcross.apps.letters.oracle import LetterOracle
from satcross.apps.letters.report import LetterReport, WordReport
from satcross.encoding.letters import LetterVars
from satcross.errors import GridError
from satcross.model.consistency import arc_consistent
from satcross.model.grid import BLOCK, OPEN, Grid
from satcross.model.puzzle import Puzzle
from satcross.results import Reason
from satcross.solve.lazy import session as search_session
from satcross.solve.lazy.clock import SearchClock
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.session import SearchSession
from satcross.solve.protocol import Outcome, SolverOptions
from satcross.task import Progress
from satcross.words import WordList


def change(rng: random.Random, puzzle: Puzzle) -> dict[int, str | None]:
    """A letter typed into some cell of a slot, or taken out."""
    cell = rng.choice(sorted({cell for slot in puzzle.slots for cell in slot.cells}))
    if puzzle.grid.cells[cell] != OPEN and rng.random() < 0.7:
        return {cell: None}
    return {cell: rng.choice(puzzle.words.alphabet.letters)}


def check_history(seed: int) -> None:
    rng = random.Random(seed)
    with LetterOracle(random_puzzle(seed), options=SolverOptions(seed=seed)) as oracle:
        for _ in range(6):
            fills = brute(oracle.puzzle)
            if rng.random() < 0.7:
                report = oracle.report()
                assert report.complete
                assert report.puzzle is oracle.puzzle
                check_letters(report, fills)
            if rng.random() < 0.3:
                slot = rng.choice(oracle.puzzle.slots)
                found = oracle.words(slot.name)
                assert found.complete
                check_words(found, fills)
            oracle.place(change(rng, oracle.puzzle))
            check_letters(oracle.report(0), brute(oracle.puzzle))


@pytest.mark.parametrize("block", quick(range(5), 1))
def test_letters_come_and_go(block: int) -> None:
    for seed in range(block * 8, block * 8 + 8):
        check_history(seed)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(40))
def test_letters_come_and_go_at_length(block: int) -> None:
    for seed in range(1000 + block * 50, 1050 + block * 50):
        check_history(seed)


def test_a_limit_of_no_time_asks_nothing() -> None:
    words = WordList.from_words(["at", "to", "oh", "ho"])
    with LetterOracle(Puzzle(Grid.parse("..\n.."), words)) as oracle:
        report = oracle.report(0)
        assert report.stopped is Reason.TIME_LIMIT
        assert report.fillable is None
        assert report.n_possible == 0


def settled(report: LetterReport) -> set[tuple[int, str, bool]]:
    return {
        (cell.cell, letter, letter in cell.possible)
        for cell in report.cells
        for letter in (*cell.possible, *cell.impossible)
    }


@pytest.mark.parametrize("seed", quick(range(25), 4))
def test_nothing_proved_is_taken_back(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters_oracle, "UPDATE_EVERY_S", 0.0)
    puzzle = random_puzzle(seed)
    fills = brute(puzzle)
    reports: list[LetterReport] = []
    with LetterOracle(puzzle) as oracle:
        reports.append(oracle.report(on_update=reports.append))
    for report in reports[-8:]:
        check_letters(report, fills)
    for earlier, later in itertools.pairwise(reports):
        assert settled(earlier) <= settled(later)


@pytest.mark.parametrize("seeds", split(range(60), 15))
def test_stopped_again_and_again(seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine goes on after a time limit in the midst of a search, and stays right."""
    assert sum(n_stops(seed, monkeypatch) for seed in seeds) > 4 * len(seeds)


def n_stops(seed: int, monkeypatch: pytest.MonkeyPatch) -> int:
    domains = arc_consistent(random_puzzle(seed))
    if domains.emptied is not None:
        return 0
    rng = random.Random(seed)
    left = [0]
    keep_on = SearchClock.keep_on

    def soon_stopped(self: SearchClock, conflicts: int, depth: int) -> bool:
        left[0] -= 1
        return left[0] >= 0 and keep_on(self, conflicts, depth)

    monkeypatch.setattr(SearchClock, "keep_on", soon_stopped)
    monkeypatch.setattr(search_session, "SLICE_DECISIONS", 1)  # CaDiCaL asks at every decision
    variables = LetterVars(domains)
    puzzle = domains.puzzle
    truth = {
        int(variables.ids[cell, puzzle.words.alphabet.code(fill[cell])])
        for fill in brute(puzzle)
        for cell in domains.cells
    }
    session = SearchSession(TableProblem.of(domains, variables), seed=seed)
    n_stopped = 0
    for variable in range(1, variables.n + 1):
        while True:
            left[0] = rng.randint(0, 6)
            answer = session.solve([variable], conflicts=rng.choice([None, 1, 2]))
            if answer.outcome is not Outcome.UNKNOWN:
                break
            n_stopped += answer.reason == "time limit"
            if rng.random() < 0.2:
                left[0] = 10**6
                answer = session.solve([variable])
                break
        assert (answer.outcome is Outcome.SAT) == (variable in truth)
        for literal in session.fixed_letters():
            row = variables.ids[variables.cell_of[abs(literal)]].tolist()
            never = {-literal} if literal < 0 else set(row) - {literal}
            assert not never & truth
    session.close()
    monkeypatch.undo()
    return n_stopped


def test_a_conflict_limit_is_kept_and_the_search_goes_on() -> None:
    words = WordList.builtin()
    domains = arc_consistent(Puzzle(Grid.parse("\n".join(["......."] * 7)), words))
    session = SearchSession(TableProblem.of(domains), seed=1)
    for n_calls in range(1, 4):
        answer = session.solve(conflicts=5)
        assert answer.outcome is Outcome.UNKNOWN
        assert answer.reason == "conflict limit"
        assert n_calls * 5 <= session.counters.conflicts <= n_calls * 6
    session.close()


BRITISH = Path(__file__).parents[3] / "examples" / "british13.txt"


def test_a_time_limit_is_kept_and_what_is_known_told() -> None:
    puzzle = Puzzle(Grid.parse(BRITISH.read_text(encoding="utf-8")), WordList.builtin())
    seen: list[Progress] = []
    with LetterOracle(puzzle, options=SolverOptions(on_progress=seen.append)) as oracle:
        for _ in range(2):
            report = long_enough(
                oracle.report, lambda _: any("letters decided" in one.phase for one in seen), 0.4
            )
            assert report.stopped is Reason.TIME_LIMIT
            assert not report.complete
        assert report.n_unknown
    assert any("letters decided" in progress.phase for progress in seen)


def test_what_was_known_is_known_again(monkeypatch: pytest.MonkeyPatch) -> None:
    words = WordList.from_words(["at", "to", "oh", "ho", "an", "no"])
    with LetterOracle(Puzzle(Grid.parse("..\n.."), words)) as oracle:
        whole = oracle.report()
        corner = whole.cells[1].possible
        assert len(corner) > 1
        monkeypatch.setattr(SearchSession, "solve", None)  # nothing more can be asked
        for letter in corner:
            oracle.place({1: letter})
            report = oracle.report(0)
            assert report.fillable
            assert report.cells[1].given
            assert report.cells[1].possible == letter
        oracle.place({1: None})
        again = oracle.report()
        assert again.cells == whole.cells
        assert again.fillable
        oracle.place({1: next(a for a in "QXZJ" if a not in corner)})
        report = oracle.report()
        assert report.fillable is False
        assert report.complete


def test_a_typed_word_need_not_be_in_the_list() -> None:
    words = WordList.from_words(["ab", "bq", "ax", "qx"])
    with LetterOracle(Puzzle(Grid.parse("..\n.."), words)) as oracle:
        oracle.report()
        oracle.place({0: "A", 1: "B", 2: "X"})
        assert oracle.report().fillable is False
        oracle.place({0: "Z", 1: "Q", 2: "Z"})  # ZQ and ZZ are given, QX fits, Z? must be a word
        report = oracle.report()
        check_letters(report, brute(oracle.puzzle))
        oracle.place({0: "A", 1: None, 2: None})
        check_letters(oracle.report(), brute(oracle.puzzle))


def test_other_blocks_begin_anew() -> None:
    words = WordList.from_words(["ab", "ba", "abb", "bab", "bba", "aab"])
    with LetterOracle(Puzzle(Grid.parse("...\n..."), words)) as oracle:
        oracle.report()
        oracle.update(Grid.parse("..#\n#.."))
        report = oracle.report()
        assert [cell.cell for cell in report.cells] == [0, 1, 4, 5]
        check_letters(report, brute(oracle.puzzle))
        oracle.update(Grid.parse("...\n..."))
        check_letters(oracle.report(), brute(oracle.puzzle))
        for grid in ("..#\n...", "...\n#..", "#..\n...", "...\n.#.", "..."):  # more than are kept
            oracle.update(Grid.parse(grid))
            check_letters(oracle.report(), brute(oracle.puzzle))
        with pytest.raises(GridError, match="there is no cell 7"):
            oracle.place({7: "A"})
        oracle.update(Grid.parse("..#\n..."))
        with pytest.raises(GridError, match="the cell r1c3 cannot hold a letter"):
            oracle.place({"r1c3": "A"})
        oracle.place({"r1c2": "B"})
        assert oracle.report(cells=["r1c2"]).cells[0].given
        oracle.update(Grid.parse("..."))
        with pytest.raises(GridError, match="alphabet"):
            oracle.place({0: "1"})
        assert BLOCK not in oracle.puzzle.grid.cells


def test_it_stops_when_it_is_asked_to() -> None:
    words = WordList.builtin()
    with LetterOracle(Puzzle(Grid.parse("\n".join(["......."] * 7)), words)) as oracle:
        oracle.stop()
        assert oracle.report().stopped is Reason.CANCELLED
        asked: list[Callable[[], LetterReport | WordReport]] = [
            oracle.report,
            lambda: oracle.words("1A"),
        ]
        for ask in asked:
            timer = threading.Timer(0.3, oracle.stop, [Reason.INTERRUPTED])
            timer.start()
            with ends_within(0.3):
                assert ask().stopped is Reason.INTERRUPTED
            timer.join()
        assert oracle.report(0.1).stopped is Reason.TIME_LIMIT
