"""Pages to solve: the public functions."""

from __future__ import annotations

from satcross import Crossword, OptionError
from satcross.apps.pictures.api import drawn_of, heading_on
from satcross.apps.pictures.printable import Printable
from satcross.extend import Texts, checked


@checked
def html_of(
    drawable: object,
    *,
    answers: bool = True,
    title: str = "",
    language: str | None = None,
    enumerations: bool | None = None,
    grey_voids: bool = False,
    post_to: str = "",
) -> str:
    """A page to solve in a browser: one HTML file that needs no other.

    Args:
        drawable: a crossword, puzzle, fill, grid, pattern, layout or word search; the result of a
            task; an enumeration, whose latest answer is taken; or a grid as text.
        answers: whether the solution of a crossword is in the page, for checking and revealing.
        title: instead of that of the crossword, or above a word search.
        language: of all that the page says, as "de"; None for English, or that of the word search.
        enumerations: whether clues end with the lengths of their answers; None for British grids
            only. A word search takes neither True nor False.
        grey_voids: whether all cells without a square are grey, and not only holes of one. Not
            True for a word search, which has none.
        post_to: an address to which readers can send what they have done; "" for none.

    Returns: the same text for the same arguments.

    Raises:
        OptionError: there is nothing to solve in it, or there are no texts in the language.

    >>> "<!doctype html>" in html_of("C.T")
    True
    """
    what = drawn_of(drawable)
    return _to_solve(
        what, title, language, enumerations, grey_voids, answers=answers, post_to=post_to
    )


@checked
def scorm_of(
    drawable: object,
    *,
    title: str = "",
    language: str | None = None,
    enumerations: bool | None = None,
    grey_voids: bool = False,
) -> bytes:
    """A page to solve as a SCORM 1.2 package, which reports to a learning platform.

    The score is the part of the letters, or words, that are right without help, in percent; the
    page is completed when everything is right.

    Args:
        drawable: a crossword, puzzle, fill, grid, pattern, layout or word search; the result of a
            task; an enumeration, whose latest answer is taken; or a grid as text.
        title: instead of that of the crossword, or above a word search.
        language: of all that the page says, as "de"; None for English, or that of the word search.
        enumerations: whether clues end with the lengths of their answers; None for British grids
            only.
        grey_voids: whether all cells without a square are grey, and not only holes of one. Not
            True for a word search, which has none.

    Returns: a ZIP file; the same bytes for the same arguments.

    Raises:
        OptionError: as `html_of`, or there is no solution to compare with.
    """
    from satcross.apps.pictures.pages import has_solution
    from satcross.apps.solving.scorm import package_of

    what = drawn_of(drawable)
    usual = ""
    if isinstance(what, Crossword):
        if not has_solution(what):
            raise OptionError(
                "a SCORM package needs the solution, to report what is right",
                hint="fill the grid first",
            )
        usual = Texts.of(language or "en").title_of(what)
    page = _to_solve(what, title, language, enumerations, grey_voids, reports=True)
    return package_of(page, " ".join(title.split()) or usual or heading_on(what, "", language))


def _to_solve(
    what: Crossword | Printable,
    title: str,
    language: str | None,
    enumerations: bool | None,
    grey_voids: bool,
    *,
    answers: bool = True,
    reports: bool = False,
    post_to: str = "",
) -> str:
    """A page to solve. Args: as of `html_of`; reports: whether it reports to a platform."""
    from satcross.apps.solving import html
    from satcross.apps.solving.selfcontained import checked_address

    if post_to:
        checked_address(post_to)

    if not isinstance(what, Crossword):
        if enumerations is not None:
            raise OptionError("a word search has no clues", parameter="enumerations")
        if grey_voids:
            raise OptionError("a word search has no voids", parameter="grey_voids")
        return what.page_to_solve(title, language, reports=reports, post_to=post_to)
    return html.html_of(
        what, answers=answers, title=title, language=language or "en",
        enumerations=enumerations, grey_voids=grey_voids,
        reports=reports, post_to=post_to,
    )  # fmt: skip
