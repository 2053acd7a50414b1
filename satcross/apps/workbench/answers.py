"""What requests say, and files as answers."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from satcross import InputError
from satcross.apps.workbench.export import media_type


class Link(NamedTuple):
    """A page of a room, on the first page. Args: rows: of a small grid that is its picture."""

    text: str
    note: str
    url: str
    rows: tuple[str, ...]


async def json_in(request: Request) -> dict[str, Any]:
    """The JSON object in the body. Raises InputError: there is none."""
    try:
        data = await request.json()
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise InputError("the body must be a JSON object")
    return data


def download(data: bytes, name: str, more: dict[str, str] | None = None) -> Response:
    """A file to keep under a name."""
    headers = {
        "content-type": media_type(name),
        "content-disposition": f"attachment; filename*=UTF-8''{quote(name)}",
        "cache-control": "no-store",
    }
    return Response(data, headers=headers | (more or {}))
