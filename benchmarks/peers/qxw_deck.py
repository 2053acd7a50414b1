"""A file of Qxw as a deck, which its batch mode fills: `qxw -b` takes no other files."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

from benchmarks.peers.qxw import NO_FILL, program
from satcross.apps.interchange.qxw.lines import records
from satcross.apps.interchange.qxw.read import Reader

_WAYS = "frcaj"  # of entry, by their bits
_N_DICTIONARIES = 9
_DIRECTIVES = (".DICTIONARY", ".FILEFILTER", ".ANSWERFILTER")


def deck_of(path: Path, given: Mapping[str, str] | None = None) -> str:
    """The deck that asks what a file asks; of letters A to Z.

    Args: given: letters of cells, instead of those of the file.
    """
    version, lines = records(path.read_bytes(), str(path))
    reader = Reader(str(path), version, lines)
    kept = reader.crossword().extras.get("qxw", {})
    task, treating = reader.task, reader.treating()
    out = [".ALPHABET AZ"]
    for number, *texts in kept.get("dictionaries", ()):
        texts[0] = texts[0] and str(path.parent / texts[0])
        out += [f"{what} {number} {text}" for what, text in zip(_DIRECTIVES, texts, strict=True)]
    if treating.mode:
        out.append(f".TREATMENT {treating.mode}")
        for at, text in enumerate((treating.message, treating.second)):
            out += [f".MESSAGE {at} {text}"] if text else []
            out.append(f".MESSAGEALLOCATE {at} {treating.orders[at]}")
        if treating.choices:
            n = max(treating.choices) + 1
            choices = "".join(treating.choices.get(at, "?") for at in range(n))
            out.append(f".MESSAGECONSTRAINTS 0 {choices}")
        out.append(f".TREATEDANSWERMUSTBEAWORD {treating.must_be_words:d}")
    for word in task.words:
        numbers = [str(at + 1) for at in range(_N_DICTIONARIES) if word.dictionaries >> at & 1]
        ways = "".join(way for at, way in enumerate(_WAYS) if word.methods >> at & 1)
        held = "".join((given or task.held).get(cell, ".") for cell in word.cells)
        out += [
            f".USEDICTIONARY {''.join(numbers)}",
            f".ENTRYMETHOD {ways}",
            ".TREATMENTENABLE" if word.is_treated else ".TREATMENTDISABLE",
            " ".join((*word.cells, *([f"={held}"] if held.strip(".") else []))),
        ]
    return "\n".join([*out, ""])


def filled(
    path: Path, deck: Path, seconds: float = 60, given: Mapping[str, str] | None = None
) -> dict[str, str] | None:
    """What Qxw fills the cells of a deck with; None where there is no fill.

    Raises:
        subprocess.TimeoutExpired, subprocess.CalledProcessError: it does not say.
    """
    deck.write_text(text := deck_of(path, given), encoding="utf-8")
    done = subprocess.run(
        [program(), "-b", str(deck)], capture_output=True, text=True, timeout=seconds, check=False
    )
    if done.returncode == NO_FILL:
        return None
    done.check_returncode()
    words = [line for line in text.splitlines() if line and line[0] not in ".#"]
    cells: dict[str, str] = {}
    for number, letters in re.findall(r"^W(\d+) (\S+)$", done.stdout, re.MULTILINE):
        names = [name for name in words[int(number)].split() if name[0] != "="]
        cells |= dict(zip(names, letters, strict=True))
    return cells
