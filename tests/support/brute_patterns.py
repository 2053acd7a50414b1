"""All patterns of a small size at once, as arrays, and which of them obey which rules.

A third reading of the rules, beside the encoder's and the checker's: nothing is shared with them.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from satcross.model.grid import BLOCK, OPEN, Grid
from satcross.pattern.rules import PatternRules

Bools = npt.NDArray[np.bool_]

_MOVES = {
    "half": lambda a: a[:, ::-1, ::-1],
    "quarter": lambda a: np.rot90(a, axes=(1, 2)),
    "left-right": lambda a: a[:, :, ::-1],
    "top-bottom": lambda a: a[:, ::-1],
    "diagonal": lambda a: a.swapaxes(1, 2),
    "antidiagonal": lambda a: a[:, ::-1, ::-1].swapaxes(1, 2),
}
SYMMETRIES = {
    "none": (),
    "rotation": ("half",),
    "rotation90": ("quarter",),
    "left-right": ("left-right",),
    "top-bottom": ("top-bottom",),
    "both": ("left-right", "top-bottom"),
    "diagonal": ("diagonal",),
    "antidiagonal": ("antidiagonal",),
    "diagonals": ("diagonal", "antidiagonal"),
    "full": ("quarter", "diagonal"),
}


def all_blocks(n_rows: int, n_cols: int, symmetry: str) -> Bools:
    """(n, rows, cols): the open cells of every pattern with a symmetry."""
    n = n_rows * n_cols
    orbit = np.arange(n).reshape(1, n_rows, n_cols)
    for _ in range(4):
        for move in SYMMETRIES[symmetry]:
            orbit = np.minimum(orbit, _MOVES[move](orbit))
            orbit = orbit[0].ravel()[orbit]
    heads, index = np.unique(orbit, return_inverse=True)
    numbers = np.arange(1 << len(heads))
    free = (numbers[:, None] >> np.arange(len(heads))) & 1
    return free.astype(bool)[:, index.ravel()].reshape(-1, n_rows, n_cols)


class Brute:
    """Every pattern of a size and symmetry (blocks), or every set of bars (no symmetry)."""

    def __init__(self, n_rows: int, n_cols: int, symmetry: str = "none", bars: bool = False):
        self.n_rows, self.n_cols, self.bars = n_rows, n_cols, bars
        if bars:
            n_right, n_below = n_rows * (n_cols - 1), (n_rows - 1) * n_cols
            numbers = np.arange(1 << (n_right + n_below))
            joins = ((numbers[:, None] >> np.arange(n_right + n_below)) & 1).astype(bool)
            self.right = joins[:, :n_right].reshape(-1, n_rows, n_cols - 1)
            self.below = joins[:, n_right:].reshape(-1, n_rows - 1, n_cols)
            self.open = np.ones((len(joins), n_rows, n_cols), bool)
            keep = np.ones(len(joins), bool)
            for name in SYMMETRIES[symmetry]:
                turned_right, turned_below = self._turned(name)
                keep &= (turned_right == self.right).all(axis=(1, 2))
                keep &= (turned_below == self.below).all(axis=(1, 2))
            self.right, self.below, self.open = self.right[keep], self.below[keep], self.open[keep]
        else:
            self.open = all_blocks(n_rows, n_cols, symmetry)
            self.right = self.open[:, :, 1:] & self.open[:, :, :-1]
            self.below = self.open[:, 1:] & self.open[:, :-1]
        self.runs = {d: list(self._runs(d)) for d in "AD"}

    def _turned(self, name: str) -> tuple[Bools, Bools]:
        right, below = _MOVES[name](self.right), _MOVES[name](self.below)
        return (below, right) if name in ("quarter", "diagonal", "antidiagonal") else (right, below)

    def _runs(self, direction: str) -> Iterator[tuple[int, int, int, Bools]]:
        """(line, first, length, which patterns have this slot), for slots of 2 or more."""
        joins = self.right if direction == "A" else self.below.swapaxes(1, 2)
        n_lines, n = joins.shape[1], joins.shape[2] + 1
        walls = np.ones((len(joins), n_lines, n + 1), bool)
        walls[:, :, 1:-1] = ~joins
        for line in range(n_lines):
            for first in range(n):
                for end in range(first + 2, n + 1):
                    here = walls[:, line, first] & walls[:, line, end]
                    here &= ~walls[:, line, first + 1 : end].any(1)
                    yield line, first, end - first, here

    def checked(self, direction: str) -> Bools:
        """(n, rows, cols): whether the cell is in a slot of a direction."""
        out = np.zeros_like(self.open)
        if direction == "A":
            out[:, :, 1:] |= self.right
            out[:, :, :-1] |= self.right
        else:
            out[:, 1:] |= self.below
            out[:, :-1] |= self.below
        return out

    def some_open(self) -> Bools:
        """Which patterns have an open cell."""
        return np.asarray(self.open.any(axis=(1, 2)))

    def obey(self, rules: PatternRules, *, connected: bool = True) -> Bools:
        """Which patterns obey the rules; the symmetry is taken as given."""
        ok = self.some_open() & self._slots(rules) & self._fixed(rules)
        across, down = self.checked("A"), self.checked("D")
        needed = (across & down) if rules.all_checked else (across | down)
        ok &= (needed | ~self.open).all(axis=(1, 2))
        if not rules.open_squares:
            right, below = self.right, self.below
            ok &= ~(right[:, 1:] & right[:, :-1] & below[:, :, 1:] & below[:, :, :-1]).any(
                axis=(1, 2)
            )
        if self.bars:
            n_walls = (~self.right).sum(axis=(1, 2)) + (~self.below).sum(axis=(1, 2))
        else:
            n_walls = (~self.open).sum(axis=(1, 2))
            ok &= self._blocks(rules)
        ok &= _within(n_walls, rules.n_blocks)
        if connected and rules.connected:
            ok[ok] = self._connected(ok)
        return ok

    def _slots(self, rules: PatternRules) -> Bools:
        ok = np.ones(len(self.open), bool)
        n_words = np.zeros(len(ok), int)
        by_length = {k: np.zeros(len(ok), int) for k in rules.n_of_length}
        for direction, runs in self.runs.items():
            other = self.checked("D") if direction == "A" else self.checked("A").swapaxes(1, 2)
            for line, first, k, here in runs:
                n_words += here
                if k in by_length:
                    by_length[k] += here
                if k < rules.min_length or (rules.max_length and k > rules.max_length):
                    ok &= ~here
                checks = other[:, line, first : first + k]
                if rules.alternate:
                    ok &= ~(here & (~checks[:, 1:] & ~checks[:, :-1]).any(axis=1))
                ok &= ~here | (checks.sum(axis=1) >= float(rules.min_checked * k) - 1e-9)
        ok &= _within(n_words, rules.n_words)
        for k, numbers in rules.n_of_length.items():
            ok &= _within(by_length[k], numbers)
        return ok

    def _fixed(self, rules: PatternRules) -> Bools:
        ok = np.ones(len(self.open), bool)
        for cell in rules.open_cells:
            ok &= self.open[(slice(None), *divmod(cell, self.n_cols))]
        for cell in rules.blocks:
            ok &= ~self.open[(slice(None), *divmod(cell, self.n_cols))]
        at = {d: {(a, b, k): here for a, b, k, here in runs} for d, runs in self.runs.items()}
        for d, row, col, length in rules.slots:
            ok &= at[d.value][(row, col, length) if d.value == "A" else (col, row, length)]
        for n, length in rules.stacks:
            some = np.zeros(len(ok), bool)
            for row in range(self.n_rows - n + 1):
                for col in range(self.n_cols - length + 1):
                    some |= np.logical_and.reduce([at["A"][row + i, col, length] for i in range(n)])
            ok &= some
        return ok

    def _blocks(self, rules: PatternRules) -> Bools:
        black = ~self.open
        ok = np.ones(len(black), bool)
        if not rules.block_squares:
            ok &= ~(
                black[:, 1:, 1:] & black[:, 1:, :-1] & black[:, :-1, 1:] & black[:, :-1, :-1]
            ).any(axis=(1, 2))
        if rules.max_block_run is not None:
            w = rules.max_block_run + 1
            for lines in (black, black.swapaxes(1, 2)):
                for i in range(lines.shape[2] - w + 1):
                    ok &= ~np.any(lines[:, :, i : i + w].all(axis=2), axis=1)
        if not rules.empty_lines:
            ok &= np.all(self.open.any(axis=1), axis=1) & np.all(self.open.any(axis=2), axis=1)
        if not rules.cheaters:
            wide = np.pad(self.open, ((0, 0), (1, 1), (1, 1)))
            row = wide[:, 1:-1, :-2].astype(int) + wide[:, 1:-1, 2:]
            col = wide[:, :-2, 1:-1].astype(int) + wide[:, 2:, 1:-1]
            ok &= ~(black & (row == 1) & (col == 1)).any(axis=(1, 2))
        return ok

    def _connected(self, which: Bools) -> Bools:
        opened, right, below = self.open[which], self.right[which], self.below[which]
        flat = opened.reshape(len(opened), self.n_rows * self.n_cols)
        reached = np.zeros_like(flat)
        reached[np.arange(len(flat)), flat.argmax(1)] = True
        here: Bools = (reached & flat).reshape(opened.shape)
        while True:
            more = here.copy()
            more[:, :, 1:] |= here[:, :, :-1] & right
            more[:, :, :-1] |= here[:, :, 1:] & right
            more[:, 1:] |= here[:, :-1] & below
            more[:, :-1] |= here[:, 1:] & below
            if (more == here).all():
                return np.asarray((here == opened).all(axis=(1, 2)))
            here = more

    def keys(self, which: Bools) -> list[tuple[bool, ...]]:
        """What tells a pattern from all others: open cells, or joins."""
        if not self.bars:
            return [tuple(row) for row in self.open.reshape(len(self.open), -1)[which].tolist()]
        parts = [a.reshape(len(a), -1)[which] for a in (self.right, self.below)]
        return [tuple(row) for row in np.concatenate(parts, axis=1).tolist()]

    def n_up_to_symmetry(self, which: Bools) -> int:
        """How many there are when those count once that can be turned into each other."""
        square = self.n_rows == self.n_cols
        names = ("quarter", "diagonal") if square else ("left-right", "top-bottom")
        classes = set()
        for opened, r, b in zip(
            self.open[which], self.right[which], self.below[which], strict=True
        ):
            one = (opened[None], r[None], b[None])
            seen = {_bytes(*one)}
            todo = [one]
            while todo:
                o, r1, b1 = todo.pop()
                for name in names:
                    turned = (_MOVES[name](o), _MOVES[name](r1), _MOVES[name](b1))
                    if name in ("quarter", "diagonal"):
                        turned = (turned[0], turned[2], turned[1])
                    if (key := _bytes(*turned)) not in seen:
                        seen.add(key)
                        todo.append(turned)
            classes.add(min(seen))
        return len(classes)

    def grid(self, index: int) -> Grid:
        """A pattern as a grid."""
        cells = tuple(OPEN if o else BLOCK for o in self.open[index].ravel().tolist())
        if not self.bars:
            return Grid(self.n_rows, self.n_cols, cells)
        n = self.n_cols
        right = {int(r * n + c) for r, c in np.argwhere(~self.right[index])}
        below = {int(r * n + c) for r, c in np.argwhere(~self.below[index])}
        return Grid(self.n_rows, n, cells, frozenset(right), frozenset(below))


def _bytes(*arrays: Bools) -> bytes:
    return b"|".join(np.ascontiguousarray(a).tobytes() for a in arrays)


def _within(numbers: npt.NDArray[np.int_], limits: tuple[int | None, int | None]) -> Bools:
    least, most = limits
    ok = np.ones(len(numbers), bool)
    if least is not None:
        ok &= numbers >= least
    if most is not None:
        ok &= numbers <= most
    return ok
