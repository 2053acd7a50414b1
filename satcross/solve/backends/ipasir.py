"""Shared libraries with the IPASIR interface as solvers: `--solver ipasir:/path/lib.so`.

They are loaded in a child process only, so that a library that crashes, prints or never returns
does no harm here.

Source: T. Balyo, A. Biere, M. Iser, C. Sinz, SAT Race 2015, Artificial Intelligence 241, 2016.
"""

from __future__ import annotations

import ctypes
import time
from collections import deque
from pathlib import Path
from typing import Any, Final

import numpy as np

from satcross.cnf.formula import I32
from satcross.errors import OptionError, SolverError
from satcross.processes.inside import Channel
from satcross.solve.backends.eager import RawAnswer
from satcross.solve.backends.pysat import answer_all
from satcross.solve.protocol import Counters, Outcome
from satcross.task import Deadline

PREFIX: Final = "ipasir:"
_SAT, _UNSAT, _STOPPED = 10, 20, 0
_Terminate = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
# By function, the types of what it returns and takes.
_FUNCTIONS: Final[dict[str, tuple[Any, list[Any]]]] = {
    "init": (ctypes.c_void_p, []),
    "release": (None, [ctypes.c_void_p]),
    "add": (None, [ctypes.c_void_p, ctypes.c_int32]),
    "assume": (None, [ctypes.c_void_p, ctypes.c_int32]),
    "solve": (ctypes.c_int, [ctypes.c_void_p]),
    "val": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_int32]),
    "failed": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_int32]),
    "set_terminate": (None, [ctypes.c_void_p, ctypes.c_void_p, _Terminate]),
}


def library_of(solver: str) -> Path | None:
    """The library that `ipasir:FILE` names; None for solvers of other kinds.

    Raises:
        OptionError: there is no such file.
    """
    if not solver.startswith(PREFIX):
        return None
    name = solver.removeprefix(PREFIX)

    def bad(problem: str) -> OptionError:
        hint = "name a shared library, as in ipasir:/usr/lib/libsolver.so"
        return OptionError(problem, hint=hint, parameter="solver")

    if not name:
        raise bad("ipasir: names no library")
    try:
        path = Path(name).expanduser().absolute()
        is_folder, is_there = path.is_dir(), path.exists()
    except (OSError, ValueError, RuntimeError):  # no such user, a NUL, a name too long
        raise bad(f"{name[:40]!r} cannot be the name of a file") from None
    if is_folder:
        raise bad(f"{name} is a directory")
    if not is_there:
        raise bad(f"there is no file {name}")
    return path


class IpasirBackend:
    """The solver of a library, in this process.

    Args:
        path: of the library.

    Raises:
        SolverError: it cannot be loaded, or lacks a function.
    """

    def __init__(self, path: str) -> None:
        self.counters = Counters()  # the interface has none
        self.is_resumable = True
        self._name = Path(path).name
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            raise SolverError(f"{self._name} cannot be loaded: {error}") from None
        self._call: dict[str, Any] = {}
        for name, (returned, taken) in _FUNCTIONS.items():
            try:
                function = getattr(library, f"ipasir_{name}")
            except AttributeError:
                raise SolverError(
                    f"{self._name} has no function ipasir_{name}: it is no IPASIR library"
                ) from None
            function.restype, function.argtypes = returned, taken
            self._call[name] = function
        self._solver: int | None = self._call["init"]()
        self._end: float | None = None
        self._terminate: Any = None  # the library keeps a pointer to it
        self._n_known = 0  # variables that a clause or an assumption has had

    def add(self, flat: I32) -> None:
        """Add clauses, each closed by a 0."""
        add, solver = self._call["add"], self._solver
        self._n_known = max(self._n_known, int(np.abs(flat).max(initial=0)))
        deque((add(solver, literal) for literal in flat.tolist()), maxlen=0)

    def solve(self, assumptions: tuple[int, ...], n_vars: int, deadline: Deadline) -> RawAnswer:
        """Answer for all clauses so far. A library may look at the deadline late, or never.

        Raises:
            SolverError: the library answers nothing that the interface knows.
        """
        call, solver, self._end = self._call, self._solver, deadline.end
        self._n_known = max(self._n_known, *map(abs, assumptions), 0)
        for literal in assumptions:
            call["assume"](solver, literal)
        if self._end is not None and self._terminate is None:
            # A library may call it often, which takes time: only where there has been a limit.
            self._terminate = _Terminate(self._is_over)
            call["set_terminate"](solver, None, self._terminate)
        status = call["solve"](solver)
        if status == _SAT:
            values = np.zeros(n_vars + 1, dtype=np.bool_)
            val = call["val"]
            for variable in range(1, min(n_vars, self._n_known) + 1):
                values[variable] = val(solver, variable) > 0
            return RawAnswer(Outcome.SAT, values)
        if status == _UNSAT:
            failed = call["failed"]
            core = tuple(literal for literal in assumptions if failed(solver, literal))
            return RawAnswer(Outcome.UNSAT, core=core)
        if status != _STOPPED:
            raise SolverError(f"{self._name} answered {status}, which is none of 0, 10 and 20")
        return RawAnswer(Outcome.UNKNOWN, reason=deadline.reason)

    def _is_over(self, _: int | None) -> int:
        return int(self._end is not None and time.monotonic() >= self._end)

    def close(self) -> None:
        """Give the solver's memory back."""
        if self._solver is not None:
            self._call["release"](self._solver)
            self._solver = None


def serve(channel: Channel, path: str) -> None:
    """In the child of a `WorkerBackend`: answer its requests until they end."""
    answer_all(channel, IpasirBackend(path))
