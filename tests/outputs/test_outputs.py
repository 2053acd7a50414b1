"""`-o x.EXT` means the same in every command: it is written, or refused by what there is."""

from __future__ import annotations

import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from support.cli import every_command, run_cli
from support.seeds import quick

import satcross as sx
from satcross.apps.books import BOOK
from satcross.apps.books.book import Book
from satcross.apps.books.puzzles import Puzzles
from satcross.apps.store.outputs import FILLS
from satcross.apps.wordsearch.files import searches_of
from satcross.cli.commands import own_names
from satcross.formats.reading import load_crossword
from satcross.formats.registry import QUIZZES
from satcross.outputs import Contents, Output, chosen, outputs_of
from satcross.testing import CLUED, check_output

WORDS = "cat core ore ten tea ant eat tar oar are rat con ace era tie inn net"
_GRID = "grid.txt -w words.txt"
# By command: arguments up to the name of the file, and what it writes.
COMMANDS = {
    "convert": ("full.txt --lossy", Contents.CROSSWORD),
    "render": ("full.txt --lossy -o", Contents.CROSSWORD),
    "book": ("full.txt -o", BOOK),
    "compile": (f"{_GRID} -o", FILLS),
    "pattern": ("5x5 --lossy -o", Contents.PATTERN),
    "fill": (f"{_GRID} --allow-repeats --lossy -o", Contents.FILL),
    "wordsearch": ("few.txt 4x4 --crossings 1 --no-forbid -o", Contents.WORD_SEARCH),
    "freeform": ("few.txt --lossy -o", Contents.PUZZLE),
    "clues": ("full.txt --clues clues.tsv --lossy -o", Contents.CROSSWORD),
    "cs50": ("open.txt words.txt", Contents.CROSSWORD),
    "sample": (f"{_GRID} --allow-repeats -n 1 --lossy -o", Contents.FILL),
    "optimise": (f"{_GRID} --allow-repeats --lossy -o", Contents.FILL),
    "query": ("all.fills --best 1 --lossy -o", Contents.FILL),
    "make": ("3x3 -w words.txt --blocks 0 --lossy -o", Contents.FILL),
    "densest": ("3x3 -w words.txt --min-score 0 --lossy -o", Contents.FILL),
    "theme": ("5x5 --preset mini --theme cat --unpaired --lossy -o", Contents.PUZZLE),
    "codeword": (f"{_GRID} --any-letters --lossy -o", Contents.PUZZLE),
    "fillin": ("few.txt --freeform --lossy -o", Contents.PUZZLE),
    "diagramless": (f"{_GRID} --lossy -o", Contents.PUZZLE),
    "arrowword": ("5x5 --lossy -o", Contents.PUZZLE),
    "quotefall": ("quote.txt -w words.txt --lossy -o", Contents.PUZZLE),
    "cryptogram": ("quote.txt -w words.txt --lossy -o", Contents.PUZZLE),
    "acrostic": ("said.txt -w words.txt --source CT --length 3-3 --lossy -o", Contents.PUZZLE),
}
COMMANDS = {name: asked for name, asked in COMMANDS.items() if name in own_names()}
# Folders, results by the line, and formulas, which have a table of their own.
OTHERS = {"batch", "export", "instances", "prove", "sweep"}
N_QUICK = 5
ALL = (
    Contents.CROSSWORD,
    Contents.FILL,
    FILLS,
    Contents.PATTERN,
    Contents.PUZZLE,
    Contents.WORD_SEARCH,
    BOOK,
)
ENDINGS = sorted({
    suffix for what in ALL for output in outputs_of(what).values() for suffix in output.suffixes
} | {".odf", ".cnf", ".dict"})  # fmt: skip
ZIPPED = {"docx": "word/document.xml", "epub": "mimetype", "h5p": "h5p.json", "zip": "index.html"}
OWN_TEXT = {(Contents.PUZZLE, "text")}  # with numbers, lists of words and the like
MAGIC = {
    "svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF", "html": b"<!doctype html>", "nnf": b"nnf ",
}  # fmt: skip

_CORNER = sx.crossword_of(sx.Grid.parse("CAT\nA##\nR##"))
CORNER = replace(_CORNER, clues=tuple(replace(one, text="A clue") for one in _CORNER.clues))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    texts = {
        "grid.txt": "...\n...\n...\n", "words.txt": WORDS.replace(" ", "\n"),
        "few.txt": "cat\ntea\n", "full.txt": "CAT\nORE\nNET\n", "open.txt": "___\n___\n___\n",
        "quote.txt": "TEN TEA\n", "said.txt": "ACT NET\n", "clues.tsv": "cat\tA pet\n",
    }  # fmt: skip
    for name, text in texts.items():
        Path(name).write_text(text, encoding="utf-8")
    return tmp_path


def require(output: Output, path: Path, what: str) -> None:
    """Fail unless the file is what its extension says."""
    data = path.read_bytes()
    name = output.name
    if name in MAGIC:
        assert data.startswith(MAGIC[name])
    elif name.startswith("h5p") or name in ZIPPED:
        with zipfile.ZipFile(path) as archive:
            assert ZIPPED.get(name, "h5p.json") in archive.namelist()
    elif name == "fills":
        assert sx.FillStore.load(path).n_fills
    elif name == "csv":
        assert len(data.splitlines()) == 2
    elif what == Contents.WORD_SEARCH and name == "json":
        assert len(searches_of(data, "file")) == 1
    elif (
        what in (Contents.WORD_SEARCH, BOOK)
        or name in ("brf", *QUIZZES)
        or (what, name) in OWN_TEXT
    ):
        assert data.decode().strip()
    else:
        assert load_crossword(path).format == name


@pytest.mark.parametrize("command", quick(list(COMMANDS), N_QUICK))
def test_an_extension_is_written_or_refused(command: str, folder: Path) -> None:
    arguments, what = COMMANDS[command]
    if command == "query":
        assert run_cli("compile", *_GRID.split(), "--allow-repeats", "-o", "all.fills").code == 0
    taken = dict.fromkeys(s for output in outputs_of(what).values() for s in output.suffixes)
    for ending in ENDINGS:
        path = folder / f"out{ending}"
        done = run_cli(command, *arguments.split(), path)
        if not ending.endswith(tuple(taken)):
            assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), (ending, done.err)
            shown = f"{Path(ending * 2).suffix!r}; use one of {', '.join(taken)}"
            assert f"no format has the extension {shown}" in done.err
        elif done.code == 2:  # questions need clues, packages a solution, hexadecimal squares
            assert chosen(what, str(path)).name in (*QUIZZES, "hex", "zip"), (ending, done.err)
            assert done.err.count("satcross: ") == 1
        else:
            assert done.code == 0, (ending, done.err)
            require(chosen(what, str(path)), path, what)
            continue
        assert not path.exists()


def test_every_command_that_writes_puzzles_is_here() -> None:
    there = every_command()
    writes = {
        name for name, one in there.items()
        if {"output", "target"} & {parameter.name for parameter in one.params}
    }  # fmt: skip
    assert writes == ({*COMMANDS} | OTHERS) & {*there}  # rooms may be gone


@pytest.mark.parametrize("what", ALL)
def test_our_own_outputs_pass_the_kit(what: str) -> None:
    puzzle = {
        Contents.WORD_SEARCH: sx.make_wordsearch(["cat", "ten"]), FILLS: sx.compile_fills("C.T"),
        BOOK: Puzzles((CLUED,), Book()),
    }.get(what, CORNER)  # fmt: skip
    for output in outputs_of(what).values():
        if output.write is not None and output.suffixes:
            check_output(output, getattr(puzzle, "value", puzzle))


def test_what_a_file_needs_is_said_before_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "docx", None)
    said = "satcross: --output: needs python-docx; pip install 'satcross[docx]'\n"
    assert run_cli("fill", "no.txt", "-o", "x.docx", stdin="") == (2, "", said)


@pytest.mark.needs("apps/interchange")
def test_a_name_is_refused_by_what_there_is() -> None:
    assert chosen(Contents.CROSSWORD, "a.b/x.words.H5P").name == "h5p-words"
    assert chosen(Contents.CROSSWORD, "a.b/x.h5p").name == "h5p"
    assert (
        chosen(Contents.FILL, "a.b/x", usual="text").name
        == chosen(Contents.FILL, "-", usual="text").name
        == "text"
    )
    for path, said in (("a.b/x", "extension ''"), ("-", "standard output has no extension")):
        with pytest.raises(sx.OptionError, match=said):
            chosen(Contents.CROSSWORD, path)
    with pytest.raises(sx.OptionError, match="there is no format 'csv' here; choose one of text"):
        Output.named(Contents.PATTERN, "csv")
