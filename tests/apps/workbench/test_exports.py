"""What the workbench exports: the formats of the registry, those of plugins, and pictures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from satcross.apps.workbench import export
from satcross.apps.workbench.export import Published, export_named, exported, exports
from satcross.errors import FormatError, InputError
from satcross.formats import registry
from satcross.formats.registry import Format, format_named
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import Grid
from satcross.outputs import Contents, outputs_of
from satcross.testing import CLUED


def of(crossword: Crossword) -> Published:
    return Published(crossword, crossword)


SHOWN = of(CLUED)


def test_every_format_that_is_written_can_be_exported() -> None:
    assert [one.name for one in exports()] == [*outputs_of(Contents.CROSSWORD), "manuscript"]
    for one in exports():
        if one.name == "h5p":  # tests/apps/interchange/platforms has grids that it can hold
            with pytest.raises(FormatError, match="no words side by side"):
                exported(SHOWN, one, None)
            continue
        data, left_out = exported(SHOWN, one, None)
        assert data, one.name
        assert isinstance(left_out, list)
    with pytest.raises(InputError, match="there is no export 'puzzleme'"):
        export_named("puzzleme")


def test_each_part_differs_from_the_whole() -> None:
    for one in exports():
        for part in one.parts:
            whole = exported(SHOWN, one, None)[0]
            assert exported(SHOWN, one, part)[0] != whole, (one.name, part)
    with pytest.raises(InputError, match="the part is"):
        exported(SHOWN, export_named("svg"), "half")


def test_formats_of_plugins_are_offered_if_they_are_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = format_named("text")
    found = {
        "plain": replace(own, name="plain", title="Plain", suffixes=(".plain",)),
        "only-read": replace(own, name="only-read", write=None),
    }
    usual = registry.format_named

    def named(name: str) -> Format:
        return found.get(name) or usual(name)

    monkeypatch.setattr("satcross.plugins.names", lambda group: tuple(found))
    monkeypatch.setattr(registry, "format_named", named)
    offered = [one.name for one in exports()]
    assert "plain" in offered
    assert "only-read" not in offered
    assert export_named("plain").suffix == ".plain"
    assert export.media_type(export_named("plain").suffix) == "application/octet-stream"


def test_what_a_format_has_no_place_for_is_left_out_and_said() -> None:
    left_out = exported(of(replace(CLUED, title="A")), export_named("text"), None)[1]
    assert left_out[0].startswith("clues (1 Across")
    assert left_out[1] == "a title"


def test_what_cannot_be_exported_is_one_line() -> None:
    wide: Crossword = crossword_of(Grid.parse("CAT"))
    with pytest.raises(FormatError, match="the grid must be square"):
        exported(of(wide), export_named("line"), None)
    with pytest.raises(InputError, match="clue"):
        exported(of(wide), export_named("manuscript"), None)
    assert export.media_type("proof.zip") == "application/octet-stream"
