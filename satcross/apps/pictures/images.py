"""Pictures in crosswords: read from files, and drawn in their places."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from satcross import Crossword, FormatError
from satcross.apps.pictures.painter import BORDER
from satcross.extend import Clue, Image, Medium, PlacedImage, Shape, read_file

if TYPE_CHECKING:
    import PIL.Image

MAX_BYTES = 20 << 20  # of a file
MAX_PIXELS = 40_000_000  # 160 MB of memory
MAX_SIDE = 1600  # pixels that are kept; a place of 14 cm has 300 a inch
OF_CLUES = 480  # the same of pictures in clues
_FORMATS = ("PNG", "JPEG")
_QUALITY = 88  # of a JPEG
_GREY = ("L", "LA")


def pictures_of(clue: Clue) -> tuple[tuple[bytes, float], ...]:
    """The pictures of a clue: files, each with its width divided by its height.

    Raises: FormatError: one is damaged.
    """
    found = []
    for data in [one.data for one in Medium.all_of(clue) if one.is_picture]:
        picture = _opened(data, "crossword")
        found.append((data, picture.width / picture.height))
    return tuple(found)


def load_image(path: Path, largest: int = MAX_SIDE) -> bytes:
    """A picture as it is kept in a crossword: upright, not too large, without a camera's notes.

    Args: path: of the file; largest: the longer side, in pixels, at most.

    Raises:
        FormatError: the file cannot be read, is no PNG or JPEG, or is too large.
    """
    from PIL import ImageOps

    picture = _opened(read_file(path, FormatError, limit=MAX_BYTES), str(path))
    kind = picture.format
    picture = ImageOps.exif_transpose(picture)
    if picture.mode == "1":
        picture = picture.convert("L")
    elif kind == "PNG" and picture.mode not in _GREY:
        picture = picture.convert("RGBA")
    elif kind == "JPEG" and picture.mode != "L":
        picture = picture.convert("RGB")
    picture.thumbnail((largest, largest))
    picture.info = {}
    out = BytesIO()
    picture.save(out, kind, optimize=True, **({"quality": _QUALITY} if kind == "JPEG" else {}))
    return out.getvalue()


def load_clue_picture(path: Path) -> bytes:
    """A picture for a clue. Raises FormatError: as `load_image`."""
    return load_image(path, OF_CLUES)


def _opened(data: bytes, source: str) -> PIL.Image.Image:
    """A picture, decoded. Raises FormatError."""
    import PIL.Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sizes, which are checked here
            picture = PIL.Image.open(BytesIO(data), formats=_FORMATS)
        if picture.width * picture.height <= MAX_PIXELS:
            picture.load()
            return picture
    except PIL.Image.DecompressionBombError:
        pass
    except (OSError, ValueError, SyntaxError):
        raise FormatError(
            "must be a PNG or JPEG picture, and is something else or damaged",
            hint="give a .png or .jpg file",
            source=source,
        ) from None
    raise FormatError(
        f"the picture has more than {MAX_PIXELS:,} pixels",
        hint="make it smaller",
        source=source,
    )


def image_shapes(crossword: Crossword, x: float, y: float, cell: float) -> Iterator[Shape]:
    """The pictures, each whole and in the middle of its place; the board is at `x`, `y`.

    Raises: FormatError: a picture is damaged.
    """
    for image in Image.all_of(crossword):
        picture = _opened(image.data, "crossword")
        row, col = divmod(image.at, crossword.n_cols)
        room = [(n - BORDER) * cell for n in (image.n_cols, image.n_rows)]
        scale = min(room[0] / picture.width, room[1] / picture.height)
        width, height = picture.width * scale, picture.height * scale
        left = x + (col + image.n_cols / 2) * cell - width / 2
        top = y + (row + image.n_rows / 2) * cell - height / 2
        yield PlacedImage(left, top, width, height, image.data)
