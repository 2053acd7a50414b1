"""Kinds of other packages: what is wrong with their code is one line that names them."""

from __future__ import annotations

import importlib
import json
import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.cli import run_cli
from support.odd_kind import installed
from support.packages import forget, install
from support.pools import SerialPool

import satcross as sx
from satcross import Crossword, Grid, crossword_of, plugins
from satcross.apps.cluster.batch import Batch
from satcross.apps.cluster.jobs import numbered_jobs
from satcross.apps.pictures.api import svg_of
from satcross.apps.pictures.sheets import sheets_of
from satcross.apps.solving.html import html_of
from satcross.drawing.shapes import Text
from satcross.drawing.style import Page, Part, Style
from satcross.errors import FormatError, OptionError
from satcross.extend import PuzzleKind
from satcross.formats.reading import file_of, parse_crossword, save_crossword
from satcross.formats.registry import format_named
from satcross.forms import fields_of
from satcross.model.kinds import CROSSWORD, kind_named
from satcross.puzzles import MadeKind
from satcross.testing import check_kind


@pytest.fixture
def odd(site: Path, monkeypatch: pytest.MonkeyPatch) -> PuzzleKind:
    """A kind that is made, in a module without `from __future__ import annotations`."""
    return installed(site, monkeypatch)


def method(text: str) -> str:
    """Code for a method of `Odd`, as in "faults: 1 / 0"."""
    name, _, value = text.partition(": ")
    return f"Odd.{name} = lambda self, *given: {value}\n"


def puzzle(kind: PuzzleKind) -> Crossword:
    """A crossword of a kind, with clues."""
    plain = crossword_of(Grid.parse("COD\nARE\nBEN"))
    clues = tuple(replace(one, text=f"Clue {n}") for n, one in enumerate(plain.clues))
    return replace(plain, clues=clues, kind=kind)


def test_options_of_a_module_with_real_annotations(odd: PuzzleKind) -> None:
    check_kind(odd, puzzle(odd))
    options = {"way": "two", "most": 5, "least": 2, "other": "one", "words": ["a"], "plain": True}
    assert sx.make_puzzle("odd", "COD\nARE\nBEN", **options).unwrap().crossword.kind is odd  # type: ignore[arg-type]
    types = {field["name"]: field["type"] for field in fields_of(MadeKind("odd").options)}
    assert types == {
        "way": "choice", "most": "number", "least": "number", "other": "choice", "words": "lines",
        "plain": "flag",
    }  # fmt: skip
    for wrong, said in (
        ({"way": "three"}, "way: must be one of one, two, got 'three'"),
        ({"most": "3"}, "most: must be a whole number, got '3'"),
        ({"least": 1.5}, "least: must be a whole number or None, got 1.5"),
        ({"plain": 1}, "plain: must be True or False, got 1"),
    ):
        with pytest.raises(OptionError, match=re.escape(said)):
            sx.make_puzzle("odd", "COD\nARE\nBEN", **wrong)


def test_a_kind_that_cannot_be_used_says_so_where_it_is_made(site: Path, tmp_path: Path) -> None:
    (site / "half_kinds.py").write_text("KIND = (\n")
    install(site, "half", {plugins.KINDS: {"half-done": "half_kinds:KIND"}})
    install(site, "one", {plugins.KINDS: {"twice": "math:pi"}})
    install(site, "two", {plugins.KINDS: {"twice": "math:e"}})
    forget()
    for kind, said in (
        ("half-done", "'half-done' of half 1.0 cannot be imported: SyntaxError"),
        ("halfdone", "'half-done' of half 1.0 cannot be imported: SyntaxError"),
        ("twice", "'twice' is brought by two and one; uninstall one of them"),
    ):
        with pytest.raises(OptionError, match=re.escape(said)):
            sx.make_puzzle(kind, "COD\nARE\nBEN")
        (tmp_path / "jobs").write_text(json.dumps({"kind": kind, "grid": ["COD"]}) + "\n")
        done = run_cli("batch", tmp_path / "jobs")
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert said in done.err


@pytest.mark.parametrize(
    ("code", "argv", "said"),
    [
        ("faults: 1 / 0", ["check"], "faults raises ZeroDivisionError: division by zero"),
        ("faults: ['x']", ["check"], "faults returns ['x'], and not a list of pairs"),
        ("faults: None", ["check"], "faults returns None, and not a list of pairs"),
        ("shown: {}['x']", ["render", "-o", "x.pdf"], "shown raises KeyError: 'x'"),
        ("shown: {}['x']", ["render", "-o", "x.html"], "shown raises KeyError: 'x'"),
        ("with_room: 3", ["render", "-o", "x.svg"], "with_room returns 3, and not a Crossword"),
        ("layers: [1]", ["render", "-o", "x.pdf"], "layers returns [1], and not two lists of"),
        (
            "layers: ([], [('dots', (1 / 0 for _ in 'ab'))])",
            ["render", "-o", "x.png"],
            "layers raises ZeroDivisionError: division by zero",
        ),
        (
            "layers: ([], [('dots', ['o'])])",
            ["render", "-o", "x.svg"],
            "layers gives 'o', and not a shape such as Circle",
        ),
        ("page_layer: None", ["render", "-o", "x.html"], "page_layer returns None, and not a text"),
        ("page_data: []", ["render", "-o", "x.html"], "page_data returns [], and not a dict"),
        ("texts_below: 'ab'", ["render", "-o", "x.pdf"], "texts_below returns 'ab', and not a"),
        ("for_others: 1 / 0", ["convert", "x.ipuz"], "for_others raises ZeroDivisionError"),
    ],
)
def test_a_behaviour_that_is_wrong_is_one_line(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    code: str, argv: list[str], said: str,
) -> None:  # fmt: skip
    kind = installed(site, monkeypatch, method(code))
    monkeypatch.chdir(tmp_path)
    save_crossword(puzzle(kind), "puzzle.json")
    command, *more = argv
    done = run_cli(command, "puzzle.json", *more)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), done.err
    assert f"the kind odd of odd 1.0: {said}" in done.err
    assert "check it with satcross.testing.check_kind" in done.err


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("OPTIONS = None", "OPTIONS of odd_making must be a dataclass"),
        ("del OPTIONS", "OPTIONS of odd_making must be a dataclass"),
        ("del maker_of", "odd_making has no function maker_of"),
        (
            "@dataclass(frozen=True)\nclass OPTIONS:\n    n: float = 2.0",
            "the field n of OPTIONS is neither an option nor a flag; write it as option(…)",
        ),
        ("maker_of = lambda *given: 4", "maker_of returns 4, and not a Maker"),
        ("maker_of = lambda *given: 1 / 0", "maker_of raises ZeroDivisionError"),
        ("OddMaker.steps = lambda self, options: iter([3])", "steps returns <list_iterator"),
        ("OddMaker.steps = lambda self, options: (yield 3)", "steps yields 3, and not a Step"),
        ("OddMaker.steps = lambda self, options: 1 / 0", "steps raises ZeroDivisionError"),
        ("OddMaker.report = lambda self, best: 'x'", ""),  # of the workbench alone
        ("OddMaker.key = lambda self, made: []", "key raises TypeError: unhashable type: 'list'"),
        ("OddMaker.apart = lambda self, made: None", "apart returns None, and not a number"),
        (
            "def steps(self, options):\n    yield from ()\n    return 3\nOddMaker.steps = steps",
            "steps returns 3, and not a result such as Found",
        ),
        (
            "def steps(self, options):\n    yield from ()\n    return Found(3)\n"
            "OddMaker.steps = steps",
            "steps returns 3, and not a value with a `crossword`",
        ),
    ],
)
def test_a_maker_that_is_wrong_is_one_line(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, said: str
) -> None:
    kind = installed(site, monkeypatch, making=code)
    if said:
        with pytest.raises(OptionError) as caught:
            sx.make_puzzle("odd", "COD\nARE\nBEN")
        assert str(caught.value).startswith(f"the kind odd of odd 1.0: {said}")
        assert "\n" not in str(caught.value)
    with pytest.raises(AssertionError, match=re.escape(said or "report returns 'x'")):
        check_kind(kind, puzzle(kind))


@pytest.mark.parametrize("code", ["faults: 1 / 0", "shown: {}['x']", "layers: [1]"])
def test_the_kit_says_all_that_is_wrong_as_an_assertion(
    site: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    kind = installed(site, monkeypatch, method(code))
    name = code.partition(":")[0]
    with pytest.raises(AssertionError, match=f"the kind odd of odd 1.0: {name} r"):
        check_kind(kind, puzzle(kind))


# Files of a kind that cannot be used


def files_of_odd(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of the kind `odd`."""
    kind = installed(site, monkeypatch)
    for name in ("puzzle.json", "puzzle.ipuz"):
        save_crossword(puzzle(kind), tmp_path / name)


@pytest.mark.parametrize("command", [["check"], ["convert", "-", "--to", "text"], ["render"]])
def test_no_puzzle_of_a_kind_that_is_broken_is_read_as_a_crossword(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    files_of_odd(site, tmp_path, monkeypatch)
    (site / "odd_kinds.py").write_text("ODD = (\n")
    monkeypatch.delitem(sys.modules, "odd_kinds")
    importlib.invalidate_caches()
    forget()
    name, *more = command
    for path in (tmp_path / "puzzle.json", tmp_path / "puzzle.ipuz"):
        done = run_cli(name, path, *more)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert f"{path}: " in done.err
        assert "'odd' of odd 1.0 cannot be imported: SyntaxError" in done.err


def test_no_puzzle_of_a_kind_that_two_packages_bring_is_read_as_a_crossword(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files_of_odd(site, tmp_path, monkeypatch)
    kind = kind_named("odd")
    install(site, "double", {plugins.KINDS: {"odd": "math:pi"}})
    forget()
    for path in (tmp_path / "puzzle.json", tmp_path / "puzzle.ipuz"):
        done = run_cli("check", path)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert "'odd' is brought by double and odd; uninstall one of them" in done.err
        with pytest.raises(FormatError, match=r"puzzle.*: 'odd' is brought by double and odd"):
            save_crossword(puzzle(kind), path)  # it could not be read again
    # The name of the kind need not be in what files call it.
    other = file_of(replace(puzzle(kind), kind=CROSSWORD), "ipuz").data
    other = other.replace(b'crossword#1"', b'crossword#1", "http://example.org/some-name"')
    with pytest.raises(FormatError, match="may be one that cannot be used: 'odd' is brought"):
        parse_crossword(other, format_named("ipuz"), "f")


def test_unknown_uris_are_let_pass_where_no_kind_is_broken(odd: PuzzleKind) -> None:
    data = file_of(replace(puzzle(odd), kind=CROSSWORD), "ipuz").data
    data = data.replace(b'crossword#1"', b'crossword#1", "http://example.org/some-name"')
    assert parse_crossword(data, format_named("ipuz"), "f").kind is CROSSWORD


def test_a_kind_that_is_not_the_installed_one_is_not_written(odd: PuzzleKind) -> None:
    other = PuzzleKind("odd", titles={"en": "Odd"})
    with pytest.raises(FormatError, match="not the one that is installed by that name"):
        file_of(puzzle(other), "satcross")
    with pytest.raises(FormatError, match="there is no kind of puzzle 'even'"):
        file_of(puzzle(PuzzleKind("even")), "satcross")


def test_files_say_that_a_package_is_missing(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files_of_odd(site, tmp_path, monkeypatch)
    for path in site.glob("*.dist-info"):
        shutil.rmtree(path)
    forget()
    done = run_cli("check", tmp_path / "puzzle.json")
    assert done.code == 2
    assert done.err.endswith("got 'odd'; or install the package that brings it\n")


def test_the_version_says_which_names_are_not_in_use(site: Path, odd: PuzzleKind) -> None:
    install(site, "one", {plugins.KINDS: {"twice": "math:pi", "codeword": "odd_kinds:ODD"}})
    two = {"twice": "math:e", "wrong": "math:e", "gone": "no_such:KIND"}
    install(site, "two", {plugins.KINDS: two, plugins.FORMATS: {"xd": "math:pi", "half": "math:e"}})
    forget()
    lines = run_cli("--version").out.splitlines()
    for line in (
        "kind odd: odd 1.0",
        "kind twice: two 1.0 and one 1.0 (not in use: uninstall one of them)",
        "kind codeword: one 1.0 (not in use: satcross has one of that name)",
        "kind wrong: two 1.0 (not in use: is not a PuzzleKind of that name)",
        "kind gone: two 1.0 (not in use: cannot be imported: ModuleNotFoundError: No module named"
        " 'no_such')",
        "format xd: two 1.0 (not in use: satcross has one of that name)",
        "format half: two 1.0 (not in use: is not a Format of that name)",
    ):
        assert line in lines


# Drawing

DRAWING = """
from satcross.extend import Circle, Rect, Text
class Odd(Behaviour):
    def layers(self, crossword, x, y, cell):
        dots = [
            Circle(x + (at % 3 + 0.8) * cell, y + (at // 3 + 0.2) * cell, 0.1 * cell, 0.5)
            for at in (0, 4)
        ]
        word = Text(x + 1.5 * cell, y + cell, "ODD", cell, "middle", bold=True)
        return [("ground", [Rect(x, y, cell, cell, "#eeeeee")])], [("dots", dots), ("word", [word])]
"""


def test_what_a_kind_draws_is_on_paper_and_on_pages(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = installed(site, monkeypatch, DRAWING)
    drawn = puzzle(kind)
    check_kind(kind, drawn)
    for page in (svg_of(drawn), html_of(drawn)):
        groups = re.findall(r'<g class="(ground|dots|word)">', page)
        assert groups == ["ground", "dots", "word"]
        assert page.count("<circle") == 2
    layer = re.search(r'<svg id="layer".*?</svg>', html_of(drawn))
    assert layer is not None
    assert '<svg id="layer" class="drawn" viewBox="0 0 120 120"' in layer[0]
    assert '<circle cx="32" cy="8" r="4"' in layer[0]
    assert '<circle cx="72" cy="48" r="4"' in layer[0]
    assert re.search(r'<text textLength="[\d.]+" [^>]*>ODD</text>', layer[0])


def test_a_kind_may_draw_other_things_on_pages(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = "Odd.page_layer = lambda self, crossword: '<svg id=\"layer\">mine</svg>'\n"
    page = html_of(puzzle(installed(site, monkeypatch, DRAWING + own)))
    assert page.count('id="layer"') == 1
    assert '<svg id="layer">mine</svg>' in page


def test_a_plain_crossword_has_no_layer(odd: PuzzleKind) -> None:
    assert 'id="layer"' not in html_of(puzzle(odd))


def test_a_kind_is_asked_for_faults_of_full_grids_alone(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "Odd.faults = lambda self, crossword, grid, words: [('odd', ''.join(grid.cells))]\n"
    full = puzzle(installed(site, monkeypatch, code))
    save_crossword(full, tmp_path / "puzzle.json")
    assert "CODAREBEN\n" in run_cli("check", tmp_path / "puzzle.json").out
    squares = (replace(full.squares[0], solution=""), *full.squares[1:])
    save_crossword(replace(full, squares=squares), tmp_path / "puzzle.json")
    done = run_cli("check", tmp_path / "puzzle.json")
    assert (done.code, done.out) == (1, "r1c1 is not filled\n")


# Several seeds

WANTING = """
OddMaker.tries = 5
OddMaker.apart = lambda self, made: int(made.fill.grid.cells[0] != "C")
"""
JOB: dict[str, Any] = {"kind": "odd", "grid": ["...", "###", "###"], "seeds": 3}


def made_by_batch(job: dict[str, Any]) -> list[dict[str, Any]]:
    with SerialPool() as pool, Batch(numbered_jobs([job]), pool) as batch:
        return list(batch)


def first_row(result: dict[str, Any]) -> str:
    return "".join(result["puzzle"]["squares"][0])


def test_seeds_of_one_job_give_different_puzzles(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(site, monkeypatch, making=WANTING)
    words = tmp_path / "words.txt"
    words.write_text("cat\ncob\ncut\nbib\ndog\nfad\ngum\nhex\n")
    job = {**JOB, "words": [str(words)], "seeds": 2}

    def alone(seed: int) -> str:
        made = sx.make_puzzle("odd", "...\n###\n###", words, seed=seed)
        return "".join(made.unwrap().fill.grid.cells[:3])

    # Each runs on to the same seed.
    at = next(seed for seed in range(99) if alone(seed) == alone(seed + 1) in ("CAT", "COB", "CUT"))
    found = made_by_batch({**job, "seeds": [at, at + 1]})
    assert [one["result"] for one in found] == ["found", "found"]
    assert first_row(found[0]) == alone(at)
    assert found[1]["seed"] > at + 1
    assert first_row(found[1]) == alone(found[1]["seed"]) != alone(at)
    assert "same_as" not in found[1]


def test_a_puzzle_that_is_the_same_says_so_and_is_once_in_a_book(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(site, monkeypatch)
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("cat\ndog\n")
    found = made_by_batch({**JOB, "words": ["words.txt"], "seeds": 4})
    assert sorted({first_row(one) for one in found}) == ["CAT", "DOG"]
    others = [one for one in found if "same_as" not in one]
    assert len(others) == 2
    for one in found:
        if "same_as" in one:
            (first,) = [other for other in others if other["seed"] == one["same_as"]]
            assert one["puzzle"] == first["puzzle"]
    Path("made.jsonl").write_text("".join(json.dumps(one) + "\n" for one in found))
    done = run_cli("book", "made.jsonl", "-o", "made.txt")
    assert done.code == 0
    same = [line for line in done.err.splitlines() if "the same puzzle as that of seed" in line]
    assert len(same) == 2
    assert done.err.endswith("\n2 puzzles\n")


# What a kind keeps


def test_what_a_kind_keeps_comes_back_from_files(odd: PuzzleKind) -> None:
    kept = {"sums": [3, {"a": None}], "legend": "A = 1"}
    full = replace(puzzle(odd), extras={"odd": kept})
    check_kind(odd, full)
    for name in ("satcross", "ipuz"):
        content = file_of(full, name)
        assert (content.dropped, content.notes) == ((), ())
        found = parse_crossword(content.data, format_named(name), "f")
        assert json.loads(json.dumps(dict(found.extras["odd"]))) == kept
    lossy = file_of(full, "jpz", lossy=True)
    assert "what puzzles of the kind odd remember: sums, legend" in " ".join(lossy.notes)


def test_what_others_write_of_that_name_is_let_alone(odd: PuzzleKind) -> None:
    data = file_of(replace(puzzle(odd), extras={"odd": {"a": 1}}), "ipuz").data
    for wrong in (data.replace(b'{"a": 1}', b"[1]"), data.replace(b'{"a": 1}', b"null")):
        assert wrong != data
        found = parse_crossword(wrong, format_named("ipuz"), "f")
        assert "odd" not in found.extras
        assert file_of(found, "ipuz").data == wrong


def test_pages_without_a_title_say_what_the_puzzle_is(odd: PuzzleKind) -> None:
    def words(crossword: Crossword, part: Part) -> list[str]:
        style = Style(language="de")
        (sheet,) = sheets_of(crossword, part, page=Page(), style=style)
        return " ".join(one.text for one in sheet.flat() if isinstance(one, Text)).split()

    for part in Part:
        assert words(puzzle(odd), part)[0] == "Odd"
        assert words(replace(puzzle(odd), kind=kind_named("codeword")), part)[0] == "Codeknacker"
        assert words(replace(puzzle(odd), title="Mine"), part)[0] == "Mine"
        assert "Kreuzworträtsel" not in words(replace(puzzle(odd), kind=CROSSWORD), part)
