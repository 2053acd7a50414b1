"""Formulas in the formats beside CNF: with an objective, cubes, sums, or groups.

| format | clauses | beside them |
| --- | --- | --- |
| CNF | `1 -2 0` after `p cnf V C` | |
| iCNF | the same after `p inccnf` | `a 5 7 0`: assumptions of one call of the solver |
| WCNF | `h 1 -2 0` | `40 -8 0`: what it costs that 8 is true |
| PWCNF | `12 1 -2 0` after `p wcnf V C 12` | the same, for solvers from before 2022 |
| CNF+ | as CNF, after `p cnf+ V C` | `1 -2 3 >= 2`: at least 2 of these hold |
| GCNF | `{3} 1 -2 0` after `p gcnf V C G` | a group for each; {0} is always there |
| OPB | `+1 x1 -1 x2 >= 0 ;` | `min: +40 x8 ;`, and sums of literals with larger bounds |

Source: MaxSAT Evaluation 2022, input format; Pseudo-Boolean Competition 2024, input format; S.
Wieringa, the format of iCNF files, 2011; A. Belov, J. Marques-Silva, MUSer2, 2012 (GCNF);
PySAT, `CNFPlus`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import BinaryIO, NoReturn

import numpy as np

from satcross.cnf.ascii import ClauseStyle, NotAnIntegerError, format_clauses, parse_integers
from satcross.cnf.assignment import Assignment
from satcross.cnf.dimacs import PathName, check_comments, read_formula, write_flat
from satcross.cnf.envelope import PREFIX, TOTAL, Envelope
from satcross.cnf.files import written_whole
from satcross.cnf.formula import I64, Formula
from satcross.cnf.limits import MAX_BYTES, MAX_GROUPS, MAX_LINE, MAX_NUMBERS, MAX_VARS
from satcross.errors import DimacsError
from satcross.files import as_path, as_source
from satcross.packed import HeldFile, pieces_of_file

CNF, ICNF, WCNF, PWCNF, OPB = "cnf", "icnf", "wcnf", "pwcnf", "opb"
CNFPLUS, GCNF = "cnf+", "gcnf"
MINIZINC, XCSP3 = "minizinc", "xcsp3"
MODELS = (MINIZINC, XCSP3)
"""Formats without clauses: see `satcross.apps.models.instance`."""

# Not `~x`, which MiniSat+ does not know. The bound follows for each sum.
_SUM = ClauseStyle(b"+1 x", b"-1 x", b">= @ ;\n")
_ICNF_HEADER = b"p inccnf"
_PWCNF_HEADER = b"p wcnf "
_CNFPLUS_HEADER, _GCNF_HEADER = b"p cnf+ ", b"p gcnf "
_BEGINNINGS = {
    OPB: b"* ",
    MINIZINC: b"% ",
    XCSP3: b"<instance ",
    WCNF: b"h ",
    PWCNF: _PWCNF_HEADER,
    ICNF: _ICNF_HEADER,
    CNFPLUS: _CNFPLUS_HEADER,
    GCNF: _GCNF_HEADER,
}
_WRONG = "decode takes files that satcross wrote"
# Whole lines of each format, to find the one that is wrong.
_LINES = {
    ICNF: re.compile(rb"(a )?(-?\d+ )*0|p inccnf"),
    WCNF: re.compile(rb"h (-?\d+ )+0|\d{1,18} -\d+ 0"),
    PWCNF: re.compile(rb"\d{1,18} (-?\d+ )+0|p wcnf \d+ \d+ \d{1,18}"),
    CNFPLUS: re.compile(rb"(-?\d+ )*0|(-?\d+ )+>= \d+|p cnf\+ \d+ \d+"),
    GCNF: re.compile(rb"\{\d{1,9}\} (-?\d+ )*0|p gcnf \d+ \d+ \d{1,9}"),
    OPB: re.compile(rb"((\+1 ~?|-1 )x\d+ )+>= -?\d+ ;|min:( \+\d{1,18} x\d+)+ ;"),
}


@dataclass(frozen=True, slots=True, eq=False)
class Objective:
    """The total of a fill: the best that there could be, less what true variables lose of it.

    Args:
        best: no total is larger.
        variables: int64 (n,): rising.
        losses: int64 (n,): of each, at least 1.
    """

    best: int
    variables: I64
    losses: I64

    def total(self, assignment: Assignment) -> int:
        """The total of an assignment that satisfies the clauses."""
        return self.best - int(self.losses[assignment.values[self.variables]].sum())

    @property
    def terms(self) -> Iterator[tuple[int, int]]:
        """(variable, loss) of each."""
        return zip(self.variables.tolist(), self.losses.tolist(), strict=True)


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """A formula with what a format beside CNF adds to it.

    Args:
        form: CNF, CNFPLUS, ICNF, GCNF, WCNF, PWCNF or OPB.
        formula: the clauses.
        comments: as for `Dump`.
        objective: of WCNF, PWCNF and OPB; None for none.
        at_least: of OPB and CNF+: literals, and how many of them hold at least.
        cubes: of iCNF: literals of each call.
        groups: of GCNF: the number of clauses of each group, from {0} on.
    """

    form: str
    formula: Formula
    comments: tuple[str, ...]
    objective: Objective | None = None
    at_least: tuple[tuple[Sequence[int], int], ...] = ()
    cubes: tuple[Sequence[int], ...] = ()
    groups: tuple[int, ...] = ()

    def first_falsified(self, assignment: Assignment) -> int | None:
        """The index of the first clause that does not hold, or of a sum after them; or None."""
        clause = self.formula.first_falsified(assignment)
        if clause is not None:
            return clause
        for index, (literals, least) in enumerate(self.at_least):
            if sum(map(assignment.is_true, literals)) < least:
                return self.formula.n_clauses + index
        return None


def write_problem(problem: Problem, path: PathName) -> int:
    """Write a problem in its format to a file, which appears only when it is whole.

    WCNF and OPB have no empty clause: a formula that has one becomes `x1` and `not x1`.

    Args:
        path: `.gz` and `.xz` compress.

    Returns: the size of the file in bytes.

    Raises:
        DimacsError: the file cannot be written.
        ValueError: a comment has a line end.
    """
    comments = list(problem.comments)
    if problem.objective is not None:
        comments.append(f"{PREFIX}{TOTAL} {problem.objective.best}")
    check_comments(comments)
    mark = "*" if problem.form == OPB else "c"
    target = as_path(path)
    with written_whole(target) as file:
        if problem.form == OPB:
            file.write(_opb_header(problem))
        for line in comments:
            file.write(f"{mark} {line}\n".encode())
        _WRITERS[problem.form](problem, file)
    return target.stat().st_size


def _write_cnf(problem: Problem, file: BinaryIO) -> None:
    write_flat(file, problem.formula.n_vars, [problem.formula.flat])


def _write_icnf(problem: Problem, file: BinaryIO) -> None:
    file.write(_ICNF_HEADER + b"\n")
    for piece in format_clauses(problem.formula.flat, problem.formula.n_vars):
        file.write(piece)
    for cube in problem.cubes:
        file.write(b"a %s 0\n" % " ".join(map(str, cube)).encode())


def _write_cnfplus(problem: Problem, file: BinaryIO) -> None:
    formula, sums = problem.formula, problem.at_least
    n_constraints = formula.n_clauses + len(sums)
    file.write(b"%s%d %d\n" % (_CNFPLUS_HEADER, formula.n_vars, n_constraints))
    file.writelines(format_clauses(formula.flat, formula.n_vars))
    for literals, least in sums:
        file.write(b"%s >= %d\n" % (" ".join(map(str, literals)).encode(), least))


def _write_gcnf(problem: Problem, file: BinaryIO) -> None:
    formula, groups = problem.formula, problem.groups
    sizes = formula.n_vars, formula.n_clauses, len(groups) - 1
    file.write(b"%s%d %d %d\n" % (_GCNF_HEADER, *sizes))
    ends = np.append(0, formula.ends + 1)  # of clauses, in `flat`
    begin = 0
    for number, n_clauses in enumerate(groups):
        end = begin + n_clauses
        part = Formula(formula.n_vars, formula.flat[ends[begin] : ends[end]])
        _write_weighted(part, None, b"{%d} " % number, file)
        begin = end


def _write_wcnf(problem: Problem, file: BinaryIO) -> None:
    _write_weighted(_without_empty(problem.formula), problem.objective, b"h ", file)


def _write_pwcnf(problem: Problem, file: BinaryIO) -> None:
    formula, objective = _without_empty(problem.formula), problem.objective
    losses = [] if objective is None else objective.losses.tolist()
    top = sum(losses) + 1
    n_clauses = formula.n_clauses + len(losses)
    file.write(b"%s%d %d %d\n" % (_PWCNF_HEADER, formula.n_vars, n_clauses, top))
    _write_weighted(formula, objective, b"%d " % top, file)


def _write_weighted(
    formula: Formula, objective: Objective | None, hard: bytes, file: BinaryIO
) -> None:
    """Write a clause a line. Args: hard: what those begin with that must hold."""
    before, style = hard, ClauseStyle(b"", b"-", b"0\n" + hard)
    for piece in format_clauses(formula.flat, formula.n_vars, style):
        # Each end of a clause begins the next one, also after the last.
        file.write(before + piece.removesuffix(hard))
        before = hard if piece.endswith(hard) else b""
    for variable, loss in () if objective is None else objective.terms:
        file.write(b"%d -%d 0\n" % (loss, variable))


def _write_opb(problem: Problem, file: BinaryIO) -> None:
    if problem.objective is not None and len(problem.objective.variables):
        terms = (b"+%d x%d" % (loss, variable) for variable, loss in problem.objective.terms)
        file.write(b"min: %s ;\n" % b" ".join(terms))
    formula = _without_empty(problem.formula)
    n_negative = np.add.reduceat(formula.flat < 0, np.append(0, formula.ends[:-1] + 1))
    bounds = (b"%d" % (1 - n) for n in n_negative.tolist())
    for piece in format_clauses(formula.flat, formula.n_vars, _SUM):
        first, *others = piece.split(b"@")
        file.write(first)
        file.writelines(chain.from_iterable(zip(bounds, others)))  # noqa: B905 (bounds go on)
    for literals, least in problem.at_least:
        terms = (b"%+d x%d" % (1 if lit > 0 else -1, abs(lit)) for lit in literals)
        bound = least - sum(lit < 0 for lit in literals)
        file.write(b"%s >= %d ;\n" % (b" ".join(terms), bound))


def _opb_header(problem: Problem) -> bytes:
    """The first line, without `#equal=` and `intsize=`: clasp 3.3 does not know them."""
    formula = _without_empty(problem.formula)
    n_constraints = formula.n_clauses + len(problem.at_least)
    return b"* #variable= %d #constraint= %d\n" % (formula.n_vars, n_constraints)


def _without_empty(formula: Formula) -> Formula:
    if (np.diff(formula.ends, prepend=-1) > 1).all():
        return formula
    return Formula.of([[1], [-1]], max(1, formula.n_vars))


_WRITERS = {
    CNF: _write_cnf, CNFPLUS: _write_cnfplus, ICNF: _write_icnf, GCNF: _write_gcnf,
    WCNF: _write_wcnf, PWCNF: _write_pwcnf, OPB: _write_opb,
}  # fmt: skip


def read_problem(path: PathName | HeldFile) -> Problem:
    """Read a file that `write_problem` wrote, or any CNF. Its first lines tell the format.

    Raises:
        DimacsError: it cannot be read, is too large, or is none of these; with the line.
    """
    path = as_source(path, DimacsError, limit=MAX_BYTES)
    form = form_of(path)
    if form in MODELS:
        problem = f"is a file of the format {form}, which has no clauses"
        raise DimacsError(problem, hint="give a formula", source=str(path))
    if form == CNF:
        dump = read_formula(path)
        return Problem(CNF, dump.formula, dump.comments)
    data = b"".join(pieces_of_file(path, DimacsError, limit=MAX_BYTES))
    return _Lines(form, data, str(path)).problem()


def form_of(path: PathName | HeldFile) -> str:
    """The format of a file by its first lines, as far as it is one of ours; else CNF.

    Raises:
        DimacsError: it cannot be read.
    """
    source, rest = as_source(path, DimacsError, limit=MAX_BYTES), b""
    for piece in pieces_of_file(source, DimacsError, limit=MAX_BYTES):
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            for form, beginning in _BEGINNINGS.items():
                if line.startswith(beginning):
                    return form
            if line.strip() and not line.startswith(b"c"):
                return CNF
        if len(rest) > MAX_LINE:
            return CNF
    return CNF


class _Lines:
    """The lines of a file in one of the formats beside CNF.

    Args: source: names it in errors.
    """

    def __init__(self, form: str, data: bytes, source: str) -> None:
        self._form = form
        self._source = source
        self._groups: tuple[int, ...] = ()
        self._lines = [line.rstrip() for line in data.split(b"\n")]
        mark = b"*" if form == OPB else b"c"
        self._comments = [line for line in self._lines if line.startswith(mark)]
        self._mark = mark
        self._body = [line for line in self._lines if line and not line.startswith(mark)]

    def problem(self) -> Problem:
        """What they say. Raises DimacsError."""
        comments = tuple(line[2:].decode("utf-8", "replace") for line in self._comments)
        read = {
            ICNF: self._icnf, WCNF: self._wcnf, PWCNF: self._pwcnf, OPB: self._opb,
            CNFPLUS: self._cnfplus, GCNF: self._gcnf,
        }[self._form]  # fmt: skip
        try:
            clauses, more, costs = read()
            flat = parse_integers(b"\n".join(clauses))
            pairs = np.array(costs, dtype=np.int64).reshape(-1, 2)
        except DimacsError:
            raise
        except (NotAnIntegerError, ValueError, OverflowError):
            self._fail()
        if len(flat) > MAX_NUMBERS:
            self._fail(f"the clauses have more than {MAX_NUMBERS:,} numbers")
        if len(clauses) != np.count_nonzero(flat == 0):
            self._fail()
        beside = [abs(lit) for literals, _ in more for lit in literals]
        if 0 in beside or (pairs < 1).any():
            self._fail()
        n_vars = max(int(np.abs(flat).max(initial=0)), int(pairs[:, 0].max(initial=0)), *beside, 0)
        if n_vars > MAX_VARS:
            self._fail(f"there are more than {MAX_VARS:,} variables")
        is_cubes = self._form == ICNF
        return Problem(
            self._form,
            Formula(n_vars, flat.astype(np.int32)),
            comments,
            self._objective(comments, pairs),
            () if is_cubes else tuple(more),
            tuple(literals for literals, _ in more) if is_cubes else (),
            self._groups,
        )

    def _objective(self, comments: Iterable[str], pairs: I64) -> Objective | None:
        best = Envelope.read(comments).value(TOTAL)
        if not best:
            return None
        if not re.fullmatch(r"\d{1,18}", best):
            self._fail(f"has a comment that makes no sense: `satcross total {best[:30]}`")
        return Objective(int(best), pairs[:, 0], pairs[:, 1])

    def _icnf(self) -> _Read:
        clauses = [line for line in self._body if not line.startswith((b"a", b"p"))]
        cubes = [_integers(line[1:]) for line in self._body if line.startswith(b"a")]
        if any(cube[-1] != 0 for cube in cubes):
            self._fail()
        return clauses, [(cube[:-1], 0) for cube in cubes], []

    def _cnfplus(self) -> _Read:
        clauses = [line for line in self._body if b">=" not in line and not line.startswith(b"p")]
        sums = [line.split(b">=") for line in self._body if b">=" in line]
        return clauses, [(_integers(literals), int(least)) for literals, least in sums], []

    def _gcnf(self) -> _Read:
        """The clauses, and in `_groups` how many each group has."""
        header, *body = self._body
        n_groups = int(header.split()[-1])
        if n_groups > MAX_GROUPS:
            self._fail(f"there are more than {MAX_GROUPS:,} groups")
        groups = [0] * (n_groups + 1)
        clauses: list[bytes] = []
        last = 0
        for line in body:
            number, _, clause = line.removeprefix(b"{").partition(b"} ")
            if not last <= int(number) < len(groups):
                self._fail("the groups are not in order")
            last = int(number)
            groups[last] += 1
            clauses.append(clause)
        self._groups = tuple(groups)
        return clauses, [], []

    def _wcnf(self) -> _Read:
        return self._weighted(b"h", self._body)

    def _pwcnf(self) -> _Read:
        header, *body = self._body
        return self._weighted(header.split()[-1] + b" ", body)

    def _weighted(self, hard: bytes, lines: Iterable[bytes]) -> _Read:
        """Lines with a clause each. Args: hard: what those begin with that must hold."""
        clauses: list[bytes] = []
        soft: list[list[int]] = []
        for line in lines:
            if line.startswith(hard):
                clauses.append(line.removeprefix(hard))
            else:
                soft.append(_integers(line))
        if any(len(line) != 3 or line[1] >= 0 or line[2] != 0 for line in soft):
            self._fail()
        return clauses, [], [(-literal, weight) for weight, literal, _ in soft]

    def _opb(self) -> _Read:
        clauses: list[bytes] = []
        more: list[tuple[list[int], int]] = []
        costs: list[tuple[int, int]] = []
        for line in self._body:
            if line.startswith(b"min:"):
                numbers = _integers(line[4:].removesuffix(b" ;").replace(b"x", b""))
                costs += zip(numbers[1::2], numbers[::2], strict=True)
                continue
            least = line.count(b"-1 x")  # `-1 x2` is `~x2` less 1; older files have `+1 ~x2`
            literals = line.replace(b"+1 ~x", b"-").replace(b"-1 x", b"-").replace(b"+1 x", b"")
            sum_, _, bound = literals.partition(b">= ")
            least += int(bound.removesuffix(b" ;"))
            if least == 1:
                clauses.append(sum_ + b"0")
            else:
                more.append((_integers(sum_), least))
        return clauses, more, costs

    def _fail(self, problem: str = "") -> NoReturn:
        line = None
        if not problem:
            problem, wanted = "the line is not well formed", _LINES[self._form]
            for number, text in enumerate(self._lines, 1):
                if text and not text.startswith(self._mark) and not wanted.fullmatch(text):
                    line = number
                    break
        raise DimacsError(problem, hint=_WRONG, source=self._source, line=line)


_Read = tuple[list[bytes], list[tuple[list[int], int]], list[tuple[int, int]]]
"""Lines of clauses; literals and how many of them hold; variables and what they cost."""


def _integers(text: bytes) -> list[int]:
    return [int(token) for token in text.split()]
