"""What the workbench keeps on the disk, when the disk fails: nothing that was answered is lost."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from fuzz.faults import Fault, Layer
from satcross.apps.workbench.document import Document, new_document
from satcross.apps.workbench.edits import Editor
from satcross.apps.workbench.engine.lists import WordOptions
from satcross.apps.workbench.folder import Folder, content_of
from satcross.errors import InputError

EDITOR = Editor(WordOptions())
pytestmark = pytest.mark.skipif(os.name != "posix", reason="descriptors and modes")


def whole(document: Document) -> str:
    return json.dumps(document.data(), sort_keys=True)


def work(path: Path, answered: list[str]) -> None:
    """Make a crossword, change it twice and write it; what is answered is noted."""
    folder = Folder(path, WordOptions())
    folder.add("one", new_document(3, 3))
    history = folder.open("one")
    answered.append(whole(history.document))
    for letter in "AB":
        edit = {"edit": "letters", "cells": {"0": letter}}
        history.change(EDITOR.edit(history.document, edit), f"letter {letter}")
        answered.append(whole(history.document))
    data, digest = content_of(history.document)
    history.note_saved(history.revision, digest)
    folder.write_bytes("one", data)
    history.close()


def failing(path: Path, fault: Fault) -> tuple[Layer, list[str]]:
    path.mkdir()
    answered: list[str] = []
    with Layer(path, fault) as layer:
        try:
            work(path, answered)
        except InputError:
            assert fault.kind != "none"
    return layer, answered


def test_what_was_answered_is_kept(tmp_path: Path) -> None:
    clean, states = failing(tmp_path.resolve() / "clean", Fault())
    assert len(states) == 3
    assert not clean.audited - clean.counted
    faults = [Fault("error", n) for n, step in enumerate(clean.steps) if step != "close"]
    total = sum(clean.writes)
    faults += [Fault("full", total * part // 16) for part in range(16)]
    assert len(faults) > 30
    for number, fault in enumerate(faults):
        path = tmp_path.resolve() / str(number)
        _, answered = failing(path, fault)
        left = [found.name for found in path.rglob("*") if found.is_file()]
        assert set(left) <= {"one.json", "one.history"}, fault
        if not answered:
            continue
        history = Folder(path, WordOptions()).open("one")
        assert whole(history.document) == answered[-1], fault
        history.close()
