"""The user's own crosswords, with which `satcross.apps.houses.freshness` compares a new one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from satcross import Alphabet, Crossword, InputError, OptionError
from satcross.apps.houses.findings import one_line
from satcross.extend import CROSSWORD, SquareKind, find_slots, pattern_of, read_in

MAX_FILES = 20_000


@dataclass(frozen=True, slots=True)
class Earlier:
    """What a folder of crosswords has.

    Args:
        n: how many crosswords.
        used: by word, in how many of them it is an entry.
        clues: by word and clue in small letters, the name of a file that has both.
        figures: by the name of a figure, its values in all of them, in rising order.
        left_out: how many files could not be read as crosswords.
        remarks: by the name of a file, what its reader left out or guessed.
    """

    n: int
    used: Mapping[str, int]
    clues: Mapping[tuple[str, str], str]
    figures: Mapping[str, list[float]]
    left_out: int = 0
    remarks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def files_in(folder: Path) -> list[Path]:
    """The files in a folder, and in folders inside it, whose names are those of crosswords.

    What is hidden is left out: the trash of the workbench is.

    Raises:
        OptionError: there is no such folder, or it has too many files.
    """
    from satcross.extend import Format

    if not folder.is_dir():
        raise OptionError("there is no such folder", hint="name one", source=str(folder))
    files = sorted(
        path
        for path in folder.rglob("*")
        if Format.name_of(str(path))
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        and path.is_file()
    )
    if len(files) > MAX_FILES:
        raise OptionError(
            f"the folder has {len(files):,} files, more than {MAX_FILES:,}",
            hint="name a smaller one", source=str(folder),
        )  # fmt: skip
    return files


def earlier_in(folder: Path, alphabet: Alphabet, but: Path | None = None) -> Earlier:
    """What the crosswords in a folder, and in folders inside it, have.

    Args: alphabet: of their entries; but: a file that is left out.

    Raises:
        OptionError: there is no such folder, it has no crossword, or too many files.
    """
    from satcross import load_crossword

    used: Counter[str] = Counter()
    clues: dict[tuple[str, str], str] = {}
    figures: dict[str, list[float]] = {}
    remarks: dict[str, tuple[str, ...]] = {}
    n = left_out = 0
    for path in files_in(folder):
        if but is not None and path.exists() and but.exists() and path.samefile(but):
            continue
        try:
            crossword = load_crossword(path, alphabet=alphabet).crossword
            entries = _entries(crossword, alphabet)
        except InputError:
            left_out += 1
            continue
        if crossword.kind is not CROSSWORD or not entries:
            left_out += 1
            continue
        n += 1
        if crossword.remarks:
            remarks[path.relative_to(folder).as_posix()] = crossword.remarks
        used.update({word for word, _ in entries})
        for word, text in entries:
            if text:
                clues.setdefault((word, one_line(text).casefold()), path.name)
        for name, value in figures_of(crossword).items():
            figures.setdefault(name, []).append(value)
    if not n:
        raise OptionError("the folder has no crossword with letters", source=str(folder))
    return Earlier(n, used, clues, {k: sorted(v) for k, v in figures.items()}, left_out, remarks)


def _entries(crossword: Crossword, alphabet: Alphabet) -> list[tuple[str, str]]:
    """The whole entries of a crossword, each with its clue or ""."""
    texts = {clue.cells: clue.text for clue in crossword.clues if clue.cells}
    by_label = {(clue.direction, clue.label): clue.text for clue in crossword.clues}
    found = []
    for light in find_slots(pattern_of(crossword)):
        word = alphabet.normalise(read_in(crossword, light.heading, light.cells))
        if word:
            text = texts.get(light.cells, by_label.get((light.heading, light.label), ""))
            found.append((word, text))
    return found


def figures_of(crossword: Crossword) -> dict[str, float]:
    """What is compared of a crossword, by name."""
    lights = find_slots(pattern_of(crossword))
    blocks = sum(square.kind is SquareKind.BLOCK for square in crossword.squares)
    return {
        "entries": len(lights),
        "blocks": blocks,
        "mean length of entries": sum(map(len, lights)) / max(1, len(lights)),
        "entries of 3 cells": sum(len(light) == 3 for light in lights),
    }
