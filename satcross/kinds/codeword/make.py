"""How codewords are made, read and solved: for the command, Python and the workbench.

>>> from satcross import make_puzzle
>>> make_puzzle("codeword", "9x9", seed=1, givens=3).unwrap().crossword.kind.value
'codeword'
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from satcross import (
    LATIN,
    Alphabet,
    Best,
    Crossword,
    Fill,
    Fills,
    FormatError,
    Found,
    Grid,
    Impossible,
    OptionError,
    SolverOptions,
    WordList,
)
from satcross.extend import (
    NEVER,
    Deadline,
    DeadlinePassedError,
    Draft,
    ListChoice,
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
    source_of,
)
from satcross.kinds.codeword.difficulty import GUESS, Difficulty, difficulty_of
from satcross.kinds.codeword.puzzle import Codeword
from satcross.kinds.codeword.task import CodewordResult, CodewordTask, MadeCodeword

USUAL = Preset.BRITISH


@dataclass(frozen=True, kw_only=True)
class CodewordOptions:
    """What is given, and what solvers know."""

    exclusions: ClassVar[str] = """\
preset solve: is for a codeword that is made; leave out {pair}
givens solve: is for a codeword that is made; leave out {pair}
letters solve: is for a codeword that is made; leave out {pair}
any_letters solve: is for a codeword that is made; leave out {pair}
difficulty|slot_list solve: is for a codeword that is made; leave out {pair}"""

    preset: Preset | None = option(
        "",
        "For a size, the rules of its pattern: see satcross pattern. Default: british.",
        on_page=None,
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
    steps: int = option(
        "N", "Tell the first N steps of a solver.", default=0, at_least=0, on_page=5
    )
    any_letters: bool = flag(
        "Do not ask for a fill with all letters of the alphabet.", on_page=True
    )
    solve: bool = flag(
        "Solve the codeword in GRID: rows of numbers and #, and letters as in 7=E; or a crossword"
        " file with a number in each cell.",
        of_command=True,
    )


OPTIONS = CodewordOptions


@dataclass(frozen=True, eq=False)
class CodewordMaker(Maker[MadeCodeword]):
    """Makes codewords, whose solutions differ; each the nearest to the difficulty that is wanted.

    Args:
        source: of grids.
        options: what is wanted; `preset` is for the source, and `against` for `solving`.
        solving: the words that solvers may think of; None for those of the source.

    Raises:
        OptionError: from a run: no pattern has the size, or as `CodewordTask` raises.
    """

    source: Source
    options: CodewordOptions = field(default_factory=CodewordOptions)
    solving: WordList | None = None
    tries = Maker.SEVERAL
    no_other = "no other codeword among {} fills"

    def steps(self, options: SolverOptions) -> Steps[CodewordResult]:
        """See `Maker`."""
        draft = yield from self.source.pattern(options)
        if isinstance(draft, Impossible) and isinstance(self.source, OfSize):
            raise OptionError(
                f"there is no {self.source.preset} pattern of {self.source.size}",
                hint="give another size, or a grid file",
                parameter="size",
            )
        if not isinstance(draft, Draft):
            return draft
        wanted = self.options
        made: CodewordResult
        made = yield Step(
            CodewordTask(
                draft.puzzle,
                options,
                solving=self.solving,
                give=wanted.letters or "",
                n_given=wanted.givens,
                difficulty=wanted.difficulty,
                pangram=not wanted.any_letters,
            )
        )
        return made

    def key(self, made: MadeCodeword) -> Grid:
        """See `Maker`."""
        return made.fill.grid

    def apart(self, made: MadeCodeword) -> int:
        """See `Maker`."""
        wanted, found = self.options.difficulty, made.difficulty
        if wanted is None:
            return 0
        return GUESS if found is None else abs(found.rating - wanted)

    def report(self, best: Best[MadeCodeword] | Found[MadeCodeword]) -> list[str]:
        """See `Maker`."""
        assert isinstance(best, Best)
        made = best.value
        n_letters, n_given = len(set(made.codeword.numbers) - {0}), len(made.codeword.given)
        given = counted(n_given, "letter")
        said = f"{n_letters} letters, {given} given; one solution among {made.n_words:,} words"
        said += ": proved"
        if best.objective != best.bound:
            said += f"; at least {best.bound} are needed; stopped: {best.reason}"
        elif best.objective and best.objective == n_given:
            said += ", and no fewer do"
        return [said, *told(made.difficulty, self.options)]


def told(found: Difficulty | None, wanted: CodewordOptions) -> list[str]:
    """How hard it is, and the first steps of a solver, in lines."""
    if found is None:
        return ["no time to judge the difficulty"]
    is_missed = wanted.difficulty not in (None, found.rating)
    missed = f"; {wanted.difficulty} was not reached" if is_missed else ""
    return [f"{found}{missed}", *(f"  {step}" for step in found.steps[: wanted.steps])]


def maker_of(
    what: PuzzleLike | OfPuzzle, words: WordsLike | None, options: CodewordOptions
) -> CodewordMaker:
    """The maker, for what a caller of the library names.

    Args: what, words: as of `source_of`. Without words, solvers may think of any built-in one.

    Raises:
        InputError: it is none of these, or a list cannot be read.
    """
    source = source_of(what, words, options.preset, USUAL)
    return CodewordMaker(source, options, _solving(words, options.against or ()))


def _solving(words: WordsLike | None, against: Iterable[str | Path]) -> WordList | None:
    """The words that solvers may think of; None for those of the grid."""
    files = tuple(map(Path, against))
    if words is None:
        return ListChoice((ListChoice.BUILTIN, *files)).load(every_score=True)
    if not files:
        return None
    listed = WordList.of(words)
    choice = ListChoice(files, alphabet="".join(listed.alphabet.texts))
    more = dict(choice.load(every_score=True).words())
    return WordList.from_words(more | dict(listed.words()), alphabet=listed.alphabet)


def read(what: Crossword | str, alphabet: Alphabet = LATIN, source: str = "codeword") -> Codeword:
    """The codeword of a crossword, or of a text as `Codeword.parse` reads it.

    Args: source: names it in errors.

    Raises:
        FormatError: it is none.
    """
    if isinstance(what, str):
        return Codeword.parse(what, alphabet, source)
    found = Codeword.of_crossword(what)
    if found is None:
        raise FormatError(
            "it is no codeword: that has a number in each cell, and some of them twice",
            source=source,
        )
    return found


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

    Args: what, source: as of `read`; words: that are looked for, by default any built-in one.

    Raises:
        InputError: it is no codeword, or a list cannot be read.
    """
    if words is None:
        words = WordList.builtin(min_score=None, alphabet=alphabet)
    return Fills(read(what, alphabet, source).puzzle(words), solver, limit=limit)


def judged(
    codeword: Codeword, fill: Fill, words: WordList, deadline: Deadline = NEVER
) -> Difficulty | None:
    """As `difficulty_of`; None where the deadline passes first."""
    with suppress(DeadlinePassedError):
        return difficulty_of(codeword, fill, words, deadline)
    return None
