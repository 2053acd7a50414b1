"""Where a clue of Exolve ends: at its enumeration, or at `[]`; marks of definitions.

Source: `findEnum`, `parseEnum` and `deDefMarkers` of exolve-m.js say what is an enumeration. Their
regular expressions take cubic time for odd texts; here they are searches from one `)` to the next.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_NUMERIC = re.compile(r"\([1-9][0-9\-,.'’\s]*\)")
_NO_LETTERS_AT_END = re.compile(r"[^a-z]*\Z", re.IGNORECASE)
_UNIT = re.compile(r"\s(?:wo?r?d?s?|le?t?t?e?r?s?)\Z", re.IGNORECASE)
_SHORTENED = re.compile(r"(?:ab?br?e?v?i?a?t?i?o?n?|acro?n?y?m?)\Z", re.IGNORECASE)
_LONGEST = 16  # characters at the end that `_UNIT` and `_SHORTENED` look at
_CLOSING_TAGS = re.compile(r"(?:\s*</[^>]*>)+")
_EMPTY = "[]"


@dataclass(frozen=True, slots=True)
class ClueParts:
    """A clue in HTML, taken apart.

    Args:
        text: with the enumeration, if solvers see it.
        enumeration: as in "(3,4)", or "" if there is none.
        is_hidden: whether solvers do not see it.
        annotation: what follows, without a `[]` before it.
    """

    text: str
    enumeration: str
    is_hidden: bool
    annotation: str


def clue_parts(html: str) -> ClueParts:
    """The parts of what follows the label of a clue.

    >>> clue_parts("Pet of class (12) at school (3) Tabby").annotation
    'Tabby'
    >>> clue_parts("Pet (3) [] with (2)").text
    'Pet (3)'
    """
    found = _find_enumeration(html)
    if found is None:
        end = html.rfind(_EMPTY)
        if end < 0:
            return ClueParts(html.strip(), "", False, "")
        return ClueParts(html[:end].strip(), "", False, _annotation(html[end:]))
    start, end = found
    shown = html[start:end]
    if html[end : end + 1] == "*":
        return ClueParts(html[:start].strip(), shown, True, _annotation(html[end + 1 :]))
    if tags := _CLOSING_TAGS.match(html, end):
        end = tags.end()
    return ClueParts(html[:end].strip(), shown, False, _annotation(html[end:]))


def _annotation(html: str) -> str:
    return html.strip().removeprefix(_EMPTY).strip()


def _find_enumeration(text: str) -> tuple[int, int] | None:
    """Where the last enumeration is, or the first that `[…]` follows."""
    candidate: tuple[int, int] | None = None
    start = 0
    last_bracket = text.rfind("]")
    has_numeric = True
    while start < len(text):
        numeric = _NUMERIC.search(text, start) if has_numeric else None
        has_numeric = numeric is not None
        found = numeric.span() if numeric else _in_words(text, start, shortened=candidate is None)
        if found is None:
            break
        candidate = found
        start = found[1]
        after = re.compile(" *").match(text, start)
        if after and text.startswith("[", after.end()) and last_bracket > after.end():
            break
    return candidate


def _in_words(text: str, start: int, *, shortened: bool) -> tuple[int, int] | None:
    """Where the next parenthesis is that says `3 letters`, `?`, or else `abbr.`.

    Args: shortened: whether abbreviations count.
    """
    first: tuple[int, int] | None = None
    while (end := text.find(")", start)) >= 0:
        opened = text.find("(", start, end)
        if opened >= 0:
            inside = text[opened + 1 : end]
            letters = _NO_LETTERS_AT_END.sub("", inside[-_TAIL:]) if inside else ""
            tail = letters[-_LONGEST:]
            if _UNIT.search(tail):
                return opened, end + 1
            question = text.rfind("(", opened, end)
            if text[question + 1 : end].strip() == "?":
                return question, end + 1
            if first is None and _SHORTENED.search(tail):
                first = opened, end + 1
        start = end + 1
    return first if shortened else None


_TAIL = 200  # characters before `)` that are looked at


def has_enumeration_like(html: str) -> bool:
    """Whether something in a text may be taken for an enumeration, or the end of a clue."""
    return _EMPTY in html or _find_enumeration(html) is not None


def without_definition_marks(html: str) -> str:
    """A text without `~{`, `}~`, and what kind of definition is between.

    >>> without_definition_marks("Tom may be ~{{xlv-red}pet}~ (3)")
    'Tom may be pet (3)'
    """
    out: list[str] = []
    at = 0
    while (start := html.find("~{", at)) >= 0 and (end := html.find("}~", start + 2)) >= 0:
        inner = start + 2
        if html.startswith("{", inner) and 0 <= (close := html.find("}", inner + 1)) < end:
            inner = close + 1
        out += (html[at:start], html[inner:end])
        at = end + 2
    return "".join(out) + html[at:]
