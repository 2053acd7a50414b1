"""Which tasks can do what a puzzle asks for: the one place that says no."""

from __future__ import annotations

from satcross.errors import OptionError
from satcross.puzzle import Puzzle


def require_plain(
    puzzle: Puzzle, task: str, *, rebus: bool = False, entry_rules: bool = False
) -> None:
    """Refuse a puzzle that a task would answer for wrongly.

    Args:
        puzzle: what is asked about.
        task: what cannot be done, for people: "explain".
        rebus: whether it can be with cells of several letters, unless these make a rule.
        entry_rules: whether it can be with rules between entries.

    Raises:
        OptionError: the puzzle has what the task cannot do.
    """
    why = ""
    if puzzle.has_rebus and not (rebus and (entry_rules or not puzzle.has_entry_rules)):
        why = "cells of several letters"
    elif puzzle.max_shared_substring is not None and not entry_rules:
        why = "--max-shared-substring"
    elif puzzle.no_near_duplicates and not entry_rules:
        why = "--no-near-duplicates"
    if why:
        raise OptionError(
            f"{task} cannot be done with {why} yet",
            mend="fill, check, export, count and sample can",
        )
