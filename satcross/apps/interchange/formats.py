"""Which formats this room has, and how their files begin: see `satcross.formats.registry`.

Every start reads it.
"""

_HERE = "satcross.apps.interchange"
FORMATS = {
    "puz": ("Across Lite", (".puz",), f"{_HERE}.puz.format"),
    "ipuz": ("ipuz", (".ipuz",), f"{_HERE}.ipuz.format"),
    "jpz": ("Crossword Compiler XML", (".jpz", ".xml"), f"{_HERE}.jpz.format"),
    "xd": ("xd", (".xd",), f"{_HERE}.xd.format"),
    "exolve": ("Exolve", (".exolve",), f"{_HERE}.exolve.format"),
    "across-text": ("Across Lite text", (".puz.txt",), f"{_HERE}.across_text.format"),
    "qxw": ("Qxw", (".qxw",), f"{_HERE}.qxw.format"),
}
QUIZZES = {
    "gift": ("GIFT: questions for Moodle", (".gift",), f"{_HERE}.platforms.gift"),
    "moodle": ("Moodle XML: questions", (".moodle.xml",), f"{_HERE}.platforms.moodle"),
    "glossary": ("Glossary of Moodle", (".glossary.xml",), f"{_HERE}.platforms.glossary"),
    "h5p": ("H5P: crossword", (".h5p",), f"{_HERE}.platforms.h5p"),
    "h5p-words": ("H5P: words to find", (".words.h5p",), f"{_HERE}.platforms.h5p_words"),
}
READ_ONLY = {
    "cfp": ("CrossFire", (".cfp",), f"{_HERE}.cfp"),
    "rows-garden": ("Rows Garden", (".rg", ".rgz"), f"{_HERE}.rows_garden"),
}
_SNIFFED = 4096
_INSIDE = (
    (b"exolve-begin", "exolve"),  # maybe in a page of HTML
    (b"<CROSSFIRE>", "cfp"),
)
_STARTS = (
    (b"#QXW2", "qxw"),
    (b"PK", "jpz"),
    (b"<", "jpz"),
    (b"var CrosswordPuzzleData", "jpz"),
    (b"{", "ipuz"),
    (b"ipuz", "ipuz"),
)


def sniffed(data: bytes) -> str:
    """The name of the format that a file's first bytes look like; "" for none of these."""
    head = data[:_SNIFFED].removeprefix(b"\xef\xbb\xbf").lstrip()
    if data[2:13] == b"ACROSS&DOWN":
        return "puz"
    for part, name in _INSIDE:
        if part in data[: _SNIFFED * 4]:
            return name
    if name := sniffed_text(data):
        return name
    for start, name in _STARTS:
        if head.startswith(start):
            return name
    first = head.split(b"\n", 1)[0]
    return "xd" if first[:6] in (b"Title:", b"Author") or first[:3] == b"## " else ""


def sniffed_text(data: bytes) -> str:
    """The same of formats whose files have the extension of grid text."""
    from satcross.apps.interchange.across_text.lines import starts_as_across

    return "across-text" if starts_as_across(data) else ""
