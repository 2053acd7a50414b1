"""Alphabets by name, for `--alphabet`.

A letter is here if the language's crosswords give it a cell of its own; other accents are folded.
So French, Italian, Portuguese and Dutch are filled over `latin`.

| name | letters beside or instead of A-Z |
| --- | --- |
| latin | none |
| german | Ä Ö Ü are letters, ß is SS (for AE, OE, UE spell the list so and use `latin`) |
| spanish | Ñ; CH, LL and RR are two letters |
| catalan | Ç |
| danish, norwegian | Æ Ø Å |
| swedish, finnish | Å Ä Ö |
| polish | Ą Ć Ę Ł Ń Ó Ś Ź Ż; no Q, V, X |
| esperanto | Ĉ Ĝ Ĥ Ĵ Ŝ Ŭ; no Q, W, X, Y |
| greek | Α to Ω; accents folded |
| russian | А to Я; Ё is folded to Е |
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from satcross.alphabet import LATIN, Alphabet
from satcross.errors import OptionError

ALPHABETS: Mapping[str, str] = MappingProxyType(
    {
        "latin": LATIN.letters,
        "german": LATIN.letters + "ÄÖÜ",
        "spanish": "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ",
        "catalan": "ABCÇDEFGHIJKLMNOPQRSTUVWXYZ",
        "danish": LATIN.letters + "ÆØÅ",
        "norwegian": LATIN.letters + "ÆØÅ",
        "swedish": LATIN.letters + "ÅÄÖ",
        "finnish": LATIN.letters + "ÅÄÖ",
        "polish": "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ",
        "esperanto": "ABCĈDEFGĜHĤIJĴKLMNOPRSŜTUŬVZ",
        "greek": "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ",
        "russian": "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
    }
)


def parse_alphabet(text: str) -> Alphabet:
    """The alphabet that `text` names in `ALPHABETS`, in any case, or spells out in capitals.

    Raises:
        OptionError: no such name, or the letters make no alphabet.

    >>> parse_alphabet("spanish").letters[13:16]
    'NÑO'
    >>> parse_alphabet("ABC").letters
    'ABC'
    """
    letters = ALPHABETS.get(text.casefold())
    if letters is None:
        if len(text) > 1 and text == text.lower() != text.upper():
            raise OptionError(
                f"there is no alphabet called {text!r}",
                mend=f"take one of {', '.join(ALPHABETS)}, or give its letters in capitals",
                source="--alphabet",
            )
        letters = text
    return Alphabet(letters)
