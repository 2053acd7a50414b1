"""Loading the fields of an ipuz file, without interpreting them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from satcross.errors import FormatError
from satcross.formats.ipuz.write import KIND, VERSION
from satcross.formats.jsontext import load_json
from satcross.formats.registry import MAX_FILE

_CALLED = re.compile(r"[A-Za-z_$][\w.$]{0,60}\s{0,9}\(")
_KIND = re.compile(
    r"https?://(?:www\.)?(?:ipuz\.org/crossword\b|libipuz\.org/(?:barred|filippine))"
)
_VERSION = re.compile(r"https?://(?:www\.)?ipuz\.org/v[12]")
MAX_BYTES = MAX_FILE >> 1  # the largest grid with all its data takes half of it
_MAX_DEPTH = 60


def load(data: bytes, source: str) -> dict[str, Any]:
    """The fields of an ipuz crossword, with or without the JSONP wrapper.

    Raises:
        FormatError: it is not JSON, contains values that JSON cannot hold, or is not a crossword.
    """
    if len(data) > MAX_BYTES:
        raise FormatError(
            "the file is larger than any crossword",
            hint="check that it is a crossword",
            source=source,
        )
    top = _load(data, source)
    _check_kind(top, source)
    return top


def _load(data: bytes, source: str) -> dict[str, Any]:
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in b"{[":
        try:
            text = data.decode("utf-8-sig").strip().removesuffix(";").rstrip()
        except UnicodeDecodeError:
            text = ""  # reported by load_json
        called = _CALLED.match(text)
        if called and text.endswith(")"):
            data = text[called.end() : -1].encode()
    top = load_json(data, source)
    if not isinstance(top, dict):
        raise FormatError(
            "the file must be a JSON object", hint="check that it is ipuz", source=source
        )
    todo: list[tuple[Any, int]] = [(top, 1)]
    while todo:
        value, depth = todo.pop()
        inner = [*value, *value.values()] if isinstance(value, dict) else value
        if depth > _MAX_DEPTH:
            raise FormatError(
                "the file is nested too deep", hint="check that it is ipuz", source=source
            )
        for item in inner:
            if isinstance(item, dict | list):
                todo.append((item, depth + 1))
            elif isinstance(item, float) and not math.isfinite(item):
                raise FormatError(f"{item} is not a JSON number", hint="use null", source=source)
    return top


def _check_kind(top: Mapping[str, Any], source: str) -> None:
    version = top.get("version", VERSION)
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        raise FormatError(f'version must be "{VERSION}", got {str(version)[:40]!r}', source=source)
    kinds = top.get("kind")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if not isinstance(kinds, list) or not kinds:
        raise FormatError(
            "the file has no kind", hint=f'for a crossword it is ["{KIND}"]', source=source
        )
    if not any(isinstance(kind, str) and _KIND.match(kind) for kind in kinds):
        raise FormatError(
            f"the kind of puzzle is {str(kinds[0])[:60]!r}",
            hint="only crosswords can be read",
            source=source,
        )
