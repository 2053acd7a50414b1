"""How quote falls and cryptograms are made and solved: both have a quotation as their solution.

They are puzzles of the model: slots along the words of the quotation, and rules about letters of
cells. An acrostic is not, so that `answers` has a search of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from satcross import (
    LATIN,
    Alphabet,
    Best,
    Crossword,
    Fill,
    Fills,
    Grid,
    Impossible,
    OptionError,
    SolverOptions,
    Stopped,
    VerificationError,
    WordList,
)
from satcross.apps.unique.givens import GivensResult, GivensTask
from satcross.extend import BLOCK, Listing, Maker, Step, Steps, WordsLike
from satcross.kinds.quotations.cryptogram import Cryptogram, CryptogramOptions
from satcross.kinds.quotations.quotation import Quotation, with_single_letters
from satcross.kinds.quotations.quotefall import QuoteFall, QuoteFallOptions

Hidden = QuoteFall | Cryptogram
"""A quotation whose letters are to be found, some of them given."""


def read(kind: type[Hidden], what: Crossword | str, alphabet: Alphabet, source: str) -> Hidden:
    """The puzzle of a crossword or a text. Raises InputError: it is none of the kind."""
    if isinstance(what, str):
        return kind.parse(what, alphabet, source)
    return kind.of_crossword(what, alphabet, source)


def solved(puzzle: Hidden, cells: Sequence[str], words: WordList) -> Grid:
    """The rows of a puzzle with these letters. Raises VerificationError: they are no solution."""
    solution = puzzle.rows().with_cells(cells)
    if faults := puzzle.faults(solution, words):
        raise VerificationError(f"a wrong solution was found: {faults[0]}")
    return solution


@dataclass(frozen=True, slots=True)
class MadeHidden:
    """A quote fall or a cryptogram with its solution, which is the only one among some words.

    Args:
        puzzle: with the letters that are given.
        fill: the solution.
        solution: the same, in rows.
        crossword: what files and pictures have.
        n_words: how many words a solver may think of.
    """

    puzzle: Hidden
    fill: Fill
    solution: Grid
    crossword: Crossword
    n_words: int

    def __str__(self) -> str:
        return str(self.puzzle)


@dataclass(frozen=True, eq=False)
class HiddenMaker(Maker[MadeHidden]):
    """Makes a puzzle of a quotation, with the fewest letters given that leave one solution.

    Args:
        kind: its class.
        quotation, source: the quotation, and where it is from; "" if that is not known.
        words: that solvers know, beside those of the quotation.
        options: those of the kind.
        number: of the quotation among several, from 0: each has another code.

    Raises:
        OptionError: an option is out of range.
    """

    kind: type[Hidden]
    quotation: Quotation
    words: WordList
    options: Any
    source: str = ""
    number: int = 0

    def __post_init__(self) -> None:
        self._begun(0)

    def _begun(self, seed: int) -> Hidden:
        return self.kind.begun(self.quotation, seed + self.number, self.options)

    def steps(self, options: SolverOptions) -> Steps[Best[MadeHidden] | Impossible | Stopped]:
        """See `Maker`."""
        begun, words = self._begun(options.seed), self.quotation.known_to_solvers(self.words)
        puzzle, left = begun.puzzle(words), iter(self.quotation.letters)
        cells = [BLOCK if cell == BLOCK else next(left) for cell in begun.rows().cells]
        result: GivensResult
        result = yield Step(GivensTask(puzzle, options, solution=puzzle.grid.with_cells(cells)))
        if not isinstance(result, Best):
            return result
        fill, solution = result.value.fill, solved(begun, cells, words)
        made = begun.giving(fill, result.value.cells)
        crossword = self.quotation.on(made.crossword(solution), self.source)
        found = MadeHidden(made, fill, solution, crossword, len(words))
        return Best(found, result.objective, result.bound, result.reason, result.work)


def quotation_of(what: object, alphabet: Alphabet) -> Quotation:
    """The quotation that a caller of the library names. Raises InputError: it is none."""
    if not isinstance(what, str):
        raise OptionError("it must be the text of a quotation", parameter="what")
    return Quotation(what, alphabet)


def _known(words: WordList | None, alphabet: Alphabet = LATIN) -> WordList:
    if words is None:
        words = WordList.builtin(alphabet=alphabet, min_letters=1)
    return with_single_letters(words)


class HiddenKind(NamedTuple):
    """What `satcross.puzzles` asks of a kind. Args: kind: its class."""

    kind: type[Hidden]
    OPTIONS: type[Any]

    def maker_of(self, what: object, words: WordsLike | None, options: Any) -> HiddenMaker:
        """The maker, for the text of a quotation. Raises InputError: it is none.

        Args: words: that solvers know, by default the built-in ones.
        """
        listed = _known(None if words is None else WordList.of(words))
        return HiddenMaker(self.kind, quotation_of(what, listed.alphabet), listed, options)

    def solutions_of(
        self,
        what: Crossword | str,
        source: str,
        words: WordList | None,
        solver: SolverOptions,
        *,
        alphabet: Alphabet = LATIN,
        limit: int | None = None,
    ) -> Listing[Fill]:
        """The solutions. Args, Raises: as of `read`; words: that are known, as of `maker_of`."""
        asked = read(self.kind, what, alphabet, source)
        return Fills(asked.puzzle(_known(words, alphabet)), solver, limit=limit)


QUOTE_FALL = HiddenKind(QuoteFall, QuoteFallOptions)
CRYPTOGRAM = HiddenKind(Cryptogram, CryptogramOptions)
