"""The fills of a tiny puzzle, made from the definition in `docs/reference/fills.md` alone.

It shares nothing with encodings, the engine or the checker of fills: words are treated here, where
the checker looks for words that give what stands in cells. A rule is plain data. What is not known
here is an error, and never ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Any, NamedTuple

from support.rule_puzzles import slots_of

import satcross as sx

Held = dict[str, str]
"""What cells hold, by name."""

KNOWN = {"allow-repeats", "cell", "either-or", "min-score", "slot", "treatment", "two-readings"}


class Reading(NamedTuple):
    """A word, the index of the treatment that makes what is printed of it, its letter, its key."""

    word: str
    kind: int
    letter: str = ""
    key: str = ""


@dataclass
class Defined:
    """A fill.

    Args: held: what each cell holds; words: the word that is read in each slot, by its name.
    """

    held: Held
    words: dict[str, str]

    def cells(self, puzzle: sx.Puzzle) -> tuple[str, ...]:
        """As the cells of a filled grid."""
        grid = puzzle.grid
        return tuple(
            self.held.get(grid.cell_name(at), text) if text != "#" else "#"
            for at, text in enumerate(grid.cells)
        )


@dataclass
class _Layout:
    """The cells and slots of a puzzle, before anything stands in them.

    Args:
        slots: by name, the cells of each entry.
        printed: the cells of entries whose letters are tried, with what they may hold.
        same_word: pairs of slots that may hold one word.
    """

    slots: dict[str, list[str]]
    printed: dict[str, list[str]]
    same_word: set[tuple[str, str]] = field(default_factory=set)


def fills_by_definition(puzzle: sx.Puzzle) -> list[Defined]:
    """All fills, each once."""
    if unknown := {rule.kind for rule in puzzle.rules} - KNOWN:
        raise NotImplementedError(f"the definition here has no {min(unknown)}")
    listed = dict(puzzle.listed.words())
    layout = _layout(puzzle, list(puzzle.listed.alphabet.texts))
    treated = {
        name: rule
        for rule in _rules(puzzle)
        if rule.kind == "treatment"
        for name in _slots_named(rule, layout)
    }
    ways = {
        name: _ways(rule, len(layout.slots[name]), puzzle, listed) for name, rule in treated.items()
    }
    found: list[Defined] = []
    for texts in product(*layout.printed.values()):
        held = dict(zip(layout.printed, texts, strict=True))
        plain = {
            name: text
            for name, cells in layout.slots.items()
            if name not in treated and (text := "".join(map(held.__getitem__, cells))) in listed
        }
        if len(plain) + len(treated) < len(layout.slots) or not _cells_hold(puzzle, held, layout):
            continue
        found += _with_hidden(puzzle, layout, held, plain, treated, ways, listed)
    return found


def _rules(puzzle: sx.Puzzle) -> Sequence[Any]:
    """The rules, as plain data of their kinds."""
    return puzzle.rules


def _layout(puzzle: sx.Puzzle, letters: list[str]) -> _Layout:
    grid = puzzle.grid
    runs = slots_of(grid, 2)
    starts = sorted({run[0] for run in runs})
    slots: dict[str, list[str]] = {}
    for run in runs:
        way = "A" if run[1] == run[0] + 1 else "D"
        slots[f"{starts.index(run[0]) + 1}{way}"] = [grid.cell_name(at) for at in run]
    layout = _Layout(slots, {})
    lights = dict(slots)
    for rule in _rules(puzzle):
        if rule.kind == "slot":
            slots[rule.name] = rule.path.split()
    strings: dict[str, set[str]] = {}
    for rule in _rules(puzzle):
        if rule.kind == "either-or":
            _read_down(rule, layout, lights, strings)
        elif rule.kind == "two-readings":
            _read_twice(rule, layout, lights)
    for at in dict.fromkeys(at for cells in slots.values() for at in cells):
        given = grid.cells[grid.position(at)]
        more = sorted(strings.get(at, set()) - set(letters))
        layout.printed[at] = [*letters, *more] if given == "." else [given]
    for rule in _rules(puzzle):  # cells of the rectangle are tried with the others
        for at in _own_cells(rule, layout) if rule.kind == "treatment" else ():
            if at[:1] == "r" and at[1:2].isdecimal() and at not in layout.printed:
                layout.printed[at] = [*letters]
    return layout


def _read_down(
    rule: Any, layout: _Layout, lights: Mapping[str, list[str]], strings: dict[str, set[str]]
) -> None:
    """Lead lights down through hidden cells; take note of what the rule's cells may hold."""
    for name in lights:
        if name.endswith("D"):
            cells = layout.slots[name]
            layout.slots[name] = [f"{at}d" if at in rule.places else at for at in cells]
    for at in rule.places:
        for pair in rule.pairs:
            for cell, text in zip((at, f"{at}d"), pair, strict=True):
                strings.setdefault(cell, set()).add(text)


def _read_twice(rule: Any, layout: _Layout, lights: Mapping[str, list[str]]) -> None:
    """Add the slots of the second reading."""
    second = _chosen(rule, lights)
    for name, cells in list(layout.slots.items()):
        if second.intersection(cells):
            layout.slots[f"{name}b"] = [f"{at}b" if at in second else at for at in cells]
            if rule.n is not None:
                layout.same_word.add((name, f"{name}b"))


def _chosen(rule: Any, lights: Mapping[str, list[str]]) -> set[str]:
    """The cells that have, or may have, two letters."""
    found = {name for name, *_ in rule.pairs if name}
    for name in rule.among:
        found.update(lights.get(name, [name]))
    if rule.n is not None and not rule.among:
        found.update(at for cells in lights.values() for at in cells)
    return found


def _slots_named(rule: Any, layout: _Layout) -> list[str]:
    return list(rule.slots or layout.slots)


def _own_cells(rule: Any, layout: _Layout) -> list[str]:
    own = [at for text in (rule.letters, rule.kinds, rule.key) for at in text.split()]
    first = "m" * bool(rule.treated) or "t" * bool(rule.number)
    return own + [f"{first}{name.lower()}" for name in _slots_named(rule, layout) if first]


def _cells_hold(puzzle: sx.Puzzle, held: Held, layout: _Layout) -> bool:
    """Whether cells differ where a rule says so."""
    for rule in _rules(puzzle):
        if rule.kind == "either-or":
            for at in rule.places:
                both = held[at], held[f"{at}d"]
                if both[0] == both[1] or (rule.pairs and both not in rule.pairs):
                    return False
        elif rule.kind == "two-readings":
            second = [at[:-1] for at in layout.printed if at.endswith("b") and at[:1] == "r"]
            n = sum(held[at] != held[f"{at}b"] for at in second)
            must = {name for name, *_ in rule.pairs if name}
            if any(held[at] == held[f"{at}b"] for at in must) or rule.n not in (None, n):
                return False
    return True


def _ways(
    rule: Any, n_cells: int, puzzle: sx.Puzzle, listed: Mapping[str, int]
) -> dict[str, list[Reading]]:
    """By what is printed, its readings, each once; the one that counts first."""
    found: dict[str, dict[tuple[int, str, str], Reading]] = {}
    letters = puzzle.listed.alphabet.letters
    for kind, text in enumerate(rule.treatments):
        name, _, value = text.partition(" ")
        for key in rule.keys if name == "vigenere" and not value else [""]:
            for word in listed:
                for form, letter in MADE[name](word, key or value, letters):
                    if len(form) == n_cells and (form != word or name == "plain"):
                        ways = found.setdefault(form, {})
                        ways.setdefault((kind, word, key), Reading(word, kind, letter, key))
    return {
        form: sorted(ways.values(), key=lambda one: (-listed[one.word], one.kind, len(one.word),
                                                     one.word))
        for form, ways in found.items()
    }  # fmt: skip


def _with_hidden(
    puzzle: sx.Puzzle,
    layout: _Layout,
    printed: Held,
    plain: Mapping[str, str],
    treated: Mapping[str, Any],
    ways: Mapping[str, Mapping[str, list[Reading]]],
    listed: Mapping[str, int],
) -> Iterator[Defined]:
    """The fills with these letters in the cells of entries."""
    readings: dict[str, list[Reading]] = {}
    for name, rule in treated.items():
        text = "".join(printed[at] for at in layout.slots[name])
        of_slot = list(ways[name].get(text, ()))
        plain_kind = rule.treatments.index("plain") if "plain" in rule.treatments else -1
        if rule.plain_first and text in listed:
            of_slot = [one for one in of_slot if one.kind == plain_kind]
        if rule.one_message:
            is_fair = len({one.letter for one in of_slot}) == 1
        else:
            is_fair = bool(of_slot) and (rule.several or len(of_slot) == 1)
        if not is_fair:
            return
        readings[name] = of_slot
    hidden = [at for rule in set(treated.values()) for at in _own_cells(rule, layout)]
    if unsaid := {cell.name for cell in puzzle.grid.named} - {*layout.printed, *hidden}:
        raise NotImplementedError(f"nothing here says what {min(unsaid)} holds")
    # Each reading of an entry says what its hidden cells hold.
    merged: list[Held] = [dict(printed)]
    for name, rule in treated.items():
        merged = [
            both
            for held in merged
            for said in _said_by(rule, name, readings[name], layout, puzzle)
            if (both := _both(held, said)) is not None
        ]
    seen: set[tuple[tuple[str, str], ...]] = set()
    for held in merged:
        key = tuple(sorted(held.items()))
        if key in seen:
            continue
        seen.add(key)
        counted = {
            name: _counting(rule, name, readings[name], layout, puzzle, held)
            for name, rule in treated.items()
        }
        words = {**plain, **{name: one.word for name, one in counted.items()}}
        if _rules_hold(puzzle, layout, words, treated, counted, listed):
            yield Defined(held, {name: words[name] for name in layout.slots})


def _said_by(
    rule: Any, name: str, of_slot: Sequence[Reading], layout: _Layout, puzzle: sx.Puzzle
) -> list[Held]:
    """What readings say of the rule's hidden cells; of each once."""
    found: list[Held] = []
    for one in of_slot:
        for said in _saying(rule, name, one, layout, puzzle):
            if said not in found:
                found.append(said)
    return found


def _saying(
    rule: Any, name: str, one: Reading, layout: _Layout, puzzle: sx.Puzzle
) -> Iterator[Held]:
    """What a reading says of the hidden cells: one way, or several where it is by no key."""
    texts = puzzle.listed.alphabet.texts
    place = _slots_named(rule, layout).index(name)
    is_plain = rule.treatments[one.kind] == "plain"
    said: list[tuple[str, str]] = []
    if rule.letters:
        cells = rule.letters.split()
        said.append((cells[0 if len(cells) == 1 else place], one.letter or texts[0]))
    if rule.kinds:
        cells = rule.kinds.split()
        said.append((cells[0 if len(cells) == 1 else place], texts[one.kind]))
    if rule.number:
        said.append((f"t{name.lower()}", texts[one.kind]))
    if rule.treated:
        used = {letter for text in rule.treated for letter in text}
        blank = next(text for text in texts if text not in used)
        if not is_plain and one.letter not in used:
            return  # no message has it, so that it is read by nobody
        said.append((f"m{name.lower()}", blank if is_plain else one.letter))
    base: Held = {}
    for cell, text in said:
        if base.setdefault(cell, text) != text:
            return
    keys = [one.key] if one.key else rule.keys or ("",)
    for key in keys:
        of_key = {cell: key[at % len(key)] for at, cell in enumerate(rule.key.split())}
        if (both := _both(base, of_key)) is not None:
            yield both


def _both(one: Held, other: Held) -> Held | None:
    """Two contents together; None where they differ in a cell."""
    if any(one.get(cell, text) != text for cell, text in other.items()):
        return None
    return {**one, **other}


def _counting(
    rule: Any, name: str, of_slot: Sequence[Reading], layout: _Layout, puzzle: sx.Puzzle,
    held: Held,
) -> Reading:  # fmt: skip
    """The first reading that says what the hidden cells hold, by the letter of a message."""
    agreeing = [
        one
        for one in of_slot
        if any(said.items() <= held.items() for said in _saying(rule, name, one, layout, puzzle))
    ]
    if rule.message:
        letter = rule.message[_slots_named(rule, layout).index(name)]
        agreeing = [one for one in agreeing if one.letter == letter] or agreeing
    return agreeing[0]


def _rules_hold(
    puzzle: sx.Puzzle,
    layout: _Layout,
    words: Mapping[str, str],
    treated: Mapping[str, Any],
    counted: Mapping[str, Reading],
    listed: Mapping[str, int],
) -> bool:
    rules = {rule.kind for rule in _rules(puzzle)}
    if "allow-repeats" not in rules:
        names = list(words)
        for at, one in enumerate(names):
            for other in names[at + 1 :]:
                if words[one] == words[other] and (one, other) not in layout.same_word:
                    return False
    for rule in _rules(puzzle):
        if rule.kind == "min-score":
            about = rule.slots or tuple(words)
            if any(listed[words[name]] < rule.score for name in about):
                return False
        elif rule.kind == "treatment":
            about = [name for name in _slots_named(rule, layout) if treated[name] is rule]
            said = [counted[name] for name in about]
            changed = [one for one in said if rule.treatments[one.kind] != "plain"]
            if rule.message and "".join(one.letter for one in said) != rule.message:
                return False
            if rule.number not in (0, len(changed)):
                return False
            if rule.treated and "".join(one.letter for one in changed) not in rule.treated:
                return False
    return True


# What is printed of a word, with its letter


Made = Iterator[tuple[str, str]]


def _plain(word: str, value: str, letters: str) -> Made:
    yield word, ""


def _reversed(word: str, value: str, letters: str) -> Made:
    yield word[::-1], ""


def _cyclic(word: str, value: str, letters: str) -> Made:
    for at in range(len(word)):
        turned = word[at:] + word[:at]
        yield (turned[::-1] if value == "reversed" else turned), ""


def _jumbled(word: str, value: str, letters: str) -> Made:
    for order in permutations(word):
        yield "".join(order), ""


def _misprint(word: str, value: str, letters: str) -> Made:
    right, _, wrong = value.partition(">")
    for at, old in enumerate(word):
        for new in letters:
            if new != old and (not wrong or (old, new) == (right, wrong)):
                yield word[:at] + new + word[at + 1 :], new if value == "wrong" else old


def _latent(word: str, value: str, letters: str) -> Made:
    for at, letter in enumerate(word):
        yield word[:at] + word[at + 1 :], letter


def _inserted(word: str, value: str, letters: str) -> Made:
    for at in range(len(word) + 1):
        for letter in letters:
            yield word[:at] + letter + word[at:], letter


def _without_first(word: str, value: str, letters: str) -> Made:
    yield word[1:], word[0]


def _without_last(word: str, value: str, letters: str) -> Made:
    yield word[:-1], word[-1]


def _letters_latent(word: str, value: str, letters: str) -> Made:
    for letter in set(word):
        yield word.replace(letter, ""), letter


def _without(word: str, value: str, letters: str) -> Made:
    for at in range(len(word)):
        if word.startswith(value, at):
            yield word[:at] + word[at + len(value) :], ""


def _substitution(word: str, value: str, letters: str) -> Made:
    old, new = value.split(">")
    if old in word:
        yield word.replace(old, new), ""


def _cipher(word: str, value: str, letters: str) -> Made:
    stands = dict(zip(letters, value, strict=False))
    yield "".join(stands.get(letter, letter) for letter in word), ""


def _caesar(word: str, value: str, letters: str) -> Made:
    for shift in [int(value)] if value else range(1, len(letters)):
        yield _moved(word, [shift], letters), letters[shift % len(letters)]


def _vigenere(word: str, value: str, letters: str) -> Made:
    yield _moved(word, [letters.index(letter) for letter in value], letters), ""


def _moved(word: str, by: Sequence[int], letters: str) -> str:
    places = [letters.index(letter) + by[at % len(by)] for at, letter in enumerate(word)]
    return "".join(letters[place % len(letters)] for place in places)


MADE: dict[str, Callable[[str, str, str], Made]] = {
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
}
