"""Words spelled with stand-ins: which there are, and what they keep of the list."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest
from support.seeds import quick

from satcross.errors import OptionError
from satcross.model.alphabet import Alphabet
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.model.rebus import RebusWords, spellings, with_rebus
from satcross.verification.crossword import verify
from satcross.words import WordList


def shown(words: RebusWords) -> set[tuple[str, int]]:
    names = {chr(0xE000 + i): f"[{text}]" for i, text in enumerate(words.strings)}
    return {("".join(names.get(a, a) for a in word), score) for word, score in words.words()}


def test_every_occurrence_may_be_replaced_or_not() -> None:
    words = WordList.from_words([("Tea-tea", 70), ("eat", 60), ("x", 9), ("team", 5)])
    more = with_rebus(words, ["TEA", "EAT"], range(1, 7))
    assert shown(more) == {
        ("TEATEA", 70), ("[TEA]TEA", 70), ("TEA[TEA]", 70), ("[TEA][TEA]", 70), ("T[EAT]EA", 70),
        ("EAT", 60), ("[EAT]", 60), ("TEAM", 5), ("[TEA]M", 5),
    }  # fmt: skip
    for word, _ in more.words():
        assert more.written(word) == words.written(more.spelled(word))
    assert more.listed is words
    assert more.report.n_words == 9


def test_only_the_lengths_asked_for_are_spelled() -> None:
    words = WordList.from_words(["teatea", "tea", "team"])
    assert shown(with_rebus(words, ["TEA"], [2])) == {
        ("TEATEA", 50), ("TEA", 50), ("TEAM", 50), ("[TEA][TEA]", 50), ("[TEA]M", 50)
    }  # fmt: skip


@pytest.mark.parametrize("seed", quick(range(60), 8))
def test_spellings_are_all_there_are(seed: int) -> None:
    """Against every sequence of letters and strings that is long enough."""
    rng = random.Random(seed)
    alphabet = Alphabet("AB")
    strings = sorted({"".join(rng.choice("AB") for _ in range(rng.choice([2, 3]))) for _ in "12"})
    listed = {"".join(rng.choice("AB") for _ in range(rng.randint(2, 6))) for _ in range(6)}
    words = WordList.from_words([(w, len(w)) for w in sorted(listed)], alphabet=alphabet)
    made = with_rebus(words, strings, range(1, 5))
    texts = ["A", "B", *strings]
    wanted = {
        tuple(codes)
        for n in range(1, 5)
        for codes in product(range(len(texts)), repeat=n)
        if "".join(texts[code] for code in codes) in listed
    }
    found = {made.alphabet.codes(word) for word, _ in made.words()}
    assert {codes for codes in found if len(codes) < 5} == wanted
    for length in made.lengths:
        table = made.table(length)
        assert (table.scores[:-1] >= table.scores[1:]).all()
    for word in listed:
        assert {c for c in spellings(word, made) if len(c) < 5} == {
            c for c in wanted if "".join(texts[code] for code in c) == word
        }


def test_no_alphabet_of_a_user_has_a_stand_in() -> None:
    with pytest.raises(OptionError, match="cannot be a letter"):
        Alphabet("AB\ue000")
    words = with_rebus(WordList.from_words(["ab"]), ["AB"], [1])
    assert "\ue000" in words.alphabet
    assert "\ue000" not in words.listed.alphabet
    # Nor can one be typed into a grid, a list or a rebus.
    assert WordList.from_words(["a\ue000b"]).report.n_words == 0
    with pytest.raises(OptionError, match="must be 2 to 40 letters"):
        Puzzle(Grid.parse(".."), WordList.from_words(["ab"]), rebus=("A\ue000",))


def test_umlauts_may_be_in_a_rebus() -> None:
    words = WordList.from_words(["grün", "grüne"], alphabet=Alphabet("EGNRÜ"))
    puzzle = Puzzle(Grid.parse("..", alphabet=words.alphabet), words, rebus=("rün",))
    assert puzzle.texts == ("E", "G", "N", "R", "Ü", "RÜN")


def test_a_puzzle_made_of_another_keeps_the_list_as_it_was() -> None:
    words = WordList.from_words(["heart", "hearts", "ts"])
    puzzle = Puzzle(Grid.parse("[HEART]S"), words)
    other = replace(puzzle, grid=Grid.parse("[HEAR].."))
    assert other.listed is words
    assert other.texts[-1] == "HEAR"
    plain = replace(puzzle, grid=Grid.parse("......"))
    assert plain.words is words
    assert not plain.has_rebus
    same = puzzle.restricted(distinct=False)
    assert same.words is puzzle.words


def test_verify_looks_at_raw_cells() -> None:
    words = WordList.from_words(["sweetheart", "hearts"])
    template = Grid.parse(".....[HEART]\n#####.")
    filled = Grid.parse("SWEET[HEART]\n#####S")
    assert verify(template, filled, words) == []
    assert verify(None, filled, words) == []
    blank = Grid.parse("......\n#####.")
    assert [str(f) for f in verify(blank, filled, words)] == [
        "r1c6 holds HEART, which is not an allowed rebus"
    ]
    assert verify(blank, filled, words, rebus=["HEART"]) == []
    wrong = Grid.parse("SWEET[HEARS]\n#####S")
    assert {f.kind for f in verify(template, wrong, words)} == {"given", "word"}
    twice = Grid.parse("[HEART]S####\n######\nHEARTS")
    found = verify(None, twice, words)
    assert [str(fault) for fault in found] == ["2A HEARTS is also at 1A"]
    assert verify(None, twice, words, distinct=False) == []
