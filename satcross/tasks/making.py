"""How puzzles of other kinds than the crossword are made: grids, seeds, and when to try again.

A *source* has grids for them: see `Source`. The *maker* of a kind makes one puzzle of a seed, in
steps that are tasks. `Making` runs these, seed after seed, as one task: the command line, the
library and the workbench drive it alike.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from satcross.checks import check_integer, counted
from satcross.errors import GridError, OptionError
from satcross.model.needs import MIN_SLOT_LENGTH
from satcross.model.slots import find_slots
from satcross.results import Best, Found, Impossible, Reason, Result, Stopped
from satcross.task import Deadline, Listing, ListingResult
from satcross.tasks.foreign import guarded
from satcross.tasks.heartbeat import run_by
from satcross.tasks.maker import Maker, Step, Steps
from satcross.tasks.prepared import watched

if TYPE_CHECKING:
    from satcross.model.crossword import Crossword
    from satcross.model.fill import Fill
    from satcross.model.puzzle import Puzzle
    from satcross.solve.protocol import SolverOptions

M = TypeVar("M")


class Draft(NamedTuple):
    """A grid of which a puzzle is made.

    Args:
        puzzle: with the letters that the grid has, and the words for its other cells.
        fill: of its grid, where it is full; else None.
        base: the crossword that has its clues and texts, where there is one.
        left_out: words that have no place in it.
        name: of its file, or of the size; for errors.
    """

    puzzle: Puzzle
    fill: Fill | None = None
    base: Crossword | None = None
    left_out: tuple[str, ...] = ()
    name: str = ""


@contextmanager
def errors_of(name: str) -> Iterator[None]:
    """Name the file of a grid in errors that are about no option."""
    try:
        yield
    except OptionError as error:
        if error.parameter or not name:
            raise
        raise GridError(error.problem, hint=error.hint, source=name) from None


class Source(Protocol):
    """Where grids come from. It can be pickled, as tasks are that have it."""

    def draft(self, options: SolverOptions) -> Steps[Draft | Impossible | Stopped]:
        """A grid of a seed, with words where its pattern was made with them."""

    def pattern(self, options: SolverOptions) -> Steps[Draft | Impossible | Stopped]:
        """The same without the words that were made with its pattern."""


@dataclass(frozen=True, eq=False)
class OfPuzzle:
    """One grid, whatever the seed. Args: as of `Draft`."""

    puzzle: Puzzle
    base: Crossword | None = None
    name: str = ""

    def draft(self, options: SolverOptions) -> Steps[Draft | Impossible | Stopped]:
        """See `Source`."""
        del options
        yield from ()
        return Draft(self.puzzle, base=self.base, name=self.name)

    pattern = draft


def require_words_once(puzzle: Puzzle, task: str) -> None:
    """Reject a puzzle unless each run of two cells or more has a word, and none has the same.

    Raises: OptionError: it has a rule that says something else.
    """
    if not puzzle.distinct:
        problem, parameter = f"each word of {task} comes once", "allow_repeats"
        raise OptionError(problem, hint="leave it out", parameter=parameter)
    slots = {slot.cells for slot in puzzle.slots}
    lacking = any(light.cells not in slots for light in find_slots(puzzle.grid))
    if lacking or puzzle.min_length < MIN_SLOT_LENGTH:
        problem, parameter = f"each run of two cells or more of {task} has a word", "min_length"
        raise OptionError(problem, hint="leave it out", parameter=parameter)


def require_as_many(n_given: int, n: int, what: str) -> None:
    """Raise OptionError if more is to be given than a fill has. Args: what: "entry"."""
    if n_given > n:
        problem = f"the fill has {counted(n, what)}, and {n_given} are to be given"
        raise OptionError(problem, hint="give fewer", parameter="givens")


class Making(Listing[Best[M] | Found[M]]):
    """Puzzles of a kind, each of the first seed that gives another one which is what is wanted.

    Of several that are not what is wanted the nearest is taken. Each answer is a `Best` or `Found`;
    the `reason` of a `Best` also says why the search for a nearer one ended.

    Args:
        maker: makes one of a seed. What is wrong with one of another package is one line.
        options: the first seed, and progress.
        limit: how many puzzles at most; None for any number.
        tries: how many seeds there are for each; None for those of the maker.
        time_limit_s: as of `Listing`.

    `run` returns `Found` when there are as many as are wanted; `Impossible` or `Stopped` if a seed
    gives that, or if no seed gives another one: then the reason is `GIVEN_UP`.

    Field:
        has_no_other: whether it stopped because no seed gave another puzzle.
    """

    def __init__(
        self,
        maker: Maker[M],
        options: SolverOptions | None = None,
        *,
        limit: int | None = None,
        tries: int | None = None,
        time_limit_s: float | None = None,
    ) -> None:
        super().__init__(limit, time_limit_s)
        self.has_no_other = False
        self._maker = guarded(maker)
        self._options = watched(self, options)
        self._tries = check_integer(maker.tries if tries is None else tries, "tries", at_least=1)
        self._seed = self._options.seed  # the next one
        self._n_tried = 0  # for the next puzzle
        self._nearest: Best[M] | Found[M] | None = None  # of these
        self._seen: set[Hashable] = set()
        self._steps: Steps[Result[M]] | None = None  # of the seed before, while there are more
        self._step: Step | None = None  # the one that is under way
        self._end: Impossible | Stopped | None = None

    def one(self, time_limit_s: float | None = None) -> Result[M]:
        """Run it, with a limit of one. Returns: the puzzle, or why there is none."""
        self._limit = 1
        result = self.run(time_limit_s)
        if isinstance(result, Found):
            assert self.best is not None
            return self.best
        return result

    def apart(self, made: M) -> int:
        """How far one of its puzzles is from what is wanted: see `Maker`."""
        return self._maker.apart(made)

    def report(self, best: Best[M] | Found[M]) -> list[str]:
        """Lines about one of its puzzles: see `Maker`."""
        return self._maker.report(best)

    def _next(self, deadline: Deadline) -> Best[M] | Found[M] | Reason | None:
        self._end, self.has_no_other = None, False
        while self._steps is not None or self._n_tried < self._tries:
            result = self._of_seed(deadline)
            reason = None if isinstance(result, Found | Impossible) else result.reason
            if isinstance(result, Best | Found) and self._is_another(result.value):
                self._nearest = self._nearer(result)
            elif isinstance(result, Impossible | Stopped) and self._nearest is None:
                self._end = result
                return reason
            nearest = self._nearest
            if nearest is not None and (
                isinstance(result, Impossible) or reason or not self._maker.apart(nearest.value)
            ):
                return self._give(nearest, reason)
            if reason:
                return reason
        if self._nearest is not None:
            return self._give(self._nearest)
        self.has_no_other = True
        self._end = Stopped(Reason.GIVEN_UP, detail=self._maker.no_other.format(self._n_tried))
        self._n_tried = 0
        return Reason.GIVEN_UP

    def _of_seed(self, deadline: Deadline) -> Result[M]:
        """What comes of the next seed; `Stopped` in the midst of it, it goes on later."""
        if deadline.passed():
            return Stopped(deadline.reason)
        try:
            if self._steps is None:
                self._steps = self._maker.steps(replace(self._options, seed=self._seed))
                self._seed, self._n_tried = self._seed + 1, self._n_tried + 1
                self._step = next(self._steps)
            while True:
                assert self._step is not None
                task, limit_s = self._step
                answer = run_by(deadline.within(limit_s), task)
                if isinstance(answer, Stopped) and deadline.passed():
                    return answer
                task.close()
                self._step = self._steps.send(answer)
        except StopIteration as end:
            self._steps = self._step = None
            if not isinstance(end.value, Found | Best | Impossible | Stopped):
                maker = type(self._maker).__name__
                given = type(end.value).__name__
                raise TypeError(f"steps of {maker} returned {given}, no result") from None
            result: Result[M] = end.value
            return result

    def _is_another(self, made: M) -> bool:
        key = self._maker.key(made)
        return key is None or key not in self._seen

    def _nearer(self, found: Best[M] | Found[M]) -> Best[M] | Found[M]:
        """The nearest so far: of two that are as near, the first."""
        return min(self._nearest or found, found, key=lambda one: self._maker.apart(one.value))

    def _give(self, best: Best[M] | Found[M], reason: Reason | None = None) -> Best[M] | Found[M]:
        """Begin to look for the next one. Args: reason: why the search for a nearer one ended."""
        self._nearest, self._n_tried = None, 0
        self._seen.add(self._maker.key(best.value))
        if isinstance(best, Best) and best.reason is None:
            best = replace(best, reason=reason)
        return best

    def _ending(self) -> ListingResult:
        return self._end or super()._ending()

    def _close(self) -> None:
        if self._step is not None:
            self._step.task.close()
        if self._steps is not None:
            self._steps.close()
        super()._close()
