"""Which tasks support what a puzzle or the options ask for."""

from __future__ import annotations

from satcross.errors import OptionError
from satcross.model.puzzle import Puzzle
from satcross.solve.protocol import LAZY, SolverOptions


def require_capability(
    puzzle: Puzzle,
    task: str,
    *,
    rebus: bool = False,
    entry_rules: bool = False,
    constraints: bool = False,
) -> None:
    """Reject a puzzle for which a task would give wrong answers.

    Args:
        puzzle: what is asked about.
        task: its name for people: "explain".
        rebus: whether it supports cells of several letters, unless these make a rule.
        entry_rules: whether it supports rules between entries.
        constraints: whether it supports the puzzle's own constraints.

    Raises:
        OptionError: the puzzle has what the task does not support.
    """
    why = ""
    if puzzle.has_rebus and not (rebus and (entry_rules or not puzzle.has_entry_rules)):
        why = "cells of several letters"
    elif puzzle.max_shared_substring is not None and not entry_rules:
        why = "a limit on shared substrings"
    elif puzzle.no_near_duplicates and not entry_rules:
        why = "the rule against near duplicates"
    elif puzzle.constraints and not constraints:
        why = "constraints"
    if why:
        raise OptionError(
            f"{task} does not support {why} yet",
            hint="fill, check, export, count and sample do",
        )


def require_lazy(options: SolverOptions, task: str) -> None:
    """Reject options that name another engine than the lazy one.

    Raises:
        OptionError: they do.
    """
    if not options.asks_for(LAZY):
        raise OptionError(f"{task} needs the lazy engine", parameter="solver")
