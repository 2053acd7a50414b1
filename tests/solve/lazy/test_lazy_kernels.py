"""The compiled state and the oracle in Python say the same, word for word."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import pytest
from oracles.lazy.order import PureOrder
from oracles.lazy.state import PureState
from support.random_puzzles import larger_puzzle, random_puzzle
from support.seeds import quick
from support.wide_puzzles import SIZES, many_letters, renamed

from satcross.model.consistency import Domains, arc_consistent
from satcross.solve.lazy import engine
from satcross.solve.lazy.engine import VARIABLE, kernel
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.state import NOT_SET

compiled_only = pytest.mark.skipif(
    kernel() != "compiled", reason="the extension module is not built"
)


def puzzles(seeds: range) -> list[tuple[int, Domains]]:
    made = []
    for seed in seeds:
        puzzle = larger_puzzle(seed) if seed % 2 else random_puzzle(seed)
        if seed % 5 == 0:
            puzzle = many_letters(seed, SIZES[seed // 5 % len(SIZES)])
        domains = arc_consistent(puzzle)
        if domains.emptied is None:
            made.append((seed, domains))
    return made


def both(domains: Domains) -> tuple[Any, Any]:
    problem = TableProblem.of(domains)
    return engine.make_state(problem), PureState(problem)


def everything(state: Any) -> list[object]:
    """What can be seen of a state."""
    return [
        state.trail,
        state.root(),
        state.n_trail,
        state.n_levels,
        state.n_set,
        state.n_propagations,
        list(state.count),
        list(state.n_open),
        list(state.mask),
        list(state.value),
        list(state.set_to),
        list(state.position),
        [list(dom.search(1)) for dom in state.dom],
    ]


@compiled_only
@pytest.mark.parametrize("first", quick(range(0, 60, 20), 1))
def test_states_go_through_random_histories_alike(first: int) -> None:
    n_reasons = 0
    for seed, domains in puzzles(range(first, first + 20)):
        rng = random.Random(seed)
        compiled, pure = both(domains)
        orders = PureOrder(compiled, seed), PureOrder(pure, seed)
        for step in range(80):
            if compiled.n_levels and rng.random() < 0.25:
                level = rng.randrange(compiled.n_levels)
                compiled.backtrack(level)
                pure.backtrack(level)
            else:
                compiled.new_level()
                pure.new_level()
                n = compiled.letters.n
                literals = [rng.choice((-1, 1)) * rng.randint(1, n) for _ in range(step % 3)]
                if step % 5:
                    for order in orders:
                        order.hints.by_score = bool(step % 2)
                        order.hints.preferred = bytearray(1 + v % 3 for v in range(n + 1))
                        order.hints.preferred = order.hints.preferred if step % 7 else None
                    letter = compiled.next_letter(orders[0])
                    assert letter == pure.next_letter(orders[1])
                    literals += [letter] if letter else []
                # The solver would not set what is false already.
                literals = [a for a in literals if compiled.position[-a] == NOT_SET]
                compiled.absorb(literals)
                pure.absorb(literals)
            answer = compiled.propagate()
            assert answer == pure.propagate()
            assert everything(compiled) == everything(pure)
            for literal in answer[0]:
                slot, before = pure.owner[abs(literal)], pure.position[literal]
                assert compiled.owner[abs(literal)] == slot
                reason = pure.explain(literal, slot, before)
                assert compiled.explain(literal, slot, before) == reason
                n_reasons += 1
            if answer[1] != NOT_SET:
                for order in orders:
                    order.wiped_out(answer[1])
            if answer[1] != NOT_SET or not all(pure.mask[cell] for cell in domains.cells):
                level = compiled.n_levels - 1
                if level < 0:
                    break
                compiled.backtrack(level)
                pure.backtrack(level)
                assert everything(compiled) == everything(pure)
    assert n_reasons > 1000


@compiled_only
@pytest.mark.parametrize("n_letters", SIZES)
def test_letters_of_other_names_are_searched_alike(n_letters: int) -> None:
    """One machine word for a cell, or several."""
    for seed in range(1, 21, 2):
        logs = []
        for puzzle in (larger_puzzle(seed), renamed(larger_puzzle(seed), n_letters)):
            domains = arc_consistent(puzzle)
            if domains.emptied is not None:
                break
            search: Any = engine.make_search(TableProblem.of(domains), seed)
            assert not isinstance(search, PureState)
            log: list[object] = []
            for _ in range(3):
                log += [search.run(300, 500), search.n_conflicts, search.n_decisions]
                log += [search.n_reasons, search.n_propagations, search.trail]
            logs.append(log)
        assert logs[1:] == logs[:-1]


def test_satcross_works_without_the_extension_module() -> None:
    code = (
        "import sys; sys.modules['satcross.solve.lazy.kernel._kernel'] = None\n"
        "import satcross\n"
        "from satcross.solve.lazy.engine import kernel\n"
        "assert kernel() == 'python'\n"
        "words = satcross.WordList.from_words(['AB', 'CD', 'AC', 'BD'])\n"
        "puzzle = satcross.Puzzle(satcross.Grid.parse('..\\n..'), words)\n"
        "assert isinstance(satcross.fill(puzzle), satcross.Found)\n"
    )
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, timeout=60)
