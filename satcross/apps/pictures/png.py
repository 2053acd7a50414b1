"""A sheet as PNG, drawn by resvg from its SVG."""

from __future__ import annotations

from satcross import OptionError
from satcross.apps.pictures.fonts import FAMILY, font_file
from satcross.apps.pictures.svg import as_printable, other_fonts, svg_text
from satcross.extend import Sheet, Text

# Drawing takes about 8 bytes per pixel and 5 kB per text, so at most 160 MB.
MAX_PIXELS = 20_000_000
_PIXELS_A_TEXT = 750
_USUAL_SCALE = 2.0
_USUAL_SIDE = 2400  # pixels; larger sheets are scaled down unless the user sets a size


def png_bytes(sheet: Sheet, *, width_px: int | None = None, scale: float | None = None) -> bytes:
    """A sheet as a PNG file.

    Args:
        sheet: the sheet to draw.
        width_px: width of the picture in pixels.
        scale: pixels per point, instead of `width_px`; 2 if neither is given.

    Raises:
        OptionError: both are given, or the picture would have no pixels, or too many pixels or
            texts.
    """
    if width_px is not None and scale is not None:
        raise OptionError("width and scale cannot be combined", hint="use one of them")
    parameter = "scale" if scale is not None else "width_px"
    if width_px is None:
        if scale is None:
            scale = min(_USUAL_SCALE, _USUAL_SIDE / max(sheet.width, sheet.height))
        if not 0 < scale < 1e6:
            raise OptionError(
                f"must be a number of pixels per point greater than 0, got {scale:g}",
                parameter=parameter,
            )
        width_px = round(sheet.width * scale)
    height_px = round(width_px * sheet.height / sheet.width)
    n_texts = sum(isinstance(shape, Text) for shape in sheet.flat())
    most = MAX_PIXELS - n_texts * _PIXELS_A_TEXT
    if width_px < 1 or height_px < 1 or width_px * height_px > most > 0:
        raise OptionError(
            f"the picture would have {width_px} x {height_px} pixels",
            hint=f"a picture has 1 to {most:,} pixels in total",
            parameter=parameter,
        )
    if most <= 0:
        raise OptionError(
            f"a PNG with {n_texts:,} letters and numbers takes too much memory",
            hint="write .svg or .pdf",
        )
    import resvg_py

    others = other_fonts(sheet)
    styles = [(bold, italic) for bold in (False, True) for italic in (False, True)]
    return resvg_py.svg_to_bytes(
        svg_string=svg_text(as_printable(sheet), pixels=(width_px, height_px)),
        skip_system_fonts=True,
        font_files=[str(font_file(bold=bold, italic=italic)) for bold, italic in styles]
        + [str(font.path) for font in others],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
