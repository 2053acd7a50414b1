"""A server of the workbench in a process, and a client that speaks its protocol."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, quote, urlsplit

import httpx
from websockets.sync.client import ClientConnection, connect

SUBPROTOCOL: Any = "satcross.workbench.1"
PATIENCE_S = 60.0  # machines that test are busy
WORDS = Path(__file__).parents[2] / "cnf_dumps" / "square48.words"  # a small word list

Data = dict[str, Any]


class Server:
    """`satcross serve FOLDER`, until the end of a `with` block.

    Args:
        folder: what to serve, or a file in it.
        options: of the command.
    """

    def __init__(self, folder: Path, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "satcross", "serve", str(folder), "--no-open", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            assert self.process.stderr is not None
            raise RuntimeError(self.process.stderr.read())
        self.url = line.split()[0]
        parts = urlsplit(self.url)
        self.base = f"{parts.scheme}://{parts.netloc}"
        self.netloc = parts.netloc
        self.token = parse_qs(parts.query)["token"][0]

    def kill(self) -> None:
        """End it as the power failing would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """End it as Ctrl-C would; its exit code."""
        if self.process.poll() is None:
            if sys.platform == "win32":  # a console of its own would be needed
                self.process.terminate()
            else:
                self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            try:
                self.stop()
            except subprocess.TimeoutExpired:
                self.kill()
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()


class Browser:
    """Somebody who has opened the first address."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.base, timeout=PATIENCE_S)
        answer = self.http.get(server.url)
        assert answer.status_code == 303, answer.text
        self.cookie = answer.headers["set-cookie"].split(";")[0]

    def new(self, name: str, rows: int = 5, cols: int = 5, **more: Any) -> str:
        """A new crossword; its name."""
        data = {"name": name, "rows": rows, "cols": cols, **more}
        answer = self.http.post("/api/files", json=data)
        assert answer.status_code == 200, answer.text
        made: str = answer.json()["name"]
        return made

    def take_in(self, path: Path) -> str:
        """Import a file; the name of the crossword."""
        answer = self.http.post(
            "/api/files/import", params={"name": path.name}, content=path.read_bytes()
        )
        assert answer.status_code == 200, answer.text
        made: str = answer.json()["name"]
        return made

    def open(self, name: str) -> Tab:
        """A tab with a crossword."""
        return Tab(self, name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()


class Tab:
    """One tab, as the page would be: what it has heard, and the crossword as it knows it.

    Fields:
        document: the crossword, with every change taken in.
        revision: its revision.
        heard: every message, in order.
    """

    def __init__(self, browser: Browser, name: str) -> None:
        self.browser, server = browser, browser.server
        self._stack = ExitStack()
        self.socket: ClientConnection = self._stack.enter_context(
            connect(
                f"ws://{server.netloc}/api/files/{quote(name)}/live",
                subprotocols=[SUBPROTOCOL],
                additional_headers={"Cookie": browser.cookie, "Origin": server.base},
                open_timeout=PATIENCE_S,
                close_timeout=2,
                max_size=None,
                max_queue=None,  # closing waits for ever behind messages that nobody reads
            )
        )
        self.heard: list[Data] = []
        self.times: list[float] = []
        self._place = 0
        self._ids = 0
        opened = self.wait(lambda message: message["type"] in ("opened", "error"))
        assert opened["type"] == "opened", opened
        self.number = opened["tab"]

    @property
    def rows(self) -> list[str]:
        """The grid as text."""
        cells = [
            {"block": "#", "void": " "}.get(cell.get("kind", ""), cell.get("letter") or ".")
            for cell in self.document["cells"]
        ]
        n = self.document["cols"]
        return ["".join(cells[start : start + n]) for start in range(0, len(cells), n)]

    def send(self, **message: Any) -> int:
        """Send a message with an id; returns the id."""
        self._ids += 1
        self.socket.send(json.dumps({"id": self._ids, **message}))
        return self._ids

    def edit(self, edit: str, **parts: Any) -> Data:
        """Make an edit, and wait for what became of it."""
        number = self.send(**{"type": "edit", "base": self.revision, "edit": edit, **parts})
        return self.wait_for_id(number)

    def ask(self, question: str, **parts: Any) -> Data:
        """Ask a question, and wait for the whole answer, or the error."""
        number = self.send(type="ask", revision=self.revision, question=question, **parts)
        return self.wait(
            lambda m: m.get("id") == number and (m["type"] == "error" or m.get("done", False))
        )

    def wait_for_id(self, number: int) -> Data:
        """The answer to a message."""
        return self.wait(lambda message: message.get("id") == number)

    def standing(self, question: str, **parts: Any) -> Data:
        """The complete standing answer to a question about the crossword as it is now."""

        def fits(message: Data) -> bool:
            return (
                message["type"] == "answer"
                and message["question"] == question
                and "id" not in message
                and message["revision"] == self.revision
                and message["done"]
                and all(message.get(key) == value for key, value in parts.items())
            )

        for message in reversed(self.heard):
            if fits(message):
                return message
        return self.wait(fits)

    def wait(self, fits: Callable[[Data], bool], patience_s: float = PATIENCE_S) -> Data:
        """The next message that fits."""
        until = time.monotonic() + patience_s
        while True:
            while self._place < len(self.heard):
                self._place += 1
                if fits(self.heard[self._place - 1]):
                    return self.heard[self._place - 1]
            left = until - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"heard {[m.get('question', m['type']) for m in self.heard]}")
            self._take(json.loads(self.socket.recv(left)))

    def _take(self, message: Data) -> None:
        self.heard.append(message)
        self.times.append(time.monotonic())
        match message["type"]:
            case "opened":
                self.document = message["document"]
                self.revision = message["revision"]
            case "changed":
                if message["revision"] != message["from"]:
                    assert message["from"] == self.revision
                self._apply(message["changes"])
                self.revision = message["revision"]

    def _apply(self, changes: Data) -> None:
        for key, value in changes.items():
            if key == "cells" and isinstance(value, dict):
                for at, cell in value.items():
                    self.document["cells"][int(at)] = cell
            elif key in ("clues", "kept", "overrides"):
                for name, item in value.items():
                    self.document[key].pop(name, None)
                    if item is not None:
                        self.document[key][name] = item
            else:
                self.document[key] = value

    def close(self) -> None:
        """Close the tab."""
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.close()
