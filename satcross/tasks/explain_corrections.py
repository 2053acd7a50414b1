"""Smallest sets of changes that make an unfillable puzzle fillable.

Every set of changes that helps must change something about every explanation. So the sets that
do are tried, the smallest first, by filling the changed puzzle; one that does not help has an
explanation of its own, which the sets after it must change something about as well.

Sources: Reiter, "A theory of diagnosis from first principles", Artificial Intelligence 32, 1987
(hitting sets of conflicts found on the way); Liffiton, Previti, Malik, Marques-Silva, "Fast,
flexible MUS enumeration", Constraints 21, 2016.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import product

from satcross.fill import Fill
from satcross.puzzle import Puzzle
from satcross.solve.protocol import Deadline, Outcome, SolverOptions
from satcross.tasks.explain import TIME_LIMIT, Explanation, check_options, decide
from satcross.tasks.explain_changes import (
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
    shapes,
)
from satcross.tasks.explain_reasons import Rule, RuleKind
from satcross.tasks.explain_rules import NoGood, Rules, Verdict
from satcross.tasks.explain_shrink import RETRY, Shrinker
from satcross.words import WordList

# Conflicts after which a set of changes is put off until all others of its size were tried; and
# those after which it is left undecided.
FIRST_CONFLICTS = 1000
MAX_CONFLICTS = 16_000
MAX_TRIES = 20_000  # of letters in cells that no kept slot has
KINDS = list(ChangeKind)
UNSAT = Outcome.UNSAT

Changes = frozenset[Change]


@dataclass(frozen=True, slots=True)
class _Conflict:
    """What all helpful sets of changes that open some entries have one of."""

    changes: Changes
    opened: frozenset[int] = field(default_factory=frozenset)


class Corrections(Iterator[Correction]):
    """Corrections of an unfillable puzzle, each found when it is asked for, smallest first.

    No correction contains another one. Iterating ends when `limit` were found, when there are no
    others (`exhausted`), no others that are small enough (`cut`), or when the time ran out
    (`stopped`, for people).

    Args:
        explanation: why the puzzle has no fill.
        full_words: the list without the minimum score, if the explanation was made with one.
        limit: how many corrections at most; None for all.
        max_changes: how many changes in each at most; None for no limit.
        options: seed and progress; the engine is the lazy one.
        time_limit_s: seconds for all together; None for no limit.

    Raises:
        OptionError: the options name another engine, or `full_words` another alphabet.

    >>> from satcross import Grid, WordList
    >>> from satcross.tasks.explain import explain
    >>> words = WordList.from_words(["cot", "ode", "pen", "cat"])
    >>> for correction in Corrections(explain(Puzzle(Grid.parse("C.T\\n#.#\\n.X."), words))):
    ...     print(correction)
    drop the letter X at r3c2
    add a word .X. for 3A: AXA would do; add a word ..X for 2D: AAX would do
    """

    def __init__(
        self,
        explanation: Explanation,
        *,
        full_words: WordList | None = None,
        limit: int | None = None,
        max_changes: int | None = None,
        options: SolverOptions | None = None,
        time_limit_s: float | None = None,
    ) -> None:
        self.puzzle = explanation.puzzle
        self.exhausted = False
        self.cut = False
        self.stopped: str | None = None
        self.n_found = 0
        self.n_undecided = 0
        self._options = options or SolverOptions()
        check_options(self.puzzle, full_words, self._options)
        self._full_words = full_words
        self._limit = limit
        self._max_changes = max_changes
        self._deadline = Deadline.after(time_limit_s)
        self._conflicts = [self._conflict(apply(self.puzzle, ()), explanation.reasons)]
        self._found: list[Changes] = []
        self._tried: set[Changes] = set()
        self._n_by_kind: Counter[ChangeKind] = Counter()
        self._is_cut = False  # whether a set that was not tried is larger than those now tried
        self._work = self._search()

    def __iter__(self) -> Iterator[Correction]:
        return self

    def __next__(self) -> Correction:
        return next(self._work)

    def _search(self) -> Iterator[Correction]:
        size = 1
        while self._limit is None or self.n_found < self._limit:
            self._is_cut = False
            is_smallest = not self.n_undecided
            todo, undecided = self._candidates(size), list[Changes]()
            conflicts = FIRST_CONFLICTS
            while True:
                for changes in todo:
                    outcome, correction = self._try(changes, conflicts, is_smallest)
                    if outcome is Outcome.UNKNOWN:
                        undecided.append(changes)
                        if self._deadline.passed():
                            self.stopped = TIME_LIMIT
                            return
                    if correction is not None:
                        yield self._note(changes, correction)
                        if self.n_found == self._limit:
                            return
                if not undecided or conflicts >= MAX_CONFLICTS:
                    break
                conflicts *= RETRY
                todo, undecided = iter(undecided), []
            self.n_undecided += len(undecided)
            if not self._is_cut or size == self._max_changes:
                if self.n_undecided:
                    self.stopped = f"{self.n_undecided} sets of changes were not decided"
                else:
                    self.exhausted, self.cut = not self._is_cut, self._is_cut
                return
            size += 1

    def _note(self, changes: Changes, correction: Correction) -> Correction:
        self._found.append(changes)
        self._n_by_kind.update({change.kind for change in changes})
        self.n_found += 1
        return correction

    # Which sets to try

    def _candidates(self, size: int) -> Iterator[Changes]:
        """Sets of `size` changes that have one of every conflict, also of those found meanwhile."""
        while True:
            changes = self._next_candidate(frozenset(), size)
            if changes is None:
                return
            self._tried.add(changes)
            yield changes

    def _next_candidate(self, changes: Changes, size: int) -> Changes | None:
        if any(found <= changes for found in self._found):
            return None
        conflict = self._unmet(changes)
        if conflict is None:
            return None if changes in self._tried else changes
        if len(changes) == size:
            self._is_cut = True
            return None
        for change in sorted(conflict.changes, key=self._rank):
            found = self._next_candidate(changes | {change}, size)
            if found is not None:
                return found
        return None

    def _unmet(self, changes: Changes) -> _Conflict | None:
        """The smallest conflict that `changes` have nothing of."""
        unmet = [conflict for conflict in self._conflicts if not conflict.changes & changes]
        if not unmet:
            return None
        opened = apply(self.puzzle, changes).opened
        return min(
            (conflict for conflict in unmet if conflict.opened <= opened),
            key=lambda conflict: len(conflict.changes),
            default=None,
        )

    def _rank(self, change: Change) -> tuple[int, int, int]:
        """Kinds that were seldom part of a correction first, so that corrections are diverse."""
        return self._n_by_kind[change.kind], KINDS.index(change.kind), change.index

    def _conflict(self, changed: Changed, reasons: Collection[Rule]) -> _Conflict:
        named = {rule.index for rule in reasons if rule.kind is RuleKind.SLOT}
        changes = frozenset(lifting(self.puzzle, changed, reasons))
        return _Conflict(changes, changed.opened & named)

    def _all_changes(self) -> Changes:
        puzzle = self.puzzle
        out = [Change(ChangeKind.LETTER, cell) for cell in puzzle.givens]
        out += [Change(ChangeKind.ENTRY, slot.index) for slot in given_slots(puzzle)]
        for slot in puzzle.slots:
            out.append(Change(ChangeKind.WORD, slot.index))
            if self._full_words is not None:
                out.append(Change(ChangeKind.SCORE, slot.index))
        if self._full_words is not None:
            out.append(MIN_SCORE)
        return frozenset([*out, REPEATS])

    # Trying one

    def _try(
        self, changes: Changes, conflicts: int, is_smallest: bool
    ) -> tuple[Outcome, Correction | None]:
        changed = apply(self.puzzle, changes)
        rules = self._rules(changed)
        rules.tell(f"correction {self.n_found + 1}, {len(changes)} changed")
        no_goods: list[NoGood] = []
        while True:
            verdict = decide(rules, rules.rules, self._deadline, conflicts, no_goods)
            if verdict.outcome is Outcome.UNKNOWN:
                return Outcome.UNKNOWN, None
            if verdict.outcome is Outcome.UNSAT:
                self._learn(changes, changed, rules, verdict, bool(no_goods))
                return Outcome.UNSAT, None
            letters, clash = _complete(changed, verdict)
            if letters is not None:
                break
            if not clash:
                return Outcome.UNKNOWN, None
            no_goods.append(clash)
        puzzle = changed.puzzle
        if changed.lowered and self._full_words is not None:
            puzzle = puzzle.restricted(words=self._full_words)  # which knows their scores
        fill = Fill(puzzle, letters)
        check_correction(changed, fill, self._full_words)
        ordered = tuple(sorted(changes, key=lambda c: (KINDS.index(c.kind), c.index)))
        correction = Correction(self.puzzle, ordered, fill, shapes(changed), is_smallest)
        return Outcome.SAT, correction

    def _rules(self, changed: Changed) -> Rules:
        return Rules(
            changed.puzzle,
            self._full_words,
            freed=changed.freed,
            lowered=changed.lowered,
            seed=self._options.seed,
            on_progress=self._options.on_progress,
        )

    def _learn(
        self, changes: Changes, changed: Changed, rules: Rules, verdict: Verdict, by_repeats: bool
    ) -> None:
        """Keep why these changes do not help, as a conflict that they have nothing of."""
        if not by_repeats or rules.check(rules.rules, deadline=self._deadline).outcome is UNSAT:
            shrinker = Shrinker(rules, self._deadline, FIRST_CONFLICTS)
            shrinker.run(rules.rules, verdict.used)
            conflict = self._conflict(changed, tuple(shrinker.kept))
            if not conflict.changes & changes:
                self._conflicts.append(conflict)
                return
        # A new word can only repeat another one; or two freed entries that cross hold a letter.
        self._conflicts.append(_Conflict(self._all_changes() - changes))


def _complete(changed: Changed, verdict: Verdict) -> tuple[dict[int, int] | None, NoGood]:
    """(letters in all cells, {}), or (None, what must not stand so again as a word is repeated).

    Cells that only freed slots have may hold anything: letters that make a new string, if any do.
    (None, {}) when there are too many to try.
    """
    puzzle = changed.puzzle
    in_slots = {cell for slot in puzzle.slots for cell in slot.cells}
    letters = {**verdict.letters, **puzzle.givens}
    letters = {cell: code for cell, code in letters.items() if cell in in_slots}
    free = sorted(in_slots.difference(letters))
    clash: NoGood = {}
    tries = product(range(len(puzzle.words.alphabet)), repeat=len(free))
    for n_tries, codes in enumerate(tries):
        filled = letters | dict(zip(free, codes, strict=True))
        clash = _repeat(puzzle, filled) if puzzle.distinct else {}
        if not clash:
            return filled, {}
        if n_tries == MAX_TRIES:
            return None, {}
    return None, letters if free else clash


def _repeat(puzzle: Puzzle, letters: dict[int, int]) -> NoGood:
    """The letters of two slots with the same word; {} when there are none."""
    seen: dict[tuple[int, ...], tuple[int, ...]] = {}
    for slot in puzzle.slots:
        word = tuple(letters[cell] for cell in slot.cells)
        if word in seen and len(word) > 1:
            return {cell: letters[cell] for cell in (*seen[word], *slot.cells)}
        seen[word] = slot.cells
    return {}
