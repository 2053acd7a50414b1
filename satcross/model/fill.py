"""A fill: letters in every cell of a puzzle, and the entries they spell."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from satcross.checks import counted
from satcross.model.grid import Grid
from satcross.model.picture import Picture
from satcross.model.puzzle import Puzzle
from satcross.model.slots import Light, Slot
from satcross.results import Found, Impossible, Stopped
from satcross.words import WordList
from satcross.words.report import NOT_IN_FILL

_FEW = 200  # words of a list that take no more room in a pickle than all else


@dataclass(frozen=True, slots=True)
class Entry:
    """A word in a slot.

    Args:
        slot: the slot.
        word: its letters, those of a rebus spelled out.
        written: the written form of its reading in the word list, as in "ice cream".
        score: that of its reading, or None if it is not in the list.
        given: whether the grid gave all of its letters.
        reading: the word of the list that `word` is made of by a treatment; else `word` itself.
    """

    slot: Slot
    word: str
    written: str
    score: int | None
    given: bool
    reading: str

    @property
    def counted(self) -> int | None:
        """What counts in the scores of the fill: nothing where the grid gave the word."""
        return None if self.given else self.score


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Fill(Picture):
    """A filled puzzle. Two fills are equal if their letters are equal.

    The pickle of a fill has only those words of a long list that are in the fill. What comes of it
    is the same fill, with its scores and written forms, and can be checked again; its puzzle is
    refused where it is to be filled anew.

    Args:
        puzzle: the puzzle.
        letters: letter code by grid position, for every cell of every slot.
    """

    puzzle: Puzzle
    letters: Mapping[int, int]
    grid: Grid = field(init=False)
    entries: tuple[Entry, ...] = field(init=False)

    def __post_init__(self) -> None:
        puzzle = self.puzzle
        words, texts = puzzle.listed, puzzle.texts
        joined = words.alphabet.joined
        text = {position: texts[code] for position, code in self.letters.items()}
        old = puzzle.grid
        cells = tuple(text.get(position, cell) for position, cell in enumerate(old.cells))
        entries: list[Entry] = []
        for slot in puzzle.slots:
            word = joined([cells[cell] for cell in slot.entry_cells])
            given = puzzle.given_codes(slot) is not None
            read = word
            if puzzle.is_treated(slot):
                codes = {**puzzle.givens, **self.letters}  # given slots may have been left out
                read = puzzle.reading(slot, [codes[cell] for cell in slot.cells])
            entries.append(Entry(slot, word, words.written(read), words.score(read), given, read))
        object.__setattr__(self, "grid", old.with_cells(cells))
        object.__setattr__(self, "entries", tuple(entries))

    def __reduce__(self) -> tuple[Any, ...]:
        # A list is large, and most of its words are of no use to a fill. What does not differ from
        # fill to fill is one object, which pickle writes once.
        if len(self.puzzle.listed) <= _FEW:
            return self.reduce_whole()
        words = {word for entry in self.entries for word in (entry.word, entry.reading)}
        own = self.puzzle.listed.only(words, NOT_IN_FILL)
        return _with_own_words, (_without_words(self.puzzle), own, dict(self.letters))

    def reduce_whole(self) -> tuple[Any, ...]:
        """As `__reduce__`, for where the puzzle is known at both ends: `satcross.processes`."""
        return Fill, (self.puzzle, dict(self.letters))

    def __copy__(self) -> Fill:
        return self

    def __deepcopy__(self, _: object) -> Fill:
        return self  # it never changes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fill) and self.grid == other.grid

    def __hash__(self) -> int:
        return hash(self.grid)

    def __str__(self) -> str:
        if not self.grid.named:
            return str(self.grid)
        second = frozenset(self.grid.second_cells().values())  # whose letters are in the grid
        paths = (
            entry
            for entry in self.entries
            if not isinstance(entry.slot, Light) and second.isdisjoint(entry.slot.cells)
        )
        beside = [*self.grid.beside_lines(), *(f"{entry.slot} {entry.word}" for entry in paths)]
        return "\n".join([str(self.grid), *[""] * bool(self.grid.size and beside), *beside])

    def __repr__(self) -> str:
        return (
            f"<Fill {self.grid.shape}, {counted(len(self.entries), 'entry')}, score {self.score:,}>"
        )

    def __getitem__(self, name: str) -> Entry:
        return self.entries[self.puzzle.slot(name).index]

    def treated_words(self) -> dict[tuple[int, ...], str]:
        """The words of entries that show something else, by the cells of the rectangle."""
        first = {other: at for at, other in self.grid.every_second_cell().items()}
        return {
            tuple(first.get(at, at) for at in entry.slot.entry_cells): entry.reading
            for entry in self.entries
            if entry.reading != entry.word
        }

    @property
    def read(self) -> tuple[Entry, ...]:
        """The entries without second ones that are read as the first: see `Puzzle.twins`."""
        twins, entries = self.puzzle.twins, self.entries
        return tuple(
            entry
            for at, entry in enumerate(entries)
            if twins.get(at, at) >= at or entry.word != entries[twins[at]].word
        )

    @property
    def scores(self) -> list[int]:
        """The scores that count: of the entries that the grid did not give, which no fill changes.

        All sums, means and lowest scores are of these, in every command and file.
        """
        return [entry.counted for entry in self.entries if entry.counted is not None]

    @property
    def score(self) -> int:
        """The sum of the scores that count."""
        return sum(self.scores)

    @property
    def lowest_score(self) -> int | None:
        """The lowest of the scores that count; None if none does."""
        return min(self.scores, default=None)

    @property
    def mean_score(self) -> float | None:
        """The mean of the scores that count; None if none does."""
        return sum(self.scores) / len(self.scores) if self.scores else None


@lru_cache(maxsize=1)
def _without_words(puzzle: Puzzle) -> Puzzle:
    return _with_listed(puzzle, puzzle.listed.only((), NOT_IN_FILL))


def _with_own_words(puzzle: Puzzle, words: WordList, letters: dict[int, int]) -> Fill:
    return Fill(_with_listed(puzzle, words), letters)


FillResult = Found[Fill] | Impossible | Stopped


def _with_listed(puzzle: Puzzle, listed: WordList) -> Puzzle:
    """The same slots and rules with another list over the same alphabet, which need not do.

    For a fill that is known: no method is to look for others with such a list.
    """
    words = listed
    if strings := puzzle.texts[len(listed.alphabet) :]:
        from satcross.model.rebus import rebus_words

        words = rebus_words(listed, listed, strings, frozenset(map(len, puzzle.slots)))
    other = copy(puzzle)
    object.__setattr__(other, "listed", listed)
    object.__setattr__(other, "words", words)
    return other
