"""Pictures in the voids of a crossword: files of PNG or JPEG, kept in its extras."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, replace
from typing import Any

from satcross.errors import FormatError, OptionError
from satcross.model.cellnames import cell_name
from satcross.model.crossword import Crossword, SquareKind

EXTRAS, KEY = "satcross", "pictures"  # where `Crossword.extras` has them


@dataclass(frozen=True, slots=True)
class Image:
    """A picture and its place.

    Args:
        at: the position of its upper left cell.
        n_rows, n_cols: the size of its place, in cells.
        data: the file, as `satcross.apps.pictures.images.load_image` returns it.
    """

    at: int
    n_rows: int
    n_cols: int
    data: bytes

    @staticmethod
    def all_of(crossword: Crossword) -> list[Image]:
        """The pictures of a crossword. Raises FormatError: its file has damaged ones."""
        kept = crossword.extras.get(EXTRAS, {}).get(KEY, [])
        try:
            images = [_image(one, crossword.n_cols) for one in kept]
            for image in images:
                image.cells(crossword.n_rows, crossword.n_cols)
        except (TypeError, ValueError, KeyError, OptionError, binascii.Error):
            raise FormatError("the crossword has a damaged picture") from None
        return images

    def cells(self, n_rows: int, n_cols: int) -> list[int]:
        """The positions of its cells in a grid. Raises OptionError: some are outside."""
        row, col = divmod(self.at, n_cols)
        rows, cols = range(row, row + self.n_rows), range(col, col + self.n_cols)
        if not (rows and cols) or rows.stop > n_rows or cols.stop > n_cols:
            raise OptionError("the picture is not within the grid", parameter="picture")
        return [r * n_cols + c for r in rows for c in cols]

    def placed_in(self, crossword: Crossword) -> Crossword:
        """The crossword with one picture more.

        Raises:
            OptionError: its place has other cells than voids, or another picture.
        """
        before = Image.all_of(crossword)
        shape = crossword.n_rows, crossword.n_cols
        taken = {at for other in before for at in other.cells(*shape)}
        for at in self.cells(*shape):
            if crossword.squares[at].kind is not SquareKind.VOID or at in taken:
                raise OptionError(
                    f"{cell_name(at, crossword.n_cols)} is not free for a picture",
                    hint="a grid file has ~ in each cell of a picture, and pictures do not overlap",
                    parameter="picture",
                )
        listed = [
            {
                "cell": list(divmod(one.at, crossword.n_cols)),
                "rows": one.n_rows,
                "cols": one.n_cols,
                "data": base64.b64encode(one.data).decode(),
            }
            for one in (*before, self)
        ]
        kept = {**crossword.extras.get(EXTRAS, {}), KEY: listed}
        return replace(crossword, extras={**crossword.extras, EXTRAS: kept})


def _image(one: dict[str, Any], n_cols: int) -> Image:
    (row, col), n_rows, width = one["cell"], one["rows"], one["cols"]
    numbers = row, col, n_rows, width
    if not all(type(n) is int and n >= 0 for n in numbers) or col >= n_cols:
        raise ValueError
    return Image(row * n_cols + col, n_rows, width, base64.b64decode(one["data"], validate=True))
