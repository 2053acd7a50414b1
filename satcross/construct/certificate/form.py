"""The form of a certificate of grids, which its writer and its check agree on.

It is the line `MAGIC`, a line of JSON, a proof in DRAT of which patterns there are, and for each of
these the steps of a search for a fill. See docs/internals/certificates.md.
"""

from __future__ import annotations

from satcross.model.grid import Grid
from satcross.rules import Rule, rules_of

SCHEMA = "satcross.grids-certificate/1"
MAGIC = b"satcross grids certificate\n"
NO_GRID = "no grid"
NO_FEWER_BLOCKS = "no grid with fewer blocks"
CLAIMS = (NO_GRID, NO_FEWER_BLOCKS)
MAX_FILE = 4 << 30  # bytes


def entry_rules(min_length: int) -> tuple[Rule, ...]:
    """The rules of the fills of patterns whose slots have at least so many cells."""
    return rules_of([f"min-length {min_length}"])


def pattern_of(fill: Grid) -> Grid:
    """The pattern of a filled grid."""
    return fill.rectangle().without_letters()
