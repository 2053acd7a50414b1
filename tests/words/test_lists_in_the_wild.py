"""Word lists as programs and people write them, read to the same words and scores."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest

from satcross.errors import InputError, WordListError
from satcross.model.alphabet import LATIN
from satcross.words import WordList
from satcross.words.alphabets import parse_alphabet
from satcross.words.lines import ListLine
from satcross.words.report import NEGATIVE, OUTSIDE

EXPECTED = {"ICECREAM": 70, "HELLODOLLY": 60, "CAT": 50, "ITSAWRAP": 25}

WILD = {
    "dict": "ICECREAM;70\nHELLODOLLY;60\nCAT;50\nITSAWRAP;25\n",
    "lower case, spaces and punctuation": "ice cream;70\nHello, Dolly!;60\ncat;50\nIt's a wrap;25",
    "remarks": "# 2024\nICECREAM;70 # my own\nHELLODOLLY;60  # ; x\nCAT;50\n\nITSAWRAP;25\n",
    "sample clues": "ICECREAM;70;Cold; sweet\nHELLODOLLY;60;1,234\nCAT;50;\nITSAWRAP;25;Done, 9\n",
    "sample clues after tabs": "ICECREAM\t70\tCold\nHELLODOLLY\t60\t5\nCAT\t\tPet\nITSAWRAP\t25\t",
    "blanks": "# by length\nice cream 70\nHello, Dolly! 60\n\ncat 50\nIt's a wrap 25",
    "at signs": "ice cream@70\nHello, Dolly!@60 \ncat@50\nIt's a wrap@25\n",
    "tabs": "Ice cream\t70\nHello, Dolly\t60\ncat\nIt's a wrap\t25\n",
    "commas": "ice cream,70\nHello, Dolly,60\ncat\nit's a wrap,25\n",
    "quoted": '"ice cream",70\n"Hello, Dolly!",60\n"cat"\n"it\'s a wrap","25"\n',
    "quoted semicolons": '"ice cream";70\n"Hello; Dolly!";60\n"cat";;\n"It\'s a wrap";"25";"x;y"\n',
    "fractions": "ICECREAM;69.5\nHELLODOLLY;60.49\nCAT;50,0\nITSAWRAP;24,51\n",
    "windows": "\ufeffICECREAM;70\r\nHELLODOLLY;60\r\nCAT;50\r\nITSAWRAP;25\r\n",
    "old mac": "ICECREAM;70\rHELLODOLLY;60\rCAT;50\rITSAWRAP;25\r",
    "enumerations": "ice cream (3,5)\t70\n".replace(" (3,5)", "")
    + "Hello, Dolly! (5, 5);60\ncat (3)\nIt's a wrap;25\n".replace(" (5, 5)", ""),
    "header, commas": 'word,score\nice cream,70\n"Hello, Dolly!",60\ncat,\nIt\'s a wrap,25\n',
    "header, turned": 'Clue;RANK;Date;Entry\n"Cold; sweet";70;2020;ice cream\n;60;;Hello, Dolly!\n'
    "Pet;;;cat\nDone;25;;It's a wrap\n",
    "header, tabs": 'answer\tclue\tscore\nice cream\t"Cold\t70\nHello, Dolly!\tX "y" z\t60\n'
    "cat\nIt's a wrap\t\t25\n",
    "header, spreadsheet": 'sep=;\r\n"Word";"Score"\r\n"ice cream";"70"\r\n"Hello, Dolly!";"60,3"'
    '\r\n"cat";""\r\n"It\'s a wrap";"25"\r\n',
    "header, line ends in fields": 'word,clue,score\nice cream,"Cold\nand\nsweet",70\n'
    '"Hello, Dolly!","a ""b""\r\nc",60\ncat,,50\nIt\'s a wrap,x,25\n',
    "header, only words": "# list\n\nword;length\nICECREAM;8\nHELLODOLLY;10\nCAT;3\nITSAWRAP;8\n",
}


@pytest.mark.parametrize("name", WILD)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252", "utf-8-sig"])
def test_wild_lists(tmp_path: Path, name: str, encoding: str) -> None:
    path = tmp_path / "list"
    text = WILD[name]
    data = text.removeprefix("\ufeff").encode(encoding) if encoding != "utf-8" else text.encode()
    path.write_bytes(data)
    words = WordList.load(path)
    expected = dict.fromkeys(EXPECTED, 50) if name == "header, only words" else EXPECTED
    assert dict(words.words()) == expected
    assert words.report.dropped == {}
    assert words.report.n_rounded == {"fractions": 3, "header, spreadsheet": 1}.get(name, 0)
    path.write_bytes(gzip.compress(data, mtime=0))
    assert WordList.load(path).digest == words.digest


def test_written_forms_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "list"
    for name in ("lower case, spaces and punctuation", "header, turned", "quoted"):
        path.write_text(WILD[name])
        words = WordList.load(path)
        assert words.written("ICECREAM") == "ice cream"
        assert words.written("HELLODOLLY") == "Hello, Dolly!"
        assert words.written("ITSAWRAP").lower() == "it's a wrap"


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        ("cat;50;feline", ListLine("cat", 50, 0)),
        ("cat;50;1984", ListLine("cat", 50, 0)),
        ("cat;;feline", ListLine("cat", 50, 0)),
        ("cat;;", ListLine("cat;", 50, 0)),
        ("cat;;7", ListLine("cat;", 7, 0)),
        ("  cat\t7\tx", ListLine("cat", 7, 2)),
        ("I came, I saw, 7", ListLine("I came, I saw", 7, 0)),
        ("Café, Été", ListLine("Café, Été", 50, 0)),
        ("I came, I saw", ListLine("I came, I saw", 50, 0)),
        ('"Stop," she said', ListLine('"Stop," she said', 50, 0)),
        ('"Stop"', ListLine("Stop", 50, 1)),
        (' "Stop, thief";8', ListLine("Stop, thief", 8, 2)),
        ('"a ""b""",8,x', ListLine('a ""b""', 8, 1)),
        ("ice cream (3,5)", ListLine("ice cream", 50, 0)),
        ("half-wit (4-3)", ListLine("half-wit", 50, 0)),
        ("a" * 9, ListLine("a" * 9, 50, 0)),
        ("cat (pet)", ListLine("cat (pet)", 50, 0)),
        ("cat;-1", ListLine("cat", ListLine.BELOW_ZERO, 0)),
        ("cat;-0.4", ListLine("cat", ListLine.BELOW_ZERO, 0)),
        ("cat;-0.0", ListLine("cat", 0, 0)),
        ("cat;+7", ListLine("cat", 7, 0)),
        ("cat;7.0", ListLine("cat", 7, 0)),
        ("cat;7.5", ListLine("cat", 8, 0, True)),
        ("cat;7,49", ListLine("cat", 7, 0, True)),
        ("cat;1000.4", ListLine("cat", 1000, 0, True)),
        ("cat;50 # dull", ListLine("cat", 50, 0)),
    ],
)
def test_lines(raw: str, line: ListLine) -> None:
    assert ListLine.parse(raw) == line


@pytest.mark.parametrize(
    ("raw", "column", "shown"),
    [
        ("cat;x;y", 7, "y"),
        ("cat\tfeline", 5, "feline"),
        ("cat;1000.5", 5, "1000.5"),
        ("cat;1e3", 5, "1e3"),
        ("cat;7.", 5, "7."),
        ("cat;50#dull", 5, "50#dull"),
        ('"cat",x', 7, "x"),
        ('"cat", a b', 8, "a b"),
        ("  cat;  12345", 9, "12345"),
    ],
)
def test_faulty_lines(raw: str, column: int, shown: str) -> None:
    with pytest.raises(WordListError) as info:
        ListLine.parse(raw, source="my.dict", number=3)
    assert str(info.value) == (
        f"my.dict:3:{column}: score '{shown}' is not a number from 0 to 1000;"
        " write WORD;score, or the word alone"
    )


def test_scores_below_zero_keep_words_out(tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text("cat;-1\ndog;0\nowl;-0.5\ncat;30\n")
    words = WordList.load(path)
    assert dict(words.words()) == {"CAT": 30, "DOG": 0}
    dropped = words.report.dropped[NEGATIVE]
    assert (dropped.count, dropped.examples) == (2, ("cat", "owl"))
    assert words.report.lines()[-1] == "2 left out: score below 0 (cat in line 1, owl in line 3)"


def test_places_in_several_files_and_tables(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("cat\n4x4\n")
    (tmp_path / "b.csv").write_text('# x\nword,score\ndog,7.5\n\n"a\nb",3\n7up,\nR2D2,1\nowl,-2\n')
    words = WordList.load(tmp_path / "a.txt", tmp_path / "b.csv")
    assert dict(words.words()) == {"CAT": 50, "DOG": 8, "AB": 3}
    assert words.report.lines() == (
        "3 words from 11 lines",
        "1 score rounded to whole numbers",
        "3 left out: characters outside the alphabet (4x4 in a.txt line 2,"
        " 7up in b.csv line 7, R2D2 in b.csv line 8)",
        "1 left out: score below 0 (owl in b.csv line 9)",
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("word,score\ncat,high\n", "{}:2: score 'high' is not a number from 0 to 1000; write"),
        ('word,clue,score\ndog,"a\nb",5\ncat,x,-\n', "{}:4: score '-' is not a number from 0 to"),
        ('word,score\ncat,"7\n', '{}:2: a quote in this row is not closed; close it'),
        ("word,score\n", "{}: the list is empty; write one word a line"),
        ("word;score\n4x4;3\n", "{}: no line has a usable word: '4x4' has characters outside"),
        ("word;score\ncat;0.9\n", "{}: all scores are from 0 to 1 and would be rounded to 0"),
        ("cat 50\n", "{}: no line has a usable word: 'cat 50' has characters outside the"
         " alphabet; write WORD;score, with a semicolon, comma or tab"),
    ],
)  # fmt: skip
def test_bad_lists(tmp_path: Path, data: str, message: str) -> None:
    path = tmp_path / "list.csv"
    path.write_text(data)
    with pytest.raises(WordListError) as info:
        WordList.load(path)
    assert str(info.value).startswith(message.format(path))
    assert "\n" not in str(info.value)


def test_fractions_that_matter_are_not_refused(tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text("cat;1\ndog;0\n")
    assert dict(WordList.load(path).words()) == {"CAT": 1, "DOG": 0}
    path.write_text("cat;1.4\ndog;0.5\nowl;2\n")
    assert dict(WordList.load(path).words()) == {"CAT": 1, "DOG": 1, "OWL": 2}


def test_a_list_may_hold_the_word_word(tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text("word\nscore\n")
    assert dict(WordList.load(path).words()) == {"WORD": 50, "SCORE": 50}
    path.write_text("word;50\nscore;60\n")
    assert dict(WordList.load(path).words()) == {"WORD": 50, "SCORE": 60}
    path.write_text("answer, my friend\nword\n")
    assert sorted(word for word, _ in WordList.load(path).words()) == ["ANSWERMYFRIEND", "WORD"]


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("utf-8", "UTF-8"), ("latin-1", "Latin-1"), ("utf-16", "UTF-16"), ("utf-8-sig", "UTF-8")],
)
def test_encodings_are_detected(tmp_path: Path, encoding: str, name: str) -> None:
    path = tmp_path / "list"
    path.write_bytes("Übel;70\r\naño;60\r\n".encode(encoding))
    words = WordList.load(path, alphabet=parse_alphabet("german+spanish"))
    assert dict(words.words()) == {"ÜBEL": 70, "AÑO": 60}
    assert words.report.encoding == name


def test_big_endian_utf_16(tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_bytes(b"\xfe\xff" + "Ωραία;70\n".encode("utf-16-be"))
    assert dict(WordList.load(path, alphabet=parse_alphabet("greek")).words()) == {"ΩΡΑΙΑ": 70}


def test_packed_zeros_do_not_fill_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "list.gz"
    with gzip.GzipFile(path, "wb", mtime=0) as file:
        for _ in range(33):
            file.write(b"\0" * (1 << 20))
    with pytest.raises(
        WordListError, match=r"unpacks to more than 32 MB; check that it is the right file"
    ):
        WordList.load(path)


def spoilt(seed: int) -> bytes:
    """Bytes that are nearly a word list, or nothing of the kind."""
    rng = random.Random(seed)
    if rng.random() < 0.3:
        return rng.randbytes(rng.randint(0, 200))
    sep = rng.choice("\t;,")
    body = rng.choice(["", "", f"word{sep}score\n", f"clue{sep}score{sep}word\n", "sep=;\n"])
    for _ in range(rng.randint(0, 12)):
        body += rng.choice(["cat", '"dog"', "é", "", "4x4", '"x', "ice cream", "a, b", "c (1)"])
        body += rng.choice([sep, sep, sep, "", ";"])
        body += rng.choice(["7", "7.5", "-1", "50 # x", "50;x", "", "", '"9"', "x"][: 9 - seed % 2])
        body += rng.choice(["\n", "\n", "\r\n", "\r", "\n\n"])
    data = bytearray(body.encode(rng.choice(["utf-8", "latin-1", "utf-16", "cp1252"])))
    for _ in range(rng.choice([0, 0, 0, 1, 3])):
        if data:
            data[rng.randrange(len(data))] = rng.randrange(256)
    cut = rng.randint(0, len(data)) if rng.random() < 0.3 else len(data)
    packed = gzip.compress(bytes(data), mtime=0)
    return packed[: rng.choice([15, -3, len(packed)])] if seed % 7 == 0 else bytes(data[:cut])


def attempt(path: Path) -> WordList | str:
    try:
        return WordList.load(path)
    except InputError as error:
        return str(error)


def check_spoilt(folder: Path, seeds: range) -> None:
    path = folder / "list"
    n_read = 0
    for seed in seeds:
        path.write_bytes(spoilt(seed))
        found = attempt(path)
        if isinstance(found, str):
            assert "\n" not in found
            assert found.startswith(str(path))
            continue
        n_read += 1
        for word, score in found.words():
            assert 0 <= score <= 1000
            assert LATIN.normalise(found.written(word)) == word
        assert OUTSIDE not in found.report.dropped or found.report.dropped[OUTSIDE].places
    assert n_read > len(seeds) // 10


def test_spoilt_lists(tmp_path: Path) -> None:
    check_spoilt(tmp_path, range(200))


@pytest.mark.slow
def test_many_spoilt_lists(tmp_path: Path) -> None:
    check_spoilt(tmp_path, range(200, 2400))
