"""Tiny random puzzles with hidden cells of every sort: treatments, two readings, either/or, paths.

Their fills are those of `support.defined`, which knows the definition alone.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

from support.defined import fills_by_definition

import satcross as sx

SHAPES = ("..", "...", "...", "....", "..\n..", "...\n#.#", "...\n.##", ".#.\n...", "...\n##.\n...")
WITH_LETTER = (
    "misprint", "misprint wrong", "misprint A>B", "latent", "inserted", "without-first",
    "without-last", "letters-latent", "caesar",
)  # fmt: skip
WITHOUT = (
    "reversed", "cyclic", "cyclic reversed", "jumbled", "without A", "without BA",
    "substitution A>B", "substitution AB>C", "substitution C>AB", "caesar 1", "vigenere BC",
    "cipher CA", "cipher BCA",
)  # fmt: skip
MOST_PRINTED = 800  # choices of letters in the cells of entries
MOST_FILLS = 60


def defined_puzzle(seed: int) -> sx.Puzzle:
    """A puzzle with few fills, mostly with some."""
    chance = random.Random(seed)
    while True:
        puzzle = _random_puzzle(chance)
        if puzzle is None or _n_choices(puzzle) > MOST_PRINTED:
            continue
        n_fills = len(fills_by_definition(puzzle))
        if n_fills <= MOST_FILLS and (n_fills or chance.random() < 0.3):
            return puzzle


def _n_choices(puzzle: sx.Puzzle) -> int:
    cells = {at for slot in puzzle.slots for at in slot.entry_cells}
    n = sum(puzzle.grid.cells[at] == "." for at in cells)
    return int(len(puzzle.listed.alphabet.texts) ** n)


def _random_puzzle(chance: random.Random) -> sx.Puzzle | None:
    letters = chance.choice(("ABC", "ABC", "AB", "ABCD"))
    shape = chance.choice(SHAPES)
    longest = max(map(len, shape.split("\n"))) + 1
    every = ["".join(w) for n in range(2, longest + 1) for w in product(letters, repeat=n)]
    some = chance.sample(every, min(len(every), chance.randint(2, 24)))
    words = {word: chance.choice((10, 20, 30, 40)) for word in some}
    listed = sx.WordList.from_words(words, alphabet=sx.Alphabet(letters))
    try:
        plain = sx.Puzzle(shape, listed)
        names = [slot.name for slot in plain.slots]
        cells = [plain.grid.cell_name(at) for at in sorted(plain.cells_in_slots)]
        rules = _others(names, cells, letters, chance)
        names = [slot.name for slot in sx.Puzzle(shape, listed, rules).slots]
        chance.shuffle(names)
        n = chance.randint(1, len(names))
        if chance.random() < 0.9:
            rules.append(_treatment(names[:n], cells, letters, chance))
            if n < len(names) and chance.random() < 0.3:
                rules.append(_treatment(names[n:], cells, letters, chance))
        if not rules:
            return None
        if chance.random() < 0.2:
            rules.append(f"min-score {chance.choice((20, 30))} {chance.choice(names)}")
        if chance.random() < 0.3:
            rules.append("allow-repeats")
        puzzle = sx.Puzzle(_with_letter(shape, letters, chance), listed, rules)
        # An entry that is wholly given may be any text.
        has_open = all(puzzle.given_codes(slot) is None for slot in puzzle.slots)
        return puzzle if has_open else None
    except (sx.OptionError, sx.GridError):  # what does not go together
        return None


def _with_letter(shape: str, letters: str, chance: random.Random) -> str:
    """A shape of which a cell may hold a letter, where no entry is wholly given by it."""
    places = [at for at, text in enumerate(shape) if text == "."]
    if chance.random() < 0.7:
        return shape
    at = chance.choice(places)
    return shape[:at] + chance.choice(letters) + shape[at + 1 :]


def _others(
    names: Sequence[str], cells: Sequence[str], letters: str, chance: random.Random
) -> list[str]:
    """Rules that add hidden cells and slots."""
    rules: list[str] = []
    match chance.randint(0, 9):
        case 0 | 1:
            some = chance.sample(list(cells), min(len(cells), chance.randint(1, 2)))
            pair = "".join(chance.sample(letters, 2))
            given = f"={pair[0]}/{pair[1]}" if chance.random() < 0.3 else ""
            rules.append(f"two-readings {some[0]}{given} {' '.join(some[1:])}".rstrip())
        case 2:
            rules.append("two-readings 1" + chance.choice(("", f" in {' '.join(cells[:2])}")))
        case 3 | 4:
            pairs = {"/".join(chance.sample([*letters, "AB", "CA"], 2)) for _ in range(2)}
            text = f": {', '.join(sorted(pairs))}" if chance.random() < 0.7 else ""
            rules.append(f"either-or {chance.choice(cells)}{text}")
        case 5:
            some = chance.sample(list(cells), min(len(cells), 2))
            rules += ["cell h1", f"slot nina: {some[0]} h1 {some[-1]}"]
        case 6:
            some = chance.sample(list(cells), min(len(cells), 3))
            rules.append(f"slot nina: {' '.join(some)}")
    return rules


def _is_in(way: str, letters: str) -> bool:
    """Whether the alphabet has the letters that a treatment names."""
    return {text for text in way if text in "ABC"} <= {*letters}


def _treatment(
    about: Sequence[str], cells: Sequence[str], letters: str, chance: random.Random
) -> str:
    """A rule about some slots."""
    n = len(about)
    parts: list[str] = []
    spelling = chance.random() < 0.6
    known = [way for way in (*WITH_LETTER, *WITHOUT * (not spelling)) if _is_in(way, letters)]
    ways = chance.sample(known, chance.randint(1, 2))
    several = chance.choice(("several readings", "several readings", "one message", "plain first",
                             ""))  # fmt: skip
    how = chance.choice(("letters", "letters", "kinds", "both", "spells", "treated", "number",
                         "key", "", ""))  # fmt: skip
    own = [f"m{at}" for at in range(n)]
    if chance.random() < 0.2:
        own[0] = chance.choice(cells)
    one_or_each = "k" if chance.random() < 0.3 else " ".join(own)
    may_be_plain = how in ("treated", "number") or several == "plain first"
    if how != "spells" and (may_be_plain or chance.random() < 0.4):
        ways.insert(chance.randint(0, len(ways)), "plain")
    if how in ("letters", "both"):
        parts.append(f"letters in {one_or_each}")
    if how in ("kinds", "both"):
        parts.append(f"kinds in {' '.join(f't{at}' for at in range(n))}")
    if how == "spells":
        parts.append(f"spells {''.join(chance.choices(letters, k=n))}")
    if how == "treated":
        every = {"".join(chance.choices(letters[1:], k=chance.randint(1, n))) for _ in range(2)}
        parts.append(f"treated spell {', '.join(sorted(every))}")
    if how == "number":
        parts.append(f"treated {chance.randint(1, n)}")
    if how == "key":
        keys = sorted({"".join(chance.choices(letters, k=chance.randint(1, 2))) for _ in range(3)})
        longest = max(map(len, keys))
        parts.append(f"key in {' '.join(f'k{at}' for at in range(longest))}: {', '.join(keys)}")
        ways = ["vigenere", *(ways[:1] if chance.random() < 0.5 else [])]
    if several:
        parts.append(several)
    return f"treatment {' '.join(about)}: {'; '.join([', '.join(ways), *parts])}"
