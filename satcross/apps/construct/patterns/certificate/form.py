"""The form of a certificate of patterns, which its writer and its check agree on.

Its proof is in DRAT, in binary. See docs/internals/certificates.md.
"""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from typing import Any

from satcross import OptionError, PatternRules, Range, Symmetry
from satcross.extend import Direction, cell_name
from satcross.pattern.rules import FixedSlot, Stack

NAME = "pattern certificate"  # its first line and its schema
NO_PATTERN = "no pattern"
NO_OTHER_PATTERN = "no other pattern"
NO_FEWER_BLOCKS = "no fewer blocks"
CLAIMS = (NO_PATTERN, NO_OTHER_PATTERN, NO_FEWER_BLOCKS)
MAX_PATTERNS = 10_000  # the formula has up to eight clauses for each

SAYS_NOTHING = {
    "bars": False, "symmetry": "none", "min_length": 2, "max_length": None, "all_checked": False,
    "alternate": False, "min_checked": [0, 1], "open_squares": True, "block_squares": True,
    "max_block_run": None, "cheaters": True, "empty_lines": True, "connected": False,
    "n_blocks": [None, None], "n_words": [None, None], "n_of_length": {}, "open_cells": [],
    "blocks": [], "slots": [], "stacks": [], "arrows": False,
}  # fmt: skip
"""The rules that a certificate supports, with what each is in `rules_data` where it allows all."""
_NAMES = ["n_rows", "n_cols", *SAYS_NOTHING]
_NO_RULE = "cheaters_if_needed"  # of grids that are made, not of patterns


def require_certifiable(rules: PatternRules) -> None:
    """Refuse rules that a certificate does not support. Raises OptionError."""
    for field in fields(PatternRules):
        name = field.name
        if name not in (*_NAMES, _NO_RULE) and getattr(rules, name) != field.default:
            raise OptionError(
                f"a certificate of patterns does not support the rule {name}",
                hint="leave out --certificate",
                parameter="certificate",
            )


def rules_data(rules: PatternRules) -> dict[str, Any]:
    """The size and all rules that a certificate supports, as plain data."""
    data = {name: getattr(rules, name) for name in _NAMES}
    return data | {
        "symmetry": str(rules.symmetry),
        "min_checked": list(rules.min_checked.as_integer_ratio()),
        "n_of_length": {str(k): list(numbers) for k, numbers in rules.n_of_length.items()},
        "open_cells": sorted(rules.open_cells),
        "blocks": sorted(rules.blocks),
        "n_blocks": list(rules.n_blocks),
        "n_words": list(rules.n_words),
        "stacks": list(map(list, rules.stacks)),
        "slots": [[slot.direction.value, *slot[1:]] for slot in rules.slots],
    }


def said_of_rules(rules: PatternRules) -> list[str]:
    """The size, and the rules that forbid something, as the options of `pattern` have them."""
    data, n_cols = rules_data(rules), rules.n_cols
    kept = {
        name: "yes" if value else "no" for name, value in data.items() if isinstance(value, bool)
    }
    said = {
        **data,
        **kept,
        "min_checked": rules.min_checked,
        "n_blocks": _between(rules.n_blocks),
        "n_words": _between(rules.n_words),
        "n_of_length": " ".join(f"{k}={_between(n)}" for k, n in rules.n_of_length.items()),
        "open_cells": " ".join(cell_name(at, n_cols) for at in data["open_cells"]),
        "blocks": " ".join(cell_name(at, n_cols) for at in data["blocks"]),
        "slots": ", ".join(
            f"{way} {cell_name(row * n_cols + col, n_cols)} {length}"
            for way, row, col, length in data["slots"]
        ),
        "stacks": " ".join(f"{stack.n}x{stack.length}" for stack in rules.stacks),
    }
    return [
        f"size: {n_cols}x{rules.n_rows}",
        *(
            f"{name.replace('_', ' ')}: {said[name]}"
            for name, nothing in SAYS_NOTHING.items()
            if data[name] != nothing
        ),
    ]


def rules_of(data: dict[str, Any]) -> PatternRules:
    """The rules that `rules_data` gave.

    Raises:
        OptionError, or one of Python's errors of values and types: these are no rules.
    """
    if sorted(data) != sorted(_NAMES):
        raise ValueError("other rules than those of a pattern")
    whole, share = _whole, data["min_checked"]
    return PatternRules(**data | {
        "symmetry": Symmetry(data["symmetry"]),
        "min_checked": Fraction(*map(whole, share)),
        "n_blocks": _range(data["n_blocks"]),
        "n_words": _range(data["n_words"]),
        "n_of_length": {int(k): _range(numbers) for k, numbers in data["n_of_length"].items()},
        "open_cells": frozenset(map(whole, data["open_cells"])),
        "blocks": frozenset(map(whole, data["blocks"])),
        "slots": tuple(FixedSlot(Direction(way), *map(whole, at)) for way, *at in data["slots"]),
        "stacks": tuple(Stack(*map(whole, stack)) for stack in data["stacks"]),
    })  # fmt: skip


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError
    return value


def _range(ends: list[Any]) -> Range:
    least, most = ends
    return Range(*(None if end is None else _whole(end) for end in (least, most)))


def _between(numbers: Range) -> str:
    least, most = ("" if end is None else str(end) for end in numbers)
    return least if least == most else f"{least}-{most}"
