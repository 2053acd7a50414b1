"""Lists that are called by their names, and those of other languages."""

from __future__ import annotations

import gzip
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

import satcross as sx
from satcross.errors import OptionError
from satcross.model.alphabet import LATIN
from satcross.words import BUILTIN_MIN_SCORE, WordList, languages
from satcross.words.alphabets import alphabet_of, parse_alphabet
from satcross.words.choice import ListChoice
from satcross.words.languages import LANGUAGES, SCALE, build_list, find_dictionary, score_of, scored
from satcross.words.named import built_names, list_path, lists_folder


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data folder."""
    monkeypatch.setenv("SATCROSS_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data"


@pytest.fixture
def unscored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "_frequencies", lambda _code: None)


def test_the_folder_is_where_the_system_keeps_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SATCROSS_DATA")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert lists_folder() == Path("/somewhere/satcross/lists")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert lists_folder() == Path.home() / ".local" / "share" / "satcross" / "lists"
    monkeypatch.setattr("sys.platform", "darwin")
    assert lists_folder().parts[-4:] == ("Library", "Application Support", "satcross", "lists")


def test_a_name_is_a_list_and_a_file_is_a_file(data: Path, tmp_path: Path) -> None:
    assert built_names() == ()
    list_path("xy").parent.mkdir(parents=True)
    list_path("xy").write_bytes(gzip.compress(b"CAT\n"))
    assert built_names() == ("xy",)
    assert ListChoice.files_of([Path("xy")]) == [data / "lists" / "xy.dict.gz"]
    (tmp_path / "xy").write_text("DOG\n")
    assert ListChoice.files_of([Path("xy")]) == [Path("xy")]
    assert ListChoice.files_of([Path("a/b"), Path("c.txt"), Path("-")]) == [
        Path("a/b"), Path("c.txt"), Path("-"),
    ]  # fmt: skip
    with pytest.raises(OptionError, match="no list of that name") as caught:
        ListChoice.files_of([Path("zz")])
    assert caught.value.hint is not None
    assert "builtin, vulgar, xy" in caught.value.hint


def test_the_built_in_list_by_its_name() -> None:
    named = WordList.load(*ListChoice.files_of([Path("builtin")]))
    assert named.digest == WordList.builtin().digest
    deep = WordList.load(*ListChoice.files_of([Path("builtin")], 12)).with_min_score(12)
    assert deep.digest == WordList.builtin(min_score=12).digest


def test_scores_follow_from_frequencies() -> None:
    values = [score_of(10 ** (zipf / 10 - 9)) for zipf in range(-20, 80)]
    assert values == sorted(values)
    assert [score_of(10 ** (zipf - 9)) for zipf, _ in SCALE] == [score for _, score in SCALE]
    words = ["zoo", "Zoo", "être", "x1", "y", "z" * 65]
    assert scored(words, LATIN, {"zoo": 10**-6.5, "être": 1.0}) == [("être", 100), ("zoo", 50)]
    assert scored(["Öl"], parse_alphabet("german-ae"), None) == [("Öl", 50)]


def test_the_rarest_are_left_out_of_large_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "MAX_WORDS", 2)
    assert scored(["cat", "dog", "bee"], LATIN, {"dog": 0.1}) == [("bee", 5), ("dog", 100)]
    assert scored(["beef", "cat", "dogs"], LATIN, {}) == [("beef", 5), ("cat", 5)]


def test_words_that_are_left_out_early_would_be_left_out_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    letters = "abcde"
    words = [a + b + c for a in letters for b in letters for c in letters] * 2
    Random(3).shuffle(words)
    frequencies = {word: 10.0 ** -(n % 7 + 2) for n, word in enumerate(words)}
    everything = scored(words, LATIN, frequencies)
    monkeypatch.setattr(languages, "MAX_WORDS", 9)
    kept = scored(words, LATIN, frequencies)
    assert kept == sorted(sorted(everything, key=lambda item: (-item[1], item[0]))[:9])


def test_a_list_of_syllables_is_meant_for_its_own() -> None:
    path = list_path("hi")
    path.parent.mkdir(parents=True)
    path.write_bytes(gzip.compress("नमक\nकमल\n".encode()))
    assert languages.is_meant_for(alphabet_of("hindi", [path]), [path])
    for other in ("latin", "नमक", "नमकल+digits"):
        assert not languages.is_meant_for(parse_alphabet(other), [path])


def test_a_vulgar_list_is_added_by_name() -> None:
    files = ListChoice.files_of([Path("vulgar"), Path("builtin")])
    words = WordList.load(*files)
    assert len(words) > len(WordList.builtin())
    assert min(score for _, score in WordList.load(files[1]).words()) >= BUILTIN_MIN_SCORE


@pytest.mark.slow
@pytest.mark.skipif(find_spec("wordfreq") is None, reason="wordfreq is not installed")
@pytest.mark.parametrize("code", LANGUAGES)
def test_build_from_the_dictionary_of_the_system(code: str) -> None:
    try:
        find_dictionary(LANGUAGES[code])
    except OptionError:
        pytest.skip("no dictionary is installed")
    built = build_list(code)
    assert built.is_scored
    assert built.n_words > {"hi": 15_000, "ko": 90_000}.get(code, 100_000)
    name = LANGUAGES[code].alphabet
    alphabet = alphabet_of(name, [built.path])
    words = WordList.load(built.path, alphabet=alphabet, min_score=30)
    assert len(words) > 10_000
    # Korean words have few syllables, and the Hindi list has few words.
    text = "..#\n...\n#.." if code in ("hi", "ko") else "#...#\n.....\n.....\n.....\n#...#"
    grid = sx.Grid.parse(text, alphabet=alphabet)
    found = sx.fill(sx.Puzzle(grid, words))
    assert isinstance(found, sx.Found)
    assert sx.verify(grid, found.fill.grid, words) == []
