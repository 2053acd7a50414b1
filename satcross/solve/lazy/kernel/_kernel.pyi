"""Types of the extension module; see _kernel.pyx."""

from array import array
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from satcross.solve.lazy.order import Order
from satcross.words.table import I32, Codes

I64 = npt.NDArray[np.int64]
U64 = npt.NDArray[np.uint64]
F64 = npt.NDArray[np.float64]

class Kernel:
    n_levels: int
    n_trail: int
    n_set: int
    n_propagations: int

    def __init__(
        self,
        n_letters: int,
        tables: list[tuple[object, object, object, tuple[tuple[int, float], ...], object]],
        slots: list[tuple[int, object, object, object, object]],
        ids: I32,
        cell_of: I32,
        letter_of: I32,
        count: array[int],
        n_open: array[int],
        value: array[int],
        set_to: array[int],
        mask: array[int],
        position: array[int],
        owner: array[int],
    ) -> None: ...
    def trail_list(self) -> list[int]: ...
    def root(self) -> list[int]: ...
    def new_level(self) -> None: ...
    def backtrack(self, level: int) -> None: ...
    def absorb(self, literals: Iterable[int]) -> None: ...
    def remove(self, variable: int, owner: int) -> bool: ...
    def propagate(self) -> tuple[list[int], int]: ...
    def explain(self, literal: int, index: int, before: int) -> list[int]: ...
    def next_letter(self, order: Order) -> int: ...

class Search(Kernel):
    core: list[int]
    order: Order
    deepest: int
    n_conflicts: int
    n_reasons: int
    n_restarts: int
    n_decisions: int

    def begin(
        self,
        order: Order,
        activity: array[int],
        ageing: float,
        share: float,
        rescale: float,
        restart_unit: int,
        reduce_from: int,
        chrono_conflicts: int,
        chrono_cells: float,
    ) -> None: ...
    def new_variable(self) -> int: ...
    def add_clause(self, clause: Iterable[int], by_total: bool = ...) -> None: ...
    def assume(self, assumptions: Iterable[int]) -> None: ...
    def set_objective(self, cells: I32, values: I64) -> None: ...
    def raise_target(self, target: int) -> None: ...
    def run(self, n_conflicts: int, n_decisions: int, seconds: float = ...) -> int: ...
    def true_variables(self) -> list[int]: ...
    def start_log(self) -> None: ...
    def log_definition(self, clause: Iterable[int]) -> None: ...
    def take_log(self) -> bytes: ...
    def list_fills(
        self, rows: Codes, cells: I32, n_decisions: int, seconds: float
    ) -> tuple[int, bool]: ...
    def choices(self) -> list[list[int]]: ...
    def resume(self, levels: list[list[int]]) -> None: ...

class Join:
    n_steps: int
    n_nodes: int
    n_found: int
    least: int | None

    def __init__(
        self,
        tries: list[tuple[object, I32, I32, I32]],
        slots: list[tuple[int, I32, I32]],
        rivals: list[I32],
        columns: I32,
        codes: Codes,
    ) -> None: ...
    def run(
        self, out: Codes, n_nodes: int, seconds: float, totals: I64 | None = None
    ) -> tuple[int, bool]: ...
    def seek(self, row: Codes) -> None: ...
    def estimate(self, n_probes: int, seed: int) -> float: ...

class Beam:
    n_nodes: int
    n: int
    step: int
    is_over: bool

    def __init__(
        self, join: Join, worth: list[I64], keys: U64, width: int, noise: int = 0
    ) -> None: ...
    def run(self, seconds: float) -> bool: ...
    def best(self, row: Codes) -> int: ...

class Dive:
    is_over: bool
    is_whole: bool
    n_set: int
    n_failed: int
    n_rows: int

    def __init__(
        self, slots: list[tuple[Codes, I32, I32, I32]], masks: U64, n_letters: int
    ) -> None: ...
    def start(
        self,
        weights: list[F64],
        seed: int,
        rounds: int,
        each: int,
        max_failed: int,
        tolerance: float,
    ) -> None: ...
    def run(self, n_rows: int, seconds: float) -> bool: ...
    def best(self, row: Codes) -> None: ...
