"""How fill-ins and jigsaws are made, read and solved: for the command, Python and the workbench.

>>> from satcross import make_puzzle, solve_puzzle
>>> made = make_puzzle("fillin", "CAT\\nA#E\\n...", ["cab", "tee", "bee"], givens=2).unwrap()
>>> made.given
('1A', '2D')
>>> found = solve_puzzle("fillin", "...\\n.#.\\n..E\\n\\ncat, cab, tee, bee")
>>> sorted(fill["1A"].word for fill in found), found.is_exhausted
(['CAB', 'CAT'], True)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from satcross import (
    LATIN,
    Alphabet,
    Best,
    Crossword,
    Fill,
    Fills,
    Found,
    Grid,
    Impossible,
    OptionError,
    Puzzle,
    Reason,
    SolverOptions,
    Stopped,
    WordList,
    rooms,
    with_fill,
)
from satcross.extend import (
    Clue,
    Deadline,
    Draft,
    Listing,
    Maker,
    OfPuzzle,
    OfSize,
    Preset,
    PuzzleLike,
    Source,
    Step,
    Steps,
    WordsLike,
    counted,
    flag,
    option,
    phrase_letters,
    some_of,
    source_of,
)
from satcross.kinds.fillin import JIGSAW
from satcross.kinds.fillin.puzzle import fillin_of_crossword, fillin_text, jigsaw_text, misfit
from satcross.kinds.fillin.task import (
    DIGITS,
    FillInResult,
    FillInTask,
    MadeFillIn,
    number_puzzle,
    parse_fillin,
)

USUAL = Preset.BRITISH
MAX_NAMED = 8  # words that are named on one line
NUMBERS = WordList.from_words((), alphabet=DIGITS)  # none: they are drawn at random


@dataclass(frozen=True, kw_only=True)
class FillInOptions:
    """Of what it is made, and what is given."""

    exclusions: ClassVar[str] = """\
freeform numbers|preset|solve: do not go together; leave out one of them
numbers words|min_score|exclude|max_words|slot_list|alphabet|jigsaw: numbers are no words of a list;
  leave out {pair}
freeform words|min_score|exclude|max_words|slot_list|rule|rules_file|max_shared_substring
  |no_near_duplicates|no_naticks: all words of GRID are placed as they can be; leave out {pair}
max_cols|max_rows !freeform: it is the box of a list that is laid out; add --freeform, or leave it
  out
clues !jigsaw: the words are listed, and not their clues; add --jigsaw, or leave it out
solve preset|jigsaw|givens|slot_list: is for a fill-in that is made; leave out {pair}"""

    preset: Preset | None = option(
        "",
        "For a size, the rules of its pattern: see satcross pattern. Default: british.",
        on_page=None,
    )
    freeform: bool = flag(
        "GRID is a list of words, or of word,clue, which are laid out so that they cross.",
        on_page=False,
    )
    max_cols: int | None = option("N", "With --freeform: maximum number of columns.", on_page=None)
    max_rows: int | None = option("N", "With --freeform: maximum number of rows.", on_page=None)
    numbers: bool = flag("Numbers instead of words; letters of GRID are left out.", on_page=False)
    jigsaw: bool = flag(
        "An alphabetical jigsaw: clues in the order of their answers, instead of words."
    )
    givens: int = option(
        "N", "Give N entries, or more where one solution needs them.", default=0, at_least=0
    )
    solve: bool = flag(
        "Solve the fill-in in GRID: a grid, a blank line, and the words; or a crossword file with"
        " words or a solution. A grid alone has the words of --words.",
        of_command=True,
    )


OPTIONS = FillInOptions


@dataclass(frozen=True, slots=True)
class FillIn:
    """A fill-in or a jigsaw with its solution, which is the only one.

    Args:
        puzzle, fill, given: as of `MadeFillIn`.
        crossword: what files and pictures have.
        left_out: words of a list that have no place in it.
    """

    puzzle: Puzzle
    fill: Fill
    given: tuple[str, ...]
    crossword: Crossword
    left_out: tuple[str, ...] = ()

    @property
    def is_jigsaw(self) -> bool:
        """Whether it has clues for its words."""
        return self.crossword.kind is JIGSAW

    def __str__(self) -> str:
        """The grid, and the words by length or the clues."""
        if self.is_jigsaw:
            return jigsaw_text(self.crossword, self.puzzle)
        return fillin_text(self.puzzle)


@dataclass(frozen=True, eq=False)
class FillInMaker(Maker[FillIn]):
    """Makes fill-ins or jigsaws, whose solutions differ.

    Args:
        source: of grids.
        options: what is wanted; `preset`, `freeform` and the box are for the source.

    Raises:
        OptionError: the source allows a word twice; from a run, as `FillInTask` raises.
    """

    source: Source
    options: FillInOptions = field(default_factory=FillInOptions)
    tries = Maker.SEVERAL
    no_other = "no other fill-in was found with {} seeds"

    def __post_init__(self) -> None:
        if isinstance(self.source, OfSize) and not self.source.entries.distinct:
            problem = "each word of a fill-in comes once"
            raise OptionError(problem, hint="leave it out", parameter="allow_repeats")

    def steps(self, options: SolverOptions) -> Steps[Best[FillIn] | Impossible | Stopped]:
        """See `Maker`."""
        draft = yield from self._draft(options)
        if not isinstance(draft, Draft):
            return draft
        found: FillInResult
        found = yield Step(FillInTask(draft.puzzle, options, n_given=self.options.givens))
        if not isinstance(found, Best):
            return found
        made = self._made(found.value, draft)
        return Best(made, found.objective, found.bound, found.reason, found.work)

    def key(self, made: FillIn) -> Grid:
        """See `Maker`."""
        return made.fill.grid

    def report(self, best: Best[FillIn] | Found[FillIn]) -> list[str]:
        """See `Maker`."""
        assert isinstance(best, Best)
        made = best.value
        n_words, given = len(made.puzzle.slots), counted(len(made.given), "entry")
        words = [made.fill[name].word for name in made.given]
        names = f" ({some_of(words, MAX_NAMED)})" if words else ""
        said = f"{counted(n_words, 'word')}, {given} given{names}; one solution: proved"
        if not best.is_proved:
            said += f"; at least {best.bound} are needed; stopped: {best.reason}"
        elif best.objective and best.objective == len(made.given):
            said += ", and no fewer do"
        if not made.left_out:
            return [said]
        return [said, f"left out, as no place was found: {some_of(made.left_out, MAX_NAMED)}"]

    def _draft(self, options: SolverOptions) -> Steps[Draft | Impossible | Stopped]:
        if not self.options.numbers:
            return (yield from self.source.draft(options))
        draft = yield from self.source.pattern(options)
        if not isinstance(draft, Draft):
            return draft
        puzzle = number_puzzle(draft.puzzle.grid.without_letters(), options.seed)
        if puzzle is None:
            return Stopped(Reason.GIVEN_UP)
        return Draft(puzzle) if isinstance(puzzle, Puzzle) else puzzle

    def _made(self, made: MadeFillIn, draft: Draft) -> FillIn:
        crossword = made.crossword(_clues(draft.base, made.fill) if self.options.jigsaw else None)
        if draft.base is not None:
            texts = {name: getattr(draft.base, name) for name in Crossword.TEXTS}
            crossword = replace(crossword, **texts)
        return FillIn(made.puzzle, made.fill, made.given, crossword, draft.left_out)


def _clues(base: Crossword | None, fill: Fill) -> list[Clue]:
    """The clues that a file has for the entries of its fill."""
    from satcross.apps.clues.choose import clues_with_answers

    if base is None or base.kind.lists_words:
        return []
    return clues_with_answers(with_fill(base, fill.grid))


def maker_of(
    what: PuzzleLike | OfPuzzle | Iterable[str], words: WordsLike | None, options: FillInOptions
) -> FillInMaker:
    """The maker, for what a caller of the library names.

    Args: what, words: as of `source_of`; with `freeform`, `what` is a list of words.

    Raises:
        InputError: it is none of these.
    """
    return FillInMaker(_source_of(what, words, options), options)


def _source_of(
    what: PuzzleLike | OfPuzzle | Iterable[str], words: WordsLike | None, options: FillInOptions
) -> Source:
    if options.freeform:
        if isinstance(what, str | Puzzle | Grid | OfPuzzle):
            raise OptionError("with freeform, it must be a list of words", parameter="what")
        return laid_out([phrase_letters(word, LATIN, parameter="what") for word in what], options)
    grid: Any = what
    if options.numbers:
        words = NUMBERS
        if isinstance(grid, Puzzle):
            grid = grid.grid
        if not (isinstance(grid, str) and OfSize.is_named(grid)):
            grid = Grid.of(grid).without_letters()
    return source_of(grid, words, options.preset, USUAL)


def laid_out(words: Iterable[str], options: FillInOptions, **more: Any) -> Source:
    """Layouts of given words. Args: words: capital letters; more: further fields of `OfWords`."""
    rooms.require("apps/freeform", "a fill-in of a list of words")
    from satcross.apps.freeform.layout import LayoutOptions
    from satcross.apps.freeform.source import OfWords

    box = LayoutOptions(max_rows=options.max_rows, max_cols=options.max_cols)
    return OfWords(tuple(sorted(words)), box, **more)


def read(
    what: Crossword | str,
    alphabet: Alphabet = LATIN,
    source: str = "fill-in",
    words: WordList | None = None,
) -> Puzzle:
    """The fill-in of a crossword, or of a text as `parse_fillin` reads it.

    Args: source: names it in errors; words: those of a grid alone.

    Raises:
        InputError: it is none.
    """
    if isinstance(what, Crossword):
        return fillin_of_crossword(what, alphabet, source)
    return parse_fillin(what, alphabet, source, words)


def solutions(
    asked: Puzzle, solver: SolverOptions | None = None, *, limit: int | None = None
) -> Listing[Fill]:
    """The solutions of a fill-in. Args: limit: how many at most; None for all."""
    if why := misfit(asked):
        return Nothing(why)
    return Fills(asked, solver, limit=limit)


def solutions_of(
    what: Crossword | str,
    source: str,
    words: WordList | None,
    solver: SolverOptions,
    *,
    alphabet: Alphabet = LATIN,
    limit: int | None = None,
) -> Listing[Fill]:
    """The solutions, for a caller of the library.

    Args: what, source: as of `read`; words: those of a grid alone.

    Raises:
        InputError: it is no fill-in.
    """
    return solutions(read(what, alphabet, source, words), solver, limit=limit)


class Nothing(Listing[Any]):
    """A listing without answers, where no search is needed to know that. Args: why: of that."""

    def __init__(self, why: str) -> None:
        super().__init__()
        self.why = why

    def _next(self, deadline: Deadline) -> None:
        del deadline
