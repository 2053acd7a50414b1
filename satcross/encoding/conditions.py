"""The rules of a puzzle that are conditions over letters and words, as clauses."""

from __future__ import annotations

from collections.abc import Callable

from satcross.cnf.cardinality import Counting
from satcross.encoding.families import Define
from satcross.encoding.letters import LetterVars
from satcross.model.consistency import Domains
from satcross.rules.base import ConditionRule
from satcross.rules.conditions import Clauses


def condition_clauses(
    domains: Domains,
    letters: LetterVars,
    new_variable: Callable[[], int],
    define: Define | None = None,
    counting: Counting | None = None,
) -> list[list[int]]:
    """The clauses of all rules of a puzzle that are conditions.

    A literal about a letter is its variable; one about a word is the conjunction of its letters,
    over all ways in which a pattern can stand in the slot. What a clause of conditions says is
    one clause; where a conjunction in it needs a variable, that is equivalent to it:

        -g or x_i        for each i,        g or OR { -x_i }

    How many of n literals hold is counted by variables s[i,j], "at least j of the first i", which
    are equivalent to  s[i-1,j] or (x_i and s[i-1,j-1])  for j up to the bound.

    Returns: the clauses, in a fixed order; an empty one where a rule cannot hold.
    The auxiliaries are determined by the letters.

    Args:
        domains: whose puzzle has the rules. Letters and words that arc consistency has removed
            are known to be false.
        letters: the letter variables.
        new_variable: gives the auxiliaries.
        define: called for each auxiliary with what it is equivalent to: see `Define`.
        counting: how else to count; by the variables s[i,j] by default.
    """
    clauses = Clauses(domains, letters, new_variable, define, counting)
    for rule in domains.puzzle.rules:
        if isinstance(rule, ConditionRule):
            rule.require(clauses)
    return clauses.all
