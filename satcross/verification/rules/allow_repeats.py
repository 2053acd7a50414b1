"""Words may be in two slots."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from satcross.verification.rules import Terms

PER_ENTRY = True


def terms(rule: Any, usual: Terms) -> Terms:
    """Repeated words are not looked for."""
    return replace(usual, distinct=False)
