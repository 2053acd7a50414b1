"""Free-form crosswords, as on a Scrabble board: given words that cross, in the smallest box."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from satcross.errors import VerificationError
from satcross.patterns.freeform_board import Board, Placement, grid_of
from satcross.patterns.freeform_bounds import TOO_LONG, Bounds, groups, why_left_out
from satcross.patterns.freeform_check import layout_faults
from satcross.patterns.freeform_exact import BoxSearch, Stopped
from satcross.patterns.freeform_local import ROUNDS, Limits, LocalSearch
from satcross.patterns.freeform_results import (
    Layout,
    LayoutResult,
    LayoutUnknown,
    NoLayout,
    check_input,
    moved,
    turned,
)
from satcross.puzzle import Direction
from satcross.solve.protocol import Deadline, Progress, ProgressHandler

__all__ = ["Layout", "LayoutResult", "LayoutUnknown", "NoLayout", "layout", "layouts"]

EXACT_UPTO = 8  # words whose smallest box is proved unless told otherwise: seconds
BEFORE_PROOF = 8  # the exact search needs but a fair layout to begin with


def layout(
    words: Sequence[str],
    *,
    max_rows: int | None = None,
    max_cols: int | None = None,
    at_least: int | None = None,
    seed: int = 0,
    rounds: int = ROUNDS,
    prove: bool | None = None,
    time_limit_s: float | None = None,
    on_progress: ProgressHandler | None = None,
) -> LayoutResult:
    """A free-form crossword of given words in a small box; for few words, in the smallest.

    Every run of two or more letters is one of the words, each stands once, and all hang together.
    Most words count first, then the least area, then nearness to a square. A local search comes
    first; then SAT closes the boxes that would be better, one by one.

    Args:
        words: capital letters, distinct. Their order is of no importance.
        max_rows, max_cols: of the box; None for no limit.
        at_least: how many must be placed; None for all.
        seed: different seeds find different layouts.
        rounds: of the local search, about 0.7 ms each for 30 words; one of
            `BEFORE_PROOF` of them where a quick proof follows.
        prove: whether to go on until the box is proved to be the smallest; None: for up to
            `EXACT_UPTO` words.
        time_limit_s: seconds after which the best so far is given.
        on_progress: called now and then.

    Raises:
        OptionError: a word has no two letters or stands twice, or a number makes no sense.

    >>> print(layout(["CAT", "TOP", "ACT", "APT"]).grid)
    ~~APT
    ~~C~O
    CAT~P
    """
    search = _Search(words, Limits(max_rows, max_cols), at_least, seed, time_limit_s, on_progress)
    return search.run(rounds, len(words) <= EXACT_UPTO if prove is None else prove)


def layouts(
    words: Sequence[str],
    *,
    limit: int | None = None,
    max_rows: int | None = None,
    max_cols: int | None = None,
    at_least: int | None = None,
    seed: int = 0,
    rounds: int = ROUNDS,
    prove: bool | None = None,
    time_limit_s: float | None = None,
    on_progress: ProgressHandler | None = None,
) -> Iterator[LayoutResult]:
    """Layouts, all different.

    Where the first is proved to be the best, the others have as many words in a box of the same
    sides, and the end is proved. Otherwise each comes from a search with the next seed.

    Args: as for `layout`; limit: how many at most; None for all, where the first is proved.

    Returns: an iterator of `Layout`; the last item is another answer when there is none or no
        other, or the search has stopped.
    """
    deadline = Deadline.after(time_limit_s)
    exact = len(words) <= EXACT_UPTO if prove is None else prove
    limits = Limits(max_rows, max_cols)
    seen: set[frozenset[Placement]] = set()
    tries = 0
    while limit is None or len(seen) < limit:
        left = deadline.left_s()
        search = _Search(words, limits, at_least, seed + tries, left, on_progress)
        result = search.run(rounds, exact)
        tries += 1
        if not isinstance(result, Layout):
            yield result
            return
        if result.is_proved:
            yield result
            yield from search.others(result, None if limit is None else limit - 1)
            return
        if frozenset(result.placements) not in seen:
            seen.add(frozenset(result.placements))
            yield result
        elif tries > 10 * (len(seen) + 1):
            yield LayoutUnknown(f"{tries} searches found no other")
            return
        if deadline.passed():
            yield LayoutUnknown("time limit")
            return


class _Search:
    """One search, with the best so far."""

    def __init__(
        self,
        words: Sequence[str],
        limits: Limits,
        at_least: int | None,
        seed: int,
        time_limit_s: float | None,
        on_progress: ProgressHandler | None,
    ) -> None:
        check_input(words, limits, at_least)
        self.words, self.limits, self.seed = tuple(words), limits, seed
        self.at_least = len(words) if at_least is None else at_least
        self._deadline = Deadline.after(time_limit_s)
        self._best: tuple[Placement, ...] = ()
        self._most = self._can_be_placed()
        self._tell = on_progress
        self._started = time.monotonic()

    def run(self, rounds: int, exact: bool) -> LayoutResult:
        """Search; see `layout`."""
        if self._most < self.at_least:
            return NoLayout(self._why_too_few())
        self._progress("placing words")
        local = LocalSearch(self.words, self.limits, seed=self.seed)
        if exact and len(self.words) <= EXACT_UPTO:
            rounds //= BEFORE_PROOF
        local.run(rounds, deadline=self._deadline, on_best=self._on_board)
        self._best = local.best.placements()
        if exact or len(self._best) < self.at_least:
            closed = self._close_number()
            if not closed and len(self._best) < self.at_least:
                return LayoutUnknown("time limit")
        if len(self._best) < self.at_least:
            return NoLayout(f"no layout has more than {len(self._best)} of the words")
        bounds = Bounds(self.words, len(self._best), self.limits)
        proved = exact and len(self._best) == self._most and self._close_area(bounds)
        return self._layout(self._best, bounds, proved)

    def others(self, first: Layout, limit: int | None) -> Iterator[LayoutResult]:
        """Other layouts in a box of the same sides, the best there is; then the end."""
        short, long = sorted((first.grid.n_rows, first.grid.n_cols))
        bounds = Bounds(self.words, len(first.placements), self.limits)
        search = self._box(short, long, len(first.placements))
        try:
            n_found = 0
            search.exclude(self._fitted(first.placements, short, search))
            while limit is None or n_found < limit:
                found = search.next(deadline=self._deadline)
                if isinstance(found, Stopped):
                    yield LayoutUnknown(found.reason)
                    return
                if found is None:
                    yield NoLayout("there is no other in so small a box")
                    return
                search.exclude(found)
                n_found += 1
                yield self._layout(found, bounds, True, first.area)
        finally:
            search.close()

    def _fitted(
        self, placements: Sequence[Placement], n_rows: int, search: BoxSearch
    ) -> tuple[Placement, ...]:
        """Placements turned over the diagonal, where the box of the search has them so."""
        known = {place for _, place in search.encoding.places}
        grid = grid_of(placements)
        other = tuple(turned(place) for place in placements)
        if grid.n_rows != n_rows or not known.issuperset(placements):
            return other
        if grid.n_rows != grid.n_cols:
            return tuple(placements)
        longest = max(placements, key=lambda place: len(place.word))
        aligned = longest.direction is Direction.ACROSS or len(placements) < len(self.words)
        return tuple(placements) if aligned else other

    def _close_number(self) -> bool:
        """Find more words than the best has, or prove that there are not; whether that was done."""
        while len(self._best) < self._most:
            span = Bounds(self.words, len(self.words), Limits()).span
            rows, cols = (
                span if side is None else min(side, span)
                for side in (self.limits.max_rows, self.limits.max_cols)
            )
            self._progress("counting words")
            search = BoxSearch(
                self.words, rows, cols, at_least=len(self._best) + 1, aligned=False,
                seed=self.seed, on_tick=lambda: self._progress("counting words"),
            )  # fmt: skip
            try:
                found = search.next(deadline=self._deadline)
            finally:
                search.close()
            if isinstance(found, Stopped):
                return False
            if found is None:
                self._most = len(self._best)
            else:
                self._best = moved(found)
        return True

    def _close_area(self, bounds: Bounds) -> bool:
        """Find smaller boxes until there is none; whether that is proved."""
        while True:
            grid = grid_of(self._best)
            area, oblong = grid.n_rows * grid.n_cols, abs(grid.n_rows - grid.n_cols)
            box = bounds.worth_asking(area, oblong)
            if box is None:
                return True
            self._progress(f"proving {area} cells")
            search = self._box(*box, len(self._best))
            try:
                found = search.next(deadline=self._deadline)
            finally:
                search.close()
            if isinstance(found, Stopped):
                return False
            if found is None:
                bounds.refute(*box)
            else:
                self._best = self._turned_to_limits(moved(found))

    def _box(self, short: int, long: int, n: int) -> BoxSearch:
        at_least = None if n == len(self.words) else n
        tick = (lambda: self._progress("proving")) if self._tell is not None else None
        return BoxSearch(self.words, short, long, at_least=at_least, seed=self.seed, on_tick=tick)

    def _turned_to_limits(self, placements: tuple[Placement, ...]) -> tuple[Placement, ...]:
        grid = grid_of(placements)
        if self.limits.allow(grid.n_rows, grid.n_cols):
            return placements
        return tuple(turned(place) for place in placements)

    def _layout(
        self,
        placements: tuple[Placement, ...],
        bounds: Bounds,
        proved: bool,
        least: int | None = None,
    ) -> Layout:
        placements = self._turned_to_limits(moved(placements))
        there = {place.word for place in placements}
        missing = [word for word in self.words if word not in there]
        left_out = tuple((w, why_left_out(w, self.words, self.limits)) for w in missing)
        grid = grid_of(placements)
        faults = layout_faults(grid, self.words, left_out=missing)
        if faults:
            raise VerificationError(f"a layout that breaks a rule: {faults[0]}")
        area = grid.n_rows * grid.n_cols
        if least is None:
            least = area if proved else bounds.least_area(area)
        return Layout(grid, placements, left_out, least, proved)

    def _can_be_placed(self) -> int:
        """How many words could be placed at most, by what they share and how long they are."""
        return max((len(group) for group in groups(self._short_enough())), default=0)

    def _short_enough(self) -> list[str]:
        return [w for w in self.words if why_left_out(w, self.words, self.limits) != TOO_LONG]

    def _why_too_few(self) -> str:
        named = [(w, why_left_out(w, self.words, self.limits)) for w in self.words]
        plain = [f"{word} {'is ' if why == TOO_LONG else ''}{why}" for word, why in named if why]
        if plain and len(self.words) - len(plain) < self.at_least:
            return "; ".join(plain[:3]) + ("; and others" if len(plain) > 3 else "")
        one, other, *_ = groups(self._short_enough())
        return f"no word of {_some(one)} shares a letter with any of {_some(other)}"

    def _on_board(self, board: Board) -> None:
        area = board.box.n_rows * board.box.n_cols
        self._progress(f"{len(board.spots)} words in {area} cells")

    def _progress(self, phase: str) -> None:
        if self._tell is not None:
            self._tell(Progress(phase, time.monotonic() - self._started))


def _some(words: Sequence[str]) -> str:
    return ", ".join(words[:3]) + (", …" if len(words) > 3 else "")
