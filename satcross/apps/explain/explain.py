"""Why a puzzle has no fill: a minimal set of its rules that cannot be kept together."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TypeAlias

from satcross import (
    Answered,
    Fill,
    Found,
    Impossible,
    OptionError,
    Puzzle,
    Reason,
    SolverOptions,
    Stopped,
    Task,
    WordList,
)
from satcross.apps.explain.rules import (
    DISTINCT,
    SCORE,
    Decision,
    RuleKind,
    Rules,
    SoftRule,
    reasons_text,
)
from satcross.apps.explain.shrink import Shrinker
from satcross.extend import LAZY, SEARCHED, Deadline, Need, Outcome, Work, require_support, watched
from satcross.tasks.checking import check


@dataclass(frozen=True, slots=True)
class Explanation:
    """Rules of a puzzle that cannot all be kept: it is proved that there is no fill.

    Args:
        puzzle: the puzzle.
        reasons: the rules: about all slots, then slots, then given letters.
        unsure: those of them for which it is not proved that the others can be kept without
            them; () when the set is minimal, as it is unless the search was stopped.
    """

    puzzle: Puzzle = field(repr=False)
    reasons: tuple[SoftRule, ...]
    unsure: tuple[SoftRule, ...] = ()

    @property
    def is_minimal(self) -> bool:
        """Whether each reason is proved to be needed."""
        return not self.unsure

    @property
    def slots(self) -> tuple[str, ...]:
        """The names of the slots among the reasons."""
        return tuple(rule.where(self.puzzle) for rule in self.reasons if rule.kind is RuleKind.SLOT)

    @property
    def letters(self) -> tuple[int, ...]:
        """The positions of the given letters among the reasons."""
        return tuple(rule.index for rule in self.reasons if rule.kind is RuleKind.LETTER)

    @property
    def distinct(self) -> bool:
        """Whether it matters that no word may stand twice."""
        return DISTINCT in self.reasons

    @property
    def min_score(self) -> bool:
        """Whether the minimum score matters."""
        return SCORE in self.reasons

    def __str__(self) -> str:
        return f"no fill because of {reasons_text(self.puzzle, self.reasons)}"


ExplainResult: TypeAlias = Found[Explanation] | Impossible | Stopped


class ExplainTask(Task[Explanation, ExplainResult]):
    """Find a minimal set of rules of a puzzle that cannot be kept together.

    The set is minimal, not the smallest: others may exist. Run again after a time limit, it goes on
    with what it has learnt.

    Args: as for `satcross.explain`; options: seed and progress; the engine is the lazy one; effort:
        of shrinking, as `Rules.effort` counts: after so much the first run stops with what it has,
        for those who want to show it; None for no limit.

    `run` returns `Found` with a minimal explanation; `Impossible`, whose evidence is a fill, when
    there is nothing to explain; or `Stopped`. Its `partial` is an explanation that is not known to
    be minimal, or None when it is not even known whether there is a fill. Events: `Answered` with
    smaller and smaller explanations.

    Raises:
        OptionError: the options name another engine, or `full_words` another alphabet.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        options: SolverOptions | None = None,
        *,
        full_words: WordList | None = None,
        effort: int | None = None,
    ) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._effort = effort
        self._options = watched(self, options)
        self._full_words = checked_words(puzzle, full_words, self._options)
        self._rules: Rules | None = None
        self._decision: Decision | None = None
        self._shrinker: Shrinker | None = None

    def _run(self, deadline: Deadline) -> ExplainResult:
        options = self._options
        rules = self._rules = self._rules or Rules(
            self._puzzle, self._full_words, seed=options.seed, on_progress=options.on_progress
        )
        rules.started = time.monotonic() - self.elapsed_s
        if self._shrinker is None:
            self._decision = self._decision or Decision(rules)
            verdict = self._decision.run(deadline)
            if verdict.outcome is Outcome.UNKNOWN:
                return Stopped(deadline.reason, _work(rules))
            if verdict.outcome is Outcome.SAT:
                fill = Fill(self._puzzle, verdict.letters)
                check(self._puzzle, fill.grid, maker="the lazy engine")
                return Impossible("the puzzle has a fill", _work(rules), evidence=fill)
            self._shrinker = Shrinker(rules, verdict.used)
        shrinker = self._shrinker
        effort, self._effort = self._effort, None
        is_done = shrinker.run(
            deadline, lambda: self.emit(Answered(self._explanation(shrinker))), effort=effort
        )
        explanation = self._explanation(shrinker)
        if is_done:
            return Found(explanation, _work(rules))
        self.best = explanation
        reason = deadline.reason if deadline.passed() else Reason.CONFLICTS
        return Stopped(reason, _work(rules), partial=explanation)

    def _explanation(self, shrinker: Shrinker) -> Explanation:
        unsure = tuple(rule for rule in shrinker.kept if rule not in shrinker.needed)
        return Explanation(self._puzzle, tuple(shrinker.kept), unsure)


def checked_words(
    puzzle: Puzzle, full_words: WordList | None, options: SolverOptions
) -> WordList | None:
    """The list without the minimum score, if that can be a reason.

    It cannot where a rule between entries, or a treatment with its one reading, depends on the
    list: with other words it is another rule.

    Raises:
        OptionError: the puzzle, the engine or the lists cannot be used.
    """
    require_support(puzzle, "explain", SEARCHED)
    options.require_lazy("explain")
    if full_words is not None and full_words.alphabet != puzzle.listed.alphabet:
        raise OptionError(
            "the list without the minimum score has another alphabet", parameter="full_words"
        )
    if Need.TREATMENTS in puzzle.needs:
        full_words = None
    reading = [rule for rule in puzzle.pair_rules if rule.reads_list]
    for slot in puzzle.slots if reading else ():
        codes = puzzle.given_codes(slot)
        if codes is not None and puzzle.spelled(codes) not in puzzle.listed:
            raise OptionError(
                f"explain does not support the rule {str(reading[0])!r} beside {slot}"
                f" {puzzle.spelled(codes)}, which is given and not in the list",
                hint="add it to a list, or leave out the rule",
            )
    return None if reading else full_words


def _work(rules: Rules) -> Work:
    return Work(rules.elapsed_s, conflicts=rules.n_conflicts, engine=LAZY)
