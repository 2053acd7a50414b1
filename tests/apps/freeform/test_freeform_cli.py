"""`satcross freeform`: what it prints, how it ends, what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cli import run_cli, run_refused

from satcross.apps.freeform.verify import layout_faults
from satcross.cli import main as command
from satcross.model.grid import Grid
from satcross.words.alphabets import parse_alphabet

OF_LISTS = ["freeform", pytest.param("wordsearch", marks=pytest.mark.needs("apps/wordsearch"))]
OF_OTHERS = pytest.param("a.xd", marks=pytest.mark.needs("apps/interchange"))
Capture = pytest.CaptureFixture[str]
WORDS_FILE = Path(__file__).resolve().parents[3] / "benchmarks/apps/freeform_words.txt"
THIRTY = WORDS_FILE.read_text(encoding="utf-8").split()
FEW = ["ACT", "APT", "CAT", "TAP", "TOP"]


@pytest.fixture
def few(tmp_path: Path) -> str:
    path = tmp_path / "few.txt"
    path.write_text("\n".join(FEW).lower() + "\n")
    return str(path)


@pytest.fixture
def two(tmp_path: Path) -> str:
    """Words with a layout that has voids, and takes no time to be proved the best."""
    path = tmp_path / "cat_top.txt"
    path.write_text("cat\ntop\n")
    return str(path)


def test_text(few: str) -> None:
    code, out, err = run_cli("freeform", few)
    assert code == 0
    assert layout_faults(Grid.parse(out), FEW) == []
    assert err == "5 words in 4x5, 4 crossings; proved: no layout is better\n"
    assert run_cli("freeform", few) == (code, out, err)


def test_several_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text("cat\nact\n")
    code, out, err = run_cli("freeform", str(path), "-n", "50")
    grids = out.strip().split("\n\n")
    assert code == 0
    assert len(set(grids)) == len(grids) > 1
    assert err.splitlines()[-1] == "there is no other that is as good"


def test_json(few: str, tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    code, out, _ = run_cli("freeform", few, "--format", "json", "-o", str(target))
    assert (code, out) == (0, "")
    data = json.loads(target.read_text(encoding="utf-8"))
    assert data["schema"] == "satcross.layout/1"
    assert (data["area"], data["crossings"], data["proved"]) == (20, 4, True)
    rows = data["grid"]
    for word in data["words"]:
        step = (0, 1) if word["direction"] == "A" else (1, 0)
        spelt = "".join(
            rows[word["row"] + i * step[0]][word["col"] + i * step[1]]
            for i in range(len(word["word"]))
        )
        assert spelt == word["word"]
        assert word["slot"].endswith(word["direction"])


@pytest.mark.parametrize("name", [OF_OTHERS, "a.svg", "a.json"])
def test_files(few: str, tmp_path: Path, name: str) -> None:
    target = tmp_path / name
    code, out, _ = run_cli("freeform", few, "-o", str(target), "--title", "Cats", "--lossy")
    assert (code, out) == (0, "")
    assert target.stat().st_size > 50


def test_grey_voids_are_refused_where_nothing_is_drawn(two: str, tmp_path: Path) -> None:
    made = tmp_path / "x.json"
    assert run_cli("freeform", two, "-o", made).code == 0
    for name in ("y.txt", "y.json", ""):
        out = ["-o", str(tmp_path / name)] if name else []
        done = run_cli("freeform", two, "--grey-voids", *out)
        assert done.code == 2
        assert "--grey-voids: " in done.err
        if name:
            again = run_cli("render", made, "--grey-voids", *out)
            assert again.code == 2
            assert "--grey-voids: does not apply to" in again.err
    for name in ("y.svg", "y.pdf"):
        assert run_cli("freeform", two, "--grey-voids", "-o", tmp_path / name).code == 0
        assert run_cli("render", made, "--grey-voids", "-o", tmp_path / name).code == 0
    assert run_cli("render", made, "--grey-voids").code == 0


@pytest.mark.needs("apps/solving")
def test_all_voids_are_grey_where_that_is_asked_for(two: str, tmp_path: Path) -> None:
    for name in ("a.svg", "a.html"):
        drawn = []
        for options in ([], ["--grey-voids"]):
            assert run_cli("freeform", two, "-o", tmp_path / name, *options).code == 0
            drawn.append((tmp_path / name).read_text(encoding="utf-8").count("c4c4c4"))
        assert drawn[0] < drawn[1]


def test_left_out(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("cat\ntop\nxyz\n")
    code, out, err = run_cli("freeform", str(path))
    assert code == 20
    assert layout_faults(Grid.parse(out), ["CAT", "TOP"]) == []
    assert err.splitlines()[1:] == [
        "left out: XYZ (shares no letter with any other)",
        "--parts 2 keeps all words, in 2 layouts on one page",
        "impossible: proved: XYZ shares no letter with any other",
    ]
    code, _, err = run_cli("freeform", str(path), "--at-least", "2")
    assert code == 0
    assert "left out: XYZ (shares no letter with any other)" in err


def test_words_that_cannot_interlock(tmp_path: Path) -> None:
    words = ["bird", "dog", "horse", "sheep"]
    listed = "\n".join(f"{word},A clue of {word}" for word in words)
    target = tmp_path / "p.pdf"
    done = run_cli("freeform", "-", "-o", target, stdin=listed)
    assert (done.code, done.out) == (20, "")
    assert done.err.startswith("3 of 4 words in ")
    assert "share letters only with each other and HORSE, and no layout has all 3)" in done.err
    assert done.err.splitlines()[-1].startswith("impossible: proved: ")
    assert target.read_bytes().startswith(b"%PDF")
    done = run_cli("freeform", "-", "--parts", "2", stdin=listed)
    assert done.code == 0
    assert done.err.startswith("4 words in 2 layouts in ")
    assert layout_faults(Grid.parse(done.out), [word.upper() for word in words], n_parts=2) == []
    target = tmp_path / "p.json"
    assert run_cli("freeform", "-", "--parts", "2", "-o", target, stdin=listed).code == 0
    assert all(f"A clue of {word}" in target.read_text() for word in words)


def test_what_is_not_proved_is_stopped_with_the_best(tmp_path: Path) -> None:
    listed = "\n".join(THIRTY)
    options = ["--max-cols", "11", "--max-rows", "11", "--rounds", "5", "--format", "json"]
    done = run_cli("freeform", "-", *options, stdin=listed)
    assert done.code == 124
    data = json.loads(done.out)
    assert len(data["words"]) + len(data["left_out"]) == 30
    assert "(no place for it was found)" in done.err
    last = "stopped: no layout with all words was found; --prove continues\n"
    assert done.err.endswith(last)


def test_small_squares_are_reported(tmp_path: Path) -> None:
    listed = "donaudampfschifffahrtsgesellschaftskapitaenswitwe\ntau\n"
    for name in ("p.pdf", "p.json"):
        done = run_cli("freeform", "-", "-o", tmp_path / name, stdin=listed)
        assert done.code == 0
        assert ("5.2 mm on this page; write .json instead" in done.err) == (name == "p.pdf")
    made = str(tmp_path / "p.json")
    small = "squares of 5.2 mm on this page; a larger --page has larger ones"
    for args, is_small in (
        (("-o", "q.pdf"), True),
        (("-o", "q.pdf", "--solution"), False),
        (("-o", "q.pdf", "--page", "a3"), False),
        (("-o", "q.svg"), False),
    ):
        done = run_cli("render", made, args[0], tmp_path / args[1], *args[2:])
        assert done.code == 0
        assert (small in done.err) == is_small


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--parts", "0"], "--parts: must be from 1 to 9, got 0"),
        (["--parts", "2", "--at-least", "2"], "--parts: it keeps all words, and does not go with"),
        (["-n", "0"], "--number: must be 1 or greater"),
        (["-n", "2", "-o", "x.svg"], "svg files hold one grid each"),
        (["--at-least", "9"], "--at-least: must be 1 to 5 words, got 9"),
        (["--max-cols", "0"], "--max-cols: must be 1 or greater, got 0"),
        (["--rounds", "-1"], "--rounds: must be 0 or greater, got -1"),
        (["--seed", "-1"], "--seed: must be 0 or greater"),
        (["--title", "x"], "no place for it"),
        (["--format", "gif"], "there is no format 'gif'"),
    ],
)
def test_bad(few: str, arguments: list[str], part: str) -> None:
    code, out, err = run_cli("freeform", few, *arguments)
    assert (code, out) == (2, "")
    assert part in err
    assert err.count("\n") == 1


def test_no_file(tmp_path: Path) -> None:
    code, _, err = run_cli("freeform", str(tmp_path / "none.txt"))
    assert code == 2
    assert "none.txt" in err


def test_a_file_of_bytes_goes_to_stdout_as_it_is(
    capfdbinary: pytest.CaptureFixture[bytes], few: str
) -> None:
    assert command.main(["freeform", few, "--format", "png"]) == 0
    out, err = capfdbinary.readouterr()
    assert out[1:4] == b"PNG"
    assert b"no layout is better" in err


@pytest.mark.needs("apps/solving")
def test_words_with_clues_are_a_finished_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text('word,clue\nroot,It drinks\npoint of view,"Opinion, say"\nleaf,\n')
    for name in ("p.json", "p.pdf", "p.html", "p.svg"):
        done = run_cli("freeform", path, "-o", tmp_path / name)
        assert done.code == 0
        assert done.err.startswith("no clue for ") == (name != "p.txt")
    clues = json.loads((tmp_path / "p.json").read_text(encoding="utf-8"))["clues"]
    assert {clue["answer"]: clue["text"] for clue in clues} == {
        "ROOT": "It drinks", "point of view": "Opinion, say (5,2,4)", "LEAF": "",
    }  # fmt: skip
    page = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert "Opinion, say (5,2,4)" in page
    run_cli("freeform", path, "--language", "fr", "-o", tmp_path / "p.html")
    assert "Horizontalement" in (tmp_path / "p.html").read_text(encoding="utf-8")
    path.write_text("Äpfel,Obst\nLöffel,Besteck\n")
    run_cli("freeform", path, "--alphabet", "german", "-o", tmp_path / "p.html")
    assert "Waagerecht" in (tmp_path / "p.html").read_text(encoding="utf-8")
    done = run_cli("freeform", path, "--language", "xx", "-o", tmp_path / "p.html")
    assert (done.code, done.err.count("\n")) == (2, 1 + done.err.count("folded"))


@pytest.mark.parametrize(
    "header", ["Wort;Hinweis", "Begriff;Erklärung", "mot;indice", "palabra;pista", "Lösung;Frage"]
)
def test_the_header_of_a_table_may_be_in_another_language(tmp_path: Path, header: str) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(f"{header}\r\nUhr;Sie geht\r\nHut;Er sitzt\r\n".encode("cp1252"))
    done = run_cli("freeform", path, "-o", tmp_path / "made.json")
    assert done.err.startswith("2 words in ")
    clues = json.loads((tmp_path / "made.json").read_text("utf-8"))["clues"]
    assert {one["answer"]: one["text"] for one in clues} == {"UHR": "Sie geht", "HUT": "Er sitzt"}


@pytest.mark.parametrize(
    ("start", "what"),
    [
        (b"PK\3\4\x14\0", "a spreadsheet, a document or a zip archive"),
        (b"%PDF-1.7\n", "a PDF"),
        (rb"{\rtf1 nucleus}", "a rich text document"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
    ],
)
@pytest.mark.parametrize("name", OF_LISTS)
def test_a_document_instead_of_a_list_is_named(
    tmp_path: Path, name: str, start: bytes, what: str
) -> None:
    path = tmp_path / "list.xlsx"
    path.write_bytes(start)
    done = run_cli(name, path)
    assert done.code == 2
    assert f"the file is {what}, not a list of words; " in done.err


@pytest.mark.parametrize("mark", [" - ", " – "])
def test_clues_without_a_comma_are_reported(mark: str) -> None:
    words = f"nucleus{mark}It keeps\nosmosis{mark}Water moves\n"
    told = f"'nucleus{mark}It keeps' is read as one phrase; put a comma between"
    assert told in run_cli("freeform", "-", stdin=words).err
    quiet = run_cli("freeform", "-", stdin="mother-in-law\nice cream\nlaw of the land\n")
    assert "one phrase" not in quiet.err


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("route 66", "or use the alphabet 'latin+digits'"),
        ("66", "or use the alphabet 'digits'"),
        ("a = b", "leave it out, as --skip does\n"),
    ],
)
def test_an_alphabet_is_proposed_that_has_the_whole_word(word: str, hint: str) -> None:
    assert hint in run_cli("freeform", "-", stdin=f"{word}\n").err


def test_words_with_digits_are_placed() -> None:
    done = run_cli("freeform", "-", "--alphabet", "latin+digits", stdin="U2\ncube\n")
    assert (done.code, done.err.startswith("2 words in ")) == (0, True)
    assert (
        layout_faults(Grid.parse(done.out, alphabet=parse_alphabet("latin+digits")), ["U2", "CUBE"])
        == []
    )


MESSY = "cat,meow\nU2\na\n\nb\nR2D2\ncat,woof\nca-t\nx%y\n"  # each with what is wrong with it


@pytest.mark.parametrize("name", OF_LISTS)
def test_all_words_that_cannot_be_used_are_reported_at_once(name: str) -> None:
    error = run_refused(name, "-", stdin=MESSY)
    assert error == (
        "satcross: <stdin>:2: 7 words cannot be used: 'U2' (line 2), 'R2D2' (line 6) and 'x%y'"
        " (line 9) are not made of letters of the alphabet; 'a' (line 3) and 'b' (line 5) have"
        " fewer than two letters; 'cat' (line 7) and 'ca-t' (line 8) are on earlier lines too;"
        " leave them out, as --skip does, or use the alphabet 'latin+digits', which has 2 of"
        " them\n"
    )


def test_a_word_longer_than_any_grid_is_reported_with_the_others() -> None:
    done = run_cli("freeform", "-", stdin=f"cat\n{'ab' * 101}\nx\n")
    assert done.code == 2
    assert "(line 2) has more than 200 letters; 'x' (line 3) has fewer than two" in done.err


def test_words_may_be_longer_than_a_solution_word() -> None:
    done = run_cli("freeform", "-", stdin=f"{'ab' * 35}\nab\n")
    assert (done.code, done.err) == (
        0,
        "2 words in 2x70, 1 crossing; proved: no layout is better\n",
    )


def test_of_many_unusable_words_some_are_named_and_lines_of_others() -> None:
    done = run_cli("freeform", "-", stdin="\n".join(f"a{at}" for at in range(30)))
    assert "30 words cannot be used: 'a0' (line 1), " in done.err
    assert "and 22 more (lines 9, 10, " in done.err
    assert "or use the alphabet 'latin+digits'\n" in done.err


@pytest.mark.parametrize("name", OF_LISTS)
@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("1. cat\n2. top,,,\n\n3. apt,\n", ["numbers or bullets before 3 words are left out"]),
        ("1) cat, It purrs\n10) top\n11)apt", ["numbers or bullets before 3 words are left out"]),
        ("- cat\n* top\n\u2022 apt", ["numbers or bullets before 3 words are left out"]),
        ("cat\ntop\nCat\napt\ncat\n",
         ["lines that repeat others are merged: 'Cat' (line 3), 'cat' (line 5)"]),
        ("word,clue\ncat,one\ntop,two\napt,three\ntop,two\n",
         ["a line that repeats another is merged: 'top' (line 5)"]),
        (" cat , \n\n  top;\napt\t\n", []),
    ],
)  # fmt: skip
def test_a_list_as_people_type_it_is_read(name: str, text: str, notes: list[str]) -> None:
    done = run_cli(name, "-", "--format", "json", stdin=text)
    assert done.code == 0
    assert done.err.splitlines()[: len(notes)] == notes
    assert sorted(word["word"] for word in json.loads(done.out)["words"]) == ["APT", "CAT", "TOP"]


def test_numbers_that_belong_to_words_are_kept() -> None:
    listed = "3.5 inch\n99.9 finch\n"
    done = run_cli("freeform", "-", "--alphabet", "latin+digits", "--format", "json", stdin=listed)
    assert [word["word"] for word in json.loads(done.out)["words"]] == ["35INCH", "999FINCH"]


@pytest.mark.parametrize(
    ("words", "alphabet", "proposed"),
    [
        ("cat\n66\n", "latin", "latin+digits"),
        ("Ärger\nU2\n", "german", "german+digits"),
        ("route\nсад\n", "latin", "latin+russian"),
        ("сад\n", "latin", "russian"),
    ],
)
def test_the_proposed_alphabet_has_all_words(words: str, alphabet: str, proposed: str) -> None:
    refused = run_cli("freeform", "-", "--alphabet", alphabet, stdin=words)
    assert refused.err.endswith(f"or use the alphabet {proposed!r}\n")
    assert run_cli("freeform", "-", "--alphabet", proposed, stdin=words).code != 2
