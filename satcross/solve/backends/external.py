"""Any solver that reads a DIMACS file, by its command line."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from satcross.cnf.dimacs import read_output, write_flat
from satcross.cnf.formula import I32
from satcross.errors import DimacsError, OptionError, SolverError
from satcross.processes.programs import Supervisor
from satcross.results import Reason
from satcross.solve.backends.eager import RawAnswer
from satcross.solve.protocol import Counters, Outcome
from satcross.task import Deadline

_PLACES = re.compile(r"\{(\w*)\}")
_KNOWN_PLACES = ("cnf", "out", "seed")
_STATUS = {10: "SATISFIABLE", 20: "UNSATISFIABLE"}  # exit codes of the SAT competition


def program_of(command: str) -> str:
    """The base name of the program that a solver command runs.

    Raises:
        OptionError: the command is empty, has an open quote, or a place that is not known.
    """
    return Path(_split(command)[0]).name


def _split(command: str) -> list[str]:
    def bad(problem: str, hint: str) -> OptionError:
        return OptionError(problem, hint=hint, parameter="solver_command")

    try:
        os.fsencode(command)
        words = _words(command)
    except UnicodeEncodeError:
        raise bad(f"{command!r} cannot be passed to a program", "use other characters") from None
    except ValueError as error:
        raise bad(f"{command!r} cannot be split: {str(error).lower()}", "close it") from None
    if "\0" in command:
        raise bad(f"{command!r} has a NUL", "remove it")
    if not words:
        raise bad("the command is empty", "give one, as in 'kissat {cnf}'")
    for place in _PLACES.findall(command):
        if place not in _KNOWN_PLACES:
            raise bad(f"{{{place}}} is not known", "use {cnf}, {out} or {seed}")
    return words


def _words(command: str) -> list[str]:
    lexer = shlex.shlex(command, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if sys.platform == "win32":
        lexer.escape = ""  # backslashes divide the folders of a path
    return list(lexer)


class CommandBackend:
    """A solver that is started for every call, on a file of all clauses.

    `{cnf}` in the command stands for the file; without it the solver reads the formula on its
    standard input. `{out}` stands for a file that the solver writes its answer to, as MiniSat
    does; without it the answer is on its standard output. `{seed}` stands for the seed. There is
    no shell. Assumptions are unit clauses, and so all of them are the core.

    Args:
        command: the command line.
        seed: what `{seed}` stands for.
        on_tick: called some ten times a second while the solver works.

    Raises:
        OptionError: as `program_of`.
    """

    def __init__(
        self, command: str, seed: int = 0, on_tick: Callable[[], None] | None = None
    ) -> None:
        self._supervisor: Supervisor | None = None
        self.counters = Counters()
        self.is_resumable = False
        self._words = _split(command)
        self._name = Path(self._words[0]).name
        self._seed = abs(seed)
        self._on_tick = on_tick
        self._clauses: list[I32] = []

    def add(self, flat: I32) -> None:
        """Add clauses, each closed by a 0."""
        self._clauses.append(flat)

    def solve(self, assumptions: tuple[int, ...], n_vars: int, deadline: Deadline) -> RawAnswer:
        """Run the solver on all clauses so far.

        Raises:
            SolverError: it is missing, died, or gave no readable answer.
        """
        units = np.array([x for lit in assumptions for x in (lit, 0)], dtype=np.int32)
        supervisor = self._supervisor = self._supervisor or Supervisor(self._name)
        folder = supervisor.folder
        cnf, out = folder / "formula.cnf", folder / "answer.txt"
        try:
            out.unlink(missing_ok=True)  # of the call before
            code = None
            if self._write(cnf, n_vars, units, deadline):
                code = self._run(supervisor, cnf, out, deadline)
            if code is None:
                return RawAnswer(Outcome.UNKNOWN, reason=deadline.reason)
            return self._answer(code, out, folder, n_vars, assumptions)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Forget the clauses, and end whatever the solver has left."""
        self._clauses = []
        if self._supervisor is not None:
            supervisor, self._supervisor = self._supervisor, None
            supervisor.close()

    def __del__(self) -> None:
        self.close()

    def _write(self, cnf: Path, n_vars: int, units: I32, deadline: Deadline) -> bool:
        """Write the formula; False when the deadline passed first."""

        def stop() -> None:
            if deadline.passed():
                raise TimeoutError

        try:
            with cnf.open("wb") as file:
                write_flat(file, n_vars, [*self._clauses, units], tick=stop)
        except TimeoutError:
            return False
        except OSError as error:
            raise SolverError(f"cannot write {cnf}: {error.strerror}") from None
        return True

    def _run(self, supervisor: Supervisor, cnf: Path, out: Path, deadline: Deadline) -> int | None:
        """The solver's exit code; None at the deadline."""
        folder = supervisor.folder
        places = {"cnf": str(cnf), "out": str(out), "seed": str(self._seed)}
        words = [_PLACES.sub(lambda match: places[match[1]], word) for word in self._words]
        by_file = any("{cnf}" in word for word in self._words)
        stdin = Path(os.devnull) if by_file else cnf
        supervisor.run(words, stdin=stdin, stdout=folder / "stdout", stderr=folder / "stderr")
        try:
            code = supervisor.wait(deadline, self._on_tick)
        except FileNotFoundError:
            raise SolverError(
                f"there is no program {words[0]!r}; install it, or correct the command"
            ) from None
        except OSError as error:
            raise SolverError(f"{words[0]!r} cannot be run: {error.strerror}") from None
        if code is None:
            supervisor.kill()
        return code

    def _answer(
        self, code: int, out: Path, folder: Path, n_vars: int, assumptions: tuple[int, ...]
    ) -> RawAnswer:
        asked_for_file = any("{out}" in word for word in self._words)
        path = out if asked_for_file else folder / "stdout"
        if not path.exists():
            raise SolverError(self._failure(code, folder, "it wrote no {out} file"))
        if code not in (0, 10, 20):
            # A crash after half an answer is a crash.
            raise SolverError(self._failure(code, folder, ""))
        try:
            status, assignment = read_output(path, n_vars, source=self._name)
        except DimacsError as error:
            raise SolverError(self._failure(code, folder, str(error))) from None
        expected = _STATUS.get(code)
        if expected is not None and status.value != expected:
            raise SolverError(
                self._failure(code, folder, f"it said {status.value}, against its exit code")
            )
        if assignment is not None:
            return RawAnswer(Outcome.SAT, assignment.values)
        if status.value == "UNSATISFIABLE":
            return RawAnswer(Outcome.UNSAT, core=assumptions)
        return RawAnswer(Outcome.UNKNOWN, reason=Reason.GIVEN_UP, detail=f"{self._name} gave up")

    def _failure(self, code: int, folder: Path, problem: str) -> str:
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        lines = (folder / "stderr").read_bytes()[-2000:].decode(errors="replace").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        parts = [f"{self._name} failed with {how}", problem, f"it said: {said[-1]}" if said else ""]
        return "; ".join(part for part in parts if part)
