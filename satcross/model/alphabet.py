"""Alphabets, and how the written form of a word becomes a string of letters.

Everything below the word list works on letter *codes*: 0-based positions in an `Alphabet`. A letter
may have several characters, as Dutch IJ; a word is then written with `·` between letters that would
otherwise be read as another one: IJS is two letters, I·JS three.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from satcross.checks import check_type
from satcross.errors import OptionError

MAX_LETTERS = 30_000  # the syllables of Hangul are 11,172; codes have two bytes
# Letters that Unicode does not decompose although every dictionary folds them.
_FOLDS = {
    "Æ": "AE", "Œ": "OE", "Ø": "O", "Đ": "D", "Ð": "D", "Ł": "L", "Þ": "TH", "ẞ": "SS",
    "Ħ": "H", "Ŋ": "N", "Ŧ": "T", "Ĳ": "IJ", "ı": "I",
}  # fmt: skip

# Spaces, hyphens, apostrophes and punctuation belong to the written form of an entry, not to its
# letters. Signs that are spoken (& + @ %) or separate alternatives (/) are not dropped.
DROPPED = frozenset(
    " \t\u00a0\u2009\u202f-\u00ad\u2010\u2011\u2012\u2013\u2014'\u2018\u2019\u02bc`´"
    '.,;:!?¡¿…"\u201a\u201b\u201c\u201d\u201e«»‹›·\u2027'
)

# Characters with a meaning in grids, patterns and word lists: none of them can be a letter.
_RESERVED = frozenset("#._?*;,/~|[]") | DROPPED
# By which a letter of several characters stands in `Alphabet.letters`: characters that nobody can
# type as a letter, and not those of rebus cells.
_FIRST_STAND_IN = 0xF0000
_JOINERS = "\u200c\u200d"  # in letters of some scripts, not printable by themselves
# What only says how letters are joined, or in which direction they run: no part of a word.
UNSEEN = frozenset(
    "\u200b\u200c\u200d\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_UNSEEN_IN = re.compile(f"[{''.join(sorted(UNSEEN))}]")
NARROW = 240  # letters whose codes take one byte; higher bytes have a meaning where lists are read
_SORTED_LIKE = str.maketrans("ÄÖÜ", "AOU")


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Alphabet:
    """An ordered set of upper-case letters, each one character or several.

    Args:
        letters: the letters in order, upper case, at most `MAX_LETTERS`: a string, or a sequence of
            strings where a letter has several characters.
        folds: pairs of a character and the letters that replace it, upper case, for characters
            that do not simply lose their accent: (("Ä", "AE"),). None: it is dropped. Several
            characters together are replaced where one of them is no letter: (("CX", "Ĉ"),).

    Fields:
        letters: one character for each letter. For a letter of several characters it is a
            stand-in, which people never see.
        texts: the letters.

    Raises:
        OptionError: a letter is repeated, reserved, or lower case; or there are none or more than
            `MAX_LETTERS`.

    >>> Alphabet("ABC").codes("CAB")
    (2, 0, 1)
    >>> LATIN.normalise("l'Œuvre d-é")
    'LOEUVREDE'
    >>> LATIN.normalise("4x4") is None
    True
    >>> dutch = Alphabet(["B", "I", "J", "O", "U", "IJ"])
    >>> dutch.codes("BIJOU"), dutch.normalise("bi-jou"), dutch.codes("BI·JOU")
    ((0, 5, 3, 4), 'BI·JOU', (0, 1, 2, 3, 4))
    """

    APART: ClassVar = "·"  # between letters of a word that would be read as another letter
    MAX_LETTER_LENGTH: ClassVar = 8  # characters; Indic letters with a vowel sign have up to six
    VIRAMA: ClassVar = 9  # combining class of signs that join two Indic letters

    letters: str
    folds: tuple[tuple[str, str], ...]
    texts: tuple[str, ...] = field(init=False)
    _code: dict[str, int] = field(init=False, compare=False)
    _find: Callable[[str], list[str]] | None = field(init=False, compare=False)
    _together: Mapping[str, str] = field(init=False, compare=False)

    def __init__(
        self, letters: str | Sequence[str], folds: tuple[tuple[str, str], ...] = ()
    ) -> None:
        check_type("letters", letters, "str | Sequence[str]", globals())
        check_type("folds", folds, "tuple[tuple[str, str], ...]", globals())
        each: Iterable[Any] = folds
        for fold in each:
            if not (isinstance(fold, tuple) and list(map(type, fold)) == [str, str]):
                problem = f"must be pairs of a character and its letters, got {fold!r:.40}"
                raise OptionError(problem, parameter="folds")
        if not 1 <= len(letters) <= MAX_LETTERS:
            raise OptionError(
                f"must have 1 to {MAX_LETTERS:,} letters, got {len(letters):,}",
                parameter="alphabet",
            )
        self._set(tuple(letters), folds, _require_letters)

    def _set(
        self,
        texts: tuple[str, ...],
        folds: tuple[tuple[str, str], ...],
        check: Callable[[Sequence[str]], None] | None,
    ) -> None:
        """Set the fields."""
        set_ = object.__setattr__
        if check is not None:
            check(texts)
        several = [text for text in texts if len(text) > 1]
        stand_ins = {text: chr(_FIRST_STAND_IN + i) for i, text in enumerate(several)}
        set_(self, "letters", "".join([stand_ins.get(text, text) for text in texts]))
        set_(self, "folds", folds)
        set_(self, "texts", texts)
        set_(self, "_code", {text: code for code, text in enumerate(texts)})
        together = {old: new for old, new in folds if len(old) > 1 and not {*old} <= {*texts}}
        set_(self, "_together", together)
        set_(self, "_find", None)
        if several:
            pattern = re.compile(f"{_longest_of(texts)}|.", re.DOTALL)
            set_(self, "_find", pattern.findall)

    def __reduce__(self) -> tuple[type[Alphabet], tuple[object, ...]]:
        return type(self), (self.texts if self.has_long_letters else self.letters, self.folds)

    def __repr__(self) -> str:
        letters = list(self.texts) if self.has_long_letters else self.letters
        return f"{type(self).__name__}(letters={letters!r}, folds={self.folds!r})"

    def __len__(self) -> int:
        return len(self.letters)

    def __contains__(self, letter: object) -> bool:
        return letter in self._code

    @property
    def has_long_letters(self) -> bool:
        """Whether a letter has several characters."""
        return self._find is not None

    @property
    def reads_several(self) -> bool:
        """Whether a letter may be written with several characters."""
        return self._find is not None or bool(self._together)

    @property
    def spelling(self) -> str:
        """The letters as `parse_alphabet` reads them: those of several characters in brackets.

        >>> Alphabet(["I", "IJ", "J"]).spelling
        'I[IJ]J'
        """
        if self._find is None:
            return self.letters
        return "".join([text if len(text) == 1 else f"[{text}]" for text in self.texts])

    @classmethod
    def of_spelling(cls, text: str, folds: tuple[tuple[str, str], ...] = ()) -> Alphabet:
        """The alphabet whose letters are spelled out; they may also be separated by blanks.

        Raises:
            OptionError: they are no alphabet.

        >>> Alphabet.of_spelling("I[IJ]J") == Alphabet.of_spelling("I IJ J")
        True
        """
        if "[" in text:
            parts = re.findall(r"\[[^\[\]]+\]|\S", text)
            return cls([one[1:-1] if len(one) > 1 else one for one in parts], folds)
        return cls(text.split() if " " in text.strip() else text, folds)

    def cut(self, word: str) -> tuple[str, ...]:
        """The letters of a normalised `word`.

        >>> Alphabet(["A", "I", "IJ", "J"]).cut("AIJI·J")
        ('A', 'IJ', 'I', 'J')
        """
        if self._find is None:
            return tuple(word)
        find = self._find
        return tuple([text for part in word.split(self.APART) for text in find(part)])

    def code(self, letter: str) -> int:
        """The position of an upper-case `letter`. Raises KeyError if it is not in the alphabet."""
        return self._code[letter]

    def collation_key(self, word: str) -> tuple[tuple[int, ...], str]:
        """By what its words are sorted in dictionaries of its language.

        That is the order of its letters, but for German, which sorts Ä, Ö and Ü like A, O and U.

        >>> german = Alphabet(LATIN.letters + "ÄÖÜ")
        >>> sorted(["ZOO", "ÄRA", "ARM", "ARA"], key=german.collation_key)
        ['ARA', 'ÄRA', 'ARM', 'ZOO']
        """
        is_german = "Ü" in self and "A" in self and not self.has_long_letters
        return self.codes(word.translate(_SORTED_LIKE) if is_german else word), word

    def codes(self, word: str) -> tuple[int, ...]:
        """The positions of the letters of a normalised `word`. Raises KeyError."""
        code = self._code
        letters = word if self._find is None else self.cut(word)
        return tuple([code[letter] for letter in letters])

    def word(self, codes: Iterable[int]) -> str:
        """The word whose letters are at `codes`."""
        if self._find is None:
            letters = self.letters
            return "".join([letters[code] for code in codes])
        return self._written([self.texts[code] for code in codes])

    def joined(self, texts: Iterable[str]) -> str:
        """The word in cells with these texts: of each a letter, or a word itself.

        >>> Alphabet(["A", "I", "J", "IJ"]).joined(["A", "I", "J"])
        'AI·J'
        """
        if self._find is None:
            return "".join(texts)
        return self._written([letter for text in texts for letter in self.cut(text)])

    def _written(self, texts: Sequence[str]) -> str:
        """Letters one after the other, and `APART` where they would be cut in another way."""
        whole = "".join(texts)
        if self.cut(whole) == tuple(texts):
            return whole
        parts: list[list[str]] = [[]]
        for text in texts:
            if self.cut("".join([*parts[-1], text])) == (*parts[-1], text):
                parts[-1].append(text)
            else:
                parts.append([text])
        return self.APART.join(map("".join, parts))

    def symbols(self, word: str) -> str:
        """A normalised word as one character of `letters` for each letter; raises KeyError."""
        if self._find is None:
            return word
        return "".join([self.letters[code] for code in self.codes(word)])

    def text(self, symbols: str) -> str:
        """The word of `symbols`: the inverse of that method."""
        if self._find is None:
            return symbols
        texts = dict(zip(self.letters, self.texts, strict=True))
        return self._written([texts[symbol] for symbol in symbols])

    def size(self, word: str) -> int:
        """The number of letters of a normalised word; 0 if it is none."""
        if self._find is None:
            return len(word)
        return len(self.codes(word)) if self.is_word(word) else 0

    def is_word(self, text: str) -> bool:
        """Whether a text is a normalised word of one letter or more."""
        if self._find is None:
            return text != "" and all(letter in self._code for letter in text)
        try:
            return text != "" and self.word(self.codes(text)) == text
        except KeyError:
            return False

    def normalise(self, written: str) -> str | None:
        """The letters of a written form, or None if a character is outside the alphabet.

        Characters are converted to upper case. Those outside the alphabet lose their accents and
        ligatures; spaces, hyphens, apostrophes and punctuation are dropped. A letter of several
        characters is read where it stands, the longest first, but not across what is dropped.
        """
        if self._together:
            written = written.upper()
            for old, new in self._together.items():
                written = written.replace(old, new)
        if self._find is not None:
            return self._normalise_long(written, self._find)
        upper = written.upper()
        if upper.isascii() and not upper.strip(self.letters):  # letters only, as most words are
            return upper
        known = self._code
        out: list[str] = []
        for char in unicodedata.normalize("NFC", written).upper():
            if char in known:
                out.append(char)
            elif char not in DROPPED:
                folded = self.fold(char)
                if folded is None:
                    return None
                out.append(folded)
        return "".join(out)

    def looked_up(self, written: object) -> str:
        """What a word is looked up by, however it is written; "" if it is none of the alphabet.

        One that is normalised is not folded: it could become another word.
        """
        if not isinstance(written, str):
            return ""
        return written if self.is_word(written) else self.normalise(written) or ""

    def _normalise_long(self, written: str, find: Callable[[str], list[str]]) -> str | None:
        """As `normalise`, where letters have several characters."""
        upper = unicodedata.normalize("NFC", unicodedata.normalize("NFC", written).upper())
        if _UNSEEN_IN.search(upper) and not _UNSEEN_IN.search("".join(self.texts)):
            upper = _UNSEEN_IN.sub("", upper)
        texts: list[str] = []
        run = ""  # of characters of letters
        for text in [*find(upper), self.APART]:
            if text in DROPPED:
                texts += self.cut(run)
                run = ""
                continue
            folded = text if text in self._code else self.fold(text)
            if folded is None:
                return None
            run += folded  # folded characters, too, may be parts of a letter: Ĳ is the letter IJ
        return self._written(texts)

    def fold(self, char: str) -> str | None:
        """The letters that replace an upper-case `char`: "" if it is dropped, None if none do."""
        if char in self._code:
            return char
        own = dict(self.folds)
        if char in DROPPED or char in UNSEEN or own.get(char) == "":
            return ""
        if self._find is not None and unicodedata.normalize("NFKC", char).upper() in self._code:
            return unicodedata.normalize("NFKC", char).upper()  # Ǆ is Croatian DŽ
        base = (
            own.get(char)
            or _FOLDS.get(char)
            or "".join(
                part
                for part in unicodedata.normalize("NFKD", char).upper()
                if unicodedata.combining(part) in (0, self.VIRAMA)
            )
        )
        folded = "".join(_FOLDS.get(part, part) for part in base if part not in DROPPED)
        if folded and all(part in self._code for part in self.cut(folded)):
            return folded
        return "" if folded == "" and unicodedata.combining(char) else None

    @staticmethod
    def same_letters(one: str, other: str) -> bool:
        """Whether two answers differ at most in blanks, punctuation, case and accents.

        >>> Alphabet.same_letters("C-at", "ÇAT")
        True
        """
        return one == other or Alphabet.plain_letters(one) == Alphabet.plain_letters(other)

    @staticmethod
    def plain_letters(text: str) -> str:
        """The letters of a text in upper case, without accents, blanks and punctuation.

        >>> Alphabet.plain_letters("Crème brûlée"), Alphabet.plain_letters("L'Œuvre")
        ('CREMEBRULEE', 'LOEUVRE')
        """
        parts = unicodedata.normalize("NFKD", text.upper())
        kept = (
            part
            for part in parts
            if unicodedata.combining(part) in (0, Alphabet.VIRAMA)
            and not part.isspace()
            and part not in DROPPED
            and part not in UNSEEN
        )
        return "".join(_FOLDS.get(part, part) for part in kept)


def code_kind(n_letters: int) -> Literal["B", "H"]:
    """The type of letter codes in an alphabet: bytes, or pairs where it has more than `NARROW`."""
    return "B" if n_letters <= NARROW else "H"


def _longest_of(texts: Sequence[str]) -> str:
    """A regular expression of the longest of some texts that is there.

    A branch for each first character, and so on: an Indic list has some thousand letters, and
    alternatives are tried one by one.
    """
    rests: dict[str, list[str]] = {}
    for text in texts:
        if text:
            rests.setdefault(text[0], []).append(text[1:])
    branches = [
        re.escape(first) + (_longest_of(rest) if any(rest) else "") for first, rest in rests.items()
    ]
    return f"(?:{'|'.join(branches)}){'?' if '' in texts else ''}"


def _require_letters(texts: Sequence[str]) -> None:
    """Raise OptionError for a letter that is repeated, or cannot be one."""
    seen: set[str] = set()
    for letter in texts:
        if letter in seen:
            raise OptionError(f"letter {letter!r} is repeated", parameter="alphabet")
        if not _can_be_letter(letter):
            raise OptionError(f"{letter[:40]!r} cannot be a letter", parameter="alphabet")
        if letter != letter.upper():
            raise OptionError(
                f"letter {letter!r} is lower case", hint="use upper case", parameter="alphabet"
            )
        seen.add(letter)


def _can_be_letter(letter: object) -> bool:
    if not isinstance(letter, str) or not 1 <= len(letter) <= Alphabet.MAX_LETTER_LENGTH:
        return False
    first = letter[0]
    if first in _RESERVED or not first.isprintable() or unicodedata.combining(first):
        return False
    if len(letter) == 1:
        return True
    is_composed = unicodedata.normalize("NFC", letter) == letter  # as words are
    return is_composed and all(map(_is_in_letters, letter))


def is_text_of_cell(text: str) -> bool:
    """Whether a text of several characters may be that of a cell: a letter, or letters."""
    return any(map(str.isalnum, text)) and all(
        map(_is_in_letters, text.replace(Alphabet.APART, ""))
    )


def _is_in_letters(char: str) -> bool:
    return char.isalnum() or unicodedata.category(char)[0] == "M" or char in _JOINERS


LATIN = Alphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
