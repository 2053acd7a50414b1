"""Our files as readers see them that we did not write: puzpy, ipuz, pypuz and xdformat.

What such a reader shows has to be right: texts, squares, numbers, circles, bars, shades and clues.
puzpy comes with satcross, and ipuz with its development tools. pypuz needs Unidecode, which is
under the GPL, so it is in no extra: `pip install pypuz xdformat`.
"""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import ipuz
import puz
import pytest
from support.random_crosswords import random_crossword

from satcross.formats.reading import file_of
from satcross.model.crossword import Crossword, SquareKind
from satcross.model.kinds import CROSSWORD
from satcross.model.linked import Links

Shown = dict[str, Any]
N_SEEDS = 200
N_LEAST = 5  # crosswords that a format holds and a reader knows


def other(name: str) -> Any:
    """A module of a program that may be absent."""
    try:
        return importlib.import_module(name)
    except ImportError:
        pytest.skip(f"no {name} here: pip install pypuz xdformat")


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
    assert len(found) > N_LEAST
    return found


def untagged(html: str) -> str:
    """Text without the tags that a reader leaves to pages."""
    return re.sub(r"</?(?:[bius]|su[bp]|span)>", "", html).strip()


def plain_if_tagged(html: str) -> str:
    """The same of a text that has entities only where it has tags."""
    return plain(html) if untagged(html) != html.strip() else html


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
            label = Links.printed_label(clue, Links(crossword).continued(clue))
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


# Fields of clues that the package takes for mistakes, as it knows version 1. libipuz has `cells`
# and `label` too, Exolve `label` and `explanation`, pypuz `cells`.
OF_VERSION_2 = {"cells", "label", "continued", "explanation"}
WAYS = {"A": "Across", "D": "Down"}


def by_ipuz(data: bytes) -> Shown:
    """What the package ipuz shows, which refuses what it does not know."""
    fields = json.loads(data)
    assert fields["version"] == "http://ipuz.org/v2"
    for clues in fields["clues"].values():
        for clue in filter(lambda one: isinstance(one, dict), clues):
            for name in OF_VERSION_2:
                clue.pop(name, None)
    if not re.fullmatch(r"\d\d/\d\d/\d{4}", fields.get("date", "")):
        fields.pop("date", None)  # a text that people wrote, of which it makes a date
    opened = ipuz.read(json.dumps(fields))
    n = opened["dimensions"]["width"]
    cells = [cell for row in opened["puzzle"] for cell in row]
    marks = [cell.get("cell", 0) if isinstance(cell, dict) else cell for cell in cells]
    styles = [cell.get("style", {}) if isinstance(cell, dict) else {} for cell in cells]
    block, empty = opened.get("block", "#"), str(opened.get("empty", "0"))
    letters = [letter for row in opened.get("solution", []) for letter in row]
    clues = {}
    for way, some in opened["clues"].items():
        for one in some:
            if isinstance(one, dict):
                number, text = one.get("number", ""), one["clue"]
            else:
                number, text = ("", one) if isinstance(one, str) else one
            if text:
                clues[way, str(number)] = plain(text)
    sides = {(at, side) for at, style in enumerate(styles) for side in style.get("barred", "")}
    return {
        "title": plain(opened.get("title", "")),
        "author": plain(opened.get("author", "")),
        "copyright": plain(opened.get("copyright", "")),
        "solution": [
            "#" if mark == block else "" if mark is None else shown_letter(letters, at)
            for at, mark in enumerate(marks)
        ],
        "numbers": [
            "" if mark in (None, block) or str(mark) == empty else str(mark) for mark in marks
        ],
        "circles": [at for at, style in enumerate(styles) if style.get("shapebg") == "circle"],
        "shades": [f"#{one['color']}" if "color" in one else "" for one in styles],
        # A bar is said of one square or of both.
        "bars": sides
        | {(at + 1, "L") for at, side in sides if side == "R"}
        | {(at - 1, "R") for at, side in sides if side == "L"}
        | {(at + n, "T") for at, side in sides if side == "B"}
        | {(at - n, "B") for at, side in sides if side == "T"},
        "clues": clues,
    }


def shown_letter(letters: list[Any], at: int) -> str:
    """The letters of a square; "" if it has none."""
    found = letters[at] if letters else ""
    found = found.get("value", "") if isinstance(found, dict) else found
    return found if isinstance(found, str) else ""


def by_xdformat(data: bytes) -> Shown:
    """What xd's own parser shows. It knows no section but the first three."""
    file = other("xdformat").xdfile(data.decode(), "x.xd")
    rebus = file.rebus()
    special = file.get_header("Special")  # by which small letters are marked
    chars = "".join(file.grid)
    closed = {"#": "#", "_": "", ".": ""}
    letters = {char: char.upper() if special else char for char in chars} | closed | rebus
    clues = {}
    for name, text, _ in file.iterclues():
        if name[:1] in WAYS and text and not set("{}\\") & set(text):
            clues[WAYS[name[0]], name[1:]] = text
    shown = {
        "title": file.get_header("Title") or "",
        "author": file.get_header("Author") or "",
        "copyright": file.get_header("Copyright") or "",
        "solution": [letters[char] for char in chars],
        "clues": clues,
    }
    if special == "circle":
        shown["circles"] = [at for at, char in enumerate(chars) if "a" <= char <= "z"]
    return shown


def by_pypuz(data: bytes, method: str, tmp_path: Path) -> Shown:
    pypuz = other("pypuz.pypuz")
    path = tmp_path / f"x.{method[4:].lower()}"
    path.write_bytes(data)
    read = getattr(pypuz.Puzzle(), method)(str(path))
    cells = sorted(read.grid.cells, key=lambda cell: (cell.y, cell.x))
    texts: dict[str, Callable[[Any], str]] = {
        "fromPuz": str,
        "fromJPZ": plain_if_tagged,
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
        # Of ipuz it counts them again.
        **({} if method == "fromIPuz" else {"numbers": [one.number or "" for one in cells]}),
        "circles": [
            at for at, one in enumerate(cells) if (one.style or {}).get("shapebg") == "circle"
        ],
        "clues": clues,
    }


def compare(
    name: str,
    judge: Callable[[bytes], Shown],
    *,
    apart: bool = False,
    knows: Callable[[Crossword], bool] = lambda crossword: True,
) -> None:
    """Our files of a format, read by somebody else.

    Args:
        name: the format.
        judge: what the reader shows.
        apart: as of `expected`.
        knows: whether the reader knows all that the file of a crossword has.
    """
    faults = []
    n_read = 0
    for seed, drawn in whole(name):
        # xd's own parser refuses a file without any header.
        crossword = replace(drawn, title=drawn.title or "T") if name == "xd" else drawn
        if not knows(crossword):
            continue
        n_read += 1
        said = expected(crossword, apart=apart)
        for key, value in judge(file_of(crossword, name).data).items():
            wanted = said[key]
            if key == "clues" and name == "xd":  # its other marks are read by nobody else
                wanted = {one: wanted.get(one) for one in value}
            if value != wanted:
                faults.append(f"{seed}: {key} is {value!r}, not {wanted!r}")
    assert not faults, "\n".join(faults[:20])
    assert n_read > N_LEAST


def has_no_voids(crossword: Crossword) -> bool:
    """For readers that show them as blocks."""
    return all(one.kind is not SquareKind.VOID for one in crossword.squares)


def is_numbered(crossword: Crossword) -> bool:
    """For readers that know no clue without a number, which ipuz has as a text alone."""
    return all(clue.label for clue in crossword.clues)


def has_no_blanks_at_ends(crossword: Crossword) -> bool:
    """For judges of which tags are taken away, and blanks with them."""
    texts = (crossword.title, crossword.author, crossword.copyright)
    clues = (clue.text for clue in crossword.clues)
    return all(text == text.strip() for text in (*texts, *clues))


def test_puz_by_puzpy() -> None:
    compare("puz", by_puzpy)


def test_ipuz_by_its_package() -> None:
    compare("ipuz", by_ipuz, apart=True, knows=has_no_blanks_at_ends)


def test_what_the_package_of_ipuz_refuses_is_of_version_2() -> None:
    n_refused = 0
    for seed, crossword in whole("ipuz"):
        data = file_of(crossword, "ipuz").data
        clues = [one for some in json.loads(data)["clues"].values() for one in some]
        names = {name for one in clues if isinstance(one, dict) for name in one}
        is_read = False
        with suppress(ipuz.IPUZException):
            is_read = bool(ipuz.read(data.decode()))
        n_refused += not is_read
        assert is_read or names & OF_VERSION_2 or not is_day(crossword.date), seed
    assert n_refused


def is_day(date: str) -> bool:
    """Whether a date is none, or one with a day, and no text that people wrote."""
    return not date or re.fullmatch(r"\d{4}-\d\d-\d\d", date) is not None


@pytest.mark.slow
def test_puz_by_pypuz(tmp_path: Path) -> None:
    compare("puz", lambda data: by_pypuz(data, "fromPuz", tmp_path), knows=has_no_voids)


@pytest.mark.slow
def test_ipuz_by_pypuz(tmp_path: Path) -> None:
    judge = lambda data: by_pypuz(data, "fromIPuz", tmp_path)  # noqa: E731
    compare("ipuz", judge, apart=True, knows=is_numbered)


@pytest.mark.slow
def test_jpz_by_pypuz(tmp_path: Path) -> None:
    compare("jpz", lambda data: by_pypuz(data, "fromJPZ", tmp_path))


@pytest.mark.slow
def test_xd_by_xdformat() -> None:
    compare("xd", by_xdformat)
