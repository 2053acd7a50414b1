"""Wordplay for setters of cryptic clues: what a word can be made of, from a word list.

| kind | the word is | shown as |
| --- | --- | --- |
| anagram | the letters of one word, or of two or three, in another order | `silent`, `tin sel` |
| hidden | within an entry, or across the end of a word and the start of another | `casTLE Tower` |
| reversal | a word backwards | `desserts` |
| container | a word with another one inside | `p(in)ts` |
| charade | two or three words one after the other | `car + pet` |
| alternation | every other letter of a word | `sChOoLs` |
| deletion | a word without its first, last or another letter | `[s]tone` |
| homograph | written in another way with the same letters | `now here` |
| homophone | what one or two words sound like | `flour`, `eye scream` |
| spoonerism | two words with their first sounds exchanged, to the ear | `flutter by` |

The last two kinds are for words that the CMU Pronouncing Dictionary has: English, as Americans
pronounce it. Each kind is best first: by the score of its weakest word, less a little for each
further word.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from satcross import OptionError, WordList
from satcross.apps.lists.sounds import sounds_of, splits, swapped, words_of
from satcross.extend import Codes, WordsLike, check_integer, checked, code_dtype
from satcross.words.table import letter_counts

KINDS = (
    "anagram", "hidden", "reversal", "container", "charade", "alternation", "deletion", "homograph",
    "homophone", "spoonerism",
)  # fmt: skip
MIN_PART = 2  # letters of a part; the letters of abbreviations are for the setter
MAX_LETTERS = 40
_COST_OF_PART = 8  # of each further word
_MOST_OF_THREE = 160  # words from which three are put together: the best ones
_MOST_AT_A_BREAK = 3  # words on each side of a hidden word, for each break


@dataclass(frozen=True, slots=True)
class Wordplay:
    """One way to make a word.

    Args:
        kind: one of `KINDS`.
        parts: the words of the list that it is made of, as the list writes them.
        text: for people, as in `car + pet`.
        score: the more the better.
    """

    kind: str
    parts: tuple[str, ...]
    text: str
    score: int

    def __str__(self) -> str:
        return self.text


@checked
def wordplay(
    word: str,
    words: WordsLike | None = None,
    *,
    kinds: Collection[str] | None = None,
    limit: int | None = 10,
) -> list[Wordplay]:
    """What a word can be made of, for cryptic clues.

    Args:
        word: need not be in the list; spaces, accents and lower case are folded.
        words: whose entries it may be made of: a `WordList`, words with or without scores, or the
            path of a file; the built-in list by default.
        kinds: some of "anagram", "hidden", "reversal", "container", "charade", "alternation",
            "deletion", "homograph", "homophone" and "spoonerism"; all by default.
        limit: how many of each kind at most; None for all.

    Returns: the best of each kind, kinds in this order.

    Raises:
        OptionError: the word has letters outside the alphabet, fewer than two letters, or more
            than 40; or there is no such kind.

    >>> found = wordplay("carpet", ["car", "pet", "pace rt", "at"])
    >>> [(one.kind, one.text) for one in found]
    [('anagram', 'pace rt'), ('charade', 'car + pet')]
    """
    words = WordList.builtin() if words is None else WordList.of(words)
    letters = words.alphabet.normalise(word)
    if letters is None or not MIN_PART <= words.alphabet.size(letters) <= MAX_LETTERS:
        raise OptionError(
            f"must be {MIN_PART} to {MAX_LETTERS} letters of the alphabet, got {word[:50]!r}",
            parameter="word",
        )
    if limit is not None:
        limit = check_integer(limit, "limit", at_least=1)
    for kind in kinds or ():
        if kind not in KINDS:
            raise OptionError(
                f"there is no kind {kind!r}",
                hint=f"choose from {', '.join(KINDS)}",
                parameter="kinds",
            )
    search = _Search(words.alphabet.symbols(letters), words, word)
    makers: Sequence[Callable[[], Iterable[_Found]]] = (
        search.anagrams, search.hidden, search.reversals, search.containers, search.charades,
        search.alternations, search.deletions, search.homographs, search.homophones,
        search.spoonerisms,
    )  # fmt: skip
    out: list[Wordplay] = []
    for kind, make in zip(KINDS, makers, strict=True):
        if kinds is None or kind in kinds:
            found = sorted(set(make()))[:limit]
            out += [search.finished(kind, one) for one in found]
    return out


class _Found(NamedTuple):
    """Wordplay before it is written down, in the order of what is better.

    Args:
        cost: the less the better.
        parts: words of the list, normalised.
        text: for people; "" for the parts as they are written.
    """

    cost: int
    parts: tuple[str, ...]
    text: str = ""


class _Search:
    """Finds each kind of wordplay for one word.

    Words are strings of `Alphabet.symbols` here, of which each is a letter.

    Args: word: normalised; words: the list; written: the word as it was given.
    """

    def __init__(self, word: str, words: WordList, written: str) -> None:
        self._word = word
        self._written = written
        self._words = words
        self._codes = self._codes_of(word)
        self._own = np.unique(self._codes)
        self._scores: dict[str, int] = {}

    def _text(self, word: str) -> str:
        return self._words.alphabet.text(word)

    def _has(self, word: str) -> bool:
        return self._words.index(self._text(word)) is not None

    def _large(self, part: str) -> str:
        """Letters as people see them, in capitals."""
        alphabet = self._words.alphabet
        if not alphabet.has_long_letters:
            return part
        return "".join(alphabet.texts[code] for code in self._codes_of(part))

    def _small(self, part: str) -> str:
        return self._large(part).lower()

    def _symbols(self, codes: Iterable[int]) -> str:
        letters = self._words.alphabet.letters
        return "".join([letters[code] for code in codes])

    def _codes_of(self, word: str) -> Codes:
        letters = self._words.alphabet.letters
        return np.array([letters.index(symbol) for symbol in word], code_dtype(len(letters)))

    def anagrams(self) -> Iterator[_Found]:
        counts = self._counts(self._codes[None, :])[0]
        of_counts, best = self._of_its_letters(counts)
        for text in of_counts.get(counts.tobytes(), ()):
            if text != self._word:
                yield self._made((text,))
        for _, text, own in best:
            for other in of_counts.get((counts - own).tobytes(), ()):
                if text <= other and text + other != self._word != other + text:
                    yield self._made(self._in_order(text, other))
        chosen = best[:_MOST_OF_THREE]
        for (_, one, a), (_, two, b) in itertools.combinations_with_replacement(chosen, 2):
            if (a + b <= counts).all():
                for three in of_counts.get((counts - a - b).tobytes(), ()):
                    yield self._made(self._in_order(one, two, three))

    def _of_its_letters(
        self, counts: npt.NDArray[np.uint8]
    ) -> tuple[dict[bytes, list[str]], list[tuple[int, str, npt.NDArray[np.uint8]]]]:
        """The words of some of its letters: by how often each is in them; the best first.

        Args: counts: how often each letter is in the word.
        """
        n = len(self._word)
        of_counts: dict[bytes, list[str]] = {}
        best: list[tuple[int, str, npt.NDArray[np.uint8]]] = []
        for length in self._words.lengths:
            if not MIN_PART <= length <= n:
                continue
            table = self._words.table(length)
            flags = np.zeros(len(self._words.alphabet), np.bool_)
            flags[self._codes] = True
            rows = np.flatnonzero(flags[table.codes].all(axis=1))
            some = self._counts(table.codes[rows])
            keep = (some <= counts).all(axis=1)
            for row, row_counts in zip(rows[keep].tolist(), some[keep], strict=True):
                text = self._symbols(table.codes[row].tolist())
                of_counts.setdefault(row_counts.tobytes(), []).append(text)
                self._scores[text] = int(table.scores[row])
                if length <= n - MIN_PART:
                    best.append((int(table.scores[row]), text, row_counts))
        best.sort(key=lambda one: (-one[0], -len(one[1]), one[1]))
        return of_counts, best

    def _in_order(self, *parts: str) -> tuple[str, ...]:
        return tuple(sorted(parts, key=lambda part: (-len(part), part)))

    def _counts(self, codes: Codes) -> npt.NDArray[np.uint8]:
        """How often each letter of the word is in each row, which has no others."""
        return letter_counts(np.searchsorted(self._own, codes), len(self._own)).astype(np.uint8)

    def hidden(self) -> Iterator[_Found]:
        word, n = self._word, len(self._word)
        for length in self._words.lengths:
            if length < n + 2:
                continue
            for at in range(1, length - n):
                for codes in (self._codes, self._codes[::-1]):
                    for entry in self._rows(length, slice(at, at + n), codes):
                        text = self._marked(entry, range(at, at + n))
                        if codes is not self._codes:
                            text += " (backwards)"
                        is_across = " " in text.strip() and _crosses_blank(text)
                        yield self._made((entry,), text, 0 if is_across else 2 * _COST_OF_PART)
        for split in range(1, n):
            ends = self._ending(word[:split])
            begins = self._beginning(word[split:])
            for one, two in zip(ends, begins, strict=False):
                text = (
                    f"{self._small(one[:-split])}{self._large(one[-split:])}"
                    f" {self._large(word[split:])}{self._small(two[n - split :])}"
                )
                yield self._made((one, two), text)

    def reversals(self) -> Iterator[_Found]:
        back = self._word[::-1]
        if back != self._word and self._has(back):
            yield self._made((back,))

    def containers(self) -> Iterator[_Found]:
        word, n = self._word, len(self._word)
        for start in range(1, n - MIN_PART):
            for stop in range(start + MIN_PART, n):
                inner, outer = word[start:stop], word[:start] + word[stop:]
                if len(outer) >= MIN_PART and self._has(inner) and self._has(outer):
                    parts = map(self._small, (outer[:start], inner, outer[start:]))
                    text = "{}({}){}".format(*parts)
                    yield self._made((outer, inner), text)

    def charades(self) -> Iterator[_Found]:
        word, n = self._word, len(self._word)
        firsts = [cut for cut in range(MIN_PART, n - MIN_PART + 1) if self._has(word[:cut])]
        lasts = {cut for cut in range(MIN_PART, n - MIN_PART + 1) if self._has(word[cut:])}
        for cut in firsts:
            if cut in lasts:
                yield self._made((word[:cut], word[cut:]))
            for last in lasts:
                if last - cut >= MIN_PART and self._has(word[cut:last]):
                    yield self._made((word[:cut], word[cut:last], word[last:]))

    def alternations(self) -> Iterator[_Found]:
        n = len(self._word)
        for length, first in ((2 * n - 1, 0), (2 * n, 0), (2 * n, 1), (2 * n + 1, 1)):
            if length not in self._words.lengths:
                continue
            every = range(first, 2 * n if first else length, 2)[:n]
            for entry in self._rows(length, np.array(every), self._codes):
                yield self._made((entry,), self._marked(entry, every))

    def deletions(self) -> Iterator[_Found]:
        n = len(self._word)
        if n + 1 not in self._words.lengths:
            return
        seen: set[str] = set()
        for at in (0, n, *range(1, n)):
            others = np.array([place for place in range(n + 1) if place != at])
            for entry in self._rows(n + 1, others, self._codes):
                if entry not in seen:
                    seen.add(entry)
                    parts = map(self._small, (entry[:at], entry[at], entry[at + 1 :]))
                    text = "{}[{}]{}".format(*parts)
                    yield self._made((entry,), text)

    def homographs(self) -> Iterator[_Found]:
        """Other lines of the files."""
        usual = self._words.written(self._text(self._word))
        for form in self._words.written_forms(self._text(self._word)):
            if form != usual:
                yield self._made((self._word,), form)

    def homophones(self) -> Iterator[_Found]:
        for sounds in self._sounds():
            for one in self._sounding(sounds):
                if one != self._word:
                    yield self._made((one,))
            for parts in splits(sounds):
                yield from self._of_two(parts)

    def spoonerisms(self) -> Iterator[_Found]:
        for sounds in self._sounds():
            for parts in splits(sounds):
                if (other := swapped(*parts)) is not None:
                    yield from self._of_two(other)

    def _sounds(self) -> list[str]:
        """How the word is pronounced: as one, or as the words in which it or the list writes it."""
        letters = self._text(self._word)
        for text in (letters, self._written, self._words.written(letters)):
            if found := sounds_of(*re.findall("[a-z]+", text.lower().replace("'", ""))):
                return found
        return []

    def _of_two(self, sounds: tuple[str, str]) -> Iterator[_Found]:
        for one, two in itertools.product(*map(self._sounding, sounds)):
            if one + two != self._word:
                yield self._made((one, two))

    def _sounding(self, sounds: str) -> list[str]:
        """The words of the list that sound so."""
        symbols = self._words.alphabet.symbols
        return [symbols(word) for word in words_of(sounds) if word in self._words]

    def _rows(self, length: int, places: slice | npt.NDArray[np.int_], codes: Codes) -> list[str]:
        """The words of a length that have these letters at these places, best first."""
        table = self._words.table(length)
        # Letter by letter: nearly all words differ in the first or second of them.
        spots = np.arange(length)[places]
        rows = np.flatnonzero(table.codes[:, spots[0]] == codes[0])
        for spot, code in zip(spots[1:].tolist(), codes[1:].tolist(), strict=True):
            if not len(rows):
                break
            rows = rows[table.codes[rows, spot] == code]
        return [self._symbols(table.codes[row].tolist()) for row in rows]

    def _ending(self, end: str) -> list[str]:
        """The best words that end so, and are longer."""
        return self._best_with(end, lambda length: slice(length - len(end), length))

    def _beginning(self, begin: str) -> list[str]:
        """The best words that begin so, and are longer."""
        return self._best_with(begin, lambda _: slice(0, len(begin)))

    def _best_with(self, part: str, places: Callable[[int], slice]) -> list[str]:
        codes = self._codes_of(part)
        found: list[tuple[int, int, str]] = []
        for length in self._words.lengths:
            if length <= len(part) or length > len(part) + 6:
                continue
            for entry in self._rows(length, places(length), codes)[:_MOST_AT_A_BREAK]:
                found.append((-self._score(entry), length, entry))
        return [entry for *_, entry in sorted(found)[:_MOST_AT_A_BREAK]]

    def _marked(self, entry: str, places: Iterable[int]) -> str:
        """An entry as it is written, with the letters at some places as capitals, others small."""
        marks, out, at = set(places), [], 0
        if self._words.alphabet.has_long_letters:
            return "".join(
                self._large(symbol) if at in marks else self._small(symbol)
                for at, symbol in enumerate(entry)
            )
        written = self._words.written(entry)
        if self._words.alphabet.normalise(written) != "".join(
            char.upper() for char in written if char.upper() in self._words.alphabet
        ):
            written = entry  # folded letters do not stand where they are written
        for char in written:
            if char.upper() in self._words.alphabet:
                out.append(char.upper() if at in marks else char.lower())
                at += 1
            else:
                out.append(char)
        return "".join(out)

    def _made(self, parts: tuple[str, ...], text: str = "", cost: int = 0) -> _Found:
        weakest = min(map(self._score, parts))
        return _Found(cost - weakest + _COST_OF_PART * (len(parts) - 1), parts, text)

    def _score(self, word: str) -> int:
        score = self._scores.get(word)
        if score is None:
            score = self._scores[word] = self._words.score(self._text(word)) or 0
        return score

    def finished(self, kind: str, found: _Found) -> Wordplay:
        """What was found, as the list writes it."""
        written = tuple(self._words.written(self._text(part)) for part in found.parts)
        if kind == "homograph":
            written = (found.text,)
        mark = " + " if kind == "charade" else " "
        return Wordplay(kind, written, found.text or mark.join(written), -found.cost)


def _crosses_blank(text: str) -> bool:
    """Whether a blank is between two of the capitals."""
    first = next(at for at, char in enumerate(text) if char.isupper())
    last = max(at for at, char in enumerate(text) if char.isupper())
    return " " in text[first:last]
