"""What may be asked of a layout."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wish:
    """What a layout must be, besides holding every word.

    Args:
        n_crossings_at_least: as `len(Layout.crossings)` counts them.
        unused: exactly how many cells of the board no word may take; None: any number.
        max_parallel: at most how many pairs of words may run side by side, as
            `layout.parallel_pairs` counts them; None: any number.
        allow_inside: whether a word may stand within a longer one; see `verify`.
        forbid: words, in letters, that the words together must not spell.

    Raises:
        ValueError: a number is negative.
    """

    n_crossings_at_least: int = 0
    unused: int | None = None
    max_parallel: int | None = None
    allow_inside: bool = False
    forbid: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if min(self.n_crossings_at_least, self.unused or 0, self.max_parallel or 0) < 0:
            raise ValueError("a layout cannot have fewer than 0 of anything")

    def __str__(self) -> str:
        parts: list[str] = []
        if self.n_crossings_at_least:
            parts.append(f"at least {self.n_crossings_at_least} crossings")
        if self.unused is not None:
            parts.append(f"exactly {self.unused} unused cells")
        if self.max_parallel is not None:
            parts.append(f"at most {self.max_parallel} parallel pairs")
        if self.forbid:
            parts.append("no forbidden word")
        return ", ".join(parts)
