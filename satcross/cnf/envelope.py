"""The comments with which a DIMACS file of ours says what it means, so that it decodes alone.

    c satcross format 1             the version of the format
    c satcross alphabet ABCDE       fields, each a key and a value, in order; keys may repeat
    c satcross variables open 1 20  what variables 1..20 mean
    c p show 42 43 … 0              the projection set, over several lines

`p show` tells model counters on which variables to project.
Source: Model Counting Competition 2021, data format.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from satcross.cnf.variables import VarMap

CROSSWORD = "format"
TOTAL = "total"
"""The key of the best total that there could be, in files with an objective."""
PREFIX = "satcross "
_SHOWN_PER_LINE = 20


@dataclass(frozen=True, slots=True)
class Envelope:
    """What a file says of itself.

    Args:
        kind: `CROSSWORD`; "" where the comments name none.
        version: of the format.
        fields: (key, value) in order.
        shown: the variables to project on; not read back.

    >>> envelope = Envelope("format", "1", (("alphabet", "AB"), ("grid", "..")), range(1, 4))
    >>> envelope.comments()
    ['satcross format 1', 'satcross alphabet AB', 'satcross grid ..', 'p show 1 2 3 0']
    >>> Envelope.read(envelope.comments()).values("grid")
    ['..']
    """

    kind: str
    version: str
    fields: tuple[tuple[str, str], ...]
    shown: Sequence[int] = ()

    def comments(self) -> list[str]:
        """The comment lines, without their `c `."""
        return [
            f"{PREFIX}{self.kind} {self.version}",
            *(f"{PREFIX}{key} {value}" for key, value in self.fields),
            *(
                f"p show {' '.join(map(str, self.shown[at : at + _SHOWN_PER_LINE]))} 0"
                for at in range(0, len(self.shown), _SHOWN_PER_LINE)
            ),
        ]

    @classmethod
    def read(cls, comments: Iterable[str]) -> Envelope:
        """The envelope among the comments of a file; all other comments are skipped."""
        kind = version = ""
        fields: list[tuple[str, str]] = []
        for line in comments:
            if line.startswith(PREFIX):
                key, _, value = line.removeprefix(PREFIX).partition(" ")
                if key == CROSSWORD and not kind:
                    kind, version = key, value
                else:
                    fields.append((key, value))
        return cls(kind, version, tuple(fields))

    def values(self, key: str) -> list[str]:
        """The values of a key, in order; [] when it is missing."""
        return [value for name, value in self.fields if name == key]

    def value(self, key: str, missing: str = "") -> str:
        """The first value of a key."""
        return next(iter(self.values(key)), missing)

    def __contains__(self, key: str) -> bool:
        return any(name == key for name, _ in self.fields)


def variable_fields(varmap: VarMap) -> list[tuple[str, str]]:
    """A field `variables` for each group of variables that is not empty."""
    return [
        ("variables", f"{group.label} {group.first} {group.first + group.n - 1}")
        for group in varmap.groups
        if group.n
    ]
