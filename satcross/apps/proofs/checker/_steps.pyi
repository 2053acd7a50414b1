"""Types of the extension module; see _steps.pyx."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]

class Steps:
    @property
    def conflict(self) -> bool: ...
    @property
    def n_steps(self) -> int: ...
    @property
    def n_needed(self) -> int: ...
    @property
    def wrong(self) -> str: ...
    def __init__(
        self,
        n_cells: int,
        n_letters: int,
        tables: list[I32],
        slots: list[tuple[I32, int]],
        groups: list[list[int]],
        allowed: dict[int, int],
        twins: dict[int, int] = ...,
    ) -> None: ...
    def masks_left(self) -> list[int]: ...
    def rows_left(self, slot: int) -> list[int]: ...
    def definition_of(self, variable: int) -> tuple[int, ...]: ...
    def want(self, valued: list[tuple[int, I64, I64]], target: int) -> None: ...
    def check(
        self,
        log: bytes | memoryview,
        clauses: list[list[int]],
        tick: Callable[[], None] = ...,
        is_rule: Callable[[list[int], Callable[[int], tuple[int, ...]]], bool] = ...,
    ) -> bool: ...
