"""No exception leaves a callback of CaDiCaL, which may crash after one: the session raises it."""

from __future__ import annotations

from typing import Any

import pytest
from support.random_puzzles import larger_puzzle

from satcross.model.consistency import arc_consistent
from satcross.solve.cadical.propagator import TablePropagator
from satcross.solve.cadical.session import CadicalSession
from satcross.solve.lazy.problem import table_problem
from satcross.solve.protocol import Outcome

CALLBACKS = ["on_new_level", "on_backtrack", "propagate", "provide_reason", "decide", "check_model"]


def find_fills(session: CadicalSession) -> None:
    n = session.problem.cells.n
    for _ in range(200):
        answer = session.solve()
        assert answer.outcome is Outcome.SAT
        assert answer.assignment is not None
        session.add_clause([-v for v in answer.assignment.true_variables(n)])


@pytest.mark.parametrize("callback", CALLBACKS)
@pytest.mark.parametrize("n_calls", [0, 1, 7])
def test_an_exception_in_a_callback_is_raised_by_the_session(
    callback: str, n_calls: int, lazy_kernel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [n_calls]

    def fail(self: TablePropagator, *args: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise MemoryError("out of luck")
        return getattr(super(Failing, self), callback)(*args)

    Failing = type("Failing", (TablePropagator,), {callback: fail})  # noqa: N806

    monkeypatch.setattr("satcross.solve.cadical.session.TablePropagator", Failing)
    session = CadicalSession(table_problem(arc_consistent(larger_puzzle(1))), seed=1)
    with pytest.raises(MemoryError, match="out of luck"):
        find_fills(session)
    with pytest.raises(RuntimeError, match="closed"):
        session.solve()
