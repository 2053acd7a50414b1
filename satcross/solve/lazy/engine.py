"""Which of the two states a session gets: the compiled one where it is there, else Python's."""

from __future__ import annotations

import os
from typing import Final

from satcross.consistency import Domains
from satcross.encode.letters import LetterVars
from satcross.solve.lazy.pure import PureState
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
        import satcross.solve.lazy._kernel  # noqa: F401
    except ImportError:
        return "python"
    return "compiled"


def make_state(domains: Domains, letters: LetterVars) -> State:
    """A state at the start of its search.

    Very long slots and very large alphabets are searched in Python: see `CompiledState`.
    """
    if kernel() == "compiled":
        from satcross.solve.lazy.compiled import CompiledState, fits

        if fits(domains):
            return CompiledState(domains, letters)
    return PureState(domains, letters)
