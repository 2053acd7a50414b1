"""Injected faults of files and streams: a sample, and that no command is forgotten."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from fuzz.faults import Fault, Layer, Runner
from fuzz.file_cases import CASES, GROWING, LEDGERS, READ, SERVERS, Case, commands, file_parameters
from satcross.errors import InputError
from satcross.files import HiddenFile, written_together
from satcross.formats.registry import QUIZZES
from satcross.outputs import Contents, outputs_of

pytestmark = pytest.mark.skipif(os.name != "posix", reason="descriptors and modes")


def case_writing(*names: str, command: str = "", folders: Sequence[str] = ()) -> Case:
    """The case of a command that writes these files."""
    found = [
        case for case in CASES
        if case.files == names and case.command == command and case.folders == tuple(folders)
    ]  # fmt: skip
    return found[0]


FILL = case_writing("f.txt", command="fill")
SEVERAL = case_writing("f-1.txt", "f-2.txt", command="fill")
PROOF = case_writing("pf/README.md", "pf/puzzle.cnf", "pf/proof.drat", command="prove")
IN_FOLDER = case_writing(*PROOF.files, command="prove", folders=["pf"])


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    return Runner(tmp_path.resolve())


def test_every_command_has_a_case_for_all_files_that_it_writes() -> None:
    called = {(case.command, case.writes) for case in CASES}
    for name, command in commands():
        for parameter in file_parameters(command) - READ:
            known = called | LEDGERS
            assert (name, parameter) in known or name in GROWING, (name, parameter)
    assert {name for name, _ in called} | SERVERS | GROWING == {name for name, _ in commands()}


def test_after_a_fault_a_file_is_the_old_one_or_the_new_one(runner: Runner) -> None:
    runner.case(FILL)
    assert runner.n_runs > 25
    assert runner.problems == []


def test_every_format_has_a_case() -> None:
    names = [case.files[0] for case in CASES if case.files]
    for output in outputs_of(Contents.CROSSWORD).values():
        has_case = all(any(name.endswith(end) for name in names) for end in output.suffixes[:1])
        assert has_case or output.name in QUIZZES, output.name


@pytest.mark.parametrize(
    "case",
    [SEVERAL, PROOF, IN_FOLDER],
    ids=["several fills", "proof", "proof in a folder"],
)
def test_after_a_fault_files_are_old_or_new(case: Case, runner: Runner) -> None:
    runner.at_every_step(case, kinds=["error", "interrupt"], with_old=case is not PROOF)
    assert runner.n_runs > 20
    assert runner.problems == []


@pytest.mark.parametrize("kind", ["error", "interrupt"])
def test_files_that_belong_together_appear_when_all_are_written(kind: str, tmp_path: Path) -> None:
    """As a word search and its solution."""
    folder = tmp_path.resolve()
    paths = [folder / "solution", folder / "search"]
    old, new = [b"old 0", b"old 1"], [b"new 0", b"new 1"]
    seen = set()
    n_steps, number = 1, -1  # no fault at first
    while number < n_steps:
        for path, data in zip(paths, old, strict=True):
            path.write_bytes(data)
        with (
            suppress(InputError, KeyboardInterrupt),
            Layer(folder, Fault(kind, number)) as layer,
            written_together(paths) as files,
        ):
            for file, data in zip(files, new, strict=True):
                file.write(data)
        n_steps = len(layer.steps) if number < 0 else n_steps
        found = [path.read_bytes() for path in sorted(folder.iterdir(), reverse=True)]
        seen.add(tuple(found))
        number += 1
    assert n_steps > 10
    assert {tuple(old), tuple(new)} <= seen
    # An error or Ctrl-C between two names: one file is new already.
    assert seen <= {tuple(old), (new[0], old[1]), tuple(new)}


def test_a_command_that_prints(runner: Runner) -> None:
    runner.case(next(case for case in CASES if case.command == "letters"))
    assert runner.problems == []


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_step_of_every_command(case: Case, runner: Runner) -> None:
    runner.case(case)
    assert runner.problems == []


def test_careless_writing_is_found(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge can fail: as when a draft were written in its place."""

    def in_place(self: HiddenFile, path: Path) -> None:
        self.file.flush()
        with path.open("wb") as file:
            file.write(b"half of it")

    with monkeypatch.context() as patch:
        patch.setattr(HiddenFile, "place", in_place)
        runner.at_every_step(FILL, kinds=["error"])
    assert any("not injected: ('open',)" in problem for problem in runner.problems)
    runner.problems.clear()
    done = runner.run(FILL, Fault(), with_old=False)
    half = done.__class__(0, "", {"f.txt": b"half", ".f.txt.1": b""}, done.steps, (), ())
    runner.judge(FILL, Fault("error", 0), done, half, with_old=True)
    assert [problem.split(": ", 2)[2] for problem in runner.problems] == [
        "a file is neither the old one nor the new one",
        "left beside: .f.txt.1",
        "the file is not the new one",
    ]
