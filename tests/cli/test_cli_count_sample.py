"""`satcross count` and `satcross sample` as people call them."""

from __future__ import annotations

import itertools
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from satcross.cli.count import count_json, count_text, explanation
from satcross.cli.main import main
from satcross.tasks.count_result import Count, CountKind

DUMPS = Path(__file__).parents[2] / "cnf_dumps"
SQUARE = [str(DUMPS / "square48.grid"), "-w", str(DUMPS / "square48.words")]


def test_count_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", *SQUARE]) == 0
    out, err = capsys.readouterr()
    assert out == "48 fills\n"
    assert err == "exact: all were listed\n"


def test_count_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", *SQUARE, "--format", "json", "--method", "exact"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["schema"] == "satcross.count/1"
    assert (data["kind"], data["n"], data["by"]) == ("exact", 48, "frontier")
    assert (data["lowest"], data["highest"]) == (48, 48)
    assert data["projection"] == {"on": "letters", "n_vars": 480}


def test_count_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "grid").write_text("A.Z\n")
    (tmp_path / "words").write_text("abc\nzzz\n")
    arguments = [str(tmp_path / "grid"), "-w", str(tmp_path / "words")]
    assert main(["count", *arguments]) == 20
    assert capsys.readouterr() == ("0 fills\n", "exact: no word fits 1A\n")
    assert main(["sample", *arguments]) == 20
    assert capsys.readouterr() == ("", "unfillable: proved: no word fits 1A\n")


def test_a_lower_bound_is_called_one(capsys: pytest.CaptureFixture[str]) -> None:
    grid = str(DUMPS.parent / "examples" / "open4.txt")  # it has millions of fills
    assert main(["count", grid, "--method", "enumerate", "--time-limit", "0.2"]) == 124
    out, err = capsys.readouterr()
    assert out.startswith("at least ")
    assert err == "a lower bound: stopped: time limit\n"


def test_how_numbers_are_shown() -> None:
    huge = Count(CountKind.EXACT, 10**20, "ganak")
    assert count_text(huge) == "100,000,000,000,000,000,000 fills"
    assert json.loads(count_json(huge))["n"] == str(10**20)
    assert json.loads(count_json(Count(CountKind.EXACT, 1 << 53, "ganak")))["n"] == 1 << 53
    assert count_text(Count(CountKind.EXACT, 1, "ganak")) == "1 fill"
    about = Count(CountKind.APPROXIMATE, 9000, "approxmc", epsilon=0.8, delta=0.2, n_projected=1234)
    assert count_text(about) == "about 9,000 fills"
    assert explanation(about) == (
        "approximate, by ApproxMC: from 5,000 to 16,200 with probability 0.8 or more;"
        " projected on 1,234 letter variables"
    )
    stopped = Count(
        CountKind.AT_LEAST, 7, "frontier", stopped="time limit", missing=("pyganak", "pyapproxmc")
    )
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
def test_bad_input_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1


def test_a_missing_package_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyapproxmc", None)
    assert main(["count", *SQUARE, "--method", "approximate"]) == 2
    assert capsys.readouterr().err == (
        "satcross: ApproxMC is not installed: pip install 'satcross[count]' brings pyapproxmc\n"
    )


def test_sample_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sample", *SQUARE, "-n", "2", "--seed", "1"]) == 0
    first = capsys.readouterr()
    assert len(first.out.split("\n\n")) == 2
    assert first.err == "2 draws, uniform: each of 48 fills was as likely as any other\n"
    assert main(["sample", *SQUARE, "-n", "2", "--seed", "1"]) == 0
    assert capsys.readouterr() == first


def test_fast_samples_say_that_they_are_not_uniform(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sample", *SQUARE, "-n", "2", "--method", "fast", "--format", "json"]) == 0
    out, err = capsys.readouterr()
    assert "NOT uniform" in err
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["number"] for line in lines] == [1, 2]
    for line in lines:
        assert line["schema"] == "satcross.sample/1"
        assert (line["drawn"], line["by"], line["n_fills"]) == ("not uniform", "lazy", None)
        assert len(line["grid"]) == 5


def test_sample_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "draws.json"
    assert main(["sample", *SQUARE, "-n", "3", "--format", "json", "-o", str(path)]) == 0
    assert capsys.readouterr().out == ""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [(line["drawn"], line["n_fills"]) for line in lines] == [("uniform", 48)] * 3


def test_an_interrupt_leaves_the_lower_bound(tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.write_text("\n".join(map("".join, itertools.product("ABCD", repeat=4))))
    (tmp_path / "grid").write_text("....\n" * 4)
    process = subprocess.Popen(
        [sys.executable, "-m", "satcross", "count", str(tmp_path / "grid"), "-w", str(words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    assert process.returncode == 130
    assert out.startswith("at least ")
    assert err.endswith("a lower bound: stopped: interrupted\n")
