"""Layouts with many crossings, found by search: greedy insertion, then annealing by taking a few
words out and putting them back where they cross most.

What is found is never proved to be the best; `exact` can do that on small boards.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from satcross.cnf.formula import I64
from satcross.errors import OptionError
from satcross.solve.protocol import NEVER, Deadline
from satcross.wordsearch.board import Board
from satcross.wordsearch.filler import own_fault
from satcross.wordsearch.headings import HEADINGS, Heading
from satcross.wordsearch.layout import Layout, Placement, parallel_pairs
from satcross.wordsearch.occurrences import Scanner, unexplained
from satcross.wordsearch.results import Placed, Stopped
from satcross.wordsearch.search_eject import insert_all
from satcross.wordsearch.search_state import CLASH, State
from satcross.wordsearch.words import HiddenWord

F64 = npt.NDArray[np.float64]

_HOT, _COLD = 24.0, 3.0  # of annealing, in the unit of `search_state.CROSSING`
_REFUSALS = 300  # layouts that are not accepted, until it gives up
_MENDS = 1_500  # layouts that spell something once too often, until it gives up
_LOOKED_AT = 32  # places of a word whose parallel neighbours are counted
_EXACT = 25  # what a cell too many or too few costs, where their number is asked for
_FULL_TURN = 64  # rounds between looks at the temperature


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What to search for.

    Args:
        crossings: stop at this many; None to look for as many as there are in the rounds.
        max_parallel: at most so many pairs of words side by side; None: few, as `parallel` weighs.
        parallel: what a pair side by side costs; a crossing is worth 10 to 14.
        balance: what it costs that headings are used unevenly; 0 not to care.
        unused: so many cells that no word uses, exactly; None for any number.
        allow_inside: a word may stand within another along its line.
        tight: words along one line may overlap, which makes smaller squares.
        forbid: words, in letters, that the words together must not spell.
        tries: of the insertion, for each word, when not all fit at once.
        rounds: how often words are taken out and put back.
        seed: the same seed gives the same layout, where no time limit cuts in.
    """

    crossings: int | None = None
    max_parallel: int | None = None
    parallel: int = 12
    balance: float = 0.4
    unused: int | None = None
    allow_inside: bool = False
    tight: bool = False
    forbid: tuple[str, ...] = ()
    tries: int = 60
    rounds: int = 3000
    seed: int = 0

    def __post_init__(self) -> None:
        for name in (
            "crossings",
            "max_parallel",
            "unused",
            "parallel",
            "balance",
            "rounds",
            "tries",
        ):
            value = getattr(self, name)
            if value is not None and value < 0:
                raise OptionError(f"{name} of {value}", mend="give 0 or more", source="options")


def search(
    board: Board,
    words: Sequence[HiddenWord],
    headings: Sequence[Heading],
    options: SearchOptions | None = None,
    *,
    deadline: Deadline = NEVER,
    accept: Callable[[Layout], bool] | None = None,
) -> Placed | Stopped:
    """A layout of all words, with as many crossings as the search finds.

    Args:
        board, words, headings: as everywhere.
        options: what to search for.
        deadline: when to stop and give what there is by then.
        accept: whether a layout that keeps every wish will do; some hundred are asked about.

    Returns:
        `Placed`, never called optimal, that keeps every hard wish of the options (`crossings`,
        `max_parallel`, `unused`) and spells no word twice; or `Stopped`, which proves nothing.
    """
    return _Search(board, words, headings, options or SearchOptions(), deadline, accept).run()


class _Search:
    """One search: the state, its score, and the best layout so far."""

    def __init__(
        self,
        board: Board,
        words: Sequence[HiddenWord],
        headings: Sequence[Heading],
        options: SearchOptions,
        deadline: Deadline,
        accept: Callable[[Layout], bool] | None = None,
    ) -> None:
        self.accept, self.n_refused, self.n_mended = accept, 0, 0
        self.scanner = Scanner(board, [*(word.letters for word in words), *options.forbid])
        self.options, self.deadline = options, deadline
        self.words, self.board = tuple(words), board
        self.kept, self.twins = _twins(words)
        words = [self.words[word] for word in self.kept]
        self.rng = random.Random(options.seed)
        numbers = np.random.default_rng(options.seed)
        self.state = State(
            board,
            words,
            headings,
            collinear=options.tight or options.allow_inside,
            inside=options.allow_inside,
            rng=numbers,
        )
        longest = max(len(axes) for axes in self.state.headings)
        self.noise = numbers.random(2 * longest + 1)
        self.target = None if options.unused is None else board.n_cells - options.unused
        self.parallel = options.parallel if options.max_parallel is None else 4 * options.parallel
        self.best: Layout | None = None
        self.best_score = -math.inf

    def run(self) -> Placed | Stopped:
        """Insert all words, then anneal for `rounds`."""
        state, options = self.state, self.options
        if any(len(places) == 0 for places in state.headings):
            return Stopped("a word fits nowhere")
        reason = insert_all(state, self.rng, self.deadline, options.tries * len(state.words))
        if reason is not None:
            return Stopped(reason)
        score = self._score()
        score += self._keep(score, _HOT)
        for number in range(options.rounds):
            if self._enough() or self.deadline.passed():
                break
            if self.n_refused >= _REFUSALS or self.n_mended >= _MENDS:
                break
            turn = (number - number % _FULL_TURN) / options.rounds
            heat = _HOT * (_COLD / _HOT) ** turn
            score += self._move(heat)
            if score > self.best_score:
                score += self._keep(score, heat)
        if self.best is None:
            late = self.deadline.passed()
            return Stopped("time limit" if late else "no layout keeps every wish")
        if options.crossings is not None and len(self.best.crossings) < options.crossings:
            return Stopped(f"{len(self.best.crossings)} crossings at most were found")
        return Placed(self.best)

    def _move(self, heat: float) -> float:
        """Take a few words out and put them back; undo that unless it is accepted.

        Returns: by how much the score has changed.
        """
        state = self.state
        chosen = self._choose()
        before = [state.at[word] for word in chosen]
        off = self._off()
        change = 0.0
        for word in chosen:
            state.remove(word)
            change -= self._value(word)
        placed: list[int] = []
        for index, word in enumerate(chosen):
            place, value = self._best_place(word, heat, last=index == len(chosen) - 1)
            if place < 0:
                break
            state.put(word, place)
            placed.append(word)
            change += value
        change -= self._off() - off
        if len(placed) == len(chosen) and change >= heat * math.log(self.rng.random() or 1e-9):
            return change
        for word in placed:
            state.remove(word)
        for word, place in zip(chosen, before, strict=True):
            state.put(word, place)
        return 0.0

    def _choose(self) -> list[int]:
        """One to four words to move: any, or such that cross each other."""
        n = len(self.state.words)
        first = self.rng.randrange(n)
        wanted = min(n, self.rng.choice((1, 1, 2, 2, 3, 4)))
        near = sorted(self.state.beneath(self.state.cells[first][:, self.state.at[first]].tolist()))
        pool = near if self.rng.random() < 0.5 and len(near) > 1 else range(n)
        others = [word for word in self.rng.sample(pool, min(wanted, len(pool))) if word != first]
        chosen = [first, *others][:wanted]
        self.rng.shuffle(chosen)
        return chosen

    def _best_place(
        self, word: int, heat: float, *, last: bool, but: int = -1
    ) -> tuple[int, float]:
        """The place that is worth most, a little chance added, but not `but`; -1 if none is."""
        state = self.state
        worth = state.worth(word)
        start = self.rng.randrange(len(self.noise) - len(worth) + 1)
        wish = worth + (heat * self.noise[start : start + len(worth)])
        if self.options.balance:
            wish -= self._bias()[state.headings[word]]
        if last and self.target is not None:
            wish -= _EXACT * np.abs(state.n_used + state.n_fresh(word) - self.target)
        if but >= 0:
            wish[but] = -np.inf
        n = min(_LOOKED_AT, len(wish))
        top: I64 = np.argpartition(wish, len(wish) - n)[len(wish) - n :]
        wish_top = wish[top] - self.parallel * state.parallels(word, top)
        for choice in top[np.argsort(-wish_top, kind="stable")].tolist():
            if worth[choice] < -CLASH // 2 or choice == but:
                break
            if not (state.collinear and state.clashing(word, choice)):
                return choice, self._value_at(word, choice, int(worth[choice]))
        return -1, 0.0

    def _bias(self) -> F64:
        """By heading, what one more word along it costs."""
        used = np.array(self.state.by_heading)
        bias: F64 = self.options.balance * (2 * used + 1)
        return bias

    def _value(self, word: int) -> float:
        """What the word, just removed, was worth where it stood."""
        return self._value_at(word, self.state.at[word], self.state.worth_here(word))

    def _value_at(self, word: int, place: int, worth: int) -> float:
        state = self.state
        pairs = int(state.parallels(word, np.array([place]))[0])
        used = state.by_heading[int(state.headings[word][place])]
        return worth - self.parallel * pairs - self.options.balance * (2 * used + 1)

    def _off(self) -> float:
        """What it costs that the number of used cells is not the one asked for."""
        return 0.0 if self.target is None else _EXACT * abs(self.state.n_used - self.target)

    def _score(self) -> float:
        """The score of the whole state, by taking it apart and putting it together."""
        state, total = self.state, 0.0
        before = list(state.at)
        for word in range(len(before)):
            state.remove(word)
            total += self._value(word)
        for word, place in enumerate(before):
            state.put(word, place)
        return total - self._off()

    def _enough(self) -> bool:
        wanted = self.options.crossings
        return self.best is not None and wanted is not None and len(self.best.crossings) >= wanted

    def _layout(self) -> Layout:
        """The state's layout, with the words added that are another's mirror image."""
        standing = {self.kept[p.word]: p for p in self.state.placements()}
        for word, image in self.twins.items():
            cells, heading = standing[image].cells[::-1], standing[image].heading
            opposite = HEADINGS[(HEADINGS.index(heading) + len(HEADINGS) // 2) % len(HEADINGS)]
            standing[word] = Placement(word, cells, opposite)
        placements = (replace(p, word=word) for word, p in sorted(standing.items()))
        return Layout(self.board, self.words, tuple(placements))

    def _keep(self, score: float, heat: float) -> float:
        """Take the state for the best, if it keeps the hard wishes and spells nothing wrong.

        Where the words together spell a word once more, or a forbidden one, one of them is moved:
        all that would come of a good state would spell it too, and be refused.

        Returns: by how much the score has changed.
        """
        options, state = self.options, self.state
        if self.target is not None and state.n_used != self.target:
            return 0.0
        layout = self._layout()
        if options.max_parallel is not None:
            pairs = parallel_pairs(layout.board, layout.placements)
            if len(pairs) > options.max_parallel:
                return 0.0
        found = self.scanner.find(layout.letters)
        wrong = unexplained(layout, found)
        if wrong:
            self.n_mended += 1
            return self._mend(wrong[0].cells, heat)
        fault = own_fault(layout, found, allow_inside=options.allow_inside)
        if fault or not (self.accept is None or self.accept(layout)):
            self.n_refused += 1
        else:
            self.best, self.best_score = layout, score
        return 0.0

    def _mend(self, cells: Sequence[int], heat: float) -> float:
        """Move one of the words that stand in these cells.

        Returns: by how much the score has changed.
        """
        state = self.state
        word = self.rng.choice(sorted(state.beneath(list(cells))))
        before, off = state.at[word], self._off()
        state.remove(word)
        change = -self._value(word)
        place, value = self._best_place(word, heat, last=True, but=before)
        if place < 0:
            place, value = before, -change
        state.put(word, place)
        return change + value - (self._off() - off)


def _twins(words: Sequence[HiddenWord]) -> tuple[list[int], dict[int, int]]:
    """The words to place, and those that are read on the same cells as another, backwards.

    Wherever LIVE stands, EVIL does; to stand once, both have to stand there.
    """
    first: dict[str, int] = {}
    twins: dict[int, int] = {}
    for index, word in enumerate(words):
        if word.letters[::-1] in first:
            twins[index] = first[word.letters[::-1]]
        else:
            first[word.letters] = index
    return list(first.values()), twins
