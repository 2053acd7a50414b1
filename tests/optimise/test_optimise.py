"""The best fill of small puzzles against brute force, both goals, with weights."""

from __future__ import annotations

import random

import pytest
from support.brute_force import all_fills
from support.dense_puzzles import dense_puzzle
from support.random_puzzles import random_puzzle

from satcross import Grid, Puzzle, WordList, fill
from satcross.errors import OptionError
from satcross.fill import Fill
from satcross.solve.protocol import SolverOptions
from satcross.tasks.optimise import optimise
from satcross.tasks.optimise_results import BestSoFar, Optimal
from satcross.tasks.optimise_worth import Goal
from satcross.tasks.results import Filled, Unfillable, Unknown

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


def rows_of(fill: Fill) -> tuple[str, ...]:
    return tuple("".join(row) for row in fill.grid.rows())


def check_against_brute_force(puzzle: Puzzle, seed: int) -> None:
    weights = random_weights(puzzle, random.Random(seed))
    for goal in GOALS:
        fillable, most = best_of(puzzle, goal, weights)
        news: list[BestSoFar] = []
        options = SolverOptions(seed=seed % 5)
        result = optimise(
            puzzle, goal=goal, slot_weights=weights, options=options, on_better=news.append
        )
        if not fillable:
            assert isinstance(result, Unfillable), seed
            continue
        assert isinstance(result, Optimal), seed
        assert result.value == most == worth(puzzle, rows_of(result.fill), goal, weights), seed
        if not news:
            assert not most  # no slot counts
            continue
        assert most is not None
        assert [better.value for better in news] == sorted({better.value for better in news})
        assert all(better.bound >= most for better in news), seed
        assert news[-1].fill == result.fill
        first = fill(puzzle, seed=seed % 5)
        assert isinstance(first, Filled)
        assert news[0].fill == first.fill


@pytest.mark.parametrize("seed", range(8))
def test_best_of_small_puzzles(seed: int) -> None:
    check_against_brute_force(random_puzzle(seed), seed)
    check_against_brute_force(dense_puzzle(seed), seed)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_best_of_thousands_of_small_puzzles(block: int) -> None:
    for seed in range(1000 + 60 * block, 1060 + 60 * block):
        check_against_brute_force(random_puzzle(seed), seed)
        check_against_brute_force(dense_puzzle(seed), seed)


def test_a_stop_after_rounds_keeps_bounds_and_is_never_worse_than_fill() -> None:
    """However early it stops, the value is a fill's and the bound is no lie."""
    n_stopped = 0
    for seed in range(0, 400, 10):
        puzzle = random_puzzle(seed)
        for goal in GOALS:
            fillable, most = best_of(puzzle, goal, {})
            if not fillable or most is None:
                continue
            before = -1
            for rounds in range(4):
                result = optimise(puzzle, goal=goal, rounds=rounds)
                assert isinstance(result, Optimal | BestSoFar)
                assert result.value is not None
                assert before <= result.value <= most
                before = result.value
                if isinstance(result, BestSoFar):
                    n_stopped += 1
                    assert result.reason == "rounds"
                    assert result.value < result.bound
                    assert result.bound >= most
                    assert result.gap == result.bound - result.value
                else:
                    assert result.value == most
    assert n_stopped > 10


def test_the_same_seed_and_rounds_make_the_same_fill() -> None:
    words = WordList.builtin(min_score=90)
    for goal in GOALS:
        results = [
            optimise(Puzzle(MINI, words), goal=goal, rounds=4, options=SolverOptions(seed=3))
            for _ in range(2)
        ]
        assert results[0] == results[1]
        assert isinstance(results[0], Optimal | BestSoFar)


def test_lowest_of_a_real_list_is_proved_by_the_list_above_it() -> None:
    words = WordList.builtin()
    result = optimise(Puzzle(MINI, words))
    assert isinstance(result, Optimal)
    assert result.value is not None
    assert result.fill.lowest_score == result.value
    above = fill(Puzzle(MINI, words.with_min_score(result.value + 1)), time_limit_s=60)
    assert isinstance(above, Unfillable)


def test_theme_entries_do_not_count() -> None:
    words = WordList.from_words([("abc", 5), ("ade", 90), ("bfg", 80), ("def", 10), ("xyz", 1)])
    # ABC is in the list with a low score, given across; what is free can still reach 80.
    puzzle = Puzzle(Grid.parse("ABC\n.##\n.##", alphabet=words.alphabet), words)
    result = optimise(puzzle)
    assert isinstance(result, Optimal)
    assert (result.value, result.fill["1D"].word) == (90, "ADE")
    total = optimise(puzzle, goal="total")
    assert isinstance(total, Optimal)
    assert total.value == 90


def test_weights_change_what_is_best() -> None:
    words = WordList.from_words(
        [("ab", 50), ("ac", 90), ("bd", 90), ("cd", 50), ("xy", 60), ("xz", 60), ("yw", 60)]
    )
    grid = Grid.parse("..\n.#")
    for name, word in (("1A", "AC"), ("1D", "AC")):
        result = optimise(Puzzle(grid, words), goal="total", slot_weights={name: 3})
        assert isinstance(result, Optimal)
        assert result.fill[name].word == word


def test_more_scores_than_classes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where scores share a class the true total still decides."""
    monkeypatch.setattr("satcross.solve.scored.MAX_CLASSES", 3)
    for seed in range(0, 90, 5):
        puzzle = random_puzzle(seed)
        fillable, most = best_of(puzzle, "total", {})
        result = optimise(puzzle, goal="total")
        if fillable:
            assert isinstance(result, Optimal), seed
            assert result.value == (most or 0), seed


def test_all_given_is_best_at_once() -> None:
    puzzle = Puzzle(Grid.parse("AB", hex_patterns=False), WordList.from_words(["ab"]))
    for goal in GOALS:
        result = optimise(puzzle, goal=goal)
        assert isinstance(result, Optimal)
        assert result.value == (0 if goal == "total" else None)


def test_time_limit() -> None:
    grid = Grid.parse("\n".join(["." * 7] * 7))
    puzzle = Puzzle(grid, WordList.builtin())
    for goal in GOALS:
        result = optimise(puzzle, goal=goal, time_limit_s=0.7)
        assert isinstance(result, Unknown | BestSoFar)
        assert result.work.elapsed_s < 1.2
        assert result.reason == "time limit"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"slot_weights": {"9A": 2}}, "the grid has no slot '9A'"),
        ({"slot_weights": {"1A": -1}}, "-1 is no weight"),
        ({"slot_weights": {"1A": 1001}}, "1001 is no weight"),
        ({"slot_weights": {"2D": 2}}, "slot 2D is wholly given"),
        ({"goal": "most"}, "there is no goal 'most'"),
        ({"rounds": -1}, "-1 is no number of rounds"),
        ({"options": SolverOptions(solver="glucose4")}, "only the lazy engine"),
    ],
)
def test_options_that_make_no_sense(options: dict[str, object], message: str) -> None:
    puzzle = Puzzle(Grid.parse(".B\n.C"), WordList.from_words(["ab", "bc", "ac", "cc"]))
    with pytest.raises(OptionError, match=message):
        optimise(puzzle, **options)  # type: ignore[arg-type]
