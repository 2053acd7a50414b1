"""How few cells a list of words can do with: a bound that holds for every layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from satcross.wordsearch.headings import Heading
from satcross.wordsearch.words import HiddenWord


def fewest_cells(
    words: Sequence[HiddenWord], headings: Sequence[Heading], *, allow_inside: bool = False
) -> int:
    """A number of cells below which no layout of all words can go.

    Two reasons, taken letter by letter. A letter that stands k times in one word has k cells. And
    look along one line of one axis: sort the words there by where they begin; what a word shares
    with those before it, it shares with the one of them that reaches furthest, as that one's end
    and its own beginning. So of its letters at most those of its largest overlap with another word
    are shared along the line, and the others are cells of that axis that no word had before. A cell
    lies on one line of each axis, so that many cells, divided by the number of axes, there are.

    Args:
        words: the list.
        headings: the ways that words may run.
        allow_inside: whether a word may stand within a longer one, and so need no cell of its own.

    >>> from satcross.wordsearch.headings import headings_of_level
    >>> from satcross.wordsearch.words import hidden_words
    >>> fewest_cells(hidden_words(["seen", "nose", "tee"]), headings_of_level("easy"))
    6
    """
    n_axes = len({heading.axis for heading in headings})
    most: Counter[str] = Counter()
    own: Counter[str] = Counter()
    for word in words:
        counts = Counter(word.letters)
        most |= counts
        own += counts - _shared(word, words, allow_inside)  # never below 0
    return sum(max(most[letter], -(-own[letter] // n_axes)) for letter in sorted(most))


def _shared(word: HiddenWord, words: Sequence[HiddenWord], allow_inside: bool) -> Counter[str]:
    """By letter, how many of a word's letters another word along its line can bring at most."""
    most: Counter[str] = Counter()
    own = (word.letters, word.letters[::-1])
    for other in words:
        if other is word:
            continue
        texts = (other.letters, other.letters[::-1])
        if own[0] == texts[1] or (allow_inside and any(text in texts[0] for text in own)):
            return Counter(word.letters)
        for before in texts:
            for after in own:
                for length in range(1, min(len(before), len(after))):
                    if before.endswith(after[:length]):
                        most |= Counter(after[:length])
    return most
