"""The engine's domains against domains recomputed from its trail, under random histories."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from support.random_puzzles import random_puzzle
from support.seeds import quick

from satcross.model.consistency import arc_consistent
from satcross.solve.lazy import engine
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.state import NOT_SET


def fresh_state(seed: int) -> Any:
    domains = arc_consistent(random_puzzle(seed))
    return None if domains.emptied is not None else engine.make_state(TableProblem.of(domains))


def masks_of_trail(state: Any) -> dict[int, set[int]]:
    """By cell, the letters that the literals of the trail leave, by plain enumeration."""
    left = {
        cell: {letter for letter, variable in enumerate(state.ids[cell]) if variable}
        for cell in set(state.cell_of[1:])
    }
    for literal in state.trail:
        cell, letter = state.cell_of[abs(literal)], state.letter_of[abs(literal)]
        left[cell] &= {letter} if literal > 0 else left[cell] - {letter}
    return left


def words_of_trail(state: Any, slot: int) -> set[int]:
    """Rows of the slot's table that fit the trail, and stand in no complete slot."""
    left = masks_of_trail(state)
    taken = set()
    for other in state.rivals[slot]:
        letters = [state.value[cell] for cell in state.cells[other]]
        if NOT_SET not in letters:
            taken.add(tuple(letters))
    codes = state.tables[slot].codes.tolist()
    return {
        row
        for row in state.start[slot].search(1)
        if all(a in left[c] for a, c in zip(codes[row], state.cells[slot], strict=True))
        and tuple(codes[row]) not in taken
    }


def check_domains(state: Any) -> None:
    left = masks_of_trail(state)
    for cell, letters in left.items():
        assert {a for a in range(state.n_letters) if state.mask[cell] >> a & 1} == letters
        assert state.value[cell] == NOT_SET or letters == {state.value[cell]}
    for slot, cells in enumerate(state.cells):
        rows = words_of_trail(state, slot)
        assert set(state.dom[slot].search(1)) == rows
        assert state.count[slot] == len(rows) > 0
        assert state.n_open[slot] == sum(state.value[cell] == NOT_SET for cell in cells)
        codes = np.array(state.tables[slot].codes)
        for offset, cell in enumerate(cells):  # no letter without a word is left
            assert left[cell] <= set(codes[sorted(rows), offset].tolist())
    assert state.n_set == sum(value != NOT_SET for value in state.value)


@pytest.mark.parametrize("seed", quick(range(60), 8))
def test_domains_equal_those_recomputed_from_the_trail(seed: int, lazy_kernel: str) -> None:
    state = fresh_state(seed)
    if state is None:
        return
    rng = random.Random(seed)
    for _ in range(60):
        if state.n_levels and rng.random() < 0.3:
            state.backtrack(rng.randrange(state.n_levels))
            state.propagate()  # at once, as literals may have come after the last propagate
            check_domains(state)
            continue
        free = [v for v in range(1, state.letters.n + 1) if is_free(state, v)]
        if not free:
            if not state.n_levels:
                break
            state.backtrack(0)
            continue
        state.new_level()
        touched = set()
        for variable in rng.sample(free, min(len(free), rng.randint(1, 3))):
            # Not two of one cell: the solver's own clauses keep those from contradicting.
            if state.cell_of[variable] not in touched:
                touched.add(state.cell_of[variable])
                state.absorb([variable if rng.random() < 0.4 else -variable])
        _, empty = state.propagate()
        if empty != NOT_SET or not all(state.mask[cell] for cell in set(state.cell_of[1:])):
            state.backtrack(state.n_levels - 1)
        check_domains(state)


def is_free(state: Any, variable: int) -> bool:
    cell, letter = state.cell_of[variable], state.letter_of[variable]
    return (
        state.value[cell] == NOT_SET
        and bool(state.mask[cell] >> letter & 1)
        and state.position[variable] == state.position[-variable] == NOT_SET
    )
