"""Where the entries of the built-in list come from."""

from __future__ import annotations

import gzip

import pytest

from satcross.words import WordList
from satcross.words.builtin import BUILTIN_VULGAR
from satcross.words.origin import KINDS, ORIGIN, SOURCES, STEPS, Origin


@pytest.mark.parametrize(
    ("word", "written", "kind"),
    [
        ("crossword", "crossword", "word"),
        ("ICE CREAM", "ice cream", "phrase"),
        ("obama", "Obama", "name"),
        ("new york", "New York", "place"),
        ("don't", "don't", "contraction"),
        ("nato", "NATO", "abbreviation"),
    ],
)
def test_an_entry_is_found_in_any_spelling(word: str, written: str, kind: str) -> None:
    origin = Origin.of([word]).get(word)
    assert origin is not None
    assert (origin.written, origin.kind) == (written, kind)
    assert origin.sources
    assert origin.score == WordList.builtin().score("".join(filter(str.isalpha, written)).upper())


def test_a_form_names_its_word() -> None:
    origin = Origin.of(["winners"]).get("winners")
    assert origin is not None
    assert (origin.kind, origin.form_of) == ("inflection", "winner")


def test_entries_of_every_file_are_found() -> None:
    # The lowest and the last of each: an offset that is wrong by one would show.
    every = WordList.builtin(min_score=None)
    for word in ("EATAGE", "ANOMIE", "ZENANA"):
        origin = Origin.of([word]).get(word)
        assert origin is not None
        assert every.score(word) == origin.score
    lines = gzip.decompress(BUILTIN_VULGAR.read_bytes()).decode().splitlines()
    for line in (lines[0], lines[-1]):
        word = line.partition(";")[0]
        origin = Origin.of([word]).get(word)
        assert origin is not None
        assert origin.kind == "vulgar"


@pytest.mark.parametrize("word", ["zzzzq", "", "4x4", "ßßßß%"])
def test_what_the_list_does_not_have_is_not_found(word: str) -> None:
    assert Origin.of([word]).get(word) is None


def test_every_line_of_origin_can_be_read() -> None:
    for line in gzip.decompress(ORIGIN.read_bytes()).decode().splitlines():
        kind, sources, familiarity, *more = line.split(" ")
        assert kind in KINDS
        assert set(sources) <= set(SOURCES)
        assert -12 < float(familiarity) < 9
        assert ("L" in sources) == bool(more and more.pop(0).isdecimal())
        assert len(more) <= 1


def test_the_make_up_counts_every_word() -> None:
    words = WordList.builtin(min_score=60)
    kinds = Origin.kinds_in(words)
    assert sum(kinds.values()) == len(words)
    assert kinds["phrase"] > 1000
    assert "vulgar" not in kinds
    assert Origin.kinds_in(WordList.builtin(min_score=60, max_words=10)).keys() <= kinds.keys()


def test_the_steps_cover_all_scores() -> None:
    assert min(STEPS) == 0
    assert list(STEPS) == sorted(STEPS, reverse=True)
    meanings = [Origin("x", score, "word", (), 0.0).meaning for score in range(101)]
    assert list(dict.fromkeys(meanings)) == list(STEPS.values())[::-1]
