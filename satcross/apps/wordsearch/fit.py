"""The smallest rectangle for a list of words, found by search."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from math import inf, isqrt, log

from satcross import Best, Grid, Impossible, OptionError, Reason, Stopped
from satcross.apps.clues.words import HiddenWord
from satcross.apps.wordsearch.board import rectangle
from satcross.apps.wordsearch.headings import Heading
from satcross.apps.wordsearch.layout import NO_CALLBACKS, Callbacks, WordSearchLayout
from satcross.apps.wordsearch.placements import all_placements
from satcross.apps.wordsearch.problem import LayoutConstraints, LayoutProblem
from satcross.apps.wordsearch.refute import fewest_cells, why_not
from satcross.apps.wordsearch.search.packing import pack
from satcross.extend import MAX_SIDE, NEVER, Deadline, counted

_SWEEPS = 50  # of the first packing; later ones take longer
_STEP = 2  # of room, that the packing goes down at once; see `Fit.room`
USUAL_ROUNDS, ENDLESS = 8, 64  # the second are more than any deadline leaves time for


class Fit:
    """The search for the smallest rectangle that holds all words, by area.

    Args:
        words: the list.
        headings: the directions in which words may run.
        constraints: of these, only `allow_inside` and `forbid` are used.
        ratio: how much longer than the other a side may be, at most; None for any shape.
        rounds: how often the search is restarted, each time with twice the effort.
        seed: the same seed gives the same rectangle, unless a time limit stops the search.
        callbacks: get phases, and layouts smaller than the ones before.

    Fields:
        best: the smallest layout so far.
        bound: no layout has fewer cells; see `fewest_cells`.

    Raises:
        OptionError: the ratio or the number of rounds is less than 1.
    """

    def __init__(
        self,
        words: Sequence[HiddenWord],
        headings: Sequence[Heading],
        constraints: LayoutConstraints | None = None,
        *,
        ratio: float | None = 2.0,
        rounds: int = USUAL_ROUNDS,
        seed: int = 0,
        callbacks: Callbacks = NO_CALLBACKS,
    ) -> None:
        for name, value in (("ratio", ratio), ("rounds", rounds)):
            if value is not None and not value >= 1:
                raise OptionError(f"must be 1 or greater, got {value}", parameter=name)
        self.words, self.headings = tuple(words), tuple(headings)
        self.constraints = constraints = constraints or LayoutConstraints()
        self.ratio, self.rounds, self.seed = ratio, rounds, seed
        self.callbacks, self.deadline = callbacks, NEVER
        self.rng = random.Random(seed)
        self.lengths = Counter(map(len, words))
        steps = {(heading.row, heading.col) for heading in headings}
        self.turns = {(col, row) for row, col in steps} == steps
        self.bound = fewest_cells(words, headings, allow_inside=constraints.allow_inside)
        self.best: WordSearchLayout | None = None
        self.n_rounds = 0  # done

    def run(self, deadline: Deadline = NEVER) -> Best[WordSearchLayout] | Impossible | Stopped:
        """Shrink by search, until the deadline; called again, go on.

        Returns:
            `Best`: its number of cells is the objective. `Impossible`: no board of any size holds
            the words. `Stopped`: none was found in time.
        """
        self.deadline = deadline
        if why := self._never():
            return Impossible(why)
        if self.best is None:
            self._grow()
        if self.best is None:
            if deadline.passed():
                return Stopped(deadline.reason)
            return Stopped(Reason.ROUNDS, detail="no rectangle was found")
        while self.n_rounds < self.rounds:
            if deadline.passed() or self.best.board.n_squares <= self.bound:
                break
            self._shrink(_SWEEPS * 2**self.n_rounds)
            if not deadline.passed():
                self.n_rounds += 1
        area = self.best.board.n_squares
        if area <= self.bound:
            return Best(self.best, area, area)
        reason = deadline.reason if deadline.passed() else Reason.ROUNDS
        return Best(self.best, area, self.bound, reason)

    def shapes(self, area: int) -> list[Grid]:
        """The rectangles of an area that each word fits on, the squarest first."""
        boards = [rectangle(*sides) for sides in self._sides(area)]
        return [board for board in boards if self._every_word_fits(board)]

    def _sides(self, area: int) -> list[tuple[int, int]]:
        """Rows and columns of an area, the squarest first; of two that mirror each other, one."""
        found: list[tuple[int, int]] = []
        for n_rows in range(isqrt(area), 0, -1):
            n_cols, rest = divmod(area, n_rows)
            if self.ratio is not None and n_cols > self.ratio * n_rows:
                break
            if rest or n_cols > MAX_SIDE:
                continue
            found.append((n_rows, n_cols))
            if not self.turns and n_rows != n_cols:
                found.append((n_cols, n_rows))
        return found

    def room(self, n_rows: int, n_cols: int) -> float:
        """The logarithm of the number of ways to place all words, which may clash.

        Of two boards the one with more room is the easier: what is missing of it is roughly the
        number of clashes that stay.
        """
        total = 0.0
        for length, n_words in sorted(self.lengths.items()):
            places = sum(
                max(0, n_rows - abs(heading.row) * (length - 1))
                * max(0, n_cols - abs(heading.col) * (length - 1))
                for heading in self.headings
            )
            if not places:
                return -inf
            total += n_words * log(places)
        return total

    def _every_word_fits(self, board: Grid) -> bool:
        longest = max(self.words, key=len)
        return len(longest) <= max(board.n_rows, board.n_cols) and all(
            len(places) for places in all_placements(board, self.words, self.headings)
        )

    def _never(self) -> str:
        """Why no board holds the words, however large."""
        longest = max(map(len, self.words))
        if longest > MAX_SIDE:
            return (
                f"a word has {counted(longest, 'letter')}, and a board at most"
                f" {MAX_SIDE} of them in a line"
            )
        problem = LayoutProblem(rectangle(longest, longest), self.words, self.headings)
        return why_not(problem).partition("the words need")[0]

    def _grow(self) -> None:
        """Find a first rectangle, larger and larger until one holds the words."""
        letters = sum(map(len, self.words))
        area = max(self.bound, letters)
        largest = min(MAX_SIDE**2, 4 * letters + (2 * max(map(len, self.words))) ** 2 + 64)
        while area <= largest and not self.deadline.passed():
            self.callbacks.phase("placing words")
            upper = area + max(1, area // 20)
            if any(not self._pack(board, _SWEEPS) for board in self._squarest(area, upper)[:1]):
                return
            area = upper

    def _shrink(self, sweeps: int) -> None:
        """Pack the words on smaller and smaller rectangles, as far as possible."""
        least = -inf  # of room, for which this many sweeps seem to be enough
        while self.best is not None and not self.deadline.passed():
            smaller = self._smaller(self.best.board)
            wanted = max(least, self.room(self.best.board.n_rows, self.best.board.n_cols) - _STEP)
            if not smaller or smaller[-1][0] < least:
                return
            room, sides = next((s for s in smaller if s[0] >= wanted), smaller[-1])
            if n_clashes := self._pack(rectangle(*sides), sweeps):
                least = room + n_clashes

    def _smaller(self, board: Grid) -> list[tuple[float, tuple[int, int]]]:
        """The rectangles smaller than a board, by room, each with more than all smaller ones."""
        found: list[tuple[float, tuple[int, int]]] = []
        most = -inf
        for area in range(self.bound, board.n_squares):
            for sides in self._sides(area):
                room = self.room(*sides)
                if room > most:
                    most = room
                    found.append((room, sides))
        return found

    def _squarest(self, low: int, high: int) -> list[Grid]:
        """The rectangles of these areas, both included, the squarest first."""
        boards = [board for area in range(low, high + 1) for board in self.shapes(area)]
        return sorted(boards, key=lambda board: abs(board.n_rows - board.n_cols))

    def _pack(self, board: Grid, sweeps: int) -> int:
        """Look for a layout on a board. Returns: 0 if it was found, or the clashes left over."""
        found = pack(
            self._problem(board), sweeps,
            rng=self.rng, deadline=self.deadline, callbacks=self.callbacks,
        )  # fmt: skip
        if isinstance(found, WordSearchLayout):
            self._keep(found)
            return 0
        return max(1, found)

    def _problem(self, board: Grid) -> LayoutProblem:
        return LayoutProblem(board, self.words, self.headings, self.constraints)

    def _keep(self, layout: WordSearchLayout) -> None:
        self.best = layout
        self.callbacks.better(layout)
