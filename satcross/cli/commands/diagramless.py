"""`satcross diagramless`: crosswords whose blocks are not shown, with one grid; and their grids."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import Any

from satcross.checks import some_of
from satcross.cli import errors as exits
from satcross.cli.errors import echo_err
from satcross.cli.options.command import command, flag, option, option_set
from satcross.cli.options.common import SearchOptions
from satcross.cli.options.puzzle import PuzzleOptions
from satcross.cli.options.refill import KeepOptions
from satcross.cli.output.grids import JSON, TEXT, About, CrosswordOutputOptions, GridSink
from satcross.cli.output.solutions import errors_of, read_puzzle, say_how_many, write_solutions
from satcross.cli.run import end, exit_code, run
from satcross.construct.diagramless.puzzle import TELLS, Diagramless
from satcross.construct.diagramless.solutions import Grids
from satcross.construct.diagramless.task import HelpsTask, MadeDiagramless
from satcross.errors import OptionError
from satcross.model.alphabet import Alphabet
from satcross.model.crossword import Crossword
from satcross.model.fill import Fill
from satcross.model.grid import Grid
from satcross.model.needs import (
    CONDITIONS,
    ENTRIES,
    PAIRS,
    SLOTS,
    TREATMENTS,
    require_support,
    solution_word_in,
)
from satcross.model.puzzle import Puzzle
from satcross.model.slots import find_slots
from satcross.model.solutionword import solution_cells, word_data
from satcross.pattern.rules import PatternRules
from satcross.results import Best, Found
from satcross.solve.protocol import SolverOptions
from satcross.task import Deadline, Task
from satcross.tasks.fill import FillTask

SUPPORTS = frozenset({PAIRS, CONDITIONS, ENTRIES, SLOTS, TREATMENTS})
GIVE_UP_S = 60.0  # for the fewest helps of one grid, where no time limit is given
MOST_NAMED = 12  # helps that are named on one line
NOTHING = "nothing"

EXAMPLES = """\
Examples:
  satcross diagramless daily.ipuz -o daily-diagramless.pdf
  satcross diagramless 15x15 --seed 7             a pattern, its fill, and its lists
  satcross diagramless 15x15 -n 20 -o 'diagramless-{}.pdf'
  satcross diagramless daily.ipuz --carte-blanche --told nothing
  satcross diagramless --solve lists.txt          its grids

Exit codes:
  0 made, with one grid; solved   20 proved that there is no grid   2 bad input
  124 stopped by the time limit   130 interrupted"""


class Give(StrEnum):
    """What is given where there are several grids."""

    PLACES = "places"
    CELLS = "cells"


@option_set("The diagramless")
class DiagramlessOptions:
    """What solvers are told and given."""

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
        " crossword file with its solution."
    )

    def words_told(self) -> list[str] | None:
        """What is told; None for all."""
        if self.told is None:
            return None
        words = self.told.replace(",", " ").split()
        return [] if words == [NOTHING] else words


@command
def diagramless(
    puzzle: PuzzleOptions,
    *,
    wanted: DiagramlessOptions,
    number: int = option("N", "Number of puzzles, or of grids.", "-n", default=1, at_least=1),
    search: SearchOptions,
    out: CrosswordOutputOptions,
) -> int:
    """Make a diagramless or carte blanche: clues, and no blocks; with one grid, which is proved.

    GRID is a filled grid, a crossword file, a grid to fill, or a size such as 15x15, for which a
    pattern is made. That the grid is the only one is proved for solvers who know all answers. Where
    there are others, the fewest helps are given that leave one. With --solve, GRID has the lists of
    answers, and the grids for them are found.
    """
    about = About(alphabet=puzzle.word_list.choice().letters(), seed=search.seed)
    about.drawing = out.drawing(unsolved=not wanted.solve)
    with out.open(number, about) as sink:
        if wanted.solve:
            return _solve(puzzle, wanted, search, sink, number)
        return _make(puzzle, wanted, search, sink, about, number)


def _make(
    puzzle: PuzzleOptions,
    wanted: DiagramlessOptions,
    search: SearchOptions,
    sink: GridSink,
    about: About,
    n: int,
) -> int:
    deadline = Deadline.after(search.time_limit)
    code = exits.OK
    filler, crossword = _filler(puzzle)
    for seed in range(search.seed, search.seed + n):
        options = SolverOptions(seed=seed)
        with filler(options) as filling:
            filled = run(filling, deadline, sink.view)
        if not isinstance(filled, Found):
            return end(filled)
        fill = filled.value if isinstance(filled.value, Fill) else filled.value.fill
        solution = fill.grid
        filled_base = _with_word(fill, crossword, about, seed)
        asked = _asked(puzzle.grid, fill.puzzle, solution, wanted)
        asked = asked.with_open(solution_cells(filled_base))
        with HelpsTask(asked, solution, options, by=wanted.give.value) as task:
            result = run(task, deadline.within(GIVE_UP_S), sink.view)
        if not isinstance(result, Best):
            return end(result)
        _write_made(result, sink, filled_base)
        code = max(code, exit_code(result))
    return code


def _with_word(fill: Fill, base: Crossword | None, about: About, seed: int) -> Crossword:
    """The crossword of a fill, with the squares of its solution word, which do not change later."""
    from satcross.cli.output.solutionword import with_word
    from satcross.model.crossword import crossword_of, with_fill

    crossword = crossword_of(fill.grid) if base is None else with_fill(base, fill.grid)
    rule = solution_word_in(fill.puzzle.rules)
    if rule is None:
        return crossword
    crossword = with_word(rule, crossword, fill, seed=seed)
    about.solution_word = replace(rule, cells=" ".join(word_data(crossword)["cells"]))
    return crossword


def _filler(
    puzzle: PuzzleOptions,
) -> tuple[Callable[[SolverOptions], Task[Any, Any]], Crossword | None]:
    """What fills the grid file, and its crossword; or makes and fills a pattern of a size."""
    from satcross.pattern.presets import preset_rules, usual_preset

    if (size := puzzle.size()) is not None:
        return _maker(puzzle, preset_rules(usual_preset(*size), *size)), None
    loaded, crossword, *_ = KeepOptions().load(puzzle)
    require_support(loaded, "a diagramless", SUPPORTS)
    return partial(FillTask, loaded), crossword


def _maker(puzzle: PuzzleOptions, rules: PatternRules) -> Callable[[SolverOptions], Task[Any, Any]]:
    from satcross.construct.make import MakeTask
    from satcross.model.entry_rules import EntryRules

    words, asked = puzzle.load_for_size()
    entries = EntryRules(**asked)
    return lambda options: MakeTask(rules, words, None, options, entries=entries)


def _asked(source: str, loaded: Puzzle, solution: Grid, wanted: DiagramlessOptions) -> Diagramless:
    with errors_of(source):
        lights = {slot.cells for slot in find_slots(solution)}
        if lacking := lights.difference(slot.cells for slot in loaded.slots):
            problem = f"the run from {solution.cell_name(min(lacking)[0])} is no entry"
            raise OptionError(problem, hint="leave out --min-length, or fill in all runs")
        return Diagramless.of_fill(
            solution,
            numbered=not wanted.carte_blanche,
            in_order=not wanted.any_order,
            told=wanted.words_told(),
            alphabet=loaded.words.alphabet,
        )


def _write_made(best: Best[MadeDiagramless], sink: GridSink, base: Crossword) -> None:
    made = best.value
    data = {**made.puzzle.to_json(), "solution": made.solution.lines(), "bound": best.bound}
    sink.write(
        made.solution,
        {TEXT: str(made.puzzle), JSON: {**data, "helps": made.helps}},
        crossword=made.puzzle.crossword(made.solution, base),
    )
    with sink.view.hidden():
        echo_err(_summary(best))


def _summary(best: Best[MadeDiagramless]) -> str:
    made = best.value
    told = ", ".join(word for word in made.puzzle.told if word in TELLS) or NOTHING
    helps = some_of(made.helps, MOST_NAMED) or NOTHING
    n = len(made.puzzle.entries)
    said = f"{n} entries; told: {told}; given: {helps}; one grid: proved"
    if not best.is_proved:
        said += f"; at least {best.bound} needed; stopped: {best.reason}"
    elif made.helps:
        said += ", and no fewer do"
    return said


def _solve(
    puzzle: PuzzleOptions, wanted: DiagramlessOptions, search: SearchOptions, sink: GridSink, n: int
) -> int:
    alphabet = puzzle.word_list.choice().letters()

    def of_crossword(crossword: Crossword, source: str) -> Diagramless:
        return _of_crossword(crossword, source, alphabet, wanted)

    def of_text(text: str, source: str) -> Diagramless:
        if wanted.told is not None or wanted.carte_blanche or wanted.any_order:
            raise OptionError(
                "lists have it in their first line", hint="leave it out, as in '15x15 rotation'",
                parameter="told" if wanted.told else "carte_blanche" if wanted.carte_blanche
                else "any_order",
            )  # fmt: skip
        return Diagramless.parse(text, alphabet, source)

    def read(said: Crossword | str, _: Alphabet, source: str) -> Diagramless:
        return of_text(said, source) if isinstance(said, str) else of_crossword(said, source)

    asked = read_puzzle(puzzle.grid, alphabet, read)

    def write(grid: Grid) -> None:
        data = {**asked.to_json(), "solution": grid.lines()}
        sink.write(grid, {JSON: data}, crossword=asked.crossword(grid))

    with Grids(asked, search.solver(), limit=n + 1) as grids:
        found, result = write_solutions(grids, n, search.time_limit, sink.view, write)
    return say_how_many(found, result, n, what="grid", only="one grid: proved")


def _of_crossword(
    crossword: Crossword, source: str, alphabet: Alphabet, wanted: DiagramlessOptions
) -> Diagramless:
    """The puzzle of a crossword that has its solution."""
    from satcross.model.crossword import PuzzleKind, grid_of

    if wanted.carte_blanche:
        crossword = replace(crossword, kind=PuzzleKind.CARTE_BLANCHE)
    how: dict[str, Any] = {"in_order": not wanted.any_order, "told": wanted.words_told()}
    grid = grid_of(crossword, alphabet=alphabet, source=source)
    with errors_of(source):
        return Diagramless.of_crossword(crossword, grid, alphabet=alphabet, **how)
