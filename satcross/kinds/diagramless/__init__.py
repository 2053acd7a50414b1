"""Crosswords whose diagram is to be found: diagramless, and carte blanche without numbers.

For setters of both, who ask whether there is one diagram only. Begin with
`puzzle`: that is the lists of answers with the facts about the diagram that are printed.
`solutions` finds its diagrams, `task` the fewest helps that leave one, `faults` checks a diagram by
the lists, and `satcross diagramless` does all of it. Of the rest they take fills and patterns.
Files have a mark for diagramless puzzles: a type in `.puz`, colons in its text, a star in Exolve.
"""

from satcross.extend import PuzzleKind

_DIAGRAMLESS_TITLES = {
    "en": "Diagramless crossword", "ar": "كلمات متقاطعة بلا شبكة",
    "ca": "Mots encreuats sense diagrama", "da": "Krydsord uden diagram",
    "de": "Kreuzworträtsel ohne Diagramm", "el": "Σταυρόλεξο χωρίς διάγραμμα",
    "eo": "Krucvortenigmo sen diagramo", "es": "Crucigrama blanco",
    "fi": "Ristikko ilman ruudukkoa", "fr": "Mots croisés sans grille", "he": "תשבץ ללא תרשים",
    "hi": "बिना चित्र की वर्ग पहेली", "it": "Cruciverba senza schema", "ja": "図なしクロスワード",
    "ko": "격자 없는 낱말 퍼즐", "nl": "Kruiswoordpuzzel zonder diagram",
    "no": "Kryssord uten diagram",
    "pl": "Krzyżówka bez diagramu", "pt": "Palavras cruzadas sem diagrama",
    "ru": "Кроссворд без сетки", "sv": "Korsord utan diagram",
}  # fmt: skip
DIAGRAMLESS = PuzzleKind(
    "diagramless",
    titles=_DIAGRAMLESS_TITLES,
    names={
        "ipuz": ("http://ipuz.org/crossword/diagramless#1",),
        "puz": ("0401",),
        "across-text": (":",),
        "exolve": ("*",),
    },
    make="satcross.kinds.diagramless.make",
    place=30,
    hides_diagram=True,
)
_CARTE_BLANCHE_TITLES = {
    "en": "Carte blanche", "ar": "ورقة بيضاء", "ca": "Carta blanca", "da": "Carte blanche",
    "de": "Carte blanche", "el": "Καρτ μπλανς", "eo": "Carte blanche", "es": "Carta blanca",
    "fi": "Carte blanche", "fr": "Carte blanche", "he": "קרט בלאנש", "hi": "कार्ट ब्लांश",
    "it": "Carta bianca", "ja": "カルトブランシュ", "ko": "카르트 블랑슈", "nl": "Carte blanche",
    "no": "Carte blanche", "pl": "Carte blanche", "pt": "Carta branca", "ru": "Карт-бланш",
    "sv": "Carte blanche",
}  # fmt: skip
CARTE_BLANCHE = PuzzleKind(
    "carte-blanche",
    titles=_CARTE_BLANCHE_TITLES,
    place=31,
    hides_diagram=True,
    is_numbered=False,
)

KINDS = (DIAGRAMLESS, CARTE_BLANCHE)
