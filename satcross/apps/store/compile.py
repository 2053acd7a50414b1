"""Making the store of all fills of a puzzle."""

from __future__ import annotations

import time

import numpy as np

from satcross import (
    Fills,
    Found,
    Impossible,
    Progress,
    Puzzle,
    Reason,
    SolverOptions,
    Stopped,
    Task,
    WordList,
    arc_consistent,
)
from satcross.apps.counting.diagram.compiler import (
    MAX_EDGES,
    ComponentCompiler,
    Tries,
    diagram_of_rows,
)
from satcross.apps.counting.diagram.components import LAYERS, Component, components_of
from satcross.apps.counting.diagram.diagram import Diagram
from satcross.apps.store.store import FillStore
from satcross.extend import NO_FILL, Codes, Deadline, Domains, Work, check_integer, counted, watched

CompileResult = Found[FillStore] | Impossible | Stopped

# Fills are listed first, up to a number of letters, and for a part of the time limit or a number of
# seconds: where there are few fills, that is quicker than the layers, however large the grid.
FIRST_LETTERS = 1 << 22
LIST_PART, LIST_S = 0.3, 5.0
# Where there are too many states, all fills are listed, up to this number of letters (bytes).
MOST_LETTERS = 1 << 26
TICK_S = 0.1  # between two signs of progress


class CompileTask(Task[FillStore, CompileResult]):
    """Make the store of all fills of a puzzle: see `FillStore`.

    Two ways lead to the same store. The fills are listed, if there are not too many; or the
    diagrams are made layer by layer, where the number of fills does not matter, but the number of
    different states does. The second way is for puzzles without constraints and rules between
    entries. Run again after a time limit, both go on.

    Args: as for `satcross.compile_fills`; options: seed, of the listing, and progress. Edges take
        some 100 bytes each at most.

    `run` returns `Found` with the store; `Impossible`; or `Stopped`: by the time limit, or because
    there are too many fills and too many states.

    Raises:
        OptionError: max_edges is less than 1.

    >>> with CompileTask(Puzzle("..\\n..", ["at", "to", "oh", "ah", "ho"])) as task:
    ...     print(task.run().value)
    <FillStore 2x2, 2 fills>
    """

    def __init__(
        self,
        puzzle: Puzzle,
        options: SolverOptions | None = None,
        *,
        scores: bool = True,
        max_edges: int = MAX_EDGES,
    ) -> None:
        super().__init__()
        max_edges = check_integer(max_edges, "max_edges", at_least=1)
        self._puzzle = puzzle
        self._options = watched(self, options)
        self._scores = scores
        self._max_edges = max_edges
        self._domains: Domains | None = None
        self._parts: list[Component] = []
        self._fills: Fills | None = None
        self._rows: list[Codes] = []  # that were listed
        self._n_letters = 0
        self._compiler: ComponentCompiler | None = None  # of the part that is being made
        self._diagrams: list[Diagram] = []
        self._tries: Tries = {}
        self._is_too_large = False
        self._told_s = 0.0

    def _run(self, deadline: Deadline) -> CompileResult:
        if self._domains is None:
            self._tell("arc consistency")
            self._domains = arc_consistent(self._puzzle)
            if self._domains.emptied is None:
                self._parts = components_of(self._domains)
        domains = self._domains
        if domains.emptied is not None:
            why = f"no word fits {self._puzzle.slots[domains.emptied].name}"
            return Impossible(why, self._work("arc consistency"))
        left_s = deadline.left_s()
        share = deadline.within(LIST_S if left_s is None else LIST_PART * left_s)
        by, found = "listing", None
        if self._puzzle.needs <= LAYERS and not self._is_too_large:
            if self._list(share, FIRST_LETTERS):
                found = self._by_rows(domains, deadline)
            elif not deadline.passed():
                by, found = "layers", self._by_layers(domains, deadline)
        if found is None and not deadline.passed() and self._list(deadline, MOST_LETTERS):
            by, found = "listing", self._by_rows(domains, deadline)
        if found is None:
            return self._stopped(deadline)
        if not all(diagram.layers for diagram in found):
            return Impossible(NO_FILL, self._work(by))
        digest = self._puzzle.listed.digest
        store = FillStore(self._smaller(domains), found, digest, has_scores=self._scores)
        return Found(store, self._work(by))

    def _list(self, deadline: Deadline, most: int) -> bool:
        """List fills, up to `most` letters; whether these are all."""
        if self._fills is None:
            self._fills = self._hold(Fills(self._puzzle, self._options))
        fills = self._fills
        while self._n_letters <= most:
            rows = fills.advance_many(deadline, Fills.BATCH)
            if rows is None:
                break
            self._rows.append(rows)
            self._n_letters += rows.size
            self._tell(f"listing: {counted(fills.n_found, 'fill')}")
        return fills.is_exhausted

    def _by_rows(self, domains: Domains, deadline: Deadline) -> list[Diagram] | None:
        """The diagrams of the fills that were listed; None if the deadline passed."""
        nothing = np.zeros((0, len(domains.cells)), dtype=domains.dtype)
        every = np.concatenate([nothing, *self._rows])
        found: list[Diagram] = []
        for part in self._parts:
            diagram = diagram_of_rows(
                domains,
                part,
                every,
                is_scored=self._scores,
                tries=self._tries,
                deadline=deadline,
            )
            if diagram is None:
                return None
            found.append(diagram)
        return found

    def _by_layers(self, domains: Domains, deadline: Deadline) -> list[Diagram] | None:
        """The diagrams, layer by layer; None at the deadline, or if there are too many states."""
        while len(self._diagrams) < len(self._parts):
            compiler = self._compiler or ComponentCompiler(
                domains,
                self._parts[len(self._diagrams)],
                is_scored=self._scores,
                tries=self._tries,
            )
            self._compiler = compiler

            def tick(compiler: ComponentCompiler = compiler) -> None:
                done, n = compiler.step, len(compiler.cells)
                self._tell(
                    f"compiling: cell {done + 1:,} of {n:,}, {counted(compiler.n_edges, 'edge')}"
                )

            if not compiler.run(deadline, self._max_edges, tick):
                if not deadline.passed():
                    self._is_too_large = True
                    self._compiler = None  # it takes much memory
                return None
            diagram = compiler.diagram(deadline)
            if diagram is None:
                return None
            self._compiler = None
            self._diagrams.append(diagram)
            if not diagram.layers:  # then there is no fill, whatever the other parts are
                self._diagrams += [diagram] * (len(self._parts) - len(self._diagrams))
        return self._diagrams

    def _smaller(self, domains: Domains) -> Puzzle:
        """The puzzle with the words that its fills can have."""
        puzzle = self._puzzle
        listed = puzzle.listed
        if any(rule.reads_list for rule in puzzle.rules):
            return puzzle
        words = {
            puzzle.words.spelled(puzzle.words.word(len(slot), row))
            for slot in puzzle.slots
            for row in domains.words[slot.index].tolist()
        }
        smaller = WordList.from_words(
            [listed.pair(word) for word in sorted(words)],
            alphabet=listed.alphabet,
            source=listed.source,
            min_letters=1,
        )
        return puzzle.restricted(words=smaller)

    def _stopped(self, deadline: Deadline) -> Stopped:
        n = 0 if self._fills is None else self._fills.n_found
        work = self._work("layers" if self._compiler or self._is_too_large else "listing")
        if deadline.passed():
            return Stopped(deadline.reason, work)
        edges = f" and more than {counted(self._max_edges, 'edge')}" if self._is_too_large else ""
        return Stopped(Reason.GIVEN_UP, work, f"at least {counted(n, 'fill')}{edges}")

    def _tell(self, phase: str) -> None:
        now = time.monotonic()
        if now >= self._told_s:
            self._told_s = now + TICK_S
            self.emit(Progress(phase, self.elapsed_s))

    def _work(self, engine: str) -> Work:
        n_words = 0 if self._domains is None else self._domains.n_words
        return Work(elapsed_s=self.elapsed_s, n_words=n_words, engine=engine)
