"""From rules that cannot be kept together to a minimal set of them.

Rules are lifted in blocks, which double when the rest still cannot be kept and halve when it can
(chunked deletion), first with arc consistency alone as the judge, which takes milliseconds, then
with the solver. Those that the refutation did not use come first. A rule is needed when what is
left after lifting it alone can be kept.

Source: Hemery, Lecoutre, Sais, Boussemart, "Extracting MUCs from constraint networks", ECAI 2006
(order by what the search used).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from satcross.apps.explain.rules import (
    DISTINCT,
    FIRST_CONFLICTS,
    RETRY,
    SCORE,
    RuleKind,
    Rules,
    SoftRule,
)
from satcross.extend import Deadline, Outcome, counted


class Shrinker:
    """Shrinks the rules of a puzzle that cannot be kept together.

    Args:
        rules: those rules.
        used: by slot, how often the search that refuted them asked it for a reason; empty when arc
            consistency did.
        max_conflicts: rules about which more conflicts than this do not decide are left in,
            and left undecided; None to go on until all are decided.
        start: those of the rules to begin with; None for all.

    Fields:
        kept: rules that cannot be kept together.
        needed: those of them that are known to be needed for that.
    """

    def __init__(
        self,
        rules: Rules,
        used: Mapping[int, int],
        max_conflicts: int | None = None,
        start: Collection[SoftRule] | None = None,
    ) -> None:
        self.kept = rules.relevant(rules.rules if start is None else start)
        self.needed: set[SoftRule] = set()
        self._rules = rules
        self._used = used
        self._max_conflicts = max_conflicts
        self._is_started = False
        self._todo: list[SoftRule] = []
        self._put_off: list[SoftRule] = []
        self._size = 1  # of the blocks
        self._conflicts, self._turn = FIRST_CONFLICTS, 0

    def run(
        self,
        deadline: Deadline,
        note: Callable[[], None] = lambda: None,
        *,
        effort: int | None = None,
    ) -> bool:
        """Shrink until each rule kept is needed, or a limit comes; called again, it goes on.

        Args:
            deadline: when to stop with what is known.
            note: called when fewer rules are kept than before.
            effort: the same as work: see `Rules.effort`; None for no limit.

        Returns: whether it came to its end.
        """
        last = None if effort is None else self._rules.effort + effort
        if not self._is_started:
            self._is_started = True
            self.kept = self._by_propagation(self.kept, self._used, deadline)
            self._todo = self._in_order(self.kept, self._used)
            self._size = max(1, self._n_unused(self._todo, self._used))
            note()
        while self._todo or self._put_off:
            if not self._todo:
                more = self._conflicts * RETRY
                if self._max_conflicts is not None and more > self._max_conflicts:
                    return True
                self._conflicts, self._turn = more, self._turn + 1
                self._todo, self._put_off, self._size = self._put_off, [], 1
            if deadline.passed() or (last is not None and self._rules.effort >= last):
                return False
            self._rules.tell(f"{counted(len(self.kept), 'reason')}, {len(self.needed)} needed")
            block = self._todo[: self._size]
            left = [rule for rule in self.kept if rule not in block]
            conflicts = self._conflicts
            if last is not None:
                conflicts = min(conflicts, max(1, last - self._rules.effort))
            verdict = self._rules.check(
                left, conflicts=conflicts, deadline=deadline, seed=self._turn
            )
            if verdict.outcome is Outcome.UNSAT:
                known = frozenset(self.kept)
                left = self._rules.relevant(left)
                self.kept = self._by_propagation(left, verdict.used, deadline)
                lost = known.difference(self.kept)
                self._put_off = [rule for rule in self._put_off if rule not in lost]
                self._todo = [rule for rule in self._todo if rule not in lost]
                self._todo = self._in_order(self._todo, verdict.used)
                self._size = max(2 * self._size, self._n_unused(self._todo, verdict.used))
                note()
            elif verdict.outcome is Outcome.SAT:
                if len(block) == 1:
                    self.needed.add(block[0])
                    self._todo = self._todo[1:]
                self._size = max(1, len(block) // 2)
            elif deadline.passed():
                return False
            elif len(block) == 1:
                self._put_off += block
                self._todo = self._todo[1:]
            else:
                self._size = len(block) // 2
        return True

    def _by_propagation(
        self, rules: list[SoftRule], used: Mapping[int, int], deadline: Deadline
    ) -> list[SoftRule]:
        """Fewer rules that arc consistency alone refutes; `rules` when it does not refute these.

        Args: used: what a search used to refute them; empty where it was not needed.
        """
        emptied = None if used else self._rules.refuted(rules)
        if emptied is None:
            return rules
        todo = self._by_distance(rules, emptied)
        kept: list[SoftRule] = []
        size = max(1, len(todo) // 2)
        while todo:
            if deadline.passed():
                break
            left = todo[size:]
            if self._rules.refuted(kept + left) is not None:
                todo, size = left, 2 * size
            elif min(size, len(todo)) > 1:
                size = min(size, len(todo)) // 2
            else:
                kept += todo[:1]
                todo, size = left, 1
        return self._rules.relevant(kept + todo)

    def _by_distance(self, rules: list[SoftRule], slot: int) -> list[SoftRule]:
        """Rules about all slots first, then those farthest from `slot`; needed ones last."""
        slots = self._rules.puzzle.slots
        of_cell: dict[int, list[int]] = {}
        for other in slots:
            for cell in other.cells:
                of_cell.setdefault(cell, []).append(other.index)
        steps = {slot: 0}
        queue = [slot]
        for index in queue:
            for cell in slots[index].cells:
                for other_index in of_cell[cell]:
                    if other_index not in steps:
                        steps[other_index] = steps[index] + 1
                        queue.append(other_index)
        far = len(slots)

        def rank(rule: SoftRule) -> tuple[bool, int]:
            if rule.kind is RuleKind.SLOT:
                distance = steps.get(rule.index, far)
            elif rule.kind is RuleKind.LETTER:
                distance = min(steps.get(index, far) for index in of_cell[rule.index])
            else:
                distance = far + 1
            return rule in self.needed, -distance

        return sorted(rules, key=rank)

    def _in_order(self, rules: Iterable[SoftRule], used: Mapping[int, int]) -> list[SoftRule]:
        """Those not known to be needed, least used first; then own rules, letters, the score."""

        def rank(rule: SoftRule) -> tuple[int, int]:
            if rule.kind is RuleKind.SLOT:
                return 1, used.get(rule.index, 0)
            if rule is DISTINCT:
                return 1, 0
            return (4 if rule is SCORE else 2 if rule.kind is RuleKind.RULE else 3), 0

        return sorted((rule for rule in rules if rule not in self.needed), key=rank)

    def _n_unused(self, todo: list[SoftRule], used: Mapping[int, int]) -> int:
        """How many rules at the beginning of `todo` a refutation did without; 0 if not known."""
        if not used:
            return 0
        n = 0
        for rule in todo:
            if rule.kind is not RuleKind.SLOT or used.get(rule.index, 0):
                break
            n += 1
        return n
