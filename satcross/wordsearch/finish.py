"""From a layout to a finished square: a message, or filler of whichever kind is asked for."""

from __future__ import annotations

import random
from collections.abc import Sequence

from satcross.alphabet import Alphabet
from satcross.errors import OptionError
from satcross.solve.protocol import NEVER, Deadline
from satcross.wordsearch.filler import FILLERS, fill_in, layout_fault, spell
from satcross.wordsearch.filler_exact import decide
from satcross.wordsearch.layout import Layout
from satcross.wordsearch.results import Impossible, Stopped, WordSearch
from satcross.wordsearch.verify import require_verified


def finish(
    layout: Layout,
    *,
    alphabet: Alphabet,
    filler: str = "words",
    message: str = "",
    forbid: Sequence[str] = (),
    allow_inside: bool = False,
    seed: int = 0,
    deadline: Deadline = NEVER,
) -> WordSearch | Impossible | Stopped:
    """Letters for the cells without a word; checked.

    Args:
        layout: where the words stand.
        alphabet: of all letters.
        filler: one of `filler.FILLERS`, or the letters to draw from, as often as they stand there.
        message: what the cells spell instead, as people write it; "" for filler.
        forbid, allow_inside, seed, deadline: as for `filler.fill_in`.

    Raises:
        OptionError: the filler or the message makes no sense.
        VerificationError: a bug.
    """
    if message:
        return spell(layout, message, alphabet=alphabet, forbid=forbid, allow_inside=allow_inside)
    if filler in FILLERS:
        return fill_in(
            layout, alphabet=alphabet, filler=filler, forbid=forbid, allow_inside=allow_inside,
            seed=seed, deadline=deadline,
        )  # fmt: skip
    pool = filler_letters(filler, alphabet)
    fault = layout_fault(layout, forbid=forbid, allow_inside=allow_inside)
    if fault:
        return Impossible(fault)
    rng = random.Random(seed)
    drawn = layout.letters | {cell: rng.choice(pool) for cell in layout.unused}
    letters = decide(
        layout, drawn, sorted(set(pool)), forbid, seed=seed, deadline=deadline
    ) if layout.unused else drawn  # fmt: skip
    if isinstance(letters, Stopped):
        return letters
    if letters is None:
        return Impossible(f"no letters of {pool} fit the {len(layout.unused)} cells without a word")
    made = WordSearch(layout, alphabet, dict(sorted(letters.items())))
    require_verified(
        made.rows(), layout.board, layout.words,
        alphabet=alphabet, forbid=forbid, allow_inside=allow_inside,
    )  # fmt: skip
    return made


def filler_letters(filler: str, alphabet: Alphabet) -> str:
    """The letters that a filler names. Raises OptionError: the alphabet lacks one, or none is."""
    letters = alphabet.normalise(filler)
    if not letters:
        raise OptionError(
            f"{filler!r} is neither {' nor '.join(FILLERS)} nor letters of the alphabet",
            mend="write it in letters", source="--filler",
        )  # fmt: skip
    return letters
