"""What Qxw's filler is told of a puzzle: rules as lines of a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from satcross import Crossword, EntryRules, OptionError
from satcross.apps.interchange.qxw.lights import HEADINGS, USUAL
from satcross.apps.interchange.qxw.task import FORWARDS, JUMBLED, METHODS, WITH_KEY, WITH_LETTER
from satcross.extend import Losses, Recorded, Rule, find_slots, normal_name, pattern_of

_KEYED = {treatment: mode for mode, treatment in WITH_KEY.items()}
_LETTERED = {treatment: mode for mode, treatment in WITH_LETTER.items()}
_WAYS = {way: bit for bit, way in METHODS.items()}
_SILENT = frozenset(("board", "slot", "cell"))  # what the grid says


class Orders(NamedTuple):
    """What is written of lights.

    Args:
        free: the cells of free lights.
        lines: by keyword, lines with the texts after them.
    """

    free: Sequence[tuple[int, ...]]
    lines: Mapping[str, Sequence[str]]


def orders_of(
    crossword: Crossword, geometry: int, free: Sequence[tuple[int, ...]], losses: Losses
) -> Orders:
    """What is written of a puzzle's rules; notes what cannot be.

    Args: free: the cells of clues that become free lights.
    """
    rules = Recorded(crossword).rules()
    pattern, n_cols = pattern_of(crossword), crossword.n_cols
    paths: dict[str, tuple[int, ...]] = {}
    for rule in rules:
        if rule.kind == "slot":
            try:
                paths.update(rule.slots_in(pattern.rectangle(), ()))
            except OptionError:  # some are beside the grid
                losses.note(f"the rule {str(rule)!r}")
    lights = [*free, *(cells for cells in paths.values() if cells not in free)]
    headings = HEADINGS.get(geometry, USUAL)
    where: dict[str, str] = {}  # by slot, the line that has its properties, without these
    slots = find_slots(pattern, EntryRules(rules).min_length)
    for slot in sorted(slots, key=lambda slot: (headings.index(slot.heading), slot.cells[0])):
        row, col = divmod(slot.cells[0], n_cols)
        where[slot.name] = f"SQLP {col} {row} {headings.index(slot.heading)}"
    for name, cells in paths.items():
        where[name] = f"VLP {lights.index(cells)}"
    methods, treated, lines = _told(where, rules, losses)
    for name, place in where.items():
        if name in treated or methods.get(name, FORWARDS) != FORWARDS:
            text = f"{place} 1 {methods.get(name, FORWARDS)} {name in treated:d} 1 0 0"
            lines.setdefault(place.split()[0], []).append(text)
    return Orders(lights, lines)


def _told(
    names: Iterable[str], rules: Sequence[Rule], losses: Losses
) -> tuple[dict[str, int], dict[str, str], dict[str, list[str]]]:
    """By slot, ways of entry and letters of messages; and the lines of the treatment."""
    every = list(names)
    methods: dict[str, int] = {}
    treated: dict[str, str] = {}
    mode, key = 0, ""
    rule: Any
    for rule in rules:
        if rule.kind != "treatment":
            if rule.kind not in _SILENT:
                losses.note(f"the rule {str(rule)!r}")
            continue
        order = [*map(normal_name, rule.slots or every)]
        slots = [one for one in every if normal_name(one) in order]
        name, _, value = rule.treatments[0].partition(" ")
        is_entered = _WAYS.keys() >= set(rule.treatments)
        own = _KEYED.get(name) or _LETTERED.get(rule.treatments[0], 0)
        has_more = bool(rule.letters or rule.kinds or len(rule.treatments) > 1)
        if is_entered and not (rule.letters or rule.kinds or rule.number):
            bits = sum(_WAYS[way] for way in rule.treatments)
            methods |= dict.fromkeys(slots, JUMBLED if bits & JUMBLED else bits)
        elif (
            own and not has_more and mode in (0, own)
            and (value == key or not mode or name not in _KEYED)
            and (name in _KEYED or len(rule.message) == len(slots))
        ):  # fmt: skip
            mode, key = own, value if name in _KEYED else ""
            treated |= {
                one: rule.message[order.index(normal_name(one))] if rule.message else ""
                for one in slots
            }
        else:
            losses.note(f"the rule {str(rule)!r}")
            continue
        if not rule.several:
            losses.note(f"that entries have one reading by {' or '.join(rule.treatments)}")
    if not mode:
        return methods, treated, {}
    message = key or "".join(treated[name] for name in every if name in treated)
    return (
        methods,
        treated,
        {"TM": [f"TM 0 {mode} 0 0 0", "+"], "TMSG": ["TMSG 0 0", f"+{message}"]},
    )
