"""Grids of a size for puzzles of other kinds: see `satcross.tasks.sources`."""

from __future__ import annotations

from satcross.apps.construct.make import MakeTask
from satcross.apps.construct.patterns.listing import Patterns
from satcross.model.entry_rules import EntryRules
from satcross.pattern.rules import PatternRules
from satcross.solve.protocol import SolverOptions
from satcross.words import WordList


def make(
    rules: PatternRules, words: WordList, options: SolverOptions, entries: EntryRules
) -> MakeTask:
    """What makes a filled grid."""
    return MakeTask(rules, words, None, options, entries=entries)


def patterns(rules: PatternRules, options: SolverOptions) -> Patterns:
    """One pattern."""
    return Patterns(rules, options, limit=1)
