"""What packages that bring commands import: how a command is declared, and what all of them share.

A command is a function with option sets, made a `Command` by `command`; a `Group` holds several.
`run` runs a task with Ctrl-C, time limit and progress, `end` says why there is no answer, and both
`end` and `exit_code` give the exit code; `write_made` does all that for puzzles of a kind.
docs/guide/plugins.md has the protocol, with an example; `satcross.testing` tests it. What is about
formats and solvers is in `satcross.extend`. These names keep their meaning within a major version.
"""

from satcross.cli.errors import BAD_INPUT, INTERRUPTED, OK, STOPPED, UNFILLABLE, WRONG, echo_err
from satcross.cli.main import main
from satcross.cli.options.command import (
    GRIDS,
    OTHERS,
    PAGES,
    PANELS,
    PROGRAMS,
    PUZZLES,
    QUESTIONS,
    Command,
    Group,
    argument,
    command,
    flag,
    given_by_hand,
    option,
    option_set,
)
from satcross.cli.options.common import (
    FormatOptions,
    ProgressOptions,
    ReportOptions,
    SearchOptions,
)
from satcross.cli.options.declared import declare
from satcross.cli.options.puzzle import PuzzleOptions, PuzzleOrSizeOptions, WordListOptions
from satcross.cli.output.grids import (
    JSON,
    TEXT,
    About,
    CrosswordOutputOptions,
    FillOutputOptions,
    GridSink,
    OutputOptions,
)
from satcross.cli.output.made import write_made
from satcross.cli.output.sink import Sink, open_sink
from satcross.cli.progress import ProgressView
from satcross.cli.run import end, exit_code, run, unfillable, why_stopped
from satcross.exclusions import Exclusion

__all__ = [
    "BAD_INPUT",
    "GRIDS",
    "INTERRUPTED",
    "JSON",
    "OK",
    "OTHERS",
    "PAGES",
    "PANELS",
    "PROGRAMS",
    "PUZZLES",
    "QUESTIONS",
    "STOPPED",
    "TEXT",
    "UNFILLABLE",
    "WRONG",
    "About",
    "Command",
    "CrosswordOutputOptions",
    "Exclusion",
    "FillOutputOptions",
    "FormatOptions",
    "GridSink",
    "Group",
    "OutputOptions",
    "ProgressOptions",
    "ProgressView",
    "PuzzleOptions",
    "PuzzleOrSizeOptions",
    "ReportOptions",
    "SearchOptions",
    "Sink",
    "WordListOptions",
    "argument",
    "command",
    "declare",
    "echo_err",
    "end",
    "exit_code",
    "flag",
    "given_by_hand",
    "main",
    "open_sink",
    "option",
    "option_set",
    "run",
    "unfillable",
    "why_stopped",
    "write_made",
]
