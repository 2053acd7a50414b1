"""`satcross codeword`: a grid of numbers for letters, with one solution; and solutions of one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from satcross import Best, Fill, Fills, Impossible, Puzzle
from satcross.commandline import (
    JSON,
    TEXT,
    About,
    ExitCode,
    GridSink,
    HelpPanel,
    OutputOptions,
    PuzzleOptions,
    PuzzleOrSizeOptions,
    Renderers,
    SearchOptions,
    command,
    declare,
    echo_err,
    end,
    exit_code,
    fill_data,
    option,
    read_puzzle,
    run,
    say_how_many,
    write_made,
    write_solutions,
)
from satcross.extend import (
    Deadline,
    ListChoice,
    Making,
    OfPuzzle,
    OfSize,
    Source,
    errors_of,
    some_of,
)
from satcross.kinds.codeword.difficulty import NAMES, Difficulty
from satcross.kinds.codeword.make import USUAL, CodewordMaker, CodewordOptions, judged, read, told
from satcross.kinds.codeword.most import MostSlotsTask
from satcross.kinds.codeword.puzzle import Codeword
from satcross.kinds.codeword.task import MadeCodeword

CODEWORD_SCHEMA = "satcross.codeword/1"
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


declare(CodewordOptions, "The codeword")


@command(
    HelpPanel.PUZZLES,
    10,
    examples=EXAMPLES,
    guide="guide/codewords.md",
)
def codeword(
    puzzle: PuzzleOrSizeOptions,
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
    maker = CodewordMaker(_source(puzzle, wanted), wanted, solving)
    making = Making(maker, search.solver(), limit=n)

    def write(best: Best[MadeCodeword]) -> bool:
        made = best.value
        shown: Renderers = {TEXT: str(made), JSON: made_data(best)}
        sink.write(made.fill.grid, shown, fill=made.fill, crossword=made.crossword)
        with sink.view.hidden():
            for line in maker.report(best):
                echo_err(line)
        return not maker.apart(made)

    return write_made(making, deadline, sink.view, write)


def _source(puzzle: PuzzleOptions, wanted: CodewordOptions) -> Source:
    """Patterns of a size, or the grid file."""
    if puzzle.size() is None:
        OfSize.refuse(wanted.preset)
        return OfPuzzle(puzzle.load())
    words, rules = puzzle.load_for_size()
    return OfSize(puzzle.grid, wanted.preset or USUAL, words, rules)


def _solvers_choice(puzzle: PuzzleOptions, wanted: CodewordOptions) -> ListChoice:
    """The lists whose words solvers may think of."""
    choice = puzzle.word_list.choice()
    return replace(
        choice,
        words=(
            *(choice.words or (ListChoice.BUILTIN,)),
            *puzzle.word_list.named(wanted.against or ()),
        ),
    )


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
    asked = read_puzzle(puzzle.grid, alphabet, read)
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
        for line in told(judged(asked, found[0], words, deadline), wanted):
            echo_err(line)
    return code


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
    return ExitCode.UNFILLABLE if result.is_proved else exit_code(result)
