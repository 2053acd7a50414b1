"""Formulas: building in every way, reading back, and finding the first false clause."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from satcross.cnf import formula as formula_module
from satcross.cnf.assignment import Assignment
from satcross.cnf.formula import Formula, FormulaBuilder, iter_clauses
from satcross.cnf.variables import VarMapBuilder

literals = st.integers(-9, 9).filter(bool)
clause_lists = st.lists(st.lists(literals, max_size=5), max_size=20)


def ints(*values: int) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.array(values, dtype=np.int32)


@given(clause_lists)
def test_clauses_come_back_in_order(clauses: list[list[int]]) -> None:
    formula = Formula.of(clauses, n_vars=9)
    assert list(formula) == clauses
    assert [formula.clause(i) for i in range(formula.n_clauses)] == clauses
    assert formula.n_clauses == len(clauses)
    assert formula.n_literals == sum(map(len, clauses))


@given(clause_lists, st.lists(literals, max_size=9))
def test_first_falsified_is_the_first_false_clause(
    clauses: list[list[int]], true: list[int]
) -> None:
    assignment = Assignment.of(true, 9)
    expected = next((i for i, c in enumerate(clauses) if not any(map(assignment.is_true, c))), None)
    assert Formula.of(clauses, n_vars=9).first_falsified(assignment) == expected


def test_variables_beyond_the_assignment_are_false() -> None:
    formula = Formula.of([[1], [-3]], n_vars=3)
    assert formula.first_falsified(Assignment.of([1], 1)) is None
    assert Formula.of([[1], [3]]).first_falsified(Assignment.of([1], 1)) == 1


def test_arrays_and_single_clauses_keep_their_order_and_are_counted() -> None:
    builder = FormulaBuilder()
    builder.begin("one")
    builder.add([1])
    builder.add_block(ints(-1, -2), 5, ints(3, 4))
    builder.begin("two")
    builder.add_ragged(ints(1, 2, 3), np.array([2, 0, 1]))
    builder.begin("one")
    builder.add([7, 8])
    builder.add_flat(ints(6, 0, -6, 0), 2)
    formula = builder.build()
    assert list(formula) == [
        [1], [-1, 5, 3], [-2, 5, 4], [1, 2], [], [3], [7, 8], [6], [-6],
    ]  # fmt: skip
    assert builder.n_by_group == {"one": 6, "two": 3}
    assert formula.n_vars == 8


def test_bad_clauses_are_refused() -> None:
    with pytest.raises(ValueError, match="0 is not a literal"):
        FormulaBuilder().add([1, 0])
    with pytest.raises(ValueError, match="variable 3 is beyond the 2"):
        Formula.of([[1, -3]], n_vars=2)
    with pytest.raises(ValueError, match="not closed"):
        Formula(2, ints(1, 2))


def test_the_arrays_cannot_be_changed() -> None:
    formula = Formula.of([[1]])
    with pytest.raises(ValueError, match="read-only"):
        formula.flat[0] = 2


@given(clause_lists, st.integers(1, 7))
def test_iteration_and_pieces_do_not_depend_on_block_size(
    clauses: list[list[int]], size: int
) -> None:
    formula = Formula.of(clauses, n_vars=9)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(formula_module, "_ITERATION_BLOCK", size)
        patch.setattr(formula_module, "_PIECE", size)
        assert list(formula) == clauses
        pieces = list(formula.pieces())
        assert [c for piece in pieces for c in iter_clauses(piece)] == clauses
        assert all(np.count_nonzero(piece == 0) <= size for piece in pieces)


def test_variable_groups_follow_each_other() -> None:
    variables = VarMapBuilder()
    assert [variables.new("letter", 3), variables.new("word 1A", 0), variables.new("word 2D")] == [
        1, 4, 4,
    ]  # fmt: skip
    varmap = variables.build()
    assert varmap.n_vars == 4
    assert varmap.n_by_kind() == {"letter": 3, "word": 1}
    assert varmap.group("word 2D").ids == range(4, 5)
    with pytest.raises(KeyError):
        varmap.group("word 9A")
    assert VarMapBuilder().build().n_vars == 0
