"""Ctrl-C, SIGTERM and SIGHUP: what was found is printed, nothing is left, the exit code says it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="Windows has neither these signals nor pseudo-terminals")
OPEN4 = Path(__file__).resolve().parents[2] / "examples" / "open4.txt"
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


def satcross(*arguments: object, stdin: int | None = None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "satcross", *map(str, arguments)],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.parametrize("number", CODES, ids=lambda number: signal.Signals(number).name)
def test_a_signal_stops_the_search_and_keeps_what_was_found(number: int) -> None:
    with satcross("fill", OPEN4, "--all", "--format", "json") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        process.send_signal(number)
        rest = process.stdout.read()
        err = process.stderr.read()
        assert process.wait(60) == CODES[signal.Signals(number)]
    assert err.endswith(b"; interrupted\n")
    assert all(json.loads(line)["schema"] for line in (first + rest).splitlines())
    assert (first + rest).endswith(b"\n")


def test_a_signal_while_the_input_is_read() -> None:
    with satcross("check", "-", stdin=subprocess.PIPE) as process:
        assert process.stderr is not None
        wait_until_handled(process.pid)
        process.send_signal(signal.SIGTERM)
        assert process.stderr.read() == b"satcross: interrupted\n"
        assert process.wait(60) == 143


def wait_until_handled(pid: int) -> None:
    """Wait until a process has a handler for SIGTERM."""
    caught = 0
    while not caught >> (signal.SIGTERM - 1) & 1:
        status = Path(f"/proc/{pid}/status").read_text("ascii")
        caught = int(status.partition("SigCgt:")[2].split()[0], 16)


def test_what_is_ignored_stays_so() -> None:
    """As SIGHUP by `nohup`."""
    script = f"trap '' HUP; exec {sys.executable} -m satcross fill {OPEN4} --all"
    with subprocess.Popen(["sh", "-c", script], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGHUP)
        for _ in range(20):
            assert process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        process.stdout.read()
        assert process.wait(60) == 143


TESTS = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("more", [[], ["--progress"]], ids=["quiet", "progress"])
def test_the_terminal_is_closed(more: list[str]) -> None:
    pid, terminal = pty.fork()
    if not pid:
        arguments = ["-m", "satcross", "fill", str(OPEN4), "--all", *more]
        os.execv(sys.executable, [sys.executable, *arguments])
    os.read(terminal, 1)
    os.close(terminal)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 129


PRELUDE = f"""
import signal, sys, time
sys.path.insert(0, {str(TESTS)!r})
from satcross.cli import interrupts, process
from satcross.cli import main as command_line

interrupts._CLEANING_S = interrupts._GRACE_S = 0.05

def terminate():
    signal.raise_signal(signal.SIGTERM)

def forever():
    while True:
        time.sleep(1)
"""


def script_of(code: str) -> list[str]:
    """A command line of a process whose command is this code."""
    body = textwrap.indent(textwrap.dedent(code), "    ")
    end = "command_line.main = main\nsys.exit(process.run())\n"
    return [sys.executable, "-c", f"{PRELUDE}\ndef main():\n    interrupts.catch()\n{body}\n{end}"]


def run_as_main(code: str) -> tuple[int, str, str]:
    """What comes of it: exit code, stdout, stderr."""
    done = subprocess.run(script_of(code), capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout, done.stderr


def test_an_interrupt_in_the_code_of_an_exec() -> None:
    """Python would end the process by SIGINT afterwards, caught or not."""
    code = "try:\n  exec('terminate()')\nexcept KeyboardInterrupt:\n  return 130"
    assert run_as_main(code) == (143, "", "")


def test_an_interrupt_in_a_finalizer_comes_again() -> None:
    """Where it is raised first, Python drops it, after printing a traceback."""
    code = """
        class Finalized:
            def __del__(self):
                terminate()
        Finalized()
        forever()
    """
    assert run_as_main(code) == (143, "", "")


def test_an_interrupt_that_is_swallowed_comes_again() -> None:
    assert run_as_main("try:\n  terminate()\nexcept BaseException:\n  forever()") == (143, "", "")


def test_an_interrupt_that_becomes_another_error() -> None:
    code = "try:\n  terminate()\nexcept KeyboardInterrupt:\n  raise ImportError('half') from None"
    assert run_as_main(code) == (143, "", "")


def test_where_the_exception_is_swallowed_for_ever_the_process_ends_all_the_same() -> None:
    code = """
        terminated = False
        while True:
            try:
                if not terminated:
                    terminated = True
                    terminate()
                forever()
            except BaseException:
                pass
    """
    assert run_as_main(code) == (143, "", "")


def test_two_signals_raise_one_exception() -> None:
    """A second one must not break off the removal of files."""
    code = """
        interrupts._CLEANING_S = interrupts._GRACE_S = 30
        try:
            terminate()
        finally:
            terminate()
            print("removed")
    """
    assert run_as_main(code) == (143, "removed\n", "")


def test_signals_after_the_command_are_ignored() -> None:
    code = "import atexit\natexit.register(terminate)\nprint('done')\nreturn 20"
    assert run_as_main(code) == (20, "done\n", "")


def test_a_signal_after_the_last_look_at_the_clock_ends_the_next_task() -> None:
    code = """
        from satcross.cli.run import run
        from support.toy_tasks import Steps
        with Steps(1) as task:
            task.subscribe(lambda _: terminate())
            run(task, None)
        print("the first is done")
        with Steps(10**9, step_s=0.01) as task:
            run(task, None)
    """
    assert run_as_main(code) == (143, "the first is done\n", "")


def test_a_task_that_does_not_stop_is_interrupted() -> None:
    """SIGTERM is sent once; whoever sends it does not wait for ever."""
    code = """
        from satcross.cli.run import run
        from support.toy_tasks import Steps
        class Deaf(Steps):
            def _run(self, deadline):
                terminate()
                forever()
        with Deaf(1) as task:
            run(task, None)
    """
    assert run_as_main(code) == (143, "", "")


def test_a_line_that_is_being_printed_is_completed() -> None:
    """Also where the pipe is full when the signal comes."""
    code = "interrupts._GRACE_S = 30\nprint('x' * 1_000_000)\nforever()"
    with subprocess.Popen(script_of(code), stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        first = os.read(process.stdout.fileno(), 10)
        process.send_signal(signal.SIGTERM)
        assert first + process.stdout.read() == b"x" * 1_000_000 + b"\n"
        assert process.wait(60) == 143


def test_a_reader_who_does_not_read_cannot_hold_it_up() -> None:
    code = "print('x' * 1_000_000)"
    with subprocess.Popen(script_of(code), stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        os.read(process.stdout.fileno(), 10)
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 143


def test_a_slow_end_keeps_the_exit_code() -> None:
    """When Python deletes its modules, the handler of SIGALRM is gone."""
    code = """
        class Late:
            def __del__(self, sleep=time.sleep):
                sleep(0.3)
        interrupts.late = Late()
        terminate()
    """
    assert run_as_main(code) == (143, "", "")
