"""What Qxw's filler would be asked, as rules of a puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from satcross.apps.interchange.qxw.letters import DASH, Letters
from satcross.apps.interchange.qxw.lights import FillerCell, Lights, Place, Props, QxwLight
from satcross.extend import MAX_SIDE, normal_name

NAME = "qxw"  # of the format, and of its extras
NO_LIGHTS = MAX_SIDE  # cells of the shortest light: there are none, and every slot has a rule
FORWARDS, BACKWARDS, JUMBLED = 1, 2, 16
METHODS = {1: "plain", 2: "reversed", 4: "cyclic", 8: "cyclic reversed", 16: "jumbled"}
(NONE, PLAYFAIR, CIPHER, VIGENERE, CAESAR, MISPRINT, LATENT, ALL_LATENT, INSERTED, PLUGIN, RIGHT,
 WRONG) = range(12)  # fmt: skip
WITH_LETTER = {
    CAESAR: "caesar", LATENT: "latent", ALL_LATENT: "letters-latent", INSERTED: "inserted",
    RIGHT: "misprint", WRONG: "misprint wrong",
}  # fmt: skip
WITH_KEY = {PLAYFAIR: "playfair-kept", CIPHER: "cipher", VIGENERE: "vigenere"}
IN_TURN, IN_ORDER, IN_ANY_ORDER = range(3)  # how a message is divided among treated lights


class Treating(NamedTuple):
    """How answers are treated.

    Args:
        mode: the number of the treatment.
        message, second: what its letters spell, or a key.
        orders: of both, how they are divided.
        must_be_words: whether what is made of an answer is in a dictionary itself.
        choices: by the number of a treated light, from 0, a choice of its letter.
        letters: the alphabet.
    """

    mode: int
    message: str
    second: str
    orders: tuple[int, int]
    must_be_words: bool
    choices: Mapping[int, str]
    letters: Letters


class FillerWord(NamedTuple):
    """A word of the filler.

    Args:
        name: of its slot.
        cells: their names.
        dictionaries, methods, is_treated: as `Props`.
    """

    name: str
    cells: tuple[str, ...]
    dictionaries: int
    methods: int
    is_treated: bool


class FillerTask(NamedTuple):
    """What is asked.

    Args:
        words: in the filler's order.
        rules: as texts.
        held: by cell, a letter or a choice of letters that stands there.
        problem: why it cannot be asked here; "" if it can.
    """

    words: list[FillerWord]
    rules: list[str]
    held: dict[str, str]
    problem: str = ""


def task_of(
    lights: Lights,
    found: Sequence[tuple[QxwLight, Props, str]],
    treating: Treating,
    slots: Mapping[tuple[Place, ...], str],
) -> FillerTask:
    """The task of a grid.

    Args:
        lights: of the grid.
        found: each light, what is said of it, and its name if it is no slot of ours.
        treating: how answers are treated.
        slots: the names of the slots that the grid has here, by their squares.
    """
    cells = _Cells(lights)
    wanted = [one for one in found if one[1].dictionaries]
    own = {light.squares for light, *_ in wanted if light.way >= 0}
    is_treating = treating.mode != NONE
    as_usual = (
        bool(slots)
        and own == slots.keys()
        and not any(
            (is_treating and props.is_treated and props.methods != FORWARDS)
            or any(
                not cells.is_whole(square)
                or (
                    cells.is_long(square)
                    and (props.is_multiplexed or cells.has_treatments(wanted, is_treating))
                )
                for square in light.squares
            )
            for light, props, _ in wanted
        )
    )
    words: list[FillerWord] = []
    rules: list[str] = [] if as_usual else [f"min-length {NO_LIGHTS}"]
    for light, props, name in wanted:
        is_slot = as_usual and light.way >= 0
        every = lights.words(light, props.is_multiplexed)
        if as_usual:
            every = [tuple(FillerCell(square, 0, 0) for square in light.squares)]
        for number, letters in enumerate(filter(None, every), 1):
            names, methods = tuple(map(cells.name, letters)), props.methods
            if is_treating and props.is_treated and methods == BACKWARDS:
                names, methods = names[::-1], FORWARDS
            full = slots[light.squares] if is_slot else name
            full += f".{number}" if number > 1 else ""
            words.append(FillerWord(full, names, props.dictionaries, methods, props.is_treated))
            if not is_slot:
                rules.append(f"slot {full}: {' '.join(names)}")
    used = {name for word in words for name in word.cells}
    rules[:0] = list(cells.hidden(used))
    rules += cells.choices(used)
    try:
        rules += _treatments(words, treating)
    except UnableError as error:
        return FillerTask(words, rules, cells.held(used), str(error))
    return FillerTask(words, rules, cells.held(used))


class UnableError(Exception):
    """There is nothing here that does so."""


class _Cells:
    """The names of the filler's cells, and what may stand in them."""

    def __init__(self, lights: Lights) -> None:
        self._lights = lights
        self._names: dict[FillerCell, str] = {}

    def is_whole(self, square: Place) -> bool:
        """Whether a cell of ours can hold what the square holds: a letter, or several known."""
        held = self._lights.held(square, 0)
        known = all(text and text[0] != "[" for text in held)
        return square not in self._lights.grid.split and (len(held) == 1 or known)

    def is_long(self, square: Place) -> bool:
        """Whether it holds several letters."""
        return len(self._lights.held(square, 0)) > 1

    @staticmethod
    def has_treatments(found: Iterable[tuple[QxwLight, Props, str]], is_treating: bool) -> bool:
        """Whether answers are not entered as they are."""
        return any(
            props.methods != FORWARDS or (is_treating and props.is_treated) for _, props, _ in found
        )

    def name(self, letter: FillerCell) -> str:
        """The name of a cell; the first letter of a square is in the square's."""
        if letter not in self._names:
            (x, y), way, offset = letter
            before = sum(len(self._lights.held(letter.square, at)) for at in range(way))
            number = before + offset + 1
            self._names[letter] = f"r{y + 1}c{x + 1}" + (f"_{number}" if number > 1 else "")
        return self._names[letter]

    def held(self, used: set[str]) -> dict[str, str]:
        """By name, what stands in cells."""
        texts = {name: self._text(letter) for letter, name in self._names.items()}
        return {name: text for name, text in texts.items() if text and name in used}

    def hidden(self, used: set[str]) -> Iterator[str]:
        """The rules of cells that are no squares, with the letters in them."""
        for letter, name in self._names.items():
            if "_" in name and name in used:
                text = self._text(letter)
                is_known = text and text[0] != "["
                yield f"cell {name} = {text}" if is_known else f"cell {name}"

    def choices(self, used: set[str]) -> Iterator[str]:
        """The rules of cells with a choice of letters, or one that the square does not show."""
        for letter, name in self._names.items():
            text = self._text(letter)
            square_shows = self.is_whole(letter.square)
            if name in used and (
                text.startswith("[") or (text and "_" not in name and not square_shows)
            ):
                yield f"{name}={text}"

    def _text(self, letter: FillerCell) -> str:
        return self._lights.held(letter.square, letter.way)[letter.offset]


def _treatments(words: Sequence[FillerWord], treating: Treating) -> Iterator[str]:
    """The rules that say how answers are treated and entered.

    Raises:
        UnableError: there is nothing here that does so.
    """
    treated = [word for word in words if word.is_treated] if treating.mode != NONE else []
    plain: list[FillerWord] = [word for word in words if word not in treated]
    if treated:
        for word in treated:
            if word.methods != FORWARDS:
                raise UnableError(
                    f"the light {word.name} is treated, and its answer not entered forwards"
                )
        if treating.mode == PLUGIN:
            raise UnableError("a plug-in treats answers")
        if treating.must_be_words:
            for word in treated:
                yield f"slot {word.name}.word: {' '.join(word.cells)}"
        by_treatment = _of_each(treated, treating)
        if isinstance(by_treatment, list):
            yield from by_treatment
            by_treatment = {}
        for (treatment, message), names in by_treatment.items():
            if treatment == "plain":
                plain_names = set(names)
                plain += [word for word in treated if word.name in plain_names]
                continue
            spells = f"; spells {message * len(names)}" if message else ""
            yield f"treatment {' '.join(names)}: {treatment}{spells}; several readings"
    by_methods: dict[int, list[str]] = {}
    for word in plain:
        if word.methods != FORWARDS:
            methods = word.methods if not word.methods & JUMBLED else FORWARDS | JUMBLED
            by_methods.setdefault(methods, []).append(word.name)
    for methods, names in by_methods.items():
        ways = ", ".join(way for bit, way in METHODS.items() if methods & bit)
        yield f"treatment {' '.join(names)}: {ways}; several readings"


def _of_each(
    treated: Sequence[FillerWord], treating: Treating
) -> dict[tuple[str, str], list[str]] | list[str]:
    """By treatment and letter, the lights; or rules of a message that lights share freely."""
    mode, letters = treating.mode, treating.letters
    message = letters.only(treating.message)
    found: dict[tuple[str, str], list[str]] = {}
    each: list[tuple[str, str]]
    if mode in WITH_KEY:
        first = letters.every[:1]
        is_plain = not message if mode != PLAYFAIR else False
        if mode == VIGENERE:
            is_plain = not message.strip(first)
        each = [("plain", "") if is_plain else (f"{WITH_KEY[mode]} {message}".strip(), "")] * len(
            treated
        )
    elif mode == MISPRINT:
        if any(treating.orders):
            raise UnableError("misprints of two messages do not come in turn")
        each = [_misprint(at, treating) for at in range(len(treated))]
    elif treating.orders[0] == IN_TURN:
        if mode == CAESAR and message:
            message *= len(treated) // len(message) + 1
        each = [(WITH_LETTER[mode], letter) for letter in message[: len(treated)]]
        if mode == CAESAR:
            first = letters.every[:1]
            each = [("plain", "") if letter == first else (way, letter) for way, letter in each]
        each += [("plain", "")] * (len(treated) - len(each))
    else:
        return list(_shared(treated, message, treating))
    for word, one in zip(treated, each, strict=True):
        found.setdefault(one, []).append(word.name)
    return found


def _shared(treated: Sequence[FillerWord], message: str, treating: Treating) -> Iterator[str]:
    """The rules of a message whose letters any of the lights have, and others are not treated."""
    every, n = treating.letters.every, len(treated)
    first, message = every[:1], message[:n]
    if treating.mode == CAESAR and first in message:
        raise UnableError(f"the key letter {first} leaves an answer as it is")
    names = " ".join(word.name for word in treated)
    way = WITH_LETTER[treating.mode]
    rule = f"treatment {names}: plain, {way}; several readings"
    if treating.orders[0] == IN_ORDER and message:
        letters = [normal_name(f"m{word.name}") for word in treated]
        plain = next((letter for letter in every if letter not in message), "")
        if not plain:
            raise UnableError("a message that any lights share has all letters")
        yield f"{rule}; treated spell {message}"
        is_plain, is_treated = [f"{cell}={plain}" for cell in letters], [""] * n
    else:
        letters, kinds = ([f"{name}{at}" for at in range(1, n + 1)] for name in ("message", "kind"))
        yield f"{rule}; letters in {' '.join(letters)}; kinds in {' '.join(kinds)}"
        yield f"letter-count {' '.join(kinds)}: {every[1:2]} {len(message)}"
        counts = {one: message.count(one) for one in every}
        counts[first] += n - len(message)
        for letter in every:
            yield f"letter-count {' '.join(letters)}: {letter} {counts[letter] or 'none'}"
        is_plain = [f"{cell}={first}" for cell in kinds]
        is_treated = [f"{cell}={every[1:2]}" for cell in kinds]
    for at, text in treating.choices.items():
        chosen = treating.letters.sets(text, with_dash=True) if at < n else [""]
        if not chosen:
            raise UnableError(f"{text[:20]!r} is no choice of letters for a message")
        inside = chosen[0].strip("[]")
        only = inside.replace(DASH, "")
        if inside and not only:
            yield is_plain[at]
        elif inside and DASH in inside:
            yield f"any of {is_plain[at]}, {letters[at]}=[{only}]"
        elif inside:
            if is_treated[at]:
                yield is_treated[at]
            yield f"{letters[at]}=[{only}]"


def _misprint(at: int, treating: Treating) -> tuple[str, str]:
    """The treatment of the light of a number: the right letter, the wrong one, or both are said."""
    right, wrong = (
        treating.letters.shown.get(text[at], "") if at < len(text) else ""
        for text in (treating.message, treating.second)
    )
    if right and wrong:
        return ("plain", "") if right == wrong else (f"misprint {right}>{wrong}", "")
    if right:
        return "misprint", right
    return ("misprint wrong", wrong) if wrong else ("plain", "")
