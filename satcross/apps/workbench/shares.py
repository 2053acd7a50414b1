"""Pages to solve that others in the network may read: an address with a token for each.

They have a port of their own, at which there is nothing else: no file of the folder, no workbench,
no cookie. A request to it is answered by a page that was shared, or by "not found".
"""

from __future__ import annotations

import hmac
import secrets
import socket
from contextlib import closing

from starlette.responses import Response

from satcross import OptionError
from satcross.apps.workbench.security import App, Receive, Scope, Send

# Easy to write off a blackboard: no two letters look alike. 12 of 31 are 59 bits.
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_LENGTH = 12
MAX_SHARED = 50  # pages; the oldest goes
_HEADERS = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "x-robots-tag": "noindex",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}


class Shares:
    """The pages that are shared.

    Args: base: what their addresses begin with; "" where nothing is to be shared.
    """

    def __init__(self, base: str = "") -> None:
        self.base = base
        self._pages: dict[str, bytes] = {}

    def add(self, page: str) -> str:
        """Share a page; returns its address.

        Raises: OptionError: the server was not started for that.
        """
        if not self.base:
            raise OptionError("nothing is shared", hint="start satcross serve with --share")
        while len(self._pages) >= MAX_SHARED:
            del self._pages[next(iter(self._pages))]
        token = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
        self._pages[token] = page.encode()
        return f"{self.base}/{token}"

    def end(self) -> int:
        """Share no page any more; returns how many there were."""
        n = len(self._pages)
        self._pages.clear()
        return n

    def page(self, token: str) -> bytes | None:
        """The page with a token; None where there is none."""
        found = None
        for known, page in self._pages.items():  # all of them, so that the time says nothing
            if hmac.compare_digest(known.encode(), token.encode("utf-8", "replace")):
                found = page
        return found


def beside(app: App, shares: Shares, port: int) -> App:
    """An app that answers requests to the port of shared pages itself, and passes others on."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or scope["server"][1] != port:
            await app(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4404, "reason": "not found"})
            return
        page = shares.page(scope["path"].strip("/")) if scope["method"] in ("GET", "HEAD") else None
        headers, status = dict(_HEADERS), 200
        if page is None:
            page, status = b"There is no such puzzle. Ask for its address again.\n", 404
            headers["content-type"] = "text/plain; charset=utf-8"
        if scope["method"] == "HEAD":
            page, headers["content-length"] = b"", str(len(page))
        await Response(page, status, headers)(scope, receive, send)

    return answer


def address_in_network() -> str:
    """The address of this machine by which others in its network reach it.

    No packet is sent: it is asked from which address one would go.
    """
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as one:
        try:
            one.connect(("192.0.2.1", 9))  # an address for documentation, which nobody has
            return str(one.getsockname()[0])
        except OSError:
            return socket.gethostname()
