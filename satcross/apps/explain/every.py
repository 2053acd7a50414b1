"""All minimal sets of reasons why a puzzle has no fill.

Which sets of rules are not yet decided is a formula over one variable a rule, true where it is
kept. Its largest models are tried: where the rules can be kept together, so can all parts of them;
where not, they are shrunk to a minimal set, and whatever has all of that is decided too. When the
formula has no model, there are no others.

Source: Liffiton, Previti, Malik, Marques-Silva, "Fast, flexible MUS enumeration", Constraints 21,
2016 (MARCO).
"""

from __future__ import annotations

from satcross import Found, Reason, SolverOptions, WordList
from satcross.apps.explain.explain import Explanation, checked_words
from satcross.apps.explain.rules import Decision, Rules, SoftRule
from satcross.apps.explain.shrink import Shrinker
from satcross.extend import (
    LAZY,
    Deadline,
    DeadlinePassedError,
    Formula,
    Listing,
    Outcome,
    Work,
    formula_session,
    watched,
)


class Explanations(Listing[Explanation]):
    """The other minimal sets of reasons of a puzzle without a fill, each found when asked for.

    After a time limit it can be asked for more.

    Args:
        explanation: a minimal one, which is not listed again; or the result of `explain`.
        options: seed and progress; the engine is the lazy one.
        full_words: the list without the minimum score, if the explanation was made with one.
        limit: how many others at most; None for all.
        time_limit_s: seconds for all together; None for no limit.

    Raises:
        OptionError: the options name another engine, `full_words` has another alphabet, or the
            limit is less than 1.

    >>> from satcross import explain
    >>> why = explain("C.T\\n#.#\\n.X.", ["cot", "ode", "pen", "cat"])
    >>> print(why.value, *Explanations(why), sep="\\n")
    no fill because of 3A and the letter X at r3c2
    no fill because of 2D and the letter X at r3c2
    """

    def __init__(
        self,
        explanation: Explanation | Found[Explanation],
        options: SolverOptions | None = None,
        *,
        full_words: WordList | None = None,
        limit: int | None = None,
        time_limit_s: float | None = None,
    ) -> None:
        super().__init__(limit, time_limit_s)
        self.why = "there is no other minimal set of reasons"
        if isinstance(explanation, Found):
            explanation = explanation.value
        self.puzzle = explanation.puzzle
        options = watched(self, options)
        full_words = checked_words(self.puzzle, full_words, options)
        self._rules = Rules(
            self.puzzle, full_words, seed=options.seed, on_progress=options.on_progress
        )
        self._number = {rule: number for number, rule in enumerate(self._rules.rules, 1)}
        n = len(self._number)
        # The variables are true where they may be.
        self._open = self._hold(formula_session(Formula.of([], n), range(1, n + 1)))
        # An unfinished one is not listed, and decides nothing: its minimal part is found anew.
        if explanation.is_minimal:
            self._refute(explanation.reasons)
        self._decision: tuple[list[SoftRule], Decision] | None = None  # that a deadline stopped
        self._shrinker: Shrinker | None = None

    def _work(self) -> Work:
        return Work(self.elapsed_s, conflicts=self._rules.n_conflicts, engine=LAZY)

    def _next(self, deadline: Deadline) -> Explanation | Reason | None:
        rules = self._rules
        while self._shrinker is None:
            if self._decision is None:
                kept = self._largest(deadline)
                if kept is None:
                    return None
                self._decision = kept, Decision(rules, kept=kept)
            kept, decision = self._decision
            rules.tell(f"explanation {self.n_found + 2}")
            verdict = decision.run(deadline)
            if verdict.outcome is Outcome.UNKNOWN:
                return deadline.reason
            self._decision = None
            if verdict.outcome is Outcome.SAT:
                # Whatever is not part of these rules has one of the others.
                inside = frozenset(kept)
                self._open.add_clause([n for rule, n in self._number.items() if rule not in inside])
            else:
                self._shrinker = Shrinker(rules, verdict.used, start=kept)
        if not self._shrinker.run(deadline):
            return deadline.reason
        reasons = self._shrinker.kept
        self._shrinker = None
        self._refute(reasons)
        return Explanation(self.puzzle, tuple(reasons))

    def _refute(self, reasons: tuple[SoftRule, ...] | list[SoftRule]) -> None:
        """Note that nothing with all of these is open any more."""
        self._open.add_clause([-self._number[rule] for rule in reasons])

    def _largest(self, deadline: Deadline) -> list[SoftRule] | None:
        """Rules that are not decided, to which none can be added; None where all are decided."""
        n = len(self._number)
        kept: list[int] = []
        answer = self._open.solve(deadline=deadline)
        for number in range(1, n + 1):
            if answer.assignment is None:
                break
            true = set(answer.assignment.true_variables(n))
            if number in true:
                kept.append(number)
                continue
            more = self._open.solve([*kept, number], deadline=deadline)
            if more.assignment is not None:
                kept.append(number)
                answer = more
        if deadline.passed():
            raise DeadlinePassedError
        if answer.assignment is None:
            return None
        inside = frozenset(kept)
        return [rule for rule, number in self._number.items() if number in inside]
