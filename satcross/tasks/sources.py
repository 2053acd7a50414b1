"""Grids of a size, of which puzzles of other kinds are made: see `satcross.tasks.making`.

What makes them is a room's, in a file `sources.py`, which has `make(rules, words, options,
entries)`, a task for a filled grid, and `patterns(rules, options)`, a listing of patterns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from satcross import rooms
from satcross.errors import OptionError
from satcross.model.entry_rules import EntryRules
from satcross.model.puzzle import Puzzle, PuzzleLike
from satcross.pattern.presets import Preset, parse_size, preset_rules
from satcross.pattern.rules import PatternRules
from satcross.results import Impossible, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.tasks.maker import Step, Steps
from satcross.tasks.making import Draft, OfPuzzle, Source
from satcross.words import WordList, WordsLike

_FILLABLE = frozenset({Preset.BRITISH})  # nearly all of their patterns have a fill


@dataclass(frozen=True, eq=False)
class OfSize:
    """Another pattern for each seed.

    Args:
        size: of the patterns, as in "15x15".
        preset: their rules; None for the usual ones of the size.
        words: for the entries; none for patterns that need no fill.
        rules: for the entries, as keywords of `Puzzle`.

    Raises:
        OptionError: it is no size of a pattern.
    """

    size: str
    preset: Preset | None
    words: WordList
    rules: Mapping[str, Any] = field(default_factory=dict)
    pattern_rules: PatternRules = field(init=False)

    def __post_init__(self) -> None:
        n_rows, n_cols = parse_size(self.size)
        rules = preset_rules(self.preset or Preset.usual(n_rows, n_cols), n_rows, n_cols)
        object.__setattr__(self, "pattern_rules", rules)
        _maker_of_grids()

    @staticmethod
    def is_named(text: str) -> bool:
        """Whether a text is a size, as in "15x15"."""
        try:
            parse_size(text)
        except OptionError:
            return False
        return True

    @staticmethod
    def refuse(preset: Preset | None) -> None:
        """Raise OptionError if a preset is named where there is no size."""
        if preset is not None:
            raise OptionError("it is for a size, as 15x15", hint="leave it out", parameter="preset")

    @property
    def entries(self) -> EntryRules:
        """The rules for entries. Raises OptionError: one is out of range."""
        return EntryRules(**self.rules)

    def draft(self, options: SolverOptions) -> Steps[Draft | Impossible | Stopped]:
        """A grid as `MakeTask` makes it. The puzzle has the letters, and no rules any more."""
        made = yield from self._made(options)
        if isinstance(made, Impossible | Stopped):
            return made
        fill = made.value.fill
        return Draft(Puzzle(fill.grid, self.words), fill, name=self.size)

    def pattern(self, options: SolverOptions) -> Steps[Draft | Impossible | Stopped]:
        """A pattern that has a fill, or whose preset has few without one."""
        if self.preset in _FILLABLE or not len(self.words):
            patterns = _maker_of_grids().patterns(self.pattern_rules, options)
            listed: Any = yield Step(patterns)
            if isinstance(listed, Impossible | Stopped) and patterns.best is None:
                return listed
            grid = patterns.best
        else:
            made = yield from self._made(options)
            if isinstance(made, Impossible | Stopped):
                return made
            grid = made.value.fill.grid.without_letters()
        return Draft(Puzzle(grid, self.words, **self.rules), name=self.size)

    def _made(self, options: SolverOptions) -> Steps[Any]:
        maker = _maker_of_grids()
        return (yield Step(maker.make(self.pattern_rules, self.words, options, self.entries)))


def source_of(
    what: PuzzleLike | OfPuzzle,
    words: WordsLike | None = None,
    preset: Preset | None = None,
    usual: Preset | None = None,
) -> Source:
    """The source of what a caller of the library names.

    Args:
        what: a size, as in "15x15"; or a puzzle, or a grid for one; or an `OfPuzzle`.
        words: None for the built-in list, or for a puzzle's own.
        preset: for a size; None for the `usual` one.

    Raises:
        InputError: it is none of these.
    """
    if isinstance(what, str) and OfSize.is_named(what):
        listed = WordList.builtin() if words is None else WordList.of(words)
        return OfSize(what, preset or usual, listed)
    OfSize.refuse(preset)
    return what if isinstance(what, OfPuzzle) else OfPuzzle(Puzzle.of(what, words))


def _maker_of_grids() -> ModuleType:
    """The room's module. Raises OptionError: the room is not there."""
    return rooms.only("sources", "makes grids of a size", "give a grid")
