"""Files of clues: syntaxes, tables, encodings, what is left out, and one line for each defect."""

from __future__ import annotations

import csv
import gzip
import io
import random
import tracemalloc
from pathlib import Path
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.tasks import little_work

from satcross.apps.clues.book import NO_CLUE, NO_LETTERS, OUTSIDE, ClueBook
from satcross.apps.clues.lines import CLUES, clean, format_line, parse_line, read_lines
from satcross.errors import FormatError, InputError, OptionError
from satcross.model.alphabet import LATIN, Alphabet
from satcross.words.alphabets import parse_alphabet


def load(folder: Path, data: str | bytes, name: str = "clues.tsv") -> ClueBook:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return ClueBook.load(path)


def contents(book: ClueBook) -> dict[str, tuple[str, ...]]:
    return {word: book.clues(word) for word in book.words()}


PLAIN = {"CAT": ("Pet", "Mouser; feline, say"), "ICECREAM": ("It melts",)}


@pytest.mark.parametrize(
    "data",
    [
        "cat\tPet\ncat\tMouser; feline, say\nice cream\tIt melts\n",
        "# mine\n\n  Cat \t Pet \r\nC-A-T\tMouser;  feline, say\r\nICECREAM\tIt melts\r\n",
        "\ufeffcat\tPet\rcat\tMouser; feline, say\rice cream\tIt melts",
        "cat\t50\tPet\ncat\t7.5\tMouser; feline, say\nice cream\t9\tIt melts\t2019\n",
        "cat;Pet\ncat;Mouser; feline, say\nice cream;It melts\n",
        "cat;50;Pet\ncat;Mouser; feline, say\nice cream;0;It melts\n",
        'cat,Pet\n"cat",50,"Mouser; feline, say"\n"ice cream",It melts\nCAT,Pet\n',
        'cat,Pet\ncat,"Mouser; feline, say"\nice cream,It melts\n',
        'word,clue\ncat,Pet\ncat,"Mouser; feline, say"\n"ice cream",It melts\n',
        'Clue;Length;Answer\nPet;3;cat\n"Mouser; feline, say";3;CAT\nIt melts;8;Ice Cream\n',
        'sep=;\nanswer;clue\ncat;Pet\ncat;"Mouser;\r\n feline, say"\nice cream;It melts\n',
        "pubid\tyear\tanswer\tclue\nx\t1999\tCAT\tPet\nx\t1999\tCAT\tMouser; feline, say\n"
        "x\t\tICECREAM\tIt melts\n",
        "word\tscore\tclue\ncat\t\tPet\ncat\t5\tMouser; feline, say\nice cream\t1\tIt melts\n",
    ],
)
def test_syntaxes(tmp_path: Path, data: str) -> None:
    assert contents(load(tmp_path, data)) == PLAIN


@pytest.mark.parametrize(
    ("line", "separator", "expected"),
    [
        ('CAT\t"Jaws" eater', "\t", ("CAT", '"Jaws" eater')),
        ('CAT\t"Jaws"', "\t", ("CAT", '"Jaws"')),
        ('CAT\t"The ""Jaws"" cat"', "\t", ("CAT", 'The "Jaws" cat')),
        ('CAT\t"""Stop!"""', "\t", ("CAT", '"Stop!"')),
        ('CAT\t"A" or ""B"""', "\t", ("CAT", '"A" or ""B"""')),
        ("CAT\t1984\n", "\t", ("CAT", "1984")),
        ("CAT\t1984\t\n", "\t", ("CAT", "")),
        ("CAT", "\t", ("CAT", "")),
        ("\tPet", "\t", ("", "Pet")),
        ('CAT;"Jaws"', ";", ("CAT", '"Jaws"')),
        ('CAT;"Jaws; the film"', ";", ("CAT", "Jaws; the film")),
        ('"CAT";"Jaws"', ";", ("CAT", "Jaws")),
        ('"CAT" ; 60 ; "Jaws"', ";", ("CAT", "Jaws")),
        ('CAT,"""Stop"""', ",", ("CAT", '"Stop"')),
        ('CAT,"Stop," he said', ",", ("CAT", '"Stop," he said')),
        ('CAT;"A; b" or "c"', ";", ("CAT", '"A; b" or "c"')),
        ("CAT,Pet, often", ",", ("CAT", "Pet, often")),
        ("CAT,12345,Pet", ",", ("CAT", "12345,Pet")),
        ('"CAT', ";", ('"CAT', "")),
        ('CAT;"', ";", ("CAT", '"')),
    ],
)
def test_lines(line: str, separator: str, expected: tuple[str, str]) -> None:
    assert parse_line(line, separator) == expected


@pytest.mark.parametrize(
    ("data", "encoding", "clue"),
    [
        ("café\tÀ boire\n".encode(), "UTF-8", "À boire"),
        ("café\tÀ boire\n".encode("latin-1"), "Latin-1", "À boire"),
        ("café\t“À boire”\n".encode("cp1252"), "Windows-1252", "“À boire”"),
        ("café\tÀ boire\r\n".encode("utf-16"), "UTF-16", "À boire"),
        ("café\tÀ boire\n".encode("utf-8-sig"), "UTF-8", "À boire"),
        (gzip.compress("café\tÀ boire\n".encode(), mtime=0), "UTF-8", "À boire"),
    ],
)
def test_encodings(tmp_path: Path, data: bytes, encoding: str, clue: str) -> None:
    book = load(tmp_path, data)
    assert contents(book) == {"CAFE": (clue,)}
    assert book.report.encoding == encoding


def test_report_names_lines(tmp_path: Path) -> None:
    data = "cat\tPet\n4x4\tJeep\ndog\n--\tWhat?\ncat\tPet\n# x\nowl\t \ncat\tPET\n"
    report = load(tmp_path, data).report
    assert (report.n_lines, report.n_words, report.n_clues, report.n_repeats) == (8, 1, 2, 1)
    told = {why: (d.count, d.examples, d.places) for why, d in report.dropped.items()}
    assert told == {
        OUTSIDE: (1, ("4x4",), ("line 2",)),
        NO_CLUE: (2, ("dog", "owl"), ("line 3", "line 7")),
        NO_LETTERS: (1, ("--",), ("line 4",)),
    }
    assert report.lines() == (
        "clues for 1 word: 2, from 8 lines",
        "left out, repeated: 1",
        "left out, no clue: 2 (dog in line 3, owl in line 7)",
        "left out, no letters: 1 (-- in line 4)",
        "left out, characters outside the alphabet: 1 (4x4 in line 2)",
    )
    assert report.warnings() == report.lines()[2:]


def test_several_files_and_only(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("cat\tPet\ndog\tHound\nx1\tY\n")
    (tmp_path / "b.csv").write_text("word,clue\nowl,Hooter\ncat,Mouser\ncat,Pet\n,None\n")
    paths = tmp_path / "a.tsv", tmp_path / "b.csv"
    book = ClueBook.load(*paths)
    assert contents(book) == {"CAT": ("Pet", "Mouser"), "DOG": ("Hound",), "OWL": ("Hooter",)}
    assert book.report.dropped[OUTSIDE].places == ("a.tsv line 3",)
    assert book.report.dropped[NO_LETTERS].places == ("b.csv line 5",)
    assert book.report.n_lines == 8
    some = ClueBook.load(*paths, only={"CAT", "EMU"})
    assert contents(some) == {"CAT": ("Pet", "Mouser")}
    assert "CAT" in some
    assert "DOG" not in some
    assert len(ClueBook.load(*paths, only=())) == 0


def test_alphabets(tmp_path: Path) -> None:
    path = tmp_path / "clues"
    path.write_text("Übel\tBöse\nÉtude\tÜbung\n", encoding="utf-8")
    for name, words in (
        ("latin", ["ETUDE", "UBEL"]),
        ("german", ["ETUDE", "ÜBEL"]),
        ("german-ae", ["ETUDE", "UEBEL"]),
    ):
        assert ClueBook.load(path, alphabet=parse_alphabet(name)).words() == words


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "{}: the list of clues is empty; write WORD, a tab and its clue"),
        ("# nothing\n\n", "{}: the list of clues is empty; write WORD, a tab and its clue"),
        ("# x\ncat\ndog\n", "{}:2: 'cat' has no clue; write WORD, a tab and its clue"),
        (
            "4x4\tJeep\nowl\t\n",
            "{}: no line has a word and a clue; write WORD, a tab and its clue, or check the"
            " alphabet",
        ),
        (
            "\nword;score\ncat;50\n",
            "{}:2: the header has no column of clues; call the column 'clue'",
        ),
        (
            'word,clue\ncat,Pet\ndog,"Hound\nowl,Hooter\n',
            '{}:3: a quote in this row is not closed; close it, or write a quote in the text as ""',
        ),
        (
            'word,clue\ncat,"Pet\n' + "dog,Hound\n" * 30 + 'owl,"x"\n',
            '{}:2: a quote in this row is not closed; close it, or write a quote in the text as ""',
        ),
        (
            'word,clue\ncat,"' + "x" * 200_000,
            '{}:2: a quote in this row is not closed; close it, or write a quote in the text as ""',
        ),
        (b"cat\tP\0t\n", "{}: the file is binary, not a list of clues; use a text file"),
        (b"\xff\xfec\0a\0t\0", "{}:1: 'cat' has no clue; write WORD, a tab and its clue"),
        (b"\xff\xfec\0\0", "{}: the UTF-16 text is damaged; save it as UTF-8"),
    ],
)
def test_bad_files(tmp_path: Path, data: str | bytes, message: str) -> None:
    with pytest.raises(FormatError) as info:
        load(tmp_path, data)
    assert str(info.value) == message.format(tmp_path / "clues.tsv")


def test_missing_files(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="nosuch: there is no such file; check the path"):
        ClueBook.load(tmp_path / "nosuch")
    with pytest.raises(FormatError, match="this is a directory; name a file in it"):
        ClueBook.load(tmp_path)
    with pytest.raises(OptionError, match="clues: no file is given; name one"):
        ClueBook.load()


def test_packed_zeros_do_not_fill_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "bomb.gz"
    with gzip.GzipFile(path, "wb", mtime=0) as file:
        for _ in range(97):
            file.write((b"cat\tPet" + b" " * 120 + b"\n") * (1 << 13))
    assert path.stat().st_size < 1 << 20
    tracemalloc.start()
    try:
        with pytest.raises(FormatError, match=r"bomb\.gz: the file unpacks to more than 96 MB; "):
            ClueBook.load(path)
        assert tracemalloc.get_traced_memory()[1] < 120 << 20
    finally:
        tracemalloc.stop()


TEXT = st.text(st.one_of(st.sampled_from(list('"";,\t #abZé0')), st.characters(codec="utf-8")))


@given(word=st.sampled_from(["CAT", "ÀB", "4X4"]), clue=TEXT.map(clean))
@example(word="CAT", clue='"He said ""Stop"""')
@example(word="CAT", clue='""')
@example(word="CAT", clue='""""')
def test_line_round_trip(word: str, clue: str) -> None:
    assert parse_line(format_line(word, clue) + "\n", "\t") == (word, clue)


@given(pairs=st.lists(st.tuples(st.sampled_from(["cat", "ice cream", "Été", "x1"]), TEXT)))
@example(pairs=[("cat", "\x00")])
@example(pairs=[("cat", "\x1c"), ("cat", "a\x85b\u2028c")])
def test_book_round_trip(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[str, str]]
) -> None:
    book = ClueBook.from_pairs(pairs)
    expected: dict[str, list[str]] = {}
    for written, text in pairs:
        word, clue = LATIN.normalise(written), " ".join(text.split())
        if word and clue and clue not in expected.setdefault(word, []):
            expected[word].append(clue)
    assert contents(book) == {word: tuple(some) for word, some in expected.items() if some}
    if len(book) and not any("\0" in text for _, text in pairs):
        path = tmp_path_factory.mktemp("book") / "clues.tsv"
        path.write_text(book.text(), encoding="utf-8", newline="\n")
        assert contents(ClueBook.load(path)) == contents(book)


@given(
    rows=st.lists(
        st.tuples(st.sampled_from(["cat", "ice cream", "dog"]), TEXT.map(clean).filter(bool)),
        min_size=1,
    ),
    delimiter=st.sampled_from(";,"),
    quote_all=st.booleans(),
)
def test_tables_of_the_csv_module(
    rows: list[tuple[str, str]], delimiter: str, quote_all: bool
) -> None:
    out = io.StringIO()
    quoting: Final = csv.QUOTE_ALL if quote_all else csv.QUOTE_MINIMAL
    table = csv.writer(out, delimiter=delimiter, quoting=quoting)
    table.writerows([("word", "clue"), *rows])
    data = out.getvalue().replace("\0", "").encode()
    got = [(word, clue) for _, word, clue, _ in read_lines(CLUES.decode(data, "x"))]
    assert got == [(word, clean(clue.replace("\0", ""))) for word, clue in rows]


def spoilt(seed: int) -> bytes:
    """Bytes that are nearly a file of clues, or nothing of the kind."""
    rng = random.Random(seed)
    if rng.random() < 0.3:
        return rng.randbytes(rng.randint(0, 200))
    sep = rng.choice("\t;,")
    header = rng.choice(["", "", f"word{sep}clue\n", f"clue{sep}score{sep}answer\n", "sep=;\n"])
    body = "".join(
        rng.choice(["cat", '"dog"', "é", "", "4x4", '"x'])
        + rng.choice([sep, sep, sep + "50" + sep, ""])
        + rng.choice(["Pet", '"a;b,c"', '"', '""', "1", "", "x" * 50])
        + rng.choice(["\n", "\r\n", "\n\n", "\r"])
        for _ in range(rng.randint(0, 12))
    )
    data = bytearray((header + body).encode(rng.choice(["utf-8", "latin-1", "utf-16", "cp1252"])))
    for _ in range(rng.choice([0, 0, 1, 3])):
        if data:
            data[rng.randrange(len(data))] = rng.randrange(256)
    data = data[: rng.randint(0, len(data))] if rng.random() < 0.3 else data
    return (
        gzip.compress(bytes(data), mtime=0)[: rng.choice([None, 15, -3])]
        if seed % 7 == 0
        else bytes(data)
    )


def attempt(path: Path) -> tuple[ClueBook | None, str]:
    try:
        return ClueBook.load(path), ""
    except InputError as error:
        return None, str(error)


def check_spoilt(folder: Path, seeds: range) -> None:
    path = folder / "clues"
    n_read = 0
    for seed in seeds:
        path.write_bytes(spoilt(seed))
        book, fault = attempt(path)
        if book is None:
            assert "\n" not in fault
            assert fault.startswith(str(path))
            continue
        n_read += 1
        for word in book.words():
            assert all(letter in LATIN for letter in word)
            assert all(clue and clue == clean(clue) for clue in book.clues(word))
    assert n_read > len(seeds) // 10


def test_spoilt_files(tmp_path: Path) -> None:
    check_spoilt(tmp_path, range(200))


@pytest.mark.slow
def test_many_spoilt_files(tmp_path: Path) -> None:
    check_spoilt(tmp_path, range(200, 2400))


@pytest.mark.slow
def test_half_a_million_lines(tmp_path: Path) -> None:
    rng = random.Random(3)
    words = ["".join(rng.choices("abcdefghij", k=rng.randint(3, 9))) for _ in range(100_000)]
    path = tmp_path / "clues.tsv"
    path.write_text("".join(f"{rng.choice(words)}\tClue number {i}\n" for i in range(500_000)))
    only = {word.upper() for word in words[:80]}
    with little_work():
        some = ClueBook.load(path, only=only)
    whole = ClueBook.load(path, alphabet=Alphabet("ABCDEFGHIJ"))
    assert whole.report.n_clues == 500_000
    assert contents(some) == {word: whole.clues(word) for word in some.words()}
    assert set(some.words()) == only & set(whole.words())


def test_clues_are_found_as_people_write_their_words() -> None:
    pairs = [("Ice Cream", "It melts"), ("année", "A year in Paris")]
    book = ClueBook.from_pairs(pairs)
    for written in ("ICECREAM", "ice cream", "Ice-Cream"):
        assert book.clues(written) == ("It melts",)
        assert written in book
        assert book.written(written) == "Ice Cream"
    assert book.clues("annee") == book.clues("ANNÉE") == ("A year in Paris",)
    for nothing in ("", "ice", "4x4"):
        assert nothing not in book
        assert book.clues(nothing) == ()
