"""`satcross words` and the options that other commands share."""

from __future__ import annotations

import gzip
import json
import lzma
import os
from pathlib import Path

import pytest
from support.cli import Done, run_cli

from satcross.cli.options.puzzle import WordListOptions
from satcross.errors import WordListError
from satcross.words import BUILTIN_MIN_SCORE, WordList
from satcross.words.alphabets import ALPHABETS

LIST = "ice cream;70\nCat;90\ncot\ncut;50\nEté;20\nx\n4x4\n"


FOLDED = "1 word had letters folded (É to E)\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    out = tmp_path / "mine.dict"
    out.write_text(LIST, encoding="utf-8")
    return out


def run(*args: object) -> Done:
    done = run_cli("words", *args)
    assert done.code == 0, done.err
    return done


def fail(*args: object) -> str:
    """The one line of bad input, after what was said of the list."""
    done = run_cli("words", *args)
    error = done.err.removeprefix(FOLDED)
    assert (done.code, done.out, error.count("\n")) == (2, "", 1)
    return error.removeprefix("satcross: ").removesuffix("\n")


def test_stats(path: Path) -> None:
    out = run("stats", "-w", path).out.splitlines()
    assert out[0] == f"list      {path}"
    assert out[4:7] == [
        "5 words from 7 lines",
        "1 left out: characters outside the alphabet (4x4 in line 7)",
        "1 left out: fewer than 2 letters (x in line 6)",
    ]
    assert [line.split() for line in out[8:]] == [
        ["letters", "words", "90-99", "70-79", "50-59", "20-29"],
        ["3", "4", "1", ".", "2", "1"],
        ["8", "1", ".", "1", ".", "."],
        ["all", "5", "1", "1", "2", "1"],
    ]


def test_stats_of_high_scores_has_wide_bands(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("cat;1000\ndog;999\ncow;7\n")
    out = run("stats", "-w", tmp_path / "list").out.splitlines()
    assert out[-3].split() == ["letters", "words", "1000-1099", "900-999", "0-99"]


def test_stats_json(path: Path) -> None:
    answer = json.loads(run("stats", "-w", path, "--format", "json").out)
    assert answer["n_words"] == 5
    assert answer["digest"] == WordList.load(path).digest
    assert answer["dropped"]["fewer than 2 letters"] == {
        "count": 1,
        "examples": ["x"],
        "places": ["line 6"],
    }
    assert answer["n_rounded"] == 0
    assert answer["lengths"][1] == {"length": 8, "n_words": 1, "n_by_score": {"70-79": 1}}


def test_query(path: Path) -> None:
    result = run("query", "c.t", "-w", path)
    assert result.out == "CAT    90  Cat\nCOT    50  cot\nCUT    50  cut\n"
    assert result.err == FOLDED
    result = run("query", "*e*", "-w", path, "--limit", "1")
    assert result.out == "ICECREAM    70  ice cream\n"
    assert result.err == f"{FOLDED}1 more match\n"
    result = run("query", "zz", "-w", path)
    assert (result.out, result.err) == ("", f"{FOLDED}no word of 5 matches 'zz'\n")


def test_query_json(path: Path) -> None:
    answer = json.loads(run("query", "?t?", "-w", path, "--format", "json").out)
    assert answer == [{"word": "ETE", "score": 20, "written": "Eté"}]
    assert json.loads(run("query", "zz", "-w", path, "--format", "json").out) == []


def test_query_faults(path: Path) -> None:
    assert fail("query", "[ab", "-w", path).startswith("pattern '[ab':1: the set is not")
    assert fail("query", "a", "-n", "0") == "--limit: must be 1 or greater, got 0"


@pytest.mark.parametrize("name", ["new.dict", "new.dict.gz", "new.dict.xz"])
def test_convert_round_trip(path: Path, name: str) -> None:
    out = path.with_name(name)
    out.write_bytes(b"old")
    result = run("convert", out, "-w", path, "--min-score", "50")
    data = out.read_bytes()
    if name.endswith(".gz"):
        data = gzip.decompress(data)
    elif name.endswith(".xz"):
        data = lzma.decompress(data)
    assert data == b"CAT;90\nICECREAM;70\nCOT;50\nCUT;50\n"
    assert result.out == ""
    assert "1 left out: score below the minimum (ETE)" in result.err
    assert WordList.load(out).digest == WordList.load(path, min_score=50).digest
    assert sorted(p.name for p in path.parent.iterdir()) == sorted({"mine.dict", name})


def test_convert_is_the_same_twice(path: Path) -> None:
    outs = [path.with_name(f"{name}.gz") for name in "ab"]
    for out in outs:
        run("convert", out, "-w", path)
    assert outs[0].read_bytes() == outs[1].read_bytes()


def test_convert_to_stdout_plain_and_written(path: Path) -> None:
    args = ("convert", "-", "-w", path, "--max-words", "2")
    assert run(*args).out == "CAT;90\nICECREAM;70\n"
    assert run(*args, "--plain").out == "CAT\nICECREAM\n"
    assert run(*args, "--plain", "--written").out == "Cat\nice cream\n"


def test_convert_keeps_written_forms(path: Path) -> None:
    out = path.with_name("new.dict")
    run("convert", out, "-w", path, "--written")
    before, after = WordList.load(path), WordList.load(out)
    assert [before.written(w) for w, _ in before.words()] == [
        after.written(w) for w, _ in after.words()
    ]


def test_convert_faults_leave_files_alone(path: Path) -> None:
    folder = path.parent
    assert "is a directory" in fail("convert", folder, "-w", path)
    assert "there is no directory" in fail("convert", folder / "no" / "x", "-w", path)
    assert "no such file" in fail("convert", path, "-w", folder / "missing")
    assert path.read_text(encoding="utf-8") == LIST
    assert [p.name for p in folder.iterdir()] == ["mine.dict"]


@pytest.mark.skipif(os.name != "posix", reason="links and modes")
def test_convert_writes_through_links_with_usual_mode(path: Path) -> None:
    real = path.with_name("real.dict")
    link = path.with_name("link.dict")
    link.symlink_to(real)
    run("convert", link, "-w", path)
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8").startswith("CAT;90\n")
    umask = os.umask(0)
    os.umask(umask)
    assert real.stat().st_mode & 0o777 == 0o666 & ~umask


def test_load_words_defaults(path: Path) -> None:
    builtin = WordList.builtin(min_score=BUILTIN_MIN_SCORE)
    assert WordListOptions().load().digest == builtin.digest
    assert WordListOptions(words=[path]).load().score("ETE") == 20
    assert len(WordListOptions(words=[path], min_score=90).load()) == 1
    with pytest.raises(WordListError, match="the options leave no word"):
        WordListOptions(words=[path], exclude=[path]).load()


def test_alphabet_option(path: Path) -> None:
    out = run("query", "?t?", "-w", path, "--alphabet", "ABCDEÉT").out
    assert out == "ETÉ    20  Eté\n"
    assert "no line has a usable word" in fail("stats", "-w", path, "--alphabet", "greek")
    assert fail("stats", "--alphabet", "klingon").startswith("--alphabet: ")


def test_help_names_every_alphabet_and_shows_examples() -> None:
    text = " ".join(run("stats", "--help").out.replace("│", " ").split())
    for name in ALPHABETS:
        assert name in text
    for command in ("stats", "query", "convert"):
        assert f"satcross words {command} " in run(command, "--help").out
