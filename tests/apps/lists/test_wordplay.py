"""Wordplay, against trying everything on small lists."""

from __future__ import annotations

import gzip
import itertools
import json
import random
import re
from collections import Counter

import pytest
from support.cli import run_cli, run_ok
from support.seeds import quick
from support.tasks import little_work

import satcross as sx
from satcross.apps.lists.sounds import _FILE
from satcross.apps.lists.wordplay import KINDS, wordplay
from satcross.errors import OptionError
from satcross.model.alphabet import LATIN, Alphabet
from satcross.words.alphabets import parse_alphabet

ABC = Alphabet("ABC")


def small(seed: int) -> tuple[str, sx.WordList, list[str]]:
    """A word, and a list of short words over three letters."""
    rng = random.Random(seed)
    texts = {"".join(rng.choices("ABC", k=rng.randint(2, 7))) for _ in range(60)}
    scored = {text: rng.randint(1, 100) for text in sorted(texts)}
    word = "".join(rng.choices("ABC", k=rng.randint(2, 6)))
    return word, sx.WordList.from_words(sorted(scored.items()), alphabet=ABC), sorted(texts)


def brute(word: str, listed: list[str]) -> dict[str, set[tuple[str, ...]]]:  # noqa: PLR0912
    """The parts of all wordplay, by kind."""
    n, known = len(word), set(listed)
    letters = Counter(word)
    found: dict[str, set[tuple[str, ...]]] = {kind: set() for kind in KINDS}
    for size in (1, 2, 3):
        for parts in itertools.combinations_with_replacement(listed, size):
            same = sum(map(len, parts)) == n and Counter("".join(parts)) == letters
            if same and word not in map("".join, itertools.permutations(parts)):
                found["anagram"].add(tuple(sorted(parts, key=lambda part: (-len(part), part))))
    for size in (2, 3):
        for cuts in itertools.combinations(range(2, n - 1), size - 1):
            ends = (0, *cuts, n)
            parts = tuple(word[a:b] for a, b in itertools.pairwise(ends))
            if known.issuperset(parts) and min(map(len, parts)) >= 2:
                found["charade"].add(parts)
    if word[::-1] != word and word[::-1] in known:
        found["reversal"].add((word[::-1],))
    for a, b in itertools.combinations(range(1, n), 2):
        inner, outer = word[a:b], word[:a] + word[b:]
        if {inner, outer} <= known:
            found["container"].add((outer, inner))
    for entry in listed:
        if any(entry[:at] + entry[at + 1 :] == word for at in range(len(entry))):
            found["deletion"].add((entry,))
        if word in (entry[::2], entry[1::2]):
            found["alternation"].add((entry,))
        if word in entry[1:-1] or word[::-1] in entry[1:-1]:
            found["hidden"].add((entry,))
    return found


@pytest.mark.parametrize("seed", quick(range(100), 15))
def test_everything_is_found_and_nothing_else(seed: int) -> None:
    word, words, listed = small(seed)
    expected = brute(word, listed)
    found = wordplay(word, words, limit=None)
    for kind in KINDS:
        parts = {one.parts for one in found if one.kind == kind}
        if kind == "anagram":  # three words that spell the word in their order are charades
            parts = {p for p in parts if word not in map("".join, itertools.permutations(p))}
        if kind == "hidden":
            across = {p for p in parts if len(p) == 2}
            for one, two in across:
                assert any(
                    one.endswith(word[:at]) and two.startswith(word[at:])
                    and len(one) > at and len(two) > len(word) - at
                    for at in range(1, len(word))
                )  # fmt: skip
            parts -= across
        assert parts == expected[kind], kind
    for kind in KINDS:
        scores = [one.score for one in found if one.kind == kind]
        assert scores == sorted(scores, reverse=True)
    best = wordplay(word, words, limit=2)
    for kind in KINDS:
        assert [o for o in best if o.kind == kind] == [o for o in found if o.kind == kind][:2]


def test_it_is_shown_as_setters_write_it() -> None:
    words = sx.WordList.from_words(
        ["car", "pet", "silent", "pits", "in", "pts", "desserts", "castle tower", "stone",
         "schools", "now here", "nowhere", "tin", "sel"],
    )  # fmt: skip

    def texts(word: str, kind: str) -> list[str]:
        return [one.text for one in wordplay(word, words, kinds=[kind])]

    assert texts("listen", "anagram") == ["silent", "sel tin"]
    assert texts("carpet", "charade") == ["car + pet"]
    assert texts("pints", "container") == ["p(in)ts"]
    assert texts("stressed", "reversal") == ["desserts"]
    assert texts("Let", "hidden")[:1] == ["castLE Tower"]
    assert texts("tone", "deletion") == ["[s]tone"]
    assert texts("col", "alternation") == ["sChOoLs"]
    assert texts("shos", "alternation") == ["ScHoOlS"]
    assert texts("coo", "alternation") == []
    assert texts("now here", "homograph") == ["nowhere"]


def swap(one: str, two: str) -> str:
    """Two words' sounds with their beginnings exchanged, one after the other."""
    (a, rest_a), (b, rest_b) = (re.findall("^([a-z]*)(.+)", word)[0] for word in (one, two))
    return "" if a == b else b + rest_a + a + rest_b


@pytest.mark.parametrize("seed", quick(range(40), 3))
def test_what_sounds_alike_is_found_and_nothing_else(seed: int) -> None:
    rng = random.Random(seed)
    lines = gzip.decompress(_FILE.read_bytes()).decode().split()
    said: dict[str, set[str]] = {}
    short = [
        (w, s) for w, s in zip(lines[::2], lines[1::2], strict=True) if len(s) < 4 < len(w) + 2
    ]
    for word, sounds in rng.sample(short, 120):
        said.setdefault(word.upper(), set()).add(sounds)
    for word, sounds in zip(lines[::2], lines[1::2], strict=True):  # all pronunciations of them
        if word.upper() in said:
            said[word.upper()].add(sounds)
    voiced = {w: {s for s in many if s != s.lower()} for w, many in said.items()}
    pairs = [(a, b) for a, b in itertools.product(voiced, voiced)]
    whole = [(w, s) for w, s in zip(lines[::2], lines[1::2], strict=True) if 3 < len(s) < 7]
    words = sx.WordList.from_words(sorted(said))
    for word in {w for w, _ in rng.sample(whole, 5)}:
        heard = {s for w, s in zip(lines[::2], lines[1::2], strict=True) if w == word}
        found = wordplay(word, words, kinds=["homophone", "spoonerism"], limit=None)
        own = word.upper()
        assert {one.parts for one in found if one.kind == "spoonerism"} == {
            (a, b) for a, b in pairs
            if a + b != own and any(swap(x, y) in heard for x in voiced[a] for y in voiced[b])
        }  # fmt: skip
        assert {one.parts for one in found if one.kind == "homophone"} == {
            *((a,) for a in said if a != own and said[a] & heard),
            *((a, b) for a, b in pairs
              if a + b != own and any(x + y in heard for x in voiced[a] for y in voiced[b])),
        }  # fmt: skip


def test_homophones_and_spoonerisms_of_phrases() -> None:
    words = ["flour", "flutter", "by", "flower", "pot", "writes", "ij"]

    def texts(word: str, kind: str, alphabet: Alphabet = LATIN) -> list[str]:
        listed = sx.WordList.from_words(words, alphabet=alphabet)
        return [one.text for one in wordplay(word, listed, kinds=[kind])]

    assert texts("butterfly", "spoonerism") == ["flutter by"]
    assert texts("Flower-pot", "homophone") == ["flour pot"]
    assert texts("rights", "homophone") == ["writes"]
    assert texts("rights", "homophone", alphabet=parse_alphabet("dutch")) == ["writes"]
    assert texts("qqqq", "homophone") == texts("qqqq", "spoonerism") == []
    assert texts("שלום", "homophone", alphabet=parse_alphabet("hebrew+latin")) == []


def test_half_a_million_words() -> None:
    words = sx.WordList.builtin(min_score=0)
    with little_work():
        found = wordplay("orchestra", words)
    assert {"anagram", "hidden", "charade"} <= {one.kind for one in found}


@pytest.mark.parametrize("word", ["", "a", "a1", "x" * 41])
def test_wrong_words_are_one_line(word: str) -> None:
    with pytest.raises(OptionError, match="2 to 40 letters"):
        sx.wordplay(word, ["cat"])
    with pytest.raises(OptionError, match="no kind"):
        sx.wordplay("cat", ["act"], kinds=["pun"])


def test_the_command_prints_text_and_json() -> None:
    out = run_ok("words", "wordplay", "carpet", "--kind", "charade", "--limit", "1")
    assert out.startswith("charade ")
    assert out.endswith("  car + pet\n")
    rows = json.loads(run_ok("words", "wordplay", "carpet", "--format", "json"))
    assert {row["kind"] for row in rows} <= set(KINDS)
    assert set(rows[0]) == {"kind", "parts", "text", "score"}
    none = run_cli("words", "wordplay", "qqqq")
    assert (none.code, none.out) == (0, "")
    assert none.err.startswith("no wordplay for 'qqqq'")
    assert run_cli("words", "wordplay", "carpet", "--kind", "pun").code == 2
