"""A sheet as SVG text."""

from __future__ import annotations

import base64
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from satcross.apps.pictures.fonts import FAMILY, advances, font_file, missing_characters, printable
from satcross.apps.pictures.shades import WHITE
from satcross.extend import (
    BLACK,
    Circle,
    Line,
    PlacedImage,
    Polygon,
    Rect,
    Shape,
    ShapeGroup,
    Sheet,
    Text,
)

if TYPE_CHECKING:
    from satcross.apps.pictures.scripts import Font

# Fallback fonts of about the same width, for viewers that do not have ours.
_FAMILIES = "'Noto Sans', 'Open Sans', Arial, sans-serif"
_ENDS = {"start": "", "middle": ' text-anchor="middle"', "end": ' text-anchor="end"'}


def svg_text(
    sheet: Sheet,
    *,
    title: str = "",
    embed_font: bool = False,
    pixels: tuple[int, int] | None = None,
) -> str:
    """A sheet as an SVG document.

    Args:
        sheet: the sheet to write.
        title: title shown by viewers.
        embed_font: whether to embed the glyphs that it needs of our fonts; without them a viewer
            uses another font, unless ours is installed.
        pixels: its width and height in pixels, for a rasteriser; else its size is in points.
    """
    width, height = number(sheet.width), number(sheet.height)
    size = f'width="{width}pt" height="{height}pt"'
    if pixels:  # rounded, so the proportions differ slightly
        size = f'width="{pixels[0]}" height="{pixels[1]}" preserveAspectRatio="none"'
    others = dict.fromkeys(font.family for font in other_fonts(sheet, require=False))
    families = ", ".join([f"'{FAMILY}'", *(f"'{escaped(name)}'" for name in others)])
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}'
        f' viewBox="0 0 {width} {height}" font-family="{families}, {_FAMILIES}">',
    ]
    if title:
        lines.append(f"<title>{escaped(title)}</title>")
    if embed_font:
        lines += ["<style>", *_font_faces(sheet.flat()), "</style>"]
    lines.append(f'<rect width="{width}" height="{height}" fill="{WHITE}"/>')
    for shape in sheet.shapes:
        lines += shape_lines(shape)
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def other_fonts(sheet: Sheet, *, require: bool = True) -> list[Font]:
    """The fonts of this machine that a sheet needs beside ours.

    Raises: OptionError: if they are required, and none has some letter.
    """
    shapes = [shape for shape in sheet.flat() if isinstance(shape, Text)]
    if all(shape.text.isascii() for shape in shapes):
        return []
    from satcross.apps.pictures.scripts import fonts_for, require_fonts

    if require:
        require_fonts(missing_characters(shape.text for shape in shapes))
    found: dict[Path, Font] = {}
    for bold in (False, True):
        texts = [shape.text for shape in shapes if shape.bold == bold]
        found |= {font.path: font for font in fonts_for(texts, advances(bold, False), bold)}
    return list(found.values())


def as_printable(sheet: Sheet) -> Sheet:
    """The sheet with only characters that our fonts have, for drawing without other fonts."""

    def replaced(shapes: Iterable[Shape]) -> Iterator[Shape]:
        for shape in shapes:
            if isinstance(shape, ShapeGroup):
                yield replace(shape, shapes=tuple(replaced(shape.shapes)))
            elif isinstance(shape, Text):
                yield replace(shape, text=printable(shape.text))
            else:
                yield shape

    return replace(sheet, shapes=tuple(replaced(sheet.shapes)))


def shape_lines(shape: Shape) -> Iterator[str]:
    """The elements of a shape."""
    match shape:
        case ShapeGroup(name, shapes):
            yield f'<g class="{escaped(name)}">'
            for part in shapes:
                yield from shape_lines(part)
            yield "</g>"
        case Rect(x, y, width, height, fill):
            yield (
                f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}"'
                f' height="{number(height)}" fill="{fill}"/>'
            )
        case Line(x1, y1, x2, y2, width, colour):
            yield (
                f'<line x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
                f' stroke="{colour}" stroke-width="{number(width)}" stroke-linecap="square"/>'
            )
        case Polygon(points, fill):
            corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
            yield f'<polygon points="{corners}" fill="{fill}"/>'
        case Circle(x, y, radius, width, colour):
            yield (
                f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="none"'
                f' stroke="{colour}" stroke-width="{number(width)}"/>'
            )
        case PlacedImage(x, y, width, height):
            yield (
                f'<image x="{number(x)}" y="{number(y)}" width="{number(width)}"'
                f' height="{number(height)}" href="{shape.url}"/>'
            )
        case Text(x, y, text, size, anchor):
            look = _ENDS[anchor]
            look += ' font-weight="bold"' if shape.bold else ""
            look += ' font-style="italic"' if shape.italic else ""
            look += f' fill="{shape.colour}"' if shape.colour != BLACK else ""
            place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
            yield f"<text {place}{look}>{escaped(text)}</text>"


def _font_faces(shapes: Iterable[Shape]) -> Iterator[str]:
    used: dict[tuple[bool, bool], set[str]] = defaultdict(set)
    for shape in shapes:
        if isinstance(shape, Text):
            used[shape.bold, shape.italic].update(shape.text)
    for (bold, italic), chars in sorted(used.items()):
        data = base64.b64encode(_subset(chars, font_file(bold=bold, italic=italic))).decode()
        yield (
            f"@font-face {{ font-family: '{FAMILY}'; font-weight: {700 if bold else 400};"
            f" font-style: {'italic' if italic else 'normal'};"
            f" src: url(data:font/ttf;base64,{data}); }}"
        )
        if "".join(chars).isascii():
            continue
        from satcross.apps.pictures.scripts import fonts_for

        for font in fonts_for(chars, advances(bold, italic), bold):
            data = base64.b64encode(_subset(chars, font.path)).decode()
            yield (
                f"@font-face {{ font-family: '{font.family}'; font-weight: {700 if bold else 400};"
                f" src: url(data:font/ttf;base64,{data}); }}"
            )


def _subset(chars: Iterable[str], path: Path) -> bytes:
    """A font with only these characters, and the glyphs that they become beside each other."""
    from io import BytesIO

    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font = TTFont(path, recalcTimestamp=False, fontNumber=0)
    options = Options(name_IDs=[0, 1, 2, 13, 14], notdef_outline=True)
    options.drop_tables += ["FFTM", "TSI0", "TSI1", "TSI2", "TSI3", "TSI5"]  # of the font's makers
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=sorted(map(ord, chars)))
    subsetter.subset(font)
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def number(value: float) -> str:
    """A coordinate with at most two decimals.

    >>> number(12.0), number(0.125), number(-0.001)
    ('12', '0.12', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escaped(text: str) -> str:
    """Text escaped for XML content and attributes."""
    for char, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(char, entity)
    return text
