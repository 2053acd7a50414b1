"""JSON as files of crosswords have it: read with limits, written with a line for each item."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from typing import Any

from satcross.errors import FormatError, InputError
from satcross.files import utf8_text

MAX_MARKS = 600_000  # number of [ { , in a file: each takes up to 200 bytes in memory
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def laid_out(fields: Mapping[str, Any], lists: Collection[str]) -> str:
    """A JSON object with a line for each field.

    Args: lists: the fields that have a line for each item: lists, and objects of lists.
    """
    texts = {
        key: _in_lines(value, " ") if key in lists else _dumps(value)
        for key, value in fields.items()
    }
    return _in_braces(texts, "") + "\n"


def _dumps(value: Any) -> str:
    """JSON on one line, with letters as they are."""
    return json.dumps(value, ensure_ascii=False)


def _in_lines(items: list[Any] | dict[str, list[Any]], indent: str) -> str:
    if not items:
        return _dumps(items)
    if isinstance(items, dict):
        inner = {name: _in_lines(some, f"{indent} ") for name, some in items.items()}
        return _in_braces(inner, indent)
    return f"[\n{indent} " + f",\n{indent} ".join(map(_dumps, items)) + f"\n{indent}]"


def _in_braces(texts: Mapping[str, str], indent: str) -> str:
    lines = [f"{indent} {_dumps(key)}: {text}" for key, text in texts.items()]
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


def plain(value: Any) -> Any:
    """Mappings and sequences as dicts and lists, for `json`."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def load_json(data: bytes, source: str, *, once: bool = False) -> Any:
    """The value of `data` as JSON.

    Args: once: whether an object must not have a key twice; else the last one counts.

    Raises:
        FormatError: it is not JSON in UTF-8; with line and column.
    """
    if sum(map(data.count, (b"[", b"{", b","))) > MAX_MARKS:
        raise FormatError(
            "the file is larger than any crossword",
            hint="check that it is a crossword",
            source=source,
        )
    text = utf8_text(data, source, FormatError)
    try:
        value = json.loads(text, object_pairs_hook=keys_once if once else None)
    except FormatError as error:
        raise FormatError(error.problem, hint=error.hint, source=source) from None
    except json.JSONDecodeError as error:
        raise FormatError(
            f"the file is not JSON: {error.msg}",
            hint="if it is another format, name that format",
            source=source,
            line=error.lineno,
            column=error.colno,
        ) from None
    except (RecursionError, ValueError):  # ValueError: a number of thousands of digits
        raise FormatError(
            "the file is not JSON that can be read",
            hint="it is nested too deep, or has too long numbers",
            source=source,
        ) from None
    if _HALF.search(text):
        _check_halves(value, source)
    return value


def keys_once(
    pairs: list[tuple[str, Any]], error: type[InputError] = FormatError
) -> dict[str, Any]:
    """An object. Raises the `error`: a key is there twice, and one value would be ignored."""
    data = dict(pairs)
    if len(data) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise error(f"{twice[:40]!r} is there twice", hint="leave out one of them")
    return data


def _check_halves(value: Any, source: str) -> None:
    r"""Raise FormatError if a text has half a character, which JSON can hold as `\ud800`."""
    todo = [value]
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            todo += [*value, *value.values()]
        elif isinstance(value, list):
            todo += value
        elif isinstance(value, str) and _SURROGATE.search(value):
            shown = ascii(value)[:40]
            raise FormatError(f"{shown} has half a character", hint="remove it", source=source)
