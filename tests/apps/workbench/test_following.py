"""References and links in clues when the numbers of entries change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from satcross.apps.workbench.conversion import crossword_of, document_of
from satcross.apps.workbench.document import Document, new_document
from satcross.apps.workbench.edits import Editor
from satcross.apps.workbench.engine.lists import WordOptions
from satcross.apps.workbench.following import with_references
from satcross.apps.workbench.messages import EditError
from satcross.model.references import Reference

EDITOR = Editor(WordOptions({"mine.txt": Path("mine.txt")}))


def edited(document: Document, name: str, **fields: Any) -> Document:
    return EDITOR.edit(document, {"edit": name, **fields})


def block(document: Document, cell: int, kind: str = "block") -> Document:
    return edited(document, "kind", cells=[cell], kind=kind, symmetric=False)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See 12", ["12"]),
        ("See 12 and 15.", ["12", "15"]),
        ("With 17-Across, 5 birds", ["17"]),
        ("Hint to 17-, 23-, and 48-Across", ["17", "23", "48"]),
        ("3 & 4 Down", ["3", "4"]),
        ("7dn or 8ac", ["7", "8"]),
        ("Wie 12 waagerecht", ["12"]),
        ("See 12 monkeys", []),
        ("3D film of 1984", []),
        ("5 across-the-board cuts", ["5"]),
        ("Route 66, downtown", []),
    ],
)
def test_references(text: str, found: list[str]) -> None:
    assert [one.number for one in Reference.all_in(text)] == found
    assert with_references(text, lambda _, one: one.number) == text
    longer = with_references(text, lambda _, one: f"{one.number}0")
    assert [one.number for one in Reference.all_in(longer)] == [f"{number}0" for number in found]


def test_numbers_follow_their_entries_and_come_back() -> None:
    document = new_document(5, 5)
    document = edited(
        document, "clue", key="across-0", text="Like 6 Across and 3-Down", continued=["down-2"],
        drafts=["See 7"],
    )  # fmt: skip
    start = document.texts["across-0"]
    fewer = block(document, 0)
    clue = fewer.texts["across-0"]
    assert (clue.text, clue.drafts) == ("Like 5 Across and 2-Down", ("See 6",))
    assert clue.references == ()
    gone = block(fewer, 2)  # the entry of 2-Down begins lower now
    clue = gone.texts["across-0"]
    assert (clue.text, clue.references) == ("Like 4 Across and 2-Down", ("across-5", "down-2"))
    again = document_of(crossword_of(gone), new_document(5, 5), source="f")
    assert again.texts["across-0"].references == clue.references
    back = block(block(gone, 2, "open"), 0, "open")
    assert back.texts["across-0"] == start
    wider = edited(document, "resize", rows=6, cols=6, row=0, col=0).texts["across-0"]
    assert (wider.text, wider.continued) == ("Like 7 Across and 3-Down", ("down-2",))


def test_links_go_to_the_file_and_are_checked() -> None:
    document = edited(
        new_document(3, 3), "clue", key="across-0", text="Whole", annotation="Why",
        continued=["down-2"],
    )  # fmt: skip
    first = crossword_of(document).clues[0]
    assert (first.continued, first.annotation) == (((2, 5, 8),), "Why")
    assert document_of(crossword_of(document), new_document(3, 3), source="f").texts == (
        document.texts
    )
    for keys, message in (
        (["down-4"], "keys of entries"), ("down-0", "keys of entries"),
        (["down-2"], "linked already"), (["across-0"], "linked already"),
    ):  # fmt: skip
        with pytest.raises(EditError, match=message):
            edited(document, "clue", key="across-3", continued=keys)
