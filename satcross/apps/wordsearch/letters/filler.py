"""Letters for the cells in which no word stands.

They are chosen at random; where a word can be read that should not, some are chosen again. If that
does not succeed, a SAT solver decides: it finds letters or proves that there are none.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

import numpy as np

from satcross import LATIN, Alphabet, Found, Impossible, OptionError, Stopped, VerificationError
from satcross.apps.clues.words import HiddenWord
from satcross.apps.wordsearch.headings import HEADINGS
from satcross.apps.wordsearch.layout import WordSearchLayout
from satcross.apps.wordsearch.occurrences import Occurrence, Scanner, unexplained
from satcross.apps.wordsearch.placements import all_placements
from satcross.apps.wordsearch.puzzle import WordSearch
from satcross.apps.wordsearch.verify import verify
from satcross.extend import (
    I32,
    NEVER,
    Deadline,
    Formula,
    FormulaBuilder,
    Outcome,
    counted,
    formula_session,
)

Filler = Literal["words", "uniform"]
FILLERS: tuple[str, ...] = get_args(Filler)

_N_TRIES = 40  # then the solver decides
_FREE = -1  # a cell without a word
_OTHER = -2  # a letter that the filler does not use


def fill_unused_cells(
    layout: WordSearchLayout,
    *,
    alphabet: Alphabet = LATIN,
    filler: str = "words",
    message: str = "",
    forbid: Sequence[str] = (),
    allow_inside: bool = False,
    seed: int = 0,
    deadline: Deadline = NEVER,
) -> Found[WordSearch] | Impossible | Stopped:
    """Letters for the cells without a word: every word can be read once, no forbidden word at all.

    Args:
        layout: where the words stand.
        alphabet: of all letters.
        filler: how letters are chosen: "words", as often as the words have them; "uniform", each
            letter of the alphabet alike; or letters to choose from, each as often as it is given.
        message: what the cells spell instead, row by row, as people write it; "" for filler.
        forbid: symbols of words; see `forbidden`.
        allow_inside: whether a word may stand within a longer one; see `verify`.
        seed: makes different squares; the same seed makes the same.
        deadline: kept within half a second.

    Returns: `Impossible` is a proof for this layout and these letters.

    Raises:
        OptionError: the filler or the message is not made of letters of the alphabet, or the
            message has too few or too many letters for the layout.
        VerificationError: a bug.
    """
    spelt = message_letters(message, alphabet) if message else ""
    if message:
        _check_length(spelt, len(layout.unused))
    pool = "" if message or filler in FILLERS else filler_letters(filler, alphabet)
    scanner = Scanner(layout.board, [*(word.symbols for word in layout.words), *forbid])
    found = scanner.find(layout.letters)
    if conflict := layout_conflict(
        layout, allow_inside=allow_inside, alphabet=alphabet, found=found
    ):
        return Impossible(conflict)
    letters: dict[int, str] | Impossible | Stopped
    if message:
        letters = _message_letters(layout, spelt, scanner, alphabet)
    elif pool:
        letters = _pool_letters(layout, pool, forbid, alphabet, seed, deadline)
    else:
        weights = _weights(layout, alphabet, filler)
        letters = _random_letters(layout, weights, forbid, scanner, alphabet, seed, deadline)
    if isinstance(letters, Impossible | Stopped):
        return letters
    texts = {cell: alphabet.text(symbol) for cell, symbol in sorted(letters.items())}
    made = WordSearch(layout, alphabet, texts, alphabet.text(spelt))
    faults = verify(
        made.rows(), layout.board, layout.words,
        alphabet=alphabet, forbid=list(map(alphabet.text, forbid)), allow_inside=allow_inside,
        message=made.message or None,
    )  # fmt: skip
    if faults:
        more = f" (and {len(faults) - 1} more faults)" if len(faults) > 1 else ""
        raise VerificationError(f"the word search is wrong: {faults[0]}{more}")
    return Found(made)


def layout_conflict(
    layout: WordSearchLayout,
    *,
    forbid: Sequence[str] = (),
    allow_inside: bool = False,
    alphabet: Alphabet = LATIN,
    found: Sequence[Occurrence] | None = None,
) -> str:
    """Why no letters can make a correct square of a layout, by its own letters; "" if they may.

    Args:
        forbid: symbols of words.
        allow_inside: as for `verify`.
        alphabet: to name a forbidden word.
        found: what a `Scanner` has found in its letters, where that is known.
    """
    if found is None:
        scanner = Scanner(layout.board, [*(word.symbols for word in layout.words), *forbid])
        found = scanner.find(layout.letters)
    wrong = unexplained(layout, found)
    if wrong:
        listed = any(wrong[0].text == word.symbols for word in layout.words)
        again = " once more" if listed else ""
        text = alphabet.text(wrong[0].text)
        return f"the words themselves spell {text}{again} at {_where(wrong[0], layout)}"
    sets: dict[str, set[frozenset[int]]] = {}
    for occurrence in found:
        sets.setdefault(occurrence.text, set()).add(frozenset(occurrence.cells))
    held = [frozenset(placement.cells) for placement in layout.placements]
    for word in layout.words:
        text, there = word.letters, sets[word.symbols]
        free = [cells for cells in there if not any(cells < longer for longer in held)]
        if len(free) > 1:
            return f"the words themselves spell {text} in {counted(len(free), 'place')}"
        if not free and not allow_inside:
            return f"{text} stands within a longer word"
        if not free and len(there) > 1:
            return f"{text} stands within longer words in {counted(len(there), 'place')}"
    return ""


def message_letters(message: str, alphabet: Alphabet = LATIN) -> str:
    """The symbols of a message. Raises OptionError when the alphabet lacks one, or it has none."""
    text = alphabet.normalise(message)
    if not text:
        problem = "is not made of letters of the alphabet" if text is None else "has no letter"
        raise OptionError(
            f"the message {message!r} {problem}", hint="write it in letters", parameter="message"
        )
    return alphabet.symbols(text)


def filler_letters(filler: str, alphabet: Alphabet = LATIN) -> str:
    """The symbols that a filler names. Raises OptionError: the alphabet lacks one, or none is."""
    letters = alphabet.normalise(filler)
    if not letters:
        raise OptionError(
            f"{filler!r} is neither {' nor '.join(FILLERS)} nor letters of the alphabet",
            hint="write it in letters", parameter="filler",
        )  # fmt: skip
    return alphabet.symbols(letters)


def _random_letters(
    layout: WordSearchLayout,
    weights: dict[str, int],
    forbid: Sequence[str],
    scanner: Scanner,
    alphabet: Alphabet,
    seed: int,
    deadline: Deadline,
) -> dict[int, str] | Impossible | Stopped:
    """Letters chosen by weight, again where they spell a word; else those of the solver."""
    rng = random.Random(seed)
    letters = dict(layout.letters)
    choices, odds = list(weights), list(weights.values())
    again = list(layout.unused)
    for _ in range(_N_TRIES):
        letters |= zip(again, rng.choices(choices, odds, k=len(again)), strict=True)
        wrong = unexplained(layout, scanner.find(letters))
        if not wrong:
            return letters
        if deadline.passed():
            return Stopped(deadline.reason)
        # One cell of each: the others may be part of nothing else.
        again = sorted({rng.choice(_free(found, layout)) for found in wrong})
    decided = decide(layout, letters, choices, forbid, seed=seed, deadline=deadline)
    return decided if decided is not None else Impossible(
        f"whatever letters of {alphabet.text(''.join(choices))} stand in the"
        f" {len(layout.unused)} cells without a word, some word can be read once more, or a"
        " forbidden one"
    )  # fmt: skip


def _pool_letters(
    layout: WordSearchLayout,
    pool: str,
    forbid: Sequence[str],
    alphabet: Alphabet,
    seed: int,
    deadline: Deadline,
) -> dict[int, str] | Impossible | Stopped:
    """Letters chosen from some; the solver changes what must be changed."""
    rng = random.Random(seed)
    chosen = layout.letters | {cell: rng.choice(pool) for cell in layout.unused}
    if not layout.unused:
        return chosen
    decided = decide(layout, chosen, sorted(set(pool)), forbid, seed=seed, deadline=deadline)
    return decided if decided is not None else Impossible(
        f"no letters of {alphabet.text(pool)} fit the {len(layout.unused)} cells without a word"
    )  # fmt: skip


def _message_letters(
    layout: WordSearchLayout, text: str, scanner: Scanner, alphabet: Alphabet
) -> dict[int, str] | Impossible:
    letters = layout.letters | dict(zip(layout.unused, text, strict=True))
    if wrong := unexplained(layout, scanner.find(letters)):
        where = _where(wrong[0], layout)
        return Impossible(
            f"with the message in this layout, {alphabet.text(wrong[0].text)} can be read at"
            f" {where}"
        )
    return letters


def _check_length(message: str, n_unused: int) -> None:
    if len(message) != n_unused:
        raise OptionError(
            f"the message has {counted(len(message), 'letter')}, for"
            f" {counted(n_unused, 'cell')} without a word",
            hint=f"give a {'longer' if len(message) < n_unused else 'shorter'} one",
            parameter="message",
        )


def _weights(layout: WordSearchLayout, alphabet: Alphabet, filler: str) -> dict[str, int]:
    if filler == "uniform":
        return dict.fromkeys(alphabet.letters, 1)
    counts = Counter(letter for word in layout.words for letter in word.symbols)
    return {letter: counts[letter] for letter in sorted(counts)}


def _free(found: Occurrence, layout: WordSearchLayout) -> list[int]:
    return [cell for cell in found.cells if cell not in layout.letters]


def _where(found: Occurrence, layout: WordSearchLayout) -> str:
    ends = [divmod(cell, layout.board.n_cols) for cell in (found.cells[0], found.cells[-1])]
    return "-".join(f"r{row + 1}c{col + 1}" for row, col in ends)


def decide(
    layout: WordSearchLayout,
    preferred: Mapping[int, str],
    letters: Sequence[str],
    forbid: Sequence[str],
    *,
    seed: int,
    deadline: Deadline,
) -> dict[int, str] | Stopped | None:
    """Letters for every cell such that nothing is read over a cell without a word.

    Args:
        layout: where the words stand; it has no `layout_conflict`.
        preferred: letters to try first, for every cell.
        letters: what may stand in the cells without a word.
        forbid: words that must not be read, besides the layout's own.

    Returns: None when it is proved that there are none.
    """
    cells = layout.unused
    index = {cell: number for number, cell in enumerate(cells)}
    formula = filler_formula(layout, letters, forbid)
    first = [preferred[cell] for cell in cells]
    codes = np.array([[letter == own for letter in letters] for own in first], dtype=np.bool_)
    literals = np.arange(1, codes.size + 1, dtype=np.int32)
    literals[~codes.ravel()] *= -1
    session = formula_session(formula, literals, seed=seed)
    try:
        answer = session.solve(deadline=deadline)
    finally:
        session.close()
    if answer.outcome is Outcome.UNKNOWN:
        return Stopped(answer.reason)
    if answer.assignment is None:
        return None
    found = dict(layout.letters)
    for cell in cells:
        start = 1 + index[cell] * len(letters)
        # Where several are true, each will do: the clauses only exclude letters.
        true = [a for a, v in zip(letters, range(start, start + len(letters)), strict=True)
                if answer.assignment.is_true(v)]  # fmt: skip
        found[cell] = preferred[cell] if preferred[cell] in true else true[0]
    return found


def filler_formula(
    layout: WordSearchLayout, letters: Sequence[str], forbid: Sequence[str]
) -> Formula:
    """Letters for the cells without a word, so that nothing is read over them.

    With F[c,a], "a may stand in c", variable 1 + (number of c) * len(letters) + (number of a):

        OR_a F[c,a]                       for each cell without a word
        OR -F[q_i, t_i]                   over those cells of a line q, for each word t and each
                                          line of its length that has such a cell and whose other
                                          cells hold what t needs

    One of the letters that a cell may have can be taken for each cell alone.
    Clauses: one for each such cell and each such line.
    """
    code = {letter: number for number, letter in enumerate(letters)}
    state = np.full(layout.board.size, _OTHER, dtype=np.int64)
    number = np.zeros(layout.board.size, dtype=np.int64)
    for count, cell in enumerate(layout.unused):
        state[cell], number[cell] = _FREE, count
    builder = FormulaBuilder()
    n = len(letters)
    for count in range(len(layout.unused)):
        builder.add(range(1 + count * n, 1 + (count + 1) * n))
    # Letters of words that the filler does not use have codes after its own.
    for cell, letter in layout.letters.items():
        state[cell] = code.setdefault(letter, len(code))
    texts = list(dict.fromkeys([*(word.symbols for word in layout.words), *forbid]))
    texts = [text for text in texts if all(letter in code for letter in text)]
    lines = all_placements(layout.board, [HiddenWord(text, text) for text in texts], HEADINGS)
    for text, places in zip(texts, lines, strict=True):
        needed = np.array([code[letter] for letter in text], dtype=np.int64)
        here = state[places.cells]
        free = here == _FREE
        # A free cell takes only what the filler uses.
        fits = ((free & (needed < n)) | (here == needed)).all(axis=1) & free.any(axis=1)
        open_, at = free[fits], number[places.cells[fits]]
        literals: I32 = (-(1 + at * n + needed))[open_].astype(np.int32)
        if len(literals):
            builder.add_ragged(literals, open_.sum(axis=1))
    return builder.build(len(layout.unused) * n)
