"""The list of words to hide."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from satcross.errors import WordListError
from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.enumerations import word_lengths
from satcross.words.alphabets import parse_alphabet
from satcross.words.folding import proposed_alphabet

MIN_LENGTH = 2  # a single letter is not a word to look for
MAX_LINES = 5  # that an error names

_CLUE_AFTER = re.compile(r"(.*?)\s*(?:[=:|]|\s[-–—]\s)\s*\S")


@dataclass(frozen=True, slots=True)
class HiddenWord:
    """A word to hide.

    Args:
        letters: what stands in the square, in letters of the alphabet.
        written: what the list beside it says, as in "ice cream".
        clue: what it may say instead; "" where there is no clue.
    """

    letters: str
    written: str
    clue: str = ""

    def __len__(self) -> int:
        return len(self.letters)

    @property
    def question(self) -> str:
        """The clue with the lengths of the words, as in "Cold comfort (3,5)"; or the word."""
        if not self.clue:
            return self.written
        return f"{self.clue} ({word_lengths(self.written, len(self.letters))})"


def hidden_words(
    written: Iterable[str],
    *,
    alphabet: Alphabet = LATIN,
    source: str = "words",
    lines: Sequence[int] | None = None,
) -> tuple[HiddenWord, ...]:
    """The words to hide, in the order given.

    Args:
        written: words or phrases; blank ones are ignored. Spaces, hyphens and apostrophes are not
            hidden; accents are folded to the alphabet.
        alphabet: the letters.
        source: name of the list in errors, which give the line too.
        lines: of each word; by default they are numbered from 1.

    Raises:
        WordListError: no word, a word with a character that is not in the alphabet, a word
            of one letter, or the same word twice.
    """
    words: list[HiddenWord] = []
    first_line: dict[str, int] = {}
    repeated: list[tuple[int, HiddenWord]] = []  # with their lines
    for number, text in enumerate(written):
        line = number + 1 if lines is None else lines[number]
        shown = " ".join(text.split())
        if not shown:
            continue
        letters = letters_of(shown, alphabet, source=source, line=line)
        word = HiddenWord(letters, shown)
        if letters in first_line:
            repeated.append((line, word))
            continue
        first_line[letters] = line
        words.append(word)
    if repeated:
        (line, word), *others = repeated
        problem = f"{word.written!r} is the same word as on line {first_line[word.letters]}"
        if others:
            also = ", ".join(str(other) for other, _ in others[:MAX_LINES])
            more = f" and {len(others) - MAX_LINES} more" if len(others) > MAX_LINES else ""
            problem += f"; others are repeated on line{'s' * (len(others) > 1)} {also}{more}"
        raise WordListError(problem, hint="leave one of each out", source=source, line=line)
    if not words:
        raise WordListError("the list is empty", hint="write one word a line", source=source)
    return tuple(words)


def letters_of(written: str, alphabet: Alphabet, *, source: str, line: int) -> str:
    """The letters of a word or phrase, two at least. Raises WordListError, naming the line."""
    letters = alphabet.normalise(written)
    if letters is not None and len(letters) >= MIN_LENGTH:
        return letters
    problem, hint = "is not made of letters of the alphabet", "leave it out"
    if letters is not None:
        problem = "has fewer than two letters"
    elif name := _alphabet_of(written, alphabet):
        hint += f", or use the alphabet {name!r}"
    elif (parts := _CLUE_AFTER.match(written)) is not None and len(
        alphabet.normalise(parts[1]) or ""
    ) >= MIN_LENGTH:
        hint = "write word,clue where a clue follows the word"
    raise WordListError(f"{written!r} {problem}", hint=hint, source=source, line=line)


def _alphabet_of(written: str, alphabet: Alphabet) -> str:
    """What to give as --alphabet for a word with letters outside the present one; "" if none."""
    foreign = Counter(
        char for char in written.upper() if char.isalnum() and not alphabet.fold(char)
    )
    name = proposed_alphabet(foreign, alphabet)
    for proposed in (name, f"latin+{name}") if name else ():
        if parse_alphabet(proposed).normalise(written):
            return proposed
    return ""


def as_hidden_words(
    words: Iterable[str | HiddenWord], alphabet: Alphabet = LATIN
) -> tuple[HiddenWord, ...]:
    """Words as people write them, or made by `hidden_words` already. Raises as `hidden_words`."""
    listed = words.splitlines() if isinstance(words, str) else list(words)
    made = tuple(word for word in listed if isinstance(word, HiddenWord))
    if made and len(made) == len(listed):
        return made
    written = [word.written if isinstance(word, HiddenWord) else word for word in listed]
    for text in written:
        if not isinstance(text, str):
            raise WordListError(f"must be words, got {text!r}", parameter="words")
    return hidden_words(written, alphabet=alphabet)


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
