"""Damage to inputs, by structure and by bytes. The same generator makes the same damage."""

from __future__ import annotations

import copy
import gzip
import json
import lzma
import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

_NUMBER = re.compile(rb"-?\d+")
_NUMBERS = (
    *(b"0", b"1", b"-1", b"2", b"199", b"200", b"201", b"255", b"256", b"65536", b"2147483647"),
    *(b"2147483648", b"4294967296", b"9223372036854775808", b"1.5", b"1e400", b"NaN", b"007"),
    *(b"9" * 20, b"9" * 5000, "٣".encode()),
)
_TEXTS = (
    *(b"\0", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xff\xfe", b"\r\n", b"\r", b"\n"),
    *("\u2028".encode(), "\u0301".encode(), "ß".encode(), "ı".encode(), "İ".encode(), "ǆ".encode()),
    *("\U0001f600".encode(), "ﬃ".encode(), "\u202e".encode(), "\u00a0".encode(), b"\x1b[31m"),
    *(b"A" * 300, b" " * 300, b"(" * 3000, b"[" * 3000, b"{" * 300, b'"', b"'", b"\\", b"%s", b"&"),
)  # fmt: skip
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


def mutated(seeds: Sequence[bytes], tokens: Sequence[bytes], rng: random.Random) -> bytes:
    """One of the inputs with some damage, and sometimes packed."""
    data = rng.choice(seeds)
    unpacked = _unpacked(data)
    for _ in range(rng.choice((1, 1, 1, 1, 2, 3))):
        unpacked = _once(unpacked or b"\n", seeds, tokens, rng)
    data = unpacked
    packing = rng.randrange(20)
    if packing < 2:
        data = gzip.compress(data, 1, mtime=0) if packing else lzma.compress(data, preset=0)
        if rng.randrange(3) == 0:
            data = broken_bytes(data, rng)
    return data


def _unpacked(data: bytes) -> bytes:
    """The content of an archive, so that damage reaches it; seldom is the archive itself hit."""
    if data[:2] != b"\x1f\x8b":
        return data
    try:
        return gzip.decompress(data)
    except (OSError, EOFError):
        return data


Damage = Callable[[bytes, Sequence[bytes], Sequence[bytes], random.Random], bytes]


def _once(
    data: bytes, seeds: Sequence[bytes], tokens: Sequence[bytes], rng: random.Random
) -> bytes:
    """One damage; most are small, so that much is still read."""
    damage: Damage = rng.choice(
        (_token, _token, _text, _number, _number, _json, _json, _line, _byte, _byte)
    )
    if rng.randrange(8) == 0:
        damage = rng.choice((_broken, _spliced, _repeated, _shuffled))
    return damage(data, seeds, tokens, rng)


def _token(data: bytes, _: Sequence[bytes], tokens: Sequence[bytes], rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(tokens or (b"",)) + data[at + rng.choice((0, 0, 1)) :]


def _text(data: bytes, _: Sequence[bytes], __: Sequence[bytes], rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(_TEXTS) + data[at:]


def _number(data: bytes, _: Sequence[bytes], __: Sequence[bytes], rng: random.Random) -> bytes:
    numbers = list(_NUMBER.finditer(data[:100_000]))
    if not numbers:
        return data
    found = rng.choice(numbers)
    return data[: found.start()] + rng.choice(_NUMBERS) + data[found.end() :]


def _json(data: bytes, seeds: Sequence[bytes], some: Sequence[bytes], rng: random.Random) -> bytes:
    try:
        root = json.loads(data) if data.lstrip()[:1] in (b"{", b"[") else None
    except (ValueError, RecursionError):
        root = None
    if not root:
        return _byte(data, seeds, some, rng)
    text = json.dumps(swapped_json(root, rng), ensure_ascii=False)
    return text.encode(errors="surrogatepass")


def _line(data: bytes, _: Sequence[bytes], __: Sequence[bytes], rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    line = rng.randrange(len(lines))
    lines[line : line + 1] = rng.choice(([], [lines[line]] * 2, [lines[line].swapcase()]))
    return b"\n".join(lines)


def _byte(data: bytes, _: Sequence[bytes], __: Sequence[bytes], rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    new = rng.choice((b"", bytes([rng.randrange(256)]), data[at : at + 1] * 2))
    return data[:at] + new + data[at + 1 :]


def _broken(data: bytes, _: Sequence[bytes], __: Sequence[bytes], rng: random.Random) -> bytes:
    return broken_bytes(data or b"\n", rng)


def _spliced(data: bytes, seeds: Sequence[bytes], _: Sequence[bytes], rng: random.Random) -> bytes:
    other = rng.choice(seeds)
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


def _repeated(data: bytes, _: Sequence[bytes], __: Sequence[bytes], rng: random.Random) -> bytes:
    return data * rng.choice((2, 3, 50)) if len(data) < 20_000 else data


def _shuffled(data: bytes, _: Sequence[bytes], __: Sequence[bytes], rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    rng.shuffle(lines)
    return b"\n".join(lines)


def shrunk(data: bytes, fails: Any, *, tries: int = 3000) -> bytes:
    """The smallest input found that still fails: pieces are left out, then bytes made plain.

    Args: fails: from an input to whether it fails in the same way.
    """
    size = max(1, len(data) // 2)
    while size and tries > 0:
        at, smaller = 0, False
        while at < len(data) and tries > 0:
            tries -= 1
            less = data[:at] + data[at + size :]
            if fails(less):
                data, smaller = less, True
            else:
                at += size
        if not smaller:
            size //= 2
        size = min(size, len(data))
    for at in range(min(len(data), tries)):
        plain = data[:at] + b"A" + data[at + 1 :]
        if data[at : at + 1].isalnum() and data[at : at + 1] != b"A" and fails(plain):
            data = plain
    return data
