"""Solving a puzzle from elsewhere: reading it, and writing its solutions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from satcross.checks import counted
from satcross.cli.errors import ExitCode, echo_err
from satcross.cli.progress import ProgressView
from satcross.cli.run import end, exit_code, run, why_stopped
from satcross.results import Impossible, Stopped
from satcross.task import Answered, Deadline, Listing, ListingResult

if TYPE_CHECKING:
    from satcross.model.alphabet import Alphabet
    from satcross.model.crossword import Crossword

T = TypeVar("T")


def read_puzzle(
    name: str, alphabet: Alphabet, read: Callable[[Crossword | str, Alphabet, str], T]
) -> T:
    """The puzzle in a crossword file, or in text. Raises InputError, which names the file.

    Args: read: makes it of what was read, the alphabet, and the name for errors.
    """
    from satcross.formats.grids import content_of

    content = content_of(name)
    said = content.said(alphabet)
    if not isinstance(said, str):
        from satcross.cli.output.crosswords import echo_remarks

        echo_remarks(said, content.source)
    return read(said, alphabet, content.source)


def write_solutions(
    listing: Listing[T],
    n: int,
    limit: float | Deadline | None,
    view: ProgressView,
    write: Callable[[T], None],
) -> tuple[list[T], ListingResult]:
    """Find solutions, and write up to `n` of them; which were found, and how the search ended.

    Args: listing: of one solution more than `n`, which tells whether there are others.
    """
    found: list[T] = []

    def receive(answered: Answered[T]) -> None:
        found.append(answered.value)
        if len(found) <= n:
            write(answered.value)

    result = run(listing, limit, view, receive)
    return found, result


def say_how_many(
    found: list[T], result: ListingResult, n: int, *, what: str = "solution", only: str = ""
) -> int:
    """Say how many solutions there are, after `write_solutions`. The exit code.

    Args:
        what: a solution is called.
        only: what to say where there is one alone.
    """
    if isinstance(result, Impossible) or not found:
        return end(result, impossible=f"no {what}")
    if isinstance(result, Stopped):
        echo_err(f"{counted(len(found), what)}; {why_stopped(result)}")
        return exit_code(result)
    if not result.value.is_exhausted:
        echo_err(f"more than {counted(n, what)}")
    elif len(found) == 1:
        echo_err(only or f"one {what}")
    else:
        echo_err(f"{len(found)} {what}s, no others")
    return ExitCode.OK
