"""The comments that make a DIMACS file decodable without the puzzle.

    c satcross format 1
    c satcross alphabet ABCDEFGHIJKLMNOPQRSTUVWXYZ
    c satcross words <the word list's source>
    c satcross digest <sha256 of its alphabet, words and scores>
    c satcross encoding support:70 given:2
    c satcross distinct yes
    c satcross min-length 3          when it is not 2
    c satcross rebus HEART           one line for each, when there are any
    c satcross max-shared-substring 4    when the rule is on
    c satcross near-duplicates no    when the rule is on
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

from satcross.puzzle import MIN_SLOT_LENGTH, Puzzle

if TYPE_CHECKING:
    from satcross.encode.encoding import Encoding

FORMAT = 1
_SHOWN_PER_LINE = 20


def _rules(puzzle: Puzzle) -> list[str]:
    """The comments on rules that most puzzles do not have."""
    lines: list[str] = []
    if puzzle.min_length != MIN_SLOT_LENGTH:
        lines.append(f"satcross min-length {puzzle.min_length}")
    lines += [f"satcross rebus {string}" for string in puzzle.rebus]
    if puzzle.max_shared_substring is not None:
        lines.append(f"satcross max-shared-substring {puzzle.max_shared_substring}")
    if puzzle.no_near_duplicates:
        lines.append("satcross near-duplicates no")
    return lines


def comments_of(encoding: Encoding) -> list[str]:
    """The comment lines of an encoding, in the order above, without their `c `."""
    puzzle, letters = encoding.puzzle, encoding.letters
    counts = Counter(encoding.chosen)
    used = " ".join(f"{name}:{counts[name]}" for name in sorted(counts)) or "none"
    lines = [
        f"satcross format {FORMAT}",
        f"satcross alphabet {puzzle.listed.alphabet.letters}",
        f"satcross words {' '.join(puzzle.listed.source.split())}",
        f"satcross digest {puzzle.listed.digest}",
        f"satcross encoding {used}",
        f"satcross distinct {'yes' if puzzle.distinct else 'no'}",
        *_rules(puzzle),
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
