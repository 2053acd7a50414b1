"""The list of words to hide."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from satcross import LATIN, Alphabet, WordListError
from satcross.extend import parse_alphabet, word_lengths
from satcross.words.alphabets import ALPHABETS
from satcross.words.folding import proposed_alphabet

MIN_LENGTH = 2  # a single letter is not a word to look for
# That an error names.
MAX_NAMED, MAX_LINES = 8, 20
LONGEST_NAMED = 24  # characters

_CLUE_AFTER = re.compile(r"(.*?)\s*(?:[=:|]|\s[-–—]\s)\s*\S")


@dataclass(frozen=True, slots=True)
class HiddenWord:
    """A word to hide.

    Args:
        letters: what stands in the square, in letters of the alphabet.
        written: what the list beside it says, as in "ice cream".
        clue: what it may say instead; "" where there is no clue.
        symbols: one character for each letter, for searches: `Alphabet.symbols` of the letters; by
            default the letters themselves.
    """

    letters: str
    written: str
    clue: str = ""
    symbols: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        if not self.symbols:
            object.__setattr__(self, "symbols", self.letters)

    def __len__(self) -> int:
        return len(self.symbols)

    def question(self, alphabet: Alphabet = LATIN) -> str:
        """The clue with the lengths of the words, as in "Cold comfort (3,5)"; or the word."""
        if not self.clue:
            return self.written
        return f"{self.clue} ({word_lengths(self.written, len(self), alphabet)})"


def hidden_words(
    written: Iterable[str],
    *,
    alphabet: Alphabet = LATIN,
    source: str = "words",
    lines: Sequence[int] | None = None,
    longest: int | None = None,
) -> tuple[HiddenWord, ...]:
    """The words to hide, in the order given.

    Args:
        written: words or phrases; blank ones are ignored. Spaces, hyphens and apostrophes are not
            hidden; accents are folded to the alphabet.
        alphabet: the letters.
        source: name of the list in errors, which give the line too.
        lines: of each word; by default they are numbered from 1.
        longest: letters that a word may have; None for no limit.

    Raises:
        WordListError: no word, a word with a character that is not in the alphabet, a word
            of one letter or too long, or the same word twice; all of these in one message.
    """
    found = sorted_out(written, alphabet=alphabet, lines=lines, longest=longest)
    words = tuple(word for word in found if isinstance(word, HiddenWord))
    unusable = [word for word in found if isinstance(word, Unusable)]
    if unusable:
        raise _unusable_error(unusable, [word.written for word in words], alphabet, source)
    if not words:
        raise WordListError("the list is empty", hint="write one word a line", source=source)
    return words


def sorted_out(
    written: Iterable[str],
    *,
    alphabet: Alphabet = LATIN,
    lines: Sequence[int] | None = None,
    longest: int | None = None,
) -> list[HiddenWord | Unusable]:
    """The words to hide, and those that cannot be, in the order given. Args: of `hidden_words`."""
    first_line: dict[str, int] = {}
    found: list[HiddenWord | Unusable] = []
    for number, text in enumerate(written):
        line = number + 1 if lines is None else lines[number]
        shown = " ".join(text.split())
        if not shown and lines is None:  # in a file, a line that has a clue alone is a mistake
            continue
        letters = alphabet.normalise(shown)
        problem = _problem(letters, alphabet, longest)
        if letters is None or problem:
            found.append(Unusable(shown, line, problem))
        elif letters in first_line:
            found.append(Unusable(shown, line, _REPEATED, first_line[letters]))
        else:
            first_line[letters] = line
            found.append(HiddenWord(letters, shown, symbols=alphabet.symbols(letters)))
    return found


def letters_of(written: str, alphabet: Alphabet, *, source: str, line: int) -> str:
    """The letters of a word or phrase, two at least. Raises WordListError, naming the line."""
    letters = alphabet.normalise(written)
    problem = _problem(letters, alphabet, None)
    if letters is None or problem:
        raise _unusable_error([Unusable(written, line, problem)], (), alphabet, source)
    return letters


_FOREIGN = "is not made of letters of the alphabet"
_SHORT = "has fewer than two letters"
_LONG = "has more than {} letters"
_REPEATED = "is the same word as on line {}"


class Unusable(NamedTuple):
    """A word that cannot be used: its line, the problem, and the line of the same word before."""

    written: str
    line: int
    problem: str
    first_line: int = 0

    @property
    def is_foreign(self) -> bool:
        """Whether the problem is a letter that another alphabet may have."""
        return self.problem == _FOREIGN

    @property
    def why(self) -> str:
        """The problem, for people."""
        return self.problem.format(self.first_line)

    def __str__(self) -> str:
        return f"{self.name!r} {self.why}"

    @property
    def name(self) -> str:
        """The word as written, cut off where it is long."""
        return cut_off(self.written)


def cut_off(written: str) -> str:
    """A word as errors name it."""
    return written if len(written) <= LONGEST_NAMED else f"{written[:LONGEST_NAMED]}…"


def _problem(letters: str | None, alphabet: Alphabet, longest: int | None) -> str:
    """What is wrong with a word by its letters; "" if nothing is."""
    if letters is None:
        return _FOREIGN
    size = alphabet.size(letters)
    if size < MIN_LENGTH:
        return _SHORT
    if longest is not None and size > longest:
        return _LONG.format(longest)
    return ""


def _unusable_error(
    unusable: Sequence[Unusable], usable: Sequence[str], alphabet: Alphabet, source: str
) -> WordListError:
    """One error for all words that cannot be used.

    Args: usable: the other words, as written, which the alphabet to propose must have too.
    """
    by_problem: dict[str, list[Unusable]] = {}
    for one in unusable:
        by_problem.setdefault(one.problem, []).append(one)
    foreign = [one.written for one in by_problem.get(_FOREIGN, ())]
    hint = "leave it out" if len(unusable) == 1 else "leave them out"
    name, n_kept = alphabet_for(foreign, usable, alphabet)
    if name:
        some = "" if n_kept == len(foreign) else f", which has {n_kept} of them"
        hint += f", or use the alphabet {name!r}{some}"
    elif foreign and len(foreign) == len(unusable) and has_clue_after(foreign[0], alphabet):
        hint = "write word,clue where a clue follows the word"
    elif len(by_problem) == 1 and _REPEATED in by_problem:
        hint = "leave one of each out"
    if len(unusable) == 1:
        problem = str(unusable[0])
    else:
        groups = "; ".join(f"{_named(some)}" for some in by_problem.values())
        problem = f"{len(unusable):,} words cannot be used: {groups}"
    return WordListError(problem, hint=hint, source=source, line=unusable[0].line)


def _named(unusable: Sequence[Unusable]) -> str:
    """The words with one problem, and where they are."""
    first, *others = unusable
    if not others:
        return f"{_shown(first)} {first.why}"
    names = [_shown(one) for one in unusable[:MAX_NAMED]]
    if more := unusable[MAX_NAMED:]:
        lines = ", ".join(str(one.line) for one in more[:MAX_LINES])
        lines += ", …" if len(more) > MAX_LINES else ""
        names.append(f"{len(more)} more (line{'s' * (len(more) > 1)} {lines})")
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    if first.problem == _REPEATED:
        return f"{listed} are on earlier lines too"
    verb, rest = first.problem.split(" ", 1)
    return f"{listed} { {'is': 'are', 'has': 'have'}[verb] } {rest}"


def _shown(one: Unusable) -> str:
    return f"{one.name!r} (line {one.line})"


def has_clue_after(written: str, alphabet: Alphabet) -> bool:
    """Whether something that cannot be used looks like a word, a mark, and its clue."""
    parts = _CLUE_AFTER.match(written)
    return parts is not None and alphabet.size(alphabet.normalise(parts[1]) or "") >= MIN_LENGTH


def alphabet_for(
    foreign: Sequence[str], usable: Sequence[str], alphabet: Alphabet
) -> tuple[str, int]:
    """What to give as --alphabet for words with letters outside the present one; "" if none.

    Args: usable: words that it must have too.
    Returns: the alphabet that has most of the foreign words, and how many those are.
    """
    letters = Counter(
        char
        for written in foreign
        for char in written.upper()
        if char.isalnum() and not alphabet.fold(char)
    )
    if not letters:
        return "", 0
    own = next((name for name, of in ALPHABETS.items() if of == alphabet.spelling), "latin")
    name = proposed_alphabet(letters, alphabet)
    proposed = [name, f"{own}+{name}"] if name else []
    if any(char in ALPHABETS["digits"] for char in letters):
        proposed += [f"{own}+digits", f"{name}+digits"] if name else [f"{own}+digits"]
    best = "", 0
    for candidate in proposed:
        known = parse_alphabet(candidate)
        if all(known.normalise(written) for written in usable):
            n_kept = sum(bool(known.normalise(written)) for written in foreign)
            if n_kept > best[1]:
                best = candidate, n_kept
    return best


def as_hidden_words(
    words: Iterable[str | HiddenWord], alphabet: Alphabet = LATIN
) -> tuple[HiddenWord, ...]:
    """Words as people write them, or made by `hidden_words` already. Raises as `hidden_words`."""
    listed = words.splitlines() if isinstance(words, str) else list(words)
    made = tuple(word for word in listed if isinstance(word, HiddenWord))
    if made and len(made) == len(listed):
        for word in made:
            if not _is_of(alphabet, word):
                hint = "give the alphabet that it was made with"
                raise WordListError(f"{word.written!r} {_FOREIGN}", hint=hint, parameter="words")
        return made
    written = [word.written if isinstance(word, HiddenWord) else word for word in listed]
    for text in written:
        if not isinstance(text, str):
            raise WordListError(f"must be words, got {text!r}", parameter="words")
    return hidden_words(written, alphabet=alphabet)


def _is_of(alphabet: Alphabet, word: HiddenWord) -> bool:
    """Whether the symbols of a word are those of an alphabet."""
    if not alphabet.has_long_letters:
        return word.symbols == word.letters
    return alphabet.is_word(word.letters) and alphabet.symbols(word.letters) == word.symbols


def contained(words: Sequence[HiddenWord]) -> list[tuple[int, int]]:
    """The pairs (i, j) where word i stands within word j, forwards or backwards."""
    return [
        (i, j)
        for i, short in enumerate(words)
        for j, long in enumerate(words)
        if i != j
        and len(short) < len(long)
        and (short.symbols in long.symbols or short.symbols[::-1] in long.symbols)
    ]
