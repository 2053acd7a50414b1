"""`satcross fillin`: a grid and the words for it, with one solution; and solutions of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import count, islice
from typing import Any, NamedTuple

from satcross.checks import counted, some_of
from satcross.cli import errors as exits
from satcross.cli.errors import echo_err
from satcross.cli.options.command import PUZZLES, command, flag, option, option_set
from satcross.cli.options.common import SearchOptions
from satcross.cli.options.puzzle import LANGUAGE, PuzzleOptions, chosen_language
from satcross.cli.options.refill import KeepOptions
from satcross.cli.output.crosswords import usual_style
from satcross.cli.output.fill_view import fill_data
from satcross.cli.output.grids import JSON, TEXT, About, CrosswordOutputOptions, GridSink
from satcross.cli.output.solutions import read_puzzle, say_how_many, write_solutions
from satcross.cli.run import end, exit_code, run
from satcross.construct.fillin import (
    DIGITS,
    FillInTask,
    MadeFillIn,
    checked_crossword,
    number_puzzle,
    parse_fillin,
)
from satcross.construct.make import MakeTask
from satcross.errors import OptionError
from satcross.formats.grids import load_grid
from satcross.model.crossword import TEXTS, Clue, Crossword, crossword_of, with_fill
from satcross.model.entry_rules import EntryRules
from satcross.model.fill import Fill
from satcross.model.fillin import (
    fillin_of_crossword,
    fillin_text,
    jigsaw_text,
    misfit,
    words_by_length,
)
from satcross.model.grid import Grid
from satcross.model.marks import OPEN
from satcross.model.puzzle import Puzzle
from satcross.pattern.listing import Patterns
from satcross.pattern.presets import Preset, preset_rules
from satcross.pattern.rules import PatternRules
from satcross.results import Best, Found, Impossible, Reason, Result, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Deadline
from satcross.tasks.enumerate import Fills
from satcross.words import WordList

FILLIN_SCHEMA = "satcross.fillin/1"
MAX_TRIED = 30  # seeds that are tried for another one
MAX_NAMED = 8  # entries that are named on one line

EXAMPLES = """\
Examples:
  satcross fillin 15x15 -o fillin.pdf                 a British pattern, and its words
  satcross fillin 15x15 --preset nyt -n 50 -o 'fillin-{}.pdf'
  satcross fillin filled.txt --givens 1               of the entries of a filled grid
  satcross fillin animals.txt --freeform -o animals.html   words that cross, as of freeform
  satcross fillin 13x13 --numbers                     numbers instead of words
  satcross fillin puzzle.ipuz --jigsaw -o jigsaw.pdf  clues in the order of their answers
  satcross fillin --solve paper.txt                   its solutions

Exit codes:
  0 made, with one solution; solved   1 fewer different ones, or fewer words, than asked for
  2 bad input   20 proved that there is none   124 stopped by the time limit   130 interrupted"""
EXCLUSIONS = """\
freeform numbers|preset|solve: do not go together; leave out one of them
numbers words|min_score|exclude|max_words|slot_list|alphabet|jigsaw: numbers are no words of a list;
  leave out {pair}
freeform words|min_score|exclude|max_words|slot_list|rule|rules_file|max_shared_substring
  |no_near_duplicates|no_naticks: all words of GRID are placed as they can be; leave out {pair}
max_cols|max_rows !freeform: it is the box of a list that is laid out; add --freeform, or leave it
  out
clues !jigsaw: the words are listed, and not their clues; add --jigsaw, or leave it out
solve preset|jigsaw|givens|slot_list: is for a fill-in that is made; leave out {pair}"""


class Prepared(NamedTuple):
    """What to fill, the crossword that has its clues, and the words that have no place in it."""

    puzzle: Puzzle
    base: Crossword | None = None
    left_out: Sequence[str] = ()


Source = Callable[[int], Prepared | Result[Any]]
"""By seed, what to fill; or why there is nothing."""


@option_set("The fill-in")
class FillInOptions:
    """Of what it is made, and what is given."""

    preset: Preset | None = option(
        "", "For a size, the rules of its pattern: see satcross pattern. Default: british."
    )
    freeform: bool = flag(
        "GRID is a list of words, or of word,clue, which are laid out so that they cross."
    )
    max_cols: int | None = option("N", "With --freeform: maximum number of columns.")
    max_rows: int | None = option("N", "With --freeform: maximum number of rows.")
    numbers: bool = flag("Numbers instead of words; letters of GRID are left out.")
    jigsaw: bool = flag(
        "An alphabetical jigsaw: clues in the order of their answers, instead of words."
    )
    givens: int = option(
        "N", "Give N entries, or more where one solution needs them.", default=0, at_least=0
    )
    solve: bool = flag(
        "Solve the fill-in in GRID: a grid, a blank line, and the words; or a crossword file with"
        " words or a solution. A grid alone has the words of --words."
    )


@command(PUZZLES, 40, examples=EXAMPLES, exclusions=EXCLUSIONS, guide="guide/fillins.md")
def fillin(
    puzzle: PuzzleOptions,
    *,
    wanted: FillInOptions,
    number: int = option("N", "Number of fill-ins, or of solutions.", "-n", default=1, at_least=1),
    search: SearchOptions,
    language: str | None = LANGUAGE,
    out: CrosswordOutputOptions,
) -> int:
    """Make a fill-in: words to place in a grid, and the fewest entries given for one solution.

    GRID is a pattern, a filled grid, or a size such as 15x15. A pattern is filled with words of
    --words. Each entry is listed once, by its length, and no clue says where it stands; that all
    can be placed in one way only is proved, with as few entries given as possible. With --solve,
    GRID is a fill-in, and its solutions are found.
    """
    from satcross.cli.options.listed import alphabet_for

    if wanted.freeform:
        alphabet = alphabet_for(puzzle.word_list.alphabet, puzzle.grid)
    else:
        alphabet = DIGITS if wanted.numbers else puzzle.word_list.choice().letters()
    style = replace(usual_style(), language=chosen_language(language, puzzle.word_list.alphabet))
    drawing = replace(out.drawing(unsolved=not wanted.solve), style=style)
    about = About(alphabet=alphabet, seed=search.seed, drawing=drawing)
    if text := puzzle.rules().get("solution_word"):
        from satcross.rules.solution_word import SolutionWord

        about.solution_word = SolutionWord.of_value(text)
    with out.open(number, about) as sink:
        if wanted.solve:
            return _solve(puzzle, wanted, search, sink, number)
        return _make(puzzle, wanted, search, out, sink, number)


def _make(
    puzzle: PuzzleOptions,
    wanted: FillInOptions,
    search: SearchOptions,
    out: CrosswordOutputOptions,
    sink: GridSink,
    n: int,
) -> int:
    deadline = Deadline.after(search.time_limit)
    source = _source(puzzle, wanted, deadline, sink)
    seeds, seen, code = count(search.seed), set["Grid"](), exits.OK
    for _ in range(n):
        made: tuple[Best[MadeFillIn], Prepared] | None = None
        for seed in islice(seeds, MAX_TRIED):
            found = source(seed)
            if not isinstance(found, Prepared):
                return end(found)
            options = SolverOptions(seed=seed)
            with FillInTask(found.puzzle, options, n_given=wanted.givens) as task:
                result = run(task, deadline, sink.view)
            if not isinstance(result, Best):
                return end(result)
            if result.value.fill.grid not in seen:
                made = result, found
                break
        if made is None:
            echo_err(f"no other fill-in was found with {MAX_TRIED} seeds; {len(seen)} were made")
            return max(code, exits.WRONG)
        best, prepared = made
        seen.add(best.value.fill.grid)
        n_empty = _write_made(best, prepared, wanted, sink)
        if n_empty and not out.clues:  # else those files name what they lack
            entries = counted(len(best.value.puzzle.slots), "entry")
            echo_err(f"{n_empty} of {entries} have no clue; --clues FILE adds yours")
        code = max(code, exit_code(best), exits.WRONG if prepared.left_out else exits.OK)
    return code


def _write_made(
    best: Best[MadeFillIn], found: Prepared, wanted: FillInOptions, sink: GridSink
) -> int:
    """Write a fill-in. Returns: how many of its clues are not written yet."""
    made, base = best.value, found.base
    clues = _clues(base, made.fill) if wanted.jigsaw else None
    crossword = made.crossword(clues)
    if base is not None:
        crossword = replace(crossword, **{name: getattr(base, name) for name in TEXTS})
    text = fillin_text(made.puzzle) if clues is None else jigsaw_text(crossword, made.puzzle)
    data = {
        **_data(made.puzzle),
        **({} if clues is None else {"clues": _clue_data(crossword)}),
        "given": made.given,
        "n_needed": best.objective,
        "bound": best.bound,
        "fill": fill_data(made.fill, 1),
    }
    sink.write(made.fill.grid, {TEXT: text, JSON: data}, crossword=crossword)
    with sink.view.hidden():
        echo_err(_summary(best))
        if found.left_out:
            echo_err(f"left out, as no place was found: {some_of(found.left_out, MAX_NAMED)}")
    return sum(not clue.text for clue in crossword.clues)


def _clues(base: Crossword | None, fill: Fill) -> list[Clue]:
    """The clues that a file has for the entries of its fill."""
    from satcross.clues.choose import clues_with_answers

    if base is None or base.kind.lists_words:
        return []
    return clues_with_answers(with_fill(base, fill.grid))


def _summary(best: Best[MadeFillIn]) -> str:
    made = best.value
    given = counted(len(made.given), "entry")
    words = [made.fill[name].word for name in made.given]
    names = f" ({some_of(words, MAX_NAMED)})" if words else ""
    said = f"{counted(len(made.puzzle.slots), 'word')}, {given} given{names}; one solution: proved"
    if not best.is_proved:
        said += f"; at least {best.bound} are needed; stopped: {best.reason}"
    elif best.objective and best.objective == len(made.given):
        said += ", and no fewer do"
    return said


def _data(puzzle: Puzzle) -> dict[str, Any]:
    words = {str(size): some for size, some in words_by_length(puzzle).items()}
    return {"schema": FILLIN_SCHEMA, "grid": puzzle.grid.lines(), "words": words}


def _clue_data(crossword: Crossword) -> list[dict[str, str]]:
    return [{"label": one.label, "text": one.text, "answer": one.answer} for one in crossword.clues]


def _source(
    puzzle: PuzzleOptions, wanted: FillInOptions, deadline: Deadline, sink: GridSink
) -> Source:
    """What GRID and the options ask for."""
    if wanted.freeform:
        return _laid_out(puzzle, wanted, deadline, sink)
    if wanted.numbers:
        _refuse_rules(puzzle, "numbers are drawn at random, by no rule")
    if (size := puzzle.size()) is not None:
        rules = preset_rules(wanted.preset or Preset.BRITISH, *size)
        return partial(_of_size, puzzle, wanted, rules, deadline, sink)
    if wanted.preset is not None:
        raise OptionError("it is for a size, as 15x15", hint="leave it out", parameter="preset")
    alphabet = puzzle.word_list.choice().letters()
    grid, base = load_grid(puzzle.grid, alphabet)
    if wanted.numbers:
        return partial(_of_numbers, grid.without_letters())
    if base is None and not puzzle.word_list.words and OPEN not in grid.cells:
        found = Prepared(Puzzle(grid, WordList.from_words((), alphabet=alphabet), **puzzle.rules()))
    else:
        loaded, *_ = puzzle.load_with_crossword(read=base or crossword_of(grid))
        found = Prepared(KeepOptions().apply(loaded, base, puzzle.grid)[0] if base else loaded)
    return lambda _: found._replace(base=base)


def _of_size(
    puzzle: PuzzleOptions,
    wanted: FillInOptions,
    rules: PatternRules,
    deadline: Deadline,
    sink: GridSink,
    seed: int,
) -> Prepared | Result[Any]:
    """A pattern of a size, as full as `satcross make` fills it."""
    options = SolverOptions(seed=seed)
    if wanted.numbers:
        with Patterns(rules, options, limit=1) as patterns:
            pattern = run(patterns, deadline, sink.view)
        return _of_numbers(patterns.best, seed) if patterns.best else pattern
    words, asked = puzzle.load_for_size()
    entries = EntryRules(**asked)
    if not entries.distinct:
        problem = "each word of a fill-in comes once"
        raise OptionError(problem, hint="leave it out", parameter="allow_repeats")
    with MakeTask(rules, words, None, options, entries=entries) as task:
        made = run(task, deadline, sink.view)
    return Prepared(Puzzle(made.value.fill.grid, words)) if isinstance(made, Found) else made


def _of_numbers(pattern: Grid, seed: int) -> Prepared | Result[Any]:
    found = number_puzzle(pattern, seed)
    if isinstance(found, Puzzle):
        return Prepared(found)
    return Stopped(Reason.GIVEN_UP) if found is None else found


def _laid_out(
    puzzle: PuzzleOptions, wanted: FillInOptions, deadline: Deadline, sink: GridSink
) -> Source:
    """The words of a list in layouts, as `satcross freeform` makes them."""
    from satcross.cli.options.listed import alphabet_for, load_listed
    from satcross.clues import ClueBook, with_clues
    from satcross.freeform.layout import Layout, LayoutOptions
    from satcross.freeform.make import FreeformTask
    from satcross.model.marks import MAX_SIDE

    alphabet = alphabet_for(puzzle.word_list.alphabet, puzzle.grid)
    listed = load_listed(puzzle.grid, alphabet, longest=MAX_SIDE).words
    words = sorted(word.letters for word in listed)
    pairs = [(word.letters, word.clue) for word in listed if word.clue]
    book = ClueBook.from_pairs(pairs, alphabet=alphabet)
    box = LayoutOptions(max_rows=wanted.max_rows, max_cols=wanted.max_cols)

    def source(seed: int) -> Prepared | Result[Any]:
        options = SolverOptions(seed=seed)
        with FreeformTask(words, options, wanted=box, alphabet=alphabet) as task:
            result = run(task, deadline, sink.view)
        match result:
            case Best(value=layout):
                pass
            case Impossible(evidence=Layout() as layout):
                pass
            case Stopped(Reason.ROUNDS | Reason.GIVEN_UP, partial=Layout() as layout):
                pass
            case _:
                return result
        base, _ = with_clues(crossword_of(layout.grid), book, seed=seed)
        placed = WordList.from_words((), alphabet=alphabet)
        left_out = [word for word, _ in layout.left_out]
        return Prepared(Puzzle(layout.grid, placed, **puzzle.rules()), base, left_out)

    return source


def _solve(
    puzzle: PuzzleOptions, wanted: FillInOptions, search: SearchOptions, sink: GridSink, n: int
) -> int:
    """Solutions of a fill-in."""
    _refuse_rules(puzzle, "each word is placed once, and no more is asked")
    alphabet = DIGITS if wanted.numbers else puzzle.word_list.choice().letters()
    words = puzzle.word_list.load() if puzzle.word_list.words else None
    asked = read_puzzle(
        puzzle.grid,
        alphabet,
        of_crossword=lambda read, source: fillin_of_crossword(read, alphabet, source),
        of_text=lambda text, source: parse_fillin(text, alphabet, source, words),
    )
    if why := misfit(asked):
        return end(Impossible(why), impossible="no solution")

    def write(fill: Fill) -> None:
        _write_solution(asked, fill, sink)

    with Fills(asked, search.solver(), limit=n + 1) as fills:
        found, result = write_solutions(fills, n, search.time_limit, sink.view, write)
    return say_how_many(found, result, n)


def _refuse_rules(puzzle: PuzzleOptions, problem: str) -> None:
    if names := sorted(name for name, value in puzzle.rules().items() if value):
        raise OptionError(problem, hint="leave it out", parameter=names[0])


def _write_solution(asked: Puzzle, fill: Fill, sink: GridSink) -> None:
    crossword = checked_crossword(asked, fill.grid)
    data = {**_data(asked), "fill": fill_data(fill, 1)}
    sink.write(fill.grid, {JSON: data}, crossword=crossword)
