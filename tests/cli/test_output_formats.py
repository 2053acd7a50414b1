"""`-o NAME.ipuz|…|txt`, `{}` in names and `--format` mean the same wherever grids are made."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cli import run_cli, run_ok

from satcross.formats.reading import load_crossword
from satcross.model.crossword import Crossword, grid_of, pattern_of
from satcross.model.grid import Grid

WORDS = "cat core ore ten tea ant eat tar oar are rat con ace era tie inn net"
# By command: arguments for one small grid, and whether it has letters.
COMMANDS = {
    "fill": ("grid.txt -w words.txt --allow-repeats", True),
    "sample": ("grid.txt -w words.txt --allow-repeats -n 1", True),
    "optimise": ("grid.txt -w words.txt --allow-repeats", True),
    "make": ("5x5 --preset mini --min-score 10", True),
    "densest": ("3x3 -w words.txt --min-score 0", True),
    "freeform": ("few.txt", True),
    "pattern": ("5x5", False),
    "theme": ("5x5 --preset mini --theme cat --unpaired", True),
}
FILES = {"ipuz": "ipuz", "puz": "puz", "jpz": "jpz", "xd": "xd", "json": "satcross", "txt": "text"}
PICTURES = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF", "html": b"<!doctype html>"}


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("grid.txt").write_text("...\n...\n...\n", encoding="utf-8")
    Path("words.txt").write_text(WORDS.replace(" ", "\n"), encoding="utf-8")
    Path("few.txt").write_text("cat\ntea\n", encoding="utf-8")


def crossword(name: str, format_: str) -> Crossword:
    loaded = load_crossword(name)
    assert loaded.format == format_
    return loaded.crossword


@pytest.mark.parametrize("command", COMMANDS)
def test_the_ending_names_the_format(command: str) -> None:
    arguments, has_letters = COMMANDS[command]
    # Layouts have voids, and open patterns no solution, which some formats cannot hold.
    common = [command, *arguments.split(), "--lossy"]
    shown = run_ok(*common)
    for ending, format_ in FILES.items():
        name = f"out-1.{ending}"
        assert run_ok(*common, "-o", f"out-{{}}.{ending}") == ""
        made = crossword(name, format_)
        if command != "freeform":
            assert pattern_of(made) == Grid.parse(shown).without_letters()
            assert any(square.solution for square in made.squares) == has_letters
            assert not has_letters or str(grid_of(made)) + "\n" == shown
    for ending, magic in PICTURES.items():
        run_ok(*common, "-o", f"out.{ending}")
        assert Path(f"out.{ending}").read_bytes().startswith(magic)
    expected = {f"out-1.{ending}" for ending in FILES} | {f"out.{ending}" for ending in PICTURES}
    assert {path.name for path in Path().glob("out*")} == expected


@pytest.mark.parametrize("command", COMMANDS)
def test_forms_for_stdout(command: str) -> None:
    common = [command, *COMMANDS[command][0].split()]
    (line,) = run_ok(*common, "--format", "json").splitlines()
    record = json.loads(line)
    assert record["schema"].startswith("satcross.")
    assert (record.get("fill") or record)["number"] == 1
    assert json.loads(run_ok(*common, "--format", "ipuz", "--lossy"))["version"]
    assert "PNG" in run_ok(*common, "--format", "png", "--lossy")[:4]


@pytest.mark.parametrize("command", COMMANDS)
def test_title_and_author(command: str) -> None:
    common = [command, *COMMANDS[command][0].split()]
    names = ["--title", "One", "--author", "Me"]
    run_ok(*common, *names, "-o", "out.ipuz", "--lossy")
    made = crossword("out.ipuz", "ipuz")
    assert (made.title, made.author) == ("One", "Me")
    done = run_cli(*common, *names)
    assert done == (
        2,
        "",
        "satcross: --title: text has no place for it;"
        " write a crossword file or a page, as in -o fill.ipuz\n",
    )


@pytest.mark.parametrize("command", ["fill", "sample", "pattern", "make", "theme", "freeform"])
def test_several_grids_have_numbers(command: str) -> None:
    arguments = COMMANDS[command][0].removesuffix("-n 1").split()
    common = [command, *arguments, "-n", "2", "--lossy"]
    texts = run_ok(*common).rstrip("\n").split("\n\n")
    assert len(texts) == 2
    assert run_ok(*common, "-o", "out-{}.txt") == ""
    assert [Path(f"out-{n}.txt").read_text(encoding="utf-8") for n in (1, 2)] == [
        f"{text}\n" for text in texts
    ]
    assert run_ok(*common, "-o", "out-{}.xd") == ""
    assert {path.name for path in Path().glob("*.xd")} == {"out-1.xd", "out-2.xd"}
    assert run_cli(*common, "-o", "out.ipuz") == (
        2,
        "",
        "satcross: --output: ipuz files hold one grid each;"
        " write {} for the number, as in -o grid-{}.ipuz\n",
    )
    assert not Path("out.ipuz").exists()


def test_several_grids_in_one_file_are_not_read_as_one() -> None:
    run_ok("pattern", "5x5", "-n", "2", "-o", "two.txt")
    done = run_cli("fill", "two.txt")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("satcross: two.txt:7: a second grid begins here; put each grid")


@pytest.mark.parametrize("command", COMMANDS)
def test_what_cannot_be_written_is_said_before_the_work(command: str) -> None:
    common = [command, *COMMANDS[command][0].split()]
    for name in map(Path, ("no/out.txt", "no/out-{}.svg")):
        said = f"{name}: there is no directory 'no'; create it first"
        assert run_cli(*common, "-o", name) == (2, "", f"satcross: {said}\n")
    done = run_cli(*common, "--format", "doc")
    assert done.err.startswith("satcross: --format: there is no format 'doc' here; choose one of")
    if command != "pattern":
        done = run_cli(*common, "-o", "out.hex")
        assert done.err.startswith(
            "satcross: --output: no format has the extension '.hex'; use one"
        )


@pytest.mark.parametrize("command", COMMANDS)
def test_progress_can_be_asked_for(command: str) -> None:
    common = [command, *COMMANDS[command][0].split()]
    for option in ("--progress", "--no-progress"):
        assert run_ok(*common, option) == run_ok(*common)
