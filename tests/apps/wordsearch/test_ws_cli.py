"""`satcross wordsearch`: what it prints and writes, exit codes, one line for all bad input."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from pypdf import PdfReader
from support.cli import Done, run_cli, run_ok
from support.tasks import long_enough

from satcross.apps.clues.words import hidden_words
from satcross.apps.wordsearch.board import rectangle
from satcross.apps.wordsearch.files import searches_of
from satcross.apps.wordsearch.forbidden import builtin_forbidden, forbidden_words
from satcross.apps.wordsearch.layout import WordSearchLayout
from satcross.apps.wordsearch.make import WordSearchTask
from satcross.apps.wordsearch.verify import verify
from satcross.cli.progress import ProgressView

FRUIT = ["apple", "Ice cream", "plum", "cherry", "melon"]
_WAYS = {
    "E": (0, 1), "SE": (1, 1), "S": (1, 0), "SW": (1, -1),
    "W": (0, -1), "NW": (-1, -1), "N": (-1, 0), "NE": (-1, 1),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("fruit.txt").write_text("# Fruit\n\n" + "\n".join(FRUIT) + "\n", encoding="utf-8")


def run(*arguments: str) -> Done:
    return run_cli("wordsearch", *arguments)


def _square(text: str) -> list[str]:
    return [line[::2] for line in text.split("\n\n", maxsplit=1)[0].splitlines()]


def test_text_is_the_square_and_the_list() -> None:
    done = run("fruit.txt", "9x8")
    assert (done.code, done.err) == (0, "")
    rows = _square(done.out)
    words = hidden_words(FRUIT)
    assert (len(rows), {len(row) for row in rows}) == (8, {9})
    assert verify(rows, rectangle(8, 9), words, forbid=forbidden_words()) == []
    listed = done.out.split("\n\n")[1].split("  ")
    assert [text.strip() for text in listed if text.strip()] == sorted(FRUIT, key=str.lower)
    assert run("fruit.txt", "9x8").out == done.out
    assert run("fruit.txt", "9x8", "--seed", "1").out != done.out


def test_json_says_where_each_word_stands() -> None:
    done = run("fruit.txt", "9x8", "-n", "2", "--format", "json", "--seed", "4")
    first, second = map(json.loads, done.out.splitlines())
    assert first["schema"] == "satcross.wordsearch/1"
    assert (first["number"], second["number"], first["seed"], second["seed"]) == (1, 2, 4, 5)
    assert first["square"] != second["square"]
    assert (first["columns"], first["rows"]) == (9, 8)
    for word in first["words"]:
        down, right = _WAYS[word["direction"]]
        read = "".join(
            first["square"][word["row"] + i * down][word["col"] + i * right]
            for i in range(len(word["word"]))
        )
        assert read == word["word"]
    assert [word["written"] for word in first["words"]] == FRUIT
    figures = first["figures"]
    assert sum(figures["directions"].values()) == figures["words"] == len(FRUIT)
    assert figures["cells"] == 72
    assert (
        json.loads(run("fruit.txt", "9x8", "--format", "json", "--seed", "5").out)["square"]
        == (second["square"])
    )


def test_files_as_in_the_seed() -> None:
    done = run("fruit.txt", "9x8", "-o", "search.txt")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert Path("search.txt").read_text(encoding="utf-8") == run("fruit.txt", "9x8").out
    solution = Path("solution.txt").read_text(encoding="utf-8")
    assert solution == run("fruit.txt", "9x8", "--solution").out
    letters = [line[::2] for line in solution.splitlines()[::2]]
    for row, searched in zip(
        letters, _square(Path("search.txt").read_text(encoding="utf-8")), strict=True
    ):
        # Trailing blanks are cut off, letters and dots are not.
        assert all(a in (".", b) for a, b in zip(row, searched, strict=True))
    assert run("fruit.txt", "9x8", "-n", "2", "-o", "week-{}.txt").code == 0
    assert sorted(path.name for path in Path().glob("week*")) == [
        "week-1-solution.txt", "week-1.txt", "week-2-solution.txt", "week-2.txt",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "begins"), [("a.svg", b"<?xml"), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF")]
)
def test_pictures(name: str, begins: bytes) -> None:
    done = run("fruit.txt", "9x8", "-o", name, "--title", "Fruit & more", "--report")
    assert done.code == 0
    assert Path(name).read_bytes().startswith(begins)
    assert done.out.startswith("board           9x8, 72 cells\nwords           5\ncrossings ")


def test_directions_and_levels() -> None:
    for options, allowed in (
        (("--level", "easy"), {"E", "S"}),
        (("--directions", "nw,N"), {"NW", "N"}),
    ):
        done = run("fruit.txt", "12x12", "--format", "json", *options)
        assert {word["direction"] for word in json.loads(done.out)["words"]} <= allowed


def test_shapes_and_masks() -> None:
    Path("mask.txt").write_text(
        "..####\n.#####\n##########\n##########\n#########\n", encoding="utf-8"
    )
    rows = _square(run("fruit.txt", "--mask", "mask.txt").out)
    assert [len(row.strip()) for row in rows] == [4, 5, 10, 10, 9]
    assert rows[0].startswith("  ")
    rows = _square(run("fruit.txt", "13x13", "--shape", "diamond").out)
    assert len(rows[0].strip()) == 1


def test_a_message_is_what_is_left() -> None:
    message = ("--message", "Very well done by all of you!")
    found = json.loads(run("fruit.txt", "8x6", *message, "--format", "json").out)
    used = {
        (word["row"] + i * down, word["col"] + i * right)
        for word in found["words"]
        for down, right in [_WAYS[word["direction"]]]
        for i in range(len(word["word"]))
    }
    left = [
        letter
        for r, row in enumerate(found["square"])
        for c, letter in enumerate(row)
        if (r, c) not in used
    ]
    assert "".join(left) == found["message"] == "VERYWELLDONEBYALLOFYOU"


def test_filler_letters() -> None:
    found = json.loads(run("fruit.txt", "9x9", "--filler", "xxz", "--format", "json").out)
    letters = "".join(found["square"])
    others = set(letters) - set("".join(word["word"] for word in found["words"]))
    assert others == {"X", "Z"}
    assert letters.count("X") > letters.count("Z")


def test_forbidden_words_are_not_read() -> None:
    Path("no.txt").write_text("# mine\nxy\n", encoding="utf-8")
    found = run("fruit.txt", "9x9", "--filler", "XY", "--forbid", "no.txt", "--format", "json")
    rows = json.loads(found.out)["square"]
    forbid = ("XY", *builtin_forbidden())
    assert verify(rows, rectangle(9, 9), hidden_words(FRUIT), forbid=forbid) == []


def test_fit_says_what_is_proved() -> None:
    Path("few.txt").write_text("abc\ndef\nghi\n", encoding="utf-8")
    done = run("few.txt", "--fit")
    assert done.code == 0
    assert "proved to be the fewest (no side more than twice the other)" in done.err
    n_rows, n_cols = len(_square(done.out)), len(_square(done.out)[0])
    assert f"{n_cols}x{n_rows}, {n_cols * n_rows} cells" in done.err


def test_most_crossings_are_counted() -> None:
    Path("few.txt").write_text("cat\ntar\nrac\n", encoding="utf-8")
    done = run("few.txt", "3x3", "--crossings", "most", "--format", "json")
    assert done.code == 0
    assert json.loads(done.out)["figures"]["crossings"] == 3
    assert done.err == "3 crossings, the most found\n"


def test_themes() -> None:
    Path("own.txt").write_text(
        "quartz;50\nqueen;60\nquay;70\nquayside;10\ncat;99\n", encoding="utf-8"
    )
    done = run(
        "11x11", "--pattern", "Q*", "--count", "3", "-w", "own.txt", "--format", "json"
    )  # fmt: skip
    assert done.code == 0
    chosen = {word["word"] for word in json.loads(done.out)["words"]}
    assert len(chosen) == 3
    assert chosen < {"QUARTZ", "QUEEN", "QUAY", "QUAYSIDE"}
    assert not {"QUAY", "QUAYSIDE"} <= chosen
    few = run("11x11", "--pattern", "Q*", "--count", "4", "-w", "own.txt")
    assert few.code == 2
    assert few.err.startswith("satcross: --pattern: 3 words of 4 to 11 letters match 'Q*'")


def test_proved_impossible_and_stopped() -> None:
    Path("few.txt").write_text("abc\ndef\nghi\njkl\n", encoding="utf-8")
    done = run("few.txt", "3x3")
    assert (done.code, done.out) == (20, "")
    assert done.err.startswith("impossible: proved: the words need 12 cells")
    stopped = run("fruit.txt", "20x20", "--crossings", "9", "--time-limit", "0.5")
    assert stopped.code == 124
    assert stopped.err.startswith("stopped: ")


def test_a_word_that_is_longer_than_the_board_is_a_proof() -> None:
    Path("long.txt").write_text("ab\nabcde\n", encoding="utf-8")
    done = run("long.txt", "4x4")
    assert (done.code, done.out) == (20, "")
    assert done.err == (
        "impossible: proved: 'abcde' has 5 letters, and the board 4 in a line (long.txt:2)\n"
    )


def test_a_clue_never_becomes_part_of_a_word(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("osmosis,Water, moving\ncell wall;Absent in animals\nroot\nleaf,50\n")
    printed = run_ok("wordsearch", path, "12x12", "--format", "json")
    words = {word["written"]: word for word in json.loads(printed)["words"]}
    assert {written: word["clue"] for written, word in words.items()} == {
        "osmosis": "Water, moving", "cell wall": "Absent in animals", "root": "", "leaf": "50",
    }  # fmt: skip
    assert words["cell wall"]["word"] == "CELLWALL"


def test_clues_instead_of_words(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text('word,clue\nosmosis,"Water, moving"\ncell wall,Not in us\nroot,\n')
    out = run_ok("wordsearch", path, "12x12", "--show-clues")
    shown = out.split("\n\n")[1]
    assert " ".join(shown.split()) == "Water, moving (7) Not in us (4,4) root"
    for name in ("s.pdf", "s.svg", "s.png", "s.html"):
        run_ok("wordsearch", path, "12x12", "--show-clues", "-o", tmp_path / name)
    drawn = (tmp_path / "s.svg").read_text(encoding="utf-8")
    assert "Not in us (4,4)" in drawn
    assert "cell wall" not in drawn
    assert "Not in us (4,4)" in (tmp_path / "s.html").read_text(encoding="utf-8")
    path.write_text("osmosis\n")
    done = run_cli("wordsearch", path, "--show-clues")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert done.err.startswith("satcross: --show-clues: the list has no clues")


def test_phrases_are_split_at_blanks(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("the cell wall\na cell\nroot,It drinks\n")
    printed = run_ok("wordsearch", path, "9x9", "--split", "--format", "json")
    words = [(word["word"], word["clue"]) for word in json.loads(printed)["words"]]
    assert words == [("THE", ""), ("CELL", ""), ("WALL", ""), ("ROOT", "It drinks")]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["twice.txt", "9x9"], "twice.txt:3: 'AN-T' is the same word as on line 1; leave one"),
        (
            ["often.txt", "9x9"],
            "often.txt:2: 3 words cannot be used: 'an-t' (line 2), 'be e' (line 4) and 'an t'"
            " (line 6) are on earlier lines too; leave one of each out",
        ),
        (
            ["equals.txt", "9x9"],
            "equals.txt:1: 'ant = it has six legs' is not made of letters of the"
            " alphabet; write word,clue where a clue follows the word",
        ),
        (["empty.txt", "9x9"], "empty.txt: the list is empty"),
        (["digits.txt", "9x9"], "digits.txt:1: 'r2d2' is not made of letters of the alphabet"),
        (["missing.txt", "9x9"], "missing.txt: there is no such file"),
        (["fruit.txt", "--mask", "none.txt"], "none.txt: the picture has no cell"),
        (["fruit.txt", "--mask", "odd.txt"], "odd.txt:1:2: '?' is neither a cell (#) nor none"),
        (["fruit.txt", "9x9", "--message", "short"], "--message: the message has 5 letters, and"),
        (["fruit.txt", "9x9", "--message", "x" * 79], "--message: the message has 79 letters"),
        (["fruit.txt", "9x9", "--message", "4!"], "--message: the message '4!' is not made of"),
        (["fruit.txt", "9"], "size: must be columns x rows, as in 24x20, got '9'"),
        (["fruit.txt", "0x9"], "board: must have 1 to 200 columns and rows, got 0x9"),
        (["fruit.txt", "900x9"], "board: must have 1 to 200 columns and rows, got 900x9"),
        (["fruit.txt", "9x9", "--shape", "blob"], "--shape: there is no shape 'blob'"),
        (["fruit.txt", "9x9", "--level", "mad"], "--level: there is no level 'mad'"),
        (["fruit.txt", "9x9", "--directions", "UP"], "--directions: there is no direction 'UP'"),
        (
            ["fruit.txt", "9x9", "--crossings", "-3"],
            "--crossings: must be a number or 'most', got '-3'",
        ),
        (["fruit.txt", "9x9", "--filler", "7"], "--filler: '7' is neither words nor uniform"),
        (["fruit.txt", "9x9", "--fit"], "--fit and SIZE do not go together"),
        (
            ["fruit.txt", "9x9", "-n", "2", "-o", "a.pdf"],
            "--output: each puzzle is a separate file",
        ),
        (["fruit.txt", "9x9", "-n", "0"], "--number: must be from 1 to 10,000, got 0"),
        (
            ["fruit.txt", "9x9", "--time-limit", "0"],
            "--time-limit: must be a number of seconds above 0, got 0",
        ),
        (["fruit.txt", "9x9", "-o", "no/a.txt"], "no/a.txt: there is no directory 'no'"),
        (["fruit.txt", "9x9", "--title", "A"], "--title: text has no place for it"),
        (["fruit.txt", "9x9", "-o", "x.ipuz"], "--output: no format has the extension '.ipuz'"),
        (["fruit.txt", "9x9", "--format", "doc"], "--format: there is no format 'doc' here"),
        (["fruit.txt", "9x9", "--forbid", "nil"], "nil: there is no such file"),
        (
            ["fruit.txt", "9x9", "--alphabet", "ABC"],
            "fruit.txt:3: 5 words cannot be used: 'apple' ",
        ),
        ([], "no list of words is given"),
    ],
)
def test_bad_input_is_reported_in_one_line(arguments: list[str], says: str) -> None:
    Path("long.txt").write_text("ab\nabcde\n", encoding="utf-8")
    Path("twice.txt").write_text("ant\nbee\nAN-T\n", encoding="utf-8")
    Path("often.txt").write_text("ant\nan-t\nbee\nbe e\ncow\nan t\n", encoding="utf-8")
    Path("equals.txt").write_text("ant = it has six legs\n", encoding="utf-8")
    Path("empty.txt").write_text("\n# nothing\n", encoding="utf-8")
    Path("digits.txt").write_text("r2d2\n", encoding="utf-8")
    Path("none.txt").write_text("...\n", encoding="utf-8")
    Path("odd.txt").write_text("#?\n", encoding="utf-8")
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"satcross: {says}"), done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--fit"], "cells, the fewest found; interrupted\n"),
        (["9x9", "--crossings", "most"], " crossings, the most found\ninterrupted\n"),
        (["--message", "well done"], " crossings, the most found\ninterrupted\n"),
    ],
)
def test_ctrl_c_leaves_what_was_found(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], says: str
) -> None:
    _interrupt_when_better(monkeypatch)
    done = run("fruit.txt", *arguments)
    assert done.code == 130
    assert done.err.endswith(says)
    square = _square(done.out)
    board = rectangle(len(square), len(square[0]))
    assert verify(square, board, hidden_words(FRUIT), forbid=forbidden_words()) == []


def test_no_seed_makes_again_what_ctrl_c_left(monkeypatch: pytest.MonkeyPatch) -> None:
    for arguments in (["--fit"], ["9x9"]):
        _interrupt_when_better(monkeypatch)
        assert json.loads(run("fruit.txt", *arguments, "--format", "json").out)["seed"] is None


def _interrupt_when_better(monkeypatch: pytest.MonkeyPatch) -> None:
    better = WordSearchTask._on_better
    n_seen = 0

    def interrupt(task: WordSearchTask, layout: WordSearchLayout) -> None:
        nonlocal n_seen
        n_seen += 1
        if n_seen == 1:
            signal.raise_signal(signal.SIGINT)
        better(task, layout)

    monkeypatch.setattr(WordSearchTask, "_on_better", interrupt)


def test_ctrl_c_before_anything_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(task: WordSearchTask, phase: str) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(WordSearchTask, "_on_phase", interrupt)
    assert run("fruit.txt", "--fit") == Done(130, "", "interrupted\n")


def test_ctrl_c_keeps_the_puzzles_before(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(view: ProgressView) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(ProgressView, "found", interrupt)
    done = run("fruit.txt", "9x9", "-n", "3", "--format", "json", "-o", "made.json")
    assert (done.code, done.out) == (130, "")
    assert len(Path("made.json").read_text(encoding="utf-8").splitlines()) == 1
    assert done.err == "1 puzzle; interrupted\n"


def test_progress_shows_what_is_being_done() -> None:
    argv = ("fruit.txt", "12x12", "--crossings", "9", "--progress", "--time-limit")
    done = long_enough(
        lambda limit_s: run(*argv, str(limit_s)), lambda done: "moving words: " in done.err, 2.5
    )
    assert done.code == 124
    assert "moving words: " in done.err


@pytest.mark.needs("apps/books")
def test_a_title_goes_into_the_file_and_from_there_into_books() -> None:
    assert run("fruit.txt", "9x8", "-o", "w.json", "--title", "Fruit & more").code == 0
    (made,) = searches_of(Path("w.json").read_bytes(), "w.json")
    assert made.title == "Fruit & more"
    assert run_cli("book", "w.json", "-o", "b.pdf", "--title", "Book").code == 0
    texts = [page.extract_text() for page in PdfReader("b.pdf").pages]
    assert "1. Fruit & more" in texts[2]  # the contents
    assert texts[-1].splitlines()[1].startswith("1. Fruit & more")
    data = json.loads(Path("w.json").read_text())
    Path("w.json").write_text(json.dumps({**data, "title": 7}))
    refused = run_cli("book", "w.json", "-o", "b.pdf")
    assert refused.code == 2
    assert "the title is no text" in refused.err


def test_short_clues_stand_in_several_columns_and_lengths_with_their_word() -> None:
    pairs = ["apple,Red", "grape,Blue", "lemon,Sour", "mango,Sweet", "peach,Soft", "melon,Large"]
    Path("clued.csv").write_text("\n".join(pairs))
    assert run("clued.csv", "9x9", "--show-clues", "-o", "w.pdf").code == 0
    columns = set[int]()
    texts: list[str] = []

    def note(text: str, cm: list[float], tm: list[float], font: object, size: float) -> None:
        texts.append(text.strip())
        if "(5)" in text:
            columns.add(round(tm[4] * cm[0] + cm[4]))

    PdfReader("w.pdf").pages[0].extract_text(visitor_text=note)
    assert len(columns) in (3, 4)
    assert "(5)" not in texts  # the lengths stay with the last word
