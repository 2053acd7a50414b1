"""Reading files: syntaxes, compression, encodings, and one clear line for each defect."""

from __future__ import annotations

import gzip
import itertools
import lzma
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from satcross.errors import InputError, OptionError, WordListError
from satcross.model.alphabet import Alphabet
from satcross.packed import _PACKED_AT_ONCE
from satcross.words import WordList
from satcross.words.report import EXCLUDED, LOW_SCORE, OUTSIDE, TOO_LONG, TOO_SHORT


def load(folder: Path, data: str | bytes, name: str = "list.txt") -> WordList:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return WordList.load(path)


def contents(words: WordList) -> dict[str, int]:
    return dict(words.words())


@pytest.mark.parametrize(
    "data",
    [
        "cat;70\nice cream\n",
        "cat\t70\r\nice cream\t50\r\n",
        "cat,70\nice-cream",
        "# mine\n\nCat; 70 \n  Ice'Cream  \n   # more\n",
        "\ufeffcat;70\nÍce créam\n",
        "cat;70\rice cream\r",
        "cat;0070\nICECREAM;\n",
    ],
)
def test_syntaxes(tmp_path: Path, data: str) -> None:
    assert contents(load(tmp_path, data)) == {"CAT": 70, "ICECREAM": 50}


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("a.dict.gz", gzip.compress),
        ("A.GZ", gzip.compress),
        ("a.dict", gzip.compress),
        ("a.xz", lzma.compress),
        ("a.dict", lzma.compress),
    ],
)
def test_compressed_by_name_or_first_bytes(
    tmp_path: Path, name: str, pack: Callable[[bytes], bytes]
) -> None:
    assert contents(load(tmp_path, pack(b"cat;70\n"), name)) == {"CAT": 70}


def test_written_forms_lose_the_blanks_around_them(tmp_path: Path) -> None:
    words = load(tmp_path, "  Ice  cream ;70\n\tTête à tête \t 5\ncat \r\n")
    assert words.written("ICECREAM") == "Ice  cream"
    assert words.written("TETEATETE") == "Tête à tête"
    assert words.written("CAT") == "cat"


def test_phrases_keep_their_punctuation(tmp_path: Path) -> None:
    words = load(tmp_path, "Take physic, pomp\nplay on; Give me excess\ncat, 20\n")
    assert contents(words) == {"CAT": 20, "PLAYONGIVEMEEXCESS": 50, "TAKEPHYSICPOMP": 50}
    assert words.written("TAKEPHYSICPOMP") == "Take physic, pomp"
    assert words.written("PLAYONGIVEMEEXCESS") == "play on; Give me excess"


def test_latin_1_and_windows_1252_are_said(tmp_path: Path) -> None:
    latin = load(tmp_path, "café;70\n".encode("latin-1"))
    assert contents(latin) == {"CAFE": 70}
    assert latin.written("CAFE") == "café"
    assert latin.report.encoding == "Latin-1"
    assert "not all UTF-8: read as Latin-1" in latin.report.lines()
    windows = load(tmp_path, "Rock ’n’ roll\n".encode("cp1252"))
    assert windows.written("ROCKNROLL") == "Rock ’n’ roll"
    assert windows.report.encoding == "Windows-1252"


def test_report_of_a_mixed_list(tmp_path: Path) -> None:
    lines = ["# head", "", "cat", "CAT;20", "c'at;60", "a", "4x4", "é", "ab" * 40, "Ω", "dog"]
    report = load(tmp_path, "\n".join(lines)).report
    assert (report.n_lines, report.n_words, report.n_duplicates) == (11, 2, 2)
    assert {why: (d.count, d.examples, d.places) for why, d in report.dropped.items()} == {
        OUTSIDE: (2, ("4x4", "Ω"), ("line 7", "line 10")),
        TOO_SHORT: (2, ("a", "é"), ("line 6", "line 8")),
        TOO_LONG: (1, ("ab" * 40,), ("line 9",)),
    }
    assert report.lines()[:2] == ("2 words from 11 lines", "2 duplicates left out")


def test_examples_stop_at_five(tmp_path: Path) -> None:
    report = load(tmp_path, "cat\n" + "".join(f"x{i}\n" for i in range(9))).report
    assert report.dropped[OUTSIDE].count == 9
    assert report.dropped[OUTSIDE].examples == ("x0", "x1", "x2", "x3", "x4")
    assert report.lines()[-1].endswith(
        "(x0 in line 2, x1 in line 3, x2 in line 4, x3 in line 5, x4 in line 6, …)"
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("cat;high\n", "{}:1:5: score 'high' is not a number from 0 to 1000; write"),
        ("cat;50\ndog;1001\n", "{}:2:5: score '1001' is not a number from 0 to 1000; write"),
        ("é\tx\n", "{}:1:3: score 'x' is not a number"),
        ("  cat; 1000.5\n", "{}:1:8: score '1000.5' is not a number"),
        ("cat,5-\n", "{}:1:5: score '5-' is not a number"),
        ("cat;0.5\ndog;0,25\nowl;1\n", "{}: all scores are from 0 to 1 and would be rounded"),
        ("cat;²\n", "{}:1:5: score '²' is not a number"),
        ("cat;" + "9" * 5000, "{}:1:5: score '99999999999999999999…' is not a number"),
        (b"cat\0dog", "{}: the file is binary, not a list of words; use a text file"),
        (b"\x89PNG\r\n\x1a\n\x08\xff", "{}: the file is a picture, not a list of words; type"),
        (b"\x81\xffcat", "{}: the file is binary"),
        (b"\xff\xfec\0\0\xd8", "{}: the UTF-16 text is damaged; save it as UTF-8"),
        (b"\xff\xfe\0\0c\0\0\0", "{}: the file is binary, not a list of words; use"),
        (b"", "{}: the list is empty; write one word a line"),
        ("\n# only\n\n", "{}: the list is empty; write one word a line"),
        ("4x4\n5\n", "{}: no line has a usable word: '4x4' has characters outside the "),
        ("a\n", "{}: no line has a usable word: 'a' has fewer than 2 letters; check the alph"),
    ],
)
def test_bad_content(tmp_path: Path, data: str | bytes, message: str) -> None:
    with pytest.raises(WordListError) as info:
        load(tmp_path, data)
    text = str(info.value)
    assert text.startswith(message.format(tmp_path / "list.txt"))
    assert "\n" not in text


# Without the time of day, which would make the names of the tests differ between processes.
GZIPPED = gzip.compress(b"cat\n" * 99, mtime=0)


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("x.gz", b"cat\n", "not a valid gzip file"),
        ("x.txt", GZIPPED[:-9], "not a valid gzip file"),
        ("x.gz", GZIPPED[:14] + b"\xff\xff\xff", "not a valid gzip file"),
        ("x.xz", b"cat\n", "not a valid xz file"),
        ("x.txt", lzma.compress(b"cat\n" * 99)[:-9], "not a valid xz file"),
    ],
)
def test_damaged_archives(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    with pytest.raises(WordListError) as info:
        load(tmp_path, data, name)
    assert str(info.value).startswith(f"{tmp_path / name}: {message}")
    assert str(info.value).endswith("; create it again, or rename it if it is not compressed")


def test_missing_file_and_directory(tmp_path: Path) -> None:
    with pytest.raises(WordListError) as info:
        WordList.load(tmp_path / "no.txt")
    assert str(info.value) == f"{tmp_path / 'no.txt'}: there is no such file; check the path"
    with pytest.raises(WordListError) as info:
        WordList.load(tmp_path)
    assert str(info.value) == f"{tmp_path}: this is a directory; name a file in it"
    with pytest.raises(WordListError, match="the file cannot be read: "):
        WordList.load(tmp_path / "list.txt\0")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_no_permission(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("cat\n")
    path.chmod(0)
    with pytest.raises(WordListError, match="the file cannot be read: permission denied"):
        WordList.load(path)


def test_earlier_file_wins_even_when_lower(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("cat;20\nCat;30\ndog;60\n")
    (tmp_path / "b").write_text("c-a-t;90\ncow;10\ndog;60\n")
    words = WordList.load(tmp_path / "a", tmp_path / "b")
    assert contents(words) == {"DOG": 60, "CAT": 30, "COW": 10}
    assert words.written("CAT") == "Cat"
    assert words.report.n_duplicates == 3
    assert words.source == f"{tmp_path / 'a'}, {tmp_path / 'b'}"
    # Precedence comes first: the better CAT of the second file does not come back.
    cut = WordList.load(tmp_path / "a", tmp_path / "b", min_score=50)
    assert contents(cut) == {"DOG": 60}
    assert cut.report.dropped[LOW_SCORE].count == 2
    turned = WordList.load(tmp_path / "b", tmp_path / "a", min_score=50)
    assert contents(turned) == {"CAT": 90, "DOG": 60}
    assert turned.written("CAT") == "c-a-t"


def test_exclude(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("café;20\ndog;60\nice cream\ncow\n")
    (tmp_path / "out").write_text("# no\nCAFE;99\nice-cream\nunicorn\n")
    (tmp_path / "more").write_text("cow\n")
    words = WordList.load(tmp_path / "words", exclude=[tmp_path / "out", tmp_path / "more"])
    assert contents(words) == {"DOG": 60}
    assert words.report.dropped[EXCLUDED].count == 3
    assert words.report.n_words == len(words) == 1
    (tmp_path / "none").write_text("\n")
    assert len(WordList.load(tmp_path / "words", exclude=[tmp_path / "none"])) == 4
    with pytest.raises(WordListError, match="no such file"):
        WordList.load(tmp_path / "words", exclude=[tmp_path / "nowhere"])


def test_options_that_leave_nothing(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("cat;20\n")
    with pytest.raises(WordListError, match="the options leave no word of the list; lower the min"):
        WordList.load(tmp_path / "words", min_score=21)
    with pytest.raises(OptionError, match="max_words: must be 1 or greater, got 0"):
        WordList.load(tmp_path / "words", max_words=0)
    with pytest.raises(OptionError, match="no file is given"):
        WordList.load()


def test_every_file_must_hold_a_word(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("cat\n")
    (tmp_path / "empty").write_text("")
    with pytest.raises(InputError, match="empty: the list is empty"):
        WordList.load(tmp_path / "words", tmp_path / "empty")


def test_other_alphabets(tmp_path: Path) -> None:
    path = tmp_path / "words"
    path.write_text("año;70\nano;60\ncañón\nOdysseus\nΟδυσσεύς\n", encoding="utf-8")
    spanish = WordList.load(path, alphabet=Alphabet("ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"))
    assert [w for w, _ in spanish.words()] == ["AÑO", "ANO", "CAÑON", "ODYSSEUS"]
    assert spanish.query("a?o") == [("AÑO", 70), ("ANO", 60)]
    assert spanish.query("*[n-o]ñ*") == []
    assert spanish.query("*[ñ]*") == [("AÑO", 70), ("CAÑON", 50)]
    latin = WordList.load(path)
    assert latin.score("ANO") == 70
    assert latin.written("ANO") == "año"
    greek = WordList.load(path, alphabet=Alphabet("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"))
    assert [w for w, _ in greek.words()] == ["ΟΔΥΣΣΕΥΣ"]


def test_a_long_list_is_compressed_in_pieces_to_the_same_bytes(tmp_path: Path) -> None:
    words = WordList.from_words(map("".join, itertools.product("ABCDEFGHIJ", repeat=4)))
    words.save(tmp_path / "plain.txt")
    words.save(tmp_path / "packed.xz")
    plain = (tmp_path / "plain.txt").read_bytes()
    assert len(plain) > _PACKED_AT_ONCE
    assert (tmp_path / "packed.xz").read_bytes() == lzma.compress(plain)
