"""The form of certificates, which their writers and their checkers agree on.

The names are of certificates of fills; see docs/internals/certificates.md.
"""

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

VERSION = 1  # of the forms of all heads


class CertificateForm(NamedTuple):
    """The form of certificates of one name: see `satcross.apps.proofs.checker.certificate`."""

    name: str = "certificate"

    @property
    def first_line(self) -> bytes:
        """The line that they begin with."""
        return f"satcross {self.name}\n".encode()

    @property
    def schema(self) -> str:
        """What `schema` is in their heads."""
        return f"satcross.{self.name.replace(' ', '-')}/{VERSION}"

    def head(self, fields: Mapping[str, Any]) -> bytes:
        """The bytes of a certificate before its proof."""
        head = {"schema": self.schema, **fields}
        return self.first_line + json.dumps(head, ensure_ascii=False).encode() + b"\n"


class Claimed(StrEnum):
    """What a certificate says of fills."""

    NO_FILL = "no fill"
    NO_OTHER_FILL = "no other fill"
    NO_OTHER_LETTER = "no other letter"
    NO_HIGHER_LOWEST = "no higher lowest score"
    NO_HIGHER_TOTAL = "no higher total"


class Known:
    """What the check of certificates of fills supports: rules, and the size of an alphabet."""

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
    """Those that say no more than which words a slot may hold: all of the claim of a total."""
    KINDS = PAIRS | CONDITIONS | OF_TABLES
