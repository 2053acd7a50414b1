"""`satcross serve` at the terminal: what it prints, how it ends, and what is missing."""

from __future__ import annotations

import os
import socket
import sys
import time
from pathlib import Path

import httpx
import pytest
from support.cli import run_cli
from support.processes import are_gone, descendants_of
from support.signals import needs_interrupts
from support.workbench_client import WORDS, Browser, Server

from satcross.apps.workbench.run import MISSING, REMEDY


@pytest.mark.parametrize("package", ["starlette", "uvicorn", "websockets"])
def test_a_missing_package_is_one_line_that_says_how_to_get_it(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in list(sys.modules):
        if name.split(".")[0] == package or name in (
            "satcross.apps.workbench.server",
            "satcross.apps.workbench.live",
        ):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    done = run_cli("serve", tmp_path, "--no-open")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"satcross: {MISSING}; {REMEDY}\n"


@needs_interrupts
def test_ctrl_c_ends_everything_and_prints_nothing_more(tmp_path: Path) -> None:
    with Server(tmp_path, "--words", str(WORDS)) as server, Browser(server) as browser:
        name = browser.new("open", 4, 4)
        with browser.open(name) as tab:
            tab.standing("verdict")
            tab.edit("letters", cells={"0": "G"})
            processes = {server.process.pid, *descendants_of(server.process.pid)}
            assert len(processes) > 1
            assert server.stop() == 0
        assert server.process.stdout is not None
        assert server.process.stderr is not None
        assert server.process.stdout.read() + server.process.stderr.read() == ""
    assert are_gone(processes)
    assert '"G"' in (tmp_path / "open.json").read_text(encoding="utf-8").replace(" ", "")


def test_the_port_can_be_chosen_and_a_taken_one_is_an_error(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        taken.listen()
        done = run_cli("serve", tmp_path, "--no-open", "--port", port)
        assert done.code == 2
        assert done.err.startswith(f"satcross: --port: cannot listen on 127.0.0.1:{port}")
    with Server(tmp_path, "--port", str(port)) as server:
        assert server.base == f"http://127.0.0.1:{port}"


def test_another_host_is_a_warning_and_only_its_name_is_let_in(tmp_path: Path) -> None:
    with Server(tmp_path, "--host", "0.0.0.0") as server:
        port = server.netloc.split(":")[1]
        here = f"http://127.0.0.1:{port}"
        token = {"token": server.token}
        foreign = {"Host": f"evil.example:{port}"}
        assert httpx.get(here, params=token, headers=foreign).status_code == 403
        assert httpx.get(here, params=token).status_code == 303
        server.stop()
        assert server.process.stderr is not None
        warned = server.process.stderr.read()
    assert warned.startswith("warning: 0.0.0.0 lets other machines in")
    assert warned.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="the browser is a script")
def test_the_browser_is_opened_unless_it_must_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script, shown = tmp_path / "browser", tmp_path / "shown"
    script.write_text(f'#!/bin/sh\nprintf %s "$1" > "{shown}.new"; mv "{shown}.new" "{shown}"\n')
    script.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{script} %s")
    folder = tmp_path / "crosswords"
    folder.mkdir()
    with Server(folder):  # with --no-open
        time.sleep(0.3)
    assert not shown.exists()
    with Server(folder, "--open") as server:
        until = time.monotonic() + 20
        while not shown.exists() and time.monotonic() < until:
            time.sleep(0.02)
        assert shown.read_text(encoding="utf-8") == server.url


def test_a_list_that_cannot_be_read_is_said_at_once(tmp_path: Path) -> None:
    done = run_cli("serve", tmp_path, "--no-open", "--words", tmp_path / "none.txt")
    assert done.code == 2
    assert "none.txt" in done.err
    done = run_cli("serve", tmp_path / "nothing", "--no-open")
    assert done.code == 2
    assert "there is no such folder or file" in done.err


def test_new_crosswords_have_the_rules_of_options(tmp_path: Path) -> None:
    rule = "~slot=*S"
    with (
        Server(tmp_path, "--words", str(WORDS), "--rule", rule) as server,
        Browser(server) as browser,
    ):
        browser.new("mine", 4, 4)
    assert rule in (tmp_path / "mine.json").read_text(encoding="utf-8")
    done = run_cli("serve", tmp_path, "--no-open", "--rule", "cell X")
    assert done.code == 2
    assert "the workbench does not support the rule" in done.err
