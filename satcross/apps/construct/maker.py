"""The work of making grids: which pattern is filled when, and what other rules would do.

Patterns come from a search that knows the words (`satcross.apps.construct.judged`), and go to the
filler in turns: each for some conflicts, and those that look best again for more. So one pattern
whose search does not end costs a part of the time only. What patterns must be like is up to the
stages.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from satcross import Fill, PatternRules, Progress, Reason, SolverOptions, Stopped, Task, WordList
from satcross.apps.construct.adviser import MOST_EFFORT, Adviser, ChangedGrid, ChangeTried
from satcross.apps.construct.judged import JudgedPattern, JudgedSearch
from satcross.apps.construct.spec import GridSpec, MadeGrid
from satcross.apps.construct.stages import ADVICE_STAGES, STAGES, Schedule, Stage
from satcross.apps.construct.theme import NoTheme, ThemedPattern, longer_than_the_grid
from satcross.apps.construct.theme_search import ThemeSearch
from satcross.extend import (
    Deadline,
    DeadlinePassedError,
    Heartbeat,
    LazySession,
    LetterVars,
    Outcome,
    Work,
    counted,
    search_session,
)
from satcross.tasks.preferred import BetterFills

NO_FILL = "no pattern that obeys the rules has a fill"

# After so much effort cheaters are tried too, where they are allowed if needed, for as much effort
# again. Themes that have a grid without cheaters have mostly got one by then.
CHEATERS_FROM = 80_000
# And where other rules are tried, for which a grid with some is worth as much.
OTHERS_CHEATERS_FROM = 2_000

MAX_ADVICE = 2
# If no grid was found in this part of the time limit, the rest is spent on trying other rules.
ADVICE_FROM = 0.8

# Conflicts for the first try to fill a pattern, and how many times as many a pattern has had after
# each further one. Most patterns that can be filled are filled within some hundred conflicts.
FIRST_CONFLICTS = 1000
GROWTH = 4
# About how many conflicts of the filler take as long as the refutation of a pattern or a place.
CONFLICTS_PER_TRY = 400
MAX_POOL = 6  # searches that are kept: each holds some megabytes


@dataclass(frozen=True, slots=True)
class PatternTried(Progress):
    """A pattern goes to the filler; sent for each, however quickly they come.

    Args: themed: the pattern.
    """

    themed: ThemedPattern | None = None


@dataclass(slots=True)
class Filling:
    """A pattern that is being filled.

    Args:
        judged: the pattern.
        turns: how often it was the filler's turn.
        session: its search; None where it is not kept, and starts over.
    """

    judged: JudgedPattern
    turns: int = 0
    session: LazySession | None = None

    def close(self) -> None:
        """Give back the memory of the search."""
        if self.session is not None:
            self.session.close()
            self.session = None


class GridMaker:
    """The work of these tasks: where it is, and what it has learnt.

    Fields:
        n_patterns: patterns that went to the filler.
        n_unfillable: those that were proved to have no fill.
        why: why there is no grid at all, once that is proved.
        no_theme: the same, when the theme words cannot be placed.
        explains: whether to find out why, if no grid can be made.
        advises: whether to try other rules too, where there is none.
        advises_after: how many rounds of all stages before it is proved that there is none.
        pauses: whether `next` ends in the midst of a stage once its effort is used up; called
            again, it goes on there, and gives the same grids as if it had not ended.
        helped: with which other rules a grid was made, or without what.
        lists: by lower minimum scores, the words to be tried where no grid is found.
    """

    def __init__(
        self,
        task: Task[Any, Any],
        spec: GridSpec,
        options: SolverOptions,
        stages: tuple[Stage, ...] = STAGES,
    ) -> None:
        self.spec = spec
        self.n_patterns = self.n_unfillable = self.n_conflicts = 0
        self.why = ""
        self.no_theme: NoTheme | None = None
        self._task, self._options = task, options
        self._heartbeat = Heartbeat(task, options)
        self._search: JudgedSearch | None = None
        self._reasons: ThemeSearch | None = None
        self._has_none = False  # it is proved that there is no other grid
        self._schedule = Schedule(stages)
        self._pool: list[Filling] = []
        self._current: Filling | None = None  # whose turn was interrupted
        self._n_turns = 0
        self._adviser: Adviser | None = None
        self._advise_at = math.inf  # by the monotonic clock
        self._filled_before: int | None = None  # conflicts of the session that is at work
        self.explains = self.advises = True
        self.pauses = False
        self.advises_after: float = 1
        self.helped: list[str] = []
        self.lists: Mapping[int, WordList] = {}
        self._cheaters_from = CHEATERS_FROM
        self._with_cheaters: GridMaker | None = None
        self._paused: GridMaker | None = None  # the one of these two that has to go on first
        if (rules := spec.rules.with_cheaters) is not None:
            with_cheaters = replace(spec, rules=rules)
            self._with_cheaters = part(task, options, with_cheaters, stages)

    def work(self) -> Work:
        """What it cost so far; the conflicts are the filler's."""
        n_conflicts = self.n_conflicts
        if self._with_cheaters is not None:
            n_conflicts += self._with_cheaters.n_conflicts
        return Work(self._task.elapsed_s, n_conflicts, engine="lazy")

    @property
    def effort(self) -> int:
        """How much was done so far, in conflicts of the filler; no clock has a part in it.

        In the midst of a step it is less than at its end.
        """
        n = self.n_conflicts
        if self._search is not None:
            n += CONFLICTS_PER_TRY * self._search.n_tries
        for other in (self._adviser, self._with_cheaters):
            if other is not None:
                n += other.effort
        if self._current is not None and self._filled_before is not None:
            session = self._current.session
            n += session.counters.conflicts - self._filled_before if session is not None else 0
        return n + self.n_patterns

    @property
    def undecided(self) -> list[ThemedPattern]:
        """The patterns that are neither filled nor refuted, the most promising first."""
        patterns = [each.judged for each in [*self._pool, self._current] if each is not None]
        own = [each.themed for each in sorted(patterns, key=lambda each: -each.log_fills)]
        return own + (self._with_cheaters.undecided if self._with_cheaters is not None else [])

    @property
    def most_promising(self) -> ThemedPattern | None:
        """The first of these."""
        return next(iter(self.undecided), None)

    def stopped(self, reason: Reason) -> Stopped:
        """The answer when there is none: how far it came, and the most promising pattern."""
        detail = self.detail and f"{reason.value}; {self.detail}"
        return Stopped(reason, self.work(), detail, self.most_promising)

    def close(self) -> None:
        """Give back the solvers' memory."""
        for filling in self._pool:
            filling.close()
        if self._current is not None:
            self._current.close()
        for search in (self._search, self._reasons, self._adviser, self._with_cheaters):
            if search is not None:
                search.close()

    def next(
        self, deadline: Deadline, *, n_rounds: int | None = None, most_effort: float | None = None
    ) -> MadeGrid | Reason | None:
        """The next grid; why there was none in time; None when there is none, or no other.

        Args:
            n_rounds: of all stages, after which the answer is `GIVEN_UP`; None for no limit.
            most_effort: the same of effort.
        """
        self._begin(deadline)
        misfit = longer_than_the_grid(self.spec.rules, self.spec.theme)
        left_s = deadline.left_s()
        self._advise_at = math.inf if left_s is None else time.monotonic() + ADVICE_FROM * left_s
        try:
            if misfit is not None:
                self.no_theme = misfit
                return self._told(str(misfit), deadline)
            while self._paused is not None or self._turns_left:
                left = math.inf if most_effort is None else most_effort - self.effort
                if left <= 0 or (n_rounds is not None and self._schedule.n_rounds >= n_rounds):
                    return Reason.GIVEN_UP
                is_due = self._schedule.n_rounds >= self.advises_after or self._is_late
                if is_due and not self._task_has_found():
                    answer = self._advise(deadline)
                    if answer is not None:
                        return answer
                maker = self._paused or self._next_maker
                most = left if self.pauses else math.inf
                found = maker._turn(self._until_advice(deadline), most)
                self._paused = maker if found is Reason.CONFLICTS else None
                if isinstance(found, Reason) and not deadline.passed():
                    continue  # it is time for advice, or to pause
                if found is not None:
                    return found
            return self._reason(deadline)
        except DeadlinePassedError:
            return deadline.reason

    def _begin(self, deadline: Deadline) -> None:
        """A new run begins."""
        for maker in (self, self._with_cheaters):
            if maker is not None:
                maker._heartbeat.begin(maker._heartbeat.phase or "placing the theme", deadline)

    @property
    def _turns_left(self) -> bool:
        """Whether another grid may come.

        Once no grid without cheaters is left, those with them are looked for with limited effort.
        """
        if not self._has_none:
            return True
        other = self._with_cheaters
        return other is not None and not other._has_none and other.effort < CHEATERS_FROM

    @property
    def _next_maker(self) -> GridMaker:
        """Whose turn it is: this maker's, or that of the one with cheaters."""
        other = self._with_cheaters
        if other is None or other._has_none:
            return self
        own = self.effort - other.effort  # which counts in
        return other if self._has_none or own > self._cheaters_from + other.effort else self

    @property
    def _is_late(self) -> bool:
        """Whether the rest of the time is for other rules."""
        return self.advises_after < math.inf and time.monotonic() >= self._advise_at

    def _until_advice(self, deadline: Deadline) -> Deadline:
        """When to stop looking for a grid, for a while or for good."""
        left_s = self._advise_at - time.monotonic()
        is_wanted = self.advises and self.advises_after < math.inf and not self._task_has_found()
        return deadline.within(left_s) if is_wanted and 0 < left_s < math.inf else deadline

    def _turn(self, deadline: Deadline, most: float) -> MadeGrid | Reason | None:
        """Make a pattern or go on with one, and fill it for some time; None when that is over.

        Args: most: the effort after which no further pattern is looked for; then it is `CONFLICTS`.
        """
        filling = self._current
        if filling is None:
            self._n_turns += 1
            filling = self._again()
            if filling is None:
                judged = self._pattern(deadline, most)
                if isinstance(judged, Reason):
                    self._n_turns -= judged is not Reason.GIVEN_UP
                    return None if judged is Reason.GIVEN_UP else judged
                if judged is None:
                    self._has_none = not self._pool
                    return None
                filling = Filling(judged)
                self.n_patterns += 1
            self._current = filling
        themed = filling.judged.themed
        self._heartbeat.phase = "filling"
        self._task.emit(PatternTried("filling", self._task.elapsed_s, themed=themed))
        outcome = self._fill(filling, deadline)
        if isinstance(outcome, Reason):
            return outcome
        self._current = None
        if outcome is None:
            self._keep(filling)
            return None
        filling.close()
        return MadeGrid(outcome, themed) if isinstance(outcome, Fill) else None

    def _again(self) -> Filling | None:
        """The pattern to go on with; None for a new one.

        Every second turn is for a pattern that was tried once, every fourth for one that was tried
        twice, and so on, as in Luby's sequence: each number of conflicts gets about as much time.
        """
        level = (self._n_turns & -self._n_turns).bit_length() - 1
        if self._schedule.is_over:
            level = max((each.turns for each in self._pool), default=0)
        while level:
            ripe = [each for each in self._pool if each.turns <= level]
            if ripe:
                best = max(ripe, key=lambda each: (each.judged.log_fills, -each.turns))
                self._pool.remove(best)
                return best
            level -= 1
        return None

    def _keep(self, filling: Filling) -> None:
        """Keep a pattern that is not decided for a later turn."""
        self._pool.append(filling)
        with_session = [each for each in self._pool if each.session is not None]
        if len(with_session) > MAX_POOL:
            min(with_session, key=lambda each: each.judged.log_fills).close()

    def _pattern(self, deadline: Deadline, most: float) -> JudgedPattern | Reason | None:
        """The next pattern to fill; `GIVEN_UP` where a stage has used up its tries."""
        schedule = self._schedule
        if schedule.is_over:
            return None
        spec = self.spec
        self._heartbeat.begin("placing the theme" if spec.theme.all_words else "finding patterns")
        if self._search is None:
            self._search = JudgedSearch(spec, seed=self._options.seed, tick=self._heartbeat)
        search = self._search
        stage = schedule.stage
        before, left = search.n_tries, schedule.tries_left
        n_tries = math.ceil(min(left, most / CONFLICTS_PER_TRY))
        found = search.next(stage.preferences, n_tries=n_tries, deadline=deadline)
        schedule.used(search.n_tries - before, isinstance(found, JudgedPattern))
        if found is Reason.GIVEN_UP and n_tries < left:
            return Reason.CONFLICTS
        if found is None:
            schedule.exhausted()
            return None if schedule.is_over else Reason.GIVEN_UP
        return found

    def _fill(self, filling: Filling, deadline: Deadline) -> Fill | bool | Reason | None:
        """A fill; False when there is none; None when it is not decided; or why it was stopped."""
        options, domains = self._options, filling.judged.domains
        letters = LetterVars(domains)
        if filling.session is None:
            filling.session = search_session(
                domains, letters, seed=options.seed, on_progress=options.on_progress
            )
        session = filling.session
        before = self._filled_before = session.counters.conflicts
        answer = session.solve(
            deadline=deadline,
            conflicts=FIRST_CONFLICTS * GROWTH**filling.turns,
            keep_noise=filling.turns > 0,
        )
        self._filled_before = None
        self.n_conflicts += session.counters.conflicts - before
        if answer.outcome is Outcome.UNKNOWN and answer.reason is not Reason.CONFLICTS:
            return answer.reason
        first = not filling.turns
        filling.turns += 1
        if answer.outcome is Outcome.SAT and answer.assignment is not None:
            better = BetterFills(domains.puzzle, options, within=domains)
            fill = better.next(deadline) or Fill(
                domains.puzzle, letters.letters(answer.assignment.true_variables(letters.n))
            )
            better.close()
            self.n_conflicts += better.work.conflicts
            self.spec.check(fill, maker="lazy")
            if self._search is not None:
                self._search.leave()
            return fill
        is_refuted = answer.outcome is Outcome.UNSAT
        self.n_unfillable += is_refuted
        if first and self._search is not None:
            (self._search.refuted if is_refuted else self._search.leave)()
        return False if is_refuted else None

    def _reason(self, deadline: Deadline) -> MadeGrid | Reason | None:
        """Find out why there is no grid: whether it is the theme, or the words."""
        if self.why or not self.explains or self._task_has_found():
            return None
        self._heartbeat.begin("finding the reason")
        rules = self.spec.rules
        if self._reasons is None:
            self._reasons = self._theme_search(rules)
        pattern = self._reasons.place(deadline=deadline)
        if isinstance(pattern, Reason):
            return pattern
        if pattern is not None:
            return self._told(self._no_fill, deadline)
        why = self._reasons.why_not(deadline=deadline)
        if isinstance(why, Reason):
            return why
        if not (why.words or self._reasons.rules.cheaters) and rules.with_cheaters is not None:
            # No pattern at all has no cheaters, but they are allowed.
            self._reasons.close()
            self._reasons = self._theme_search(rules.with_cheaters)
            return self._reason(deadline)
        self.no_theme = why
        return self._told(str(why), deadline)

    def _theme_search(self, rules: PatternRules) -> ThemeSearch:
        return ThemeSearch(rules, self.spec.theme, seed=self._options.seed, tick=self._heartbeat)

    def _told(self, why: str, deadline: Deadline) -> MadeGrid | Reason | None:
        """Try other rules. Then set `why`: the reason, and the rules with which a grid was made.

        Returns: as `_advise`.
        """
        answer = None if self.why or not self.explains else self._advise(deadline)
        if answer is None:
            self.why = self.why or f"{why}{self._advice}"
        return answer

    @property
    def _no_fill(self) -> str:
        """What is proved."""
        other = self._with_cheaters
        if other is None:
            return NO_FILL
        more = ", nor with them" if other._has_none else "; with cheaters none was found"
        return f"{NO_FILL} without cheaters{more}"

    def _advise(self, deadline: Deadline) -> MadeGrid | Reason | None:
        """Try other rules, for a while each. Called again, it goes on.

        Returns: why it was stopped; a grid that was made so, and obeys the rules as they are; None
            when all was tried, or enough found.
        """
        if not self.advises:
            return None
        if self._adviser is None:
            self._adviser = Adviser(
                self.spec, self.lists, self.no_theme, self._task, self._options,
                maker=partial(part, self._task, self._options),
                say=self._say, most_effort=MOST_EFFORT,
            )  # fmt: skip
        while len(self.helped) < MAX_ADVICE:
            other = self._adviser.next(deadline)
            if not isinstance(other, ChangedGrid):
                return other
            if not other.text:
                return other.made
            self.helped.append(other.text)
        return None

    def _say(self, change: ChangeTried) -> None:
        self._heartbeat.begin(change.phase)
        self._task.emit(change)

    @property
    def _advice(self) -> str:
        told = f"; a grid was made {', or '.join(self.helped)}" if self.helped else ""
        n_left = self._adviser.n_left if self._adviser is not None else 0
        if n_left and len(self.helped) < MAX_ADVICE:
            told += f"; stopped with {counted(n_left, 'other change')} to try"
        return told

    @property
    def refuted(self) -> str:
        """How many patterns and places were refuted, and when; "" as long as none was tried."""
        makers = [each for each in (self, self._with_cheaters) if each is not None]
        n_filled = sum(each.n_patterns for each in makers)
        n_tries = sum(each._search.n_tries for each in makers if each._search is not None)
        if not n_tries + n_filled:
            return ""
        n_unfillable = sum(each.n_unfillable for each in makers)
        filled = f" before, and {n_unfillable:,} of {n_filled:,} while they were filled"
        return f"{n_tries:,} patterns and places were refuted{filled if n_filled else ''}"

    @property
    def detail(self) -> str:
        """How far it came, and what would help, for `Stopped`."""
        return self.refuted and f"{self.refuted}{self._advice}"

    def _task_has_found(self) -> bool:
        return self._task.best is not None


def part(
    task: Task[Any, Any],
    options: SolverOptions,
    spec: GridSpec,
    stages: tuple[Stage, ...] = ADVICE_STAGES,
) -> GridMaker:
    """A maker that only makes grids: why there is none, another one finds out."""
    maker = GridMaker(task, spec, options, stages)
    maker.explains = maker.advises = False
    maker._cheaters_from = OTHERS_CHEATERS_FROM
    return maker
