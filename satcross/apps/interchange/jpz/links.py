"""Lists of clues in .jpz files, and linked entries: `number="1,5D"` and `is-link`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from satcross import Crossword
from satcross.apps.interchange.extras import extras_for
from satcross.apps.interchange.jpz.cells import NAME, kept_extras
from satcross.extend import ACROSS, DOWN, Clue, Links, spelled
from satcross.model.references import Reference


def with_links(crossword: Crossword) -> Crossword:
    """The crossword with its linked entries. The clues of later ones may name the word of all."""

    def is_later(clue: Clue) -> bool:
        return extras_for(clue, NAME).get("is-link") in ("true", "1")

    if any(map(is_later, crossword.clues)):
        entries = Links(crossword).entries()
        clues = list(crossword.clues)
        for at, clue in enumerate(clues):
            own = entries.get((clue.direction, clue.label), clue.cells)
            if is_later(clue) and own != clue.cells:
                answer = spelled(crossword.squares, own)
                clues[at] = replace(clue, cells=own, answer=answer)
        crossword = replace(crossword, clues=tuple(clues))
    crossword = Links(crossword).read()
    if not (later := Links(crossword).later()):
        return crossword
    clues = list(crossword.clues)
    for at in later:
        kept = {k: v for k, v in extras_for(clues[at], NAME).items() if k != "is-link"}
        clues[at] = replace(clues[at], extras=kept_extras(kept))
    return replace(crossword, clues=tuple(clues))


def directions_of(titles: Sequence[str]) -> list[str]:
    """The direction of each list of clues by its title; an unknown title is its own direction."""
    plain = [title.casefold().strip(" :.") for title in titles]
    usual = {"across": ACROSS, "down": DOWN}  # these first, as other lists may have such words
    names = [usual.get(key, title) for key, title in zip(plain, titles, strict=True)]
    for place, key in enumerate(plain):
        direction = Reference.direction_of(key)
        if direction and direction not in names:
            names[place] = direction
    return names
