"""Which words of the list some slots may hold."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from satcross.errors import OptionError
from satcross.model.cellnames import normal_name
from satcross.model.slotnames import with_slot_names
from satcross.rules.base import Rule

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from satcross.model.slots import Slot
    from satcross.model.value import PuzzleValue


EVERY = "slot"
OF_A_DIRECTION = "*"  # before its letter, instead of a number
AT_LEAST = re.compile(r"[0-9]{1,4}\+", re.ASCII)  # cells
NOT = "~"
_FIRST = re.compile(r"^[0-9]+")  # the number in the name of a light
MAX_KEPT = 32  # rules whose words a list remembers, by length


@dataclass(frozen=True, slots=True)
class EntriesRule(Rule):
    """A rule that some slots, if they are not wholly given, hold some words of the list only.

    In a pattern that is made, the rule is about those of its slots that are there.

    Args:
        slots: their names, and what `slots_chosen` takes; () for all slots.

    Class fields:
        is_of_list: whether it depends on lists and scores alone, so that any word could be added to
            meet it.
    """

    slots: tuple[str, ...]

    need: ClassVar[str] = "entries"
    is_of_list: ClassVar[bool] = True
    reads_list: ClassVar[bool] = False

    @staticmethod
    def slots_meant(names: Iterable[str], slots: Iterable[Slot]) -> tuple[str, ...]:
        """Names of slots with those of all lights of a direction for one such as "*D"."""
        found: list[str] = []
        for name in names:
            of_way: list[str] = []
            if name.startswith(OF_A_DIRECTION):
                first = normal_name(f"1{name[1:]}")
                numbered = (slot.name for slot in slots if slot.name[:1].isdecimal())
                of_way = [one for one in numbered if normal_name(_FIRST.sub("1", one)) == first]
            found += of_way or [name]
        return tuple(found)

    @abstractmethod
    def allowed(self, puzzle: PuzzleValue, length: int) -> npt.NDArray[np.bool_]:
        """Which words of a length they may hold: bool (words of `puzzle.words.table(length)`,)."""

    def flags(self, puzzle: PuzzleValue, length: int) -> npt.NDArray[np.bool_]:
        """What `allowed` returns, which the list remembers: a regular expression takes long."""
        kept: dict[EntriesRule, npt.NDArray[np.bool_]] = puzzle.words._once(
            ("allowed", length), dict
        )
        anywhere = replace(self, slots=())
        if anywhere not in kept:
            if len(kept) >= MAX_KEPT:
                kept.clear()
            kept[anywhere] = self.allowed(puzzle, length)
        return kept[anywhere]

    @staticmethod
    def parts_of(text: str) -> tuple[tuple[str, ...], str]:
        """The slots, and what follows a colon; "slot" stands for all.

        Raises:
            OptionError: there are no slots.
        """
        slots, _, rest = text.partition(":")
        names = tuple(with_slot_names(slots).split())
        if not names:
            raise OptionError(
                f"there are no slots in {text[:60]!r}", hint="write '12A: …'", parameter="rules"
            )
        return () if [*map(normal_name, names)] == [EVERY] else names, rest.strip()

    def named(self) -> str:
        """The slots, as `parts_of` reads them."""
        return " ".join(self.slots) or EVERY

    def is_about(self, name: str) -> bool:
        """Whether it is about the slot of this name."""
        return not self.slots or name in self.slots

    def bound_to(self, puzzle: PuzzleValue) -> Self:
        """The rule with the slots' names as the puzzle has them."""
        names = slots_chosen(self.slots, puzzle.slots) if self.slots else ()
        for name in _unwanted(self.slots, puzzle.slots):
            puzzle.slot(name)  # raises OptionError
        if not names:  # a rule without slots would be about all
            return self
        return replace(self, slots=tuple(puzzle.slot(name).name for name in names))

    def in_pattern(self, puzzle: PuzzleValue) -> Self | bool:
        """The rule without the slots that are not there."""
        if not self.slots:
            return self
        there = {normal_name(slot.name) for slot in puzzle.slots}
        names = slots_chosen(self.slots, puzzle.slots)
        left = tuple(name for name in names if normal_name(name) in there)
        return replace(self, slots=left) if left else True


def slots_chosen(names: Sequence[str], slots: Sequence[Slot]) -> tuple[str, ...]:
    """The slots that a rule names, as `EntriesRule.slots_meant`; `10+`, and `~` before others.

    `10+` are the slots of 10 cells and more; with nothing but `~12A ~10+`, all others are meant.
    """
    wanted = [name for name in names if not name.startswith(NOT)]
    others = {*map(normal_name, _unwanted(names, slots))}
    found = _meant(wanted, slots) if wanted else [slot.name for slot in slots]
    return tuple(name for name in dict.fromkeys(found) if normal_name(name) not in others)


def _unwanted(names: Sequence[str], slots: Sequence[Slot]) -> list[str]:
    return _meant([name[1:] for name in names if name.startswith(NOT)], slots)


def _meant(names: Iterable[str], slots: Sequence[Slot]) -> list[str]:
    found: list[str] = []
    for name in names:
        if AT_LEAST.fullmatch(name):
            found += [slot.name for slot in slots if slot.n_letters >= int(name[:-1])]
        else:
            found += EntriesRule.slots_meant([name], slots)
    return found


def treated_slots(puzzle: PuzzleValue) -> dict[str, Rule]:
    """By the names of its treated slots, the rule of each.

    Raises:
        OptionError: a slot has two.
    """
    found: dict[str, Rule] = {}
    for rule in puzzle.rules:
        for name in rule.treated_in(puzzle):
            if name in found:
                raise OptionError(
                    f"{name} has two rules about its treatment",
                    hint="write one with both treatments: 'treatment 12A: misprint, latent'",
                    parameter="rules",
                )
            found[name] = rule
    return found
