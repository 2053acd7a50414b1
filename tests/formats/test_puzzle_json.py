"""A puzzle in one JSON file: read by every command, written so that it is the same again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.cli import run_cli
from support.matrix import keyword_values

import satcross as sx
from satcross.formats.puzzle import _line_of, crossword_of_puzzle, puzzle_types
from satcross.model.alphabet import LATIN, Alphabet
from satcross.rules import kinds
from satcross.words.lines import ListLine

WORDS = ["cat", "cot", "tot", "tin", "ton", "tan", "zoo"]
DATA: dict[str, Any] = {
    "schema": "satcross.puzzle/1",
    "grid": ["C..", ".#.", "..."],
    "word_list": [*WORDS, ["ice", 80]],
    "rules": ["~somewhere Z"],
}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "puzzle.json"
    path.write_text(json.dumps(DATA))
    return path


def fills(puzzle: sx.Puzzle) -> set[str]:
    return {str(fill) for fill in sx.enumerate_fills(puzzle)}


EXPECTED = sx.Puzzle(
    "\n".join(DATA["grid"]), sx.WordList.of([*[(w, 50) for w in WORDS], ("ice", 80)]),
    rules=DATA["rules"],
)  # fmt: skip


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("count",), str(len(fills(EXPECTED)))),
        (("letters", "--format", "json"), '"C"'),
        (("fill",), None),
        (("sample",), None),
        (("optimise",), None),
    ],
)
def test_commands_take_it_whole(file: Path, args: tuple[str, ...], said: str | None) -> None:
    done = run_cli(args[0], file, *args[1:])
    assert done.code == 0, done.err
    if said is None:
        assert any(done.out.startswith(one) for one in fills(EXPECTED))
    else:
        assert said in done.out


def test_options_come_before_what_the_file_says(file: Path) -> None:
    (file.parent / "other").write_text("cab\ncan\nbad\nned\n")
    assert run_cli("count", file).out.startswith(f"{len(fills(EXPECTED))} fill")
    assert run_cli("count", file, "--min-score", "60").out.startswith("0")
    assert run_cli("fill", file, "-w", "other").out == "CAB\nA#A\nNED\n"


def test_what_the_file_says_comes_before_the_configuration(file: Path) -> None:
    (file.parent / "other").write_text("cab\ncan\nbad\nned\n")
    (file.parent / "satcross.toml").write_text('words = ["other"]\nmin-score = 60\n')
    assert run_cli("count", file).out.startswith(f"{len(fills(EXPECTED))} fill")


def test_lists_are_beside_the_file(file: Path) -> None:
    folder = file.parent / "inner"
    folder.mkdir()
    (folder / "mine").write_text("cab\ncan\nbad\nned\n")
    data = {"schema": DATA["schema"], "grid": DATA["grid"], "words": "mine"}
    (folder / "puzzle.json").write_text(json.dumps(data))
    assert run_cli("fill", "inner/puzzle.json").out == "CAB\nA#A\nNED\n"
    Path("jobs").write_text(json.dumps({"grid": "inner/puzzle.json", "task": "count"}))
    done = run_cli("batch", "jobs")
    assert '"n": "2"' in done.out


def test_a_batch_line_may_say_all_of_it(file: Path) -> None:
    job = {key: value for key, value in DATA.items() if key != "schema"}
    lines = [job | {"task": "count"}, {"grid": "puzzle.json", "task": "count"}]
    Path("jobs").write_text("\n".join(map(json.dumps, lines)))
    done = run_cli("batch", "jobs")
    numbers = [json.loads(line)["n"] for line in done.out.splitlines()]
    assert numbers == [str(len(fills(EXPECTED)))] * 2


def test_a_fill_keeps_rules_and_words(file: Path) -> None:
    assert run_cli("fill", file, "-o", "filled.json").code == 0
    assert run_cli("check", "filled.json").code == 0
    assert run_cli("count", "filled.json", "--keep", "r1c1").out.startswith(
        f"{len(fills(EXPECTED))} fill"
    )


def test_the_workbench_names_what_it_does_not_know(file: Path) -> None:
    from satcross.apps.workbench.conversion import document_of
    from satcross.apps.workbench.document import new_document

    crossword = sx.load_crossword(file).crossword
    empty = new_document(1, 1)
    with pytest.raises(sx.FormatError, match="does not know the word_list"):
        document_of(crossword, empty, source="puzzle.json")


@pytest.mark.parametrize("written", ["CAT", "naïve", "ǅUNGLA", "STRASSE", "Straße", "中文", "ªº"])
def test_words_of_letters_are_read_as_they_are_in_a_list(written: str) -> None:
    for score in (ListLine.BELOW_ZERO, 0, 50, 1000):
        line = _line_of(written, score)
        assert isinstance(line, str)
        read = ListLine.parse(line)
        assert read is not None
        assert (read.written, read.score) == (written, score)


VALUES: dict[str, str] = {
    "constraint": "~1A=*T",
    "different-letters": "different-letters r1c2 r2c1 r3c3",
    "same-letter": "same-letter r1c1 r1c3",
    "letter-count": "letter-count cell: each [AEIOU] 1 to 4",
    "reads": "reads r1c1 r1c3: AT, TA",
    "max-shared-substring": "max-shared-substring 2",
    "no-near-duplicates": "no-near-duplicates",
    "slot": "slot one: r1c1 r3c3 r1c1",
    "solution-word": "solution-word cat",
}


@pytest.mark.parametrize("kind", sorted(VALUES))
def test_a_puzzle_is_the_same_again(kind: str, file: Path) -> None:
    assert kind in kinds()
    puzzle = sx.Puzzle("C..\n.#.\n...", sx.WordList.of([*WORDS, "coc", "cac"]), rules=VALUES[kind])
    assert fills(sx.load_puzzle(sx.puzzle_data(puzzle))) == fills(puzzle)
    sx.save_puzzle(puzzle, file)
    again = sx.load_puzzle(file)
    assert (again.rules, again.listed.digest) == (puzzle.rules, puzzle.listed.digest)
    assert run_cli("export", file, "-o", "twice.json").code == 0
    assert Path("twice.json").read_text() == file.read_text()


@pytest.mark.parametrize(
    "keywords",
    [{"distinct": False}, {"min_length": 1}, {"min_length": 3}, {"rebus": ["TO"]}],
)
def test_keywords_are_the_same_again(keywords: dict[str, Any]) -> None:
    listed = sx.WordList.from_words([*WORDS, "a", "b"], min_letters=1)
    puzzle = sx.Puzzle("C..\n.#.\n...", listed, **keywords)
    again = sx.load_puzzle(json.loads(json.dumps(sx.puzzle_data(puzzle))), puzzle.listed)
    assert fills(again) == fills(puzzle)
    for name in ("distinct", "min_length", "rebus"):
        assert getattr(again, name) == getattr(puzzle, name)


def test_an_alphabet_with_folds_of_its_own_is_the_same_again() -> None:
    letters = Alphabet("ABX", (("Ä", "AB"),))
    puzzle = sx.Puzzle("...", sx.WordList.from_words(["Äx", "bab"], alphabet=letters))
    assert fills(sx.load_puzzle(sx.puzzle_data(puzzle))) == fills(puzzle) == {"ABX", "BAB"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"grids": []}, "'grids' is not known"),
        ({"grid": None}, "grid must be"),
        ({"grid": "C.."}, None),
        ({"grid": ["C..", ".?."]}, "puzzle.json:2:2:"),
        ({"word_list": "cat"}, "word_list must be"),
        ({"word_list": [1]}, "word_list has 1, which is no word"),
        ({"word_list": ["c4t"]}, "c4t"),
        ({"word_list": ["cat;x"]}, "puzzle.json: word_list has 'cat;x': score 'x'"),
        ({"word_list": {"cat": 5000}}, "puzzle.json: score 5000"),
        ({"rules": ["cell a = [A]"]}, "puzzle.json: cell a must be letters"),
        ({"words": "builtin"}, "do not go together"),
        ({"words_digest": "00"}, "not those that the puzzle was written with"),
        ({"rules": ["no such rule"]}, "rules 'no such rule'"),
        ({"rules": ["slot a: r9c9 r1c1"]}, "r9c9"),
        ({"extra_slots": "x"}, "extra_slots must be a name and cells"),
        ({"min_length": "2"}, "min_length must be"),
        ({"alphabet": "klingon"}, "alphabet"),
        ({"schema": "satcross.puzzle/2"}, "schema must be"),
    ],
)
def test_what_is_wrong_gets_one_line(change: dict[str, Any], said: str | None, file: Path) -> None:
    data = {
        key: value for key, value in (DATA | change).items() if value is not None or key in change
    }
    file.write_text(json.dumps(data))
    done = run_cli("count", file)
    if said is None:  # a text is a list of one row
        assert done.code in (0, 2)
        return
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert said in done.err


def test_a_key_that_is_there_twice_is_refused(file: Path) -> None:
    file.write_text('{"schema": "satcross.puzzle/1", "grid": ["..."], "grid": ["...."]}')
    done = run_cli("count", file)
    assert (done.code, "puzzle.json: 'grid' is there twice" in done.err) == (2, True)


def test_no_key_is_ignored() -> None:
    """Each key that is accepted changes the crossword that is read."""
    plain = {"schema": DATA["schema"], "grid": ["C..", ".#.", "..."]}
    values = keyword_values() | {
        "words": "a", "word_list": ["cat"], "min_score": 3, "exclude": "b", "max_words": 4,
        "alphabet": "german", "words_digest": "x", "rules": "cell=C", "title": "T",
    }  # fmt: skip
    assert puzzle_types().keys() - {"grid"} <= values.keys()
    before = crossword_of_puzzle(plain, "p", LATIN)
    for key, value in values.items():
        assert crossword_of_puzzle({**plain, key: value}, "p", LATIN) != before
