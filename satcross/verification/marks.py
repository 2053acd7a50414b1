"""An independent check of the squares that are marked for a solution word, before they are written.

It reads the marks by itself, without the code that chose the squares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.cellnames import cell_name
from satcross.verification.crossword import Fault

if TYPE_CHECKING:
    from satcross.model.crossword import Crossword


def mark_faults(
    crossword: Crossword, word: str | None = None, alphabet: Alphabet = LATIN
) -> list[Fault]:
    """What is wrong with the numbers in the lower right corners of squares.

    Args:
        crossword: other texts in these corners are of no interest.
        word: what the squares with 1, 2, 3, … must spell; None if it is not known.
        alphabet: of the letters.

    Returns: a number twice or missing, or in a block; letters that are not those of the word.
    """
    faults: list[Fault] = []
    texts: dict[int, str] = {}
    for at, square in enumerate(crossword.squares):
        if not square.mark.isdecimal():
            continue
        number, where = int(square.mark), _name_of(crossword, at)
        if square.kind.value != "open":
            faults.append(Fault("mark", where, f"{where} has the number {number}, but is closed"))
        if number in texts:
            faults.append(Fault("mark", where, f"{where} has the number {number} again"))
        texts[number] = square.solution
    missing = sorted(set(range(1, max(texts, default=0) + 1)) - set(texts))
    if missing or 0 in texts:
        which = f"no square has the number {missing[0]}" if missing else "a square has the number 0"
        faults.append(Fault("mark", "", f"{which} of the solution word"))
    if faults or word is None:
        return faults
    wanted = alphabet.normalise(word)
    held = [alphabet.normalise(texts[number]) for number in sorted(texts)]
    if wanted is None or held != [alphabet.texts[code] for code in alphabet.codes(wanted)]:
        shown = " ".join(text or "." for text in held) or "nothing"
        return [Fault("mark", "", f"the numbered squares spell {shown}, not {word}")]
    return []


def _name_of(crossword: Crossword, at: int) -> str:
    """The name of a square for people."""
    size = crossword.n_rows * crossword.n_cols
    return crossword.named[at - size].name if at >= size else cell_name(at, crossword.n_cols)
