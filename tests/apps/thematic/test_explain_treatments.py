"""Reasons and corrections of puzzles whose words are treated, against the checker of fills."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path

import pytest
from support.cli import run_cli
from support.seeds import quick
from support.treated_puzzles import LETTERS, fills_by_trying, random_puzzle, with_givens

import satcross as sx
from satcross.apps.explain.changes import REPEATS, Change, ChangeKind, apply
from satcross.apps.explain.rules import DISTINCT, RuleKind, Rules, SoftRule
from satcross.model.puzzle import Slot
from satcross.verification.rules import Filled, RuleChecker, SlotContent


def keeps(puzzle: sx.Puzzle, kept: frozenset[SoftRule], cells: tuple[str, ...]) -> bool:
    """Whether letters in all cells keep some of the rules, as the checker says."""
    fixed = {rule.index for rule in kept if rule.kind is RuleKind.LETTER}
    if any(cells[at] != puzzle.grid.cells[at] for at in fixed):
        return False

    def content(slot: Slot) -> SlotContent:
        texts = tuple(cells[at] for at in slot.cells)
        return SlotContent(slot.name, texts, "".join(texts), fixed.issuperset(slot.cells), "")

    names = [slot.name for slot in puzzle.slots]
    every = [content(slot) for slot in puzzle.slots]
    every = [SlotContent(e.slot, e.cells, e.word, e.given, e.word) for e in every]
    treating = [rule for rule in puzzle.rules if rule.kind == "treatment"]
    for rule in treating:
        every = RuleChecker(rule).read(every, names, puzzle.listed, {})
    there = [
        entry
        for slot, entry in zip(puzzle.slots, every, strict=True)
        if SoftRule(RuleKind.SLOT, slot.index) in kept
        and (entry.given or puzzle.given_codes(slot) is None)
    ]
    if any(not entry.given and entry.reading not in puzzle.listed for entry in there):
        return False
    read = [entry.reading for entry in there]
    if DISTINCT in kept and len(set(read)) < len(read):
        return False
    held = {puzzle.grid.cell_name(at): text for at, text in enumerate(cells)}
    printed = [name for name in held if name.startswith("r")]
    for index, rule in enumerate(puzzle.rules):
        about = every if rule.need == "conditions" else there
        filled = Filled(held, about, puzzle.listed, DISTINCT in kept, names, printed=printed)
        if (rule in treating or SoftRule(RuleKind.RULE, index) in kept) and list(
            RuleChecker(rule).faults(filled)
        ):
            return False
    return True


@pytest.mark.parametrize("seed", quick(range(1000, 1300), 12))
def test_reasons_are_right_and_minimal(seed: int) -> None:
    puzzle = with_givens(random_puzzle(seed), seed)
    inside = sorted(puzzle.cells_in_slots)

    @cache
    def possible(kept: frozenset[SoftRule]) -> bool:
        for letters in product(LETTERS, repeat=len(inside)):
            cells = list(puzzle.grid.cells)
            for at, letter in zip(inside, letters, strict=True):
                cells[at] = letter
            if keeps(puzzle, kept, tuple(cells)):
                return True
        return False

    found = sx.explain(puzzle, full_words=puzzle.listed, seed=seed)
    assert isinstance(found, sx.Found) != possible(frozenset(Rules(puzzle).rules))
    if not isinstance(found, sx.Found):
        return
    assert found.value.is_minimal
    reasons = frozenset(found.value.reasons)
    assert not possible(reasons), str(found.value)
    for rule in reasons:
        assert possible(reasons - {rule}), (str(found.value), rule)


@pytest.mark.parametrize("seed", quick(range(2000, 2200), 8))
def test_single_changes_that_help_are_those_with_a_fill(seed: int) -> None:
    puzzle = with_givens(random_puzzle(seed), seed)
    found = sx.explain(puzzle)
    if not isinstance(found, sx.Found):
        return
    changes = [Change(ChangeKind.LETTER, at) for at in puzzle.givens]
    for slot in puzzle.slots:
        if puzzle.given_codes(slot) is not None:
            changes.append(Change(ChangeKind.ENTRY, slot.index))
    for index, rule in enumerate(puzzle.rules):
        if not rule.is_fixed:
            changes.append(Change(ChangeKind.RULE, index))
    changes += [REPEATS] * puzzle.distinct
    right = {one for one in changes if fills_by_trying(apply(puzzle, [one]).puzzle)}
    listed = list(sx.corrections(found, max_changes=1))
    assert {correction.changes for correction in listed} == {(one,) for one in right}


def test_the_command_names_the_treatment() -> None:
    args = ("explain", "-", "--rule", "treatment 1A: reversed")
    done = run_cli(*args, "--corrections", "1", stdin="QZ.\n.#.\n...\n")
    assert done.code == 20
    assert done.out.startswith("no fill because of 1A by reversed, the letters Q at r1c1 and Z")
    assert "drop the letter Q" in done.out


def test_the_command_says_what_holds_for_entries_together(tmp_path: Path) -> None:
    (tmp_path / "w").write_text("cat\narm\nten\n")
    args = ("explain", "-", "-w", tmp_path / "w", "--corrections", "0")
    treated = ("--rule", "treatment slot: plain, reversed; treated 1")
    done = run_cli(*args, *treated, stdin="CA.\n###\nAR.\n")
    assert "letters C at r1c1 and A at r3c1, where 1 entry is treated\n" in done.out
    done = run_cli(*args, "--allow-repeats", "--reading", "3", stdin="...\n.#.\n...\n")
    assert "2Db (second reading of 2D), where 3 cells have two letters\n" in done.out
