"""What of a list is asked for: the other side of each line, and gaps."""

from __future__ import annotations

import pytest

from satcross.apps.clues.listed import Asking, ListedWord, listed_words, with_gap
from satcross.apps.clues.lists import lines_in, word_file
from satcross.errors import InputError


def lines(*texts: str) -> list[ListedWord]:
    return listed_words(texts, source="x")


def test_a_colon_and_a_blank_separate_a_clue() -> None:
    texts = ["dog: It barks, loudly", "cat, as in: hot", "at 3:15", "root:", "a\tb: c"]
    assert [(one.written, one.clue) for one in lines(*texts)] == [
        ("dog", "It barks, loudly"), ("cat", "as in: hot"), ("at 3:15", ""), ("root", ""),
        ("a", "b: c"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('cat,"a pet,\nfurry"\nowl,hoots', [("cat", "a pet, furry", 1), ("owl", "hoots", 3)]),
        ('cat;"a pet\n\nfurry"\nowl;hoots', [("cat", "a pet furry", 1), ("owl", "hoots", 4)]),
        ('cat\t"a ""pet""\nfurry"\nowl\tx', [("cat", 'a "pet" furry', 1), ("owl", "x", 3)]),
        ('"ice\ncream",cold\nowl,x', [("ice cream", "cold", 1), ("owl", "x", 3)]),
        ('cat,"a pet\n# furry"\nowl,x', [("cat", "a pet # furry", 1), ("owl", "x", 3)]),
        ('cat\t"a pet\t"\nowl\tx', [("cat", "a pet", 1), ("owl", "x", 2)]),
        ('"cat"\t"a pet"\n"owl"\t"x"', [("cat", "a pet", 1), ("owl", "x", 2)]),
        ('word\tclue\ncat\t"a pet\nfurry"\nowl\tx', [("cat", "a pet furry", 2), ("owl", "x", 4)]),
        ('word,clue\ncat,"a pet\n"\nowl,x', [("cat", "a pet", 2), ("owl", "x", 4)]),
        ('cat,"a pet\nowl,5"" wide\nelk,x', [("cat", '"a pet', 1), ("owl", '5"" wide', 2),
                                             ("elk", "x", 3)]),
        ('disk 5",old\nowl,"open\nelk,x', [("disk 5\"", "old", 1), ("owl", '"open', 2),
                                             ("elk", "x", 3)]),
    ],
)  # fmt: skip
def test_a_field_in_quotes_may_have_line_ends(
    text: str, expected: list[tuple[str, str, int]]
) -> None:
    assert [tuple(one) for one in listed_words(text.split("\n"), source="x")] == expected


@pytest.mark.parametrize(
    ("text", "clues"),
    [
        ("cat,pet,,\nowl,bird,,", ["pet", "bird"]),
        ('"cat";"pet";"";""\n"owl";"R&B &amp;";"";""', ["pet", "R&B &amp;"]),
        ("cat;R&amp;\nowl;bird;;", ["R&amp;", "bird"]),
        ("sep=;\ncat;pet\nowl;bird", ["pet", "bird"]),
        ("cat,pet\n,,\n , \nowl,bird", ["pet", "bird"]),
        ("nine,9\nowl,bird", ["9", "bird"]),
        ("Hastings,1066\nCrecy,1346", ["1066", "1346"]),
        ("nine,9\nowl", ["", ""]),
    ],
)
def test_clues_of_spreadsheets(text: str, clues: list[str]) -> None:
    assert [one.clue for one in listed_words(text.split("\n"), source="x")] == clues


def test_marks_and_comments_within_quotes_are_of_the_clue() -> None:
    text = '1. cat,"a pet\n# tame\n- furry"\n2. owl,"a\vbird"\n# a comment'
    found = word_file(lines_in(text), source="x").words
    assert [(one.written, one.clue) for one in found] == [
        ("cat", "a pet # tame - furry"),
        ("owl", "a bird"),
    ]


def test_each_side_of_a_line_can_be_the_answer() -> None:
    listed = lines(*(f"{chr(97 + n) * 2}: {chr(65 + n) * 2}" for n in range(9)))
    turned, _ = Asking("clues").of(listed, source="x")
    assert [(one.clue, one.written, one.line) for one in turned] == [tuple(one) for one in listed]
    mixed, _ = Asking("mixed", seed=3).of(listed, source="x")
    assert sum(one.written.isupper() for one in mixed) == 5
    assert [one.line for one in mixed] == [one.line for one in listed]
    assert mixed == Asking("mixed", seed=3).of(listed, source="x")[0]
    assert mixed != Asking("mixed", seed=4).of(listed, source="x")[0]
    with pytest.raises(InputError, match="'cow'"):
        Asking("clues").of(lines("dog: Hund", "cow"), source="x")
    with pytest.raises(InputError, match="one of words"):
        Asking("both")


@pytest.mark.parametrize(
    ("line", "clue"),
    [
        ("dog: Dog! The dog, hotdogs, dog's", "___! The ___, hotdogs, ___'s"),
        ("ice cream: An Ice Cream melts", "An ___ melts"),
        ("été: Cet été", "Cet ___"),
        ("a+b: (a+b) squared", "(___) squared"),
        ("개: 개가 짖는다", "___가 짖는다"),
        ("כלב: הכלב נובח", "ה___ נובח"),
        ("cat: no such word", "no such word"),
        ("cat: ", ""),
    ],
)
def test_a_word_becomes_a_gap_in_its_clue(line: str, clue: str) -> None:
    (one,) = lines(line)
    assert with_gap(one).clue == clue


def test_clues_without_a_gap_are_counted() -> None:
    _, notes = Asking(gaps=True).of(lines("dog: A dog", "cat: It purrs", "cow"), source="x")
    assert notes == ["1 clue without its word: there is no gap"]
