"""`satcross batch`: every job has one result, and none is done twice."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.brute_force import all_fills
from support.cli import run_cli
from support.matrix import keyword_values
from support.pools import SerialPool
from support.signals import KILL

import satcross as sx
from satcross.apps.cluster.batch import Batch
from satcross.apps.cluster.jobs import _TYPES, read_jobs
from satcross.errors import OptionError

JOBS = [
    {"grid": ["...", "...", "..."], "words": ["words.txt"], "seeds": 3, "id": "square"},
    {"grid": "missing.txt", "words": ["words.txt"]},
    {"grids": ["grid.txt"], "lists": [["words.txt"], ["none.txt"]], "task": "count"},
    {"grid": ["..", ".."], "words": ["words.txt"], "seed": 1},
]
SCORED = "ad do od to at toe doe ode ado ton tod dot oat oto dor ored ordo ate eat tee odd ho oh ha"
WANTED = ["found", "found", "found", "error", "found", "error", "impossible"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words.txt").write_text("COD\nARE\nBEN\nCAB\nORE\nDEN\n")
    (tmp_path / "grid.txt").write_text("...\n...\n...\n")
    (tmp_path / "jobs.jsonl").write_text("".join(json.dumps(job) + "\n" for job in JOBS))
    return tmp_path


def results(path: Path) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        line.pop("seconds", None)
    return lines


def test_jobs_give_results_in_their_order(folder: Path) -> None:
    done = run_cli("batch", "jobs.jsonl", "-o", "out.jsonl")
    assert done.code == 0
    assert "7 jobs: 2 error, 4 found, 1 impossible" in done.err
    lines = results(folder / "out.jsonl")
    assert [line["result"] for line in lines] == WANTED
    assert [line["number"] for line in lines] == [1, 1, 1, 2, 3, 3, 4]
    assert [line["seed"] for line in lines[:3]] == [0, 1, 2]
    assert lines[0]["id"] == "square"
    assert sorted(lines[0]["grid"]) in (["ARE", "BEN", "COD"], ["CAB", "DEN", "ORE"])
    assert lines[3]["error"].startswith("missing.txt: there is no such file")
    assert (lines[4]["n"], lines[4]["kind"]) == ("2", "exact")
    refused = run_cli("batch", "jobs.jsonl", "-o", "out.jsonl")
    assert refused.code == 2
    assert "out.jsonl: the file is there already; add --resume, or remove it" in refused.err
    # A line that was cut off is done again; nothing else is.
    text = (folder / "out.jsonl").read_text(encoding="utf-8")
    (folder / "out.jsonl").write_text(text[:-20])
    again = run_cli("batch", "jobs.jsonl", "-o", "out.jsonl", "--resume")
    assert "1 job: 1 impossible; 6 results there already" in again.err
    assert results(folder / "out.jsonl") == lines


@pytest.mark.parametrize("text", ["precious", '{"grid": "grid.txt"}', "{}\nmore"])
def test_a_file_that_no_batch_has_written_is_not_cut_off(folder: Path, text: str) -> None:
    (folder / "mine.txt").write_text(text, encoding="utf-8")
    done = run_cli("batch", "jobs.jsonl", "-o", "mine.txt", "--resume")
    assert done.code == 2
    assert done.err == "satcross: mine.txt:1: is no result of a batch; choose another file\n"
    assert (folder / "mine.txt").read_text(encoding="utf-8") == text


def test_results_that_are_nested_too_deep_are_refused(folder: Path) -> None:
    (folder / "out.jsonl").write_text("[" * 100_000 + "\n", "utf-8")
    done = run_cli("batch", "jobs.jsonl", "-o", "out.jsonl", "--resume")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert done.err.startswith("satcross: out.jsonl:1: is no result of a batch")


def test_a_killed_batch_is_resumed(folder: Path) -> None:
    jobs = [{"grid": "grid.txt", "words": ["words.txt"], "seeds": 200}]
    (folder / "many.jsonl").write_text(json.dumps(jobs[0]))
    command = [sys.executable, "-m", "satcross", "batch", "many.jsonl", "-o", "out.jsonl"]
    child = subprocess.Popen(command)
    out = folder / "out.jsonl"
    while child.poll() is None and not (out.exists() and out.stat().st_size):
        os.sched_yield()
    child.send_signal(KILL)
    child.wait()
    done = run_cli("batch", "many.jsonl", "-o", "out.jsonl", "--resume")
    assert done.code == 0
    lines = results(out)
    assert [line["seed"] for line in lines] == list(range(200))
    assert {line["result"] for line in lines} == {"found"}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "is not JSON"),
        ("[]", "is not a JSON object"),
        ("{}", "there is no grid"),
        ('{"grid": "a", "colour": 1}', "'colour' is not known"),
        ('{"grid": "a", "grids": []}', "'grid' and 'grids' do not go together"),
        ('{"grid": "a", "task": "sing"}', "'sing' is no task of a batch"),
        ('{"grid": "a", "grid": "b"}', "'grid' is there twice"),
        ('{"grid": "-"}', "a batch reads no grid from standard input"),
        ('{"grid": "a", "time_limit": 0}', "time_limit must be a number of seconds above 0"),
        ('{"grid": "a", "time_limit": NaN}', "time_limit must be a number of seconds above 0"),
        ('{"grids": []}', "'grids' is empty"),
        ('{"grid": "a", "lists": []}', "'lists' is empty"),
        ('{"grid": "a", "seeds": []}', "'seeds' is empty"),
        ('{"grid": "a", "seeds": 0}', "seeds must be 1 or greater"),
        ('{"grid": "a", "seed": -1}', "seed must be 0 or greater"),
        ('{"kind": "sudoku", "what": "9x9"}', "kind 'sudoku' is not made here"),
        ('{"kind": "codeword"}', "a kind is made of one thing"),
        ('{"kind": "codeword", "what": "9x9", "grid": "a"}', "a kind is made of one thing"),
        ('{"kind": "codeword", "grid": "a", "task": "fill"}', "a kind is made of one thing"),
        ('{"what": "9x9"}', "'what' and 'options' are for a kind"),
        ('{"kind": "codeword", "grid": "a", "options": {"x": 1}}', "there is no option 'x'"),
        ('{"kind": "codeword", "grid": "a", "options": {"givens": -1}}', "givens must be 0"),
    ],
)
def test_a_line_that_is_no_job_is_named(line: str, problem: str) -> None:
    with pytest.raises(OptionError) as caught:
        list(read_jobs(['{"grid": "a"}', line], "jobs.jsonl"))
    assert str(caught.value).startswith(f"jobs.jsonl:2: {problem}")


TEXT: tuple[Any, ...] = (1, True, None, {"a": 1})  # values that are no text
BAD: dict[str, tuple[Any, ...]] = {
    "grid": (*TEXT, [1], [None], [["x"]]),
    "grids": (*TEXT, "a", [1], [None], [["x", 1]]),
    "words": (*TEXT, [1], [None], [["x"]]),
    "word_list": (1, True, None, "cat", [1], [None], [["cat"]], [["cat", "x"]], [["cat", True]]),
    "exclude": (1, True, None, [1], [None], {"a": 1}),
    "max_words": ("no", "", 1.5, True, None, [1]),
    "alphabet": (1, True, None, ["latin"]),
    "words_digest": (1, True, None, ["x"]),
    "lists": (*TEXT, "a", [1], [None], [["x", 1]]),
    "min_score": ("no", "", 1.5, True, [1]),
    "seed": ("no", "", 1.5, True, None, [1]),
    "seeds": ("no", "", 1.5, True, None, [1.5], [True], [None], ["1"], {"a": 1}),
    "task": (*TEXT, [], "Fill"),
    "time_limit": ("no", "", True, [1]),
    "kind": (*TEXT, ["codeword"], "sudoku"),
    "what": (*TEXT, [1]),
    "options": (1, True, None, "x", ["givens"], {"x": 1}),
    "id": (1, True, None, ["x"]),
    "allow_repeats": ("no", "", 0, 1, None, []),
    "min_length": ("no", "1", 1.5, 1.0, True, None, [1]),
    "max_shared_substring": ("no", "", 2.5, True, [2]),
    "rebus": (1, True, None, [1], [None], [["x"]], {"QU": 1}),
    "rules": (True, None, 1, [1], "no-such-rule", ["max-shared-substring 1"]),
    "extra_slots": (True, None, 1, [1], "no path", ["12A: r1c1 r1c2"]),
    "either_or": (True, None, 1, [1], "no cell", ["r1c1: A"]),
    "solution_word": (True, 1, [1], ""),
    "readings": (True, None, 1, [1], "no cell", ["h1"], ["r1c1=A"]),
}
GOOD: dict[str, tuple[Any, ...]] = {
    "grid": ("a", ["..", ".."]),
    "grids": (["a", ["..", ".."]],),
    "words": ("a.txt", ["a.txt"], []),
    "lists": (["a.txt", ["a.txt"]],),
    "word_list": (["cat", "dog;60", ["cow", 70]], {"cat": 80}, []),
    "exclude": ("a.txt", ["a.txt"], []),
    "max_words": (3,),
    "alphabet": ("latin", "ABC"),
    "words_digest": ("x",),
    "min_score": (0, None),
    "seed": (3,),
    "seeds": (2, [4, 5]),
    "task": ("count",),
    "time_limit": (2, 0.5, None),
    "kind": ("codeword", "fill-in", "fillin"),
    "what": ("9x9", ["cat", "tea"]),
    "options": ({}, {"givens": 3}),
    "id": ("", "x"),
    "allow_repeats": (True, False),
    "min_length": (1, 3),
    "max_shared_substring": (3, None),
    "rebus": ("QU", ["QU"], []),
    "rules": ("~1A=*S", ["somewhere Z", "max-shared-substring 4"], []),
    "extra_slots": ("one: r1c1 r1c2", ["one: r1c1-r1c2", "two: r1c2 r1c1"], []),
    "readings": ("r1c1", ["r1c1 r1c2", "r1c3=A/B"], []),
    "either_or": ("r1c1: ON/OFF", ["r1c1"], []),
    "solution_word": ("cat", None),
}
BAD_OF_TYPE: dict[type, tuple[Any, ...]] = {
    bool: ("no", "", 0, 1, None, []),
    int: ("no", "", 2.5, True, [2]),
    str: (True, 1, [1], {"a": 1}),
}
for keyword, value in keyword_values().items():  # of rules that are not there already
    GOOD.setdefault(keyword, (value,))
    BAD.setdefault(keyword, BAD_OF_TYPE[type(value)])


@pytest.mark.parametrize("key", sorted(_TYPES))
def test_every_value_of_a_job_is_of_its_type_or_refused(key: str) -> None:
    rest = {} if key in ("grid", "grids", "what") else {"grid": "a"}
    rest |= {"kind": "codeword"} if key in ("what", "options") else {}
    for value in GOOD[key]:
        assert list(read_jobs([json.dumps({**rest, key: value})], "x"))
    for value in BAD[key]:
        with pytest.raises(OptionError) as caught:
            list(read_jobs([json.dumps({**rest, key: value})], "x"))
        assert str(caught.value).startswith("x:1: ")
        assert "\n" not in str(caught.value)


def outcome(job: dict[str, Any]) -> tuple[str, str]:
    """What a batch makes of a job: the result, and the fill or the number of fills."""
    with SerialPool() as pool, Batch(list(read_jobs([json.dumps(job)], "x")), pool) as batch:
        (result,) = batch
    return result["result"], "\n".join(result.get("grid", ())) or result.get("n", "")


def test_words_of_one_letter_are_used_with_a_min_length_of_one(folder: Path) -> None:
    (folder / "short.txt").write_text("cat\nac\nia\nit\na\ni\n")
    (folder / "row.txt").write_text(".|.|.\n. . .\n")
    job = {"grid": "row.txt", "words": ["short.txt"], "min_length": 1}
    argv = ("row.txt", "-w", "short.txt", "--min-length", "1")
    n = run_cli("count", *argv).out.split()[0]
    assert outcome({**job, "task": "count"}) == ("found", n) == ("found", "1")
    assert outcome(job) == ("found", run_cli("fill", *argv).out.strip("\n"))


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ({}, ()),
        ({"allow_repeats": True}, ("--allow-repeats",)),
        ({"allow_repeats": False}, ()),
        ({"min_length": 3}, ("--min-length", "3")),
        ({"max_shared_substring": 2}, ("--max-shared-substring", "2")),
        ({"no_near_duplicates": True}, ("--no-near-duplicates",)),
        ({"rebus": "OR"}, ("--rebus", "OR")),
        ({"rebus": ["OR", "DE"]}, ("--rebus", "OR", "--rebus", "DE")),
        ({"min_score": 60}, ("--min-score", "60")),
    ],
)
def test_a_job_counts_what_the_command_counts(
    folder: Path, rules: dict[str, Any], options: tuple[str, ...]
) -> None:
    scored = (f"{word};{40 + 10 * (i % 5)}\n" for i, word in enumerate(SCORED.split()))
    (folder / "scored.txt").write_text("".join(scored))
    job = {"grid": ["..", "..", ".."], "words": ["scored.txt"], "task": "count", **rules}
    (folder / "six.txt").write_text("..\n..\n..\n")
    counted = run_cli("count", "six.txt", "-w", "scored.txt", *options).out.split()[0]
    known = outcome(job)
    assert known == ("found", counted.replace(",", ""))
    if not rules or "allow_repeats" in rules:
        words = SCORED.upper().split()
        distinct = not rules.get("allow_repeats", False)
        letters = "".join(sorted(set("".join(words))))
        assert int(known[1]) == len(
            all_fills(["..", "..", ".."], words, letters, distinct=distinct)
        )


def test_a_grid_without_extension_is_read_as_what_it_is(folder: Path) -> None:
    assert run_cli("convert", "grid.txt", "grid.json").code == 0
    (folder / "grid.json").rename(folder / "monday")
    jobs = list(read_jobs(['{"grid": "monday", "words": ["words.txt"]}'], "x"))
    with SerialPool() as pool, Batch(jobs, pool) as batch:
        (result,) = batch
    assert result["result"] == "found"


def test_a_list_is_given_by_its_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATCROSS_DATA", str(folder))
    (folder / "lists").mkdir()
    (folder / "lists" / "mine.dict.gz").write_bytes(gzip.compress(b"CAB\nDEN\nORE\nCOD\nARE\nBEN"))
    grid = ["...", "...", "..."]
    lines = [json.dumps({"grid": grid, "words": [name]}) for name in ("mine", "builtin", "other")]
    lines.append(json.dumps({"grid": grid}))
    with SerialPool() as pool, Batch(list(read_jobs(lines, "x")), pool) as batch:
        mine, builtin, other, default = batch
    assert sorted(mine["grid"]) in (["ARE", "BEN", "COD"], ["CAB", "DEN", "ORE"])
    assert builtin["job"] == default["job"]  # the same words
    assert "no list of that name" in other["error"]


def test_wrong_rules_are_refused_with_their_line() -> None:
    with pytest.raises(OptionError, match="x:1: min_length must be 1 or greater, got 0"):
        list(read_jobs(['{"grid": ["..."], "words": ["words.txt"], "min_length": 0}'], "x"))


def test_a_board_of_cells_with_names_needs_no_grid(folder: Path) -> None:
    rules = ["cell a at 0 0", "cell b", "cell c", "slot x: a b c"]
    job = {"words": ["words.txt"], "rules": rules, "task": "count"}
    assert outcome(job) == ("found", "6")
    with pytest.raises(OptionError, match="there is no grid"):
        list(read_jobs([json.dumps({**job, "rules": ["slot x: a b c"]})], "x"))


@pytest.mark.needs("apps/books", "kinds/fillin", "kinds/codeword", "kinds/quotations")
def test_puzzles_of_kinds_are_made_as_the_library_makes_them(folder: Path) -> None:
    square = ["CAT", "A#E", "..."]
    (folder / "words.txt").write_text("cat\ncab\ntee\nbee\n")
    jobs: list[dict[str, Any]] = [
        {"kind": "fill-in", "grid": square, "words": ["words.txt"], "options": {"givens": 2}},
        {"kind": "codeword", "what": "9x9", "seed": 1, "options": {"givens": 3}},
        {"kind": "cryptogram", "what": "No man is an island.", "id": "Donne"},
        {"kind": "cryptogram", "what": "No m4n"},
        {"kind": "codeword", "what": "9x9", "time_limit": 1e-6},
        {"kind": "codeword", "grid": ["XQZ", ".#.", "..."], "words": ["words.txt"]},
    ]
    lines = [json.dumps(job) for job in jobs]
    with SerialPool() as pool, Batch(list(read_jobs(lines, "x")), pool) as batch:
        found = list(batch)
    wanted = ["found", "found", "found", "error", "stopped", "impossible"]
    assert [one["result"] for one in found] == wanted
    assert [one["kind"] for one in found[:3]] == ["fill-in", "codeword", "cryptogram"]
    assert len({one["job"] for one in found}) == len(found)
    made = (
        sx.make_puzzle("fillin", square, ["cat", "cab", "tee", "bee"], givens=2),
        sx.make_puzzle("codeword", "9x9", seed=1, givens=3),
        sx.make_puzzle("cryptogram", "No man is an island."),
    )
    for one, result in zip(found, made, strict=False):
        assert one["puzzle"] == json.loads(sx.file_of(result.unwrap().crossword, "satcross").data)
    (folder / "made.jsonl").write_text("".join(json.dumps(one) + "\n" for one in found))
    done = run_cli("book", "made.jsonl", "-o", "made.txt")
    assert (done.code, done.err) == (0, "3 puzzles\n")
    (folder / "made.jsonl").write_text(json.dumps(found[3]) + "\n")
    assert "no result is a puzzle" in run_cli("book", "made.jsonl", "-o", "made.txt").err
    (folder / "made.jsonl").write_text(json.dumps(found[3]) + "\n{")
    assert "made.jsonl:2: is no result" in run_cli("book", "made.jsonl", "-o", "made.txt").err


def test_the_clues_of_a_file_are_those_of_the_puzzle(folder: Path) -> None:
    plain = sx.crossword_of(sx.Grid.parse("CAT\nA##\nB##"))
    clued = replace(plain, clues=tuple(replace(one, text="A clue") for one in plain.clues))
    sx.save_crossword(clued, folder / "plain.json")
    job = {"kind": "fillin", "grid": "plain.json", "options": {"jigsaw": True}}
    with SerialPool() as pool, Batch(list(read_jobs([json.dumps(job)], "x")), pool) as batch:
        (found,) = batch
    assert found["puzzle"]["clues"]
    assert {clue["text"] for clue in found["puzzle"]["clues"]} == {"A clue"}
