"""The eager solver of a name, and how to start it: of `pysat`, of another package, or a program."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import cast

from satcross.cnf.cardinality import AUTO, Counting
from satcross.encoding.encode import Encoding
from satcross.errors import OptionError
from satcross.solve.backends.eager import AtLeast, Backend, EagerSession
from satcross.solve.backends.external import CommandBackend, program_of
from satcross.solve.backends.ipasir import library_of
from satcross.solve.backends.preference import preference
from satcross.solve.backends.pysat import ABILITIES, PysatBackend, ability
from satcross.solve.backends.scramble import Scramble
from satcross.solve.backends.worker import WorkerBackend
from satcross.solve.protocol import LAZY, SolverOptions
from satcross.task import Progress


def names() -> tuple[str, ...]:
    """What `SolverOptions.solver` can be: the lazy engine's two, then PySAT's solvers.

    And the solvers of other packages: `satcross.plugins.names`.
    """
    return (LAZY, *ABILITIES)


def eager_engine_name(options: SolverOptions) -> str:
    """What to call the solver that `options` ask for: `glucose4`, or a program's or library's name.

    Raises:
        OptionError: there is no such solver or library, the command is malformed, or both are
            given.
    """
    if options.command is not None:
        if options.solver != LAZY:
            raise OptionError(
                "a solver and a solver command exclude each other",
                hint="give --solver or --solver-command",
                parameter="solver_command",
            )
        return program_of(options.command)
    if not isinstance(options.solver, str):
        return options.solver_name
    library = library_of(options.solver)
    if library is not None:
        return library.name
    if options.solver not in ABILITIES and _of_plugin(options.solver) is not None:
        return options.solver
    return ability(options.solver).name


def _of_plugin(name: str) -> Callable[[int], Backend] | None:
    """What starts the solver of this name that another package brings; None if there is none."""
    from satcross import plugins

    return cast(Callable[[int], Backend] | None, plugins.load(plugins.SOLVERS, name))


def counting_for(options: SolverOptions) -> Counting | None:
    """How the formula counts literals: by sums, for a solver that takes them."""
    known = ABILITIES.get(options.solver_name)
    if options.command is None and known is not None and known.counts:
        return Counting(AUTO, AUTO, is_native=True)
    return None


def eager_session(
    encoding: Encoding,
    options: SolverOptions,
    *,
    sums: Sequence[AtLeast] = (),
    in_process: bool = False,
) -> EagerSession:
    """A session of the solver that `options` ask for, holding `encoding`.

    Args:
        encoding: the formula.
        options: `solver` (not "lazy") or `command`, `seed` and `on_progress` count here.
        sums: a part of the formula, if it was made with `counting_for`.
        in_process: run one of PySAT's solvers in this process. It starts at once, which pays for
            thousands of small puzzles; but a deadline is kept only as well as the solver lets
            itself be stopped, and there is no progress.

    Raises:
        OptionError: as `eager_engine_name`.
        SolverError: the solver cannot be started.
    """
    name = eager_engine_name(options)
    tick = _tick(name, options)
    if options.command is None and not isinstance(options.solver, str):
        from satcross.solve.backends.objects import backend_of

        scramble = Scramble.identity(encoding.formula.n_vars)
        return EagerSession(name, encoding.formula, backend_of(options.solver, tick), scramble)
    order = preference(encoding, options.seed)
    backend: Backend
    library = library_of(str(options.solver))
    if options.command is not None:
        backend = CommandBackend(options.command, options.seed, on_tick=tick)
    elif library is not None:
        backend = WorkerBackend(name, on_tick=tick, library=str(library))
    elif name not in ABILITIES:
        start = _of_plugin(name)
        assert start is not None  # or it would have no name
        backend = start(options.seed)
    elif in_process:
        backend = PysatBackend(name, order.phases)
    else:
        backend = WorkerBackend(name, order.phases, on_tick=tick)
    return EagerSession(name, encoding.formula, backend, order.scramble, sums)


def _tick(name: str, options: SolverOptions) -> Callable[[], None] | None:
    tell = options.on_progress
    if tell is None:
        return None
    started = time.monotonic()
    return lambda: tell(Progress(f"solving with {name}", time.monotonic() - started))
