"""Word searches and free-form layouts with letters of several characters."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from support.brute_layouts import all_layouts, worth
from support.cli import run_cli, run_ok
from support.seeds import quick

import satcross as sx
from satcross.apps.clues.words import hidden_words
from satcross.apps.freeform.layout import LayoutOptions
from satcross.apps.freeform.listing import Layouts
from satcross.apps.freeform.make import FreeformTask
from satcross.apps.freeform.verify import layout_faults
from satcross.apps.wordsearch.board import rectangle
from satcross.apps.wordsearch.files import search_json, solution_text
from satcross.apps.wordsearch.forbidden import forbidden_words
from satcross.apps.wordsearch.make import WordSearchTask
from satcross.apps.wordsearch.options import WordSearchOptions
from satcross.apps.wordsearch.puzzle import WordSearch
from satcross.apps.wordsearch.verify import verify
from satcross.formats.reading import load_crossword
from satcross.model.alphabet import Alphabet
from satcross.model.crossword import grid_of
from satcross.model.grid import Grid
from satcross.results import Best, Found, Impossible
from satcross.solve.protocol import SolverOptions
from satcross.words.alphabets import parse_alphabet

DUTCH = parse_alphabet("dutch")
# Two alphabets with as many letters in the same order: results for one carry over to the other.
LONG = Alphabet(["A", "D", "I", "J", "S", "Z", "IJ", "DZS", "SZ"])
PLAIN = Alphabet("ADIJSZÄÖÜ")
IN_LONG = dict(zip(PLAIN.letters, LONG.texts, strict=True))


def long(word: str) -> str:
    """A word of the plain alphabet in the other."""
    return LONG.joined(IN_LONG[letter] for letter in word)


def drawn(rng: random.Random, n: int, letters: str = "IJÄSÜÖ") -> list[str]:
    words: set[str] = set()
    while len(words) < n:
        words.add("".join(rng.choices(letters, k=rng.randint(2, 5))))
    return sorted(words)


def cells_of(rows: Sequence[str]) -> list[list[str]]:
    return [re.findall(r"(?<=\[)[^]]*(?=\])|[^][]", row) for row in rows]


@pytest.mark.parametrize("seed", quick(range(12), 4))
def test_layouts_are_those_of_the_plain_alphabet(seed: int) -> None:
    words = drawn(random.Random(seed), 3 + seed % 6)
    wanted = LayoutOptions(rounds=200, parts=1 + seed % 2)
    options = SolverOptions(seed=seed)
    with FreeformTask(words, options, wanted=wanted) as task:
        plain = task.run()
    texts = [long(word) for word in words]
    with FreeformTask(texts, options, wanted=wanted, alphabet=LONG) as task:
        found = task.run()
    assert type(found) is type(plain)
    if isinstance(plain, Impossible):
        assert isinstance(found, Impossible)
        assert len(found.why) >= len(plain.why)
        return
    assert isinstance(plain, Best)
    assert isinstance(found, Best)
    cells = tuple(IN_LONG.get(cell, cell) for cell in plain.value.grid.cells)
    assert found.value.grid.cells == cells
    assert [p.word for p in found.value.placements] == [
        long(p.word) for p in plain.value.placements
    ]
    assert (found.objective, found.bound) == (plain.objective, plain.bound)
    faults = layout_faults(found.value.grid, texts, alphabet=LONG, n_parts=found.value.n_parts)
    assert not faults


@pytest.mark.parametrize("seed", quick(range(8), 3))
def test_the_best_layouts_are_those_of_brute_force(seed: int) -> None:
    words = drawn(random.Random(100 + seed), 3, "IÄS")
    every = all_layouts(words)
    task = Layouts(list(map(long, words)), wanted=LayoutOptions(rounds=200), alphabet=LONG)
    listed = list(task)
    if not every:
        assert not listed
        return
    assert task.is_exhausted
    known = {frozenset((long(word), way, row, col) for word, way, row, col in one): worth(one)
             for one in every}  # fmt: skip
    got = [frozenset((p.word, p.direction.value, p.row, p.col) for p in one.placements)
           for one in listed]  # fmt: skip
    assert len(set(got)) == len(got)
    assert {known[one] for one in got} == {min(known.values())}


def test_reasons_name_words_and_letters_as_people_write_them() -> None:
    words = ["IJZER", "VIJF", "BIJ", "OXO"]
    found = sx.make_freeform(words, alphabet=DUTCH)
    assert isinstance(found, Impossible)
    assert "OXO shares no letter with any other" in found.why
    with FreeformTask(
        ["AIJK", "IJB", "KC"], wanted=LayoutOptions(), alphabet=parse_alphabet("ABCDEFGHIJK[IJ]")
    ) as task:
        result = task.run()
    assert isinstance(result, Impossible)
    assert result.why.startswith("IJ and K of AIJK are adjacent: IJB and KC cannot both")


def test_the_checker_of_layouts_knows_the_letters() -> None:
    both = Grid.parse("[IJ]S\nS~", alphabet=DUTCH)
    assert layout_faults(both, ["IJS"], alphabet=DUTCH) == ["'IJS' is there 2 times, not 1"]
    row = Grid(1, 3, ("I", "J", "S"))
    assert layout_faults(row, ["I·JS"], alphabet=DUTCH) == []
    assert layout_faults(row, ["IJS"], alphabet=DUTCH) == [
        "'I·JS' is none of the words", "'IJS' is there 0 times, not 1",
    ]  # fmt: skip


@pytest.mark.parametrize("word", ["I·J·S", "IJ·S", "ijs", "IJ", "\U000f0000S", "IJ4"])
def test_what_is_no_word_is_not_placed(word: str) -> None:
    with pytest.raises(sx.OptionError, match="cannot be placed"):
        FreeformTask([word, "RIJS"], alphabet=DUTCH)


def made(words: Sequence[str], board: str | None, **options: Any) -> WordSearch:
    with WordSearchTask(words, board, WordSearchOptions(**options)) as task:
        result = task.run()
    assert isinstance(result, Found | Best), result
    return result.value


SIZES: list[Any] = [
    ("8x8", {}),
    pytest.param("7x8", {"filler": "uniform", "level": "medium"}, marks=pytest.mark.slow),
    ("8x7", {"filler": "DIÄÖÜ"}),
    pytest.param(
        "6x6",
        {"crossings": "most", "allow_inside": True, "level": "easy"},
        marks=pytest.mark.slow,
    ),
    pytest.param(None, {"message": "AIÄJÖÜS"}, marks=pytest.mark.slow),
    (None, {"fit": True, "rounds": 5}),
]


@pytest.mark.parametrize(("board", "options"), SIZES)
def test_word_searches_are_those_of_the_plain_alphabet(
    board: str | None, options: dict[str, Any]
) -> None:
    words = ["ÄSA", "DIÖ", "ÜAJÄ", "SÜÄD", "ZAÖID", "IJSA"]
    forbid = ["ÄSÖ", "AD"]
    plain = made(words, board, alphabet=PLAIN, forbid=forbid, **options)
    texts = [long(word) for word in words]
    for name in ("filler", "message"):
        if not options.get(name, "uniform").islower():
            options = options | {name: long(options[name])}
    forbidden = [long(word) for word in forbid]
    found = made(texts, board, alphabet=LONG, forbid=forbidden, **options)
    assert found.letters == {cell: IN_LONG[letter] for cell, letter in plain.letters.items()}
    assert [word.word for word in found.words] == texts
    assert found.message == options.get("message", "")
    assert cells_of(found.rows()) == [[IN_LONG[c] for c in row] for row in plain.rows()]
    faults = verify(
        found.rows(), found.layout.board, hidden_words(texts, alphabet=LONG), alphabet=LONG,
        forbid=forbidden, message=found.message or None,
        allow_inside=options.get("allow_inside", False),
    )  # fmt: skip
    assert faults == []
    grid = cells_of(str(found).split("\n\n")[0].split("\n"))
    assert [[c for c in row if c != " "] for row in grid] == cells_of(found.rows())
    shown = solution_text(found.layout, LONG)
    for cell in found.layout.letters:
        assert found.letters[cell] in shown
    data = json.loads(search_json(found, number=1))
    assert data["square"] == found.rows()
    assert data["alphabet"] == LONG.spelling


def kinds(rows: Sequence[str], words: Sequence[str], **more: Any) -> list[str]:
    listed = hidden_words(words, alphabet=DUTCH)
    board = rectangle(len(rows), len(cells_of(rows)[0]))
    return [fault.kind for fault in verify(rows, board, listed, alphabet=DUTCH, **more)]


def test_the_checker_of_word_searches_knows_the_letters() -> None:
    assert kinds(["[IJ]SX", "IJS"], ["ijs"]) == []
    assert kinds(["[IJ]SX", "IJS"], ["ijs", "i-js"]) == []
    assert kinds(["IJSX", "XXXX"], ["ijs"]) == ["missing"]
    assert kinds(["[IJ]SX", "S[IJ]X"], ["ijs"]) == ["repeat", "repeat"][:1]
    assert kinds(["R[IJ]S", "XXX"], ["rijs"], forbid=["IJX"]) == ["forbidden"]
    assert kinds(["R[IJ]S", "XXX"], ["rijs"], message="XXX") == []
    assert kinds(["R[IJ]S", "X[IJ]X"], ["rijs"], message="XIJX") == []
    assert kinds(["R[IJ]S", "XIJ"], ["rijs"], message="XIJ") == ["message"]
    assert kinds(["R[IJ]S", "XIJ"], ["rijs"], message="XI·J") == []
    assert kinds(["R[IJ]S", "X[XX]X"], ["rijs"]) == ["letter"]


def test_rude_words_are_forbidden_however_they_are_cut() -> None:
    spanish = parse_alphabet("spanish-traditional")
    found = forbidden_words(alphabet=spanish)
    rude = [word for word in found if "CH" in word or "LL" in word]
    assert rude
    for word in rude:
        whole = word.replace("·", "")
        assert {w for w in found if w.replace("·", "") == whole} >= {
            whole, whole.replace("CH", "C·H").replace("LL", "L·L"),
        }  # fmt: skip
    assert forbidden_words(["ll-ama"], builtin=False, alphabet=spanish) == ("LLAMA",)


def test_words_of_another_alphabet_are_refused() -> None:
    dutch = hidden_words(["ijs", "zus"], alphabet=DUTCH)
    for words, alphabet in ((dutch, PLAIN), (hidden_words(["ijs", "zus"]), DUTCH)):
        with pytest.raises(sx.InputError, match="is not made of letters of the alphabet"):
            WordSearchTask(words, "6x6", WordSearchOptions(alphabet=alphabet))


def test_lengths_count_letters(tmp_path: Path) -> None:
    (tmp_path / "w.csv").write_text("zee ijs,Cold\nijzer,Hard\nrijst,Food\nzeer,Sore\n")
    out = tmp_path / "f.json"
    run_ok("freeform", tmp_path / "w.csv", "--alphabet", "dutch", "-o", out)
    crossword = load_crossword(out).crossword
    assert "Cold (3,2)" in [clue.text for clue in crossword.clues]
    assert "IJ" in grid_of(crossword).cells
    (tmp_path / "short").write_text("ij\nijs\n")
    done = run_cli("wordsearch", tmp_path / "short", "--alphabet", "dutch")
    assert done.code == 2
    assert "'ij' has fewer than two letters" in done.err


@pytest.mark.parametrize("ending", ["svg", "html", "json", "txt"])
def test_files_show_the_letters(ending: str, tmp_path: Path) -> None:
    (tmp_path / "w.csv").write_text("ijs,Cold\nijzer,Hard\nrijst,Food\npijp,Pipe\n")
    out = tmp_path / f"search.{ending}"
    run_ok("wordsearch", tmp_path / "w.csv", "7x7", "--alphabet", "dutch", "-o", out)
    text = out.read_text(encoding="utf-8")
    shown: dict[str, Callable[[str], bool]] = {
        "svg": lambda text: ">IJ<" in text,
        "html": lambda text: '"words":[["P","IJ","P"],["R","IJ","S","T"],["IJ","S"]' in text,
        "json": lambda text: "[IJ]" in json.loads(text)["square"][0] + text,
        "txt": lambda text: "[IJ] " in text,
    }
    assert shown[ending](text)


def test_themes_take_letters_for_letters() -> None:
    words = sx.WordList.from_words(["ijsje", "ijzig", "zus", "sj-ij"], alphabet=DUTCH)
    from satcross.apps.clues.lists import themed

    file = themed(words, "[ij]*", 2, longest=4, allow_inside=False, seed=0)
    assert [word.letters for word in file.words] == ["IJSJE", "IJZIG"]
