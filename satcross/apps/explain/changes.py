"""Changes that may make a puzzle fillable, and the puzzle that a set of them makes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from satcross import Fill, Grid, Puzzle, VerificationError, WordList, arc_consistent
from satcross.apps.explain.rules import DISTINCT, SCORE, RuleKind, SoftRule
from satcross.extend import OPEN, EntriesRule, Need, RuleChecker, Slot, faults_of


class ChangeKind(Enum):
    """What is changed; in the order in which changes are tried.

    The minimum score comes before those of single slots: where it does not help, nor do they.
    """

    LETTER = "drop-letter"
    ENTRY = "free-entry"
    MIN_SCORE = "lower-min-score"
    SCORE = "lower-score"
    WORD = "add-word"
    REPEATS = "allow-repeats"
    RULE = "drop-rule"


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a puzzle.

    - LETTER: a given letter is dropped, its cell open. An entry that was wholly given must then
      be in the list.
    - ENTRY: a wholly given entry is freed: all its letters are dropped but for those of other
      wholly given entries.
    - SCORE: a slot may hold any word of the list without the minimum score.
    - MIN_SCORE: all slots may.
    - WORD: a slot may hold any string, which is to be added to the list, and to its own.
    - REPEATS: a word may stand twice.
    - RULE: a rule of the puzzle is left out.

    Args:
        kind: which of these.
        index: the position of the letter, the slot's index, or that in `Puzzle.rules`; -1 for
            MIN_SCORE and REPEATS.
    """

    kind: ChangeKind
    index: int = -1

    def where(self, puzzle: Puzzle) -> str:
        """The slot or cell for people: `12A`, `r4c7`; "" for what is about all slots."""
        if self.kind is ChangeKind.RULE:
            return ""
        if self.kind is ChangeKind.LETTER:
            return puzzle.grid.cell_name(self.index)
        return "" if self.index < 0 else puzzle.slots[self.index].name


MIN_SCORE = Change(ChangeKind.MIN_SCORE)
REPEATS = Change(ChangeKind.REPEATS)


@dataclass(frozen=True, slots=True)
class Correction:
    """Changes that make a puzzle fillable, with a fill that proves it.

    Args:
        puzzle: before the changes.
        changes: in the order of their kinds.
        fill: a verified fill of the changed puzzle.
        shapes: by index of a slot that needs a new word, the letters that the word must have by
            the given letters and the crossing slots, the others as dots: `Q.X`.
        is_smallest: whether it is proved that fewer changes are not enough.
        unsure: those that lower a score, where it is not proved that a higher one, with the others
            as they are, is not enough.
    """

    puzzle: Puzzle
    changes: tuple[Change, ...]
    fill: Fill
    shapes: dict[int, str]
    is_smallest: bool
    unsure: tuple[Change, ...] = ()

    @property
    def lowest_score(self) -> int | None:
        """The lowest score of an entry of the fill that is neither given nor new."""
        new = {change.index for change in self.changes if change.kind is ChangeKind.WORD}
        scores = [
            entry.score
            for entry in self.fill.entries
            if entry.score is not None and not entry.given and entry.slot.index not in new
        ]
        return min(scores, default=None)

    def __str__(self) -> str:
        return "; ".join(self.text(change) for change in self.changes)

    def text(self, change: Change) -> str:
        """One of the changes for people: `drop the letter Q at r4c7`."""
        puzzle, where = self.puzzle, change.where(self.puzzle)
        found = " (a higher one may do)" if change in self.unsure else ""
        match change.kind:
            case ChangeKind.LETTER:
                said = f"drop the letter {puzzle.grid.cells[change.index]} at {where}"
            case ChangeKind.ENTRY:
                cells = puzzle.slots[change.index].cells
                said = f"free {where}, now {''.join(puzzle.grid.cells[cell] for cell in cells)}"
            case ChangeKind.SCORE:
                entry = self.fill.entries[change.index]
                said = f"lower the score for {where}: {entry.word} has {entry.score}{found}"
            case ChangeKind.MIN_SCORE:
                said = f"lower the minimum score to {self.lowest_score}{found}"
            case ChangeKind.WORD:
                word = self.fill.entries[change.index].word
                shape = self.shapes[change.index]
                said = f"add a word {shape} for {where}: {word} would do"
            case ChangeKind.REPEATS:
                said = "let words stand twice"
            case ChangeKind.RULE:
                said = f"leave out the rule {str(puzzle.rules[change.index])!r}"
        return said


@dataclass(frozen=True, slots=True, eq=False)
class Changed:
    """A puzzle after some changes.

    Args:
        puzzle: the changed one, over the list with the minimum score.
        freed: slots that may hold anything.
        lowered: slots without the minimum score.
        opened: slots that were wholly given and are not any more.
        lost: cells without the string that only the grid gives: no cell may hold it any more.
        rules: for each of its rules, the index that it had before; -1 for one that is new.
    """

    puzzle: Puzzle
    freed: frozenset[int]
    lowered: frozenset[int]
    opened: frozenset[int]
    lost: frozenset[int]
    rules: tuple[int, ...]


def may_add_words(puzzle: Puzzle) -> bool:
    """Whether a correction may add words: not where one may be a second reading of an entry."""
    return Need.TREATMENTS not in puzzle.needs


def given_slots(puzzle: Puzzle) -> list[Slot]:
    """The slots that are wholly given."""
    return [slot for slot in puzzle.slots if puzzle.given_codes(slot) is not None]


def apply(puzzle: Puzzle, changes: Collection[Change]) -> Changed:
    """The puzzle that `changes` make of `puzzle`.

    Raises:
        OptionError: there is none, as a rule names a string that was in a given cell only.
    """

    dropped = _dropped(puzzle, changes)
    left_out = _of(changes, ChangeKind.RULE)
    kept = [index for index in range(len(puzzle.rules)) if index not in left_out]
    after = puzzle
    if dropped or left_out or REPEATS in changes:
        after = puzzle.restricted(
            givens=[cell for cell in puzzle.givens if cell not in dropped],
            distinct=puzzle.distinct and REPEATS not in changes,
            rules=kept,
        )
    place = {rule: index for index, rule in enumerate(puzzle.rules)}
    rules = tuple(place.get(rule, -1) for rule in after.rules)
    lowered = _of(changes, ChangeKind.SCORE)
    if MIN_SCORE in changes:
        lowered = frozenset(range(len(puzzle.slots)))
    opened, lost = opened_by(puzzle, changes), lost_by(puzzle, changes)
    return Changed(after, _of(changes, ChangeKind.WORD), lowered, opened, lost, rules)


def opened_by(puzzle: Puzzle, changes: Collection[Change]) -> frozenset[int]:
    """The slots that are wholly given, and not any more after `changes`."""
    dropped = _dropped(puzzle, changes)
    return frozenset(s.index for s in given_slots(puzzle) if dropped.intersection(s.cells))


def lost_by(puzzle: Puzzle, changes: Collection[Change]) -> frozenset[int]:
    """The cells that `changes` take a string from which only the grid gives."""
    dropped = _dropped(puzzle, changes)
    return frozenset(cell for cell in dropped if puzzle.givens[cell] in puzzle.given_only)


def _of(changes: Collection[Change], kind: ChangeKind) -> frozenset[int]:
    return frozenset(change.index for change in changes if change.kind is kind)


def _dropped(puzzle: Puzzle, changes: Collection[Change]) -> set[int]:
    """The cells that lose a given letter."""
    freed = _of(changes, ChangeKind.ENTRY)
    dropped = set(_of(changes, ChangeKind.LETTER))
    kept = [slot for slot in given_slots(puzzle) if slot.index not in freed]
    fixed = {cell for slot in kept for cell in slot.cells}
    for index in freed:
        dropped.update(cell for cell in puzzle.slots[index].cells if cell not in fixed)
    return dropped


def lifting(puzzle: Puzzle, changed: Changed, reasons: Collection[SoftRule]) -> list[Change]:
    """The changes of `puzzle` that lift or weaken some of the rules of a changed puzzle.

    Args:
        puzzle: before any change.
        changed: after some, perhaps none.
        reasons: rules of `changed.puzzle` that cannot be kept together.

    Returns: any set of changes that makes `puzzle` fillable has one of these, if it opens the
        entries that `changed` has opened and `reasons` name.
    """
    given = given_slots(puzzle)
    out: list[Change] = []
    for rule in reasons:
        if rule.kind is RuleKind.LETTER:
            out.append(Change(ChangeKind.LETTER, rule.index))
            out += [
                Change(ChangeKind.ENTRY, slot.index) for slot in given if rule.index in slot.cells
            ]
        elif rule is DISTINCT:
            out.append(REPEATS)
        elif rule.kind is RuleKind.RULE:
            out.append(Change(ChangeKind.RULE, changed.rules[rule.index]))
        elif rule.kind is RuleKind.SLOT:
            slot = changed.puzzle.slots[rule.index]
            if changed.puzzle.given_codes(slot) is None and may_add_words(puzzle):
                out.append(Change(ChangeKind.WORD, rule.index))
                if SCORE in reasons and rule.index not in changed.lowered:
                    out += [Change(ChangeKind.SCORE, rule.index), MIN_SCORE]
    return list(dict.fromkeys(out))


def entry_rules(puzzle: Puzzle, *, of_list: bool) -> list[EntriesRule]:
    """The rules about entries that a word to be added meets by being added; or the others."""
    rules = [rule for rule in puzzle.rules if isinstance(rule, EntriesRule)]
    return [rule for rule in rules if rule.is_of_list is of_list]


def shapes(changed: Changed) -> dict[int, str]:
    """By freed slot, the letters that the slots around it leave no choice about."""
    puzzle = changed.puzzle
    kept = [slot.index for slot in puzzle.slots if slot.index not in changed.freed]
    letters = arc_consistent(puzzle.restricted(slots=kept)).letters
    out: dict[int, str] = {}
    for index in sorted(changed.freed):
        texts: list[str] = []
        for cell in puzzle.slots[index].cells:
            if cell in puzzle.givens:
                texts.append(puzzle.grid.cells[cell])
            elif letters[cell].sum() == 1:
                texts.append(puzzle.texts[int(letters[cell].argmax())])
            else:
                texts.append(OPEN)
        out[index] = Grid.text_of(texts)
    return out


def check_correction(changed: Changed, fill: Fill, full_words: WordList | None) -> None:
    """Let a right fill of a changed puzzle pass.

    Raises:
        VerificationError: it breaks a rule that was not changed.
    """
    puzzle = changed.puzzle
    freed = {puzzle.slots[index].name for index in changed.freed}
    words = puzzle.listed if full_words is None else full_words
    faults = faults_of(puzzle, fill.grid, words=words)
    # A word that is to be added is also added to the slot's own list, and gets the score it needs.
    excused = {"word", *(RuleChecker(rule).fault for rule in entry_rules(puzzle, of_list=True))}
    for fault in faults:
        if fault.kind not in excused or fault.where not in freed:
            raise VerificationError(f"a correction gave a wrong fill: {fault}")
    exempt = changed.freed | changed.lowered
    for entry in fill.entries:
        listed = entry.given or entry.slot.index in exempt or entry.reading in puzzle.listed
        if not listed:
            raise VerificationError(
                f"a correction gave a wrong fill: {entry.slot} {entry.word} scores too little"
            )
