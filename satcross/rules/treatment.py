"""Entries whose words are treated: what stands in the cells is made of a word, and is not it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from satcross.checks import counted
from satcross.errors import OptionError
from satcross.model.cellnames import (
    NamedCell,
    cell_names,
    cell_positions,
    has_paths,
    row_and_column,
)
from satcross.rules.base import Rule, texts_in
from satcross.rules.entries import EntriesRule, slots_meant

if TYPE_CHECKING:
    from satcross.model.alphabet import Alphabet
    from satcross.model.grid import Grid
    from satcross.model.puzzle import Puzzle, Slot
    from satcross.words import WordList
    from satcross.words.table import TreatedTable
    from satcross.words.treatments import Treatment

MAX_TREATMENTS = 8


@dataclass(frozen=True, slots=True)
class Treated(Rule):
    """The entries in some slots are made of words of the list by a treatment.

    The word is what rules about words mean, such as `min-score`, and what must not be used twice;
    a constraint such as `12A=*S` is about what stands in the cells.

    Args:
        slots: their names; () for all slots.
        treatments: one of them is applied to each word, as in ("misprint", "caesar 3").
        message: what the letters of the entries spell, slot after slot; "" if they may be any.
        several: whether an entry may have several readings under these treatments.
        letters: names of cells that hold the letters of the entries, in the order of the slots, or
            of one cell that holds that of all; "" for none. That of a plain word is the first of
            the alphabet.
        kinds: the same for the treatments: A in such a cell is the first of them, B the second.

    Raises:
        OptionError: there is no such treatment, or one without letters beside a message.
    """

    slots: tuple[str, ...]
    treatments: tuple[str, ...]
    message: str = ""
    several: bool = False
    letters: str = ""
    kinds: str = ""

    kind: ClassVar[str] = "treatment"
    need: ClassVar[str] = "treatments"
    reads_list: ClassVar[bool] = True
    for_patterns: ClassVar[bool] = False
    shares_cells: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not 1 <= len(self.treatments) <= MAX_TREATMENTS:
            raise _bad(
                f"treatment needs 1 to {MAX_TREATMENTS} treatments",
                "write 'treatment 12A: misprint'",
            )
        for treatment in self._each():
            if (self.message or self.letters) and not (
                treatment.has_letter or (treatment.name == "plain" and not self.message)
            ):
                what = "spell a message" if self.message else "have letters"
                raise _bad(
                    f"entries cannot {what} by {treatment}, which has no letter",
                    f"leave out '{'spells' if self.message else 'letters in'}', or use misprint or"
                    " latent",
                )
        for names in self._extra.values():
            cell_names(names, "rules")

    def __str__(self) -> str:
        where = ", ".join(self.slots) or "all slots"
        spells = f", which spell {self.message}" if self.message else ""
        several = ", with several readings" if self.several else ""
        letters = f", whose letters are in {self.letters}" if self.letters else ""
        kinds = f", whose treatments are in {self.kinds}" if self.kinds else ""
        return f"{' or '.join(self.treatments)} in {where}{spells}{several}{letters}{kinds}"

    def value(self) -> str:
        """The slots, the treatments, and the message."""
        parts = [", ".join(self.treatments)]
        if self.message:
            parts.append(f"spells {self.message}")
        if self.several:
            parts.append("several readings")
        parts += [f"{what} in {cells}" for what, cells in self._extra.items()]
        return f"{' '.join(self.slots) or 'slot'}: {'; '.join(parts)}"

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule that is written so, as in "12A 14D: misprint, latent; spells NO"."""
        slots, rest = EntriesRule.parts_of(text)
        treatments, *more = (part.strip() for part in rest.split(";"))
        message, several = "", False
        extra = {"letters": "", "kinds": ""}
        for part in more:
            name, _, value = part.partition(" ")
            if name == "spells" and value.strip() and not message:
                message = value.strip()
            elif part == "several readings":
                several = True
            elif name in extra and value.startswith("in ") and not extra[name]:
                extra[name] = " ".join(value[3:].lower().split())
            else:
                raise _bad(
                    f"{part[:60]!r} cannot follow treatments",
                    "write 'spells MESSAGE', 'letters in CELLS', 'kinds in CELLS' or 'several"
                    " readings'",
                )
        found = tuple(str(_treatment(name)) for name in texts_in(treatments))
        return cls(slots, tuple(dict.fromkeys(found)), message, several, **extra)

    @property
    def _extra(self) -> dict[str, str]:
        """The names of the cells of letters, and of those of kinds, where it has some."""
        both = {"letters": self.letters, "kinds": self.kinds}
        return {what: cells for what, cells in both.items() if cells}

    def cells_in(self, grid: Grid, min_length: int) -> Iterable[tuple[NamedCell, str]]:
        """Hidden cells, where it names other cells than those of the rectangle."""
        names = dict.fromkeys(
            name for cells in self._extra.values() for name in cell_names(cells, "rules")
        )
        return [(NamedCell(name), "") for name in names if row_and_column(name) is None]

    def with_extra_cells(self, slots: Sequence[Slot], grid: Grid) -> Sequence[Slot]:
        """Its slots with the cells of their letters and treatments."""
        by_name = {slot.name.upper(): slot.index for slot in slots}
        mine = [by_name.get(name.upper(), -1) for name in slots_meant(self.slots, slots) or by_name]
        out = list(slots)
        for text in self._extra.values() if -1 not in mine else ():  # which is reported later
            cells = self._positions(text, grid)
            if len(cells) == 1:
                cells *= len(mine)
            if len(cells) != len(mine):
                raise _bad(
                    f"there are {counted(len(cells), 'cell')} for {counted(len(mine), 'slot')}",
                    "name a cell for each slot, or one for all",
                )
            for index, cell in zip(mine, cells, strict=True):
                if not grid.is_square(cell):
                    raise _bad(f"{grid.cell_name(cell)} is a block", "name open cells")
                old = out[index]
                out[index] = replace(old, cells=(*old.cells, cell), n_extra=old.n_extra + 1)
        return out

    @staticmethod
    def _positions(cells: str, grid: Grid) -> tuple[int, ...]:
        return cell_positions(cells, grid.n_rows, grid.n_cols, "rules", grid.named)

    def in_letters(self, alphabet: Alphabet) -> Self:
        """The rule with its message as the alphabet has it."""
        if not self.message:
            return self
        message = alphabet.normalise(self.message)
        if not message:
            raise _bad(
                f"the message {self.message[:40]!r} has letters that the alphabet lacks",
                "use letters of the list",
            )
        return replace(self, message=message)

    def bound_to(self, puzzle: Puzzle) -> Self:
        """The rule with the names of slots and cells as the puzzle has them."""
        meant = slots_meant(self.slots, puzzle.every_slot)
        names = tuple(puzzle.slot(name).name for name in meant)
        if len(set(names)) < len(names):
            raise _bad("a slot is there twice", "name it once")
        if puzzle.has_rebus:
            raise _bad("cells may hold several letters", "use one letter in each cell")
        n = len(names) or len(puzzle.every_slot)
        n_letters = puzzle.listed.alphabet.size(self.message)
        if self.message and n_letters != n:
            raise _bad(
                f"the message has {n_letters} letters, and there are {n} slots",
                "give each slot one letter",
            )
        if self.kinds and len(self.treatments) > len(puzzle.listed.alphabet):
            raise _bad("there are more treatments than letters", "name fewer treatments")
        letters, kinds = (
            " ".join(map(puzzle.grid.cell_name, self._positions(cells, puzzle.grid)))
            if has_paths(cells)
            else cells
            for cells in (self.letters, self.kinds)
        )
        return replace(self, slots=names, letters=letters, kinds=kinds)

    def relaxed(self) -> tuple[str, None]:
        """The words are as they are in the list."""
        return f"without {self}", None

    def names(self, puzzle: Puzzle) -> tuple[str, ...]:
        """The names of its slots, in the order of the message."""
        return self.slots or tuple(slot.name for slot in puzzle.every_slot)

    def table(self, puzzle: Puzzle, slot: Slot) -> TreatedTable:
        """What may stand in one of its slots.

        Raises:
            OptionError: there are too many forms.
        """
        letter = None
        if self.message:
            codes = puzzle.listed.alphabet.codes(self.message)
            letter = codes[self.names(puzzle).index(slot.name)]
        words, cells = puzzle.listed, slot.n_letters
        key = f"forms of {', '.join(self.treatments)}; {letter}; {self.several}; {[*self._extra]}"
        made: TreatedTable = words._once((key, cells), lambda: self._table(words, cells, letter))
        return made  # slots with the same forms share it

    def _table(self, words: WordList, cells: int, letter: int | None) -> TreatedTable:
        from satcross.words.treatments import treated_table

        return treated_table(
            words, cells, self._each(), letter, one_reading=not self.several, extra=self._extra
        )

    def _each(self) -> list[Treatment]:
        return [_treatment(text) for text in self.treatments]


def treated_slots(puzzle: Puzzle) -> dict[str, Treated]:
    """By the names of its treated slots, the rule of each.

    Raises:
        OptionError: a slot has two.
    """
    found: dict[str, Treated] = {}
    for rule in (rule for rule in puzzle.rules if isinstance(rule, Treated)):
        for name in rule.names(puzzle):
            if name in found:
                raise _bad(
                    f"{name} has two rules about its treatment",
                    "write one with both treatments: 'treatment 12A: misprint, latent'",
                )
            found[name] = rule
    return found


def named_with_treatment(puzzle: Puzzle, slot: Slot) -> str:
    """A slot and its treatments for people: `12A by misprint or latent`."""
    rule = treated_slots(puzzle).get(slot.name) if puzzle.is_treated(slot) else None
    return f"{slot} by {' or '.join(rule.treatments)}" if rule else slot.name


def _treatment(text: str) -> Treatment:
    from satcross.words.treatments import treatment_of

    return treatment_of(text)


def _bad(problem: str, hint: str) -> OptionError:
    return OptionError(problem, hint=hint, parameter="rules")
