"""The codewords that the benchmark makes have the fill that they were made of as a solution."""

from __future__ import annotations

import satcross as sx
from benchmarks.codeword import codeword_of


def test_a_codeword_has_its_fill() -> None:
    words = sx.WordList.from_words(["cat", "cot", "tin", "ton", "cab", "cub", "bid", "bad"])
    fill = sx.fill(sx.Puzzle("C..\n.#.\n...", words), seed=1).unwrap()
    data = codeword_of(fill)
    assert set("".join(data["grid"])) <= {".", "#"}
    found = list(sx.enumerate_fills(sx.load_puzzle(data, words)))
    assert str(fill) in {str(one) for one in found}
    for one in found:  # one letter for another, throughout
        codes = dict(zip(fill.grid.cells, one.grid.cells, strict=True))
        assert len(set(codes.values())) == len(codes)
        assert tuple(codes[cell] for cell in fill.grid.cells) == one.grid.cells
