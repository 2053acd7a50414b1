"""The history: undo and redo without end, over restarts, and after every kind of interruption."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from satcross.apps.workbench.document import Document, new_document
from satcross.apps.workbench.edits import Editor
from satcross.apps.workbench.engine.lists import WordOptions
from satcross.apps.workbench.folder import Folder, content_of
from satcross.apps.workbench.history import History
from satcross.apps.workbench.moments import KINDS, moments
from satcross.errors import FormatError

EDITOR = Editor(WordOptions())


def whole(document: Document) -> str:
    return json.dumps(document.data(), sort_keys=True)


def typed(history: History, cell: int, letter: str) -> None:
    edit = {"edit": "letters", "cells": {str(cell): letter}}
    assert history.change(EDITOR.edit(history.document, edit), f"letter {letter}")


def test_undo_and_redo_over_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "one.history"
    history = History(path, new_document(3, 3))
    states = [whole(history.document)]
    for cell, letter in enumerate("ABCDE"):
        typed(history, cell, letter)
        states.append(whole(history.document))
    history.undo()
    history.close()
    history = History(path)
    assert (whole(history.document), history.redo_label) == (states[4], "letter E")
    assert history.revision == 7
    for state in reversed(states[:4]):
        history.undo()
        assert whole(history.document) == state
    assert history.undo() is None
    for state in states[1:]:
        history.redo()
        assert whole(history.document) == state
    assert history.redo() is None
    history.undo()
    typed(history, 8, "Z")
    assert history.redo_label is None


def test_random_histories_are_the_same_after_a_restart(tmp_path: Path) -> None:
    random_ = random.Random(5)
    path = tmp_path / "one.history"
    history = History(path, new_document(4, 4))
    states = {history.revision: whole(history.document)}
    for step in range(200):
        match random_.randrange(8):
            case 0 | 1:
                history.undo()
            case 2:
                history.redo()
            case 3:
                size = {"rows": random_.randint(2, 5), "cols": random_.randint(2, 5)}
                after = EDITOR.edit(history.document, {"edit": "resize", **size})
                history.change(after, "size")
            case 4 if step % 3 == 0:
                history.close()
                history = History(path)
            case _:
                n = len(history.document.squares)
                edit = {"edit": "letters", "cells": {str(random_.randrange(n)): "XYZ"[step % 3]}}
                history.change(EDITOR.edit(history.document, edit), "letter")
        states.setdefault(history.revision, whole(history.document))
        assert states[history.revision] == whole(history.document)
    for revision, state in states.items():
        then = history.at(revision)
        assert then is not None
        assert whole(then) == state
    again = History(path)
    assert whole(again.document) == whole(history.document)
    assert (again.undo_label, again.redo_label) == (history.undo_label, history.redo_label)


def test_typing_in_a_clue_is_one_step(tmp_path: Path) -> None:
    path = tmp_path / "one.history"
    history = History(path, new_document(3, 3))
    typed(history, 0, "A")
    for text in ("P", "Pe", "Pet"):
        edit = {"edit": "clue", "key": "across-0", "text": text}
        history.change(EDITOR.edit(history.document, edit), "clue")
        if text != "P":
            history.join()
    for _ in range(2):
        history.undo()
        assert not history.document.texts
        assert history.undo_label == "letter A"
        history.close()
        history = History(path)
        history.redo()
        assert history.document.texts["across-0"].text == "Pet"


def test_a_last_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "one.history"
    history = History(path, new_document(3, 3))
    typed(history, 0, "A")
    before = path.stat().st_size
    typed(history, 1, "B")
    history.close()
    data = path.read_bytes()
    for end in range(before + 1, len(data), 7):
        path.write_bytes(data[:end])
        again = History(path)
        assert (again.revision, again.document.squares[1].solution) == (2, "")
        typed(again, 1, "C")
        again.close()
        assert History(path).document.squares[1].solution == "C"


def test_a_damaged_history_is_one_line_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "one.history"
    history = History(path, new_document(3, 3))
    typed(history, 0, "A")
    typed(history, 1, "B")
    history.close()
    lines = path.read_bytes().split(b"\n")
    for bad in (b"{", b"[]", b'{"revision": 2}', b"\xff", b"nul"):
        path.write_bytes(b"\n".join([*lines[:2], bad, b""]))
        with pytest.raises(FormatError, match=r"one\.history:3: the history is damaged"):
            History(path)


def test_names_and_the_list(tmp_path: Path) -> None:
    path = tmp_path / "one.history"
    history = History(path, new_document(3, 3))
    typed(history, 0, "A")
    history.name("first")
    typed(history, 1, "B")
    history.close()
    entries = list(moments(History(path)))
    assert [(entry["revision"], entry["name"]) for entry in entries] == [
        (3, ""), (2, "first"), (1, ""),
    ]  # fmt: skip
    assert [entry["revision"] for entry in moments(History(path), before=3)] == [2, 1]


def folder_of(path: Path) -> Folder:
    return Folder(path, WordOptions(min_score=40))


def test_a_file_changed_by_somebody_else_is_a_step(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    name = folder.add("one", new_document(3, 3))
    history = folder.open(name)
    typed(history, 0, "A")
    history.close()
    other = EDITOR.edit(new_document(3, 3), {"edit": "letters", "cells": {"4": "Z"}})
    folder.write_bytes(name, content_of(other)[0])
    history = folder.open(name)
    assert history.document.squares[4].solution == "Z"
    assert history.undo_label == "changed outside of the workbench"
    history.undo()
    assert history.document.squares[0].solution == "A"


@pytest.mark.parametrize("is_written", [True, False])
def test_a_server_killed_while_it_saves_loses_nothing(tmp_path: Path, is_written: bool) -> None:
    folder = folder_of(tmp_path)
    name = folder.add("one", new_document(3, 3))
    history = folder.open(name)
    typed(history, 0, "A")
    data, digest = content_of(history.document)
    history.note_saved(history.revision, digest)
    typed(history, 1, "B")
    if is_written:
        folder.write_bytes(name, data)
    history.close()
    again = folder.open(name)
    assert (again.revision, again.document.squares[1].solution) == (3, "B")
    assert again.undo_label == "letter B"


def test_what_belongs_to_a_folder(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    folder.set_overrides({"UGHS": 0, "INFUZE": 60})
    assert (tmp_path / "overrides.txt").read_text(encoding="utf-8") == "INFUZE;60\nUGHS;0\n"
    assert folder_of(tmp_path).overrides == {"INFUZE": 60, "UGHS": 0}
    name = folder.add("one", new_document(3, 3))
    assert folder.open(name).document.overrides == {"INFUZE": 60, "UGHS": 0}
    folder.set_overrides({})
    assert folder_of(tmp_path).overrides == {}
    assert folder.open(name).document.overrides == {}


def test_undo_and_redo_are_not_listed_and_each_entry_has_its_grid(tmp_path: Path) -> None:
    history = History(tmp_path / "one.history", new_document(2, 1))
    for letter in "AB":
        typed(history, 0, letter)
    history.undo()
    history.redo()
    history.undo()
    history.name("back")
    typed(history, 1, "C")
    listed = list(moments(history))
    assert [(each["label"], each["name"], each["rows"]) for each in listed] == [
        ("letter C", "", ["A", "C"]),
        ("undo letter B", "back", ["A", "."]),
        ("2 letters", "", ["B", "."]),
        ("opened", "", [".", "."]),
    ]
    assert list(moments(history, before=listed[1]["from"])) == listed[2:]
    for each in listed:
        document = history.at(each["revision"])
        assert document is not None
        assert document.grid.lines(both=True) == each["rows"]


def test_moments_are_runs_and_steps_of_undo(tmp_path: Path) -> None:
    path = tmp_path / "one.history"
    history = History(path, new_document(3, 3))

    def made(name: str, label: str = "", **fields: Any) -> None:
        document, usual = EDITOR.made(history.document, {"edit": name, **fields})
        assert history.change(document, label or usual)

    for at in range(3):
        typed(history, at, "A")
    for at in (0, 4):
        made("kind", cells=[at], kind="block", symmetric=False)
    typed(history, 5, "B")
    made("letters", "fill", cells={"6": "C", "7": "D"})
    for text in ("P", "Pe"):
        made("clue", key="across-6", text=text)
    history.join()
    made("about", title="T")
    made("pin", cells=[6], on=True)
    typed(history, 5, "E")
    history.name("kept")
    typed(history, 5, "F")
    typed(history, 5, "G")
    history.steps[-1].at += 999  # after a pause
    history.undo()
    typed(history, 5, "H")
    listed = [
        (each["kind"], each["label"], each["name"], each["rows"] is not None)
        for each in moments(history)
    ]
    assert listed == [
        ("letters", "letter H", "", True),
        ("letters", "letter G", "", True),
        ("letters", "letter F", "", True),
        ("letters", "letter E", "kept", True),
        ("rest", "pin r3c1", "", False),
        ("rest", "title", "", False),
        ("clue", "clue of 4 Across", "", False),
        ("fill", "fill", "", True),
        ("letters", "letter B", "", True),
        ("pattern", "2 changes of the pattern", "", True),
        ("letters", "3 letters", "", True),
        ("whole", "opened", "", True),
    ]
    history.close()
    again = History(path)
    by_kind = {kind: [each["label"] for each in moments(again, kind=kind)] for kind in KINDS}
    assert by_kind == {
        "fill": ["fill"],
        "pattern": ["2 changes of the pattern"],
        "clue": ["clue of 4 Across"],
        "version": ["letter E"],
    }
    paged: list[Any] = []
    while not paged or paged[-1]["kind"] != "whole":
        paged.append(next(moments(again, before=paged[-1]["from"] if paged else None)))
    assert paged == list(moments(again))
