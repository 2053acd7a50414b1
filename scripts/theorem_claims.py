"""What a theorem claims, how its proof is made, and how that is checked. See `theorems.py`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from pysat.solvers import Solver

import satcross as sx
from satcross import Grid, PatternRules, Puzzle, WordList
from satcross.apps.construct.patterns.alike import all_images
from satcross.apps.construct.patterns.constraints import PatternEncoding, encode_pattern
from satcross.apps.construct.patterns.solver import exclusion
from satcross.apps.proofs.checker import check_proof
from satcross.cnf import dimacs
from satcross.cnf.connectivity import Edges
from satcross.cnf.formula import Formula, FormulaBuilder, iter_clauses
from satcross.model.grid import BLOCK, OPEN
from satcross.pattern.verify import pattern_faults
from satcross.verification.crossword import verify

ROOT = Path(__file__).resolve().parent.parent
SOLVER = "cadical195"

Files = Mapping[str, bytes]  # by name: the parts of a proof
Part = tuple[frozenset[int], int]  # cells, and a cell that is not among them


class WrongError(Exception):
    """A claim that does not hold, or a proof that does not prove it."""


@dataclass(frozen=True)
class PatternClaim:
    """How many patterns obey some rules. Turned and mirrored ones count as one.

    Args:
        label: its name in the theorem.
        rules: of the patterns.
        n: how many there are; None for "one at least".
    """

    label: str
    rules: PatternRules
    n: int | None = 0

    def make(self) -> Files:
        """The patterns, what divides others that are not connected, and a proof.

        Raises:
            WrongError: there are more or fewer.
        """
        encoded = encode_pattern(self.rules)
        limit = 1 if self.n is None else self.n + 1
        patterns, parts = _search(encoded, limit)
        if len(patterns) != (1 if self.n is None else self.n):
            raise WrongError(f"{self.label}: there are {len(patterns)} patterns or more")
        files = {"patterns": _json([grid.to_hex() for grid in patterns])}
        if self.n is None:
            return files
        with Solver(
            SOLVER, _clauses(_formula(encoded, patterns, parts)), with_proof=True
        ) as solver:
            if solver.solve():
                raise WrongError(f"{self.label}: a pattern was left out")
            proof = "".join(f"{line}\n" for line in solver.get_proof())
        parts_text = _json([[sorted(part), far] for part, far in parts])
        return {**files, "parts": parts_text, "drat": proof.encode()}

    def check(self, files: Files, folder: Path) -> None:
        """Check what `make` gave.

        Args:
            files: its parts.
            folder: where the formula and the proof are written.

        Raises:
            WrongError: it is no proof.
        """
        rules = self.rules
        patterns = [Grid.from_hex(text) for text in json.loads(files["patterns"])]
        for grid in patterns:
            if faults := pattern_faults(grid, rules):
                raise WrongError(f"{self.label}: a pattern breaks a rule: {faults[0]}")
        n_apart = len({min(_turned(grid)) for grid in patterns})
        if n_apart != len(patterns) or n_apart != (1 if self.n is None else self.n):
            raise WrongError(f"{self.label}: {n_apart} different patterns of {len(patterns)}")
        if self.n is None:
            return
        parts = [(frozenset(cells), far) for cells, far in json.loads(files["parts"])]
        places = set(range(rules.n_rows * rules.n_cols))
        if (parts and not rules.connected) or any(
            not cells or far in cells or not {far, *cells} <= places for cells, far in parts
        ):
            raise WrongError(f"{self.label}: a cut does not divide the cells")
        cnf, drat = folder / f"{self.label}.cnf", folder / f"{self.label}.drat"
        dimacs.write(_formula(encode_pattern(rules), patterns, parts), cnf)
        drat.write_bytes(files["drat"])
        result = check_proof(cnf, drat)
        if not isinstance(result, sx.Found):
            raise WrongError(f"{self.label}: {result}")


def _search(encoded: PatternEncoding, limit: int) -> tuple[list[Grid], list[Part]]:
    """Patterns, no two alike, up to a limit; and the parts of those that were not connected."""
    rules, variables = encoded.rules, encoded.variables
    patterns: list[Grid] = []
    parts: list[Part] = []
    with Solver(SOLVER, _clauses(encoded.formula)) as solver:
        while len(patterns) < limit and solver.solve():
            holds = set(solver.get_model())
            is_open = [variables.open_at(at) in holds for at in range(rules.n_rows * rules.n_cols)]
            joined = Edges(edge for edge in variables.edges if variables.join(edge) in holds)
            found = joined.components(at for at, opened in enumerate(is_open) if opened)
            if len(found) > 1 and rules.connected:
                new = [(part, min(found[-1])) for part in found[:-1]]
                parts += new
                clauses = [_cut(encoded, part) for part in new]
            else:
                cells = tuple(OPEN if opened else BLOCK for opened in is_open)
                patterns.append(Grid(rules.n_rows, rules.n_cols, cells))
                clauses = exclusion(encoded, patterns[-1])
            solver.append_formula(clauses)
    return patterns, parts


def _cut(encoded: PatternEncoding, part: Part) -> list[int]:
    """Where cells of a connected pattern lie on both sides, a cell beside the part is open."""
    cells, far = part
    variables = encoded.variables
    return variables.edges.cuts([cells, frozenset([far])], variables.open_at)[0]


def _formula(encoded: PatternEncoding, patterns: Sequence[Grid], parts: Sequence[Part]) -> Formula:
    """The rules, the cuts, and that it is none of these patterns, turned or mirrored."""
    builder = FormulaBuilder()
    builder.begin("cuts")
    builder.add_all(_cut(encoded, part) for part in parts)
    for grid in patterns:
        builder.add_all(exclusion(encoded, grid))
    n_vars = encoded.formula.n_vars
    more = builder.build(n_vars)
    return Formula(n_vars, np.concatenate((encoded.formula.flat, more.flat)))


def _clauses(formula: Formula) -> list[list[int]]:
    return [list(clause) for clause in iter_clauses(formula.flat)]


def _turned(grid: Grid) -> list[tuple[str, ...]]:
    images = all_images(grid.n_rows, grid.n_cols)
    return [tuple(grid.cells[move[at]] for at in range(grid.size)) for move in images]


def _json(data: object) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode()


@dataclass(frozen=True)
class FillClaim:
    """Whether a grid has a fill with the words of the built-in list from a score up.

    Args:
        label: its name in the theorem.
        grid: its rows.
        score: the lowest.
        exists: whether there is a fill.
        rules: of the puzzle.
    """

    label: str
    grid: str
    score: int
    exists: bool
    rules: tuple[str, ...] = ()

    @property
    def _puzzle(self) -> Puzzle:
        return Puzzle(self.grid, _words(self.score), list(self.rules))

    def make(self) -> Files:
        """A fill, or a certificate. Raises WrongError."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / "certificate"
            result = sx.fill(self._puzzle, certificate=path)
            if isinstance(result, sx.Found) and self.exists:
                return {"fill": str(result.value.grid).encode()}
            if isinstance(result, sx.Impossible) and not self.exists:
                return {"certificate": path.read_bytes()}
        raise WrongError(f"{self.label}: {result}")

    def check(self, files: Files, folder: Path) -> None:
        """Check what `make` gave; see `PatternClaim.check`."""
        words, rules = _words(self.score), list(self.rules)
        if self.exists:
            filled = Grid.parse(files["fill"].decode())
            if faults := verify(Grid.parse(self.grid), filled, words, rules=rules):
                raise WrongError(f"{self.label}: {faults[0]}")
            return
        path = folder / f"{self.label}.certificate"
        path.write_bytes(files["certificate"])
        result = sx.verify_certificate(path)
        if not isinstance(result, sx.Found):
            raise WrongError(f"{self.label}: {result}")
        # That is a proof for what the certificate names: is it what is claimed?
        head = json.loads(files["certificate"].split(b"\n", 2)[1])
        lengths = {len(slot) for slot in self._puzzle.slots}
        expected = sorted(word for word, _ in words.words() if len(word) in lengths)
        if (
            head["claim"] != "no fill"
            or head["grid"] != self.grid.split("\n")
            or sorted(head["rules"]) != sorted(rules)
            or sorted(head["words"]) != expected
        ):
            raise WrongError(f"{self.label}: the certificate is of something else")


Claim = PatternClaim | FillClaim


@cache
def _words(score: int) -> WordList:
    return WordList.builtin(min_score=score)
