"""Fills by the thousand on the command line: text, JSON and arrays, whole and continued."""

from __future__ import annotations

import csv
import itertools
import json
import random
from pathlib import Path

import pytest
from support.cli import run_cli, run_refused

import satcross as sx
from satcross.cli.output import continued

LIST = ("-w", "listed.txt")


@pytest.fixture(autouse=True)
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> sx.WordList:
    """The words of `LIST`, of which the squares are a thousand."""
    monkeypatch.chdir(tmp_path)
    rng = random.Random(1)
    words = rng.sample(["".join(word) for word in itertools.product("AEINRST", repeat=3)], 62)
    text = "".join(f"{word};{rng.randint(1, 100)}\n" for word in words)
    Path("listed.txt").write_text(text, encoding="utf-8")
    return sx.WordList.load("listed.txt")


@pytest.fixture
def grid(tmp_path: Path) -> str:
    path = tmp_path / "grid.txt"
    path.write_text("...\n...\n...\n", encoding="utf-8")
    return str(path)


def whole(grid: str) -> str:
    done = run_cli("fill", grid, *LIST, "--all")
    assert done.code == 0
    assert done.err.endswith("there are no more\n")
    return str(done.out)


def test_text_json_and_arrays_hold_the_same_fills(
    grid: str, tmp_path: Path, listed: sx.WordList
) -> None:
    text = whole(grid)
    fills = text.strip("\n").split("\n\n")
    assert len(fills) == len(set(fills)) > 700
    one_by_one = sx.enumerate_fills(sx.Grid.parse("...\n...\n..."), listed)
    assert [str(fill) for fill in one_by_one] == fills
    lines = run_cli("fill", grid, *LIST, "--all", "--format", "json").out.splitlines()
    assert len(lines) == len(fills)
    for number in (0, 1, len(fills) - 1):
        data = json.loads(lines[number])
        assert data["number"] == number + 1
        assert "\n".join(data["grid"]) == fills[number]
        assert data["score"] == sum(entry["score"] for entry in data["entries"])


def test_fills_as_csv(grid: str, tmp_path: Path, listed: sx.WordList) -> None:
    path = tmp_path / "fills.csv"
    assert run_cli("fill", grid, *LIST, "--all", "-o", str(path)).code == 0
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = ["1A", "4A", "5A", "1D", "2D", "3D"]
    assert list(rows[0]) == [*names, "score", "lowest_score"]
    fills = whole(grid).strip("\n").split("\n\n")
    assert ["\n".join([row["1A"], row["4A"], row["5A"]]) for row in rows] == fills
    for row in (rows[0], rows[-1]):
        scores = [listed.score(row[name]) or 0 for name in names]
        assert (row["score"], row["lowest_score"]) == (str(sum(scores)), str(min(scores)))
    few = run_cli("fill", grid, *LIST, "-n", "900", "--format", "csv")  # one by one
    head, *lines = few.out.splitlines()
    assert head == ",".join([*names, "score", "lowest_score"])
    found = {tuple(row.values()) for row in rows}
    assert len(lines) == 900
    assert {tuple(line.split(",")) for line in lines} <= found
    single = tmp_path / "fill-{}.csv"
    assert run_cli("fill", grid, *LIST, "-n", "2", "-o", str(single)).code == 0
    for number in (1, 2):
        text = (tmp_path / f"fill-{number}.csv").read_text("utf-8")
        assert text == f"{head}\n{lines[number - 1]}\n"


def test_the_json_of_listed_fills_is_that_of_others(tmp_path: Path) -> None:
    """With bars, givens that are no words, written forms, and letters that are not ASCII."""
    words = tmp_path / "w.txt"
    words.write_text("ä-b;70\nÄC;60\nBÄ\nCC\nCÄ\nBC;0\nÄÄ;9\n", encoding="utf-8")
    grid = tmp_path / "g.txt"
    grid.write_text("..#Q\n..#X\n", encoding="utf-8")
    argv = ("fill", str(grid), "-w", str(words), "--alphabet", "ABCÄQX", "--allow-repeats")
    listed = run_cli(*argv, "--all", "--format", "json").out.splitlines()
    single = run_cli(*argv, "-n", "900", "--format", "json").out.splitlines()
    assert len(listed) == len(single) > 3

    def plain(lines: list[str]) -> list[str]:
        return sorted(json.dumps({**json.loads(line), "number": 0}) for line in lines)

    assert plain(listed) == plain(single)
    texts = [run_cli(*argv, *many).out for many in (("--all",), ("-n", "900"))]
    assert sorted(texts[0].strip("\n").split("\n\n")) == sorted(texts[1].strip("\n").split("\n\n"))


@pytest.mark.parametrize("format_", ["text", "json", "csv"])
def test_a_listing_in_pieces_is_the_whole(
    grid: str, tmp_path: Path, format_: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(continued, "SAVE_EVERY_S", 0.0)
    rng = random.Random(1)
    state, output = tmp_path / "state", tmp_path / "fills"
    argv = ("fill", grid, *LIST, "--state", str(state), "--format", format_, "-o", str(output))
    printed, piped = "", tmp_path / "piped"
    end = "there may be more"
    while end == "there may be more":
        n = str(rng.randint(1, 400))
        done = run_cli(*argv, "-n", n)
        assert done.code == 0
        end = done.err.strip().rpartition("; ")[2]
        with output.open("a", encoding="utf-8") as file:
            file.write("what a crash left behind")
        to_pipe = ("fill", grid, *LIST, "--state", str(piped), "--format", format_, "-n", n)
        printed += run_cli(*to_pipe).out
    assert end == "there are no more"
    assert run_cli(*argv, "--all").err == "0 fills; there are no more\n"
    expected = run_cli("fill", grid, *LIST, "--all", "--format", format_).out
    assert output.read_text(encoding="utf-8") == expected
    assert printed == expected


def test_states_that_do_not_fit_are_refused(grid: str, tmp_path: Path) -> None:
    state, output = str(tmp_path / "state"), str(tmp_path / "out")
    argv = ("fill", grid, *LIST, "-n", "5", "--state", state)
    assert run_cli(*argv, "-o", output).code == 0
    for extra, text in [
        (("-o", output, "--seed", "3"), "this is the state of another listing"),
        ((), "the earlier run wrote to a file"),
        (("-o", str(tmp_path / "other")), "cannot be written"),
        (("-o", output + ".ipuz"), "can be continued as text, CSV or JSON"),
        (("-o", output, "--distinct", "words"), "cannot be continued"),
    ]:
        done = run_cli(*argv, *extra)
        assert (done.code, text in done.err) == (2, True), done.err
    Path(output).write_text("", encoding="utf-8")
    assert "5 fills" not in (done := run_cli(*argv, "-o", output)).err
    assert done.code == 2
    Path(state).write_text("{}", encoding="utf-8")
    assert "is not the state of a listing" in run_cli(*argv, "-o", output).err


FORMS = ("--format text", "--format json", "--format csv", "--format text --entries")


@pytest.mark.parametrize("to_file", [True, False])
@pytest.mark.parametrize(("first", "then"), list(itertools.permutations(FORMS, 2)))
def test_a_listing_goes_on_in_the_format_it_began_in(
    grid: str, tmp_path: Path, first: str, then: str, to_file: bool
) -> None:
    argv = ["fill", grid, *LIST, "-n", "2", "--state", tmp_path / "state"]
    argv += ["-o", tmp_path / "out"] * to_file
    assert run_cli(*argv, *first.split()).code == 0
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    done = run_cli(*argv, *then.split())
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"satcross: --state: the earlier run wrote {first}; give that again, or another state and"
        " output\n"
    )
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("key", ["n_fills", "n_bytes"])
def test_a_state_with_text_for_a_number_is_refused(grid: str, tmp_path: Path, key: str) -> None:
    state = tmp_path / "state"
    argv = ("fill", grid, *LIST, "-n", "2", "--state", state, "-o", tmp_path / "out")
    assert run_cli(*argv).code == 0
    state.write_text(json.dumps({**json.loads(state.read_bytes()), key: "5"}), encoding="utf-8")
    done = run_cli(*argv)
    assert (done.code, "the state is damaged" in done.err) == (2, True)


@pytest.mark.parametrize("other", ["list", "grid", "given"])
def test_a_listing_goes_on_after_a_call_that_is_proved_unfillable_at_once(
    grid: str, tmp_path: Path, other: str
) -> None:
    state, output = tmp_path / "state", tmp_path / "fills"
    argv = ("--state", state, "-o", output)
    assert run_cli("fill", grid, *LIST, "-n", "9", *argv).code == 0
    before = state.read_bytes(), output.read_bytes()
    (tmp_path / "short.txt").write_text("AB\n", encoding="utf-8")
    (tmp_path / "given.txt").write_text("QQ.\n...\n...\n", encoding="utf-8")
    (tmp_path / "long.txt").write_text("." * 40 + "\n", encoding="utf-8")
    wrong = {
        "list": (grid, "-w", tmp_path / "short.txt"),
        "grid": (tmp_path / "long.txt", *LIST),
        "given": (tmp_path / "given.txt", *LIST),
    }[other]
    done = run_cli("fill", *wrong, "--all", *argv)
    assert (
        done.code,
        f"{tmp_path / 'state'}: this is the state of another listing" in done.err,
    ) == (2, True)
    assert (state.read_bytes(), output.read_bytes()) == before
    assert run_cli("fill", grid, *LIST, "--all", *argv).code == 0
    assert output.read_text(encoding="utf-8") == whole(grid)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("--state", "S"), "--state: one fill leaves nothing to continue"),
        (("--count-only",), "--count-only: it is for --all"),
        (("--format", "npy", "--all"), "--format: there is no format 'npy' here"),
    ],
)
def test_options_that_do_not_go_together(grid: str, arguments: tuple[str, ...], text: str) -> None:
    done = run_cli("fill", grid, *LIST, *arguments)
    assert (done.code, text in done.err) == (2, True), done.err


def test_the_number_and_the_most_different(grid: str) -> None:
    fills = whole(grid).strip("\n").split("\n\n")
    count = run_cli("fill", grid, *LIST, "--all", "--count-only")
    assert count.out == f"{len(fills)}\n"
    spread = run_cli("fill", grid, *LIST, "-n", "3", "--distinct", "auto")
    assert len(spread.out.strip("\n").split("\n\n")) == 3
    assert "any two differ in" in spread.err
    assert "3 fills differ in more" in spread.err


def test_several_grids_are_counted_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("at\nto\nan\nno\nax\nox\nnat\ntan\n", encoding="utf-8")
    Path("a.txt").write_text("..\n..\n", encoding="utf-8")
    Path("b.txt").write_text("...\n", encoding="utf-8")
    Path("c.txt").write_text("Q.\n..\n", encoding="utf-8")
    argv = ("-w", "words.txt", "--all", "--count-only")
    each = [run_cli("fill", name, *argv).out for name in ("a.txt", "b.txt", "c.txt")]
    assert each[1:] == ["2\n", "0\n"]
    assert int(each[0]) > 0
    done = run_cli("fill", "b.txt", "c.txt", "a.txt", *argv)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"2\tb.txt\n0\tc.txt\n{each[0].strip()}\ta.txt\n"
    done = run_cli("fill", "b.txt", "c.txt", *argv, "--format", "json", "-o", "out.jsonl")
    assert done.code == 0
    lines = [json.loads(line) for line in Path("out.jsonl").read_text("utf-8").splitlines()]
    assert [(line["grid"], line["n"], line["kind"]) for line in lines] == [
        ("b.txt", 2, "exact"),
        ("c.txt", 0, "exact"),
    ]
    assert lines[0]["schema"] == "satcross.count/1"
    assert run_cli("fill", "c.txt", "c.txt", *argv).code == 20
    Path("bad.txt").write_text("..\n.\n", encoding="utf-8")
    assert "bad.txt" in run_refused("fill", "a.txt", "bad.txt", *argv)
    done = run_cli("fill", "a.txt", "b.txt", "-w", "words.txt")
    assert (done.code, "several grids are only counted" in done.err) == (2, True)


def test_grids_are_counted_until_one_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("small.txt").write_text("..\n", encoding="utf-8")
    Path("large.txt").write_text(("." * 6 + "\n") * 6, encoding="utf-8")
    argv = ("--all", "--count-only", "--time-limit", "0.2")
    done = run_cli("fill", "large.txt", "small.txt", *argv)
    assert (done.code, done.out) == (124, "")
    assert done.err.startswith("large.txt: at least ")
    done = run_cli("fill", "large.txt", *argv, "--format", "json")
    assert (done.code, json.loads(done.out)["kind"]) == (124, "at least")
