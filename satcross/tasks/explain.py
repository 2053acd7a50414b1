"""Why a puzzle has no fill: a minimal set of its rules that cannot be kept together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from satcross.errors import OptionError
from satcross.fill import Fill
from satcross.puzzle import Puzzle
from satcross.solve.protocol import LAZY, Deadline, Outcome, SolverOptions
from satcross.tasks.checking import check
from satcross.tasks.explain_reasons import DISTINCT, SCORE, Rule, RuleKind, reasons_text
from satcross.tasks.explain_rules import NoGood, Rules, Verdict
from satcross.tasks.explain_shrink import FIRST_CONFLICTS, RETRY, Shrinker
from satcross.tasks.results import Filled, Unknown, Work
from satcross.tasks.supported import require_plain
from satcross.words import WordList

TIME_LIMIT = "time limit"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Rules of a puzzle that cannot all be kept: it is proved that there is no fill.

    Args:
        puzzle: the puzzle.
        reasons: the rules: about all slots, then slots, then given letters.
        unsure: those of them for which it is not proved that the others can be kept without
            them; () when the set is minimal, as it is unless the time ran out.
        work: what it cost; its conflicts are those of all searches together.
    """

    puzzle: Puzzle = field(repr=False)
    reasons: tuple[Rule, ...]
    unsure: tuple[Rule, ...] = ()
    work: Work = field(default_factory=Work, compare=False)

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


ExplainResult = Explanation | Filled | Unknown


def explain(
    puzzle: Puzzle,
    *,
    full_words: WordList | None = None,
    options: SolverOptions | None = None,
    time_limit_s: float | None = None,
) -> ExplainResult:
    """Say why a puzzle has no fill.

    Args:
        puzzle: what cannot be filled.
        full_words: when `puzzle.words` has a minimum score, the list without it: then the minimum
            score can be one of the reasons.
        options: seed and progress; the engine is the lazy one.
        time_limit_s: seconds after which to stop with what is known.

    Returns: an `Explanation`: minimal, unless the time ran out while it was being shrunk, which
        its `unsure` says; `Filled`, with a fill, when there is nothing to explain; or `Unknown`
        when neither was known in time. The set is minimal, not the smallest: others may exist.

    Raises:
        OptionError: the options name another engine, or `full_words` another alphabet.

    >>> from satcross import Grid, WordList
    >>> words = WordList.from_words(["cot", "ode", "pen", "cat"])
    >>> print(explain(Puzzle(Grid.parse("C.T\\n#.#\\n.X."), words)))
    no fill because of 3A and the letter X at r3c2
    """
    options = options or SolverOptions()
    check_options(puzzle, full_words, options)
    rules = Rules(puzzle, full_words, seed=options.seed, on_progress=options.on_progress)
    deadline = Deadline.after(time_limit_s)
    verdict = decide(rules, rules.rules, deadline)
    match verdict.outcome:
        case Outcome.UNKNOWN:
            return Unknown(TIME_LIMIT, work(rules))
        case Outcome.SAT:
            fill = Fill(puzzle, verdict.letters)
            check(puzzle, fill.grid, who="the lazy engine")
            return Filled(fill, work(rules))
        case Outcome.UNSAT:
            pass
    shrinker = Shrinker(rules, deadline)
    shrinker.run(rules.rules, verdict.used)
    unsure = tuple(rule for rule in shrinker.kept if rule not in shrinker.needed)
    return Explanation(puzzle, tuple(shrinker.kept), unsure, work(rules))


def decide(
    rules: Rules,
    some: Collection[Rule],
    deadline: Deadline,
    max_conflicts: int | None = None,
    no_goods: Sequence[NoGood] = (),
) -> Verdict:
    """Whether `some` rules can be kept together, by searches that begin anew when they get long.

    Args:
        rules: those of the puzzle.
        some: the ones to keep.
        deadline: when to give up.
        max_conflicts: after how many in one search to give up; None for no limit.
        no_goods: letters that shall not stand together.
    """
    conflicts, turn = FIRST_CONFLICTS, 0
    while True:
        verdict = rules.check(
            some, conflicts=conflicts, deadline=deadline, seed=turn, no_goods=no_goods
        )
        if verdict.outcome is not Outcome.UNKNOWN or deadline.passed():
            return verdict
        conflicts, turn = conflicts * RETRY, turn + 1
        if max_conflicts is not None and conflicts > max_conflicts:
            return verdict


def check_options(puzzle: Puzzle, full_words: WordList | None, options: SolverOptions) -> None:
    """Raises OptionError unless the puzzle, the engine and the lists can be used."""
    require_plain(puzzle, "explain")
    if not options.asks_for(LAZY):
        raise OptionError("explanations come from the lazy engine alone", source="--solver")
    if full_words is not None and full_words.alphabet != puzzle.words.alphabet:
        raise OptionError("the list without the minimum score has another alphabet")


def work(rules: Rules) -> Work:
    """What the checks of some rules cost so far."""
    return Work(rules.elapsed_s, conflicts=rules.n_conflicts, engine=LAZY)
