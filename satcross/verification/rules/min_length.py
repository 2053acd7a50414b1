"""Shorter runs of cells than a number are not slots; with two numbers, than the larger."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from satcross.verification.rules import Terms

PER_ENTRY = True


def terms(rule: Any, usual: Terms) -> Terms:
    """Slots have as many cells or more."""
    return replace(usual, min_length=max(rule.n, usual.min_length))
