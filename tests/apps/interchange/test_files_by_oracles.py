"""Our files as small readers of others see them: what our reader and writer may both have wrong.

The readers of `tests/oracles` share no code with `satcross.formats`. What they find is compared
with the crossword as `python -m fuzz.formats` does: field by field, but for what is named.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from oracles.ipuz_json import crossword_of_ipuz
from oracles.jpz_xml import crossword_of_jpz
from oracles.numbered import linked_anew
from oracles.puz_bytes import crossword_of_puz
from oracles.qxw_lines import crossword_of_qxw
from oracles.xd_text import crossword_of_xd
from support.format_judge import faults_of
from support.format_pairs import recorded_file
from support.random_crosswords import random_crossword
from support.seeds import split

from satcross.formats.registry import format_named
from satcross.kinds.quotations import ACROSTIC
from satcross.model.crossword import Crossword

READERS: dict[str, Callable[[bytes], Crossword]] = {
    "puz": crossword_of_puz,
    "ipuz": lambda data: linked_anew(crossword_of_ipuz(data)),
    "jpz": lambda data: linked_anew(crossword_of_jpz(data)),
    "xd": lambda data: linked_anew(crossword_of_xd(data)),
    "qxw": crossword_of_qxw,
}


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("seeds", split(range(2000), 40))
def test_a_reader_of_its_own_finds_what_was_written(seeds: range, name: str) -> None:
    faults = []
    for seed in seeds:
        crossword = random_crossword(seed)
        if name == "qxw" and crossword.board:  # whose lights are in `test_qxw.py`
            continue
        written, losses = recorded_file(crossword, name)
        found = _without_quotation(READERS[name](written.data))
        told = faults_of(crossword, found, format_named(name), losses, has_details=False)
        faults += [f"{seed}: {fault}" for fault in told]
    assert not faults


def _without_quotation(crossword: Crossword) -> Crossword:
    """An acrostic without the clue for other programs: see docs/reference/formats.md."""
    last = crossword.clues[-1:]
    is_said = crossword.kind is ACROSTIC and last and last[0].text == "[QUOTE]"
    return replace(crossword, clues=crossword.clues[:-1]) if is_said else crossword
