"""Puzzles of other scripts against brute force, and files in and out."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest
from support.cli import run_cli

import satcross
from satcross.formats.reading import load_crossword
from satcross.model.alphabet import Alphabet
from satcross.model.grid import Grid
from satcross.words.alphabets import parse_alphabet
from satcross.words.wordlist import WordList

LETTERS = {
    "hebrew": ["ש", "ל", "מ"],
    "arabic": ["ك", "ت", "ب"],
    "kana": ["ガ", "ツ", "ー"],
    "hangul": ["한", "국", "어"],
    "hindi": ["क्ष", "त्रि", "या", "म"],
    "tamil": ["த", "மி", "ழ்", "க்ஷ"],
    "dutch": ["IJ", "I", "J"],
    "spanish+[CH]+[LL]": ["LL", "L", "CH", "Ñ"],
    "welsh": ["NG", "N", "G", "DD"],
    "hungarian": ["DZS", "DZ", "ZS", "Z", "S"],
    "croatian": ["DŽ", "D", "NJ", "J"],
    "czech": ["CH", "H", "Ť"],
    "albanian": ["XH", "SH", "H", "Ë"],
    "esperanto": ["Ĉ", "C", "H"],
}
GRIDS = ("...\n.#.\n...", "..#\n...\n#..", "...\n..#\n.#.")


def word_list(name: str, rng: random.Random) -> tuple[WordList, set[tuple[str, ...]]]:
    cuts = {
        tuple(rng.choice(LETTERS[name]) for _ in range(size)) for size in (2, 3) for _ in range(9)
    }
    alphabet = parse_alphabet(name, ["".join(LETTERS[name])])
    return WordList.from_words(sorted(map(alphabet.joined, cuts)), alphabet=alphabet), cuts


def brute_force(grid: Grid, listed: WordList, cuts: set[tuple[str, ...]]) -> int:
    slots = [slot.cells for slot in satcross.Puzzle(grid, listed).slots]
    cells = sorted({cell for slot in slots for cell in slot})
    n = 0
    for letters in product(sorted({letter for cut in cuts for letter in cut}), repeat=len(cells)):
        at = dict(zip(cells, letters, strict=True))
        entries = [tuple(at[cell] for cell in slot) for slot in slots]
        n += all(entry in cuts for entry in entries) and len(set(entries)) == len(entries)
    return n


@pytest.mark.parametrize("name", LETTERS)
@pytest.mark.parametrize("seed", range(3))
def test_counts_are_those_of_brute_force(name: str, seed: int) -> None:
    rng = random.Random(f"{name} {seed}")
    listed, cuts = word_list(name, rng)
    grid = Grid.parse(GRIDS[1 + seed % 2])
    result = satcross.enumerate_fills(grid, listed)
    fills = list(result)
    assert len(fills) == brute_force(grid, listed, cuts)
    for fill in fills:
        text = str(fill)
        assert Grid.parse(text, alphabet=listed.alphabet) == fill.grid


def test_printed_rows_are_read_again() -> None:
    hebrew = parse_alphabet("hebrew")
    grid = Grid.parse("ש|ל.\n#.מ", alphabet=hebrew)
    assert str(grid).splitlines()[1].startswith("\u200f#")
    assert Grid.parse(str(grid), alphabet=hebrew) == grid
    arabic = Grid.parse("كتب\n.#.", alphabet=parse_alphabet("arabic"))
    assert "ك ت ب" in str(arabic)
    assert Grid.parse(str(arabic), alphabet=parse_alphabet("arabic")) == arabic
    assert str(Grid.parse("C#T")) == "C#T"


@pytest.mark.parametrize("name", LETTERS)
@pytest.mark.parametrize("suffix", ["json", "ipuz", "jpz", "txt", "xd", "puz", "exolve"])
def test_files_keep_the_letters(name: str, suffix: str, tmp_path: Path) -> None:
    rows = [LETTERS[name][:3], LETTERS[name][2::-1]]
    texts = ["".join(f"[{one}]" if len(one) > 1 else one for one in row) for row in rows]
    start, there, back = tmp_path / "a.txt", tmp_path / f"b.{suffix}", tmp_path / "c.json"
    alphabet = Alphabet(sorted(LETTERS[name])).spelling
    start.write_text("\n".join(texts), encoding="utf-8")
    made = run_cli("convert", str(start), str(there), "--alphabet", alphabet)
    if made.code == 2:
        assert suffix not in ("json", "ipuz", "jpz", "txt")
        assert made.err.count("\n") == 1
        assert "cannot hold" in made.err
        assert not there.exists()
        return
    assert made.code == 0, made.err
    read = run_cli("convert", str(there), str(back), "--alphabet", alphabet)
    assert read.code == 0, read.err
    crossword = load_crossword(str(back)).crossword
    assert [square.solution for square in crossword.squares] == [one for row in rows for one in row]
