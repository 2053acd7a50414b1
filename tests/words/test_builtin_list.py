"""The list that is shipped: what issue and docs promise of it, and that it can be made again."""

from __future__ import annotations

import gzip
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from satcross.words import BUILTIN_MIN_SCORE, WordList
from satcross.words.builtin import BUILTIN_FILES

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def words() -> WordList:
    return WordList.builtin()


@pytest.fixture(scope="module")
def every() -> WordList:
    return WordList.builtin(min_score=None)


@pytest.fixture(scope="module")
def entries(words: WordList) -> list[tuple[str, int]]:
    """(written form, score)"""
    return [(words.written(word), score) for word, score in words.words()]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "build_wordlist", ROOT / "scripts" / "build_wordlist.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_size_and_scores(words: WordList, entries: list[tuple[str, int]]) -> None:
    assert len(words) >= 100_000
    assert set(range(2, 16)) <= set(words.lengths)
    scores = {score for _, score in entries}
    assert min(scores) >= BUILTIN_MIN_SCORE
    assert max(scores) == 100
    assert words.source == "built-in list"
    assert not words.report.dropped
    assert words.report.n_duplicates == 0


def test_familiar_words(words: WordList) -> None:
    common, rarer = words.score("WATER"), words.score("ZENANA")
    assert common is not None
    assert rarer is not None
    assert common > rarer
    assert words.written("EUROPE") == "Europe"
    assert words.written("CAFE") == "café"
    assert words.written("DONT") == "don't"
    assert "COLOUR" in words
    assert "COLOR" in words
    assert words.query("cr?ssw?rd") == [("CROSSWORD", 95)]


def test_names_score_below_words(entries: list[tuple[str, int]]) -> None:
    names = [score for written, score in entries if written[0].isupper()]
    others = [score for written, score in entries if not written[0].isupper()]
    assert sum(names) / len(names) < sum(others) / len(others)
    assert len(names) > 3000


def test_no_possessives(entries: list[tuple[str, int]]) -> None:
    assert not [written for written, _ in entries if written.endswith(("'s", "s'", "’s"))]


def test_pieces_are_disjoint_ranges_and_a_lower_minimum_adds_words(
    words: WordList, every: WordList
) -> None:
    rare = WordList.builtin(min_score=10)
    assert len(words) < len(rare) < len(every)
    assert rare.report.n_duplicates == every.report.n_duplicates == 0
    assert every.with_min_score(BUILTIN_MIN_SCORE).digest == words.digest
    assert every.with_min_score(10).digest == rare.digest
    between = WordList.builtin(min_score=15)
    assert between.digest == every.with_min_score(15).digest
    assert min(int(between.table(length).scores[-1]) for length in between.lengths) == 15
    assert min(int(every.table(length).scores[-1]) for length in every.lengths) == 5
    high = WordList.builtin(min_score=90)
    assert high.digest == words.with_min_score(90).digest


def test_narrowing_options(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("water\n")
    words = WordList.builtin(min_score=100, exclude=[tmp_path / "out"], max_words=500)
    assert len(words) == 500
    assert "WATER" not in words


def test_files_are_small_plain_lists_with_their_notice() -> None:
    sizes = 0
    for path, lowest in BUILTIN_FILES:
        packed = path.read_bytes()
        sizes += len(packed)
        assert packed[4:8] == bytes(4)  # no date
        lines = gzip.decompress(packed).decode().splitlines()
        assert min(int(line.rpartition(";")[2]) for line in lines) >= lowest
    assert sizes < 2_000_000
    notice = (BUILTIN_FILES[0][0].parent / "NOTICE.txt").read_text(encoding="utf-8")
    assert "Copyright 2000-" in notice
    assert "Kevin Atkinson" in notice


def test_script_keeps_the_better_form(script: ModuleType, tmp_path: Path) -> None:
    lists = {
        "english-words.10": "water\nwater's\npolish\na\n",
        "english-words.80": "zax\n",
        "english-upper.50": "Polish\nEurope\nEurope's\n",
        "english-proper-names.50": "Tonia\n",
        "british_variant_1-words.10": "polishe\n",
        "variant_3-words.95": "wather\n",
        "english-contractions.10": "don't\n",
        "english-abbreviations.95": "ZZZ\n",
        "special-hacker.50": "foobarred\n",
        "README": "nothing\n",
    }
    for name, text in lists.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = script.build_files(tmp_path)
    assert files == {
        "builtin.dict.gz": "don't;60\nEurope;50\npolish;100\npolishe;90\nwater;100\n",
        "builtin-rare.dict.gz": "Tonia;25\nzax;10\n",
        "builtin-rarest.dict.gz": "wather;5\nZZZ;5\n",
    }
    assert script.pack("a") == script.pack("a")
    with pytest.raises(SystemExit, match="no SCOWL lists here"):
        script.build_files(tmp_path / "nowhere")


def table_rows(heading: str) -> list[list[str]]:
    """The rows of the table in docs/reference/wordlist.md whose first cell is `heading`."""
    text = (ROOT / "docs" / "reference" / "wordlist.md").read_text(encoding="utf-8")
    table = text[text.index(f"| {heading} |") :].partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def test_docs_give_the_scores_of_the_script(script: ModuleType) -> None:
    header, _, *rows = table_rows("SCOWL level")
    assert tuple(int(cell) for cell in header[1:]) == script.LEVELS
    assert {row[0].split()[0]: tuple(map(int, row[1:])) for row in rows} == script.SCORES
    assert [row[0].split()[0] for row in rows] == list(script.SCORES)


def test_docs_give_the_sizes_of_the_list(every: WordList) -> None:
    _, _, *rows = table_rows("`--min-score`")
    for low, size, _ in rows:
        assert len(every.with_min_score(int(low.split()[0]))) == int(size.replace(",", ""))
    defaults = [int(low.split()[0]) for low, _, _ in rows if "default" in low]
    assert defaults == [BUILTIN_MIN_SCORE]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/usr/share/dict/scowl").is_dir(), reason="scowl is not installed")
def test_made_again_from_scowl(script: ModuleType, tmp_path: Path) -> None:
    assert script.main(["--out", str(tmp_path)]) == 0
    for path, _ in BUILTIN_FILES:
        # The text, not the gzip bytes: those may change with the version of zlib.
        again = gzip.decompress((tmp_path / path.name).read_bytes())
        assert again == gzip.decompress(path.read_bytes()), path.name
    shipped = BUILTIN_FILES[0][0].parent / "NOTICE.txt"
    assert (tmp_path / "NOTICE.txt").read_bytes() == shipped.read_bytes()
