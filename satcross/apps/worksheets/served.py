"""The server's side of the page that makes puzzles of somebody's words."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from satcross import Crossword, InputError, Task
from satcross.apps.clues.lists import lines_of
from satcross.apps.workbench.answers import Link, download, json_in
from satcross.apps.workbench.folder import Folder, name_for
from satcross.apps.workbench.shares import Shares
from satcross.apps.worksheets import files, worksheets

MAX_LOOKING = 8  # tabs that wait for a puzzle
PAGE = Path(__file__).parent / "page"
LINKS = (
    Link(
        "A crossword from my words",
        "A list of words, with clues if you like, becomes pages to print and to solve.",
        "/page/words.html#crossword",
        ("##W##", "WORDS", "##R#T", "#LIST", "##S##"),
    ),
    Link(
        "A word search from my words",
        "The same list, hidden in a square of letters.",
        "/page/words.html#wordsearch",
        ("HWXQT", "IORDE", "DRZSN", "ADKIR", "FSLTP"),
    ),
)


def requests(
    folder: Folder, shares: Shares
) -> list[tuple[str, str, Callable[[Request], Awaitable[Response]]]]:
    """What the server answers: method, path and by what. Args: as of `WordsPage`."""
    page = WordsPage(folder, shares)
    return [
        ("GET", "/api/words", page.choices),
        ("POST", "/api/words/open", page.open),
        ("POST", "/api/words/look", page.look),
        ("POST", "/api/words/file/{format}", page.file),
        ("POST", "/api/words/keep", page.keep),
        ("POST", "/api/words/share", page.share),
    ]


class WordsPage:
    """Answers the requests of the page.

    Args: folder: for crosswords that are kept; shares: pages that others may read.
    """

    def __init__(self, folder: Folder, shares: Shares) -> None:
        self._folder = folder
        self.shares = shares
        self._worksheets = worksheets.Worksheets(folder.path)
        self._looking: dict[str, Task[Any, Any]] = {}

    async def choices(self, request: Request) -> Response:
        """What there is to choose from."""
        found = await asyncio.to_thread(files.choices)
        return JSONResponse({**found, "shares": bool(self.shares.base)})

    async def open(self, request: Request) -> Response:
        """The lines of a list in a file: text in any encoding, or a spreadsheet."""
        data = await request.body()
        lines = await asyncio.to_thread(lines_of, data, "the list")
        return JSONResponse({"text": "\n".join(lines)})

    async def look(self, request: Request) -> Response:
        """A puzzle as it would be printed. An earlier look of the same tab ends."""
        said = await json_in(request)
        wanted = worksheets.wanted_in(said)
        tab = str(said.get("tab", ""))[:40]
        if (before := self._looking.pop(tab, None)) is not None:
            before.stop()

        def started(task: Task[Any, Any]) -> None:
            while len(self._looking) >= MAX_LOOKING:
                self._looking.pop(next(iter(self._looking))).stop()
            self._looking[tab] = task

        def looked() -> dict[str, Any]:
            return files.looked_at(wanted, self._worksheets.made(wanted, started))

        return JSONResponse(await asyncio.to_thread(looked))

    async def _worksheet(self, request: Request) -> tuple[worksheets.Wanted, worksheets.Worksheet]:
        wanted = worksheets.wanted_in(await json_in(request))
        return wanted, await asyncio.to_thread(self._worksheets.made, wanted)

    async def file(self, request: Request) -> Response:
        """A puzzle of words as a file to download."""
        wanted, made = await self._worksheet(request)
        name = request.path_params["format"]
        data, suffix, lost = await asyncio.to_thread(files.file_of, wanted, made, name)
        return download(
            data, name_for(wanted.title or wanted.kind) + suffix, {"x-left-out": json.dumps(lost)}
        )

    async def keep(self, request: Request) -> Response:
        """A crossword of words among those of the folder, and these as a list of it."""
        wanted, made = await self._worksheet(request)
        if not isinstance(made.puzzle, Crossword):
            raise InputError("there is no crossword to keep", hint="write some words")
        name = name_for(wanted.title or wanted.kind)
        kept = await asyncio.to_thread(files.kept, self._folder, name, made.puzzle, made.listed)
        return JSONResponse({"name": kept})

    async def share(self, request: Request) -> Response:
        """An address by which others can solve a puzzle of words."""
        wanted, made = await self._worksheet(request)
        page = await asyncio.to_thread(files.page_to_solve, wanted, made)
        return JSONResponse({"url": self.shares.add(page)})
