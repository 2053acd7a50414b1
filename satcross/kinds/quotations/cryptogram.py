"""Cryptograms: each letter of a quotation stands for another one, none for itself."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from satcross import LATIN, Alphabet, Crossword, Fill, FormatError, Grid, Puzzle, WordList, grid_of
from satcross.extend import BLOCK, Square, SquareKind
from satcross.kinds.codeword.puzzle import Codeword
from satcross.kinds.quotations import CRYPTOGRAM
from satcross.kinds.quotations.faults import cryptogram_faults
from satcross.kinds.quotations.quotation import WIDTH, Quotation, barred, word_rules


@dataclass(frozen=True, kw_only=True)
class CryptogramOptions:
    """There are none."""


@dataclass(frozen=True, slots=True)
class Cryptogram:
    """A text in which each letter stands for another one, and none for itself.

    Args:
        coded: the text.
        given: letters of the solution by those of the text.

    Raises:
        FormatError: a letter is given that the text lacks, or for two, or for itself.
    """

    coded: Quotation
    given: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        known = set(self.coded.letters)
        wrong = [f"{a}={b}" for a, b in self.given.items() if a not in known or a == b]
        if wrong or len(set(self.given.values())) < len(self.given):
            raise FormatError(
                f"{wrong[0] if wrong else 'two letters'} cannot be given: a letter of the text"
                " stands for one other letter",
                source=self.coded.source,
            )

    @classmethod
    def of(cls, quotation: Quotation, seed: int = 0) -> Cryptogram:
        """The one of a quotation with a code by the seed, no letter given."""
        order = list(quotation.alphabet.texts)
        random.Random(seed).shuffle(order)
        code = dict(zip(order, [*order[1:], order[0]], strict=True))  # so none is for itself
        return cls(Quotation(quotation.with_letters(code), quotation.alphabet))

    @classmethod
    def begun(cls, quotation: Quotation, seed: int, options: CryptogramOptions) -> Cryptogram:
        """The one of a quotation, no letter given."""
        del options
        return cls.of(quotation, seed)

    @classmethod
    def parse(cls, text: str, alphabet: Alphabet = LATIN, source: str = "cryptogram") -> Cryptogram:
        """Read the text, and lines of letters that are given, as in `X=E`.

        Raises:
            FormatError: the text is something else.

        >>> Cryptogram.parse("Qba'g!\\n\\nQ=D B=O").given
        {'Q': 'D', 'B': 'O'}
        """
        lines = text.splitlines()
        given: dict[str, str] = {}
        for at, line in enumerate(lines):
            pairs = [word.upper().partition("=") for word in line.split()]
            if pairs and all(a in alphabet and b in alphabet for a, _, b in pairs):
                given |= {a: b for a, _, b in pairs}
                lines[at] = ""
        return cls(Quotation("\n".join(lines), alphabet, source), given)

    @classmethod
    def of_crossword(
        cls, crossword: Crossword, alphabet: Alphabet = LATIN, source: str = "cryptogram"
    ) -> Cryptogram:
        """The one that a file of `crossword` holds, without punctuation.

        Raises:
            GridError, FormatError: it is of another kind, or a label is no letter.
        """
        cells = grid_of(crossword, alphabet=alphabet, source=source).cells
        if crossword.kind is not CRYPTOGRAM:
            raise FormatError(
                "it is no cryptogram", hint="give a file of satcross cryptogram", source=source
            )
        n, labels = crossword.n_cols, [one.label or " " for one in crossword.squares]
        rows = ("".join(labels[at : at + n]).split() for at in range(0, len(labels), n))
        shown = {(labels[at], cells[at]) for at, one in enumerate(crossword.squares) if one.given}
        given = dict(sorted(shown))
        if len(given) < len(shown):
            raise FormatError("two letters are given for one of the text", source=source)
        return cls(Quotation(" ".join(chain(*rows)), alphabet, source), given)

    def __str__(self) -> str:
        """The text that `parse` reads."""
        given = " ".join(f"{letter}={other}" for letter, other in self.given.items())
        return self.coded.with_letters({a: a for a in self.coded.alphabet.texts}).strip() + (
            f"\n\n{given}" if given else ""
        )

    def rows(self) -> Grid:
        """The letters in rows of `WIDTH`, or of the longest word."""
        return self.coded.in_rows(max(WIDTH, *map(len, self.coded.words)), whole=True)

    def codeword(self) -> Codeword:
        """The letters in rows, each with a number: its own in the alphabet, from 1."""
        grid, rank = self.rows(), self.coded.alphabet.code
        numbers = tuple(0 if cell == BLOCK else rank(cell) + 1 for cell in grid.cells)
        given = {rank(a) + 1: b for a, b in self.given.items()}
        return Codeword(barred(grid), numbers, given)

    def puzzle(self, words: WordList) -> Puzzle:
        """The puzzle whose fills are the solutions."""
        code, texts = self.codeword(), self.coded.alphabet.texts
        first = {n: code.grid.cell_name(at) for at, n in enumerate(code.numbers) if n}
        rules = [f"letter-count {name}: {texts[n - 1]} none" for n, name in sorted(first.items())]
        return code.puzzle(words, [*word_rules(code.grid, code.grid.n_cols), *rules])

    def giving(self, fill: Fill, cells: Iterable[int]) -> Cryptogram:
        """The cryptogram with the letters given that a solution has in some cells."""
        coded = self.rows().cells
        more = {coded[at]: fill.grid.cells[at] for at in cells}
        return replace(self, given=dict(sorted({**self.given, **more}.items())))

    def key(self, solution: Grid) -> dict[str, str]:
        """The letter for which each letter of the text stands in a solution."""
        pairs = zip(self.rows().cells, solution.cells, strict=True)
        return dict(sorted({pair for pair in pairs if pair[0] != BLOCK}))

    def crossword(self, solution: Grid) -> Crossword:
        """What files and pictures hold: the letters of the text as labels."""
        coded = self.rows()
        squares = tuple(
            Square(SquareKind.VOID)
            if label == BLOCK
            else Square(solution=solution.cells[at], label=label, given=label in self.given)
            for at, label in enumerate(coded.cells)
        )
        return Crossword(coded.n_rows, coded.n_cols, squares, kind=CRYPTOGRAM)

    def said(self, solution: Grid) -> str:
        """A solution as text."""
        return self.coded.with_letters(self.key(solution)).strip()

    def faults(self, solution: Grid, words: WordList) -> list[str]:
        """What the checker finds wrong with a solution."""
        return cryptogram_faults(self.coded.text, self.said(solution), words)

    def to_json(self, solution: Grid) -> dict[str, Any]:
        """The puzzle and a solution: see docs/reference/json.md."""
        about = {"kind": CRYPTOGRAM.value, "text": self.coded.text, "given": dict(self.given)}
        return {**about, "key": self.key(solution), "solution": self.said(solution)}
