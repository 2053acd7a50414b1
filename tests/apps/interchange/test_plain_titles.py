"""Titles and notes that are HTML in files: plain text that says the same, and a remark."""

from __future__ import annotations

import pytest

from satcross.formats.reading import file_of, parse_crossword
from satcross.formats.registry import format_named

HTML = "10<sup>82</sup> <s>no<i>t</i></s> &lt; x"
JPZ = """<rectangular-puzzle><metadata><title>{}</title></metadata><instructions>{}</instructions>
<crossword><grid width="1" height="1"><cell x="1" y="1"/></grid></crossword></rectangular-puzzle>"""
IPUZ = """{{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword#1"], "title": "{}",
"notes": "{}", "dimensions": {{"width": 1, "height": 1}}, "puzzle": [[0]]}}"""
EXOLVE = """exolve-begin\nexolve-title: {}\nexolve-width: 1\nexolve-height: 1
exolve-preamble:\n{}\nexolve-grid:\n0\nexolve-end"""
CFP = """<CROSSFIRE><TITLE>{}</TITLE><NOTES>{}</NOTES><GRID width="2">AB</GRID></CROSSFIRE>"""


@pytest.mark.parametrize(
    ("name", "text"), [("jpz", JPZ), ("ipuz", IPUZ), ("exolve", EXOLVE), ("cfp", CFP)]
)
def test_raised_and_struck_text_is_no_other_text(name: str, text: str) -> None:
    found = parse_crossword(text.format(HTML, HTML).encode(), format_named(name), "f")
    assert (found.title, found.notes) == ("10^82 ~not~ < x", "10^82 ~not~ < x")
    said = [*found.remarks, *file_of(found, "xd", lossy=True).notes]
    assert any("markup of" in one or "texts title" in one for one in said), said
