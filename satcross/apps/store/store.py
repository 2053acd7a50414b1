"""The store of all fills of a puzzle: how many there are, which letters, samples, the best."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from satcross import Constraint, Fill, FormatError, Letter, OptionError, Puzzle, Word
from satcross.apps.counting.diagram.diagram import Diagram, best_rows
from satcross.apps.store.file import packed, unpacked
from satcross.extend import (
    Bools,
    Codes,
    Slot,
    as_path,
    check_integer,
    counted,
    read_file,
    write_file,
)
from satcross.rules.constraint import ConstraintLike
from satcross.rules.literals import literal_of, of_cell
from satcross.tasks.checking import rows_check

if TYPE_CHECKING:
    Condition = ConstraintLike | str

BATCH = 10_000  # fills that are made together
MAX_FILE = 128 << 20  # bytes
NNF = ".nnf"  # extension of a file for other programs


class FillStore:
    """All fills of a puzzle, as decision diagrams of its parts; `compile_fills` makes it.

    The fills have numbers from 0 on, in an order that is fixed: that of the letters, in the order
    in which the diagrams have the cells. Every fill that comes out is verified.

    Args:
        puzzle: what was filled.
        diagrams: of its parts.
        digest: of the list that the words are from: `WordList.digest`.
        has_scores: whether the totals of the diagrams are those of the fills.

    >>> from satcross import compile_fills
    >>> store = compile_fills("..\\n..", ["at", "to", "oh", "ah", "ho"]).value
    >>> store.n_fills, str(store.at(0)).split(), store.where("1A=AH").n_fills
    (2, ['AH', 'TO'], 1)
    """

    plain_fields: ClassVar = ("puzzle", "n_fills", "best_total", "n_parts", "n_nodes", "n_edges")

    def __init__(
        self, puzzle: Puzzle, diagrams: Sequence[Diagram], digest: str, *, has_scores: bool = True
    ) -> None:
        self.puzzle = puzzle
        self.has_scores = has_scores
        self._diagrams = tuple(diagrams)
        self._digest = digest
        self._check: Callable[[Codes], None] | None = None
        self._columns = [cell for diagram in diagrams for cell in diagram.cells]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_check": None}

    def __repr__(self) -> str:
        return f"<FillStore {self.puzzle.grid.shape}, {counted(self.n_fills, 'fill')}>"

    @property
    def n_fills(self) -> int:
        """How many fills there are."""
        return math.prod(diagram.n_rows for diagram in self._diagrams)

    @property
    def n_nodes(self) -> int:
        """How many nodes the diagrams have."""
        return sum(diagram.n_nodes for diagram in self._diagrams)

    @property
    def n_edges(self) -> int:
        """How many edges the diagrams have."""
        return sum(diagram.n_edges for diagram in self._diagrams)

    @property
    def n_parts(self) -> int:
        """How many independent parts the puzzle has."""
        return len(self._diagrams)

    @property
    def best_total(self) -> int | None:
        """The largest sum of scores of a fill; None if there is no fill, or no score is known."""
        if not (self.has_scores and self.n_fills):
            return None
        return sum(diagram.best for diagram in self._diagrams)

    @property
    def cells(self) -> tuple[int, ...]:
        """The positions of the cells in slots, row by row: the columns of `arrays`."""
        return tuple(sorted(self._columns))

    def letters(self) -> dict[str, dict[str, int]]:
        """By cell, row by row, in how many fills it holds each letter, from A on; at least once.

        >>> from satcross import compile_fills
        >>> compile_fills("..", ["at", "to", "an"]).value.letters()
        {'r1c1': {'A': 2, 'T': 1}, 'r1c2': {'N': 1, 'O': 1, 'T': 1}}
        """
        texts, n_all = self.puzzle.texts, self.n_fills
        found: dict[int, dict[str, int]] = {}
        for diagram in self._diagrams if n_all else ():
            others = n_all // diagram.n_rows
            for cell, counts in zip(diagram.cells, diagram.letters(len(texts)), strict=True):
                found[cell] = {text: n * others for text, n in zip(texts, counts, strict=True) if n}
        return {self.puzzle.grid.cell_name(cell): found[cell] for cell in sorted(found)}

    def where(self, *conditions: Condition) -> FillStore:
        """The store of the fills with certain letters and words.

        Args:
            conditions: of a cell or a slot, as in "r1c4=Q", "~r1c4=Q", "5A=HOUSE" and "5A=H??SE";
                or a `Letter` or a `Word`. All must hold.

        Raises:
            OptionError: there is no such cell, slot or letter, or it is another kind of condition.
        """
        literals = [literal_of(one, "where") if isinstance(one, str) else one for one in conditions]
        try:
            puzzle = self.puzzle.with_rule(*literals) if literals else self.puzzle
        except OptionError as error:
            raise OptionError(error.problem, hint=error.hint, parameter="where") from None
        allowed = {cell: np.ones(len(puzzle.texts), dtype=np.bool_) for cell in self._columns}
        for constraint in Constraint.each_of(literals):
            only = constraint.literals[0]
            is_one = len(constraint.literals) == 1 and constraint.least
            if not is_one or not isinstance(only, Letter | Word):
                raise _no_condition(str(constraint))
            for cell, mask in self._letters_of(of_cell(only, puzzle)):
                allowed[cell] &= mask
        diagrams = [
            diagram.restricted(np.array([allowed[cell] for cell in diagram.cells]))
            if any(not allowed[cell].all() for cell in diagram.cells) and diagram.layers
            else diagram
            for diagram in self._diagrams
        ]
        return FillStore(puzzle, diagrams, self._digest, has_scores=self.has_scores)

    def _letters_of(self, literal: Letter | Word) -> Iterator[tuple[int, Bools]]:
        """The letters that each cell of a condition may hold."""
        puzzle, n = self.puzzle, len(self.puzzle.texts)
        if isinstance(literal, Letter) and literal.cell is not None:
            mask = np.zeros(n, dtype=np.bool_)
            mask[sorted(literal.codes(puzzle.listed.alphabet, puzzle.texts))] = True
            yield puzzle.grid.position(literal.cell), ~mask if literal.negated else mask
            return
        if isinstance(literal, Letter) or literal.slot is None or literal.negated:
            raise _no_condition(str(literal))
        slot = puzzle.slot(literal.slot)
        sets = self._sets_of(slot, literal)
        for cell, codes in zip(slot.entry_cells, sets, strict=True):
            mask = np.zeros(n, dtype=np.bool_)
            mask[sorted(codes)] = True
            yield cell, mask

    def _sets_of(self, slot: Slot, literal: Word) -> list[frozenset[int]]:
        puzzle = self.puzzle
        alphabet = puzzle.listed.alphabet
        if puzzle.has_rebus:  # whose words have no patterns
            word = alphabet.normalise(literal.pattern) or ""
            ways = [way for way in puzzle.spellings(word) if len(way) == len(slot)]
            if len(ways) != 1:
                raise OptionError(
                    f"{literal}: there are {len(ways)} ways to put this into {len(slot)} cells",
                    hint="name the letters of the cells, as in r1c4=Q",
                    parameter="where",
                )
            return [frozenset((code,)) for code in ways[0]]
        pattern = puzzle.listed.pattern(literal.pattern)
        if len(pattern.runs) > 2:
            raise _no_condition(str(literal))
        every = frozenset(range(len(alphabet)))
        first, *rest = pattern.runs
        n_between = slot.n_letters - pattern.min_length
        return [*first, *[every] * n_between, *(one for run in rest for one in run)]

    # Fills

    def at(self, number: int) -> Fill:
        """The fill of a number, from 0 to `n_fills` - 1.

        Raises:
            OptionError: there is no fill of that number.
        """
        if not self.n_fills:
            raise OptionError("there is no fill", parameter="at")
        number = check_integer(number, "at", at_least=0, at_most=self.n_fills - 1)
        return self._fills(self._rows([number]))[0]

    def sample(self, n: int = 1, *, seed: int = 0) -> list[Fill]:
        """Fills sampled at random, with replacement; every fill is exactly as likely as any other.

        Args:
            n: how many.
            seed: the same seed gives the same fills.

        Returns: `n` fills; none if there is none.
        """
        n = check_integer(n, "n", at_least=1)
        seed = check_integer(seed, "seed", at_least=0)
        if not self.n_fills:
            return []
        numbers = random.Random(f"satcross store {seed}")
        return self._fills(self._rows([numbers.randrange(self.n_fills) for _ in range(n)]))

    def best(self, n: int = 1) -> list[Fill]:
        """The `n` fills with the largest sums of scores, the best first; fewer if there are.

        Raises:
            OptionError: the store was made without scores.
        """
        n = check_integer(n, "n", at_least=1)
        if not self.has_scores:
            raise OptionError(
                "this store was made without scores", hint="make one with scores", parameter="best"
            )
        if not self.n_fills:
            return []
        found = [row for _, row in islice(best_rows(self._diagrams), n)]
        return self._fills(self._ordered(np.array(found)))

    def arrays(self, batch: int = BATCH) -> Iterator[Codes]:
        """All fills in their order, many at a time, as letters.

        Args: batch: how many fills an array has; the last one may have fewer.

        Returns: an iterator of uint8 (fills, cells), or uint16 in alphabets of more than 240
            letters: letter codes, the index of a letter in `Puzzle.texts`; the columns are `cells`.
        """
        batch = check_integer(batch, "batch", at_least=1)
        n_all = self.n_fills
        for first in range(0, n_all, batch):
            yield self._rows(range(first, min(first + batch, n_all)))

    def __iter__(self) -> Iterator[Fill]:
        for rows in self.arrays():
            for row in rows:
                yield self.fill(row)

    def _rows(self, numbers: Sequence[int]) -> Codes:
        """The fills of some numbers, verified, with the columns of `arrays`."""
        rests = list(numbers)
        parts: list[Codes] = []
        for diagram in reversed(self._diagrams):
            n = diagram.n_rows
            parts.append(diagram.rows([rest % n for rest in rests]))
            rests = [rest // n for rest in rests]
        return self._ordered(np.concatenate(parts[::-1], axis=1))

    def _ordered(self, rows: Codes) -> Codes:
        """Rows of all parts with the columns of `arrays`, verified."""
        rows = rows[:, np.argsort(np.array(self._columns))]
        if self._check is None:
            self._check = rows_check(self.puzzle, self.cells, maker="the store")
        self._check(rows)
        return rows

    def _fills(self, rows: Codes) -> list[Fill]:
        return [self.fill(row) for row in rows]

    def fill(self, row: Codes) -> Fill:
        """The fill with these letters: a row of one of `arrays`."""
        return Fill(self.puzzle, dict(zip(self.cells, row.tolist(), strict=True)))

    # Files

    def save(self, path: str | PathLike[str]) -> None:
        """Write the store to a file, which holds all that it needs: grid, words, rules.

        A name that ends in `.nnf` gets the diagrams as d-DNNF for other programs: see
        `satcross.apps.store.nnf`. `load` does not read it.

        Raises:
            FormatError: the file cannot be written.
        """
        file = as_path(path, "path")
        data = self.to_nnf() if file.suffix.lower() == NNF else self.to_bytes()
        write_file(file, data, FormatError)

    def to_nnf(self) -> bytes:
        """The diagrams as d-DNNF, in the format of c2d: see `satcross.apps.store.nnf`."""
        from satcross.apps.store.nnf import nnf_lines

        return "".join(f"{line}\n" for line in nnf_lines(self.puzzle, self._diagrams)).encode()

    def to_bytes(self) -> bytes:
        """The bytes of its file: see `satcross.apps.store.file`."""
        return packed(self.puzzle, self._diagrams, self._digest, has_scores=self.has_scores)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> FillStore:
        """The store of a file that `save` wrote.

        Raises:
            FormatError: the file cannot be read, is none of a store, or is damaged.
        """
        file = as_path(path, "path")
        return cls.from_bytes(read_file(file, FormatError, limit=MAX_FILE), str(file))

    @classmethod
    def from_bytes(cls, data: bytes, source: str = "fills") -> FillStore:
        """The store of the bytes of a file; `source` names them in errors."""
        puzzle, diagrams, header = unpacked(data, source)
        has_scores = header["scores"] is True
        return cls(puzzle, diagrams, str(header["words"]["digest"]), has_scores=has_scores)


def _no_condition(text: str) -> OptionError:
    return OptionError(
        f"{text} is no condition on letters of certain cells",
        hint="write r1c4=Q, ~r1c4=Q, 5A=HOUSE or 5A=H??SE",
        parameter="where",
    )
