"""The compiled kernel called as Python can call anything: errors, and never a crash."""

from __future__ import annotations

import copy
import pickle
from array import array
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.random_puzzles import larger_puzzle, random_puzzle
from support.wide_puzzles import many_letters

from satcross.model.consistency import arc_consistent
from satcross.solve.lazy.engine import kernel, make_state
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.search import NONE

if kernel() != "compiled":
    pytest.skip("the extension module is not built", allow_module_level=True)

from satcross.solve.lazy.kernel import _kernel
from satcross.solve.lazy.kernel.compiled import Search

ERRORS = (
    AttributeError, IndexError, MemoryError, OverflowError, RuntimeError, TypeError, ValueError,
)  # fmt: skip
FALLING = list(range(8, 0, -1))  # the values of as many letters as the problem has
BEGIN = (0.99, 0.1, 1e100, 3, 5, 4, 0.2)  # restarts and the rest every few conflicts


def problem(seed: int = 5) -> TableProblem:
    return TableProblem.of(arc_consistent(larger_puzzle(seed)))


def arguments(of: TableProblem) -> list[Any]:
    """What the kernel is made of, to be changed."""
    passed: list[Any] = list(Search(of)._arrays())
    passed[1] = [list(map(_copy, table)) for table in passed[1]]
    passed[2] = [list(map(_copy, slot)) for slot in passed[2]]
    return list(map(_copy, passed))


def _copy(argument: Any) -> Any:
    if isinstance(argument, memoryview):
        return np.array(argument)
    return copy.copy(argument)


def begun(args: list[Any]) -> _kernel.Search:
    search = _kernel.Search(*args)
    n_slots, n = len(args[2]), len(args[4])
    search.begin(order(n_slots, n), array("q", [0]) * n_slots, *BEGIN)
    return search


def order(n_weights: int, n_noise: int) -> Any:
    """What stands in for an `Order`."""
    hints = SimpleNamespace(preferred=None, by_score=True)
    ones = array("d", [1.0])
    return SimpleNamespace(weight=ones * n_weights, noise=ones * n_noise, hints=hints)


def put(at: tuple[int, ...], value: object) -> Callable[[list[Any]], None]:
    """Replace an argument, or an item of one."""

    def change(args: list[Any]) -> None:
        holder: Any = args
        for index in at[:-1]:
            holder = holder[index]
        holder[at[-1]] = value

    return change


def shorter(at: tuple[int, ...]) -> Callable[[list[Any]], None]:
    def change(args: list[Any]) -> None:
        item: Any = args
        for index in at:
            item = item[index]
        put(at, item[:-1])(args)

    return change


def empty(at: int) -> Callable[[list[Any]], None]:
    return lambda args: put((at,), args[at][:0])(args)


# The arguments, by position: 0 n_letters, 1 tables, 2 slots, 3 ids, 4 cell_of, 5 letter_of,
# 6 count, 7 n_open, 8 value, 9 set_to, 10 mask, 11 position, 12 owner.
ILL_FITTING: dict[str, Callable[[list[Any]], object]] = {
    "no letters": put((0,), 0),
    "too many letters": put((0,), 65),
    "fewer letters than columns": put((0,), 3),
    "no tables": put((1,), []),
    "a table that is none": put((1, 0), None),
    "a table's letter that does not exist": lambda args: args[1][0][1].__setitem__((0, 0), 200),
    "a table of floats": put((1, 0, 0), np.zeros((5, 8, 4))),
    "a table of nothing": put((1, 0, 0), None),
    "a table without blocks": put((1, 0, 0), np.zeros((5, 8, 0), np.uint64)),
    "a table without words": put((1, 0, 1), np.zeros((0, 5), np.uint8)),
    "a table's words too few": shorter((1, 0, 2)),
    "a table without tiers": put((1, 0, 3), ()),
    "a table with too many tiers": put((1, 0, 3), tuple((i + 1, 1.0) for i in range(99))),
    "tiers that end too early": put((1, 0, 3), ((1, 1.0),)),
    "tiers that fall": put((1, 0, 3), ((3, 1.0), (2, 1.0))),
    "fewer slots": shorter((2,)),
    "a slot's table that does not exist": put((2, 0, 0), 99),
    "a slot's table below zero": put((2, 0, 0), -1),
    "a slot too short": shorter((2, 0, 1)),
    "a slot's cell that does not exist": lambda args: args[2][0][1].__setitem__(0, 999),
    "a slot's cell below zero": lambda args: args[2][0][1].__setitem__(0, -1),
    "a slot's start too short": shorter((2, 0, 2)),
    "a slot's domain too short": shorter((2, 0, 3)),
    "a slot's domain that is not its start": lambda args: args[2][0][3].__setitem__(0, 0),
    "a domain that cannot be written to": lambda args: args[2][0].__setitem__(
        3, np.frombuffer(args[2][0][3].tobytes(), np.uint64)
    ),
    "a word beyond the table": lambda args: [
        args[2][0][at].__setitem__(-1, 2**64 - 1) for at in (2, 3)
    ],
    "a rival that does not exist": put((2, 0, 4), np.array([99], np.int32)),
    "a rival below zero": put((2, 0, 4), np.array([-5], np.int32)),
    "fewer cells": shorter((3,)),
    "a variable that does not exist": lambda args: args[3].__setitem__((0, 0), 10**6),
    "a variable twice": lambda args: args[3].__setitem__((0, 1), args[3][0, 0]),
    "a cell that does not exist": lambda args: args[4].__setitem__(1, 10**6),
    "a letter that does not exist": lambda args: args[5].__setitem__(1, 70),
    **{f"argument {at} too short": shorter((at,)) for at in range(4, 13)},
    **{f"argument {at} of nothing": put((at,), None) for at in range(1, 13)},
    **{f"argument {at} empty": empty(at) for at in range(3, 13)},
    "a wrong count": lambda args: args[6].__setitem__(0, 10**6),
    "a wrong number of open cells": lambda args: args[7].__setitem__(0, 2),
    "a cell that is set": lambda args: args[8].__setitem__(0, 1),
    "a cell that is set on the trail": lambda args: args[9].__setitem__(0, 1),
    "letters without variables": lambda args: args[10].__setitem__(0, 2**64 - 1),
    "a literal on the trail": lambda args: args[11].__setitem__(1, 0),
}  # fmt: skip


# Of a problem with several machine words for a cell; argument 4 of a table is `row_of`.
ILL_FITTING_WIDE: dict[str, Callable[[list[Any]], object]] = {
    "one machine word for a cell": lambda args: put((10,), args[10][: len(args[3])])(args),
    "a letter without a variable": lambda args: args[10].__setitem__(-1, 2**64 - 1),
    "no rows": put((1, 0, 4), None),
    "rows of fewer letters": lambda args: put((1, 0, 4), args[1][0][4][:, :-1].copy())(args),
    "a row that does not exist": lambda args: args[1][0][4].__setitem__((0, 0), 10**6),
    "a row below zero": lambda args: args[1][0][4].__setitem__((0, 0), -1),
    "a table's letter that does not exist": lambda args: args[1][0][1].__setitem__((0, 0), 300),
    "codes of four bytes": lambda args: put((1, 0, 1), args[1][0][1].astype(np.uint32))(args),
    "no codes": put((1, 0, 1), None),
    "more letters than codes have": put((0,), 1 << 17),
}


@pytest.mark.parametrize("name", ILL_FITTING_WIDE)
def test_arguments_of_wide_alphabets_that_do_not_fit_are_refused(name: str) -> None:
    wide = TableProblem.of(arc_consistent(many_letters(1, 300)))
    args = arguments(wide)
    begun([args[0], [tuple(table) for table in args[1]], *args[2:]])
    ILL_FITTING_WIDE[name](args)
    args[1] = [tuple(table) for table in args[1]]
    with pytest.raises((TypeError, ValueError)):
        _kernel.Search(*args)


def test_rows_have_room_for_the_letters() -> None:
    wide = TableProblem.of(arc_consistent(many_letters(1, 300)))
    args = arguments(wide)
    search = begun([args[0], [tuple(table) for table in args[1]], *args[2:]])
    cells = np.array(sorted({cell for slot in wide.slots for cell in slot}), np.int32)
    for kind in (np.uint8, np.uint32, np.int16):
        rows = np.zeros((4, len(cells)), kind)
        with pytest.raises(ValueError, match=r"letters|Buffer dtype mismatch"):
            search.list_fills(rows, cells, 1, 1.0)


@pytest.mark.parametrize("name", ILL_FITTING)
def test_arguments_that_do_not_fit_together_are_refused(name: str) -> None:
    args = arguments(problem())
    ILL_FITTING[name](args)
    args[1] = args[1] and [table and tuple(table) for table in args[1]]
    with pytest.raises((TypeError, ValueError)):
        _kernel.Search(*args)


def test_a_kernel_is_set_up_once_and_completely() -> None:
    args = arguments(problem())
    search = _kernel.Search(*args)
    with pytest.raises(RuntimeError, match="set up once"):
        search.__init__(*args)  # type: ignore[misc]
    uses: list[Callable[[], object]] = [
        lambda: search.run(1, 1, 1.0),
        lambda: search.add_clause([1]),
    ]
    for use in uses:
        with pytest.raises(RuntimeError, match="has not begun"):
            use()
    bare = _kernel.Search.__new__(_kernel.Search)
    for use in (bare.trail_list, bare.propagate, bare.new_variable, bare.true_variables):
        with pytest.raises(RuntimeError, match="never set up"):
            use()
    for copied in (copy.copy, pickle.dumps):
        with pytest.raises(TypeError):
            copied(search)


def test_a_search_begins_with_numbers_that_fit() -> None:
    args = arguments(problem())
    n_slots, n = len(args[2]), len(args[4])
    zeros = array("q", [0])
    search = _kernel.Search(*args)
    good, none = order(n_slots, n), order(n_slots, n)
    none.weight = None
    for by, activity, rest in (
        (order(1, n), zeros * n_slots, BEGIN),
        (order(n_slots, 1), zeros * n_slots, BEGIN),
        (none, zeros * n_slots, BEGIN),
        (good, zeros, BEGIN),
        (good, zeros * n_slots, (*BEGIN[:3], 0, *BEGIN[4:])),
        (good, zeros * n_slots, (*BEGIN[:4], -1, *BEGIN[5:])),
        (good, zeros * n_slots, (*BEGIN[:5], 1 << 62, BEGIN[6])),
    ):
        with pytest.raises(ValueError, match="do not fit together"):
            search.begin(by, activity, *rest)
    search.begin(good, zeros * n_slots, *BEGIN)
    with pytest.raises(RuntimeError):
        search.begin(good, zeros * n_slots, *BEGIN)
    for use in (search.new_level, search.propagate, lambda: search.backtrack(0)):
        with pytest.raises(RuntimeError, match="by itself"):
            use()


class Odd:
    """Looks like a number, and raises when it is used."""

    def __index__(self) -> int:
        raise ValueError("no number")


NUMBERS = st.one_of(
    st.integers(-8, 200),
    st.integers(),
    st.sampled_from([2**31 - 1, -(2**31), 2**62, 2**63 - 1, -(2**63)]),
)
ANYTHING = st.one_of(NUMBERS, st.none(), st.floats(), st.text(max_size=2), st.builds(Odd))
LITERALS = st.lists(st.one_of(st.integers(-60, 60), ANYTHING), max_size=6)
PREFERRED = st.one_of(st.none(), st.binary(max_size=3), st.just("letters"))
STATE_CALLS = {
    "new_level": (),
    "backtrack": (NUMBERS,),
    "absorb": (LITERALS,),
    "remove": (NUMBERS, NUMBERS),
    "propagate": (),
    "explain": (NUMBERS, NUMBERS, NUMBERS),
    "next_letter": (st.one_of(st.builds(order, st.integers(0, 9), st.just(40)), ANYTHING),),
    "trail_list": (),
    "root": (),
}  # fmt: skip
SEARCH_CALLS = {
    "run": (NUMBERS, NUMBERS, st.floats(max_value=0.01)),
    "hint": (PREFERRED, ANYTHING),
    "assume": (LITERALS,),
    "add_clause": (LITERALS,),
    "new_variable": (),
    "set_objective": (ANYTHING, ANYTHING),
    "raise_target": (NUMBERS,),
    "true_variables": (),
    "root": (),
    "propagate": (),
    "begin": (ANYTHING,) * 9,
}


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        ([], []),
        ([0, 0], [FALLING, FALLING]),
        ([-1], [FALLING]),
        ([10**6], [FALLING]),
        ([0], [FALLING[:-1]]),
        ([0], [FALLING, FALLING]),
        ([0], [FALLING[::-1]]),
        ([0], [[2**62, *FALLING[1:]]]),
    ],
)
def test_objectives_that_do_not_fit_are_refused(cells: list[int], values: list[list[int]]) -> None:
    search = begun(arguments(problem()))
    table = np.array(values, np.int64).reshape(len(values), len(values[0]) if values else 8)
    with pytest.raises(ValueError, match="do not fit together"):
        search.set_objective(np.array(cells, np.int32), table)
    with pytest.raises(ValueError, match="needs an objective"):
        search.raise_target(1)
    assert outcome(search) == outcome(begun(arguments(problem())))


def calls(of: dict[str, tuple[Any, ...]]) -> st.SearchStrategy[list[tuple[str, tuple[Any, ...]]]]:
    one = [st.tuples(st.just(name), st.tuples(*arguments)) for name, arguments in of.items()]
    return st.lists(st.one_of(one), max_size=30)


def outcome(search: _kernel.Search) -> int:
    search.assume([])
    while not (found := search.run(1000, 1000, 1e9)):
        pass
    assert found == NONE or search.true_variables()
    return found


@given(seed=st.integers(0, 40), history=calls(STATE_CALLS))
@settings(max_examples=30, deadline=None)
def test_any_calls_of_a_state_are_answered_or_refused(
    seed: int, history: list[tuple[str, tuple[Any, ...]]]
) -> None:
    domains = arc_consistent(random_puzzle(seed))
    if domains.emptied is not None:
        return
    state = make_state(TableProblem.of(domains))
    for name, args in history:
        try:
            getattr(state, name)(*args)
        except ERRORS:
            continue
    for level in range(state.n_levels - 1, -1, -1):
        state.backtrack(level)
    assert state.n_trail == len(state.trail_list())


@given(seed=st.integers(0, 40), history=calls(SEARCH_CALLS))
@settings(max_examples=30, deadline=None)
def test_any_calls_of_a_search_are_answered_or_refused(
    seed: int, history: list[tuple[str, tuple[Any, ...]]]
) -> None:
    domains = arc_consistent(random_puzzle(seed))
    if domains.emptied is not None:
        return
    search, undisturbed = (begun(arguments(TableProblem.of(domains))) for _ in range(2))
    for name, args in history:
        if name == "hint":
            search.order.hints.preferred, search.order.hints.by_score = args
            continue
        try:
            getattr(search, name)(*args)
        except ERRORS:
            continue
        if name == "add_clause":
            undisturbed.add_clause(args[0])
        elif name == "new_variable":
            undisturbed.new_variable()
    search.order.hints.preferred, search.order.hints.by_score = None, True
    assert outcome(search) == outcome(undisturbed)
