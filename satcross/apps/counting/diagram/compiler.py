"""From a puzzle to decision diagrams: layer by layer, equal partial fills as one state.

The cells are filled in a fixed order, as by the join of `satcross.solve.listing`; but of a partial
fill only its *state* is kept, on which it depends how it can go on:

- for each slot in progress, which words can still follow: a node of its trie, or, where the letters
  before do not matter any more, the first node that can end in the same ways;
- the words that stand already and must not come again.

Letters and words that stand matter only as long as two slots could still get the same word. That is
looked up in the letters which are possible in each cell: two slots that have no common letter in
some place never do. So most states forget them soon, and become equal to others.

Independent parts of a puzzle, which share no cell and no word that must not come twice, get
diagrams of their own: a fill is a row of each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from satcross.apps.counting.diagram.components import Component
from satcross.apps.counting.diagram.diagram import Diagram, Numbers, Reduction, distinct_rows
from satcross.apps.counting.diagram.exclusions import alphabetical, exclusions_of
from satcross.apps.counting.diagram.tries import Depth, common_steps, trie_depths
from satcross.extend import I32, I64, NEVER, Bools, Codes, Deadline, Domains, Slot

CHUNK = 1 << 14  # states that are extended together: enough for numpy, few enough for memory
MAX_EDGES = 10_000_000  # before nodes are merged from the end: 100 bytes each at most


Tries = dict[tuple[int, bytes, bytes, bool], list[Depth]]
"""Tries that were made, by length and words, and whether they have scores; slots share them."""


@dataclass(slots=True, eq=False)
class _States:
    """States after some cells, by column.

    Args:
        n: how many there are.
        node: by slot in progress, its node: a number below the nodes of that depth, or, from there
            on, the first of those with the same endings, where the letters before do not matter.
        used: by group of slots, int32 (words, n): words that must not come again, falling; -1 for
            none.
    """

    n: int
    node: dict[int, I32] = field(default_factory=dict)
    used: dict[int, I32] = field(default_factory=dict)

    def take(self, rows: I64 | slice) -> _States:
        """Some of them."""
        node = {slot: nodes[rows] for slot, nodes in self.node.items()}
        used = {group: words[:, rows] for group, words in self.used.items()}
        n = len(range(*rows.indices(self.n))) if isinstance(rows, slice) else len(rows)
        return _States(n, node, used)

    def columns(self) -> list[I32]:
        """All of them, in a fixed order."""
        columns = [self.node[slot] for slot in sorted(self.node)]
        return columns + [row for group in sorted(self.used) for row in self.used[group]]


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """The edges of a layer as they were found; `degree` is by node, the others by edge."""

    degree: I32
    letter: Codes
    target: I32
    gain: I32


class ComponentCompiler:
    """Makes the diagram of a part of a puzzle.

    Args:
        domains: what arc consistency left; no slot may be empty.
        part: the slots, and their cells in the order in which they are to be filled.
        is_scored: whether the total of the words' scores is kept; else all totals are 0.
        tries: those of the slots of the puzzle that were made before; receives new ones.

    Fields:
        n_edges: edges so far: what it cost.
        step: how many cells are done.
    """

    def __init__(
        self,
        domains: Domains,
        part: Component,
        *,
        is_scored: bool,
        tries: Tries,
    ) -> None:
        puzzle = domains.puzzle
        self.n_edges = 0
        self.step = 0
        self.cells = part.cells
        self._n_letters = len(puzzle.words.alphabet)
        place = {cell: step for step, cell in enumerate(part.cells)}
        self._slots = {index: puzzle.slots[index] for index in part.slots}
        self._places = {i: [place[cell] for cell in slot.cells] for i, slot in self._slots.items()}
        self._at: list[list[tuple[Slot, int]]] = [[] for _ in part.cells]
        for index, slot in self._slots.items():
            for offset, step in enumerate(self._places[index]):
                self._at[step].append((slot, offset))
        self._tries = {
            i: _trie_of(domains, slot, is_scored, tries) for i, slot in self._slots.items()
        }
        exclusions = exclusions_of(domains)
        self._rivals = {i: exclusions.rivals[i] for i in part.slots if i in exclusions.rivals}
        self._group = {i: exclusions.group[i] for i in self._rivals}
        self._names = exclusions.names
        self._word_bits = exclusions.bits
        self._best = sum(int(trie[0].best[0]) for trie in self._tries.values())
        root = _States(1)
        for index in part.slots:
            root.node[index] = self._root(index)
        self._states = root
        self._next = 0  # states of this layer that were extended
        self._pieces: list[tuple[_Edges, _States]] = []
        self._layers: list[_Edges] = []
        self._sizes: list[int] = [1]

    def _root(self, index: int) -> I32:
        """A slot that has not begun: its letters matter where it has rivals."""
        return np.array([0 if index in self._group else 1], dtype=np.int32)

    def run(
        self,
        deadline: Deadline = NEVER,
        max_edges: int = MAX_EDGES,
        on_tick: Callable[[], None] | None = None,
    ) -> bool:
        """Go on until all layers are there.

        Args:
            deadline: when to stop.
            max_edges: how many edges there may be.
            on_tick: called after each piece of work.

        Returns: whether the end was reached; if not, it can be called again.
        """
        while self.step < len(self.cells) and self._states.n:
            while self._next < self._states.n:
                if deadline.passed() or self.n_edges > max_edges:
                    return False
                if on_tick is not None:
                    on_tick()
                some = self._states.take(slice(self._next, self._next + CHUNK))
                edges, states = self._extend(some)
                self._pieces.append((edges, states))
                self.n_edges += len(edges.letter)
                self._next += some.n
            self._finish_layer()
        return True

    def _finish_layer(self) -> None:
        states, classes = _merged([states for _, states in self._pieces])
        targets: list[I32] = []
        first = 0
        for edges, some in self._pieces:
            targets.append(classes[first : first + some.n][edges.target].astype(np.int32))
            first += some.n
        every = [edges for edges, _ in self._pieces]
        self._layers.append(
            _Edges(
                np.concatenate([edges.degree for edges in every]),
                np.concatenate([edges.letter for edges in every]),
                np.concatenate(targets),
                np.concatenate([edges.gain for edges in every]),
            )
        )
        self._states, self._next, self._pieces = states, 0, []
        self._sizes.append(states.n)
        self.step += 1

    def diagram(self, deadline: Deadline = NEVER) -> Diagram | None:
        """The diagram, when `run` has reached the end; None if the deadline passed."""
        if not self._states.n:
            return Diagram(self.cells, (), 0)
        sizes = self._sizes[:-1]
        reduction = Reduction(sizes, self._best)
        for edges in reversed(self._layers):
            if deadline.passed():
                return None
            source = np.repeat(np.arange(len(edges.degree)), edges.degree)
            reduction.add(source, edges.letter, edges.target, edges.gain.astype(np.int64))
        return reduction.diagram(self.cells)

    def _depth(self, index: int, step: int) -> Depth:
        """The trie of a slot, at the depth where it is after `step` cells."""
        done = sum(place < step for place in self._places[index])
        return self._tries[index][done]

    def _extend(self, states: _States) -> tuple[_Edges, _States]:
        """Every way to give some states the letter of the next cell."""
        step = self.step
        slots = self._at[step]
        depths = [self._tries[slot.index][offset] for slot, offset in slots]
        nodes = [
            states.node[slot.index] % len(depth)
            for (slot, _), depth in zip(slots, depths, strict=True)
        ]
        source, letter, edges = common_steps(depths, nodes)
        gain = np.zeros(len(source), dtype=np.int64)
        new = _States(len(source))
        here = {slot.index for slot, _ in slots}
        for index, old in states.node.items():
            if index not in here:
                new.node[index] = old[source]
        new.used = {group: words[:, source] for group, words in states.used.items()}
        keep = np.ones(len(source), dtype=np.bool_)
        for (slot, offset), depth, node, child in zip(slots, depths, nodes, edges, strict=True):
            after = self._tries[slot.index][offset + 1]
            gain += after.best[child] - depth.best[node[source]]
            matters = states.node[slot.index][source] < len(depth)
            if offset + 1 < len(slot):
                new.node[slot.index] = np.where(
                    matters, child, len(after) + after.alike[child]
                ).astype(np.int32)
            elif slot.index in self._group:
                keep &= self._use(new, slot.index, child, matters)
        alive = self._forget(new, step + 1)
        keep &= alive
        kept = np.flatnonzero(keep)
        out = _Edges(
            np.bincount(source[kept], minlength=states.n).astype(np.int32),
            letter[kept],
            np.zeros(0, dtype=np.int32),
            gain[kept].astype(np.int32),
        )
        merged, target = _merged([new.take(kept)])
        return _Edges(out.degree, out.letter, target.astype(np.int32), out.gain), merged

    def _use(self, states: _States, index: int, leaf: I64, matters: Bools) -> Bools:
        """Take note of the word of a slot; where it is not one that must not come again."""
        group = self._group[index]
        word = np.where(matters, self._names[index][leaf], -1).astype(np.int32)
        used = states.used.get(group, np.zeros((0, states.n), dtype=np.int32))
        is_new: Bools = ~((used == word) & (word >= 0)).any(axis=0)
        states.used[group] = np.concatenate((used, word[None]))
        return is_new

    def _forget(self, states: _States, step: int) -> Bools:
        """Forget the letters and words that do not matter any more; where no cell is impossible."""
        alive: Bools = np.ones(states.n, dtype=np.bool_)
        if step == len(self.cells):
            states.used.clear()
            return alive
        masks = _Masks(states, step, self._tries, self._places, self.cells)
        for slot, _ in self._at[step - 1]:
            for place in self._places[slot.index]:
                if place >= step:
                    alive &= masks.of_cell(self.cells[place], self._at[place]) != 0
        to_come = [index for index in self._group if self._places[index][-1] >= step]
        begun = [index for index in to_come if self._places[index][0] < step]
        live = {index: np.zeros(states.n, dtype=np.bool_) for index in to_come}
        for number, one in enumerate(to_come):
            for other in to_come[number + 1 :]:
                if other in self._rivals[one] and (one in begun or other in begun):
                    clash = self._may_clash(states, masks, one, other, step)
                    live[one] |= clash
                    live[other] |= clash
        for group in states.used:
            self._forget_words(states, masks, group, live)
        for index in begun:
            depth, node = self._depth(index, step), states.node[index]
            forgotten = (node < len(depth)) & ~live[index]
            node = np.where(forgotten, len(depth) + depth.alike[node % len(depth)], node)
            states.node[index] = node.astype(np.int32)
        return alive

    def _forget_words(
        self, states: _States, masks: _Masks, group: int, live: dict[int, Bools]
    ) -> None:
        """Forget the words of a group that cannot come again; where others can, letters matter.

        Args: live: by slot that is not complete, where its letters matter; receives more.
        """
        used, bits = states.used[group], self._word_bits.get(group)
        lives = np.zeros(used.shape, dtype=np.bool_)
        slots = [index for index in live if self._group[index] == group]
        for row, word in enumerate(used):
            for index in slots:
                clash = (word >= 0) & self._matters(states, index, masks.step)
                if bits is None:
                    clash &= np.isin(word, self._names[index])
                for offset in range(0 if bits is None else len(bits)):
                    if bits is None or not clash.any():
                        break
                    mask = masks.of_slot(self._slots[index], offset, self._at)
                    clash &= (bits[offset][word] & mask) != 0
                lives[row] |= clash
                live[index] |= clash
        kept = np.sort(np.where(lives, used, -1), axis=0)[::-1]
        states.used[group] = kept[: int((kept >= 0).any(axis=1).sum())]

    def _matters(self, states: _States, index: int, step: int) -> Bools:
        """Where the letters of a slot matter."""
        matters: Bools = states.node[index] < len(self._depth(index, step))
        return matters

    def _may_clash(self, states: _States, masks: _Masks, one: int, other: int, step: int) -> Bools:
        """Where two slots might still get the same word."""
        clash = self._matters(states, one, step) & self._matters(states, other, step)
        if self._group[one] not in self._word_bits or not clash.any():
            return clash
        for offset in range(len(self._slots[one])):
            mine = masks.of_slot(self._slots[one], offset, self._at)
            theirs = masks.of_slot(self._slots[other], offset, self._at)
            clash &= (mine & theirs) != 0
            if not clash.any():
                break
        return clash


class _Masks:
    """The letters that are possible in the cells of some states, as bits.

    Args:
        states: the states.
        step: how many cells are filled.
        tries, places: by slot, its trie, and the steps at which its cells are filled.
        cells: the cells by step.
    """

    def __init__(
        self,
        states: _States,
        step: int,
        tries: dict[int, list[Depth]],
        places: dict[int, list[int]],
        cells: Sequence[int],
    ) -> None:
        self._states = states
        self.step = step
        self._tries = tries
        self._places = places
        self._cells = cells
        self._by_cell: dict[int, npt.NDArray[np.uint64]] = {}
        self._by_place: dict[tuple[int, int], npt.NDArray[np.uint64]] = {}

    def of_cell(self, cell: int, slots: Sequence[tuple[Slot, int]]) -> npt.NDArray[np.uint64]:
        """The letters of a cell that is to be filled, of the slots through it."""
        if cell not in self._by_cell:
            mask: npt.NDArray[np.uint64] | None = None
            for slot, offset in slots:
                bits = self._of_trie(slot.index, offset)
                mask = bits if mask is None else mask & bits
            assert mask is not None
            self._by_cell[cell] = mask
        return self._by_cell[cell]

    def of_slot(
        self, slot: Slot, offset: int, at: Sequence[Sequence[tuple[Slot, int]]]
    ) -> npt.NDArray[np.uint64]:
        """The letters of a place of a slot whose letters matter."""
        place = self._places[slot.index][offset]
        if place >= self.step:
            return self.of_cell(slot.cells[offset], at[place])
        return self._of_trie(slot.index, offset)

    def _of_trie(self, index: int, offset: int) -> npt.NDArray[np.uint64]:
        key = index, offset
        if key not in self._by_place:
            done = sum(place < self.step for place in self._places[index])
            depth = self._tries[index][done]
            if done:
                self._by_place[key] = depth.bits[offset][self._states.node[index] % len(depth)]
            else:  # one mask for all states
                self._by_place[key] = depth.bits[offset]
        return self._by_place[key]


def diagram_of_rows(
    domains: Domains,
    part: Component,
    rows: Codes,
    *,
    is_scored: bool,
    tries: Tries,
    deadline: Deadline = NEVER,
) -> Diagram | None:
    """The diagram of fills that were listed; None if the deadline passed.

    Args:
        domains: what arc consistency left.
        part: the slots and cells that it is about.
        rows: `Codes` (fills, cells): the fills, their cells in the order of `Domains.cells`; those
            that differ in no cell of the part count once.
        is_scored, tries: as for `ComponentCompiler`.
        deadline: when to stop.
    """
    puzzle = domains.puzzle
    n_letters = len(puzzle.words.alphabet)
    column = {cell: i for i, cell in enumerate(domains.cells)}
    by_cell = [rows[:, column[cell]] for cell in part.cells]
    kept, _ = distinct_rows(by_cell)
    by_cell = [letters[kept] for letters in by_cell]
    place = {cell: step for step, cell in enumerate(part.cells)}
    scores: list[list[I64]] = [[] for _ in part.cells]  # by step: of the words that end there
    for index in part.slots:
        slot = puzzle.slots[index]
        trie = _trie_of(domains, slot, is_scored, tries)
        node = np.zeros(len(kept), dtype=np.int64)
        for depth, cell in zip(trie, slot.cells, strict=False):
            node = depth.edge.of(node, by_cell[place[cell]]).astype(np.int64)
        # A path may end at a cell that comes before its others.
        scores[max(place[cell] for cell in slot.cells)].append(trie[-1].best[node])
    prefix = np.zeros(len(kept), dtype=np.int64)
    sizes: list[int] = []
    layers: list[tuple[I64, Codes, I64]] = []
    for letters, ended in zip(by_cell, scores, strict=True):
        if deadline.passed():
            return None
        sizes.append(int(prefix.max(initial=0)) + 1)
        keys, first, after = np.unique(
            prefix * n_letters + letters, return_index=True, return_inverse=True
        )
        gain = np.zeros(len(keys), dtype=np.int64)
        for score in ended:
            gain += score[first]
        layers.append((keys // n_letters, (keys % n_letters).astype(rows.dtype), gain))
        prefix = after.ravel().astype(np.int64)
    reduction = Reduction(sizes, 0)
    for number in range(len(layers) - 1, -1, -1):
        if deadline.passed():
            return None
        source, letter, gain = layers[number]
        target = np.arange(len(source)) if number + 1 < len(layers) else np.zeros_like(source)
        reduction.add(source, letter, target, gain)
    return reduction.diagram(part.cells)


def _trie_of(
    domains: Domains,
    slot: Slot,
    is_scored: bool,
    made: Tries,
) -> list[Depth]:
    codes, words = domains.codes[slot.index], domains.words[slot.index]
    is_scored = is_scored and domains.puzzle.given_codes(slot) is None  # as in `Fill.scores`
    key = (id(domains.puzzle.table(slot)), codes.tobytes(), words.tobytes(), is_scored)
    if key not in made:
        order = alphabetical(codes)
        scores = np.zeros(len(codes), dtype=np.int64)
        if is_scored and len(words):
            scores = domains.puzzle.table(slot).scores[words].astype(np.int64)
        made[key] = trie_depths(codes[order], scores[order], len(domains.puzzle.words.alphabet))
    return made[key]


def _merged(several: Sequence[_States]) -> tuple[_States, I64]:
    """The distinct ones of some states, and by state, the number of its class."""
    if len(several) == 1:
        states = several[0]
    else:
        n = sum(states.n for states in several)
        states = _States(n)
        for slot in several[0].node:
            states.node[slot] = np.concatenate([some.node[slot] for some in several])
        for group in sorted({group for some in several for group in some.used}):
            n_rows = max(len(some.used.get(group, ())) for some in several)
            states.used[group] = np.concatenate(
                [_padded(some, group, n_rows) for some in several], axis=1
            )
    columns: Sequence[Numbers] = states.columns()
    if not columns:
        first = np.zeros(min(1, states.n), dtype=np.int64)
        return states.take(first), np.zeros(states.n, dtype=np.int64)
    first, classes = distinct_rows(columns)
    return states.take(first), classes


def _padded(states: _States, group: int, n_rows: int) -> I32:
    used = states.used.get(group, np.zeros((0, states.n), dtype=np.int32))
    return np.concatenate((used, np.full((n_rows - len(used), states.n), -1, dtype=np.int32)))
