"""Grids that are made around a theme entry with two readings."""

from __future__ import annotations

import pytest
from support.cli import run_cli
from support.seeds import quick

import satcross as sx
from satcross.apps.construct.theme import readings_of
from satcross.model.alphabet import LATIN

pytestmark = pytest.mark.usefixtures("solvers_in_process")


@pytest.mark.parametrize("theme", quick([["Clinton/Bob Dole"], ["Clinton/Bob Dole", "elected"]], 1))
def test_both_readings_are_crosswords(theme: list[str]) -> None:
    made = sx.make("13x13", theme=theme).unwrap()
    grid = made.fill.grid
    second = grid.second_cells()
    first_word, second_word = readings_of(theme[0], LATIN)
    assert len(second) == sum(a != b for a, b in zip(first_word, second_word, strict=True))
    readings = [
        list(grid.cells[: grid.size]),
        [grid.cells[second.get(at, at)] for at in range(grid.size)],
    ]
    words = {word for word, _ in sx.WordList.builtin().words()}
    both: set[str] = set()
    for cells, themed in zip(readings, (first_word, second_word), strict=True):
        plain = grid.rectangle().with_cells(cells)
        spelt = {"".join(cells[at] for at in slot.cells) for slot in sx.Puzzle(plain, ["AA"]).slots}
        assert themed in spelt
        assert spelt - {themed, "ELECTED"} <= words
        both |= spelt
    n = len(sx.Puzzle(grid.rectangle(), ["AA"]).slots)
    doubled = {
        name for name in (slot.name for slot in made.fill.puzzle.slots) if name.endswith("b")
    }
    assert len(both) == n + len(doubled)


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(sx.OptionError, match="not two words of one length"):
        sx.make("11x11", theme=["Clinton/Dole"])
    with pytest.raises(sx.OptionError, match="the theme has CLINTON twice"):
        sx.make("11x11", theme=["Clinton/Bob Dole", "clinton"])
    with pytest.raises(sx.OptionError, match="do not support the rule"):
        sx.make("11x11", theme=["Clinton/Bob Dole"], entries=sx.EntryRules(max_shared_substring=4))
    done = run_cli("theme", "11x11", "--theme", "Clinton/BobDole")
    assert done.code == 2
    assert "a pattern does not support the two readings CLINTON/BOBDOLE" in done.err
