"""The checker: right squares pass, and each broken rule is named."""

from __future__ import annotations

import random
from itertools import product

import pytest
from support.seeds import quick

from satcross.apps.clues.words import hidden_words
from satcross.apps.wordsearch.board import picture, rectangle
from satcross.apps.wordsearch.occurrences import Scanner
from satcross.apps.wordsearch.verify import occurrences, verify
from satcross.model.alphabet import Alphabet

BOARD = rectangle(3, 4)


def kinds(rows: list[str], words: list[str], **more: object) -> list[str]:
    board = rectangle(len(rows), len(rows[0]))
    return [f.kind for f in verify(rows, board, hidden_words(words), **more)]  # type: ignore[arg-type]


@pytest.mark.parametrize("heading", list(product((-1, 0, 1), repeat=2)))
def test_words_are_found_in_all_eight_directions(heading: tuple[int, int]) -> None:
    if heading == (0, 0):
        return
    cells = {(2 + i * heading[0], 2 + i * heading[1]): c for i, c in enumerate("CAT")}
    rows = ["".join(cells.get((r, c), "X") for c in range(5)) for r in range(5)]
    assert kinds(rows, ["cat"]) == []
    assert occurrences(rows, "CAT") == [frozenset(r * 5 + c for r, c in cells)]


def test_a_word_must_be_there_and_only_once() -> None:
    assert kinds(["CATX", "XXXX"], ["cat"]) == []
    assert kinds(["CAXX", "XXXX"], ["cat"]) == ["missing"]
    assert kinds(["CATX", "XTAC"], ["cat"]) == ["repeat"]
    # Over an edge nothing goes on.
    assert kinds(["XXCA", "TXXX"], ["cat"]) == ["missing"]


def test_a_palindrome_read_both_ways_is_one() -> None:
    assert kinds(["ABAX"], ["aba"]) == []
    assert kinds(["ABAB", "XXXX"], ["aba"]) == []
    assert kinds(["ABABA"], ["aba"]) == ["repeat"]


def test_words_that_mirror_each_other_share_their_place() -> None:
    assert kinds(["STOPXX"], ["stop", "pots"]) == []
    assert kinds(["STOPXX", "XXPOTS"], ["stop", "pots"]) == ["repeat", "repeat"]


def test_within_a_longer_word_does_not_count() -> None:
    assert kinds(["CATALOG", "XXXXXXX"], ["cat", "catalog"]) == ["missing"]
    assert kinds(["CATALOG", "XXXXCAT"], ["cat", "catalog"]) == []
    assert kinds(["CATALOG", "TACXCAT"], ["cat", "catalog"]) == ["repeat"]
    # Backwards within it, too.
    assert kinds(["TACTICX", "XXXXCAT"], ["cat", "tactic"]) == []
    # Only partly within it does count.
    assert kinds(["BANANAN", "XXXXXXX"], ["nan", "banana"]) == []


def test_within_a_longer_word_by_option() -> None:
    assert kinds(["CATALOG", "XXXXXXX"], ["cat", "catalog"], allow_inside=True) == []
    assert kinds(["CATALOG", "XXXXCAT"], ["cat", "catalog"], allow_inside=True) == []
    assert kinds(["CATALOG", "TACXCAT"], ["cat", "catalog"], allow_inside=True) == ["repeat"]
    assert kinds(["BANANAX", "XXXXXXX"], ["ana", "banana"], allow_inside=True) == ["repeat"]
    assert kinds(["BANANAX", "XXXXANA"], ["ana", "banana"], allow_inside=True) == []
    assert kinds(["CATALOG", "XXXXXXX"], ["dog", "catalog"], allow_inside=True) == ["missing"]


def test_forbidden_words_stand_only_in_listed_ones() -> None:
    assert kinds(["ASSETX", "XXXXXX"], ["asset"], forbid=["ASS"]) == []
    assert kinds(["ASSETX", "XXASSX"], ["asset"], forbid=["ASS"]) == ["forbidden"]
    assert kinds(["ASSETX", "XXSSAX"], ["asset"], forbid=["ASS"]) == ["forbidden"]
    assert kinds(["ASSETX", "XXXXXX"], ["asset"], forbid=["SETX"]) == ["forbidden"]


def test_shape_letters_and_outside() -> None:
    words = hidden_words(["cat"])
    assert [f.kind for f in verify(["CAT"], BOARD, words)] == ["shape"]
    assert [f.kind for f in verify(["CATX", "XXX", "XXXX"], BOARD, words)] == ["shape"]
    assert [f.kind for f in verify([], BOARD, words)] == ["shape"]
    board = picture("###.\n####")
    assert verify(["CAT ", "XXXX"], board, words) == []
    faults = verify(["CATX", "xXX."], board, words)
    assert [(f.kind, f.where) for f in faults] == [
        ("outside", "r1c4"), ("letter", "r2c1"), ("letter", "r2c4"),
    ]  # fmt: skip
    small = Alphabet("CATX")
    assert [f.where for f in verify(["CAT ", "XXYX"], board, words, alphabet=small)] == ["r2c3"]


def test_the_message_is_spelt_by_the_cells_of_no_word() -> None:
    assert kinds(["HCAT", "EYXX"], ["cat"], message="HEYXX") == []
    assert kinds(["HCAT", "EYXX"], ["cat"], message="HEYXY") == ["message"]
    assert kinds(["HCAT", "EYXX"], ["cat"], message="HEYX") == ["message"]


@pytest.mark.parametrize("seed", quick(range(60), 8))
def test_the_quick_scanner_finds_the_same(seed: int) -> None:
    rng = random.Random(seed)
    n_rows, n_cols = rng.randint(1, 6), rng.randint(1, 6)
    board = rectangle(n_rows, n_cols)
    letters = {cell: rng.choice("AB") for cell in board.squares if rng.random() < 0.9}
    flat = [letters.get(cell, ".") for cell in board.squares]
    rows = ["".join(flat[r * n_cols : (r + 1) * n_cols]) for r in range(n_rows)]
    texts = ["".join(rng.choice("AB") for _ in range(rng.randint(2, 4))) for _ in range(3)]
    found = Scanner(board, texts).find(letters)
    for text in texts:
        mine = [frozenset(o.cells) for o in found if o.text == text]
        assert set(mine) == set(occurrences(rows, text))
        # A reading each way is two, but for a palindrome.
        if text == text[::-1]:
            assert len(mine) == len(set(mine))
    for one in found:
        assert "".join(letters[cell] for cell in one.cells) == one.text
        step = one.heading.row * n_cols + one.heading.col
        assert all(b - a == step for a, b in zip(one.cells, one.cells[1:], strict=False))
