"""Puzzles that are no crosswords: rooms have them, in `printed.py`, and say how they are drawn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from satcross import rooms

if TYPE_CHECKING:
    from satcross.extend import Page, Sheet


class Printable(ABC):
    """A puzzle that is drawn by code of its room. Languages are its own by default."""

    @property
    @abstractmethod
    def language(self) -> str:
        """That of what a page says beside the puzzle."""

    @abstractmethod
    def heading(self, language: str | None = None) -> str:
        """What it is called on a page."""

    @abstractmethod
    def sheets(
        self,
        title: str | None,
        page: Page | None = None,
        *,
        solution: bool = False,
        language: str | None = None,
    ) -> Sequence[Sheet]:
        """The drawing. Args: title: above it; page: None for a picture without what is beside."""

    @abstractmethod
    def page_to_solve(
        self, title: str, language: str | None, *, reports: bool, post_to: str
    ) -> str:
        """A page to solve it. Args: as of `satcross.apps.solving.selfcontained.document`."""

    @abstractmethod
    def unprintable(self, title: str) -> Collection[str]:
        """The characters of its pages that our fonts lack."""

    @abstractmethod
    def sections(self, name: str, book: Any) -> tuple[Any, Any]:
        """The puzzle and its solution, sections of a book whose text flows. Args: name: above
        each."""


def printable_of(what: object) -> Printable | None:
    """A puzzle of a room as it is drawn; None if it is of no room."""
    found = (room.printable_of(what) for room in rooms.modules("printed"))
    return next((printable for printable in found if printable is not None), None)


def printables_in(data: bytes, source: str) -> list[Printable]:
    """The puzzles in a file of a room; none if it is of no room.

    Raises:
        FormatError: it is, and is broken.
    """
    for room in rooms.modules("printed"):
        if room.is_file(data):
            return [*room.printables_in(data, source)]
    return []
