"""Our files as readers see them that we did not write: puzpy and pypuz.

What such a reader shows has to be right: texts, squares, numbers, circles, bars, shades and clues.
puzpy comes with satcross. pypuz needs Unidecode, which is under the
GPL, so it is in no extra: `pip install pypuz`.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import puz
import pytest
from support.random_crosswords import random_crossword

from satcross.formats.reading import file_of
from satcross.model.crossword import Crossword, SquareKind
from satcross.model.kinds import CROSSWORD
from satcross.model.linked import continued_names, printed_label

Shown = dict[str, Any]
N_SEEDS = 200


def other(name: str) -> Any:
    """A module of a program that may be absent."""
    try:
        return importlib.import_module(name)
    except ImportError:
        pytest.skip(f"no {name} here: pip install pypuz")


def whole(name: str) -> list[tuple[int, Crossword]]:
    """Random crosswords that a format holds without loss."""
    found = []
    for seed in range(N_SEEDS):
        crossword = random_crossword(seed)
        if crossword.kind is not CROSSWORD or crossword.named:
            continue
        written = file_of(crossword, name, lossy=True)
        is_usual = {"Across", "Down"} == {clue.direction for clue in crossword.clues}
        is_linked = any(clue.continued for clue in crossword.clues)
        if not written.dropped and not written.notes and is_usual and not is_linked:
            found.append((seed, crossword))
    assert len(found) > 5
    return found


def untagged(html: str) -> str:
    """Text without the tags that a reader leaves to pages."""
    return re.sub(r"</?(?:[bius]|su[bp]|span)>", "", html).strip()


def plain(html: str) -> str:
    """Text without the tags and entities that a reader leaves to pages."""
    return unescape(untagged(html))


def expected(crossword: Crossword, *, apart: bool = False) -> Shown:
    """All that a reader may show of a crossword.

    Args:
        crossword: the crossword.
        apart: whether lengths of answers that are not in texts of clues have a place.
    """
    labelled = crossword.labelled().squares
    n = crossword.n_cols
    closed = {SquareKind.BLOCK: "#", SquareKind.VOID: ""}
    clues: dict[tuple[str, str], str] = {}
    for clue in crossword.clues:
        if clue.text:
            label = printed_label(clue, continued_names(crossword, clue))
            lengths = f" ({clue.enumeration})" * (bool(clue.enumeration) and not apart)
            clues[clue.direction, label.replace(" ", "")] = clue.text + lengths
    return {
        "title": crossword.title,
        "author": crossword.author,
        "copyright": crossword.copyright,
        "notes": crossword.notes,
        "solution": [closed.get(one.kind, one.solution) for one in crossword.squares],
        "numbers": [one.label for one in labelled],
        "circles": [at for at, one in enumerate(crossword.squares) if one.circle],
        "shades": [one.shade for one in crossword.squares],
        "bars": {
            *((at, "R") for at in crossword.bars_right),
            *((at, "B") for at in crossword.bars_below),
            *((at + 1, "L") for at in crossword.bars_right),
            *((at + n, "T") for at in crossword.bars_below),
        },
        "clues": clues,
    }


def by_puzpy(data: bytes) -> Shown:
    file = puz.load(data)
    rebus = file.rebus()
    solution = [
        rebus.get_rebus_solution(at) or {".": "#", "-": "", ":": ""}.get(letter, letter)
        for at, letter in enumerate(file.solution)
    ]
    numbering = file.clue_numbering()
    numbers = [""] * (file.width * file.height)
    clues = {}
    for way, found in (("Across", numbering.across), ("Down", numbering.down)):
        for one in found:
            numbers[one["cell"]] = str(one["num"])
            if one["clue"]:
                clues[way, str(one["num"])] = one["clue"]
    return {
        "title": file.title,
        "author": file.author,
        "copyright": file.copyright,
        "notes": file.notes.replace("\r\n", "\n"),
        "solution": solution,
        "numbers": numbers,
        "circles": sorted(file.markup().get_markup_squares()),
        "clues": clues,
    }


def by_pypuz(data: bytes, method: str, tmp_path: Path) -> Shown:
    pypuz = other("pypuz.pypuz")
    path = tmp_path / f"x.{method[4:].lower()}"
    path.write_bytes(data)
    read = getattr(pypuz.Puzzle(), method)(str(path))
    cells = sorted(read.grid.cells, key=lambda cell: (cell.y, cell.x))
    texts: dict[str, Callable[[Any], str]] = {
        "fromPuz": str,
        "fromJPZ": untagged,
        "fromIPuz": plain,
    }
    text = texts[method]
    clues = {
        (some["title"], str(one.number).replace(" ", "")): text(one.clue)
        for some in read.clues
        for one in some["clues"]
        if one.clue
    }
    return {
        "title": text(read.metadata.title or ""),
        "author": text(read.metadata.author or ""),
        "copyright": text(read.metadata.copyright or ""),
        "solution": [
            "" if one.isEmpty or one.solution == "-" else "#" if one.isBlock else one.solution or ""
            for one in cells
        ],
        "numbers": [one.number or "" for one in cells],
        "circles": [
            at for at, one in enumerate(cells) if (one.style or {}).get("shapebg") == "circle"
        ],
        "clues": clues,
    }


def compare(name: str, judge: Callable[[bytes], Shown]) -> int:
    """Our files of a format, read by somebody else: how many."""
    faults = []
    crosswords = whole(name)
    for seed, drawn in crosswords:
        # xd's own parser refuses a file without any header.
        crossword = replace(drawn, title=drawn.title or "T") if name == "xd" else drawn
        said = expected(crossword, apart=name in ("ipuz", "jpz"))
        for key, value in judge(file_of(crossword, name).data).items():
            wanted = said[key]
            if key == "clues" and name == "xd":  # its other marks are read by nobody else
                wanted = {one: wanted.get(one) for one in value}
            if value != wanted:
                faults.append(f"{seed}: {key} is {value!r}, not {wanted!r}")
    assert not faults, "\n".join(faults[:20])
    return len(crosswords)


def test_puz_by_puzpy() -> None:
    compare("puz", by_puzpy)


@pytest.mark.slow
def test_puz_by_pypuz(tmp_path: Path) -> None:
    compare("puz", lambda data: by_pypuz(data, "fromPuz", tmp_path))
