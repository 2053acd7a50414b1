"""Free-form crosswords, as on a Scrabble board: given words that cross, in large squares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from satcross import (
    LATIN,
    Alphabet,
    Answered,
    Best,
    Impossible,
    Reason,
    SolverOptions,
    Stopped,
    Task,
    VerificationError,
)
from satcross.apps.freeform.arrangement import Arrangement, Placement, grid_of
from satcross.apps.freeform.bounds import Bounds, BoxQuestion, groups
from satcross.apps.freeform.crossings import CrossingSearch, GivenUpError
from satcross.apps.freeform.encode import BoxSize
from satcross.apps.freeform.exact import BoxSearch
from satcross.apps.freeform.layout import (
    EXACT_UPTO,
    Layout,
    LayoutOptions,
    check_words,
    crossings_of,
    moved,
    rounds_for,
    spelled,
    turned,
)
from satcross.apps.freeform.local import BoxShape, LocalSearch, Merit
from satcross.apps.freeform.parts import beside, divided
from satcross.apps.freeform.reasons import TOO_LONG, Reasons
from satcross.apps.freeform.verify import layout_faults
from satcross.extend import Deadline, DeadlinePassedError, Heartbeat, Work, seeded

BEFORE_PROOF = 8  # the exact search needs only a fair layout to begin with

LayoutResult = Best[Layout] | Impossible | Stopped


class FreeformTask(Task[Layout, LayoutResult]):
    """A free-form crossword of given words; for few words, the best.

    Every run of two or more letters is one of the words, each occurs once, and all are connected.
    `Merit` says which layout is better. A local search comes first. Where it cannot place all
    words, a search through all ways to cross tries to place more, or to prove that this is
    impossible. Then SAT decides what would be better, question by question.

    Args:
        words: capital letters, distinct. Their order has no meaning.
        options: seed and progress. Different seeds find different layouts.
        wanted: limits of the box, and how long to search.
        alphabet: where letters have several characters, cuts the words into letters.

    Run again after it was stopped, it goes on where it was.

    `run` returns `Best` without an objective, as several count: its reason is `ROUNDS` where no
    proof was asked for; `Impossible` where it is proved that no layout has that many words, and
    `Stopped` where none was found. The evidence of the one and the partial answer of the other are
    the best layout of fewer words; None where not even one word was placed.

    Raises:
        OptionError: a word has fewer than two letters or occurs twice, or a number is too large.

    >>> print(FreeformTask(["CAT", "TOP", "ACT", "APT"]).run().value.grid)
    A~~~
    CAT~
    T~O~
    ~APT
    """

    def __init__(
        self,
        words: Sequence[str],
        options: SolverOptions | None = None,
        *,
        wanted: LayoutOptions | None = None,
        alphabet: Alphabet = LATIN,
    ) -> None:
        super().__init__()
        wanted = wanted or LayoutOptions()
        check_words(words, wanted, alphabet)
        self.words, self._alphabet = tuple(words), alphabet
        self.shape = replace(wanted.shape, n_clues=len(words))
        # For searches, whose words are strings of one character a letter.
        self._symbols = tuple(map(alphabet.symbols, words))
        self.limits = self.shape.limits
        self._options = seeded(self, options)
        self._is_exact = wanted.is_exact(words)
        self._proves_number = wanted.prove is True
        self._n_parts = wanted.parts
        self._rounds = rounds_for(self._symbols) if wanted.rounds is None else wanted.rounds
        if self._is_exact and len(words) <= EXACT_UPTO:
            self._rounds //= BEFORE_PROOF
        self._n_rounds = self._rounds  # of all runs together
        self._at_least = len(words) if wanted.at_least is None else wanted.at_least
        self._reasons = Reasons(words, self.limits, alphabet)
        self._most = self._can_be_placed()  # no layout has more
        self._placed: tuple[Placement, ...] = ()  # the best so far, in symbols
        self._bounds: Bounds | None = None
        self._local: LocalSearch | None = None
        self._crossings_done = False  # whether `_count_crossings` has nothing more to say
        self._search: BoxSearch | None = None  # of what is asked
        self._asked: BoxQuestion | None = None
        self._heartbeat = Heartbeat(self, self._options)

    def _run(self, deadline: Deadline) -> LayoutResult:
        if isinstance(self.result, Best | Stopped) and self.result.reason is Reason.ROUNDS:
            self._n_rounds += self._rounds
        reason = self._improved(deadline)
        n = len(self._placed)
        bounds = self._bounds or self.bounds(max(n, 1))
        if n < self._at_least:
            return self._too_few(reason, bounds, deadline)
        layout = self.checked(self._placed, bounds, is_proved=reason is None)
        return Best(layout, None, None, reason, self._work())

    def _too_few(self, reason: Reason | None, bounds: Bounds, deadline: Deadline) -> LayoutResult:
        """The answer where the best layout has too few words: see the class."""
        layout = None
        if self._placed:
            layout = self.checked(self._placed, bounds, is_proved=False)
            if self._n_parts > 1:
                parts = divided(
                    self._symbols, self._placed, self.shape,
                    seed=self._options.seed, deadline=deadline,
                )  # fmt: skip
                parts = parts[: self._n_parts]
                placements = beside(parts, self.shape)
                bounds = self.bounds(len(placements))
                layout = self.checked(
                    placements, bounds, is_proved=False, least=bounds.least_letters,
                    n_parts=len(parts),
                )  # fmt: skip
                if not layout.left_out:
                    return Best(layout, None, None, Reason.ROUNDS, self._work())
        if self._most < self._at_least:
            return Impossible(self._why_too_few(layout), self._work(), evidence=layout)
        return Stopped(reason or Reason.ROUNDS, self._work(), partial=layout)

    def _improved(self, deadline: Deadline) -> Reason | None:
        """Search on from the best layout so far; None when it is proved to be the best."""
        self._heartbeat.begin("placing words", deadline)
        if self._local is None:
            self._local = LocalSearch(self._symbols, self.shape, seed=self._options.seed)
        if self._local.n_done < self._n_rounds or not self._placed:
            is_done = self._local.run(self._n_rounds, deadline=deadline, on_best=self._on_better)
            # The proofs of a run before may have found a better one.
            if self._merit(self._local.best.placements()) > self._merit(self._placed):
                self._placed = self._local.best.placements()
            if not is_done:
                return deadline.reason
        try:
            reason = self._close_number(deadline)
            if reason is not None or len(self._placed) < self._at_least:
                return reason
            if not self._is_exact or len(self._placed) < self._most:
                return Reason.ROUNDS
            if self._bounds is None:
                self._bounds = self.bounds(len(self._placed))
            return self._close_box(self._bounds, deadline)
        except DeadlinePassedError:
            return deadline.reason

    def _close_number(self, deadline: Deadline) -> Reason | None:
        """Find more words than the best has, or prove that there are none; why that ended early."""
        self._heartbeat.begin("counting words")
        self._count_crossings()
        if len(self._placed) < self._most and not self._proves_number:
            return Reason.ROUNDS
        while len(self._placed) < self._most:
            self._heartbeat.begin("counting words")
            if self._search is None:
                span = Bounds(self._symbols, len(self.words), BoxShape()).span
                rows, cols = (
                    span if side is None else min(side, span)
                    for side in (self.limits.max_rows, self.limits.max_cols)
                )
                self._search = BoxSearch(
                    self._symbols, BoxSize(rows, cols), at_least=len(self._placed) + 1,
                    aligned=False, seed=self._options.seed, tick=self._heartbeat,
                )  # fmt: skip
            found = self._search.next(deadline=deadline)
            if isinstance(found, Reason):
                return found
            self._close_search()
            if found is None:
                self._most = len(self._placed)
            else:
                self._placed = moved(found)
        return None

    def _count_crossings(self) -> None:
        """Go through the ways to cross, for all words and then for one more than the best has."""
        while not self._crossings_done and len(self._placed) < self._most:
            # Where not all fit, there is seldom a layout of one less than the best could have.
            is_first = self._most == self._can_be_placed()
            n = self._most if is_first else len(self._placed) + 1
            try:
                found = CrossingSearch(self._symbols, n, self.limits, tick=self._heartbeat).run()
            except GivenUpError:
                self._crossings_done = True
                return
            if found is not None:
                self._placed = self._within_limits(found)
            elif is_first:
                self._most = n - 1
            else:
                self._most = len(self._placed)

    def _close_box(self, bounds: Bounds, deadline: Deadline) -> Reason | None:
        """Find better layouts until it is proved that there is none; why that ended early."""
        while True:
            grid = grid_of(self._placed)
            self._heartbeat.begin(f"proving {grid.n_rows * grid.n_cols} cells")
            if self._search is None:
                merit = self._merit(self._placed)
                self._asked = bounds.worth_asking(merit, grid.n_rows, grid.n_cols)
                if self._asked is None:
                    return None
                self._search = self.box_search(self._asked, len(self._placed), self._heartbeat)
            found = self._search.next(deadline=deadline)
            if isinstance(found, Reason):
                return found
            self._close_search()
            if found is None:
                assert self._asked is not None
                bounds.refute(self._asked)
            else:
                self._placed = self._within_limits(moved(found))
                self.emit(Answered(self.checked(self._placed, bounds, is_proved=False)))

    def box_search(self, asked: BoxQuestion, n: int, tick: Heartbeat) -> BoxSearch:
        """A solver that holds the layouts of `n` words that are as asked for."""
        at_least = None if n == len(self.words) else n
        n_rows, n_cols, excess, n_crossings = asked
        return BoxSearch(
            self._symbols, BoxSize(n_rows, n_cols), at_least=at_least, excess=excess,
            n_crossings=n_crossings, seed=self._options.seed, tick=tick,
        )  # fmt: skip

    def bounds(self, n: int) -> Bounds:
        """What is known of the boxes of `n` words."""
        return Bounds(self._symbols, n, self.shape)

    def _within_limits(self, placements: tuple[Placement, ...]) -> tuple[Placement, ...]:
        """The placements, turned over their diagonal where the limits or the page ask for it."""
        grid = grid_of(placements)
        rows, cols = grid.n_rows, grid.n_cols
        is_good = self.limits.allow(rows, cols) and (
            not self.limits.allow(cols, rows)
            or self.shape.square_as_is(rows, cols) >= self.shape.square_as_is(cols, rows)
        )
        return placements if is_good else tuple(turned(place) for place in placements)

    def _merit(self, placements: Sequence[Placement]) -> Merit:
        if not placements:
            return self.shape.merit(0, 0, 1, 1)
        grid = grid_of(placements)
        n_crossings = crossings_of(placements)
        return self.shape.merit(len(placements), n_crossings, grid.n_rows, grid.n_cols)

    def checked(
        self,
        placements: tuple[Placement, ...],
        bounds: Bounds,
        *,
        is_proved: bool,
        least: int | None = None,
        n_parts: int = 1,
    ) -> Layout:
        """The layout of these placements, verified.

        Args:
            placements: as a search has them.
            least: what is proved of the area; None for what `bounds` says.
            n_parts: connected layouts among them.
        """
        n_crossings = crossings_of(placements)
        placements = spelled(self._within_limits(moved(placements)), self._alphabet.text)
        there = {place.word for place in placements}
        missing = [word for word in self.words if word not in there]
        grid = grid_of(placements, self._alphabet)
        faults = layout_faults(
            grid, self.words, alphabet=self._alphabet, left_out=missing, n_parts=n_parts
        )
        if faults:
            raise VerificationError(f"a layout that breaks a rule: {faults[0]}")
        area = grid.n_rows * grid.n_cols
        if least is None:
            least = bounds.least_area(area)
        n = len(self._placed)
        most = (
            f"no layout has more than {n} of the words" if n == self._most and n_parts == 1 else ""
        )
        left_out = tuple((word, why or most) for word, why in self._reasons.left_out(missing))
        return Layout(grid, placements, left_out, n_crossings, least, is_proved, n_parts)

    def _can_be_placed(self) -> int:
        """How many words could be placed at most, by what they share and how long they are."""
        return max(map(len, self._groups()), default=0)

    def _groups(self) -> list[list[str]]:
        """The words that are not too long, by who shares letters with whom."""
        fit = [word for word in self.words if self._reasons.of_word(word) != TOO_LONG]
        found = groups(list(map(self._alphabet.symbols, fit)))
        return [list(map(self._alphabet.text, group)) for group in found]

    def _why_too_few(self, layout: Layout | None) -> str:
        named = [(word, self._reasons.of_word(word)) for word in self.words]
        simple = [f"{word} {'is ' if why == TOO_LONG else ''}{why}" for word, why in named if why]
        if simple and len(self.words) - len(simple) < self._at_least:
            return "; ".join(simple[:3]) + ("; and others" if len(simple) > 3 else "")
        if self._can_be_placed() < self._at_least:
            one, other, *_ = self._groups()
            return f"no word of {_some(one)} shares a letter with any of {_some(other)}"
        if layout is not None and self._at_least == len(self.words):
            conflict = self._reasons.conflict([word for word, _ in layout.left_out])
            if conflict:
                return conflict
        return f"no layout has more than {self._most} of the words"

    def _on_better(self, arrangement: Arrangement) -> None:
        n, area = len(arrangement.spots), arrangement.box.n_rows * arrangement.box.n_cols
        self._heartbeat.phase = f"{n} words in {area} cells"
        self._heartbeat.show()
        if n >= self._at_least:
            layout = self.checked(arrangement.placements(), self.bounds(n), is_proved=False)
            self.emit(Answered(layout))

    def _work(self) -> Work:
        return Work(self.elapsed_s)

    def _close_search(self) -> None:
        if self._search is not None:
            self._search.close()
            self._search = None

    def _close(self) -> None:
        self._close_search()
        super()._close()


def _some(words: Sequence[str]) -> str:
    return ", ".join(words[:3]) + (", …" if len(words) > 3 else "")
