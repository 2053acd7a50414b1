"""Pages to solve, of everything that has a grid."""

from __future__ import annotations

from typing import Any

from satcross.extend import CROSSWORDS, Contents, Drawing, Output, Written

_DRAWN = CROSSWORDS | {Contents.WORD_SEARCH}


def _html(what: Any, how: Drawing) -> Written:
    from satcross.apps.solving.api import html_of
    from satcross.extend import Part

    answers = how.part is not Part.PUZZLE
    return Written(html_of(what, answers=answers, post_to=how.post_to, **_said(how)).encode())


def _scorm(what: Any, how: Drawing) -> Written:
    from satcross.apps.solving.api import scorm_of

    return Written(scorm_of(what, **_said(how)))


def _said(how: Drawing) -> dict[str, Any]:
    """What a page to solve takes."""
    said: dict[str, Any] = {"title": how.title}
    if how.style:
        style = how.style
        said |= {name: getattr(style, name) for name in ("language", "enumerations", "grey_voids")}
    return said


OUTPUTS = (
    Output("html", "Page to solve", (".html",), _DRAWN, _html, is_drawn=True, use="solve"),
    Output(
        "zip",
        "Page to solve, as a SCORM package",
        (".zip",),
        _DRAWN,
        _scorm,
        is_drawn=True,
        use="school",
    ),
)
