"""How crosswords with vowels are made: for `satcross.make_puzzle` and the workbench."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from satcross import (
    Best,
    Crossword,
    Fill,
    FillTask,
    Found,
    Grid,
    Impossible,
    SolverOptions,
    crossword_of,
    with_fill,
)
from satcross.extend import Draft, Maker, Source, SquareKind, Step, Steps, option, source_of
from satcross_example.consonants import CONSONANTS, VOWELS


@dataclass(frozen=True, kw_only=True)
class ConsonantsOptions:
    """What there must be to find."""

    consonants: int = option(
        "N", "How many consonants there must be to find.", default=1, at_least=1
    )


OPTIONS = ConsonantsOptions


@dataclass(frozen=True, slots=True)
class MadeConsonants:
    """What is made: at least `fill`, `crossword`, and itself as text."""

    fill: Fill
    crossword: Crossword

    def __str__(self) -> str:
        n_cols, squares = self.crossword.n_cols, self.crossword.squares
        marks = [
            "#" if one.kind is SquareKind.BLOCK else one.solution if one.given else "."
            for one in squares
        ]
        text = "".join(marks)
        return "\n".join(text[at : at + n_cols] for at in range(0, len(text), n_cols))


@dataclass(frozen=True, eq=False)
class ConsonantsMaker(Maker[MadeConsonants]):
    """Makes one of each seed. Args: source: of grids; options: what is wanted."""

    source: Source
    options: ConsonantsOptions = field(default_factory=ConsonantsOptions)
    tries = 30
    no_other = "none of {} further seeds gave another puzzle"

    def steps(self, options: SolverOptions) -> Steps[Any]:
        """A grid, its fill, and what is given; each `Step` is a task, and gives its answer."""
        draft = yield from self.source.draft(options)
        if not isinstance(draft, Draft):
            return draft  # `Impossible` or `Stopped`
        fill = draft.fill  # of a size, whose pattern was made with its words
        if fill is None:
            filled: Any = yield Step(FillTask(draft.puzzle, options))
            if not isinstance(filled, Found):
                return filled
            fill = filled.value
        base = with_fill(draft.base, fill.grid) if draft.base else crossword_of(fill.grid)
        squares = tuple(replace(one, given=one.solution in VOWELS) for one in base.squares)
        made = MadeConsonants(fill, replace(base, squares=squares, kind=CONSONANTS))
        n_hidden = _n_hidden(made)
        if n_hidden < self.options.consonants:
            return Impossible(f"there are {n_hidden} consonants to find")
        return Found(made)

    def key(self, made: MadeConsonants) -> Grid:
        """In what any two puzzles differ."""
        return made.fill.grid

    def report(self, best: Best[MadeConsonants] | Found[MadeConsonants]) -> list[str]:
        """What the workbench says of it."""
        return [f"{_n_hidden(best.value)} consonants to find"]


def _n_hidden(made: MadeConsonants) -> int:
    return sum(bool(one.solution) and not one.given for one in made.crossword.squares)


def maker_of(what: Any, words: Any, options: ConsonantsOptions) -> ConsonantsMaker:
    """The maker. Args: what: a size, a grid or a puzzle, or of the workbench an `OfPuzzle`."""
    return ConsonantsMaker(source_of(what, words), options)
