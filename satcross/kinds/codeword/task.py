"""A codeword: a fill with all letters, numbers for them, and the fewest letters to give.

Solvers have another list than the maker. So the fill is made of the words of the puzzle, and one
solution is asked for among all words that solvers may think of.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from satcross import (
    Best,
    Crossword,
    Fill,
    FillTask,
    Found,
    Impossible,
    OptionError,
    Puzzle,
    Reason,
    SolverOptions,
    Stopped,
    Task,
    VerificationError,
    WordList,
)
from satcross.apps.unique.givens import GivensTask
from satcross.extend import (
    Deadline,
    DeadlinePassedError,
    Need,
    check_integer,
    require_as_many,
    require_support,
    require_words_once,
    run_by,
    watched,
)
from satcross.kinds.codeword.difficulty import GUESS, SINGLE, Difficulty, difficulty_of, eased
from satcross.kinds.codeword.faults import codeword_faults, other_solution
from satcross.kinds.codeword.puzzle import Codeword

SUPPORTS = frozenset({Need.PAIRS, Need.CONDITIONS, Need.ENTRIES, Need.SLOTS})
PANGRAM_S = 5.0  # for a fill with all letters; British grids from 11x11 on mostly take 0.1 s
CHECK_S = 10.0  # for the independent check that there is one solution, which mostly takes 0.05 s


@dataclass(frozen=True, slots=True)
class MadeCodeword:
    """A codeword with its solution, which is the only one among some words.

    Args:
        codeword: with the letters that are given.
        fill: the solution.
        n_words: how many words a solver may think of.
        difficulty: what a solver must do; None where there was no time to know.
    """

    codeword: Codeword
    fill: Fill
    n_words: int
    difficulty: Difficulty | None = None

    @property
    def crossword(self) -> Crossword:
        """What files and pictures have."""
        return self.codeword.crossword(self.fill)

    def __str__(self) -> str:
        return str(self.codeword)


CodewordResult = Best[MadeCodeword] | Impossible | Stopped


class CodewordTask(Task[MadeCodeword, CodewordResult]):
    """Fill a grid, number its letters, and give the fewest that leave one solution.

    Args:
        puzzle: what to fill, with cells of one letter each. Its rules are about the fill, and not
            known to solvers.
        solving: the words that solvers may think of; None for those of the puzzle. Words of the
            puzzle and of its given entries are added.
        give: letters that are given in any case.
        n_given: how many letters are given at least; more than are needed help a solver.
        difficulty: the rating that is aimed at, from 1 to 5, by giving more letters where it is
            harder; another fill may be needed where it is easier.
        pangram: whether all letters of the alphabet are wanted; without a fill that has them in
            `PANGRAM_S` there may be fewer.
        options: seed and progress; the engine must be the lazy one.

    What `run` gives has passed the checker of `satcross.kinds.codeword.faults`, which looks for
    another solution without any engine.

    `run` returns `Best`, whose objective is how many letters one solution needs with those that are
    to be given in any case, and whose bound is how many at least; `Impossible` where the puzzle has
    no fill; or `Stopped`, before one solution was proved.

    Raises:
        OptionError: another engine, a rule that is not supported, or a letter to give that the
            alphabet lacks; from `run`: one that the fill lacks, or more letters than it has.
        VerificationError: from `run`: the checker found a fault.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        options: SolverOptions | None = None,
        *,
        solving: WordList | None = None,
        give: str = "",
        n_given: int = 0,
        difficulty: int | None = None,
        pangram: bool = True,
    ) -> None:
        super().__init__()
        self._options = watched(self, options)
        self._options.require_lazy("a codeword")
        alphabet = puzzle.listed.alphabet
        require_support(puzzle, "a codeword", SUPPORTS)
        require_words_once(puzzle, "a codeword")
        self._give = tuple(dict.fromkeys(alphabet.cut(give.upper())))
        for letter in self._give:
            if letter not in alphabet:
                raise OptionError(f"{letter!r} is no letter of the alphabet", parameter="letters")
        self._n_given = check_integer(n_given, "givens", at_least=0)
        if difficulty is not None:
            check_integer(difficulty, "difficulty", at_least=SINGLE, at_most=GUESS)
        self._difficulty = difficulty
        self._puzzle = puzzle
        self._solving = solving
        self._tries = [self._hold(FillTask(puzzle, self._options))]
        if pangram and not alphabet.has_long_letters and len(alphabet) <= puzzle.grid.n_squares:
            rule = f"letter-count cell: each [{''.join(alphabet.letters)}] at least 1"
            first = FillTask(puzzle.with_rule(rule), self._options)
            self._tries.insert(0, self._hold(first))
        self._fill: Fill | None = None
        self._givens: GivensTask | None = None
        self._codeword: Codeword | None = None
        self._known: WordList | None = None

    def _run(self, deadline: Deadline) -> CodewordResult:
        while self._fill is None:
            last = len(self._tries) == 1
            found = run_by(deadline if last else deadline.within(PANGRAM_S), self._tries[0])
            if isinstance(found, Found):
                self._fill = Fill(self._puzzle, found.value.letters)
            elif last or deadline.passed():
                return found
            else:
                self._tries.pop(0).close()
        fill = self._fill
        if self._givens is None:
            codeword = Codeword.of_fill(fill, self._options.seed)
            require_as_many(self._n_given, len(codeword.key(fill)), "letter")
            self._codeword = self._with_letters(codeword, fill)
            self._known = self._known_to_solvers(fill)
            puzzle = self._codeword.puzzle(self._known)
            givens = GivensTask(puzzle, self._options, solution=fill.grid)
            self._givens = self._hold(givens)
        assert self._codeword is not None
        assert self._known is not None
        best = run_by(deadline, self._givens)
        if not isinstance(best, Best):
            return best
        codeword = self._codeword.giving(fill, best.value.cells)
        n_asked = len(self._codeword.given)
        work = replace(best.work, elapsed_s=self.elapsed_s)
        given, rated = self._rated(self._with_more(codeword, fill), fill, deadline)
        made = MadeCodeword(given, fill, len(self._known), rated)
        try:
            check_codeword(made, self._known)
        except DeadlinePassedError:
            return Stopped(Reason.TIME_LIMIT, work)
        bound = n_asked + (best.bound or 0)
        reason = best.reason
        if self._difficulty and (rated is None or rated.rating != self._difficulty):
            reason = reason or (deadline.reason if deadline.passed() else None)
        return Best(made, len(codeword.given), bound, reason, work)

    def _known_to_solvers(self, fill: Fill) -> WordList:
        words = self._puzzle.listed if self._solving is None else self._solving
        if all(words.score(entry.word) is not None for entry in fill.entries):
            return words
        every = dict(words.words())
        for entry in fill.entries:
            every.setdefault(entry.word, 0)
        return WordList.from_words(list(every.items()), alphabet=words.alphabet)

    def _with_letters(self, codeword: Codeword, fill: Fill) -> Codeword:
        number_of = {letter: number for number, letter in codeword.key(fill).items()}
        for letter in self._give:
            if letter not in number_of:
                raise OptionError(
                    f"the fill has no {letter}", hint="try another seed", parameter="letters"
                )
        return replace(codeword, given={number_of[letter]: letter for letter in self._give})

    def _with_more(self, codeword: Codeword, fill: Fill) -> Codeword:
        """As many letters given as are wanted: the more frequent ones first."""
        key = codeword.key(fill)
        more = codeword.by_frequency()[: max(0, self._n_given - len(codeword.given))]
        return replace(codeword, given={**codeword.given, **{n: key[n] for n in more}})

    def _rated(
        self, codeword: Codeword, fill: Fill, deadline: Deadline
    ) -> tuple[Codeword, Difficulty | None]:
        assert self._known is not None
        try:
            if self._difficulty is not None:
                return eased(codeword, fill, self._known, self._difficulty, deadline)
            return codeword, difficulty_of(codeword, fill, self._known, deadline)
        except DeadlinePassedError:
            return codeword, None


def check_codeword(made: MadeCodeword, words: WordList) -> None:
    """Let a codeword pass that has its solution and no other, by the independent checker.

    Args: words: those that solvers may think of.

    Raises:
        DeadlinePassedError: it took longer than `CHECK_S`.
        VerificationError: there is a fault.
    """
    asked = made.fill.grid, made.codeword.numbers, made.codeword.given, words
    faults = codeword_faults(*asked)
    if not faults and (other := other_solution(*asked, Deadline.after(CHECK_S))):
        faults = [f"another solution: {' '.join(f'{n}={letter}' for n, letter in other.items())}"]
    if faults:
        raise VerificationError(f"a wrong codeword was made: {faults[0]}")
