"""The server as an ASGI app: files over HTTP, open crosswords over WebSockets.

The protocol is described in docs/internals/workbench-protocol.md.
"""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from satcross import InputError, Symmetry, __version__, rooms
from satcross.apps.lists.clues import KEPT, keep_clue
from satcross.apps.solving.selfcontained import PARTS
from satcross.apps.workbench import wordlists
from satcross.apps.workbench.answers import download, json_in
from satcross.apps.workbench.document import Document
from satcross.apps.workbench.engine.panels import described
from satcross.apps.workbench.export import (
    Published,
    export_named,
    exported,
    exports,
    media_type,
    printed_pages,
    published_of,
)
from satcross.apps.workbench.folder import Folder, checked_name, name_for
from satcross.apps.workbench.live import PROTOCOL, LiveCrossword
from satcross.apps.workbench.messages import UNREADABLE, error_data, integer
from satcross.apps.workbench.security import TOO_LARGE, App, Guard, Keys, TooLargeError
from satcross.apps.workbench.shares import Shares
from satcross.apps.workbench.tabs import Tab
from satcross.extend import MAX_SIDE, PRESETS, Scale, format_named, runs_right_to_left
from satcross.formats.registry import NAMES

PAGE = Path(__file__).parent / "page"
SUBPROTOCOL = f"satcross.workbench.{PROTOCOL}"
MAX_OPEN = 20  # crosswords at once, each with an engine
MAX_MESSAGE = 1 << 20
Endpoint = Callable[[Request], Awaitable[Response]]


class Workbench:
    """What one server has open.

    Args:
        folder: the crosswords.
        keys: the secrets, for new addresses.
        address: of the server, as in "http://127.0.0.1:8000".
        shares: pages that others may read.
    """

    def __init__(
        self, folder: Folder, keys: Keys, address: str, shares: Shares | None = None
    ) -> None:
        self.shares = shares or Shares()
        self.served = rooms.modules("served")
        self.folder = folder
        self.keys = keys
        self.address = address
        self.live: dict[str, LiveCrossword] = {}
        self.end: Callable[[], None] = lambda: None
        self._writing = asyncio.Lock()
        self._page = {
            path.relative_to(folder).as_posix(): path
            for folder in (PARTS, PAGE, *(room.PAGE for room in self.served))
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }

    def opened(self, name: str) -> LiveCrossword:
        """A crossword, opened if need be.

        Raises:
            InputError: there is none, or it cannot be read, or too many are open.
        """
        name = self.folder.own_name(name)
        if name not in self.live:
            if len(self.live) >= MAX_OPEN:
                for idle in [live for live in self.live.values() if not live.is_open]:
                    idle.close()
                    self.live.pop(idle.name, None)
            if len(self.live) >= MAX_OPEN:
                raise InputError("too many crosswords are open", hint="close some tabs")
            self.live[name] = LiveCrossword(name, self.folder, self._share_words, self._forget)
        return self.live[name]

    def _forget(self, live: LiveCrossword) -> None:
        self.live.pop(live.name, None)

    def _share_words(self, source: LiveCrossword) -> None:
        for live in list(self.live.values()):
            if live is not source:
                live.take_words(self.folder.overrides)

    def close(self) -> None:
        """Save and close everything."""
        for live in self.live.values():
            live.close()
        self.live.clear()

    def document(self, name: str) -> Document:
        """A crossword as it is now, open or not; raises as `Folder.open`."""
        name = self.folder.own_name(name)
        if name in self.live:
            return self.live[name].document
        history = self.folder.open(name)
        history.close()
        return history.document

    # The page

    async def page(self, request: Request) -> Response:
        """A part of the page."""
        name = request.path_params.get("name", "index.html")
        path = self._page.get(name)
        if path is None:
            return Response("there is no such page\n", 404, media_type="text/plain")
        data = await asyncio.to_thread(path.read_bytes)
        headers = {"content-type": media_type(path.name), "cache-control": "no-cache"}
        return Response(data, headers=headers)

    # Files

    async def info(self, request: Request) -> Response:
        """What there is to choose from."""
        return JSONResponse(
            {
                "protocol": PROTOCOL,
                "version": __version__,
                "folder": self.folder.path.name,
                "formats": {name: list(format_named(name).suffixes) for name in NAMES},
                "exports": [asdict(one) for one in await asyncio.to_thread(exports)],
                "shares": bool(self.shares.base),
                "links": [link._asdict() for room in self.served for link in room.LINKS],
                "lists": list(self.folder.words.names),
                "symmetries": Symmetry.texts(),
                "presets": {preset.value: asdict(facts) for preset, facts in PRESETS.items()},
                "alphabet": self.folder.words.alphabet.spelling,
                "letters": list(letters := self.folder.words.alphabet.texts),
                "right_to_left": runs_right_to_left("".join(letters)),
                "open": {name: live.engine.pid for name, live in sorted(self.live.items())},
            }
        )

    async def panels(self, request: Request) -> Response:
        """Questions that have a dialog, with their forms."""
        return JSONResponse({"panels": await asyncio.to_thread(described)})

    async def files(self, request: Request) -> Response:
        """The crosswords there are."""
        files = await asyncio.to_thread(self.folder.listed)
        for file in files:
            file["is_open"] = file["name"] in self.live
        return JSONResponse({"files": files})

    async def houses(self, request: Request) -> Response:
        """The houses by whose rules a crossword can be checked."""
        found = (await asyncio.to_thread(self.folder.houses)).items()
        return JSONResponse({"houses": [{"name": name, "title": title} for name, title in found]})

    async def lists(self, request: Request) -> Response:
        """The word lists, and what was changed in those of the folder."""
        return JSONResponse({"lists": await asyncio.to_thread(wordlists.listed, self.folder)})

    async def add_list(self, request: Request) -> Response:
        """A word list for the folder."""
        name = request.query_params.get("name", "")[:200]
        replaces = request.query_params.get("replace") == "1"
        data = await request.body()
        added = await asyncio.to_thread(
            wordlists.add_list, self.folder, name, data, replaces=replaces
        )
        self._share_list(added["name"])
        return JSONResponse(added)

    async def delete_list(self, request: Request) -> Response:
        """Put a list of the folder into the trash."""
        name = request.path_params["list"]
        return JSONResponse({"trash": wordlists.delete_list(self.folder, name), "name": name})

    async def rescore(self, request: Request) -> Response:
        """Another score for an entry of a list of the folder."""
        name, said = request.path_params["list"], await json_in(request)
        async with self._writing:  # lists are read and written as a whole
            changed = await asyncio.to_thread(wordlists.rescored, self.folder, name, said)
        path = self.folder.words.path_of(name)
        if path is not None:
            self._share_list(Scale.split(path)[0].name)
        return JSONResponse(changed)

    async def keep_clue(self, request: Request) -> Response:
        """A clue for the folder's own file of clues."""
        said = await json_in(request)
        async with self._writing:
            path = self.folder.within(self.folder.path / KEPT)
            alphabet = self.folder.words.alphabet
            return JSONResponse(await asyncio.to_thread(keep_clue, path, alphabet, said))

    def _share_list(self, name: str) -> None:
        for live in list(self.live.values()):
            live.take_list(name)

    async def new(self, request: Request) -> Response:
        """A new crossword."""
        data = await json_in(request)
        rows, cols = (integer(data, key, 1, MAX_SIDE) for key in ("rows", "cols"))
        name = checked_name(data.get("name") or "untitled")
        symmetry = Symmetry(data.get("symmetry") or "rotation").value
        document = self.folder.new(rows, cols, symmetry=symmetry)
        return JSONResponse({"name": await asyncio.to_thread(self.folder.add, name, document)})

    async def take_in(self, request: Request) -> Response:
        """Import a file of any format."""
        name = request.query_params.get("name", "")[:200]
        data = await request.body()
        name = await asyncio.to_thread(
            self.folder.imported, name.replace("\\", "/").split("/")[-1], data
        )
        return JSONResponse({"name": name})

    async def copy(self, request: Request) -> Response:
        """A copy of a crossword."""
        data = await json_in(request)
        document = self.document(request.path_params["file"])
        name = checked_name(data.get("name") or self.folder.own_name(request.path_params["file"]))
        return JSONResponse({"name": await asyncio.to_thread(self.folder.add, name, document)})

    async def rename(self, request: Request) -> Response:
        """Another name for a crossword; tabs that show it go on under the new one."""
        name, data = checked_name(request.path_params["file"]), await json_in(request)
        new = self.folder.renamed(name, data.get("name"))
        await self._let_go(name, {"type": "renamed", "name": new})
        self.folder.rename(name, new)
        return JSONResponse({"name": new})

    async def delete(self, request: Request) -> Response:
        """Put a crossword into the trash."""
        name = checked_name(request.path_params["file"])
        await self._let_go(name, {"type": "deleted", "name": name})
        return JSONResponse({"trash": self.folder.delete(name), "name": name})

    async def restore(self, request: Request) -> Response:
        """Take a crossword out of the trash."""
        return JSONResponse({"name": self.folder.restore((await json_in(request)).get("trash"))})

    async def _let_go(self, name: str, message: dict[str, Any]) -> None:
        live = self.live.get(name)
        if live is not None:
            await live.let_go(message)
            self.live.pop(name, None)

    async def export(self, request: Request) -> Response:
        """A crossword as a file to download."""
        name, shown = await self._published(request)
        export = await asyncio.to_thread(export_named, request.query_params.get("format", "puz"))
        part, paper = (request.query_params.get(key) for key in ("part", "paper"))
        data, left_out = await asyncio.to_thread(exported, shown, export, part, paper)
        if name.startswith("untitled") and shown.puzzle.title:
            name = name_for(shown.puzzle.title)
        stem = f"{name}-{part}" if part else name  # both can be kept in one folder
        return download(data, stem + export.suffix, {"x-left-out": json.dumps(left_out)})

    async def pages(self, request: Request) -> Response:
        """The printed pages of a crossword as pictures."""
        _, shown = await self._published(request)
        query = request.query_params
        part, paper = query.get("part", "puzzle"), query.get("paper", "a4")
        return JSONResponse(await asyncio.to_thread(printed_pages, shown, part, paper))

    async def _published(self, request: Request) -> tuple[str, Published]:
        """The name of a crossword, and what is to be seen of it."""
        name = self.folder.own_name(request.path_params["file"])
        asked = self.document(name), self.folder.words.alphabet, request.query_params
        return name, await asyncio.to_thread(published_of, *asked)

    async def share(self, request: Request) -> Response:
        """An address by which others can solve a crossword."""
        _, shown = await self._published(request)
        data, _ = await asyncio.to_thread(exported, shown, export_named("html"), None)
        return JSONResponse({"url": self.shares.add(data.decode())})

    async def unshare(self, request: Request) -> Response:
        """Share nothing any more."""
        return JSONResponse({"n": self.shares.end()})

    def _scratch(self, request: Request, what: str) -> list[Path]:
        """The files of a folder that an engine has written; none where there is no such folder."""
        live = self.live.get(self.folder.own_name(request.path_params["file"]))
        folder = None if live is None else live.engine.scratch_folder(request.path_params[what])
        return [] if folder is None else sorted(folder.iterdir())

    async def proof(self, request: Request) -> Response:
        """A proof that the engine has written, as a zip file."""
        files = self._scratch(request, "proof")
        if not files:
            raise InputError("there is no such proof", hint="ask for it again")

        def zipped() -> bytes:
            file = io.BytesIO()
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                for path in files:
                    archive.write(path, f"proof/{path.name}")
            return file.getvalue()

        return download(
            await asyncio.to_thread(zipped), "proof.zip", {"content-type": "application/zip"}
        )

    async def made(self, request: Request) -> Response:
        """A file that the engine has made, such as the PDF of a word search."""
        # The name is compared, and never made into a path.
        for path in self._scratch(request, "made"):
            if path.name == request.path_params["part"]:
                return download(await asyncio.to_thread(path.read_bytes), path.name)
        raise InputError("there is no such file", hint="ask for it again")

    async def link(self, request: Request) -> Response:
        """A first address for another browser."""
        return JSONResponse({"url": f"{self.address}/?token={self.keys.new_token()}"})

    async def end_server(self, request: Request) -> Response:
        """End the server, as Ctrl-C does."""
        del request
        self.end()
        return JSONResponse({})

    # Open crosswords

    async def connect(self, socket: WebSocket) -> None:
        """One tab."""
        if SUBPROTOCOL not in socket.scope.get("subprotocols", []):
            await socket.close(4400, f"the subprotocol must be {SUBPROTOCOL}")
            return
        try:
            live = self.opened(socket.path_params["file"])
        except InputError as error:
            await socket.accept(SUBPROTOCOL)
            await socket.send_json({"type": "error", "code": "refused", **error_data(error)})
            await socket.close(4404, error.problem[:100])
            return
        await socket.accept(SUBPROTOCOL)
        tab = live.join()
        sender = asyncio.create_task(_send_all(socket, tab))
        try:
            await _receive_all(socket, live, tab)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            live.leave(tab)
            sender.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sender


async def _send_all(socket: WebSocket, tab: Tab) -> None:
    while (message := await tab.queue.get()) is not None:
        await socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
    await socket.close(4408, "closed by the server")


async def _receive_all(socket: WebSocket, live: LiveCrossword, tab: Tab) -> None:
    """Take the messages of a tab."""
    while True:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return
        try:
            message = json.loads(received["text"])  # a frame of bytes has none
        except UNREADABLE:
            message = None
        await live.take(tab, message)


def _errors(endpoint: Endpoint) -> Endpoint:
    """An endpoint whose errors are JSON."""

    async def answered(request: Request) -> Response:
        try:
            return await endpoint(request)
        except InputError as error:
            status = 404 if error.problem.startswith("there is no") else 400
            return JSONResponse({"error": error_data(error)}, status)
        except UNREADABLE as error:
            problem = f"the request cannot be read: {error}"[:200]
            return JSONResponse({"error": {"problem": problem, "hint": ""}}, 400)

    return answered


async def _too_large(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": {"problem": TOO_LARGE, "hint": ""}}, 413)


def app_of(workbench: Workbench, hosts: list[str]) -> App:
    """The server's app, guarded.

    Args: hosts: what `Host` may be, with the port.
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        # The page waits for the forms, which take 0.2 s to make, and comes later than this.
        forms = asyncio.create_task(asyncio.to_thread(described))
        yield
        await forms
        workbench.close()

    def route(method: str, path: str, endpoint: Endpoint) -> Route:
        return Route(path, _errors(endpoint), methods=[method])

    get, post = partial(route, "GET"), partial(route, "POST")
    app = Starlette(
        routes=[
            get("/", workbench.page),
            get("/page/{name:path}", workbench.page),
            get("/api/info", workbench.info),
            get("/api/panels", workbench.panels),
            get("/api/houses", workbench.houses),
            get("/api/lists", workbench.lists),
            post("/api/lists", workbench.add_list),
            post("/api/lists/{list}/delete", workbench.delete_list),
            post("/api/lists/{list}/score", workbench.rescore),
            post("/api/clues", workbench.keep_clue),
            get("/api/files", workbench.files),
            post("/api/files", workbench.new),
            post("/api/files/import", workbench.take_in),
            post("/api/files/restore", workbench.restore),
            post("/api/files/{file}/copy", workbench.copy),
            post("/api/files/{file}/rename", workbench.rename),
            post("/api/files/{file}/delete", workbench.delete),
            get("/api/files/{file}/export", workbench.export),
            get("/api/files/{file}/pages", workbench.pages),
            post("/api/files/{file}/share", workbench.share),
            get("/api/files/{file}/proof/{proof}", workbench.proof),
            get("/api/files/{file}/made/{made}/{part}", workbench.made),
            post("/api/link", workbench.link),
            post("/api/end", workbench.end_server),
            post("/api/unshare", workbench.unshare),
            *(
                route(*each)
                for room in workbench.served
                for each in room.requests(workbench.folder, workbench.shares)
            ),
            WebSocketRoute("/api/files/{file}/live", workbench.connect),
        ],
        lifespan=lifespan,
        exception_handlers={TooLargeError: _too_large},
    )
    app.router.redirect_slashes = False
    return Guard(app, workbench.keys, hosts)
