"""Which letters of a list lost their accents, and which alphabet would keep them."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from satcross.model.alphabet import Alphabet
from satcross.words.alphabets import ALPHABETS, FOLDS

_SHOWN = 4  # letters in one message
# Letters that the language of an alphabet writes too, and its crosswords fold.
_ALSO_WRITTEN = {
    "german": "ÀÉ",
    "german-ae": "ÀÉ",
    "spanish": "ÁÉÍÓÚÜ",
    "catalan": "ÀÈÉÍÏÒÓÚÜ",
    "danish": "ÁÉ",
    "norwegian": "ÀÉÈÊÒÓÔ",
    "swedish": "ÀÉ",
    "finnish": "ŠŽ",
    "greek": "ΆΈΉΊΌΎΏΪΫ",
    "russian": "Ё",
}
_LEAST_SHARE = 0.8  # of the letters that an alphabet's language must write; words of others occur


class Folding(NamedTuple):
    """What was folded.

    Args:
        n_words: how many words had letters folded.
        letters: each folded letter with what stands for it, the most frequent first.
        alphabet: the name of one that keeps most of them; "" if none does.
    """

    n_words: int
    letters: tuple[tuple[str, str], ...]
    alphabet: str

    def __str__(self) -> str:
        """The line for people; "" if nothing was folded."""
        if not self.n_words:
            return ""
        shown = ", ".join(f"{old} to {new}" for old, new in self.letters[:_SHOWN])
        more = ", …" if len(self.letters) > _SHOWN else ""
        words = "1 word" if self.n_words == 1 else f"{self.n_words:,} words"
        text = f"{words} had letters folded ({shown}{more})"
        if not self.alphabet:
            return text
        kept = [old for old, _ in self.letters if old in ALPHABETS[self.alphabet]]
        what = "them" if len(kept) == len(self.letters) else ", ".join(kept)
        return f"{text}; --alphabet {self.alphabet} keeps {what}"


def folding_of(written: Iterable[str], alphabet: Alphabet) -> Folding:
    """What an alphabet folds of some words.

    What its own rules replace, as Ä by AE in `german-ae`, is not folded but asked for.

    >>> from satcross.model.alphabet import LATIN
    >>> str(folding_of(["Übung", "Tür", "Haus"], LATIN))
    '2 words had letters folded (Ü to U); --alphabet german keeps them'
    """
    chars: Counter[str] = Counter()
    n_words = 0
    for word in written:
        if word.isascii():
            continue
        found = [char for char in set(_upper(word)) if folded(char, alphabet)]
        chars.update(found)
        n_words += bool(found)
    return of_characters(n_words, chars, alphabet)


def of_characters(n_words: int, chars: Counter[str], alphabet: Alphabet) -> Folding:
    """The folding of `n_words` words, by the number of words with each folded letter."""
    order = sorted(chars, key=lambda char: (-chars[char], char))
    letters = tuple((char, folded(char, alphabet)) for char in order)
    return Folding(n_words, letters, proposed_alphabet(chars, alphabet))


def folded(char: str, alphabet: Alphabet) -> str:
    """What stands for an upper-case character that an alphabet folds; "" for others."""
    if char.isascii() or char in alphabet or char in dict(alphabet.folds):
        return ""
    return alphabet.fold(char) or ""


def proposed_alphabet(chars: Counter[str], alphabet: Alphabet) -> str:
    """The name of the alphabet that has most of some letters; "" if none has any of them.

    Of several, the one with the fewest letters more, and of these the first: of Ä and Ö alone,
    German. Only alphabets with all letters that the present one has come into question, unless
    the letters are of another script; and only those whose language writes nearly all of them: a
    French list has Ç, but is not Catalan.
    """
    n_letters = sum(count for char, count in chars.items() if char.isalnum())
    best, name = (0, 0), ""
    own = set(alphabet.letters)
    is_foreign = not any(alphabet.fold(char) for char in chars)
    for candidate, letters in ALPHABETS.items():
        if own == set(letters) or "[" in letters:  # which letters of several are, nobody can see
            continue
        if not (is_foreign or own.issubset(letters) or candidate in ("polish", "esperanto")):
            continue
        n = sum(count for char, count in chars.items() if char in letters)
        also = {*_ALSO_WRITTEN.get(candidate, ""), *(old for old, _ in FOLDS.get(candidate, ()))}
        n_written = n + sum(count for char, count in chars.items() if char in also)
        worth = (n, -len(letters))
        if n and n_written >= _LEAST_SHARE * n_letters and worth > best:
            best, name = worth, candidate
    return name


def _upper(word: str) -> str:
    return unicodedata.normalize("NFC", word).upper()
