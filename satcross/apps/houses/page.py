"""A crossword as the checks of a house look at it: its pattern, entries, clues and words."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from satcross import Crossword, OptionError, PatternRules, Puzzle, Symmetry, crossword_of
from satcross.apps.houses.earlier import Earlier
from satcross.extend import (
    CROSSWORD,
    Clue,
    Light,
    Need,
    Slot,
    pattern_faults,
    pattern_of,
    require_support,
)
from satcross.pattern.verify import PatternFault
from satcross.words.parts import Parts

if TYPE_CHECKING:
    from satcross.words.origin import Origin

SUPPORTS = frozenset(
    {Need.REBUS, Need.SPELLED_APART, Need.PAIRS, Need.CONDITIONS, Need.ENTRIES, Need.SLOTS}
)
_ORIGINS: dict[str, Origin | None] = {}
"""By word, what was looked up once: a refill has most of its entries from the page before it."""


class PageEntry(NamedTuple):
    """An entry of the crossword.

    Args:
        slot: where it is.
        word: its letters; None where some are missing.
        written: the word with its spaces, as far as they are known; "" for None.
        clue: its clue; None if there is none.
    """

    slot: Slot
    word: str | None
    written: str
    clue: Clue | None

    @property
    def name(self) -> str:
        """As in "12A"."""
        return self.slot.name

    @property
    def shown(self) -> str:
        """As in "12A ICE CREAM"."""
        return f"{self.slot.name} {self.written.upper()}"

    def __str__(self) -> str:
        return f"{self.slot.name} {self.word}"


class Reviewed:
    """A crossword with what checks ask of it, each found once.

    Args:
        puzzle: its grid, with all letters that are known, and the list of words.
        crossword: the file's, with its clues; None for a grid alone.
        theme: positions of the cells of theme entries; () if nobody knows which they are.
        is_said: whether somebody said which they are; else it is what the grid alone shows.
        earlier: the user's own crosswords, to compare with; None for none.

    Raises:
        OptionError: it is no ordinary crossword, and checks would be wrong about it.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        crossword: Crossword | None = None,
        *,
        theme: Iterable[int] = (),
        is_said: bool = True,
        earlier: Earlier | None = None,
    ) -> None:
        require_support(puzzle, "check --house", SUPPORTS)
        self.puzzle = puzzle
        self.has_clues = crossword is not None and bool(crossword.clues)
        self.crossword = crossword or crossword_of(puzzle.grid)
        self.theme = frozenset(theme)
        self.is_said = is_said
        self.earlier = earlier
        kind = self.crossword.kind
        if kind is not CROSSWORD:
            raise OptionError(
                f"check --house does not support a {kind.value.replace('-', ' ')}",
                hint="leave out --house",
                parameter="house",
            )
        self.grid = pattern_of(self.crossword)
        self.size = f"{self.grid.n_cols}x{self.grid.n_rows}"
        self.words = puzzle.listed
        self.alphabet = puzzle.listed.alphabet

    # The pattern

    @cached_property
    def lights(self) -> tuple[Light, ...]:
        """The runs of two cells or more, which are to be entries."""
        from satcross.extend import find_slots

        return find_slots(self.grid)

    @cached_property
    def through(self) -> Counter[int]:
        """By cell, how many lights go through it."""
        return Counter(cell for light in self.lights for cell in light.cells)

    @cached_property
    def open_cells(self) -> list[int]:
        """The positions of the cells that hold letters."""
        return [at for at in range(self.grid.size) if self.grid.is_square(at)]

    def pattern_faults(self, rule: str, **fields: Any) -> Iterator[PatternFault]:
        """The faults of one rule of patterns.

        Args: rule: its name in `PatternFault`; fields: of `PatternRules`.
        """
        grid = self.grid
        loose: dict[str, Any] = {
            "symmetry": Symmetry.NONE, "min_length": 2, "all_checked": False, "connected": False,
            "bars": bool(grid.bars_right or grid.bars_below),
            "voids": frozenset(at for at, cell in enumerate(grid.cells) if cell == "~"),
        }  # fmt: skip
        rules = PatternRules(grid.n_rows, grid.n_cols, **{**loose, **fields})
        return (fault for fault in pattern_faults(grid, rules) if fault.rule == rule)

    def name_of(self, cell: int) -> str:
        """A cell for people: `r1c3`."""
        return self.puzzle.grid.cell_name(cell)

    # Entries

    @cached_property
    def entries(self) -> tuple[PageEntry, ...]:
        """All entries of two cells or more, whole or not."""
        puzzle = self.puzzle
        found = []
        for slot in puzzle.every_slot:
            codes = puzzle.given_codes(slot)
            clue = self.clue_of.get(slot.cells)
            word = None if codes is None else puzzle.spelled(codes)
            if len(slot) > 1:
                found.append(PageEntry(slot, word, self._written(word, clue), clue))
        return tuple(found)

    @cached_property
    def whole(self) -> tuple[PageEntry, ...]:
        """The entries whose letters are all there."""
        return tuple(entry for entry in self.entries if entry.word is not None)

    @cached_property
    def filled(self) -> tuple[PageEntry, ...]:
        """The whole entries but those of the theme, which the setter has chosen."""
        theme = self.theme if self.is_said else frozenset()
        return tuple(entry for entry in self.whole if not theme.issuperset(entry.slot.cells))

    def _written(self, word: str | None, clue: Clue | None) -> str:
        if word is None:
            return ""
        answer = "" if clue is None else clue.answer
        if " " in answer and self.alphabet.normalise(answer) == word:
            return answer
        return self.words.written(word)

    @cached_property
    def origins(self) -> dict[str, Origin]:
        """By word, where entries of the built-in list come from: their kinds and scores."""
        from satcross import LATIN
        from satcross.words.origin import Origin

        if self.alphabet != LATIN:
            return {}  # the built-in list is English
        words = {entry.word for entry in self.whole if entry.word}
        unknown = words - _ORIGINS.keys()
        if unknown:
            found = Origin.of(sorted(unknown))
            _ORIGINS.update({word: found.get(word) for word in unknown})
        return {word: origin for word in sorted(words) if (origin := _ORIGINS[word])}

    def of_kind(self, *kinds: str) -> list[PageEntry]:
        """The entries that the built-in list knows to be of some kinds."""
        origins = self.origins
        return [
            entry
            for entry in self.whole
            if (origin := origins.get(entry.word or "")) and origin.kind in kinds
        ]

    @cached_property
    def crossings(self) -> list[tuple[PageEntry, PageEntry, int]]:
        """Whole entries that cross, with their common cell."""
        whole = {entry.slot.index: entry for entry in self.whole}
        return [
            (whole[crossing.slot], whole[crossing.other], crossing.cell)
            for crossing in self.puzzle.crossings
            if crossing.slot in whole and crossing.other in whole
        ]

    @cached_property
    def known(self) -> Callable[[str], bool]:
        """Whether a word is in the list, or an entry."""
        here = {entry.word for entry in self.whole}
        return lambda word: word in here or self.words.index(word) is not None

    def root(self, word: str) -> str:
        """The base form of a word."""
        from satcross.words.lemmas import root_of

        return root_of(word, self.known)

    def parts(self, text: str) -> Parts:
        """The words of a text, in letters of the alphabet."""
        return Parts.of(text, self.alphabet)

    # Clues

    @cached_property
    def clues(self) -> tuple[Clue, ...]:
        """The clues of the file; () where it has none."""
        return self.crossword.clues if self.has_clues else ()

    @cached_property
    def clue_of(self) -> dict[tuple[int, ...], Clue]:
        """By the cells of an entry, its clue."""
        return {cells: clue for clue in self.clues if (cells := self.cells_of(clue))}

    @cached_property
    def _by_heading(self) -> dict[tuple[str, str], tuple[int, ...]]:
        labels = self.crossword.labelled().squares
        found = {}
        for light in self.lights:
            label = labels[light.cells[0]].label if light.number else light.label
            found[light.heading, label] = light.cells
        return found

    def cells_of(self, clue: Clue) -> tuple[int, ...]:
        """The cells of a clue's answer: its own, or those of the light with its number."""
        return clue.cells or self._by_heading.get((clue.direction, clue.label), ())

    @cached_property
    def labels(self) -> dict[str, set[str]]:
        """By direction, the numbers of its entries."""
        found: dict[str, set[str]] = defaultdict(set)
        for direction, label in self._by_heading:
            found[direction].add(label)
        return found

    def clue_name(self, clue: Clue) -> str:
        """A clue for people: `12A`."""
        direction = clue.direction[:1] if clue.direction in ("Across", "Down") else ""
        return f"{clue.label}{direction}" or clue.direction
