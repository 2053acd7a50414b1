"""What MiniZinc and XCSP3 solvers answer to an exported model: read, and checked against it.

Source: the MiniZinc handbook, FlatZinc and solver output; F. Boussemart et al., XCSP3-core, 2020,
solutions.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from satcross import DimacsError, Grid
from satcross.apps.models.instance import Instance, read_instance
from satcross.cnf.limits import MAX_BYTES
from satcross.cnf.output import SolverStatus
from satcross.cnf.variants import MINIZINC, MODELS, form_of
from satcross.extend import (
    Formula,
    Outcome,
    as_path,
    counted,
    formula_session,
    read_file_or_stdin,
)
from satcross.files import as_source
from satcross.packed import HeldFile

_HINT = "is this a solver's output?"
_OTHER = "is it the solver's output for this file?"
# MiniZinc prints these instead of a solution, and the first after each one.
_SOLUTION = "----------"
_INSTEAD = {
    "=====UNSATISFIABLE=====": SolverStatus.UNSATISFIABLE,
    "=====UNKNOWN=====": SolverStatus.UNKNOWN,
    "=====ERROR=====": SolverStatus.UNKNOWN,
}
_STATISTICS = re.compile(r"%(%%mzn-| )")  # lines among solutions, with options
# Of `--output-mode dzn` and `json`; with its own indices, as Gecode has them.
_ASSIGNED = re.compile(
    r'^\s*(?:x|"x")\s*[=:]\s*(?:array1d\(\d+\.\.-?\d+,\s*)?\[([^\]]*)\]', re.MULTILINE
)
_INDEX = re.compile(r"\d+:\s*")
# ACE colours its words.
_COLOUR = re.compile(r"\x1b\[[\d;]*m")
_STATUS = {
    "s SATISFIABLE": SolverStatus.SATISFIABLE,
    "s OPTIMUM FOUND": SolverStatus.SATISFIABLE,  # that there is no better one is not checked
    "s UNSATISFIABLE": SolverStatus.UNSATISFIABLE,
    "s UNKNOWN": SolverStatus.UNKNOWN,
    "s UNSUPPORTED": SolverStatus.UNKNOWN,
}
_INSTANTIATION = re.compile(
    r"<instantiation\b[^>]*>\s*<list>([^<]*)</list>\s*<values>([^<]*)</values>\s*</instantiation>"
)
_NAME = re.compile(r"(x|y|score)\[(\d{0,9})\]")
_VALUE = re.compile(r"(-?\d{1,9}|\*)(?:x(\d{1,9}))?")  # `0x4` is 0 four times
_MANY = 10_000_000  # values of a solution


@dataclass(frozen=True, slots=True)
class Solution:
    """A solver's answer to an exported model.

    Args:
        verdict: what the solver says.
        grid: filled, where it found a solution, which satisfies every constraint of the model.
        total: of its scores; None where the model has none.
        words, digest: the source and the digest of the word list.
    """

    verdict: SolverStatus
    grid: Grid | None
    total: int | None
    words: str
    digest: str


def decode_solution(
    model: str | os.PathLike[str] | HeldFile, answer: str | os.PathLike[str]
) -> Solution:
    """Read a solver's output for a file that `export` wrote in MiniZinc or XCSP3.

    Of several solutions it takes the last one, which is the best where there is an objective.

    Args:
        model: the name of that file.
        answer: the name of the solver's output; `-` for stdin.

    Raises:
        DimacsError: one cannot be read, or the solution does not satisfy a constraint.
    """
    path = as_source(model, DimacsError, limit=MAX_BYTES)
    form = form_of(path)
    if form not in MODELS:
        problem = f"is a file of the format {form}, not a constraint model"
        raise DimacsError(problem, hint="give a file .mzn or .xml", source=str(model))
    instance = read_instance(path, form)
    as_path(answer)  # refuses what is no path
    data, source = read_file_or_stdin(str(answer), DimacsError, MAX_BYTES, by_name=True)
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    reader = (_MiniZincOutput if form == MINIZINC else _Xcsp3Output)(instance, source)
    verdict, codes = reader.read(text)
    about = instance.decoder
    if codes is None:
        return Solution(verdict, None, None, about.words, about.digest)
    _require_solution(instance, codes, str(model), source)
    texts = list(about.codes)
    cells = list(about.grid.cells)
    for cell, code in zip(about.cells, codes, strict=True):
        cells[cell] = texts[code]
    grid = about.grid.with_cells(cells)
    return Solution(verdict, grid, instance.total(codes), about.words, about.digest)


def _require_solution(instance: Instance, codes: Sequence[int], model: str, source: str) -> None:
    line = instance.broken_line(codes)
    if line is not None:
        raise DimacsError(
            f"the solution does not satisfy the model: the constraint in line {line} is false",
            hint=f"is it a solver's answer to {model}?",
            source=source,
        )
    left = instance.left(codes)
    formula = Formula.of(left, max((abs(lit) for clause in left for lit in clause), default=0))
    session = formula_session(formula, in_process=True)
    try:
        answer = session.solve()
    finally:
        session.close()
    if answer.outcome is not Outcome.SAT:
        raise DimacsError(
            "the solution does not satisfy the model: a rule is broken",
            hint=f"is it a solver's answer to {model}?",
            source=source,
        )


class _Output:
    """A solver's output.

    Args:
        instance: that was solved.
        source: names the output in errors.
    """

    def __init__(self, instance: Instance, source: str) -> None:
        self._decoder, self._sizes, self._source = instance.decoder, instance.sizes, source

    def read(self, text: str) -> tuple[SolverStatus, list[int] | None]:
        """The verdict, and the values of all x where there is a solution. Raises DimacsError."""
        raise NotImplementedError

    def _checked(self, codes: list[int]) -> list[int]:
        n_cells, n_texts = len(self._decoder.cells), len(self._decoder.codes)
        if len(codes) != n_cells:
            self._fail(f"gives {counted(len(codes), 'value')}, and x has {n_cells}", _OTHER)
        for at, code in enumerate(codes):
            if not 0 <= code < n_texts:
                self._fail(f"x[{at}] is {code}, and letters are from 0 to {n_texts - 1}", _OTHER)
        return codes

    def _no_answer(self, wanted: str) -> NoReturn:
        self._fail(f"holds no answer: no line {wanted}", _HINT)

    def _fail(self, problem: str, hint: str = "", line: int | None = None) -> NoReturn:
        raise DimacsError(problem, hint=hint, source=self._source, line=line)


class _MiniZincOutput(_Output):
    def read(self, text: str) -> tuple[SolverStatus, list[int] | None]:
        lines = [line.rstrip() for line in text.split("\n")]
        ends = [number for number, line in enumerate(lines) if line == _SOLUTION]
        instead = [_INSTEAD[line] for line in lines if line in _INSTEAD]
        if not ends:
            if not instead:
                self._no_answer(f"`{_SOLUTION}` or `=====UNSATISFIABLE=====`")
            return instead[0], None
        if SolverStatus.UNSATISFIABLE in instead:
            self._fail("UNSATISFIABLE, and yet a solution")
        start = ends[-2] + 1 if len(ends) > 1 else 0
        numbered = [
            (number, line)
            for number, line in enumerate(lines[start : ends[-1]], start + 1)
            if line and not _STATISTICS.match(line)
        ]
        assigned = _ASSIGNED.search("\n".join(line for _, line in numbered))
        if assigned is not None:
            return SolverStatus.SATISFIABLE, self._assigned(assigned[1])
        return SolverStatus.SATISFIABLE, self._printed(numbered, ends[-1] + 1)

    def _assigned(self, values: str) -> list[int]:
        tokens = [_INDEX.sub("", value.strip()) for value in values.split(",") if value.strip()]
        wrong = next((token for token in tokens if not re.fullmatch(r"\d{1,9}", token)), None)
        if wrong is not None:
            self._fail(f"{wrong[:20]!r} is no value of x")
        return self._checked(list(map(int, tokens)))

    def _printed(self, lines: Sequence[tuple[int, str]], end: int) -> list[int]:
        """The values in what the `output` item of the model prints: rows, then cells with names."""
        grid = self._decoder.grid
        if lines and re.fullmatch(r"total -?\d+", lines[-1][1]):
            lines = lines[:-1]
        wanted = [
            *(("", range(at, at + grid.n_cols)) for at in range(0, grid.size, grid.n_cols or 1)),
            *((f"{grid.cell_name(at)}=", range(at, at + 1))
              for at in range(grid.size, len(grid.cells))),
        ]  # fmt: skip
        if len(lines) < len(wanted):
            self._fail(
                f"the solution has {counted(len(lines), 'line')}, and not {len(wanted)}",
                _OTHER,
                end,
            )
        found: dict[int, int] = {}
        for (number, line), (before, cells) in zip(
            lines[len(lines) - len(wanted) :], wanted, strict=True
        ):
            self._row(number, line, before, cells, found)
        return self._checked([found[cell] for cell in self._decoder.cells])

    def _row(
        self, number: int, line: str, before: str, cells: Iterable[int], found: dict[int, int]
    ) -> None:
        grid, codes = self._decoder.grid, self._decoder.codes
        shown = {text if len(text) == 1 else f"[{text}]": code for text, code in codes.items()}
        variable = set(self._decoder.cells)
        rest = line
        if not rest.startswith(before):
            self._fail(f"lacks {before}", _OTHER, number)
        rest = rest.removeprefix(before)
        for cell in cells:
            text = rest[: rest.find("]") + 1] if rest.startswith("[") and "]" in rest else rest[:1]
            if cell not in variable:
                text = grid.cells[cell]
                if not rest.startswith(text):
                    problem = f"cell {grid.cell_name(cell)} does not hold {text}"
                    self._fail(problem, _OTHER, number)
            elif text not in shown:
                problem = f"cell {grid.cell_name(cell)} holds {text[:20]!r}, which is no letter"
                self._fail(problem, _OTHER, number)
            else:
                found[cell] = shown[text]
            rest = rest.removeprefix(text)
        if rest:
            self._fail(f"{rest[:20]!r} follows the row", _OTHER, number)


class _Xcsp3Output(_Output):
    def read(self, text: str) -> tuple[SolverStatus, list[int] | None]:
        verdict: SolverStatus | None = None
        values: list[str] = []
        for number, raw in enumerate(_COLOUR.sub("", text).split("\n"), 1):
            line = raw.strip()
            if line in _STATUS:
                if verdict not in (None, _STATUS[line]):
                    self._fail(f"a second answer, {line[2:]}, which is not the first", "", number)
                verdict = _STATUS[line]
            elif line.startswith(("v ", "v\t")):
                values.append(line[2:])
        if verdict is None:
            self._no_answer("`s SATISFIABLE` or `s UNSATISFIABLE`")
        if verdict is not SolverStatus.SATISFIABLE:
            if values and verdict is SolverStatus.UNSATISFIABLE:
                self._fail("UNSATISFIABLE, and yet a solution")
            return verdict, None
        if not values:
            self._fail("says SATISFIABLE but gives no solution", "have the solver print it")
        joined = "\n".join(values)
        found = list(_INSTANTIATION.finditer(joined))
        if not found or joined.count("<instantiation") != len(found):
            self._fail("the `v` lines hold no whole <instantiation>", "is the file cut off?")
        return verdict, self._values(found[-1][1], found[-1][2])

    def _values(self, names: str, values: str) -> list[int]:
        given: list[int | None] = []
        for token in values.split():
            found = _VALUE.fullmatch(token)
            times = int(found[2] or 1) if found else 0
            if found is None or len(given) + times > _MANY:
                self._fail(f"{token[:20]!r} is no value")
            given += [None if found[1] == "*" else int(found[1])] * times
        named: list[tuple[str, int]] = []
        for token in names.split():
            name = _NAME.fullmatch(token)
            size = self._sizes.get(name[1], 0) if name else 0
            if name is None or (name[2] and int(name[2]) >= size):
                self._fail(f"{token[:20]!r} is no variable of the model", _OTHER)
            indices = [int(name[2])] if name[2] else range(size)
            if len(named) + len(indices) > len(given):
                self._fail(f"gives {counted(len(given), 'value')} for more variables", _OTHER)
            named += [(name[1], at) for at in indices]
        if len(named) != len(given):
            self._fail(
                f"gives {counted(len(given), 'value')} for {counted(len(named), 'variable')}",
                _OTHER,
            )
        pairs = zip(named, given, strict=True)
        held = {at: value for (name_, at), value in pairs if name_ == "x" and value is not None}
        for at in range(len(self._decoder.cells)):
            if at not in held:
                self._fail(f"x[{at}] has no value", _OTHER)
        return self._checked([held[at] for at in sorted(held)])
