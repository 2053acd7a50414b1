"""The rules of a puzzle, which can be lifted one by one, and what is left of the puzzle then.

An explanation is a set of rules: slots, given letters, that no word stands twice, the minimum
score, and the puzzle's own rules. `Rules` answers for any subset whether it can be kept by some
letters in the cells.

What each rule says, and what lifting it means:

- a slot: its cells spell a word of the list. Lifted, they need not, nor does it count for
  distinctness. A slot that is *wholly given* needs no listed word anyway; it says something only
  under distinctness, and only as long as all its letters are kept, so it never is a rule alone.
- a given letter: its cell holds it. Lifted, the cell is open; a string that only the grid gives
  may still be in its cell.
- distinctness: no two of the slots kept hold the same word.
- the minimum score: the slots kept hold words that score enough. Lifted, any listed word does.
- a condition of the puzzle: it is about the letters in all cells, whether their slots are lifted
  or not. A rule between entries, or about the words of slots, is about the slots kept. A slot that
  a rule adds is like others.

Fewer rules are never harder to keep, which is what the search for a minimal set relies on.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from satcross import Progress, Puzzle, WordList, arc_consistent
from satcross.extend import (
    I32,
    NEVER,
    Bools,
    Deadline,
    LazySession,
    LetterVars,
    Need,
    Outcome,
    PreparedPuzzle,
    ProgressHandler,
    Slot,
    WordTable,
)
from satcross.model.consistency import strings_in_place

# Conflicts given to a search before it is put off. It is asked again with RETRY times as many and
# another seed, and so on: a search that goes astray costs little, and none is given up.
FIRST_CONFLICTS = 1000
RETRY = 4

NoGood = Mapping[int, int]  # letter code by cell: not all of these together


class RuleKind(Enum):
    """What a rule is about."""

    SLOT = "slot"
    LETTER = "letter"
    DISTINCT = "distinct"
    SCORE = "min-score"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class SoftRule:
    """A rule that can be lifted: a soft constraint, as those who look for least reasons say.

    Args:
        kind: what it is about.
        index: of the slot in `Puzzle.slots`, the position of the given letter, or the index in
            `Puzzle.rules`; else -1.
    """

    kind: RuleKind
    index: int = -1

    def where(self, puzzle: Puzzle) -> str:
        """The slot or cell for people: `12A`, `r4c7`; "" for the rules about more."""
        if self.kind is RuleKind.SLOT:
            return puzzle.slots[self.index].name
        return puzzle.grid.cell_name(self.index) if self.kind is RuleKind.LETTER else ""


DISTINCT = SoftRule(RuleKind.DISTINCT)
SCORE = SoftRule(RuleKind.SCORE)


def reasons_text(
    puzzle: Puzzle, reasons: Collection[SoftRule], min_score: int | None = None
) -> str:
    """Rules for people: `12A, 3D, the letter Q at r4c7 and minimum score 50`.

    After that comes what always holds, whether it is needed or not: `where 2 entries are treated`.

    Args:
        puzzle: whose rules.
        reasons: some of them.
        min_score: the number to name; None when it is not known.
    """
    parts = [
        _named_with_rules(puzzle, puzzle.slots[rule.index])
        for rule in reasons
        if rule.kind is RuleKind.SLOT
    ]
    letters = [
        f"{puzzle.grid.cells[rule.index]} at {rule.where(puzzle)}"
        for rule in reasons
        if rule.kind is RuleKind.LETTER
    ]
    if letters:
        letters[0] = f"the letter{'s' if len(letters) > 1 else ''} {letters[0]}"
    parts += letters
    parts += [
        f"the rule {str(puzzle.rules[rule.index])!r}"
        for rule in reasons
        if rule.kind is RuleKind.RULE
    ]
    if SCORE in reasons:
        parts.append("the minimum score" if min_score is None else f"minimum score {min_score}")
    if DISTINCT in reasons:
        parts.append("that no word may stand twice")
    text = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    slots = [puzzle.slots[rule.index] for rule in reasons if rule.kind is RuleKind.SLOT]
    more = filter(None, (rule.about_slots(puzzle, slots) for rule in puzzle.rules if slots))
    return ", where ".join((text, *more))


def _named_with_rules(puzzle: Puzzle, slot: Slot) -> str:
    """A slot and what rules say of it: `12A by misprint`, `4Ab (second reading of 4A)`."""
    return " ".join(filter(None, [slot.name, *(r.about_slot(puzzle, slot) for r in puzzle.rules)]))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check of some rules found.

    Args:
        outcome: whether they can be kept together.
        letters: letter code by position, in all cells of the slots kept, when they can.
        used: by slot, how often it gave the reason for something, when they cannot.
    """

    outcome: Outcome
    letters: Mapping[int, int] = field(default_factory=dict)
    used: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """A search for letters that keep some rules, which a deadline may have stopped.

    Args:
        question: the rules, the seed and the no-goods.
        slots: the slots kept.
        letters: the variables.
        session: searches.
    """

    question: object
    slots: list[Slot]
    letters: LetterVars
    session: LazySession


class Rules:
    """The rules of one puzzle, and checks of subsets of them.

    Args:
        puzzle: whose rules; its list is the one that the minimum score leaves.
        full_words: the list without the minimum score, a superset; None when there is none.
        freed: indices of slots that may hold anything, and so are no rules.
        lowered: indices of slots to which the minimum score does not apply.
        seed: of the searches.
        on_progress: receives the progress of the searches.

    Fields:
        rules: all of them: the two about all slots, then slots, letters, and those of the puzzle.
        given: indices of the slots that are wholly given.
        least: by index of a slot to which the minimum score does not apply, a lower one that does.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        full_words: WordList | None = None,
        *,
        freed: Collection[int] = (),
        lowered: Collection[int] = (),
        seed: int = 0,
        on_progress: ProgressHandler | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.full_words = full_words
        self.lowered = frozenset(lowered)
        self.least: Mapping[int, int] = {}
        self.seed = seed
        self.phase = "searching"
        self.n_conflicts = 0
        self._n_checks = 0
        self.started = time.monotonic()
        self._on_progress = on_progress
        self._next_tell = 0.0
        self._stopped: _Search | None = None  # by a deadline: it goes on when asked the same
        self._rows: dict[tuple[int, int], Bools] = {}
        # Letters keep their codes when a cell loses a string that only the grid gives.
        self._base = puzzle
        if puzzle.given_only:
            strings = [puzzle.texts[code] for code in puzzle.given_only]
            self._base = puzzle.with_rule(*(f"rebus {string}" for string in strings))
        self._place = [self._base.rules.index(rule) for rule in puzzle.rules]  # they are sorted
        self._full_words = full_words
        if full_words is not None and puzzle.has_rebus:
            self._full_words = self._base.restricted(words=full_words).words
        self.given = frozenset(
            slot.index for slot in puzzle.slots if puzzle.given_codes(slot) is not None
        )
        in_slot = {cell for slot in puzzle.slots for cell in slot.cells}
        rules = [DISTINCT] if puzzle.distinct else []
        if full_words is not None:
            rules.append(SCORE)
        rules += [
            SoftRule(RuleKind.SLOT, slot.index) for slot in puzzle.slots if slot.index not in freed
        ]
        rules += [SoftRule(RuleKind.LETTER, cell) for cell in puzzle.givens if cell in in_slot]
        rules += [
            SoftRule(RuleKind.RULE, index)
            for index, rule in enumerate(puzzle.rules)
            if not rule.is_fixed
        ]
        self.rules = tuple(rules)

    @property
    def _any_lengths(self) -> bool:
        """Whether slots of other lengths may have the same word: with a rebus, or treated."""
        return self.puzzle.has_rebus or Need.TREATMENTS in self.puzzle.needs

    @property
    def effort(self) -> int:
        """What the checks have taken so far, in conflicts: a measure that no machine changes.

        To prepare one, arc consistency most of all, takes as long as about one for each slot.
        """
        return self.n_conflicts + self._n_checks * len(self.puzzle.slots)

    @property
    def elapsed_s(self) -> float:
        """Seconds since the rules were made."""
        return time.monotonic() - self.started

    def relevant(self, rules: Collection[SoftRule]) -> list[SoftRule]:
        """Those of `rules` that say something beside the others, in the order of `self.rules`."""
        kept = frozenset(rules)
        slots = self._slots(kept)
        cells = {cell for slot in slots for cell in slot.cells}
        stay = any(Need.CONDITIONS in rule.more_needs for rule in self.puzzle.rules)
        if stay or self._kept_of(kept, Need.CONDITIONS):
            cells |= self.puzzle.cells_in_slots
        indices = {slot.index for slot in slots}
        lengths = Counter(0 if self._any_lengths else len(slot) for slot in slots if len(slot) > 1)
        return [
            rule
            for rule in self.rules
            if rule in kept
            and (rule.kind is not RuleKind.SLOT or rule.index in indices)
            and (rule.kind is not RuleKind.LETTER or rule.index in cells)
            and (rule is not DISTINCT or max(lengths.values(), default=0) > 1)
        ]

    def refuted(self, rules: Collection[SoftRule]) -> int | None:
        """The slot that arc consistency alone leaves without a word under `rules`, or None."""
        puzzle, slots, rows = self._relaxed(rules)
        emptied = arc_consistent(puzzle, rows=rows).emptied
        return None if emptied is None else slots[emptied].index

    def check(
        self,
        rules: Collection[SoftRule],
        *,
        conflicts: int | None = None,
        deadline: Deadline = NEVER,
        seed: int = 0,
        no_goods: Sequence[NoGood] = (),
    ) -> Verdict:
        """Whether `rules` can be kept together.

        Args:
            rules: some of `self.rules`.
            conflicts: after how many to give up.
            deadline: when to give up; asked the same after that, the search goes on.
            seed: added to that of all searches.
            no_goods: letters that shall not stand together; cells in no slot kept are taken to
                hold theirs.
        """
        least = dict(self.least)
        question = (frozenset(rules), seed, [dict(no_good) for no_good in no_goods], least)
        search = self._stopped
        if search is None or search.question != question:
            if deadline.passed():
                return Verdict(Outcome.UNKNOWN)
            begun = self._begin(rules, seed, no_goods, question)
            if isinstance(begun, Outcome):
                return Verdict(begun)
            search = begun
        session, letters = search.session, search.letters
        before = session.counters.conflicts
        answer = session.solve(conflicts=conflicts, deadline=deadline)
        self.n_conflicts += session.counters.conflicts - before
        is_stopped = answer.outcome is Outcome.UNKNOWN and deadline.passed()
        self._stopped = search if is_stopped else None
        if answer.outcome is Outcome.SAT and answer.assignment is not None:
            found = letters.letters(answer.assignment.true_variables(letters.n))
            return Verdict(Outcome.SAT, found)
        asked = session.slot_activity
        used = {slot.index: n for slot, n in zip(search.slots, asked, strict=False) if n}
        return Verdict(answer.outcome, used=used)

    def _begin(
        self, rules: Collection[SoftRule], seed: int, no_goods: Sequence[NoGood], question: object
    ) -> _Search | Outcome:
        """The search for letters that keep `rules`, or the outcome where none is needed."""
        from satcross.extend import search_session

        puzzle, slots, rows = self._relaxed(rules)
        if not puzzle.slots:
            return Outcome.UNSAT if no_goods else Outcome.SAT
        domains = arc_consistent(puzzle, rows=rows)
        if domains.emptied is not None:
            return Outcome.UNSAT
        letters = LetterVars(domains)
        session = search_session(
            domains, letters, seed=self.seed + seed, on_progress=self._tell(self._on_progress)
        )
        inside = frozenset(domains.cells)
        for no_good in no_goods:
            part = {cell: code for cell, code in no_good.items() if cell in inside}
            literals = letters.literals(part)
            if not literals:
                return Outcome.UNSAT
            if 0 not in literals:
                session.add_clause([-literal for literal in literals])
        return _Search(question, slots, letters, session)

    def tell(self, phase: str) -> None:
        """Report what is being done, ten times a second at most."""
        self.phase = phase
        if self._on_progress is not None and self.elapsed_s >= self._next_tell:
            self._next_tell = self.elapsed_s + PreparedPuzzle.PROGRESS_EVERY_S
            self._on_progress(Progress(phase, self.elapsed_s))

    def _tell(self, handler: ProgressHandler | None) -> ProgressHandler | None:
        if handler is None:
            return None
        elapsed_s = self.elapsed_s
        return lambda progress: handler(
            replace(
                progress,
                phase=self.phase,
                elapsed_s=elapsed_s + progress.elapsed_s,
                conflicts=self.n_conflicts + progress.conflicts,
            )
        )

    def _slots(self, kept: frozenset[SoftRule]) -> list[Slot]:
        """The slots that say something under the rules kept."""
        compares = DISTINCT in kept
        compares_more = compares and self._any_lengths
        if self._kept_of(kept, Need.PAIRS):
            compares = compares_more = True
        slots = [
            slot
            for slot in self.puzzle.slots
            if SoftRule(RuleKind.SLOT, slot.index) in kept
            and (
                slot.index not in self.given
                or (
                    compares and all(SoftRule(RuleKind.LETTER, cell) in kept for cell in slot.cells)
                )
            )
        ]
        if compares_more:
            return slots
        lengths = Counter(len(slot) for slot in slots)
        return [slot for slot in slots if slot.index not in self.given or lengths[len(slot)] > 1]

    def _kept_of(self, kept: frozenset[SoftRule], *needs: str) -> list[SoftRule]:
        """The puzzle's own rules among those kept; only those with one of these needs, if any."""
        return [
            rule
            for rule in kept
            if rule.kind is RuleKind.RULE
            and (not needs or self.puzzle.rules[rule.index].need in needs)
        ]

    def _relaxed(self, rules: Collection[SoftRule]) -> tuple[Puzzle, list[Slot], dict[int, Bools]]:
        """(the puzzle that `rules` leave, its slots as they are here, the rows that they allow)."""
        self._n_checks += 1
        kept = frozenset(rules)
        slots = self._slots(kept)
        min_score = self.full_words is None or SCORE in kept
        mixed = min_score and any(slot.index in self.lowered for slot in slots)
        words = self.puzzle.words
        if self._full_words is not None and (mixed or not min_score):
            words = self._full_words
        puzzle = self._base.restricted(
            slots=[slot.index for slot in slots],
            givens=[rule.index for rule in kept if rule.kind is RuleKind.LETTER],
            words=words,
            distinct=DISTINCT in kept,
            rules=[self._place[rule.index] for rule in self._kept_of(kept)],
        )
        rows: dict[int, Bools] = {}
        if mixed:
            for index, slot in enumerate(slots):
                least = self.least.get(slot.index)
                is_any = slot.index in self.lowered and least is None
                if is_any or slot.index in self.given:
                    continue
                table = puzzle.words.table(len(slot))
                rows[index] = self._rows_of_score(table)
                if least is not None:
                    rows[index] = rows[index] | (table.scores >= least)
        if self.puzzle.given_only:
            for slot in puzzle.slots:
                codes = puzzle.words.table(len(slot)).codes
                fits = strings_in_place(self.puzzle, slot, codes)
                rows[slot.index] = fits & rows.get(slot.index, np.True_)
        return puzzle, slots, rows

    def low_scores(self, length: int) -> I32:
        """The scores of the words of a length that do not score enough."""
        if self._full_words is None:
            return np.zeros(0, np.int32)
        table = self._full_words.table(length)
        return table.scores[~self._rows_of_score(table)]

    def _rows_of_score(self, table: WordTable) -> Bools:
        """Bool (words of a table,): which score enough."""
        key = table.length, len(table)
        if key not in self._rows:
            self._rows[key] = table.shared_with(self.puzzle.words.table(table.length))
        return self._rows[key]


class Decision:
    """Whether some rules can be kept together, by searches that start over when they get long.

    Args:
        rules: those of the puzzle.
        no_goods: letters that shall not stand together.
        kept: which of the rules are kept; None for all.
    """

    def __init__(
        self,
        rules: Rules,
        no_goods: Sequence[NoGood] = (),
        kept: Collection[SoftRule] | None = None,
    ) -> None:
        self._rules = rules
        self._kept = rules.rules if kept is None else kept
        self._no_goods = no_goods
        self._conflicts, self._turn = FIRST_CONFLICTS, 0

    def run(self, deadline: Deadline, max_conflicts: int | None = None) -> Verdict:
        """Search until it is known, or a limit comes; called again, it goes on.

        Args:
            deadline: when to give up.
            max_conflicts: after how many in one search to give up; None for no limit.
        """
        while True:
            verdict = self._rules.check(
                self._kept,
                conflicts=self._conflicts,
                deadline=deadline,
                seed=self._turn,
                no_goods=self._no_goods,
            )
            if verdict.outcome is not Outcome.UNKNOWN or deadline.passed():
                return verdict
            self._conflicts, self._turn = self._conflicts * RETRY, self._turn + 1
            if max_conflicts is not None and self._conflicts > max_conflicts:
                return verdict
