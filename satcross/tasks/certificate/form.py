"""The form of certificates, which their writers and their checkers agree on.

The names are of certificates of fills; see docs/internals/certificates.md.
"""

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

VERSION = 1  # of the forms of all heads

NAME = (
    "certificate"  # its first line and its schema: see `satcross.apps.proofs.checker.certificate`
)


class Claimed(StrEnum):
    """What a certificate says of fills."""

    NO_FILL = "no fill"
    NO_OTHER_FILL = "no other fill"
    NO_OTHER_LETTER = "no other letter"
    NO_HIGHER_LOWEST = "no higher lowest score"
    NO_HIGHER_TOTAL = "no higher total"


MAX_LETTERS = 64  # and strings; a checker has what a cell may hold in one machine word

CONDITIONS = frozenset((
    "same-letter", "different-letters", "opposite", "letter-count", "reads", "solution-word",
    "constraint", "either-or", "two-readings", "treatment",
))  # fmt: skip
PAIRS = frozenset((
    "max-shared-substring", "no-near-duplicates", "no-shared-words", "no-crossing",
    "no-naticks",
))  # fmt: skip
OF_TABLES = frozenset((
    "allow-repeats", "min-length", "slot", "board", "min-score", "regex", "word-list",
    "no-words", "rebus", "cell",
))  # fmt: skip
"""The rules that say no more than which words a slot may hold."""
KINDS = PAIRS | CONDITIONS | OF_TABLES
"""The rules that the check knows; of the claim of a total those of `OF_TABLES` alone."""


def first_line(name: str) -> bytes:
    """The line that a certificate of that kind begins with."""
    return f"satcross {name}\n".encode()


def schema(name: str) -> str:
    """What `schema` is in its head."""
    return f"satcross.{name.replace(' ', '-')}/{VERSION}"


def certificate_head(name: str, fields: Mapping[str, Any]) -> bytes:
    """The bytes of a certificate before its proof."""
    head = {"schema": schema(name), **fields}
    return first_line(name) + json.dumps(head, ensure_ascii=False).encode() + b"\n"
