"""What is checked of an arrow word, and what is drawn in its blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from satcross.extend import Behaviour

if TYPE_CHECKING:
    from satcross import Crossword, Grid, WordList
    from satcross.extend import Layer


class ArrowWordBehaviour(Behaviour):
    """An arrow word."""

    def faults(self, crossword: Crossword, grid: Grid, words: WordList) -> list[tuple[str, str]]:
        """What is wrong with the places of its clues, if the file has any."""
        from satcross.kinds.arrowword.faults import arrow_faults

        del grid, words
        has_places = any(clue.place is not None for clue in crossword.clues)
        return [("arrow", text) for text in arrow_faults(crossword)] if has_places else []

    def with_room(self, crossword: Crossword) -> Crossword:
        """The arrow word with light blocks."""
        from satcross.kinds.arrowword.drawing import with_light_blocks

        return with_light_blocks(crossword)

    def layers(
        self, crossword: Crossword, x: float, y: float, cell: float
    ) -> tuple[Sequence[Layer], Sequence[Layer]]:
        """Pictures below the squares; clues and arrows over them."""
        from satcross.apps.pictures.images import image_shapes
        from satcross.extend import Image
        from satcross.kinds.arrowword.drawing import arrow_shapes, clue_shapes

        below: list[Layer] = []
        if Image.all_of(crossword):
            below = [("images", image_shapes(crossword, x, y, cell))]
        clues, arrows = clue_shapes(crossword, x, y, cell), arrow_shapes(crossword, x, y, cell)
        return below, [("clues", clues), ("arrows", arrows)]

    def page_layer(self, crossword: Crossword) -> str:
        """Pictures, clues and arrows."""
        from satcross.kinds.arrowword.drawing import layer

        return layer(crossword)
