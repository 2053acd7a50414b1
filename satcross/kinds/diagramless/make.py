"""How diagramless crosswords are made, read and solved: for the command and Python."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar

from satcross import (
    LATIN,
    Alphabet,
    Best,
    Crossword,
    Fill,
    FillTask,
    Found,
    Grid,
    OptionError,
    SolverOptions,
    WordList,
    crossword_of,
    grid_of,
    with_fill,
)
from satcross.extend import (
    Draft,
    FillResult,
    Listing,
    Maker,
    Need,
    OfPuzzle,
    PuzzleLike,
    Result,
    Source,
    Step,
    Steps,
    WordsLike,
    errors_of,
    find_slots,
    flag,
    marked_fill,
    option,
    require_support,
    some_of,
    source_of,
)
from satcross.kinds.diagramless import CARTE_BLANCHE
from satcross.kinds.diagramless.puzzle import TELLS, Diagramless
from satcross.kinds.diagramless.solutions import Grids
from satcross.kinds.diagramless.task import HelpsTask, MadeDiagramless

SUPPORTS = frozenset({Need.PAIRS, Need.CONDITIONS, Need.ENTRIES, Need.SLOTS, Need.TREATMENTS})
GIVE_UP_S = 60.0  # for the fewest helps of one grid
MOST_NAMED = 12  # helps that are named on one line
NOTHING = "nothing"


class Give(StrEnum):
    """What is given where there are several grids."""

    PLACES = "places"
    CELLS = "cells"


@dataclass(frozen=True, kw_only=True)
class DiagramlessOptions:
    """Which facts about the diagram are printed, and which hints are given."""

    exclusions: ClassVar[str] = """\
any_order !carte_blanche: the clues of a diagramless have numbers; add --carte-blanche
words|min_score|exclude|max_words solve: is for a puzzle that is made; leave out {pair}
rule|rules_file|slot_list|solution_word|allow_repeats|max_shared_substring|min_length>2
  |no_near_duplicates|no_naticks|rebus|extra_slots|readings|either_or solve: is for a puzzle that is
  made; leave out {pair}
give=cells solve: is for a puzzle that is made; leave out {pair}"""

    carte_blanche: bool = flag("The clues have no numbers either.")
    any_order: bool = flag(
        "Of a carte blanche: sort the clues by their answers; solvers do not know their order."
    )
    told: str | None = option(
        "NAMES",
        f"What solvers are told of the pattern: some of {', '.join(TELLS)}; or {NOTHING}. Default:"
        " all that it has.",
    )
    give: Give = option(
        "",
        "What to give where there are several grids: places, where an entry begins; or cells, each"
        " a block or a letter.",
        default=Give.PLACES,
    )
    solve: bool = flag(
        "Find the grids for the lists in GRID: a size, and entries below Across and Down; or a"
        " crossword file with its solution.",
        of_command=True,
    )

    def words_told(self) -> list[str] | None:
        """The facts that are printed; None for all that the pattern has."""
        if self.told is None:
            return None
        words = self.told.replace(",", " ").split()
        return [] if words == [NOTHING] else words


OPTIONS = DiagramlessOptions


@dataclass(frozen=True, slots=True)
class FilledDiagramless:
    """A diagramless or carte blanche with its only grid.

    Args:
        puzzle, helps: as of `MadeDiagramless`.
        fill: the solution.
        crossword: what files and pictures have.
    """

    puzzle: Diagramless
    helps: tuple[str, ...]
    fill: Fill
    crossword: Crossword

    def __str__(self) -> str:
        return str(self.puzzle)


@dataclass(frozen=True, eq=False)
class DiagramlessMaker(Maker[FilledDiagramless]):
    """Makes a diagramless or carte blanche of each seed.

    Args: source: of grids; options: what is wanted.

    Raises:
        OptionError: a rule is not supported; from a run: as `Diagramless.of_fill` raises.
    """

    source: Source
    options: DiagramlessOptions = field(default_factory=DiagramlessOptions)

    def __post_init__(self) -> None:
        if isinstance(self.source, OfPuzzle):
            require_support(self.source.puzzle, "a diagramless", SUPPORTS)

    def steps(self, options: SolverOptions) -> Steps[Result[FilledDiagramless]]:
        """See `Maker`."""
        draft = yield from self.source.draft(options)
        if not isinstance(draft, Draft):
            return draft
        fill = draft.fill
        if fill is None:
            filled: FillResult = yield Step(FillTask(draft.puzzle, options))
            if not isinstance(filled, Found):
                return filled
            fill = filled.value
        base = _marked(fill, draft.base, options.seed)
        asked = self._asked(fill, draft.name).with_open(base.solution_cells)
        best: Result[MadeDiagramless]
        best = yield Step(
            HelpsTask(asked, fill.grid, options, by=self.options.give.value), GIVE_UP_S
        )
        if not isinstance(best, Best):
            assert not isinstance(best, Found)
            return best
        puzzle = best.value.puzzle
        crossword = puzzle.crossword(fill.grid, base)
        made = FilledDiagramless(puzzle, best.value.helps, fill, crossword)
        return Best(made, best.objective, best.bound, best.reason, best.work)

    def report(self, best: Best[FilledDiagramless] | Found[FilledDiagramless]) -> list[str]:
        """See `Maker`."""
        assert isinstance(best, Best)
        made = best.value
        told = ", ".join(word for word in made.puzzle.told if word in TELLS) or NOTHING
        helps = some_of(made.helps, MOST_NAMED) or NOTHING
        n = len(made.puzzle.entries)
        said = f"{n} entries; told: {told}; given: {helps}; one grid: proved"
        if not best.is_proved:
            said += f"; at least {best.bound} needed; stopped: {best.reason}"
        elif made.helps:
            said += ", and no fewer do"
        return [said]

    def _asked(self, fill: Fill, name: str) -> Diagramless:
        grid, puzzle, wanted = fill.grid, fill.puzzle, self.options
        with errors_of(name):
            lights = {slot.cells for slot in find_slots(grid)}
            if lacking := lights.difference(slot.cells for slot in puzzle.slots):
                problem = f"the run from {grid.cell_name(min(lacking)[0])} is no entry"
                raise OptionError(problem, hint="leave out --min-length, or fill in all runs")
            return Diagramless.of_fill(
                grid,
                numbered=not wanted.carte_blanche,
                in_order=not wanted.any_order,
                told=wanted.words_told(),
                alphabet=puzzle.words.alphabet,
            )


def _marked(fill: Fill, base: Crossword | None, seed: int) -> Crossword:
    """The crossword of a fill, with the squares of its solution word, which do not change later."""
    crossword = crossword_of(fill.grid) if base is None else with_fill(base, fill.grid)
    return marked_fill(crossword, fill, seed)


def maker_of(
    what: PuzzleLike | OfPuzzle, words: WordsLike | None, options: DiagramlessOptions
) -> DiagramlessMaker:
    """The maker, for what a caller of the library names.

    Args: what, words: as of `source_of`.

    Raises:
        InputError: it is none of these.
    """
    return DiagramlessMaker(source_of(what, words, None, None), options)


def read(
    what: Crossword | str,
    alphabet: Alphabet = LATIN,
    source: str = "diagramless",
    options: DiagramlessOptions | None = None,
) -> Diagramless:
    """What solvers know: of a crossword with its solution, or of a text for `Diagramless.parse`.

    Args: source: names it in errors; options: what a crossword does not say.

    Raises:
        InputError: it is none, or options are given for a text.
    """
    wanted = options or DiagramlessOptions()
    if isinstance(what, str):
        if wanted.told is not None or wanted.carte_blanche or wanted.any_order:
            raise OptionError(
                "lists have it in their first line", hint="leave it out, as in '15x15 rotation'",
                parameter="told" if wanted.told else "carte_blanche" if wanted.carte_blanche
                else "any_order",
            )  # fmt: skip
        return Diagramless.parse(what, alphabet, source)
    if wanted.carte_blanche:
        what = replace(what, kind=CARTE_BLANCHE)
    grid = grid_of(what, alphabet=alphabet, source=source)
    told, in_order = wanted.words_told(), not wanted.any_order
    with errors_of(source):
        return Diagramless.of_crossword(what, grid, alphabet=alphabet, in_order=in_order, told=told)


def solutions_of(
    what: Crossword | str,
    source: str,
    words: WordList | None,
    solver: SolverOptions,
    *,
    alphabet: Alphabet = LATIN,
    limit: int | None = None,
) -> Listing[Grid]:
    """The grids, for a caller of the library.

    Args: what, source: as of `read`; words: must be None, since the puzzle has its answers.

    Raises:
        InputError: it is no diagramless.
    """
    if words is not None:
        problem = "a diagramless has its answers"
        raise OptionError(problem, hint="leave it out", parameter="words")
    return Grids(read(what, alphabet, source), solver, limit=limit)
