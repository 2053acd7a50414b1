"""Whether clauses follow from conditions over letters in cells.

Of each condition a decision diagram is made, and of a clause as well, whose defined variables are
followed down to letters: the clause follows if it holds wherever the condition does. What is not
understood of a variable may be true or false, so that nothing wrong is accepted.

Source: R. E. Bryant, Graph-based algorithms for Boolean function manipulation, IEEE TC 1986.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from satcross.apps.proofs.certificate.conditions import (
    Cardinality,
    Condition,
    In,
    Places,
    WordWay,
    all_of,
    conditions_of,
)
from satcross.apps.proofs.certificate.pairs import DefinitionOf, is_of_two

MAX_NODES = 500_000  # of the diagram of a condition and of the clauses that it is compared with
TRUE, FALSE = 1, -1
LAST = 1 << 60  # after all variables of a diagram


class ConditionClauses:
    """Whether clauses follow from a rule about letters and words.

    Args:
        rule: of one of the `KINDS`.
        places: of the grid.
    """

    def __init__(self, rule: Any, places: Places) -> None:
        self._rule, self._places = rule, places
        self._n_letters = len(places.texts)
        is_plain = rule.kind in ("same-letter", "different-letters", "opposite")
        self._cells = places.named(rule.cells) if is_plain else []
        self._diagrams = [_Diagram(one, places.left) for one in conditions_of(rule, places)]

    def says(self, clause: Sequence[int], definition_of: DefinitionOf) -> bool:
        """Whether the clause follows. Args: as `Steps.check` has them."""
        is_plain = not any(definition_of(abs(literal)) for literal in clause)
        if is_plain and self._is_wrong(self._left_without(clause)):
            return True
        literals = _Literals(definition_of, self._places.left, self._n_letters)
        some = [(one, bool(definition_of(abs(one)))) for one in clause]
        held = [(found, exact) for one, exact in some if (found := literals.example(one))]
        return any(
            diagram.says(clause, literals)
            for diagram in self._diagrams
            if all(diagram.may_tell(found, exact) for found, exact in held)
        )

    def _left_without(self, clause: Sequence[int]) -> dict[int, int]:
        """The letters that are left in cells where all literals of a clause are false."""
        left: dict[int, int] = {}
        for literal in clause:
            cell, letter = divmod(abs(literal) - 1, self._n_letters)
            mask = 1 << letter if literal < 0 else ~(1 << letter)
            left[cell] = left.get(cell, self._places.left[cell]) & mask
        return left

    def _is_wrong(self, left: Mapping[int, int]) -> bool:
        """Whether cells cannot be equal, different or opposite with the letters that are left."""
        kind, cells = self._rule.kind, self._cells

        def at(cell: int) -> int:
            return left.get(cell, self._places.left[cell])

        if kind == "same-letter":
            same = -1
            for cell in cells:
                same &= at(cell)
            return not same
        if kind == "different-letters":
            mine = left.keys() & set(cells)
            single = [at(cell) for cell in mine if at(cell).bit_count() == 1]
            return len(set(single)) < len(single)
        if kind == "opposite":
            for one, other in zip(cells[: len(cells) // 2], reversed(cells), strict=False):
                held = [code for code in range(self._n_letters) if at(one) >> code & 1]
                if not any(at(other) & self._places.opposite(code) for code in held):
                    return True
        return False


class _Literals:
    """What literals of a log stand for."""

    def __init__(self, definition_of: DefinitionOf, left: Sequence[int], n_letters: int) -> None:
        self.definition_of, self._left, self._n_letters = definition_of, left, n_letters

    def letter(self, literal: int) -> In | None:
        """What a literal says of a cell; None if it is of a defined variable."""
        if self.definition_of(abs(literal)):
            return None
        cell, code = divmod(abs(literal) - 1, self._n_letters)
        mask = 1 << code
        return In(cell, self._left[cell] & (mask if literal > 0 else ~mask))

    def conjuncts(self, variable: int) -> list[int]:
        """Literals that all hold where the first literal of a definition does."""
        return [] if self.two(variable) else [-one for one in self.definition_of(variable)[1:]]

    def two(self, variable: int) -> list[int]:
        """The two cells that a variable says to hold different letters; [] for another variable."""
        known = self.definition_of(variable)
        return [(abs(one) - 1) // self._n_letters for one in known[2:]] if is_of_two(known) else []

    def in_cells(self, literals: Iterable[int]) -> tuple[dict[int, int], list[int]]:
        """What is left in cells if some literals hold, and literals of which that is not known.

        A variable may say that a cell has one of some letters.
        """
        masks: dict[int, int] = {}
        others: list[int] = []
        for literal in literals:
            held = self.letter(literal) or self._in_cell(literal)
            if held is None:
                others.append(literal)
            else:
                masks[held.cell] = masks.get(held.cell, held.mask) & held.mask
        return masks, others

    def _in_cell(self, literal: int) -> In | None:
        letters = [self.letter(other) for other in self.conjuncts(abs(literal))]
        held = [one for one in letters if one is not None]
        if not held or len(held) < len(letters) or len({one.cell for one in held}) > 1:
            return None
        cell, mask = held[0].cell, self._left[held[0].cell]
        for one in held:
            mask &= one.mask
        is_head = literal == self.definition_of(abs(literal))[0]
        return In(cell, mask if is_head else self._left[cell] & ~mask)

    def example(self, literal: int) -> In | None:
        """Something that a literal depends on: what a cell holds; None if it is on nothing."""
        while True:
            if cells := self.two(abs(literal)):
                return In(cells[0], self._left[cells[0]])
            masks, others = self.in_cells([literal])
            if not masks:
                masks, others = self.in_cells(self.conjuncts(abs(literal)))
            for cell, mask in masks.items():
                return In(cell, mask)
            if not others:
                return None
            literal = others[0]


class _Diagram:
    """The decision diagram of a condition, and of clauses over the same cells.

    A node is a number, and the negative number is its negation. Letters of a cell that the
    condition does not tell apart are one *class*; a variable stands for each class but the last.

    Args:
        condition: of which it is.
        left: as in `Places`.
    """

    def __init__(self, condition: Condition, left: Sequence[int]) -> None:
        self._left = left
        self._nodes: list[tuple[int, int, int]] = [(LAST, 0, 0), (LAST, TRUE, TRUE)]
        self._number: dict[tuple[int, int, int], int] = {}
        self._ands: dict[tuple[int, int], int] = {}
        self._variables: dict[int, int] = {}  # nodes of defined variables
        self._next = 0
        self._classes: dict[int, list[int]] = {}
        self._ways: dict[frozenset[tuple[int, int]], int] = {}
        self._in_ways: set[int] = set()  # cells
        self._made: dict[int, int] = {}  # nodes of conditions
        self._collected: set[int] = set()
        self._collect(condition)
        self._first = {cell: self._new(len(masks)) for cell, masks in self._classes.items()}
        self._condition = condition
        self._node = 0

    def _collect(self, condition: Condition) -> None:
        if id(condition) in self._collected:
            return
        self._collected.add(id(condition))
        if isinstance(condition, WordWay):
            key = self._key(self._merged(condition))
            if len(key) > 1:
                self._in_ways |= {cell for cell, _ in key}
                self._ways.setdefault(key, self._new(1))
                return
            condition = all_of(condition.parts)
        if isinstance(condition, Cardinality):
            for part in condition.parts:
                self._collect(part)
            return
        whole = self._left[condition.cell]
        classes = self._classes.setdefault(condition.cell, [whole] if whole else [])
        parts = [(one & condition.mask, one & ~condition.mask) for one in classes]
        classes[:] = [part for both in parts for part in both if part]

    def _new(self, n: int) -> int:
        """The first of some new variables, which come before all others in a diagram."""
        self._next -= n
        return self._next

    def _merged(self, way: WordWay) -> dict[int, int]:
        masks: dict[int, int] = {}
        for part in way.parts:
            masks[part.cell] = masks.get(part.cell, self._left[part.cell]) & part.mask
        return masks

    def _key(self, masks: Mapping[int, int]) -> frozenset[tuple[int, int]]:
        """Masks of cells without those that say nothing."""
        return frozenset(item for item in masks.items() if item[1] != self._left[item[0]])

    def may_tell(self, held: In, exactly: bool) -> bool:
        """Whether the diagram can tell whether a cell holds some letters, or anything of it."""
        if not exactly or held.cell in self._in_ways:
            return held.cell in self._classes or held.cell in self._in_ways
        return held.cell in self._classes and self._exactly(held.cell, held.mask) is not None

    def says(self, clause: Sequence[int], literals: _Literals) -> bool:
        """Whether a clause holds wherever the condition does."""
        try:
            if not self._node:
                self._node = TRUE  # nothing is known of a condition that is too large
                self._node = self._of(self._condition)
            masks, others = literals.in_cells(-literal for literal in clause)
            parts = [self._of_variable(literal, literals) for literal in others]
            parts += [-self._inside(at, self._left[at] & ~mask) for at, mask in masks.items()]
            return self._and(self._all(parts), self._node) == FALSE
        except (_TooLargeError, RecursionError):
            return False

    def _of(self, condition: Condition) -> int:
        if id(condition) not in self._made:  # a condition may be a part of several
            self._made[id(condition)] = self._make_of(condition)
        return self._made[id(condition)]

    def _make_of(self, condition: Condition) -> int:
        if isinstance(condition, In):
            return self._inside(condition.cell, condition.mask & self._left[condition.cell])
        if isinstance(condition, WordWay):
            return self._conjunction(self._merged(condition), ())
        least, most = condition.least, condition.most
        if (least, most) == (1, len(condition.parts)):
            return -self._all(-self._of(part) for part in condition.parts)
        top = max(least, most + 1 if most < len(condition.parts) else 0)
        held = [TRUE] + [FALSE] * top  # by n: whether n of the parts so far hold
        for number, part in enumerate(condition.parts, 1):
            node = self._of(part)
            for n in range(min(number, top), 0, -1):
                held[n] = self._or(held[n], self._and(node, held[n - 1]))
        return self._and(held[least], -held[most + 1] if most < len(condition.parts) else TRUE)

    def _inside(self, cell: int, mask: int) -> int:
        """Where the cell is in a class all of whose letters are in a mask."""
        found, before = FALSE, TRUE
        for number, letters in enumerate(self._classes.get(cell, ())):
            here = before
            if number < len(self._classes[cell]) - 1:
                variable = self._make(self._first[cell] + number, FALSE, TRUE)
                here, before = self._and(before, variable), self._and(before, -variable)
            if not letters & ~mask:
                found = self._or(found, here)
        return found

    def _exactly(self, cell: int, mask: int) -> int | None:
        """Where the cell holds a letter of a mask; None if that is not known of a class."""
        if mask == self._left[cell]:
            return TRUE
        classes = self._classes.get(cell, [self._left[cell]])
        if any(letters & mask and letters & ~mask for letters in classes):
            return None
        return self._inside(cell, mask)

    def _of_variable(self, literal: int, literals: _Literals) -> int:
        """The node of a defined variable's literal; variables it depends on come first."""
        waits = [abs(literal)]
        while waits:
            variable = waits[-1]
            masks, others = literals.in_cells(literals.conjuncts(variable))
            missing = [abs(other) for other in others if abs(other) not in self._variables]
            if missing:
                waits += missing
                continue
            waits.pop()
            if variable not in self._variables:
                head = literals.definition_of(variable)[0]
                two = literals.two(variable)
                node = self._conjunction(masks, [self._known(other) for other in others])
                node = self._differ(two) if two else node
                self._variables[variable] = node if head > 0 else -node
        return self._known(literal)

    def _differ(self, cells: Sequence[int]) -> int:
        """Where two cells hold different letters."""
        masks = self._left[cells[0]] & self._left[cells[1]]
        same: list[int] = []
        for code in range(masks.bit_length()):
            if masks >> code & 1:
                same.append(self._conjunction(dict.fromkeys(cells, 1 << code), ()))
        return self._all(-node for node in same)

    def _known(self, literal: int) -> int:
        node = self._variables[abs(literal)]
        return node if literal > 0 else -node

    def _conjunction(self, masks: Mapping[int, int], nodes: Iterable[int]) -> int:
        if not all(masks.values()):
            return FALSE
        key = self._key(masks)
        if key in self._ways:
            return self._all([self._make(self._ways[key], FALSE, TRUE), *nodes])
        held = [self._exactly(cell, mask) for cell, mask in masks.items()]
        known = [node for node in held if node is not None]
        if len(known) < len(held):  # it may be true or false
            return self._make(self._new(1), FALSE, TRUE)
        return self._all([*known, *nodes])

    # Nodes

    def _top(self, node: int) -> int:
        """The first variable of a node."""
        return self._nodes[abs(node)][0]

    def _make(self, variable: int, low: int, high: int) -> int:
        if low == high:
            return low
        if high < 0:
            return -self._make(variable, -low, -high)
        key = variable, low, high
        if key not in self._number:
            if len(self._nodes) > MAX_NODES:
                raise _TooLargeError
            self._number[key] = len(self._nodes)
            self._nodes.append(key)
        return self._number[key]

    def _all(self, nodes: Iterable[int]) -> int:
        """Where all nodes hold: the last variables first, which is quickest."""
        found = TRUE
        for node in sorted(set(nodes), key=self._top, reverse=True):
            found = self._and(node, found)
        return found

    def _or(self, one: int, other: int) -> int:
        return -self._and(-one, -other)

    def _and(self, one: int, other: int) -> int:
        waits = [(one, other)]
        while waits:
            one, other = waits[-1]
            found = self._find(one, other)
            if found is not None:
                waits.pop()
                continue
            variable = min(self._top(one), self._top(other))
            low, high = (
                (self._branch(one, variable, way), self._branch(other, variable, way))
                for way in (1, 2)
            )
            nodes = self._find(*low), self._find(*high)
            if None in nodes:
                waits += [low] * (nodes[0] is None) + [high] * (nodes[1] is None)
                continue
            key = (one, other) if one < other else (other, one)
            self._ands[key] = self._make(variable, nodes[0] or 0, nodes[1] or 0)
        return found or 0

    def _find(self, one: int, other: int) -> int | None:
        if one == -other or FALSE in (one, other):
            return FALSE
        if one in (TRUE, other):
            return other
        if other == TRUE:
            return one
        return self._ands.get((one, other) if one < other else (other, one))

    def _branch(self, node: int, variable: int, way: int) -> int:
        found = self._nodes[abs(node)]
        if found[0] != variable:
            return node
        return found[way] if node > 0 else -found[way]


class _TooLargeError(Exception):
    """A diagram has too many nodes."""
