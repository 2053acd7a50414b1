"""Literals for people: a letter stands in a cell, or a word in a slot, or does not.

They are plain data, and know nothing of puzzles: cells and slots are named, as in "r1c4" and "12A".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from satcross.checks import check_fields
from satcross.errors import OptionError
from satcross.model.cellnames import normal_name, printed

if TYPE_CHECKING:
    from satcross.model.alphabet import Alphabet
    from satcross.model.value import PuzzleValue

MAX_DEPTH = 20  # parentheses within each other
CELL = re.compile(r"r(\d{1,9})c(\d{1,9})\Z", re.ASCII)
# What stands for the name of a cell or slot in the text of a literal about any.
_ANY_CELL, _ANY_SLOT = "cell", "slot"
_NAME = re.compile(r"\w{1,40}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter stands in a cell.

    Args:
        cell: its name, as in "r1c4" and "h1"; None for any cell of a slot that is printed.
        text: the letter, the string of a cell with several letters, or a set of letters, as in
            "[AEIOU]" and "[^A-M]", of which it is one.
        negated: whether it must not.
    """

    cell: str | None
    text: str
    negated: bool = False

    def __post_init__(self) -> None:
        check_fields(self, globals())
        if self.cell is not None:
            object.__setattr__(self, "cell", normal_name(self.cell))
        object.__setattr__(self, "text", "".join(self.text.split()))

    def __invert__(self) -> Letter:
        return replace(self, negated=not self.negated)

    def __str__(self) -> str:
        cell = _ANY_CELL if self.cell is None else self.cell
        return f"{'~' * self.negated}{cell}={self.text}"

    def codes(self, alphabet: Alphabet, texts: Sequence[str]) -> frozenset[int]:
        """The letter codes for which it holds; none where no cell can hold the text.

        Args:
            alphabet: of the letters.
            texts: by letter code, the text of a cell that holds it, as `Puzzle.texts`.

        Raises:
            OptionError: the set of letters is not one.
        """
        if self.text.startswith("["):
            from satcross.words.patterns import parse_pattern

            pattern = parse_pattern(self.text, alphabet)
            return pattern.runs[0][0] if pattern.fits(1) and len(pattern.runs) == 1 else frozenset()
        held = alphabet.normalise(self.text)
        return frozenset(code for code, text in enumerate(texts) if text == held)


@dataclass(frozen=True, slots=True)
class Word:
    """A word stands in a slot.

    Args:
        slot: its name, as in "12A", or that of a cell beside the rectangle; None for any slot.
        pattern: the word, or a pattern of words: `?` for any letter, `*` for any letters, and
            `[AEIOU]` for one of some, as in `satcross words query`.
        negated: whether it must not.
    """

    slot: str | None
    pattern: str
    negated: bool = False

    def __post_init__(self) -> None:
        check_fields(self, globals())
        if self.slot is not None:
            object.__setattr__(self, "slot", normal_name(self.slot))
        object.__setattr__(self, "pattern", "".join(self.pattern.split()))

    def __invert__(self) -> Word:
        return replace(self, negated=not self.negated)

    def __str__(self) -> str:
        slot = _ANY_SLOT if self.slot is None else self.slot
        return f"{'~' * self.negated}{slot}={self.pattern}"


Literal = Letter | Word


@dataclass(frozen=True, slots=True)
class Auxiliary:
    """A variable of the user's own, written `@NAME`: true or false, whichever suits.

    Args:
        name: letters, digits and `_`.
        negated: whether it must be false.

    Raises:
        OptionError: the name has other characters.
    """

    name: str
    negated: bool = False

    def __post_init__(self) -> None:
        check_fields(self, globals())
        if not _NAME.fullmatch(self.name):
            raise OptionError(
                f"{self.name[:40]!r} is not the name of an auxiliary",
                hint="write letters, digits and _, as in @both_rare",
                parameter="name",
            )

    def __invert__(self) -> Auxiliary:
        return replace(self, negated=not self.negated)

    def __str__(self) -> str:
        return f"{'~' * self.negated}@{self.name}"


def of_cell(literal: Literal, puzzle: PuzzleValue) -> Literal:
    """The literal, as one of a cell where it names a cell: a text names cells and slots alike."""
    if isinstance(literal, Word) and literal.slot in puzzle.grid.beside_at:
        return Letter(literal.slot, literal.pattern, literal.negated)
    return literal


def literal_named(text: str) -> Literal:
    """The literal that is written so, as in "~12A=*S"; "somewhere Z" is "cell=Z".

    Raises:
        ValueError: it is none.
    """
    text = re.sub(r"^(~?) *somewhere +", rf"\1{_ANY_CELL}=", text.strip())
    # Blanks are taken out below, so a rule whose name is misspelt would be read as a place.
    if re.match(r"~? *[^\W\d_]+(-[^\W\d_]+)*\s+[^\s=][^=]*=", text):
        raise ValueError(f"the name of a rule, not of a place: {text!r}")
    text = "".join(text.split())
    where, is_there, what = text.removeprefix("~").partition("=")
    if not (where and is_there and what):
        raise ValueError(f"not a literal: {text!r}")
    negated = text.startswith("~")
    if where == _ANY_CELL or CELL.match(normal_name(where)):
        return Letter(None if where == _ANY_CELL else where, what, negated)
    return Word(None if where == _ANY_SLOT else where, what, negated)


def leaf_named(text: str) -> Literal | Auxiliary:
    """The literal that is written so. Raises ValueError or OptionError: it is none."""
    plain = text.removeprefix("~")
    if not plain.startswith("@"):
        return literal_named(text)
    try:
        return Auxiliary(plain[1:], negated=plain != text)
    except OptionError as error:
        raise OptionError(error.problem, hint=error.hint, parameter="rules") from None


def is_in_parentheses(text: str) -> bool:
    """Whether the first parenthesis of a text begins it, and the last ends it."""
    return text.startswith("(") and text.endswith(")")


def split_outside(text: str, separator: str) -> list[str]:
    """The parts of a text between separators that are in no parentheses.

    Raises OptionError: the parentheses do not match, or there are too many.
    """
    parts: list[str] = []
    opened: list[int] = []
    start = at = 0
    while at < len(text):
        if not opened and text.startswith(separator, at):
            parts.append(text[start:at])
            start = at = at + len(separator)
            continue
        if text[at] == "(":
            opened.append(at)
        elif text[at] == ")":
            if not opened:
                raise not_a_rule(text, f"nothing is open before {text[at:][:20]!r}")
            opened.pop()
        if len(opened) > MAX_DEPTH:
            raise too_deep()
        at += 1
    if opened:
        raise not_a_rule(text, f"the parenthesis of {text[opened[-1] :][:20]!r} is not closed")
    return [*parts, text[start:]]


def not_a_rule(text: str, why: str) -> OptionError:
    """The error that a text is none, and why."""
    hint = "see docs/guide/constraints.md"
    return OptionError(f"{text[:60]!r} is not a rule: {why}", hint=hint, parameter="rules")


def too_deep() -> OptionError:
    """The error of too many parentheses."""
    return OptionError(
        f"more than {MAX_DEPTH} constraints are within each other",
        hint="say it in several",
        parameter="constraints",
    )


def literal_of(text: str, parameter: str) -> Literal:
    """The literal that is written so, as in "r1c4=Q", "~12A=CAT" and "12A=*S".

    Raises:
        OptionError: it is none; it names the `parameter`.

    >>> literal_of("~r1c4=Q", "conditions")
    Letter(cell='r1c4', text='Q', negated=True)
    """
    try:
        return literal_named(text)
    except ValueError:
        raise OptionError(
            f"must be a cell or a slot with what it holds, got {text!r:.60}",
            hint="write r1c4=Q or 5A=HOUSE",
            parameter=parameter,
        ) from None


def printed_cells(puzzle: PuzzleValue) -> tuple[int, ...]:
    """The cells that "any cell" and "all cells" mean in rules: those of slots, if they are printed.

    What treatments have in hidden cells, such as the key of a cipher, is no letter of the fill. Who
    wants it counted names the cell.
    """
    grid = puzzle.grid
    return tuple(sorted(puzzle.cells_in_slots & printed(grid.named, grid.n_rows, grid.n_cols)))
