"""Corrections of tiny puzzles against brute force over all sets of changes."""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations, product

import pytest
from support.relaxed_puzzles import Cell, Scored, can_fill, runs, sparse_puzzle
from support.runs import explain
from support.seeds import split
from support.tasks import check_stops, check_task, long_enough

import satcross as sx
from satcross.apps.explain import corrections
from satcross.apps.explain.changes import MIN_SCORE, Change, ChangeKind, Correction
from satcross.apps.explain.corrections import Corrections
from satcross.apps.explain.explain import ExplainTask, Explanation
from satcross.task import Early, Event, ListingResult

Named = tuple[str, str]  # a change's kind and where it is


def possible_changes(made: Scored) -> list[Named]:
    given = made.fixed()
    by_name = runs(made.rows)
    in_runs = {cell for cells in by_name.values() for cell in cells}
    out = [("drop-letter", f"r{r + 1}c{c + 1}") for r, c in given if (r, c) in in_runs]
    out += [("free-entry", name) for name, cells in by_name.items() if set(cells) <= set(given)]
    out += [("add-word", name) for name in by_name]
    if made.full_words is not None:
        out += [("lower-score", name) for name in by_name]
        out.append(("lower-min-score", ""))
    return [*out, ("allow-repeats", "")]


def helps(
    made: Scored, changes: Collection[Named], listed: Mapping[str, Collection[str]] | None = None
) -> bool:
    """Whether there is a fill after some changes; listed: what lowered slots may hold, by name."""
    given = made.fixed()
    by_name = runs(made.rows)
    whole = {name: cells for name, cells in by_name.items() if set(cells) <= set(given)}
    freed = {where for kind, where in changes if kind == "free-entry"}
    stays = {cell for name, cells in whole.items() if name not in freed for cell in cells}
    gone: set[Cell] = {cell for name in freed for cell in whole[name] if cell not in stays}
    for kind, where in changes:
        if kind == "drop-letter":
            row, _, col = where[1:].partition("c")
            gone.add((int(row) - 1, int(col) - 1))
    fixed = {cell: letter for cell, letter in given.items() if cell not in gone}
    every_score = ("lower-min-score", "") in changes
    slots: list[tuple[tuple[Cell, ...], Collection[str] | None]] = []
    for name, cells in by_name.items():
        if ("add-word", name) in changes or set(cells) <= set(fixed):
            slots.append((cells, None))
        elif every_score or ("lower-score", name) in changes:
            slots.append((cells, made.listed if listed is None else listed[name]))
        else:
            slots.append((cells, made.enough))
    distinct = made.distinct and ("allow-repeats", "") not in changes
    return can_fill(slots, fixed, made.letters, distinct=distinct)


def named(made: Scored, changes: Collection[Change]) -> frozenset[Named]:
    return frozenset((change.kind.value, change.where(made.puzzle)) for change in changes)


def explained(puzzle: sx.Puzzle, full_words: sx.WordList) -> Explanation:
    result = explain(puzzle, full_words=full_words)
    assert isinstance(result, sx.Found)
    return result.value


def check(seed: int, max_changes: int) -> int:
    """Check the corrections of one puzzle; how many there were."""
    made = sparse_puzzle(seed)
    result = explain(made.puzzle, full_words=made.full_words)
    if not isinstance(result, sx.Found):
        return 0
    explanation = result.value
    task = Corrections(explanation, full_words=made.full_words, max_changes=max_changes)
    found = [named(made, correction.changes) for correction in task]
    assert task.exhausted or task.is_cut
    assert [len(changes) for changes in found] == sorted(len(changes) for changes in found)
    everything = possible_changes(made)
    expected: list[frozenset[Named]] = []
    for size in range(1, max_changes + 1):
        for some in combinations(everything, size):
            changes = frozenset(some)
            if not any(other <= changes for other in expected) and helps(made, changes):
                expected.append(changes)
    assert set(found) == set(expected), seed
    assert len(found) == len(expected), seed
    return len(found)


@pytest.mark.parametrize("seeds", split(range(20), 8))
def test_all_smallest_corrections_are_found(seeds: range) -> None:
    assert sum(check(seed, 2) for seed in seeds) > len(seeds) // 2


@pytest.mark.slow
def test_all_smallest_corrections_of_many() -> None:
    assert sum(check(seed, 2) for seed in range(1000, 2000)) > 1000
    assert sum(check(seed, 3) for seed in range(2000, 2200)) > 200


def early_of(task: Corrections) -> list[Correction]:
    """What is known before a correction is, when the task has run."""
    early: list[Correction] = []

    def take(event: Event) -> None:
        if isinstance(event, Early):
            early.append(event.value)

    task.subscribe(take)
    return early


def test_where_scores_take_long_a_low_one_is_known_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corrections, "SOON", -1)
    n_lower = 0
    for seed in range(40):
        made, _ = scored_puzzle(seed)
        result = explain(made.puzzle, full_words=made.full_words)
        if not isinstance(result, sx.Found):
            continue
        task = Corrections(result, full_words=made.full_words, max_changes=1)
        early = early_of(task)
        for correction in task:
            if correction.changes != (MIN_SCORE,):
                continue
            known = early[-1]
            assert known.changes == known.unsure == (MIN_SCORE,)
            assert known.lowest_score is not None
            assert correction.lowest_score is not None
            assert known.lowest_score <= correction.lowest_score
            n_lower += known.lowest_score < correction.lowest_score
    assert n_lower


def test_where_few_changes_take_long_others_are_found_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corrections, "SOON", 0)
    n_larger = 0
    for seed in range(30):
        made = sparse_puzzle(seed)
        result = explain(made.puzzle, full_words=made.full_words)
        if not isinstance(result, sx.Found):
            continue
        task = Corrections(result, full_words=made.full_words, max_changes=2)
        early = early_of(task)
        found = [named(made, correction.changes) for correction in task]
        usual = Corrections(result, full_words=made.full_words, max_changes=2)
        monkeypatch.setattr(corrections, "SOON", math.inf)
        expected = {named(made, correction.changes) for correction in usual}
        monkeypatch.setattr(corrections, "SOON", 0)
        if task.soon is None:  # the first set of changes was one
            assert set(found) == expected
            continue
        soon = named(made, task.soon.changes)
        assert helps(made, soon)
        assert task.soon.is_smallest == (len(soon) == 1)
        assert any(task.soon is known for known in early) == (len(soon) > 2)
        assert (soon in found) == (len(soon) <= 2)
        assert set(found) - {soon} <= expected
        assert all(changes in found or changes >= soon for changes in expected)
        n_larger += len(soon) > 1
    assert n_larger


def scored_puzzle(seed: int) -> tuple[Scored, dict[str, int]]:
    """A tiny puzzle whose words below the minimum score have many scores, and the scores."""
    made = sparse_puzzle(seed)
    if made.full_words is None:
        return made, {}
    rng = random.Random(seed)
    scores = {word: rng.randint(0, 9) for word in sorted(made.listed - made.enough)}
    kept = dict.fromkeys(sorted(made.enough), 80)
    alphabet = made.full_words.alphabet
    full = sx.WordList.from_words((scores | kept).items(), alphabet=alphabet)
    puzzle = made.puzzle.restricted(words=full.with_min_score(50))
    return replace(made, puzzle=puzzle, full_words=full), scores


def check_scores(seed: int) -> int:
    """Check the scores that corrections of one puzzle propose; how many there were."""
    made, scores = scored_puzzle(seed)
    result = explain(made.puzzle, full_words=made.full_words)
    if not scores or not isinstance(result, sx.Found):
        return 0
    n = 0
    for correction in Corrections(result, full_words=made.full_words, max_changes=2):
        assert not correction.unsure, seed
        changes = named(made, correction.changes)
        least: dict[str, int] = {}
        groups: list[list[str]] = []  # of slots that have one score together
        for change in correction.changes:
            if change.kind is ChangeKind.MIN_SCORE:
                assert correction.lowest_score is not None
                least = dict.fromkeys(runs(made.rows), correction.lowest_score)
                groups.append(list(least))
            elif change.kind is ChangeKind.SCORE:
                name = change.where(made.puzzle)
                least[name] = correction.fill[name].score or 0
                groups.append([name])

        def helps_with(least: Mapping[str, int], changes: Collection[Named] = changes) -> bool:
            listed = {
                name: made.enough | {word for word, score in scores.items() if score >= low}
                for name, low in least.items()
            }
            return helps(made, changes, listed)

        assert helps_with(least), seed
        for group in groups:
            higher = least | {name: least[name] + 1 for name in group}
            assert not helps_with(higher), (seed, str(correction))
            n += 1
    return n


@pytest.mark.parametrize("seeds", split(range(40), 8))
def test_no_higher_score_would_do(seeds: range) -> None:
    assert sum(check_scores(seed) for seed in seeds) > 0


@pytest.mark.slow
def test_no_higher_score_would_do_in_many() -> None:
    assert sum(check_scores(seed) for seed in range(1000, 2000)) > 500


def with_top_rows(tops: Collection[str]) -> sx.Grid:
    """Squares of 3x3 beside each other, with these top rows."""
    rest = "#".join("..." for _ in tops)
    return sx.Grid.parse(f"{'#'.join(tops)}\n{rest}\n{rest}")


def test_where_no_few_changes_help_the_fewest_given_entries_are_freed() -> None:
    freed = []
    for seed in range(6):
        rng = random.Random(seed)
        strings = ["".join(word) for word in product("ABC", repeat=3)]
        words = sx.WordList.from_words(rng.sample(strings, 18))
        tops = ["".join(rng.choice("ABQ") for _ in range(3)) for _ in range(3)]
        helpful = [
            some
            for size in range(4)
            for some in combinations(range(3), size)
            if isinstance(
                sx.fill(with_top_rows(["..." if i in some else tops[i] for i in range(3)]), words),
                sx.Found,
            )
        ]
        result = explain(sx.Puzzle(with_top_rows(tops), words))
        if isinstance(result, sx.Impossible):
            assert helpful[0] == ()
            continue
        assert isinstance(result, sx.Found)
        task = Corrections(result, max_changes=1, free_entries=True)
        found = list(task)
        if task.freed is None:
            assert not helpful or len(found[0].changes) == 1
            freed.append(0)
            continue
        assert found == [task.freed]
        changes = task.freed.changes
        assert {change.kind for change in changes} == {ChangeKind.ENTRY}
        given = [task.puzzle.slots[change.index].cells[0] // 4 for change in changes]
        assert tuple(sorted(given)) in helpful
        assert len(given) == len(helpful[0])
        assert task.freed.is_smallest == (len(given) == 2)
        freed.append(len(given))
    assert max(freed) >= 2


def test_fills_are_of_the_changed_puzzle() -> None:
    words = sx.WordList.from_words([("quiz", 20), ("quit", 80), ("tuna", 80)])
    puzzle = sx.Puzzle(sx.Grid.parse("QUI.\n###.\n###.\n###."), words.with_min_score(50))
    blocked = sx.Puzzle(sx.Grid.parse("QUIZ\n###.\n###.\n###."), words.with_min_score(50))
    assert isinstance(explain(puzzle, full_words=words), sx.Impossible)
    explanation = explained(blocked, words)
    assert str(explanation) == "no fill because of 2D and the letter Z at r1c4"
    texts = [str(correction) for correction in Corrections(explanation, full_words=words)]
    assert texts == [
        "drop the letter Z at r1c4",
        "free 1A, now QUIZ",
        "add a word Z... for 2D: ZAAA would do",
    ]


def test_lowering_one_score() -> None:
    words = sx.WordList.from_words([("quiz", 20), ("zoo", 80)])
    puzzle = sx.Puzzle(sx.Grid.parse("Q...\n###.\n###."), words.with_min_score(50))
    explanation = explained(puzzle, words)
    listed = list(Corrections(explanation, full_words=words))
    kinds = [[change.kind for change in correction.changes] for correction in listed]
    assert [ChangeKind.SCORE] in kinds
    assert [ChangeKind.MIN_SCORE] in kinds
    assert "lower the score for 1A: QUIZ has 20" in [str(correction) for correction in listed]
    assert all(correction.is_smallest for correction in listed[:2])


def test_they_can_be_stopped_and_go_on() -> None:
    def found(result: ListingResult, answers: list[Correction]) -> object:
        return type(result), {frozenset(correction.changes) for correction in answers}

    n_found = 0
    for seed in (0, 5):
        made = sparse_puzzle(seed)
        result = explain(made.puzzle, full_words=made.full_words)
        if isinstance(result, sx.Found):
            make = partial(Corrections, result.value, full_words=made.full_words, max_changes=2)
            n_found += len(list(make()))
            check_task(make, final=found)
    assert n_found > 1


def test_a_long_search_for_corrections_stops() -> None:
    rows = ["Q" + "." * 6, *["." * 7] * 5, "." * 6 + "Q"]
    words = sx.WordList.builtin(min_score=32)
    blocked = sx.Puzzle(sx.Grid.parse("\n".join([*rows[:3], "QXZQXZQ", *rows[4:]])), words)
    with ExplainTask(blocked) as task:
        long_enough(task.run, lambda _: task.best is not None, 2.0)
        explanation = task.best
    assert explanation is not None
    check_stops(lambda: Corrections(explanation))


def test_limits_out_of_range_are_refused() -> None:
    words = sx.WordList.from_words(["cot", "ode", "pen", "cat"])
    explanation = explained(sx.Puzzle(sx.Grid.parse("C.T\n#.#\n.X."), words), words)
    with pytest.raises(sx.OptionError, match="max_changes: must be 1 or greater, got 0"):
        Corrections(explanation, max_changes=0)
    with pytest.raises(sx.OptionError, match="limit: must be 1 or greater, got 0"):
        Corrections(explanation, limit=0)
    task = Corrections(explanation, max_changes=1)
    assert len(list(task)) == 1
    assert (task.is_exhausted, task.is_cut) == (True, True)
    assert not task.exhausted
