"""Lists that are kept are those that were read, whatever happens to their files."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import satcross as sx
from satcross.words import cache
from satcross.words.alphabets import parse_alphabet
from satcross.words.wordlist import WordList


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where lists of any size are kept."""
    monkeypatch.setenv("SATCROSS_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(cache, "LEAST", 0)
    return tmp_path / "kept"


def random_text(seed: int) -> str:
    """A list with accents, scores, phrases, repetitions and lines that are left out."""
    rng = random.Random(seed)
    signs = string.ascii_lowercase[:5] * 3 + "éüßIJ1' -"
    lines = [
        "".join(rng.choices(signs, k=rng.randint(1, 9)))
        + rng.choice(["", f";{rng.randint(0, 99)}", f";{rng.randint(0, 99)}.5"])
        for _ in range(rng.randint(5, 60))
    ]
    return "\n".join(["fine;3", "été;40", *lines, "now here;5", "nowhere;7", "-x;-4"])


def facts(words: WordList) -> list[Any]:
    """All that one can ask of a list."""
    tables = [words.table(length) for length in words.lengths]
    return [
        words.digest,
        words.source,
        words.report,
        words.folding(),
        [(table.length, table.codes.dtype, table.scores.tolist()) for table in tables],
        [table.span(row) for table in tables for row in range(len(table))],
        [(word, score, words.written(word)) for word, score in words.words()],
        words.written_forms("NOWHERE"),
    ]


def kinds(tmp_path: Path) -> Iterator[tuple[list[Path], dict[str, Any]]]:
    """Lists of all kinds, and the options that they are read with."""
    for seed in range(4):
        path = tmp_path / f"list{seed}.txt"
        path.write_text(random_text(seed), "utf-8")
        latin = path.with_suffix(".latin")
        latin.write_bytes("été;40\nüben;50".encode("latin-1"))
        yield [path], {}
        yield [Path(f"{path}@0-50+3")], {"min_score": 20}
        yield [path, latin], {"max_words": 7}
        yield [path, Path(f"{latin}=9")], {"alphabet": parse_alphabet("german"), "min_letters": 1}
        yield [path], {"alphabet": parse_alphabet("dutch")}
    columns = tmp_path / "columns.csv"
    columns.write_text("score,word\n10,cat\n20,ice cream\n")
    spaced = tmp_path / "spaced.txt"
    spaced.write_text("cat 10\nice cream 20\ndog 30\n")
    wide = tmp_path / "wide.txt"
    wide.write_text("".join(chr(0xAC00 + n) for n in range(300)) + "\n가나;4\n", "utf-8")
    yield [columns], {}
    yield [spaced, columns], {}
    yield [wide], {"alphabet": parse_alphabet("hangul", [wide.read_text("utf-8")]), "min_score": 3}


def test_a_kept_list_is_the_list_that_was_read(folder: Path, tmp_path: Path) -> None:
    for n, (paths, options) in enumerate(kinds(tmp_path)):
        read = facts(sx.WordList.load(*paths, **options))
        assert len(list(folder.iterdir())) == min(n + 1, cache.MOST_FILES)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(WordList, "_from_entries", None)  # nothing is read again
            assert facts(sx.WordList.load(*paths, **options)) == read


def test_what_changes_is_read_again(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("cat;5\n")
    for n, more in enumerate(("", "dog;6\n", "cow;7\n")):
        path.write_text(f"cat;5\n{more}")
        assert dict(sx.WordList.load(path).words()).get("DOG") == (6 if "dog" in more else None)
        assert len(list(folder.iterdir())) == n + 1
    assert sx.WordList.load(path).score("COW") == 7
    assert sx.WordList.load(Path(f"{path}=9")).score("COW") == 9


def test_a_damaged_file_is_read_again(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(random_text(3), "utf-8")
    read = facts(sx.WordList.load(path))
    (kept,) = folder.iterdir()
    data, rng = kept.read_bytes(), random.Random(1)
    for at in [*range(24), *rng.sample(range(24, len(data)), 40)]:
        for changed in (data[:at], data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :]):
            kept.write_bytes(changed)
            assert facts(sx.WordList.load(path)) == read, at
    assert kept.read_bytes() == data


def test_the_lists_used_last_are_kept(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MOST_FILES", 3)
    paths = [tmp_path / f"{n}.txt" for n in range(5)]
    for n, path in enumerate(paths):
        path.write_text(f"cat;{n}\n")
        sx.WordList.load(path)
        sx.WordList.load(paths[0])
    assert len(list(folder.iterdir())) == 3
    monkeypatch.setattr(WordList, "_from_entries", None)
    assert [sx.WordList.load(paths[n]).score("CAT") for n in (0, 3, 4)] == [0, 3, 4]


@pytest.mark.parametrize("where", ["", "a file"])
def test_without_a_folder_lists_are_read(
    where: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "list.txt"
    path.write_text("cat;5\n")
    if where:
        folder.write_text("no folder")
    monkeypatch.setenv("SATCROSS_CACHE", where and str(folder))
    for _ in range(2):
        assert sx.WordList.load(path).score("CAT") == 5
    assert sorted(one.name for one in tmp_path.iterdir()) == ["kept"] * bool(where) + ["list.txt"]


def test_a_minimum_score_takes_the_first_words(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("".join(f"c{chr(97 + n)}t;{n}\n" for n in range(26)) + "go;3\n")
    words = sx.WordList.load(path, min_score=20)
    assert words.lengths == (3,)
    assert [score for _, score in words.words()] == [25, 24, 23, 22, 21, 20]
    left_out = "21 left out: score below the minimum (GO, CTT, CST, CRT, CQT, …)"
    assert words.report.lines()[-1] == left_out
