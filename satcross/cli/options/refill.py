"""Option set of filling a grid again: what stays, what becomes open, what must not come back."""

from typing import TYPE_CHECKING

from satcross.checks import counted
from satcross.cli.errors import echo_err
from satcross.cli.options.command import option, option_set
from satcross.errors import GridError, OptionError

if TYPE_CHECKING:
    from satcross.model.crossword import Crossword
    from satcross.model.puzzle import Puzzle
    from satcross.model.refill import Roles


@option_set("Filling again")
class KeepOptions:
    """Which letters of a grid stay, and which words must not be used."""

    keep: list[str] | None = option(
        "NAMES",
        "Keep only the letters of these: entries (17A), cells (r1c8), rectangles (r1c8-r3c15),"
        " theme, given or fill, separated by commas. Can be repeated.",
    )
    free: list[str] | None = option(
        "NAMES",
        "Leave out the letters of these, named like --keep; 12A+ is 12A with the entries that"
        " cross it. Letters of theme entries stay, unless these are named. Can be repeated.",
    )
    ban: list[str] | None = option(
        "WORD",
        "Do not use this word. Where it stands in the grid, it becomes open, with the entries that"
        " cross it. Can be repeated.",
    )

    @property
    def names_letters(self) -> bool:
        """Whether an option names letters that stay or go."""
        return bool(self.keep or self.free or self.ban)

    def apply(
        self, puzzle: "Puzzle", crossword: "Crossword | None", source: str
    ) -> "tuple[Puzzle, Roles]":
        """The puzzle to fill, and whose its letters are.

        Args:
            puzzle: with all letters that the grid has.
            crossword: the file's, where it is more than a grid.
            source: names the file in errors.

        Raises: OptionError, FormatError.
        """
        from satcross.model.refill import refilled
        from satcross.model.roles import Recorded

        self._note_unknown(puzzle)
        keep, free, roles = self.keep or (), self.free or (), Recorded(crossword, source).roles()
        out = refilled(puzzle, keep=keep, free=free, ban=self.ban or (), roles=roles)
        if keep and roles is not None:
            self._note_theme(puzzle, roles)
        return out

    def _note_theme(self, puzzle: "Puzzle", roles: "Roles") -> None:
        """Say which theme entries become open although nobody named them."""
        from satcross.model.refill import cells_named, theme_entries

        named = cells_named(self.keep or (), puzzle, roles, "keep")
        freed = cells_named(self.free or (), puzzle, roles, "free")
        lost = [
            slot.name
            for slot in theme_entries(puzzle, roles)
            if not named.issuperset(slot.cells) and freed.isdisjoint(slot.cells)
        ]
        if lost:
            n = counted(len(lost), "theme entry")
            echo_err(f"--keep leaves out {n}: {', '.join(lost)}; name theme as well to keep all")

    def _note_unknown(self, puzzle: "Puzzle") -> None:
        """Say which banned words no fill could have had: they may be misspelt."""
        normalised = {word: puzzle.listed.alphabet.normalise(word) for word in self.ban or ()}
        given = {puzzle.given_codes(slot) for slot in puzzle.slots} - {None} if normalised else ()
        standing = {puzzle.spelled(codes) for codes in given if codes is not None}
        for word, letters in normalised.items():
            if letters and puzzle.listed.score(letters) is None and letters not in standing:
                echo_err(f"--ban: {word} is neither in the word list nor in the grid")


@option_set("Filling again")
class RefillOptions(KeepOptions):
    """The same, and grids that a fill must differ from."""

    unlike: list[str] | None = option(
        "GRID", "Differ from this filled grid: in an entry, or as --distinct says. Can be repeated."
    )

    def unlike_others(self, puzzle: "Puzzle", distinct: str | int) -> "Puzzle":
        """The puzzle whose fills differ from the grids of --unlike.

        Args: distinct: how, as `Puzzle.unlike` takes it.
        """
        from satcross.cli.output.crosswords import load_grid

        for name in self.unlike or ():
            grid = load_grid(name, puzzle.listed.alphabet)
            try:
                puzzle = puzzle.unlike(grid, distinct)
            except OptionError as error:
                if error.parameter != "unlike":
                    raise
                raise GridError(error.problem, hint=error.hint, source=name) from None
        return puzzle
