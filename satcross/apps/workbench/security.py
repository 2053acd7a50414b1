"""Who may speak to the server: ASGI middleware, for HTTP and WebSockets alike.

The server holds a person's files, and any page in that person's browser can send requests to it.
So each request must name the server in `Host` (else a foreign name that leads to this machine could
be used: DNS rebinding), must not come from a foreign page (`Origin`, `Sec-Fetch-Site`), and must
have a cookie that only the browser has that opened the address printed on the terminal.

Starlette's BaseHTTPMiddleware does not see WebSockets, and its TrustedHostMiddleware does not look
at `Origin`; hence plain ASGI.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from starlette.responses import PlainTextResponse, RedirectResponse

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

TOKEN_BYTES = 32
MAX_TOKENS = 16  # first addresses that have not been used
TOKEN_S = 24 * 3600.0
MAX_BODY = 16 << 20
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; object-src 'none';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}


class Keys:
    """The secrets of one run of the server.

    Args:
        port: of the server; the cookie is named after it, as cookies do not know of ports.
    """

    def __init__(self, port: int) -> None:
        self.cookie_name = f"satcross-{port}"
        self._cookie = secrets.token_urlsafe(TOKEN_BYTES)
        self._tokens: dict[str, float] = {}

    def new_token(self) -> str:
        """A token for a first address. It can be exchanged for the cookie once."""
        while len(self._tokens) >= MAX_TOKENS:
            del self._tokens[next(iter(self._tokens))]
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._tokens[token] = time.monotonic() + TOKEN_S
        return token

    def exchange(self, token: str) -> str | None:
        """The header that sets the cookie; None when the token is wrong, used or old."""
        for known, until in list(self._tokens.items()):
            if hmac.compare_digest(known.encode(), token.encode("utf-8", "replace")):
                del self._tokens[known]
                if time.monotonic() <= until:
                    return f"{self.cookie_name}={self._cookie}; Path=/; HttpOnly; SameSite=Strict"
        return None

    def knows(self, cookies: str) -> bool:
        """Whether a `Cookie` header has the cookie."""
        try:
            morsel = SimpleCookie(cookies).get(self.cookie_name)
        except CookieError:
            return False
        value = "" if morsel is None else morsel.value
        return hmac.compare_digest(value.encode("utf-8", "replace"), self._cookie.encode())


class Guard:
    """Lets requests through to an app that may come in.

    Args:
        app: the app.
        keys: the secrets.
        hosts: what `Host` may be, with the port.
    """

    def __init__(self, app: App, keys: Keys, hosts: Iterable[str]) -> None:
        self._app = app
        self._keys = keys
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = _headers(scope)
        problem = self._stranger(scope, headers)
        if problem:
            await _refuse(scope, receive, send, 403, problem)
            return
        token = _token(scope)
        if token is not None:
            await self._welcome(scope, receive, send, token, headers)
            return
        if not self._keys.knows(headers.get("cookie", "")):
            await _refuse(scope, receive, send, 403, _NO_COOKIE)
            return
        if scope["type"] == "http":
            length = headers.get("content-length", "0")
            if not length.isdecimal() or len(length) > 12 or int(length) > MAX_BODY:
                await _refuse(scope, receive, send, 413, TOO_LARGE)
                return
            receive, send = _limited(receive), _with_headers(send)
        await self._app(scope, receive, send)

    def _stranger(self, scope: Scope, headers: dict[str, str]) -> str:
        """Why a request comes from somewhere else; "" when it does not."""
        host = headers.get("host", "").lower()
        if host not in self._hosts:
            return "the host is not this server"
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"http://{host}":
            return "the request comes from another page"
        if scope["type"] == "websocket" and origin is None:
            return "a WebSocket needs an origin"
        is_safe = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        site = headers.get("sec-fetch-site", "same-origin")
        if site not in ("same-origin", "none") and not (is_safe and _token(scope) is not None):
            return "the request comes from another page"
        return ""

    async def _welcome(
        self, scope: Scope, receive: Receive, send: Send, token: str, headers: dict[str, str]
    ) -> None:
        """Exchange the token of a first address for the cookie."""
        answer = RedirectResponse("/", 303, {"cache-control": "no-store"})
        if not self._keys.knows(headers.get("cookie", "")):
            cookie = self._keys.exchange(token)
            if cookie is None:
                await _refuse(scope, receive, send, 403, _USED)
                return
            answer.headers["set-cookie"] = cookie
        await answer(scope, receive, _with_headers(send))


_NO_COOKIE = "open the address that `satcross serve` has printed"
_USED = "this address has been used; start `satcross serve` again for another one"


TOO_LARGE = f"the body has more than {MAX_BODY >> 20} MB"


class TooLargeError(Exception):
    """The body of a request, which did not say how long it is, is larger than MAX_BODY.

    Raised where the app reads it; the app answers.
    """


def _headers(scope: Scope) -> dict[str, str]:
    """The headers by name; of one that comes twice, both."""
    out: dict[str, str] = {}
    for name, value in scope["headers"]:
        key = name.decode("latin-1").lower()
        text = value.decode("latin-1")
        out[key] = f"{out[key]}; {text}" if key in out else text
    return out


def _token(scope: Scope) -> str | None:
    if scope["path"] != "/" or scope.get("method") != "GET":
        return None
    found = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token")
    return None if not found else found[0]


def _limited(receive: Receive) -> Receive:
    """`receive`, with an error where the body becomes too large."""
    n = 0

    async def limited() -> MutableMapping[str, Any]:
        nonlocal n
        message = await receive()
        n += len(message.get("body", b""))
        if n > MAX_BODY:
            raise TooLargeError
        return message

    return limited


def _with_headers(send: Send) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            known = {name.lower() for name, _ in message["headers"]}
            more = [
                (name.encode(), value.encode())
                for name, value in HEADERS.items()
                if name.encode() not in known
            ]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return sending


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, problem: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": problem})
        return
    answer = PlainTextResponse(f"satcross: {problem}\n", status, {"connection": "close"})
    await answer(scope, receive, _with_headers(send))
