"""Finished grids: a pattern around a theme, and words in all other slots.

Patterns come from the solver that holds the rules, fills from the filler, and each teaches the
other. A slot that the theme's letters leave with too few words is forbidden wherever it could be;
slots that were proved to have no words together are forbidden as a figure. What is forbidden only
because it is unlikely to be filled changes by stages; the last forbids nothing that could be
filled. So when the last stage finds nothing, that is a proof, unless some pattern was given up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from satcross.construct.theme import NoTheme, Theme, ThemedPattern, ThemeSearch
from satcross.errors import OptionError
from satcross.model.fill import Fill, FillResult
from satcross.model.picture import Picture
from satcross.model.puzzle import Puzzle, Slot, find_slots
from satcross.pattern.rules import PatternRules, Range
from satcross.results import Found, Impossible, Reason, Stopped, Work
from satcross.solve.protocol import Outcome, SolverOptions
from satcross.solve.refining import search_session
from satcross.task import (
    Deadline,
    DeadlinePassedError,
    Listing,
    ListingResult,
    Progress,
    Task,
)
from satcross.tasks.explain.explain import ExplainTask, Explanation
from satcross.tasks.heartbeat import Heartbeat, run_by, seeded
from satcross.tasks.prepared import prepare
from satcross.words import WordList

NO_FILL = "no pattern that obeys the rules has a fill"


@dataclass(frozen=True, slots=True)
class Stage:
    """How selective to be.

    Args:
        longest: no slot but the theme's is longer; None for no limit.
        gap: rows between theme entries above each other, where the theme asks for fewer.
        least_words: how many words must fit each slot with letters of the theme.
        conflicts: after how many conflicts a fill is given up: a few thousand take a second.
        n_patterns: how many patterns to try before the next stage begins; None for no limit.
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

# One in this many patterns that arc consistency refutes is explained: forbidding the figure that an
# explanation names saves some patterns, and costs as much as several.
EXPLAIN_EACH = 3


@dataclass(frozen=True, slots=True)
class MadeGrid(Picture):
    """A finished grid.

    Args:
        fill: the grid, which has passed `verify`.
        themed: its pattern, with the theme in it.
    """

    fill: Fill
    themed: ThemedPattern

    def __str__(self) -> str:
        return str(self.fill)


@dataclass(frozen=True, slots=True)
class PatternTried(Progress):
    """A pattern goes to the filler; sent for each, however quickly they come.

    Args: themed: the pattern.
    """

    themed: ThemedPattern | None = None


MakeResult = Found[MadeGrid] | Impossible | Stopped


class MakeTask(Task[MadeGrid, MakeResult]):
    """A filled grid around a theme: pattern, places of the theme words, and all other words.

    Args:
        rules: of the pattern.
        words: for all slots but the theme's; theme words need not be in it.
        theme: its words must be in the grid; None for a themeless one.
        options: seed and progress. Different seeds make different grids, the same seed the same.
        stages: from selective to exact.

    Run again after `Stopped`, it goes on with the next pattern and keeps what it has learnt; where
    it had given up patterns, with twice the conflicts for each.

    `run` returns `Found`; `Impossible`, whose evidence is a `NoTheme` when the theme words cannot
    even be placed; or `Stopped`, with the reason `GIVEN_UP` when some patterns took too long.

    Raises:
        OptionError: a theme word has a letter that the list's alphabet lacks.
    """

    def __init__(
        self,
        rules: PatternRules,
        words: WordList,
        theme: Theme | None = None,
        options: SolverOptions | None = None,
        *,
        stages: tuple[Stage, ...] = STAGES,
    ) -> None:
        super().__init__()
        self.maker = GridMaker(self, rules, words, theme, seeded(self, options), stages)

    def _run(self, deadline: Deadline) -> MakeResult:
        found = self.maker.next(deadline)
        work = self.maker.work()
        if found is None:
            return Impossible(self.maker.why, work, self.maker.no_theme)
        if isinstance(found, Reason):
            return Stopped(found, work, self.maker.detail)
        return Found(found, work)

    def _close(self) -> None:
        self.maker.close()


class MadeGrids(Listing[MadeGrid]):
    """Grids as of `MakeTask` with different patterns, or the theme in different places.

    Args: as for `MakeTask`; limit: how many at most, None for all; time_limit_s: seconds for all
        grids together.
    """

    def __init__(
        self,
        rules: PatternRules,
        words: WordList,
        theme: Theme | None = None,
        options: SolverOptions | None = None,
        *,
        limit: int | None = None,
        time_limit_s: float | None = None,
        stages: tuple[Stage, ...] = STAGES,
    ) -> None:
        super().__init__(limit, time_limit_s)
        self.maker = GridMaker(self, rules, words, theme, seeded(self, options), stages)

    def _next(self, deadline: Deadline) -> MadeGrid | Reason | None:
        found = self.maker.next(deadline)
        self.why = self.maker.why
        return found

    def _ending(self) -> ListingResult:
        result = super()._ending()
        match result:
            case Impossible():
                return replace(result, evidence=self.maker.no_theme)
            case Stopped(Reason.GIVEN_UP):
                return replace(result, detail=self.maker.detail)
        return result

    def _work(self) -> Work:
        return self.maker.work()

    def _close(self) -> None:
        self.maker.close()


class GridMaker:
    """The work of both tasks: where it is, and what it has learnt.

    Fields:
        n_patterns: patterns that went to the filler.
        n_unfillable: those that were proved to have no fill.
        n_cuts: clauses that were learnt from slots without words.
        why: why there is no grid at all, once that is proved.
        no_theme: the same, when the theme words cannot be placed.
        detail: what was given up, when `next` answered `GIVEN_UP`.
    """

    def __init__(
        self,
        task: Task[Any, Any],
        rules: PatternRules,
        words: WordList,
        theme: Theme | None,
        options: SolverOptions,
        stages: tuple[Stage, ...],
    ) -> None:
        theme = theme or Theme(())
        for word in theme.all_words:
            if not all(letter in words.alphabet for letter in word):
                raise OptionError(
                    f"{word!r} has a letter that the word list's alphabet lacks",
                    hint="change the word or the alphabet",
                    parameter="theme",
                )
        self.rules, self.words, self.theme = rules, words, theme
        self.n_patterns = self.n_unfillable = self.n_cuts = self.n_conflicts = 0
        self.why = self.detail = ""
        self.no_theme: NoTheme | None = None
        self._task, self._options, self._stages = task, options, stages
        self._heartbeat = Heartbeat(task, options)
        self._supports = Supports(words)
        self._n_refuted = 0
        self._figures: list[tuple[list[tuple[int, ...]], dict[int, str]]] = []
        self._empty: list[tuple[int, dict[int, str]]] = []
        self._made: list[ThemedPattern] = []
        self._at = 0  # index of the stage
        self._stage: StageSearch | None = None
        self._conflicts_factor = 1

    def work(self) -> Work:
        """What it cost so far; the conflicts are the filler's."""
        return Work(self._task.elapsed_s, self.n_conflicts, engine="lazy")

    def close(self) -> None:
        """Give back the solver's memory."""
        if self._stage is not None:
            self._stage.search.close()
            self._stage = None

    def next(self, deadline: Deadline) -> MadeGrid | Reason | None:
        """The next grid; why there was none in time; None when there is none, or no other."""
        self._heartbeat.begin(self._heartbeat.phase, deadline)
        try:
            while self._at < len(self._stages):
                found = self._patterns(self._stages[self._at], deadline)
                if found is not Reason.GIVEN_UP:
                    break
                self.close()
                self._at += 1
        except DeadlinePassedError:
            return deadline.reason
        if isinstance(found, MadeGrid):
            self._made.append(found.themed)
            self._at = 0
            self.close()
        if found is Reason.GIVEN_UP:
            self._at = len(self._stages) - 1
            self._conflicts_factor *= 2
        return found

    def _patterns(self, stage: Stage, deadline: Deadline) -> MadeGrid | Reason | None:
        """Try patterns of one stage; `GIVEN_UP` where another stage may find more."""
        self._heartbeat.begin(f"stage {self._at + 1} of {len(self._stages)}")
        at = self._stage = self._stage or self._opened(stage)
        while stage.n_patterns is None or at.n_tried < stage.n_patterns:
            self._heartbeat()
            found = at.pending or at.search.next(deadline=deadline)
            if found is None:
                is_exact = at.search.rules == self.rules and stage.gap <= self.theme.gap
                if not is_exact or stage.least_words > 1:
                    self.detail = "no pattern at this stage"
                    return Reason.GIVEN_UP
                return self._no_other(at, deadline)
            if isinstance(found, Reason):
                return found
            at.is_fresh = False
            if at.pending is None and self._forbid_thin_slots(at.search, found, stage.least_words):
                continue
            at.pending = found
            self._task.emit(PatternTried("filling", self._task.elapsed_s, themed=found))
            filled = self._fill(found, stage, deadline)
            if isinstance(filled, Stopped) and filled.reason is not Reason.CONFLICTS:
                return filled.reason
            at.pending = None
            at.n_tried += 1
            if isinstance(filled, Found):
                return MadeGrid(filled.value, found)
            if isinstance(filled, Impossible):
                self._learn(at.search, found, filled.why, deadline)
            else:
                at.n_given_up += 1
            at.search.exclude(found)
        self.detail = f"{at.n_tried} patterns tried"
        return Reason.GIVEN_UP

    def _opened(self, stage: Stage) -> StageSearch:
        rules = self._selective_rules(stage)
        theme = replace(self.theme, gap=max(self.theme.gap, stage.gap))
        search = ThemeSearch(rules, theme, seed=self._options.seed, tick=self._heartbeat)
        for length, letters in self._empty:
            search.forbid_letters(length, letters)
        for slots, letters in self._figures:
            search.forbid_slots(slots, letters)
        for themed in self._made:
            search.exclude(themed)
        return StageSearch(search, not (self._empty or self._figures or self._made))

    def _selective_rules(self, stage: Stage) -> PatternRules:
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

    def _no_other(self, at: StageSearch, deadline: Deadline) -> Reason | None:
        """The answer when there is no pattern left, and none was forbidden without proof."""
        if at.n_given_up:
            self.detail = f"{at.n_given_up} patterns were given up"
            return Reason.GIVEN_UP
        if not at.is_fresh:
            self.why = NO_FILL
            return None
        self._heartbeat.begin("finding the reason")
        why = at.search.why_not(deadline=deadline)
        if isinstance(why, Reason):
            return why
        self.no_theme, self.why = why, str(why)
        return None

    def _forbid_thin_slots(self, search: ThemeSearch, themed: ThemedPattern, least: int) -> bool:
        """Forbid what the theme's letters leave with fewer than `least` words; was there any?"""
        found = False
        of_theme = {self.rules.slot_cells(slot) for slot in themed.slots.values()}
        for slot in find_slots(themed.grid, self.rules.min_length):
            if slot.cells in of_theme:
                continue
            letters = _letters(themed, slot)
            # A slot that the theme fills must be a word; there is nothing more to choose.
            enough = 1 if len(letters) == len(slot) else least
            if self._supports.count(len(slot), letters) < enough:
                found = True
                part = self._supports.too_few(len(slot), letters, enough)
                search.forbid_letters(len(slot), part)
                self.n_cuts += 1
                if not self._supports.count(len(slot), part):
                    self._empty.append((len(slot), part))
        return found

    def _fill(self, themed: ThemedPattern, stage: Stage, deadline: Deadline) -> FillResult:
        """As `FillTask`, but given up after conflicts, so that all machines do the same."""
        self.n_patterns += 1
        opened = prepare(self._puzzle(themed), self._options)
        if opened.domains.emptied is not None:
            return Impossible(opened.why_not)
        session = search_session(
            opened.domains,
            opened.letters,
            seed=self._options.seed,
            on_progress=self._options.on_progress,
        )
        try:
            conflicts = stage.conflicts * self._conflicts_factor
            answer = session.solve(deadline=deadline, conflicts=conflicts)
            self.n_conflicts += session.counters.conflicts
            match answer.outcome:
                case Outcome.SAT:
                    return Found(opened.fill(answer))
                case Outcome.UNSAT:
                    return Impossible()
                case Outcome.UNKNOWN:
                    return Stopped(answer.reason)
        finally:
            session.close()

    def _puzzle(self, themed: ThemedPattern) -> Puzzle:
        return Puzzle(themed.grid, self.words, min_length=self.rules.min_length)

    def _learn(
        self, search: ThemeSearch, themed: ThemedPattern, why: str, deadline: Deadline
    ) -> None:
        """Forbid the slots that an explanation names, wherever the figure could be."""
        self.n_unfillable += 1
        if not why:  # it took a search to refute; its explanation would take many
            return
        self._n_refuted += 1
        if self._n_refuted % EXPLAIN_EACH or deadline.passed():
            return
        puzzle = self._puzzle(themed)
        with ExplainTask(puzzle, SolverOptions(seed=self._options.seed)) as task:
            explained = run_by(deadline, task)
        match explained:
            case Found(reasons) | Stopped(partial=Explanation() as reasons):
                slots = [puzzle.slot(name).cells for name in reasons.slots]
                letters = {cell: themed.grid.cells[cell] for cell in reasons.letters}
            case _:
                return
        search.forbid_slots(slots, letters)
        self._figures.append((slots, letters))
        self.n_cuts += 1


@dataclass(slots=True)
class StageSearch:
    """One stage in progress.

    Args:
        search: of its patterns.
        is_fresh: whether nothing is forbidden in it but by the rules and the theme.
        n_tried: patterns that went to the filler and are decided, or given up.
        n_given_up: those of them that are not decided.
        pending: the pattern at which the last run was stopped.
    """

    search: ThemeSearch
    is_fresh: bool
    n_tried: int = 0
    n_given_up: int = 0
    pending: ThemedPattern | None = None


def _letters(themed: ThemedPattern, slot: Slot) -> Mapping[int, str]:
    grid = themed.grid
    return {at: grid.cells[cell] for at, cell in enumerate(slot.cells) if grid.is_given(cell)}


class Supports:
    """Counts the words of a list that have some letters in some places; each count is kept.

    Args:
        words: the list.
    """

    def __init__(self, words: WordList) -> None:
        self._words = words
        self._with: dict[tuple[int, int, str], npt.NDArray[np.bool_]] = {}
        self._counts: dict[tuple[int, tuple[tuple[int, str], ...]], int] = {}

    def count(self, length: int, letters: Mapping[int, str]) -> int:
        """How many words of `length` have these letters, by offset."""
        key = length, tuple(sorted(letters.items()))
        if key not in self._counts:
            rows = np.ones(len(self._words.table(length)), dtype=np.bool_)
            for offset, letter in letters.items():
                rows &= self._rows(length, offset, letter)
            self._counts[key] = int(rows.sum())
        return self._counts[key]

    def too_few(self, length: int, letters: Mapping[int, str], least: int) -> dict[int, str]:
        """A smallest part of `letters` that fewer than `least` words of `length` have.

        Args: letters: by offset; fewer than `least` words have all of them.
        Returns: a part none of whose letters could be left out.
        """
        part = dict(letters)
        for offset in letters:
            fewer = {at: letter for at, letter in part.items() if at != offset}
            if self.count(length, fewer) < least:
                part = fewer
        return part

    def _rows(self, length: int, offset: int, letter: str) -> npt.NDArray[np.bool_]:
        key = length, offset, letter
        if key not in self._with:
            code = self._words.alphabet.code(letter)
            self._with[key] = self._words.table(length).codes[:, offset] == code
        return self._with[key]


# The names of version 0.1; they go with 1.0.
Made = Found
NoGrid = Impossible
