"""Linked entries: an answer that goes on in other entries, with one clue for the whole.

The clue of the first is numbered `1, 5D`; the others say "See 1". The model has the squares of the
other entries, so nothing changes when entries get other numbers: labels and the texts of clues
without any of their own are made where crosswords are written or drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import ClassVar

from satcross.errors import OptionError
from satcross.model.crossword import ACROSS, DOWN, Clue, Crossword, pattern_of, spelled
from satcross.model.enumerations import word_lengths
from satcross.model.slotnames import with_slot_names
from satcross.model.slots import find_slots

_DIRECTIONS = {"a": ACROSS, "d": DOWN}
_ENTRY = re.compile(r"(\d{1,4})\s*(across|down|ac|dn|[ad])?\.?", re.IGNORECASE)
_LABEL = re.compile(
    rf"{_ENTRY.pattern}(?:\s*(?:[,;&/+]|\band\b)\s*{_ENTRY.pattern})+", re.IGNORECASE
)

Name = tuple[str, str]
"""The direction and the label of an entry."""


class Links:
    """The links between the entries of a crossword."""

    SHORT: ClassVar[Mapping[str, str]] = MappingProxyType({ACROSS: "A", DOWN: "D"})
    SEE: ClassVar = "See {name}"

    def __init__(self, crossword: Crossword) -> None:
        self.crossword = crossword

    def entries(self) -> dict[Name, tuple[int, ...]]:
        """The squares of each entry by direction and label."""
        crossword = self.crossword
        labelled = crossword.labelled()
        found: dict[Name, tuple[int, ...]] = {}
        for slot in find_slots(pattern_of(crossword)):
            found.setdefault((slot.heading, labelled.label_of(slot)), slot.cells)
        return found

    def read(self) -> Crossword:
        """The crossword with links for labels such as `1, 5D`, as files have them.

        A number without a direction is of the clue's own, unless only the other has it. Labels that
        do not name entries stay. The text "See 1" of a linked entry is left out: it follows from
        the link.
        """
        crossword = self.crossword
        wanted = [
            clue for clue in crossword.clues if clue.continued or _LABEL.fullmatch(clue.label)
        ]
        if not wanted:
            return crossword
        entries = self.entries()
        clues = [_of_label(clue, crossword, entries) for clue in crossword.clues]
        bare = replace(crossword, clues=tuple(clues))
        said = Links(bare).see_texts()
        return replace(
            bare,
            clues=tuple(
                replace(clue, text="", markup="") if clue.text == said.get(at) else clue
                for at, clue in enumerate(clues)
            ),
        )

    def later(self) -> dict[int, int]:
        """By the index of each clue of a later entry, the index of the clue for the whole."""
        crossword = self.crossword
        firsts = {
            cells: at for at, clue in enumerate(crossword.clues) for cells in clue.continued
        }  # fmt: skip
        return {
            at: firsts[clue.cells]
            for at, clue in enumerate(crossword.clues)
            if clue.cells in firsts
        }

    def see_texts(self, see: str = SEE, names: Mapping[str, str] | None = None) -> dict[int, str]:
        """By the index of each clue of a later entry, the text for the first: `See 1 Down`.

        Args:
            see: with `{name}`, in another language.
            names: the directions in that language.
        """
        crossword = self.crossword
        names = names or {}
        out: dict[int, str] = {}
        for at, first in self.later().items():
            clue = crossword.clues[first]
            way = "" if clue.direction == crossword.clues[at].direction else clue.direction
            out[at] = see.replace("{name}", f"{clue.label} {names.get(way, way)}".strip())
        return out

    def with_see_texts(self, see: str = SEE, names: Mapping[str, str] | None = None) -> Crossword:
        """The crossword with such a text for each clue of a later entry that has none."""
        crossword = self.crossword
        clues = list(crossword.clues)
        for at, text in self.see_texts(see, names).items():
            if not clues[at].text.strip():
                clues[at] = replace(clues[at], text=text, markup="")
        return replace(crossword, clues=tuple(clues))

    def unreadable(self, *, has_cells: bool = True) -> list[Clue]:
        """The clues whose links cannot be read from their labels, or that seem to have some.

        The first are of entries without numbers; the second have labels such as `1,2` of their own.

        Args: has_cells: whether the squares of clues are known to who reads the labels.
        """
        crossword = self.crossword
        clues = crossword.clues
        if not any(clue.continued or _LABEL.fullmatch(clue.label) for clue in clues):
            return []
        printed = tuple(
            replace(
                clue,
                label=self.printed_label(clue, self.continued(clue)),
                cells=clue.cells if has_cells else (),
                continued=(),
            )
            for clue in clues
        )
        again = Links(replace(crossword, clues=printed)).read().clues
        return [
            clue
            for clue, read in zip(clues, again, strict=True)
            if (clue.continued, clue.label) != (read.continued, read.label)
        ]

    def continued(self, clue: Clue) -> list[Name]:
        """The names of the further entries of a clue."""
        if not clue.continued:
            return []
        by_cells = {cells: name for name, cells in self.entries().items()}
        return [by_cells[cells] for cells in clue.continued if cells in by_cells]

    def with_link(self, label: str) -> Crossword:
        """The crossword with one more link, of a label such as `1A, 5D`, for clues that it has.

        Raises:
            OptionError: it does not name at least two entries that have clues and no link yet.
        """
        crossword = self.crossword
        label = with_slot_names(label)
        entries = self.entries()
        parts = self.parts_of(label, ACROSS, entries) if _LABEL.fullmatch(label.strip()) else []
        if not parts:
            for number, short in _ENTRY.findall(label):
                way = (_DIRECTIONS[short[0].lower()],) if short else (ACROSS, DOWN)
                if not any((one, number) in entries for one in way):
                    raise OptionError(
                        f"there is no entry {number}{short.upper()}", parameter="link"
                    )
            raise OptionError(
                f"{label[:40]!r} does not name two or more different entries",
                hint="write them as 1A,5D",
                parameter="link",
            )
        cells = [entries[part] for part in parts]
        clues = list(crossword.clues)
        by_cells = {clue.cells: at for at, clue in enumerate(clues) if clue.cells}
        taken = {some for clue in clues if clue.continued for some in (clue.cells, *clue.continued)}
        for part, some in zip(parts, cells, strict=True):
            name = f"{part[1]}{self.SHORT[part[0]]}"
            if some in taken:
                raise OptionError(f"{name} is linked already", parameter="link")
            if some not in by_cells:
                raise OptionError(f"there is no clue for {name}", parameter="link")
        first = by_cells[cells[0]]
        clues[first] = replace(clues[first], continued=tuple(cells[1:]))
        return replace(crossword, clues=tuple(clues))

    @staticmethod
    def parts_of(label: str, direction: str, entries: Mapping[Name, object]) -> list[Name]:
        """The entries that a label such as `1, 5D` names; [] if one of them does not exist."""
        found: list[Name] = []
        for number, short in _ENTRY.findall(label):
            own = _DIRECTIONS[short[0].lower()] if short else direction
            ways = [own] if short or not found else [own, DOWN if own == ACROSS else ACROSS]
            name = next(((way, number) for way in ways if (way, number) in entries), None)
            if name is None or name in found:
                return []
            found.append(name)
        return found

    @staticmethod
    def printed_label(
        clue: Clue, names: Iterable[Name], short: Mapping[str, str] = SHORT, between: str = ", "
    ) -> str:
        """The label of a clue with those of its further entries: `1, 5D`.

        A direction is said where it is not that of the clue.
        """
        others = [
            f"{label}{'' if way == clue.direction else short.get(way, '')}" for way, label in names
        ]
        return between.join([clue.label, *others])


def _of_label(clue: Clue, crossword: Crossword, entries: Mapping[Name, tuple[int, ...]]) -> Clue:
    if clue.continued or not _LABEL.fullmatch(clue.label):
        return clue
    parts = Links.parts_of(clue.label, clue.direction, entries)
    if not parts or parts[0][0] != clue.direction:
        return clue
    cells, *continued = (entries[part] for part in parts)
    found = replace(clue, label=parts[0][1], cells=cells, continued=tuple(continued))
    once = tuple(at for n, at in enumerate(found.whole) if not n or found.whole[n - 1] != at)
    if clue.cells not in ((), cells, found.whole, once):
        return clue
    letters = spelled(crossword.squares, found.whole)
    if not clue.answer:
        found = replace(found, answer=spelled(crossword.squares, cells))
    elif letters and letters in (clue.answer, "".join(filter(str.isalnum, clue.answer.upper()))):
        lengths = word_lengths(clue.answer, len(found.whole))
        found = replace(found, answer=spelled(crossword.squares, cells))
        if "," in lengths or "-" in lengths:
            found = replace(found, enumeration=found.enumeration or lengths)
    return found
