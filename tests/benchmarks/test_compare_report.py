"""The comparison's bars, tables, plot and document, from invented runs."""

from __future__ import annotations

import doctest
import math
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
from support.bench_peers import book_of, facts

from benchmarks import table
from benchmarks.compare import cli, docs
from benchmarks.compare.bars import Line, bars
from benchmarks.compare.cactus import curves, svg
from benchmarks.compare.record import Book, CaseFacts, from_json, to_json
from benchmarks.compare.report import report, sections
from benchmarks.compare.standing import Standings

SVG = "{http://www.w3.org/2000/svg}"


def line_of(book: Book, start: str) -> Line:
    return next(line for line in bars(book) if line.bar.startswith(start))


def test_the_median_counts_runs_without_an_answer_as_endless() -> None:
    case = facts("a")
    book = book_of(
        [("a", "one", 1.0), ("a", "one", "stopped"), ("a", "one", 3.0)], [case], n_seeds=3
    )
    standing = Standings(book)["a", "one"]
    assert (standing.kind, standing.median_s, standing.n_answered) == ("filled", 3.0, 2)
    book = book_of([("a", "one", 1.0), ("a", "one", "stopped")], [case], n_seeds=3)
    standing = Standings(book)["a", "one"]
    assert (standing.kind, standing.certain) == ("time", False)
    book = book_of([("a", "one", "stopped"), ("a", "one", "stopped")], [case], n_seeds=3)
    standing = Standings(book)["a", "one"]
    assert (standing.kind, standing.certain) == ("time", True)
    assert math.isinf(standing.median_s)


def test_a_false_none_is_no_answer() -> None:
    book = book_of([("a", "one", 1.0), ("a", "two", "no fill")], [facts("a")])
    standings = Standings(book)
    assert standings["a", "two"].kind == "false none"
    assert not standings["a", "two"].answered
    assert standings.contradictions() == [
        "a: verified fills from one, but two said that there is none"
    ]
    agreed = book_of([("a", "one", "no fill"), ("a", "two", "no fill")], [facts("a")])
    assert Standings(agreed)["a", "two"].kind == "none"
    assert not Standings(agreed).contradictions()
    suite_says = book_of([("a", "one", 1.0)], [facts("a", feasible=False)])
    assert "infeasible to the suite" in Standings(suite_says).contradictions()[0]


def test_every_grid_that_a_peer_fills_is_to_be_filled() -> None:
    cases = [facts("a"), facts("b"), facts("c")]
    runs = [
        ("a", "satcross", 1.0),
        ("a", "one", 2.0),
        ("b", "satcross", 1.0),
        ("b", "one", "stopped"),
    ]
    bar = "satcross fills every grid"
    assert line_of(book_of(runs, cases), bar) == Line(
        "satcross fills every grid that some peer fills within the limit",
        True,
        "1 of 1 that a peer fills with some seed",
    )
    lost = [*runs, ("c", "satcross", "stopped"), ("c", "two", 50.0)]
    assert line_of(book_of(lost, cases), bar).met is False
    assert line_of(book_of(lost, cases), bar).found.endswith("not: c")
    # A peer that is repeated or wrong has filled nothing.
    wrong = [*runs, ("c", "satcross", "stopped"), ("c", "two", "repeats")]
    assert line_of(book_of(wrong, cases), bar).met is True


def test_easy_cases_are_held_against_seconds_and_the_best_peer() -> None:
    cases = [facts("a"), facts("b"), facts("c", list_name="UKACD18plus")]
    runs = [
        ("a", "satcross", 0.5), ("a", "one", 0.6), ("a", "two", 0.9),
        ("b", "satcross", 0.8), ("b", "one", 0.4),
        ("c", "satcross", 0.9), ("c", "one", 0.1),  # not the built-in list
    ]  # fmt: skip
    book = book_of(runs, cases)
    seconds = line_of(book, "easy")
    assert (seconds.met, seconds.found) == (False, "1 of 2 cases; slowest 0.80 s, b")
    ratios = line_of(book, "the same")
    assert (ratios.met, ratios.found) == (False, "1 of 2 cases; highest ratio: b, 2.00 (one)")
    slowest = line_of(book, "slowest")
    assert slowest.found == "c, 9.00 (one); 2 of 3 cases above 1.5"


def test_hard_cases_by_geometric_mean_against_the_best_peer_of_each() -> None:
    cases = [facts("a"), facts("b"), facts("c")]
    runs = [
        ("a", "satcross", 1.0), ("a", "one", 2.0), ("a", "two", 30.0),
        ("b", "satcross", 1.0), ("b", "one", 40.0), ("b", "two", 8.0),
        ("c", "satcross", 5.0), ("c", "one", "stopped"),  # nobody to be measured against
    ]  # fmt: skip
    hard = line_of(book_of(runs, cases), "hard")
    assert hard.met is True
    assert hard.found.startswith("4.00 times faster than the best peer of each of 2 cases")
    lost = book_of([("a", "satcross", "stopped"), ("a", "one", 15.0)], cases[:1])
    hard = line_of(lost, "hard")
    assert hard.met is False
    assert hard.found.startswith("0.25 times faster")
    assert "1 that satcross did not answer" in hard.found
    assert line_of(lost, "slowest").found.startswith("a, at least 4.00 (one)")


def test_the_single_figures() -> None:
    ten = [
        facts(f"beacham-15.{n:02}, SCOWL-50", list_name="SCOWL-50", family="beacham15")
        for n in range(1, 11)
    ]
    themeless = facts("american15-themeless, built-in 30", n_slots=72)
    other = facts("american15-themeless-66a, built-in 30")
    large = facts("american21-140a, UKACD18plus", n_rows=21, n_cols=21, n_words=250_594)
    cases = [*ten, themeless, other, large]
    runs = [(case.name, "satcross", 6.0) for case in ten]
    book = book_of(runs[:9], cases)
    assert line_of(book, "the ten").found == "9 of the ten were run"
    assert line_of(book, "american15").met is None
    book = book_of(
        [*runs, (themeless.name, "satcross", 3.5), (other.name, "satcross", 1.0),
         (large.name, "satcross", 9.0)],
        cases,
    )  # fmt: skip
    assert (line_of(book, "the ten").met, line_of(book, "the ten").found) == (True, "60.0 s")
    assert line_of(book, "american15").found == "3.50 s, american15-themeless, built-in 30"
    assert line_of(book, "american15").met is False
    assert line_of(book, "memory").found == "50 MB, american21-140a, UKACD18plus"
    assert line_of(book, "memory").met is True


def test_infeasible_grids_count_where_no_peer_answers_and_one_ran_out_of_time() -> None:
    cases = [facts(name, family="infeasible", feasible=False) for name in "abcdefg"]
    runs = [(case.name, "satcross", "no fill") for case in cases]
    runs += [(name, "one", "stopped") for name in "abcde"]
    runs += [("e", "eager-x", "no fill"), ("f", "one", "failed"), ("g", "one", "no fill")]
    book = book_of(runs, cases)
    line = line_of(book, "infeasible")
    assert line.met is True
    assert line.found.startswith("5 of 7 proved")
    book.results[:] = [run for run in book.results if (run.case, run.tool) != ("e", "one")]
    assert line_of(book, "infeasible").met is False


def example() -> Book:
    cases = [facts("a, built-in 30"), facts("b, built-in 30"), facts("c", "large", list_name="L")]
    runs = [
        ("a, built-in 30", "satcross", 0.25), ("a, built-in 30", "one", 2.0),
        ("a, built-in 30", "two", "stopped"),
        ("b, built-in 30", "satcross", "no fill"), ("b, built-in 30", "one", "repeats"),
        ("c", "satcross", 12.5), ("c", "one", "memory"),
    ]  # fmt: skip
    book = book_of(runs, cases)
    book.gave_up.append(("c", "two"))
    return book


def test_a_table_for_each_family() -> None:
    legend, *tables = sections(example())["tables"].split("\n\n")
    assert legend.startswith("`seconds / MB`")
    squeezed = [[" ".join(line.split()) for line in part.splitlines()] for part in tables]
    assert squeezed == [
        ["### small"],
        [
            "| grid, list | words | satcross | one | two |",
            "| -------------- | ----- | ------------------ | --------- | --- |",
            "| a, built-in 30 | 76 | **0.25** / 50 | 2.00 / 50 | T |",
            "| b, built-in 30 | 76 | none **1.00** / 50 | repeats | |",
        ],
        ["### large"],
        [
            "| grid, list | words | satcross | one | two |",
            "| ---------- | ----- | ------------- | ------ | ------- |",
            "| c, L | 76 | **12.5** / 50 | memory | gave up |",
        ],
    ]


def test_the_tools_and_the_notes() -> None:
    parts = sections(example())
    rows = [[cell.strip() for cell in line.split("|")] for line in parts["tools"].splitlines()]
    assert rows[2][1:10] == ["satcross", "satcross 1.0", "2", "1", "0", "0", "0", "50", "50 %"]
    assert rows[4][1:9] == ["two", "two 1.0", "0", "0", "1", "0", "1", "50"]
    assert "- b, built-in 30, one: repeats 1/1." in parts["notes"]
    assert not parts["alarm"]
    assert "One run, seed 0; 60 s and 8000 MB" in parts["circumstances"]
    assert parts["circumstances"].endswith("had 100 % of a core.")


def test_the_plot_has_a_step_for_each_case_and_a_legend() -> None:
    book = example()
    assert [(curve.key, curve.seconds) for curve in curves(book)] == [
        ("satcross", (0.25, 1.0, 12.5)), ("one", (2.0,)), ("two", ()),
    ]  # fmt: skip
    picture = svg(book)
    root = ElementTree.fromstring(picture)
    assert "prefers-color-scheme: dark" in picture
    texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert "Crosswords answered within a time, of 3" in texts
    assert {"satcross 3", "one 1", "two 0"} <= set(texts)
    assert {"1", "10", "60"} <= set(texts)
    paths = [path for path in root.iter(f"{SVG}path") if "H" in path.attrib["d"]]
    assert len(paths) == 2
    ours = paths[-1]  # over the others
    assert "ours" in ours.attrib["class"]
    assert ours.attrib["d"].count("V") == 3
    heights = [float(part.split("H")[0]) for part in ours.attrib["d"].split("V")[1:]]
    assert heights == sorted(heights, reverse=True)
    assert heights[-1] == 62  # all three cases: the upper edge
    places = [float(part.split("V")[0]) for part in ours.attrib["d"].split("H")[1:-1]]
    assert places == sorted(places)
    assert len(set(places)) == 3


def test_the_plot_stands_without_any_answer() -> None:
    book = book_of([("a", "one", "stopped")], [facts("a")])
    ElementTree.fromstring(svg(book))


def test_a_tool_keeps_its_colour() -> None:
    book = example()
    whole = svg(book)
    book.results[:] = [run for run in book.results if run.tool != "satcross"]
    assert 'class="curve c1"' in whole
    assert 'class="curve c1"' in svg(book)


def test_a_document_is_filled_in_between_its_markers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results, document = tmp_path / "a.json", tmp_path / "performance.md"
    results.write_text(to_json(example()))
    document.write_text("Begin\n<!-- compare: bars -->\n<!-- /compare -->\nEnd\n")
    for _ in range(2):  # the second time it replaces what the first has filled in
        assert cli.main(["--from-json", str(results), "--docs", str(document)]) == 1
    text = document.read_text(encoding="utf-8")
    assert text.startswith("Begin\n<!-- compare: bars -->\n\n| target ")
    assert text.endswith("|\n\n<!-- /compare -->\nEnd\n")
    assert text.count("| target ") == 1
    ElementTree.parse(tmp_path / "performance.svg")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "a.json", "performance.md", "performance.svg",
    ]  # fmt: skip
    document.write_text("no marker")
    assert cli.main(["--from-json", str(results), "--docs", str(document)]) == 2
    assert "no marker" in capsys.readouterr().err
    document.write_text("<!-- compare: bras -->\n<!-- /compare -->\n")
    assert cli.main(["--from-json", str(results), "--docs", str(document)]) == 2


def test_the_project_s_document_has_its_markers() -> None:
    document = (Path(__file__).parents[2] / "docs" / "reference" / "performance.md").read_text(
        encoding="utf-8"
    )
    parts = sections(example())
    filled = docs.fill_in(document, parts)
    for name in ("circumstances", "bars", "tools", "tables"):
        assert parts[name] in filled


def test_a_book_survives_json() -> None:
    book = example()
    again = from_json(to_json(book), "it")
    assert again == book
    assert report(again) == report(book)
    empty = book_of([], [])
    assert from_json(to_json(empty), "it") == empty


@pytest.mark.parametrize("module", [docs, table], ids=lambda module: module.__name__)
def test_the_examples_in_docstrings_hold(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.attempted
    assert not results.failed


def test_cases_are_told_by_grid_and_list() -> None:
    case: CaseFacts = facts("grid", list_name="my list")
    book = book_of([("grid", "one", 1.0)], [case])
    assert "| grid, my list |" in sections(book)["tables"]


@pytest.mark.parametrize(
    ("ours", "theirs", "hard", "slowest"),
    [(1.0, 2.1, True, True), (1.0, 1.9, False, True), (3.0, 1.9, False, False)],
)
def test_where_the_bars_lie(ours: float, theirs: float, hard: bool, slowest: bool) -> None:
    book = book_of([("a", "satcross", ours), ("a", "one", theirs)], [facts("a")])
    assert line_of(book, "hard").met is hard
    assert line_of(book, "slowest").met is slowest
    quick = book_of([("a", "satcross", 0.69), ("a", "one", 0.7)], [facts("a")])
    assert line_of(quick, "easy").met is line_of(quick, "the same").met is True
    assert line_of(quick, "hard").met is None
