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

from satcross import WordList
from satcross.extend import Filled, NamedCell, RuleChecker, SlotContent
from satcross.verification.rules import line_of_cells

FAULT = "treatment"


class Reading(NamedTuple):
    """A word that an entry can be read as, by which treatment and key, and its letter or ""."""

    word: str
    treatment: str
    letter: str
    key: str = ""

    def __str__(self) -> str:
        key = f" with the key {self.key}" if self.key else ""
        return f"{self.word} by {self.treatment}{key}"


def held(rule: Any, names: Iterable[str]) -> list[str]:
    """The cells of letters, treatments and key."""
    first = "m" * bool(rule.treated) or "t" * bool(rule.number)
    about = RuleChecker(rule).slots_meant(list(names)) or names
    own = [f"{first}{name.lower()}" for name in about if first]
    return line_of_cells(f"{rule.letters} {rule.kinds} {rule.key}") + own


def cells(rule: Any, lights: Mapping[str, list[str]]) -> dict[NamedCell, str]:
    """Hidden cells for what is in no cell of the rectangle."""
    every = held(rule, lights)
    return {NamedCell(name): "" for name in every if not re.fullmatch(r"r\d+c\d+", name)}


def faults(rule: Any, filled: Filled) -> Iterable[tuple[str, str]]:
    """Each of its slots whose cells are made of no word, or of several, or by the wrong letter.

    And each whose letter, treatment or key is not the one in the cells for it; and a message that
    is not one of those that treated entries may spell, or not the only one.
    """
    letters = _letters(rule, filled.names, filled.words)
    about = {name.upper() for name in RuleChecker(rule).slots_meant(filled.names) or filled.names}
    all_read = [
        (entry, readings(rule, entry, filled.names, filled.words, filled.cells))
        for entry in filled.entries
        if not entry.given and entry.slot.upper() in about
    ]
    for entry, found in all_read:
        letter = letters.get(entry.slot.upper(), "")
        what = f"{entry.slot} {''.join(entry.cells)}"
        if not found:
            yield entry.slot, f"{what} is no word by {' or '.join(rule.treatments)}"
        elif not _is_fair(rule, found):
            yield entry.slot, f"{what} can be read as {found[0]} and {_other(rule, found)}"
        elif letter and found[0].letter != letter:
            yield entry.slot, f"{what} has the letter {found[0].letter}, not {letter}"
        else:
            for name, text in _expected(
                rule, entry, found[0], filled.names, filled.words, filled.cells
            ):
                if filled.cells.get(name) != text:
                    yield entry.slot, f"{what} is not what {name} says"
    if rule.one_message and not all(_is_fair(rule, found) for _, found in all_read):
        first = "".join(found[0].letter or "-" for _, found in all_read if found)
        other = "".join(_other(rule, found).letter or "-" for _, found in all_read if found)
        yield "", f"the message can be {first} and {other}"
    if rule.number:
        n = sum(found[0].treatment != "plain" for _, found in all_read if found)
        most = n + len(about) - len(all_read)  # those given that are no form count as either
        if not n <= rule.number <= most and all(found for _, found in all_read):
            yield "", f"the number of treated entries is {n}, not {rule.number}"
    if rule.treated and all(found for _, found in all_read):
        places = list(map(str.upper, RuleChecker(rule).slots_meant(filled.names) or filled.names))
        in_order = sorted(all_read, key=lambda pair: places.index(pair[0].slot.upper()))
        spelt = filled.words.alphabet.joined([found[0].letter for _, found in in_order])
        wanted = [filled.words.alphabet.normalise(text) for text in rule.treated]
        if spelt not in wanted:
            yield "", f"the treated entries spell {spelt or 'nothing'}, not {rule.treated[0]}"


def _is_fair(rule: Any, found: list[Reading]) -> bool:
    """Whether readings are as few as the rule asks for."""
    if rule.one_message:
        return len({one.letter for one in found}) < 2
    return bool(rule.several) or len(found) < 2


def _other(rule: Any, found: list[Reading]) -> Reading:
    """A second reading, with another letter if that matters; the first if there is none."""
    others = [one for one in found[1:] if not rule.one_message or one.letter != found[0].letter]
    return (others or found)[0]


def _expected(
    rule: Any,
    entry: SlotContent,
    reading: Reading,
    names: Sequence[str],
    words: WordList,
    held: Mapping[str, str],
) -> Iterator[tuple[str, str]]:
    """The cells for an entry, and what they have to hold."""
    if not (rule.letters or rule.kinds or rule.treated or rule.number or rule.key):
        return
    slots = [name.upper() for name in RuleChecker(rule).slots_meant(list(names)) or names]
    at, texts = slots.index(entry.slot.upper()), words.alphabet.texts
    number = rule.treatments.index(reading.treatment)
    kind = texts[number] if rule.kinds or rule.number else ""
    for cells_of, text in ((rule.letters, reading.letter or texts[0]), (rule.kinds, kind)):
        cells = line_of_cells(cells_of, held)
        if cells:
            yield cells[0 if len(cells) == 1 else at], text
    if rule.number:
        yield f"t{entry.slot.lower()}", kind
    if rule.treated:
        used = {letter for text in rule.treated for letter in _texts_in(words, text)}
        blank = next(text for text in texts if text not in used)
        # A letter that no message has is in no cell: the blank says that the entry is plain.
        text = reading.letter if reading.letter in used else ""
        yield f"m{entry.slot.lower()}", blank if reading.treatment == "plain" else text
    cells = line_of_cells(rule.key, held)
    key = _texts_in(words, reading.key)
    for at, name in enumerate(cells if key else ()):
        yield name, key[at % len(key)]
    if cells and not key:  # it is by no key, so that any of them may be in the cells
        inside = tuple(held.get(name, "") for name in cells)
        ways = [(_texts_in(words, one) * len(cells))[: len(cells)] for one in rule.keys]
        if inside not in ways:
            yield cells[0], "a letter of a key"


def readings(
    rule: Any,
    entry: SlotContent,
    names: Sequence[str],
    words: WordList,
    held: Mapping[str, str],
) -> list[Reading]:
    """All readings of an entry: a word once for each treatment. The one that counts is first.

    One that was given as it may not be filled, by the wrong letter or with several readings, has
    none.

    Of several that is the one with the letter that a message needs, and that the cells of letters
    and treatments say, the best score, the earlier treatment, the shorter word, the earlier one.

    Args: names: of all slots; held: what cells hold, by name.
    """
    letter = _letters(rule, names, words).get(entry.slot.upper(), "")
    found: dict[tuple[str, str, str], Reading] = {}
    for text in rule.treatments:
        name, _, value = text.partition(" ")
        is_cipher = name in ("vigenere", "playfair")
        for key in rule.keys or value.split("|") if is_cipher else [""]:
            for word, has in _listed(name, entry.cells, key or value, words):
                if name == "plain" or word != entry.word:
                    found.setdefault((text, key, word), Reading(word, text, has, key))
    if rule.plain_first and words.index(entry.word) is not None:
        found = {way: one for way, one in found.items() if one.treatment == "plain"}
    ordered = sorted(
        found.values(),
        key=lambda one: (
            bool(letter) and one.letter != letter,
            any(
                held.get(name) != text
                for name, text in _expected(rule, entry, one, names, words, held)
            ),
            -(words.score(one.word) or 0),
            rule.treatments.index(one.treatment),
            words.alphabet.size(one.word),
            words.alphabet.codes(one.word),
        ),
    )
    is_wrong = not _is_fair(rule, ordered) or (
        letter != "" and any(one.letter != letter for one in ordered[:1])
    )
    return [] if entry.given and is_wrong else ordered


def _letters(rule: Any, names: Sequence[str], words: WordList) -> dict[str, str]:
    """By slot, the letter that its entry needs to spell the message; {} without one."""
    if not rule.message:
        return {}
    letters = _texts(words, words.alphabet.normalise(rule.message) or "")
    slots = [name.upper() for name in RuleChecker(rule).slots_meant(list(names)) or names]
    return dict(zip(slots, letters, strict=False))


@lru_cache(64)
def _texts_in(words: WordList, text: str) -> tuple[str, ...]:
    """The letters of a text as people write it."""
    return tuple(_texts(words, words.alphabet.normalise(text) or ""))


def _texts(words: WordList, text: str) -> list[str]:
    """The letters of a text of the alphabet."""
    alphabet = words.alphabet
    if not alphabet.has_long_letters:
        return list(text)
    return [alphabet.texts[code] for code in alphabet.codes(text)] if text else []


Ways = Iterable[tuple[str, str]]
"""Words that may be in the list, with their letters."""


@lru_cache(4096)  # each entry is read twice, and fills that are checked in turn have many alike
def _listed(
    name: str, cells: tuple[str, ...], value: str, words: WordList
) -> list[tuple[str, str]]:
    """Words of the list of which a treatment makes what stands in cells, with their letters."""
    ways = _FINDERS[name](list(cells), value, words)
    return [way for way in ways if words.index(way[0]) is not None]


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
    for word in _anagrams(words, len(cells)).get(tuple(sorted(cells)), ()):
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
    symbols = dict(zip(words.alphabet.texts, words.alphabet.letters, strict=True))
    rest, more = "".join(map(symbols.__getitem__, cells)), symbols[letter]

    def goes_on(start: str, used: int) -> Iterator[str]:
        at = bisect_left(listed, start)
        if at == len(listed) or not listed[at].startswith(start):
            return
        if used == len(rest) and listed[at] == start and len(start) > len(rest):
            yield words.alphabet.text(start)
        yield from goes_on(start + more, used)
        if used < len(rest):
            yield from goes_on(start + rest[used], used + 1)

    return goes_on("", 0)


def _without(cells: list[str], value: str, words: WordList) -> Ways:
    gone = _texts(words, words.alphabet.normalise(value) or "")
    for at in range(len(cells) + 1):
        yield words.alphabet.joined([*cells[:at], *gone, *cells[at:]]), ""


def _substitution(cells: list[str], value: str, words: WordList) -> Ways:
    old, new = (_texts(words, words.alphabet.normalise(part) or "") for part in value.split(">"))
    for length in words.lengths:
        more, of_one = len(cells) - length, len(new) - len(old)
        if more % of_one == 0 and more // of_one > 0 if of_one else not more:
            for word in _substituted(words, tuple(old), tuple(new), length).get(tuple(cells), ()):
                yield word, ""


def _cipher(cells: list[str], value: str, words: WordList) -> Ways:
    for word in _enciphered(words, value, len(cells)).get(tuple(cells), ()):
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
def _sorted_words(words: WordList) -> list[str]:
    """All words, each with one character for each letter."""
    every = (word for length in words.lengths for word in _words_of(words, length))
    return sorted(map(words.alphabet.symbols, every))


def _words_of(words: WordList, length: int) -> Iterator[str]:
    """The words of some length: of all others no entry can be made."""
    return (words.word(length, row) for row in range(len(words.table(length))))


@lru_cache(maxsize=64)
def _anagrams(words: WordList, length: int) -> dict[tuple[str, ...], list[str]]:
    found: dict[tuple[str, ...], list[str]] = {}
    for word in _words_of(words, length):
        found.setdefault(tuple(sorted(_texts(words, word))), []).append(word)
    return found


@lru_cache(maxsize=64)
def _enciphered(words: WordList, value: str, length: int) -> dict[tuple[str, ...], list[str]]:
    """By what stands in the cells, the words whose letters were replaced by those of a key."""
    key = _texts(words, words.alphabet.normalise(value) or "")
    stands = {**{text: text for text in words.alphabet.texts},
              **dict(zip(words.alphabet.texts, key, strict=False))}  # fmt: skip
    found: dict[tuple[str, ...], list[str]] = {}
    for word in _words_of(words, length):
        found.setdefault(tuple(stands[text] for text in _texts(words, word)), []).append(word)
    return found


@lru_cache(maxsize=64)
def _substituted(
    words: WordList, old: tuple[str, ...], new: tuple[str, ...], length: int
) -> dict[tuple[str, ...], list[str]]:
    """By what stands in the cells, the words with a string that was replaced wherever it was."""
    found: dict[tuple[str, ...], list[str]] = {}
    for word in _words_of(words, length):
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
