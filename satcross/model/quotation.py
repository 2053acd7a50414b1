"""Puzzles of a quotation: acrostics, quote falls and cryptograms.

Quote falls and cryptograms are puzzles of the model: slots along the words of the quotation, and
rules about letters of cells. An acrostic is what `satcross.construct.acrostic` makes.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from unicodedata import category

from satcross.checks import check_integer
from satcross.errors import FormatError, OptionError
from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.codeword import Codeword
from satcross.model.crossword import Crossword, Square, SquareKind, grid_of
from satcross.model.fill import Fill
from satcross.model.grid import BLOCK, MAX_SIDE, OPEN, VOID, Grid
from satcross.model.kinds import kind_named
from satcross.model.puzzle import Puzzle
from satcross.words import WordList

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


@dataclass(frozen=True, slots=True)
class QuoteFall:
    """A quotation in rows, of which the letters of each column are known, but not their order.

    Args:
        grid: blocks, open cells, and letters that are given in their cells. Words go on in the
            next row.
        columns: the letters of each column, in alphabetical order.

    Raises:
        FormatError: a column has more cells than letters, or fewer, or lacks one that is given.
    """

    grid: Grid
    columns: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        n = self.grid.n_cols
        if len(self.columns) != n:
            raise FormatError(f"{len(self.columns)} columns of letters, and {n} of cells")
        for at, letters in enumerate(self.columns):
            column = self.grid.cells[at::n]
            cells = sum(cell != BLOCK for cell in column)
            if cells != len(letters):
                raise FormatError(f"column {at + 1} has {cells} cells and {len(letters)} letters")
            given = Counter(cell for cell in column if cell not in (BLOCK, OPEN))
            if lacking := given - Counter(letters):
                raise FormatError(f"column {at + 1} has no letter {min(lacking)} for its cell")

    @classmethod
    def of(cls, quotation: Quotation, width: int) -> QuoteFall:
        """The one of a quotation, no letter given. Raises OptionError: as `in_rows`."""
        grid = quotation.in_rows(width)
        return cls(grid.without_letters(), _columns(grid, quotation.alphabet))

    @classmethod
    def parse(cls, text: str, alphabet: Alphabet = LATIN, source: str = "quote fall") -> QuoteFall:
        """Read rows of letters and `~`, an empty line, and the rows of the grid.

        Raises:
            GridError, FormatError: the text is something else.

        >>> fall = QuoteFall.parse("A~\\nBC\\n\\n..\\n.#")
        >>> fall.columns, fall.grid.shape
        ((('A', 'B'), ('C',)), '2x2')
        """
        parts = re.split(r"\n[ \t\r]*\n\s*", text.strip())
        if len(parts) != 2:
            raise FormatError(
                "must be rows of letters, an empty line, and the rows of the grid", source=source
            )
        top, grid = (
            Grid.parse(part, alphabet=alphabet, source=source, hex_patterns=False) for part in parts
        )
        try:
            return cls(grid, _columns(top, alphabet))
        except FormatError as error:
            raise FormatError(error.problem, source=source) from None

    @classmethod
    def of_crossword(
        cls, crossword: Crossword, alphabet: Alphabet = LATIN, source: str = "quote fall"
    ) -> QuoteFall:
        """The one that a file of `crossword` holds: its solution tells the letters of each column.

        Raises:
            GridError, FormatError: it is of another kind, or lacks letters of its solution.
        """
        grid = grid_of(crossword, alphabet=alphabet, source=source)
        if crossword.kind.value != "quote-fall" or grid.named or grid.board:
            raise FormatError(
                "it is no quote fall", hint="give a file of satcross quotefall", source=source
            )
        for at, cell in enumerate(grid.cells):
            if cell not in (BLOCK, *alphabet.texts):
                where = grid.cell_name(at)
                raise FormatError(f"its solution has no single letter at {where}", source=source)
        pairs = zip(grid.cells, crossword.squares, strict=True)
        cells = [cell if cell == BLOCK or square.given else OPEN for cell, square in pairs]
        return cls(grid.with_cells(cells), _columns(grid, alphabet))

    def giving(self, fill: Fill, cells: Iterable[int]) -> QuoteFall:
        """The quote fall with the letters given that a solution has in some cells."""
        held = {at: fill.grid.cells[at] for at in cells}
        return replace(self, grid=self.grid.holding(held))

    def above(self) -> Grid:
        """The letters over their columns, each column down to the grid."""
        n_rows = max(map(len, self.columns))
        padded = [[VOID] * (n_rows - len(column)) + list(column) for column in self.columns]
        return Grid(n_rows, len(padded), tuple(chain(*zip(*padded, strict=True))))

    def __str__(self) -> str:
        """The text that `parse` reads."""
        return f"{self.above()}\n\n{self.grid}"

    def puzzle(self, words: WordList) -> Puzzle:
        """The puzzle whose fills are the solutions."""
        grid, n = self.grid, self.grid.n_cols
        rules: list[str] = []
        for at, letters in enumerate(self.columns):
            places = range(at, grid.size, n)
            cells = " ".join(grid.cell_name(cell) for cell in places if grid.is_square(cell))
            counts = Counter(letters)
            if counts and not words.alphabet.has_long_letters:
                rules.append(f"letter-count {cells}: [{''.join(counts)}] all")
            rules += [f"letter-count {cells}: {letter} {m}" for letter, m in counts.items()]
        return Puzzle(_barred(grid), words, [*_slots(grid, grid.size), *rules])

    def crossword(self, solution: Grid) -> Crossword:
        """What files and pictures hold. Args: solution: with all letters."""
        squares = tuple(
            Square(SquareKind.BLOCK)
            if cell == BLOCK
            else Square(solution=cell, given=self.grid.is_given(at))
            for at, cell in enumerate(solution.cells)
        )
        return Crossword(solution.n_rows, solution.n_cols, squares, kind=kind_named("quote-fall"))


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
        if crossword.kind.value != "cryptogram":
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
        return Codeword(_barred(grid), numbers, given)

    def puzzle(self, words: WordList) -> Puzzle:
        """The puzzle whose fills are the solutions."""
        code, texts = self.codeword(), self.coded.alphabet.texts
        first = {n: code.grid.cell_name(at) for at, n in enumerate(code.numbers) if n}
        rules = [f"letter-count {name}: {texts[n - 1]} none" for n, name in sorted(first.items())]
        return code.puzzle(words, [*_slots(code.grid, code.grid.n_cols), *rules])

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
        return Crossword(coded.n_rows, coded.n_cols, squares, kind=kind_named("cryptogram"))


def _columns(grid: Grid, alphabet: Alphabet) -> tuple[tuple[str, ...], ...]:
    """The letters of each column, in alphabetical order."""
    columns = (grid.cells[at :: grid.n_cols] for at in range(grid.n_cols))
    letters = ([cell for cell in column if cell in alphabet] for column in columns)
    return tuple(tuple(sorted(column, key=alphabet.code)) for column in letters)


def _barred(grid: Grid) -> Grid:
    """The grid with bars between all cells, so that it has no lights."""
    return replace(
        grid,
        bars_right=frozenset(at for at in range(grid.size) if grid.joined_right(at)),
        bars_below=frozenset(at for at in range(grid.size) if grid.joined_below(at)),
    )


def _slots(grid: Grid, length: int) -> list[str]:
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
