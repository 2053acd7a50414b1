"""The smallest rectangle for a list of words: found by search, proved by SAT where that can be."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isqrt, log

from satcross.errors import OptionError
from satcross.grid.model import MAX_SIDE
from satcross.solve.protocol import NEVER, Deadline
from satcross.wordsearch.board import Board
from satcross.wordsearch.exact import place
from satcross.wordsearch.fit_bound import fewest_cells
from satcross.wordsearch.fit_search import pack
from satcross.wordsearch.headings import Heading
from satcross.wordsearch.layout import Layout
from satcross.wordsearch.placements import all_placements
from satcross.wordsearch.refute import why_not
from satcross.wordsearch.results import Impossible, Placed, Stopped
from satcross.wordsearch.search import SearchOptions, search
from satcross.wordsearch.watch import UNSEEN, Watch
from satcross.wordsearch.wish import Wish
from satcross.wordsearch.words import HiddenWord

_PROVABLE = 12_000  # places of all words on the smallest board found, up to which SAT is asked
_TRIES = 120  # of the first search, for each word
_SWEEPS = 50  # of the first packing; later ones take longer
_STEP = 2  # of room, that the packing goes down at once; see `_Fit.room`
ENDLESS = 64  # rounds: more than any deadline leaves time for
_PROOF_SHARE = 0.25  # of the time, for proofs


@dataclass(frozen=True, slots=True)
class FitOptions:
    """What rectangle to look for.

    Args:
        ratio: how much longer than the other a side may be, at most; None for any shape.
        allow_inside: a word may stand within a longer one.
        forbid: words, in letters, that the words together must not spell.
        rounds: how often the search begins anew, each time twice as patient.
        prove: try to prove that nothing smaller holds the words, where there are few places.
        seed: the same seed gives the same rectangle, where no time limit cuts in.
    """

    ratio: float | None = 2.0
    allow_inside: bool = False
    forbid: tuple[str, ...] = ()
    rounds: int = 8
    prove: bool = True
    seed: int = 0

    def __post_init__(self) -> None:
        if self.ratio is not None and not self.ratio >= 1:
            raise OptionError(
                f"a ratio of {self.ratio}", mend="give 1 (squares) or more", source="--ratio"
            )
        if self.rounds < 1:
            raise OptionError(f"{self.rounds} rounds", mend="give 1 or more", source="options")


def fit(
    words: Sequence[HiddenWord],
    headings: Sequence[Heading],
    options: FitOptions | None = None,
    *,
    deadline: Deadline = NEVER,
    watch: Watch = UNSEEN,
) -> Placed | Impossible | Stopped:
    """The smallest rectangle that holds all words, by area.

    Args:
        words: the list.
        headings: the ways that words may run.
        options: which shapes count.
        deadline: when to stop and give the smallest so far.
        watch: told of phases and of layouts smaller than the ones before.

    Returns:
        `Placed`: `bound` is a number of cells; it is proved that no rectangle of these shapes with
        fewer cells holds the words. `optimal` when the layout's board has no more than that.
        `Impossible`: no board of any size holds them. `Stopped`: none was found in time.
    """
    return _Fit(words, headings, options or FitOptions(), deadline, watch).run()


class _Fit:
    """The smallest layout so far, and the largest area that is refuted."""

    def __init__(
        self,
        words: Sequence[HiddenWord],
        headings: Sequence[Heading],
        options: FitOptions,
        deadline: Deadline,
        watch: Watch,
    ) -> None:
        self.words, self.headings, self.options = words, headings, options
        self.deadline, self.watch = deadline, watch
        self.rng = random.Random(options.seed)
        self.lengths = Counter(map(len, words))
        steps = {(heading.row, heading.col) for heading in headings}
        self.turns = {(col, row) for row, col in steps} == steps
        self.bound = fewest_cells(words, headings, allow_inside=options.allow_inside)
        self.best: Layout | None = None
        self.reason = ""

    def run(self) -> Placed | Impossible | Stopped:
        """Go down by search; then come up by proofs, as far as they are to be had."""
        why = self._never()
        if why:
            return Impossible(why)
        self._grow()
        if self.best is None:
            return Stopped(self.reason)
        for number in range(self.options.rounds):
            if self.deadline.passed() or self.best.board.n_cells <= self.bound:
                break
            self._shrink(_SWEEPS * 2**number)
            if number == 0 and self.options.prove:
                self._prove()
        area = self.best.board.n_cells
        bound = min(self.bound, area)
        return Placed(self.best, optimal=area <= bound, bound=bound)

    def shapes(self, area: int) -> list[Board]:
        """The rectangles of an area that each word fits on, the squarest first."""
        boards = [Board.rectangle(*sides) for sides in self._sides(area)]
        return [board for board in boards if self._every_word_fits(board)]

    def _sides(self, area: int) -> list[tuple[int, int]]:
        """Rows and columns of an area, the squarest first; of two that mirror each other, one."""
        found: list[tuple[int, int]] = []
        for n_rows in range(isqrt(area), 0, -1):
            n_cols, rest = divmod(area, n_rows)
            ratio = self.options.ratio
            if ratio is not None and n_cols > ratio * n_rows:
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

    def _n_places(self, board: Board) -> int:
        return sum(map(len, all_placements(board, self.words, self.headings)))

    def _every_word_fits(self, board: Board) -> bool:
        longest = max(self.words, key=len)
        return len(longest) <= max(board.n_rows, board.n_cols) and all(
            len(places) for places in all_placements(board, self.words, self.headings)
        )

    def _never(self) -> str:
        """Why no board holds the words, however large."""
        longest = max(map(len, self.words))
        if longest > MAX_SIDE:
            return f"a word has {longest} letters, and a board at most {MAX_SIDE} of them in a line"
        return why_not(Board.rectangle(longest, longest), self.words, self.headings).partition(
            "the words need"
        )[0]

    def _grow(self) -> None:
        """Find a first rectangle, larger and larger until one holds the words."""
        letters = sum(map(len, self.words))
        area = max(self.bound, letters)
        largest = min(MAX_SIDE**2, 4 * letters + (2 * max(map(len, self.words))) ** 2 + 64)
        while area <= largest and not self.deadline.passed():
            self.watch.phase("placing words")
            upper = area + max(1, area // 20)
            if any(self._try(board) for board in self._squarest(area, upper)[:1]):
                return
            area = upper
        wish = Wish(allow_inside=self.options.allow_inside, forbid=self.options.forbid)
        for board in () if self.deadline.passed() else self.shapes(largest - largest % 2):
            found = place(board, self.words, self.headings, wish, deadline=self.deadline)
            if isinstance(found, Placed):
                self._keep(found.layout)
                return
        self.reason = "time limit" if self.deadline.passed() else "no rectangle was found"

    def _shrink(self, sweeps: int) -> None:
        """Pack the words on smaller and smaller rectangles, as far as that goes."""
        least = -inf  # of room, for which this many sweeps seem to be enough
        while self.best is not None and not self.deadline.passed():
            smaller = self._smaller(self.best.board)
            wanted = max(least, self.room(self.best.board.n_rows, self.best.board.n_cols) - _STEP)
            if not smaller or smaller[-1][0] < least:
                return
            room, sides = next((s for s in smaller if s[0] >= wanted), smaller[-1])
            found = pack(
                Board.rectangle(*sides), self.words, self.headings, sweeps,
                allow_inside=self.options.allow_inside, forbid=self.options.forbid, rng=self.rng,
                deadline=self.deadline, tell=self.watch.phase,
            )  # fmt: skip
            if isinstance(found, Layout):
                self._keep(found)
            else:
                least = room + max(1, found)

    def _smaller(self, board: Board) -> list[tuple[float, tuple[int, int]]]:
        """The rectangles smaller than a board, by room, each with more than all smaller ones."""
        found: list[tuple[float, tuple[int, int]]] = []
        most = -inf
        for area in range(self.bound, board.n_cells):
            for sides in self._sides(area):
                room = self.room(*sides)
                if room > most:
                    most = room
                    found.append((room, sides))
        return found

    def _squarest(self, low: int, high: int) -> list[Board]:
        """The rectangles of these areas, both included, the squarest first."""
        boards = [board for area in range(low, high + 1) for board in self.shapes(area)]
        return sorted(boards, key=lambda board: abs(board.n_rows - board.n_cols))

    def _try(self, board: Board) -> bool:
        options = SearchOptions(
            tight=True,
            allow_inside=self.options.allow_inside,
            forbid=self.options.forbid,
            rounds=0,
            tries=_TRIES,
            seed=self.rng.getrandbits(32),
        )
        found = search(board, self.words, self.headings, options, deadline=self.deadline)
        if isinstance(found, Placed):
            self._keep(found.layout)
        return isinstance(found, Placed)

    def _keep(self, layout: Layout) -> None:
        self.best = layout
        self.watch.better(layout)

    def _prove(self) -> None:
        """Refute area after area from below, while there are few places; or find the smallest."""
        left_s = self.deadline.left_s()
        deadline = Deadline.after(None if left_s is None else left_s * _PROOF_SHARE)
        wish = Wish(allow_inside=self.options.allow_inside, forbid=self.options.forbid)
        if self.best is None or self._n_places(self.best.board) > _PROVABLE:
            return
        while self.bound < self.best.board.n_cells:
            self.watch.phase(f"proving that {self.bound} cells are too few")
            for board in self.shapes(self.bound):
                seed = self.options.seed
                found = place(board, self.words, self.headings, wish, seed=seed, deadline=deadline)
                if isinstance(found, Placed):
                    self._keep(found.layout)
                    return  # no smaller one can be: `bound` is its area
                if isinstance(found, Stopped):
                    return
            self.bound += 1
