"""Letters for the cells in which no word stands.

They are drawn at random; where that makes a word readable that should not be, some are drawn again.
When that does not settle, a SAT solver decides: it finds letters or proves that there are none.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Literal, get_args

from satcross.alphabet import LATIN, Alphabet
from satcross.errors import OptionError
from satcross.solve.protocol import NEVER, Deadline
from satcross.wordsearch.filler_exact import decide
from satcross.wordsearch.layout import Layout
from satcross.wordsearch.occurrences import Occurrence, Scanner, unexplained
from satcross.wordsearch.results import Impossible, Stopped, WordSearch
from satcross.wordsearch.verify import require_verified

Filler = Literal["words", "uniform"]
FILLERS: tuple[str, ...] = get_args(Filler)

_N_DRAWS = 40  # then the solver decides


def layout_fault(layout: Layout, *, forbid: Sequence[str] = (), allow_inside: bool = False) -> str:
    """Why no letters can make an honest square of a layout, by its own letters; "" when they may.

    Args:
        forbid, allow_inside: as for `verify`.
    """
    scanner = Scanner(layout.board, [*(word.letters for word in layout.words), *forbid])
    return own_fault(layout, scanner.find(layout.letters), allow_inside=allow_inside)


def fill_in(
    layout: Layout,
    *,
    alphabet: Alphabet = LATIN,
    filler: str = "words",
    forbid: Sequence[str] = (),
    allow_inside: bool = False,
    seed: int = 0,
    deadline: Deadline = NEVER,
) -> WordSearch | Impossible | Stopped:
    """A finished square in which every word can be read once and no forbidden word at all.

    Args:
        layout: where the words stand.
        alphabet: of all letters.
        filler: how letters are drawn: "words", as often as the words have them, and none that they
            have not; or "uniform", each letter of the alphabet alike.
        forbid: words in letters of the alphabet; see `forbidden`.
        allow_inside: whether a word may stand within a longer one; see `verify`.
        seed: makes different squares; the same seed makes the same.
        deadline: kept within half a second.

    Returns: `Impossible` is a proof for this layout and these letters.

    Raises:
        OptionError: there is no such filler.
        VerificationError: a bug.
    """
    weights = _weights(layout, alphabet, filler)
    scanner = Scanner(layout.board, [*(word.letters for word in layout.words), *forbid])
    fault = own_fault(layout, scanner.find(layout.letters), allow_inside=allow_inside)
    if fault:
        return Impossible(fault)
    rng = random.Random(seed)
    letters = dict(layout.letters)
    choices, odds = list(weights), list(weights.values())
    again = list(layout.unused)
    for _ in range(_N_DRAWS):
        letters |= zip(again, rng.choices(choices, odds, k=len(again)), strict=True)
        wrong = unexplained(layout, scanner.find(letters))
        if not wrong:
            return _finished(layout, alphabet, letters, forbid, allow_inside)
        if deadline.passed():
            return Stopped("time limit")
        # One cell of each: the others may be part of nothing else.
        again = sorted({rng.choice(_free(found, layout)) for found in wrong})
    decided = decide(layout, letters, choices, forbid, seed=seed, deadline=deadline)
    if isinstance(decided, Stopped):
        return decided
    if decided is None:
        return Impossible(
            f"whatever {_some(choices)} stand in the {len(layout.unused)} cells without a word,"
            " some word can be read once more, or a forbidden one"
        )
    return _finished(layout, alphabet, decided, forbid, allow_inside)


def spell(
    layout: Layout,
    message: str,
    *,
    alphabet: Alphabet = LATIN,
    forbid: Sequence[str] = (),
    allow_inside: bool = False,
) -> WordSearch | Impossible:
    """A finished square whose cells without a word spell a message, row by row.

    Args:
        layout: where the words stand, with as many unused cells as the message has letters.
        message: as people write it: "well done!".
        alphabet, forbid, allow_inside: as for `fill_in`.

    Raises:
        OptionError: the message has letters that the alphabet lacks, too few or too many.
        VerificationError: a bug.
    """
    text = message_letters(message, alphabet)
    n = len(layout.unused)
    if len(text) != n:
        raise OptionError(
            f"the message has {len(text)} letters, and {n} cells are without a word",
            mend="give a longer one" if len(text) < n else "give a shorter one",
            source="--message",
        )
    scanner = Scanner(layout.board, [*(word.letters for word in layout.words), *forbid])
    fault = own_fault(layout, scanner.find(layout.letters), allow_inside=allow_inside)
    if fault:
        return Impossible(fault)
    letters = layout.letters | dict(zip(layout.unused, text, strict=True))
    wrong = unexplained(layout, scanner.find(letters))
    if wrong:
        where = _where(wrong[0], layout)
        return Impossible(
            f"with the message in this layout, {wrong[0].text} can be read at {where}"
        )
    return _finished(layout, alphabet, letters, forbid, allow_inside, message=text)


def message_letters(message: str, alphabet: Alphabet = LATIN) -> str:
    """The letters of a message. Raises OptionError when the alphabet lacks one, or it has none."""
    text = alphabet.normalise(message)
    if not text:
        problem = "is not made of letters of the alphabet" if text is None else "has no letter"
        raise OptionError(
            f"the message {message!r} {problem}", mend="write it in letters", source="--message"
        )
    return text


def _finished(
    layout: Layout,
    alphabet: Alphabet,
    letters: dict[int, str],
    forbid: Sequence[str],
    allow_inside: bool,
    message: str = "",
) -> WordSearch:
    made = WordSearch(layout, alphabet, dict(sorted(letters.items())), message)
    require_verified(
        made.rows(), layout.board, layout.words,
        alphabet=alphabet, forbid=forbid, allow_inside=allow_inside, message=message or None,
    )  # fmt: skip
    return made


def _weights(layout: Layout, alphabet: Alphabet, filler: str) -> dict[str, int]:
    if filler == "uniform":
        return dict.fromkeys(alphabet.letters, 1)
    if filler == "words":
        counts = Counter(letter for word in layout.words for letter in word.letters)
        return {letter: counts[letter] for letter in sorted(counts)}
    raise OptionError(
        f"there is no filler {filler!r}", mend=f"choose from {', '.join(FILLERS)}",
        source="--filler",
    )  # fmt: skip


def own_fault(layout: Layout, found: Sequence[Occurrence], *, allow_inside: bool) -> str:
    """As `layout_fault`, from what a `Scanner` of its words has found in its letters."""
    wrong = unexplained(layout, found)
    if wrong:
        listed = any(wrong[0].text == word.letters for word in layout.words)
        again = " once more" if listed else ""
        return f"the words themselves spell {wrong[0].text}{again} at {_where(wrong[0], layout)}"
    sets: dict[str, set[frozenset[int]]] = {}
    for occurrence in found:
        sets.setdefault(occurrence.text, set()).add(frozenset(occurrence.cells))
    held = [frozenset(placement.cells) for placement in layout.placements]
    for word in layout.words:
        text = word.letters
        free = [cells for cells in sets[text] if not any(cells < longer for longer in held)]
        if len(free) > 1:
            return f"the words themselves spell {text} in {len(free)} places"
        if not free and not allow_inside:
            return f"{text} stands within a longer word"
        if not free and len(sets[text]) > 1:
            return f"{text} stands within longer words in {len(sets[text])} places"
    return ""


def _free(found: Occurrence, layout: Layout) -> list[int]:
    return [cell for cell in found.cells if cell not in layout.letters]


def _where(found: Occurrence, layout: Layout) -> str:
    ends = [divmod(cell, layout.board.n_cols) for cell in (found.cells[0], found.cells[-1])]
    return "-".join(f"r{row + 1}c{col + 1}" for row, col in ends)


def _some(letters: Sequence[str]) -> str:
    return f"letters of {''.join(letters)}"
