"""Layouts with many crossings, found by search: first one of all words, then annealing by taking a
few words out and putting them back where they cross most.

The first layout comes from putting each word where it fits, the longest first. Where that leaves
words over, they are packed. Where an exact number of cells must stay without a word, as for a
message, large neighbourhood search goes on from there.

What is found is never proved to be the best.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np

from satcross import Found, Reason, Stopped
from satcross.apps.wordsearch.layout import NO_CALLBACKS, Callbacks, WordRun, WordSearchLayout
from satcross.apps.wordsearch.letters.filler import layout_conflict
from satcross.apps.wordsearch.mirror_pairs import MirrorPairs
from satcross.apps.wordsearch.occurrences import Occurrence, Scanner, unexplained
from satcross.apps.wordsearch.problem import LayoutProblem
from satcross.apps.wordsearch.search.moves import Moves
from satcross.apps.wordsearch.search.packing import pack
from satcross.apps.wordsearch.search.repair import Repair
from satcross.apps.wordsearch.search.state import CROSSING, PlacedWords
from satcross.extend import NEVER, Deadline, counted

_HOT, _COLD = 24.0, 3.0  # of annealing, in the unit of `state.CROSSING`
_REFUSALS = 300  # layouts that are not accepted, until it gives up
_REPAIRS = 1_500  # layouts that spell something once too often, until it gives up
_PARALLEL = 12  # cost of a pair of words side by side; a crossing is worth 10 to 14
_BALANCE = 0.4  # cost of using headings unevenly
_SWEEPS = (50, 100, 200, 400)  # of the packings, one after the other
_TIGHT = 0.9  # cells for each letter
_FULL_TURN = 64  # rounds between looks at the temperature


def search(
    problem: LayoutProblem,
    *,
    message: str = "",
    rounds: int = 3000,
    seed: int = 0,
    deadline: Deadline = NEVER,
    callbacks: Callbacks = NO_CALLBACKS,
) -> Found[WordSearchLayout] | Stopped:
    """A layout of all words, with as many crossings as the search finds.

    It ends early when there are as many as the constraints ask for, if these ask for any.

    Args:
        problem: board, words, directions and constraints.
        message: what the unused cells spell, in symbols; "" for nothing in particular.
        rounds: how often words are taken out and put back.
        seed: the same seed gives the same layout, unless a time limit stops the search.
        deadline: when to stop and give what there is by then.
        callbacks: get phases and better layouts.

    Returns:
        `Found`: it satisfies all constraints and spells no word twice. `Stopped` proves nothing.
    """
    return _Search(problem, message, seed, deadline, callbacks).run(rounds)


class _Search:
    """One search: the state, its score, and the best layout so far."""

    def __init__(
        self,
        problem: LayoutProblem,
        message: str = "",
        seed: int = 0,
        deadline: Deadline = NEVER,
        callbacks: Callbacks = NO_CALLBACKS,
    ) -> None:
        self.problem, self.message = problem, message
        self.deadline, self.callbacks = deadline, callbacks
        self.board, self.constraints = problem.board, problem.constraints
        self.scanner = Scanner(
            self.board, [*(word.symbols for word in problem.words), *self.constraints.forbid]
        )
        self.mirrored = MirrorPairs(problem.words)
        self.rng = random.Random(seed)
        self.numbers = np.random.default_rng(seed)
        unused = self.constraints.unused
        self.target = None if unused is None else self.board.n_squares - unused
        # Where many letters must be shared, those along one line too.
        is_tight = self.target is not None and self.board.n_squares < _TIGHT * sum(
            map(len, problem.words)
        )
        self.state = self._state(collinear=self.constraints.allow_inside or is_tight)
        self.n_refused = self.n_repaired = 0
        self.best: WordSearchLayout | None = None
        self.best_score = -math.inf
        longest = max(len(axes) for axes in self.state.headings)
        self.noise = self.numbers.random(2 * longest + 1)

    def run(self, rounds: int) -> Found[WordSearchLayout] | Stopped:
        """A first layout of all words, then annealing for `rounds`."""
        if any(len(places) == 0 for places in self.state.headings):
            return Stopped(Reason.ROUNDS, detail="a word fits nowhere")
        failure = self._begin()
        if failure is not None:
            return self._stopped(failure)
        moves = self.moves = self._moves()
        score = moves.score()
        score += self._keep(score, _HOT)
        for number in range(rounds):
            if self._enough() or self.deadline.passed():
                break
            if self.n_refused >= _REFUSALS or self.n_repaired >= _REPAIRS:
                break
            if number % _FULL_TURN == 0:
                self.callbacks.phase(self._phase())
            turn = (number - number % _FULL_TURN) / rounds
            temperature = _HOT * (_COLD / _HOT) ** turn
            score += moves.move(temperature)
            if score > self.best_score:
                score += self._keep(score, temperature)
        if self.best is None:
            return self._stopped("no layout satisfies all constraints")
        n = len(self.best.crossings)
        if n < self.constraints.n_crossings_at_least:
            return Stopped(Reason.ROUNDS, detail=f"at most {counted(n, 'crossing')} found")
        return Found(self.best)

    def _state(self, layout: Sequence[WordRun] = (), *, collinear: bool) -> PlacedWords:
        return PlacedWords(
            self.board, self.mirrored.words, self.problem.headings,
            collinear=collinear, inside=self.constraints.allow_inside, rng=self.numbers,
            layout=layout,
        )  # fmt: skip

    def _moves(self) -> Moves:
        return Moves(
            self.state, self.rng, self.noise,
            target=self.target, parallel=_PARALLEL, balance=_BALANCE,
        )  # fmt: skip

    def _begin(self) -> str | None:
        """Give every word a place. Returns: why that did not succeed; None when it did."""
        n_left = self._insert()
        if self.target is not None:
            repair = Repair(self.state, self.rng, self.target, self._wrong_cells)
            if repair.run(self.deadline, self.callbacks.phase):
                return None
            return f"no layout with {self.constraints.unused} cells without a word was found"
        if not n_left:
            return None
        for sweeps in _SWEEPS:
            found = pack(
                self.problem, sweeps,
                rng=self.rng, deadline=self.deadline, callbacks=self.callbacks,
            )  # fmt: skip
            if isinstance(found, WordSearchLayout):
                # Packed words may overlap along one line.
                packed = [found.placements[word] for word in self.mirrored.kept]
                self.state = self._state(packed, collinear=True)
                return None
            if self.deadline.passed():
                break
        return f"words left over: {n_left}"

    def _insert(self) -> int:
        """Put every word where it fits, the longest first. Returns: how many fit nowhere."""
        state, rng = self.state, self.rng
        waiting = list(range(len(state.words)))
        rng.shuffle(waiting)
        waiting.sort(key=lambda word: -len(state.words[word]))
        noise = np.random.default_rng(rng.getrandbits(32)).random(len(self.noise))
        n_left = 0
        for word in waiting:
            n = len(state.headings[word])
            start = rng.randrange(len(noise) - n + 1)
            n_left += not state.put_free(word, CROSSING / 2 * noise[start : start + n])
        return n_left

    def _stopped(self, failure: str) -> Stopped:
        """Without a layout: at the deadline that is the reason, else what failed."""
        if self.deadline.passed():
            return Stopped(self.deadline.reason)
        return Stopped(Reason.ROUNDS, detail=failure)

    def _phase(self) -> str:
        n = 0 if self.best is None else len(self.best.crossings)
        return f"moving words: {counted(n, 'crossing')}"

    def _enough(self) -> bool:
        wanted = self.constraints.n_crossings_at_least
        return self.best is not None and 0 < wanted <= len(self.best.crossings)

    def _keep(self, score: float, temperature: float) -> float:
        """Take the state as the best, if it satisfies all constraints and spells nothing wrong.

        Where the words together spell a word once more, or a forbidden one, one of them is moved:
        all layouts derived from a good state would spell it too, and be rejected.

        Returns: by how much the score has changed.
        """
        constraints, state = self.constraints, self.state
        if self.target is not None and state.n_used != self.target:
            return 0.0
        layout = self._layout()
        found = self._read(layout)
        wrong = unexplained(layout, found)
        if wrong:
            return self._repair(wrong[0].cells, temperature)
        if layout_conflict(layout, allow_inside=constraints.allow_inside, found=found):
            self.n_refused += 1
        else:
            self.best, self.best_score = layout, score
            if len(layout.crossings) >= constraints.n_crossings_at_least:
                self.callbacks.better(layout)
        return 0.0

    def _layout(self) -> WordSearchLayout:
        return self.mirrored.layout(self.board, self.state.placements())

    def _read(self, layout: WordSearchLayout) -> list[Occurrence]:
        """All words that can be read, in the message too."""
        return self.scanner.find(layout.letters_with(self.message))

    def _wrong_cells(self) -> list[int]:
        """A cell of each word that can be read where it should not."""
        layout = self._layout()
        return [found.cells[0] for found in unexplained(layout, self._read(layout))]

    def _repair(self, cells: Sequence[int], temperature: float) -> float:
        """Move one of the words that stand in these cells.

        Returns: by how much the score has changed.
        """
        self.n_repaired += 1
        words = self.state.beneath(cells)
        return self.moves.move_one_of(words, temperature) if words else 0.0
