"""How little the minimum score has to be lowered.

A correction that lowers it is found with any word of the list. Then the highest score is looked for
that is low enough, by bisection: for all slots together, or for one after the other, where the
correction is about single ones. In the end none of them can be raised alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from satcross.model.fill import Fill
from satcross.model.puzzle import Puzzle
from satcross.solve.protocol import Outcome
from satcross.task import Deadline
from satcross.tasks.explain.changes import Change, Changed, ChangeKind
from satcross.tasks.explain.completing import complete
from satcross.tasks.explain.rules import NoGood, Rules

# What all searches for the scores of one correction take at most, as `Rules.effort` counts, and the
# conflicts of one of them: some seconds in a grid of 21x21.
MAX_EFFORT = 8000
MAX_CONFLICTS = 2000


def least_lowered(
    changed: Changed,
    changes: Sequence[Change],
    letters: Mapping[int, int],
    rules: Rules,
    puzzle: Puzzle,
    no_goods: Sequence[NoGood],
    deadline: Deadline,
) -> tuple[dict[int, int], tuple[Change, ...]]:
    """A fill of a changed puzzle whose lowered words score as much as they can.

    Args:
        changed: after these changes.
        changes: some of which lower the minimum score.
        letters: of a fill, code by cell.
        rules: those of the changed puzzle.
        puzzle: the changed one over the list with every score.
        no_goods: what must not stand together.
        deadline: when to stop with what is known.

    Returns: (letters, the changes for which it is not proved that less is not enough).
    """
    best, unsure = dict(letters), list[Change]()
    no_goods = list(no_goods)
    last = rules.effort + MAX_EFFORT
    done: dict[int, int] = {}
    for change in changes:
        if change.kind is ChangeKind.SCORE:
            slots = [change.index]
        elif change.kind is ChangeKind.MIN_SCORE:
            slots = sorted(changed.lowered - changed.freed - rules.given)
        else:
            continue
        steps = _low_scores(rules, slots)
        low, high, is_refuted = _step(steps, _lowest(puzzle, best, slots)), len(steps), True
        while high - low > 1:
            middle = (low + high) // 2
            rules.least = done | dict.fromkeys(slots, steps[middle])
            outcome, found = _fill(changed, rules, no_goods, last, deadline)
            if found is not None:
                best = found
                low = max(middle, _step(steps, _lowest(puzzle, best, slots)))
            else:
                high, is_refuted = middle, outcome is Outcome.UNSAT
        done |= dict.fromkeys(slots, steps[low])
        if not is_refuted:
            unsure.append(change)
    return best, tuple(unsure)


def _low_scores(rules: Rules, slots: Sequence[int]) -> list[int]:
    """The scores below the minimum of words that these slots might hold, rising."""
    found: set[int] = set()
    for length in {len(rules.puzzle.slots[index]) for index in slots}:
        scores = rules.low_scores(length)
        found.update(int(score) for score in np.unique(scores))
    return sorted(found)


def _lowest(puzzle: Puzzle, letters: Mapping[int, int], slots: Sequence[int]) -> int:
    """The lowest score of the words in some slots."""
    entries = Fill(puzzle, letters).entries
    return min(entries[index].score or 0 for index in slots)


def _step(steps: Sequence[int], score: int) -> int:
    """The last of the scores that is not higher."""
    return int(np.searchsorted(steps, score, side="right")) - 1


def _fill(
    changed: Changed, rules: Rules, no_goods: list[NoGood], last: int, deadline: Deadline
) -> tuple[Outcome, dict[int, int] | None]:
    """Whether there is a fill with the scores that the rules now ask for, and its letters."""
    turn = 0
    while (left := last - rules.effort) > 0 and not deadline.passed():
        verdict = rules.check(
            rules.rules,
            conflicts=min(left, MAX_CONFLICTS),
            deadline=deadline,
            seed=turn,
            no_goods=no_goods,
        )
        if verdict.outcome is not Outcome.SAT:
            return verdict.outcome, None
        letters, clash = complete(changed, verdict)
        if letters is not None:
            return Outcome.SAT, letters
        if clash is None:
            break
        no_goods.append(clash)
    return Outcome.UNKNOWN, None
