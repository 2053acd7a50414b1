"""Small files of Qxw, with everything that its filler can be asked."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS = "ABCDE"  # of words, each of which has a letter once, so that no form of a word is itself
GEOMETRIES = range(13)


@dataclass
class QxwFile:
    """What a file says.

    Args:
        rows: "." open, "#" block, "~" cutout, or what a square holds.
        light: dictionaries, ways of entry, treated, multiplexed: of lights without their own.
        treatment: mode, whether it must be words, and the orders of both messages.
        choices: lines TCST: a number of a light, and letters.
        dictionaries: file, file filter, answer filter.
        own: by column, row and direction, as `light`.
        free: cells of free lights as columns and rows, with what `light` has.
        bars, merges: by column and row, bits.
        split: squares whose letters differ by direction.
        held: by column, row and direction, what is there.
    """

    rows: Sequence[str]
    geometry: int = 0
    light: tuple[int, int, int, int] = (1, 1, 0, 0)
    treatment: tuple[int, int, int, int] = (0, 0, 0, 0)
    messages: tuple[str, str] = ("", "")
    choices: Sequence[tuple[int, str]] = ()
    dictionaries: Sequence[tuple[str, str, str]] = (("words", "", ""),)
    own: Mapping[tuple[int, int, int], tuple[int, int, int, int]] = field(default_factory=dict)
    free: Sequence[tuple[Sequence[tuple[int, int]], tuple[int, int, int, int]]] = ()
    bars: Mapping[tuple[int, int], int] = field(default_factory=dict)
    merges: Mapping[tuple[int, int], int] = field(default_factory=dict)
    split: Sequence[tuple[int, int]] = ()
    held: Mapping[tuple[int, int, int], str] = field(default_factory=dict)

    def text(self) -> str:
        """The file."""
        mode, must_be_words, *orders = self.treatment
        n_cols, places = len(self.rows[0]), self.places()
        out = ["#QXW2v5 http://www.quinapalus.com"]
        out += [f"GP {self.geometry} {n_cols} {len(self.rows)} 1 0 0", "TTL", "+", "AUT", "+"]
        for number, letter in enumerate(LATIN, 1):
            is_vowel = letter in "AEIOU"
            out += [f"ALP {number} {is_vowel:d} {not is_vowel:d} 1"]
            out += [f"+{letter}", f"+{letter}{letter.lower()}"]
        dictionaries, ways, treated, multiplexed = self.light
        out += [f"GLP {dictionaries} {ways} {treated} 0 0 {multiplexed}"]
        out += ["GSP ffffff 000000 0 0 0 0 000000"]
        out += [f"TM 0 {mode} {must_be_words} {orders[0]} {orders[1]}", "+"]
        for number, message in enumerate(self.messages):
            out += [f"TMSG 0 {number}", f"+{message}"]
        out += [f"TCST 0 {number} {letters}" for number, letters in self.choices]
        for at, name in enumerate(("DFN", "DSF", "DAF")):
            for number, texts in enumerate(self.dictionaries):
                out += [f"{name} {number}", f"+{texts[at]}"]
        flags = {"#": 1, "~": 8}
        for x, y in places:
            bars, merges = self.bars.get((x, y), 0), self.merges.get((x, y), 0)
            out.append(f"SQ {x} {y} {bars} {merges} {flags.get(self.rows[y][x], 0)} .")
        out += [f"SQSP {x} {y} ffffff 000000 0 1 0 1 000000" for x, y in self.split]
        for (x, y, way), (which, how, is_treated, is_multiplexed) in self.own.items():
            out.append(f"SQLP {x} {y} {way} {which} {how} {is_treated} 1 0 {is_multiplexed}")
        for number, (cells, _) in enumerate(self.free):
            out += [f"VL {number} {at} {x} {y}" for at, (x, y) in enumerate(cells)]
        for number, (_, (which, how, is_treated, _)) in enumerate(self.free):
            out.append(f"VLP {number} {which} {how} {is_treated} 1 0 0")
        for x, y in places:
            for way in range(3 if self.geometry in (1, 2) else 2):
                mark = self.rows[y][x]
                usual = mark if mark not in "#~" and not way else "."
                out.append(f'SQCT {x} {y} {way} "{self.held.get((x, y, way), usual)}"')
        return "\n".join([*out, "END", ""])

    def places(self) -> list[tuple[int, int]]:
        return [(x, y) for y, row in enumerate(self.rows) for x in range(len(row))]


def words_of(chance: random.Random, n: int) -> list[str]:
    every = ["".join(word) for size in (2, 3, 4, 5) for word in permutations(LETTERS, size)]
    return chance.sample(every, n)


def random_file(seed: int) -> tuple[QxwFile, list[str], list[str]]:
    """A file, and the words of its two dictionaries, `words` and `more`."""
    chance = random.Random(seed)
    n_rows, n_cols = chance.choice([(2, 3), (3, 3), (3, 4), (2, 4), (3, 5)])
    rows = [
        "".join("#" if chance.random() < 0.15 else "." for _ in range(n_cols))
        for _ in range(n_rows)
    ]
    file = QxwFile(rows, chance.choice([0, 0, 0, 0, *GEOMETRIES]))
    places = [place for place in file.places() if rows[place[1]][place[0]] == "."]
    n_ways = 3 if file.geometry in (1, 2) else 2
    bits = (1 << n_ways) - 1
    file.bars = {p: chance.randint(0, bits) for p in places if chance.random() < 0.3}
    kinds = chance.sample(
        ["methods", "treated", "free", "merged", "split", "long", "choices", "two", "none"],
        chance.randint(1, 2),
    )
    methods = (1, 2, 3, 5, 7, 11, 15, 16, 17) if "methods" in kinds else (1,)
    masks = [1]
    if "two" in kinds:
        file.dictionaries = (("words", "", ""), ("more", "", chance.choice(("", "^[A-C]"))))
        masks = [1, 2, 3]
    treated = "treated" in kinds

    def light() -> tuple[int, int, int, int]:
        mask = 0 if "none" in kinds and chance.random() < 0.3 else chance.choice(masks)
        is_treated = treated and chance.random() < 0.6
        way = chance.choice((1, 1, 2)) if is_treated and "methods" in kinds else 1
        is_long = "long" in kinds and chance.random() < 0.5
        return mask, way if is_treated else chance.choice(methods), int(is_treated), int(is_long)

    file.light = light()
    file.own = {
        (x, y, way): light() for x, y in places for way in range(n_ways) if chance.random() < 0.4
    }
    if treated:
        mode = chance.choice((1, 2, 3, 4, 4, 5, 6, 6, 7, 7, 8, 8, 10, 10, 11, 11))
        spread = chance.choice((0, 0, 1, 2)) if mode in (4, 6, 7, 8, 10, 11) else 0
        least = "B" if mode == 4 else "A"
        letters = [one for one in LETTERS if one >= least]
        messages = ["".join(chance.choices(letters, k=chance.randint(0, 3))) for _ in range(2)]
        file.treatment = (mode, int(chance.random() < 0.1), spread, 0)
        file.messages = (messages[0], messages[1] if mode == 5 else "")
        if spread and chance.random() < 0.3:
            file.choices = [(chance.randint(0, 2), chance.choice(("-", "[AB-]", "[BCD]", "?")))]
    if "free" in kinds and len(places) > 3:
        file.free = [
            (chance.sample(places, chance.randint(2, min(4, len(places)))), light())
            for _ in range(chance.randint(1, 2))
        ]
    if "merged" in kinds:
        file.merges = {
            p: 1 << chance.randrange(n_ways) for p in chance.sample(places, min(2, len(places)))
        }
        file.bars = {p: bar & ~file.merges.get(p, 0) for p, bar in file.bars.items()}
    if "split" in kinds:
        file.split = chance.sample(places, min(2, len(places)))
    held = {}
    if "long" in kinds:
        for x, y in chance.sample(places, min(2, len(places))):
            held[x, y, 0] = chance.choice(("..", "A.", "..", ".[BC]"))
    if "choices" in kinds:
        for x, y in chance.sample(places, min(3, len(places))):
            held[x, y, 0] = chance.choice(("@", "#", "[AB]", "[^A]", "[B-D]", "E"))
    file.held = held
    return file, words_of(chance, chance.randint(40, 150)), words_of(chance, 30)
