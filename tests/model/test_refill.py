"""Filling a grid again: what stays, what becomes open, what must not come back."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from support.brute_force import all_fills
from support.random_puzzles import random_puzzle
from support.seeds import quick

import satcross as sx
from satcross.errors import FormatError, OptionError
from satcross.model.grid import OPEN
from satcross.model.refill import Roles, refilled
from satcross.model.roles import Recorded, with_roles
from satcross.tasks.spread import n_apart

LISTED = "cat cot arc ore ten tan ace are ate ear era eat tea nee net"
WORDS = sx.WordList.from_words(LISTED.split())
FULL = sx.Grid.parse("CAT\nO#E\nTEN")


def grids(puzzle: sx.Puzzle) -> set[str]:
    """All fills, by trying everything."""
    words = [word for word, _ in puzzle.words.words()]
    rows = str(puzzle.grid).split("\n")
    letters = puzzle.words.alphabet.letters
    return {"\n".join(fill) for fill in all_fills(rows, words, letters, distinct=puzzle.distinct)}


def n_differing(puzzle: sx.Puzzle, one: str, other: sx.Grid) -> int:
    a = [cell for row in one.split("\n") for cell in row]
    return sum(any(a[c] != other.cells[c] for c in slot.cells) for slot in puzzle.slots)


@pytest.mark.parametrize("seed", quick(range(80), 10))
def test_fills_of_a_part_are_those_that_brute_force_finds(seed: int) -> None:
    rng = random.Random(seed)
    puzzle = random_puzzle(seed)
    fills = list(sx.enumerate_fills(puzzle, limit=20, seed=seed))
    if not fills:
        return
    full = rng.choice(fills).grid
    old = replace(puzzle, grid=full)
    slot = rng.choice(old.slots)
    corner = "-".join(old.grid.cell_name(rng.randrange(len(full.cells))) for _ in range(2))
    name = rng.choice([slot.name, f"{slot.name}+", corner])
    new = old.freeing(name)
    assert {str(fill) for fill in sx.enumerate_fills(new)} == grids(new)
    stays = {at for at, cell in enumerate(new.grid.cells) if cell != OPEN}
    assert all(new.grid.cells[at] == full.cells[at] for at in stays)
    kept = old.keeping(name)
    both = set(old.givens)
    is_free = {at for at in both if new.grid.cells[at] == OPEN}
    is_kept = {at for at in both if kept.grid.cells[at] != OPEN}
    if not Roles.of(old).theme:
        assert is_free == is_kept


@pytest.mark.parametrize("seed", quick(range(80), 10))
def test_a_banned_word_is_in_no_fill(seed: int) -> None:
    puzzle = random_puzzle(seed)
    result = sx.fill(puzzle, seed=seed)
    if not isinstance(result, sx.Found):
        return
    full = replace(puzzle, grid=result.value.grid)
    listed = [entry for entry in result.value.entries if entry.score is not None]
    if not listed:
        return
    word = listed[seed % len(listed)].word
    try:
        new = full.banning(word.lower())
    except OptionError:  # all of its letters are in entries that must stay
        return
    found = {str(fill) for fill in sx.enumerate_fills(new)}
    assert found == grids(new)
    assert all(word not in (e.word for e in fill.entries) for fill in sx.enumerate_fills(new))
    assert word not in new.words


@pytest.mark.parametrize("seed", quick(range(60), 8))
@pytest.mark.parametrize("distinct", ["grids", 2, "words", "3-letters"])
def test_unlike_is_what_brute_force_leaves(seed: int, distinct: str | int) -> None:
    puzzle = random_puzzle(seed)
    fills = list(sx.enumerate_fills(puzzle, limit=200, seed=seed))
    if not 0 < len(fills) < 200:
        return
    other = fills[-1].grid
    free = [s for s in puzzle.slots if puzzle.given_codes(s) is None]
    n_letters = len({cell for slot in free for cell in slot.cells} - puzzle.givens.keys())
    if len(free) < (distinct if isinstance(distinct, int) else 1) or (
        distinct == "3-letters" and n_letters < 3
    ):
        with pytest.raises(OptionError, match="cannot differ"):
            puzzle.unlike(other, distinct)
        return
    new = puzzle.unlike(other, distinct)
    theirs = {"".join(other.cells[c] for c in s.cells) for s in free}

    def is_unlike(fill: sx.Fill) -> bool:
        if distinct == "words":
            return theirs.isdisjoint(fill.entries[s.index].word for s in free)
        if distinct == "3-letters":
            return sum(a != b for a, b in zip(fill.grid.cells, other.cells, strict=True)) >= 3
        least = distinct if isinstance(distinct, int) else 1
        return n_differing(puzzle, str(fill), other) >= least

    expected = {str(fill) for fill in sx.enumerate_fills(puzzle) if is_unlike(fill)}
    assert {str(fill) for fill in sx.enumerate_fills(new)} == expected


def test_names_of_entries_cells_rectangles_and_groups() -> None:
    puzzle = sx.Puzzle(FULL, WORDS)
    assert str(puzzle.freeing("1A").grid) == "...\nO#E\nTEN"
    assert str(puzzle.freeing("1A+").grid) == "...\n.#.\n.E."
    assert str(puzzle.freeing("r3c3-r2c1").grid) == "CAT\n.#.\n..."
    assert str(puzzle.freeing("r1c1, 2d").grid) == ".A.\nO#.\nTE."
    assert str(puzzle.keeping("3A").grid) == "...\n.#.\nTEN"
    assert str(puzzle.keeping("1A", "r3c1").grid) == "CAT\n.#.\nT.."
    roles = Roles(given=frozenset({6}), theme=frozenset({0, 1, 2}), is_recorded=True)
    new, after = refilled(puzzle, keep=["theme"], roles=roles)
    assert str(new.grid) == "CAT\n.#.\n..."
    assert (after.given, after.theme) == (frozenset(), roles.theme)
    new, after = refilled(puzzle, keep=["theme,given"], roles=roles)
    assert str(new.grid) == "CAT\n.#.\nT.."
    new, _ = refilled(puzzle, free=["r1c1-r3c3"], roles=roles)
    assert str(new.grid) == "CAT\n.#.\nT.."
    new, _ = refilled(puzzle, free=["fill", "r3c1"], roles=roles)
    assert str(new.grid) == "CAT\n.#.\n..."


def test_a_ban_keeps_to_what_is_recorded() -> None:
    puzzle = sx.Puzzle(FULL, WORDS)
    roles = Roles(theme=frozenset({0, 1, 2}), banned=("ARC",), is_recorded=True)
    new, after = refilled(puzzle, ban=["ten"], roles=roles)
    assert str(new.grid) == "CAT\n.#.\n..."
    assert after.banned == ("ARC", "TEN")
    assert "ARC" not in new.words
    with pytest.raises(OptionError, match="1A holds CAT, which is banned, but must stay"):
        refilled(puzzle, ban=["cat"], roles=roles)
    new, _ = refilled(puzzle, ban=["cat"], free=["1A"], roles=roles)
    assert str(new.grid) == "...\nO#E\nTEN"


def test_entries_that_the_list_lacks_are_theme_entries_of_a_full_grid() -> None:
    puzzle = sx.Puzzle(sx.Grid.parse("CXT\nO#E\nTEN"), WORDS)
    assert Roles.of(puzzle).theme == {0, 1, 2}
    assert str(puzzle.freeing("r1c1-r2c3").grid) == "CXT\n.#.\nTEN"
    part = sx.Puzzle(sx.Grid.parse("CAT\nO#.\n..."), WORDS)
    assert Roles.of(part) == Roles(given=frozenset({3}), theme=frozenset({0, 1, 2}))


@pytest.mark.parametrize("name", ["9A", "r9c9", "r1c1-", "r1c1-x", "", "theme", "12Q", "+"])
def test_wrong_names_are_one_line(name: str) -> None:
    puzzle = sx.Puzzle(FULL, WORDS)
    if name == "r1c1-":  # a rectangle of one cell
        assert str(puzzle.keeping(name).grid) == "C..\n.#.\n..."
        return
    with pytest.raises(OptionError) as caught:
        refilled(puzzle, keep=[name])
    assert caught.value.parameter == "keep"
    assert "\n" not in str(caught.value)


def test_a_file_remembers_roles_and_refuses_damaged_ones() -> None:
    crossword = sx.crossword_of(FULL)
    assert Recorded(crossword).roles() is None
    assert with_roles(crossword, Roles()) is crossword
    roles = Roles(frozenset({3}), frozenset({0, 1}), ("ARC",), True)
    kept = with_roles(crossword, roles)
    data = sx.file_of(kept, "satcross").data
    from satcross.formats.own import read

    assert Recorded(read(data, "test")).roles() == roles
    for bad in ({"pinned": [99]}, {"theme": "x"}, {"banned": [3]}, {"pinned": [True]}):
        with pytest.raises(FormatError, match="damaged"):
            Recorded(replace(crossword, extras={"workbench": bad})).roles()


@pytest.mark.parametrize("seed", quick(range(40), 6))
def test_as_different_as_they_can_be(seed: int) -> None:
    puzzle = random_puzzle(seed)
    every = list(sx.enumerate_fills(puzzle, limit=300, seed=seed))
    n = 3
    fills = sx.enumerate_fills(puzzle, limit=n, distinct="auto", seed=seed)
    found = list(fills)
    assert len({str(fill) for fill in found}) == len(found) == min(n, len(every))
    if len(every) < n:
        assert fills.is_exhausted
        return
    assert fills.n_apart == n_apart(found)
    again = sx.enumerate_fills(puzzle, limit=n, distinct="auto", seed=seed)
    assert [str(fill) for fill in again] == [str(fill) for fill in found]
    plain = list(sx.enumerate_fills(puzzle, limit=n, seed=seed))
    assert (n_apart(found) or 0) >= (n_apart(plain) or 0)


def test_theme_letters_that_no_file_records_are_those_of_words_that_the_list_lacks() -> None:
    words = sx.WordList.from_words(["cat", "cax", "tan"])
    puzzle = sx.Puzzle("CAT\nA#A\nXQN", words)  # XQN is not in the list
    assert str(puzzle.freeing("1D").grid) == ".AT\n.#A\nXQN"
    assert str(puzzle.freeing("1D+").grid) == "...\n.#A\nXQN"
    last = puzzle.slots[1].name
    assert str(puzzle.freeing(last).grid) == "CAT\nA#A\n..."
