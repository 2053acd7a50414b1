"""Query patterns against regular expressions, and what is said about bad ones."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from satcross.errors import OptionError
from satcross.model.alphabet import LATIN, Alphabet
from satcross.words import WordList
from satcross.words.patterns import parse_pattern

SMALL = Alphabet("ABCD")
TOKENS = st.sampled_from(
    ["?", ".", "_", "*", "*", "a", "B", "c", "D", "á", "-", " ", "[ab]", "[^a]", "[b-d]", "[^ab-c]"]
)


REGEX = {"?": ".", "_": ".", ".": ".", "*": ".*", "-": "", " ": "", "á": "A"}


def as_regex(token: str) -> str:
    return REGEX.get(token, token.upper())


@given(
    tokens=st.lists(TOKENS, min_size=1, max_size=7),
    words=st.lists(st.text("ABCD", min_size=2, max_size=7), max_size=40),
)
@example(tokens=["*", "a", "*", "a", "*"], words=["BA", "AA", "ABA", "BAB"])
@example(tokens=["a", "*", "a"], words=["AA", "ABA", "AAB"])
@example(tokens=["*", "a", "B", "*", "B", "c"], words=["ABC", "ABBC", "AABBC", "ABCB"])
def test_patterns_match_like_regular_expressions(tokens: list[str], words: list[str]) -> None:
    pattern = "".join(tokens)
    if not pattern.strip(" -"):
        return
    regex = re.compile("".join(as_regex(token) for token in tokens))
    listed = WordList.from_words(words, alphabet=SMALL)
    expected = sorted(word for word in set(words) if regex.fullmatch(word))
    assert [word for word, _ in listed.query(pattern)] == expected


def test_best_first_across_lengths() -> None:
    words = WordList.from_words([("cat", 10), ("coat", 90), ("act", 90), ("cut", 50), ("dog", 99)])
    assert words.query("*t") == [("ACT", 90), ("COAT", 90), ("CUT", 50), ("CAT", 10)]
    assert words.query("c?t") == [("CUT", 50), ("CAT", 10)]
    assert words.query("c.t?") == []


def test_written_forms_and_accents_are_normalised() -> None:
    words = WordList.from_words(["ice cream", "oeuvre", "cafe"])
    assert words.query("Ice-cr?am") == [("ICECREAM", 50)]
    assert words.query("œuvr?") == [("OEUVRE", 50)]
    assert words.query("cafe\u0301") == [("CAFE", 50)]


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("", "pattern '':1: the pattern is empty; use letters, ? or *"),
        (" - ", "pattern ' - ':1: the pattern is empty; use letters, ? or *"),
        ("c[at", "pattern 'c[at':2: the set is not closed; add ]"),
        ("c[", "pattern 'c[':2: the set is not closed; add ]"),
        ("c]", "pattern 'c]':2: ']' without '['; write a set as [abc]"),
        ("c[]t", "pattern 'c[]t':2: the set is empty; write its letters, as in [abc]"),
        ("c[^]t", "pattern 'c[^]t':2: the set is empty; write its letters, as in [abc]"),
        ("[a-]", "pattern '[a-]':2: the range has no end; write a range as [a-c]"),
        ("[c-a]", "pattern '[c-a]':2: the range is backwards; swap its letters"),
        ("[^a-z]", "pattern '[^a-z]':1: the set matches no letter; exclude fewer letters"),
        ("[aœ]", "pattern '[aœ]':3: 'œ' is not one letter; use single letters"),
        ("[a ]", "pattern '[a ]':3: ' ' is not one letter; use single letters"),
        ("ab3", "pattern 'ab3':3: '3' is not a letter of the alphabet; use letters, ? . _ * and"),
        ("a{2}", "pattern 'a{2}':2: '{' is not a letter of the alphabet"),
    ],
)
def test_bad_patterns(pattern: str, message: str) -> None:
    with pytest.raises(OptionError) as info:
        parse_pattern(pattern, LATIN)
    assert str(info.value).startswith(message)
