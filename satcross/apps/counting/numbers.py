"""Large numbers in JSON."""

from __future__ import annotations

SAFE_INTEGER = 1 << 53  # beyond, JSON readers that use doubles would round


def json_number(n: int) -> int | str:
    """A number for JSON; as a string where readers might round it.

    >>> json_number(12), json_number(1 << 60)
    (12, '1152921504606846976')
    """
    return n if n <= SAFE_INTEGER else str(n)
