"""Entries whose cells hold what a treatment makes of a word.

The readings of an entry are found from what stands in its cells, by trying words: each letter in
each place for a misprint, and so on.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from satcross.model.cellnames import NamedCell
from satcross.verification.rules import Filled, Found, SlotContent, line_of_cells, slots_meant
from satcross.words import WordList

FAULT = "treatment"


class Reading(NamedTuple):
    """A word that an entry can be read as, by which treatment, and its letter or ""."""

    word: str
    treatment: str
    letter: str


def held(rule: Any) -> list[str]:
    """The cells of letters and treatments."""
    return line_of_cells(f"{rule.letters} {rule.kinds}")


def cells(rule: Any, lights: Mapping[str, list[str]]) -> dict[NamedCell, str]:
    """Hidden cells for what is in no cell of the rectangle."""
    return {NamedCell(name): "" for name in held(rule) if not re.fullmatch(r"r\d+c\d+", name)}


def faults(rule: Any, filled: Filled) -> Found:
    """Each of its slots whose cells are made of no word, or of several, or by the wrong letter.

    And each whose letter or treatment is not the one in the cell for it.
    """
    letters = _letters(rule, filled.names, filled.words)
    extra = [
        _cells_by_slot(text, rule, filled.names) for text in (rule.letters, rule.kinds) if text
    ]
    for entry in filled.open_entries(rule.slots):
        letter = letters.get(entry.slot.upper(), "")
        found = readings(rule, entry, filled.names, filled.words, filled.cells)
        what = f"{entry.slot} {''.join(entry.cells)}"
        if not found:
            yield entry.slot, f"{what} is no word by {' or '.join(rule.treatments)}"
        elif len(found) > 1 and not rule.several:
            ways = " and ".join(f"{one.word} by {one.treatment}" for one in found[:2])
            yield entry.slot, f"{what} can be read as {ways}"
        elif letter and found[0].letter != letter:
            yield entry.slot, f"{what} has the letter {found[0].letter}, not {letter}"
        elif extra:
            names = [cells[entry.slot.upper()] for cells in extra]
            if [filled.cells.get(name) for name in names] != _expected(
                rule, found[0], filled.words
            ):
                yield entry.slot, f"{what} is not what {', '.join(names)} say"


def _expected(rule: Any, reading: Reading, words: WordList) -> list[str]:
    """What its cells have to hold."""
    letters = [reading.letter or words.alphabet.texts[0]] if rule.letters else []
    kind = words.alphabet.texts[rule.treatments.index(reading.treatment)]
    return [*letters, kind] if rule.kinds else letters


def _cells_by_slot(text: str, rule: Any, names: Sequence[str]) -> dict[str, str]:
    """By slot, the cell for it."""
    cells = line_of_cells(text)
    slots = [name.upper() for name in slots_meant(rule.slots, names) or names]
    return dict(zip(slots, cells * len(slots) if len(cells) == 1 else cells, strict=True))


def readings(
    rule: Any,
    entry: SlotContent,
    names: Sequence[str],
    words: WordList,
    filled: Mapping[str, str],
) -> list[Reading]:
    """All readings of an entry: a word once for each treatment. The one that counts is first.

    One that was given as it may not be filled, by the wrong letter or with several readings, has
    none.

    Of several that is the one with the letter that a message needs, and that the cells of letters
    and treatments say, the best score, the earlier treatment, the shorter word, the earlier one.

    Args: names: of all slots; filled: what cells hold, by name.
    """
    extra = [
        filled.get(_cells_by_slot(text, rule, names)[entry.slot.upper()], "")
        for text in (rule.letters, rule.kinds)
        if text
    ]
    letter = _letters(rule, names, words).get(entry.slot.upper(), "")
    found: dict[tuple[str, str], Reading] = {}
    for text in rule.treatments:
        name, _, value = text.partition(" ")
        for word, has in _FINDERS[name](list(entry.cells), value, words):
            if word in words and (name == "plain" or word != entry.word):
                found.setdefault((text, word), Reading(word, text, has))
    ordered = sorted(
        found.values(),
        key=lambda one: (
            bool(letter) and one.letter != letter,
            extra != _expected(rule, one, words),
            -(words.score(one.word) or 0),
            rule.treatments.index(one.treatment),
            words.alphabet.size(one.word),
            words.alphabet.codes(one.word),
        ),
    )
    is_wrong = (len(ordered) > 1 and not rule.several) or (
        letter != "" and any(one.letter != letter for one in ordered[:1])
    )
    return [] if entry.given and is_wrong else ordered


def _letters(rule: Any, names: Sequence[str], words: WordList) -> dict[str, str]:
    """By slot, the letter that its entry needs to spell the message; {} without one."""
    letters = _texts(words, words.alphabet.normalise(rule.message) or "")
    slots = [name.upper() for name in slots_meant(rule.slots, names) or names]
    return dict(zip(slots, letters, strict=False))


def _texts(words: WordList, text: str) -> list[str]:
    """The letters of a text of the alphabet."""
    alphabet = words.alphabet
    return [alphabet.texts[code] for code in alphabet.codes(text)] if text else []


Ways = Iterable[tuple[str, str]]
"""Words that may be in the list, with their letters."""


def _plain(cells: list[str], value: str, words: WordList) -> Ways:
    yield words.alphabet.joined(cells), ""


def _reversed(cells: list[str], value: str, words: WordList) -> Ways:
    yield words.alphabet.joined(cells[::-1]), ""


def _cyclic(cells: list[str], value: str, words: WordList) -> Ways:
    for at in range(len(cells)):
        word = cells[at:] + cells[:at]
        if value:
            yield words.alphabet.joined(word[::-1]), ""
        elif at:
            yield words.alphabet.joined(word), ""


def _jumbled(cells: list[str], value: str, words: WordList) -> Ways:
    for word in _anagrams(words).get(tuple(sorted(cells)), ()):
        yield word, ""


def _misprint(cells: list[str], value: str, words: WordList) -> Ways:
    only_right, _, only_wrong = value.upper().rpartition(">") if ">" in value else ("", "", "")
    for at, wrong in enumerate(cells):
        for right in [only_right] if wrong == only_wrong else words.alphabet.texts:
            if only_wrong not in ("", wrong):
                break
            word = words.alphabet.joined([*cells[:at], right, *cells[at + 1 :]])
            yield word, wrong if value == "wrong" else right


def _latent(cells: list[str], value: str, words: WordList) -> Ways:
    for at in range(len(cells) + 1):
        yield from _with_letter(cells, at, words)


def _inserted(cells: list[str], value: str, words: WordList) -> Ways:
    for at, letter in enumerate(cells):
        yield words.alphabet.joined(cells[:at] + cells[at + 1 :]), letter


def _without_first(cells: list[str], value: str, words: WordList) -> Ways:
    return _with_letter(cells, 0, words)


def _without_last(cells: list[str], value: str, words: WordList) -> Ways:
    return _with_letter(cells, len(cells), words)


def _with_letter(cells: list[str], at: int, words: WordList) -> Iterator[tuple[str, str]]:
    for letter in words.alphabet.texts:
        yield words.alphabet.joined([*cells[:at], letter, *cells[at:]]), letter


def _letters_latent(cells: list[str], value: str, words: WordList) -> Ways:
    for letter in words.alphabet.texts:
        if letter not in cells:
            for word in _grown(cells, letter, words):
                yield word, letter


def _grown(cells: list[str], letter: str, words: WordList) -> Iterator[str]:
    """The words of which nothing but one letter, wherever it is, was left out."""
    listed = _sorted_words(words)

    def goes_on(start: tuple[str, ...], used: int) -> Iterator[str]:
        at = bisect_left(listed, start)
        if at == len(listed) or listed[at][: len(start)] != start:
            return
        if used == len(cells) and listed[at] == start and len(start) > len(cells):
            yield words.alphabet.joined(start)
        yield from goes_on((*start, letter), used)
        if used < len(cells):
            yield from goes_on((*start, cells[used]), used + 1)

    return goes_on((), 0)


def _without(cells: list[str], value: str, words: WordList) -> Ways:
    gone = _texts(words, words.alphabet.normalise(value) or "")
    for at in range(len(cells) + 1):
        yield words.alphabet.joined([*cells[:at], *gone, *cells[at:]]), ""


def _substitution(cells: list[str], value: str, words: WordList) -> Ways:
    for word in _substituted(words, value).get(tuple(cells), ()):
        yield word, ""


def _cipher(cells: list[str], value: str, words: WordList) -> Ways:
    for word in _enciphered(words, value).get(tuple(cells), ()):
        yield word, ""


def _caesar(cells: list[str], value: str, words: WordList) -> Ways:
    texts = words.alphabet.texts
    for shift in [int(value)] if value else range(1, len(texts)):
        back = [texts[(texts.index(cell) - shift) % len(texts)] for cell in cells]
        yield words.alphabet.joined(back), texts[shift % len(texts)]


def _vigenere(cells: list[str], value: str, words: WordList) -> Ways:
    texts = words.alphabet.texts
    key = [texts.index(letter) for letter in _texts(words, words.alphabet.normalise(value) or "")]
    back = [
        texts[(texts.index(cell) - key[at % len(key)]) % len(texts)]
        for at, cell in enumerate(cells)
    ]
    yield words.alphabet.joined(back), ""


def _playfair(cells: list[str], value: str, words: WordList) -> Ways:
    if len(cells) % 2 or "J" in cells:
        return
    back = ""
    for one, other in zip(cells[::2], cells[1::2], strict=True):
        if one == other:
            return
        back += _decoded(one, other, value, words)
    for letters in product(*("IJ" if letter == "I" else letter for letter in back)):
        yield "".join(letters), ""


def _decoded(one: str, other: str, key: str, words: WordList) -> str:
    """The pair of letters of which a pair was made; I stands for J as well."""
    key = (words.alphabet.normalise(key) or "").replace("J", "I")
    square = "".join(dict.fromkeys(f"{key}ABCDEFGHIKLMNOPQRSTUVWXYZ"))
    (row, col), (row_2, col_2) = (divmod(square.index(cell), 5) for cell in (one, other))
    if row == row_2:
        pair = (row, (col - 1) % 5), (row, (col_2 - 1) % 5)
    elif col == col_2:
        pair = ((row - 1) % 5, col), ((row_2 - 1) % 5, col)
    else:
        pair = (row, col_2), (row_2, col)
    return "".join(square[at_row * 5 + at_col] for at_row, at_col in pair)


def _playfair_kept(cells: list[str], value: str, words: WordList) -> Ways:
    parts: list[Iterable[str]] = []
    for at in range(0, len(cells), 2):
        pair = cells[at : at + 2]
        if len(set("".join(pair).replace("J", "I"))) == 1:  # doubled, or the last of an odd number
            parts.append(["".join(pair)])
        elif "J" in pair:
            return
        else:
            back = _decoded(pair[0], pair[1], value, words)
            ways = product(*("IJ" if letter == "I" else letter for letter in back))
            parts.append(["".join(way) for way in ways])
    for letters in product(*parts):
        yield "".join(letters), ""


_FINDERS: dict[str, Callable[[list[str], str, WordList], Ways]] = {
    "plain": _plain,
    "reversed": _reversed,
    "cyclic": _cyclic,
    "jumbled": _jumbled,
    "misprint": _misprint,
    "latent": _latent,
    "inserted": _inserted,
    "without-first": _without_first,
    "without-last": _without_last,
    "letters-latent": _letters_latent,
    "without": _without,
    "substitution": _substitution,
    "cipher": _cipher,
    "caesar": _caesar,
    "vigenere": _vigenere,
    "playfair": _playfair,
    "playfair-kept": _playfair_kept,
}


@lru_cache(maxsize=4)
def _sorted_words(words: WordList) -> list[tuple[str, ...]]:
    return sorted(tuple(_texts(words, word)) for word, _ in words.words())


@lru_cache(maxsize=4)
def _anagrams(words: WordList) -> dict[tuple[str, ...], list[str]]:
    found: dict[tuple[str, ...], list[str]] = {}
    for word, _ in words.words():
        found.setdefault(tuple(sorted(_texts(words, word))), []).append(word)
    return found


@lru_cache(maxsize=8)
def _enciphered(words: WordList, value: str) -> dict[tuple[str, ...], list[str]]:
    """By what stands in the cells, the words whose letters were replaced by those of a key."""
    key = _texts(words, words.alphabet.normalise(value) or "")
    stands = {**{text: text for text in words.alphabet.texts},
              **dict(zip(words.alphabet.texts, key, strict=False))}  # fmt: skip
    found: dict[tuple[str, ...], list[str]] = {}
    for word, _ in words.words():
        found.setdefault(tuple(stands[text] for text in _texts(words, word)), []).append(word)
    return found


@lru_cache(maxsize=8)
def _substituted(words: WordList, value: str) -> dict[tuple[str, ...], list[str]]:
    """By what stands in the cells, the words with a string that was replaced wherever it was."""
    old, new = (_texts(words, words.alphabet.normalise(part) or "") for part in value.split(">"))
    found: dict[tuple[str, ...], list[str]] = {}
    for word, _ in words.words():
        texts = _texts(words, word)
        cells = _replaced(texts, old, new)
        if cells != texts:
            found.setdefault(tuple(cells), []).append(word)
    return found


def _replaced(texts: Sequence[str], old: Sequence[str], new: Sequence[str]) -> list[str]:
    for at in range(len(texts) - len(old) + 1):
        if list(texts[at : at + len(old)]) == list(old):
            return [*texts[:at], *new, *_replaced(texts[at + len(old) :], old, new)]
    return list(texts)
