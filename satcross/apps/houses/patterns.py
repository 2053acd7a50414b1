"""Checks of the pattern."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby, pairwise
from math import ceil, floor

from satcross import Symmetry
from satcross.apps.houses.findings import (
    NO_NUMBERS,
    ByLength,
    BySize,
    Mean,
    Names,
    Remark,
    Rounded,
    Severity,
    Share,
    Symmetries,
    Walls,
    check,
)
from satcross.apps.houses.page import Reviewed
from satcross.extend import counted, n_cheaters, some_of

SHOWN = 8  # cells
_ERROR, _WARNING, _NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE


@check("sizes", _WARNING)
def sizes(page: Reviewed, *, known: Names) -> Iterator[Remark]:
    """Sizes that the house does not print."""
    if page.size not in known:
        yield Remark(f"the grid is {page.size}, not {' or '.join(known)}")


@check("walls", _ERROR)
def walls(page: Reviewed, *, kind: Walls) -> Iterator[Remark]:
    """Blocks where the house has bars, or bars where it has blocks."""
    blocks = [at for at in range(page.grid.size) if page.grid.cells[at] == "#"]
    bars = page.grid.bars_right | page.grid.bars_below
    if kind == "blocks" and bars:
        yield Remark(f"the grid has {counted(len(bars), 'bar')}", bars)
    if kind == "bars" and blocks:
        yield Remark(f"the grid has {counted(len(blocks), 'block')}", blocks)


@check("symmetry", _ERROR)
def symmetry(page: Reviewed, *, any_of: Symmetries) -> Iterator[Remark]:
    """A pattern without any of the symmetries that the house accepts."""
    grid = page.grid
    wanted = [Symmetry(name) for name in any_of]
    turning = (Symmetry.ROTATION90, Symmetry.DIAGONAL, Symmetry.ANTIDIAGONAL, Symmetry.DIAGONALS)
    fit = [one for one in wanted if grid.n_rows == grid.n_cols or one not in turning]
    faults = [list(page.pattern_faults("symmetry", symmetry=one)) for one in fit]
    if faults and all(faults):
        fewest = min(faults, key=len)
        cells = {cell for fault in fewest for cell in fault.cells}
        where = f": {fewest[0].text}" if len(fewest) <= 2 else ""
        yield Remark(f"the pattern has no {' or '.join(any_of)} symmetry{where}", cells)


@check("shortest", _ERROR)
def shortest(page: Reviewed, *, cells: int) -> Iterator[Remark]:
    """Entries that are too short."""
    for light in page.lights:
        if len(light) < cells:
            yield Remark(
                f"{light.name} has {counted(len(light), 'cell')}, fewer than {cells}",
                light.cells, (light.name,),
            )  # fmt: skip


@check("all-checked", _ERROR)
def all_checked(page: Reviewed) -> Iterator[Remark]:
    """Cells that are not in an entry across and in one down."""
    cells = [cell for cell in page.open_cells if page.through[cell] < 2]
    if cells:
        shown = some_of(list(map(page.name_of, cells)), SHOWN)
        yield Remark(f"{counted(len(cells), 'unchecked cell')}: {shown}", cells)


@check("in-entries", _ERROR)
def in_entries(page: Reviewed) -> Iterator[Remark]:
    """Cells that are in no entry."""
    cells = [cell for cell in page.open_cells if not page.through[cell]]
    if cells:
        shown = some_of(list(map(page.name_of, cells)), SHOWN)
        yield Remark(f"{counted(len(cells), 'cell')} in no entry: {shown}", cells)


@check("checked-share", _ERROR)
def checked_share(page: Reviewed, *, least: Share, rounded: Rounded = "up") -> Iterator[Remark]:
    """Entries of which too few cells are checked."""
    for light in page.lights:
        n = sum(page.through[cell] > 1 for cell in light.cells)
        needed = (ceil if rounded == "up" else floor)(least * len(light))
        if n < needed:
            yield Remark(
                f"{light.name} has {n} of {len(light)} cells checked, fewer than {needed}",
                light.cells, (light.name,),
            )  # fmt: skip


@check("unchecked-run", _ERROR)
def unchecked_run(page: Reviewed, *, most: int) -> Iterator[Remark]:
    """Too many unchecked cells side by side in an entry."""
    for light in page.lights:
        for is_checked, run in groupby(light.cells, lambda cell: page.through[cell] > 1):
            cells = list(run)
            if not is_checked and len(cells) > most:
                yield Remark(
                    f"{light.name} has {counted(len(cells), 'unchecked cell')} side by side"
                    f" from {page.name_of(cells[0])} on",
                    cells, (light.name,),
                )  # fmt: skip


@check("unchecked-ends", _ERROR)
def unchecked_ends(page: Reviewed, *, most: int = 1) -> Iterator[Remark]:
    """Entries that begin or end with several unchecked cells."""
    for light in page.lights:
        for cells, where in ((light.cells, "begins"), (light.cells[::-1], "ends")):
            n = next((n for n, cell in enumerate(cells) if page.through[cell] > 1), len(cells))
            if n > most:
                yield Remark(
                    f"{light.name} {where} with {counted(n, 'unchecked cell')}",
                    cells[:n], (light.name,),
                )  # fmt: skip


@check("unchecked-by-length", _ERROR)
def unchecked_by_length(page: Reviewed, *, most: ByLength) -> Iterator[Remark]:
    """Entries with more unchecked cells than their length allows."""
    for light in page.lights:
        unchecked = [cell for cell in light.cells if page.through[cell] < 2]
        allowed = most.get(str(len(light)))
        if allowed is not None and len(unchecked) > allowed:
            yield Remark(
                f"{light.name} has {counted(len(unchecked), 'unchecked cell')} of {len(light)},"
                f" more than {allowed}",
                unchecked, (light.name,),
            )  # fmt: skip


@check("connected", _ERROR)
def connected(page: Reviewed) -> Iterator[Remark]:
    """Parts of the grid that no entry connects."""
    for fault in page.pattern_faults("connected", connected=True):
        yield Remark(fault.text, fault.cells)


@check("through-cuts", _WARNING)
def through_cuts(page: Reviewed) -> Iterator[Remark]:
    """Cells that alone connect two parts with entries of their own."""
    beside: dict[int, set[int]] = {}
    for light in page.lights:
        for one, other in pairwise(light.cells):
            beside.setdefault(one, set()).add(other)
            beside.setdefault(other, set()).add(one)
    for cell in sorted(beside):
        seen, n_parts = {cell}, 0
        for first in beside[cell]:
            part, todo = {first}, [first] if first not in seen else []
            while todo:
                more = beside[todo.pop()] - part - {cell}
                part |= more
                todo += more
            if first not in seen:
                n_parts += any(part.issuperset(light.cells) for light in page.lights)
            seen |= part
        if n_parts > 1:
            yield Remark(f"{page.name_of(cell)} alone connects {n_parts} parts of the grid", [cell])


@check("words", _ERROR)
def words(
    page: Reviewed,
    *,
    most: BySize = NO_NUMBERS,
    least: BySize = NO_NUMBERS,
    themeless: BySize = NO_NUMBERS,
) -> Iterator[Remark]:
    """Too many entries, or too few."""
    n = len(page.lights)
    if n > most.get(page.size, n):
        yield Remark(f"{n} entries, more than {most[page.size]}")
    elif n < least.get(page.size, n):
        yield Remark(f"{n} entries, fewer than {least[page.size]}")
    elif n > themeless.get(page.size, n) and not page.theme:
        yield Remark(f"{n} entries, more than the {themeless[page.size]} of a grid without a theme",
                    severity=_NOTE)  # fmt: skip


@check("blocks", _ERROR)
def blocks(page: Reviewed, *, most: BySize = NO_NUMBERS) -> Iterator[Remark]:
    """Too many blocks."""
    n = page.grid.cells.count("#")
    if n > most.get(page.size, n):
        yield Remark(f"{counted(n, 'block')}, more than {most[page.size]}")


@check("block-share", _WARNING)
def block_share(page: Reviewed, *, most: Share) -> Iterator[Remark]:
    """Too large a share of blocks."""
    n = page.grid.cells.count("#")
    if n > most * page.grid.size:
        yield Remark(f"{counted(n, 'block')}, {100 * n / page.grid.size:.0f} % of the cells;"
                    f" usual are up to {100 * float(most):.0f} %")  # fmt: skip


@check("cheaters", _WARNING)
def cheaters(page: Reviewed, *, most: int) -> Iterator[Remark]:
    """Blocks without which there would be as many entries."""
    if n_cheaters(page.grid.rectangle()) > most:
        faults = list(page.pattern_faults("cheaters", cheaters=False))
        cells = [cell for fault in faults for cell in fault.cells]
        yield Remark(f"{counted(len(faults), 'cheater')}, more than {most}:"
                    f" {', '.join(map(page.name_of, cells))}", cells)  # fmt: skip


@check("lengths", _WARNING)
def lengths(page: Reviewed, *, most: ByLength) -> Iterator[Remark]:
    """Too many entries of a length."""
    for length, allowed in most.items():
        some = [light for light in page.lights if len(light) == int(length)]
        if len(some) > allowed:
            yield Remark(
                f"{len(some)} entries of {counted(int(length), 'cell')}, more than {allowed}",
                [cell for light in some for cell in light.cells],
                tuple(light.name for light in some),
            )


@check("mean-length", _WARNING)
def mean_length(page: Reviewed, *, least: Mean) -> Iterator[Remark]:
    """Entries that are too short on average."""
    mean = Fraction(sum(map(len, page.lights)), max(1, len(page.lights)))
    if mean < least:
        yield Remark(
            f"the mean length of entries is {float(mean):.2f}, less than {float(least):.2f}"
        )
