"""Fill-ins, whose words are listed and whose places are asked for; jigsaws have clues for them.

For solvers who like logic more than clues, and for setters of alphabetical jigsaws. Begin with
`puzzle`: a fill-in is a crossword whose word list has as many words as the grid has slots. `task`
finds the fewest entries to give away, `faults` checks both kinds, and `satcross fillin` does all of
it. Of the rest it takes fills, patterns and layouts of words.
"""

from satcross.extend import PuzzleKind

_FILL_IN_TITLES = {
    "en": "Fill-in", "ar": "املأ الشبكة", "ca": "Encaixa les paraules", "da": "Placer ordene",
    "de": "Einsetzrätsel", "el": "Τοποθέτηση λέξεων", "eo": "Enmeta enigmo", "es": "Cruzada",
    "fi": "Sijoita sanat", "fr": "Mots casés", "he": "תשבץ שיבוץ", "hi": "शब्द भरो",
    "it": "Crucintarsio", "ja": "スケルトン", "ko": "낱말 채우기", "nl": "Invulpuzzel",
    "no": "Plasser ordene", "pl": "Krzyżówka do wypełnienia", "pt": "Encaixe de palavras",
    "ru": "Крисс-кросс", "sv": "Placera orden",
}  # fmt: skip
FILL_IN = PuzzleKind(
    "fill-in",
    titles=_FILL_IN_TITLES,
    names={"ipuz": ("http://ipuz.org/crossword#1", "http://ipuz.org/fill#1")},
    behaviour="satcross.kinds.fillin.behaviour:FillInBehaviour",
    make="satcross.kinds.fillin.make",
    place=20,
    is_numbered=False,
    has_labels=False,
    has_clues=False,
    lists_words=True,
)
_JIGSAW_TITLES = {
    "en": "Alphabetical jigsaw", "ar": "أحجية أبجدية", "ca": "Trencaclosques alfabètic",
    "da": "Alfabetisk puslespil", "de": "Alphabetisches Puzzle", "el": "Αλφαβητικό παζλ",
    "eo": "Alfabeta puzlo", "es": "Rompecabezas alfabético", "fi": "Aakkospalapeli",
    "fr": "Puzzle alphabétique", "he": "פאזל אלפביתי", "hi": "वर्णानुक्रम पहेली",
    "it": "Puzzle alfabetico", "ja": "ジグソークロス", "ko": "가나다 퍼즐",
    "nl": "Alfabetische legpuzzel",
    "no": "Alfabetisk puslespill", "pl": "Jolka", "pt": "Quebra-cabeça alfabético",
    "ru": "Алфавитный пазл", "sv": "Alfabetiskt pussel",
}  # fmt: skip
JIGSAW = PuzzleKind(
    "jigsaw",
    titles=_JIGSAW_TITLES,
    behaviour="satcross.kinds.fillin.behaviour:FillInBehaviour",
    place=21,
    is_numbered=False,
    has_labels=False,
    enumerations=True,
)

KINDS = (FILL_IN, JIGSAW)
