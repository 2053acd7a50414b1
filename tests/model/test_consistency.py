"""Arc consistency against a plain AC-3 reference on words, and against all fills."""

from __future__ import annotations

import random

import pytest
from support.seeds import quick

from satcross.model.alphabet import Alphabet
from satcross.model.consistency import arc_consistent
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.words import WordList


def random_puzzle(seed: int) -> Puzzle:
    rng = random.Random(seed)
    n_rows, n_cols = rng.randint(1, 4), rng.randint(2, 4)
    letters = "ABCDE"[: rng.randint(2, 5)]
    alphabet = Alphabet(letters)
    cells = [rng.choice(".....#") for _ in range(n_rows * n_cols)]
    cells[0] = cells[1] = "."
    for _ in range(rng.randint(0, 2)):
        cells[rng.randrange(len(cells))] = rng.choice(letters)
    n_words = rng.randint(1, 25)
    words = ["".join(rng.choice(letters) for _ in range(rng.randint(2, 4))) for _ in range(n_words)]
    grid = Grid(n_rows, n_cols, tuple(cells))
    return Puzzle(grid, WordList.from_words(words, alphabet=alphabet), distinct=rng.random() < 0.7)


def reference(puzzle: Puzzle) -> list[set[str]] | None:
    """The largest consistent word sets, by going over all pairs until nothing changes."""
    words = [word for word, _ in puzzle.words.words()]
    domains: list[set[str]] = []
    for slot in puzzle.slots:
        given = "".join(puzzle.grid.cells[cell] for cell in slot.cells)
        if "." not in given:
            domains.append({given})
        else:
            domains.append(
                {
                    word
                    for word in words
                    if len(word) == len(slot)
                    and all(g in (".", w) for g, w in zip(given, word, strict=True))
                }
            )
    changed = True
    while changed:
        changed = False
        for i, slot in enumerate(puzzle.slots):
            for j, other in enumerate(puzzle.slots):
                if i == j:
                    continue
                for a, cell in enumerate(slot.cells):
                    if cell in other.cells:
                        b = other.cells.index(cell)
                        allowed = {word[b] for word in domains[j]}
                        kept = {word for word in domains[i] if word[a] in allowed}
                        changed |= kept != domains[i]
                        domains[i] = kept
                if puzzle.distinct and len(domains[j]) == 1 and len(slot) == len(other):
                    kept = domains[i] - domains[j]
                    changed |= kept != domains[i]
                    domains[i] = kept
    return None if any(not domain for domain in domains) else domains


@pytest.mark.parametrize("block", quick(range(8), 2))
def test_domains_equal_those_of_a_plain_ac3(block: int) -> None:
    n_emptied = 0
    for seed in range(block * 60, block * 60 + 60):
        puzzle = random_puzzle(seed)
        domains = arc_consistent(puzzle)
        expected = reference(puzzle)
        if expected is None:
            n_emptied += 1
            assert domains.emptied is not None
            assert len(domains.codes[domains.emptied]) == 0
            continue
        assert domains.emptied is None
        alphabet = puzzle.words.alphabet
        spelt = [{alphabet.word(row) for row in codes.tolist()} for codes in domains.codes]
        assert spelt == expected
        assert domains.n_words == sum(len(domain) for domain in expected)
        for slot, indices, codes in zip(puzzle.slots, domains.words, domains.codes, strict=True):
            if puzzle.is_exempt(slot):
                assert len(indices) == 0
                assert len(codes) == 1
            else:
                assert indices.tolist() == sorted(indices.tolist())
                assert (puzzle.words.table(len(slot)).codes[indices] == codes).all()
            for offset, cell in enumerate(slot.cells):
                present = {alphabet.letters[code] for code in codes[:, offset].tolist()}
                left = domains.letters[cell].tolist()
                assert {alphabet.letters[a] for a, is_left in enumerate(left) if is_left} == present
        in_slot = set(domains.cells)
        for cell in range(len(puzzle.grid.cells)):
            assert bool(domains.letters[cell].any()) == (cell in in_slot)
    assert 5 < n_emptied < 55  # both kinds were looked at


def test_the_first_emptied_slot_is_told() -> None:
    words = WordList.from_words(["cat", "at"])
    domains = arc_consistent(Puzzle(Grid.parse("c.t\n#x#"), words))
    assert domains.emptied is not None
    assert domains.puzzle.slots[domains.emptied].name == "2D"


def test_one_word_for_two_slots_is_proved_impossible() -> None:
    words = WordList.from_words(["ab"])
    grid = Grid.parse("..#..")
    assert arc_consistent(Puzzle(grid, words)).emptied is not None
    assert arc_consistent(Puzzle(grid, words, distinct=False)).emptied is None


def test_the_domains_do_not_change_the_word_list() -> None:
    words = WordList.from_words(["ab", "ba", "bb"])
    before = words.table(2).codes.copy()
    arc_consistent(Puzzle(Grid.parse("a."), words))
    assert (words.table(2).codes == before).all()
