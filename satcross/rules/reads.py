"""Some cells, one after the other, read one of some texts, which need not be words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from satcross.checks import counted
from satcross.rules.base import first_of, texts_in
from satcross.rules.cells import CellsRule, bad_cells

if TYPE_CHECKING:
    from satcross.model.value import PuzzleValue
    from satcross.rules.conditions import Clauses


@dataclass(frozen=True, slots=True)
class Reads(CellsRule):
    """What the cells hold, in their order, is one of the texts.

    Args:
        cells: as for all `CellsRule`s, in reading order and each of them once.
        texts: of one letter for each cell; capitals and spaces do not count.

    Raises:
        OptionError: there is no text, or one of another length or with other letters.
    """

    texts: tuple[str, ...]

    kind: ClassVar[str] = "reads"
    least: ClassVar[int] = 1

    def __str__(self) -> str:
        return f"{self.cells} reads {first_of(self.texts, 'or')}"

    def value(self) -> str:
        """The cells, and the texts."""
        return f"{self.cells}: {', '.join(self.texts)}"

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule that is written so, as in "r1c1 r9c9: NS, SN, EW, WE"."""
        cells, _, rest = text.partition(":")
        texts = texts_in(rest)
        if not texts:
            raise bad_cells("reads needs texts", "write 'reads r1c1 r9c9: NS, SN, EW, WE'")
        return cls(cells, texts)

    def bound_to(self, puzzle: PuzzleValue) -> Self:
        """The rule with texts of the alphabet's letters, each as long as the path."""
        rule = super(Reads, self).bound_to(puzzle)
        alphabet, n = puzzle.listed.alphabet, len(rule.positions(puzzle))
        found: list[str] = []
        for text in self.texts:
            held = alphabet.normalise(text)
            if not held:
                raise bad_cells(
                    f"{text[:40]!r} has letters that the alphabet lacks", "use letters of the list"
                )
            if alphabet.size(held) != n:
                raise bad_cells(
                    f"{text[:40]!r} has {counted(alphabet.size(held), 'letter')} for"
                    f" {counted(n, 'cell')}",
                    "write texts with a letter for each cell",
                )
            found.append(held)
        return replace(rule, texts=tuple(dict.fromkeys(found)))

    def in_pattern(self, puzzle: PuzzleValue) -> Self | bool:
        """The rule; False where a cell is in no slot."""
        return puzzle.cells_in_slots.issuperset(self.positions(puzzle)) and self

    def require(self, clauses: Clauses) -> None:
        """One of the texts is there, and each cell holds a letter of such a one."""
        held = list(map(clauses.letters_of, self.positions(clauses.puzzle)))
        alphabet = clauses.puzzle.listed.alphabet
        spelled = [alphabet.codes(text) for text in self.texts]
        whole = [
            clauses.all_of(held[at][code] for at, code in enumerate(codes)) for codes in spelled
        ]
        clauses.require_any(*whole)
        for at, letters in enumerate(held):
            with_it: dict[int, list[int]] = {}
            for one, codes in zip(whole, spelled, strict=True):
                with_it.setdefault(codes[at], []).append(one)
            for code, here in enumerate(letters):
                clauses.require_any(-here, *with_it.get(code, ()))
