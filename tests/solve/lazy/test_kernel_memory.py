"""Every allocation of the compiled kernel fails once. Needs a test build: `scripts/sanitize`."""

from __future__ import annotations

import ctypes
import gc
import math
import random
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from support.random_puzzles import larger_puzzle, random_puzzle

from satcross import Puzzle, WordList
from satcross.encoding.letters import LetterVars
from satcross.model.consistency import Domains, arc_consistent
from satcross.solve.lazy import search as search_module
from satcross.solve.lazy.engine import kernel, make_search
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.search import NONE, PAUSED
from satcross.solve.lazy.session import SearchSession
from satcross.solve.listing.beam import potentials
from satcross.solve.listing.parts import PartMaker
from satcross.solve.protocol import Outcome

if kernel() != "compiled":
    pytest.skip("the extension module is not built", allow_module_level=True)

from satcross.solve.lazy.kernel import _kernel
from satcross.solve.lazy.kernel.compiled import Search


class Allocations:
    """The counters of a test build, see `_platform.h`."""

    def __init__(self) -> None:
        library = ctypes.CDLL(_kernel.__file__)
        self._live = ctypes.c_longlong.in_dll(library, "sx_n_live")
        self._calls = ctypes.c_longlong.in_dll(library, "sx_n_calls")
        self._fail_at = ctypes.c_longlong.in_dll(library, "sx_fail_at")

    @property
    def n_live(self) -> int:
        """Allocations that were not given back."""
        return self._live.value

    @property
    def n_calls(self) -> int:
        """Calls for memory so far."""
        return self._calls.value

    def fail_after(self, n: int) -> None:
        """Let the calls fail that come after the next n."""
        self._fail_at.value = self._calls.value + n

    def succeed(self) -> None:
        """Let no call fail."""
        self._fail_at.value = -1


@pytest.fixture
def allocations(monkeypatch: pytest.MonkeyPatch) -> Iterator[Allocations]:
    try:
        counted = Allocations()
    except ValueError:
        pytest.skip("the kernel is no test build")
    monkeypatch.setattr(search_module, "RESTART_UNIT", 3)
    monkeypatch.setattr(search_module, "REDUCE_FROM", 5)
    monkeypatch.setattr(search_module, "CHRONO_CONFLICTS", 4)
    yield counted
    counted.succeed()


def domains_of(seed: int) -> Domains:
    return arc_consistent(larger_puzzle(seed) if seed % 2 else random_puzzle(seed))


def conversation(search: Search, n_letters: int) -> list[object]:
    """Fills, assumptions, cores, clauses, restarts, clearings and chronological phases."""
    rng = random.Random(1)
    log: list[object] = []
    for _ in range(12):
        search.assume(rng.choice((-1, 1)) * rng.randint(1, n_letters) for _ in range(3))
        log.append((search.run(9, 1000), list(search.core)))
        for _ in range(40):
            search.new_variable()
        other = search.new_variable()
        search.add_clause([other, -rng.randint(1, n_letters)])
        search.assume([])
        while (outcome := search.run(50, 1000)) == PAUSED:
            pass
        log.append(outcome)
        if outcome == NONE:
            break
        found = search.true_variables()
        log.append((found, search.root(), search.n_conflicts))
        search.add_clause([-literal for literal in found if literal <= n_letters])
    return log


@pytest.mark.parametrize("chrono_cells", [0.0, 1.0], ids=["chronological phases", "learning only"])
@pytest.mark.parametrize("seed", [1, 2, 3, 5, 8])
def test_a_search_runs_out_of_memory_at_each_allocation(
    seed: int, chrono_cells: float, allocations: Allocations, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_module, "CHRONO_CELLS", chrono_cells)
    domains = domains_of(seed)
    if domains.emptied is not None:
        return
    letters = LetterVars(domains)
    made: list[Search] = []
    refusals: set[str] = set()

    def work() -> list[object]:
        search = make_search(TableProblem.of(domains, letters), seed)
        made.append(search)
        return conversation(search, letters.n)

    def after_failure() -> None:
        """It refuses all further work, or, where nothing was half done, does it."""
        while made:
            search = made.pop()
            try:
                search.run(5, 5)
                search.new_variable()
            except RuntimeError as error:
                refusals.add(str(error))

    assert fail_everywhere(work, after_failure, allocations) > 20
    assert refusals == {"the search ran out of memory, or was never set up; create another"}


def test_a_session_runs_out_of_memory_at_each_allocation(allocations: Allocations) -> None:
    domains = domains_of(3)
    letters = LetterVars(domains)

    def work() -> list[object]:
        session = SearchSession(TableProblem.of(domains, letters), seed=1)
        return answers(session, letters)

    assert fail_everywhere(work, lambda: None, allocations) > 20


def test_a_beam_runs_out_of_memory_at_each_allocation(allocations: Allocations) -> None:
    puzzle = Puzzle("....\n" * 8, WordList.builtin(max_words=4000), rules=["min-length 3"])
    part = PartMaker(arc_consistent(puzzle), [1] * len(puzzle.slots)).make(
        range(len(puzzle.slots)), 0, order="rows"
    )
    assert part is not None
    worth = potentials(part.tables, 1000.0)
    keys = np.arange(1, len(worth) + 1, dtype=np.uint64)
    made: list[_kernel.Beam] = []

    def work() -> list[object]:
        beam = _kernel.Beam(part.join, worth, keys, 20)
        made.append(beam)
        beam.run(math.inf)
        row = np.zeros(len(part.cells), dtype=np.uint8)
        return [beam.best(row), row.tolist(), beam.n, beam.step]

    def after_failure() -> None:
        while made:
            assert made.pop().run(math.inf)

    assert fail_everywhere(work, after_failure, allocations) > 20


def test_a_dive_runs_out_of_memory_at_each_allocation(allocations: Allocations) -> None:
    domains = arc_consistent(Puzzle("....\n" * 4, WordList.builtin(max_words=2000)))
    slots = [
        (codes, words, np.array(slot.cells, dtype=np.int32), np.zeros(0, dtype=np.int32))
        for slot, codes, words in zip(
            domains.puzzle.slots, domains.codes, domains.words, strict=True
        )
    ]
    masks = np.array(domains.masks, dtype=np.uint64)
    weights = [np.ones(len(codes)) for codes in domains.codes]
    made: list[_kernel.Dive] = []

    def work() -> list[object]:
        dive = _kernel.Dive(slots, masks, domains.n_letters)
        made.append(dive)
        dive.start(weights, 1, 5, 2, 20, 0.1)
        while not dive.run(1000, 1.0):
            pass
        row = np.zeros(len(masks), dtype=np.uint8)
        dive.best(row)
        return [row.tolist(), dive.n_failed, dive.is_whole]

    def after_failure() -> None:
        while made:
            assert made.pop().run(1000, 1.0)

    assert fail_everywhere(work, after_failure, allocations) > 20


def answers(session: SearchSession, letters: LetterVars) -> list[object]:
    log: list[object] = []
    for variable in range(1, min(12, letters.n)):
        answer = session.solve([variable, -(variable + 1)])
        log.append((answer.outcome, answer.core))
        if answer.outcome is Outcome.SAT:
            assert answer.assignment is not None
            log.append(answer.assignment.true_variables(letters.n))
            session.add_clause([-v for v in answer.assignment.true_variables(letters.n)])
    return log


def fail_everywhere(
    work: Callable[[], list[object]], after_failure: Callable[[], None], allocations: Allocations
) -> int:
    """Run some work with a failure of the first allocation, of the second, and so on.

    Returns: how many there are.
    """
    gc.collect()
    before = allocations.n_live
    n_calls = allocations.n_calls
    expected = repr(work())
    n_calls = allocations.n_calls - n_calls
    after_failure()
    gc.collect()
    assert allocations.n_live == before
    for n in range(n_calls):
        allocations.fail_after(n)
        with pytest.raises(MemoryError):
            work()
        allocations.succeed()
        after_failure()
        if allocations.n_live != before:
            gc.collect()  # a traceback may hold what it has come through
        assert allocations.n_live == before, n
    assert repr(work()) == expected
    return n_calls
