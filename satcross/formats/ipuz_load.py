"""The fields of an ipuz file, before anything is made of them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from satcross.errors import FormatError
from satcross.formats.format import MAX_FILE
from satcross.formats.ipuz_write import KIND, VERSION
from satcross.formats.own import load_json

_CALLED = re.compile(r"[A-Za-z_$][\w.$]{0,60}\s{0,9}\(")
_KIND = re.compile(
    r"https?://(?:www\.)?(?:ipuz\.org/crossword\b|libipuz\.org/(?:barred|filippine))"
)
_VERSION = re.compile(r"https?://(?:www\.)?ipuz\.org/v[12]")
_MAX_BYTES = MAX_FILE >> 1  # the largest grid with all that it can have takes half of it
_MAX_MARKS = 600_000  # of [ { , in a file: what they make takes up to 200 bytes each
_MAX_DEPTH = 60


def load(data: bytes, source: str) -> dict[str, Any]:
    """The fields of an ipuz crossword, with or without the JSONP wrapper.

    Raises:
        FormatError: it is no JSON, holds what JSON cannot be written with, or is no crossword.
    """
    if len(data) > _MAX_BYTES or sum(map(data.count, (b"[", b"{", b","))) > _MAX_MARKS:
        raise FormatError(
            "more than a crossword can be", mend="is this a crossword?", source=source
        )
    top = _load(data, source)
    _check_kind(top, source)
    return top


def _load(data: bytes, source: str) -> dict[str, Any]:
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in b"{[":
        try:
            text = data.decode("utf-8-sig").strip().removesuffix(";").rstrip()
        except UnicodeDecodeError:
            text = ""  # told by load_json
        called = _CALLED.match(text)
        if called and text.endswith(")"):
            data = text[called.end() : -1].encode()
    top = load_json(data, source)
    if not isinstance(top, dict):
        raise FormatError("the file is no JSON object", mend="is it ipuz?", source=source)
    todo: list[tuple[Any, int]] = [(top, 1)]
    while todo:
        value, depth = todo.pop()
        inner = [*value, *value.values()] if isinstance(value, dict) else value
        if depth > _MAX_DEPTH:
            raise FormatError("the file is nested too deep", mend="is it ipuz?", source=source)
        for item in inner:
            if isinstance(item, dict | list):
                todo.append((item, depth + 1))
            elif isinstance(item, float) and not math.isfinite(item):
                raise FormatError(f"{item} is no number", mend="mend it", source=source)
            elif isinstance(item, str) and not item.isascii() and _has_surrogate(item):
                raise FormatError(
                    f"{ascii(item)[:40]} is half a character", mend="mend it", source=source
                )
    return top


def _has_surrogate(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _check_kind(top: Mapping[str, Any], source: str) -> None:
    version = top.get("version", VERSION)
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        raise FormatError(
            f"this is version {str(version)[:40]!r}", mend=f'"{VERSION}" is read', source=source
        )
    kinds = top.get("kind")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if not isinstance(kinds, list) or not kinds:
        raise FormatError("there is no kind", mend=f'is it ipuz? give ["{KIND}"]', source=source)
    if not any(isinstance(kind, str) and _KIND.match(kind) for kind in kinds):
        raise FormatError(
            f"this is a puzzle of the kind {str(kinds[0])[:60]!r}",
            mend="only crosswords are read",
            source=source,
        )
