"""What random crosswords are made of: words, and changes of some squares or clues."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unicodedata import category, normalize

from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.crossword import (
    Clue,
    Crossword,
    Square,
    SquareKind,
    clue_key,
    pattern_of,
    read_in,
)
from satcross.model.grid import Grid
from satcross.model.slots import find_slots

WORDS = (
    *("Fish", "it's", "“odd”", "R&B", "a<b", "(sort", "of)", "50%", "naïve", "Ωmega", "雪", "x_y"),
    *("…", "~", "#1", "*", "[2]", "{3}", "A|B", "C/D", "^", "a.", "B:", "=", "\\", "1,", "&amp;"),
    *("--", "Across", "3dn", '"q"', "<3", "(abbr.)", "½", "Lorem", "ipsum", "No.", "then"),
)
TAGS = ("b", "i", "u", "s", "sub", "sup")
Change = Callable[[random.Random, Crossword], Crossword]


def alphabet_of(crossword: Crossword) -> Alphabet:
    """The letters that grid text of a crossword may have: A to Z, and what else is in squares."""
    texts = (re.split("[/|]", one.solution.upper()) for one in crossword.squares)
    found = {normalize("NFC", text) for some in texts for text in some}
    letters = {char for text in found for char in text if char.isalnum()}
    marked = {text for text in found if any(category(char)[0] == "M" for char in text)}
    return Alphabet(list(dict.fromkeys([*LATIN.letters, *sorted(letters | marked)])))


def crossword_in(grid: Grid) -> Crossword:
    """The crossword of a grid, whose letters may be any."""
    kinds = {"#": SquareKind.BLOCK}
    squares = (
        Square(kinds[cell]) if cell in kinds else Square(solution=cell) for cell in grid.cells
    )
    return Crossword(grid.n_rows, grid.n_cols, tuple(squares))


def with_clues(rng: random.Random, crossword: Crossword) -> Crossword:
    """The crossword with a clue for each entry, and the answers that the squares spell."""
    clues = (
        Clue(
            *clue_key(slot),
            line(rng),
            cells=slot.cells,
            answer=read_in(crossword, slot.heading, slot.cells),
        )
        for slot in find_slots(pattern_of(crossword))
    )
    return replace(crossword, clues=tuple(clues))


def line(rng: random.Random, most: int = 4) -> str:
    """Some words with single blanks between them."""
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, most)))


def open_squares(crossword: Crossword) -> list[int]:
    """The positions of open squares."""
    return [at for at, one in enumerate(crossword.squares) if one.kind is SquareKind.OPEN]


def open_in_rectangle(crossword: Crossword) -> list[int]:
    """The positions of open squares that have no names: a hidden one is in no clue of its own."""
    return [at for at in open_squares(crossword) if at < crossword.n_rows * crossword.n_cols]


def with_squares(crossword: Crossword, changed: dict[int, Square]) -> Crossword:
    """The crossword with some other squares."""
    squares = tuple(changed.get(at, one) for at, one in enumerate(crossword.squares))
    return replace(crossword, squares=squares)


def some_open(rng: random.Random, crossword: Crossword) -> list[int]:
    """One to three open squares."""
    cells = open_squares(crossword)
    return rng.sample(cells, min(len(cells), rng.randint(1, 3)))


def of_squares(name: str, value: Callable[[random.Random], Any]) -> Change:
    """A change of one field of some open squares."""

    def change(rng: random.Random, crossword: Crossword) -> Crossword:
        return with_squares(
            crossword,
            {
                at: replace(crossword.squares[at], **{name: value(rng)})
                for at in some_open(rng, crossword)
            },
        )

    return change


def of_grid(how: Callable[[random.Random, Crossword], Crossword]) -> Change:
    """A change of what entries there are, or what they spell: clues follow."""

    def change(rng: random.Random, crossword: Crossword) -> Crossword:
        changed = how(rng, replace(crossword, clues=()))
        return with_clues(rng, changed)

    return change


def of_clues(how: Callable[[random.Random, Clue], Clue]) -> Change:
    """A change of some clues."""

    def change(rng: random.Random, crossword: Crossword) -> Crossword:
        if not crossword.clues:
            return crossword
        some = (
            set(rng.sample(range(len(crossword.clues)), rng.randint(1, 2) % 2 + 1))
            if len(crossword.clues) > 1
            else {0}
        )
        clues = tuple(
            how(rng, one) if at in some else one for at, one in enumerate(crossword.clues)
        )
        return replace(crossword, clues=clues)

    return change


def of_letters(choices: tuple[str, ...]) -> Change:
    """A change of what some squares hold."""

    def how(rng: random.Random, crossword: Crossword) -> Crossword:
        single = tuple(one for one in choices if not {*"/|"} & {*one}) or choices
        some = single if crossword.named else choices  # a square has no third letter
        return of_squares("solution", lambda rng: rng.choice(some))(rng, crossword)

    return of_grid(how)
