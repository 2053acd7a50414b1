"""How little the minimum score has to be lowered.

A correction that lowers it is found with any word of the list. Then the highest score is looked for
that is low enough, by bisection: for all slots together, or for one after the other, where the
correction is about single ones. In the end none of them can be raised alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from satcross import Fill, Puzzle
from satcross.apps.explain.changes import Change, Changed, ChangeKind
from satcross.apps.explain.completing import complete
from satcross.apps.explain.rules import NoGood, Rules
from satcross.extend import Deadline, Outcome

# What all searches for the scores of one correction take at most: some seconds, whatever the size.
# It is `Rules.effort` times the number of slots, as conflicts take longer where these are many.
MAX_WORK = 400_000
FEW_SLOTS = 40
MAX_CONFLICTS = 2000  # of a search, before lower scores are tried


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
    last = rules.effort + MAX_WORK // max(FEW_SLOTS, len(changed.puzzle.slots))
    done: dict[int, int] = {}
    for change in changes:
        if change.kind is ChangeKind.SCORE:
            slots = [change.index]
        elif change.kind is ChangeKind.MIN_SCORE:
            slots = sorted(changed.lowered - changed.freed - rules.given)
        else:
            continue
        steps = _low_scores(rules, slots)
        low, high = _step(steps, _lowest(puzzle, best, slots)), len(steps)
        refuted = high  # the lowest step that is; `high` is the lowest for which no fill was found
        while low + 1 < refuted:
            is_last = low + 1 == high
            step = high if is_last else (low + high) // 2
            rules.least = done | dict.fromkeys(slots, steps[step])
            most = last - rules.effort if is_last else MAX_CONFLICTS
            outcome, found = _fill(
                changed, rules, no_goods, min(most, last - rules.effort), deadline
            )
            if found is not None:
                best = found
                low = max(step, _step(steps, _lowest(puzzle, best, slots)))
                high = refuted if is_last else high
            elif outcome is Outcome.UNSAT:
                high = refuted = step
            elif is_last:
                unsure.append(change)
                break
            else:
                high = step
        done |= dict.fromkeys(slots, steps[low])
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
    changed: Changed, rules: Rules, no_goods: list[NoGood], conflicts: int, deadline: Deadline
) -> tuple[Outcome, dict[int, int] | None]:
    """Whether there is a fill with the scores that the rules now ask for, and its letters."""
    last = rules.effort + conflicts
    while (left := last - rules.effort) > 0 and not deadline.passed():
        verdict = rules.check(rules.rules, conflicts=left, deadline=deadline, no_goods=no_goods)
        if verdict.outcome is not Outcome.SAT:
            return verdict.outcome, None
        letters, clash = complete(changed, verdict)
        if letters is not None:
            return Outcome.SAT, letters
        if clash is None:
            break
        no_goods.append(clash)
    return Outcome.UNKNOWN, None
