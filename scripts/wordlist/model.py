"""The entries of the built-in list, and how familiar each one is.

*Familiarity* is a
Zipf value (log10 of occurrences per billion words), with corrections for what frequency does not
tell. Its weights were fitted to norms of how many people know a word; see docs/guide/wordlist.md.
"""

from __future__ import annotations

import itertools
import math
import re
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from satcross.words.lemmas import base_of
from satcross.words.report import MAX_LETTERS, MIN_LETTERS
from wordlist.sources import (
    CLASSES,
    COLLABORATIVE,
    MISSING,
    Frequencies,
    Lemma,
    ScowlWord,
    letters_of,
)
from wordlist.spaces import LETTERS, Spaces

# (familiarity, score) in ascending order; between two, the score is on the straight line.
SCALE = (
    (-3.0, 0),
    (-1.2, 5),
    (0.0, 15),
    (0.7, 30),
    (1.5, 50),
    (2.1, 62),
    (2.6, 70),
    (3.2, 85),
    (4.0, 95),
    (5.0, 100),
)
# What SCOWL's levels take away: the dictionaries that lack a word know something.
PER_LEVEL = (
    (10, 0.2),
    (20, 0.3),
    (35, 0.5),
    (40, 0.5),
    (50, 1.1),
    (60, 1.3),
    (70, 1.8),
    (80, 2.2),
    (95, 3.0),
)
UNLISTED = 100  # the level of words that SCOWL lacks
NAMES = 1.1  # names are as familiar as a word whose Zipf value is lower by this
ABBREVIATIONS = 2.2
CONTRACTION = CLASSES.index("contractions")
MIN_WORD_ZIPF = 2.2  # of words that no dictionary has
DEFINED = 0.3  # how much higher phrases of WordNet stand
ONLY_COUNTED = 0.4  # how much lower they stand
SURNAME = 0.4  # how much lower surnames stand of whom no bearer is known
FRAGMENT = 1.0  # how much lower words stand that are known as parts of a name: KUALA, PASO
MIN_GIVEN = 0.01  # percent of people whose first name a name has to be, so that it is no surname
CLICHE = 1.5  # familiarity of a cliché: everybody knows it, whatever its words
STRAY = 0.5  # how much lower words of two to four letters stand that only large lists have
MIN_IDIOM_PARTS = 4  # words of a phrase that is no free combination
MAX_PHRASE_LETTERS = 21
RARE = 60  # words of two letters above this level are no parts of phrases
MOSTLY_CAPITAL = 0.75  # the share from which a word in a phrase has a capital


class Entry(NamedTuple):
    """An entry of the list.

    Args:
        score: 0 to 100.
        kind: one of `satcross.words.origin.KINDS`.
        sources: letters of `satcross.words.origin.SOURCES`.
        familiarity: what the score is made from.
        form_of: the word of which it is a form, or "".
        written: with its capitals, accents and spaces.
    """

    score: int
    kind: str
    sources: str
    familiarity: float
    form_of: str
    written: str


class Evidence(NamedTuple):
    """All that the sources say."""

    frequencies: Frequencies
    bigrams: Mapping[tuple[str, str], float]
    scowl: Mapping[str, list[ScowlWord]]
    wordnet: Mapping[str, list[Lemma]]
    moby: Mapping[str, str]
    cliches: Mapping[str, str]
    first_names: Mapping[str, float]
    last_names: Mapping[str, float]
    places: Mapping[str, tuple[str, int]]
    irregular: Mapping[str, str]
    vulgar: tuple[str, ...]
    collaborative: Mapping[str, int]


def score_of(familiarity: float) -> int:
    """The score on `SCALE`.

    >>> score_of(-9), score_of(1.5), score_of(9)
    (0, 50, 100)
    """
    return math.floor(between(SCALE, familiarity) + 0.5)


def between(table: Sequence[tuple[float, float]], x: float) -> float:
    """The value of a table at x: on the straight line between two rows, and level outside them."""
    i = bisect_right(table, x, key=lambda row: row[0])
    if i == 0:
        return table[0][1]
    if i == len(table):
        return table[-1][1]
    (x0, y0), (x1, y1) = table[i - 1], table[i]
    return y0 + (x - x0) * (y1 - y0) / (x1 - x0)


class Model:
    """Scores entries from the evidence."""

    def __init__(self, evidence: Evidence) -> None:
        self.e = evidence
        self._fragments = frozenset(_fragments(evidence))
        self._words = {word for word, forms in evidence.scowl.items() if forms and _is_word(forms)}
        self._vulgar = _Vulgar(evidence.vulgar, self._words)
        names = (evidence.first_names, evidence.last_names, evidence.places)
        self._listed = frozenset().union(evidence.scowl, evidence.wordnet, *names)
        frequencies = evidence.frequencies
        self._spaces = Spaces(frequencies.web, evidence.bigrams, self._listed, self._is_rare)

    def entries(self) -> dict[str, Entry]:
        """The best entry for each sequence of letters."""
        best: dict[str, Entry] = {}
        for word, entry in self._all():
            if entry.written.endswith(("'s", "s'", "\N{RIGHT SINGLE QUOTATION MARK}s")):
                continue
            if MIN_LETTERS <= len(word) <= MAX_LETTERS and (
                word not in best or _rank(entry) < _rank(best[word])
            ):
                also = best[word].sources if word in best else ""
                best[word] = entry._replace(sources=_joined(entry.sources, also))
            elif word in best:
                other = best[word]
                best[word] = other._replace(sources=_joined(other.sources, entry.sources))
        for word in self.e.collaborative:
            if word in best:
                best[word] = best[word]._replace(sources=_joined(best[word].sources, COLLABORATIVE))
            else:
                best[word] = self._unlisted(word)
        return {word: self._marked(word, best[word]) for word in sorted(best)}

    def _marked(self, word: str, entry: Entry) -> Entry:
        if self._vulgar.has(entry.written):
            return entry._replace(kind="vulgar")
        return entry

    def _all(self) -> Iterator[tuple[str, Entry]]:
        yield from self._scowl_words()
        yield from self._lemmas()
        yield from self._thesaurus()
        yield from self._cliches()
        yield from self._places()
        yield from self._census()
        yield from self._tokens()
        yield from self._pairs()

    # -- single words

    def zipf(self, word: str, corpus: str) -> float:
        """Zipf value of a word in a corpus."""
        found: Mapping[str, float] = getattr(self.e.frequencies, corpus)
        return found.get(word, MISSING[corpus])

    def word(self, word: str, level: int) -> float:
        """Familiarity of a word that is not a form of another."""
        talk = self.zipf(word, "reddit")
        if level >= 70:  # rare words that talk alone has are slips of the pen, or regional
            talk = min(talk, self.zipf(word, "wiki") + 0.5)
        mean = 0.75 * talk + 0.25 * self.zipf(word, "web")
        shares = self.e.frequencies.capital, self.e.frequencies.upper
        small = 1 - sum(share.get(word, 0.0) for share in shares)
        # What is written Like This or LIKE THIS is another word.
        return mean - between(PER_LEVEL, level) + max(-1.5, math.log10(max(small, 1e-9)))

    def name(self, word: str) -> float:
        """Familiarity of a name of one word."""
        mean = (
            0.4 * self.zipf(word, "reddit")
            + 0.2 * self.zipf(word, "web")
            + 0.4 * self.zipf(word, "wiki")
        )
        share = self.e.frequencies.capital.get(word, 0.0)
        # What is written small is not the name.
        own = mean + max(-1.5, math.log10(max(share, 1e-9))) - NAMES
        if word in self._fragments:
            return own - FRAGMENT
        return own - (SURNAME if self._is_surname_only(word) else 0.0)

    def _is_surname_only(self, word: str) -> bool:
        """Whether a name tells of all people with a surname, none of whom need be known."""
        return (
            word in self.e.last_names
            and self.e.first_names.get(word, 0.0) < MIN_GIVEN
            and word not in self.e.wordnet
            and word not in self.e.places
        )

    def _scowl_words(self) -> Iterator[tuple[str, Entry]]:
        for word, forms in self.e.scowl.items():
            contracted = any(form.class_rank == CONTRACTION for form in forms)
            for form in forms:
                # Some dictionaries have DONT as a slip of the pen for DON'T.
                if not (contracted and form.class_rank == 0 and form.level >= 80):
                    yield word, self._scowl_entry(word, form)

    def _scowl_entry(self, word: str, form: ScowlWord) -> Entry:
        level = form.level + 10 * form.variant
        if form.class_rank >= 3 or (form.class_rank == 1 and self._mostly(word, "capital")):
            if form.class_rank == 4 or form.written.isupper():
                return self._entry("abbreviation", "S", self._abbreviation(word, level), form)
            own = self.name(word) - 0.01 * max(0, level - 50)
            return self._entry("name", "S", own, form)
        own = self.word(word, level)
        if form.variant:
            own -= 0.3 * form.variant
            return self._entry("variant", "S", own, form)
        if form.class_rank == CONTRACTION:
            return self._entry("contraction", "S", min(own, 1.0), form)
        base = base_of(word, self._words.__contains__)
        if base is not None and not form.written[0].isupper():
            root = self.word(base, self._level(base))
            # A rare form of a common word is known, but only as far as somebody uses it.
            own = min(max(own, 0.5 * (own + root - 0.2)), own + 0.6, max(own, root))
            return self._entry("inflection", "S", own, form, base.lower())
        if len(word) <= 4 and form.level >= 70 and word not in self.e.wordnet:
            own -= STRAY  # corpora have the same letters in other languages and as abbreviations
        if _is_derived(word) and self.zipf(word, "reddit") < 1.6:
            own -= 0.3
        return self._entry("word", "S", own, form)

    def _abbreviation(self, word: str, level: int) -> float:
        mean = 0.6 * self.zipf(word, "reddit") + 0.4 * self.zipf(word, "wiki")
        share = self.e.frequencies.upper.get(word, 0.0)
        return mean + max(-2.0, math.log10(max(share, 1e-9))) - ABBREVIATIONS - 0.005 * level

    def _level(self, word: str) -> int:
        return min(
            (f.level + 10 * f.variant for f in self.e.scowl.get(word, ()) if f.class_rank < 3),
            default=UNLISTED,
        )

    def _mostly(self, word: str, way: str) -> bool:
        return self._share(word, way) > 0.5

    def _share(self, word: str, way: str) -> float:
        shares: Mapping[str, float] = getattr(self.e.frequencies, way)
        return shares.get(word, 0.0)

    def _lemmas(self) -> Iterator[tuple[str, Entry]]:
        for word, lemmas in self.e.wordnet.items():
            for lemma in lemmas:
                written = lemma.written
                if any(char.isdigit() for char in written):
                    continue
                if written.startswith("capital of ") or written.endswith(" capital"):
                    continue  # explains, and is no name
                if " " in lemma.written or "-" in lemma.written:
                    yield word, self._phrase("W", lemma.written, lemma)
                elif lemma.kind == "taxon":
                    own = min(self.name(word), 0.5) - 0.5
                    yield word, self._entry("name", "W", own, lemma)
                elif lemma.written.isupper():
                    own = self._abbreviation(word, 60)
                    yield word, self._entry("abbreviation", "W", own, lemma)
                elif lemma.written[:1].isupper():
                    kind = lemma.kind if lemma.kind in ("person", "place") else "name"
                    yield word, self._entry(kind, "W", self.name(word), lemma)
                else:
                    yield word, self._entry("word", "W", self.word(word, self._level(word)), lemma)

    def _thesaurus(self) -> Iterator[tuple[str, Entry]]:
        for word, written in self.e.moby.items():
            if " " in written or "-" in written:
                yield word, self._phrase("M", written)
            elif not written[0].isupper():
                own = self.word(word, self._level(word))
                yield word, self._entry("word", "M", own, Written(written))

    def _cliches(self) -> Iterator[tuple[str, Entry]]:
        for word, written in self.e.cliches.items():
            if len(word) > MAX_PHRASE_LETTERS:
                continue
            own = max(CLICHE, self._strength(parts_of(written), listed=1))
            yield word, self._entry("phrase", "P", own, Written(written))

    def _places(self) -> Iterator[tuple[str, Entry]]:
        for word, (written, people) in self.e.places.items():
            fame = 0.4 * (math.log10(people) - 5.5)
            if " " in written or "-" in written:
                own = self._strength(parts_of(written), listed=1) - 0.5 + fame
            else:
                own = self.name(word) + min(0.2, fame)
            yield word, self._entry("place", "G", own, Written(written))

    def _census(self) -> Iterator[tuple[str, Entry]]:
        for name, percent in sorted(self.e.first_names.items()):
            own = self.name(name) + 0.3 * (math.log10(percent) + 2)
            yield name, self._entry("name", "C", own, Written(_titled(name)))
        for name in sorted(self.e.last_names):
            if self.zipf(name, "reddit") >= 1.5 and self._mostly(name, "capital"):
                own = self.name(name) - 0.2
                yield name, self._entry("name", "C", own, Written(_titled(name)))

    def _tokens(self) -> Iterator[tuple[str, Entry]]:
        """Words, names and abbreviations of the corpora that no dictionary has."""
        frequencies = self.e.frequencies
        for word, zipf in frequencies.reddit.items():
            listed = word in self.e.scowl or word in self.e.wordnet or word in self.e.moby
            if zipf < MIN_WORD_ZIPF or len(word) < 3 or word not in frequencies.web:
                continue
            wiki = self.zipf(word, "wiki")
            shown = frequencies.shown.get(word, word)
            if frequencies.upper.get(word, 0.0) > 0.6:
                if not listed and wiki >= 1.5 and len(word) <= 6:
                    own = self._abbreviation(word, UNLISTED) - ONLY_COUNTED
                    yield word, self._entry("abbreviation", "F", own, Written(word))
            elif frequencies.capital.get(word, 0.0) > 0.6 and len(word) >= 3:
                if wiki >= 1.5:
                    own = self.name(word) - ONLY_COUNTED
                    yield word, self._entry("name", "F", own, Written(shown.title()))
            # A word that is common in talk, and rare in edited text, is a slip of the pen.
            elif (
                not listed
                and len(word) >= 5
                and wiki >= max(1.8, zipf - 0.5)
                and frequencies.capital.get(word, 0.0) < 0.2
            ):
                own = self.word(word, UNLISTED) - ONLY_COUNTED
                yield word, self._entry("word", "F", own, Written(shown.lower()))

    # -- phrases

    def _phrase(self, source: str, written: str, lemma: Lemma | None = None) -> Entry:
        parts = parts_of(written)
        word = letters_of(written) or ""
        listed = (word in self.e.wordnet) + (word in self.e.moby) + (word in self._words)
        own = self._strength(parts, listed)
        if lemma is None and word not in self.e.wordnet:
            # The thesaurus explains words by free combinations: NOT HAVE, ACT WITH. Longer ones are
            # idioms: KNOW ALL THE ANSWERS.
            if len(parts) < MIN_IDIOM_PARTS:
                own -= 1.0 if self._weak(parts) else 0.5
                if parts[0] in _FUNCTION_FIRST or parts[-1] in _FUNCTION_LAST:
                    own = min(own, 0.3)
            own = min(own, 1.6)
        elif len(parts) >= 3 and all(self._level(part) <= 35 for part in parts):
            own += 0.4
        if lemma is not None:
            own += DEFINED
            own += 0.15 * math.log1p(lemma.tagged)
            if lemma.kind == "taxon":
                return self._entry("name", source, min(own, 0.5) - 1.0, Written(written))
            if lemma.kind == "person":
                # Where the whole name is rare, the last one tells; nobody uses the middle ones.
                percent = self.e.last_names.get(parts[-1], 0.001)
                fame = 0.75 * self.name(parts[-1]) - 0.5 - 0.4 * math.log10(max(1, 1000 * percent))
                own = max(own, fame) - 0.7 * max(0, len(parts) - 2)
                return self._entry("person", source, own, Written(written))
            if lemma.kind == "place":
                return self._entry("place", source, own, Written(written))
            if lemma.kind == "name":
                return self._entry("name", source, own, Written(written))
        return self._entry("phrase", source, own, Written(written))

    def _strength(self, parts: list[str], listed: int) -> float:
        """Familiarity of words together. Args: listed: how many sources have the phrase."""
        singles = [self.zipf(part, "web") for part in parts]
        if len(parts) == 1:
            return self.word(parts[0], 60)
        total = singles[0]
        missing = 0
        weakest = 9.0
        for i in range(1, len(parts)):
            pair = self.e.bigrams.get((parts[i - 1], parts[i]))
            if pair is None:
                missing += 1
                # Rarer than the rarest pair that is known, the more so the rarer the words.
                pair = min(1.7, 0.6 * (singles[i - 1] + singles[i]) - 4.2)
            weakest = min(weakest, pair)
            total += pair - singles[i - 1]
        total = max(total, weakest - 1.0 - 0.3 * (len(parts) - 2))
        rarest = min(max(self.word(part, self._level(part)), self.name(part)) for part in parts)
        own = 0.75 * max(total, -1.0) - 0.6 + 0.35 * listed - (0.3 if missing else 0.0)
        together = self.word("".join(parts), 60)  # also written as one word?
        return max(min(own, max(rarest, 0.0) + 1.2), together - 0.5)

    def _weak(self, parts: list[str]) -> bool:
        """Whether some of the words are never counted next to each other."""
        return any(pair not in self.e.bigrams for pair in itertools.pairwise(parts))

    def _pairs(self) -> Iterator[tuple[str, Entry]]:
        """Phrases of two words and names of people that the counts of pairs alone show."""
        for (first, second), pair in self.e.bigrams.items():
            association = pair - self.zipf(first, "web") - self.zipf(second, "web") + 9
            if len(first) + len(second) > MAX_PHRASE_LETTERS or (
                association < 1.0 and second not in _PARTICLES
            ):
                continue
            if first in _ADULT or second in _ADULT:
                continue
            word = first + second
            if self._is_person(first, second):
                if association >= 1.2:
                    own = 0.75 * pair + 0.3 * (association - 2.5)
                    written = f"{_titled(first)} {_titled(second)}"
                    yield word, self._entry("person", "B", own, Written(written))
                continue
            base = self._verb_of(first)
            if base is not None and second in _PARTICLES and base + second in self.e.wordnet:
                written = f"{first} {second}".lower()
                own = 0.75 * pair - 0.5
                yield word, self._entry("phrase", "B", own, Written(written), base.lower())
                continue
            if association < 1.3:
                continue
            compound = self._compound(first, second)
            if compound is not None:
                singular = first + compound
                own = 0.6 * pair - 1.6 + 0.35 * min(2.5, association - 1.3)
                if singular != word and (singular in self.e.wordnet or singular in self.e.moby):
                    own += 0.6
                written = f"{first} {second}".lower()
                yield word, self._entry("phrase", "B", min(own, 1.3), Written(written))

    # -- what only the Collaborative Word List has, which has no spaces and no capitals

    def _unlisted(self, word: str) -> Entry:
        parts = self._spaces.split(word)
        if len(parts) > 1 and not any(map(self._is_stray, parts)):
            capital = [self._share(part, "capital") > MOSTLY_CAPITAL for part in parts]
            own = self._strength(parts, listed=0)
            if len(parts) == 2 and self._is_person(*parts):
                kind, capital = "person", [True, True]
            else:
                kind = "name" if all(capital) else "phrase"
            written = " ".join(
                _titled(part) if name else part.lower()
                for part, name in zip(parts, capital, strict=True)
            )
            return self._entry(kind, COLLABORATIVE, own, Written(written))
        base = base_of(word, self._words.__contains__)
        if base is not None:
            own = self.word(word, UNLISTED)
            form = Written(word.lower())
            return self._entry("inflection", COLLABORATIVE, own, form, base.lower())
        no_vowels = len(word) <= 4 and not set(word) & set("AEIOUY")
        if no_vowels or self._mostly(word, "upper"):
            own = self._abbreviation(word, UNLISTED)
            return self._entry("abbreviation", COLLABORATIVE, own, Written(word))
        if self._mostly(word, "capital"):
            return self._entry("name", COLLABORATIVE, self.name(word), Written(_titled(word)))
        return self._entry("word", COLLABORATIVE, self.word(word, UNLISTED), Written(word.lower()))

    def _is_stray(self, part: str) -> bool:
        """Whether a part of a split is hardly a word, so that the split is a guess."""
        if len(part) == 1:
            return part not in LETTERS
        return (len(part) == 2 and self._is_rare(part)) or (
            len(part) == 3 and part not in self._listed
        )

    def _is_rare(self, word: str) -> bool:
        return self._level(word) > RARE

    def _verb_of(self, word: str) -> str | None:
        """The verb of which a word is an irregular or regular form."""
        return self.e.irregular.get(word) or base_of(word, self._words.__contains__)

    def _is_person(self, first: str, second: str) -> bool:
        capital = self.e.frequencies.capital
        return (
            self.e.first_names.get(first, 0.0) >= 0.005
            and second in self.e.last_names
            and capital.get(first, 0.0) > 0.75
            and capital.get(second, 0.0) > 0.12
        )

    def _compound(self, first: str, second: str) -> str | None:
        """The singular of the second word, if a noun or adjective and a noun may be a compound."""
        if len(first) < 3 or len(second) < 3 or not self._plain(first) or not self._plain(second):
            return None
        base = base_of(second, self._nouns) if second.endswith("S") else second
        if base is None:
            base = second
        if not self._nouns(base) or not (self._is_modifier(first)):
            return None
        return base

    def _plain(self, word: str) -> bool:
        return (
            self._level(word) <= 60
            and not self._mostly(word, "capital")
            and not self._mostly(word, "upper")
            and word not in _COMMON
        )

    def _nouns(self, word: str) -> bool:
        return any("n" in x.parts and (x.parts == "n" or x.tagged) for x in self._lemmas_of(word))

    def _is_modifier(self, word: str) -> bool:
        return any(set(x.parts) & {"n", "a"} for x in self._lemmas_of(word))

    def _lemmas_of(self, word: str) -> Iterable[Lemma]:
        return self.e.wordnet.get(word, ())

    def _entry(
        self,
        kind: str,
        source: str,
        familiarity: float,
        form: Lemma | ScowlWord | Written,
        form_of: str = "",
    ) -> Entry:
        value = round(familiarity, 2)
        return Entry(score_of(value), kind, source, value, form_of, form.written)


class Written(NamedTuple):
    """A written form that no source has more to say of."""

    written: str


class _Vulgar:
    """Args: patterns: words and phrases; a * stands for any letters, a ! marks one not meant."""

    def __init__(self, patterns: Iterable[str], words: Container[str]) -> None:
        given = [p for p in patterns if not p.startswith("!")]
        self._allowed = frozenset(p[1:] for p in patterns if p.startswith("!"))
        self._exact = frozenset(given)
        self._words = words
        stems = "|".join(p.replace("*", "[a-z]*") for p in given if " " not in p)
        self._pattern = re.compile(rf"(?:{stems})")
        self._known: dict[str, bool] = {}

    def has(self, written: str) -> bool:
        """Whether this is one of them, a form of one, or a phrase with one."""
        parts = re.split("[ -]+", written.lower().replace("'", ""))
        whole = " ".join(parts)
        if whole in self._allowed:
            return False
        return whole in self._exact or any(map(self._is, parts))

    def _is(self, word: str) -> bool:
        if word not in self._known:
            base = base_of(word.upper(), self._words.__contains__) or ""
            found = word not in self._allowed and (
                base.lower() in self._exact or self._pattern.fullmatch(word) is not None
            )
            self._known[word] = found
        return self._known[word]


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words that go before any noun, so that no pair with them is a compound.
_COMMON = _set(
    "THE AND FOR ARE WAS WERE YOU YOUR OUR HIS HER ITS THEIR THIS THAT THESE THOSE ALL ANY SOME"
    " MANY MORE MOST OTHER OTHERS SUCH EACH EVERY BOTH FEW SEVERAL SAME OWN NEW GREAT GOOD BEST"
    " NEXT LAST FIRST SECOND THIRD ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN DIFFERENT"
    " VARIOUS HAVE HAS HAD NOT CAN WILL MAY LIKE WELL MUCH LESS LEAST ITEM ITEMS PAGE PAGES SITE"
    " SITES LINK LINKS WEBSITE CLICK VIEW VIEWS HOME ONLINE WEB USER USERS COPYRIGHT RELATED"
    " RECENT PREVIOUS CERTAIN PARTICULAR SPECIFIC POSSIBLE AVAILABLE NUMBER FREE FULL REVIEWS"
    " REVIEW PRICE PRICES INFO INFORMATION PRODUCT PRODUCTS SEARCH LIST LISTS TOTAL POST POSTS"
    " POSTED MESSAGE MESSAGES PHOTO PHOTOS FORUM FORUMS SHOP STORE BUY SALE CATEGORY CATEGORIES"
)
_PARTICLES = _set(
    "UP OUT OFF IN ON DOWN AWAY BACK OVER AROUND THROUGH ALONG APART AHEAD ASIDE FORTH BY"
)
# The web's bigrams are full of it.
_ADULT = _set(
    "SEX SEXY NUDE NUDES NAKED TEEN TEENS LESBIAN LESBIANS GAY PIC PICS XXX ADULT ESCORT ESCORTS"
    " BREAST BREASTS TITS BOOBS BOOB HARDCORE LINGERIE NIPPLE NIPPLES PEE PEEING BONDAGE EROTIC"
    " HENTAI SHEMALE PORN AMATEUR MILF INCEST RAPE BESTIALITY ANAL ORAL ASS COCK CUM THREESOME"
    " ORGY FACIAL FACIALS FETISH UPSKIRT SLUTTY HORNY SPANKING CHEERLEADER BUSTY HAIRY PANTIES"
    " PANTY THONG THONGS STOCKINGS MATURE ZOO BEAST VIRGIN SWINGERS SWINGER VOYEUR TRANNY DICK"
    " CELEB CELEBS VIAGRA PHENTERMINE CIALIS RINGTONE RINGTONES CASINO POKER SUCKING PUSSY CLIPS"
    " CLIP GALLERY GALLERIES THUMBNAIL THUMBNAILS VIDEO VIDEOS MOVIES FUCK FUCKING BLOW BIZARRE"
)
_FUNCTION_FIRST = _set("NOT BE HAVE THE A IS DO VERY")
_FUNCTION_LAST = _set("TO WITH AT OF FROM UPON BY AS ABOUT FOR THE A ON IN INTO IS IT")
_PREFIXES = ("RE", "UN", "OUT", "NON", "OVER", "MIS")
_SUFFIXES = ("ER", "ERS", "NESS", "LESS", "LIKE", "ABLE", "ISH", "EST", "LY", "NESSES", "ISTS")


def _is_derived(word: str) -> bool:
    return len(word) >= 5 and (word.startswith(_PREFIXES) or word.endswith(_SUFFIXES))


def _fragments(evidence: Evidence) -> Iterator[str]:
    """Words of which there is nothing but the names of places of several words."""
    written = [of for of, _ in evidence.places.values()]
    written += [x.written for xs in evidence.wordnet.values() for x in xs if x.kind == "place"]
    for name in written:
        parts = parts_of(name)
        for part in parts if len(parts) > 1 else ():
            known = (evidence.wordnet, evidence.moby, evidence.places, evidence.last_names)
            given = evidence.first_names.get(part, 0.0)
            if given < MIN_GIVEN and not any(part in names for names in known):
                yield part


def _is_word(forms: list[ScowlWord]) -> bool:
    return any(form.class_rank == 0 and form.level <= 80 for form in forms)


def parts_of(written: str) -> list[str]:
    """The letters of each word of a written form."""
    return [word for part in written.replace("-", " ").split() if (word := letters_of(part))]


def _titled(name: str) -> str:
    if name.startswith("MC") and len(name) > 4:
        return "Mc" + name[2:].title()
    return name.title()


_KIND_ORDER = (
    "word",
    "inflection",
    "contraction",
    "variant",
    "phrase",
    "place",
    "person",
    "name",
    "abbreviation",
)


def _rank(entry: Entry) -> tuple[int, int, bool, bool, str]:
    """Of entries with the same letters the smallest is kept: with accents before those without."""
    written = entry.written
    kind = _KIND_ORDER.index(entry.kind)
    return -entry.score, kind, not written[:1].islower(), written.isascii(), written


def _joined(a: str, b: str) -> str:
    return "".join(sorted(set(a) | set(b)))


def read_vulgar(path: Path) -> tuple[str, ...]:
    """The patterns of a file of vulgar words."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))
