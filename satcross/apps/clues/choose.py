"""Choosing clues for the entries of a crossword from a book, all different if possible."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace as changed

from satcross import Alphabet, Crossword
from satcross.apps.clues.book import ClueBook
from satcross.extend import (
    Clue,
    Links,
    Square,
    check_integer,
    checked,
    clues_for,
    find_slots,
    pattern_of,
)

_MAX_CANDIDATES = 200  # clues per entry: more than any puzzle has entries


@checked
def with_clues(
    crossword: Crossword,
    book: ClueBook,
    *,
    seed: int = 0,
    replace: bool = False,
    words_of: Mapping[tuple[int, ...], str] | None = None,
) -> tuple[Crossword, tuple[Clue, ...]]:
    """The crossword with clues from `book`, and the clues that are still empty.

    A crossword without clues gets one for every slot. Two entries get the same clue only if they
    cannot all have different ones.

    Args:
        crossword: its answers are spelled by the squares, or given by the clues if those are empty.
        book: the source of clues; its alphabet normalises the answers.
        seed: selects the clues. The order in which the clues of a word are tried depends only on
            the seed and the word, not on the rest of the puzzle.
        replace: whether to replace clues that are already written.
        words_of: by the cells of an entry, the word that is clued where another text stands there,
            as in a treated one; None for no such.

    Returns: (crossword, its clues without text, in order, with answers as far as known).
    Raises: OptionError: the seed is not a whole number from 0.
    """
    seed = check_integer(seed, "seed", at_least=0)
    clues, words_of = clues_with_answers(crossword), words_of or {}
    words = _words(clues, book.alphabet, crossword.squares)
    words = [words_of.get(clue.cells, word) for clue, word in zip(clues, words, strict=True)]
    wanted = {
        at: book.clues(word)
        for at, (clue, word) in enumerate(zip(clues, words, strict=True))
        if (replace or not clue.text) and book.clues(word)
    }
    kept = {_key(clue.text) for at, clue in enumerate(clues) if at not in wanted}
    offers = [_offers(words[at], texts, seed) for at, texts in wanted.items()]
    free = [[text for text in some if _key(text) not in kept] for some in offers]
    written: set[tuple[int, ...]] = set()  # the cells of answers that the book writes otherwise
    for at, some, text in zip(wanted, offers, _all_different(free), strict=True):
        chosen = some[0] if text is None else text
        note = book.annotation(words[at], chosen)
        clues[at] = changed(clues[at], text=chosen, markup="", annotation=note)
        form = "" if clues[at].continued else book.written(words[at])
        if form and clues[at].cells not in words_of:
            clues[at] = changed(clues[at], answer=form)
            written.add(clues[at].cells)
    later = Links(changed(crossword, clues=tuple(clues))).later()
    unclued = tuple(
        changed(clue, answer=words[at]) if clue.continued or clue.cells in words_of else clue
        for at, clue in enumerate(clues)
        if not clue.text and at not in later
    )
    if crossword.clues:  # do not add the answers that only this function needed
        clues = [
            changed(
                clue,
                text=new.text,
                markup=new.markup,
                annotation=new.annotation,
                answer=new.answer if new.cells in written else clue.answer,
            )
            for clue, new in zip(crossword.clues, clues, strict=True)
        ]
    return changed(crossword, clues=tuple(clues)), unclued


def answer_words(crossword: Crossword, alphabet: Alphabet) -> frozenset[str]:
    """The normalised answers that are known: `only` for loading the clues of a crossword."""
    words = _words(clues_with_answers(crossword), alphabet, crossword.squares)
    return frozenset(word for word in words if word)


def _words(clues: Sequence[Clue], alphabet: Alphabet, squares: Sequence[Square]) -> list[str]:
    """The normalised answer of each clue, of linked entries the whole at the first one."""
    by_cells = {clue.cells: answer_letters(clue, alphabet, squares) for clue in clues}
    later = {cells for clue in clues for cells in clue.continued}
    out: list[str] = []
    for clue in clues:
        parts = [answer_letters(clue, alphabet, squares)]
        parts += [by_cells.get(cells, "") for cells in clue.continued]
        out.append("" if clue.cells in later or not all(parts) else "".join(parts))
    return out


def with_every_clue(crossword: Crossword) -> Crossword:
    """The crossword with a clue for each slot, if it has none, and the squares of all clues."""
    located = clues_with_answers(crossword)
    if not crossword.clues:
        return changed(crossword, clues=tuple(located))
    clues = [
        changed(clue, cells=new.cells) for clue, new in zip(crossword.clues, located, strict=True)
    ]
    return changed(crossword, clues=tuple(clues))


def clues_with_answers(crossword: Crossword) -> list[Clue]:
    """The clues of a crossword with cells and answers; one for every slot if it has none."""
    pattern = pattern_of(crossword)
    labelled = crossword.labelled()
    labels = {slot.cells: labelled.label_of(slot) for slot in find_slots(pattern)}
    if not crossword.clues:
        bare = [changed(clue, label=labels[clue.cells]) for clue in clues_for(pattern)]
        return crossword.answered(bare)
    cells = {(slot.heading, labels[slot.cells]): slot.cells for slot in find_slots(pattern)}
    located = [
        clue if clue.cells else changed(clue, cells=cells.get((clue.direction, clue.label), ()))
        for clue in crossword.clues
    ]
    return crossword.answered(located)


def answer_letters(clue: Clue, alphabet: Alphabet, squares: Sequence[Square]) -> str:
    """The letters of a clue's answer; "" if it is unknown or has other characters."""
    if alphabet.has_long_letters and clue.cells:  # which letters these are, the squares know best
        cells = [alphabet.normalise(squares[cell].solution) for cell in clue.cells]
        if all(cells):
            return alphabet.joined(filter(None, cells))
    return alphabet.normalise(clue.answer) or ""


def _offers(word: str, texts: Sequence[str], seed: int) -> list[str]:
    """The clues of a word in the order in which to try them."""
    return random.Random(f"{seed} {word}").sample(texts, min(len(texts), _MAX_CANDIDATES))


def _all_different(offers: Sequence[Sequence[str]]) -> list[str | None]:
    """Different clues for as many entries as possible; None for the others.

    Maximum bipartite matching by augmenting paths, each found breadth first.
    """
    owner: dict[str, int] = {}  # clue's key -> entry
    chosen: list[str | None] = [None] * len(offers)
    hopeless: set[tuple[str, ...]] = set()  # offers for which no augmenting path exists
    for first, some in enumerate(offers):
        if tuple(some) in hopeless:
            continue
        path: dict[str, tuple[int, str]] = {}  # key -> (entry that would take it, its text)
        queue = [first]
        end = None
        for entry in queue:  # the queue grows meanwhile
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
    """A key that is equal for clues that readers would call the same."""
    return " ".join(text.casefold().split())
