"""What a grid that is to be made must be like, and one that was made."""

from __future__ import annotations

from dataclasses import dataclass, replace

from satcross import (
    EntryRules,
    Fill,
    Grid,
    OptionError,
    PatternRules,
    Puzzle,
    VerificationError,
    WordList,
    verify,
)
from satcross.apps.construct.theme import Theme, ThemedPattern
from satcross.extend import Picture, check_fields, n_cheaters, pattern_faults

NO_THEME = Theme(())
ANY_ENTRIES: EntryRules = EntryRules()


@dataclass(frozen=True, slots=True)
class GridSpec:
    """The pattern, the words, and the rules of a grid.

    Args:
        rules: of its pattern.
        words: for all slots but the theme's.
        theme: its words must be in the grid; they need not be in the list.
        entries: the rules for entries.

    Raises:
        OptionError: a theme word has a letter that the list's alphabet lacks, or a constraint names
            what no pattern has.
    """

    rules: PatternRules
    words: WordList
    theme: Theme = NO_THEME
    entries: EntryRules = ANY_ENTRIES

    def __post_init__(self) -> None:
        check_fields(self, globals())
        if self.words.alphabet.has_long_letters:
            theme = replace(self.theme, alphabet=self.words.alphabet)
            object.__setattr__(self, "theme", theme)
        for rule in self.entries.rules if self.theme.second else ():
            if rule.kind == "max-shared-substring":
                raise OptionError(
                    f"theme entries with two readings do not support the rule {str(rule)!r}",
                    hint="leave it out",
                    parameter=rule.parameter,
                )
        for word in (*self.theme.all_words, *(word for _, word in self.theme.second)):
            if not self.words.alphabet.is_word(word):
                raise OptionError(
                    f"{word!r} has a letter that the word list's alphabet lacks",
                    hint="change the word or the alphabet",
                    parameter="theme",
                )
        self.entries.check(self.rules.n_rows, self.rules.n_cols, self.words)

    def puzzle(self, pattern: Grid) -> Puzzle | None:
        """The puzzle of a pattern with the theme's letters; None if a constraint cannot hold."""
        puzzle = self.entries.puzzle(pattern.rectangle(), self.words, self.rules.min_length)
        second = dict(self.theme.second)
        if puzzle is None or not second:
            return puzzle
        spelt = [
            (slot.name, puzzle.spelled(codes))
            for slot in puzzle.slots
            if (codes := puzzle.given_codes(slot)) is not None
        ]
        pairs = [f"{name}={word}/{second[word]}" for name, word in spelt if word in second]
        return puzzle.with_rule(f"two-readings {' '.join(pairs)}") if pairs else puzzle

    def check(self, fill: Fill, *, maker: str) -> None:
        """Let a right grid pass; it may have cheaters where the rules allow them if needed.

        Args:
            fill: a fill of a pattern with the theme in it.
            maker: of the fill, as messages name it.

        Raises:
            VerificationError: it breaks a rule of patterns or of fills, or lacks a theme word.
        """
        pattern = fill.puzzle.grid.rectangle()
        puzzle = self.puzzle(pattern)
        if puzzle is None:
            raise VerificationError(f"{maker} gave a wrong grid: a rule cannot hold in its pattern")
        faults = [
            *verify(puzzle.grid, fill.grid, self.words, rules=puzzle.rules),
            *pattern_faults(pattern.without_letters(), self.rules.with_cheaters or self.rules),
        ]
        spelt = {entry.word for entry in fill.entries}
        needed = [*self.theme.words, *(b for a, b in self.theme.second if a in spelt)]
        missing = [f"{word} is not in it" for word in needed if word not in spelt]
        if faults or missing:
            raise VerificationError(f"{maker} gave a wrong grid: {[*faults, *missing][0]}")


@dataclass(frozen=True, slots=True)
class MadeGrid(Picture):
    """A finished grid.

    Args:
        fill: the grid, which has passed `verify`.
        themed: its pattern, with the theme in it.
    """

    fill: Fill
    themed: ThemedPattern

    @property
    def n_cheaters(self) -> int:
        """How many blocks there are without which it would have as many slots."""
        return n_cheaters(self.themed.grid)

    def __str__(self) -> str:
        return str(self.fill)
