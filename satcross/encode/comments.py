"""The comments that make a DIMACS file decodable without the puzzle.

    c satcross format 1
    c satcross alphabet ABCDEFGHIJKLMNOPQRSTUVWXYZ
    c satcross words <the word list's source>
    c satcross digest <sha256 of its alphabet, words and scores>
    c satcross encoding support:70 given:2
    c satcross distinct yes
    c satcross grid ..C              one line for each row
    c satcross variables word 5 20   what variables 5..20 say: `path 12A`, `differ 1A 7D`
    c satcross letter 55 r1c3=C      one line for each letter variable
    c p show 1 2 3 … 0               the projection set, over several lines

`p show` is how model counters are told on which assignments to project.
Source: Model Counting Competition 2021, data format.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satcross.encode.encoding import Encoding

FORMAT = 1
_SHOWN_PER_LINE = 20


def comments_of(encoding: Encoding) -> list[str]:
    """The comment lines of an encoding, in the order above, without their `c `."""
    puzzle, letters = encoding.puzzle, encoding.letters
    counts = Counter(encoding.chosen)
    used = " ".join(f"{name}:{counts[name]}" for name in sorted(counts)) or "none"
    lines = [
        f"satcross format {FORMAT}",
        f"satcross alphabet {puzzle.words.alphabet.letters}",
        f"satcross words {' '.join(puzzle.words.source.split())}",
        f"satcross digest {puzzle.words.digest}",
        f"satcross encoding {used}",
        f"satcross distinct {'yes' if puzzle.distinct else 'no'}",
        *(f"satcross grid {row}" for row in str(puzzle.grid).split("\n")),
    ]
    lines += [
        f"satcross variables {group.label} {group.first} {group.first + group.n - 1}"
        for group in encoding.varmap.groups
        if group.n
    ]
    lines += [f"satcross letter {v} {letters.name(v)}" for v in range(1, letters.n + 1)]
    for start in range(1, letters.n + 1, _SHOWN_PER_LINE):
        shown = range(start, min(start + _SHOWN_PER_LINE, letters.n + 1))
        lines.append(f"p show {' '.join(map(str, shown))} 0")
    return lines
