"""Sets of changes that are tried, and what is known of those that help."""

from __future__ import annotations

from dataclasses import dataclass, field

from satcross.apps.explain.changes import Change, Changed
from satcross.apps.explain.rules import Decision, NoGood, RuleKind, Rules, SoftRule

Changes = frozenset[Change]


@dataclass(frozen=True, slots=True)
class ChangeConflict:
    """What all helpful sets of changes have one of, if they open some entries and lose strings.

    Args: changes: one of these; opened, lost: as in `Changed`.
    """

    changes: Changes
    opened: frozenset[int] = field(default_factory=frozenset)
    lost: frozenset[int] = field(default_factory=frozenset)


class Trial:
    """One set of changes, tried by filling the changed puzzle."""

    def __init__(self, changes: Changes, changed: Changed, rules: Rules) -> None:
        self.changes = changes
        self.changed = changed
        self.rules = rules
        self.no_goods: list[NoGood] = []
        self.decision = Decision(rules)

    def before(self, rule: SoftRule) -> SoftRule:
        """A rule of the changed puzzle as it was before."""
        if rule.kind is not RuleKind.RULE:
            return rule
        return SoftRule(RuleKind.RULE, self.changed.rules[rule.index])

    def forbid(self, letters: NoGood) -> None:
        """Keep these letters from standing together, and decide again."""
        self.no_goods.append(letters)
        self.decision = Decision(self.rules, self.no_goods)
