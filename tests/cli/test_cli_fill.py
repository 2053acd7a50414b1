"""`satcross fill`: what it prints where, and its exit codes."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.cli import run_cli
from support.tasks import ends_within, long_enough

from satcross.cli.output.grids import GridSink
from satcross.cli.progress import ProgressView
from satcross.model.fill import Fill
from satcross.model.grid import Grid
from satcross.results import Stopped
from satcross.task import Deadline, Progress
from satcross.tasks.fill import FillTask
from satcross.verification.crossword import verify
from satcross.words import WordList

WORDS = ["ape", "ore", "bet", "abo", "per", "era", "eta", "oat", "tea", "rat", "tar", "art"]


@pytest.fixture
def words(tmp_path: Path) -> str:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(WORDS) + "\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def grid(tmp_path: Path) -> str:
    path = tmp_path / "grid.txt"
    path.write_text("...\n...\n...\n", encoding="utf-8")
    return str(path)


def squares(distinct: bool) -> set[str]:
    """All fills of the open 3x3 grid, by trying all triples of words."""
    upper = [word.upper() for word in WORDS]
    found: set[str] = set()
    for a in upper:
        for b in upper:
            for c in upper:
                down = ["".join(t) for t in zip(a, b, c, strict=True)]
                if all(w in upper for w in down) and (
                    not distinct or len({a, b, c, *down}) == len(down) * 2
                ):
                    found.add(f"{a}\n{b}\n{c}")
    return found


def test_all_fills_are_printed_once_each(grid: str, words: str) -> None:
    expected = squares(distinct=False)
    assert len(expected) > 3
    done = run_cli("fill", grid, "-w", words, "--all", "--allow-repeats")
    assert done.code == 0
    out, err = done[1:]
    printed = out.rstrip("\n").split("\n\n")
    assert sorted(printed) == sorted(expected)
    assert err == f"{len(expected)} fills; there are no more\n"


def test_so_many_and_no_more(grid: str, words: str) -> None:
    common = ["fill", grid, "-w", words, "--allow-repeats"]
    done = run_cli(*common, "-n", "2")
    assert done.code == 0
    out, err = done[1:]
    assert len(out.rstrip("\n").split("\n\n")) == 2
    assert err == "2 fills; there may be more\n"
    n = len(squares(distinct=False))
    done = run_cli(*common, "-n", str(n + 1))
    assert done.code == 0
    assert done.err == f"{n} fills; there are no more\n"


def test_one_fill_is_all_of_stdout_and_can_be_checked(grid: str, words: str) -> None:
    done = run_cli("fill", grid, "-w", words, "--allow-repeats", "--seed", "3")
    assert done.code == 0
    out, err = done[1:]
    assert err == ""
    assert out.rstrip("\n") in squares(distinct=False)
    assert run_cli("check", "-", "-w", words, "--allow-repeats", stdin=out).code == 0


def test_repeats_make_the_square_unfillable(grid: str, words: str) -> None:
    assert not squares(distinct=True)
    done = run_cli("fill", grid, "-w", words)
    assert done.code == 20
    out, err = done[1:]
    assert out == ""
    assert err == (
        "unfillable: proved: no words fit 1A, 4A, 5A, 1D, 2D and 3D together,"
        " as no word may stand twice\n"
    )
    done = run_cli("fill", grid, "-w", words, "--all")
    assert done.code == 20
    assert done[1:] == ("", "unfillable: proved: the search ruled out every fill\n")


def test_unfillable_says_where_when_it_is_plain(tmp_path: Path, words: str) -> None:
    grid = tmp_path / "z.txt"
    grid.write_text("..z\n###\n...\n", encoding="utf-8")
    done = run_cli("fill", str(grid), "-w", words)
    assert done.code == 20
    assert done[1:] == ("", "unfillable: proved: no word fits 1A\n")


def test_entries_with_scores_written_forms_and_marks(tmp_path: Path) -> None:
    words = tmp_path / "w.dict"
    words.write_text("ice cream;70\nEH;20\nego;99\n", encoding="utf-8")
    grid = tmp_path / "g.txt"
    grid.write_text("........\n########\nXQ#eh###\n", encoding="utf-8")
    done = run_cli("fill", str(grid), "-w", str(words), "--entries")
    assert done.code == 0
    assert done.out == (
        "ICECREAM\n########\nXQ#EH###\n\n"
        "  1A  ICECREAM    70  ice cream\n"
        "  2A  XQ           -  (given) (not in the list)\n"
        "  3A  EH          20  (given)\n"
    )


def test_json_has_the_documented_fields(tmp_path: Path) -> None:
    words = tmp_path / "w.dict"
    words.write_text("ice cream;70\nego;99\n", encoding="utf-8")
    grid = tmp_path / "g.txt"
    grid.write_text("#........\n#########\nxq#...###\n", encoding="utf-8")
    done = run_cli("fill", str(grid), "-w", str(words), "--format", "json")
    assert done.code == 0
    out = done.out
    assert out.count("\n") == 1
    assert json.loads(out) == {
        "schema": "satcross.fill/2",
        "number": 1,
        "grid": ["#ICECREAM", "#########", "XQ#EGO###"],
        "score": 169,
        "lowest_score": 70,
        "entries": [
            {
                "slot": "1A", "row": 0, "col": 1, "word": "ICECREAM", "written": "ice cream",
                "score": 70, "given": False,
            },
            {
                "slot": "2A", "row": 2, "col": 0, "word": "XQ", "written": "XQ",
                "score": None, "given": True,
            },
            {
                "slot": "3A", "row": 2, "col": 3, "word": "EGO", "written": "ego",
                "score": 99, "given": False,
            },
        ],
    }  # fmt: skip


def test_json_lines_count_the_fills(grid: str, words: str) -> None:
    argv = ["fill", grid, "-w", words, "--allow-repeats", "--all", "--format", "json"]
    done = run_cli(*argv)
    assert done.code == 0
    fills = [json.loads(line) for line in done.out.splitlines()]
    assert [fill["number"] for fill in fills] == list(range(1, len(fills) + 1))
    assert {"\n".join(fill["grid"]) for fill in fills} == squares(distinct=False)


def test_distinct_words_share_no_entry(grid: str, words: str) -> None:
    argv = ["fill", grid, "-w", words, "--allow-repeats", "--all"]
    done = run_cli(*argv, "--distinct", "words")
    assert done.code == 0
    seen: set[str] = set()
    for text in done.out.rstrip("\n").split("\n\n"):
        rows = text.split("\n")
        entries = {*rows, *("".join(t) for t in zip(*rows, strict=True))}
        assert not entries & seen
        seen |= entries
    done = run_cli(*argv, "--distinct", "3")
    assert done.code == 0
    fills = done.out.rstrip("\n").split("\n\n")
    for i, one in enumerate(fills):
        for other in fills[:i]:
            pairs = zip(_entries(one), _entries(other), strict=True)
            assert sum(a != b for a, b in pairs) >= 3


def _entries(text: str) -> list[str]:
    rows = text.split("\n")
    return rows + ["".join(t) for t in zip(*rows, strict=True)]


def test_seeds(tmp_path: Path) -> None:
    grid = tmp_path / "g.txt"
    grid.write_text("....\n....\n....\n....\n", encoding="utf-8")
    fills = []
    for seed in ("1", "1", "2", "3", "4"):
        done = run_cli("fill", str(grid), "--seed", seed)
        assert done.code == 0
        fills.append(done.out)
    assert fills[0] == fills[1]
    assert len(set(fills)) >= 3
    words = WordList.builtin()
    assert not any(verify(None, Grid.parse(fill), words) for fill in fills)


def test_the_output_file_is_whole_or_as_it_was(tmp_path: Path, grid: str, words: str) -> None:
    output = tmp_path / "out.txt"
    output.write_text("old", encoding="utf-8")
    assert run_cli("fill", grid, "-w", words, "-o", str(output)).code == 20
    assert output.read_text(encoding="utf-8") == "old"
    argv = ["fill", grid, "-w", words, "--allow-repeats", "--all", "-o", str(output)]
    done = run_cli(*argv)
    assert done.code == 0
    fills = output.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    assert set(fills) == squares(distinct=False)
    assert done.out == ""
    assert sorted(p.name for p in tmp_path.iterdir()) == ["grid.txt", "out.txt", "words.txt"]
    assert run_cli(*argv[:-1], os.devnull).code == 0
    assert not Path(os.devnull).is_file()


UNLIKELY = (
    r"stopped: time limit; by letter statistics 10\^-[\d.]+ fills are expected of"
    " 1A, 9A, 10A, 11A and 12 others: unlikely that there is one"
)  # of an open 8x8


def test_the_time_limit_stops_and_is_told(tmp_path: Path) -> None:
    grid = tmp_path / "open8.txt"  # no one has filled this with words that anyone knows
    grid.write_text("........\n" * 8, encoding="utf-8")
    start = time.monotonic()
    with ends_within(0.6):
        done = run_cli("fill", str(grid), "--time-limit", "0.6")
    assert done.code == 124
    assert time.monotonic() - start > 0.5
    # and this is all: no progress where there is no terminal
    assert done.out == ""
    assert re.fullmatch(f"{UNLIKELY}\n", done.err)
    done = run_cli("fill", str(grid), "--time-limit", "0.1", "-n", "2")
    assert done.code == 124
    assert done.out == ""
    assert re.fullmatch(f"0 fills; {UNLIKELY}\n", done.err)


def test_an_interrupt_keeps_what_was_found(
    tmp_path: Path,
    grid: str,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = GridSink.write_fill

    def interrupted(self: GridSink, fill: Fill) -> None:
        real(self, fill)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(GridSink, "write_fill", interrupted)
    output = tmp_path / "out.txt"
    argv = ["fill", grid, "-w", words, "--allow-repeats", "--all"]
    done = run_cli(*argv, "--distinct", "2", "-o", str(output))
    assert done.code == 130
    assert done[1:] == ("", "1 fill; interrupted\n")
    assert output.read_text(encoding="utf-8").rstrip("\n") in squares(distinct=False)
    monkeypatch.setattr(FillTask, "_run", _interrupted)
    done = run_cli(*argv[:-1])
    assert done.code == 130
    assert done[1:] == ("", "interrupted\n")


def _interrupted(self: FillTask, deadline: Deadline) -> Stopped:
    signal.raise_signal(signal.SIGINT)
    assert deadline.passed()
    return Stopped(deadline.reason)


def test_as_a_program_it_streams_and_dies_politely(tmp_path: Path) -> None:
    """In processes of its own: flushed line by line, SIGINT, and a reader that goes."""
    grid = tmp_path / "open4.txt"
    grid.write_text("....\n" * 4, encoding="utf-8")
    command = [sys.executable, "-m", "satcross", "fill", str(grid), "--all"]
    leaves = {"interrupt": 130, "close": 141}
    if sys.platform == "win32":
        del leaves["interrupt"]  # it is for all processes of a console
    for leave, code in leaves.items():
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert len(process.stdout.readline()) == 5
            if leave == "interrupt":
                process.send_signal(signal.SIGINT)
                process.stdout.read()
                assert process.stderr.read().endswith("; interrupted\n")
            else:
                process.stdout.close()
                assert process.stderr.read() == ""
            assert process.wait(timeout=60) == code


def test_a_wrong_fill_is_never_printed(
    grid: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Break the engine's answers: the command says so, prints nothing, and exits 2."""
    from satcross.encoding.letters import LetterVars

    real = LetterVars.letters

    def wrong(self: LetterVars, true_literals: list[int]) -> dict[int, int]:
        letters = real(self, true_literals)
        return {cell: (code + 1) % 26 for cell, code in letters.items()}

    monkeypatch.setattr(LetterVars, "letters", wrong)
    done = run_cli("fill", grid, "-w", words, "--allow-repeats")
    assert done.code == 2
    out, err = done[1:]
    assert out == ""
    assert err.startswith("satcross: lazy gave a wrong fill: 1A ")
    assert err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_progress_is_drawn_on_a_terminal_and_cleared(tmp_path: Path) -> None:
    import pty

    grid = tmp_path / "open8.txt"
    grid.write_text("........\n" * 8, encoding="utf-8")
    command = [sys.executable, "-m", "satcross", "fill", str(grid), "--time-limit"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    searching = re.compile(r"best \d+/64 cells {2}[\d,]+ conflicts? {2}[\d.]+ s")

    def run(limit_s: float) -> tuple[bytes, str]:
        """What is shown, and its text."""
        terminal, theirs = pty.openpty()
        done = subprocess.run(
            [*command, str(limit_s)],
            stdout=subprocess.PIPE, stderr=theirs, env=environment, check=False,
        )  # fmt: skip
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # how the end of a pseudo-terminal is told
            while part := os.read(terminal, 65536):
                shown += part
        os.close(terminal)
        assert done.returncode == 124
        assert done.stdout == b""
        return shown, re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())

    shown, text = long_enough(run, lambda both: searching.search(both[1]), 1.0)
    assert searching.search(text)
    assert b"\x1b[2K" in shown  # the line is wiped ...
    assert re.search(f"{UNLIKELY}$", text.splitlines()[-1])  # ... before the last word


def test_progress_lines_when_asked_for_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    view = ProgressView(shown=True, live=False)
    view._start -= 2.0
    view(Progress("searching", 2.0, conflicts=1234, depth=40, n_cells=60))
    view(Progress("searching", 2.0, conflicts=1235, depth=30, n_cells=60))
    view._start -= 1.5
    view.found()
    view(Progress("searching", 3.5, conflicts=1))
    err = capsys.readouterr().err.splitlines()
    assert len(err) == 2  # one a second
    assert err[0].startswith("searching  best 40/60 cells  1,234 conflicts  2.0")
    assert err[1].startswith("searching  1 conflict  1 found  3.5")
    view._start -= 1.5
    view(Progress("listing", 4.0, n_found=2000, n_wanted=200_000))
    assert "500/s  2,000 found  198,000 left (7 min)  " in capsys.readouterr().err
    hidden = ProgressView(shown=False)
    hidden._start -= 5
    hidden(Progress("searching", 5.0))
    assert capsys.readouterr().err == ""
