"""Broken files, from good ones, and what a reader may do with them."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from support.crossword_text import crossword_text

from satcross.crossword import Crossword
from satcross.errors import FormatError, GridError
from satcross.formats.losses import Losses

SWAPS: tuple[Any, ...] = (
    *(None, True, 0, -1, 7, 10**12, 1.5, "", "#", "0", "~", "A", "ÄÖ", "[", "x" * 300, "\x00"),
    *([], {}, [[]], [None], {"a": 1}, {"cell": []}, {"clue": 5}, [1, 2], [1, "x"], {"style": 3}),
)


def broken_bytes(data: bytes, rng: random.Random) -> bytes:
    """A file cut off, with bytes changed, or with a piece missing or twice."""
    kind = rng.randrange(5)
    if kind == 0:
        return data[: rng.randrange(len(data))]
    if kind in (1, 2):
        out = bytearray(data)
        for _ in range(rng.choice((1, 1, 3, 20))):
            out[rng.randrange(len(out))] = rng.randrange(256)
        return bytes(out)
    a, b = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    return data[:a] + data[b:] if kind == 3 else data[:b] + data[a:]


def swapped_json(root: Any, rng: random.Random) -> Any:
    """A JSON document with one to three of its values replaced, or left out."""
    root = copy.deepcopy(root)
    for _ in range(rng.choice((1, 1, 2, 3))):
        owner, key = rng.choice(list(_places(root)))
        if rng.randrange(4) == 0:
            del owner[key]
        else:
            owner[key] = copy.deepcopy(rng.choice(SWAPS))
        if not root:
            break
    return root


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


def check_read(
    data: bytes,
    read: Callable[[bytes, str], Crossword],
    write: Callable[[Crossword, Losses], bytes],
) -> bool:
    """A reader either refuses in one line, or what it reads can be written and read again.

    Returns: whether it was read.
    """
    started = time.process_time()
    crossword, message = None, ""
    try:
        crossword = read(data, "broken")
    except (FormatError, GridError) as error:
        message = str(error)
    assert time.process_time() - started < 1
    if crossword is None:
        assert message.startswith("broken")
        assert "\n" not in message
        assert len(message) < 300, message
        return False
    again = read(write(crossword, Losses("fuzz")), "written")
    assert crossword_text(again) == crossword_text(crossword)
    return True


def corpus(folder: Path, suffix: str) -> list[Path]:
    """The files of a corpus, sorted."""
    return sorted(folder.glob(f"*{suffix}"))
