"""Query patterns over words, such as `c.t?` or `[bc]*ing`, matched a whole table at a time."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from satcross.errors import OptionError
from satcross.model.alphabet import DROPPED, Alphabet
from satcross.words.table import Bools, Codes

ANY_LETTER = "?._"
ANY_RUN = "*"
_SPECIAL = frozenset(ANY_LETTER + ANY_RUN + "[]")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern as runs of letter sets, with any number of letters between two runs.

    Args:
        runs: for each run and each of its letters, the set of allowed letter codes. A pattern with
            k `*` has k + 1 runs, some of which may be empty.
        n_letters: size of the alphabet.
    """

    runs: tuple[tuple[frozenset[int], ...], ...]
    n_letters: int

    @property
    def min_length(self) -> int:
        """Length of the shortest word that can match."""
        return sum(len(run) for run in self.runs)

    def fits(self, length: int) -> bool:
        """Whether any word of `length` letters can match."""
        return length >= self.min_length if len(self.runs) > 1 else length == self.min_length

    def match(self, codes: Codes) -> Bools:
        """Which rows of `codes`, `Codes` (n, length), match."""
        n, length = codes.shape
        if not self.fits(length):
            return np.zeros(n, np.bool_)
        first, *rest = self.runs
        out = self._match_at(first, codes, 0)
        if not rest:
            return out
        *middle, last = rest
        out &= self._match_at(last, codes, length - len(last))
        # Placing each run as early as possible leaves the most room for the runs after it.
        place = np.full(n, len(first), np.int64)
        for run in middle:
            place = self._earliest(run, codes, place)
        out &= place + len(last) <= length
        return out

    def _match_at(self, run: tuple[frozenset[int], ...], codes: Codes, first: int) -> Bools:
        out = np.ones(len(codes), np.bool_)
        for column, allowed in enumerate(run, start=first):
            if len(allowed) < self.n_letters:
                out &= self._mask(allowed)[codes[:, column]]
        return out

    def _earliest(
        self, run: tuple[frozenset[int], ...], codes: Codes, place: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """The end of the earliest match of `run` from `place` on; past the word if none."""
        n, length = codes.shape
        end = np.full(n, length + 1, np.int64)
        for first in range(length - len(run), -1, -1):
            here = (place <= first) & self._match_at(run, codes, first)
            end[here] = first + len(run)
        return end

    def _mask(self, allowed: frozenset[int]) -> Bools:
        out = np.zeros(self.n_letters, np.bool_)
        out[list(allowed)] = True
        return out


def parse_pattern(pattern: str, alphabet: Alphabet) -> Pattern:
    """Parse a pattern.

    `?`, `.` and `_` match one letter, `*` any number of letters, `[abc]`, `[a-c]` and `[^abc]` one
    letter in or not in a set. Other characters are normalised like words: accents are folded;
    spaces, hyphens and apostrophes are ignored. A letter of several characters is read as in words,
    too: `b[IJ]` and `bij` are two Dutch letters, `b[I·J]` and `bi·j` are others.

    Raises:
        OptionError: the pattern is empty, a set is empty or not closed, or a character is outside
            the alphabet.

    >>> from satcross.model.alphabet import LATIN
    >>> parse_pattern("c[ao]t*", LATIN).min_length
    3
    >>> parse_pattern("b[ij]*", Alphabet(["B", "I", "IJ", "J"])).runs
    ((frozenset({0}), frozenset({2})), ())
    """
    return _Parser(unicodedata.normalize("NFC", pattern), alphabet).parse()


class _Parser:
    """Reads one pattern from left to right."""

    def __init__(self, text: str, alphabet: Alphabet) -> None:
        self.text = text
        self.alphabet = alphabet
        self.every = frozenset(range(len(alphabet)))

    def parse(self) -> Pattern:
        runs: list[list[frozenset[int]]] = [[]]
        at = 0
        while at < len(self.text):
            char = self.text[at]
            if char == ANY_RUN:
                runs.append([])
            elif char in ANY_LETTER:
                runs[-1].append(self.every)
            elif char == "[":
                allowed, at = self.parse_set(at)
                runs[-1].append(allowed)
            elif char == "]":
                raise self.error("']' without '['", "write a set as [abc]", at)
            else:
                end = self.end_of_letters(at)
                runs[-1] += [frozenset({code}) for code in self.codes(at, end)]
                at = end - 1
            at += 1
        if runs == [[]]:
            raise self.error("the pattern is empty", "use letters, ? or *", 0)
        return Pattern(tuple(tuple(run) for run in runs), len(self.alphabet))

    def parse_set(self, opening: int) -> tuple[frozenset[int], int]:
        """(letters of the set that opens here, index of its closing bracket)."""
        closing = self.text.find("]", opening)
        if closing < 0:
            raise self.error("the set is not closed", "add ]", opening)
        at = opening + 1
        negated = self.text[at] == "^"
        at += negated
        if at == closing:
            raise self.error("the set is empty", "write its letters, as in [abc]", opening)
        allowed: set[int] = set()
        while at < closing:
            if self.text[at] == Alphabet.APART and self.alphabet.has_long_letters:
                at += 1
                continue
            low, end = self.one_code(at, closing)
            high = low
            if self.text[end] == "-":
                if end + 1 == closing:
                    raise self.error("the range has no end", "write a range as [a-c]", at)
                high, end = self.one_code(end + 1, closing)
                if high < low:
                    raise self.error("the range is backwards", "swap its letters", at)
            allowed.update(range(low, high + 1))
            at = end
        out = self.every - allowed if negated else frozenset(allowed)
        if not out:
            raise self.error("the set matches no letter", "exclude fewer letters", opening)
        return out, closing

    def end_of_letters(self, at: int) -> int:
        """The end of the text from `at` that has to be cut into letters together."""
        end = at + 1
        if self.alphabet.has_long_letters:
            while end < len(self.text) and self.text[end] not in _SPECIAL:
                end += 1
        return end

    def codes(self, at: int, end: int) -> tuple[int, ...]:
        word = self.alphabet.normalise(self.text[at:end])
        if word is None:
            at = next(i for i in range(at, end) if self.alphabet.normalise(self.text[i]) is None)
            raise self.error(
                f"{self.text[at]!r} is not a letter of the alphabet",
                "use letters, ? . _ * and [sets]",
                at,
            )
        return self.alphabet.codes(word)

    def one_code(self, at: int, closing: int) -> tuple[int, int]:
        """(the letter that begins here in a set, its end)."""
        end = at + 1
        if self.alphabet.has_long_letters:
            for longer in range(min(at + Alphabet.MAX_LETTER_LENGTH, closing), end, -1):
                text = self.text[at:longer]
                if DROPPED.isdisjoint(text) and self.alphabet.normalise(text) in self.alphabet:
                    return self.codes(at, longer)[0], longer
        codes = self.codes(at, end)
        if len(codes) != 1:
            raise self.error(f"{self.text[at]!r} is not one letter", "use single letters", at)
        return codes[0], end

    def error(self, problem: str, hint: str, at: int) -> OptionError:
        return OptionError(problem, hint=hint, source=f"pattern {self.text!r}", column=at + 1)
