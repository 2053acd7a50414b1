"""Grids of a size for puzzles of other kinds: see `satcross.tasks.sources`."""

from __future__ import annotations

from satcross import EntryRules, PatternRules, SolverOptions, WordList
from satcross.apps.construct.make import MakeTask
from satcross.apps.construct.patterns.listing import Patterns


def make(
    rules: PatternRules, words: WordList, options: SolverOptions, entries: EntryRules
) -> MakeTask:
    """What makes a filled grid."""
    return MakeTask(rules, words, None, options, entries=entries)


def patterns(rules: PatternRules, options: SolverOptions) -> Patterns:
    """One pattern."""
    return Patterns(rules, options, limit=1)
