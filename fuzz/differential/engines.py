"""Every engine, solver and encoding, in this process, and how to stop them at a chosen step."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from oracles.lazy.engine import pure_search

from satcross.encoding import encode as encoder
from satcross.encoding.encode import ENCODINGS, Encoding
from satcross.encoding.letters import LetterVars
from satcross.model.consistency import Domains
from satcross.results import Reason
from satcross.solve import refining
from satcross.solve.backends import registry
from satcross.solve.backends.eager import EagerSession
from satcross.solve.backends.preference import preference
from satcross.solve.backends.pysat import ABILITIES, PysatBackend
from satcross.solve.lazy import engine as kernels
from satcross.solve.lazy import session as lazy_session
from satcross.solve.protocol import LAZY, Session, SolverOptions
from satcross.task import StopRequest

# Kissat can be asked but once; the processes of `fuzz.differential.checks.rare` have it.
EAGER = tuple(
    ability.name
    for ability in ABILITIES.values()
    if ability.incremental and (ability.on_windows or sys.platform != "win32")
)
ORACLE = "oracle"  # the readable version in Python of what is compiled
ENCODED = "encoded"  # what stands in for the engine where nothing is compiled
LAZY_ENGINES = ("lazy", f"lazy, {ORACLE}", f"lazy, {ENCODED}")
EAGER_ENGINES = tuple(f"{solver}, {encoding}" for solver in EAGER for encoding in ENCODINGS)
# Tasks can stop their solver, and those that cannot be stopped in this process refuse.
STOPPABLE_ENGINES = tuple(
    engine for engine in EAGER_ENGINES if ABILITIES[engine.partition(", ")[0]].stop
)


def options_of(engine: str, seed: int) -> SolverOptions:
    """The options that ask for an engine; `kernel_of` must hold while it works."""
    solver, _, detail = engine.partition(", ")
    encoding = detail if detail in ENCODINGS else "auto"
    return SolverOptions(solver, encoding=encoding, seed=seed)


@contextmanager
def kernel_of(engine: str) -> Iterator[None]:
    """Let the lazy engine use the kernel of `engine`, and eager solvers run in this process."""
    if engine.endswith(ORACLE):
        with mock.patch.object(kernels, "make_search", pure_search):
            yield
    elif engine.endswith(ENCODED):
        with mock.patch.dict(os.environ, {kernels.VARIABLE: "python"}):
            yield
    else:
        yield


@contextmanager
def eager_in_process() -> Iterator[None]:
    """Start eager solvers in this process, also where a task starts them."""
    real = registry.eager_session

    def in_process(encoding: Encoding, options: SolverOptions, **how: Any) -> Session:
        return real(encoding, options, **how, in_process=True)

    with mock.patch.object(registry, "eager_session", in_process):
        yield


def open_session(engine: str, domains: Domains, letters: LetterVars, seed: int) -> Session:
    """A session of an engine, over the letters that arc consistency has left."""
    with kernel_of(engine):
        options = options_of(engine, seed)
        if options.solver == LAZY:
            return refining.search_session(domains, letters, seed=seed)
        return eager_session(encoder.encode(domains, encoding=options.encoding), options)


def eager_session(encoding: Encoding, options: SolverOptions) -> EagerSession:
    """A session of an eager solver, as child processes have it: nobody will stop it.

    Solvers that can be stopped work in their own threads, which takes longer.
    """
    order = preference(encoding, options.seed)
    backend = PysatBackend(options.solver_name, order.phases, is_alone=True)
    return EagerSession(options.solver_name, encoding.formula, backend, order.scramble)


class StopAt(StopRequest):
    """A request to stop that is made when it has been looked at a number of times.

    Unlike a time limit it stops the same work at the same step on every machine.
    """

    __slots__ = ("_left", "_made")

    def __init__(self, looks: int) -> None:
        self._left = looks
        self._made: Reason | None = None

    @property
    def reason(self) -> Reason | None:
        """The request, from the chosen look on."""
        if self._made is None and self._left >= 0:
            self._left -= 1
            if self._left < 0:
                self._made = Reason.CANCELLED
        return self._made

    @reason.setter
    def reason(self, reason: Reason | None) -> None:
        self._made = reason


@contextmanager
def short_slices(decisions: int) -> Iterator[None]:
    """Let the lazy engine look whether to stop every few decisions, and after each conflict."""
    with (
        mock.patch.object(lazy_session, "SLICE_DECISIONS", decisions),
        mock.patch.object(lazy_session, "UNLIMITED", 1),
    ):
        yield
