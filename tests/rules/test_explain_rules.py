"""Explanations and corrections of puzzles with rules, against brute force."""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from support.cli import run_cli
from support.ruled_puzzles import CROSSING, fillings, ruled_puzzle
from support.seeds import quick

import satcross as sx
from satcross.apps.explain.changes import Change, ChangeKind, apply
from satcross.apps.explain.rules import DISTINCT, SCORE, RuleKind, Rules, SoftRule
from satcross.model.puzzle import Puzzle, Slot
from satcross.verification.rules import Filled, RuleChecker, SlotContent
from satcross.words import WordList


def keeps(
    puzzle: Puzzle, full: WordList, kept: Collection[SoftRule], letters: dict[int, int]
) -> bool:
    """Whether letters keep some rules; what a rule of the puzzle says, its checker knows."""
    if any(
        letters[rule.index] != puzzle.givens[rule.index]
        for rule in kept
        if rule.kind is RuleKind.LETTER
    ):
        return False
    own = [puzzle.rules[rule.index] for rule in kept if rule.kind is RuleKind.RULE]

    def word(slot: Slot) -> str:
        return puzzle.spelled(letters[cell] for cell in slot.cells)

    def texts(slot: Slot) -> tuple[str, ...]:
        return tuple(puzzle.texts[letters[cell]] for cell in slot.cells)

    there: list[SlotContent] = []
    for slot in puzzle.slots:
        given = puzzle.given_codes(slot) is not None
        if SoftRule(RuleKind.SLOT, slot.index) not in kept:
            continue
        if given and not all(SoftRule(RuleKind.LETTER, cell) in kept for cell in slot.cells):
            continue
        score = full.score(word(slot))
        if not given and (score is None or (SCORE in kept and score < 50)):
            return False
        there.append(SlotContent(slot.name, texts(slot), word(slot), given, word(slot)))
    words = [entry.word for entry in there if len(entry.cells) > 1]
    if DISTINCT in kept and len(set(words)) < len(words):
        return False
    cells = {puzzle.grid.cell_name(cell): puzzle.texts[code] for cell, code in letters.items()}
    every = [
        SlotContent(slot.name, texts(slot), word(slot), False, word(slot)) for slot in puzzle.slots
    ]
    paths = {
        slot.name: [puzzle.grid.cell_name(cell) for cell in slot.cells] for slot in puzzle.slots
    }
    for rule in own:
        entries = there if rule.need in ("pairs", "entries") else every
        filled = Filled(cells, entries, full, DISTINCT in kept, paths=paths, printed=cells)
        if list(RuleChecker(rule).faults(filled)):
            return False
    return True


def all_rules(puzzle: Puzzle, full: WordList) -> tuple[SoftRule, ...]:
    return Rules(puzzle, full).rules


KINDS: dict[str, Any] = {
    "plain": {}, "rebus": {"rebus": True}, "one cell": {"min_length": 1},
    "crossing": {"more": CROSSING},
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", quick(range(150), 8))
def test_reasons_are_right_and_minimal(seed: int, kind: str) -> None:
    puzzle, full = ruled_puzzle(seed, **KINDS[kind])
    reads = any(rule.reads_list for rule in puzzle.pair_rules)
    base = {} if reads else {SCORE}
    whole = [rule for rule in all_rules(puzzle, full) if rule is not SCORE]
    every = list(fillings(puzzle))
    listed = puzzle.listed if reads else full

    @cache
    def possible(kept: frozenset[SoftRule]) -> bool:
        return any(keeps(puzzle, listed, kept, letters) for letters in every)

    found = sx.explain(puzzle, full_words=full, seed=seed)
    if possible(frozenset([*whole, *base])):
        assert isinstance(found, sx.Impossible)
        return
    assert isinstance(found, sx.Found)
    explanation = found.value
    assert explanation.is_minimal
    reasons = frozenset(explanation.reasons)
    assert not possible(reasons)
    for rule in reasons:
        assert possible(reasons - {rule}), (str(explanation), rule)
    for rule in reasons:
        if rule.kind is RuleKind.RULE:
            assert repr(str(puzzle.rules[rule.index])) in str(explanation)


# A letter of the list counted as one that was only lent to a cell, and scored nothing.
@pytest.mark.parametrize("seed", [106307, 108725])
def test_letters_that_are_words_keep_their_scores(seed: int) -> None:
    test_reasons_are_right_and_minimal(seed, "one cell")


# The cells of a rebus were compared by their letters; what was learnt without a string that only
# the grid gives was held against changes that keep it.
@pytest.mark.parametrize("seed", [106993, 107839, 108259, 111175])
def test_corrections_beside_strings_in_cells(seed: int) -> None:
    test_corrections_help_and_none_contains_another(seed, "rebus")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", quick(range(200, 320), 4))
def test_corrections_help_and_none_contains_another(seed: int, kind: str) -> None:
    puzzle, full = ruled_puzzle(seed, **KINDS[kind])
    found = sx.explain(puzzle, full_words=full, seed=seed)
    if not isinstance(found, sx.Found):
        return
    listed = list(sx.corrections(found, full_words=full, max_changes=2))

    @cache
    def helps(changes: frozenset[Change]) -> bool:
        return isinstance(sx.fill(apply(puzzle, changes).puzzle), sx.Found)

    whole = {ChangeKind.LETTER, ChangeKind.ENTRY, ChangeKind.REPEATS, ChangeKind.RULE}
    for correction in listed:
        changes = frozenset(correction.changes)
        if not {change.kind for change in changes} <= whole:
            continue
        after = apply(puzzle, changes).puzzle
        assert str(correction.fill) in {str(fill) for fill in sx.enumerate_fills(after)}
        for n in range(len(changes)):
            for fewer in combinations(changes, n):
                assert not helps(frozenset(fewer))
    # Every rule without which there is a fill is such a correction.
    for index, rule in enumerate(puzzle.rules):
        if rule.need != "slots":
            rest = puzzle.restricted(rules=[i for i in range(len(puzzle.rules)) if i != index])
            is_filled = isinstance(sx.fill(rest), sx.Found)
            alone = [c.changes for c in listed if len(c.changes) == 1]
            assert is_filled == any(
                c[0].kind is ChangeKind.RULE and c[0].index == index for c in alone
            )


def test_all_of_it_occurs() -> None:
    """Puzzles such as those above have all rules among their reasons."""
    kinds: set[str] = set()
    n_found = 0
    for seed in range(200):
        puzzle, full = ruled_puzzle(seed)
        found = sx.explain(puzzle, full_words=full, seed=seed)
        if isinstance(found, sx.Found):
            n_found += 1
            for reason in found.value.reasons:
                if reason.kind is RuleKind.RULE:
                    kinds.add(puzzle.rules[reason.index].kind)
                elif reason.kind is RuleKind.SLOT:
                    name = puzzle.slots[reason.index].name
                    kinds |= {"slot"} & {"slot" if name in ("one", "Two") else ""}
    assert n_found > 50
    assert kinds == {
        "constraint", "max-shared-substring", "no-near-duplicates", "same-letter",
        "different-letters", "letter-count", "reads", "slot", "min-score", "word-list", "regex",
    }  # fmt: skip


def test_the_command_names_the_rule(tmp_path: Path) -> None:
    (tmp_path / "grid").write_text("...\n#.#\n...\n")
    (tmp_path / "list").write_text("cat\ncot\ntot\nact\naxe\noxo\n")
    args = ("explain", tmp_path / "grid", "-w", tmp_path / "list")
    asked = ("--rule", "cell=Z", "--rule", "~1A=A*")
    done = run_cli(*args, *asked)
    assert done.code == 20
    assert "the rule 'cell=Z'" in done.out
    assert "leave out the rule 'cell=Z'" in done.out
    lines = [
        json.loads(line) for line in run_cli(*args, *asked, "--format", "json").out.splitlines()
    ]
    assert {
        "kind": "rule",
        "where": None,
        "rule": "constraint 1 - cell=Z",
        "needed": True,
    } in lines[0]["reasons"]
    assert any(
        change["kind"] == "drop-rule" and change["rule"] == "constraint 1 - cell=Z"
        for line in lines[1:-1]
        for change in line["changes"]
    )


def test_what_explain_does_not_support_is_named() -> None:
    words = WordList.from_words(["cat", "cats", "at"])
    given = Puzzle("DOG.\n####\n....", words, rules="no-near-duplicates")
    with pytest.raises(sx.OptionError, match="1A DOG"):
        sx.explain(Puzzle("DOG#\n####\n....", words, rules="no-near-duplicates"))
    assert isinstance(sx.explain(given), sx.Found | sx.Impossible)
