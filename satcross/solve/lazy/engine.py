"""The searches and states of the extension module, where it is built.

Where it is not, nothing here can be made: `satcross.solve.refining` solves the eager encoding then.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, Literal

from satcross.errors import SolverError
from satcross.solve.lazy.order import Order
from satcross.solve.lazy.problem import TableProblem

if TYPE_CHECKING:
    from satcross.solve.lazy.kernel.compiled import Search

# Set to "python", this environment variable keeps the extension modules out. For tests, and for
# comparisons with the eager encoding.
VARIABLE: Final = "SATCROSS_KERNEL"
MAX_LENGTH = 255  # of a slot


def kernel() -> Literal["compiled", "python"]:
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


def fits(problem: TableProblem) -> bool:
    """Whether the extension module is there, and can hold a problem."""
    lengths = (len(cells) for cells in problem.slots)
    return kernel() == "compiled" and max(lengths, default=0) <= MAX_LENGTH


def make_state(problem: TableProblem) -> Search:
    """A state at the start of its search, for a propagator. Raises SolverError where it must."""
    if kernel() != "compiled":
        raise SolverError(
            "this needs satcross's compiled search: install a wheel, or satcross with a C compiler"
        )
    if not fits(problem):
        raise SolverError(f"this needs slots of at most {MAX_LENGTH} cells")
    from satcross.solve.lazy.kernel.compiled import Search

    return Search(problem)


def make_search(problem: TableProblem, seed: int) -> Search:
    """A search at its start. Raises SolverError where there can be none."""
    search = make_state(problem)
    search.search_by(Order(search, seed))
    return search
