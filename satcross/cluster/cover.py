"""What shows that a tree of refuted cubes leaves nothing out.

A split assumes each of some letters of a cell. The formula says that the cell has one of all its
letters; those without a cube are refuted by arc consistency, hence by unit propagation, but for
words that other slots have taken: `ProofLines` writes lines about these. So when the clause of each
cube of a split is known, that its letters do not go together, unit propagation yields the clause of
what was split; and that of the whole is the empty one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from satcross.cluster.ledger import Node
from satcross.encoding.encode import Encoding
from satcross.errors import SolverError
from satcross.model.consistency import Domains, Removal, arc_consistent
from satcross.model.puzzle import Puzzle
from satcross.tasks.cubes import Branch, chosen_split, cube_puzzle
from satcross.tasks.prove.proof_lines import Clause, ProofLines


@dataclass(frozen=True, slots=True)
class Refuted:
    """A cube that has a proof of its own, which yields its clause.

    Args:
        number: in the ledger.
        literals: its letters.
    """

    number: int
    literals: Clause


def cover_of(puzzle: Puzzle, encoded: Encoding, nodes: list[Node]) -> Iterator[Refuted | Clause]:
    """The cubes, and the clauses that follow from them in this order, the empty one last.

    Args:
        puzzle: what was divided.
        encoded: the formula to refute.
        nodes: all cubes, in the order of the tree.

    Raises:
        SolverError: a cube is open, or a letter is left that arc consistency does not refute.
    """
    if encoded.domains.emptied is not None:
        yield []  # as the formula has it
    else:
        yield from _Cover(puzzle, encoded).of(nodes)


class _Cover:
    def __init__(self, puzzle: Puzzle, encoded: Encoding) -> None:
        self._puzzle = puzzle
        self._letters = encoded.letters
        self._written: list[bytes] = []
        self._lines = ProofLines(encoded, self._written.append)
        self._lines.begin(puzzle)

    def of(self, nodes: list[Node]) -> Iterator[Refuted | Clause]:
        parts: dict[str, list[Branch]] = {}  # by place, what the cube was split into
        for node in reversed(nodes):  # the parts of a cube come before it
            if node.state == "split":
                paths = parts.pop(node.place)
                cell = paths[0][-1][0]
                yield from self._split(node.path, cell, {path[-1][1] for path in paths})
            elif node.state != "done":
                raise SolverError(f"cube {node.place} is not done")
            elif node.has_result:
                yield Refuted(node.number, self._literals(node.path))
            else:
                yield from self._divided_into_nothing(node.path)
            parts.setdefault(node.place.rpartition(".")[0], []).append(node.path)

    def _split(self, path: Branch, cell: int, has_cube: set[int]) -> Iterator[Clause]:
        """The clause of a cube, after what yields it besides the clauses of its parts.

        Args:
            path: of the cube.
            cell: that was split.
            has_cube: the letters of the parts.
        """
        domains = self._consistent(path)
        yield from self._taken()
        for letter in domains.letters[cell].nonzero()[0].tolist():
            if letter not in has_cube:
                yield from self._emptied((*path, (cell, letter)))
        yield self._negated(path)

    def _divided_into_nothing(self, path: Branch) -> Iterator[Clause]:
        domains = arc_consistent(cube_puzzle(self._puzzle, path))
        if domains.emptied is not None:
            yield from self._emptied(path)
            return
        chosen = chosen_split(self._puzzle, path, domains)
        if chosen is None or chosen[1]:
            raise SolverError(f"cube {path} was divided otherwise by another machine")
        yield from self._split(path, chosen[0], set())

    def _emptied(self, path: Branch) -> Iterator[Clause]:
        """The clause of a cube that arc consistency refutes, after what yields it."""
        domains = self._consistent(path)
        if domains.emptied is None:
            raise SolverError(f"the cubes leave out {path}")
        yield from self._taken()
        yield self._negated(path)

    def _consistent(self, path: Branch) -> Domains:
        """What arc consistency leaves of a cube; writes lines about the words that it took."""
        trace: list[Removal] = []
        domains = arc_consistent(cube_puzzle(self._puzzle, path), trace=trace)
        self._lines.taken_under(self._literals(path), trace)
        return domains

    def _taken(self) -> Iterator[Clause]:
        """The lines that were written since the last call."""
        for line in b"".join(self._written).splitlines():
            yield [int(word) for word in line.split()[:-1]]
        self._written.clear()

    def _literals(self, path: Branch) -> Clause:
        return [int(self._letters.ids[cell, letter]) for cell, letter in path]

    def _negated(self, path: Branch) -> Clause:
        return [-literal for literal in self._literals(path)]
