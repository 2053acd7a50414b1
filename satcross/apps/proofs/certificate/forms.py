"""What treatments make of words, for the check of certificates: word by word, as rules say it.

It shares no code with `satcross.apps.thematic`, which makes the tables of the search, nor with the
finders in its `checkers`, which go from what stands in cells to words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any, NamedTuple

from satcross import Alphabet, WordList
from satcross.apps.proofs.checker.certificate import WrongError
from satcross.extend import RuleChecker, normal_name
from satcross.verification.rules import line_of_cells

Row = tuple[int, ...]
Made = Iterable[tuple[Row, int | None]]
"""Forms of a word with their letters, or None."""


TICK_EVERY = 1 << 12


class FormSource(NamedTuple):
    """A word of which a form is made: by which treatment and which key."""

    rank: int
    key: str
    word: str
    letter: int | None


class TreatedRows:
    """What may stand in the slots of a rule about treatments.

    Args:
        rule: it.
        words: the list.
        names: of all slots.
        tick: called often while forms are made; an exception in it ends that.

    Fields:
        names: of its slots, in the order of a message.
    """

    def __init__(
        self, rule: Any, words: WordList, names: Sequence[str], tick: Callable[[], None]
    ) -> None:
        self._rule, self._words, self._tick = rule, words, tick
        by_name = {normal_name(name): name for name in names}
        meant = RuleChecker(rule).slots_meant(names) or names
        self.names = [by_name.get(normal_name(name), name) for name in meant]
        alphabet = words.alphabet
        self._message = _codes(alphabet, rule.message)
        self._spelt = {code for text in rule.treated for code in _codes(alphabet, text)}
        self._blank = min({*range(len(alphabet))} - self._spelt, default=0)
        self._keys = [_codes(alphabet, key) for key in rule.keys]
        self._n_key = max(map(len, self._keys), default=0) if rule.key else 0
        if (rule.message and len(self._message) != len(self.names)) or not all(self._keys):
            raise WrongError("a message or a key does not fit")

    def letter_of(self, name: str) -> int | None:
        """The letter that an entry has to have for the message; None without one."""
        return self._message[self.names.index(name)] if self._message else None

    @property
    def n_further(self) -> int:
        """How many cells a row has after those of the entry."""
        rule = self._rule
        said = (rule.letters, rule.kinds, rule.treated, rule.number)
        return sum(map(bool, said)) + self._n_key

    def further(self, name: str, position: Callable[[str], int]) -> list[int]:
        """The cells of a slot for its letter, its treatment and its key, as rows have them."""
        rule, at = self._rule, self.names.index(name)
        found: list[str] = []
        for text in filter(None, (rule.letters, rule.kinds)):
            cells = line_of_cells(text)
            if len(cells) not in (1, len(self.names)):
                raise WrongError("there are other cells than slots")
            found.append(cells[0 if len(cells) == 1 else at])
        found += [own_cell(rule, name)] * bool(rule.treated or rule.number)
        key = line_of_cells(rule.key)
        if len(key) != self._n_key:
            raise WrongError("there are other cells than letters of a key")
        return [position(cell) for cell in (*found, *key)]

    def rows(self, name: str, n_cells: int) -> tuple[list[Row], list[str]]:
        """The rows of a slot, and the word of each."""
        found: list[Row] = []
        words: list[str] = []
        for form, readings in self._forms(n_cells).items():
            seen: set[Row] = set()
            for one in self._that_count(form, readings, self.letter_of(name)):
                for more in self._more(one):
                    if more not in seen:
                        seen.add(more)
                        found.append((*form, *more))
                        words.append(one.word)
        return found, words

    def _forms(self, n_cells: int) -> dict[Row, list[FormSource]]:
        """All readings of each form that has this number of cells."""
        alphabet = self._words.alphabet
        found: dict[Row, list[FormSource]] = {}
        for rank, treatment in enumerate(self._rule.treatments):
            name, _, value = treatment.partition(" ")
            has_key = name in ("vigenere", "playfair")
            for key in self._rule.keys or value.split("|") if has_key else [""]:
                make = _maker(name, key or value, n_cells, alphabet)
                for word, _ in self._words.words():
                    codes = alphabet.codes(word)
                    made: dict[tuple[Row, int | None], None] = {}
                    for n, one in enumerate(make(codes)):
                        made[one] = None
                        if not n % TICK_EVERY:
                            self._tick()
                    for form, letter in made:
                        if name == "plain" or form != codes:
                            found.setdefault(form, []).append(FormSource(rank, key, word, letter))
        return found

    def _that_count(
        self, form: Row, readings: list[FormSource], letter: int | None
    ) -> list[FormSource]:
        """The readings that a form may have, the best first."""
        rule, words = self._rule, self._words
        plain = words.alphabet.joined(self._texts(form))
        if rule.plain_first and words.index(plain) is not None:
            readings = [one for one in readings if rule.treatments[one.rank] == "plain"]
        if rule.one_message:
            if len({one.letter for one in readings}) > 1:
                return []
        elif not rule.several and len(readings) > 1:
            return []
        if letter is not None:
            readings = [one for one in readings if one.letter == letter]
        if rule.treated:
            readings = [one for one in readings if one.letter in (None, *self._spelt)]
        return sorted(
            readings,
            key=lambda one: (
                -(words.score(one.word) or 0), one.rank, words.alphabet.size(one.word),
                words.alphabet.codes(one.word),
            ),
        )  # fmt: skip

    def _more(self, reading: FormSource) -> Iterator[Row]:
        """What stands in the further cells of a reading."""
        rule = self._rule
        more: list[int] = []
        if rule.letters:
            more.append(reading.letter or 0)
        if rule.kinds or rule.number:
            more.append(reading.rank)
        if rule.treated:
            more.append(self._blank if reading.letter is None else reading.letter)
        if not self._n_key:
            yield tuple(more)
            return
        for key, text in zip(self._keys, rule.keys, strict=True):
            if reading.key in ("", text):  # without a key, any may stand there
                yield (*more, *(key * self._n_key)[: self._n_key])

    def _texts(self, form: Row) -> list[str]:
        return [self._words.alphabet.texts[code] for code in form]


def own_cell(rule: Any, slot: str) -> str:
    """The hidden cell of an entry: its treatment where a number is treated, or else its letter."""
    return normal_name(f"{'t' if rule.number else 'm'}{slot}")


def _codes(alphabet: Alphabet, text: str) -> Row:
    """The letters of a text that a rule has; () for none."""
    letters = alphabet.normalise(text) if text else ""
    if letters is None or bool(text) > bool(letters):
        raise WrongError(f"{text[:40]!r} has letters that the alphabet lacks")
    return alphabet.codes(letters) if letters else ()


def _maker(name: str, value: str, n_cells: int, alphabet: Alphabet) -> Callable[[Row], Made]:
    """What makes the forms of a word, by a treatment, that have this number of cells."""
    make = _MAKERS.get(name)
    if make is None:
        raise WrongError(f"the check does not know the treatment {name[:40]!r}")
    n_more = _LONGER.get(name, 0)

    def forms(word: Row) -> Made:
        if n_more is not None and len(word) != n_cells + n_more:
            return ()
        return (made for made in make(word, value, alphabet) if len(made[0]) == n_cells)

    return forms


def _cyclic(word: Row, value: str, alphabet: Alphabet) -> Made:
    turned = word[::-1] if value else word
    for at in range(len(word)):
        yield (*turned[at:], *turned[:at]), None


def _jumbled(word: Row, value: str, alphabet: Alphabet) -> Made:
    return ((form, None) for form in permutations(word))


def _misprint(word: Row, value: str, alphabet: Alphabet) -> Made:
    rights = wrongs = tuple(range(len(alphabet)))
    if ">" in value:
        rights, wrongs = (_codes(alphabet, part) for part in value.split(">"))
    for at, right in enumerate(word):
        for wrong in wrongs if right in rights else ():
            if wrong != right:
                form = (*word[:at], wrong, *word[at + 1 :])
                yield form, wrong if value == "wrong" else right


def _latent(word: Row, value: str, alphabet: Alphabet) -> Made:
    return (((*word[:at], *word[at + 1 :]), letter) for at, letter in enumerate(word))


def _inserted(word: Row, value: str, alphabet: Alphabet) -> Made:
    for at in range(len(word) + 1):
        for letter in range(len(alphabet)):
            yield (*word[:at], letter, *word[at:]), letter


def _letters_latent(word: Row, value: str, alphabet: Alphabet) -> Made:
    return ((tuple(code for code in word if code != gone), gone) for gone in set(word))


def _without(word: Row, value: str, alphabet: Alphabet) -> Made:
    gone = _codes(alphabet, value)
    for at in range(len(word) - len(gone) + 1):
        if word[at : at + len(gone)] == gone:
            yield (*word[:at], *word[at + len(gone) :]), None


def _substitution(word: Row, value: str, alphabet: Alphabet) -> Made:
    old, new = (_codes(alphabet, part) for part in value.split(">"))
    form: list[int] = []
    at = 0
    while at < len(word):
        is_there = word[at : at + len(old)] == old
        form += new if is_there else word[at : at + 1]
        at += len(old) if is_there else 1
    yield tuple(form), None


def _caesar(word: Row, value: str, alphabet: Alphabet) -> Made:
    n = len(alphabet)
    for shift in [int(value) % n] if value else range(1, n):
        yield tuple((code + shift) % n for code in word), shift


def _vigenere(word: Row, value: str, alphabet: Alphabet) -> Made:
    key, n = _codes(alphabet, value), len(alphabet)
    yield tuple((code + key[at % len(key)]) % n for at, code in enumerate(word)), None


def _cipher(word: Row, value: str, alphabet: Alphabet) -> Made:
    key = _codes(alphabet, value)
    yield tuple(key[code] if code < len(key) else code for code in word), None


def _playfair(word: Row, value: str, alphabet: Alphabet) -> Made:
    if len(word) % 2 == 0 and all(map(_is_usual, _paired(word))):
        yield from _playfair_kept(word, value, alphabet)


def _playfair_kept(word: Row, value: str, alphabet: Alphabet) -> Made:
    square = list(dict.fromkeys(map(_without_j, (*_codes(alphabet, value), *range(26)))))
    form: list[int] = []
    for pair in _paired(word):
        if not _is_usual(pair):
            form += pair
            continue
        (row, column), (row_2, column_2) = (
            divmod(square.index(_without_j(code)), 5) for code in pair
        )
        if row == row_2:
            places = (row, column + 1), (row, column_2 + 1)
        elif column == column_2:
            places = (row + 1, column), (row_2 + 1, column)
        else:
            places = (row, column_2), (row_2, column)
        form += [square[down % 5 * 5 + right % 5] for down, right in places]
    yield tuple(form), None


def _paired(word: Row) -> list[Row]:
    return [word[at : at + 2] for at in range(0, len(word), 2)]


def _is_usual(pair: Row) -> bool:
    return len(set(map(_without_j, pair))) == 2


def _without_j(code: int) -> int:
    """A letter of A to Z, in whose square J is I."""
    return 8 if code == 9 else code


_MAKERS: dict[str, Callable[[Row, str, Alphabet], Made]] = {
    "plain": lambda word, value, alphabet: [(word, None)],
    "reversed": lambda word, value, alphabet: [(word[::-1], None)],
    "cyclic": _cyclic,
    "jumbled": _jumbled,
    "misprint": _misprint,
    "latent": _latent,
    "inserted": _inserted,
    "without-first": lambda word, value, alphabet: [(word[1:], word[0])],
    "without-last": lambda word, value, alphabet: [(word[:-1], word[-1])],
    "letters-latent": _letters_latent,
    "without": _without,
    "substitution": _substitution,
    "caesar": _caesar,
    "vigenere": _vigenere,
    "cipher": _cipher,
    "playfair": _playfair,
    "playfair-kept": _playfair_kept,
}
_LONGER: dict[str, int | None] = {
    "latent": 1, "without-first": 1, "without-last": 1, "inserted": -1,
    "letters-latent": None, "without": None, "substitution": None,
}  # fmt: skip
"""How many letters more than cells a word has; None for any number."""
