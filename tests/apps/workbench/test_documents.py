"""Documents, their patches, and every edit."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from support.crosswords import crosswords

from satcross.apps.workbench.conversion import crossword_of, document_of
from satcross.apps.workbench.document import Document, new_document, patch, patched, public
from satcross.apps.workbench.edits import Editor
from satcross.apps.workbench.engine.lists import WordOptions
from satcross.apps.workbench.messages import EditError
from satcross.errors import FormatError
from satcross.formats.losses import Feature, Losses
from satcross.formats.own import read, write
from satcross.model.crossword import Clue, Crossword, Square, SquareKind
from satcross.model.kinds import PuzzleKind, kinds

EDITOR = Editor(WordOptions({"mine.txt": Path("mine.txt")}))
EDITS: tuple[dict[str, Any], ...] = (
    {"edit": "letters", "cells": {"0": "A", "1": "é", "3": "ABC"}},
    {"edit": "letters", "cells": {"0": ""}},
    {"edit": "kind", "cells": [1], "kind": "block", "symmetric": True},
    {"edit": "kind", "cells": [2], "kind": "void", "symmetric": False},
    {"edit": "kind", "cells": [1], "kind": "open", "symmetric": True},
    {"edit": "bars", "right": [0], "below": [5], "on": True, "symmetric": True},
    {"edit": "bars", "right": [0], "below": [], "on": False, "symmetric": True},
    {"edit": "circle", "cells": [0, 4], "on": True},
    {"edit": "given", "cells": [0], "on": True},
    {"edit": "pin", "cells": [0, 2], "on": True},
    {"edit": "theme", "cells": [0, 4], "on": True},
    {"edit": "shade", "cells": [3], "shade": "#a0b0c0"},
    {"edit": "symmetry", "symmetry": "left-right"},
    {"edit": "about", "title": "One", "notes": "Two\nlines"},
    {"edit": "clue", "key": "across-0", "text": "Pet", "drafts": ["Mouser", "It purrs"]},
    {"edit": "clue", "key": "across-0", "annotation": "Anagram", "continued": ["down-0"]},
    {"edit": "clue", "key": "across-0", "enumeration": "2-3"},
    {"edit": "clue", "key": "across-0", "text": "", "drafts": []},
    {"edit": "lists", "lists": ["builtin", "mine.txt"]},
    {"edit": "min_score", "min_score": 55},
    {"edit": "min_score", "min_score": None},
    {"edit": "override", "words": {"infuze": 60, "UGHS": 0}},
    {"edit": "override", "words": {"ughs": None}},
    {"edit": "rules", "allow_repeats": True, "max_shared_substring": 4, "rebus": ["the"]},
    {"edit": "resize", "rows": 6, "cols": 4, "row": 1, "col": 0},
    {"edit": "pattern", "rows": ["..#", "A..", "#.."]},
    {"edit": "clear", "what": "letters"},
    {"edit": "clear", "what": "all", "cells": [0, 1]},
    {"edit": "correction", "changes": [{"edit": "letters", "cells": {"0": ""}}]},
)
WRONG: tuple[tuple[dict[str, Any], str], ...] = (
    ({"edit": "jump"}, "there is no edit"),
    ({}, "there is no edit"),
    ({"edit": "letters", "cells": {"25": "A"}}, "there is no cell"),
    ({"edit": "letters", "cells": {"-1": "A"}}, "there is no cell"),
    ({"edit": "letters", "cells": {"0": "4"}}, "outside the alphabet"),
    ({"edit": "letters", "cells": {"0": "A" * 30}}, "holds up to"),
    ({"edit": "letters", "cells": [0]}, "must be an object"),
    ({"edit": "kind", "cells": [0], "kind": "wall"}, "open, block or void"),
    ({"edit": "kind", "cells": [True], "kind": "block"}, "there is no cell"),
    ({"edit": "bars", "right": [4], "below": [], "on": True}, "no cell right of it"),
    ({"edit": "pin", "cells": [0]}, "on must be"),
    ({"edit": "shade", "cells": [0], "shade": "red;}"}, "#rrggbb"),
    ({"edit": "symmetry", "symmetry": "wild"}, "there is no symmetry"),
    ({"edit": "about", "title": 3}, "must be a text"),
    ({"edit": "clue", "key": "across-25", "text": ""}, "there is no entry"),
    ({"edit": "clue", "key": "../x", "text": ""}, "there is no entry"),
    ({"edit": "lists", "lists": ["/etc/passwd"]}, "there is no word list"),
    ({"edit": "lists", "lists": []}, "at least one"),
    ({"edit": "min_score", "min_score": 5000}, "from 0 to 1000"),
    ({"edit": "override", "words": {"4x4": 5}}, "is no word"),
    ({"edit": "override", "words": {"CAT": -1}}, "from 0 to 1000"),
    ({"edit": "rules", "min_length": 0}, "1 or greater"),
    ({"edit": "resize", "rows": 0, "cols": 5}, "from 1"),
    ({"edit": "resize", "rows": 10_000, "cols": 5}, "from 1"),
    ({"edit": "pattern", "rows": ["..", "..."]}, "cells"),
    ({"edit": "clear", "what": "home"}, "clear letters"),
    ({"edit": "correction", "changes": [{"edit": "correction", "changes": []}]}, "each change"),
)


def whole(document: Document) -> str:
    return json.dumps(document.data(), sort_keys=True)


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: str(edit["edit"]))
def test_every_edit_can_be_taken_back_and_made_again(edit: dict[str, Any]) -> None:
    start = new_document(5, 5, overrides={"UGHS": 3})
    for step in EDITS[:3] if edit not in EDITS[:3] else ():
        start = EDITOR.edit(start, step)
    before = whole(start)
    after = EDITOR.edit(start, edit)
    assert whole(start) == before  # documents are values
    old, new = start.data(), after.data()
    back, forth = (json.loads(json.dumps(p)) for p in (patch(new, old), patch(old, new)))
    assert patched(old, forth) == new
    assert patched(new, back) == old
    assert whole(Document.of(json.loads(whole(after)))) == whole(after)
    assert EDITOR.made(start, edit)[1]


LABELS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"edit": "letters", "cells": {"7": "A"}}, "letter A in r2c3"),
    ({"edit": "letters", "cells": {"7": ""}}, "clear r2c3"),
    ({"edit": "letters", "cells": {"7": "A", "8": ""}}, "2 letters"),
    ({"edit": "letters", "cells": {"7": "", "8": ""}}, "clear 2 cells"),
    ({"edit": "kind", "cells": [7], "kind": "block"}, "block in r2c3"),
    ({"edit": "kind", "cells": [7, 8], "kind": "void"}, "void in 2 cells"),
    ({"edit": "kind", "cells": [7], "kind": "open"}, "open r2c3"),
    ({"edit": "bars", "right": [7], "on": True}, "bar right of r2c3"),
    ({"edit": "bars", "below": [7], "on": False}, "remove bar below r2c3"),
    ({"edit": "bars", "right": [1], "below": [7], "on": True}, "2 bars"),
    ({"edit": "circle", "cells": [7], "on": True}, "circle r2c3"),
    ({"edit": "circle", "cells": [7, 8], "on": False}, "no circle in 2 cells"),
    ({"edit": "given", "cells": [7], "on": True}, "given letter in r2c3"),
    ({"edit": "pin", "cells": [7], "on": True}, "pin r2c3"),
    ({"edit": "pin", "cells": [7], "on": False}, "unpin r2c3"),
    ({"edit": "theme", "cells": [7, 8], "on": True}, "theme in 2 cells"),
    ({"edit": "shade", "cells": [7], "shade": "#d3d3d3"}, "shade r2c3"),
    ({"edit": "shade", "cells": [7], "shade": ""}, "no shade in r2c3"),
    ({"edit": "symmetry", "symmetry": "left-right"}, "symmetry: left-right"),
    ({"edit": "about", "title": "Pets", "author": "A"}, "title, author"),
    ({"edit": "clue", "key": "down-1", "text": "Pet"}, "clue of 2 Down"),
    ({"edit": "clue", "key": "across-0", "drafts": ["Pet"]}, "drafts for 1 Across"),
    ({"edit": "clue", "key": "down-7", "text": "Pet"}, "clue of r2c3 down"),
    ({"edit": "lists", "lists": ["builtin"]}, "word lists"),
    ({"edit": "min_score", "min_score": 40}, "minimum score 40"),
    ({"edit": "min_score", "min_score": None}, "no minimum score"),
    ({"edit": "override", "words": {"CAT": 40}}, "CAT scores 40"),
    ({"edit": "override", "words": {"CAT": 0}}, "ban CAT"),
    ({"edit": "override", "words": {"CAT": None}}, "CAT as in the lists"),
    ({"edit": "override", "words": {"CAT": 1, "DOG": 2}}, "scores of CAT, DOG"),
    ({"edit": "rules", "rebus": ["STAR"], "allow_repeats": True},
     "rebus: STAR; a word may stand twice: yes"),
    ({"edit": "rules", "max_shared_substring": None},
     "longest run of letters that two may share: any"),
    ({"edit": "resize", "rows": 6, "cols": 7}, "size 7 × 6"),
    ({"edit": "pattern", "rows": ["....."] * 5}, "pattern"),
    ({"edit": "clear", "what": "letters"}, "clear all letters but pinned and theme ones"),
    ({"edit": "clear", "what": "all", "cells": [7]}, "clear r2c3"),
    ({"edit": "correction", "changes": [{"edit": "pin", "cells": [7], "on": True}]}, "pin r2c3"),
)  # fmt: skip


@pytest.mark.parametrize(("edit", "label"), LABELS, ids=lambda value: str(value)[:40])
def test_the_history_says_what_an_edit_does(edit: dict[str, Any], label: str) -> None:
    start = new_document(5, 5)
    assert EDITOR.made(start, edit)[1] == label


def test_the_history_can_name_every_edit() -> None:
    assert {edit["edit"] for edit, _ in LABELS} == {edit["edit"] for edit in EDITS}


@pytest.mark.parametrize(("edit", "problem"), WRONG, ids=lambda value: "")
def test_wrong_edits_are_refused(edit: dict[str, Any], problem: str) -> None:
    with pytest.raises(EditError, match=problem):
        EDITOR.edit(new_document(5, 5), edit)


def test_random_edits_and_their_patches() -> None:
    random_ = random.Random(1)
    document = new_document(5, 5)
    states = [whole(document)]
    backs: list[dict[str, Any]] = []
    while len(backs) < 300:
        try:
            after = EDITOR.edit(document, random_.choice(EDITS))
        except EditError:  # such as a cell that is outside now
            continue
        backs.append(patch(after.data(), document.data()))
        document = after
        states.append(whole(document))
    for back in reversed(backs):
        assert whole(document) == states.pop()
        document = Document.of(patched(document.data(), back))
    assert whole(document) == states.pop()


def test_a_block_mirrors_and_takes_letter_pin_and_theme() -> None:
    document = EDITOR.edit(new_document(5, 5), {"edit": "letters", "cells": {"24": "A"}})
    for flag in ("pin", "theme"):
        document = EDITOR.edit(document, {"edit": flag, "cells": [24], "on": True})
    edit = {"edit": "kind", "cells": [0], "kind": "block", "symmetric": True}
    document = EDITOR.edit(document, edit)
    assert [cell.kind for cell in document.squares].count(SquareKind.BLOCK) == 2
    assert document.squares[24].data() == {"kind": "block"}


def test_clues_stay_with_their_entry_when_the_grid_grows() -> None:
    document = EDITOR.edit(new_document(3, 3), {"edit": "clue", "key": "down-2", "text": "Last"})
    document = EDITOR.edit(document, {"edit": "resize", "rows": 4, "cols": 5, "row": 1, "col": 1})
    assert list(document.texts) == ["down-8"]


@settings(max_examples=25)
@given(crosswords(frozenset(Feature)))
def test_a_file_keeps_everything_of_a_crossword_and_of_the_workbench(crossword: Crossword) -> None:
    document = document_of(crossword, new_document(1, 1), source="file")
    again = crossword_of(document, settings=False)
    assert replace(again, clues=()) == replace(crossword, clues=())

    def said(clues: tuple[Clue, ...]) -> list[tuple[str, ...]]:
        return sorted((c.direction, c.label, c.text, c.markup) for c in clues if c.text or c.markup)

    assert said(again.clues) == said(crossword.clues)
    # Answers that contradict the squares are gone by now.
    document = document_of(again, new_document(1, 1), source="file")
    for edit in (*EDITS[14:15], *EDITS[16:18]):
        document = EDITOR.edit(document, edit)
    data = write(crossword_of(document), Losses("satcross"))
    read_back = document_of(read(data, "file"), new_document(1, 1), source="file")
    assert whole(read_back) == whole(document)
    assert '"rest": {"' not in json.dumps(public(document.data()))
    assert '"rest": {"' not in json.dumps(public(patch(new_document(2, 2).data(), document.data())))


@pytest.mark.parametrize("kind", kinds()[1:], ids=lambda kind: kind.value)
def test_a_kind_that_would_be_lost_is_refused(kind: PuzzleKind) -> None:
    other = replace(crossword_of(new_document(2, 2)), kind=kind)
    with pytest.raises(FormatError, match=f"puzzles of the kind {kind.value} yet; satcross conv"):
        document_of(other, new_document(1, 1), source="f.json")


def test_damaged_settings_are_one_line() -> None:
    bare: Crossword = crossword_of(new_document(2, 2))
    for bad in ({"pinned": [9]}, {"symmetry": "odd"}, {"rules": 3}, {"drafts": {"a": 1}}):
        with pytest.raises(FormatError, match="damaged"):
            document_of(
                replace(bare, extras={"workbench": bad}), new_document(1, 1), source="f.json"
            )


@pytest.mark.parametrize(
    "edit",
    [
        {"edit": "kind", "cells": [4], "kind": "block", "symmetric": True},
        {"edit": "bars", "right": [0], "below": [], "on": False, "symmetric": True},
        {"edit": "resize", "rows": 3, "cols": 3},
        {"edit": "pattern", "rows": ["...", ".#.", "..."]},
        {"edit": "clear", "what": "all", "cells": [0]},
    ],
    ids=lambda edit: str(edit["edit"]),
)
def test_blocks_and_bars_set_as_they_are_change_nothing(edit: dict[str, Any]) -> None:
    squares = [Square() for _ in range(9)]
    squares[4] = Square(SquareKind.BLOCK, circle=True, shade="#a0b0c0")
    squares[2] = Square(label="9")
    clues = (Clue("Across", "7", "own label", cells=(0, 1, 2)),)
    crossword = Crossword(3, 3, tuple(squares), clues=clues)
    document = document_of(crossword, new_document(1, 1), source="test")
    assert EDITOR.edit(document, edit) == document
