"""Whether a rule means what its checker says: for `satcross.testing`."""

from __future__ import annotations

from itertools import product

from satcross.api import enumerate_fills
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.rules import rule_of_text, rules_data, rules_in
from satcross.testing.asserting import asserting
from satcross.verification.crossword import verify
from satcross.words import WordList

ALLOW_REPEATS = "allow-repeats"


@asserting
def check_rule(text: str, *, rows: str = "..\n..", letters: str = "ABCD") -> None:
    """Check a rule: the fills that have it are those in which its checker finds no fault.

    Every string of letters is a word, so that every way to put letters into the cells is tried.

    Args:
        text: the rule, as people write it; some of those ways must have it, and others not.
        rows: a grid of a few cells.
        letters: those of the words, few enough for all ways to be listed.
    """
    rule = rule_of_text(text)
    assert rule_of_text(rule.to_text()) == rule, f"{rule.to_text()!r} is another rule"
    assert rules_in(rules_data([rule])) == (rule,), "another rule comes back from JSON"
    grid = Grid.parse(rows)
    lengths = range(1, max(grid.n_rows, grid.n_cols) + 1)
    words = ["".join(word) for length in lengths for word in product(letters, repeat=length)]
    puzzle = Puzzle(grid, WordList.from_words(words), (ALLOW_REPEATS,))
    every = {str(fill): fill.grid for fill in enumerate_fills(puzzle)}
    own = (*puzzle.rules, rule)
    right = {name for name, filled in every.items()
             if not verify(grid, filled, puzzle.words, rules=own)}  # fmt: skip
    found = {str(fill) for fill in enumerate_fills(Puzzle(grid, puzzle.words, own))}
    for name in sorted(found ^ right):
        what = "has the rule, and its checker finds a fault" if name in found else "is left out"
        raise AssertionError(f"a fill {what}:\n{name}")
    assert found, f"no fill of the grid has the rule {text!r}: give another rule or grid"
    assert len(found) < len(every), f"every fill has the rule {text!r}: give another one"
