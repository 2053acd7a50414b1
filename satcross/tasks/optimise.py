"""The best fill of a puzzle, by its lowest score or by its total."""

from __future__ import annotations

from collections.abc import Mapping

from satcross.errors import OptionError
from satcross.puzzle import Puzzle
from satcross.solve.protocol import LAZY, Deadline, Outcome, SolverOptions
from satcross.tasks.fill import TIME_LIMIT
from satcross.tasks.opening import open_puzzle
from satcross.tasks.optimise_results import Optimal, Optimum
from satcross.tasks.optimise_search import BetterHandler, Search
from satcross.tasks.optimise_worth import Goal, Worth
from satcross.tasks.results import Unfillable, Unknown
from satcross.tasks.supported import require_plain


def optimise(
    puzzle: Puzzle,
    *,
    goal: Goal = "lowest",
    slot_weights: Mapping[str, int] | None = None,
    options: SolverOptions | None = None,
    time_limit_s: float | None = None,
    rounds: int | None = None,
    on_better: BetterHandler | None = None,
) -> Optimum:
    """Find the best fill, and prove that it is; or the best that the limits allow, and a bound.

    It begins with the fill that `fill` finds with the same seed, and is never worse. Slots that are
    wholly given do not count.

    Args:
        puzzle: what to fill.
        goal: "lowest": the largest lowest score; "total": the largest sum of scores.
        slot_weights: by slot name, what to multiply scores by, 0 to 1000; 1 for others; 0 for a
            slot that shall not count.
        options: seed and progress. The engine is the lazy one.
        time_limit_s: seconds after which to stop, kept within half a second. What is found by then
            depends on the machine.
        rounds: calls of the solver after which to stop, the first fill apart; does not depend on
            the machine. None for no limit.
        on_better: is called with the first fill and each better one, when it is found; not at
            all when no slot counts.

    Returns: `Optimal`, `BestSoFar`, `Unfillable`, or `Unknown` when it stopped without a fill.

    Raises:
        OptionError: a goal, slot, weight or number of rounds that makes no sense, or another
            engine.
        VerificationError: the engine gave a wrong fill.

    >>> from satcross import Grid, WordList
    >>> words = WordList.from_words([("ape", 60), ("bat", 80), ("cot", 70)])
    >>> best = optimise(Puzzle(Grid.parse("..."), words), goal="total")
    >>> print(best.fill, best.value)
    BAT 80
    """
    options = options or SolverOptions()
    worth = Worth(puzzle, goal, slot_weights or {})
    if not options.asks_for(LAZY):
        raise OptionError("only the lazy engine can optimise", mend="name no other solver")
    if rounds is not None and rounds < 0:
        raise OptionError(
            f"{rounds} is no number of rounds", mend="give 0 or more", source="--rounds"
        )
    _check_rules(puzzle, goal)
    deadline = Deadline.after(time_limit_s)
    opened = open_puzzle(puzzle, options, deadline=deadline)
    try:
        if opened.session is None:
            return Unfillable(opened.why_not, opened.work())
        answer = opened.session.solve(deadline=deadline)
        if answer.outcome is Outcome.UNSAT:
            return Unfillable("", opened.work())
        if answer.outcome is Outcome.UNKNOWN:
            return Unknown(answer.reason or TIME_LIMIT, opened.work())
        first = opened.fill(answer)
    finally:
        opened.close()
    if not any(worth.weights):
        return Optimal(first, worth.value(first), opened.work())
    bound = worth.bound(opened.domains)
    search = Search(opened, worth, first, bound, options, deadline, rounds, on_better)
    if not search.proved and not search.stopped():
        if goal == "lowest":
            from satcross.tasks.optimise_lowest import search_lowest

            search_lowest(search)
        else:
            from satcross.tasks.optimise_total import search_total

            search_total(search)
    return search.result()


def _check_rules(puzzle: Puzzle, goal: str) -> None:
    """Raises OptionError for what the search for this goal does not know."""
    if goal == "lowest":
        return
    require_plain(puzzle, "the best total")
    if puzzle.distinct and puzzle.min_length == 1:
        raise OptionError(
            "the best total cannot be had for entries of one cell yet",
            mend="give --min-length 2 or --allow-repeats",
            source="--min-length",
        )
