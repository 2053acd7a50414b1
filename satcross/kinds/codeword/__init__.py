"""Codewords: a number in each square, and a letter for each number is to be found.

For readers of papers that print one beside the crossword, and for those who set them. Begin with
`puzzle`: a codeword is a crossword whose squares with one number hold one letter. `task` makes one
of a fill, `difficulty` says how hard it is, `faults` checks it, `most` says which slots hold no
words together, and `satcross codeword` does all of it. Of the rest it takes words, fills and
pictures. Cryptograms share its key and its rules.
"""

from satcross.extend import PuzzleKind

_TITLES = {
    "en": "Codeword", "ar": "كلمات متقاطعة مشفرة", "ca": "Mots encreuats codificats",
    "da": "Kodekryds", "de": "Codeknacker", "el": "Κωδικοποιημένο σταυρόλεξο",
    "eo": "Ĉifrita krucvortenigmo", "es": "Crucigrama codificado", "fi": "Kryptoristikko",
    "fr": "Mots codés", "he": "תשבץ מוצפן", "hi": "कूट वर्ग पहेली",
    "it": "Cruciverba crittografato", "ja": "ナンクロ", "ko": "암호 낱말 퍼즐", "nl": "Codekraker",
    "no": "Kodekryssord", "pl": "Krzyżówka szyfrowana", "pt": "Palavras cruzadas codificadas",
    "ru": "Кейворд", "sv": "Kryptokorsord",
}  # fmt: skip
CODEWORD = PuzzleKind(
    "codeword",
    titles=_TITLES,
    names={
        # The specification has no URI for them. XWord, jscrossword and Kotwords use this one.
        "ipuz": ("http://ipuz.org/crossword#1", "http://crosswordnexus.com/ipuz/coded#1"),
        "jpz": ("coded",),
    },
    behaviour="satcross.kinds.codeword.behaviour:CodewordBehaviour",
    make="satcross.kinds.codeword.make",
    place=10,
    has_clues=False,
    code=PuzzleKind.NUMBERS,
)

KINDS = (CODEWORD,)
