"""The treatments of words that there are, and what each makes of the words of a list.

`satcross.apps.thematic.treatments` says what treatments are, and makes tables of their forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from satcross import OptionError
from satcross.extend import I32, Codes

if TYPE_CHECKING:
    from satcross import Alphabet, WordList

Bools = npt.NDArray[np.bool_]

MAX_FORMS = 6_000_000  # of a slot; the engine takes some 40 bytes for each
NO_LETTER = -1
KEYS_APART = "|"  # between the keys of a cipher


class Forms(NamedTuple):
    """Forms of words of one length.

    Args:
        codes: `Codes` (n, cells): what stands in the cells.
        length: of the words.
        rows: int32 (n,): their rows in the list's table of that length.
        letters: int32 (n,): the letter of each, or the number of its key from 0; NO_LETTER where
            the treatment has neither.
    """

    codes: Codes
    length: int
    rows: I32
    letters: I32

    def take(self, keep: Bools) -> Forms:
        """Some of them."""
        return Forms(self.codes[keep], self.length, self.rows[keep], self.letters[keep])


def _misprint(words: WordList, cells: int, value: str, letter: int | None) -> Iterator[Forms]:
    table, n_letters = words.table(cells), len(words.alphabet)
    is_wrong = value == "wrong"
    if _is_change(value):
        (right,), (wrong,) = (_codes_in(words.alphabet, part) for part in value.split(">"))
        for at in range(cells if letter in (None, right) else 0):
            rows = np.flatnonzero(table.codes[:, at] == right).astype(np.int32)
            codes = table.codes[rows].copy()
            codes[:, at] = wrong
            yield Forms(codes, cells, rows, np.full(len(rows), right, np.int32))
        return
    n = len(table) * cells if letter is None or is_wrong else int((table.codes == letter).sum())
    others = 1 if letter is not None and is_wrong else n_letters - 1
    _check_number(n * others, cells, "misprint")
    for at in range(cells):
        column = table.codes[:, at]
        if letter is None or is_wrong:
            rows = np.arange(len(table), dtype=np.int32)
        else:
            rows = np.flatnonzero(column == letter).astype(np.int32)
        for wrong in range(n_letters) if letter is None or not is_wrong else (letter,):
            mine = rows[column[rows] != wrong]
            codes = table.codes[mine].copy()
            codes[:, at] = wrong
            letters = np.full(len(mine), wrong, np.int32) if is_wrong else column[mine]
            yield Forms(codes, cells, mine, letters.astype(np.int32))


# The others


def _plain(words: WordList, cells: int, value: str, letter: int | None) -> Iterator[Forms]:
    yield _whole(words, cells, words.table(cells).codes)


def _reversed(words: WordList, cells: int, value: str, letter: int | None) -> Iterator[Forms]:
    yield _whole(words, cells, words.table(cells).codes[:, ::-1])


def _cyclic(words: WordList, cells: int, value: str, letter: int | None) -> Iterator[Forms]:
    codes = words.table(cells).codes
    for shift in range(cells) if value else range(1, cells):
        yield _whole(words, cells, np.roll(codes[:, ::-1] if value else codes, shift, axis=1))


def _jumbled(words: WordList, cells: int, value: str, letter: int | None) -> Iterator[Forms]:
    n_orders = 1
    for n in range(2, cells + 1):
        n_orders *= n
    codes = words.table(cells).codes
    _check_number(n_orders * len(codes), cells, "jumbled")
    for order in permutations(range(cells)):
        yield _whole(words, cells, codes[:, order])


def _without_first(words: WordList, cells: int, value: str, letter: int | None) -> Iterator[Forms]:
    yield _left_out(words, cells, 0)


def _without_last(words: WordList, cells: int, value: str, letter: int | None) -> Iterator[Forms]:
    yield _left_out(words, cells, cells)


def _latent(words: WordList, cells: int, value: str, letter: int | None) -> Iterator[Forms]:
    for at in range(cells + 1):
        yield _left_out(words, cells, at)


def _left_out(words: WordList, cells: int, at: int) -> Forms:
    codes = words.table(cells + 1).codes
    rows = np.arange(len(codes), dtype=np.int32)
    return Forms(np.delete(codes, at, axis=1), cells + 1, rows, codes[:, at].astype(np.int32))


def _inserted(words: WordList, cells: int, value: str, letter: int | None) -> Iterator[Forms]:
    codes = words.table(cells - 1).codes
    more = range(len(words.alphabet)) if letter is None else (letter,)
    _check_number(len(codes) * cells * len(more), cells, "inserted")
    rows = np.arange(len(codes), dtype=np.int32)
    for at in range(cells):
        for one in more:
            forms = np.insert(codes, at, one, axis=1)
            yield Forms(forms, cells - 1, rows, np.full(len(rows), one, np.int32))


def _letters_latent(words: WordList, cells: int, value: str, letter: int | None) -> Iterator[Forms]:
    for length in words.lengths:
        if length <= cells:
            continue
        codes = words.table(length).codes
        for left in range(len(words.alphabet)) if letter is None else (letter,):
            is_left = codes == left
            rows = np.flatnonzero(is_left.sum(axis=1) == length - cells).astype(np.int32)
            kept = codes[rows][~is_left[rows]].reshape(len(rows), cells)
            yield Forms(kept, length, rows, np.full(len(rows), left, np.int32))


def _without(words: WordList, cells: int, value: str, letter: int | None) -> Iterator[Forms]:
    gone = _codes_in(words.alphabet, value)
    length = cells + len(gone)
    codes = words.table(length).codes
    for at in range(cells + 1):
        rows = np.flatnonzero((codes[:, at : at + len(gone)] == gone).all(axis=1))
        kept = np.delete(codes[rows], np.s_[at : at + len(gone)], axis=1)
        yield Forms(kept, length, rows.astype(np.int32), _no_letters(len(rows)))


def _substitution(words: WordList, cells: int, value: str, letter: int | None) -> Iterator[Forms]:
    old, new = (_codes_in(words.alphabet, part) for part in value.split(">"))
    kind = words.table(1).codes.dtype
    for length in words.lengths:
        times, rest = (
            divmod(cells - length, len(new) - len(old)) if len(new) != len(old) else (1, 0)
        )
        if times < 1 or rest or (len(new) == len(old) and length != cells):
            continue
        codes = words.table(length).codes
        has = np.zeros(len(codes), np.bool_)
        for at in range(length - len(old) + 1):
            has |= (codes[:, at : at + len(old)] == old).all(axis=1)
        rows = [
            (row, form)
            for row in np.flatnonzero(has).tolist()
            if len(form := _replaced(codes[row].tolist(), old, new)) == cells
        ]
        forms = np.array([form for _, form in rows], kind).reshape(len(rows), cells)
        found = np.array([row for row, _ in rows], np.int32)
        yield Forms(forms, length, found, _no_letters(len(rows)))


def _replaced(codes: list[int], old: tuple[int, ...], new: tuple[int, ...]) -> list[int]:
    """All occurrences replaced, from the left."""
    out: list[int] = []
    at = 0
    while at < len(codes):
        if tuple(codes[at : at + len(old)]) == old:
            out += new
            at += len(old)
        else:
            out.append(codes[at])
            at += 1
    return out


def _cipher(words: WordList, cells: int, value: str, letter: int | None) -> Iterator[Forms]:
    codes = words.table(cells).codes
    key = _codes_in(words.alphabet, value)[: len(words.alphabet)]
    stands = np.array([*key, *range(len(key), len(words.alphabet))], codes.dtype)
    yield _whole(words, cells, stands[codes])


def _caesar(words: WordList, cells: int, value: str, letter: int | None) -> Iterator[Forms]:
    n_letters = len(words.alphabet)
    shifts = [int(value) % n_letters] if value else range(1, n_letters)
    codes = words.table(cells).codes
    _check_number(len(codes) * len(shifts), cells, "caesar")
    for shift in shifts:
        forms = _whole(
            words, cells, ((codes.astype(np.int64) + shift) % n_letters).astype(codes.dtype)
        )
        yield forms._replace(letters=np.full(len(forms.rows), shift, np.int32))


def _vigenere(words: WordList, cells: int, value: str, letter: int | None) -> Iterator[Forms]:
    codes, keys = words.table(cells).codes, value.split(KEYS_APART)
    _check_number(len(codes) * len(keys), cells, "vigenere")
    for number, text in enumerate(keys):
        key = np.resize(np.array(_codes_in(words.alphabet, text)), cells)
        forms = ((codes + key) % len(words.alphabet)).astype(codes.dtype)
        yield _by_key(_whole(words, cells, forms), number)


def _playfair_kept(words: WordList, cells: int, value: str, letter: int | None) -> Iterator[Forms]:
    return _playfair(words, cells, value, letter, kept=True)


def _playfair(
    words: WordList, cells: int, value: str, letter: int | None, *, kept: bool = False
) -> Iterator[Forms]:
    if words.alphabet.texts != tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"):
        raise unusable("playfair needs the letters A to Z", "use another treatment")
    keys = value.split(KEYS_APART) if kept or cells % 2 == 0 else []
    _check_number(len(words.table(cells)) * len(keys), cells, "playfair")
    for number, key in enumerate(keys):
        yield _by_key(_in_square(words, cells, key, kept=kept), number)


def _in_square(words: WordList, cells: int, key: str, *, kept: bool) -> Forms:
    alphabet = words.alphabet
    i, j = (alphabet.codes(text)[0] for text in "IJ")
    order = dict.fromkeys(
        i if code == j else code for code in (*_codes_in(alphabet, key), *range(26))
    )
    square = np.array(list(order))
    place = np.argsort(np.append(square, j))  # by code, its place in the square
    place[j] = place[i]
    codes = words.table(cells).codes
    paired = codes[:, : cells // 2 * 2]
    one, other = place[paired[:, ::2]], place[paired[:, 1::2]]
    is_usual = one != other
    rows = np.flatnonzero(is_usual.all(axis=1) | kept).astype(np.int32)  # a doubled pair has none
    one, other, is_usual = one[rows], other[rows], is_usual[rows]
    (row_1, col_1), (row_2, col_2) = np.divmod(one, 5), np.divmod(other, 5)
    in_row, in_col = row_1 == row_2, col_1 == col_2
    new_1 = np.where(
        in_row,
        row_1 * 5 + (col_1 + 1) % 5,
        np.where(in_col, (row_1 + 1) % 5 * 5 + col_1, row_1 * 5 + col_2),
    )
    new_2 = np.where(
        in_row,
        row_2 * 5 + (col_2 + 1) % 5,
        np.where(in_col, (row_2 + 1) % 5 * 5 + col_2, row_2 * 5 + col_1),
    )
    forms = codes[rows].copy()
    for at, new in enumerate((new_1, new_2)):
        there = forms[:, at : paired.shape[1] : 2]
        there[is_usual] = square[new][is_usual]
    return Forms(forms, cells, rows, _no_letters(len(rows)))


def _by_key(made: Forms, number: int) -> Forms:
    return made._replace(letters=np.full(len(made.rows), number, np.int32))


def _whole(words: WordList, cells: int, codes: Codes) -> Forms:
    rows = np.arange(len(words.table(cells)), dtype=np.int32)
    return Forms(codes, cells, rows, _no_letters(len(rows)))


def _no_letters(n: int) -> I32:
    return np.full(n, NO_LETTER, np.int32)


def _codes_in(alphabet: Alphabet, text: str) -> tuple[int, ...]:
    letters = alphabet.normalise(text)
    if not letters:
        raise unusable(
            f"{text[:40]!r} has letters that the alphabet lacks", "use letters of the list"
        )
    return alphabet.codes(letters)


def _check_number(n: int, cells: int, name: str) -> None:
    if n > MAX_FORMS:
        raise unusable(
            f"{name} has {n:,} forms of {cells} letters, and at most {MAX_FORMS:,} can be used",
            f"{'let the entries spell a message, or ' * (name == 'misprint')}use fewer words, as"
            " with --min-score",
        )


class _Kind(NamedTuple):
    """What there is to know of a treatment; docs/guide/treatments.md says what each does.

    Args:
        make: its forms.
        written: how it is written.
        takes: whether it can have a value.
        has_letter: whether its forms have letters.
        has_key: whether its value is a key, or several.
    """

    make: Callable[[WordList, int, str, int | None], Iterator[Forms]]
    written: str
    takes: Callable[[str], bool]
    has_letter: bool
    has_key: bool = False


def _nothing(value: str) -> bool:
    return not value


def _is_word(value: str) -> bool:
    return value.isalpha() and len(value) <= 40


def _are_keys(value: str) -> bool:
    return not value or all(map(_is_word, value.split(KEYS_APART)))


def _is_misprint(value: str) -> bool:
    return value in {"", "wrong"} or (_is_change(value) and len(value) == len("E>A"))


def _is_change(value: str) -> bool:
    old, arrow, new = value.partition(">")
    return bool(arrow) and _is_word(old) and _is_word(new)


def _is_shift(value: str) -> bool:
    return not value or (value.isascii() and value.isdigit() and 1 <= int(value) <= 99)


TREATMENTS = {
    "plain": _Kind(_plain, "plain", _nothing, False),
    "reversed": _Kind(_reversed, "reversed", _nothing, False),
    "cyclic": _Kind(_cyclic, "cyclic", lambda value: value in {"", "reversed"}, False),
    "jumbled": _Kind(_jumbled, "jumbled", _nothing, False),
    "misprint": _Kind(_misprint, "misprint", _is_misprint, True),
    "latent": _Kind(_latent, "latent", _nothing, True),
    "without-first": _Kind(_without_first, "without-first", _nothing, True),
    "without-last": _Kind(_without_last, "without-last", _nothing, True),
    "inserted": _Kind(_inserted, "inserted", _nothing, True),
    "letters-latent": _Kind(_letters_latent, "letters-latent", _nothing, True),
    "without": _Kind(_without, "without ING", _is_word, False),
    "substitution": _Kind(_substitution, "substitution OR>AND", _is_change, False),
    "cipher": _Kind(_cipher, "cipher KEY", _is_word, False),
    "caesar": _Kind(_caesar, "caesar 3", _is_shift, True),
    "vigenere": _Kind(_vigenere, "vigenere KEY", _are_keys, False, True),
    "playfair": _Kind(_playfair, "playfair KEY", _are_keys, False, True),
    "playfair-kept": _Kind(_playfair_kept, "playfair-kept KEY", _is_word, False),
}


def unusable(problem: str, hint: str) -> OptionError:
    """The error of a treatment that cannot be used."""
    return OptionError(problem, hint=hint, parameter="rules")
