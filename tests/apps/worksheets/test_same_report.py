"""The page and the commands take the same words of a messy list, and report the same."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from support.cli import run_cli
from support.messy_lists import KINDS, messy_list
from support.seeds import quick

from satcross.apps.freeform.local import ROUNDS
from satcross.apps.wordsearch.puzzle import WordSearch
from satcross.apps.worksheets.worksheets import Worksheet, Worksheets, wanted_in
from satcross.model.crossword import Crossword, pattern_of, spelled
from satcross.model.slots import find_slots

# What only a command says: how large the box is, and that it stops.
_OWN = re.compile(r"^\d+ (?:of \d+ )?words? in \d+x\d+, |no word of it can be used; see above$")


def on_the_page(text: str, **more: Any) -> Worksheet:
    return Worksheets().made(wanted_in({"kind": "crossword", "text": text, **more}))


def words_in(made: Worksheet) -> list[str]:
    if made.puzzle is None:
        return []
    if isinstance(made.puzzle, WordSearch):
        return sorted(word.word for word in made.puzzle.words)
    assert isinstance(made.puzzle, Crossword)
    slots = find_slots(pattern_of(made.puzzle))
    return sorted(spelled(made.puzzle.squares, slot.cells) for slot in slots)


@pytest.mark.parametrize("seed", quick(range(5), 1))
@pytest.mark.parametrize("mess", KINDS)
def test_command_and_page_take_the_same_words_and_report_the_same(
    mess: str, seed: int, tmp_path: Path
) -> None:
    text = messy_list(mess, seed)
    path = tmp_path / "list.txt"
    path.write_text(text, "utf-8", newline="")
    page = on_the_page(text)
    # By default it searches four times as long as the page, and proves that few words cannot be
    # placed better: which words it takes does not depend on it.
    shown = run_cli(
        "freeform", str(path), "--skip", "--alphabet", page.alphabet, "--format", "json",
        "--rounds", ROUNDS // 4, "--no-prove",
    )  # fmt: skip
    placed = json.loads(shown.out)["words"] if shown.out else []
    assert sorted(word["word"] for word in placed) == words_in(page)
    assert shown.code in ((0, 20, 124) if placed else (2,)), shown
    told = [line.removeprefix(f"{path}:") for line in shown.err.splitlines()]
    told = [line for line in told if not _OWN.search(line)]
    on_page = [
        f"{line}: left out: {name!r} {why}"
        for name, (why, line) in (
            (name, re.fullmatch(r"(.*) \(line (\d+)\)", why).groups())  # type: ignore[union-attr]
            for name, why in page.left_out
        )
    ]
    notes = [note.replace("the alphabet", "--alphabet") for note in page.notes]
    notes = [note for note in notes if not note.startswith("no clue for")]
    assert told == on_page + notes
