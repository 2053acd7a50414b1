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
| czech | Á Č Ď É Ě Í Ň Ó Ř Š Ť Ú Ů Ý Ž CH |
| slovak | Á Ä Č Ď É Í Ĺ Ľ Ň Ó Ô Ŕ Š Ť Ú Ý Ž CH; DZ and DŽ are two letters |
| albanian | Ç Ë DH GJ LL NJ RR SH TH XH ZH; no W |
| maltese | Ċ Ġ Ħ Ż GĦ IE; no C, Y |
| esperanto | Ĉ Ĝ Ĥ Ĵ Ŝ Ŭ; no Q, W, X, Y; cx gx hx jx sx ux are these letters |
| greek | Α to Ω; accents folded |
| russian | А to Я; Ё is folded to Е |
| hebrew | א to ת; final forms are the letters, vowel points are dropped |
| arabic | ا to ي, ء and ة; أ إ آ are ا, ؤ is و, ئ and ى are ي; vowel signs are dropped |
| kana | ア to ン, ー; hiragana and small kana are these |
| hiragana | あ to ん, ー; katakana and small kana are these |
| hangul | 가 to 힣: the syllables |
| digits | 0 to 9 instead of letters |
| devanagari, bengali, … | the syllables that the word list has: `SYLLABIC` |

Names and letters are combined with `+`: `latin+digits`, `russian+Ё`. A letter of several characters
is written in brackets, or letters are separated by blanks: `latin+[IJ]`, `A B C CH`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from satcross.errors import OptionError
from satcross.model.alphabet import LATIN, UNSEEN, Alphabet

# Kana in the order of Unicode, which is that of dictionaries. Crosswords write small ones large.
_SMALL = "ァィゥェォッャュョヮヵヶ"
_LARGE = str.maketrans(_SMALL, "アイウエオツヤユヨワカケ")
_APART = 0x60  # from a hiragana to its katakana
_KATAKANA = "".join(chr(code) for code in range(0x30A1, 0x30F5) if chr(code) not in _SMALL) + "ー"
_HIRAGANA = "".join(chr(ord(char) - _APART) for char in _KATAKANA[:-1]) + "ー"

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
        "czech": "AÁBCČDĎEÉĚFGH[CH]IÍJKLMNŇOÓPQRŘSŠTŤUÚŮVWXYÝZŽ",
        "slovak": "AÁÄBCČDĎEÉFGH[CH]IÍJKLĹĽMNŇOÓÔPQRŔSŠTŤUÚVWXYÝZŽ",
        "albanian": "ABCÇD[DH]EËFG[GJ]HIJKL[LL]MN[NJ]OPQR[RR]S[SH]T[TH]UVX[XH]YZ[ZH]",
        "maltese": "ABĊDEFĠG[GĦ]HĦI[IE]JKLMNOPQRSTUVWXŻZ",
        "esperanto": "ABCĈDEFGĜHĤIJĴKLMNOPRSŜTUŬVZ",
        "greek": "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ",
        "russian": "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
        "hebrew": "אבגדהוזחטיכלמנסעפצקרשת",
        "arabic": "ءابةتثجحخدذرزسشصضطظعغفقكلمنهوي",
        "kana": _KATAKANA,
        "hiragana": _HIRAGANA,
        "hangul": "".join(map(chr, range(0xAC00, 0xD7A4))),
        "digits": "0123456789",
    }
)

FOLDS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "german-ae": (("Ä", "AE"), ("Ö", "OE"), ("Ü", "UE")),
    # Safe, as X is no letter. The h-forms are not: flughaveno has GH, senchava CH.
    "esperanto": (*zip(("CX", "GX", "HX", "JX", "SX", "UX"), "ĈĜĤĴŜŬ", strict=True),),
    # The marks behind are maqaf, geresh, gershayim; Yiddish digraphs are two letters.
    "hebrew": tuple(
        zip("ךםןףץװױײ־׳״", ["כ", "מ", "נ", "פ", "צ", "וו", "וי", "יי", "", "", ""], strict=True)
    ),
    "arabic": (*zip("أإآٱؤئىـ", ["ا", "ا", "ا", "ا", "و", "ي", "ي", ""], strict=True),),
    "kana": (
        *zip(_SMALL, _SMALL.translate(_LARGE), strict=True),
        *((chr(ord(char) - _APART), char) for char in _KATAKANA[:-1]),
        *((chr(ord(char) - _APART), char.translate(_LARGE)) for char in _SMALL),
        ("・", ""),
    ),
    "hiragana": (
        *((char, chr(ord(char) - _APART)) for char in _KATAKANA[:-1]),
        *((char, chr(ord(char.translate(_LARGE)) - _APART)) for char in _SMALL),
        *((chr(ord(char) - _APART), chr(ord(char.translate(_LARGE)) - _APART)) for char in _SMALL),
        ("・", ""),
    ),
}

# The scripts whose letters are the syllables of a list, by the first character of their block of
# Unicode, and whether their virama joins the letters on both of its sides in one cell. In Tamil it
# is a dot, but for two syllables.
SYLLABIC: Mapping[str, tuple[int, bool]] = MappingProxyType(
    {
        "devanagari": (0x0900, True), "hindi": (0x0900, True), "marathi": (0x0900, True),
        "nepali": (0x0900, True), "bengali": (0x0980, True), "gurmukhi": (0x0A00, True),
        "gujarati": (0x0A80, True), "odia": (0x0B00, True), "tamil": (0x0B80, False),
        "telugu": (0x0C00, True), "kannada": (0x0C80, True), "malayalam": (0x0D00, True),
    }
)  # fmt: skip
_BLOCK = 128
_JOINED_IN_TAMIL = ("க்ஷ", "ஸ்ர", "ஶ்ர")


def parse_alphabet(text: str, words: Iterable[str] | None = None) -> Alphabet:
    """The alphabet that `text` names (in `ALPHABETS`, in any case) or spells out in upper case.

    Args:
        text: names and letters.
        words: from which the letters of `SYLLABIC` scripts are taken; others do not need them.

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
        return _part(text, words)
    if sum(part.casefold() in SYLLABIC for part in parts) > 1 and words is not None:
        words = list(words)
    alphabets = [_part(part, words) for part in parts]
    letters = tuple(dict.fromkeys(letter for part in alphabets for letter in part.texts))
    return Alphabet(letters, tuple(fold for part in alphabets for fold in part.folds))


def needs_words(text: str) -> bool:
    """Whether an alphabet is made of the syllables of words.

    >>> needs_words("hindi+digits"), needs_words("hebrew")
    (True, False)
    """
    return any(part.casefold() in SYLLABIC for part in text.split("+"))


def alphabet_of(text: str, files: Collection[str | Path]) -> Alphabet:
    """The alphabet that a text names or spells out, of the syllables of files where it needs words.

    Raises:
        OptionError: as `parse_alphabet` does.
        WordListError: a file cannot be read.
    """
    if not files or not needs_words(text):
        return parse_alphabet(text)
    from satcross.words.files import FileText

    return parse_alphabet(text, [FileText.of_list(file)[0].data.decode() for file in files])


def _part(text: str, words: Iterable[str] | None) -> Alphabet:
    name = text.casefold()
    if name in SYLLABIC:
        if words is None:
            raise OptionError(
                f"the letters of {name} are those of a word list, and there is none here",
                hint="write the letters out, with blanks between them",
                parameter="alphabet",
            )
        return Alphabet(syllables(name, words))
    if name in ALPHABETS:
        return Alphabet.of_spelling(ALPHABETS[name], FOLDS.get(name, ()))
    if len(text) > 1 and text == text.lower() != text.upper():
        raise OptionError(
            f"there is no alphabet called {text!r}",
            hint=f"choose one of {', '.join([*ALPHABETS, *SYLLABIC])}, or write its letters in"
            " upper case",
            parameter="alphabet",
        )
    return Alphabet.of_spelling(text)


def syllables(name: str, words: Iterable[str]) -> list[str]:
    """The syllables of a script that words have, in order.

    They are the grapheme clusters of Unicode, with the letters that a virama joins in one (rule
    GB9c), but in Tamil. Too long ones are left out.

    Args: name: one of `SYLLABIC`.

    Raises: OptionError: there are none.

    Source: UAX #29, Unicode Text Segmentation.

    >>> syllables("hindi", ["क्षत्रिय", "नमक"])
    ['क', 'क्ष', 'त्रि', 'न', 'म', 'य']
    >>> syllables("tamil", ["தமிழ்", "பக்கம்"])
    ['க', 'க்', 'த', 'ப', 'மி', 'ம்', 'ழ்']
    """
    find = _syllable(name).findall
    found: set[str] = set()
    for word in words:
        text = word.translate(_UNSEEN)
        found.update(find(unicodedata.normalize("NFC", text)))
    if not found:
        raise OptionError(f"no word is written in {name}", parameter="alphabet")
    return sorted(text for text in found if len(text) <= Alphabet.MAX_LETTER_LENGTH)


@cache
def _syllable(name: str) -> re.Pattern[str]:
    first, is_joined = SYLLABIC[name]
    block = [chr(code) for code in range(first, first + _BLOCK)]
    signs = [char for char in block if unicodedata.category(char)[0] == "M"]
    letters = "".join(char for char in block if unicodedata.category(char) == "Lo")
    marks, viramas = (
        "".join(signs),
        "".join(one for one in signs if unicodedata.combining(one) == Alphabet.VIRAMA),
    )
    one = f"[{letters}][{marks}]*"
    if is_joined:
        return re.compile(f"{one}(?:(?<=[{viramas}]){one})*")
    return re.compile(f"(?:{'|'.join(_JOINED_IN_TAMIL)})[{marks}]*|{one}")


_UNSEEN = dict.fromkeys(map(ord, UNSEEN))
