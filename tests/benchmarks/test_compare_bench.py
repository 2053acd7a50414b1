"""The comparison's runs: fake peers of every kind, interrupts, resuming, giving up."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from support.bench_peers import OPEN, SQUARE, WORDS, ScriptPeer, saying
from support.processes import has_ended

from benchmarks import suite
from benchmarks.compare import cli
from benchmarks.compare.record import Book, from_json
from benchmarks.measure import measure
from benchmarks.peers.base import Peer
from benchmarks.peers.satcross import Satcross
from benchmarks.suite import Case

GOOD = ScriptPeer("good", saying(SQUARE) + "; import sys; print('search 0.125', file=sys.stderr)")
LIAR = ScriptPeer("liar", saying(SQUARE.replace("BASS", "BASK")))
CRASH = ScriptPeer("crash", "raise ValueError('oh')")
SLOW = ScriptPeer("slow", "import time; time.sleep(9)")
LARGE = ScriptPeer("large", "x = bytearray(900_000_000)")
NONE = ScriptPeer("none", "raise SystemExit(20)")
ABSENT = ScriptPeer("absent", "", why_not="not installed: buy it")


@pytest.fixture
def cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Case]:
    """Two cases of one family with the words of one 4x4 square, in place of the suite."""
    grid, words = tmp_path / "open.txt", tmp_path / "words.dict"
    grid.write_text(OPEN)
    words.write_text("".join(f"{word};50\n" for word in WORDS))
    given = tmp_path / "given.txt"
    given.write_text("B" + OPEN[1:])
    found = [
        Case("open, eight", grid, words, "eight", "squares", None),
        Case("given, eight", given, words, "eight", "squares", True),
    ]
    monkeypatch.setattr(suite, "cases", lambda data, folder: found)
    monkeypatch.setattr(suite, "skipped", lambda data: ["no grids/far.txt: far"])
    return found


def compare(path: Path, peers: list[Peer], *more: str, limit: float = 10) -> tuple[int, Book]:
    arguments = ["--json", str(path), "--limit", str(limit), "--memory", "600", *more]
    code = cli.main(arguments, peers)
    return code, from_json(path.read_text(encoding="utf-8"), "it")


def test_every_kind_of_peer_is_judged(
    cases: list[Case], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    peers: list[Peer] = [GOOD, LIAR, CRASH, LARGE, ABSENT]
    _, book = compare(tmp_path / "a.json", peers, "--seeds", "1", "--only", "open*")
    assert {run.tool: run.verdict for run in book.results} == {
        "good": "right", "liar": "wrong", "crash": "failed", "large": "memory",
    }  # fmt: skip
    assert [(tool.key, tool.skipped) for tool in book.tools if tool.skipped] == [
        ("absent", "not installed: buy it")
    ]
    good = book.results[0]
    assert (good.case, good.search_s) == ("open, eight", 0.125)
    assert 0 < good.wall_s < 10
    said = capsys.readouterr()
    assert "Skipped: absent 1.0: not installed: buy it." in said.out
    assert "Skipped: no grids/far.txt: far." in said.out
    assert "failed: exit 1, ValueError: oh" in said.out


def test_a_word_twice_is_no_fill_and_told_apart(cases: list[Case], tmp_path: Path) -> None:
    symmetric = "SATE\nARIA\nTIER\nEARN"  # reads the same downwards, so that each word stands twice
    cases[0].words.write_text("".join(f"{word};50\n" for word in symmetric.split()))
    peer = ScriptPeer("twice", saying(symmetric))
    _, book = compare(tmp_path / "a.json", [peer], "--seeds", "1", "--only", "open*")
    assert [run.verdict for run in book.results] == ["repeats"]


def test_a_case_is_left_when_its_median_is_certain(cases: list[Case], tmp_path: Path) -> None:
    _, book = compare(
        tmp_path / "a.json", [GOOD, SLOW], "--seeds", "3", "--only", "open*", limit=0.6
    )
    assert [run.seed for run in book.of("open, eight", "slow")] == [0, 1]
    assert {run.verdict for run in book.of("open, eight", "slow")} == {"stopped"}
    assert [run.seed for run in book.of("open, eight", "good")] == [0, 1, 2]
    # They take turns, and not always the same one first.
    assert [run.tool for run in book.results] == ["good", "slow", "slow", "good", "good"]


def test_tries_leave_a_case_sooner_and_say_so(
    cases: list[Case], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--seeds", "5", "--tries", "1", "--only", "open*"]
    _, book = compare(tmp_path / "a.json", [SLOW], *arguments, limit=0.4)
    assert len(book.results) == 1
    assert "| T (1 run) |" in capsys.readouterr().out


def test_a_family_is_given_up_and_never_called_measured(
    cases: list[Case], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--seeds", "1", "--give-up", "1"]
    _, book = compare(tmp_path / "a.json", [GOOD, CRASH], *arguments)
    assert book.gave_up == [("given, eight", "crash")]
    assert not book.of("given, eight", "crash")
    row = next(
        line for line in capsys.readouterr().out.splitlines() if line.startswith("| given, eight")
    )
    assert row.split("|")[4].strip() == "gave up"
    _, book = compare(tmp_path / "b.json", [GOOD, CRASH], "--seeds", "1", "--give-up", "0")
    assert len(book.of("given, eight", "crash")) == 1
    assert not book.gave_up


def test_a_contradiction_fails_loudly(
    cases: list[Case], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _ = compare(tmp_path / "a.json", [GOOD, NONE], "--seeds", "1", "--only", "open*")
    assert code == cli.CONTRADICTION
    said = capsys.readouterr()
    text = "open, eight: verified fills from good, but none said that there is none"
    assert f"CONTRADICTIONS:\n{text}" in said.err
    assert said.out.startswith(f"**CONTRADICTIONS**\n\n- {text}\n")
    assert "| false none |" in said.out
    code, _ = compare(tmp_path / "b.json", [NONE], "--seeds", "1", "--only", "given*")
    assert code == cli.CONTRADICTION
    assert "none to none, but fillable to the suite" in capsys.readouterr().err


def test_a_wrong_fill_of_satcross_fails_loudly(
    cases: list[Case], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ours = replace(LIAR, key="satcross")
    code, _ = compare(tmp_path / "a.json", [ours, GOOD], "--seeds", "1", "--only", "open*")
    assert code == cli.CONTRADICTION
    assert "satcross printed a wrong fill: open, eight, seed 0" in capsys.readouterr().out


def test_peers_without_a_seed_get_their_words_in_another_order(
    cases: list[Case], tmp_path: Path
) -> None:
    first = "import sys; print(open(sys.argv[2]).readline(), file=sys.stderr); sys.exit(9)"
    seedless = ScriptPeer("seedless", first, seeded=False)
    seeded = ScriptPeer("seeded", first)
    arguments = ["--seeds", "6", "--only", "open*", "--peers", "seedless,seeded"]
    _, book = compare(tmp_path / "a.json", [seedless, seeded], *arguments)
    details = {
        key: {run.detail for run in book.of("open, eight", key)} for key in ("seedless", "seeded")
    }
    assert len(details["seeded"]) == 1
    assert len(details["seedless"]) > 1


def test_an_interrupted_run_goes_on(
    cases: list[Case], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.json"
    stops = ScriptPeer("stops", "")
    monkeypatch.setattr(ScriptPeer, "command", _interrupting)
    code, book = compare(path, [GOOD, stops], "--seeds", "2")
    assert code == cli.INTERRUPTED
    assert [run.tool for run in book.results] == ["good"]
    monkeypatch.undo()
    suite_cases = cases
    monkeypatch.setattr(suite, "cases", lambda data, folder: suite_cases)
    monkeypatch.setattr(suite, "skipped", lambda data: [])
    before = book.results[0]
    assert cli.main(["--json", str(path), "--limit", "10"], [GOOD]) == cli.NOTHING
    assert cli.main(["--json", str(path), "--limit", "11", "--resume"], [GOOD]) == cli.NOTHING
    code, book = compare(path, [GOOD, LIAR], "--seeds", "2", "--resume")
    assert book.results[0] == before
    assert len(book.of("open, eight", "good")) == 2
    assert len(book.of("given, eight", "good")) == 2
    assert len({(run.case, run.tool, run.seed) for run in book.results}) == len(book.results)
    assert any(note.startswith("Continued on") for note in book.notes)


def _interrupting(peer: ScriptPeer, grid_path: Path, words_path: Path, seed: int) -> list[str]:
    if peer.key == "stops":
        raise KeyboardInterrupt
    return [sys.executable, "-S", "-c", peer.code]


def test_a_tool_can_be_run_anew(cases: list[Case], tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    both: list[Peer] = [GOOD, ScriptPeer("satcross", "raise SystemExit(3)")]
    _, book = compare(path, both, "--seeds", "1")
    kept = book.of("open, eight", "good")
    both = [GOOD, replace(GOOD, key="satcross")]
    arguments = ["--seeds", "1", "--redo", "satcross"]
    _, book = compare(path, both, *arguments, "--peers", "good")  # it is not run: it stays
    assert [run.verdict for run in book.results if run.tool == "satcross"] == ["failed", "failed"]
    _, book = compare(path, both, *arguments, "--only", "open*")
    assert [run.verdict for run in book.results if run.tool == "satcross"] == ["failed", "right"]
    _, book = compare(path, both, *arguments)
    assert book.of("open, eight", "good") == kept
    assert [run.verdict for run in book.results if run.tool == "satcross"] == ["right", "right"]


def test_another_grid_by_the_same_name_is_refused(
    cases: list[Case], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.json"
    compare(path, [GOOD], "--seeds", "1")
    cases[0].grid.write_text("....\n....\n")
    assert cli.main(["--json", str(path), "--limit", "10", "--memory", "600", "--resume"], [GOOD])
    assert "open, eight: its grid or list has changed" in capsys.readouterr().err


def test_satcross_itself_is_run(cases: list[Case], tmp_path: Path) -> None:
    arguments = ["--peers", "satcross", "--seeds", "1", "--only", "open*"]
    _, book = compare(tmp_path / "a.json", list(cli.TOOLS), *arguments)
    assert [run.verdict for run in book.results] == ["right"]


def test_satcross_takes_the_built_in_list_as_one_would_type_it(
    cases: list[Case], tmp_path: Path
) -> None:
    seen = []

    class Noting(Satcross):
        def fill(self, grid_path: Path, listed: Sequence[str], seed: int) -> list[str]:
            seen.append([*listed])
            return [sys.executable, "-S", "-c", saying(SQUARE)]

    cases[0] = replace(cases[0], list_name="built-in 60")
    compare(tmp_path / "a.json", [Noting()], "--seeds", "1")
    assert seen == [["--min-score", "60"], ["--words", str(cases[1].words)]]


def test_chosen_peers_and_bad_arguments(
    cases: list[Case], capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (
        ["--peers", "nobody"],
        ["--seeds", "0"],
        ["--limit", "x"],
        ["--resume"],
        ["--svg", "no/such/folder/a.svg"],
    ):
        with pytest.raises(SystemExit) as raised:
            cli.main(arguments, [GOOD])
        assert raised.value.code == 2
    assert "no tool nobody; there are good" in capsys.readouterr().err
    assert cli.main(["--only", "nothing-like-it"], [GOOD]) == cli.NOTHING
    assert "nothing was measured" in capsys.readouterr().err


def test_files_that_are_no_results_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.json"
    for text in ("", "[]", '{"schema": "other/1"}', '{"schema": "satcross.compare/1"}'):
        path.write_text(text)
        assert cli.main(["--from-json", str(path)]) == cli.NOTHING
        assert capsys.readouterr().err.count("\n") == 1


def test_a_run_is_kept_to_one_core() -> None:
    if not hasattr(os, "sched_getaffinity"):
        pytest.skip("no affinity here")
    core = min(os.sched_getaffinity(0))
    code = "import os; print(sorted(os.sched_getaffinity(0)))"
    assert measure([sys.executable, "-S", "-c", code], core=core).stdout == f"[{core}]\n"


def test_an_interrupt_ends_the_command_too(tmp_path: Path) -> None:
    pid_path = tmp_path / "pid"
    code = f"import os, time; open({str(pid_path)!r}, 'w').write(str(os.getpid())); time.sleep(30)"
    bench = (
        "import sys; from benchmarks.measure import measure;"
        f"measure([sys.executable, '-S', '-c', {code!r}], limit_s=30)"
    )
    with subprocess.Popen([sys.executable, "-c", bench], stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 20
        while (
            not (pid_path.is_file() and pid_path.read_text(encoding="utf-8"))
            and time.monotonic() < deadline
        ):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        process.wait(60)
    pid = int(pid_path.read_text(encoding="utf-8"))
    assert has_ended(pid)


def test_results_survive_json(cases: list[Case], tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    _, book = compare(path, [GOOD], "--seeds", "1")
    assert json.loads(path.read_text(encoding="utf-8"))["schema"] == "satcross.compare/1"
    again = tmp_path / "again.md"
    assert cli.main(["--from-json", str(path), "--markdown", str(again)]) in (0, 1)
    assert "open, eight" in again.read_text(encoding="utf-8")
    assert len(book.results) == 2
