"""What a rule is: a value that says what else must hold in every fill of a puzzle.

A rule's file has all that satcross knows of it: its text, what it says about letters, and what
breaks it. Everything else passes rules on without knowing which there are. Only the checker of
fills knows rules by name: `satcross.verification.rules` has a function for each, which shares no
code with this package.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from satcross.checks import check_type, whole_number
from satcross.errors import OptionError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from satcross.encoding.letters import LetterVars
    from satcross.model.alphabet import Alphabet
    from satcross.model.cellnames import NamedCell
    from satcross.model.consistency import Domains
    from satcross.model.grid import Grid
    from satcross.model.puzzle import Puzzle, Slot
    from satcross.rules.conditions import Clauses
    from satcross.rules.families import Families
    from satcross.words import WordList

    Flags = Mapping[int, npt.NDArray[np.bool_]]
    """By length, which words of a list: bool (words of that length,)."""


SHOWN = 4  # texts of a rule, for people


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

    def in_places(self, puzzle: Puzzle) -> Sequence[Self]:
        """Where it leaves open in which entry something is, rules that name one each.

        A puzzle without `Puzzle.twins` has none. Where it holds, one of them does, or several.
        """
        return ()

    def about_slot(self, puzzle: Puzzle, slot: Slot) -> str:
        """What people have to know of a slot because of it, as in "by misprint"; "" for nothing."""
        return ""

    def about_slots(self, puzzle: Puzzle, slots: Collection[Slot]) -> str:
        """What people have to know of some slots together, as in "2 entries are treated"."""
        return ""

    def equal_cells(self, puzzle: Puzzle) -> Iterable[Sequence[int]]:
        """Cells of which each group holds one letter in every fill."""
        return ()

    def in_letters(self, alphabet: Alphabet) -> Self:
        """The rule with the letters of an alphabet. Raises OptionError: it lacks some."""
        return self

    @property
    def parameter(self) -> str:
        """What errors about the rule name: the keyword of its short form, or "rules"."""
        return self.short.keyword if self.short and self.short.text else "rules"

    def bound_to(self, puzzle: Puzzle) -> Self:
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

    def in_pattern(self, puzzle: Puzzle) -> Self | bool:
        """The rule as far as it is about a pattern that was made.

        Args: puzzle: of the pattern, without rules.
        Returns: the rule; True if it holds in every fill, False if in none.
        """
        return self

    def relaxed(self) -> tuple[str, Rule | None]:
        """A rule that asks for less, and what that is for people; None for no rule at all."""
        return f"the rule {str(self)!r} left out", None


def texts_in(text: str) -> tuple[str, ...]:
    """The texts that commas separate, each once, with single blanks.

    >>> texts_in("cat, ice  cream,, cat")
    ('cat', 'ice cream')
    """
    found = (" ".join(part.split()) for part in text.split(","))
    return tuple(dict.fromkeys(filter(None, found)))


def first_of(texts: Sequence[str], joiner: str) -> str:
    """Texts for people: up to four of them, or three and how many more.

    >>> first_of(["a", "b", "c", "d", "e"], "and")
    'a, b, c and 2 more'
    """
    if len(texts) <= SHOWN:
        return ", ".join(texts)
    return f"{', '.join(texts[: SHOWN - 1])} {joiner} {len(texts) - SHOWN + 1} more"


@dataclass(frozen=True, slots=True)
class NumberRule(Rule):
    """A rule whose value is a number.

    Args:
        n: the number, which the rule checks.
    """

    n: int

    @abstractmethod
    def __post_init__(self) -> None:
        """Raise OptionError if the number is out of range."""

    def value(self) -> str:
        """The number."""
        return str(self.n)

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule with this number."""
        n = whole_number(text)
        if n is None:
            raise ValueError(f"{cls.kind} needs a number")
        return cls(n)

    @classmethod
    def of_keyword(cls, value: Any) -> tuple[Self, ...]:
        """The rule with this number."""
        return (cls(value),)


class PairRule(Rule):
    """A rule that some pairs of entries exclude each other.

    Entries are in *families*, of each of which one slot may be a member.
    Entries that were both given are not compared, unless the rule says so.

    Class fields:
        of_crossings: whether only entries that have a cell in common are compared.
    """

    __slots__ = ()
    need = "pairs"
    of_crossings: ClassVar[bool] = False

    @abstractmethod
    def families(self, domains: Domains, letters: LetterVars) -> Families:
        """The families of the words in `domains`."""

    @abstractmethod
    def clash(self, words: WordList, placed: Collection[str]) -> Callable[[str, str], bool]:
        """A function that says whether two words exclude each other.

        Args: words: the list; placed: words that stand in the grid, and need not be listed.
        """

    @abstractmethod
    def beside(self, words: WordList, placed: Collection[str]) -> Flags:
        """Which words of a list no word of `placed` excludes."""


class KeyRule(PairRule):
    """A rule that no two entries have a key in common. Keys are made of an entry's letters.

    Class fields:
        label: its name in formulas.
        compares_given: whether two wholly given slots are compared too.
    """

    __slots__ = ()
    label: ClassVar[str]
    compares_given: ClassVar[bool] = False

    @abstractmethod
    def keys_of(self, words: WordList, given: Collection[str]) -> Callable[[str], Collection[str]]:
        """A function from a word to its keys, each once; none for a word that excludes no other.

        Args: words: the list; given: words that stand in the grid, and need not be listed.
        """

    def families(self, domains: Domains, letters: LetterVars) -> Families:
        """A family is a key, and a placement a word of that key in a slot."""
        from satcross.rules.families import KeyFamilies

        puzzle = domains.puzzle
        given = {puzzle.reading(s, c) for s in puzzle.slots if (c := puzzle.given_codes(s))}
        keys_of = self.keys_of(puzzle.listed, given)
        return KeyFamilies(domains, letters, self.label, keys_of, self.compares_given)

    def clash(self, words: WordList, placed: Collection[str]) -> Callable[[str, str], bool]:
        """Two words with a common key exclude each other."""
        keys_of = self.keys_of(words, placed)
        return lambda one, other: not set(keys_of(one)).isdisjoint(keys_of(other))

    def beside(self, words: WordList, placed: Collection[str]) -> Flags:
        """The words with other keys than these."""
        import numpy as np

        keys_of = self.keys_of(words, placed)
        keys = {key for word in placed for key in keys_of(word)}
        return {
            n: np.array(
                [
                    keys.isdisjoint(keys_of(words.word(n, row)))
                    for row in range(len(words.table(n)))
                ],
                dtype=np.bool_,
            )
            for n in words.lengths
        }


class RootRule(KeyRule):
    """A rule whose keys are the base forms of words: see `satcross.words.lemmas`.

    Class fields:
        is_within: whether these words may stand anywhere within an entry, not only at its start.
    """

    __slots__ = ()
    is_within: ClassVar[bool] = False

    def beside(self, words: WordList, placed: Collection[str]) -> Flags:
        """The words with other keys than these."""
        import numpy as np

        keys_of, alphabet = self.keys_of(words, placed), words.alphabet
        flags: Flags = {n: np.ones(len(words.table(n)), np.bool_) for n in words.lengths}
        for key in sorted({key for word in placed for key in keys_of(word)}):
            # All forms of a word begin as it does, but for an E or Y at its end; where letters have
            # several characters, these may be parts of others.
            stem = () if alphabet.has_long_letters else alphabet.codes(key[:-1])
            for length, allowed in flags.items():
                codes = words.table(length).codes
                alike = np.zeros(len(codes), np.bool_)
                last = length - len(stem)
                for at in range(last + 1 if self.is_within else min(last + 1, 1)):
                    alike |= (codes[:, at : at + len(stem)] == np.array(stem, codes.dtype)).all(1)
                for row in np.flatnonzero(alike & allowed).tolist():
                    allowed[row] = key not in keys_of(alphabet.word(codes[row].tolist()))
        return flags


class ConditionRule(Rule):
    """A rule that is a condition over letters in cells and words in slots."""

    __slots__ = ()
    need = "conditions"

    @abstractmethod
    def require(self, clauses: Clauses) -> None:
        """Add the clauses that say it; their auxiliaries are determined by the letters."""
