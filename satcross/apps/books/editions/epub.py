"""A book as EPUB 3: pages of XHTML in a ZIP file.

The date in it is always the same, so that the same book gives the same file.

Source: EPUB 3.3 (W3C).
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from satcross.apps.books.editions.content import (
    Block,
    DrawnBoard,
    HeadingBlock,
    Items,
    ListItem,
    Manuscript,
    Paragraph,
    Section,
)
from satcross.apps.pictures.scripts import RIGHT_TO_LEFT
from satcross.apps.pictures.svg import svg_text
from satcross.apps.pictures.templates import filled_in
from satcross.extend import Square, SquareKind, Texts, zip_of

_TEMPLATES = Path(__file__).parent.parent / "templates"
_NAV = "nav.xhtml"
_TAGS = (("bold", "b"), ("italic", "i"), ("under", "u"), ("struck", "s"))
_LEVELS = {1: "sup", -1: "sub"}
_TYPES = {
    "xhtml": "application/xhtml+xml", "svg": "image/svg+xml",
    "png": "image/png", "jpeg": "image/jpeg",
}  # fmt: skip
"""By extension, the media types of files in it."""


def epub_of(manuscript: Manuscript) -> bytes:
    """The edition, as an EPUB file; the same bytes for the same book."""
    book = manuscript.book
    texts = Texts.of(book.language)
    is_turned = book.language in RIGHT_TO_LEFT
    back = [Section(texts.solution, [HeadingBlock(texts.solution, 1)], is_turned)]
    listed = [*manuscript.puzzles, *back * bool(manuscript.solutions)]
    title = " ".join(book.title.split()) or listed[0].name
    front = Section("", [*manuscript.front], is_turned)
    sections = [*[front] * bool(front.blocks), *listed, *manuscript.solutions]
    first = len(sections) - len(listed) - len(manuscript.solutions)

    pictures: dict[str, str | bytes] = {}
    pages: dict[str, str] = {}
    links = ""
    for number, section in enumerate(sections):
        name = f"p{number:04}.xhtml"
        if first <= number < first + len(listed):
            links += f'<li><a href="{name}">{escape(section.name)}</a></li>'
        body = "\n".join(_html(block, pictures) for block in section.blocks)
        pages[name] = _page(section.name or title, body, book.language, section.right_to_left)
    heading = f"<h1>{escape(texts.phrases['Contents'])}</h1>"
    nav = f'<nav epub:type="toc">{heading}<ol>{links}</ol></nav>'
    spine = [f'<itemref idref="{name.partition(".")[0]}"/>' for name in pages]
    pages[_NAV] = _page(title, nav, book.language, is_turned)
    names = (("creator", book.author), ("rights", book.copyright))
    package = filled_in(
        _TEMPLATES / "package.opf",
        key=uuid5(NAMESPACE_URL, "".join(pages.values())),
        title=escape(title),
        language=book.language,
        names="".join(
            f"<dc:{tag}>{escape(' '.join(text.split()))}</dc:{tag}>\n"
            for tag, text in names
            if text.strip()
        ),
        access="visual" if pictures else "textual",
        items="\n".join(map(_manifest_item, (*pages, *pictures))),
        spine="\n".join(spine),
        direction="rtl" if is_turned else "ltr",
    )
    files: dict[str, str | bytes] = {
        "META-INF/container.xml": filled_in(_TEMPLATES / "container.xml"),
        "EPUB/package.opf": package,
        "EPUB/book.css": (_TEMPLATES / "book.css").read_text("utf-8"),
    }
    files |= {f"EPUB/{name}": text for name, text in (pages | pictures).items()}
    return zip_of(files, mimetype="application/epub+zip")


def _page(title: str, body: str, language: str, right_to_left: bool) -> str:
    direction = "rtl" if right_to_left else "ltr"
    template = _TEMPLATES / "book.xhtml"
    return filled_in(
        template, title=escape(title), body=body, language=language, direction=direction
    )


def _manifest_item(name: str) -> str:
    kind = _TYPES[name.rpartition(".")[2]]
    nav = ' properties="nav"' if name == _NAV else ""
    return f'<item id="{name.partition(".")[0]}" href="{name}" media-type="{kind}"{nav}/>'


def _html(block: Block, pictures: dict[str, str | bytes]) -> str:
    """A block. Args: pictures: receives the files of pictures by their names."""
    match block:
        case HeadingBlock(text, level):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Paragraph(text):
            return f"<p>{escape(text)}</p>"
        case Items(items):
            shown = (_list_item(item, pictures) for item in items)
            return f"<ul>\n{''.join(shown)}</ul>"
        case DrawnBoard(picture=None):
            return f"<table>\n{''.join(_rows(block))}</table>"
        case DrawnBoard(picture=picture, name=name):
            assert picture is not None
            file = f"i{len(pictures):04}.svg"
            pictures[file] = svg_text(picture(), title=name, embed_font=True)
            return f'<p><img src="{file}" alt="{escape(name)}"/></p>'


def _list_item(item: ListItem, pictures: dict[str, str | bytes]) -> str:
    text = ""
    for medium, _ in item.pictures:
        file = f"i{len(pictures):04}.{medium.kind.removeprefix('image/')}"
        pictures[file] = medium.data
        text += f'<img src="{file}" alt="{escape(medium.about)}"/>'
    for piece, look in item.runs:
        tags = [tag for name, tag in _TAGS if getattr(look, name)]
        tags += [_LEVELS[look.level]] if look.level else []
        opened, closed = (f"<{tag}>" for tag in tags), (f"</{tag}>" for tag in reversed(tags))
        text += "".join((*opened, escape(piece), *closed))
    number = f"<b>{escape(item.label)}</b> " if item.label else ""
    return f'<li class="clue">{number}{text}</li>\n'


def _rows(board: DrawnBoard) -> Iterator[str]:
    crossword = board.crossword
    for row, squares in enumerate(board.rows()):
        cells = ""
        for at, square in enumerate(squares, row * crossword.n_cols):
            classes = [square.kind.value] * (square.kind is not SquareKind.OPEN)
            classes += ["right"] * (at in crossword.bars_right)
            classes += ["below"] * (at in crossword.bars_below)
            named = f' class="{" ".join(classes)}"' if classes else ""
            cells += f"<td{named}{_shade(square)}>{_inside(square, board)}</td>"
        yield f"<tr>{cells}</tr>\n"


def _shade(square: Square) -> str:
    return f' style="background: {square.shade}"' if square.shade else ""


def _inside(square: Square, board: DrawnBoard) -> str:
    circle = '<span class="circle"></span>' if square.circle else ""
    label = f"<small>{escape(square.label)}</small>" if square.label and not board.solved else ""
    letter = escape(board.letter(square))
    return circle + label + (f"<b>{letter}</b>" if letter else "")
