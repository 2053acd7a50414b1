"""Pictures and pages to print: of everything that has a grid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from satcross.extend import CROSSWORDS, Contents, Drawing, Output, Written

if TYPE_CHECKING:
    from satcross import Crossword
    from satcross.extend import Part

    Drawn = Crossword | object  # of a room: see `satcross.apps.pictures.printable`

_DRAWN = CROSSWORDS | {Contents.WORD_SEARCH}


def _svg(what: Drawn, how: Drawing) -> Written:
    from satcross.apps.pictures.api import svg_of

    text = svg_of(what, _part(how), embed_font=how.embed_font, **_looks(how))
    return Written(text.encode(), _sounds(what))


def _png(what: Drawn, how: Drawing) -> Written:
    from satcross.apps.pictures.api import png_of

    data = png_of(what, _part(how), width_px=how.width_px, scale=how.scale, **_looks(how))
    return Written(data, _sounds(what), _lacking(what, how.title))


def _pdf(what: Drawn, how: Drawing) -> Written:
    from satcross.apps.pictures.api import pdf_of

    data = pdf_of(what, how.part and (how.part,), **_looks(how))
    return Written(data, _sounds(what), _lacking(what, how.title))


def _part(how: Drawing) -> Part:
    from satcross.extend import Part

    return how.part or Part.SOLUTION


def _looks(how: Drawing) -> dict[str, Any]:
    return {"page": how.page, "style": how.style, "title": how.title}


def _sounds(what: Drawn) -> tuple[str, ...]:
    from satcross import Crossword
    from satcross.extend import Medium

    return tuple(Medium.sounds_lost(what)) if isinstance(what, Crossword) else ()


def _lacking(what: Drawn, title: str) -> tuple[str, ...]:
    from satcross import Crossword

    if isinstance(what, Crossword):
        from satcross.apps.pictures.sheets import unprintable

        return tuple(unprintable(what))
    from satcross.apps.pictures.printable import printable_of

    printable = printable_of(what)
    return tuple(printable.unprintable(title)) if printable else ()


def _output(name: str, title: str, write: Any, **traits: Any) -> Output:
    return Output(name, title, (f".{name}",), _DRAWN, write, is_drawn=True, **traits)


# A grid alone; in SVG the title is read by screen readers.
OUTPUTS = (
    _output("pdf", "PDF: puzzle and solution", _pdf, is_paper=True, use="print"),
    _output("svg", "Picture", _svg, is_picture=True, lacks=frozenset({"author"}), use="print"),
    _output(
        "png", "Picture", _png, is_picture=True, lacks=frozenset({"author", "title"}), use="print"
    ),
)
