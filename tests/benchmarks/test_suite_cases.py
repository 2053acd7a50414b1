"""The suite of grids and lists: which cases there are, and that their lists are what they say."""

from __future__ import annotations

import doctest
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import lists, suite
from benchmarks.lists import (
    GRIDS,
    SCOWL,
    SCOWL_SCORES,
    few_of_length,
    list_names,
    missing_file,
    parity_words,
    scowl_words,
    scowl_words_installed,
    without_letter,
    write_list,
)
from benchmarks.suite import Case, cases, skipped
from satcross import Found, Grid, Impossible, Puzzle, WordList, fill
from satcross.model.consistency import arc_consistent

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    """The cases of a machine without data folder."""
    return cases(None, tmp_path_factory.mktemp("lists"))


def puzzle(case: Case, *, distinct: bool = True) -> Puzzle:
    return Puzzle(
        Grid.parse(case.grid.read_text(encoding="utf-8")),
        WordList.load(case.words),
        distinct=distinct,
    )


def no_words(name: str, folder: Path, _: Path | None) -> Path:
    """Stands in for `write_list`, which takes a second for the larger lists."""
    return folder / name


def test_every_grid_here_is_in_a_case(found: list[Case]) -> None:
    named = {case.grid for case in found if case.grid.parent == GRIDS}
    there = {path for path in GRIDS.glob("*.txt") if not path.name.startswith("beyond-")}
    assert {path.stem for path in there - named} == _WITH_UKACD_ONLY


_WITH_UKACD_ONLY = {
    "american15-themed-76b",
    "british13-28",
    "british15-30a",
    "british15-30b",
    "british15-32b",
    "wide15-54",
    "wide15-52",
}


def test_names_are_unique_and_files_there(found: list[Case]) -> None:
    assert len({case.name for case in found}) == len(found) >= 35
    for case in found:
        assert case.grid.is_file()
        assert case.words.is_file()
        assert case.name == f"{case.grid.stem}, {case.list_name}"


def test_a_list_is_one_file(found: list[Case]) -> None:
    files = {(case.list_name, case.words) for case in found}
    assert len({name for name, _ in files}) == len({path for _, path in files}) == len(files)


def test_lists_are_lines_of_word_and_score(found: list[Case]) -> None:
    for path in {case.words for case in found}:
        with path.open() as lines:
            word, _, score = next(lines).rstrip("\n").partition(";")
        assert word.isascii()
        assert word.isupper()
        assert score.isdecimal()


def test_what_is_left_out_is_said(
    found: list[Case], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suite, "write_list", no_words)
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "berghel-134.txt").write_text("abbey\n")
    without, with_berghel = skipped(None), skipped(tmp_path)
    assert "no words/berghel-134.txt, so 1 case is left out" in without
    assert [line for line in without if "berghel" not in line] == with_berghel
    more = cases(tmp_path, tmp_path)
    assert {case.name for case in more} - {case.name for case in found} == {"open-5x5, berghel-134"}


@pytest.mark.shared
@pytest.mark.skipif(not DATA.is_dir(), reason="no ../shared/data")
def test_with_the_data_folder_nothing_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suite, "write_list", no_words)
    assert skipped(DATA) == []
    found = cases(DATA, tmp_path)
    assert 60 <= len(found) <= 95
    assert {path.name for path in (DATA / "grids").iterdir()} <= {c.grid.name for c in found}
    assert {case.list_name for case in found} == set(list_names())
    assert len({case.name for case in found}) == len(found)
    infeasible = [case for case in found if case.feasible is False]
    assert len(infeasible) >= 8
    assert {case.family for case in infeasible} == {"infeasible"}


def test_a_list_of_the_data_folder_is_missing_without_it(tmp_path: Path) -> None:
    assert missing_file("UKACD18plus", None) == "words/UKACD18plus.txt"
    assert missing_file("UKACD18plus", tmp_path) == "words/UKACD18plus.txt"
    assert missing_file("SCOWL-35", None) is None


def test_there_is_no_other_list(tmp_path: Path) -> None:
    with pytest.raises(KeyError, match="SCOWL-36"):
        write_list("SCOWL-36", tmp_path, None)


@pytest.mark.parametrize(("level", "n_words"), [(35, 39_136), (50, 61_591)])
def test_scowl_lists_have_their_size(level: int, n_words: int) -> None:
    words = scowl_words(level)
    assert len(words) == n_words
    assert "CROSSWORD" in words
    assert "COLOUR" not in words


@pytest.mark.skipif(not SCOWL.is_dir(), reason="SCOWL is not installed")
@pytest.mark.parametrize("level", SCOWL_SCORES)
def test_scowl_lists_are_those_of_scowl(level: int) -> None:
    assert scowl_words(level) == scowl_words_installed(level)


def test_the_file_of_scowl_is_written_from_scowl(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "scowl.dict.gz"
    monkeypatch.setattr(lists, "PACKED", packed)
    with pytest.raises(SystemExit, match="apt-get install scowl"):
        lists.write_scowl(tmp_path / "none")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "english-words.10").write_text("the\nxqzzy\ncan't\n")
    (tmp_path / "american-words.50").write_text("the\nrare\n")
    assert scowl_words_installed(35, tmp_path) == {"THE", "XQZZY"}
    lists.write_scowl(tmp_path)
    assert dict(WordList.load(packed).words()) == {"THE": 90, "XQZZY": 90, "RARE": 70}


def test_lipograms() -> None:
    words = without_letter(35, "E")
    assert "CROSSWORD" in words
    assert not any("E" in word for word in words)
    assert set(words) == {word for word in scowl_words(35) if "E" not in word}


def test_few_of_a_length() -> None:
    assert few_of_length(["CAT", "DOG", "OWL", "BEAR", "OX"], "CAT OWL") == [
        "CAT",
        "OWL",
        "BEAR",
        "OX",
    ]


@pytest.mark.parametrize(("n_cols", "n_rows"), [(2, 3), (4, 3), (4, 5)])
def test_parity_lists_fill_no_grid_but_their_neighbours(n_cols: int, n_rows: int) -> None:
    words = WordList.from_words([(word, 50) for word in parity_words(n_cols, n_rows)])

    def answer(rows: int) -> object:
        grid = Grid.parse(("." * n_cols + "\n") * rows)
        return fill(Puzzle(grid, words, distinct=False), seed=1)

    assert isinstance(answer(n_rows), Impossible)
    # Turned by a quarter it is the same puzzle, so the way of the words does not matter.
    turned = Puzzle(Grid.parse(("." * n_rows + "\n") * n_cols), words, distinct=False)
    assert isinstance(fill(turned, seed=1), Impossible)


def test_infeasible_cases_are_not_seen_by_arc_consistency(found: list[Case]) -> None:
    for case in found:
        if case.feasible is False:
            assert arc_consistent(puzzle(case)).emptied is None, case.name


def test_only_distinctness_makes_it_infeasible(found: list[Case]) -> None:
    [case] = [case for case in found if case.list_name == "built-in 30, seven of 4 letters"]
    assert case.feasible is False
    assert isinstance(fill(puzzle(case), seed=0, time_limit_s=20), Impossible)
    assert isinstance(fill(puzzle(case, distinct=False), seed=0, time_limit_s=20), Found)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["american15-given-a", "american15-given-b", "american15-given-c"])
def test_given_entries_clash_only_together(found: list[Case], name: str) -> None:
    [case] = [case for case in found if case.grid.stem == name and case.feasible is False]
    whole = puzzle(case)
    givens = [slot for slot in whole.slots if all(cell in whole.givens for cell in slot.cells)]
    assert len(givens) == 2
    for slot in givens:
        alone = whole.restricted(givens=slot.cells)
        assert isinstance(fill(alone, seed=0, time_limit_s=60), Found), slot.name


@pytest.mark.slow
@pytest.mark.shared
def test_what_the_manifest_says_is_so(tmp_path: Path) -> None:
    """Seeds can be unlucky: a case that is said to be fillable may also be stopped."""
    data = DATA if DATA.is_dir() else None
    for case in cases(data, tmp_path):
        answer = fill(puzzle(case), seed=0, time_limit_s=30)
        if case.feasible is False:
            assert not isinstance(answer, Found), case.name
        elif case.feasible is True:
            assert not isinstance(answer, Impossible), case.name


def test_doctests() -> None:
    for module in (lists, suite):
        assert doctest.testmod(module).failed == 0


def test_a_case_is_frozen(found: list[Case]) -> None:
    assert replace(found[0], feasible=None).feasible is None
    with pytest.raises(AttributeError):
        found[0].feasible = None  # type: ignore[misc]
