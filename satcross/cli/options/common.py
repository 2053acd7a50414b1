"""Option sets that most commands have: seed and time limit, progress, text or JSON."""

from contextlib import AbstractContextManager
from enum import StrEnum

from satcross.checks import check_time_limit
from satcross.cli.options.command import flag, option, option_set
from satcross.cli.progress import ProgressView, progress_view
from satcross.solve.protocol import SolverOptions
from satcross.words.alphabets import ALPHABETS

_OUTPUT = "Output"


class TextOrJson(StrEnum):
    """How a report is printed."""

    TEXT = "text"
    JSON = "json"


class Shared:
    """Options of several sets and commands, named as they are."""

    LOSSY = flag("Leave out what the format cannot hold, and report what it was.")
    CERTIFICATE = option(
        "FILE",
        "Write the proof to FILE where one is found; satcross verify checks it.",
        panel=_OUTPUT,
    )
    UNLOCK = option("DIGITS", "Unlock the solution of a .puz file with its key of four digits.")
    TITLE = option("TEXT", "Title in the file or picture.")
    AUTHOR = option("TEXT", "Author in the file or picture.")
    ENUMERATIONS = flag(
        "Give every clue the lengths of its answer, as in (3,5), or leave out those that are not"
        " part of a clue's text. Default: as they are; pictures of grids with unchecked letters or"
        " bars have them.",
        default=None,
    )
    ALPHABET = option(
        "LETTERS",
        f"A name ({', '.join(ALPHABETS)}), or the letters in capitals; + joins them, as in"
        " latin+digits.",
        default="latin",
        panel="Word list",
    )
    LANGUAGE = option(
        "LANG",
        "Language of pages, beside the clues, as in de. Default: that of --alphabet, or en.",
        panel=_OUTPUT,
    )
    SOLUTION_WORD = option(
        "WORD[:CELLS]",
        "Give small numbers to squares whose letters spell this word: these ones, as in 'CAT: r1c3"
        " r5c7 r2c2', or others, spread over the grid.",
        panel=_OUTPUT,
    )


@option_set("Search")
class SearchOptions:
    """What every search has. Raises OptionError: the time limit is out of range."""

    seed: int = option(
        "N", "Random seed: the same seed gives the same result.", default=0, at_least=0
    )
    time_limit: float | None = option("S", "Stop after S seconds.")

    def __post_init__(self) -> None:
        check_time_limit(self.time_limit)

    def solver(self) -> SolverOptions:
        """The default engine with this seed."""
        return SolverOptions(seed=self.seed)


@option_set(_OUTPUT)
class ProgressOptions:
    """Whether to show progress."""

    progress: bool | None = flag(
        "Show progress on stderr. Default: only on a terminal.", default=None
    )

    def view(self) -> AbstractContextManager[ProgressView]:
        """A view of the progress, closed at the end."""
        return progress_view(self.progress)


@option_set(_OUTPUT)
class FormatOptions:
    """Text or JSON, for commands that print one report."""

    format: TextOrJson = option(
        "",
        "Text for people, or JSON for programs, which names its schema.",
        default=TextOrJson.TEXT,
    )

    @property
    def as_json(self) -> bool:
        """Whether to print JSON."""
        return self.format is TextOrJson.JSON


@option_set()
class ReportOptions(FormatOptions, ProgressOptions):
    """Text or JSON, and progress until then."""
