"""In a few words, which slots a proof was about: what `fill` says of a puzzle without a fill."""

from __future__ import annotations

from collections.abc import Sequence

from satcross import OptionError, Puzzle, SolverOptions
from satcross.apps.explain.explain import checked_words
from satcross.apps.explain.rules import DISTINCT, RuleKind, Rules, reasons_text
from satcross.apps.explain.shrink import Shrinker
from satcross.extend import NEVER, NO_FILL, Slot

# Shrinking the set of slots must not be noticed beside the search that has proved there is no fill.
# It may take this part of that search's conflicts, within the limits below. The upper limit is less
# than half a second, so no deadline is needed, and the answer does not depend on one.
SHARE = 10
LEAST_EFFORT, MOST_EFFORT = 400, 1000
FEW = 24  # slots, so that each check takes some milliseconds
MAX_NAMED = 8  # slots
MOST = 2 / 3  # of all slots; if more exclude each other, that says nothing


def slots_that_clash(
    puzzle: Puzzle,
    activity: Sequence[int],
    conflicts: int,
    *,
    options: SolverOptions,
) -> str:
    """Slots that no words fit together, for people, as few as are soon found.

    Args:
        puzzle: has no fill, as a search has proved that arc consistency left words.
        activity: by slot, how often that search asked it for a reason.
        conflicts: how many it had.
        options: of it, with its seed.

    Returns: a proved reason; no more than that a search has proved it where there are too many.
    """
    try:
        checked_words(puzzle, None, options)
    except OptionError:  # `explain` does not know what a part of such a puzzle is
        return NO_FILL
    rules = Rules(puzzle, seed=options.seed)
    used = {slot.index: n for slot, n in zip(puzzle.slots, activity, strict=False) if n}
    if len(used) > MOST * len(puzzle.slots) and len(puzzle.slots) > FEW:
        return NO_FILL
    shrinker = Shrinker(rules, used)
    shrinker.run(NEVER, effort=max(LEAST_EFFORT, min(MOST_EFFORT, conflicts // SHARE)))
    slots = [puzzle.slots[rule.index] for rule in shrinker.kept if rule.kind is RuleKind.SLOT]
    named = _named(puzzle, slots)
    others = [rule for rule in shrinker.kept if rule.kind is RuleKind.RULE]
    if named and others:
        named += f" under {reasons_text(puzzle, others)}"
    if named and DISTINCT in shrinker.kept:
        named += ", as no word may stand twice"
    return named or NO_FILL


def _named(puzzle: Puzzle, slots: Sequence[Slot]) -> str:
    """That no words fit some slots, for people; "" where these say nothing."""
    grid, n = puzzle.grid, len(slots)
    if n < 2:
        return f"no word fits {slots[0].name}" if slots else "no letters fit"
    if n <= MAX_NAMED:
        *most, last = (slot.name for slot in slots)
        return f"no words fit {', '.join(most)} and {last} together"
    cells = [cell for slot in slots for cell in slot.cells if grid.is_square(cell)]
    if n > MOST * len(puzzle.slots) or not cells:
        return ""
    rows, cols = zip(*(divmod(cell, grid.n_cols) for cell in cells), strict=True)
    corners = (min(rows), min(cols)), (max(rows), max(cols))
    if corners == ((0, 0), (grid.n_rows - 1, grid.n_cols - 1)):
        return f"no words fit {n} of the {len(puzzle.slots)} slots together"
    box = "-".join(grid.cell_name(row * grid.n_cols + col) for row, col in corners)
    return f"no words fit the {n} slots in {box} together"
