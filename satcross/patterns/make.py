"""Grids from nothing: a pattern around a theme, and words in it.

Patterns come from the solver that holds the rules, fills from the filler, and each teaches the
other. A slot that the theme's letters leave with too few words is forbidden wherever it could be;
slots that were proved to have no words together are forbidden as a figure. What is forbidden
because it is merely unlikely goes by stages, the last of which forbids nothing that could be
filled: so a "no" at its end is proved, unless some pattern ran out of time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from satcross.errors import OptionError
from satcross.fill import Fill
from satcross.patterns.rules import PatternRules, Range
from satcross.patterns.search import NoPattern, PatternUnknown
from satcross.patterns.supports import Supports
from satcross.patterns.theme import NoTheme, Theme, ThemedPattern, ThemeSearch
from satcross.puzzle import Puzzle, Slot, find_slots
from satcross.solve.lazy.search_session import SearchSession
from satcross.solve.protocol import Deadline, Outcome, ProgressHandler, SolverOptions
from satcross.tasks.explain import Explanation, explain
from satcross.tasks.fill import TIME_LIMIT
from satcross.tasks.opening import prepare
from satcross.tasks.results import Filled, FillResult, Unfillable, Unknown
from satcross.words import WordList


@dataclass(frozen=True, slots=True)
class Stage:
    """How choosy to be.

    Args:
        longest: no slot but the theme's is longer; None for no limit.
        gap: theme entries above each other are so many rows apart, if the theme asks for fewer.
        least_words: a slot with letters of the theme must have so many words to choose from.
        conflicts: after how many conflicts a fill is given up: a few thousand take a second.
        n_patterns: after how many patterns that were tried the next stage begins; None for no
            limit.
    """

    longest: int | None
    gap: int
    least_words: int
    conflicts: int
    n_patterns: int | None


# Long slots between theme entries are what makes patterns unfillable: few words, many crossings.
STAGES = (
    Stage(longest=9, gap=3, least_words=20, conflicts=10_000, n_patterns=15),
    Stage(longest=10, gap=3, least_words=10, conflicts=10_000, n_patterns=25),
    Stage(longest=10, gap=2, least_words=10, conflicts=10_000, n_patterns=25),
    Stage(longest=11, gap=3, least_words=10, conflicts=10_000, n_patterns=25),
    Stage(longest=11, gap=2, least_words=4, conflicts=20_000, n_patterns=50),
    Stage(longest=None, gap=1, least_words=1, conflicts=60_000, n_patterns=None),
)

# Of the patterns that arc consistency refutes, one in so many is explained: the figure that the
# explanation names saves some patterns, and costs as much as several.
EXPLAIN_EACH = 3


@dataclass(slots=True)
class MakeWork:
    """What was done.

    Fields:
        n_patterns: patterns that went to the filler.
        n_unfillable: those that were proved to have no fill.
        n_cuts: clauses that were learnt from slots without words.
        elapsed_s: wall-clock seconds.
    """

    n_patterns: int = 0
    n_unfillable: int = 0
    n_cuts: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Made:
    """A grid with its theme and fill; the fill has passed `verify`."""

    fill: Fill
    themed: ThemedPattern
    work: MakeWork = field(compare=False)


@dataclass(frozen=True, slots=True)
class NoGrid:
    """Proved: no pattern that obeys the rules has a fill.

    Args: why: what is in the way, when the theme words cannot even be placed; else None.
    """

    why: NoTheme | None
    work: MakeWork = field(compare=False)

    def __str__(self) -> str:
        return "no pattern that obeys the rules has a fill" if self.why is None else str(self.why)


@dataclass(frozen=True, slots=True)
class MakeUnknown:
    """Neither made nor proved impossible.

    Args: reason: "time limit", or that some patterns were given up.
    """

    reason: str
    work: MakeWork = field(compare=False)


MakeResult = Made | NoGrid | MakeUnknown


def make(
    rules: PatternRules,
    words: WordList,
    theme: Theme | None = None,
    *,
    seed: int = 0,
    time_limit_s: float | None = None,
    stages: tuple[Stage, ...] = STAGES,
    on_pattern: Callable[[ThemedPattern], None] | None = None,
    on_progress: ProgressHandler | None = None,
) -> MakeResult:
    """A filled grid around a theme: pattern, places of the theme words, and all other words.

    Args:
        rules: of the pattern.
        words: for all slots but the theme's; theme words need not be in it.
        theme: what must stand in the grid; None for a themeless one.
        seed: different seeds make different grids, the same seed the same one.
        time_limit_s: seconds after which to stop; None for no limit.
        stages: from choosy to exact.
        on_pattern: called with each pattern before it is filled.
        on_progress: as for `fill`.

    Raises:
        OptionError: a theme word has a letter that the list's alphabet lacks, or rules that make
            no sense.
    """
    return next(
        make_grids(
            rules,
            words,
            theme,
            limit=1,
            seed=seed,
            time_limit_s=time_limit_s,
            stages=stages,
            on_pattern=on_pattern,
            on_progress=on_progress,
        )
    )


def make_grids(
    rules: PatternRules,
    words: WordList,
    theme: Theme | None = None,
    *,
    limit: int | None = None,
    seed: int = 0,
    time_limit_s: float | None = None,
    stages: tuple[Stage, ...] = STAGES,
    on_pattern: Callable[[ThemedPattern], None] | None = None,
    on_progress: ProgressHandler | None = None,
) -> Iterator[MakeResult]:
    """Filled grids with different patterns, or the theme in different places, one by one.

    Args: as for `make`; limit: how many at most, None for as many as there are.

    Returns: an iterator of `Made`; the last item is another answer when there is no other grid, or
        the search has stopped.
    """
    maker = _Maker(rules, words, theme or Theme(()), seed, Deadline.after(time_limit_s))
    maker.on_pattern, maker.on_progress = on_pattern, on_progress
    n_made = 0
    while limit is None or n_made < limit:
        result = maker.run(stages)
        yield result
        if not isinstance(result, Made):
            return
        n_made += 1
        maker.leave_out(result.themed)


class _Maker:
    """One run, with what it has learnt."""

    def __init__(
        self, rules: PatternRules, words: WordList, theme: Theme, seed: int, deadline: Deadline
    ) -> None:
        for word in theme.all_words:
            if not all(letter in words.alphabet for letter in word):
                raise OptionError(
                    f"{word!r} has a letter that the word list's alphabet lacks",
                    mend="mend the word or give --alphabet",
                    source="theme",
                )
        self.rules, self.words, self.theme, self.seed = rules, words, theme, seed
        self.deadline = deadline
        self.on_pattern: Callable[[ThemedPattern], None] | None = None
        self.on_progress: ProgressHandler | None = None
        self.supports = Supports(words)
        self.work = MakeWork()
        self._started = time.monotonic()
        self._n_refuted = 0
        self._figures: list[tuple[list[tuple[int, ...]], dict[int, str]]] = []
        self._empty: list[tuple[int, dict[int, str]]] = []
        self._left_out: list[ThemedPattern] = []

    def leave_out(self, themed: ThemedPattern) -> None:
        """Make no grid with this pattern and the theme in these places from now on."""
        self._left_out.append(themed)

    def run(self, stages: tuple[Stage, ...]) -> MakeResult:
        result: MakeResult | None = None
        for stage in stages:
            result = self._stage(stage)
            self.work.elapsed_s = time.monotonic() - self._started
            if isinstance(result, Made | NoGrid) or self.deadline.passed():
                return result
        assert result is not None
        return result

    def _stage(self, stage: Stage) -> MakeResult:
        rules = self._choosy(stage)
        theme = replace(self.theme, gap=max(self.theme.gap, stage.gap))
        search = ThemeSearch(rules, theme, seed=self.seed)
        try:
            for length, letters in self._empty:
                search.forbid_letters(length, letters)
            for slots, letters in self._figures:
                search.forbid_slots(slots, letters)
            for themed in self._left_out:
                search.exclude(themed)
            return self._patterns(search, stage, rules)
        finally:
            search.close()

    def _choosy(self, stage: Stage) -> PatternRules:
        """The rules, and no slot longer than the stage allows but for theme words."""
        rules, theme = self.rules, self.theme
        if stage.longest is None:
            return rules
        counts = dict(rules.n_of_length)
        for length in range(stage.longest + 1, max(rules.n_rows, rules.n_cols) + 1):
            fixed = sum(slot.length == length for slot in rules.slots)
            must = sum(len(word) == length for word in theme.words) + fixed
            may = must + sum(len(word) == length for word in theme.optional)
            counts.setdefault(length, Range(must, may))
        return replace(rules, n_of_length=counts)

    def _patterns(self, search: ThemeSearch, stage: Stage, rules: PatternRules) -> MakeResult:
        n_tried = n_given_up = 0
        is_fresh = not (self._empty or self._figures or self._left_out)
        while stage.n_patterns is None or n_tried < stage.n_patterns:
            if self.deadline.passed():
                return MakeUnknown(TIME_LIMIT, self.work)
            found = search.next(deadline=self.deadline)
            if isinstance(found, PatternUnknown):
                return MakeUnknown(found.reason, self.work)
            if isinstance(found, NoPattern):
                is_exact = rules == self.rules and stage.gap <= self.theme.gap
                if not is_exact or stage.least_words > 1:
                    return MakeUnknown("no pattern at this stage", self.work)
                return self._no_other(search, is_fresh, n_given_up)
            is_fresh = False
            if self._thin(search, found, stage.least_words):
                continue
            n_tried += 1
            if self.on_pattern is not None:
                self.on_pattern(found)
            filled = self._fill(found, stage)
            if isinstance(filled, Filled):
                return Made(filled.fill, found, self.work)
            if isinstance(filled, Unfillable):
                self._learn(search, found, filled.why)
            else:
                n_given_up += 1
            search.exclude(found)
        return MakeUnknown(f"{n_tried} patterns tried", self.work)

    def _no_other(self, search: ThemeSearch, is_fresh: bool, n_given_up: int) -> MakeResult:
        """The answer when there is no pattern left, and none was forbidden without proof."""
        if n_given_up:
            return MakeUnknown(f"{n_given_up} patterns were given up", self.work)
        return self._no_theme(search) if is_fresh else NoGrid(None, self.work)

    def _no_theme(self, search: ThemeSearch) -> MakeResult:
        why = search.why_not(deadline=self.deadline)
        if isinstance(why, NoTheme):
            return NoGrid(why, self.work)
        return MakeUnknown(why.reason, self.work)

    def _thin(self, search: ThemeSearch, themed: ThemedPattern, least: int) -> bool:
        """Forbid what the theme's letters leave with fewer than `least` words; was there any?"""
        found = False
        of_theme = {self.rules.slot_cells(slot) for slot in themed.slots.values()}
        for slot in find_slots(themed.grid, self.rules.min_length):
            if slot.cells in of_theme:
                continue
            letters = _letters(themed, slot)
            # What the theme spells by the way must be a word; there is nothing more to choose.
            enough = 1 if len(letters) == len(slot) else least
            if self.supports.count(len(slot), letters) < enough:
                found = True
                part = self.supports.too_few(len(slot), letters, enough)
                self._forbid(search, len(slot), part, enough)
        return found

    def _forbid(
        self, search: ThemeSearch, length: int, part: Mapping[int, str], least: int
    ) -> None:
        search.forbid_letters(length, part)
        self.work.n_cuts += 1
        if not self.supports.count(length, part):
            self._empty.append((length, dict(part)))

    def _fill(self, themed: ThemedPattern, stage: Stage) -> FillResult:
        """As `tasks.fill`, but given up after conflicts, so that all machines do the same."""
        self.work.n_patterns += 1
        options = SolverOptions(seed=self.seed, on_progress=self.on_progress)
        opened = prepare(self._puzzle(themed), options)
        if opened.domains.emptied is not None:
            return Unfillable(opened.why_not)
        session = SearchSession(
            opened.domains, opened.letters, seed=self.seed, on_progress=self.on_progress
        )
        try:
            answer = session.solve(deadline=self.deadline, conflicts=stage.conflicts)
            match answer.outcome:
                case Outcome.SAT:
                    return Filled(opened.fill(answer))
                case Outcome.UNSAT:
                    return Unfillable()
                case Outcome.UNKNOWN:
                    return Unknown(answer.reason)
        finally:
            session.close()

    def _puzzle(self, themed: ThemedPattern) -> Puzzle:
        return Puzzle(themed.grid, self.words, min_length=self.rules.min_length)

    def _learn(self, search: ThemeSearch, themed: ThemedPattern, why: str) -> None:
        """Forbid the slots that an explanation names, wherever the figure could be."""
        self.work.n_unfillable += 1
        if not why:  # it took a search to refute; its explanation would take many
            return
        self._n_refuted += 1
        if self._n_refuted % EXPLAIN_EACH:
            return
        puzzle = self._puzzle(themed)
        left_s = self.deadline.left_s()
        told = explain(puzzle, options=SolverOptions(seed=self.seed), time_limit_s=left_s)
        if not isinstance(told, Explanation):
            return
        slots = [puzzle.slot(name).cells for name in told.slots]
        letters = {cell: themed.grid.cells[cell] for cell in told.letters}
        search.forbid_slots(slots, letters)
        self._figures.append((slots, letters))
        self.work.n_cuts += 1


def _letters(themed: ThemedPattern, slot: Slot) -> Mapping[int, str]:
    grid = themed.grid
    return {at: grid.cells[cell] for at, cell in enumerate(slot.cells) if grid.is_given(cell)}
