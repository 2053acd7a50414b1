"""A string that cells may hold instead of a letter."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from satcross.verification.rules import Terms


def terms(rule: Any, usual: Terms) -> Terms:
    """The string is allowed in every cell."""
    return replace(usual, rebus=usual.rebus | {rule.string})
