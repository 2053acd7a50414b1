"""A .puz file byte by byte, without puzpy and without our reader.

Source: the format as documented by the puz project (code.google.com/archive/p/puz, FileFormat).
"""

from __future__ import annotations

import struct
from dataclasses import replace

from oracles.numbered import numbered
from satcross.kinds.diagramless import DIAGRAMLESS
from satcross.model.crossword import Clue, Crossword, Square, SquareKind
from satcross.model.kinds import CROSSWORD

_HEADER = struct.Struct("<H12sH4sI4s2sH12sBBHHH")
_DIAGRAMLESS = 0x0401
_CIRCLE = 0x80


def crossword_of_puz(data: bytes) -> Crossword:
    """The crossword in the bytes of a file that is not locked."""
    head = _HEADER.unpack_from(data)
    assert head[1] == b"ACROSS&DOWN\0"
    version = head[5].rstrip(b"\0").decode()
    n_cols, n_rows, n_clues, kind, state = head[9:14]
    encoding = "utf-8" if version >= "2" else "cp1252"
    n = n_cols * n_rows
    at = _HEADER.size
    solution, fill = (data[start : start + n].decode(encoding) for start in (at, at + n))
    texts = [text.decode(encoding) for text in data[at + 2 * n :].split(b"\0")[: n_clues + 4]]
    title, author, holder, *clues, notes = texts
    end = at + 2 * n + sum(len(text.encode(encoding)) + 1 for text in texts)
    sections = _sections(data[end:])
    rebus = _rebus(sections, encoding)
    long = sections.get("RUSR", b"").split(b"\0")
    marks = sections.get("GEXT", bytes(n))
    squares = []
    for cell in range(n):
        char, written = solution[cell], fill[cell]
        if char in ".:":
            is_void = char == ":" and kind != _DIAGRAMLESS
            squares.append(Square(SquareKind.VOID if is_void else SquareKind.BLOCK))
            continue
        entry = long[cell].decode(encoding) if cell < len(long) and long[cell] else ""
        entry = entry or ("" if written in "-.:" else written)
        content = rebus.get(cell, "" if char == "-" else char)
        squares.append(Square(solution=content, entry=entry, circle=bool(marks[cell] & _CIRCLE)))
    assert (state == 2) == (not any(one.solution for one in squares) and n > sum(
        one.kind is not SquareKind.OPEN for one in squares
    ))  # fmt: skip
    entries = list(numbered(n_cols, [one.kind is SquareKind.OPEN for one in squares]))
    assert len(entries) == n_clues
    said = [
        Clue(way, str(number), text, cells=tuple(cells))
        for (number, way, cells), text in zip(entries, clues, strict=True)
    ]
    said.sort(key=lambda clue: clue.direction)
    timer = sections.get("LTIM", b"").decode()
    crossword = Crossword(
        n_rows, n_cols, tuple(squares), clues=tuple(said), title=title, author=author,
        copyright=holder, notes=notes, kind=DIAGRAMLESS if kind == _DIAGRAMLESS else CROSSWORD,
    )  # fmt: skip
    if timer:
        seconds, stopped = timer.split(",")
        crossword = replace(crossword, timer_s=int(seconds), timer_runs=stopped == "0")
    return crossword


def _sections(data: bytes) -> dict[str, bytes]:
    found = {}
    while len(data) >= 8:
        name, size = data[:4].decode(), int.from_bytes(data[4:6], "little")
        found[name] = data[8 : 8 + size]
        data = data[8 + size + 1 :]
    return found


def _rebus(sections: dict[str, bytes], encoding: str) -> dict[int, str]:
    table = {}
    for item in sections.get("RTBL", b"").decode(encoding).split(";")[:-1]:
        number, _, content = item.partition(":")
        table[int(number) + 1] = content
    return {cell: table[key] for cell, key in enumerate(sections.get("GRBS", b"")) if key}
