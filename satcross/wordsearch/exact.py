"""Layouts by SAT: found, proved impossible, or stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from satcross.solve.formula_session import DEFAULT_SOLVER
from satcross.solve.protocol import NEVER, Deadline
from satcross.wordsearch.board import Board
from satcross.wordsearch.encode_wishes import axis_depth
from satcross.wordsearch.exact_session import LayoutSession
from satcross.wordsearch.headings import Heading
from satcross.wordsearch.layout import Layout
from satcross.wordsearch.refute import why_not
from satcross.wordsearch.results import Impossible, Placed, Stopped
from satcross.wordsearch.wish import Wish
from satcross.wordsearch.words import HiddenWord

TIME_LIMIT = "time limit"


def place(
    board: Board,
    words: Sequence[HiddenWord],
    headings: Sequence[Heading],
    wish: Wish | None = None,
    *,
    seed: int = 0,
    deadline: Deadline = NEVER,
    solver: str = DEFAULT_SOLVER,
    on_tick: Callable[[], None] | None = None,
) -> Placed | Impossible | Stopped:
    """A layout of all words, or the proof that there is none.

    Every word can be read in one place only, as far as the words' own letters go; what is put into
    the other cells is the care of `filler`.

    Args:
        board: the cells.
        words: the list.
        headings: the ways that words may run.
        wish: what else it must be.
        seed: makes different layouts; the same seed makes the same.
        deadline: kept within half a second.
        solver: one of PySAT's; see `pysat_session.ABILITIES`.
        on_tick: called some ten times a second while a large formula is solved; what it raises
            comes through.

    Raises:
        OptionError: there is no such solver.
        SolverError: it died.
    """
    wish = wish or Wish()
    why = why_not(board, words, headings, unused=wish.unused)
    if why:
        return Impossible(why)
    depth = 1
    while True:
        try:
            session = LayoutSession(
                board, words, headings, wish,
                depth=depth, seed=seed, deadline=deadline, solver=solver, on_tick=on_tick,
            )  # fmt: skip
        except TimeoutError:
            return Stopped(TIME_LIMIT)
        with session:
            found = session.find(deadline)
        if isinstance(found, Layout):
            return Placed(found)
        if found is not None:
            return found
        # Words that share a cell along one line were counted as one. Can there be such?
        enough = axis_depth(words, headings) if wish.n_crossings_at_least else 1
        if depth >= enough:
            return Impossible(_none(words, wish))
        depth = enough


def most_crossings(
    board: Board,
    words: Sequence[HiddenWord],
    headings: Sequence[Heading],
    wish: Wish | None = None,
    *,
    seed: int = 0,
    deadline: Deadline = NEVER,
    solver: str = DEFAULT_SOLVER,
    on_better: Callable[[Layout], None] | None = None,
) -> Placed | Impossible | Stopped:
    """A layout with as many crossings as possible; `optimal` says whether that was proved.

    Asks for one crossing more than the last layout has, until there is none or the deadline comes.

    Args: as for `place`; on_better: told each layout that is better than the ones before.

    Returns: `Stopped` only when no layout at all was found in time.
    """
    wish = wish or Wish()
    why = why_not(board, words, headings, unused=wish.unused)
    if why:
        return Impossible(why)
    depth = axis_depth(words, headings)
    try:
        session = LayoutSession(
            board, words, headings, wish, depth=depth, seed=seed, deadline=deadline, solver=solver
        )
    except TimeoutError:
        return Stopped(TIME_LIMIT)
    best: Layout | None = None
    with session:
        while isinstance(found := session.find(deadline), Layout):
            best = found
            if on_better is not None:
                on_better(best)
            session.ask_for_crossings(len(best.crossings) + 1, depth)
    if best is None:
        return Impossible(_none(words, wish)) if found is None else found
    if found is not None:
        return Placed(best)
    return Placed(best, optimal=True, bound=len(best.crossings))


class Layouts(Iterator[Layout]):
    """All layouts, each once, in an order that the seed draws.

    Args: as for `place`.

    Fields, final when the iteration has ended:
        exhausted: it is proved that there are no others.
        stopped: why it ended otherwise: "time limit"; "" while it has not.
    """

    def __init__(
        self,
        board: Board,
        words: Sequence[HiddenWord],
        headings: Sequence[Heading],
        wish: Wish | None = None,
        *,
        seed: int = 0,
        deadline: Deadline = NEVER,
        solver: str = DEFAULT_SOLVER,
    ) -> None:
        wish = wish or Wish()
        self.exhausted = bool(why_not(board, words, headings, unused=wish.unused))
        self.stopped = ""
        self._deadline = deadline
        self._session: LayoutSession | None = None
        if self.exhausted:
            return
        depth = axis_depth(words, headings) if wish.n_crossings_at_least else 1
        try:
            self._session = LayoutSession(
                board, words, headings, wish,
                depth=depth, seed=seed, deadline=deadline, solver=solver,
            )  # fmt: skip
        except TimeoutError:
            self.stopped = TIME_LIMIT

    def __next__(self) -> Layout:
        if self._session is None:
            raise StopIteration
        found = self._session.find(self._deadline)
        if isinstance(found, Layout):
            self._session.block(found)
            return found
        self.exhausted = found is None
        self.close(found.reason if found is not None else "")
        raise StopIteration

    def close(self, reason: str = "closed") -> None:
        """End the iteration and give back the solver."""
        if self._session is not None:
            self.stopped = reason
            self._session.close()
            self._session = None


def all_layouts(
    board: Board,
    words: Sequence[HiddenWord],
    headings: Sequence[Heading],
    wish: Wish | None = None,
    *,
    seed: int = 0,
    deadline: Deadline = NEVER,
) -> Layouts:
    """An iterator over all layouts; see `Layouts`.

    >>> from satcross.wordsearch.headings import headings_of_level
    >>> from satcross.wordsearch.words import hidden_words
    >>> words = hidden_words(["to", "on"])
    >>> found = all_layouts(Board.rectangle(2, 2), words, headings_of_level("easy"))
    >>> len(list(found)), found.exhausted
    (2, True)
    """
    return Layouts(board, words, headings, wish, seed=seed, deadline=deadline)


def _none(words: Sequence[HiddenWord], wish: Wish) -> str:
    asked = str(wish)
    return f"no layout holds all {len(words)} words{' with ' if asked else ''}{asked}"
