"""A codeword: a filled grid with a number for each letter, of which some letters are given.

It is a puzzle of the model, and no kind of its own: cells with one number hold the same letter, and
the letters of different numbers differ. `Codeword.puzzle` says so by two kinds of rules.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from satcross import (
    LATIN,
    Alphabet,
    Crossword,
    Fill,
    FormatError,
    Grid,
    GridError,
    OptionError,
    Puzzle,
    WordList,
    crossword_of,
)
from satcross.extend import BLOCK, MAX_SIDE, OPEN, VOID, CellsRule, coded_numbers, pattern_of
from satcross.kinds.codeword import CODEWORD

MAX_NUMBER = 999
_NUMBER = r"0{0,2}[1-9][0-9]{0,2}"  # from 1 to 999
_CELL = re.compile(rf"({_NUMBER}|[{BLOCK}{VOID}])(\|?)(-?)")
_GIVEN = re.compile(rf"({_NUMBER})=(\S+)")


def require_plain(puzzle: Puzzle) -> None:
    """Raise OptionError unless the puzzle is a rectangle of cells with one letter each."""
    if puzzle.has_rebus or puzzle.grid.named or puzzle.grid.board:
        raise OptionError(
            "a codeword has a rectangle of cells with one letter each",
            hint="leave out rebus and either/or cells, further cells and boards",
        )


@dataclass(frozen=True, slots=True)
class Codeword:
    """A grid of numbers.

    Args:
        grid: its blocks and bars; it has no letters.
        numbers: by position, from 1; 0 for blocks and voids.
        given: letters by number, which solvers are told.

    Raises:
        OptionError: a letter is given for a number that is not in the grid, or for two.
    """

    grid: Grid
    numbers: tuple[int, ...]
    given: Mapping[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "grid", self.grid.without_letters())
        known = set(self.numbers)
        for number in self.given:
            if number not in known or not number:
                raise OptionError(f"no cell has the number {number}", parameter="given")
        if len(set(self.given.values())) < len(self.given):
            raise OptionError("a letter is given for two numbers", parameter="given")

    @classmethod
    def of_fill(cls, fill: Fill, seed: int = 0) -> Codeword:
        """The codeword of a fill, with numbers in an order by the seed, and no letter given."""
        cells = fill.grid.cells
        letters = sorted({cells[at] for at in fill.puzzle.cells_in_slots})
        numbers = list(range(1, len(letters) + 1))
        random.Random(seed).shuffle(numbers)
        number_of = dict(zip(letters, numbers, strict=True))
        return cls(fill.grid, tuple(number_of.get(cell, 0) for cell in cells))

    @classmethod
    def of_crossword(cls, crossword: Crossword) -> Codeword | None:
        """The codeword that a file holds: one of squares that all have a number, some the same.

        None for others, and where the letters given are not one for each of their numbers.
        """
        found = coded_numbers(crossword)
        return None if found is None else cls(pattern_of(crossword), *found)

    @classmethod
    def parse(cls, text: str, alphabet: Alphabet = LATIN, source: str = "codeword") -> Codeword:
        """Read rows of numbers and `#`, and letters that are given, as in `7=E`.

        A bar to the right of a cell is `|` after its number, one below it `-`, as in `12|-`; one at
        an edge is ignored.

        Raises:
            FormatError: the text is something else; it names the line.

        >>> codeword = Codeword.parse("1 2 3\\n# 2 #\\n4 2 5\\n\\n2=A")
        >>> codeword.grid.n_cols, codeword.numbers[:4], codeword.given
        (3, (1, 2, 3, 0), {2: 'A'})
        """
        rows: list[list[re.Match[str]]] = []
        given: dict[int, str] = {}
        for at, line in enumerate(text.splitlines(), 1):
            wrong = partial(FormatError, source=source, line=at)
            words = line.split()
            if words and all(map(_GIVEN.fullmatch, words)):
                for word in words:
                    number, _, letter = word.upper().partition("=")
                    if letter not in alphabet:
                        raise wrong(f"{word}: {letter} is no letter")
                    if given.setdefault(int(number), letter) != letter:
                        raise wrong(f"{word}: {number} is {given[int(number)]} already")
            elif words:
                row: list[re.Match[str]] = []
                for word in words:
                    cell = _CELL.fullmatch(word)
                    if cell is None:
                        raise wrong(
                            f"{word[:20]!r} is not a number from 1 to {MAX_NUMBER}, # or ~",
                            hint="write rows as in '1 2 # 3', and given letters as in '7=E'",
                        )
                    row.append(cell)
                rows.append(row)
                if len(row) != len(rows[0]):
                    raise wrong(f"the row has {len(row)} cells and the first one {len(rows[0])}")
                if max(len(rows), len(row)) > MAX_SIDE:
                    raise wrong(f"more than {MAX_SIDE} cells in a row or column")
        if not rows:
            raise FormatError("no row of numbers", hint="write rows as in '1 2 # 3'", source=source)
        every = [cell for row in rows for cell in row]
        held = [cell[1] for cell in every]
        n_rows, n_cols = len(rows), len(rows[0])
        right = frozenset(at for at, cell in enumerate(every) if cell[2] and (at + 1) % n_cols)
        below = frozenset(at for at, cell in enumerate(every[:-n_cols]) if cell[3])
        opened = tuple(one if one in (BLOCK, VOID) else OPEN for one in held)
        try:
            grid = Grid(n_rows, n_cols, opened, right, below)
            return cls(grid, tuple(int(one) if one.isdecimal() else 0 for one in held), given)
        except (GridError, OptionError) as error:
            raise FormatError(error.problem, source=source) from None

    def __str__(self) -> str:
        """The text that `parse` reads."""
        width = len(str(max(self.numbers)))
        right, below = self.grid.bars_right, self.grid.bars_below
        texts = [
            str(number or cell).rjust(width) + "|" * (at in right) + "-" * (at in below)
            for at, (number, cell) in enumerate(zip(self.numbers, self.grid.cells, strict=True))
        ]
        n_cols, width = self.grid.n_cols, max(map(len, texts))
        rows = [texts[at : at + n_cols] for at in range(0, len(texts), n_cols)]
        lines = [" ".join(text.ljust(width) for text in row).rstrip() for row in rows]
        if self.given:
            lines += ["", " ".join(f"{n}={letter}" for n, letter in sorted(self.given.items()))]
        return "\n".join(lines)

    def puzzle(self, words: WordList, rules: Iterable[str] = (), **short_forms: Any) -> Puzzle:
        """The puzzle whose fills are the solutions.

        Args: rules, short_forms: further rules, as `Puzzle` takes them.

        Raises:
            OptionError: the rules ask for more than a rectangle of cells with one letter each, a
                number is in too many cells, or there are more numbers than letters.
        """
        grid = self.grid
        cells: dict[int, list[int]] = {}
        rules = tuple(rules)
        plain = Puzzle(grid, words, rules, **short_forms)
        require_plain(plain)
        for at in sorted(plain.cells_in_slots):
            cells.setdefault(self.numbers[at], []).append(at)
        if len(cells) > len(words.alphabet):
            raise OptionError(
                f"{len(cells):,} numbers cannot stand for {len(words.alphabet)} letters",
                hint="correct them, or choose another alphabet",
            )
        number, most = max(cells.items(), key=lambda pair: len(pair[1]))
        if len(most) > CellsRule.MOST:
            raise OptionError(
                f"{number} is in {len(most):,} cells; a number may be in {CellsRule.MOST} at most"
            )
        held = list(grid.cells)
        for number, letter in self.given.items():
            for at in cells.get(number, ()):
                held[at] = letter
        names = {n: [grid.cell_name(at) for at in some] for n, some in cells.items()}
        code = [f"same-letter {' '.join(some)}" for some in names.values() if len(some) > 1]
        if len(names) > 1:
            code.append(f"different-letters {' '.join(some[0] for some in names.values())}")
        return Puzzle(grid.with_cells(held), words, [*code, *rules], **short_forms)

    def giving(self, fill: Fill, cells: Iterable[int]) -> Codeword:
        """The codeword with the letters given that a solution has in some cells."""
        more = {self.numbers[at]: fill.grid.cells[at] for at in cells}
        return replace(self, given=dict(sorted({**self.given, **more}.items())))

    def by_frequency(self) -> list[int]:
        """The numbers whose letter is not given, the most frequent ones first."""
        others = set(self.numbers).difference(self.given, [0])
        return sorted(others, key=lambda number: (-self.numbers.count(number), number))

    def key(self, fill: Fill) -> dict[int, str]:
        """The letter of each number in a solution, by number."""
        cells = zip(self.numbers, fill.grid.cells, strict=True)
        return dict(sorted((number, cell) for number, cell in cells if number))

    def crossword(self, fill: Fill | None = None) -> Crossword:
        """What files and pictures hold: the numbers as labels, and the letters of a solution."""
        blank = crossword_of(self.grid)
        letters = {} if fill is None else self.key(fill)
        squares = [
            replace(
                square,
                label=str(number) if number else "",
                solution=letters.get(number, self.given.get(number, "")),
                given=number in self.given,
            )
            for square, number in zip(blank.squares, self.numbers, strict=True)
        ]
        return replace(blank, squares=tuple(squares), clues=(), kind=CODEWORD)
