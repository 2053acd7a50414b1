"""The comments that make a DIMACS file of a joint encoding decodable without the puzzle.

c satcross joint 1
c satcross alphabet ABCDEFGHIJKLMNOPQRSTUVWXYZ
c satcross words <the list's source>
c satcross digest <sha256 of its alphabet, words and scores>
c satcross size 5 4             rows, columns
c satcross first-letter 42      of r1c1; cell by cell, letter by letter the others follow
c satcross variables open 1 20  what variables 1..20 say
c p show 42 43 … 0              the projection set, over several lines
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from satcross.alphabet import Alphabet
from satcross.cnf.assignment import Assignment
from satcross.errors import DimacsError
from satcross.grid import BLOCK, Grid

if TYPE_CHECKING:
    from satcross.patterns.joint import JointEncoding

JOINT_FORMAT = 1
_SHOWN_PER_LINE = 20


def comments_of(encoding: JointEncoding) -> list[str]:
    """The comment lines of an encoding, in the order above, without their `c `."""
    rules = encoding.pattern.rules
    shown = encoding.letters
    return [
        f"satcross joint {JOINT_FORMAT}",
        f"satcross alphabet {encoding.words.alphabet.letters}",
        f"satcross words {' '.join(encoding.words.source.split())}",
        f"satcross digest {encoding.words.digest}",
        f"satcross size {rules.n_rows} {rules.n_cols}",
        f"satcross first-letter {encoding.first_letter}",
        *(
            f"satcross variables {group.label} {group.first} {group.first + group.n - 1}"
            for group in encoding.varmap.groups
            if group.n
        ),
        *(
            f"p show {' '.join(map(str, shown[at : at + _SHOWN_PER_LINE]))} 0"
            for at in range(0, len(shown), _SHOWN_PER_LINE)
        ),
    ]


def decode_joint(
    comments: Sequence[str], assignment: Assignment, *, source: str = "assignment"
) -> Grid:
    """The filled grid of an assignment, by the comments of the DIMACS file that it is for.

    Raises:
        DimacsError: the comments are not those of a joint encoding, or a cell has two letters.
    """
    fields: dict[str, str] = {}
    for line in comments:
        if line.startswith("satcross "):
            _, key, *value = line.split(" ", 2)
            fields.setdefault(key, value[0] if value else "")
    try:
        if fields["joint"] != str(JOINT_FORMAT):
            raise ValueError
        alphabet = Alphabet(fields["alphabet"])
        n_rows, n_cols = map(int, fields["size"].split())
        first = int(fields["first-letter"])
        cells = [BLOCK] * (n_rows * n_cols)
    except (KeyError, ValueError):
        raise DimacsError(
            "has no comments of a joint encoding",
            mend="is it the file that was written for it?",
            source=source,
        ) from None
    for variable in assignment.true_variables():
        cell, code = divmod(variable - first, len(alphabet))
        if not 0 <= cell < len(cells):
            continue
        if cells[cell] != BLOCK:
            raise DimacsError(
                f"r{cell // n_cols + 1}c{cell % n_cols + 1} holds {cells[cell]}"
                f" and {alphabet.letters[code]}",
                mend="is it the output for this very formula?",
                source=source,
            )
        cells[cell] = alphabet.letters[code]
    return Grid(n_rows, n_cols, tuple(cells))
