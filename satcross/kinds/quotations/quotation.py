"""A quotation: its letters in rows, and what its puzzles have of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from unicodedata import category

from satcross import LATIN, Alphabet, Crossword, FormatError, Grid, OptionError, WordList
from satcross.extend import BLOCK, MAX_SIDE, check_integer

MAX_LETTERS = 1000  # of a quotation; newspapers have up to 250
MIN_WIDTH, MAX_WIDTH = 5, 60
WIDTH = 20  # of rows, for all kinds
EXTRAS = "satcross"  # the key of `Crossword.extras`
ANSWERS = "Words"  # the list of clues of an acrostic
_BETWEEN = re.compile(r"[\s\-/\u2010-\u2015]+")  # words; an apostrophe is within one


@dataclass(frozen=True, slots=True)
class Quotation:
    """A text and its letters.

    Args:
        text: as it is printed, with punctuation.
        alphabet: of its letters.
        source: names the text in errors.

    Fields:
        words: the letters of each word; spaces, dashes and hyphens are between words.

    Raises:
        FormatError: it has no letters, too many, or characters outside the alphabet.

    >>> Quotation("Don't count-up!").words
    (('D', 'O', 'N', 'T'), ('C', 'O', 'U', 'N', 'T'), ('U', 'P'))
    """

    text: str
    alphabet: Alphabet = LATIN
    source: str = "quotation"
    words: tuple[tuple[str, ...], ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        words = []
        for number, line in enumerate(self.text.splitlines(), 1):
            for text in filter(None, _BETWEEN.split(line)):
                letters = self._letters(text)
                if letters is None:
                    raise FormatError(
                        f"{text[:20]!r} has characters outside the alphabet",
                        hint="write it in letters, or choose another alphabet",
                        source=self.source,
                        line=number,
                    )
                if letters:  # else it is punctuation alone, such as a dash
                    words.append(letters)
        object.__setattr__(self, "words", tuple(words))
        if not 0 < len(self.letters) <= MAX_LETTERS:
            raise FormatError(
                f"a quotation has 1 to {MAX_LETTERS:,} letters, got {len(self.letters):,}",
                source=self.source,
            )

    def _letters(self, text: str) -> tuple[str, ...] | None:
        """The letters of a part of the text, without punctuation; None for other characters."""
        marks = (char for char in text if category(char)[0] == "P" and char not in "#%&@")
        found = self.alphabet.normalise(text.translate({ord(mark): "" for mark in marks}))
        return None if found is None else self.alphabet.cut(found)

    @property
    def letters(self) -> tuple[str, ...]:
        """All letters, in reading order."""
        return tuple(letter for word in self.words for letter in word)

    def in_rows(self, width: int, *, whole: bool = False) -> Grid:
        """The letters in rows of some width, with a block between words and to the end.

        Args: whole: whether words stay in one row, as far as they fit; else they go on in the next.

        Raises:
            OptionError: the width is out of range, or there would be too many rows.
        """
        check_integer(width, "width", at_least=MIN_WIDTH, at_most=MAX_WIDTH)
        cells: list[str] = []
        for word in self.words:
            left = -len(cells) % width
            if cells and whole and left < len(word) + 1:
                cells += [BLOCK] * left
            elif cells:
                cells.append(BLOCK)
            cells += word
        cells += [BLOCK] * (-len(cells) % width)
        if len(cells) > width * MAX_SIDE:
            raise OptionError(
                f"there would be more than {MAX_SIDE} rows", hint="use more", parameter="width"
            )
        return Grid(len(cells) // width, width, tuple(cells))

    def known_to_solvers(self, words: WordList) -> WordList:
        """The list with those words of the quotation that it lacks."""
        join = words.alphabet.joined
        lacking = {word: 0 for word in map(join, self.words) if word not in words}
        return words.with_scores(lacking) if lacking else words

    def with_letters(self, letter_of: Mapping[str, str]) -> str:
        """The text in capitals with other letters, with its punctuation where that is possible."""
        out: list[str] = []
        for part in re.split(f"({_BETWEEN.pattern})", self.text):
            letters = self._letters(part) or ()
            each = [(char, self._letters(char) or ()) for char in part]
            if [letter for _, some in each for letter in some] == list(letters):
                out += ["".join(map(letter_of.__getitem__, some)) or char for char, some in each]
            else:
                out.append(self.alphabet.joined(map(letter_of.__getitem__, letters)))
        return "".join(out)

    def on(self, crossword: Crossword, source: str = "") -> Crossword:
        """A crossword that keeps the text, and where it is from, for the page of its solution."""
        kept = {"quotation": self.text, **({"source": source} if source else {})}
        return replace(crossword, extras={**crossword.extras, EXTRAS: kept})


def with_single_letters(words: WordList) -> WordList:
    """The list, with every letter as a word where it has no words of one letter."""
    return words if len(words.table(1)) else words.with_letters()


def quotation_on(crossword: Crossword) -> str:
    """The text that `Quotation.on` has put there, and where it is from; "" for none."""
    return " \u2014 ".join(" ".join(part.split()) for part in text_and_source(crossword) if part)


def text_and_source(crossword: Crossword) -> tuple[str, str]:
    """What `Quotation.on` has put there; "" for what is missing."""
    kept = crossword.extras.get(EXTRAS, {})
    text, source = (kept.get(name) for name in ("quotation", "source"))
    return text if isinstance(text, str) else "", source if isinstance(source, str) else ""


def barred(grid: Grid) -> Grid:
    """The grid with bars between all cells, so that it has no lights."""
    return replace(
        grid,
        bars_right=frozenset(at for at in range(grid.size) if grid.joined_right(at)),
        bars_below=frozenset(at for at in range(grid.size) if grid.joined_below(at)),
    )


def word_rules(grid: Grid, length: int) -> list[str]:
    """The rules that each run of cells is a word, which may be there again.

    Args: length: of the lines in which cells are read; a run ends at their ends, and at blocks.
    """
    runs: list[list[int]] = [[]]
    for at in range(grid.size):
        if at % length == 0 or not grid.is_square(at):
            runs.append([])
        if grid.is_square(at):
            runs[-1].append(at)
    names = (" ".join(map(grid.cell_name, run)) for run in runs if run)
    return [*(f"slot word{n}: {cells}" for n, cells in enumerate(names, 1)), "allow-repeats"]
