"""Word banks on paper: in a frame below the clues, in columns of equal width."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader
from support.cli import run_cli
from support.drawn import clued

from satcross.apps.pictures.bankbox import BankBox, BankRows
from satcross.apps.pictures.fonts import text_width
from satcross.apps.pictures.sheets import sheets_of
from satcross.drawing.shapes import Line, ShapeGroup, Sheet, Text
from satcross.drawing.style import Page, Part, Style
from satcross.drawing.wordbank import with_word_bank
from satcross.model.grid import Grid

WORDS = [
    "fair play", "Bürgermeister", "Öl", "Kühlschrank", "half-life", "photosynthesis", "ox",
    "la crème brûlée",
]  # fmt: skip
GRID = Grid.parse("CAT\nO#O\nDEN")


def boxes(sheets: list[Sheet]) -> list[tuple[list[Line], list[Text]]]:
    """The lines of each frame, and the words in it with their heading."""
    return [
        ([one for one in group.shapes if isinstance(one, Line)],
         [one for one in group.shapes if isinstance(one, Text)])
        for sheet in sheets for group in sheet.shapes
        if isinstance(group, ShapeGroup) and group.name == "words"
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(20))
def test_words_stand_below_each_other_inside_the_frame(seed: int) -> None:
    rng = random.Random(seed)
    words = tuple(rng.choice(WORDS) for _ in range(rng.randrange(1, 70)))
    box = BankBox("Words", words, rng.uniform(150, 500), rng.uniform(6, 16))
    (group,) = box.shapes(40.0, BankRows(0, 100.0, range(box.n_rows)))
    ((edges, (heading, *texts)),) = boxes([Sheet(1, 1, (group,))])
    assert [text.text for text in texts] == list(words)
    left, right = min(edge.x1 for edge in edges), max(edge.x1 for edge in edges)
    top, bottom = min(edge.y1 for edge in edges), max(edge.y1 for edge in edges)
    assert left == 40.0
    assert bottom == pytest.approx(100.0 + box.height())
    assert top < heading.y
    starts = sorted({text.x for text in texts})
    lines = sorted({text.y for text in texts})
    assert len(starts) * len(lines) < len(words) + max(len(lines), len(starts))
    for text in texts:
        end = text.x + text_width(text.text, text.size)
        assert top < text.y < bottom
        assert end <= min([one for one in starts if one > text.x] or [right])
    assert lines == sorted(lines)
    assert lines[0] > heading.y


@pytest.mark.parametrize("page", Page.SIZES)
@pytest.mark.parametrize("n_words", [2, 30, 400])
def test_each_word_is_printed_once_below_the_clues(page: str, n_words: int) -> None:
    words = [f"{WORDS[n % 8]} {n}" for n in range(n_words)]
    crossword = with_word_bank(clued(GRID), words, "en")
    style = Style(fills_page=True)
    sheets = sheets_of(crossword, Part.PUZZLE, page=Page.named(page), style=style)
    found = boxes(sheets)
    shown = [text.text for _, (_, *texts) in found for text in texts]
    assert sorted(shown) == sorted(words)
    assert len(sheets) == 1 or n_words == 400
    for sheet in sheets:
        (edges, texts), *more = boxes([sheet]) or [([], [])]
        assert not more
        if not edges:
            continue
        inside = {id(text) for text in texts}
        others = [one for one in sheet.flat() if isinstance(one, Text) and id(one) not in inside]
        clues = [one.y for one in others if "clue" in one.text]
        assert max(clues, default=0.0) < min(edge.y1 for edge in edges)
        assert max(edge.y1 for edge in edges) < sheet.height


def test_clues_on_several_pages_are_followed_by_the_bank() -> None:
    long = replace(
        clued(GRID), clues=tuple(replace(one, text="why " * 900) for one in clued(GRID).clues)
    )
    sheets = sheets_of(with_word_bank(long, ["ox", "cow"], "en"), Part.PUZZLE, page=Page())
    assert len(sheets) > 1
    (found,) = boxes(sheets)
    assert [text.text for text in found[1]] == ["Words", "ox", "cow"]
    assert boxes(sheets[-1:]) == [found]


@pytest.mark.needs("apps/freeform", "apps/solving")
def test_a_list_without_clues_has_a_bank_and_no_numbers_without_clues(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("half-life\nice cream\nmace\n", "utf-8")
    for name in ("x.pdf", "x.html"):
        args = ("freeform", tmp_path / "list.txt", "--word-bank", "-o", tmp_path / name)
        assert run_cli(*args).code == 0
    text = PdfReader(tmp_path / "x.pdf").pages[0].extract_text()
    assert text.rstrip().endswith("half-life ice cream mace")
    assert "Across" not in text
    html = (tmp_path / "x.html").read_text("utf-8")
    listed = re.search(r'<ul class="words bank".*?</ul>', html)
    assert listed
    assert re.findall("<li>(.*?)</li>", listed[0]) == ["half-life", "ice cream", "mace"]
    assert 'class="clue"' not in html


@pytest.mark.needs("apps/freeform")
def test_a_word_without_a_clue_is_in_the_bank_too(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("half-life: Decay\nice cream\nmace: Spice\n", "utf-8")
    args = ("freeform", tmp_path / "list.txt", "--word-bank", "-o", tmp_path / "x.pdf")
    assert run_cli(*args).code == 0
    text = PdfReader(tmp_path / "x.pdf").pages[0].extract_text()
    assert "ice cream" in text
    assert "Decay" in text


@pytest.mark.needs("apps/freeform", "apps/solving")
@pytest.mark.parametrize(
    ("alphabet", "order"), [("swedish", "arm zoom ål ärm"), ("german-ae", "ål arm ärm zoom")]
)
def test_a_bank_has_the_order_of_the_language(alphabet: str, order: str, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("ål: 1\nzoom: 2\närm: 3\narm: 4\n", "utf-8")
    out = tmp_path / "x.html"
    args = ("freeform", tmp_path / "list.txt", "--alphabet", alphabet, "--word-bank", "-o", out)
    assert run_cli(*args, "--parts", "4").code == 0
    listed = re.search(r'<ul class="words bank".*?</ul>', out.read_text("utf-8"))
    assert listed
    assert re.findall("<li>(.*?)</li>", listed[0]) == order.split()
