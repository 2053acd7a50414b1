"""Small files for learning platforms, each with what a platform makes of it.

A file is written of the file of Exolve of its name; `.said` has what its platform shows, by the
rules of `tests/oracles/platforms.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from oracles import platforms

from satcross.formats.reading import file_of, load_crossword
from satcross.formats.registry import QUIZZES, format_named

FOLDER = Path(__file__).parent / "corpus"
SOURCES = Path(__file__).parents[1] / "exolve" / "corpus"
SUFFIXES = {format_named(name).suffixes[0]: name for name in QUIZZES}


def questions(category: str, asked: list[platforms.Asked]) -> list[str]:
    lines = [f"category {category}"]
    for one in asked:
        told = [f"{one.name} | {one.text} | {' or '.join(one.answers)}", one.note]
        lines.append(f"question {' | '.join(filter(None, told))}")
    return lines


def concepts(name: str, entries: list[platforms.Concept]) -> list[str]:
    return [
        f"name {name}",
        *(f"entry {' or '.join((one.name, *one.aliases))} | {one.definition}" for one in entries),
    ]


def package(data: bytes) -> tuple[list[str], dict[str, object]]:
    about, content = platforms.h5p(data)
    lines = [f"title {about['title']}"]
    lines += [f"{key} {about[key]}" for key in ("authors", "licenseExtras") if key in about]
    if "taskDescription" in content:
        lines.append(f"task {platforms.seen(content['taskDescription'])}")
    return lines, content


def crossword(data: bytes) -> list[str]:
    lines, content = package(data)
    for one in platforms.h5p_words(content):
        way = "down" if one.down else "across"
        lines.append(f"word r{one.row + 1}c{one.col + 1} {way} | {one.answer} | {one.clue}")
    return lines


def hidden(data: bytes) -> list[str]:
    lines, content = package(data)
    return lines + [f"word {word}" for word in platforms.h5p_hidden(content)]


SAYS: dict[str, Callable[[bytes], list[str]]] = {
    "gift": lambda data: questions(*platforms.gift(data)),
    "moodle": lambda data: questions(*platforms.moodle(data)),
    "glossary": lambda data: concepts(*platforms.glossary(data)),
    "h5p": crossword,
    "h5p-words": hidden,
}


@pytest.mark.parametrize("said", sorted(FOLDER.glob("*.said")), ids=lambda path: path.stem)
def test_what_a_platform_makes_of_a_file(said: Path) -> None:
    stem, suffix = said.stem.split(".", 1)
    name = SUFFIXES[f".{suffix}"]
    written = file_of(load_crossword(SOURCES / f"{stem}.exolve").crossword, name, lossy=True).data
    if not name.startswith("h5p"):  # packages have no text to look at
        assert written == (FOLDER / said.stem).read_bytes()
    assert SAYS[name](written) == said.read_text("utf-8").splitlines()
