"""The best fill of small puzzles against brute force, both goals, with weights."""

from __future__ import annotations

import random
from typing import TypeGuard

import pytest
from support.brute_force import all_fills
from support.dense_puzzles import dense_puzzle
from support.random_puzzles import random_puzzle
from support.runs import optimise
from support.seeds import quick, split
from support.tasks import BUSY_S, check_stops, check_task

from satcross import Grid, Puzzle, WordList, fill, verify
from satcross.apps.optimise.optimise import OptimiseResult, OptimiseTask
from satcross.apps.optimise.several import BestFills
from satcross.errors import OptionError
from satcross.model.fill import Fill
from satcross.results import Best, Found, Impossible, Reason, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Answered, Bounded, Event, Progress
from satcross.tasks.objective import Goal

GOALS: tuple[Goal, ...] = ("lowest", "total")
MINI = Grid.parse("#...#\n.....\n.....\n.....\n#...#")


def random_weights(puzzle: Puzzle, rng: random.Random) -> dict[str, int]:
    free = [slot.name for slot in puzzle.slots if puzzle.given_codes(slot) is None]
    return {name: rng.choice([0, 2, 3, 7]) for name in free if rng.random() < 0.4}


def worth(puzzle: Puzzle, rows: tuple[str, ...], goal: Goal, weights: dict[str, int]) -> int | None:
    """What a fill is worth, from its raw cells."""
    cells = "".join(rows)
    values = []
    for slot in puzzle.slots:
        weight = weights.get(slot.name, 1)
        if weight and any(puzzle.grid.cells[cell] == "." for cell in slot.cells):
            score = puzzle.words.score("".join(cells[cell] for cell in slot.cells))
            assert score is not None
            values.append(weight * score)
    return sum(values) if goal == "total" else min(values, default=None)


def best_of(puzzle: Puzzle, goal: Goal, weights: dict[str, int]) -> tuple[bool, int | None]:
    """(whether there is a fill, what the best one is worth), by brute force."""
    fills = all_fills(
        ["".join(row) for row in puzzle.grid.rows()],
        [word for word, _ in puzzle.words.words()],
        puzzle.words.alphabet.letters,
        distinct=puzzle.distinct,
    )
    values = [worth(puzzle, rows, goal, weights) for rows in fills]
    if not values or None in values:
        return bool(values), None
    return True, max(value for value in values if value is not None)


def is_proved(result: OptimiseResult) -> TypeGuard[Best[Fill]]:
    return isinstance(result, Best) and result.is_proved


def without_progress(events: list[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, Progress)]


def rows_of(fill: Fill) -> tuple[str, ...]:
    return tuple("".join(row) for row in fill.grid.rows())


def check_against_brute_force(puzzle: Puzzle, seed: int) -> None:
    weights = random_weights(puzzle, random.Random(seed))
    for goal in GOALS:
        fillable, most = best_of(puzzle, goal, weights)
        events: list[Event] = []
        options = SolverOptions(seed=seed % 5)
        with OptimiseTask(puzzle, options, goal=goal, slot_weights=weights) as task:
            task.subscribe(events.append)
            result = task.run()
        if not fillable:
            assert isinstance(result, Impossible), seed
            continue
        assert is_proved(result), seed
        assert result.objective == most == worth(puzzle, rows_of(result.fill), goal, weights), seed
        news = [event for event in events if isinstance(event, Answered)]
        bounds = [event.bound for event in events if isinstance(event, Bounded)]
        if not news:
            assert not most  # no slot counts
            continue
        assert most is not None
        values = [better.objective or 0 for better in news]
        assert values == sorted(set(values))
        assert all(better.bound is not None and better.bound >= most for better in news), seed
        assert bounds == sorted(set(bounds), reverse=True)
        assert all(bound >= most for bound in bounds), seed
        assert result.bound == most
        assert news[-1].value == result.fill
        first = fill(puzzle, seed=seed % 5)
        assert isinstance(first, Found)
        assert news[0].value == first.fill


@pytest.mark.parametrize("seed", quick(range(8), 3))
def test_best_of_small_puzzles(seed: int) -> None:
    check_against_brute_force(random_puzzle(seed), seed)
    check_against_brute_force(dense_puzzle(seed), seed)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_best_of_thousands_of_small_puzzles(block: int) -> None:
    for seed in range(1000 + 60 * block, 1060 + 60 * block):
        check_against_brute_force(random_puzzle(seed), seed)
        check_against_brute_force(dense_puzzle(seed), seed)


@pytest.mark.parametrize("seeds", split(range(0, 400, 10), 5))
def test_a_stop_after_rounds_keeps_bounds_and_is_never_worse_than_fill(seeds: range) -> None:
    """However early it stops, the value is a fill's and the bound is no lie."""
    n_stopped = 0
    for seed in seeds:
        puzzle = random_puzzle(seed)
        for goal in GOALS:
            fillable, most = best_of(puzzle, goal, {})
            if not fillable or most is None:
                continue
            before = -1
            for rounds in range(4):
                result = optimise(puzzle, goal=goal, rounds=rounds)
                assert isinstance(result, Best)
                assert result.objective is not None
                assert result.bound is not None
                assert before <= result.objective <= most
                before = result.objective
                if result.is_proved:
                    assert result.objective == most
                else:
                    n_stopped += 1
                    assert result.reason is Reason.ROUNDS
                    assert result.objective < result.bound
                    assert result.bound >= most
                    assert result.gap == result.bound - result.objective
    assert n_stopped > 10


def test_the_same_seed_and_rounds_make_the_same_fill() -> None:
    words = WordList.builtin(min_score=55)
    for goal in GOALS:
        results = [
            optimise(Puzzle(MINI, words), goal=goal, rounds=4, options=SolverOptions(seed=3))
            for _ in range(2)
        ]
        assert results[0] == results[1]
        assert isinstance(results[0], Best)


def test_lowest_of_a_real_list_is_proved_by_the_list_above_it() -> None:
    words = WordList.builtin()
    result = optimise(Puzzle(MINI, words))
    assert is_proved(result)
    assert result.objective is not None
    assert result.fill.lowest_score == result.objective
    above = fill(Puzzle(MINI, words.with_min_score(result.objective + 1)), time_limit_s=60)
    assert isinstance(above, Impossible)


def test_theme_entries_do_not_count() -> None:
    words = WordList.from_words([("abc", 5), ("ade", 90), ("bfg", 80), ("def", 10), ("xyz", 1)])
    # ABC is in the list with a low score, given across; what is free can still reach 80.
    puzzle = Puzzle(Grid.parse("ABC\n.##\n.##", alphabet=words.alphabet), words)
    result = optimise(puzzle)
    assert is_proved(result)
    assert (result.objective, result.fill["1D"].word) == (90, "ADE")
    total = optimise(puzzle, goal="total")
    assert is_proved(total)
    assert total.objective == 90


def test_weights_change_what_is_best() -> None:
    words = WordList.from_words(
        [("ab", 50), ("ac", 90), ("bd", 90), ("cd", 50), ("xy", 60), ("xz", 60), ("yw", 60)]
    )
    grid = Grid.parse("..\n.#")
    for name, word in (("1A", "AC"), ("1D", "AC")):
        result = optimise(Puzzle(grid, words), goal="total", slot_weights={name: 3})
        assert is_proved(result)
        assert result.fill[name].word == word


def test_more_scores_than_classes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where scores share a class the true total still decides."""
    monkeypatch.setattr("satcross.solve.lazy.scored.MAX_CLASSES", 3)
    for seed in range(0, 90, 5):
        puzzle = random_puzzle(seed)
        fillable, most = best_of(puzzle, "total", {})
        result = optimise(puzzle, goal="total")
        if fillable:
            assert is_proved(result), seed
            assert result.objective == (most or 0), seed


def test_all_given_is_best_at_once() -> None:
    puzzle = Puzzle(Grid.parse("AB", hex_patterns=False), WordList.from_words(["ab"]))
    for goal in GOALS:
        result = optimise(puzzle, goal=goal)
        assert is_proved(result)
        assert result.objective == (0 if goal == "total" else None)


def test_time_limit() -> None:
    grid = Grid.parse("\n".join(["." * 7] * 7))
    puzzle = Puzzle(grid, WordList.builtin())
    for goal in GOALS:
        result = optimise(puzzle, goal=goal, time_limit_s=0.7)
        assert isinstance(result, Stopped | Best)
        assert result.work.elapsed_s < 0.7 + BUSY_S
        assert result.reason is Reason.TIME_LIMIT


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"slot_weights": {"9A": 2}}, "there is no slot '9A'"),
        ({"slot_weights": {"1A": -1}}, "slot_weight: must be from 0 to 1000, got -1"),
        ({"slot_weights": {"1A": 1001}}, "got 1001"),
        ({"slot_weights": {"2D": 2}}, "slot 2D is wholly given"),
        ({"goal": "most"}, "there is no goal 'most'"),
        ({"rounds": -1}, "rounds: must be 0 or greater, got -1"),
        ({"options": SolverOptions(solver="glucose4")}, "solver: optimise needs the lazy engine"),
    ],
)
def test_options_that_make_no_sense(options: dict[str, object], message: str) -> None:
    puzzle = Puzzle(Grid.parse(".B\n.C"), WordList.from_words(["ab", "bc", "ac", "cc"]))
    with pytest.raises(OptionError, match=message):
        optimise(puzzle, **options)  # type: ignore[arg-type]


def test_rounds_one_by_one_are_the_search_in_one_go() -> None:
    """Nothing of what was learnt is lost between runs: the same fills come, in the same order."""
    words = WordList.builtin(min_score=55)
    for goal in GOALS:
        for grid in (MINI, Grid.parse("....\n....\n....\n....")):
            whole: list[Event] = []
            with OptimiseTask(Puzzle(grid, words), goal=goal, rounds=12) as task:
                task.subscribe(whole.append)
                expected = task.run()
            parts: list[Event] = []
            with OptimiseTask(Puzzle(grid, words), goal=goal, rounds=1) as task:
                task.subscribe(parts.append)
                results = [task.run() for _ in range(12)]
            assert without_progress(parts) == without_progress(whole)
            assert results[-1] == expected


@pytest.mark.parametrize("goal", GOALS)
def test_it_can_be_stopped_and_goes_on(goal: Goal) -> None:
    def make(words: WordList) -> OptimiseTask:
        return OptimiseTask(Puzzle(Grid.parse("...\n...\n..."), words), goal=goal)

    def objective(result: OptimiseResult, _: list[Fill]) -> object:
        return isinstance(result, Best) and (result.objective, result.bound)

    words = WordList.builtin(min_score=45)
    check_task(lambda: make(words), final=objective)
    check_task(lambda: make(WordList.from_words(["abc"])), final=lambda result, _: result)


def test_a_long_search_stops_with_the_best_fill() -> None:
    puzzle = Puzzle(Grid.parse("\n".join(["." * 6] * 6)), WordList.builtin())
    for goal in GOALS:
        check_stops(lambda goal=goal: OptimiseTask(puzzle, goal=goal))  # type: ignore[misc]


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("seed", quick(range(60), 8))
def test_the_best_fill_keeps_the_rules_between_entries(seed: int, goal: Goal) -> None:
    plain = random_puzzle(seed)
    near = ["no-near-duplicates"] if seed % 3 == 0 else []
    puzzle = plain.with_rule(f"max-shared-substring {2 + seed % 2}", *near)
    values = [
        value
        for one in all_fills(
            ["".join(row) for row in plain.grid.rows()],
            [word for word, _ in plain.words.words()],
            plain.words.alphabet.letters,
            distinct=plain.distinct,
        )
        if not verify(
            puzzle.grid,
            Grid.parse("\n".join(one), alphabet=plain.words.alphabet, hex_patterns=False),
            puzzle.words,
            distinct=puzzle.distinct, rules=puzzle.rules,
        )
        for value in [worth(puzzle, one, goal, {})]
    ]  # fmt: skip
    result = optimise(puzzle, goal=goal)
    if not values:
        assert isinstance(result, Impossible)
        return
    assert is_proved(result)
    assert result.objective == max((v for v in values if v is not None), default=None)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("seed", quick(range(60), 8))
def test_the_best_fills_are_those_of_brute_force(seed: int, goal: Goal) -> None:
    puzzle = random_puzzle(seed)
    rows = all_fills(
        ["".join(row) for row in puzzle.grid.rows()],
        [word for word, _ in puzzle.words.words()],
        puzzle.words.alphabet.letters,
        distinct=puzzle.distinct,
    )
    values = sorted((worth(puzzle, one, goal, {}) or 0 for one in rows), reverse=True)
    task = BestFills(puzzle, goal=goal, limit=4)
    found = list(task)
    assert [best.objective or 0 for best in found] == values[:4]
    assert len({str(best.value) for best in found}) == len(found)
    assert all(best.is_proved for best in found)
    assert task.is_exhausted == (len(values) < 4)
