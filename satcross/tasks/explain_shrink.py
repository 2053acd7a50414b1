"""From rules that cannot be kept together to a minimal set of them.

Rules are lifted in blocks, which double when the rest still cannot be kept and halve when it can
(chunked deletion), first with arc consistency alone as the judge, which takes milliseconds, then
with the solver. Those that the refutation did not use come first. A filling of what is left
after lifting says more than one thing: when it breaks one rule only, that rule is needed; and
changing one letter of it may break another rule only, which is needed then too (model rotation).

Sources: Hemery, Lecoutre, Sais, Boussemart, "Extracting MUCs from constraint networks", ECAI 2006
(order by what the search used); Belov and Marques-Silva, "Accelerating MUS extraction with
recursive model rotation", FMCAD 2011.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from satcross.solve.protocol import NEVER, Deadline, Outcome
from satcross.tasks.explain_reasons import DISTINCT, SCORE, Rule, RuleKind
from satcross.tasks.explain_rules import Rules

# Conflicts given to a check before it is put off. The undecided ones are asked again with
# RETRY times as many, and so on: a search that goes astray costs little, and none is given up.
FIRST_CONFLICTS = 1000
RETRY = 4


class Shrinker:
    """Shrinks sets of rules of one puzzle.

    Args:
        rules: the puzzle's.
        deadline: when to stop with what is known.
        max_conflicts: rules about which more conflicts than this do not decide are left in,
            and left undecided; None to go on until all are decided.
    """

    def __init__(
        self, rules: Rules, deadline: Deadline = NEVER, max_conflicts: int | None = None
    ) -> None:
        self._rules = rules
        self._deadline = deadline
        self._max_conflicts = max_conflicts
        self.kept: list[Rule] = []
        self.needed: set[Rule] = set()

    def run(self, rules: Collection[Rule], used: Mapping[int, int]) -> None:
        """Shrink rules that cannot be kept together.

        Args:
            rules: those rules.
            used: by slot, how often the search that refuted them asked it for a reason; empty when
                arc consistency did.

        Afterwards `kept` cannot be kept together, and each rule of `needed` is known to be needed
        for that: all of them, unless the time or the conflicts ran out.
        """
        self.kept = self._by_propagation(self._rules.relevant(rules))
        todo = self._in_order(self.kept, used)
        size = max(1, self._n_unused(todo, used))
        conflicts, put_off, turn = FIRST_CONFLICTS, list[Rule](), 0
        while todo or put_off:
            if not todo:
                conflicts, turn = conflicts * RETRY, turn + 1
                if self._max_conflicts is not None and conflicts > self._max_conflicts:
                    return
                todo, put_off, size = put_off, [], 1
            if self._deadline.passed():
                return
            self._rules.tell(f"{len(self.kept)} reasons, {len(self.needed)} needed")
            block = todo[:size]
            left = [rule for rule in self.kept if rule not in block]
            verdict = self._rules.check(
                left, conflicts=conflicts, deadline=self._deadline, seed=turn
            )
            if verdict.outcome is Outcome.UNSAT:
                known = frozenset(self.kept)
                self.kept = self._by_propagation(self._rules.relevant(left))
                lost = known.difference(self.kept)
                put_off = [rule for rule in put_off if rule not in lost]
                todo = [rule for rule in todo if rule not in lost]
                todo = self._in_order(todo, verdict.used)
                size = max(2 * size, self._n_unused(todo, verdict.used))
            elif verdict.outcome is Outcome.SAT:
                if len(block) == 1:
                    self.needed.add(block[0])
                self._learn(verdict.letters)
                todo = [rule for rule in todo if rule not in self.needed]
                size = max(1, len(block) // 2)
            elif len(block) == 1:
                put_off += block
                todo = todo[1:]
            else:
                size = len(block) // 2

    def _by_propagation(self, rules: list[Rule]) -> list[Rule]:
        """Fewer rules that arc consistency alone refutes; `rules` when it does not refute these."""
        emptied = self._rules.refuted(rules)
        if emptied is None:
            return rules
        todo = self._by_distance(rules, emptied)
        kept: list[Rule] = []
        size = max(1, len(todo) // 2)
        while todo:
            if self._deadline.passed():
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

    def _by_distance(self, rules: list[Rule], slot: int) -> list[Rule]:
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

        def rank(rule: Rule) -> tuple[bool, int]:
            if rule.kind is RuleKind.SLOT:
                distance = steps.get(rule.index, far)
            elif rule.kind is RuleKind.LETTER:
                distance = min(steps.get(index, far) for index in of_cell[rule.index])
            else:
                distance = far + 1
            return rule in self.needed, -distance

        return sorted(rules, key=rank)

    def _in_order(self, rules: Iterable[Rule], used: Mapping[int, int]) -> list[Rule]:
        """Rules not known to be needed, least used first; then letters, at last the score."""

        def rank(rule: Rule) -> tuple[int, int]:
            if rule.kind is RuleKind.SLOT:
                return 1, used.get(rule.index, 0)
            if rule is DISTINCT:
                return 1, 0
            return (3 if rule is SCORE else 2), 0

        return sorted((rule for rule in rules if rule not in self.needed), key=rank)

    def _n_unused(self, todo: list[Rule], used: Mapping[int, int]) -> int:
        """How many rules at the beginning of `todo` a refutation did without; 0 if not known."""
        if not used:
            return 0
        n = 0
        for rule in todo:
            if rule.kind is not RuleKind.SLOT or used.get(rule.index, 0):
                break
            n += 1
        return n

    def _learn(self, letters: Mapping[int, int]) -> None:
        """Take from a filling which rules are needed, by model rotation."""
        broken = self._rules.broken(self.kept, letters)
        if len(broken) != 1:
            return
        self.needed.add(broken[0])
        todo = [(broken[0], dict(letters))]
        n_letters = len(self._rules.puzzle.words.alphabet)
        while todo:
            rule, filling = todo.pop()
            for cell in self._cells(rule):
                old = filling.get(cell)
                if old is None:
                    continue
                for code in range(n_letters):
                    filling[cell] = code
                    if code != old and self._mends(rule, filling):
                        only = self._rules.broken(self.kept, filling)
                        if len(only) == 1 and only[0] not in self.needed:
                            self.needed.add(only[0])
                            todo.append((only[0], dict(filling)))
                filling[cell] = old

    def _cells(self, rule: Rule) -> tuple[int, ...]:
        if rule.kind is RuleKind.SLOT:
            return self._rules.puzzle.slots[rule.index].cells
        return (rule.index,) if rule.kind is RuleKind.LETTER else ()

    def _mends(self, rule: Rule, letters: Mapping[int, int]) -> bool:
        """Whether `letters` keep a slot's or a letter's rule, but for the minimum score."""
        if rule.kind is RuleKind.LETTER:
            return letters[rule.index] == self._rules.puzzle.givens[rule.index]
        cells = self._rules.puzzle.slots[rule.index].cells
        codes = [letters.get(cell, -1) for cell in cells]
        return -1 not in codes and bytes(codes) in self._rules.words(len(cells), full=True)
