"""Real lists of the shared data, where they are present."""

from __future__ import annotations

from pathlib import Path

import pytest

from satcross.words import WordList
from satcross.words.report import OUTSIDE, TOO_SHORT

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data" / "words"

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not FOLDER.is_dir(), reason="the shared data are absent"),
]


def test_ukacd() -> None:
    words = WordList.load(FOLDER / "UKACD18plus.txt")
    report = words.report
    assert report.n_lines == 250_594
    n_dropped = sum(dropped.count for dropped in report.dropped.values())
    assert len(words) + report.n_duplicates + n_dropped == report.n_lines
    assert report.dropped[TOO_SHORT].count == 26
    assert report.dropped[OUTSIDE].count == 2
    assert words.written("ADANIELCOMETOJUDGEMENT") == "A Daniel come to judgement!"
    assert words.written("TETEBECHE") == "tête-bêche"
    assert words.score("CROSSWORD") == 50


def test_berghel() -> None:
    words = WordList.load(FOLDER / "berghel-134.txt")
    assert (len(words), words.lengths) == (134, (5,))
