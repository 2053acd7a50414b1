"""Why some lists do not fit a board: reasons that need no solver, each of which is a proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from satcross import Grid
from satcross.apps.clues.words import HiddenWord
from satcross.apps.wordsearch.headings import HEADINGS, Heading
from satcross.apps.wordsearch.placements import all_placements
from satcross.apps.wordsearch.problem import LayoutProblem
from satcross.extend import counted


def why_not(problem: LayoutProblem) -> str:
    """Why the words surely do not fit, for people; "" when no such reason is found.

    Looks at lines that are too short, at words that mirror each other, at how many words can cross,
    and at how many cells the words need and can take.
    """
    board, words, headings = problem.board, problem.words, problem.headings
    for word, placements in zip(words, all_placements(board, words, headings), strict=True):
        if not len(placements):
            longest = _longest_line(board, headings)
            return (
                f"{word.letters} has {counted(len(word), 'letter')}, and the"
                " longest line in these directions"
                f" has {longest}"
            )
    return _mirrored(words, headings) or _crossings(problem) or _cells(problem)


def most_crossings(words: Sequence[HiddenWord]) -> int:
    """A number of crossings above which no layout can go: one for each two words with a letter."""
    return sum(not set(a.symbols).isdisjoint(b.symbols) for a, b in combinations(words, 2))


def _crossings(problem: LayoutProblem) -> str:
    wanted, most = problem.constraints.n_crossings_at_least, most_crossings(problem.words)
    if wanted <= most:
        return ""
    return f"{len(problem.words)} words cross {most} times at most, and not {wanted}"


def _longest_line(board: Grid, headings: Sequence[Heading]) -> int:
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
    letters = {word.symbols: word.letters for word in words}
    for text, name in letters.items():
        if text != text[::-1] and text[::-1] in letters:
            other = letters[text[::-1]]
            return (
                f"{name} and {other} are each other backwards: wherever one is read, so is"
                " the other, and no two of these directions are opposite"
            )
    return ""


def _cells(problem: LayoutProblem) -> str:
    board, words, unused = problem.board, problem.words, problem.constraints.unused
    n_free = board.n_squares - (unused or 0)
    needed = fewest_cells(
        words, problem.headings, allow_inside=problem.constraints.allow_inside
    )  # fmt: skip
    if needed > n_free:
        left = f", of which {unused} must stay unused" if unused else ""
        return f"the words need {needed} cells at least, and the board has {board.n_squares}{left}"
    n_letters = sum(map(len, words))
    if unused is not None and n_letters < n_free:
        return (
            f"the words have {n_letters} letters together, so of the board's {board.n_squares}"
            f" cells no fewer than {board.n_squares - n_letters} stay unused, not {unused}"
        )
    return ""


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

    >>> from satcross.apps.wordsearch.headings import headings_of_level
    >>> from satcross.apps.clues.words import hidden_words
    >>> fewest_cells(hidden_words(["seen", "nose", "tee"]), headings_of_level("easy"))
    6
    """
    n_axes = len({heading.axis for heading in headings})
    most: Counter[str] = Counter()
    own: Counter[str] = Counter()
    for word in words:
        counts = Counter(word.symbols)
        most |= counts
        own += counts - _shared(word, words, allow_inside)  # never below 0
    return sum(max(most[letter], -(-own[letter] // n_axes)) for letter in sorted(most))


def _shared(word: HiddenWord, words: Sequence[HiddenWord], allow_inside: bool) -> Counter[str]:
    """By letter, how many of a word's letters another word along its line can bring at most."""
    most: Counter[str] = Counter()
    own = (word.symbols, word.symbols[::-1])
    for other in words:
        if other is word:
            continue
        texts = (other.symbols, other.symbols[::-1])
        if own[0] == texts[1] or (allow_inside and any(text in texts[0] for text in own)):
            return Counter(word.symbols)
        for before in texts:
            for after in own:
                for length in range(1, min(len(before), len(after))):
                    if before.endswith(after[:length]):
                        most |= Counter(after[:length])
    return most
