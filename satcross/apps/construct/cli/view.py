"""Block patterns as text, as hexadecimal and as JSON.

The JSON form has the schema `satcross.pattern/1`: see docs/reference/json.md.
"""

from collections import Counter
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar

from satcross import Grid, OptionError
from satcross.cli.output.grids import format_option
from satcross.commandline import JSON, TEXT, GridSink, OutputOptions, option_set
from satcross.extend import BLOCK, Contents, counted, find_slots

if TYPE_CHECKING:
    from satcross.apps.construct.patterns.estimate import Estimate

PATTERN_SCHEMA = "satcross.pattern/1"


@option_set()
class PatternOutputOptions(OutputOptions):
    """Where patterns go; they have a hexadecimal form too."""

    makes: ClassVar = Contents.PATTERN

    format: str | None = format_option(makes)


class PatternPrinter:
    """Prints patterns one after the other."""

    def __init__(self, sink: GridSink) -> None:
        self._sink = sink
        self.view = sink.view
        self.is_text = sink.format == TEXT

    def __call__(self, grid: Grid, estimate: "Estimate | None" = None, name: str = "") -> None:
        """Print one pattern, with its estimate and its name."""
        title, estimated, brief = f"{name}\n" if name else "", "", ""
        if estimate is not None:
            estimated = f"\n\n{estimate_text(grid, estimate)}"
            brief = f"  {_power(estimate.log_fills)}"
        self._sink.write(
            grid,
            {
                TEXT: f"{title}{grid}{estimated}",
                "hex": lambda _: f"{grid.to_hex()}{brief}",
                JSON: lambda number: pattern_data(grid, number, estimate, name),
            },
        )


def check_format(out: PatternOutputOptions, n_rows: int, n_cols: int, bars: bool) -> None:
    """Reject hexadecimal for patterns that it cannot express. Raises OptionError."""
    if out.chosen_format() == "hex" and (bars or n_rows != n_cols):
        raise OptionError(
            "only square patterns of blocks are written in hexadecimal",
            hint="choose text or json",
            parameter="format",
        )


def estimate_text(grid: Grid, estimate: "Estimate") -> str:
    """A line of figures."""
    walls, n_walls = _walls(grid)
    return (
        f"expected fills {_power(estimate.log_fills)}{_region_text(estimate)}"
        f"; tightest {estimate.tightest_slot}"
        f" {_power(estimate.tightest)}; {n_walls} {walls if n_walls != 1 else walls[:-1]},"
        f" {counted(estimate.n_words, 'word')} of {estimate.mean_length:.1f} letters on average"
    )


def _region_text(estimate: "Estimate") -> str:
    """What to say of a part for which fewer than one fill is expected."""
    region = estimate.chances.tightest_region
    if not region.slots or len(region.slots) == estimate.n_words:
        return ""
    return f", but {_power(region.log_fills)} of {region}"


def _power(log: float) -> str:
    return f"10^{log:.1f}" if isfinite(log) else "0"


def _walls(grid: Grid) -> tuple[str, int]:
    n_bars = len(grid.bars_right) + len(grid.bars_below)
    return ("bars", n_bars) if n_bars else ("blocks", grid.cells.count(BLOCK))


def pattern_data(
    grid: Grid, number: int, estimate: "Estimate | None" = None, name: str = ""
) -> dict[str, Any]:
    """A pattern for JSON, schema as in docs/reference/json.md."""
    slots = find_slots(grid)
    walls, n_walls = _walls(grid)
    lengths = Counter(map(len, slots))
    data: dict[str, Any] = {"schema": PATTERN_SCHEMA, "number": number}
    if name:
        data["name"] = name
    data |= {
        "grid": grid.lines(),
        **({"board": grid.board} if grid.board else {}),
        "hex": None if walls == "bars" or grid.n_rows != grid.n_cols else grid.to_hex(),
        walls: n_walls,
        "words": len(slots),
        "lengths": {str(length): lengths[length] for length in sorted(lengths)},
    }
    if estimate is not None:
        region = estimate.chances.tightest_region
        data |= {
            "expected_fills": _finite(estimate.log_fills),
            "tightest": _finite(estimate.tightest),
            "tightest_slot": estimate.tightest_slot,
            "tightest_region": {
                "expected_fills": _finite(region.log_fills),
                "slots": region.slots,
            },
        }
    return data


def _finite(number: float) -> float | None:
    return round(number, 3) if isfinite(number) else None
