"""Puzzles that were made beside the crossword, as files; and why there is none."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import TYPE_CHECKING

from satcross import Crossword, Impossible, InputError, Stopped
from satcross.apps.workbench.engine.question import Data, outcome_of

if TYPE_CHECKING:
    from satcross.apps.workbench.engine.analyst import Analyst


def nothing(why: InputError | Impossible | Stopped) -> Data:
    """The answer where a task refused what it was given, or found nothing."""
    text = str(why)
    if isinstance(why, InputError):
        # The code of a kind of another package names the kind.
        field = why.parameter.replace("_", " ").capitalize() or why.source
        text = f"{field}: {why.problem}." if field else f"{why.problem}."
    elif isinstance(why, Impossible):
        text = why.why
    return {"outcome": outcome_of(why), "text": text}


def files_of(analyst: Analyst, puzzle: Crossword, others: Mapping[str, bytes]) -> Data:
    """The name of a new folder with files of a puzzle, and the files, named after its kind.

    Args: others: files by the ends of their names, beside the pictures.
    """
    from satcross.extend import Contents, Drawing, Output, Part

    stem = puzzle.kind.value
    parts = {"html": None, "pdf": None, "svg": Part.PUZZLE}
    drawn = {
        end: Output.named(Contents.CROSSWORD, end).made(puzzle, Drawing(part, embed_font=True)).data
        for end, part in parts.items()
    }
    folder = analyst.scratch / f"{stem}-{next(_NUMBERS)}"
    folder.mkdir()
    files = {f"{stem}.{end}": data for end, data in {**drawn, **others}.items()}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return {"made": folder.name, "files": list(files)}


_NUMBERS = itertools.count(1)
