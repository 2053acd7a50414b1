"""A puzzle and its rules, each as the other sees it.

`satcross.model.puzzle` and the modules of `satcross.rules` derive from both. They are in one module
because a puzzle has rules, and a rule is asked about a puzzle.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from satcross.checks import check_type
from satcross.errors import OptionError
from satcross.model.needs import MIN_SLOT_LENGTH, Need

if TYPE_CHECKING:
    from satcross.model.alphabet import Alphabet
    from satcross.model.cellnames import NamedCell
    from satcross.model.grid import Grid
    from satcross.model.slots import Slot
    from satcross.words import WordList
    from satcross.words.wordtable import WordTable


_FIXED = frozenset(("", Need.REBUS, Need.SLOTS, Need.CELLS, Need.BOARDS, Need.TREATMENTS))


class ShortForm(NamedTuple):
    """The keyword and the option that stand for a rule.

    Args:
        keyword: of `Puzzle`, in batch lines and in files: "max_shared_substring".
        kind: of its values: `int`, `bool`, `str` or `tuple`.
        off: the value that asks for no rule.
        option: the long option, where it has another name.
        metavar: of the option's value; "" for a flag.
        text: the option's help.
        label: on the page of the workbench.
        opposite: a keyword of the opposite meaning, if there is one: "distinct".
        of_board: whether it says what cells and slots there are, so that `make` has no such option.
    """

    keyword: str
    kind: type
    off: object
    option: str = ""
    metavar: str = ""
    text: str = ""
    label: str = ""
    opposite: str = ""
    of_board: bool = False


class Rule(ABC):
    """What else must hold, beside words in slots. Values, equal if they say the same.

    One with fields of its own is a frozen dataclass. (Others need not be: each takes a millisecond
    at every start.)

    Class fields:
        kind: its name in files: "max-shared-substring". Its file has this name, with underscores.
        need: what a task must support to keep such a rule: see `satcross.model.needs`; "" if every
            task does.
        short: its keyword and its option, if it has them.
        comment: what DIMACS files have said from the first for it, if not its kind and "yes".
        reads_list: whether it may mean something else with a list of fewer words.
        for_patterns: whether a pattern that is made can have it.
        shares_cells: whether the cells that it adds may be there already, by another rule.
    """

    __slots__ = ()
    kind: ClassVar[str]
    need: ClassVar[str]
    short: ClassVar[ShortForm | None] = None
    comment: ClassVar[tuple[str, str] | None] = None
    reads_list: ClassVar[bool] = True
    for_patterns: ClassVar[bool] = True
    shares_cells: ClassVar[bool] = False

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and str(other) == str(self)

    def __hash__(self) -> int:
        return hash(self.kind)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def __str__(self) -> str:
        """The rule for people."""
        return f"{self.kind.replace('-', ' ')} {self.value()}".rstrip()

    @property
    def more_needs(self) -> frozenset[str]:
        """What else a task must support to keep it."""
        return frozenset()

    @property
    def is_fixed(self) -> bool:
        """Whether it says what slots and cells there are, or what slots may hold.

        That is never a reason by itself why there is no fill.
        """
        return self.need in _FIXED

    def value(self) -> str:
        """What its text has after its kind; "" for nothing."""
        return ""

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule whose `value` this is. Raises ValueError or OptionError for other texts."""
        if text:
            raise ValueError(f"{cls.kind} has no value")
        return cls()

    @classmethod
    def of_keyword(cls, value: Any) -> tuple[Rule, ...]:
        """The rules that a value of its keyword stands for; it is not `ShortForm.off`.

        Raises:
            OptionError: the value is of another type, or out of range.
        """
        if cls.short is None or cls.short.kind is bool:
            return (cls(),)
        several = (value,) if isinstance(value, str | cls) else value
        several = tuple(several) if isinstance(several, list) else several
        check_type(cls.short.keyword, several, "tuple", {})
        for one in several:
            check_type(cls.short.keyword, one, f"str | {cls.__name__}", {cls.__name__: cls})
        return tuple(cls.of_value(one) if isinstance(one, str) else one for one in several)

    def to_text(self) -> str:
        """The rule in files: its kind and its value. `satcross.rules.rule_of_text` reads it."""
        return f"{self.kind} {self.value()}".rstrip()

    def written(self) -> str:
        """Its text as people write it, which `satcross.rules.rule_of_text` reads."""
        return self.to_text()

    def to_comment(self) -> tuple[str, str]:
        """The rule in the comments of a DIMACS file: a key, and a value."""
        return self.comment or (self.kind, self.value() or "yes")

    @classmethod
    def of_comment(cls, key: str, value: str) -> Self | None:
        """The rule of a comment; None if the key is another's. Raises as `of_value` does."""
        name, nothing = cls.comment or (cls.kind, "yes")
        return cls.of_value("" if value == nothing else value) if key == name else None

    @classmethod
    def joined(cls, rules: Sequence[Self]) -> Sequence[Self]:
        """The rules of this kind that a puzzle has, where several mean something together."""
        return rules

    def words_in(self) -> Iterable[str]:
        """Words that entries may hold by it although the list lacks them."""
        return ()

    def cells_in(self, grid: Grid, min_length: int) -> Iterable[tuple[NamedCell, str]]:
        """The cells that it adds to those of the grid, each with its letter; "" for an open one.

        Args: min_length: the fewest cells of a slot.

        Raises:
            OptionError: the grid does not have what it names.
        """
        return ()

    def letters_in(self, grid: Grid, min_length: int) -> Iterable[tuple[int, str]]:
        """The letters that it gives in cells of the grid, by position. Args: as for `cells_in`."""
        return ()

    def board_in(self) -> str:
        """The board of `satcross.boards` that it makes of the grid; "" for none."""
        return ""

    @classmethod
    def of_grid(cls, grid: Grid) -> Iterable[Self]:
        """The rules that add what a grid has beside its rectangle: cells, and a board."""
        return ()

    def slots_in(self, grid: Grid, slots: Sequence[Slot]) -> Iterable[tuple[str, tuple[int, ...]]]:
        """The slots that it adds to those of the grid: names, and cells in reading order.

        Args: slots: of the grid, and of the rules before it.

        Raises:
            OptionError: the grid does not have the cells.
        """
        return ()

    def twins_in(self, slots: Sequence[Slot]) -> Iterable[tuple[str, str]]:
        """Pairs of slots, by name, that may hold one word although words must differ."""
        return ()

    def with_extra_cells(self, slots: Sequence[Slot], grid: Grid) -> Sequence[Slot]:
        """The slots of a puzzle, with the cells that it adds to them: `Slot.n_extra`.

        Raises:
            OptionError: the grid does not have the cells.
        """
        return slots

    def texts_in(self, grid: Grid, slots: Sequence[Slot]) -> Mapping[int, Sequence[str]]:
        """Strings of several letters that cells may hold by it, and others may not.

        Args: slots: of the puzzle. Letters among the strings are no news.
        """
        return {}

    def in_places(self, puzzle: PuzzleValue) -> Sequence[Self]:
        """Where it leaves open in which entry something is, rules that name one each.

        A puzzle without `Puzzle.twins` has none. Where it holds, one of them does, or several.
        """
        return ()

    def treated_in(self, puzzle: PuzzleValue) -> Collection[str]:
        """The names of the slots that it treats: their cells hold what is made of words."""
        return ()

    def table(self, puzzle: PuzzleValue, slot: Slot) -> WordTable:
        """What may stand in the cells of a slot that it treats."""
        return puzzle.words.table(len(slot))

    def about_slot(self, puzzle: PuzzleValue, slot: Slot) -> str:
        """What people have to know of a slot because of it, as in "by misprint"; "" for nothing."""
        return ""

    def about_slots(self, puzzle: PuzzleValue, slots: Collection[Slot]) -> str:
        """What people have to know of some slots together, as in "2 entries are treated"."""
        return ""

    def equal_cells(self, puzzle: PuzzleValue) -> Iterable[Sequence[int]]:
        """Cells of which each group holds one letter in every fill."""
        return ()

    def in_letters(self, alphabet: Alphabet) -> Self:
        """The rule with the letters of an alphabet. Raises OptionError: it lacks some."""
        return self

    @property
    def parameter(self) -> str:
        """What errors about the rule name: the keyword of its short form, or "rules"."""
        return self.short.keyword if self.short and self.short.text else "rules"

    def bound_to(self, puzzle: PuzzleValue) -> Self:
        """The rule in its form for a puzzle.

        Raises:
            OptionError: it names what the puzzle does not have.
        """
        return self

    def check_shape(self, n_rows: int, n_cols: int, words: WordList) -> None:
        """Raise OptionError if no pattern of this size can have what the rule names."""
        if not self.for_patterns:
            raise OptionError(
                f"a pattern that is made does not support the rule {str(self)!r}",
                hint="leave it out",
                parameter=self.parameter,
            )

    def in_pattern(self, puzzle: PuzzleValue) -> Self | bool:
        """The rule as far as it is about a pattern that was made.

        Args: puzzle: of the pattern, without rules.
        Returns: the rule; True if it holds in every fill, False if in none.
        """
        return self

    def relaxed(self) -> tuple[str, Rule | None]:
        """A rule that asks for less, and what that is for people; None for no rule at all."""
        return f"the rule {str(self)!r} left out", None


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class PuzzleValue(ABC):
    """A puzzle, by what it holds: see `satcross.model.puzzle.Puzzle`, which has its fields."""

    grid: Grid
    words: WordList
    rules: tuple[Rule, ...] = ()
    listed: WordList = field(init=False, repr=False)
    texts: tuple[str, ...] = field(init=False, repr=False)
    given_only: tuple[int, ...] = field(init=False, repr=False)
    own_texts: dict[int, tuple[int, ...]] = field(init=False, repr=False)
    slots: tuple[Slot, ...] = field(init=False)
    every_slot: tuple[Slot, ...] = field(init=False, repr=False)
    cells_in_slots: frozenset[int] = field(init=False, repr=False)
    givens: dict[int, int] = field(init=False)
    _by_name: dict[str, Slot] = field(init=False, repr=False)
    treated: dict[str, Rule] = field(init=False, repr=False)

    def __eq__(self, other: object) -> bool:
        """Whether the other has the same grid, rules and words, and the same slots left."""
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        return all(
            getattr(self, name) == getattr(other, name)
            for name in ("grid", "rules", "slots", "texts", "listed")
        )

    def __hash__(self) -> int:
        return hash((self.grid, len(self.rules), self.listed))

    @property
    @abstractmethod
    def needs(self) -> frozenset[str]:
        """What a method must support to keep to it: see `satcross.model.needs`."""

    @property
    @abstractmethod
    def has_rebus(self) -> bool:
        """Whether a cell may hold several letters."""

    @abstractmethod
    def slot(self, name: str) -> Slot:
        """The slot of this name. Raises OptionError: there is none."""

    @abstractmethod
    def table(self, slot: Slot) -> WordTable:
        """What may stand in the cells of a slot."""

    @abstractmethod
    def is_treated(self, slot: Slot) -> bool:
        """Whether what stands in its cells is made of a word, and not the word."""

    @abstractmethod
    def reading(self, slot: Slot, codes: Sequence[int]) -> str:
        """The word in a slot that holds these letter codes."""

    @abstractmethod
    def reading_in(self, slot: Slot, row: int) -> str:
        """The word in a slot that holds a row of its table."""

    @abstractmethod
    def spelled(self, codes: Iterable[int]) -> str:
        """The word in cells with these letter codes."""

    @abstractmethod
    def spellings(self, word: str) -> list[tuple[int, ...]]:
        """The letter codes of every way to spell a word in cells."""

    @abstractmethod
    def given_codes(self, slot: Slot) -> tuple[int, ...] | None:
        """The letter codes of a slot whose letters are all given, and need not be read; or None."""

    @abstractmethod
    def is_exempt(self, slot: Slot) -> bool:
        """Whether all letters of a slot are given, and its word is not in the list."""


def distinct_in(rules: Iterable[Rule]) -> bool:
    """Whether every word may be used only once, with these rules."""
    return all(rule.kind != "allow-repeats" for rule in rules)


def min_length_in(rules: Iterable[Rule]) -> int:
    """The fewest cells of a slot, with these rules."""
    numbers = [int(rule.value()) for rule in rules if rule.kind == "min-length"]
    return max(numbers, default=MIN_SLOT_LENGTH)


def solution_word_in(rules: Iterable[Rule]) -> Any:
    """The rule `solution-word` among these; None if there is none."""
    return next((rule for rule in rules if rule.kind == "solution-word"), None)


def require_support(puzzle: PuzzleValue, task: str, supports: Set[str]) -> None:
    """Reject a puzzle for which a task would give wrong answers.

    Args:
        puzzle: what is asked about.
        task: its name for people: "explain".
        supports: what it can do.

    Raises:
        OptionError: the puzzle needs more; it names what.
    """
    if puzzle.needs <= supports:
        return
    rules = [rule for rule in puzzle.rules if rule.need not in {"", *supports}]
    why = f"the rule {str(rules[0])!r}" if rules else "cells of several letters"
    raise OptionError(
        f"{task} does not support {why} yet",
        hint="fill, check, export, count and sample do",
        parameter=rules[0].parameter if rules else "",
    )
