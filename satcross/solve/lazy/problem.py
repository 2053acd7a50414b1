"""What the lazy engine is given: cells that take one letter each, and tables of words over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from bitarray import bitarray

from satcross.encoding.letters import CellVars, LetterVars
from satcross.model.consistency import Domains
from satcross.solve.lazy.tables import SlotWords, build_tables
from satcross.words.bits import SlotTable


@dataclass(frozen=True, slots=True, eq=False)
class TableProblem:
    """Cells, and slots over them, each of which must hold a word of its table.

    It is independent of crosswords: a cell's letters can be any values, such as the score classes
    of `satcross.solve.lazy.scored`.

    Args:
        cells: the letters that each cell can have, as variables; none for cells to leave alone.
        slots: by slot, its cells.
        tables: by slot, its words; slots may share one.
        start: by slot, the words that it may hold, as a bit set over its table. None is empty.
        distinct_groups: groups of slots no two of which may hold the same word: the same index in
            `SlotTable.words`. A slot is in one group at most.
        twins: by slot, the one of its group that may hold the same word.

    Field:
        links: by cell, the slots through it, each with its words by their letter there.
    """

    cells: CellVars
    slots: Sequence[tuple[int, ...]]
    tables: Sequence[SlotTable]
    start: Sequence[bitarray]
    distinct_groups: Sequence[tuple[int, ...]] = ()
    twins: Mapping[int, int] = field(default_factory=dict)
    links: list[list[tuple[int, list[bitarray]]]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        links: list[list[tuple[int, list[bitarray]]]] = [[] for _ in self.cells.rows]
        for slot, cells in enumerate(self.slots):
            for cell, support in zip(cells, self.tables[slot].support, strict=True):
                links[cell].append((slot, support))
        object.__setattr__(self, "links", links)

    @property
    def n_letters(self) -> int:
        """How many letters there are."""
        return self.cells.n_letters

    @property
    def n_cells(self) -> int:
        """How many cells are to be filled."""
        return sum(map(bool, self.cells.masks))

    def rivals(self) -> list[list[int]]:
        """By slot, the others in its group: they lose its word when it is complete."""
        rivals: list[list[int]] = [[] for _ in self.slots]
        for group in self.distinct_groups:
            for slot in group:
                if self.start[slot].count() > 1:
                    allowed = (slot, self.twins.get(slot))
                    rivals[slot] = [other for other in group if other not in allowed]
        return rivals

    @classmethod
    def of(cls, domains: Domains, letters: LetterVars | None = None) -> Self:
        """The slots and words of a puzzle.

        Args:
            domains: what arc consistency left; no slot may be empty.
            letters: the variables of those letters, where they are made already.
        """
        puzzle = domains.puzzle
        tables, start = build_tables(
            (
                SlotWords(table, left, not puzzle.is_exempt(slot))
                for slot, table, left in zip(
                    puzzle.slots, domains.tables, domains.left, strict=True
                )
            ),
            domains.n_letters,
        )
        return cls(
            letters or LetterVars(domains),
            [slot.cells for slot in puzzle.slots],
            tables,
            start,
            domains.distinct_groups(),
            puzzle.twins,
        )
