"""Which formats this room has: see `satcross.formats.registry`. Every start reads it."""

_HERE = "satcross.apps.interchange"
FORMATS = {
    "puz": ("Across Lite", (".puz",), f"{_HERE}.puz.format"),
    "ipuz": ("ipuz", (".ipuz",), f"{_HERE}.ipuz.format"),
    "jpz": ("Crossword Compiler XML", (".jpz", ".xml"), f"{_HERE}.jpz.format"),
    "xd": ("xd", (".xd",), f"{_HERE}.xd.format"),
    "exolve": ("Exolve", (".exolve",), f"{_HERE}.exolve.format"),
    "qxw": ("Qxw", (".qxw",), f"{_HERE}.qxw.format"),
}
QUIZZES = {
    "gift": ("GIFT: questions for Moodle", (".gift",), f"{_HERE}.platforms.gift"),
    "moodle": ("Moodle XML: questions", (".moodle.xml",), f"{_HERE}.platforms.moodle"),
    "glossary": ("Glossary of Moodle", (".glossary.xml",), f"{_HERE}.platforms.glossary"),
    "h5p": ("H5P: crossword", (".h5p",), f"{_HERE}.platforms.h5p"),
    "h5p-words": ("H5P: words to find", (".words.h5p",), f"{_HERE}.platforms.h5p_words"),
}
