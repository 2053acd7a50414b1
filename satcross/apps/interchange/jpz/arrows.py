"""The clue cells of .jpz files, from which arrows lead to the answers.

These are `<cell type="clue">`, with a `<clue>` for each word. The first square of an entry has an
`<arrow>`, from the side of its clue to where its letters go.

Source: the schema at crossword.info/xml/rectangular-puzzle.xsd, and what Crossword Compiler's
applet reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from satcross import Crossword
from satcross.apps.interchange.jpz.load import Element, child, children
from satcross.extend import ACROSS, DOWN, Clue, clues_by_block


def clues_in_cells(
    main: Element, span: Callable[[Element], list[int]]
) -> dict[str, tuple[int, Element]]:
    """By word, the position of the cell that has its clue, and the clue."""
    return {
        clue.get("word", ""): (span(cell)[0], clue)
        for cell in children(child(main, "grid"), "cell")
        for clue in children(cell, "clue")
    }


def by_direction(clues: list[Clue]) -> Iterator[tuple[str, list[Clue]]]:
    """Clues that are in no list, by the directions of their words."""
    for is_across, direction in ((True, ACROSS), (False, DOWN)):
        own = [clue for clue in clues if clue.goes_right is is_across]
        if own:
            yield direction, own


def inner_of_cells(crossword: Crossword, text_of: Callable[[Clue], str]) -> dict[int, str]:
    """By position, the clues and arrows in a cell. Args: text_of: the XML inside a clue."""
    directions = dict.fromkeys(clue.direction for clue in crossword.clues)
    listed = (clue for direction in directions for clue in crossword.clues_of(direction))
    numbers = {id(clue): number for number, clue in enumerate(listed, 1)}
    inner: dict[int, str] = {}
    for block, clues in clues_by_block(crossword).items():
        for clue in clues:
            first = clue.cells[0]
            number = numbers[id(clue)]
            inner[block] = inner.get(block, "") + f'<clue word="{number}">{text_of(clue)}</clue>'
            side = "left" if block == first - 1 else "top"
            end = "right" if clue.goes_right else "bottom"
            inner[first] = inner.get(first, "") + f'<arrow from="{side}" to="{end}"/>'
    return inner
