"""A store of fills as d-DNNF, in the format of c2d.

The variables are the letters of the puzzle's formula, by the numbers that `satcross export` gives
them. A node of a diagram is an OR of its edges, and an edge the AND of the letters of its cell (one
true, all others false) and the node that it leads to. So the sentence is decomposable, since each
cell is read once; deterministic, since the edges of a node read different letters; and smooth. Its
models are the fills.

Source: A. Darwiche, New advances in compiling CNF to decomposable negation normal form, ECAI 2004.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from satcross import Puzzle, arc_consistent
from satcross.apps.counting.diagram.diagram import Diagram
from satcross.extend import LetterVars


def nnf_lines(puzzle: Puzzle, diagrams: Sequence[Diagram]) -> Iterator[str]:
    """The lines of the file: `nnf NODES EDGES VARIABLES`, then a node a line, children first.

    Args:
        puzzle: whose letters are the variables.
        diagrams: of its parts; the rows of all together are the fills.
    """
    letters = LetterVars(arc_consistent(puzzle))
    made = _Nodes(letters)
    roots = [made.of_diagram(diagram) for diagram in diagrams]
    made.join("A", roots)  # the last node is the root
    yield f"nnf {len(made.lines)} {made.n_edges} {letters.n}"
    yield from made.lines


class _Nodes:
    """Nodes, each made when it is first needed.

    Fields:
        lines: of each node its line; the index is its number.
        n_edges: number of children in all lines.
    """

    def __init__(self, letters: LetterVars) -> None:
        self.lines: list[str] = []
        self.n_edges = 0
        self._ids: list[list[int]] = letters.ids.tolist()
        self._known: dict[int, int] = {}  # by literal
        self._held: dict[tuple[int, int], int] = {}  # by cell and letter code

    def join(self, kind: str, children: Sequence[int]) -> int:
        """A new node of these children."""
        self.n_edges += len(children)
        # An OR says on which variable its children disagree: 0, as it may be on several.
        head = f"{kind} 0 {len(children)}" if kind == "O" else f"{kind} {len(children)}"
        self.lines.append(" ".join([head, *map(str, children)]))
        return len(self.lines) - 1

    def of_diagram(self, diagram: Diagram) -> int:
        """The node that says that a row of the diagram is held."""
        below: list[int] = []  # by node of the layer after; none after the last one
        for cell, layer in zip(reversed(diagram.cells), reversed(diagram.layers), strict=True):
            edges = [
                [held, below[target]] if below else [held]
                for held, target in zip(
                    (self._letter(cell, code) for code in layer.letter.tolist()),
                    layer.target.tolist(),
                    strict=True,
                )
            ]
            nodes = [both[0] if len(both) == 1 else self.join("A", both) for both in edges]
            starts = layer.start.tolist()
            below = [
                nodes[start] if stop == start + 1 else self.join("O", nodes[start:stop])
                for start, stop in pairwise(starts)
            ]
        return below[0] if below else self.join("O", [])

    def _letter(self, cell: int, code: int) -> int:
        """The node that says that a cell holds a letter, and no other one."""
        if (cell, code) not in self._held:
            literals = [
                self._literal(variable if other == code else -variable)
                for other, variable in enumerate(self._ids[cell])
                if variable
            ]
            held = literals[0] if len(literals) == 1 else self.join("A", literals)
            self._held[cell, code] = held
        return self._held[cell, code]

    def _literal(self, literal: int) -> int:
        if literal not in self._known:
            self.lines.append(f"L {literal}")
            self._known[literal] = len(self.lines) - 1
        return self._known[literal]
