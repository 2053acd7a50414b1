"""Lists of `benchmarks.apps.freeform_pages`: the quick ones become pages, by the checker too."""

from __future__ import annotations

import pytest
from support.cli import run_cli

from benchmarks.apps.freeform_pages import NamedList, best_layout, pages_of, read_lists, square_side
from satcross.apps.pictures.pages import LEAST_FILLING
from satcross.words.alphabets import parse_alphabet

LISTS = {listed.name: listed for listed in read_lists()}
IMPOSSIBLE = ["four animals", "farm", "breakfast", "no common letters", "two groups", "two letters"]


def test_there_are_twenty_lists_of_four_to_eighty_words() -> None:
    sizes = [len(listed.words) for listed in LISTS.values()]
    assert (len(sizes), min(sizes), max(sizes)) == (20, 4, 80)


@pytest.mark.parametrize("name", [*IMPOSSIBLE, "bands and numbers"])
def test_a_list_becomes_a_page(name: str) -> None:
    listed = LISTS[name]
    alphabet = parse_alphabet(listed.alphabet)
    layout = best_layout(listed, alphabet)
    assert len(layout.placements) + len(layout.left_out) == len(listed.words)
    assert bool(layout.left_out) == (name in IMPOSSIBLE)
    assert all(why for _, why in layout.left_out)
    (sheet,) = pages_of(layout, listed, alphabet)
    assert square_side(sheet, layout.grid.n_cols) >= LEAST_FILLING


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_words_that_cannot_interlock_have_a_code_and_reasons(name: str) -> None:
    listed: NamedList = LISTS[name]
    text = "\n".join(listed.words)
    done = run_cli("freeform", "-", "--alphabet", listed.alphabet, stdin=text)
    assert done.code == 20
    assert done.out
    assert "no place for it was found" not in done.err
