"""What SAT solvers write: the competition's `s` and `v` lines, and MiniSat's result file."""

from __future__ import annotations

from enum import Enum
from os import PathLike
from pathlib import Path

import numpy as np

from satcross.cnf.ascii import NotAnIntegerError, parse_integers, token_position
from satcross.cnf.assignment import Assignment
from satcross.cnf.files import read_whole
from satcross.errors import DimacsError

PathName = str | PathLike[str]


class Verdict(Enum):
    """The word after `s`. None is falsy: compare."""

    SATISFIABLE = "SATISFIABLE"
    UNSATISFIABLE = "UNSATISFIABLE"
    UNKNOWN = "UNKNOWN"


_S_LINES = {b"s " + verdict.value.encode(): verdict for verdict in Verdict}
# What MiniSat writes to its result file, and what it and its kin print without an `s`.
_BARE = {
    b"SAT": Verdict.SATISFIABLE,
    b"UNSAT": Verdict.UNSATISFIABLE,
    b"INDET": Verdict.UNKNOWN,
    b"SATISFIABLE": Verdict.SATISFIABLE,
    b"UNSATISFIABLE": Verdict.UNSATISFIABLE,
    b"INDETERMINATE": Verdict.UNKNOWN,
    b"UNKNOWN": Verdict.UNKNOWN,
}


def read_output(path: PathName, n_vars: int | None = None) -> tuple[Verdict, Assignment | None]:
    """Read a file of a solver's output; see `parse_output`.

    Raises:
        DimacsError: it cannot be read, or holds no answer, or one that makes no sense.
    """
    return parse_output(read_whole(Path(path)), n_vars, source=str(path))


def read_assignment(path: PathName, n_vars: int | None = None) -> Assignment:
    """Read the assignment from a file of a solver's output.

    Raises:
        DimacsError: as `read_output`, or the answer is not SATISFIABLE.
    """
    verdict, assignment = read_output(path, n_vars)
    if assignment is None:
        raise DimacsError(f"the solver's answer is {verdict.value}", source=str(path))
    return assignment


def parse_output(
    data: bytes, n_vars: int | None = None, *, source: str = "solver output"
) -> tuple[Verdict, Assignment | None]:
    """The answer in what a solver wrote.

    `s` and `v` lines, or MiniSat's `SAT` with the literals on the next line. All other lines are
    passed over: solvers print much. Variables that are not named are false.

    Args:
        data: the whole output.
        n_vars: how many variables the formula has; None: as many as are named.
        source: names it in errors.

    Returns: the verdict, and the assignment when it is SATISFIABLE.

    Raises:
        DimacsError: there is no answer or there are two; the assignment is missing, lacks its 0,
            names a variable beyond `n_vars`, gives one two values, or is not made of integers.

    >>> verdict, assignment = parse_output(b"c hello\\ns SATISFIABLE\\nv 1 -2\\nv 3 0\\n")
    >>> verdict.name, assignment.true_variables()
    ('SATISFIABLE', [1, 3])
    """
    reader = _Output(data, source)
    verdict = reader.verdict
    if verdict is None:
        raise DimacsError(
            "holds no answer: no line `s SATISFIABLE` or `s UNSATISFIABLE`",
            mend="is this a solver's output?",
            source=source,
        )
    if verdict is not Verdict.SATISFIABLE:
        if reader.values and verdict is Verdict.UNSATISFIABLE:
            reader.fail(reader.values[0][0], "UNSATISFIABLE, and yet an assignment")
        return verdict, None
    if not reader.values:
        raise DimacsError(
            "says SATISFIABLE but gives no assignment",
            mend="have the solver print it; MiniSat writes it to a second file",
            source=source,
        )
    return verdict, reader.assignment(n_vars)


class _Output:
    """A solver's output, taken apart by lines.

    Fields:
        verdict: what the output says; None when it says nothing.
        values: the (line number, text) of each line of literals.
    """

    def __init__(self, data: bytes, source: str) -> None:
        self.source = source
        self.verdict: Verdict | None = None
        self.values: list[tuple[int, bytes]] = []
        bare = False  # the line before was MiniSat's bare SAT
        for number, raw in enumerate(data.split(b"\n"), 1):
            line = raw.strip()
            if line in _S_LINES:
                self._say(_S_LINES[line], number)
            elif line in _BARE:
                self._say(_BARE[line], number)
                bare = line == b"SAT"
                continue
            elif line == b"v" or line.startswith((b"v ", b"v\t")):
                self.values.append((number, line[1:]))
            elif bare and line:
                self.values.append((number, line))
            bare = bare and not line

    def fail(self, line: int, problem: str, mend: str = "") -> None:
        """Raise for a line."""
        raise DimacsError(problem, mend=mend, source=self.source, line=line)

    def assignment(self, n_vars: int | None) -> Assignment:
        """The assignment of all lines of literals. Raises DimacsError."""
        text = b"\n".join(part for _, part in self.values)
        try:
            numbers = parse_integers(text)
        except NotAnIntegerError as error:
            token = text[error.position :].split(None, 1)[0][:20]
            self._fail_at(text, error.position, f"{repr(token)[1:]} is no literal")
        closed = np.flatnonzero(numbers == 0)
        if not len(closed):
            self.fail(self.values[-1][0], "the assignment lacks its 0", "is the file cut off?")
        if int(closed[0]) + 1 < len(numbers):
            position = token_position(text, int(closed[0]) + 1)
            self._fail_at(text, position, "literals follow the assignment's 0")
        literals = numbers[:-1]
        limit = int(np.abs(literals).max(initial=0)) if n_vars is None else n_vars
        beyond = np.flatnonzero(np.abs(literals) > limit)
        if len(beyond):
            index = int(beyond[0])
            self._fail_at(
                text,
                token_position(text, index),
                f"variable {abs(int(literals[index]))} is beyond the formula's {limit}",
                "is this the output for this formula?",
            )
        values = np.zeros(limit + 1, dtype=np.bool_)
        denied = np.zeros(limit + 1, dtype=np.bool_)
        values[literals[literals > 0]] = True
        denied[-literals[literals < 0]] = True
        both = np.flatnonzero(values & denied)
        if len(both):
            again = np.flatnonzero(np.abs(literals) == both[0])
            position = token_position(text, int(again[-1]))
            self._fail_at(text, position, f"variable {both[0]} is given both values")
        return Assignment(values)

    def _say(self, verdict: Verdict, line: int) -> None:
        if self.verdict not in (None, verdict):
            self.fail(line, f"a second answer, {verdict.value}, which is not the first")
        self.verdict = verdict

    def _fail_at(self, text: bytes, position: int, problem: str, mend: str = "") -> None:
        self.fail(self.values[text.count(b"\n", 0, position)][0], problem, mend)
