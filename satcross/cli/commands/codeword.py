"""`satcross codeword`: a grid of numbers for letters, with one solution; and solutions of one."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from satcross.checks import counted, some_of
from satcross.cli import errors as exits
from satcross.cli.errors import echo_err
from satcross.cli.options.command import PUZZLES, command, flag, option, option_set
from satcross.cli.options.common import SearchOptions
from satcross.cli.options.puzzle import PuzzleOptions, lists_of
from satcross.cli.output.fill_view import fill_data
from satcross.cli.output.grids import JSON, TEXT, About, GridSink, OutputOptions, Renderers
from satcross.cli.output.solutions import errors_of, read_puzzle, say_how_many, write_solutions
from satcross.cli.progress import ProgressView
from satcross.cli.run import end, exit_code, run
from satcross.construct.codeword import CodewordResult, CodewordTask, MadeCodeword
from satcross.construct.difficulty import GUESS, NAMES, Difficulty, difficulty_of
from satcross.errors import FormatError, OptionError
from satcross.model.codeword import Codeword
from satcross.model.crossword import Crossword
from satcross.model.fill import Fill
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.pattern.presets import Preset, preset_rules
from satcross.results import Best, Found, Impossible, Reason, Result, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Deadline, DeadlinePassedError
from satcross.tasks.enumerate import Fills
from satcross.tasks.unique.most import MostSlotsTask
from satcross.words import WordList
from satcross.words.choice import ListChoice
from satcross.words.named import BUILTIN

CODEWORD_SCHEMA = "satcross.codeword/1"
MAX_FILLS = 30  # that are tried for a codeword of a difficulty
MOST_NAMED = 12  # slots that are named on one line

EXAMPLES = """\
Examples:
  satcross codeword grid.txt -o codeword.pdf
  satcross codeword 15x15 --seed 7                a British pattern, and its codeword
  satcross codeword 15x15 --preset lattice
  satcross codeword 13x13 -n 50 -o 'codeword-{}.pdf'
  satcross codeword grid.txt --against big.txt --givens 3 --letters Q
  satcross codeword 13x13 --difficulty 3 --steps 5
  satcross codeword --solve numbers.txt           its solutions
  satcross codeword --solve paper.ipuz --against big.txt

Exit codes:
  0 made, with one solution; solved   20 proved that there is none   2 bad input
  1 made, but of another difficulty, or fewer different ones than asked for
  124 stopped by the time limit   130 interrupted"""
EXCLUSIONS = """\
preset solve: is for a codeword that is made; leave out {pair}
givens solve: is for a codeword that is made; leave out {pair}
letters solve: is for a codeword that is made; leave out {pair}
any_letters solve: is for a codeword that is made; leave out {pair}
difficulty|slot_list solve: is for a codeword that is made; leave out {pair}"""


@option_set("The codeword")
class CodewordOptions:
    """What is given, and what solvers know."""

    preset: Preset | None = option(
        "", "For a size, the rules of its pattern: see satcross pattern. Default: british."
    )
    against: list[Path] | None = option(
        "FILE|NAME",
        "Words that solvers may think of, beside all of --words: there is one solution among"
        " these. Can be repeated.",
    )
    givens: int = option(
        "N", "Give N letters, or more where one solution needs them.", default=0, at_least=0
    )
    letters: str | None = option("LETTERS", "Give these letters, as in QJ.")
    difficulty: int | None = option(
        "1..5",
        "How hard it is to be, from 1, single words, to 5, guesses: gives more letters, or tries"
        " other fills.",
    )
    steps: int = option("N", "Tell the first N steps of a solver.", default=0, at_least=0)
    any_letters: bool = flag("Do not ask for a fill with all letters of the alphabet.")
    solve: bool = flag(
        "Solve the codeword in GRID: rows of numbers and #, and letters as in 7=E; or a crossword"
        " file with a number in each cell."
    )


@command(PUZZLES, 10, examples=EXAMPLES, exclusions=EXCLUSIONS, guide="guide/codewords.md")
def codeword(
    puzzle: PuzzleOptions,
    *,
    wanted: CodewordOptions,
    number: int = option("N", "Number of codewords, or of solutions.", "-n", default=1, at_least=1),
    search: SearchOptions,
    out: OutputOptions,
) -> int:
    """Make a codeword: numbers for letters, and the fewest letters given that leave one solution.

    GRID is a grid file, or a size such as 15x15, for which a pattern is made. Words are those of
    --words from the minimum score on. That the solution is the only one is proved among all of
    --words, with those of --against. With --solve, GRID is a codeword, and its solutions are found
    among all of these; where there is none, words in as many slots as possible.
    """
    with out.open(number, About(drawing=out.drawing(unsolved=not wanted.solve))) as sink:
        if wanted.solve:
            return _solve(puzzle, wanted, search, sink, number)
        return _make(puzzle, wanted, search, sink, number)


def _make(
    puzzle: PuzzleOptions, wanted: CodewordOptions, search: SearchOptions, sink: GridSink, n: int
) -> int:
    deadline = Deadline.after(search.time_limit)
    choice = replace(_solvers_choice(puzzle, wanted), exclude=(), max_words=None)
    solving = choice.load(every_score=True)
    puzzles = _puzzles(puzzle, wanted.preset, itertools.count(search.seed), deadline, sink.view)
    seen: set[Grid] = set()
    code = exits.OK
    result: CodewordResult = Stopped(Reason.TIME_LIMIT)
    for _ in range(n):
        best: Best[MadeCodeword] | None = None
        for seed, loaded in itertools.islice(puzzles, MAX_FILLS):
            if isinstance(loaded, Stopped):
                result = loaded
                break
            task = CodewordTask(
                loaded,
                SolverOptions(seed=seed),
                solving=solving,
                give=wanted.letters or "",
                n_given=wanted.givens,
                difficulty=wanted.difficulty,
                pangram=not wanted.any_letters,
            )
            with task:
                result = run(task, deadline, sink.view)
            if not isinstance(result, Best):
                break
            if result.value.fill.grid not in seen:
                best = min(best or result, result, key=lambda one: _apart(one, wanted))
            if result.reason or (best is not None and not _apart(best, wanted)):
                break
        if best is None:
            if not isinstance(result, Best):
                return end(result)
            echo_err(f"no other codeword among {MAX_FILLS} fills; {len(seen)} were made")
            return max(code, exits.WRONG)
        seen.add(best.value.fill.grid)
        _write_made(best, sink, wanted)
        code = max(code, exit_code(result), exits.WRONG if _apart(best, wanted) else exits.OK)
    return code


def _apart(best: Best[MadeCodeword], wanted: CodewordOptions) -> int:
    """How far the difficulty is from the one that is wanted."""
    found = best.value.difficulty
    if wanted.difficulty is None:
        return 0
    return GUESS if found is None else abs(found.rating - wanted.difficulty)


def _write_made(best: Best[MadeCodeword], sink: GridSink, wanted: CodewordOptions) -> None:
    made = best.value
    sink.write(
        made.fill.grid,
        {TEXT: str(made.codeword), JSON: made_data(best)},
        fill=made.fill,
        crossword=made.codeword.crossword(made.fill),
    )
    with sink.view.hidden():
        echo_err(_summary(best))
        _tell(made.difficulty, wanted)


def _puzzles(
    puzzle: PuzzleOptions,
    preset: Preset | None,
    seeds: Iterable[int],
    deadline: Deadline,
    view: ProgressView,
) -> Iterator[tuple[int, Puzzle | Stopped]]:
    """By seed, the puzzle of the grid file, or of a pattern of a size."""
    from satcross.construct.make import MakeTask
    from satcross.model.entry_rules import EntryRules
    from satcross.pattern.listing import Patterns

    size = puzzle.size()
    if size is None:
        if preset is not None:
            raise OptionError("it is for a size, as 15x15", hint="leave it out", parameter="preset")
        loaded = puzzle.load()
        yield from ((seed, loaded) for seed in seeds)
        return
    words, rules = puzzle.load_for_size()
    pattern_rules = preset_rules(preset or Preset.BRITISH, *size)
    for seed in seeds:
        options = SolverOptions(seed=seed)
        result: Result[Any]
        pattern: Grid | None = None
        if preset in (None, Preset.BRITISH):  # nearly all have a fill
            with Patterns(pattern_rules, options, limit=1) as patterns:
                result = run(patterns, deadline, view)
            pattern = patterns.best
        else:
            with MakeTask(pattern_rules, words, None, options, entries=EntryRules(**rules)) as task:
                result = run(task, deadline, view)
            if isinstance(result, Found):
                pattern = result.value.fill.grid.without_letters()
        if isinstance(result, Impossible):
            raise OptionError(
                f"there is no {preset or Preset.BRITISH} pattern of {puzzle.grid}",
                hint="give another size, or a grid file",
                parameter="size",
            )
        if isinstance(result, Stopped):
            yield seed, result
        elif pattern is not None:
            yield seed, Puzzle(pattern, words, **rules)


def _tell(found: Difficulty | None, wanted: CodewordOptions) -> None:
    """How hard it is, and the first steps of a solver."""
    if found is None:
        echo_err("no time to judge the difficulty")
        return
    is_missed = wanted.difficulty not in (None, found.rating)
    echo_err(f"{found}{f'; {wanted.difficulty} was not reached' if is_missed else ''}")
    for step in found.steps[: wanted.steps]:
        echo_err(f"  {step}")


def _solvers_choice(puzzle: PuzzleOptions, wanted: CodewordOptions) -> ListChoice:
    """The lists whose words solvers may think of."""
    choice = puzzle.word_list.choice()
    return replace(
        choice, words=(*(choice.words or (Path(BUILTIN),)), *lists_of(wanted.against or ()))
    )


def _summary(best: Best[MadeCodeword]) -> str:
    made = best.value
    n_letters = len(set(made.codeword.numbers) - {0})
    given = counted(len(made.codeword.given), "letter")
    said = f"{n_letters} letters, {given} given; one solution among {made.n_words:,} words: proved"
    if best.objective != best.bound:
        said += f"; at least {best.bound} are needed; stopped: {best.reason}"
    elif best.objective and best.objective == len(made.codeword.given):
        said += ", and no fewer do"
    return said


def made_data(best: Best[MadeCodeword]) -> dict[str, Any]:
    """A codeword for JSON: see docs/reference/json.md."""
    made = best.value
    return {
        **_data(made.codeword),
        "n_needed": best.objective,
        "bound": best.bound,
        **_judged(made.difficulty),
        "fill": fill_data(made.fill, 1),
    }


def _judged(found: Difficulty | None) -> dict[str, Any]:
    if found is None:
        return {"difficulty": None}
    steps = [
        {
            "technique": NAMES[step.technique],
            "letters": {str(number): letter for number, letter in step.letters.items()},
            "slots": step.slots,
            "words": step.words,
            "text": str(step),
        }
        for step in found.steps
    ]
    return {"difficulty": {"rating": found.rating, "steps": steps}}


def _data(codeword: Codeword) -> dict[str, Any]:
    n_cols, numbers = codeword.grid.n_cols, codeword.numbers
    return {
        "schema": CODEWORD_SCHEMA,
        "grid": codeword.grid.lines(),
        "numbers": [list(numbers[at : at + n_cols]) for at in range(0, len(numbers), n_cols)],
        "given": {str(number): letter for number, letter in codeword.given.items()},
    }


def _solve(
    puzzle: PuzzleOptions, wanted: CodewordOptions, search: SearchOptions, sink: GridSink, n: int
) -> int:
    deadline = Deadline.after(search.time_limit)
    alphabet = puzzle.word_list.choice().letters()
    asked = read_puzzle(
        puzzle.grid,
        alphabet,
        of_crossword=_of_crossword,
        of_text=lambda text, source: Codeword.parse(text, alphabet, source),
    )
    choice = _solvers_choice(puzzle, wanted)
    words = choice.load(every_score=choice.min_score is None)
    with errors_of(puzzle.grid):
        loaded = asked.puzzle(words, **puzzle.rules())

    def write(fill: Fill) -> None:
        _write_solution(asked, fill, sink)

    with Fills(loaded, search.solver(), limit=n + 1) as fills:
        found, result = write_solutions(fills, n, deadline, sink.view, write)
    if isinstance(result, Impossible):
        return _solve_most(loaded, search, deadline, sink)
    code = say_how_many(found, result, n)
    if fills.is_exhausted and len(found) == 1:
        _tell(_difficulty(asked, found[0], words, deadline), wanted)
    return code


def _difficulty(
    asked: Codeword, fill: Fill, words: WordList, deadline: Deadline
) -> Difficulty | None:
    with suppress(DeadlinePassedError):
        return difficulty_of(asked, fill, words, deadline)
    return None


def _write_solution(asked: Codeword, fill: Fill, sink: GridSink) -> None:
    key = " ".join(f"{number}={letter}" for number, letter in asked.key(fill).items())
    shown: Renderers = {
        TEXT: f"{fill.grid}\n\n{key}",
        JSON: {**_data(asked), "fill": fill_data(fill, 1)},
    }
    sink.write(fill.grid, shown, fill=fill, crossword=asked.crossword(fill))


def _solve_most(puzzle: Puzzle, search: SearchOptions, deadline: Deadline, sink: GridSink) -> int:
    """Words in as many slots as possible."""
    with MostSlotsTask(puzzle, search.solver()) as task:
        result = run(task, deadline, sink.view)
    if not isinstance(result, Best):
        return end(result, impossible="no solution")
    found = result.value
    data = {"schema": CODEWORD_SCHEMA, "grid": found.grid.lines(), "free": found.free}
    sink.write(found.grid, {JSON: data})
    words = {slot.name: "".join(found.grid.cells[at] for at in slot.cells) for slot in puzzle.slots}
    lacking = some_of([f"{name} {words[name]}" for name in found.free], MOST_NAMED)
    proved = "proved: no fewer" if result.is_proved else f"stopped: {result.reason}"
    echo_err(f"in no list: {lacking}; {proved}")
    return exits.UNFILLABLE if result.is_proved else exit_code(result)


def _of_crossword(crossword: Crossword, source: str) -> Codeword:
    found = Codeword.of_crossword(crossword)
    if found is None:
        raise FormatError(
            "it is no codeword: that has a number in each cell, and some of them twice",
            source=source,
        )
    return found
