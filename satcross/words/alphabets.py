"""Alphabets by name, for `--alphabet`.

An alphabet has the letters that get a cell of their own in the language's crosswords; other
accents are folded. French, Italian and Portuguese therefore use `latin`.

| name | letters in addition to or instead of A-Z |
| --- | --- |
| latin | none |
| german | Ä Ö Ü are letters, ß is SS |
| german-ae | none; Ä Ö Ü are written AE OE UE (over `latin` they are A O U) |
| spanish | Ñ; CH, LL and RR are two letters |
| spanish-traditional | Ñ CH LL RR |
| catalan | Ç |
| danish, norwegian | Æ Ø Å |
| swedish, finnish | Å Ä Ö |
| dutch | IJ |
| croatian | Č Ć DŽ Đ LJ NJ Š Ž; no Q, W, X, Y |
| hungarian | Á É Í Ó Ö Ő Ú Ü Ű CS DZ DZS GY LY NY SZ TY ZS |
| welsh | CH DD FF NG LL PH RH TH; no K, Q, V, X, Z |
| polish | Ą Ć Ę Ł Ń Ó Ś Ź Ż; no Q, V, X |
| esperanto | Ĉ Ĝ Ĥ Ĵ Ŝ Ŭ; no Q, W, X, Y |
| greek | Α to Ω; accents folded |
| russian | А to Я; Ё is folded to Е |
| digits | 0 to 9 instead of letters |

Names and letters are combined with `+`: `latin+digits`, `russian+Ё`. A letter of several characters
is written in brackets, or letters are separated by blanks: `latin+[IJ]`, `A B C CH`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from satcross.errors import OptionError
from satcross.model.alphabet import LATIN, Alphabet

ALPHABETS: Mapping[str, str] = MappingProxyType(
    {
        "latin": LATIN.letters,
        "german": LATIN.letters + "ÄÖÜ",
        "german-ae": LATIN.letters,
        "spanish": "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ",
        "spanish-traditional": "ABC[CH]DEFGHIJKL[LL]MNÑOPQR[RR]STUVWXYZ",
        "catalan": "ABCÇDEFGHIJKLMNOPQRSTUVWXYZ",
        "danish": LATIN.letters + "ÆØÅ",
        "norwegian": LATIN.letters + "ÆØÅ",
        "swedish": LATIN.letters + "ÅÄÖ",
        "finnish": LATIN.letters + "ÅÄÖ",
        "dutch": "ABCDEFGHIJKLMNOPQRSTUVWX[IJ]YZ",
        "croatian": "ABCČĆD[DŽ]ĐEFGHIJKL[LJ]MN[NJ]OPRSŠTUVZŽ",
        "hungarian": "AÁBC[CS]D[DZ][DZS]EÉFG[GY]HIÍJKL[LY]MN[NY]OÓÖŐPQRS[SZ]T[TY]UÚÜŰVWXYZ[ZS]",
        "welsh": "ABC[CH]D[DD]EF[FF]G[NG]HIJL[LL]MNOP[PH]R[RH]ST[TH]UWY",
        "polish": "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ",
        "esperanto": "ABCĈDEFGĜHĤIJĴKLMNOPRSŜTUŬVZ",
        "greek": "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ",
        "russian": "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
        "digits": "0123456789",
    }
)

_FOLDS = {"german-ae": (("Ä", "AE"), ("Ö", "OE"), ("Ü", "UE"))}


def parse_alphabet(text: str) -> Alphabet:
    """The alphabet that `text` names (in `ALPHABETS`, in any case) or spells out in upper case.

    Several of either are combined with `+`; repeated letters count once. What it reads,
    `Alphabet.spelling` writes.

    Raises:
        OptionError: the name is unknown, or the letters are not a valid alphabet.

    >>> parse_alphabet("spanish").letters[13:16]
    'NÑO'
    >>> parse_alphabet("ABC").letters
    'ABC'
    >>> parse_alphabet("AB+digits").letters
    'AB0123456789'
    >>> parse_alphabet("AB[IJ]").texts == parse_alphabet("A B IJ").texts == ("A", "B", "IJ")
    True
    """
    parts = text.split("+")
    if len(parts) == 1 or "" in parts:  # then the plus is one of the letters
        return _part(text)
    alphabets = [_part(part) for part in parts]
    letters = tuple(dict.fromkeys(letter for part in alphabets for letter in part.texts))
    return Alphabet(letters, tuple(fold for part in alphabets for fold in part.folds))


def _part(text: str) -> Alphabet:
    name = text.casefold()
    if name in ALPHABETS:
        return Alphabet.of_spelling(ALPHABETS[name], _FOLDS.get(name, ()))
    if len(text) > 1 and text == text.lower() != text.upper():
        raise OptionError(
            f"there is no alphabet called {text!r}",
            hint=f"choose one of {', '.join(ALPHABETS)}, or write its letters in upper case",
            parameter="alphabet",
        )
    return Alphabet.of_spelling(text)


_SORTED_LIKE = str.maketrans("ÄÖÜ", "AOU")


def collation_key(word: str, alphabet: Alphabet) -> tuple[tuple[int, ...], str]:
    """By what the words of an alphabet are sorted in its language's dictionaries.

    That is the order of its letters, but for German, which sorts Ä, Ö and Ü like A, O and U.

    >>> german = parse_alphabet("german")
    >>> sorted(["ZOO", "ÄRA", "ARM", "ARA"], key=lambda word: collation_key(word, german))
    ['ARA', 'ÄRA', 'ARM', 'ZOO']
    """
    is_german = "Ü" in alphabet and "A" in alphabet and not alphabet.has_long_letters
    return alphabet.codes(word.translate(_SORTED_LIKE) if is_german else word), word
