"""What files for solvers say, by small readers of their own: all solutions, and the best one.

They read the formats by their definitions, share no code with satcross, and search by backtracking
or with PySAT. A solution is given by its letters: by cell, what it holds.
"""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pysat.card import CardEnc
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF, IDPool
from pysat.solvers import Solver

MOST = 5000  # solutions


def projections(
    clauses: Sequence[Sequence[int]], letters: Sequence[int], cube: Sequence[int] = ()
) -> Iterator[list[int]]:
    """All models, by their values of `letters`; each once. The last one given may have others."""
    with Solver("glucose4", bootstrap_with=[*clauses, *([lit] for lit in cube)]) as solver:
        for _ in range(MOST):
            if not solver.solve():
                return
            values = set(solver.get_model())
            shown = [lit if lit in values else -lit for lit in letters]
            yield solver.get_model()
            solver.add_clause([-lit for lit in shown])
    raise ValueError("too many models")


@dataclass
class Sums:
    """An OPB file: sums of literals that must reach a bound, and what true literals cost."""

    n_vars: int
    sums: list[tuple[list[int], int]] = field(default_factory=list)
    costs: dict[int, int] = field(default_factory=dict)

    def clauses(self) -> list[list[int]]:
        """The same as clauses, by PySAT's encodings; their variables come after the others."""
        found: list[list[int]] = []
        top = self.n_vars
        for literals, least in self.sums:
            made = CardEnc.atleast(literals, least, top_id=top, encoding=1)
            top = max(top, made.nv)
            found += made.clauses
        return found

    def cost(self, model: Sequence[int]) -> int:
        return sum(self.costs.get(lit, 0) for lit in model)


def read_opb(text: str) -> Sums:
    first, *lines = text.splitlines()
    head = re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", first)
    assert head is not None, first
    n_vars, n_constraints = map(int, head.groups())
    read = Sums(n_vars)
    for line in lines:
        if line.startswith("*"):
            continue
        if line.startswith("min: "):
            terms = re.findall(r"\+(\d+) x(\d+) ", line)
            assert "".join(f"+{cost} x{variable} " for cost, variable in terms) == line[5:-1]
            assert not read.sums
            read.costs = {int(variable): int(cost) for cost, variable in terms}
            continue
        found = re.fullmatch(r"((?:[+-]1 x[1-9]\d* )+)>= (-?\d+) ;", line)
        assert found is not None, line
        terms = re.findall(r"([+-])1 x(\d+)", found[1])
        literals = [int(f"{sign}{variable}") for sign, variable in terms]
        assert max(map(abs, literals)) <= n_vars
        # -x is (1 - x) - 1.
        read.sums.append((literals, int(found[2]) + sum(sign == "-" for sign, _ in terms)))
    assert len(read.sums) == n_constraints
    return read


def best_of_wcnf(path: str) -> int | None:
    """The least cost, by PySAT's reader and its RC2; None if there is no model."""
    with RC2(WCNF(from_file=path)) as solver:
        model = solver.compute()
        return None if model is None else int(solver.cost)


Literal = tuple[str, int, bool]  # a variable, a value, and whether it has that


@dataclass
class Csp:
    """A constraint model.

    Args:
        domains: by variable its values.
        tables: variables, and the rows of values that they may have.
        differ: lists of variables that have different rows of values.
        clauses: literals of which one holds.
        objective: variables whose sum is to be as large as can be.
    """

    domains: dict[str, list[int]] = field(default_factory=dict)
    tables: list[tuple[list[str], set[tuple[int, ...]]]] = field(default_factory=list)
    differ: list[tuple[list[str], list[str]]] = field(default_factory=list)
    clauses: list[list[Literal]] = field(default_factory=list)
    objective: list[str] = field(default_factory=list)

    def solutions(self) -> Iterator[dict[str, int]]:
        """All solutions, by the values of `x`."""
        pool = IDPool()
        pairs = [(name, value) for name, values in self.domains.items() for value in values]
        ids = {pair: pool.id(pair) for pair in pairs}
        cnf: list[list[int]] = []
        for name, values in self.domains.items():
            held = [ids[name, value] for value in values]
            cnf += [held, *([-a, -b] for a, b in itertools.combinations(held, 2))]
        for at, (names, rows) in enumerate(self.tables):
            possible = [row for row in rows if all(p in ids for p in zip(names, row, strict=True))]
            cnf.append([pool.id((at, row)) for row in possible])
            for row in possible:
                cnf += [[-pool.id((at, row)), ids[p]] for p in zip(names, row, strict=True)]
        for one, other in self.differ:
            unlike = [pool.id((one[i], other[i], "differ")) for i in range(len(one))]
            cnf.append(unlike)
            for differs, a, b in zip(unlike, one, other, strict=True):
                for value in set(self.domains[a]) & set(self.domains[b]):
                    cnf.append([-differs, -ids[a, value], -ids[b, value]])
        for clause in self.clauses:
            known = [(ids.get((name, value)), holds) for name, value, holds in clause]
            if not any(variable is None and not holds for variable, holds in known):
                cnf.append([v if holds else -v for v, holds in known if v is not None])
        shown = [ids[pair] for pair in pairs if pair[0].startswith("x")]
        for model in projections(cnf, shown):
            true = {lit for lit in model if lit > 0}
            yield {name: value for (name, value), variable in ids.items() if variable in true}

    def total(self, solution: dict[str, int]) -> int:
        return sum(solution[name] for name in self.objective)


def _numbers(text: str) -> list[int]:
    found: list[int] = []
    for part in text.split():
        low, dots, high = part.partition("..")
        found += range(int(low), int(high) + 1) if dots else [int(low)]
    return found


def read_xcsp3(text: str) -> Csp:
    root = ET.fromstring(text)
    assert root.tag == "instance"
    assert root.attrib["format"] == "XCSP3"
    csp = Csp()
    for one in root.find("variables") or ():
        if one.tag == "var":
            csp.domains[one.attrib["id"]] = _numbers(one.text or "")
            continue
        size = int(one.attrib["size"].strip("[]"))
        name = one.attrib["id"]
        for domain in one:
            csp.domains[domain.attrib["for"]] = _numbers(domain.text or "")
        for index in range(size if not len(one) else 0):
            csp.domains[f"{name}[{index}]"] = _numbers(one.text or "")
        assert all(f"{name}[{index}]" in csp.domains for index in range(size))
    for one in root.find("constraints") or ():
        if one.tag == "group":
            (extension, *args) = one
            assert extension.tag == "extension"
            listed, supports = (extension.findtext(tag, "").strip() for tag in ("list", "supports"))
            arity = len(listed.split())
            assert listed.split() == [f"%{i}" for i in range(arity)]
            if arity == 1:
                rows: set[tuple[int, ...]] = {(value,) for value in _numbers(supports)}
            else:
                tuples = re.findall(r"\(([\d,]+)\)", supports)
                rows = {tuple(map(int, row.split(","))) for row in tuples}
                assert len(tuples) == len(rows) == supports.count("(")
            for arg in args:
                names = (arg.text or "").split()
                assert arg.tag == "args"
                assert len(names) == arity
                csp.tables.append((names, rows))
        elif one.tag == "allDifferent":
            first, second = (
                ((part.text or "").split() for part in one)
                if len(one)
                else ([name] for name in (one.text or "").split())
            )
            assert all(a != b for a, b in zip(first, second, strict=True))
            csp.differ.append((first, second))
        else:
            assert one.tag == "intension"
            csp.clauses += _intension((one.text or "").strip())
    is_cop = root.attrib["type"] == "COP"
    assert is_cop == (root.find("objectives") is not None)
    for one in root.find("objectives") or ():
        assert (one.tag, one.attrib) == ("maximize", {"type": "sum"})
        csp.objective = (one.text or "").split()
    return csp


def _intension(text: str) -> list[list[Literal]]:
    terms = re.findall(r"(eq|ne)\(([a-z]+(?:\[\d+\])?),(\d+)\)", text)
    joined = ",".join(f"{kind}({name},{value})" for kind, name, value in terms)
    literals = [(name, int(value), kind == "eq") for kind, name, value in terms]
    if text == f"and({joined})":
        return [[literal] for literal in literals]
    assert text == (joined if len(terms) == 1 else f"or({joined})"), text
    return [literals]


def read_minizinc(text: str) -> Csp:
    """A model in the part of MiniZinc that satcross writes; every statement must be known."""
    text = re.sub(r"%.*", "", text)
    text = re.sub(r"predicate differ\(.*?\) =\s*exists\(.*?\) \(a\[i\] != b\[i\]\);", "", text,
                  flags=re.DOTALL)  # fmt: skip
    csp = Csp()
    tables: dict[str, set[tuple[int, ...]]] = {}
    for raw in text.split(";"):
        part = " ".join(raw.split())
        if found := re.fullmatch(r"array\[0\.\.(\d+)\] of var (.+): (\w+)", part):
            low, _, high = found[2].replace("bool", "0..1").partition("..")
            for index in range(int(found[1]) + 1):
                csp.domains[f"{found[3]}[{index}]"] = list(range(int(low), int(high) + 1))
        elif found := re.fullmatch(r"constraint (x\[\d+\]) in \{([\d, ]+)\}", part):
            csp.domains[found[1]] = list(map(int, found[2].split(",")))
        elif found := re.fullmatch(
            r"array\[1\.\.(\d+), 1\.\.(\d+)\] of int: (\w+) = \[\|(.*)\|\]", part
        ):
            rows = [tuple(map(int, row.split(","))) for row in found[4].split("|")]
            assert (len(rows), {len(row) for row in rows}) == (int(found[1]), {int(found[2])})
            tables[found[3]] = set(rows)
        elif found := re.fullmatch(r"constraint table\(([^()]*), (\w+)\)", part):
            csp.tables.append((re.findall(r"\w+\[\d+\]", found[1]), tables[found[2]]))
        elif found := re.fullmatch(r"constraint differ\(\[(.*)\], \[(.*)\]\)", part):
            csp.differ.append((found[1].split(", "), found[2].split(", ")))
        elif part == "constraint false":
            csp.domains["x[0]"] = []
        elif part.startswith("constraint "):
            csp.clauses.append(_clause(part.removeprefix("constraint ")))
        elif part == "var int: total = sum(score)":
            csp.objective = [name for name in csp.domains if name.startswith("score[")]
        else:
            assert re.match(r"$|include |array\[.*\] of string: letters|solve |output ", part), part
    assert ("solve maximize total;" in text) is bool(csp.objective)
    return csp


def _clause(text: str) -> list[Literal]:
    terms: list[Literal] = []
    for part in text.split(" \\/ "):
        if found := re.fullmatch(r"(x\[\d+\]) (=|!=) (\d+)", part):
            terms.append((found[1], int(found[3]), found[2] == "="))
        else:
            found = re.fullmatch(r"(not )?(y\[\d+\])", part)
            assert found is not None, part
            terms.append((found[2], 1, not found[1]))
    return terms


def read_nnf(text: str) -> tuple[int, list[list[int]]]:
    """A d-DNNF of c2d: the number of variables, and all models, each a list of literals.

    Checks that the parts of an AND share no variable, that those of an OR share no model and are
    about the same variables, and that the root is about all.
    """
    head, *lines = text.splitlines()
    _, n_nodes, n_edges, n_vars = head.split()
    assert head.startswith("nnf ")
    assert len(lines) == int(n_nodes)
    models: list[set[frozenset[int]]] = []
    about: list[set[int]] = []
    n_children = 0
    for line in lines:
        kind, *numbers = line.split()
        values = list(map(int, numbers))
        if kind == "L":
            models.append({frozenset(values)})
            about.append({abs(values[0])})
            continue
        if kind == "O":
            assert values.pop(0) == 0
        count, *children = values
        assert count == len(children)
        n_children += count
        variables = [about[child] for child in children]
        about.append(set().union(*variables))
        if kind == "A":
            assert sum(map(len, variables)) == len(about[-1])
            found = {frozenset()} if not children else models[children[0]]
            for child in children[1:]:
                found = {one | other for one in found for other in models[child]}
        else:
            assert kind == "O"
            assert all(one == about[-1] for one in variables)
            found = set().union(*(models[child] for child in children))
            assert len(found) == sum(len(models[child]) for child in children)
        models.append(found)
    assert n_children == int(n_edges)
    assert about[-1] == set(range(1, int(n_vars) + 1)) or not models[-1]
    return int(n_vars), [sorted(model, key=abs) for model in models[-1]]
