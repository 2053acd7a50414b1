"""What `fill` says of the slots that a proof was about."""

from __future__ import annotations

from pathlib import Path

import pytest

import satcross as sx
from satcross.apps.explain.clash import _named
from satcross.tasks.prepared import NO_FILL

EXAMPLE = Path(__file__).parents[3] / "examples/british13.txt"


def test_slots_that_exclude_each_other_are_named() -> None:
    # Each of A, B, C has one follower, so that rows equal columns; 3A has nothing to do with it.
    words = sx.WordList.from_words(["ab", "bc", "ca", "abab"], alphabet=sx.Alphabet("ABC"))
    result = sx.fill(sx.Puzzle(sx.Grid.parse("..#....\n..#####"), words))
    assert isinstance(result, sx.Impossible)
    assert result.why.startswith("no words fit 1A")
    assert result.why.endswith(" together, as no word may stand twice")
    named = result.why.removeprefix("no words fit ").partition(" together")[0]
    slots = named.replace(" and ", ", ").split(", ")
    kept = sx.Puzzle(sx.Grid.parse("..#....\n..#####"), words)
    indices = [kept.slot(name).index for name in slots]
    assert len(slots) < len(kept.slots)
    assert isinstance(sx.fill(kept.restricted(slots=indices)), sx.Impossible)


def test_a_rule_among_the_reasons_is_named() -> None:
    words = sx.WordList.from_words(["ab", "ba", "bb"])
    puzzle = sx.Puzzle(sx.Grid.parse("..\n##"), words, rules=["same-letter r1c1 r1c2", "~1A=BB"])
    result = sx.fill(puzzle)
    assert isinstance(result, sx.Impossible)
    assert result.why.startswith("no word fits 1A under the rule ")


def test_many_slots_are_shown_as_a_part_of_the_grid() -> None:
    puzzle = sx.Puzzle(sx.Grid.parse(EXAMPLE.read_text(encoding="utf-8")), ["abc"])
    upper = [slot for slot in puzzle.slots if max(slot.cells) < 6 * 13]
    assert len(upper) > 8
    rows, cols = zip(*(divmod(cell, 13) for slot in upper for cell in slot.cells), strict=True)
    box = f"r{min(rows) + 1}c{min(cols) + 1}-r{max(rows) + 1}c{max(cols) + 1}"
    assert _named(puzzle, upper) == f"no words fit the {len(upper)} slots in {box} together"
    assert _named(puzzle, puzzle.slots) == ""


@pytest.mark.parametrize("solver", ["glucose4", "lazy"])
def test_other_solvers_say_that_a_search_has_proved_it(solver: str) -> None:
    words = sx.WordList.from_words(["ab", "bc", "ca"], alphabet=sx.Alphabet("ABC"))
    result = sx.fill("..\n..", words, solver=solver)
    assert isinstance(result, sx.Impossible)
    assert (result.why == NO_FILL) == (solver != "lazy")
