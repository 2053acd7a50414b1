"""Layouts by SAT: found, proved impossible, or stopped."""

from __future__ import annotations

from satcross.results import Best, Found, Impossible, Reason, Stopped
from satcross.task import NEVER, Deadline, Listing
from satcross.wordsearch.encode.constraints import axis_depth
from satcross.wordsearch.exact.refute import why_not
from satcross.wordsearch.exact.session import LayoutSession
from satcross.wordsearch.layout import NO_CALLBACKS, Callbacks, Layout
from satcross.wordsearch.problem import LayoutProblem


def place(
    problem: LayoutProblem, *, seed: int = 0, deadline: Deadline = NEVER
) -> Found[Layout] | Impossible | Stopped:
    """A layout of all words, or the proof that there is none.

    Every word can be read in one place only, as far as the words' own letters go; `letters` fills
    the other cells.

    Args:
        problem: board, words, directions and constraints.
        seed: makes different layouts; the same seed makes the same.
        deadline: kept within half a second.

    Raises:
        SolverError: the solver died.
    """
    with Layouts(problem, seed=seed) as layouts:
        found = layouts.find(deadline)
    if isinstance(found, Layout):
        return Found(found)
    return Impossible(layouts.why) if found is None else Stopped(found)


def most_crossings(
    problem: LayoutProblem,
    *,
    seed: int = 0,
    deadline: Deadline = NEVER,
    callbacks: Callbacks = NO_CALLBACKS,
) -> Best[Layout] | Impossible | Stopped:
    """A layout with as many crossings as possible; its number of crossings is the objective.

    Asks for one crossing more than the last layout has, until there is none or the deadline comes.

    Args: as for `place`; callbacks: `better` gets each layout with more crossings than before.

    Returns: `Stopped` only when no layout at all was found in time.
    """
    if why := why_not(problem):
        return Impossible(why)
    best: Layout | None = None
    try:
        depth = axis_depth(problem.words, problem.headings, deadline)
        with LayoutSession(problem, seed=seed, deadline=deadline) as session:
            while isinstance(found := session.find(deadline), Layout):
                best = found
                callbacks.better(best)
                session.require_crossings(len(best.crossings) + 1, depth)
    except TimeoutError:
        return Stopped(deadline.reason)
    if best is None:
        return Impossible(no_layout(problem)) if found is None else Stopped(found)
    n = len(best.crossings)
    return Best(best, n, n) if found is None else Best(best, n, reason=found)


class Layouts(Listing[Layout]):
    """All layouts, each once, in an order that the seed determines.

    Args:
        problem: board, words, directions and constraints.
        seed: makes different orders.

    Fields:
        found: those so far.

    >>> from satcross.wordsearch.board import rectangle
    >>> from satcross.wordsearch.headings import headings_of_level
    >>> from satcross.wordsearch.words import hidden_words
    >>> words = hidden_words(["to", "on"])
    >>> found = Layouts(LayoutProblem(rectangle(2, 2), words, headings_of_level("easy")))
    >>> len(list(found)), found.is_exhausted
    (2, True)
    """

    def __init__(self, problem: LayoutProblem, *, seed: int = 0) -> None:
        super().__init__()
        self._problem, self._seed = problem, seed
        self.why = no_layout(problem)
        self._session: LayoutSession | None = None
        self.found: list[Layout] = []

    def find(self, deadline: Deadline) -> Layout | Reason | None:
        """The next layout; why there was no time for it; or None when there is none."""
        if why := why_not(self._problem):
            self.why = why
            return None
        try:
            if self._session is None:
                self._session = LayoutSession(self._problem, seed=self._seed, deadline=deadline)
                for layout in self.found:
                    self._session.block(layout)
        except TimeoutError:
            return deadline.reason
        found = self._session.find(deadline)
        if isinstance(found, Layout):
            self.found.append(found)
            self._session.block(found)
        elif found is not None:  # the session has ended with this answer
            self._close()
        return found

    def _next(self, deadline: Deadline) -> Layout | Reason | None:
        return self.find(deadline)

    def _close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


def no_layout(problem: LayoutProblem) -> str:
    """What is proved when there is no layout, for people."""
    constraints = str(problem.constraints)
    return f"no layout holds all {len(problem.words)} words{constraints and f' with {constraints}'}"
