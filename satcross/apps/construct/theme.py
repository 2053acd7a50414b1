"""Themes: words that must be in the grid, and why they cannot be placed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from satcross import LATIN, Alphabet, Grid, OptionError, PatternRules, Range, Symmetry
from satcross.extend import Direction, Picture, check_fields, check_type, counted, phrase_letters
from satcross.model.refill import Roles
from satcross.pattern.rules import FixedSlot


@dataclass(frozen=True, slots=True)
class Theme:
    """Words that must be in the grid.

    Args:
        words: their letters; each once.
        optional: more words, at least `n_optional` of which must be in it.
        n_optional: how many of the optional words, at least.
        most_optional: how many of them at most; None for all.
        directions: which ways they may run.
        symmetric: whether the half turn, where the pattern has it, takes theme entries to theme
            entries.
        gap: rows from one theme entry across to the next, at least, where both cover a column;
            and columns of those down. 1 lets them touch.
        alphabet: which letters the words have, where letters may have several characters.
        second: words with those that their entries are in a second reading, as in
            (("CLINTON", "BOBDOLE"),); a pattern has the first ones, and a grid that is made both.
    """

    words: tuple[str, ...]
    optional: tuple[str, ...] = ()
    n_optional: int = 0
    directions: tuple[Direction, ...] = (Direction.ACROSS,)
    symmetric: bool = True
    gap: int = 2
    alphabet: Alphabet = field(default=LATIN, repr=False)
    second: tuple[tuple[str, str], ...] = ()
    most_optional: int | None = None

    def __post_init__(self) -> None:
        check_fields(self, globals())
        every = [*self.all_words, *(word for _, word in self.second)]
        twice = sorted({word for word in every if every.count(word) > 1})
        if twice:
            raise OptionError(f"the theme has {twice[0]} twice", hint="leave one out")
        if not 0 <= self.n_optional <= len(self.optional):
            raise OptionError(
                f"there are not {self.n_optional} optional theme words", hint="give fewer"
            )
        if self.most_optional is not None and self.most_optional < self.n_optional:
            raise OptionError(
                f"must be {self.n_optional} or greater, got {self.most_optional}",
                parameter="most_optional",
            )
        if self.gap < 1:
            raise OptionError(f"must be 1 or greater, got {self.gap}", parameter="gap")
        if not self.directions:
            raise OptionError("theme words need a direction", hint="name across or down")

    @classmethod
    def of(cls, theme: ThemeLike, alphabet: Alphabet = LATIN) -> Theme:
        """A theme from what is plainly meant as one: a theme, or phrases.

        Raises:
            OptionError: a phrase is not made of letters, has fewer than two, or stands twice.

        >>> Theme.of(["unit propagation", "SAT"]).words
        ('UNITPROPAGATION', 'SAT')
        """
        if isinstance(theme, Theme):
            return theme
        if isinstance(theme, str):
            theme = [theme]
        check_type("theme", theme, "Theme | Iterable", globals())
        words, second = with_second([readings_of(phrase, alphabet) for phrase in theme])
        return cls(words, alphabet=alphabet, second=second)

    @property
    def all_words(self) -> tuple[str, ...]:
        """Those that must be in the grid, and the optional ones."""
        return self.words + self.optional

    @property
    def n_needed(self) -> int:
        """How many of its words must be in the grid, at least."""
        return len(self.words) + self.n_optional

    def with_only(self, n: int) -> Theme:
        """This theme with `n` of its words and no more, whichever have a place.

        Where it needs none of its optional words, none of them is among the `n`.
        """
        return replace(
            self,
            words=(),
            optional=self.all_words if self.n_optional else self.words,
            n_optional=n,
            most_optional=n,
        )

    def require_one_reading(self) -> None:
        """Raise OptionError for an entry with two readings, of which a pattern has one alone."""
        for pair in self.second:
            raise OptionError(
                f"a pattern does not support the two readings {'/'.join(pair)}",
                hint="make a whole grid, or name one of the two",
                parameter="theme",
            )


ThemeLike = Theme | str | Iterable[str]
"""A theme, or its phrases."""


def readings_of(phrase: str, alphabet: Alphabet, **place: Any) -> tuple[str, ...]:
    """The letters of a phrase; of "Clinton/Bob Dole" those of both readings of its entry.

    Args, Raises: as for `phrase_letters`; the readings must have the same length.

    >>> readings_of("Clinton/Bob Dole", LATIN)
    ('CLINTON', 'BOBDOLE')
    """
    check_type("theme", phrase, "str", {})
    if phrase.count("/") != 1:
        return (phrase_letters(phrase, alphabet, **place),)
    words = [phrase_letters(part, alphabet, **place) for part in phrase.split("/")]
    if len({alphabet.size(word) for word in words}) > 1 or len(set(words)) == 1:
        raise OptionError(
            f"{phrase!r} has readings that are not two words of one length",
            hint="give such words, or one phrase without the /",
            **(place or {"parameter": "theme"}),
        )
    return tuple(words)


def with_second(
    phrases: Iterable[tuple[str, ...]],
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The words of `readings_of` for several phrases, and those with a second: see `Theme`."""
    every = list(phrases)
    second = [(both[0], both[1]) for both in every if len(both) > 1]
    return tuple(both[0] for both in every), tuple(second)


@dataclass(frozen=True, slots=True)
class ThemedPattern(Picture):
    """A pattern with the theme's letters in it.

    Args:
        grid: with the letters given.
        slots: where each theme word is, by word; optional ones that are not in the grid are
            missing.
    """

    grid: Grid
    slots: dict[str, FixedSlot]

    def __str__(self) -> str:
        return str(self.grid)

    @property
    def cells(self) -> dict[str, tuple[int, ...]]:
        """The positions of the cells of each theme word, by word."""
        return {word: slot.cells(self.grid.n_cols) for word, slot in self.slots.items()}

    @property
    def roles(self) -> Roles:
        """Whose the letters are: all of theme entries."""
        return Roles(theme=frozenset(cell for cells in self.cells.values() for cell in cells))


N_WORDS, N_BLOCKS = "the number of words", "the number of blocks"
NUMBERS = frozenset({N_WORDS, N_BLOCKS})
"""Reasons of `NoTheme` that other numbers would remove."""
PAIRS = "placing theme words in pairs"
CHEATERS = "the ban on cheaters"
BOTH_DIRECTIONS = "one direction for all"


@dataclass(frozen=True, slots=True)
class NoTheme:
    """Proved: these theme words cannot be placed together.

    Args:
        words: a smallest set that already cannot; () when the theme is not to blame.
        reasons: rules that prevent it: without any one of them the words could be placed.
            () when no single one is.
        cause: what is wrong, where it is known besides the words: "X has 24 letters, and the grid
            has 21 columns".
        remedy: what helps where no single rule is the reason.
    """

    words: tuple[str, ...]
    reasons: tuple[str, ...] = ()
    cause: str = ""
    remedy: str = ""

    def __str__(self) -> str:
        without = " or without ".join(self.reasons)
        if self.cause:
            helps = f"without {without} it could be placed" if without else self.remedy
            return f"{self.cause}; {helps}" if helps else self.cause
        if not self.words:
            return "no pattern obeys the rules, whatever the words"
        *most, last = self.words
        who = f"{', '.join(most)} and {last}" if most else last
        text = f"{who} cannot be placed{' together' if most else ''}"
        return f"{text}; without {without} they could" if without else text


def pairing(rules: PatternRules) -> tuple[int, ...] | None:
    """Where each cell goes by the symmetry that pairs theme entries; None where none does.

    It is the half turn, if the pattern has it, or the first move that keeps the direction of slots.
    """
    n = rules.n_rows * rules.n_cols
    moves = rules.symmetry.images(rules.n_rows, rules.n_cols)[1:]
    half_turn = tuple(range(n - 1, -1, -1))
    if half_turn in moves:
        return half_turn
    straight = [move for move in moves if abs(move[1] - move[0]) == 1]
    return straight[0] if straight else None


def relaxed(rules: PatternRules, theme: Theme) -> list[tuple[str, PatternRules, Theme]]:
    """Each rule that may keep a theme out: (its name, the rules without it, the theme)."""
    out: list[tuple[str, PatternRules, Theme]] = []
    if theme.symmetric and pairing(rules) is not None:
        out.append((PAIRS, rules, replace(theme, symmetric=False)))
    if theme.gap > 1:
        out.append((f"the gap of {counted(theme.gap, 'line')}", rules, replace(theme, gap=1)))
    for name, without in (
        ("the symmetry", {"symmetry": Symmetry.NONE}),
        (N_WORDS, {"n_words": Range()}),
        (N_BLOCKS, {"n_blocks": Range()}),
        ("the numbers of slots of some lengths", {"n_of_length": {}}),
        ("the longest slot", {"max_length": None}),
        (CHEATERS, {"cheaters": True}),
        ("the ban on 2x2 blocks", {"block_squares": True}),
        ("the longest run of blocks", {"max_block_run": None}),
        ("the ban on empty lines", {"empty_lines": True}),
        ("fixed cells and slots", {"open_cells": frozenset(), "blocks": frozenset(),
                                   "slots": (), "stacks": ()}),
    ):  # fmt: skip
        changed = replace(rules, **without)
        if changed != rules or (name.startswith("the numbers") and rules.n_of_length):
            out.append((name, changed, theme))
    if len(theme.directions) == 1:
        out.append((BOTH_DIRECTIONS, rules, replace(theme, directions=tuple(Direction))))
    return out


def longer_than_the_grid(rules: PatternRules, theme: Theme) -> NoTheme | None:
    """Why no pattern has the theme, where a word of it is longer than every row and column.

    No other rules would help, and to encode them all takes seconds for a large grid.
    """
    for word, cause, remedy in misfits(rules, theme):
        if len(theme.alphabet.cut(word)) > max(rules.n_rows, rules.n_cols):
            return NoTheme((word,), (), cause, remedy)
    return None


def misfits(rules: PatternRules, theme: Theme) -> Iterator[tuple[str, str, str]]:
    """Needed words of a length that no slot has: (the word, what is wrong, what helps)."""
    lengths = {word: len(theme.alphabet.cut(word)) for word in theme.all_words}
    faults = {word: _length_fault(rules, theme, length) for word, length in lengths.items()}
    n_fitting = sum(not faults[word][0] for word in theme.optional)
    needed = theme.all_words if n_fitting < theme.n_optional else theme.words
    for word in needed:
        fault, remedy = faults[word]
        if fault:
            yield word, f"{word} has {counted(lengths[word], 'letter')}, and {fault}", remedy


def _length_fault(rules: PatternRules, theme: Theme, length: int) -> tuple[str, str]:
    """Why no slot for theme words has this length, and what helps; ("", "") where some may."""
    sides = {Direction.DOWN: (rules.n_rows, "row"), Direction.ACROSS: (rules.n_cols, "column")}
    if all(length > sides[direction][0] for direction in theme.directions):
        named = [counted(*sides[each]) for each in sides if each in theme.directions]
        if len(named) > 1 and rules.n_rows == rules.n_cols:
            named[1] = "columns"
        return f"the grid has only {' and '.join(named)}", "divide it, or make the grid larger"
    if rules.max_length is not None and length > rules.max_length:
        return f"the longest slot has only {rules.max_length}", "divide it"
    if length < rules.min_length:
        return f"the shortest slot has {rules.min_length}", "leave it out"
    return "", ""
