"""How many words of each kind a list has."""

from satcross.apps.lists.records import make_up
from satcross.words import WordList


def test_the_make_up_counts_every_word() -> None:
    words = WordList.builtin(min_score=60)
    kinds = make_up(words)
    assert sum(kinds.values()) == len(words)
    assert kinds["phrase"] > 1000
    assert "vulgar" not in kinds
    assert make_up(WordList.builtin(min_score=60, max_words=10)).keys() <= kinds.keys()
