"""Files of kinds of puzzles that are not installed are refused by the name of the kind."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.crosswords import kinds_of

from satcross.apps.interchange.kinds import _KNOWN, kind_in
from satcross.errors import FormatError, InputError
from satcross.formats.reading import file_of, parse_crossword
from satcross.formats.registry import format_named
from satcross.model import kinds as module
from satcross.model.crossword import crossword_of
from satcross.model.grid import Grid
from satcross.model.kinds import CROSSWORD, kinds

PLAIN = replace(crossword_of(Grid.parse("TAR\nO#O\nNOT")))


def test_what_files_call_kinds_is_known_where_they_are_not_installed() -> None:
    """The table of the room says what the kinds say."""
    named: dict[str, dict[str, str]] = {}
    for kind in kinds()[1:]:
        for format_name, names in kind.names.items():
            named.setdefault(format_name, {})[names[-1]] = kind.value
    installed = {kind.value for kind in kinds()}
    for format_name, known in _KNOWN.items():
        here = {name: kind for name, kind in known.items() if kind in installed}
        assert named.pop(format_name, {}) == here
    assert not named
    assert kind_in("ipuz", "http://example.org/x#1", "f") is None


@pytest.mark.parametrize("name", ["satcross", "ipuz", "jpz", "puz", "exolve"])
def test_a_file_of_a_kind_that_is_not_installed_is_refused(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is never read as a plain crossword."""
    files = {}
    for kind in kinds_of(name):
        puzzle = replace(PLAIN, kind=kind)
        if kind.clues_in_grid:
            arrowed = crossword_of(Grid.parse("#AT\nA##\nT##"))
            puzzle = replace(
                arrowed, kind=kind, clues=tuple(replace(one, place=0) for one in arrowed.clues)
            )
        files[kind] = file_of(puzzle, name).data
        assert parse_crossword(files[kind], format_named(name), "f").kind is kind
    monkeypatch.setattr(module, "_ours", lambda: {"crossword": CROSSWORD})
    for kind, data in files.items():
        with pytest.raises(InputError, match=kind.value) as refused:
            parse_crossword(data, format_named(name), "f")
        assert isinstance(refused.value, FormatError)
        assert "\n" not in str(refused.value)
    plain = file_of(PLAIN, name, lossy=True).data
    assert parse_crossword(plain, format_named(name), "f").kind is CROSSWORD
