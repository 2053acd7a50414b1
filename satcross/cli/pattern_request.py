"""What the options of `satcross pattern` ask for, beside the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from satcross.cli.pattern_rules import parse_size
from satcross.errors import GridError, OptionError
from satcross.grid import Grid, read_grid
from satcross.grid.model import VOID
from satcross.patterns.presets import PRESETS, Preset
from satcross.words.alphabets import parse_alphabet

# What `--judge` and `--score` are about: parameters of the command, and what they are called.
JUDGING = {
    "list_": "-w",
    "min_score": "--min-score",
    "exclude": "--exclude",
    "max_words": "--max-words",
}
BESIDE_JUDGE = {*JUDGING, "judge", "score", "alphabet", "format_", "output"}


def check_given(given: Iterable[str], judge: bool, judging: bool) -> None:
    """Refuse options that would be left out of account.

    Args:
        given: the parameters that the command line gives.
        judge: whether grids that are there are judged, and none made.
        judging: whether there is any judging.

    Raises:
        OptionError: one of them has no meaning here.
    """
    names = list(given)
    if judge and not BESIDE_JUDGE.issuperset(names):
        raise OptionError(
            "it judges grids that are there, and makes none",
            mend=f"leave out {_option(names, BESIDE_JUDGE)}",
            source="--judge",
        )
    for name in names:
        if name in JUDGING and not judging:
            raise OptionError(
                "it is for judging", mend="add --score or --best-of", source=JUDGING[name]
            )


def _option(names: Iterable[str], allowed: Collection[str]) -> str:
    name = next(name for name in names if name not in allowed)
    return "SIZE" if name == "size" else "--" + name.strip("_").replace("_", "-")


def how_many(number: int | None, all_: bool, best_of: int | None) -> int | None:
    """How many patterns are asked for; None for all. Raises OptionError."""
    if number is not None and all_:
        raise OptionError("-n and --all do not go together", mend="give one of them")
    if number is not None and number < 1:
        raise OptionError(
            f"{number} is not a number of patterns", mend="give 1 or more", source="--number"
        )
    if best_of is not None:
        if all_:
            raise OptionError(
                "the best of all cannot be told before all are found",
                mend="leave out --all, and give a large K",
                source="--best-of",
            )
        if best_of < (number or 1):
            raise OptionError(
                f"there is no choice of {number or 1} among {best_of}",
                mend="give more than -n",
                source="--best-of",
            )
    return None if all_ else number or 1


def size_of(size: str | None, preset: Preset | None, like: Grid | None) -> tuple[int, int]:
    """(rows, columns), as SIZE, the grid of --like or the preset says. Raises OptionError."""
    if size is not None:
        n_rows, n_cols = parse_size(size)
        if like is not None and (like.n_rows, like.n_cols) != (n_rows, n_cols):
            raise OptionError(
                f"the grid has {like.n_cols} columns and {like.n_rows} rows",
                mend="leave out the size",
                source="--like",
            )
        return n_rows, n_cols
    if like is not None:
        return like.n_rows, like.n_cols
    if preset is None:
        raise OptionError("no size is given", mend="give one as in 15x15", source="SIZE")
    return PRESETS[preset].side, PRESETS[preset].side


def read_like(name: str, alphabet: str) -> Grid:
    """The grid of --like. Raises GridError: it cannot be read, or has bars or voids."""
    grid = read_grid(name, alphabet=parse_alphabet(alphabet))
    if grid.bars_right or grid.bars_below or VOID in grid.cells:
        raise GridError("bars and voids cannot be kept", mend="give a grid of blocks", source=name)
    return grid


def with_letters(grid: Grid, like: Grid | None) -> Grid:
    """A pattern with the letters of the grid it was made from."""
    if like is None:
        return grid
    pairs = zip(grid.cells, like.cells, strict=True)
    return grid.with_cells([old if like.is_given(i) else new for i, (new, old) in enumerate(pairs)])
