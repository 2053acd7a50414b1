"""A fill: letters in every cell of a puzzle, and the entries they spell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from satcross.grid import Grid
from satcross.puzzle import Puzzle, Slot


@dataclass(frozen=True, slots=True)
class Entry:
    """A word in a slot.

    Args:
        slot: where it stands.
        word: its letters, those of a rebus spelled out.
        written: how the word list writes it, as in "ice cream".
        score: its score in the list, or None when the list lacks it.
        given: whether the grid gave every letter of it.
    """

    slot: Slot
    word: str
    written: str
    score: int | None
    given: bool


@dataclass(frozen=True, slots=True, eq=False)
class Fill:
    """An answer to a puzzle. Equal when the letters are equal.

    Args:
        puzzle: what was filled.
        letters: letter code by grid position, for every cell of every slot.
    """

    puzzle: Puzzle = field(repr=False)
    letters: Mapping[int, int] = field(repr=False)
    grid: Grid = field(init=False)
    entries: tuple[Entry, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        puzzle = self.puzzle
        words, texts = puzzle.listed, puzzle.texts
        text = {position: texts[code] for position, code in self.letters.items()}
        old = puzzle.grid
        cells = tuple(text.get(position, cell) for position, cell in enumerate(old.cells))
        entries: list[Entry] = []
        for slot in puzzle.slots:
            word = "".join([cells[cell] for cell in slot.cells])
            given = all(cell in puzzle.givens for cell in slot.cells)
            entries.append(Entry(slot, word, words.written(word), words.score(word), given))
        object.__setattr__(self, "grid", old.with_cells(cells))
        object.__setattr__(self, "entries", tuple(entries))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fill) and self.grid == other.grid

    def __hash__(self) -> int:
        return hash(self.grid)

    def __str__(self) -> str:
        return str(self.grid)

    def __getitem__(self, name: str) -> Entry:
        return self.entries[self.puzzle.slot(name).index]

    @property
    def score(self) -> int:
        """The sum of the scores of the entries that the list knows."""
        return sum(entry.score for entry in self.entries if entry.score is not None)

    @property
    def lowest_score(self) -> int | None:
        """The lowest score of an entry that the list knows; None when it knows none."""
        return min((entry.score for entry in self.entries if entry.score is not None), default=None)
