"""A few signals at random moments; `python -m fuzz.kills` sends thousands."""

from __future__ import annotations

import sys

import pytest

from fuzz.kill_recipes import is_server, recipes
from fuzz.kills import PIPE, SIGNALS, Runner, Trial
from satcross.cli.commands import declared

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Runner:
    return Runner(tmp_path_factory.mktemp("kills"))


def trial(line: str, kind: str, part: float, *, endless: bool = False) -> Trial:
    return Trial(
        line, endless, kind, part, from_output=False, twice=False, to_group=kind == "TERM",
        has_old="OUT" in line, to_pipe=kind == PIPE,
    )  # fmt: skip


SLOW_JOBS = (
    "fill parity.txt -w parity.list --jobs 2 --solver-command './slow {cnf} {out}' --progress"
)


@pytest.mark.parametrize(
    "wanted",
    [
        trial(SLOW_JOBS, "KILL", 0.9, endless=True),
        trial("fill open4.txt --all -o OUT/fills.txt", "TERM", 0.9, endless=True),
        trial("words query '*' -w small.txt --format json", PIPE, 0.9),
    ],
    ids=lambda wanted: f"{wanted.kind} {wanted.line.split()[0]}",
)
def test_a_signal_leaves_nothing(runner: Runner, wanted: Trial) -> None:
    assert runner.run(wanted).faults == []


@pytest.mark.slow
@pytest.mark.parametrize("number", range(30))
def test_random_signals_leave_nothing(runner: Runner, number: int) -> None:
    assert runner.run(Trial.draw(12, number * 17, recipes())).faults == []


def test_every_command_has_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {endless for _, endless in recipes()} == {False, True}
    monkeypatch.setattr("fuzz.kill_recipes.declared", lambda: {"sudoku": declared()["prove"]})
    assert recipes()[-1] == ("prove --check proof", False)


def test_every_command_gets_every_signal() -> None:
    lines = recipes()
    drawn = {(t.line, t.kind) for t in (Trial.draw(0, n, lines) for n in range(5 * len(lines)))}
    every = {(line, kind) for line, _ in lines for kind in SIGNALS}
    assert every - drawn == {(line, PIPE) for line, _ in lines if is_server(line)}
