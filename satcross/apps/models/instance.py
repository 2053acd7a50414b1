"""Reads a constraint model that `satcross export` wrote, to check a solution against it.

The files are read line by line, each line in the form in which `satcross.apps.models.minizinc` or
`satcross.apps.models.xcsp3` writes it. A line of any other form is an error: a constraint that is
passed over would not be checked.
"""

from __future__ import annotations

import html
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from satcross import DimacsError
from satcross.cnf.limits import MAX_BYTES
from satcross.cnf.variants import MINIZINC
from satcross.encoding.decode import Decoder
from satcross.extend import counted, read_file
from satcross.files import as_source
from satcross.packed import HeldFile

Literal = tuple[str, int, int, bool]
"""A variable, "x" or "y", its number, a value, and whether it has that value."""

_WRONG = "decode takes files that satcross wrote"
_NUMBER = r"\d{1,9}"
_X = re.compile(rf"x\[({_NUMBER})\]")
_ROW = rf"{_NUMBER}(?:, ?{_NUMBER})*"
_XS = rf"x\[{_NUMBER}\](?:,? x\[{_NUMBER}\])*"


@dataclass(frozen=True, slots=True)
class Use:
    """A table of a slot.

    Args:
        line: of the file.
        cells: numbers of x.
        rows: by their values, the score; 0 where the table has none.
        is_scored: whether the score counts.
    """

    line: int
    cells: tuple[int, ...]
    rows: dict[tuple[int, ...], int]
    is_scored: bool


@dataclass(slots=True, eq=False)
class Instance:
    """A constraint model as its file has it. Each constraint is in the `line` that comes first.

    Args:
        form: `MINIZINC` or `XCSP3`.
        decoder: of its comments.
        domains: by number of x.
        uses: tables in slots.
        differ: two lists of numbers of x, whose values differ.
        clauses: an OR of literals each.
        sizes: of XCSP3, by name of an array, its number of variables.
    """

    form: str
    decoder: Decoder
    domains: dict[int, tuple[int, frozenset[int]]] = field(default_factory=dict)
    uses: list[Use] = field(default_factory=list)
    differ: list[tuple[int, list[int], list[int]]] = field(default_factory=list)
    clauses: list[tuple[int, list[Literal]]] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)

    def broken_line(self, codes: Sequence[int]) -> int | None:
        """The line of a constraint that these values of x break, whatever those of y are."""
        for at, (line, domain) in self.domains.items():
            if codes[at] not in domain:
                return line
        for use in self.uses:
            if tuple(codes[at] for at in use.cells) not in use.rows:
                return use.line
        for line, one, other in self.differ:
            if [codes[at] for at in one] == [codes[at] for at in other]:
                return line
        for line, clause in self.clauses:
            if not any(lit[0] == "y" or _holds(codes, lit) for lit in clause):
                return line
        return None

    def left(self, codes: Sequence[int]) -> list[list[int]]:
        """What clauses demand of y beside these values of x, as clauses over variables from 1."""
        number: dict[int, int] = {}
        left = []
        for _, clause in self.clauses:
            if any(lit[0] == "x" and _holds(codes, lit) for lit in clause):
                continue
            ys = [(at, holds == bool(value)) for name, at, value, holds in clause if name == "y"]
            named = [(number.setdefault(at, len(number) + 1), is_true) for at, is_true in ys]
            left.append([variable if is_true else -variable for variable, is_true in named])
        return left

    def total(self, codes: Sequence[int]) -> int | None:
        """The total of a solution; None where no slot has a score."""
        scored = [use for use in self.uses if use.is_scored]
        totals = (use.rows[tuple(codes[at] for at in use.cells)] for use in scored)
        return sum(totals) if scored else None


def _holds(codes: Sequence[int], literal: Literal) -> bool:
    _, at, value, holds = literal
    return (codes[at] == value) is holds


def read_instance(path: str | os.PathLike[str] | HeldFile, form: str) -> Instance:
    """Read a model.

    Args: form: of the file: `satcross.cnf.variants.form_of`.

    Raises:
        DimacsError: it cannot be read, or satcross did not write it; with the line.
    """
    source = as_source(path, DimacsError, limit=MAX_BYTES)
    data = read_file(source, DimacsError, limit=MAX_BYTES, by_name=True)
    lines = [line.rstrip() for line in data.decode("utf-8", "replace").split("\n")]
    reader = _MiniZinc if form == MINIZINC else _Xcsp3
    return reader(form, lines, str(path)).instance()


_Step = tuple[re.Pattern[str], Callable[[re.Match[str]], bool]]
"""Whole lines, and what reads them: False where they make no sense."""


class _Lines:
    """The lines of a model.

    Args:
        form: its format.
        lines: without their ends.
        source: names it in errors.
    """

    def __init__(self, form: str, lines: Sequence[str], source: str) -> None:
        self._source, self._lines = source, lines
        decoder = Decoder.from_comments(self._comments(lines), source=source)
        self._made = Instance(form, decoder)
        self._line = 0
        self._rows: list[tuple[int, ...]] = []  # of the table that was read last
        self._is_ended = False
        self._steps: tuple[_Step, ...] = ()

    def instance(self) -> Instance:
        """What they say. Raises DimacsError."""
        made, n_cells = self._made, len(self._made.decoder.cells)
        for number, text in enumerate(self._lines, 1):
            self._line = number
            if text and not self._read(text):
                self._fail()
        if not self._is_ended:
            self._fail("the end is missing", "is the file cut off?")
        numbers = [at for _, clause in made.clauses for name, at, _, _ in clause if name == "x"]
        numbers += [at for use in made.uses for at in use.cells]
        numbers += [at for _, one, other in made.differ for at in (*one, *other)]
        self._line = 0
        if max([*made.domains, *numbers], default=-1) >= n_cells:
            self._fail(f"has a variable beyond those of its {counted(n_cells, 'cell')}")
        if len(made.domains) != n_cells:
            self._fail(f"has {counted(n_cells, 'cell')}, but {len(made.domains)} domains")
        return made

    def _comments(self, lines: Iterable[str]) -> Iterable[str]:
        raise NotImplementedError

    def _read(self, text: str) -> bool:
        """Read a line; False where it is none of ours."""
        for pattern, read in self._steps:
            if found := pattern.fullmatch(text):
                return read(found)
        return False

    def _pass(self, _: re.Match[str]) -> bool:
        return True

    def _end(self, _: re.Match[str]) -> bool:
        self._is_ended = True
        return True

    def _row(self, found: re.Match[str]) -> bool:
        self._rows.append(tuple(map(int, found[1].split(","))))
        return True

    def _use(self, cells: Sequence[int], rows: Sequence[tuple[int, ...]], *, scored: bool) -> bool:
        k = len(cells)
        by_word = {row[:k]: sum(row[k:]) for row in rows}
        self._made.uses.append(Use(self._line, tuple(cells), by_word, scored))
        return all(len(row) == k + scored for row in rows)

    def _differ(self, found: re.Match[str]) -> bool:
        one, other = found.groups()
        self._made.differ.append((self._line, _numbers_of(one), _numbers_of(other)))
        return True

    def _fail(self, problem: str = "the line is not well formed", hint: str = _WRONG) -> NoReturn:
        raise DimacsError(problem, hint=hint, source=self._source, line=self._line or None)


def _numbers_of(text: str) -> list[int]:
    return [int(at) for at in _X.findall(text)]


class _MiniZinc(_Lines):
    def __init__(self, form: str, lines: Sequence[str], source: str) -> None:
        super().__init__(form, lines, source)
        self._tables: dict[str, list[tuple[int, ...]]] = {}
        self._in_strings = False
        self._steps = (
            (re.compile(rf"  ({_ROW}) \|\]?  %.*"), self._row),
            (_MZN_DOMAIN, self._domain),
            (_MZN_TABLE, self._table),
            (_MZN_USE, self._use_of),
            (_MZN_DIFFER, self._differ),
            (re.compile(r"constraint (.+);"), self._clause),
            (_MZN_STRINGS, self._strings),
            (re.compile("solve .*"), self._end),  # a search annotation may have been added
            (_MZN_OTHERS, self._pass),
        )

    def _comments(self, lines: Iterable[str]) -> Iterable[str]:
        return [line[2:] for line in lines if line.startswith("% ")]

    def _read(self, text: str) -> bool:
        if self._in_strings:
            self._in_strings = text not in ("]);", "];")
            return True
        return super()._read(text)

    def _strings(self, _: re.Match[str]) -> bool:
        self._in_strings = True
        return True

    def _domain(self, found: re.Match[str]) -> bool:
        self._made.domains[int(found[1])] = self._line, frozenset(map(int, found[2].split(",")))
        return True

    def _table(self, found: re.Match[str]) -> bool:
        self._rows = self._tables[found[1]] = []
        return True

    def _use_of(self, found: re.Match[str]) -> bool:
        cells, score, name = found.groups()
        rows = self._tables.get(name)
        return rows is not None and self._use(_numbers_of(cells), rows, scored=bool(score))

    def _clause(self, found: re.Match[str]) -> bool:
        clause: list[Literal] = []
        for part in [] if found[1] == "false" else found[1].split(" \\/ "):
            literal = _MZN_LITERAL.fullmatch(part)
            if literal is None:
                return False
            x, sign, value, negation, y = literal.groups()
            clause.append(
                ("y", int(y), 1, not negation) if y else ("x", int(x), int(value), sign == "=")
            )
        self._made.clauses.append((self._line, clause))
        return True


_MZN_DOMAIN = re.compile(rf"constraint x\[({_NUMBER})\] in \{{({_ROW})\}};  % \S+")
_MZN_TABLE = re.compile(rf"array\[1\.\.{_NUMBER}, 1\.\.{_NUMBER}\] of int: (\w+) = \[\|")
_MZN_USE = re.compile(rf"constraint table\(\[({_XS})\]( \+\+ \[score\[{_NUMBER}\]\])?, (\w+)\);")
_MZN_DIFFER = re.compile(rf"constraint differ\(\[({_XS})\], \[({_XS})\]\);")
_MZN_LITERAL = re.compile(rf"x\[({_NUMBER})\] (!?=) ({_NUMBER})|(not )?y\[({_NUMBER})\]")
_MZN_STRINGS = re.compile(rf"array\[0\.\.{_NUMBER}\] of string: letters = array1d\(.*|output \[")
_MZN_OTHERS = re.compile(
    r'%.*|;|include "table\.mzn";|var int: total = sum\(score\);'
    rf"|array\[0\.\.-?{_NUMBER}\] of var (0\.\.{_NUMBER}|bool): (x|y|score);"
    r"|predicate differ\(array\[int\] of var int: a, array\[int\] of var int: b\) ="
    r"|  exists\(i in index_set\(a\)\) \(a\[i\] != b\[i\]\);"
)


class _Xcsp3(_Lines):
    def __init__(self, form: str, lines: Sequence[str], source: str) -> None:
        super().__init__(form, lines, source)
        self._steps = (
            (re.compile(rf"\(({_ROW})\)"), self._row),
            (re.compile(_VALUES), self._single_rows),
            (_XML_DOMAIN, self._domain),
            (_XML_ARRAY, self._array),
            (_XML_SUPPORTS, self._table),
            (_XML_ARGS, self._use_of),
            (_XML_DIFFER, self._differ),
            (_XML_PAIR, self._differ),
            (re.compile("<intension> (.+) </intension>"), self._clause),
            (re.compile("</instance>"), self._end),
            (_XML_OTHERS, self._pass),
        )

    def _comments(self, lines: Iterable[str]) -> Iterable[str]:
        found = map(_XML_COMMENT.fullmatch, lines)
        return [html.unescape(match[1]) for match in found if match is not None]

    def _single_rows(self, found: re.Match[str]) -> bool:
        self._rows += [(int(value),) for value in found[0].split()]
        return True

    def _domain(self, found: re.Match[str]) -> bool:
        at, low, high, values = found.groups()
        # No letter is beyond those that there are, whatever the file says.
        upper = min(int(high or 0), len(self._made.decoder.codes))
        domain = range(int(low), upper + 1) if low else map(int, values.split())
        self._made.domains[int(at)] = self._line, frozenset(domain)
        return True

    def _array(self, found: re.Match[str]) -> bool:
        self._made.sizes[found[1]] = int(found[2])
        return True

    def _table(self, _: re.Match[str]) -> bool:
        self._rows = []
        return True

    def _use_of(self, found: re.Match[str]) -> bool:
        return self._use(_numbers_of(found[1]), self._rows, scored=bool(found[2]))

    def _clause(self, found: re.Match[str]) -> bool:
        is_false = found[1] in _XML_FALSE
        terms = [] if is_false else _XML_TERM.findall(found[1])
        joined = ",".join(f"{kind}({name}[{at}],{value})" for kind, name, at, value in terms)
        clause = [(name, int(at), int(value), kind == "eq") for kind, name, at, value in terms]
        self._made.clauses.append((self._line, clause))
        return is_false or found[1] == (joined if len(terms) == 1 else f"or({joined})")


_VALUES = rf"{_NUMBER}(?: {_NUMBER})*"
_XML_COMMENT = re.compile("<!-- (.*) -->")
_XML_DOMAIN = re.compile(
    rf'<domain for="x\[({_NUMBER})\]"> (?:({_NUMBER})\.\.({_NUMBER})|({_VALUES})) </domain>'
)
_XML_ARRAY = re.compile(rf'<array id="(x|y|score)" size="\[({_NUMBER})\]">( [\d. ]+ </array>)?')
_XML_SUPPORTS = re.compile(rf"<extension> <list> (%{_NUMBER} )+</list> <supports>")
_XML_ARGS = re.compile(rf"<args> ({_XS})( score\[{_NUMBER}\])? </args>")
_XML_DIFFER = re.compile(
    rf"<allDifferent> <list> ({_XS}) </list> <list> ({_XS}) </list> </allDifferent>"
)
_XML_PAIR = re.compile(rf"<allDifferent> (x\[{_NUMBER}\]) (x\[{_NUMBER}\]) </allDifferent>")
_XML_TERM = re.compile(rf"(eq|ne)\(([xy])\[({_NUMBER})\],({_NUMBER})\)")
_XML_FALSE = ("ne(x,0)", "and(eq(x[0],0),ne(x[0],0))")
_XML_OTHERS = re.compile(
    r'<instance format="XCSP3" type="C[SO]P">|</?(variables|constraints|objectives|group)>'
    r'|</array>|<var id="x"> 0 </var>|</supports> </extension>|<!-- .* -->'
    r'|<maximize type="sum"> .* </maximize>'
)
