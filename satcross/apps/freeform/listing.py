"""Layouts of given words, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from satcross import LATIN, Alphabet, Found, Impossible, Reason, SolverOptions, Stopped
from satcross.apps.freeform.arrangement import Placement
from satcross.apps.freeform.bounds import BoxQuestion
from satcross.apps.freeform.exact import BoxSearch
from satcross.apps.freeform.layout import Layout, LayoutOptions, check_words, spelled
from satcross.apps.freeform.local import excess
from satcross.apps.freeform.make import FreeformTask
from satcross.extend import (
    Deadline,
    Heartbeat,
    Listing,
    ListingResult,
    SolutionWord,
    run_by,
    seeded,
)

MAX_LACKING = 30  # layouts that lack letters of the solution word, one after the other
MAX_REPEATS = 10  # searches for each layout found, before no other is expected


class Layouts(Listing[Layout]):
    """Layouts of given words, all different; a `Listing`.

    Where the first is proved to be the best, the others are as good: they have as many words and
    crossings in a box of the same sides, and the end is proved. Otherwise each comes from a search
    with the next seed.

    Args: as for `FreeformTask`; limit: how many at most, None for all, where the first is proved;
        time_limit_s: seconds for all layouts together; holding: a solution word, for whose letters
        each layout has cells.

    Raises: OptionError: as `FreeformTask`, or the words lack a letter of the solution word.
    """

    def __init__(
        self,
        words: Sequence[str],
        options: SolverOptions | None = None,
        *,
        wanted: LayoutOptions | None = None,
        alphabet: Alphabet = LATIN,
        limit: int | None = None,
        time_limit_s: float | None = None,
        holding: str = "",
    ) -> None:
        super().__init__(limit, time_limit_s)
        self._words, self._wanted = tuple(words), wanted or LayoutOptions()
        self._alphabet = alphabet
        check_words(self._words, self._wanted, alphabet)
        there = [letter for word in self._words for letter in alphabet.cut(word)]
        self._holding = holding
        self._letters = SolutionWord.letters_of(holding, alphabet) if holding else []
        SolutionWord.require_letters(self._letters, there, holding, "the words have")
        self._options = seeded(self, options)
        self._heartbeat = Heartbeat(self, self._options)
        self._task: FreeformTask | None = None
        self._n_searches = 0
        self._seen: set[frozenset[Placement]] = set()
        self._first: Layout | None = None  # proved to be the best
        self._search: BoxSearch | None = None  # of layouts like the first
        self._cut: Reason | None = None  # why the search for the last layout was not finished
        self._partial: Layout | None = None  # of fewer words than are wanted

    def _ending(self) -> ListingResult:
        result = super()._ending()
        if not self.n_found and isinstance(result, Stopped):
            return Stopped(result.reason, result.work, partial=self._partial)
        cut, self._cut = self._cut, None
        if cut is not None and not isinstance(result, Stopped):
            partial = result.value if isinstance(result, Found) else result.evidence
            return Stopped(cut, result.work, partial=partial)
        return result

    def _next(self, deadline: Deadline) -> Layout | Reason | None:
        for _ in range(MAX_LACKING):
            found = self._another(deadline)
            if not isinstance(found, Layout):
                return found
            if not Counter(self._letters) - Counter(found.grid.cells):
                return found
            self.why = f"no layout that is as good has the letters of {self._holding}"
        return Reason.GIVEN_UP

    def _another(self, deadline: Deadline) -> Layout | Reason | None:
        if self._first is not None and self._task is not None:
            return self._like_the_first(self._first, self._task, deadline)
        return self._from_searches(deadline)

    def _from_searches(self, deadline: Deadline) -> Layout | Reason | None:
        """The layout of the next search that finds another."""
        while not (self.n_found and deadline.passed()):
            if self._task is None:
                if self._n_searches > MAX_REPEATS * (len(self._seen) + 1):
                    return Reason.GIVEN_UP
                seed = self._options.seed + self._n_searches
                options = SolverOptions(seed=seed, on_progress=self.emit)
                self._task = FreeformTask(
                    self._words, options, wanted=self._wanted, alphabet=self._alphabet
                )
                self._n_searches += 1
            result = run_by(deadline, self._task)
            if isinstance(result, Impossible):
                self.why = result.why
                self.evidence = result.evidence
                return None
            if isinstance(result, Stopped) and result.reason is Reason.ROUNDS and self._seen:
                self._end_task()
                continue
            if isinstance(result, Stopped):
                assert result.partial is None or isinstance(result.partial, Layout)
                self._partial = result.partial
                return result.reason
            layout = result.value
            if result.is_proved:
                self._first = layout
                return layout
            if result.reason is Reason.ROUNDS:
                self._end_task()
            else:  # the next run goes on
                self._cut = result.reason
            if frozenset(layout.placements) not in self._seen:
                self._seen.add(frozenset(layout.placements))
                return layout
        return deadline.reason

    def _like_the_first(
        self, first: Layout, task: FreeformTask, deadline: Deadline
    ) -> Layout | Reason | None:
        """Another layout that is as good, the best there is."""
        self._heartbeat.begin("finding others", deadline)
        n = len(first.placements)
        if self._search is None:
            short, long = sorted((first.grid.n_rows, first.grid.n_cols))
            asked = BoxQuestion(short, long, excess(short, long), first.n_crossings)
            self._search = task.box_search(asked, n, self._heartbeat)
            self._search.exclude(spelled(first.placements, self._alphabet.symbols))
        found = self._search.next(deadline=deadline)
        if found is None or isinstance(found, Reason):
            return found
        self._search.exclude(found)
        return task.checked(found, task.bounds(n), is_proved=True, least=first.least_area)

    def _end_task(self) -> None:
        if self._task is not None:
            self._task.close()
            self._task = None

    def _close(self) -> None:
        self._end_task()
        if self._search is not None:
            self._search.close()
        super()._close()
