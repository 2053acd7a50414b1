"""Letters for the other cells: correct squares, proofs that there are none, messages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from itertools import product

import pytest
from support.brute_wordsearch import rows_of, tiny_search
from support.seeds import quick

from satcross.apps.clues.words import hidden_words
from satcross.apps.wordsearch.board import sized
from satcross.apps.wordsearch.forbidden import builtin_forbidden, forbidden_words
from satcross.apps.wordsearch.headings import BY_NAME, HEADINGS
from satcross.apps.wordsearch.layout import WordRun, WordSearchLayout
from satcross.apps.wordsearch.letters import filler
from satcross.apps.wordsearch.letters.filler import (
    decide,
    fill_unused_cells,
    layout_conflict,
    message_letters,
)
from satcross.apps.wordsearch.problem import LayoutProblem
from satcross.apps.wordsearch.search.layouts import search
from satcross.apps.wordsearch.verify import verify
from satcross.errors import OptionError, VerificationError, WordListError
from satcross.model.alphabet import LATIN, Alphabet
from satcross.results import Found, Impossible, Stopped
from satcross.task import NEVER, Deadline

WORDS = hidden_words("cat dog mouse horse tiger lion at ice_cream".replace("_", " ").split())


def laid(size: str, *places: tuple[str, int, str]) -> WordSearchLayout:
    """A layout of words by first cell and heading."""
    board = sized(size)
    words = hidden_words(text for text, _, _ in places)
    placements = []
    for index, (text, start, name) in enumerate(places):
        heading = BY_NAME[name]
        step = heading.row * board.n_cols + heading.col
        cells = tuple(start + i * step for i in range(len(text)))
        placements.append(WordRun(index, cells, heading))
    return WordSearchLayout(board, words, tuple(placements))


def a_layout(seed: int = 0, size: str = "10x9") -> WordSearchLayout:
    found = search(LayoutProblem(sized(size), WORDS, HEADINGS), rounds=50, seed=seed)
    assert isinstance(found, Found)
    return found.value


@pytest.mark.parametrize("seed", quick(range(5), 1))
@pytest.mark.parametrize("name", ["words", "uniform"])
def test_a_filled_square_is_correct(name: str, seed: int) -> None:
    layout = a_layout(seed)
    forbid = forbidden_words(["xx", "at e"])
    made = fill_unused_cells(layout, filler=name, forbid=forbid, seed=seed)
    assert isinstance(made, Found)
    assert verify(made.value.rows(), layout.board, WORDS, forbid=forbid) == []
    assert set(made.value.letters) == set(layout.board.squares)
    if name == "words":
        assert set(made.value.letters.values()) <= set("".join(w.letters for w in WORDS))
    else:
        assert set(made.value.letters.values()) - set("".join(w.letters for w in WORDS))
    again = fill_unused_cells(layout, filler=name, forbid=forbid, seed=seed)
    other = fill_unused_cells(layout, filler=name, forbid=forbid, seed=seed + 1)
    assert made == again != other


def test_letters_come_as_often_as_in_the_words() -> None:
    layout = laid("30x30", ("EEEEEEEEEX", 0, "E"), ("EXZ", 60, "E"))
    made = fill_unused_cells(layout)
    assert isinstance(made, Found)
    counts = Counter(made.value.letters[cell] for cell in layout.unused)
    assert counts["E"] > 400
    assert 30 < counts["Z"] < 120
    assert set(counts) == set("EXZ")


# Seeds of 80 whose words fit on the board, with few cells left.
LAID_OUT = (
    2, 8, 9, 19, 20, 22, 23, 24, 26, 29, 38, 39, 40, 44, 47, 48, 52, 53, 59, 60, 69, 74, 76, 77, 78,
    79,
)  # fmt: skip


@pytest.mark.parametrize("seed", LAID_OUT)
def test_whether_there_are_letters_is_decided_as_by_brute_force(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, words, headings, constraints = tiny_search(seed)
    monkeypatch.setattr(filler, "_N_TRIES", 1)
    seen: list[WordSearchLayout] = []
    for number in range(20):
        result = search(LayoutProblem(board, words, headings), rounds=2, seed=number)
        if not isinstance(result, Found) or len(result.value.unused) > 5:
            continue
        layout = result.value
        if layout in seen:
            continue
        letters = sorted(set("".join(word.letters for word in words)))
        expected = set()
        for drawn in product(letters, repeat=len(layout.unused)):
            rows = rows_of(board, layout.letters | dict(zip(layout.unused, drawn, strict=True)))
            if not verify(rows, board, words, forbid=constraints.forbid):
                expected.add("".join(drawn))
        made = fill_unused_cells(layout, forbid=constraints.forbid, seed=seed)
        assert isinstance(made, Found if expected else Impossible)
        full = dict.fromkeys(board.squares, letters[0]) | layout.letters
        if not layout_conflict(layout, forbid=constraints.forbid):
            sat = decide(layout, full, letters, constraints.forbid, seed=seed, deadline=NEVER)
            if expected:
                assert isinstance(sat, dict)
                assert "".join(sat[cell] for cell in layout.unused) in expected
            else:
                assert sat is None
        seen.append(layout)
        if len(seen) == 4:
            break
    assert seen, "choose another seed"


def test_no_letter_may_be_left() -> None:
    made = fill_unused_cells(laid("3x2", ("AB", 0, "E"), ("BB", 3, "E")))
    assert isinstance(made, Impossible)
    made = fill_unused_cells(laid("3x1", ("AA", 0, "E")))
    assert isinstance(made, Impossible)
    assert made.why.startswith("whatever letters of A stand in the 1 cells")
    assert isinstance(fill_unused_cells(laid("3x1", ("AA", 0, "E")), filler="uniform"), Found)


def test_a_layout_with_a_conflict_is_reported() -> None:
    twice = laid("3x2", ("CAT", 0, "E"), ("AT", 4, "E"))
    assert layout_conflict(twice) == "the words themselves spell AT once more at r1c2-r2c3"
    inside = laid("7x1", ("CATALOG", 0, "E"), ("CAT", 0, "E"))
    assert layout_conflict(inside) == "CAT stands within a longer word"
    assert layout_conflict(inside, allow_inside=True) == ""
    banana = laid("6x1", ("BANANA", 0, "E"), ("ANA", 1, "E"))
    fault = layout_conflict(banana, allow_inside=True)
    assert fault == "ANA stands within longer words in 2 places"
    mirrored = laid("4x2", ("STOP", 0, "E"), ("POTS", 4, "E"))
    assert layout_conflict(mirrored) == "the words themselves spell STOP in 2 places"
    rude = laid("4x1", ("AB", 0, "E"), ("CD", 2, "E"))
    assert layout_conflict(rude, forbid=["BC"]) == "the words themselves spell BC at r1c2-r1c3"
    assert layout_conflict(rude, forbid=["AB"]) == ""
    assert isinstance(fill_unused_cells(rude, forbid=["BC"]), Impossible)
    with pytest.raises(OptionError, match="'n1ce' is neither words nor uniform"):
        fill_unused_cells(rude, filler="n1ce")


def test_a_message_is_spelt_in_reading_order() -> None:
    layout = laid("4x2", ("CAT", 1, "E"), ("DO", 5, "E"))
    made = fill_unused_cells(layout, message="h, é y")
    assert isinstance(made, Found)
    assert made.value.rows() == ["HCAT", "EDOY"]
    assert made.value.message == "HEY"
    for wrong, hint in (("he", "give a longer one"), ("heyy", "give a shorter one")):
        with pytest.raises(OptionError, match=hint):
            fill_unused_cells(layout, message=wrong)
    for wrong in ("!?", "h3y"):
        with pytest.raises(OptionError, match="letter"):
            fill_unused_cells(layout, message=wrong)
    twice = fill_unused_cells(laid("4x2", ("CAT", 1, "E"), ("DOG", 4, "E")), message="dg")
    assert isinstance(twice, Found)
    bad = fill_unused_cells(laid("3x2", ("CAT", 0, "E")), message="cat")
    assert isinstance(bad, Impossible)
    assert "CAT can be read at r2c1-r2c3" in bad.why
    rude = fill_unused_cells(laid("3x2", ("CAT", 0, "E")), message="xyz", forbid=["YX"])
    assert isinstance(rude, Impossible)


def test_every_square_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checker names the first fault, and how many more there are."""
    monkeypatch.setattr(filler, "unexplained", lambda *_: [])
    layout = laid("3x4", ("CAT", 0, "E"), ("DOG", 3, "E"))
    with pytest.raises(VerificationError, match=r"CAT stands in 2 places.* \(and 1 more faults\)"):
        fill_unused_cells(layout, message="catdog")


def test_message_letters_are_of_the_alphabet() -> None:
    assert message_letters("Grüß dich") == "GRUSSDICH"
    with pytest.raises(OptionError, match="message"):
        message_letters("abc", Alphabet("XY"))
    with pytest.raises(OptionError, match="has no letter"):
        message_letters("")


def test_a_limit_that_is_over_stops() -> None:
    layout = laid("3x1", ("AA", 0, "E"))
    assert isinstance(fill_unused_cells(layout, deadline=Deadline(0.0)), Stopped)


def test_the_same_under_any_hash_seed() -> None:
    """The search for a layout has a test of its own, in `test_ws_search.py`."""
    code = (
        "from satcross.apps.wordsearch.board import sized\n"
        "from satcross.apps.wordsearch.search.layouts import search\n"
        "from satcross.apps.wordsearch.letters.filler import fill_unused_cells\n"
        "from satcross.apps.wordsearch.problem import LayoutProblem\n"
        "from satcross.apps.wordsearch.forbidden import forbidden_words\n"
        "from satcross.apps.wordsearch.headings import HEADINGS\n"
        "from satcross.apps.clues.words import hidden_words\n"
        "words = hidden_words(['cat', 'dog', 'horse'])\n"
        "found = search(LayoutProblem(sized('8x8'), words, HEADINGS), rounds=50)\n"
        "print(fill_unused_cells(found.value, forbid=forbidden_words()).value.rows())\n"
    )
    made = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1")
    }
    assert len(made) == 1


def test_the_built_in_list_is_words_in_capitals() -> None:
    words = builtin_forbidden()
    assert 50 <= len(words) == len(set(words))
    assert all(len(word) >= 3 and set(word) <= set(LATIN.letters) for word in words)
    assert {"CRAP", "TURD"} <= set(words)


def test_forbidden_lists_are_read_with_their_lines() -> None:
    assert forbidden_words(["# mine", "", "Ice-cream", "ICE CREAM"], builtin=False) == ("ICECREAM",)
    assert forbidden_words([], alphabet=Alphabet("XYZ")) == ()
    with pytest.raises(WordListError, match=r"forbid:2: 'x9' is not made of letters"):
        forbidden_words(["ab", "x9"])
    with pytest.raises(WordListError, match=r"mine\.txt:1: 'x' has fewer than two"):
        forbidden_words(["x"], source="mine.txt")
