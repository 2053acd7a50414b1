"""Flash cards of a crossword: a clue and its answer on each line, as programs for learners read."""

from __future__ import annotations

from satcross import Crossword, FormatError
from satcross.extend import CROSSWORDS, Drawing, Output, Written


def write(crossword: Crossword, how: Drawing) -> Written:
    """The cards. Raises FormatError: no clue has an answer."""
    cards = [f"{one.text}\t{one.answer}\n" for one in crossword.clues if one.text and one.answer]
    if not cards:
        raise FormatError("no clue has an answer", hint="add --clues", source=how.target)
    return Written("".join(cards).encode(), ("the grid",))


CARDS = Output("cards", "flash cards", (".cards.tsv",), CROSSWORDS, write)
