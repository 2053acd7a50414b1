"""Fills by the thousand: both searches against brute force, whole and interrupted."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from oracles.join import PureJoin
from oracles.lazy.engine import use
from support.brute_force import all_fills
from support.random_constraints import random_constraints
from support.random_puzzles import larger_puzzle, random_puzzle
from support.rule_puzzles import Kind, all_fills_by_rules, make_puzzle
from support.seeds import quick

import satcross as sx
from satcross.encoding.letters import LetterVars
from satcross.model.consistency import Domains, arc_consistent
from satcross.solve.lazy.engine import VARIABLE
from satcross.solve.listing import lister as listers
from satcross.solve.listing.lister import JoinLister, Lister, SearchLister, lister_at, lister_for
from satcross.solve.listing.tables import JoinTables
from satcross.solve.protocol import SolverOptions
from satcross.tasks import listed as listing
from satcross.tasks.checking import rows_check
from satcross.tasks.enumerate import FEW, Fills
from satcross.verification.arrays import ArrayChecker
from satcross.verification.crossword import verify

Rows = list[tuple[int, ...]]


def brute_rows(puzzle: sx.Puzzle) -> set[tuple[int, ...]]:
    words = [word for word, _ in puzzle.words.words()]
    alphabet = puzzle.words.alphabet
    cells = sorted({cell for slot in puzzle.slots for cell in slot.cells})
    grid = str(puzzle.grid).split("\n")
    texts = (
        "".join(rows) for rows in all_fills(grid, words, alphabet.letters, distinct=puzzle.distinct)
    )
    return {tuple(alphabet.code(text[cell]) for cell in cells) for text in texts}


def listed(lister: Lister, n_cells: int, size: int) -> Rows:
    rows = np.zeros((size, n_cells), dtype=np.uint8)
    found: Rows = []
    is_all = False
    while not is_all:
        n, is_all = lister.run(rows, math.inf)
        found += map(tuple, rows[:n].tolist())
    return found


def solvable(seeds: list[Any]) -> Iterator[tuple[int, sx.Puzzle, Domains]]:
    for seed in seeds:
        puzzle = random_puzzle(seed)
        domains = arc_consistent(puzzle)
        if domains.emptied is None:
            yield seed, puzzle, domains


@pytest.mark.parametrize("block", quick(range(40), 2))
def test_every_search_lists_what_brute_force_finds(
    block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    n = 0
    for seed, puzzle, domains in solvable([*range(50 * block, 50 * block + 50)]):
        expected = brute_rows(puzzle)
        n_cells = len(domains.cells)
        letters = LetterVars(domains)
        for by in ("rows", "columns"):
            found = listed(JoinLister(domains, by, seed), n_cells, 7)
            assert len(found) == len(expected)
            assert set(found) == expected
            if len(expected) < 500:
                pure = PureJoin(JoinTables.of(domains, by=by, seed=seed))
                rows = np.zeros((len(expected) + 1, n_cells), dtype=np.uint8)
                assert pure.run(rows, 1 << 62, math.inf) == (len(expected), True)
                assert [tuple(row) for row in rows[:-1].tolist()] == found
                compiled = JoinTables.of(domains, by=by, seed=seed).join()
                again = PureJoin(JoinTables.of(domains, by=by, seed=seed))
                assert compiled.estimate(20, seed) == again.estimate(20, seed)
        found = listed(SearchLister(domains, letters, seed), n_cells, 5)
        assert len(found) == len(expected)
        assert set(found) == expected
        if len(expected) < 200:
            use("oracle", monkeypatch)
            assert listed(SearchLister(domains, letters, seed), n_cells, 3) == found
            use("compiled", monkeypatch)
        n += len(expected)
    assert n > 1000


@pytest.mark.parametrize("seed", quick(range(30), 3))
def test_both_searches_agree_where_there_are_many_fills(seed: int) -> None:
    puzzle = larger_puzzle(seed)
    domains = arc_consistent(puzzle)
    if domains.emptied is not None:
        return
    n_cells = len(domains.cells)
    join = JoinTables.of(domains, by="rows", seed=seed).join()
    rows = np.zeros((20_000, n_cells), dtype=np.uint8)
    n, is_all = join.run(rows, 20_000_000, math.inf)
    if is_all:
        found = listed(SearchLister(domains, LetterVars(domains), seed), n_cells, 1000)
        assert len(found) == n
        assert set(found) == set(map(tuple, rows[:n].tolist()))


def interrupted(seed: int, domains: Domains, start: Lister, rng: random.Random) -> tuple[Rows, int]:
    """What a lister finds that is stopped and continued elsewhere at random places."""
    letters = LetterVars(domains)
    found: Rows = []
    lister, n_stops = start, 0
    while True:
        rows = np.zeros((rng.randint(1, 4), len(domains.cells)), dtype=np.uint8)
        n, is_all = lister.run(rows, math.inf)
        found += map(tuple, rows[:n].tolist())
        if is_all:
            return found, n_stops
        if rng.random() < 0.8:
            state = json.loads(json.dumps(lister.state()))
            lister = lister_at(state, domains, letters, seed)
            n_stops += 1


@pytest.mark.parametrize("search", ["join", "lazy"])
def test_interrupted_listings_lose_nothing_and_repeat_nothing(search: str) -> None:
    rng = random.Random(len(search))
    n_interrupts = 0
    for seed, puzzle, domains in solvable([*range(80)]):
        expected = brute_rows(puzzle)
        if len(expected) > 150:
            continue
        start: Lister = (
            JoinLister(domains, rng.choice(["rows", "columns"]), seed)
            if search == "join"
            else SearchLister(domains, LetterVars(domains), seed)
        )
        found, n = interrupted(seed, domains, start, rng)
        assert len(found) == len(expected)
        assert set(found) == expected
        n_interrupts += n
    assert n_interrupts > 200


@pytest.mark.parametrize("seed", quick(range(12), 4))
def test_without_the_extension_module_fills_are_listed_one_by_one(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "python")
    rng = random.Random(seed)
    for _, puzzle, domains in solvable([*range(seed * 5, seed * 5 + 5)]):
        expected = brute_rows(puzzle)
        if len(expected) > 200:
            continue
        start = lister_for(domains, LetterVars(domains), seed)
        assert isinstance(start, SearchLister)
        assert start.state()["search"] == "single"
        found, _ = interrupted(seed, domains, start, rng)
        assert sorted(found) == sorted(expected)


@pytest.mark.parametrize("seed", quick(range(12), 4))
def test_the_oracle_stops_and_goes_on_as_well(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    use("oracle", monkeypatch)
    rng = random.Random(seed)
    for _, puzzle, domains in solvable([*range(seed * 5, seed * 5 + 5)]):
        expected = brute_rows(puzzle)
        if len(expected) > 200:
            continue
        start = SearchLister(domains, LetterVars(domains), seed)
        found, _ = interrupted(seed, domains, start, rng)
        assert sorted(found) == sorted(expected)


def test_chronological_phases_while_listing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restarts after few conflicts, and phases without learning in between: all the same fills."""
    from satcross.solve.lazy import search

    monkeypatch.setattr(search, "RESTART_UNIT", 4)
    monkeypatch.setattr(search, "CHRONO_CONFLICTS", 6)
    monkeypatch.setattr(search, "CHRONO_CELLS", 0.05)
    monkeypatch.setattr(search, "REDUCE_FROM", 5)
    rng = random.Random(1)
    for seed, puzzle, domains in solvable([*range(100, 160)]):
        expected = brute_rows(puzzle)
        if len(expected) > 400:
            continue
        start = SearchLister(domains, LetterVars(domains), seed)
        found, _ = interrupted(seed, domains, start, rng)
        assert sorted(found) == sorted(expected)
        use("oracle", monkeypatch)
        pure = listed(SearchLister(domains, LetterVars(domains), seed), len(domains.cells), 7)
        use("compiled", monkeypatch)
        assert pure == listed(
            SearchLister(domains, LetterVars(domains), seed), len(domains.cells), 7
        )


# The task


@pytest.mark.parametrize("seed", quick(range(40), 5))
def test_constraints_are_kept_and_their_variables_make_no_second_fill(seed: int) -> None:
    puzzle = random_puzzle(seed)
    puzzle = puzzle.with_rule(*(one for one, _ in random_constraints(puzzle, seed)))
    fills = Fills(puzzle, SolverOptions(seed=seed))
    rows = [row for rows in fills.arrays() for row in rows]
    grids = {str(fills.fill(row)) for row in rows}
    assert len(grids) == len(rows) == fills.n_found
    plain = Fills(random_puzzle(seed))
    expected = {
        str(fill)
        for fill in plain
        if not verify(
            puzzle.grid, fill.grid, puzzle.listed, distinct=puzzle.distinct,
            rules=puzzle.rules,
        )
    }  # fmt: skip
    assert grids == expected
    assert fills.is_exhausted


@cache
def square() -> sx.Puzzle:
    """With more fills than `FEW`, but not many more."""
    rng = random.Random(4)
    words = {"".join(rng.choice("ABCDE") for _ in range(3)) for _ in range(75)}
    listed = sx.WordList.from_words(sorted(words), alphabet=sx.Alphabet("ABCDE"))
    return sx.Puzzle("...\n...\n...", listed)


def test_arrays_and_fills_can_be_mixed() -> None:
    whole = [tuple(row) for rows in Fills(square()).arrays(100) for row in rows.tolist()]
    assert len(whole) == len(set(whole)) > FEW
    fills = Fills(square())
    first = [next(fills) for _ in range(40)]
    seen = [tuple(fill.letters.values()) for fill in first]
    for rows in fills.arrays(33):
        assert len(rows) <= 33
        seen += map(tuple, rows.tolist())
    assert seen == whole
    assert fills.is_exhausted
    assert fills.n_found == len(whole)
    assert isinstance(fills.result, sx.Found)


def test_a_limit_is_kept_in_arrays_too() -> None:
    fills = Fills(square(), limit=FEW + 5)
    assert fills.is_listed
    assert sum(map(len, fills.arrays(64))) == FEW + 5
    assert (fills.stopped, fills.is_exhausted) == ("limit", False)
    few = Fills(square(), limit=5)
    assert not few.is_listed
    assert sum(map(len, few.arrays(2))) == 5


def test_a_listing_goes_on_from_its_state_wherever_it_was() -> None:
    whole = {tuple(row) for rows in Fills(square()).arrays() for row in rows.tolist()}
    rng = random.Random(5)
    for searches in ("join", "lazy"):
        with pytest.MonkeyPatch.context() as patch:
            if searches == "lazy":
                patch.setattr(listers, "choose", lambda domains, seed: None)
            state: dict[str, Any] | None = None
            seen: Rows = []
            while True:
                fills = Fills(square(), state=state)
                few = itertools.islice(fills, rng.randint(0, 3))
                seen += [tuple(fill.letters.values()) for fill in few]
                for rows in fills.arrays(rng.randint(1, 2000)):
                    seen += map(tuple, rows.tolist())
                    if rng.random() < 0.3:
                        break
                state = json.loads(json.dumps(fills.state()))
                assert state is not None
                assert state["n_fills"] == len(seen)
                if fills.is_exhausted:
                    break
            assert len(seen) == len(whole)
            assert set(seen) == whole


KINDS = {
    "shared": Kind("ABC", shared=True, max_cells=9),
    "near": Kind("ABDES", near=True, bars=0.1),
    "rebus": Kind("AB", rebus=True, max_cells=8),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", quick(range(200), 10))
def test_a_state_has_rules_between_entries_and_cells_of_several_letters(
    seed: int, kind: str
) -> None:
    puzzle = make_puzzle(seed, KINDS[kind])
    every = all_fills_by_rules(puzzle)
    rng = random.Random(seed)
    found: list[tuple[str, ...]] = []
    state: dict[str, Any] = {}
    is_over = False
    while not is_over:
        with Fills(puzzle, SolverOptions(seed=seed % 3), state=state) as fills:
            for fill in fills:
                found.append(fill.grid.cells)
                if rng.random() < max(0.05, 1 / (1 + len(every))):
                    break
            is_over = fills.is_exhausted
            state = json.loads(json.dumps(fills.state()))
        assert state["n_fills"] == len(found)
    assert len(found) == len(set(found))
    assert set(found) == every


@pytest.mark.parametrize("change", ["seed", "words", "unfillable", "distinct", "nothing", "of"])
def test_a_state_of_another_listing_is_refused(change: str) -> None:
    fills = Fills(square(), SolverOptions(seed=1))
    next(fills)
    state = fills.state()
    puzzle = square()
    if change == "words":
        puzzle = sx.Puzzle(puzzle.grid, puzzle.words.with_scores({"AAA": 3}))
    if change == "distinct":
        puzzle = sx.Puzzle(puzzle.grid, puzzle.words, distinct=False)
    if change == "of":
        state["of"] = "0" * 64
        state = listing.with_digest(state)
    if change == "unfillable":
        puzzle = sx.Puzzle(puzzle.grid, sx.WordList.from_words(["AB"]))
    options = SolverOptions(seed=2 if change == "seed" else 1)
    if change == "nothing":
        assert next(Fills(puzzle, options, state=state))
    else:
        with pytest.raises(sx.OptionError, match="another listing"):
            next(Fills(puzzle, options, state=state))


def test_what_is_not_listed_has_no_state() -> None:
    with pytest.raises(sx.OptionError, match="cannot be continued"):
        Fills(square(), distinct="words", state={})
    with pytest.raises(sx.OptionError, match="only listed fills"):
        Fills(square(), limit=3).state()


# The checker of arrays


def test_every_wrong_row_is_found() -> None:
    """Rows with one letter changed: the checker of arrays and `verify` agree on each."""
    n_wrong = n_right = 0
    for seed, puzzle, domains in solvable([*range(40)]):
        rows = np.array(sorted(brute_rows(puzzle))[:50], dtype=np.uint8)
        if not len(rows):
            continue
        checker = ArrayChecker(puzzle.grid, puzzle.listed, domains.cells, rules=puzzle.rules)
        assert checker.wrong_row(rows) is None
        rng = random.Random(seed)
        for _ in range(20):
            changed = rows.copy()
            at, cell = rng.randrange(len(rows)), rng.randrange(rows.shape[1])
            changed[at, cell] = rng.randrange(len(puzzle.words.alphabet))
            fill = sx.Fill(puzzle, dict(zip(domains.cells, changed[at].tolist(), strict=True)))
            faults = verify(puzzle.grid, fill.grid, puzzle.listed, distinct=puzzle.distinct)
            wrong = checker.wrong_row(changed)
            assert (wrong is None) == (not faults)
            assert wrong is None or wrong[0] == at
            n_wrong += bool(faults)
            n_right += not faults
    assert n_wrong > 200
    assert n_right > 10


def test_letters_outside_the_alphabet_and_other_shapes_are_wrong() -> None:
    puzzle = square()
    fills = Fills(puzzle)
    rows = next(fills.arrays(50))
    checker = ArrayChecker(puzzle.grid, puzzle.listed, fills.cells)
    assert checker.wrong_row(rows) is None
    assert checker.wrong_row(rows[:, 1:]) is not None
    bad = rows.copy()
    bad[-1, 2] = 200
    assert checker.wrong_row(bad) == (len(bad) - 1, "a cell holds no letter of the alphabet")
    with pytest.raises(sx.VerificationError):
        ArrayChecker(puzzle.grid, puzzle.listed, fills.cells[1:])
    with pytest.raises(sx.VerificationError, match="join gave a wrong fill"):
        rows_check(puzzle, fills.cells, maker="join")(bad)


def test_long_words_are_looked_up_in_parts() -> None:
    rng = random.Random(2)
    words = [
        "".join(rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(31)) for _ in range(50)
    ]
    puzzle = sx.Puzzle("." * 31, sx.WordList.from_words(words))
    checker = ArrayChecker(puzzle.grid, puzzle.listed, range(31))
    rows = puzzle.words.table(31).codes
    assert checker.wrong_row(rows) is None
    for at, cell in [(0, 30), (20, 0), (49, 13)]:
        bad = rows.copy()
        bad[at, cell] = (bad[at, cell] + 1) % 26
        assert checker.wrong_row(bad) == (at, "1A is not in the word list")


# Notions of distinct


@pytest.mark.parametrize("solver", ["lazy", "cadical195"])
@pytest.mark.parametrize("seed", quick(range(40), 4))
def test_fills_that_are_some_letters_apart(seed: int, solver: str) -> None:
    puzzle = random_puzzle(seed)
    k = 1 + seed % 4
    fills = Fills(puzzle, SolverOptions(solver, seed=seed), distinct=f"{k}-letters", limit=60)
    found = [tuple(fill.letters.values()) for fill in fills]

    def apart(one: tuple[int, ...], other: tuple[int, ...]) -> int:
        return sum(a != b for a, b in zip(one, other, strict=True))

    assert all(apart(a, b) >= k for a, b in itertools.combinations(found, 2))
    if fills.is_exhausted:  # none could be added
        for row in brute_rows(puzzle):
            assert any(apart(row, other) < k for other in found) == bool(found)


@pytest.mark.parametrize("distinct", ["0-letters", "x-letters", "letters", "3-words"])
def test_other_distances_are_refused(distinct: str) -> None:
    with pytest.raises(sx.OptionError, match="3-letters"):
        Fills(square(), distinct=distinct)


def test_fills_can_be_taken_one_by_one_after_a_state_and_after_arrays() -> None:
    words = ["".join(word) for word in itertools.product("AB", "AB", "ABC")]
    puzzle = sx.Puzzle("...\n...\n...", words, distinct=False)
    every = [str(fill) for fill in sx.enumerate_fills(puzzle)]
    assert len(every) > 20
    for n_first in range(1, 12):
        with Fills(puzzle) as fills:
            found = [str(fill) for fill in itertools.islice(fills, n_first)]
            state = json.loads(json.dumps(fills.state()))
        with Fills(puzzle, state=state) as rest:
            found.append(str(next(rest)))
            found += [str(rest.fill(row)) for row in next(rest.arrays(2))]
            found += map(str, rest)
        assert found == every


def test_the_compiled_join_reads_nothing_outside_of_its_arrays() -> None:
    kernel = pytest.importorskip("satcross.solve.lazy.kernel._kernel")
    tables = JoinTables.of(arc_consistent(square()), by="rows", seed=0)
    tries = [(trie.mask, trie.first, trie.best, trie.starts) for trie in tables.tries]
    mask, first, best, starts = tries[0]
    table, steps, names = tables.slots[0]
    whole = [tries, list(tables.slots), list(tables.rivals), tables.columns, tables.codes]
    rows = np.zeros((4, len(tables.columns)), dtype=np.uint8)
    assert kernel.Join(*whole).run(rows, 1000, math.inf)[0] == 4
    wrong: list[tuple[int, Any]] = [
        (0, [(mask[:-1], first, best, starts), *tries[1:]]),
        (0, [(mask, first + 1, best, starts), *tries[1:]]),
        (0, [(mask | np.uint64(1 << 40), first, best, starts), *tries[1:]]),
        (0, [(mask, first, best[1:], starts), *tries[1:]]),
        (1, [(len(tries), steps, names), *tables.slots[1:]]),
        (1, [(table, steps + 100, names), *tables.slots[1:]]),
        (1, [(table, steps[::-1].copy(), names), *tables.slots[1:]]),
        (1, [(table, steps, names[1:]), *tables.slots[1:]]),
        (2, [np.array([99], dtype=np.int32), *tables.rivals[1:]]),
        (2, list(tables.rivals[1:])),
        (3, tables.columns + 1),
        (4, tables.codes[:0]),
    ]
    for at, value in wrong:
        with pytest.raises(ValueError, match="do not fit together"):
            kernel.Join(*whole[:at], value, *whole[at + 1 :])
    join = kernel.Join(*whole)
    with pytest.raises(ValueError, match="do not fit together"):
        join.run(rows[:, 1:].copy(), 10, math.inf)
    with pytest.raises(ValueError, match="no such fill"):
        join.seek(np.full(len(tables.columns), 77, dtype=np.uint8))


@pytest.mark.needs("apps/counting")
def test_progress_says_how_many_fills_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "COUNT_EVERY_S", 0.0)
    monkeypatch.setattr(listing, "_TICK_S", 0.0)
    monkeypatch.setattr(listing, "COUNT_S", 60.0)
    monkeypatch.setattr(listing, "MOST", 50)
    puzzle = sx.Puzzle("...\n...\n...", sx.WordList.builtin(max_words=6000))
    total = sum(len(rows) for rows in Fills(puzzle).arrays())
    for ahead, limit, wanted in ((True, None, total), (False, None, -1), (True, 1100, 1100)):
        seen: list[sx.Progress] = []
        with Fills(puzzle, limit=limit) as fills:
            fills._listed_fills._options = replace(
                fills._listed_fills._options, on_progress=seen.append
            )
            if ahead:
                fills.count_ahead()
            for _ in fills.arrays(batch=50):
                pass
        assert {one.n_wanted for one in seen[2:]} == {wanted}
        assert all(one.n_found <= total for one in seen)
