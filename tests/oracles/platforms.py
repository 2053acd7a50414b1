"""Files for learning platforms as the platforms read them, without what writes ours.

Sources: docs.moodle.org, "GIFT format" and "Moodle XML format", with the `format.php` of both in
`question/format`; `mod/glossary/import.php`; the specification of H5P packages
(h5p.org/specification), and `semantics.json` of H5P.Crossword and H5P.FindTheWords.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from html import unescape
from typing import Any, NamedTuple

from defusedxml.ElementTree import fromstring

ANYTHING = "*"
"""What an asterisk in an answer of a short question stands for, unless a backslash is before it."""


class Asked(NamedTuple):
    """A question with a short answer, as learners see it.

    Args: text: without tags; answers: those that are right; note: shown after the answer.
    """

    name: str
    text: str
    answers: tuple[str, ...]
    note: str


def seen(html: str) -> str:
    """What a browser shows of a line of HTML."""
    return " ".join(unescape(re.sub(r"<[^<>]*>", "", html)).split())


def _meant(answer: str) -> str:
    """An answer for which only its own letters are right."""
    parts = answer.split("\\*")
    assert not any(ANYTHING in part for part in parts), answer
    return ANYTHING.join(parts)


# Moodle's text format: a backslash before one of these takes its meaning away.
_MEANS = "\\~=#:{}"


def _hidden(text: str) -> str:
    """The text with characters for private use for those that are escaped, as Moodle begins."""
    for at, char in enumerate(_MEANS):
        text = text.replace(f"\\{char}", chr(0xE000 + at))
    return text


def _shown(text: str) -> str:
    for at, char in enumerate(_MEANS):
        text = text.replace(chr(0xE000 + at), char)
    return text.strip()


def gift(data: bytes) -> tuple[str, list[Asked]]:
    """The category, whose parts are apart by a slash, and the questions of a GIFT file."""
    category, found = "", []
    for block in re.split(r"\n[ \t]*\n", data.decode()):
        lines = [line for line in block.split("\n") if not line.strip().startswith("//")]
        text = _hidden("\n".join(lines)).strip()
        if not text:
            continue
        if text.startswith("$CATEGORY:"):
            assert not category
            category = text.removeprefix("$CATEGORY:").strip()
            continue
        name, rest = _named(text)
        said, _, rest = rest.partition("{")
        inside, _, after = rest.partition("}")
        assert not after.strip(), after
        inside, _, note = inside.partition("####")
        begin, *answers = inside.split("=")
        assert not begin.strip()
        assert answers
        # An unescaped one begins what is wrong, feedback or the answer of another kind of question;
        # the format's description has them all escaped wherever they stand in a text.
        for part in (name, said, *answers, note):
            assert not {*_MEANS[1:]} & {*part}, part
        form, said = re.fullmatch(r"\[(html|plain)\](.*)", said.strip(), re.DOTALL).groups()  # type: ignore[union-attr]
        shown = _shown(said)
        found.append(Asked(
            _shown(name),
            seen(shown) if form == "html" else " ".join(shown.split()),
            tuple(_meant(_shown(one)) for one in answers),
            _shown(note),
        ))  # fmt: skip
    return category, found


def _named(text: str) -> tuple[str, str]:
    assert text.startswith("::")
    name, end, rest = text[2:].partition("::")
    assert end
    return name, rest


def moodle(data: bytes) -> tuple[str, list[Asked]]:
    """The same of Moodle's XML."""
    root = fromstring(data)
    assert root.tag == "quiz"
    category, found = "", []
    for one in root:
        assert one.tag == "question"
        kind = one.get("type")
        if kind == "category":
            category = one.findtext("category/text") or ""
            continue
        assert kind == "shortanswer"
        assert one.find("questiontext").get("format") == "html"
        answers = one.findall("answer")
        assert {float(answer.get("fraction")) for answer in answers} == {100.0}
        assert one.findtext("usecase") == "0"
        found.append(Asked(
            one.findtext("name/text") or "",
            seen(one.findtext("questiontext/text") or ""),
            tuple(_meant(answer.findtext("text") or "") for answer in answers),
            one.findtext("generalfeedback/text") or "",
        ))  # fmt: skip
    return category, found


class Concept(NamedTuple):
    """An entry of a glossary. Args: definition: what is shown; aliases: its keywords."""

    name: str
    definition: str
    aliases: tuple[str, ...]


def glossary(data: bytes) -> tuple[str, list[Concept]]:
    """The name of a glossary, and its concepts."""
    info = fromstring(data).find("INFO")
    assert info is not None
    found = []
    for one in info.findall("ENTRIES/ENTRY"):
        assert one.findtext("FORMAT") == "1"  # HTML
        assert one.findtext("CASESENSITIVE") == "0"
        html = (one.findtext("DEFINITION") or "").replace("<br>", " ")
        aliases = tuple(each.text or "" for each in one.findall("ALIASES/ALIAS/NAME"))
        found.append(Concept(one.findtext("CONCEPT") or "", seen(html), aliases))
    return info.findtext("NAME") or "", found


# Of h5p.json: what must be there, and the form of each value.
_REQUIRED = {
    "title": r"(?s).{1,255}",
    "language": r"[-a-zA-Z]{1,10}",
    "mainLibrary": r"[$a-z_][0-9a-z_.$]{1,254}",
}
_LICENSES = {"U", "CC BY", "CC BY-SA", "PD", "CC0 1.0", "C"}


def h5p(data: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a package says of itself, and its content; checked as a platform does at an upload."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        about, content = (json.loads(archive.read(name)) for name in
                          ("h5p.json", "content/content.json"))  # fmt: skip
    assert all(not name.startswith(("_", ".", "/")) and ".." not in name for name in names)
    for key, form in _REQUIRED.items():
        assert re.fullmatch(form, about[key], re.IGNORECASE), key
    assert {*about["embedTypes"]} <= {"iframe", "div"}
    assert about["embedTypes"]
    assert about["license"] in _LICENSES
    for one in about["preloadedDependencies"]:
        assert {"machineName", "majorVersion", "minorVersion"} <= one.keys()
        assert all(str(one[key]).isdigit() for key in ("majorVersion", "minorVersion"))
    assert about["mainLibrary"] in {one["machineName"] for one in about["preloadedDependencies"]}
    return about, content


class Placed(NamedTuple):
    """A word of a crossword of H5P. Args: row, col: of its first letter, from 0."""

    row: int
    col: int
    down: bool
    answer: str
    clue: str


def h5p_words(content: dict[str, Any]) -> list[Placed]:
    """The words of H5P.Crossword, which all have places."""
    found = []
    for word in content["words"]:
        assert word["fixWord"] is True
        assert word["orientation"] in ("across", "down")
        assert min(word["row"], word["column"]) >= 1
        assert len(word["answer"]) > 1
        found.append(Placed(
            word["row"] - 1, word["column"] - 1, word["orientation"] == "down", word["answer"],
            unescape(word["clue"]),
        ))  # fmt: skip
    assert {"from", "to"} <= content["overallFeedback"][0].keys()
    return found


def h5p_hidden(content: dict[str, Any]) -> list[str]:
    """The words of H5P.FindTheWords: apart by commas, and of the letters that it takes."""
    words: list[str] = content["wordList"].split(",")
    assert all(re.fullmatch("[A-Za-z]+", word) for word in words)
    behaviour = content["behaviour"]
    assert any(behaviour["orientations"].values())
    assert behaviour["fillPool"]
    assert content["l10n"].keys() >= {
        "check",
        "found",
        "showSolution",
        "tryAgain",
        "wordListHeader",
    }
    return words
