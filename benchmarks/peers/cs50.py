"""The crossword of CS50's course on AI, from its specification: AC-3 and backtracking.

Slots are variables, words their values. Node consistency by length and givens; AC-3 over the
overlaps; then backtracking that keeps arc consistency after each assignment, takes the slot with
the fewest words left (of those, the one with most neighbours), and tries first the words that rule
out the fewest words of the open neighbours. The seed shuffles equals.

`revise` looks at the letters that the other slot still offers instead of at each pair of words:
the same words stay, in time linear in the words instead of quadratic.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter, deque
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.peers.base import Answer, module_answer, module_command, report
from benchmarks.peers.board import Board, read_words

if TYPE_CHECKING:
    from benchmarks.measure import Run

Domains = dict[int, list[str]]
Arc = tuple[int, int]  # (x, y): make x consistent with y


class Cs50:
    """Arc consistency and backtracking in plain Python."""

    key = "cs50"
    name = "cs50 (AC-3 + backtracking)"
    seeded = True

    def available(self) -> str | None:
        return None

    def command(self, grid_path: Path, words_path: Path, seed: int) -> list[str]:
        return module_command("cs50", grid_path, words_path, seed)

    def read(self, grid_path: Path, run: Run) -> Answer:
        return module_answer(run)


class Creator:
    """One search.

    Args:
        board: the grid.
        words: the list.
        seed: shuffles the words.
    """

    def __init__(self, board: Board, words: Iterable[str], seed: int = 0) -> None:
        self.board = board
        shuffled = list(dict.fromkeys(words))
        random.Random(seed).shuffle(shuffled)
        self.domains: Domains = {
            slot: [shuffled[index] for index in indices]
            for slot, indices in enumerate(board.candidates(shuffled))
        }
        self.overlaps: dict[Arc, tuple[int, int]] = {}
        self.neighbours: dict[int, list[int]] = {slot: [] for slot in self.domains}
        for x, y, i, j in board.overlaps:
            self.overlaps[x, y] = (i, j)
            self.overlaps[y, x] = (j, i)
            self.neighbours[x].append(y)
            self.neighbours[y].append(x)

    def solve(self) -> dict[int, str] | None:
        """A word for each slot, or None if there is no fill."""
        if not all(self.domains.values()) or not self.ac3(self.domains):
            return None
        return self.backtrack({}, self.domains)

    def ac3(self, domains: Domains, arcs: Iterable[Arc] | None = None) -> bool:
        """Make `domains` arc consistent, in place; False if a slot has no word left."""
        queue = deque(self.overlaps if arcs is None else arcs)
        waiting = set(queue)
        while queue:
            x, y = arc = queue.popleft()
            waiting.discard(arc)
            if not self.revise(domains, x, y):
                continue
            if not domains[x]:
                return False
            for z in self.neighbours[x]:
                if z != y and (z, x) not in waiting:
                    waiting.add((z, x))
                    queue.append((z, x))
        return True

    def revise(self, domains: Domains, x: int, y: int) -> bool:
        """Drop the words of x that no word of y can cross; whether there were any."""
        i, j = self.overlaps[x, y]
        letters = {word[j] for word in domains[y]}
        kept = [word for word in domains[x] if word[i] in letters]
        changed = len(kept) < len(domains[x])
        if changed:
            domains[x] = kept
        return changed

    def backtrack(self, assignment: dict[int, str], domains: Domains) -> dict[int, str] | None:
        """Complete an assignment, or None if it cannot be completed."""
        if len(assignment) == len(domains):
            return assignment
        slot = self.select_slot(assignment, domains)
        used = set(assignment.values())
        for word in self.order_words(slot, assignment, domains):
            if word in used:
                continue
            narrowed = {**domains, slot: [word]}
            if self.ac3(narrowed, [(y, slot) for y in self.neighbours[slot]]):
                result = self.backtrack({**assignment, slot: word}, narrowed)
                if result is not None:
                    return result
        return None

    def select_slot(self, assignment: dict[int, str], domains: Domains) -> int:
        """The open slot with the fewest words; of those, with the most neighbours."""
        return min(
            (slot for slot in domains if slot not in assignment),
            key=lambda slot: (len(domains[slot]), -len(self.neighbours[slot])),
        )

    def order_words(self, slot: int, assignment: dict[int, str], domains: Domains) -> list[str]:
        """The slot's words, those that leave the open neighbours most words first."""
        crossings = []
        for other in self.neighbours[slot]:
            if other not in assignment:
                i, j = self.overlaps[slot, other]
                crossings.append((i, Counter(word[j] for word in domains[other])))
        return sorted(domains[slot], key=lambda word: -sum(left[word[i]] for i, left in crossings))


def main(grid_path: str, words_path: str, seed: str) -> int:
    """Fill a grid and print it; the exit code."""
    board = Board.parse(Path(grid_path).read_text(encoding="utf-8"))
    words = read_words(Path(words_path))
    begin_s = time.perf_counter()
    found = Creator(board, words, int(seed)).solve()
    search_s = time.perf_counter() - begin_s
    return report(None if found is None else board.filled(found), search_s)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
