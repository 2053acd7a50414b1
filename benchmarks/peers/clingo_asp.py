"""clingo: the crossword as an answer set program.

One word for each slot, one letter for each cell; a slot's word holds its cells' letters; a letter
needs a word in each slot through its cell (which follows, and lets clingo propagate as arc
consistency does); no word in two slots.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.peers.base import PackagePeer, report
from benchmarks.peers.board import Board, read_words

PROGRAM = """
{ at(S,W) : fits(S,W) } = 1 :- slot(S).
{ holds(C,A) : letter(A) } = 1 :- cell(_,_,C).
:- at(S,W), spells(W,I,A), cell(S,I,C), not holds(C,A).
:- holds(C,A), cell(S,I,C), not at(S,W) : fits(S,W), spells(W,I,A).
:- word(W), 2 { at(S,W) : fits(S,W) }.
#show at/2.
"""


CLINGO = PackagePeer("clingo", "clingo", "clingo", "clingo_asp")


def facts(board: Board, words: list[str]) -> Iterator[str]:
    """The grid and the words that fit it, as facts.

    >>> print(*facts(Board.parse("A.\\n##"), ["AT", "TO"]))
    slot(0). cell(0,0,0). cell(0,1,1). fits(0,0). word(0). spells(0,0,65). spells(0,1,84).\
 letter(65). letter(84).
    """
    numbers: dict[tuple[int, int], int] = {}
    used: set[int] = set()
    for slot, cells in enumerate(board.slots):
        yield f"slot({slot})."
        for i, cell in enumerate(cells):
            yield f"cell({slot},{i},{numbers.setdefault(cell, len(numbers))})."
    for slot, candidates in enumerate(board.candidates(words)):
        used.update(candidates)
        for word in candidates:
            yield f"fits({slot},{word})."
    letters: set[int] = set()
    for word in sorted(used):
        yield f"word({word})."
        for i, letter in enumerate(map(ord, words[word])):
            letters.add(letter)
            yield f"spells({word},{i},{letter})."
    for letter in sorted(letters):
        yield f"letter({letter})."


def main(grid_path: str, words_path: str, seed: str) -> int:
    """Fill a grid and print it; the exit code."""
    import clingo

    board = Board.parse(Path(grid_path).read_text(encoding="utf-8"))
    words = read_words(Path(words_path))
    control = clingo.Control([f"--seed={seed}", "--models=1"])
    control.add("base", [], PROGRAM + "\n".join(facts(board, words)))
    control.ground([("base", [])])
    found: list[str] = []

    def keep(model: clingo.Model) -> None:
        pairs = [atom.arguments for atom in model.symbols(shown=True)]
        found.append(board.filled({slot.number: words[word.number] for slot, word in pairs}))

    begin_s = time.perf_counter()
    result = control.solve(on_model=keep)
    search_s = time.perf_counter() - begin_s
    if not found and not result.unsatisfiable:
        print("neither a fill nor none", file=sys.stderr)
        return 1
    return report(found[0] if found else None, search_s)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
