"""Who is let in, and what harm a stranger, a file or a tab can do."""

from __future__ import annotations

import http.client
import json
import os
import re
import socket
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from support.workbench_client import PATIENCE_S, SUBPROTOCOL, WORDS, Browser, Server
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from satcross.apps.workbench.engine.lists import WordOptions
from satcross.apps.workbench.folder import Folder, checked_name, name_for
from satcross.apps.workbench.security import MAX_BODY
from satcross.errors import InputError

SECRET = "top secret"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    root = tmp_path_factory.mktemp("root")
    (root / "secret.json").write_text(json.dumps({"schema": SECRET}))
    (root / "secret.puz").write_text(SECRET)
    folder = root / "crosswords"
    folder.mkdir()
    (folder / "link.json").symlink_to(root / "secret.json")
    with Server(folder, "--words", str(WORDS)) as server:
        yield server


@pytest.fixture(scope="module")
def name(browser: Browser) -> str:
    return browser.new("guarded", 3, 3)


def refused_socket(server: Server, name: str, host: str = "", **headers: str) -> int:
    """The status with which a WebSocket is refused."""
    address, port = server.netloc.split(":")
    with pytest.raises(InvalidStatus) as caught:
        connect(
            f"ws://{host or server.netloc}/api/files/{name}/live",
            sock=socket.create_connection((address, int(port))),
            subprotocols=[SUBPROTOCOL],
            additional_headers=headers,
        )
    return caught.value.response.status_code


def get_as_is(browser: Browser, served: Server, path: str) -> tuple[int, str]:
    """The status and the text of a path that httpx would have made a proper one first."""
    connection = http.client.HTTPConnection(served.netloc, timeout=PATIENCE_S)
    with closing(connection):
        encoded = quote(path, safe="/%.~:\\")
        connection.request("GET", encoded, headers={"Cookie": browser.cookie})
        answer = connection.getresponse()
        return answer.status, answer.read().decode(errors="replace")


def test_a_foreign_host_is_refused(browser: Browser, served: Server, name: str) -> None:
    for host in ("evil.example", f"evil.example:{served.netloc.split(':')[1]}", "127.0.0.1", ""):
        for path in ("/", "/api/files", f"/api/files/{name}/export"):
            answer = browser.http.get(path, headers={"Host": host})
            assert answer.status_code in (400, 403)
            assert "guarded" not in answer.text
        if host:
            headers = {"Cookie": browser.cookie, "Origin": f"http://{host}"}
            assert refused_socket(served, name, host, **headers) == 403


def test_a_foreign_origin_is_refused(browser: Browser, served: Server, name: str) -> None:
    for origin in ("http://evil.example", "null", "https://" + served.netloc, served.base + "0"):
        assert browser.http.get("/api/files", headers={"Origin": origin}).status_code == 403
        answer = browser.http.post(
            "/api/files", headers={"Origin": origin}, json={"rows": 3, "cols": 3}
        )
        assert answer.status_code == 403
        headers = {"Cookie": browser.cookie, "Origin": origin}
        assert refused_socket(served, name, **headers) == 403
    assert refused_socket(served, name, Cookie=browser.cookie) == 403  # no origin at all
    for site in ("cross-site", "same-site"):
        answer = browser.http.get("/api/files", headers={"Sec-Fetch-Site": site})
        assert answer.status_code == 403


def test_without_the_cookie_nothing_is_served(served: Server, browser: Browser, name: str) -> None:
    stale = re.sub("=.", lambda known: "=_" if known[0] == "=-" else "=-", browser.cookie)
    for cookie in ("", stale, browser.cookie[:-1], "x" * 4000, 'a="\\', browser.cookie + "; x"):
        headers = {"Cookie": cookie} if cookie else {}
        if cookie.endswith("; x"):
            continue
        for path in ("/", "/page/app.js", "/api/info", "/api/files", f"/api/files/{name}/export"):
            assert httpx.get(served.base + path, headers=headers).status_code == 403
        assert httpx.post(served.base + "/api/link", headers=headers).status_code == 403
        status = refused_socket(served, name, Origin=served.base, **headers)
        assert status == 403


def test_an_address_counts_once(served: Server, browser: Browser) -> None:
    assert httpx.get(served.url).status_code == 403
    for token in ("", "x", served.token[:-1], served.token + "x", "é"):
        answer = httpx.get(served.base, params={"token": token})
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
    link = browser.http.post("/api/link").json()["url"]
    first = httpx.get(link)
    assert first.status_code == 303
    assert first.headers["location"] == "/"
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert httpx.get(link).status_code == 403
    assert browser.http.get("/", params={"token": "used"}).status_code == 303  # has the cookie


def test_every_answer_forbids_foreign_scripts_and_frames(browser: Browser, served: Server) -> None:
    for answer in (
        browser.http.get("/api/files"),
        browser.http.get("/nothing"),
        httpx.get(served.base),
    ):
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'self'")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in answer.headers


TRICKS = (
    "../secret", "..%2fsecret", "%2e%2e/secret", "..\\secret", "/etc/passwd", "....//secret",
    "%2fetc%2fpasswd", "secret.json/../../secret", "\x00", "a\x00b", "a/b", "C:\\x", "con",
    ".hidden", ".satcross", "..", ".", "", " ", "a" * 500, "link", "guarded.json/..", "a\nb",
    "~root", "nul.txt",
)  # fmt: skip


@pytest.mark.parametrize("number", range(len(TRICKS)))
def test_no_name_leads_out_of_the_folder(browser: Browser, served: Server, number: int) -> None:
    trick = TRICKS[number]
    for path in (f"/api/files/{trick}/export", f"/page/{trick}", f"/api/files/{trick}/proof/x"):
        status, text = get_as_is(browser, served, path)
        assert status in (400, 403, 404, 405), path
        assert SECRET not in text
    made = browser.http.post("/api/files", json={"name": trick, "rows": 3, "cols": 3})
    taken = browser.http.post(
        "/api/files/import", params={"name": trick + ".txt"}, content=b"..#\n...\n#..\n"
    )
    for answer in (made, taken):
        if answer.status_code == 200:
            assert checked_name(answer.json()["name"])
        else:
            assert answer.status_code == 400


def test_only_files_of_the_folder_are_written(browser: Browser, served: Server) -> None:
    folder = Path(served.process.args[4])  # type: ignore[index, arg-type]
    written = [p for p in folder.parent.rglob("*") if p.is_file() and not p.is_symlink()]
    outside = [p.name for p in written if not p.is_relative_to(folder)]
    assert sorted(outside) == ["secret.json", "secret.puz"]
    assert (folder.parent / "secret.json").read_text(encoding="utf-8") == json.dumps(
        {"schema": SECRET}
    )


@pytest.mark.parametrize("text", ["", "../x", "a/b", "<b>", "é à", "x" * 300, ".", "con", "\x00"])
def test_a_name_can_be_made_of_any_text(text: str) -> None:
    assert checked_name(name_for(text)) == name_for(text)


@pytest.mark.skipif(os.name != "posix", reason="links")
def test_links_are_not_followed_out_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (tmp_path / "out.json").write_text("{}")
    (folder / "out.json").symlink_to(tmp_path / "out.json")
    with pytest.raises(InputError, match="not in the folder"):
        Folder(folder, WordOptions()).open("out")


def test_uploads_are_limited(browser: Browser, served: Server) -> None:
    host, port = served.netloc.split(":")
    with socket.create_connection((host, int(port))) as raw:  # it only says how much comes
        raw.sendall(
            f"POST /api/files/import?name=x HTTP/1.1\r\nHost: {served.netloc}\r\n"
            f"Cookie: {browser.cookie}\r\nContent-Length: {100 << 20}\r\n\r\n".encode()
        )
        assert b" 413 " in raw.recv(100)

    def pieces() -> Iterator[bytes]:  # without a length
        for _ in range(100):
            yield bytes(1 << 20)

    for content in (pieces(), bytes(MAX_BODY + 1)):
        try:
            answer = browser.http.post("/api/files/import", params={"name": "x"}, content=content)
        except httpx.TransportError:  # the server has hung up before all was sent
            continue
        assert answer.status_code == 413
    assert browser.http.get("/api/files").json()["files"]


HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>"


def hostile_jpz(path: Path) -> None:
    """A .jpz file with scripts wherever there is text."""
    text = HOSTILE.replace("<", "&lt;").replace(">", "&gt;")
    cells = "".join(f'<cell x="{x}" y="{y}" solution="A"/>' for y in (1, 2, 3) for x in (1, 2, 3))
    clues = f'<clue word="1" number="1">{text}<script>alert(3)</script></clue>'
    xml = f"""<?xml version="1.0" encoding="UTF-8"?>
<crossword-compiler xmlns="http://crossword.info/xml/crossword-compiler">
<rectangular-puzzle xmlns="http://crossword.info/xml/rectangular-puzzle">
<metadata><title>{text}</title><creator>{text}</creator><description>{text}</description></metadata>
<crossword><grid width="3" height="3">{cells}</grid>
<word id="1" x="1-3" y="1"/>
<clues ordering="normal"><title><b>Across</b></title>{clues}</clues>
</crossword></rectangular-puzzle></crossword-compiler>"""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("puzzle.xml", xml)


@pytest.mark.needs("apps/interchange")
@pytest.mark.skipif(os.name != "posix", reason="Windows refuses the name of the file")
def test_scripts_in_a_file_stay_text(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / f"{HOSTILE[:8]}.jpz".replace("/", "").replace("<", "")
    hostile_jpz(path)
    made = browser.take_in(path)
    with browser.open(made) as tab:
        document: dict[str, Any] = tab.document
        assert document["title"] == HOSTILE  # as text, in JSON, which no browser runs
        opened = next(m for m in tab.heard if m["type"] == "opened")
        assert "alert(1)" in json.dumps(opened)
    listed = browser.http.get("/api/files")
    assert listed.headers["content-type"] == "application/json"
    picture = browser.http.get(f"/api/files/{made}/export", params={"format": "svg"})
    assert "<script" not in picture.text
    assert "attachment" in picture.headers["content-disposition"]


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_a_flood_from_one_tab_does_not_stop_the_others(browser: Browser, name: str) -> None:
    with browser.open(name) as flood, browser.open(browser.new("calm", 3, 3)) as calm:
        pid = browser.server.process.pid
        before = memory_mb(pid)
        message = json.dumps({"type": "view", "lists": [{"entry": "1A"}, {"entry": "1D"}]})
        edit = json.dumps({"type": "edit", "base": 1, "edit": "circle", "cells": [0], "on": True})
        flood.socket.socket.settimeout(5)
        until, n = time.monotonic() + 2, 0
        try:
            while n < 20_000 and (n <= 400 or time.monotonic() < until):
                flood.socket.send(message if n % 2 else edit)
                n += 1
        except (OSError, TimeoutError):  # the server reads no faster than it allows
            pass
        assert n > 400
        for letter in "ABC":
            assert calm.edit("letters", cells={"0": letter})["type"] == "changed"
        assert calm.rows[0] == "C.."
        assert memory_mb(pid) - before < 50


def memory_mb(pid: int) -> float:
    """Resident memory of a process."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return int(found[1]) / 1024
