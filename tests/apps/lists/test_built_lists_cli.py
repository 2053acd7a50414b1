"""`words build` makes lists of other languages; `words why` says what is known of an entry."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from support.cli import run_cli, run_refused

from satcross.words import WordList, languages
from satcross.words.languages import LANGUAGES, find_dictionary
from satcross.words.named import list_path

GRID = "...\n...\n...\n"


WORDS = "COD\nARE\nBEN\nCAB\nORE\nDEN\n"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data folder."""
    monkeypatch.setenv("SATCROSS_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data"


@pytest.fixture
def unscored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "_frequencies", lambda _code: None)


@pytest.mark.usefixtures("unscored")
def test_build_and_use_a_list(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text(WORDS)
    (tmp_path / "grid.txt").write_text(GRID)
    done = run_cli("words", "build", "nl", "--from", "words.txt")
    assert done.code == 0, done.err
    assert done.out == f"{list_path('nl')}: 6 words from words.txt\n"
    assert "all words score 50" in done.err
    assert "--list nl" in done.err
    assert WordList.load(list_path("nl")).report.n_words == 6
    filled = run_cli("fill", "grid.txt", "--list", "nl")
    assert filled.out.split() in (["COD", "ARE", "BEN"], ["CAB", "ORE", "DEN"])
    again = list_path("nl").read_bytes()
    assert run_cli("words", "build", "nl", "--from", "words.txt").code == 0
    assert list_path("nl").read_bytes() == again


@pytest.mark.usefixtures("unscored")
def test_a_list_may_be_written_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("Öl\nBär\n")
    done = run_cli("words", "build", "de", "--from", "words.txt", "--to", "de.txt")
    assert done.code == 0, done.err
    assert "--list de.txt --alphabet german-ae" in done.err
    text = (tmp_path / "de.txt").read_text(encoding="utf-8")
    assert text.splitlines()[1:] == ["Bär;50", "Öl;50"]


def test_folding_is_what_a_built_list_is_meant_for(tmp_path: Path) -> None:
    list_path("fr").parent.mkdir(parents=True)
    data = gzip.compress("ÉTÉ\nÔTÉ\n".encode())
    list_path("fr").write_bytes(data)
    (tmp_path / "other.txt.gz").write_bytes(data)
    told = "2 words had letters folded"
    assert run_cli("words", "query", "?te", "--list", "fr").err == ""
    assert told in run_cli("words", "query", "?te", "--list", "fr", "--alphabet", "german").err
    assert told in run_cli("words", "query", "?te", "--list", "fr", "-w", "other.txt.gz").err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("xx",), "there is no language 'xx'; choose from de, fr, es, it, nl, pt"),
        (("de", "--from", "nothing.txt"), "nothing.txt"),
        (("de", "--from", "empty.txt"), "no word of the dictionary can be used"),
    ],
)
def test_faults_are_one_line(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    (tmp_path / "empty.txt").write_text("1\n")
    assert message in run_refused("words", "build", *arguments)


def test_a_missing_dictionary_names_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "HUNSPELL", (tmp_path,))
    monkeypatch.setattr(languages, "PLAIN", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))  # without aspell
    done = run_cli("words", "build", "fr")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "apt-get install hunspell-fr" in done.err
    (tmp_path / "french").write_text("chat\n")
    assert find_dictionary(LANGUAGES["fr"]) == tmp_path / "french"
    (tmp_path / "fr.dic").write_text("1\nchat\n")
    assert find_dictionary(LANGUAGES["fr"]) == tmp_path / "french"
    (tmp_path / "fr.aff").write_text("")
    assert find_dictionary(LANGUAGES["fr"]) == tmp_path / "fr.dic"


def test_why() -> None:
    done = run_cli("words", "why", "ice cream")
    assert done.code == 0
    rows = dict(line.split(maxsplit=1) for line in done.out.splitlines())
    assert (rows["entry"], rows["kind"]) == ("ice cream", "phrase")
    as_json = json.loads(run_cli("words", "why", "icecream", "--format", "json").out)
    assert (as_json["written"], as_json["kind"]) == ("ice cream", "phrase")
    missing = run_cli("words", "why", "zzzzq")
    assert (missing.code, missing.out) == (1, "")
    assert missing.err == "the built-in list does not have 'zzzzq'\n"


def test_why_of_several_words() -> None:
    done = run_cli("words", "why", "nato", "zzzzq", "Ice cream", "NATO", "qqqqz", "zzzzq")
    assert done.code == 1
    blocks = [block.splitlines()[0].split(maxsplit=1)[1] for block in done.out.split("\n\n")]
    assert blocks == ["NATO", "ice cream", "NATO"]
    assert [line.split()[-1] for line in done.err.splitlines()] == ["'zzzzq'", "'qqqqz'"]
    lines = run_cli("words", "why", "nato", "ice cream", "--format", "json").out.splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["abbreviation", "phrase"]
    nothing = run_cli("words", "why", "zzzzq", "--format", "json")
    assert (nothing.code, nothing.out) == (1, "")
