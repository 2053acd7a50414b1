"""Puzzles of a quotation: acrostics, quote falls and cryptograms.

For those who set them for papers and books of puzzles. Begin with `quotation`: a quotation in rows,
and the puzzles of it that are solved with a word list. `answers` finds the answers of an acrostic,
`files` is what files of others have of one, `behaviour` how all three are drawn, and `faults`
checks them. The commands are `satcross acrostic`, `quotefall` and `cryptogram`. Of the rest they
take words, fills, and the rules and the key of coded puzzles.
"""

from satcross.extend import PuzzleKind

_ACROSTIC_TITLES = {
    "en": "Acrostic", "ar": "أكروستيك", "ca": "Acròstic", "da": "Akrostikon", "de": "Akrostichon",
    "el": "Ακροστιχίδα", "eo": "Akrostiko", "es": "Damero", "fi": "Akrostikon", "fr": "Acrostiche",
    "he": "אקרוסטיכון", "hi": "एक्रोस्टिक", "it": "Acrostico", "ja": "アクロスティック",
    "ko": "아크로스틱",
    "nl": "Acrostichon", "no": "Akrostikon", "pl": "Akrostych", "pt": "Acróstico",
    "ru": "Акростих", "sv": "Akrostikon",
}  # fmt: skip
ACROSTIC = PuzzleKind(
    "acrostic",
    titles=_ACROSTIC_TITLES,
    names={
        "ipuz": ("http://ipuz.org/crossword#1", "http://ipuz.org/acrostic#1"),
        "jpz": ("acrostic",),
    },
    behaviour="satcross.kinds.quotations.behaviour:AcrosticBehaviour",
    make="satcross.kinds.quotations.acrostic",
    place=50,
    is_quotation=True,
    is_numbered=False,
    labels_name_clues=True,
)
_QUOTE_FALL_TITLES = {
    "en": "Quote fall", "ar": "حروف متساقطة", "ca": "Lletres que cauen",
    "da": "Faldende bogstaver", "de": "Fallende Buchstaben", "el": "Γράμματα που πέφτουν",
    "eo": "Falantaj literoj", "es": "Letras que caen", "fi": "Putoavat kirjaimet",
    "fr": "Lettres tombantes", "he": "אותיות נופלות", "hi": "गिरते अक्षर", "it": "Lettere cadenti",
    "ja": "文字落とし", "ko": "떨어지는 글자", "nl": "Vallende letters", "no": "Fallende bokstaver",
    "pl": "Spadające litery", "pt": "Letras em queda", "ru": "Падающие буквы",
    "sv": "Fallande bokstäver",
}  # fmt: skip
QUOTE_FALL = PuzzleKind(
    "quote-fall",
    titles=_QUOTE_FALL_TITLES,
    behaviour="satcross.kinds.quotations.behaviour:QuoteFallBehaviour",
    make="satcross.kinds.quotations.make:QUOTE_FALL",
    place=60,
    is_quotation=True,
    is_numbered=False,
    has_clues=False,
)
_CRYPTOGRAM_TITLES = {
    "en": "Cryptogram", "ar": "نص مشفر", "ca": "Criptograma", "da": "Kryptogram",
    "de": "Kryptogramm", "el": "Κρυπτόγραμμα", "eo": "Kriptogramo", "es": "Criptograma",
    "fi": "Kryptogrammi", "fr": "Cryptogramme", "he": "כתב סתר", "hi": "कूटलेख",
    "it": "Crittogramma", "ja": "暗号文", "ko": "암호문", "nl": "Geheimschrift", "no": "Kryptogram",
    "pl": "Kryptogram", "pt": "Criptograma", "ru": "Криптограмма", "sv": "Kryptogram",
}  # fmt: skip
CRYPTOGRAM = PuzzleKind(
    "cryptogram",
    titles=_CRYPTOGRAM_TITLES,
    behaviour="satcross.kinds.quotations.behaviour:CryptogramBehaviour",
    make="satcross.kinds.quotations.make:CRYPTOGRAM",
    place=70,
    is_quotation=True,
    is_numbered=False,
    has_clues=False,
    code=PuzzleKind.LETTERS,
)

KINDS = (ACROSTIC, QUOTE_FALL, CRYPTOGRAM)
