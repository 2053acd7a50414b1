"""`satcross count` and `satcross sample` as people call them."""

from __future__ import annotations

import itertools
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.cli import run_cli
from support.signals import needs_interrupts

from satcross.apps.counting.commands.count import count_json, count_text, explanation
from satcross.apps.counting.count import Count, CountKind
from satcross.results import Found, Reason, Stopped

DUMPS = Path(__file__).parents[3] / "cnf_dumps"
SQUARE = [str(DUMPS / "square48.grid"), "-w", str(DUMPS / "square48.words")]


def test_count_text() -> None:
    done = run_cli("count", *SQUARE)
    assert done.code == 0
    out, err = done[1:]
    assert out == "48 fills\n"
    assert err == "exact: all were listed\n"


def test_count_json() -> None:
    done = run_cli("count", *SQUARE, "--format", "json", "--method", "exact")
    assert done.code == 0
    data = json.loads(done.out)
    assert data["schema"] == "satcross.count/1"
    assert (data["kind"], data["n"], data["by"]) == ("exact", 48, "frontier")
    assert (data["lowest"], data["highest"]) == (48, 48)
    assert data["projection"] == {"on": "letters", "n_vars": 480}


def test_count_of_nothing(tmp_path: Path) -> None:
    (tmp_path / "grid").write_text("A.Z\n")
    (tmp_path / "words").write_text("abc\nzzz\n")
    arguments = [str(tmp_path / "grid"), "-w", str(tmp_path / "words")]
    done = run_cli("count", *arguments)
    assert done.code == 20
    assert done[1:] == ("0 fills\n", "exact: no word fits 1A\n")
    done = run_cli("sample", *arguments)
    assert done.code == 20
    assert done[1:] == ("", "unfillable: proved: no word fits 1A\n")


def test_a_lower_bound_is_called_one() -> None:
    grid = str(DUMPS.parent / "examples" / "open4.txt")  # it has millions of fills
    done = run_cli("count", grid, "--method", "enumerate", "--time-limit", "0.2")
    assert done.code == 124
    out, err = done[1:]
    assert out.startswith("at least ")
    assert err == "a lower bound: stopped: time limit\n"


def test_how_numbers_are_shown() -> None:
    huge = Found(Count(CountKind.EXACT, 10**20, "ganak"))
    assert count_text(huge) == "100,000,000,000,000,000,000 fills"
    assert json.loads(count_json(huge))["n"] == str(10**20)
    assert json.loads(count_json(Found(Count(CountKind.EXACT, 1 << 53, "ganak"))))["n"] == 1 << 53
    assert count_text(Found(Count(CountKind.EXACT, 1, "ganak"))) == "1 fill"
    about = Found(
        Count(CountKind.APPROXIMATE, 9000, "approxmc", epsilon=0.8, delta=0.2, n_projected=1234)
    )
    assert count_text(about) == "about 9,000 fills"
    assert explanation(about) == (
        "approximate, by ApproxMC: from 5,000 to 16,200 with probability 0.8 or more;"
        " projected on 1,234 letter variables"
    )
    known = Count(CountKind.AT_LEAST, 7, "frontier", missing=("pyganak", "pyapproxmc"))
    stopped = Stopped(Reason.TIME_LIMIT, partial=known)
    assert explanation(stopped) == (
        "a lower bound: stopped: time limit;"
        " pip install 'satcross[count]' brings pyganak and pyapproxmc"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["count", *SQUARE, "--epsilon", "0"],
        ["count", *SQUARE, "--epsilon", "nan"],
        ["count", *SQUARE, "--delta", "1"],
        ["count", *SQUARE, "--encoding", "x"],
        ["count", *SQUARE, "--method", "x"],
        ["count", *SQUARE, "--time-limit", "0"],
        ["count", "nowhere.txt"],
        ["sample", *SQUARE, "-n", "0"],
        ["sample", *SQUARE, "--method", "x"],
        ["sample", *SQUARE, "--seed", "-1"],
    ],
)
def test_bad_input_is_one_line(arguments: list[str]) -> None:
    done = run_cli(*arguments)
    assert done.code == 2
    out, err = done[1:]
    assert out == ""
    assert err.count("\n") == 1


def test_a_missing_package_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyapproxmc", None)
    done = run_cli("count", *SQUARE, "--method", "approximate")
    assert done.code == 2
    assert done.err == (
        "satcross: ApproxMC is not installed: pip install 'satcross[count]' brings pyapproxmc\n"
    )


def test_sample_text() -> None:
    done = run_cli("sample", *SQUARE, "-n", "2", "--seed", "1")
    assert done.code == 0
    first = done
    assert len(first.out.split("\n\n")) == 2
    assert first.err == "2 samples, uniform: each of 48 fills was as likely as any other\n"
    done = run_cli("sample", *SQUARE, "-n", "2", "--seed", "1")
    assert done == first


def test_fast_samples_say_that_they_are_not_uniform() -> None:
    done = run_cli("sample", *SQUARE, "-n", "2", "--method", "fast", "--format", "json")
    assert done.code == 0
    out, err = done[1:]
    assert "NOT uniform" in err
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["number"] for line in lines] == [1, 2]
    for line in lines:
        assert line["schema"] == "satcross.sample/2"
        assert (line["drawn"], line["by"], line["n_fills"]) == ("not uniform", "lazy", None)
        assert len(line["grid"]) == 5


def test_sample_into_a_file(tmp_path: Path) -> None:
    path = tmp_path / "draws.json"
    done = run_cli("sample", *SQUARE, "-n", "3", "--format", "json", "-o", str(path))
    assert done.code == 0
    assert done.out == ""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [(line["drawn"], line["n_fills"]) for line in lines] == [("uniform", 48)] * 3


@needs_interrupts
def test_an_interrupt_leaves_the_lower_bound(tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.write_text("\n".join(map("".join, itertools.product("ABCD", repeat=4))))
    (tmp_path / "grid").write_text("....\n" * 4)
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "satcross",
            "count",
            str(tmp_path / "grid"),
            "-w",
            str(words),
            "--progress",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    process.stderr.readline()  # now it counts
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out.startswith("at least ")
    assert err.endswith("a lower bound: stopped: interrupted\n")


def interrupted(arguments: list[str], after: str) -> tuple[int, str, str]:
    """(exit code, stdout, stderr) of a command that gets SIGINT once it has said `after`."""
    process = subprocess.Popen(
        [sys.executable, "-m", "satcross", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    stream = process.stdout if after == "" else process.stderr
    seen = ""
    while after not in seen or not seen:
        seen += stream.readline()
    process.send_signal(signal.SIGINT)
    # Not `communicate`, which loses what `readline` has read ahead.
    out, err = process.stdout.read(), process.stderr.read()
    code = process.wait(timeout=60)
    return (code, seen + out, err) if after == "" else (code, out, err)


@needs_interrupts
def test_an_interrupt_leaves_the_samples_so_far() -> None:
    arguments = ["sample", *SQUARE, "-n", "1000000", "--method", "fast"]
    code, out, err = interrupted(arguments, "")
    assert code == 130
    n = len(out.split("\n\n"))
    assert err == (
        f"{n:,} sample{'' if n == 1 else 's'}; interrupted,"
        " NOT uniform: by seeded search, which prefers some fills\n"
    )


@needs_interrupts
def test_an_interrupt_before_the_first_sample() -> None:
    grid = str(DUMPS.parent / "examples" / "open4.txt")
    code, out, err = interrupted(["sample", grid, "--progress"], "counting")
    assert (code, out) == (130, "")
    assert err.endswith("0 samples; interrupted\n")
