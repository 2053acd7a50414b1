"""Arrow words: clues stand in the blocks, and arrows lead from there to the answers.

For papers of Sweden, Germany, the Netherlands and Latin America, where most crosswords are such.
Begin with `satcross.model.arrows`, which says which block has which clue. `drawing` draws them,
`task` makes them with a picture's place left free, `faults` checks them, and `satcross arrowword`
does all of it. Of the rest they take patterns, fills and clues.
"""

from satcross.extend import PuzzleKind

_TITLES = {
    "en": "Arrow word", "ar": "كلمات مسهمة", "ca": "Autodefinit", "da": "Pilekrydsord",
    "de": "Schwedenrätsel", "el": "Σκανδιναβικό σταυρόλεξο", "eo": "Saga krucvortenigmo",
    "es": "Autodefinido", "fi": "Piilosana", "fr": "Mots fléchés", "he": "תשחץ",
    "hi": "तीर वर्ग पहेली", "it": "Cruciverba a frecce", "ja": "アロークロスワード",
    "ko": "화살표 낱말 퍼즐",
    "nl": "Zweedse puzzel", "no": "Pilkryssord", "pl": "Krzyżówka panoramiczna",
    "pt": "Palavras cruzadas diretas", "ru": "Сканворд", "sv": "Pilkorsord",
}  # fmt: skip
ARROW_WORD = PuzzleKind(
    "arrow-word",
    titles=_TITLES,
    names={"ipuz": ("http://ipuz.org/crossword/arrowword#1",), "jpz": ("clue",)},
    behaviour="satcross.kinds.arrowword.behaviour:ArrowWordBehaviour",
    make="satcross.kinds.arrowword.make",
    place=40,
    is_numbered=False,
    clues_in_grid=True,
)

KINDS = (ARROW_WORD,)
