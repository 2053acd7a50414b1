"""The list of words to hide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from satcross.alphabet import LATIN, Alphabet
from satcross.errors import WordListError

MIN_LENGTH = 2  # a single letter is no word to look for


@dataclass(frozen=True, slots=True)
class HiddenWord:
    """A word to hide.

    Args:
        letters: what stands in the square, in letters of the alphabet.
        written: what the list beside it says, as in "ice cream".
    """

    letters: str
    written: str

    def __len__(self) -> int:
        return len(self.letters)


def hidden_words(
    written: Iterable[str], *, alphabet: Alphabet = LATIN, source: str = "words"
) -> tuple[HiddenWord, ...]:
    """The words to hide, in the order given.

    Args:
        written: words or phrases; blank ones do not count. Spaces, hyphens and apostrophes are not
            hidden; accents are folded to the alphabet.
        alphabet: the letters.
        source: names the list in errors; the line is the place in it.

    Raises:
        WordListError: no word, a word with a character that has no place in the alphabet, a word
            of one letter, or the same word twice.
    """
    words: list[HiddenWord] = []
    first_line: dict[str, int] = {}
    for line, text in enumerate(written, 1):
        shown = " ".join(text.split())
        if not shown:
            continue
        letters = alphabet.normalise(shown)

        def wrong(problem: str, mend: str, line: int = line) -> WordListError:
            return WordListError(problem, mend=mend, source=source, line=line)

        if letters is None:
            raise wrong(f"{shown!r} is not made of letters of the alphabet", "give --alphabet")
        if len(letters) < MIN_LENGTH:
            raise wrong(f"{shown!r} has fewer than two letters", "leave it out")
        if letters in first_line:
            raise wrong(
                f"{shown!r} is the same word as on line {first_line[letters]}", "leave one out"
            )
        first_line[letters] = line
        words.append(HiddenWord(letters, shown))
    if not words:
        raise WordListError("the list is empty", mend="write one word a line", source=source)
    return tuple(words)


def contained(words: Sequence[HiddenWord]) -> list[tuple[int, int]]:
    """The pairs (i, j) where word i stands within word j, forwards or backwards."""
    return [
        (i, j)
        for i, short in enumerate(words)
        for j, long in enumerate(words)
        if i != j
        and len(short) < len(long)
        and (short.letters in long.letters or short.letters[::-1] in long.letters)
    ]
