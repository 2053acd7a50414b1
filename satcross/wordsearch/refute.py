"""Why some lists do not fit a board: reasons that need no solver, each of them a proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from satcross.wordsearch.board import Board
from satcross.wordsearch.headings import HEADINGS, Heading
from satcross.wordsearch.placements import all_placements
from satcross.wordsearch.words import HiddenWord


def why_not(
    board: Board,
    words: Sequence[HiddenWord],
    headings: Sequence[Heading],
    *,
    unused: int | None = None,
) -> str:
    """Why the words surely do not fit, for people; "" when nothing speaks against it so far.

    Looks at lines that are too short, at words that mirror each other, and at how many cells the
    words need and can take: a letter that stands k times in some word takes k cells at least.
    """
    for word, placements in zip(words, all_placements(board, words, headings), strict=True):
        if not len(placements):
            longest = _longest_line(board, headings)
            return (
                f"{word.letters} has {len(word)} letters, and the longest line in these directions"
                f" has {longest}"
            )
    return _mirrored(words, headings) or _cells(board, words, unused)


def cells_needed(words: Sequence[HiddenWord]) -> int:
    """A lower bound on how many cells the words take together, however they overlap.

    >>> from satcross.wordsearch.words import hidden_words
    >>> cells_needed(hidden_words(["seen", "nose", "tee"]))
    6
    """
    most: Counter[str] = Counter()
    for word in words:
        most |= Counter(word.letters)  # the larger of the two counts
    return most.total()


def _longest_line(board: Board, headings: Sequence[Heading]) -> int:
    longest = 0
    for length in range(1, max(board.n_rows, board.n_cols) + 1):
        probe = HiddenWord("?" * length, "")
        if not len(all_placements(board, [probe], headings)[0]):
            break
        longest = length
    return longest


def _mirrored(words: Sequence[HiddenWord], headings: Sequence[Heading]) -> str:
    half = len(HEADINGS) // 2
    indices = {HEADINGS.index(heading) for heading in headings}
    if any((index + half) % len(HEADINGS) in indices for index in indices):
        return ""
    texts = {word.letters for word in words}
    for text in (word.letters for word in words):
        if text != text[::-1] and text[::-1] in texts:
            return (
                f"{text} and {text[::-1]} are each other backwards: wherever one is read, so is the"
                " other, and no two of these directions are opposite"
            )
    return ""


def _cells(board: Board, words: Sequence[HiddenWord], unused: int | None) -> str:
    n_free = board.n_cells - (unused or 0)
    needed = cells_needed(words)
    if needed > n_free:
        left = f", of which {unused} must stay unused" if unused else ""
        return f"the words need {needed} cells at least, and the board has {board.n_cells}{left}"
    n_letters = sum(map(len, words))
    if unused is not None and n_letters < n_free:
        return (
            f"the words have {n_letters} letters together, so of the board's {board.n_cells} cells"
            f" no fewer than {board.n_cells - n_letters} stay unused, not {unused}"
        )
    return ""
