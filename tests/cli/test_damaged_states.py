"""States of listings that were damaged, or changed by hand: refused in one line, and no harm done.

A digest finds any damage. What is behind it is what the program has written.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.cli import Done, run_cli

import satcross as sx
from satcross.tasks.listed import with_digest

WORDS = ("cat", "arc", "ape", "tea", "car", "tee", "ate", "eat", "era", "ace", "are", "ear")
GRID = "...\n...\n...\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("w.txt").write_text("\n".join(WORDS), "utf-8")
    Path("g.txt").write_text(GRID, "utf-8")


def listed(*args: str) -> Done:
    return run_cli("fill", "g.txt", "-w", "w.txt", "--allow-repeats", "--state", "s", *args)


@pytest.fixture
def state() -> dict[str, Any]:
    """After some fills that were written to a file, while others are found, and wait."""
    assert listed("-n", "3", "-o", "out").code == 0
    written = json.loads(Path("s").read_text("utf-8"))
    with sx.enumerate_fills(sx.Puzzle(GRID, list(WORDS), distinct=False), state={}) as fills:
        for _ in range(3):
            next(fills)
        found = with_digest({**fills.state(), "n_bytes": written["n_bytes"]})
    assert (found["of"], found["n_fills"]) == (written["of"], 3)
    assert len(found["rows"]) > 1
    Path("s").write_text(json.dumps(found), "utf-8")
    return found


def test_a_state_with_fills_that_wait_is_continued(state: dict[str, Any]) -> None:
    assert listed("--all", "-o", "out").code == 0
    expected = run_cli("fill", "g.txt", "-w", "w.txt", "--allow-repeats", "--all")
    assert Path("out").read_text("utf-8") == expected.out


def test_another_file_is_not_cut_off() -> None:
    assert listed("-n", "3", "-o", "out").code == 0
    written = Path("out").read_bytes()
    for other in (b"x" * 5000, written[:-2] + b"X\n", b"x" + written, written[:-1]):
        Path("out").write_bytes(other)
        done = listed("--all", "-o", "out")
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), done.err
        assert done.err.startswith("satcross: out: ")
        assert "give the file that was written then" in done.err
        assert Path("out").read_bytes() == other
    Path("out").write_bytes(written + b"and what came before a crash")
    assert listed("--all", "-o", "out").code == 0
    expected = run_cli("fill", "g.txt", "-w", "w.txt", "--allow-repeats", "--all")
    assert Path("out").read_text("utf-8") == expected.out


def refused(problem: str) -> None:
    before = Path("out").read_bytes()
    done = listed("--all", "-o", "out")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), done.err
    assert done.err.startswith("satcross: s: ")
    assert problem in done.err
    assert "delete it" in done.err or "give another name" in done.err
    assert Path("out").read_bytes() == before


def test_every_value_that_is_changed_is_found(state: dict[str, Any]) -> None:
    changes: dict[str, Any] = {
        "of": "0" * 64, "n_fills": 1, "is_last": True, "rows": [[0] * 9], "search": {},
        "n_bytes": 0, "digest": "",
    }  # fmt: skip
    assert {"format", *changes} == set(state)
    for key, value in changes.items():
        Path("s").write_text(json.dumps({**state, key: value}), "utf-8")
        refused("the state is damaged: its content and its digest differ")
        Path("s").write_text(json.dumps({k: v for k, v in state.items() if k != key}), "utf-8")
        refused("the state is damaged")


def test_fills_that_wait_are_verified_before_they_are_handed_over(state: dict[str, Any]) -> None:
    wrong = [[0] * len(row) for row in state["rows"]]
    Path("s").write_text(json.dumps(with_digest({**state, "rows": wrong})), "utf-8")
    refused("the state is damaged: it gave a wrong fill")


@pytest.mark.parametrize(
    "data",
    [
        b"", b"[]", b"null", b"{}", b"NaN", b"\xff", b"[" * 200_000, b"9" * 5000,
        b'{"format": "other"}', b'{"a":' * 100_000,
    ],
)  # fmt: skip
def test_other_files_are_refused(state: dict[str, Any], data: bytes) -> None:
    Path("s").write_bytes(data)
    refused("is not the state of a listing")


def test_a_state_of_an_earlier_format_is_refused(state: dict[str, Any]) -> None:
    Path("s").write_text(json.dumps({**state, "format": "satcross.listing/1"}), "utf-8")
    refused("this state has the format satcross.listing/1, not satcross.listing/3")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400"])
def test_numbers_that_json_has_not_are_refused(state: dict[str, Any], number: str) -> None:
    for key in ("n_fills", "n_bytes", "digest"):
        text = json.dumps({**state, key: "HERE"}).replace('"HERE"', number)
        Path("s").write_text(text, "utf-8")
        refused("the state is damaged")


def test_an_output_is_not_cut_off_for_another_listing(state: dict[str, Any]) -> None:
    Path("other.txt").write_text("...\n", "utf-8")
    before = Path("out").read_bytes() + b"and more"
    Path("out").write_bytes(before)
    done = run_cli("fill", "other.txt", "-w", "w.txt", "--all", "--state", "s", "-o", "out")
    assert (done.code, done.err.split("; ")[0]) == (
        2, "satcross: s: this is the state of another listing",
    )  # fmt: skip
    assert Path("out").read_bytes() == before


def test_the_library_refuses_the_same(state: dict[str, Any]) -> None:
    state["rows"] = [[0] * 9]
    puzzle = sx.Puzzle(GRID, list(WORDS), distinct=False)
    for damaged in (state, {"a": 1}):
        with pytest.raises(sx.OptionError), sx.enumerate_fills(puzzle, state=damaged) as fills:
            list(fills)
