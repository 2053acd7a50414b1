"""What is checked of a fill-in or a jigsaw, and the words that a page has to place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from satcross.extend import Behaviour

if TYPE_CHECKING:
    from satcross import Crossword, Grid, WordList
    from satcross.extend import CluesInPlace


class FillInBehaviour(Behaviour):
    """A fill-in, or a jigsaw."""

    def faults(self, crossword: Crossword, grid: Grid, words: WordList) -> list[tuple[str, str]]:
        """What is wrong with its list of words."""
        from satcross.kinds.fillin.faults import fillin_faults

        del grid
        said = fillin_faults(crossword, alphabet=words.alphabet)
        return [(crossword.kind.value, text) for text in said]

    def page_data(
        self, crossword: Crossword, solution: Sequence[str], clues: CluesInPlace
    ) -> dict[str, Any]:
        """The words of a fill-in, each in its letters."""
        from satcross.extend import find_slots, pattern_of

        del clues
        if not crossword.kind.lists_words:
            return {}
        slots = find_slots(pattern_of(crossword))
        entries = ([solution[at] for at in slot.cells] for slot in slots)
        letters = {"".join(entry): entry for entry in entries}
        words = [clue.text.replace("·", "") for clue in crossword.clues]
        return {"words": [letters.get(word, list(word)) for word in words]}
