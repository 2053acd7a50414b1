"""What a certificate says of scores: which words would make a better fill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from satcross.apps.proofs.checker.certificate import WrongError

if TYPE_CHECKING:
    from satcross.apps.proofs.checker._steps import Steps

MAX_WEIGHT = 1000
MAX_CLASSES = 64  # a checker has them as letters of a cell
I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]


@dataclass(slots=True)
class ScoredTable:
    """The words that a slot may hold.

    Args:
        codes: int32 (n, length): their letters.
        scores: int64 (n,).
    """

    codes: I32
    scores: I64


@dataclass(slots=True)
class Scoring:
    """How fills are compared.

    Args:
        weights: by slot, what its score is multiplied by; 0 where it does not count.
        classes: for totals: falling scores; a word is of the last class that is not below its own.
        is_total: whether by their totals, and not by their lowest scores.

    Fields:
        value: what the fill of the certificate is worth.
    """

    weights: list[int]
    classes: list[int]
    is_total: bool
    value: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        numbers = (*self.weights, *self.classes)
        if any(type(n) is not int or not 0 <= n <= MAX_WEIGHT for n in numbers):
            raise ValueError("a number")
        if self.classes != sorted(set(self.classes), reverse=True):
            raise ValueError("the classes")
        if self.is_total != (0 < len(self.classes) <= MAX_CLASSES):
            raise ValueError("the number of classes")

    def compare(
        self,
        slots: Sequence[Sequence[int]],
        given: Sequence[bool],
        tables: Sequence[ScoredTable],
        fill: Sequence[int],
    ) -> None:
        """Find the `value` of a fill.

        Args:
            slots: the cells of each.
            given: by slot, whether its cells are given, and need not be read.
            tables: by slot.
            fill: letter by cell; -1 where there is none.

        Raises:
            WrongError: the weights do not fit.
        """
        if len(self.weights) != len(slots) or not any(self.weights):
            raise WrongError("its weights are not those of the slots")
        worth: list[int] = []
        for cells, is_given, table, weight in zip(slots, given, tables, self.weights, strict=True):
            if weight and is_given:
                raise WrongError("an entry counts that is given")
            if weight:
                is_it = (table.codes == [fill[cell] for cell in cells]).all(axis=1)
                worth.append(weight * int(table.scores[is_it].max()))
        self.value = sum(worth) if self.is_total else min(worth)

    def better(self, tables: list[ScoredTable]) -> list[ScoredTable]:
        """By slot, the words that a fill with a higher lowest score may have."""
        found: list[ScoredTable] = []
        made: dict[tuple[int, int], ScoredTable] = {}
        for table, weight in zip(tables, self.weights, strict=True):
            if (key := (id(table), weight)) not in made:
                fits = table.scores * weight > (self.value if weight else -1)
                made[key] = ScoredTable(table.codes[fits], table.scores[fits])
            found.append(made[key])
        return found

    def with_classes(self, tables: list[ScoredTable]) -> list[ScoredTable]:
        """By slot, its words with a letter more: the class."""
        made: dict[int, ScoredTable] = {}
        best = np.array(self.classes, np.int64)
        for table in tables:
            column = np.searchsorted(-best, -table.scores, side="right") - 1
            # A word that scores more than all classes may be one that no slot can hold.
            codes = np.column_stack([table.codes, np.maximum(column, 0)]).astype(np.int32)
            made.setdefault(id(table), ScoredTable(codes, table.scores))
        return [made[id(table)] for table in tables]

    def want_more(self, checker: Steps, tables: list[ScoredTable], n_letters: int) -> None:
        """Want a higher total.

        Args: tables: by slot, with classes.

        Raises:
            WrongError: a word scores more than its class.
        """
        most = np.full(n_letters, self.classes[-1], np.int64)
        most[: len(self.classes)] = self.classes
        valued = [
            (slot, np.ascontiguousarray(weight * table.scores), weight * most)
            for slot, (table, weight) in enumerate(zip(tables, self.weights, strict=True))
            if weight
        ]
        try:
            checker.want(valued, self.value + 1)
        except ValueError:
            raise WrongError("a word scores more than its class") from None
