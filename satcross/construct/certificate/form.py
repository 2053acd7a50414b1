"""The form of a certificate of grids, which its writer and its check agree on.

It is the line `MAGIC`, a line of JSON, a proof in DRAT of which patterns there are, and for each of
these the steps of a search for a fill. See docs/internals/certificates.md.
"""

from __future__ import annotations

from typing import Any

from satcross.construct.theme import Theme
from satcross.model.alphabet import Alphabet
from satcross.model.grid import Grid
from satcross.model.puzzle import Direction
from satcross.pattern.rules import FixedSlot, PatternRules
from satcross.rules import Rule, rules_of
from satcross.rules.entries import EntriesRule
from satcross.tasks.certificate.check import PAIRS

SCHEMA = "satcross.grids-certificate/1"
MAGIC = b"satcross grids certificate\n"
NO_GRID = "no grid"
NO_FEWER_BLOCKS = "no grid with fewer blocks"
NO_OTHER_GRID = "no other grid"
NO_THEME = "no pattern with the theme"
NO_OTHER_THEME = "no other pattern with the theme"
CLAIMS = (NO_GRID, NO_OTHER_GRID, NO_FEWER_BLOCKS, NO_THEME, NO_OTHER_THEME)
OF_PATTERNS = (NO_THEME, NO_OTHER_THEME)
"""Those that are not about words."""
ENTRY_KINDS = PAIRS | {"allow-repeats", "regex", "no-words"}
"""The rules of entries that a certificate supports, where they are about all slots."""
MAX_FILE = 4 << 30  # bytes


def is_of_all_patterns(rule: Rule) -> bool:
    """Whether a certificate supports the rule: it says the same in each pattern."""
    return rule.kind in ENTRY_KINDS and not (isinstance(rule, EntriesRule) and rule.slots)


def entry_rules(rules: PatternRules, more: list[str]) -> tuple[Rule, ...]:
    """The rules of the fills of patterns.

    Args: rules: of the patterns; more: texts of others, of `is_of_all_patterns`.

    Raises:
        ValueError: one is of another kind.
    """
    others = rules_of(more)
    if not all(map(is_of_all_patterns, others)):
        raise ValueError("a rule that the check does not know")
    return (*rules_of([f"min-length {rules.min_length}"]), *others)


def theme_data(theme: Theme) -> dict[str, Any]:
    """A theme as plain data."""
    return {
        "words": theme.words,
        "optional": theme.optional,
        "n_optional": theme.n_optional,
        "directions": [direction.value for direction in theme.directions],
        "symmetric": theme.symmetric,
        "gap": theme.gap,
    }


def theme_of(data: dict[str, Any], alphabet: Alphabet) -> Theme:
    """The theme that `theme_data` gave. Raises OptionError, or an error of values and types."""
    theme = Theme(**data | {
        "words": tuple(data["words"]),
        "optional": tuple(data["optional"]),
        "directions": tuple(Direction(way) for way in dict.fromkeys(data["directions"])),
        "alphabet": alphabet,
    })  # fmt: skip
    if theme.second or any(
        not alphabet.is_word(word) or alphabet.size(word) < 2 for word in theme.all_words
    ):
        raise ValueError("a theme word is none")
    return theme


def slot_data(slot: FixedSlot) -> list[Any]:
    """A slot as plain data."""
    return [slot.direction.value, *slot[1:]]


def slot_of(data: list[Any], rules: PatternRules) -> FixedSlot:
    """The slot that `slot_data` gave. Raises an error of values and types."""
    way, row, col, length = data
    slot = FixedSlot(Direction(way), row, col, length)
    if not all(type(n) is int for n in slot[1:]) or row < 0 or col < 0 or length < 2:
        raise ValueError("a slot that is none")
    down = slot.direction is Direction.DOWN
    if row + (length if down else 1) > rules.n_rows or col + (1 if down else length) > rules.n_cols:
        raise ValueError("a slot outside the grid")
    return slot


def pattern_of(fill: Grid) -> Grid:
    """The pattern of a filled grid."""
    return fill.rectangle().without_letters()
