"""Lists with their own scales: `stwl.txt@0-50`, `names.txt=64`, `big.txt+10`."""

from __future__ import annotations

import gzip
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cli import run_ok, run_refused

import satcross as sx
from satcross.words.choice import ListChoice
from satcross.words.scales import Scale

# Written by hand, as the lists of these programs are: entries, scores, characters and line ends.
SAMPLES = {
    # Spread the Wordlist, Ingrid: lower case, no blanks, a few levels up to 50 and beyond.
    "stwl.txt": (b"icecream;50\ncat;30\nxrayeyes;60\naahs;20\n", "utf-8"),
    # Broda: capitals, 0 to 100.
    "broda.txt": (b"ICECREAM;90\r\nCAT;61\r\nAAHS;1\r\n", "utf-8"),
    # XWord Info: written forms; and as a table.
    "xwi.txt": ("Ice cream;60\nCat;50\nCrème brûlée;60\n".encode("cp1252"), "cp1252"),
    "xwi.csv": (b'Word,Score\n"Ice cream",60\nCat,50\n"Hello, Dolly!",55\n', "utf-8"),
    # Crossword Compiler: a blank or @ before the score.
    "cc.txt": ("ice cream 50\r\ncat 25\r\naahs 3\r\n".encode("utf-16"), "utf-16"),
    "cc-at.txt": (b"ice cream@50\ncat@25\n", "utf-8"),
    # CrossFire: written forms, capitals, a byte order mark.
    "crossfire.dict": (b"\xef\xbb\xbfICE CREAM;70\nIT'S A WRAP;55\nCAT;50\n", "utf-8-sig"),
}
EXPECTED = {
    "stwl.txt": {"ICECREAM": 50, "CAT": 30, "XRAYEYES": 60, "AAHS": 20},
    "broda.txt": {"ICECREAM": 90, "CAT": 61, "AAHS": 1},
    "xwi.txt": {"ICECREAM": 60, "CAT": 50, "CREMEBRULEE": 60},
    "xwi.csv": {"ICECREAM": 60, "CAT": 50, "HELLODOLLY": 55},
    "cc.txt": {"ICECREAM": 50, "CAT": 25, "AAHS": 3},
    "cc-at.txt": {"ICECREAM": 50, "CAT": 25},
    "crossfire.dict": {"ICECREAM": 70, "ITSAWRAP": 55, "CAT": 50},
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, (data, _) in SAMPLES.items():
        Path(name).write_bytes(data)
    return tmp_path


def scores(*lists: str) -> dict[str, int]:
    return dict(sx.WordList.load(*lists).words())


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", SAMPLES)
def test_lists_of_other_programs_as_they_come(name: str) -> None:
    assert scores(name) == EXPECTED[name]
    assert not sx.WordList.load(name).report.dropped
    Path("packed.gz").write_bytes(gzip.compress(SAMPLES[name][0]))
    assert scores("packed.gz=7") == dict.fromkeys(EXPECTED[name], 7)
    assert scores(f"{name}+10") == {word: n + 10 for word, n in EXPECTED[name].items()}


@pytest.mark.usefixtures("folder")
def test_scales_by_every_way_to_name_a_list() -> None:
    wanted = {"ICECREAM": 100, "CAT": 60, "XRAYEYES": 100, "AAHS": 40}
    assert scores("stwl.txt@0-50") == wanted
    assert dict(sx.WordList.of(Path("stwl.txt@0-50")).words()) == wanted
    Path("satcross.toml").write_text('words = ["stwl.txt@0-50", "names=1"]\n')
    Path("names").write_text("Zoe\ncat;90\n")
    Path("grid").write_text("...\n")
    lines = run_ok("fill", "grid", "--all", "--min-score", "0", "--entries").splitlines()
    assert [line.split() for line in lines if "  " in line] == [
        ["1A", "ZOE", "1"],
        ["1A", "CAT", "60"],
    ]
    Path("puzzle.json").write_text(
        '{"schema": "satcross.puzzle/1", "grid": ["..."], "words": "stwl.txt@0-50"}'
    )
    assert sx.load_puzzle("puzzle.json").listed.score("CAT") == 60
    report = sx.WordList.load("stwl.txt@0-50").report
    assert "1 score outside the range of the scale: 0 or 100" in report.lines()


@pytest.mark.usefixtures("folder")
def test_the_first_list_decides_on_its_own_scale() -> None:
    assert scores("xwi.txt@0-60", "broda.txt-1")["CAT"] == 83
    assert scores("broda.txt-1", "xwi.txt@0-60")["CAT"] == 60


@pytest.mark.usefixtures("folder")
def test_names_with_such_characters_are_files_first() -> None:
    Path("my=5").write_text("cat;1\n")
    Path("a-b@c.txt").write_text("cat;2\n")
    Path("cc.txt@0-50").write_text("cat;3\n")
    assert scores("my=5") == {"CAT": 1}
    assert scores("a-b@c.txt+2") == {"CAT": 4}
    assert scores("cc.txt@0-50") == {"CAT": 3}
    assert Scale.split("cc-at.txt") == (Path("cc-at.txt"), Scale.PLAIN)
    assert Scale.split("builtin-10") == (Path("builtin"), Scale(shift=-10))


def test_fractions_and_numbers_of_any_size_have_scales(tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text("cat;0.755\ndog;1\nowl;0\n")
    with pytest.raises(sx.WordListError, match="name the list as FILE@0-1"):
        scores(str(path))
    path.write_text("cat;0.755\ndog;1\nowl;0\ncow\n")
    assert scores(f"{path}@0-1") == {"CAT": 76, "DOG": 100, "OWL": 0, "COW": 50}
    path.write_text("word,score\ncat,250000\ndog,1000000\nowl,-1\n")
    assert scores(f"{path}@0-1000000-5") == {"CAT": 20, "DOG": 95}
    assert scores(f"{path}=30") == {"CAT": 30, "DOG": 30}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("stwl.txt@50", "stwl.txt@50: '@50' is not a scale; write FILE@0-50"),
        ("stwl.txt@50-0", "stwl.txt@50-0: the range of scores 50-0 must rise"),
        ("stwl.txt@0-50=3", "stwl.txt@0-50=3: '@0-50=3' is not a scale"),
        ("stwl.txt=1001", "stwl.txt=1001: the score in '=1001' must be from 0 to 1000"),
        ("gone.txt@0-50", "gone.txt@0-50: there is no such file"),
        ("builtin@low", "builtin@low: '@low' is not a scale"),
    ],
)
def test_a_wrong_scale_is_one_line(argument: str, message: str) -> None:
    Path("grid").write_text("...\n")
    assert message in run_refused("fill", "grid", "-w", argument)


@given(
    st.builds(Scale, st.integers(0, 50), st.integers(51, 10**9), shift=st.integers(-99, 99)),
    st.fractions(0, 10**9),
    st.fractions(0, 10**9),
)
def test_a_scale_keeps_the_order_and_its_lowest_score_is_low_enough(
    scale: Scale, one: Fraction, other: Fraction
) -> None:
    if one <= other:
        assert scale.of(one) <= scale.of(other)
    whole = int(one)
    for least in (0, 30, scale.of(whole)):
        assert scale.of(whole) < least or whole >= scale.lowest(least)


def test_scores_of_the_built_in_list_reach_as_low_as_the_minimum_asks() -> None:
    whole = sx.WordList.builtin(min_score=20)
    raised = sx.WordList.load(*ListChoice.files_of([Path("builtin+10")], 30)).with_min_score(30)
    assert len(raised) == len(whole)
