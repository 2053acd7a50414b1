"""`satcross fillin`: a grid and the words for it, with one solution; and solutions of one."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from satcross import Best, Crossword, Fill, OptionError, Puzzle, WordList, crossword_of
from satcross.commandline import (
    JSON,
    TEXT,
    About,
    CrosswordOutputOptions,
    GridSink,
    HelpPanel,
    KeepOptions,
    PuzzleOptions,
    PuzzleOrSizeOptions,
    SearchOptions,
    Shared,
    chosen_language,
    command,
    declare,
    echo_err,
    echo_remarks,
    fill_data,
    option,
    read_puzzle,
    say_how_many,
    usual_style,
    write_made,
    write_solutions,
)
from satcross.extend import OPEN, Deadline, Making, OfPuzzle, OfSize, Source, counted, load_grid
from satcross.kinds.fillin.make import (
    NUMBERS,
    USUAL,
    FillIn,
    FillInMaker,
    FillInOptions,
    laid_out,
    read,
    solutions,
)
from satcross.kinds.fillin.puzzle import words_by_length
from satcross.kinds.fillin.task import DIGITS, checked_crossword

FILLIN_SCHEMA = "satcross.fillin/1"

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


declare(FillInOptions, "The fill-in")


@command(HelpPanel.PUZZLES, 40, examples=EXAMPLES, guide="guide/fillins.md")
def fillin(
    puzzle: PuzzleOrSizeOptions,
    *,
    wanted: FillInOptions,
    number: int = option("N", "Number of fill-ins, or of solutions.", "-n", default=1, at_least=1),
    search: SearchOptions,
    language: str | None = Shared.LANGUAGE,
    out: CrosswordOutputOptions,
) -> int:
    """Make a fill-in: words to place in a grid, and the fewest entries given for one solution.

    GRID is a pattern, a filled grid, or a size such as 15x15. A pattern is filled with words of
    --words. Each entry is listed once, by its length, and no clue says where it stands; that all
    can be placed in one way only is proved, with as few entries given as possible. With --solve,
    GRID is a fill-in, and its solutions are found.
    """
    from satcross.apps.clues.options import alphabet_for

    if wanted.freeform:
        alphabet = alphabet_for(puzzle.word_list.alphabet, puzzle.grid)
    else:
        alphabet = DIGITS if wanted.numbers else puzzle.word_list.choice().letters()
    style = replace(usual_style(), language=chosen_language(language, puzzle.word_list.alphabet))
    drawing = out.drawing(unsolved=not wanted.solve)._replace(style=style)
    about = About(alphabet=alphabet, seed=search.seed, drawing=drawing)
    if text := puzzle.rules().get("solution_word"):
        from satcross.extend import SolutionWord

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
    maker = FillInMaker(_source(puzzle, wanted), wanted)
    making = Making(maker, search.solver(), limit=n)

    def write(best: Best[FillIn]) -> bool:
        _write_made(maker, best, sink)
        n_empty = sum(not clue.text for clue in best.value.crossword.clues)
        if n_empty and not out.clues:  # else those files name what they lack
            entries = counted(len(best.value.puzzle.slots), "entry")
            echo_err(f"{n_empty} of {entries} have no clue; --clues FILE adds yours")
        return not best.value.left_out

    return write_made(making, deadline, sink.view, write)


def _write_made(maker: FillInMaker, best: Best[FillIn], sink: GridSink) -> None:
    made = best.value
    data = {
        **_data(made.puzzle),
        **({"clues": _clue_data(made.crossword)} if made.is_jigsaw else {}),
        "given": made.given,
        "n_needed": best.objective,
        "bound": best.bound,
        "fill": fill_data(made.fill, 1),
    }
    sink.write(made.fill.grid, {TEXT: str(made), JSON: data}, crossword=made.crossword)
    with sink.view.hidden():
        for line in maker.report(best):
            echo_err(line)


def _data(puzzle: Puzzle) -> dict[str, Any]:
    words = {str(size): some for size, some in words_by_length(puzzle).items()}
    return {"schema": FILLIN_SCHEMA, "grid": puzzle.grid.lines(), "words": words}


def _clue_data(crossword: Crossword) -> list[dict[str, str]]:
    return [{"label": one.label, "text": one.text, "answer": one.answer} for one in crossword.clues]


def _source(puzzle: PuzzleOptions, wanted: FillInOptions) -> Source:
    """What GRID and the options ask for."""
    if wanted.freeform:
        return _laid_out(puzzle, wanted)
    if wanted.numbers:
        _refuse_rules(puzzle, "numbers are drawn at random, by no rule")
    if puzzle.size() is not None:
        words, rules = (NUMBERS, {}) if wanted.numbers else puzzle.load_for_size()
        return OfSize(puzzle.grid, wanted.preset or USUAL, words, rules)
    OfSize.refuse(wanted.preset)
    alphabet = puzzle.word_list.choice().letters()
    grid, base = load_grid(puzzle.grid, alphabet)
    if wanted.numbers:
        if base is not None:
            echo_remarks(base, puzzle.grid)
        return OfPuzzle(Puzzle(grid.without_letters(), NUMBERS))
    if base is None and not puzzle.word_list.words and OPEN not in grid.cells:
        none = WordList.from_words((), alphabet=alphabet)
        return OfPuzzle(Puzzle(grid, none, **puzzle.rules()))
    loaded, *_ = puzzle.load_with_crossword(read=base or crossword_of(grid))
    if base is not None:
        loaded, _ = KeepOptions().apply(loaded, base, puzzle.grid)
    return OfPuzzle(loaded, base)


def _laid_out(puzzle: PuzzleOptions, wanted: FillInOptions) -> Source:
    """The words of a list, with their clues."""
    from satcross.apps.clues.book import ClueBook
    from satcross.apps.clues.options import alphabet_for, load_listed
    from satcross.extend import MAX_SIDE

    alphabet = alphabet_for(puzzle.word_list.alphabet, puzzle.grid)
    listed = load_listed(puzzle.grid, alphabet, longest=MAX_SIDE).words
    pairs = [(word.letters, word.clue) for word in listed if word.clue]
    clues = ClueBook.from_pairs(pairs, alphabet=alphabet)
    letters = [word.letters for word in listed]
    return laid_out(letters, wanted, alphabet=alphabet, clues=clues, rules=puzzle.rules())


def _solve(
    puzzle: PuzzleOptions, wanted: FillInOptions, search: SearchOptions, sink: GridSink, n: int
) -> int:
    """Solutions of a fill-in."""
    _refuse_rules(puzzle, "each word is placed once, and no more is asked")
    alphabet = DIGITS if wanted.numbers else puzzle.word_list.choice().letters()
    words = puzzle.word_list.load() if puzzle.word_list.words else None
    asked = read_puzzle(puzzle.grid, alphabet, partial(read, words=words))

    def write(fill: Fill) -> None:
        crossword = checked_crossword(asked, fill.grid)
        data = {**_data(asked), "fill": fill_data(fill, 1)}
        sink.write(fill.grid, {JSON: data}, crossword=crossword)

    with solutions(asked, search.solver(), limit=n + 1) as listing:
        found, result = write_solutions(listing, n, search.time_limit, sink.view, write)
    return say_how_many(found, result, n)


def _refuse_rules(puzzle: PuzzleOptions, problem: str) -> None:
    if names := sorted(name for name, value in puzzle.rules().items() if value):
        raise OptionError(problem, hint="leave it out", parameter=names[0])
