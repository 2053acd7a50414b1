"""Puzzles that were made beside the crossword, as files; and why there is none."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import TYPE_CHECKING

from satcross import Impossible, InputError, Stopped
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


def files_of(
    analyst: Analyst, puzzle: object, stem: str, others: Mapping[str, bytes], title: str = ""
) -> Data:
    """The name of a new folder with files of a puzzle, and the files.

    Args: stem: of their names; others: files by the ends of their names, beside the pictures.
    """
    from satcross import Crossword
    from satcross.extend import Contents, Drawing, Output, Part

    what = Contents.CROSSWORD if isinstance(puzzle, Crossword) else Contents.WORD_SEARCH
    parts = {"html": None, "pdf": None, "svg": Part.PUZZLE}
    drawn = {
        end: Output.named(what, end).made(puzzle, Drawing(part, title=title, embed_font=True)).data
        for end, part in parts.items()
    }
    folder = analyst.scratch / f"{stem}-{next(_NUMBERS)}"
    folder.mkdir()
    files = {f"{stem}.{end}": data for end, data in {**drawn, **others}.items()}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return {"made": folder.name, "files": list(files)}


_NUMBERS = itertools.count(1)
