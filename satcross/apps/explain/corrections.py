"""Smallest sets of changes that make an unfillable puzzle fillable.

Every set of changes that helps must change something about every explanation. So the sets that
do are tried, the smallest first, by filling the changed puzzle; one that does not help has an
explanation of its own, which the sets after it must change something about as well.

Sources: Reiter, "A theory of diagnosis from first principles", Artificial Intelligence 32, 1987
(hitting sets of conflicts found on the way); Liffiton, Previti, Malik, Marques-Silva, "Fast,
flexible MUS enumeration", Constraints 21, 2016.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import replace

from satcross import Fill, Found, OptionError, Reason, SolverOptions, Stopped, WordList
from satcross.apps.explain.changes import (
    MIN_SCORE,
    REPEATS,
    Change,
    Changed,
    ChangeKind,
    Correction,
    apply,
    check_correction,
    given_slots,
    lifting,
    lost_by,
    may_add_words,
    opened_by,
    shapes,
)
from satcross.apps.explain.completing import complete
from satcross.apps.explain.explain import Explanation, checked_words
from satcross.apps.explain.rules import RETRY, RuleKind, Rules, SoftRule, Verdict
from satcross.apps.explain.scores import least_lowered
from satcross.apps.explain.shrink import Shrinker
from satcross.apps.explain.trial import ChangeConflict, Changes, Trial
from satcross.extend import (
    LAZY,
    NEVER,
    Deadline,
    Listing,
    ListingResult,
    Outcome,
    Work,
    check_integer,
    counted,
    watched,
)
from satcross.task import Early

# Conflicts after which a set of changes is put off until all others of its size were tried; and
# those after which it is left undecided.
FIRST_CONFLICTS = 1000
MAX_CONFLICTS = 16_000
MAX_NO_GOODS = 1000  # of a set of changes, each of which begins a search; then it is undecided
# As `Rules.effort` counts: without a correction after so much, one is looked for by other means.
SOON = 4000
SOON_CONFLICTS = 500
LEARN_EFFORT = 2000  # to find out which rules a set of changes would have to change as well
KINDS = list(ChangeKind)
SCORES = (ChangeKind.MIN_SCORE, ChangeKind.SCORE)
UNSAT = Outcome.UNSAT


class Corrections(Listing[Correction]):
    """Corrections of an unfillable puzzle, each found when it is asked for, smallest first.

    No correction contains another one. After a time limit it can be asked for more.

    Args:
        explanation: why the puzzle has no fill, or the result of `explain`.
        options: seed and progress; the engine is the lazy one.
        full_words: the list without the minimum score, if the explanation was made with one.
        limit: how many corrections at most; None for all.
        max_changes: how many changes in each at most; None for no limit.
        late: cells whose letters are dropped only when other changes of as many do not help.
        free_entries: whether to find one correction that frees given entries, as many as needed,
            where none with `max_changes` was found.
        time_limit_s: seconds for all together; None for no limit.

    Fields:
        is_cut: whether there may be others with more than `max_changes` changes; then
            `is_exhausted` is about the smaller ones only.
        freed: the correction that `free_entries` gave; None where there is none.
        soon: one that was found by other means, as those with few changes take long: fewer changes
            may do. It is listed if it has no more than `max_changes`. None where there is none.

    Where the first one takes long, an event `Early` has what is known before it: `soon`, or the
    correction before it is known how little the scores have to be lowered.

    It ends with `Reason.GIVEN_UP` when there are no others but for sets of changes that could not
    be decided.

    Raises:
        OptionError: the options name another engine, `full_words` has another alphabet, or a limit
            is less than 1.

    >>> from satcross import Grid, Puzzle, WordList
    >>> from satcross import explain
    >>> words = WordList.from_words(["cot", "ode", "pen", "cat"])
    >>> why = explain(Puzzle(Grid.parse("C.T\\n#.#\\n.X."), words)).value
    >>> for correction in Corrections(why):
    ...     print(correction)
    drop the letter X at r3c2
    add a word .X. for 3A: AXA would do; add a word ..X for 2D: AAX would do
    """

    def __init__(
        self,
        explanation: Explanation | Found[Explanation],
        options: SolverOptions | None = None,
        *,
        full_words: WordList | None = None,
        limit: int | None = None,
        max_changes: int | None = None,
        late: Collection[int] = (),
        free_entries: bool = False,
        time_limit_s: float | None = None,
    ) -> None:
        super().__init__(limit, time_limit_s)
        self.why = "no changes give the puzzle a fill"
        self._late = frozenset(late)
        if isinstance(explanation, Found):
            explanation = explanation.value
        self.puzzle = explanation.puzzle
        self.is_cut = False
        self.n_undecided = 0
        self.freed: Correction | None = None
        self._options = watched(self, options)
        full_words = checked_words(self.puzzle, full_words, self._options)
        if max_changes is not None:
            max_changes = check_integer(max_changes, "max_changes", at_least=1)
        self._full_words = full_words
        self._max_changes = max_changes
        self._free_entries = free_entries
        self._until = NEVER  # the deadline for the next correction
        self._conflicts = [self._conflict(apply(self.puzzle, ()), explanation.reasons)]
        self._reasons = set(explanation.reasons)  # of all conflicts
        self._found: list[Changes] = []
        self._tried: set[Changes] = set()
        self._n_by_kind: Counter[ChangeKind] = Counter()
        self._is_larger = False  # whether a set that was not tried is larger than those now tried
        self._search: Iterator[Correction | Reason] | None = None
        self._n_conflicts = 0
        self._effort = 0
        self._soon_after: float = SOON
        self.soon: Correction | None = None

    @property
    def exhausted(self) -> bool:
        """Whether it is proved that there are no others, however large."""
        return self.is_exhausted and not self.is_cut

    def _work(self) -> Work:
        return Work(self.elapsed_s, conflicts=self._n_conflicts, engine=LAZY)

    def _ending(self) -> ListingResult:
        result = super()._ending()
        if isinstance(result, Stopped) and result.reason is Reason.GIVEN_UP:
            were = "was" if self.n_undecided == 1 else "were"
            detail = f"{counted(self.n_undecided, 'set')} of changes {were} not decided"
            return replace(result, detail=detail)
        return result

    def _next(self, deadline: Deadline) -> Correction | Reason | None:
        self._until = deadline
        self._search = self._search or self._all()
        return next(self._search, None)

    def _all(self) -> Iterator[Correction | Reason]:
        """The corrections, and in between why there was no time for the next one."""
        size = 1
        while True:
            self._is_larger = False
            is_smallest = not self.n_undecided
            todo, undecided = self._candidates(size), list[Changes]()
            conflicts = FIRST_CONFLICTS
            while True:
                for changes in todo:
                    outcome, correction = yield from self._decided(changes, conflicts, is_smallest)
                    if outcome is Outcome.UNKNOWN:
                        undecided.append(changes)
                    if correction is not None:
                        yield self._noted(changes, correction)
                    elif self._effort > self._soon_after and not self._found:
                        self._soon_after = math.inf
                        yield from self._by_score()
                        if not self._found:
                            yield from self._soon()
                if not undecided or conflicts >= MAX_CONFLICTS:
                    break
                conflicts *= RETRY
                todo, undecided = iter(undecided), []
            self.n_undecided += len(undecided)
            if not self._is_larger or size == self._max_changes:
                self.is_cut = self._is_larger
                if self._free_entries and not self._found and (self.is_cut or self.n_undecided):
                    yield from self._without_entries()
                while self.n_undecided:
                    yield Reason.GIVEN_UP
                return
            size += 1

    def _noted(self, changes: Changes, correction: Correction) -> Correction:
        self._found.append(changes)
        self._n_by_kind.update({change.kind for change in changes})
        return correction

    def _by_score(self) -> Iterator[Correction | Reason]:
        """The correction that lowers the minimum score, if it is one: no change lifts more."""
        alone = frozenset((MIN_SCORE,))
        if self._full_words is None or alone in self._tried:
            return
        outcome, correction = yield from self._decided(alone, FIRST_CONFLICTS, is_smallest=True)
        if outcome is not Outcome.UNKNOWN:
            self._tried.add(alone)
        if correction is not None:
            yield self._noted(alone, correction)

    def _soon(self) -> Iterator[Correction | Reason]:
        """A correction with as few changes as are soon found to do: see `soon`.

        Begins with changes after which no slot crosses another one, so that anything fits, and
        takes some out, in blocks, as `Shrinker` does with rules.
        """
        kept, todo, size, best = list[Change](), self._generous(), 0, None
        while todo:
            left = todo[size:]
            try:
                trial = self._trial(frozenset((*kept, *left)), "of any size")
            except OptionError:  # a rule names a string that no cell has any more
                return
            letters = None
            while letters is None:
                verdict, letters = self._search_letters(trial, SOON_CONFLICTS)
                if verdict.outcome is not Outcome.UNKNOWN or not self._until.passed():
                    break
                yield self._until.reason
            self._n_conflicts += trial.rules.n_conflicts
            if letters is not None:
                best, todo, size = (trial, letters), left, max(1, 2 * size)
            elif best is None:
                break
            elif min(size, len(todo)) > 1:
                size = min(size, len(todo)) // 2
            else:
                kept, todo, size = kept + todo[:1], left, 1
        if best is not None:
            changes = best[0].changes
            self.soon = self._correction(*best, is_smallest=len(changes) == 1)
            if len(changes) <= (self._max_changes or len(changes)):
                yield self._noted(changes, self.soon)
            else:
                self.emit(Early(self.soon))

    def _generous(self) -> list[Change]:
        """Changes that leave no two slots with a common cell; those to do without first."""
        held: set[int] = set()
        crossing: set[int] = set()
        for slot in self.puzzle.slots:
            if held.isdisjoint(slot.cells):
                held.update(slot.cells)
            else:
                crossing.add(slot.index)
        return sorted(
            (
                change
                for change in self._all_changes()
                if change.kind is not ChangeKind.SCORE
                and (change.kind is not ChangeKind.WORD or change.index in crossing)
            ),
            key=lambda change: (-KINDS.index(change.kind), change.index),
        )

    def _decided(
        self, changes: Changes, conflicts: int, is_smallest: bool
    ) -> Generator[Reason, None, tuple[Outcome, Correction | None]]:
        """What `_try` returns; in between, why there was no time for it."""
        try:
            trial = self._trial(changes)
        except OptionError:  # a rule names a string that no cell has any more
            self._conflicts.append(ChangeConflict(self._all_changes() - changes))
            return UNSAT, None
        outcome, correction = self._try(trial, conflicts, is_smallest)
        while outcome is Outcome.UNKNOWN and self._until.passed():
            yield self._until.reason
            outcome, correction = self._try(trial, conflicts, is_smallest)
        self._n_conflicts += trial.rules.n_conflicts
        self._effort += trial.rules.effort
        return outcome, correction

    def _without_entries(self) -> Iterator[Correction | Reason]:
        """The smallest correction of more than `max_changes` that only frees given entries."""
        least = (self._max_changes or 0) + 1
        for size in range(least, len(given_slots(self.puzzle)) + 1):
            for changes in self._candidates(size, [ChangeKind.ENTRY]):
                is_smallest = size == least and not self.n_undecided
                _, self.freed = yield from self._decided(changes, MAX_CONFLICTS, is_smallest)
                if self.freed is not None:
                    yield self.freed
                    return

    # Which sets to try

    def _candidates(self, size: int, kinds: Collection[ChangeKind] = KINDS) -> Iterator[Changes]:
        """Sets of `size` changes that have one of every conflict, also of those found meanwhile."""
        while True:
            changes = self._next_candidate(frozenset(), size, kinds)
            if changes is None:
                return
            self._tried.add(changes)
            yield changes

    def _next_candidate(
        self, changes: Changes, size: int, kinds: Collection[ChangeKind]
    ) -> Changes | None:
        if any(found <= changes for found in self._found):
            return None
        conflict = self._unmet(changes)
        if conflict is None:
            return None if changes in self._tried else changes
        if len(changes) == size:
            self._is_larger = True
            return None
        allowed = (change for change in conflict.changes if change.kind in kinds)
        for change in sorted(allowed, key=self._rank):
            found = self._next_candidate(changes | {change}, size, kinds)
            if found is not None:
                return found
        return None

    def _unmet(self, changes: Changes) -> ChangeConflict | None:
        """The smallest conflict that `changes` have nothing of."""
        unmet = [conflict for conflict in self._conflicts if not conflict.changes & changes]
        if not unmet:
            return None
        opened, lost = opened_by(self.puzzle, changes), lost_by(self.puzzle, changes)
        return min(
            (one for one in unmet if one.opened <= opened and one.lost <= lost),
            key=lambda conflict: len(conflict.changes),
            default=None,
        )

    def _rank(self, change: Change) -> tuple[bool, int, int, int]:
        """Kinds that were seldom part of a correction first, so that corrections are diverse."""
        cells: Collection[int] = ()
        if change.kind is ChangeKind.LETTER:
            cells = (change.index,)
        elif change.kind is ChangeKind.ENTRY:
            cells = self.puzzle.slots[change.index].cells
        is_late = not self._late.isdisjoint(cells)
        return is_late, self._n_by_kind[change.kind], KINDS.index(change.kind), change.index

    def _conflict(self, changed: Changed, reasons: Collection[SoftRule]) -> ChangeConflict:
        named = {rule.index for rule in reasons if rule.kind is RuleKind.SLOT}
        changes = frozenset(lifting(self.puzzle, changed, reasons))
        return ChangeConflict(changes, changed.opened & named, changed.lost)

    def _all_changes(self) -> Changes:
        puzzle = self.puzzle
        out = [Change(ChangeKind.LETTER, cell) for cell in puzzle.givens]
        out += [Change(ChangeKind.ENTRY, slot.index) for slot in given_slots(puzzle)]
        for slot in puzzle.slots if may_add_words(puzzle) else ():
            out.append(Change(ChangeKind.WORD, slot.index))
            if self._full_words is not None:
                out.append(Change(ChangeKind.SCORE, slot.index))
        if self._full_words is not None:
            out.append(MIN_SCORE)
        out += [
            Change(ChangeKind.RULE, index)
            for index, rule in enumerate(puzzle.rules)
            if not rule.is_fixed
        ]
        return frozenset([*out, REPEATS])

    # Trying one

    def _trial(self, changes: Changes, how: str = "") -> Trial:
        changed = apply(self.puzzle, changes)
        rules = Rules(
            changed.puzzle,
            self._full_words,
            freed=changed.freed,
            lowered=changed.lowered,
            seed=self._options.seed,
            on_progress=self._options.on_progress,
        )
        rules.started = time.monotonic() - self.elapsed_s
        rules.tell(f"correction {self.n_found + 1}, {how or f'{len(changes)} changed'}")
        return Trial(changes, changed, rules)

    def _try(
        self, trial: Trial, conflicts: int, is_smallest: bool
    ) -> tuple[Outcome, Correction | None]:
        if not trial.no_goods and self._is_refuted(trial):
            return Outcome.UNSAT, None
        verdict, letters = self._search_letters(trial, conflicts)
        if letters is not None:
            return Outcome.SAT, self._correction(trial, letters, is_smallest)
        if verdict.outcome is Outcome.UNSAT:
            self._learn(trial, trial.rules.rules, verdict.used)
        return verdict.outcome, None

    def _search_letters(
        self, trial: Trial, conflicts: int
    ) -> tuple[Verdict, dict[int, int] | None]:
        """What a search found, and letters for all cells where there are some."""
        while True:
            verdict = trial.decision.run(self._until, conflicts)
            if verdict.outcome is not Outcome.SAT:
                return verdict, None
            letters, clash = complete(trial.changed, verdict)
            if letters is not None:
                return verdict, letters
            if clash is None or len(trial.no_goods) == MAX_NO_GOODS:
                return Verdict(Outcome.UNKNOWN), None
            trial.forbid(clash)

    def _correction(self, trial: Trial, letters: dict[int, int], is_smallest: bool) -> Correction:
        """The correction that a trial has shown to be one."""
        changed = trial.changed
        ordered = tuple(sorted(trial.changes, key=lambda c: (KINDS.index(c.kind), c.index)))
        puzzle = changed.puzzle
        lowered = [change for change in ordered if change.kind in SCORES]

        def made(letters: Mapping[int, int], unsure: Sequence[Change]) -> Correction:
            fill = Fill(puzzle, letters)
            check_correction(changed, fill, self._full_words)
            shaped = shapes(changed)
            return Correction(self.puzzle, ordered, fill, shaped, is_smallest, tuple(unsure))

        if not lowered or self._full_words is None:
            return made(letters, ())
        puzzle = puzzle.restricted(words=self._full_words)  # which knows their scores
        if self._effort > SOON:
            self.emit(Early(made(letters, lowered)))
        letters, unsure = least_lowered(
            changed, ordered, letters, trial.rules, puzzle, trial.no_goods, self._until
        )
        return made(letters, unsure)

    def _learn(self, trial: Trial, start: Collection[SoftRule], used: Mapping[int, int]) -> None:
        """Keep why these changes do not help, as a conflict that they have nothing of.

        Args: start: rules that cannot be kept together, but for no-goods; used: as of `Verdict`.
        """
        rules, changes, deadline = trial.rules, trial.changes, self._until
        if not trial.no_goods or rules.check(start, deadline=deadline).outcome is UNSAT:
            shrinker = Shrinker(rules, used, FIRST_CONFLICTS, start)
            shrinker.run(deadline, effort=LEARN_EFFORT)
            conflict = self._conflict(trial.changed, tuple(shrinker.kept))
            if not conflict.changes & changes:
                self._conflicts.append(conflict)
                self._reasons.update(trial.before(rule) for rule in shrinker.kept)
                return
        # A new word can only repeat another one; or two freed entries that cross hold a letter.
        self._conflicts.append(ChangeConflict(self._all_changes() - changes))

    def _is_refuted(self, trial: Trial) -> bool:
        """Whether rules of conflicts before suffice to show that these changes do not help.

        They are much fewer than all rules, so that this takes less time to see.
        """
        known = [rule for rule in trial.rules.rules if trial.before(rule) in self._reasons]
        verdict = trial.rules.check(known, conflicts=FIRST_CONFLICTS, deadline=self._until)
        if verdict.outcome is UNSAT:
            self._learn(trial, known, verdict.used)
        return verdict.outcome is UNSAT
