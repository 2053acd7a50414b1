"""Which states and searches there are: the compiled ones if they could be built, or Python's."""

from __future__ import annotations

import os
from typing import Final

from satcross.solve.lazy.order import Order
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.search import Search
from satcross.solve.lazy.state import State

# Set to "python", this environment variable keeps the compiled state out. For measurements and
# tests: the answers are the same.
VARIABLE: Final = "SATCROSS_KERNEL"


def kernel() -> str:
    """What searches: "compiled", or "python" where there is no extension module or none is wanted.

    Source: the environment variable SATCROSS_KERNEL, read at each call.
    """
    if os.environ.get(VARIABLE) == "python":
        return "python"
    try:
        from satcross.solve.lazy.kernel import _kernel  # noqa: F401
    except ImportError:
        return "python"
    return "compiled"


def make_state(problem: TableProblem) -> State:
    """A state at the start of its search, for a propagator.

    Very long slots and very large alphabets are searched in Python: see `compiled.fits`.
    """
    if kernel() == "compiled":
        from satcross.solve.lazy.kernel.compiled import CompiledState, fits

        if fits(problem):
            return CompiledState(problem)
    from satcross.solve.lazy.reference.state import PureState

    return PureState(problem)


def make_search(problem: TableProblem, seed: int) -> Search:
    """A search at its start."""
    if kernel() == "compiled":
        from satcross.solve.lazy.kernel import _kernel
        from satcross.solve.lazy.kernel.compiled import CompiledSearch, CompiledState, fits

        if fits(problem):
            compiled = CompiledState(problem, _kernel.Search)
            return CompiledSearch(compiled, Order(compiled, seed))
    from satcross.solve.lazy.reference.search import PureSearch
    from satcross.solve.lazy.reference.state import PureState

    state = PureState(problem)
    return PureSearch(state, Order(state, seed))
