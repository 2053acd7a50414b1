"""What SAT solvers write: the competition's `s` and `v` lines, and MiniSat's result file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from os import PathLike
from pathlib import Path
from typing import NoReturn

import numpy as np

from satcross.cnf.ascii import NotAnIntegerError, parse_integers, token_position
from satcross.cnf.assignment import Assignment
from satcross.cnf.limits import BLANKS, MAX_BYTES, MAX_LINE, MAX_LINES, MAX_VARS
from satcross.errors import DimacsError
from satcross.packed import PIECE, STDIN, pieces_of_file, pieces_of_stdin

PathName = str | PathLike[str]


class SolverStatus(Enum):
    """The word after `s`. None is falsy: compare."""

    SATISFIABLE = "SATISFIABLE"
    UNSATISFIABLE = "UNSATISFIABLE"
    UNKNOWN = "UNKNOWN"


_SOME_VARS = 1 << 16  # entries of an assignment at first
_WORDS = {
    **{b"s " + verdict.value.encode(): verdict for verdict in SolverStatus},
    b"s OPTIMUM FOUND": SolverStatus.SATISFIABLE,  # that there is no better one is not checked
    # What MiniSat writes to its result file, and what it and its kin print without an `s`.
    b"SAT": SolverStatus.SATISFIABLE,
    b"UNSAT": SolverStatus.UNSATISFIABLE,
    b"INDET": SolverStatus.UNKNOWN,
    b"SATISFIABLE": SolverStatus.SATISFIABLE,
    b"UNSATISFIABLE": SolverStatus.UNSATISFIABLE,
    b"INDETERMINATE": SolverStatus.UNKNOWN,
    b"UNKNOWN": SolverStatus.UNKNOWN,
    # What others say that stopped at a limit of their own.
    b"s INDETERMINATE": SolverStatus.UNKNOWN,
    b"s TIMEOUT": SolverStatus.UNKNOWN,
    b"TIMEOUT": SolverStatus.UNKNOWN,
}
# CaDiCaL and Kissat say it in a comment. It counts where there is no other answer.
_UNKNOWN_COMMENTS = (b"c UNKNOWN", b"c TIMEOUT", b"c s UNKNOWN", b"c s TIMEOUT")


def read_output(
    path: PathName, n_vars: int | None = None, *, source: str | None = None, form: str = "cnf"
) -> tuple[SolverStatus, Assignment | None]:
    """Read a file of a solver's output; see `parse_output`. Errors call it by its name or `source`.

    Args: form: of the file that was solved: `satcross.cnf.variants`.

    Raises:
        DimacsError: it cannot be read, or holds no answer, or one that makes no sense.
    """
    pieces = pieces_of_file(Path(path), DimacsError, limit=MAX_BYTES)
    return _Output(_in_literals(pieces, form, n_vars), source or str(path), n_vars).answer()


def read_output_of_stdin(
    n_vars: int | None = None, form: str = "cnf"
) -> tuple[SolverStatus, Assignment | None]:
    """The same for standard input."""
    pieces = pieces_of_stdin(DimacsError, limit=MAX_BYTES)
    return _Output(_in_literals(pieces, form, n_vars), STDIN, n_vars).answer()


def _in_literals(pieces: Iterable[bytes], form: str, n_vars: int | None) -> Iterator[bytes]:
    """The output of a MaxSAT or pseudo-Boolean solver with its values as literals, line by line.

    `v 0110` has a digit for each variable, `v x1 -x2` their names; neither need end in 0.
    """
    if form not in ("wcnf", "pwcnf", "opb"):
        yield from pieces
        return
    last: bytes | None = None  # the last value
    for line in b"".join(pieces).split(b"\n"):
        text = line.strip()
        if text.startswith((b"v ", b"v\t")):
            values = text[1:].strip()
            if form == "opb":
                values = values.replace(b"x", b"")
            elif len(values) == n_vars and not values.strip(b"01"):
                true = np.flatnonzero(np.frombuffer(values, dtype=np.uint8) == ord("1")) + 1
                values = b" ".join(map(b"%d".__mod__, true.tolist()))
            text = b"v " + values
            last = values.rpartition(b" ")[2]
        yield text + b"\n"
    if last not in (None, b"0"):
        yield b"v 0\n"


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
) -> tuple[SolverStatus, Assignment | None]:
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
    pieces = (data[at : at + PIECE] for at in range(0, len(data), PIECE))
    return _Output(pieces, source, n_vars).answer()


class _Output:
    """A solver's output, read line by line; the first wrong line ends the reading.

    Args:
        pieces: the bytes of the output.
        source: names it in errors.
        n_vars: how many variables the formula has; None: as many as are named.
    """

    def __init__(self, pieces: Iterable[bytes], source: str, n_vars: int | None) -> None:
        self._pieces = pieces
        self._source = source
        self._n_vars = n_vars
        self._verdict: SolverStatus | None = None
        self._is_unknown = False  # by a comment
        self._line = 1
        # What is known of the assignment. An entry for each variable; it grows as needed.
        self._true = np.zeros(_SOME_VARS, dtype=np.bool_)
        self._false = np.zeros(_SOME_VARS, dtype=np.bool_)
        self._n_named = 0
        self._values_at = 0  # the last line of literals; 0 where there is none
        self._closed = False
        self._fault: DimacsError | None = None
        self._bare = False  # the line before was MiniSat's bare SAT
        # Within a line of which a part is read: whether it has literals; None at a line's begin.
        self._inside: bool | None = None

    def answer(self) -> tuple[SolverStatus, Assignment | None]:
        """The verdict, and the assignment when it is SATISFIABLE. Raises DimacsError."""
        self._read()
        verdict = self._verdict
        if verdict is None and self._is_unknown:
            verdict = SolverStatus.UNKNOWN
        if verdict is None:
            raise DimacsError(
                "holds no answer: no line `s SATISFIABLE` or `s UNSATISFIABLE`",
                hint="is this a solver's output?",
                source=self._source,
            )
        if verdict is not SolverStatus.SATISFIABLE:
            if self._values_at and verdict is SolverStatus.UNSATISFIABLE:
                self._fail(self._values_at, "UNSATISFIABLE, and yet an assignment")
            return verdict, None
        if self._fault is not None:
            raise self._fault
        if not self._values_at:
            raise DimacsError(
                "says SATISFIABLE but gives no assignment",
                hint="have the solver print it; MiniSat writes it to a second file",
                source=self._source,
            )
        # Z3 ends without a 0; where all variables have a value, nothing can be cut off.
        if not self._closed and not self._has_all():
            self._fail(self._values_at, "the assignment lacks its 0", "is the file cut off?")
        n_vars = self._n_named if self._n_vars is None else self._n_vars
        self._make_room(n_vars)
        return verdict, Assignment(self._true[: n_vars + 1].tobytes())

    def _has_all(self) -> bool:
        """Whether all variables of the formula have a value, as far as it is known."""
        if self._n_vars is None:
            return False
        named = self._true | self._false
        return int(named[1 : self._n_vars + 1].sum()) == self._n_vars

    def _read(self) -> None:
        rest = b""
        for piece in self._pieces:
            text = rest + piece
            cut = text.rfind(b"\n") + 1
            if cut:
                self._lines(text[:cut])
            rest = text[cut:]
            if len(rest) > MAX_LINE:
                rest = self._part_of_line(rest)
        self._lines(rest)

    def _lines(self, text: bytes) -> None:
        """Read whole lines, and what is left of a line that `_part_of_line` began to read."""
        parts: list[bytes] = []  # the literals of each line; b"" of all other lines
        for offset, raw in enumerate(text.split(b"\n")):
            line = raw.strip()
            literals = b""
            if self._inside is not None:
                literals = line if self._inside else b""
                self._inside = None
            elif line in _WORDS:
                self._say(_WORDS[line], self._line + offset)
                self._bare = line == b"SAT"
            elif line.startswith(b"v"):
                if line == b"v" or line.startswith((b"v ", b"v\t")):
                    literals = line[1:]
                    self._values_at = self._line + offset
                self._bare = False
            elif line:
                self._is_unknown |= line in _UNKNOWN_COMMENTS
                if self._bare:
                    literals = line
                    self._values_at = self._line + offset
                self._bare = False
            parts.append(literals)
        self._take(b"\n".join(parts))
        self._line += len(parts) - 1
        if self._line > MAX_LINES:
            problem = f"there are more than {MAX_LINES:,} lines"
            self._fail(None, problem, "check that it is the right file")

    def _part_of_line(self, text: bytes) -> bytes:
        """Read the first part of a long line without its end; returns what is not read yet."""
        if self._inside is None:
            start = text.lstrip()
            self._inside = self._bare or start.startswith((b"v ", b"v\t"))
            self._bare = False
            if self._inside:
                self._values_at = self._line
                text = start.removeprefix(b"v")
        if not self._inside:
            return b""
        cut = max(map(text.rfind, BLANKS)) + 1 or len(text)
        self._take(text[:cut])
        return text[cut:]

    def _take(self, text: bytes) -> None:
        """Read literals, from line `_line` on. A fault matters once the verdict is SAT."""
        if self._fault is None and text.strip():
            try:
                self._literals(text)
            except DimacsError as error:
                self._fault = error
        if self._fault is not None and self._verdict is SolverStatus.SATISFIABLE:
            raise self._fault

    def _literals(self, text: bytes) -> None:
        try:
            numbers = parse_integers(text)
        except NotAnIntegerError as error:
            token = text[error.position :].split(None, 1)[0][:20]
            self._fail_at(text, error.position, f"{repr(token)[1:]} is no literal")
        zeros = np.flatnonzero(numbers == 0)
        n_wanted = 0 if self._closed else int(zeros[0]) + 1 if len(zeros) else len(numbers)
        if n_wanted < len(numbers):
            position = token_position(text, n_wanted)
            self._fail_at(text, position, "literals follow the assignment's 0")
        self._closed = bool(len(zeros))
        literals = numbers[: len(numbers) - len(zeros)]
        variables = np.abs(literals)
        limit = MAX_VARS if self._n_vars is None else self._n_vars
        beyond = np.flatnonzero(variables > limit)
        if len(beyond):
            index = int(beyond[0])
            self._fail_at(
                text,
                token_position(text, index),
                f"variable {variables[index]} is beyond the formula's {limit}",
                "is this the output for this formula?",
            )
        self._n_named = max(self._n_named, int(variables.max(initial=0)))
        self._make_room(self._n_named)
        self._true[literals[literals > 0]] = True
        self._false[variables[literals < 0]] = True
        both = np.flatnonzero(self._true[variables] & self._false[variables])
        if len(both):
            variable = variables[both[0]]
            again = int(np.flatnonzero(variables == variable)[-1])
            problem = f"variable {variable} is given both values"
            self._fail_at(text, token_position(text, again), problem)

    def _make_room(self, n_vars: int) -> None:
        """Let the arrays have entries up to this variable."""
        n_more = n_vars + 1 - len(self._true)
        if n_more > 0:
            n_more = max(n_more, len(self._true))
            self._true, self._false = (
                np.concatenate((values, np.zeros(n_more, dtype=np.bool_)))
                for values in (self._true, self._false)
            )

    def _say(self, verdict: SolverStatus, line: int) -> None:
        if self._verdict not in (None, verdict):
            self._fail(line, f"a second answer, {verdict.value}, which is not the first")
        self._verdict = verdict

    def _fail(self, line: int | None, problem: str, hint: str = "") -> NoReturn:
        raise DimacsError(problem, hint=hint, source=self._source, line=line)

    def _fail_at(self, text: bytes, position: int, problem: str, hint: str = "") -> NoReturn:
        self._fail(self._line + text.count(b"\n", 0, position), problem, hint)
