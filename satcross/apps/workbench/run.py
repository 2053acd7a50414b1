"""Starting the server: the port, the browser, one line on the terminal, Ctrl-C."""

from __future__ import annotations

import signal
import socket
import sys
import threading
import warnings
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import Any
from urllib.parse import quote

from satcross import OptionError
from satcross.apps.workbench.folder import Folder
from satcross.checks import is_loopback

MISSING = "the workbench needs Starlette, uvicorn and websockets"
REMEDY = "pip install 'satcross[serve]'"


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen.

    Args:
        host: an address of this machine, or a name of it.
        port: 0 for any that is free.
    """

    host: str = "127.0.0.1"
    port: int = 0

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return is_loopback(self.host)


def serve(
    folder: Folder,
    address: Address,
    *,
    name: str | None = None,
    open_browser: bool = True,
    share: bool = False,
    say: Callable[[str], None] = print,
) -> None:
    """Serve a folder until Ctrl-C.

    Args:
        folder: the crosswords.
        address: where to listen.
        name: a crossword to show first.
        open_browser: whether to open the page in a browser.
        share: whether others in the network may read the pages to solve that are shared; these have
            a port of their own: the next one, where a port is given.
        say: is given the line with the address, and one about shared pages.

    Raises:
        OptionError: a package is missing, or the port is taken.
    """
    try:
        import uvicorn
        import websockets  # noqa: F401 (uvicorn needs it, and finds out late)

        from satcross.apps.workbench.security import Keys
        from satcross.apps.workbench.server import MAX_MESSAGE, Workbench, app_of
        from satcross.apps.workbench.shares import Shares, address_in_network, beside
    except ImportError as error:
        if error.name is not None and error.name.split(".")[0] in ("satcross", ""):
            raise
        raise OptionError(MISSING, hint=REMEDY) from None
    listener = _listener(address)
    port = listener.getsockname()[1]
    keys = Keys(port)
    shown = f"[{address.host}]" if ":" in address.host else address.host
    if address.host in ("0.0.0.0", "::"):
        shown = socket.gethostname()
    base = f"http://{shown}:{port}"
    hosts = [f"{shown}:{port}"]
    if address.is_loopback or address.host in ("0.0.0.0", "::"):
        hosts += [f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}"]
    listeners, shares = [listener], Shares()
    if share:
        listeners.append(_listener(Address("0.0.0.0", address.port and address.port + 1)))
        shares.base = f"http://{address_in_network()}:{listeners[1].getsockname()[1]}"
    workbench = Workbench(folder, keys, base, shares)
    if name is not None:
        name = folder.own_name(name)
    url = f"{base}/?token={keys.new_token()}"
    app = app_of(workbench, hosts)
    if share:
        app = beside(app, shares, listeners[1].getsockname()[1])
    config = uvicorn.Config(
        app,
        log_level="error",
        ws=_web_sockets(),
        ws_max_size=MAX_MESSAGE,
        ws_max_queue=32,
        timeout_graceful_shutdown=2,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        lifespan="on",
    )
    server = uvicorn.Server(config)
    workbench.end = partial(setattr, server, "should_exit", True)
    at = f"#{quote(name)}" if name is not None else ""
    say(f"{url}{at}  (Ctrl-C to stop)")
    if share:
        say(f"puzzles that you share are at {shares.base}/…; anybody in the network can open them")
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(url + at,), daemon=True).start()
    with suppress(KeyboardInterrupt):  # uvicorn raises it again when all is closed
        _end_at_hang_up(server.handle_exit)
        server.run(sockets=listeners)


def _web_sockets() -> Any:
    """How uvicorn speaks WebSockets: the way that reads no faster than messages are taken in.

    Newer releases warn at its import that it will go one day, which is nothing for the terminal.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            from uvicorn.protocols.websockets.websockets_impl import WebSocketProtocol
        except ImportError:
            return "auto"
    return WebSocketProtocol


def _end_at_hang_up(handler: Callable[[int, FrameType | None], None]) -> None:
    """Have SIGHUP end the server as Ctrl-C does, where it would interrupt it at some line."""
    in_main = threading.current_thread() is threading.main_thread()
    if in_main and hasattr(signal, "SIGHUP") and callable(signal.getsignal(signal.SIGHUP)):
        signal.signal(signal.SIGHUP, handler)


def _listener(address: Address) -> socket.socket:
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address.host, address.port))
        listener.listen(128)  # before the address is printed: somebody may be quick
    except OSError as error:
        listener.close()
        raise OptionError(
            f"cannot listen on {address.host}:{address.port}: {error.strerror}",
            hint="choose another port, or leave it out for a free one",
            parameter="port",
        ) from None
    except OverflowError:
        listener.close()
        raise OptionError("must be from 0 to 65535", parameter="port") from None
    return listener
