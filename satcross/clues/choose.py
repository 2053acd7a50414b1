"""Giving the entries of a crossword clues from a book, none of them twice if it can be helped."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace as changed

from satcross.alphabet import Alphabet
from satcross.clues.book import ClueBook
from satcross.crossword import ACROSS, DOWN, Clue, Crossword, answered, clues_for, pattern_of
from satcross.puzzle import Direction, find_slots

_MAX_CANDIDATES = 200  # for one entry: more choice than any puzzle has entries to compete for it
_NAMES = {Direction.ACROSS: ACROSS, Direction.DOWN: DOWN}


def with_clues(
    crossword: Crossword, book: ClueBook, *, seed: int = 0, replace: bool = False
) -> tuple[Crossword, tuple[Clue, ...]]:
    """The crossword with clues from `book`, and the clues that are still empty.

    A crossword without any clues gets one for every slot. Two entries get the same clue only when
    there is no way for all of them to have different ones.

    Args:
        crossword: its answers are told by the squares, or by the clues where those are empty.
        book: where the clues come from; its alphabet normalises the answers.
        seed: another seed, another choice. The clues that a word is offered in turn depend on the
            seed and the word, not on the rest of the puzzle.
        replace: whether clues that are written already make way for one of the book.

    Returns: (crossword, its clues without text in their order, with answers as far as known).
    """
    clues = clues_with_answers(crossword)
    words = [answer_letters(clue, book.alphabet) for clue in clues]
    wanted = {
        at: book.clues(word)
        for at, (clue, word) in enumerate(zip(clues, words, strict=True))
        if (replace or not clue.text) and book.clues(word)
    }
    kept = {_key(clue.text) for at, clue in enumerate(clues) if at not in wanted}
    offers = [_offers(words[at], texts, seed) for at, texts in wanted.items()]
    free = [[text for text in some if _key(text) not in kept] for some in offers]
    for at, some, text in zip(wanted, offers, _all_different(free), strict=True):
        clues[at] = changed(clues[at], text=some[0] if text is None else text, markup="")
    unclued = tuple(clue for clue in clues if not clue.text)
    if crossword.clues:  # answers that only this function needed stay out
        clues = [
            changed(clue, text=new.text, markup=new.markup)
            for clue, new in zip(crossword.clues, clues, strict=True)
        ]
    return changed(crossword, clues=tuple(clues)), unclued


def answer_words(crossword: Crossword, alphabet: Alphabet) -> frozenset[str]:
    """The normalised answers that are known: what to load the clues of, with `only`."""
    words = (answer_letters(clue, alphabet) for clue in clues_with_answers(crossword))
    return frozenset(word for word in words if word)


def clues_with_answers(crossword: Crossword) -> list[Clue]:
    """The clues of a crossword, or one for every slot if it has none, with cells and answers."""
    squares = crossword.squares
    pattern = pattern_of(crossword)
    labels = [square.label for square in crossword.labelled().squares]
    if not crossword.clues:
        bare = [changed(clue, label=labels[clue.cells[0]]) for clue in clues_for(pattern)]
        return answered(bare, squares)
    cells = {
        (_NAMES[slot.direction], labels[slot.cells[0]]): slot.cells for slot in find_slots(pattern)
    }
    located = [
        clue if clue.cells else changed(clue, cells=cells.get((clue.direction, clue.label), ()))
        for clue in crossword.clues
    ]
    return answered(located, squares)


def answer_letters(clue: Clue, alphabet: Alphabet) -> str:
    """The letters of a clue's answer; "" when it is not known or has other characters."""
    return alphabet.normalise(clue.answer) or ""


def _offers(word: str, texts: Sequence[str], seed: int) -> list[str]:
    """The clues of a word in the order in which they are to be tried."""
    return random.Random(f"{seed} {word}").sample(texts, min(len(texts), _MAX_CANDIDATES))


def _all_different(offers: Sequence[Sequence[str]]) -> list[str | None]:
    """One of each entry's clues, none twice, for as many entries as possible; None for the others.

    Source: maximum bipartite matching by augmenting paths, each found breadth first.
    """
    owner: dict[str, int] = {}  # clue's key -> entry
    chosen: list[str | None] = [None] * len(offers)
    hopeless: set[tuple[str, ...]] = set()  # offers that are taken for good, found once
    for first, some in enumerate(offers):
        if tuple(some) in hopeless:
            continue
        path: dict[str, tuple[int, str]] = {}  # key -> (entry that would take it, its text)
        queue = [first]
        end = None
        for entry in queue:  # which grows
            for text in offers[entry]:
                key = _key(text)
                if key not in path:
                    path[key] = entry, text
                    if key not in owner:
                        end = key
                        break
                    queue.append(owner[key])
            if end is not None:
                break
        if end is None:
            hopeless.add(tuple(some))
        while end is not None:
            entry, text = path[end]
            before = chosen[entry]
            owner[end], chosen[entry] = entry, text
            end = None if before is None else _key(before)
    return chosen


def _key(text: str) -> str:
    """What two clues have in common that a reader would call the same."""
    return " ".join(text.casefold().split())
