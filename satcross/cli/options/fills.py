"""Option sets of `satcross fill`: how many fills, how they differ, and which solver finds them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from satcross.checks import whole_number
from satcross.cli.options.command import argument, flag, option, option_set
from satcross.cli.options.common import Shared
from satcross.cli.output.grids import About
from satcross.errors import OptionError
from satcross.solve.protocol import LAZY, SolverOptions

if TYPE_CHECKING:
    from satcross.cli.options.puzzle import PuzzleOptions
    from satcross.cli.options.refill import RefillOptions
    from satcross.model.crossword import Crossword
    from satcross.model.puzzle import Puzzle


class FillRequest(NamedTuple):
    """What is to be filled, and how.

    Args:
        name: of the grid.
        puzzle: what to fill.
        distinct: how any two fills differ.
        about: what is made.
    """

    name: str
    puzzle: Puzzle
    distinct: Any
    about: About


@option_set("How many")
class ManyOptions:
    """How many fills, and how they differ."""

    more: list[str] | None = argument(
        "[GRID]...", "More grids, with --all --count-only.", default=None
    )
    number: int | None = option("N", "Number of fills.", "-n")
    all_: bool = flag("All fills.")
    distinct: str | None = option(
        "grids|words|K|K-letters|symmetry|NAMES|auto",
        "How any two fills differ: in some letter (the default), in all free entries, in at least"
        " K entries, in at least K letters, as in 5-letters; in some letter, also from the other's"
        " images by symmetries of the grid; in the set of words of some entries, as in 17A,26A or"
        " theme; or with -n as much as they can.",
    )
    count_only: bool = flag("Print how many fills there are, not the fills.")
    state: Path | None = option(
        "FILE",
        "Continue the listing that FILE records, and record progress there. -o then appends to its"
        " file. With --cluster, a folder; then all fills are written again.",
    )

    @property
    def n_wanted(self) -> int | None:
        """The number of fills wanted; None for all."""
        return None if self.all_ else 1 if self.number is None else self.number

    def load(
        self, puzzle: PuzzleOptions, again: RefillOptions, *, blank: bool, seed: int, own: bool
    ) -> FillRequest:
        """What to fill of a grid.

        Args:
            puzzle: the grid, the words and the rules.
            again: which letters stay.
            blank: whether to leave out the letters.
            seed: for clues.
            own: whether our own format is written.
        """
        loaded, base, _ = puzzle.load_with_crossword(blank=blank)
        distinct = self._how(loaded, base, puzzle.grid)
        roles = None
        # Most fills need neither, and their modules take time to import.
        if again.names_letters or base is not None or own:
            loaded, roles = again.apply(loaded, base, puzzle.grid)
        if again.unlike:
            loaded = again.unlike_others(loaded, "grids" if distinct == "auto" else distinct)
        about = About(base, loaded.words.alphabet, seed, roles)
        return FillRequest(puzzle.grid, loaded, distinct, about)

    def _how(self, puzzle: Puzzle, base: Crossword | None, source: str) -> Any:
        """How fills differ, as the library takes it, which checks it.

        Args: puzzle, base, source: with all letters of the grid, for its theme entries.

        Raises:
            OptionError: the theme entries are wanted, and not known.
        """
        names = (self.distinct or "grids").split(",")
        if "theme" not in names:
            number = None if self.distinct is None else whole_number(self.distinct)
            return (self.distinct or "grids") if number is None else number
        from satcross.model.refill import theme_entries
        from satcross.model.roles import Recorded

        found = [slot.name for slot in theme_entries(puzzle, Recorded(base, source).roles())]
        if not found:
            raise OptionError(
                "the grid does not say which entries are theme entries",
                hint="name them, as in 17A,26A",
                parameter="distinct",
            )
        return ",".join([*found, *(name for name in names if name != "theme")])


@option_set("Search")
class EngineOptions:
    """Which solver, and how many of them."""

    jobs: int = option(
        "N",
        "Search with N seeds at once, from --seed on, each in its own process; the first answer"
        " counts. 0: one for each CPU.",
        default=1,
    )
    solver: str | None = option(
        "NAME",
        "lazy (the default), or a solver for the eager encoding: one of PySAT's, as cadical195 and"
        " glucose4, or ipasir:FILE, a shared library. Of several, as in lazy,cadical195, the first"
        " answer counts.",
    )
    solver_command: str | None = option(
        "CMD", "Command line of an external solver, with {cnf} for the formula's file."
    )
    encoding: str | None = option("auto|support|dawg", "Encoding of the slots, for eager solvers.")
    certificate: Path | None = Shared.CERTIFICATE
    assume: list[str] | None = option(
        "RULE",
        "A letter, a word or a constraint, as in 'r1c1=Q', to assume in this search: if there is no"
        " fill, it is said which of them cannot hold together. Can be repeated.",
    )

    def solver_options(self, seed: int) -> SolverOptions:
        """The solver with this seed. Raises OptionError."""
        return SolverOptions(
            self.solver or LAZY, self.solver_command, self.encoding or "auto", seed
        )
