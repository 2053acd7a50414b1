"""The searches and states in Python, in the place of the compiled ones."""

from __future__ import annotations

import pytest

from oracles.lazy.order import PureOrder
from oracles.lazy.search import PureSearch
from oracles.lazy.state import PureState
from satcross.solve.lazy import engine
from satcross.solve.lazy.problem import TableProblem

KERNELS = ("compiled", "oracle")


def pure_search(problem: TableProblem, seed: int) -> PureSearch:
    """A search at its start: see `engine.make_search`."""
    state = PureState(problem)
    return PureSearch(state, PureOrder(state, seed))


def use(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let sessions have one of `KERNELS` from now on."""
    compiled = name == "compiled"
    monkeypatch.setattr(engine, "make_search", _make_search if compiled else pure_search)
    monkeypatch.setattr(engine, "make_state", _make_state if compiled else PureState)


_make_search, _make_state = engine.make_search, engine.make_state
